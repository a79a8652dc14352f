"""What comes along in the bundle is others' work too: its names, versions and licences, as one text beside the app."""

import json
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from companion.pocket import wheels

FILE = "LICENCES.txt"
"""The name of the text in the bundle; devices do not fetch it."""
HEAD = """\
Arrakis Companion is an unofficial fan project. This folder also holds the following, each under its own licence.
"""
PYTHON = "Python and its standard library, PSF-2.0; SQLite, public domain; both inside of Pyodide"
TEXTS = ("license", "licence", "copying", "notice", "authors")


def licences(runtime: Path) -> bytes:
    """Returns the text about Pyodide, whose files are in ``runtime``, and about every library of the bundle; raises
    FormatError when one is not installed."""
    package = json.loads((runtime / "package.json").read_text(encoding="utf-8"))
    lines = [HEAD, f"pyodide {package['version']}, {package['license']}, {package['homepage']}", PYTHON]
    for name in (*wheels.LIBRARIES, wheels.COMPILED):
        lines += _of(wheels.distribution(name))
    return ("\n".join(lines) + "\n").encode()


def _of(library: metadata.Distribution) -> Iterator[str]:
    about = library.metadata
    yield f"\n{'=' * 100}\n{about['Name']} {library.version}, {_named(about)}\n"
    for file in sorted(library.files or (), key=str):
        if ".dist-info" in str(file) and file.name.lower().startswith(TEXTS):
            yield file.read_text(encoding="utf-8").strip() + "\n"


def _named(about: metadata.PackageMetadata) -> str:
    for field in ("License-Expression", "Classifier", "License"):
        lines = [line for line in about.get_all(field) or () if field != "Classifier" or line.startswith("License ::")]
        if any(lines):
            return ", ".join(line.rpartition(" :: ")[2] for line in lines)
    return "see below"
