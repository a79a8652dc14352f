"""The shape of the house: who may import whom, what stays out of the pure packages, how long files may be."""

import subprocess
import sys
from ast import ImportFrom
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.imports import PACKAGES, ROOT, importing, module_name, sources, targets

CORE = frozenset({"companion.board", "companion.content", "companion.frozen", "companion.rules"})

# Each unit with the units of ours that it may import; its own modules go without saying.
OURS: dict[str, frozenset[str]] = {
    "companion": frozenset(),
    "companion.frozen": frozenset(),
    "companion.board": frozenset({"companion.frozen"}),
    "companion.content": frozenset({"companion.board", "companion.frozen"}),
    "companion.rules": frozenset({"companion.board", "companion.content", "companion.frozen"}),
    "companion.store": CORE,
    "solo_bot": CORE,
    "solo_bot.simulation": CORE | {"solo_bot"},
    "solo_bot.planner": CORE | {"solo_bot", "solo_bot.simulation"},
    "vision": frozenset({"companion.board"}),
    "companion.resources": frozenset(),
    "companion.version": frozenset(),
    "companion.encodings": frozenset(),
    "companion.cli_streams": frozenset(),
    "companion.service": CORE | {"companion.encodings", "companion.store", "solo_bot", "solo_bot.planner", "vision"},
    "companion.web": CORE
    | {"companion.resources", "companion.service", "companion.store", "companion.version", "solo_bot", "vision"}
    | {"solo_bot.planner"},
    "companion.pocket": CORE
    | {"companion.resources", "companion.service", "companion.store", "companion.version", "companion.web"},
    "companion.advising": CORE | {"solo_bot", "solo_bot.planner"},
    "companion.batch": CORE | {"companion.cli_text", "solo_bot"},
    "companion.play": CORE,
    "companion.cli_text": CORE,
    "companion.cli_words": frozenset({"companion.rules", "companion.web"}),
    "companion.cli_vision": CORE | {"companion.cli_text", "vision"},
    "companion.cli_backup": CORE | {"companion.cli_text", "companion.store"},
    "companion.cli_bench": CORE | {"solo_bot", "solo_bot.planner", "solo_bot.simulation"},
    "companion.cli": CORE
    | {
        "companion.batch",
        "companion.cli_backup",
        "companion.cli_bench",
        "companion.cli_text",
        "companion.cli_words",
        "companion.cli_vision",
        "companion.play",
        "companion.pocket",
    }
    | {"companion.cli_streams", "companion.encodings", "companion.resources", "companion.service", "companion.version"}
    | {"companion.store", "companion.web", "solo_bot", "solo_bot.planner", "solo_bot.simulation", "vision"},
}

# Within a package each room may import those below it. What every room of the web package may import beside them: how a
# device is known and what it may make, how errors are answered, the drawing, and what of a position is public.
COMMON = frozenset({"admission", "devices", "drawing", "errors", "eyes", "features", "public", "seats", "security"})
SAYS = frozenset({"say", "words"})
STEPS = SAYS | {"ui", "scene", "orders", "odds", "steps"}
TOP = ("editor", "table", "trackers", "display", "replay")
WEB_ROOMS: dict[str, frozenset[str]] = {
    "serving": frozenset(),
    "say": frozenset(),
    "words": frozenset({"say", "i18n"}),
    "ui": SAYS,
    "scene": SAYS | {"ui", "settings"},
    **dict.fromkeys(("odds", "strip"), SAYS | {"ui", "scene"}),
    "orders": SAYS,
    "steps": STEPS,
    "coach": STEPS | {"back", "settings"},
    **dict.fromkeys(TOP, STEPS | set(TOP) | {"addresses", "coach", "ending", "join", "live", "stats", "strip"}),
}
# What a photo meets, the last first; what all rooms share stands beside them.
SHARED = frozenset({"terms", "settings", "contents", "files"})
VISION_ROOMS: dict[str, frozenset[str]] = {
    "terms": frozenset(),
    "settings": frozenset(),
    "contents": frozenset(),
    "files": frozenset(),
    "board": SHARED,
    "figures": SHARED | {"board"},
    "dice": SHARED | {"board"},
    "practice": SHARED | {"board", "figures"},
    "table": SHARED | {"board", "figures", "dice", "practice"},
    "intake": SHARED | {"board", "figures", "dice", "practice", "table"},
}
# The printed procedure, cards by the same criteria, levels that choose among what both leave, orders to the rules,
# documents of all that; whole games on top, a unit of their own.
BOT_ROOMS: dict[str, frozenset[str]] = {
    "procedure": frozenset(),
    "cards": frozenset({"procedure"}),
    "levels": frozenset({"procedure", "cards"}),
    **dict.fromkeys(("orders", "ahead"), frozenset({"procedure", "levels"})),
    "documents": frozenset({"procedure", "cards", "levels", "orders", "ahead"}),
    "simulation": frozenset({"procedure", "cards", "levels", "orders"}),
    "planner": frozenset({"procedure", "levels", "simulation"}),
}
ROOMS: dict[str, tuple[dict[str, frozenset[str]], frozenset[str]]] = {
    "companion.web": (WEB_ROOMS, COMMON),
    "solo_bot": (BOT_ROOMS, frozenset()),
    "vision": (VISION_ROOMS, frozenset()),
}

