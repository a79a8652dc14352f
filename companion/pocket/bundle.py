"""`arrakis bundle FOLDER`: the app as a folder of static files that runs in a browser without a server.

    index.html, sw.js, ...   the shell, from static/pocket
    manifest.webmanifest     and icons/
    bundle.json              version, build, languages, and for every file its size, weight on the wire and hash
    py/                      Pyodide and the standard library
    site.zip                 the product and its libraries, compiled, with templates, texts and data
    static/                  the static files of the app
    LICENCES.txt             whose work comes along, under which licences

Every address in it is relative, so it may stand anywhere on a host. A file with a sibling ``NAME.gz`` may be fetched as
that: hosts differ in what they compress. The same inputs give the same bytes.
"""

import hashlib
import json
import shutil
from collections.abc import Callable, Collection
from pathlib import Path

from companion.pocket import archive, compiling, licences, npm, tongues, tools, trim, wheels
from companion.pocket.front import SCRIPTS, front
from companion.pocket.inside import LIST
from companion.resources import static_dir, templates_dir
from companion.rules.errors import FormatError
from companion.version import VERSION
from companion.web.i18n import languages

OURS = ("companion", "solo_bot", "vision")
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
MARK = "bundle.json"


def build(folder: Path, tell: Callable[[str], None]) -> dict[str, tuple[int, int, str]]:
    """Writes the bundle into ``folder`` and returns what is in it: size, weight on the wire and hash of each file.

    The folder must be new, empty, or an earlier bundle, whose files go. ``tell`` hears what goes on. Raises FormatError
    when something that building needs is missing.
    """
    _check(folder)
    cache = tools.cache_folder()
    tools.node()
    tell("Fetching the browser's Python, unless it is kept from before ...")
    runtime = npm.runtime(cache)
    tell("Compiling, unless it is kept from before ...")
    spoken = languages()
    site, library = _needed(
        compiling.compiled(cache, runtime, "/site", _ours()),
        compiling.compiled(cache, runtime, "/site", _theirs(cache, spoken)),
        compiling.compiled(cache, runtime, "/lib/python314.zip", _standard_library(runtime)),
    )
    static = archive.below(static_dir())
    files = {f"py/{name}": (runtime / name).read_bytes() for name in RUNTIME}
    files["py/python_stdlib.zip"] = archive.stored_zip(library)
    files["site.zip"] = archive.stored_zip(site)
    files |= {f"static/{name}": data for name, data in static.items() if not name.startswith(SCRIPTS)}
    files |= front(static)
    tell("Writing ...")
    _empty(folder)
    contents = archive.write(folder, files)
    build_id = hashlib.sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()[:16]
    about = {"version": VERSION, "build": build_id, "locales": list(spoken), "files": contents}
    (folder / licences.FILE).write_bytes(licences.licences(runtime))
    (folder / MARK).write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    return contents


def _needed(
    ours: dict[str, bytes], theirs: dict[str, bytes], library: dict[str, bytes]
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Returns what of compiled files may be needed: those of the site, and those of the standard library."""
    parts = (ours, theirs, library)
    imports: dict[str, list[str]] = {}
    for part in parts:
        imports |= json.loads(part.pop(LIST))
    kept = {f"{path}c" for path in trim.needed(imports)}
    ours, theirs, library = (
        {path: data for path, data in part.items() if path in kept or not path.endswith(".pyc")} for part in parts
    )
    return ours | theirs, library


def _check(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise FormatError("folder", f"{folder} is not a folder")
    if folder.exists() and not (folder / MARK).is_file() and any(folder.iterdir()):
        raise FormatError("folder", f"{folder} is neither empty nor an earlier bundle")


def _empty(folder: Path) -> None:
    """Makes the folder hold nothing but the mark: so it can be written anew also when this writing breaks off."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("{}", encoding="utf-8")
    for inside in folder.iterdir():
        if inside.is_dir():
            shutil.rmtree(inside)
        elif inside.name != MARK:
            inside.unlink()


def _ours() -> dict[str, bytes]:
    """Returns the product's files by their paths: modules, and what they read."""
    place = Path(__file__).resolve().parent.parent.parent
    files = {f"{name}/{path}": data for name in OURS for path, data in archive.below(place / name).items()}
    files = {path: data for path, data in files.items() if "/_templates/" not in path and "/_static/" not in path}
    files |= {f"companion/_templates/{path}": data for path, data in archive.below(templates_dir()).items()}
    static = {path: data for path, data in archive.below(static_dir()).items() if not path.startswith(SCRIPTS)}
    files |= {f"companion/_static/{path}": data for path, data in static.items()}
    return {path: data for path, data in files.items() if trim.is_ours(path)}


def _theirs(cache: Path, spoken: Collection[str]) -> dict[str, bytes]:
    """Returns the files of the libraries by their paths: modules, and what they read."""
    files = {}
    for path, file in wheels.library_files():
        if path.endswith(".py"):
            files[path] = file.read_bytes()
        elif tongues.spoken(path, spoken):
            files[path] = tongues.cut(path, file.read_bytes(), spoken)
    return files | {path: data for path, data in wheels.compiled_files(cache) if path.endswith((".py", ".so"))}


def _standard_library(runtime: Path) -> dict[str, bytes]:
    files = archive.contents((runtime / "python_stdlib.zip").read_bytes())
    return {path: data for path, data in files.items() if path.endswith(".py")}
