"""Files that are there whole: who reads one meanwhile, or after a power cut, finds the old or the new one."""

import os
from pathlib import Path


def write_whole(file: Path, data: bytes) -> None:
    """Writes a file, or another in its place. Raises OSError; what was there then stays."""
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(data)
    with new.open("rb+") as stream:
        # Otherwise the new name may be on the disk before what it names.
        os.fsync(stream.fileno())
    new.replace(file)