# What service, command line and web may know of the camera; none of it loads a library.
FACE = {"vision.contents", "vision.intake.child", "vision.intake.photo", "vision.table.row", "vision.terms"}

# What carries out commands stays within the rules: others ask (`rules/ask`, `rules/legal`) or execute.
PRIVATE = ("atreides_cards", "battles", "desert_war", "evolution", "handlers", "harkonnen_cards")
# Rooms of the rules that ask or decide without changing anything: they import nothing that carries out commands.
ASKING = ("companion/rules/ask", "companion/rules/odds", "companion/rules/positions")
# The libraries a unit may import beside the standard library; a unit that is not listed gets none.
LIBRARIES: dict[str, frozenset[str]] = {
    "companion.store": frozenset({"sqlalchemy", "sqlmodel"}),
    "companion.service": frozenset({"filelock", "sqlalchemy", "sqlmodel"}),
    "companion.web": frozenset(
        {"babel", "cheroot", "cryptography", "flask", "flask_babel", "ifaddr", "itsdangerous", "jinja2", "markupsafe"}
        | {"qrcode", "rcssmin", "rjsmin", "werkzeug"}
    ),
    "companion.pocket": frozenset({"babel", "flask", "flask_babel", "jinja2", "markupsafe"}),
    "companion.cli": frozenset({"flask", "qrcode", "sqlalchemy"}),
    "companion.cli_backup": frozenset({"sqlalchemy"}),
    "vision": frozenset({"cv2", "numpy"}),
}

PURE = ("companion.board", "companion.content", "companion.frozen", "companion.rules", "solo_bot")

# Clock, chance, database, network and wording come into the pure packages as input or not at all.
IMPURE = frozenset(
    {"asyncio", "datetime", "gettext", "http", "locale", "random", "secrets", "socket", "sqlite3", "subprocess"}
    | {"threading", "time", "urllib", "uuid"}
)

# Loading the pure packages must stay quick and must work where none of these is installed.
HEAVY = ("babel", "cv2", "flask", "jinja2", "numpy", "qrcode", "sqlalchemy", "sqlite3", "sqlmodel")

MAX_LINES = 450
# Files that are longer all the same, each with the reason.
LONGER: dict[str, str] = {}


class Import(NamedTuple):
    """One imported module, by its full name, and where the import stands."""

    unit: str
    target: str
    place: str


def unit_of(module: str) -> str:
    """Return the unit that a module belongs to: `companion.rules` for `companion.rules.state`.

    The simulation is a unit of its own, and the planner: they need chance, and nothing else of the opponent may import
    them.
    """
    parts = module.split(".")
    apart = parts[0] == "companion" or parts[:2] in (["solo_bot", "simulation"], ["solo_bot", "planner"])
    return ".".join(parts[:2]) if apart else parts[0]


def imports(root: Path) -> Iterator[Import]:
    """Yield every import of our packages, those inside functions and for type checkers included."""
    for file in sources(root):
        module = module_name(file, root)
        for node in importing(file):
            for target in targets(node, module, file.name == "__init__.py"):
                place = f"{file.relative_to(root)}:{getattr(node, 'lineno', 0)}"
                yield Import(unit_of(module), target, place)


def fault(found: Import) -> str | None:
    """Return what is wrong with an import, None when the table allows it."""
    unit, target, place = found
    if unit not in OURS:
        return f"{place}: {unit} has no place in the table of tests/test_architecture.py"
    top = target.partition(".")[0]
    if top in PACKAGES:
        other = unit_of(target)
        if other == unit or other in OURS[unit]:
            return None
        return f"{place}: {unit} must not import {other}"
    if top in sys.stdlib_module_names:
        if unit in PURE and top in IMPURE:
            return f"{place}: {unit} is pure and must not import {top}"
        return None
    if top not in LIBRARIES.get(unit, frozenset()):
        return f"{place}: {unit} must not import the library {top}"
    return None


def faults(root: Path) -> list[str]:
    return [text for found in imports(root) if (text := fault(found)) is not None]


