"""Where the page templates and the static files are, in a checkout as well as in an installed wheel.

A checkout keeps ``templates/`` and ``static/`` at the top level, beside the package. The wheel carries them
inside the package, as ``companion/_templates`` and ``companion/_static`` (see ``pyproject.toml``).
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def templates_dir() -> Path:
    """Return the absolute path of the existing folder of Jinja templates.

    Raises FileNotFoundError, naming both places, when this copy of the program has lost the folder.
    """
    return _folder("templates", _PACKAGE)


def static_dir() -> Path:
    """Return the absolute path of the existing folder of style sheets, scripts, fonts and drawings.

    Raises FileNotFoundError, naming both places, when this copy of the program has lost the folder.
    """
    return _folder("static", _PACKAGE)


def _folder(name: str, package: Path) -> Path:
    # The package's own copy goes first: beside an installed package, in site-packages, a folder called
    # "templates" or "static" could only be someone else's.
    installed = package / f"_{name}"
    checkout = package.parent / name
    for place in (installed, checkout):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"{name}: no such folder, neither {installed} (installed) nor {checkout} (checkout)")
