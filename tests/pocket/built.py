"""The bundle that tests open: made once, whoever asks."""

import hashlib
import json
import os
import shutil
from pathlib import Path

from filelock import FileLock

from companion.pocket import archive, bundle

GIVEN = "ARRAKIS_BUNDLE"
"""In the environment: a bundle that was made already."""


def built(folder: Path) -> Path:
    """Returns a folder with the bundle: the one given by the environment, or ``folder``, where it is made first."""
    if given := os.environ.get(GIVEN):
        return Path(given)
    with FileLock(f"{folder}.lock"):
        if not (folder / bundle.MARK).is_file():
            bundle.build(folder, lambda _text: None)
    return folder


def next_version(folder: Path, new: Path) -> Path:
    """Returns a copy of a bundle that is another build: one of its files is a little different."""
    return changed(folder, new, "shell.css", b"/* The page", b"/* the next version */ /* The page")


def changed(folder: Path, new: Path, file: str, old_text: bytes, new_text: bytes) -> Path:
    """Returns a copy of a bundle that is another build, with a text in one of its files in place of another."""
    shutil.copytree(folder, new, copy_function=os.link)
    about = json.loads((folder / bundle.MARK).read_text(encoding="utf-8"))
    data = (folder / file).read_bytes()
    if old_text not in data:
        raise LookupError(f"{file} has no {old_text!r}")
    for old in (new / file, new / f"{file}.gz", new / bundle.MARK):
        old.unlink(missing_ok=True)
    about["files"] |= archive.write(new, {file: data.replace(old_text, new_text)})
    about["build"] = hashlib.sha256(about["build"].encode() + file.encode()).hexdigest()[:16]
    (new / bundle.MARK).write_text(json.dumps(about), encoding="utf-8")
    return new