def room_of(module: str, package: str) -> str:
    """Return the room of a module of a package: `steps` for `companion.web.steps.head`; empty for others."""
    return module.removeprefix(f"{package}.").partition(".")[0] if module.startswith(f"{package}.") else ""


def upward(root: Path, package: str) -> list[tuple[str, str]]:
    """Return the files with imports between rooms that go upward, each with the room that it reaches."""
    found = []
    rooms, common = ROOMS[package]
    for file in sorted((root / package.replace(".", "/")).rglob("*.py")):
        module = module_name(file, root)
        room = room_of(module, package)
        if room not in rooms:
            continue
        for node in importing(file):
            for target in targets(node, module, file.name == "__init__.py"):
                other = room_of(target, package)
                if other and other != room and other not in rooms[room] | common:
                    found.append((file.relative_to(root).as_posix(), other))
    return sorted(set(found))


def behind_the_face(root: Path) -> list[str]:
    """Return the imports from outside of modules of the camera that are not meant for others."""
    return [
        f"{found.place}: {found.target}"
        for found in imports(root)
        if found.unit != "vision" and found.target.partition(".")[0] == "vision" and found.target not in FACE
    ]


def reaching_into_handlers(root: Path) -> list[str]:
    """Return the imports of what carries out commands, from outside of the rules or from where they only ask."""
    private = tuple(f"companion.rules.{room}" for room in PRIVATE)
    found = []
    for file in sources(root):
        place = file.relative_to(root).as_posix()
        if place.startswith("companion/rules/") and not place.startswith(ASKING):
            continue
        module = module_name(file, root)
        for node in importing(file):
            names = {f"{node.module}.{alias.name}" for alias in node.names} if isinstance(node, ImportFrom) else ()
            reached = {*targets(node, module, file.name == "__init__.py"), *names}
            if any(name == room or name.startswith(f"{room}.") for name in reached for room in private):
                found.append(place)
    return sorted(set(found))


def too_long(root: Path, longer: dict[str, str]) -> list[str]:
    """Return the Python files over the limit without a reason, and the reasons that are no longer needed."""
    lines = {
        file.relative_to(root).as_posix(): len(file.read_text(encoding="utf-8").splitlines())
        for file in sources(root) + sorted((root / "tests").rglob("*.py"))
    }
    over = {name for name, count in lines.items() if count > MAX_LINES}
    return [
        *(f"{name}: {lines[name]} lines, more than {MAX_LINES}" for name in sorted(over - longer.keys())),
        *(f"{name}: has a reason to be long, but is not" for name in sorted(longer.keys() - over)),
    ]


def test_every_unit_of_the_table_is_in_the_tree() -> None:
    found = {unit_of(module_name(file, ROOT)) for file in sources(ROOT)}
    assert found == OURS.keys()


@pytest.mark.slow
def test_imports_go_in_one_direction_only() -> None:
    assert faults(ROOT) == []


@pytest.mark.parametrize("package", ROOMS)
def test_rooms_of_a_package_import_downward_only(package: str) -> None:
    assert upward(ROOT, package) == []


def test_only_the_rules_import_handlers() -> None:
    assert reaching_into_handlers(ROOT) == []


def test_an_import_of_a_handler_is_found(tmp_path: Path) -> None:
    for place, line in (
        ("companion/web/x", "from companion.rules.handlers.turns import end_turn"),
        ("solo_bot/x", "def f():\n    from companion.rules import handlers"),
        ("companion/rules/ask/x", "import companion.rules.battles.hits"),
        ("companion/rules/handlers/y", "from companion.rules.battles import hits"),
        ("companion/web/y", "from companion.rules.ask import battles"),
    ):
        path = tmp_path / f"{place}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(line + "\n", encoding="utf-8")
    assert reaching_into_handlers(tmp_path) == ["companion/rules/ask/x.py", "companion/web/x.py", "solo_bot/x.py"]


def test_an_import_upward_is_found(tmp_path: Path) -> None:
    for room, line in (
        ("companion/web/odds", "from companion.web.table.pages import show"),
        ("companion/web/steps", "from companion.web import trackers\nfrom companion.web.trackers import PARTS"),
        ("companion/web/ui", "def f():\n    from companion.web.odds import OddsView"),
        ("companion/web/steps/battle", "from companion.web.odds import game\nfrom companion.web.seats import View"),
        ("vision/board", "def f():\n    from ..table.folder import Table"),
        ("vision/figures", "from vision.board.geometry import board\nfrom vision.dice import mat"),
        ("vision/intake", "from vision.table.scan import scan\nfrom vision.contents import Content"),
    ):
        path = tmp_path / room / "x.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(line + "\n", encoding="utf-8")
    assert upward(tmp_path, "companion.web") == [
        ("companion/web/odds/x.py", "table"),
        ("companion/web/steps/x.py", "trackers"),
        ("companion/web/ui/x.py", "odds"),
    ]
    assert upward(tmp_path, "vision") == [("vision/board/x.py", "table"), ("vision/figures/x.py", "dice")]


