"""The browser's Python, Pyodide: fetched by npm's client as the lock beside this file says, and kept."""

import hashlib
import shutil
from pathlib import Path

from companion.pocket import tools

LOCK = Path(__file__).resolve().parent / "node"
"""The one place where Pyodide's version is written: package.json, with package-lock.json for every byte of it."""


def lock() -> bytes:
    """Returns what says which Pyodide it is, to the byte."""
    return (LOCK / "package-lock.json").read_bytes()


def runtime(cache: Path) -> Path:
    """Returns the folder with Pyodide's files, fetched if it is not in ``cache``; raises FormatError."""
    mark = hashlib.sha256(lock()).hexdigest()[:16]
    folder = cache / f"node-{mark}"
    found = folder / "node_modules" / "pyodide"
    if not (folder / "whole").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(LOCK / name, folder / name)
        tools.run("npm", (tools.npm(), "ci", "--no-audit", "--no-fund", "--ignore-scripts"), folder)
        (folder / "whole").touch()
    return found
