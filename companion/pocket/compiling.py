"""Python files compiled by the very Python that will run them, Pyodide under node; kept, since it takes a while."""

import hashlib
import tempfile
from collections.abc import Mapping
from pathlib import Path

from companion.pocket import archive, npm, tools

SCRIPT = npm.LOCK / "compile.mjs"
INSIDE = Path(__file__).resolve().parent / "inside.py"
MOST_KEPT = 8


def compiled(cache: Path, runtime: Path, shown: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns files by their paths with compiled modules in place of sources; raises FormatError.

    ``shown`` is the folder that they will stand in, as tracebacks name it. Files that are compiled together make the
    same bytes each time. What they were made into stays in ``cache``.
    """
    modules = {path: data for path, data in files.items() if path.endswith(".py")}
    source = archive.stored_zip(modules)
    mark = hashlib.sha256(source + shown.encode() + SCRIPT.read_bytes() + INSIDE.read_bytes() + npm.lock()).hexdigest()[
        :24
    ]
    kept = cache / "compiled" / f"{mark}.zip"
    if not kept.is_file():
        made = archive.stored_zip(_compile(runtime, shown, modules))
        _keep(kept, made)
    else:
        kept.touch()
    others = {path: data for path, data in files.items() if path not in modules}
    return others | archive.contents(kept.read_bytes())


def _compile(runtime: Path, shown: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        archive.lay(place, files)
        tools.run("node", (tools.node(), str(SCRIPT), str(runtime), str(place), shown))
        return archive.below(place)


def _keep(file: Path, data: bytes) -> None:
    """Puts a file into its folder, whole or not at all, and takes away those not used for longest."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(".new")
    unfinished.write_bytes(data)
    unfinished.replace(file)
    kept = sorted(file.parent.glob("*.zip"), key=lambda one: one.stat().st_mtime, reverse=True)
    for old in kept[MOST_KEPT:]:
        old.unlink(missing_ok=True)
