"""What of the product and of the libraries goes into the bundle."""

from collections.abc import Iterable

LEFT_OUT = (
    # Ours: commands, servers, what builds this, the camera beyond what its pages ask.
    "companion/cli",
    "companion/batch.py",
    "companion/play/",
    *(f"companion/pocket/{name}.py" for name in ("archive", "bundle", "compiling", "front", "inside", "npm")),
    *(f"companion/pocket/{name}.py" for name in ("tools", "trim", "wheels")),
    "companion/pocket/words.py",
    "companion/pocket/node/",
    "vision/figures/data/",
    "solo_bot/simulation/",
    "solo_bot/data/",
    # Theirs: other databases, tests, development, what no module of ours asks for.
    "babel/messages/",
    "pydantic/v1/",
    "pydantic/mypy.py",
    "pydantic/deprecated/",
    "pytz/zoneinfo/",
    "qrcode/tests/",
    "sqlalchemy/testing/",
    "sqlalchemy/dialects/mssql/",
    "sqlalchemy/dialects/mysql/",
    "sqlalchemy/dialects/oracle/",
    "sqlalchemy/dialects/postgresql/",
    "werkzeug/debug/shared/",
)
"""Beginnings of paths."""
DATA = (".py", ".json", ".mo", ".html", ".svg", ".dat")
"""Endings of what is not left out; of babel's data only our languages."""


def wanted(path: str, locales: Iterable[str]) -> bool:
    """Tells whether a file of the product or of a library goes into the bundle.

    >>> wanted("companion/cli.py", ["cs"]), wanted("flask/app.py", ["cs"])
    (False, True)
    >>> [wanted(f"babel/locale-data/{name}.dat", ["cs"]) for name in ("cs", "root", "fr")]
    [True, True, False]
    """
    if path.startswith(LEFT_OUT) or "/__pycache__/" in path or ".dist-info/" in path:
        return False
    if path.startswith("babel/locale-data/"):
        return path.removesuffix(".dat").rpartition("/")[2] in {"root", "en", *locales}
    return path.endswith(DATA)
