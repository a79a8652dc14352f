"""`arrakis bundle FOLDER`: the app as a folder of static files that runs in a browser without a server.

    index.html, sw.js, ...   the shell, from static/pocket
    manifest.webmanifest     and icons/
    bundle.json              version, build, languages, and for every file its size, weight on the wire and hash
    py/                      Pyodide and the standard library
    site.zip                 the product and its libraries, compiled, with templates, texts and data
    static/                  the static files of the app

Every address in it is relative, so it may stand anywhere on a host. A file with a sibling ``NAME.gz`` may be fetched as
that: hosts differ in what they compress. The same inputs give the same bytes.
"""

import hashlib
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path

from companion.pocket import archive, npm, tools, trim, wheels
from companion.resources import static_dir, templates_dir
from companion.rules.errors import FormatError
from companion.web.i18n import languages

OURS = ("companion", "solo_bot", "vision")
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
PRODUCT = "arrakis-companion"
MARK = "bundle.json"


def build(folder: Path, tell: Callable[[str], None]) -> dict[str, tuple[int, int, str]]:
    """Writes the bundle into ``folder`` and returns what is in it: size, weight on the wire and hash of each file.

    The folder must be new, empty, or an earlier bundle, whose files go. ``tell`` hears what goes on. Raises FormatError
    when something that building needs is missing.
    """
    _ready(folder)
    cache = tools.cache_folder()
    tools.node()
    tell("Fetching the browser's Python, unless it is kept from before ...")
    runtime = npm.runtime(cache)
    tell("Compiling ...")
    site, library = _compiled(runtime, _site(cache), _standard_library(runtime))
    static = _below(static_dir())
    files = {f"py/{name}": (runtime / name).read_bytes() for name in RUNTIME}
    files["py/python_stdlib.zip"] = archive.stored_zip(library)
    files["site.zip"] = archive.stored_zip(site)
    files |= {f"static/{name}": data for name, data in static.items() if not name.startswith("pocket/")}
    files |= {name.removeprefix("pocket/"): data for name, data in static.items() if name.startswith("pocket/")}
    tell("Writing ...")
    contents = archive.write(folder, files)
    build_id = hashlib.sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()[:16]
    about = {"version": metadata.version(PRODUCT), "build": build_id, "locales": list(languages()), "files": contents}
    (folder / MARK).write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    return contents


def _ready(folder: Path) -> None:
    """Makes the folder empty, unless it holds something that is not ours."""
    if not folder.exists():
        folder.mkdir(parents=True)
    elif not folder.is_dir():
        raise FormatError("folder", f"{folder} is not a folder")
    elif (folder / MARK).is_file():
        for inside in folder.iterdir():
            shutil.rmtree(inside) if inside.is_dir() else inside.unlink()
    elif any(folder.iterdir()):
        raise FormatError("folder", f"{folder} is neither empty nor an earlier bundle")


def _site(cache: Path) -> dict[str, bytes]:
    """Returns what Python imports and reads in the browser, by path; sources not compiled yet."""
    spoken = tuple(str(one) for one in languages())
    package = Path(__file__).resolve().parent.parent.parent
    files = {
        f"{name}/{path}": data for name in OURS for path, data in _below(package / name).items()
    }
    files |= {path: file.read_bytes() for path, file in wheels.library_files() if trim.wanted(path, spoken)}
    files = {path: data for path, data in files.items() if trim.wanted(path, spoken)}
    files |= {f"companion/_templates/{path}": data for path, data in _below(templates_dir()).items()}
    files |= {
        f"companion/_static/{path}": data
        for path, data in _below(static_dir()).items()
        if not path.startswith("pocket/")
    }
    files |= {path: data for path, data in wheels.compiled_files(cache) if path.endswith((".py", ".so"))}
    version = metadata.version(PRODUCT)
    name = f"{PRODUCT.replace('-', '_')}-{version}.dist-info/METADATA"
    files[name] = f"Metadata-Version: 2.1\nName: {PRODUCT}\nVersion: {version}\n".encode()
    return files


def _standard_library(runtime: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(runtime / "python_stdlib.zip") as whole:
        return {name: whole.read(name) for name in whole.namelist() if not name.endswith("/")}


def _compiled(runtime: Path, *trees: Mapping[str, bytes]) -> tuple[dict[str, bytes], ...]:
    """Returns the files of each tree with modules in place of their sources."""
    names = ("site", "lib")
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        for name, tree in zip(names, trees, strict=True):
            for path, data in tree.items():
                file = place / name / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
        tools.run("node", (tools.node(), str(npm.LOCK / "compile.mjs"), str(runtime), str(place)))
        return tuple(_below(place / name) for name in names)


def _below(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    }
