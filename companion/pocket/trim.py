"""What of the product, of its libraries and of Python goes into the bundle: what may be imported, and the data read.

Which modules those are is worked out from the imports of all modules, those inside functions too. Named here is only
what that cannot see, and what is imported for the sake of something that never happens in a browser.
"""

from collections.abc import Collection, Iterable, Mapping

ROOTS = (
    "companion.pocket.place",
    # Pyodide begins with these.
    *("_pyodide._core_docs", "_pyodide._future_helper", "_pyodide._importhook", "_pyodide.docs_argspec"),
    *("_pyodide.docstring", "_pyodide.jsbind", "pyodide._package_loader", "pyodide.code", "pyodide.ffi"),
    "pyodide.webloop",
    "_sysconfigdata__emscripten_wasm32-emscripten",
    *(f"encodings.{name}" for name in ("ascii", "cp437", "idna", "latin_1", "unicode_escape", "utf_8", "utf_8_sig")),
    *(f"encodings.{name}" for name in ("utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le")),
    "site",
    # Found by a name that is put together.
    "jinja2.ext",
    "pydantic.*",
    "sqlalchemy.dialects.sqlite.*",
)
NEVER = (
    # Other processes, servers, terminals and debuggers.
    "_pyrepl",
    "bdb",
    "cmd",
    "companion.web.serving",
    "concurrent.futures.interpreter",
    "concurrent.futures.process",
    "curses",
    "doctest",
    "ftplib",
    "logging.config",
    "multiprocessing",
    "pdb",
    "profile",
    "pydoc",
    "readline",
    "rlcompleter",
    "smtplib",
    "tracemalloc",
    "unittest",
    "webbrowser",
    "xmlrpc",
    "argparse",
    "asyncio.proactor_events",
    "asyncio.windows_events",
    "click._termui_impl",
    "click._winconsole",
    "click.shell_completion",
    "ctypes",
    "filelock",
    "http.cookiejar",
    "ifaddr",
    "urllib.request",
    "werkzeug._reloader",
    "werkzeug.debug",
    # What finds pieces on photos.
    "vision.board",
    "vision.dice",
    "vision.figures",
    "vision.intake.jobs",
    # Stand-ins for what is compiled here, and formats that nobody sends.
    "_pydatetime",
    "_pydecimal",
    "plistlib",
    "tarfile",
    # Other databases, other frameworks, earlier versions.
    "pydantic.color",
    "pydantic.deprecated",
    "pydantic.experimental",
    "pydantic.mypy",
    "pydantic.v1",
    "sqlalchemy.dialects.mssql",
    "sqlalchemy.dialects.mysql",
    "sqlalchemy.dialects.oracle",
    "sqlalchemy.dialects.postgresql",
    "sqlalchemy.ext.asyncio",
    "sqlalchemy.testing",
)
"""Modules, each with all below it. A page that needs one of them fails in `tests/pocket/test_bundle.py`."""
READ = (".json", ".mo", ".html", ".svg", ".css", ".js", ".woff2")
"""How the names of files end that are no modules and read all the same."""
BUILDS = tuple(
    f"companion/pocket/{name}"
    for name in (
        *("archive.py", "bundle.py", "compiling.py", "front.py", "inside.py", "node/", "npm.py", "tongues.py"),
        *("tools.py", "trim.py", "wheels.py", "words.py"),
    )
)
"""What makes the bundle and is not in it."""


def needed(
    imports: Mapping[str, Collection[str]], roots: Iterable[str] = ROOTS, never: Collection[str] = NEVER
) -> set[str]:
    """Returns the paths of the modules that may come to be imported, of ``imports``: path of each with what it imports.

    >>> sorted(needed({"a.py": ["b.c"], "b/__init__.py": [], "b/c.py": ["d"], "d.py": [], "e.py": []}, ["a"], ["d"]))
    ['a.py', 'b/__init__.py', 'b/c.py']
    """
    paths = {_module(path): path for path in imports}
    found: set[str] = set()
    waiting = [name for root in roots for name in _spread(root, paths)]
    while waiting:
        # A module is imported with all packages above it.
        parts = waiting.pop().split(".")
        for name in (".".join(parts[:length]) for length in range(1, len(parts) + 1)):
            if name in never:
                break
            if name in paths and name not in found:
                found.add(name)
                waiting += imports[paths[name]]
    return {paths[name] for name in found}


def is_ours(path: str) -> bool:
    """Tells whether a file of the product is a module or read by one, and not what builds the bundle.

    >>> [is_ours(path) for path in ("companion/board/data/board.json", "companion/pocket/bundle.py", "vision/terms.py")]
    [True, False, True]
    """
    if path.startswith(BUILDS):
        return False
    return path.endswith(".py") or (path.startswith(("companion/", "solo_bot/")) and path.endswith(READ))


def _spread(root: str, names: Iterable[str]) -> list[str]:
    """Returns the modules that a root stands for: ``a.*`` for all of a package."""
    package = root.removesuffix("*")
    return [root] if package == root else [name for name in names if name.startswith(package)]


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


__all__ = ["NEVER", "ROOTS", "is_ours", "needed"]
