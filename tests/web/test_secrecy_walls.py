"""Only ``seats`` comes by a game as it is; every other module of the web is given what the asking device may see."""

import ast
from pathlib import Path

import pytest

import companion.web

WEB = Path(companion.web.__file__).parent
OWN = "seats.py"
WHOLE = frozenset({"_whole", "timeline_at"})
"""Names by which a whole game could be had."""
OF_TABLE, OF_LOG = frozenset({"load", "at"}), frozenset({"timeline", "rows"})
MAKERS = frozenset({"Loaded", "View"})


def _breaches(source: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            found.append(f"{node.lineno}: {node.func.id}(")
        if not isinstance(node, ast.Attribute):
            continue
        of = node.value
        table = isinstance(of, ast.Call) and isinstance(of.func, ast.Name) and of.func.id == "table"
        log = isinstance(of, ast.Attribute) and of.attr == "log"
        if node.attr in WHOLE or (table and node.attr in OF_TABLE) or (log and node.attr in OF_LOG):
            found.append(f"{node.lineno}: .{node.attr}")
    return found


@pytest.mark.slow
def test_no_page_can_reach_a_game_as_it_is() -> None:
    found = {
        f"{file.relative_to(WEB)}:{breach}"
        for file in WEB.rglob("*.py")
        if file != WEB / OWN
        for breach in _breaches(file.read_text(encoding="utf-8"))
    }
    assert not found


@pytest.mark.parametrize(
    "line",
    [
        "state = table().load(game).state",
        "table().log.timeline(game)",
        "games.log.rows(game)",
        "table().log.timeline_at(game, 5)",
        "table().at(loaded, 5)",
        "view._whole.state",
        "View(loaded, seat)",
        "Loaded(game, timeline, settings)",
    ],
)
def test_a_way_round_is_found(line: str) -> None:
    assert _breaches(line)


def test_what_pages_do_with_a_game_is_no_way_round() -> None:
    assert not _breaches("view.loaded.timeline.state\nview.at(5)\ntable().log.seq(game)\nBoardView()")
