"""Files of the bundle: archives with the same bytes each time, lists of contents with sizes and hashes."""

import gzip
import hashlib
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

BEGINNING = (1980, 1, 1, 0, 0, 0)
WORTH_PACKING = 0.9
"""A file gets a packed sibling when that is at most this part of it."""


def stored_zip(files: Mapping[str, bytes]) -> bytes:
    """Returns an archive of files, sorted and not compressed: a browser reads them in place."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, BEGINNING), files[name])
    return out.getvalue()


def contents(data: bytes) -> dict[str, bytes]:
    """Returns the files of an archive by their names."""
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        return {name: whole.read(name) for name in whole.namelist() if not name.endswith("/")}


def below(folder: Path) -> dict[str, bytes]:
    """Returns the files below a folder by their paths in it, without what Python left there."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    }


def lay(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes files below a folder."""
    for name, data in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def packed(data: bytes) -> bytes | None:
    """Returns what `data` weighs on the wire, None when it does not pay."""
    small = gzip.compress(data, compresslevel=9, mtime=0)
    return small if len(small) <= WORTH_PACKING * len(data) else None


def write(folder: Path, files: Mapping[str, bytes]) -> dict[str, tuple[int, int, str]]:
    """Writes files below a folder, those that get smaller also packed, as ``NAME.gz``.

    Returns for each its size, what it weighs on the wire, and its hash.
    """
    weighed = {}
    for name in sorted(files):
        data = files[name]
        small = packed(data)
        lay(folder, {name: data} if small is None else {name: data, f"{name}.gz": small})
        weighed[name] = (len(data), len(small or data), hashlib.sha256(data).hexdigest())
    return weighed
