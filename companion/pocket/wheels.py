"""The libraries of the bundle: as they are installed here, and pydantic's core as it was compiled for the browser."""

import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from companion.pocket import tools
from companion.rules.errors import FormatError

PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"
ABI = "cp314"

LIBRARIES = (
    "annotated-types",
    "babel",
    "blinker",
    "click",
    "flask",
    "flask-babel",
    "itsdangerous",
    "jinja2",
    "markupsafe",
    "pydantic",
    "pytz",
    "qrcode",
    "sqlalchemy",
    "sqlmodel",
    "typing-extensions",
    "typing-inspection",
    "werkzeug",
)
"""Every library that the app uses in the browser: all of them also work as Python alone."""
COMPILED = "pydantic-core"


def library_files() -> Iterator[tuple[str, Path]]:
    """Yields the files of the installed libraries, each with its path below ``site-packages``; raises FormatError."""
    for name in LIBRARIES:
        files = distribution(name).files
        if files is None:
            raise FormatError(name, "is installed without a list of its files: install it by pip")
        for file in files:
            if ".." not in file.parts:
                yield file.as_posix(), Path(str(file.locate()))


def compiled_files(cache: Path) -> Iterator[tuple[str, bytes]]:
    """Yields the files of pydantic's core for the browser, in the version installed here; raises FormatError."""
    with zipfile.ZipFile(_compiled_wheel(cache)) as wheel:
        for name in wheel.namelist():
            yield name, wheel.read(name)


def _compiled_wheel(cache: Path) -> Path:
    version = distribution(COMPILED).version
    folder = cache / "wheels"
    pattern = f"{COMPILED.replace('-', '_')}-{version}-*{PLATFORM}.whl"
    if not any(folder.glob(pattern)):
        where = ("--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp", "--abi", ABI)
        what = ("--no-deps", "--only-binary=:all:", f"{COMPILED}=={version}")
        quiet = ("--quiet", "--disable-pip-version-check", "--dest", str(folder))
        tools.run("pip", (*tools.pip(), "download", *quiet, *where, *what))
    return next(folder.glob(pattern))


def distribution(name: str) -> metadata.Distribution:
    """Returns what is installed of a library; raises FormatError when it is not."""
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise FormatError(name, "is not installed here, and the bundle needs it") from None