@pytest.mark.parametrize("package", ["solo_bot", "vision"])
def test_every_room_of_a_package_is_in_its_table(package: str) -> None:
    modules = [module_name(file, ROOT) for file in sources(ROOT)]
    assert {room_of(module, package) for module in modules} - {""} == ROOMS[package][0].keys()


def test_others_see_the_face_of_the_camera_only(tmp_path: Path) -> None:
    assert behind_the_face(ROOT) == []
    assert {found.target for found in imports(ROOT) if found.unit != "vision"} >= FACE
    path = tmp_path / "companion/web/x.py"
    path.parent.mkdir(parents=True)
    path.write_text("import vision.table.scan\nfrom vision.terms import LANDMARKS\n", encoding="utf-8")
    assert behind_the_face(tmp_path) == ["companion/web/x.py:1: vision.table.scan"]


@pytest.mark.parametrize(
    "file, line",
    [
        ("companion/board/x.py", "from companion.content import cards"),
        ("companion/board/x.py", "from ..content import cards"),
        ("companion/content/x.py", "import companion.rules.state"),
        ("companion/rules/x.py", "from companion import web"),
        ("companion/rules/x.py", "import random"),
        ("companion/rules/x.py", "def f():\n    from time import monotonic"),
        ("companion/rules/x.py", "import flask"),
        ("companion/rules/x.py", "import importlib\nimportlib.import_module('flask')"),
        ("companion/rules/x.py", "import importlib\nimportlib.import_module(name)"),
        ("companion/store/x.py", "import solo_bot"),
        ("companion/service.py", "from companion.web import app"),
        ("companion/service.py", "from flask import request"),
        ("companion/web/x.py", "from .. import cli"),
        ("companion/odd.py", "import json"),
        ("solo_bot/x.py", "from companion.store import tables"),
        ("solo_bot/x.py", "import numpy"),
        ("vision/x.py", "from companion.rules import state"),
    ],
)
def test_a_forbidden_import_is_found(tmp_path: Path, file: str, line: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(line + "\n", encoding="utf-8")
    assert [text for text in faults(tmp_path) if text.startswith(f"{file}:")]


@pytest.mark.parametrize(
    "file, line",
    [
        ("companion/rules/x.py", "from .state import State\nfrom companion.board import areas\nimport enum"),
        ("companion/rules/sub/__init__.py", "from ..state import State\nfrom . import other"),
        ("companion/store/x.py", "import sqlmodel\nfrom ..rules.events import Event"),
        ("companion/cli.py", "from companion import web, service\nimport vision.table.scan"),
        ("solo_bot/x.py", "from companion.rules.check import check"),
        ("vision/x.py", "import cv2\nimport numpy as np\nfrom companion.board import outline"),
    ],
)
def test_a_permitted_import_passes(tmp_path: Path, file: str, line: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(line + "\n", encoding="utf-8")
    assert faults(tmp_path) == []


LOAD_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(getattr(package, "__path__", []), package.__name__ + "."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.parametrize("package", PURE)
def test_loading_a_pure_package_loads_no_framework(package: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", LOAD_ALL, package], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    loaded = answer.stdout.split()
    assert package.partition(".")[0] in loaded
    assert sorted(set(loaded) & set(HEAVY)) == []


def test_the_face_of_the_camera_loads_no_library() -> None:
    ask = f"import sys, {', '.join(sorted(FACE))}; print(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    answer = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {"vision"} == set(answer.stdout.split()) & {"vision", *HEAVY}


def test_files_keep_to_the_limit() -> None:
    assert too_long(ROOT, LONGER) == []


def test_a_file_over_the_limit_is_found_and_so_is_an_idle_reason(tmp_path: Path) -> None:
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion/long.py").write_text("x = 1\n" * (MAX_LINES + 1), encoding="utf-8")
    (tmp_path / "companion/short.py").write_text("x = 1\n" * MAX_LINES, encoding="utf-8")
    assert too_long(tmp_path, {}) == [f"companion/long.py: {MAX_LINES + 1} lines, more than {MAX_LINES}"]
    assert too_long(tmp_path, {"companion/long.py": "one table", "companion/short.py": "none"}) == [
        "companion/short.py: has a reason to be long, but is not"
    ]
