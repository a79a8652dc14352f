"""The table display: everything that lies open, large and live, and nothing that does not, whoever opens it."""

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.board import AREA_NUMBER
from companion.rules.commands import EnterRank
from companion.rules.frames import ActionFrame
from companion.rules.state import HARKONNEN, POWERS, LeaderStatus, Standing, State
from companion.service import Table
from companion.service.exchange import import_game
from companion.store import Role
from companion.web.display import facts
from companion.web.display.step import step_of
from companion.web.scene import Reader, Scene
from companion.web.seats import TABLE, View
from tests.service.played import played_game
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game, made_once

GARA_KULON, TASMIN_SINK = AREA_NUMBER["gara_kulon"], AREA_NUMBER["tasmin_sink"]


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


def part_of(document: dict[str, Any], table: Table) -> dict[str, Any]:
    """The game up to a Harkonnen action in the second half of its course."""
    timeline = table.load(import_game(table, document).id).timeline
    step = next(
        step
        for step in timeline.steps[len(timeline.steps) // 2 :]
        if isinstance(step.state.frame, ActionFrame) and step.state.frame.faction is HARKONNEN
    )
    document["events"] = [row for row in document["events"] if row["seq"] <= step.batch.last]
    return document


@pytest.fixture
def game(table: Table) -> str:
    return made_once("display", table.database, lambda: import_game(table, part_of(played_game(), table)).id)


def joined(browser: Browser, table: Table, game: str, role: Role) -> Browser:
    code = table.games.get(game).play_code
    assert browser.send(f"/j/{code}", name="Tablet", role=role.value).status_code == 303
    return browser


@pytest.mark.slow
@pytest.mark.parametrize("role", list(Role))
def test_the_display_shows_no_hidden_rank_to_anybody(
    browser_at: MakeBrowser, table: Table, game: str, role: Role
) -> None:
    browser = joined(browser_at(), table, game, role)
    loaded = table.load(game)
    area = next(sietch.area for sietch in loaded.state.sietches if not sietch.revealed)
    player, seq, pages = table.games.sit(game, "phone", Role.PLAYER, "Ola", table.clock()), loaded.seq, []
    for rank in (2, 1, 3):
        seq = table.submit(game, player, seq, f"rank-000{rank}", EnterRank(area, rank), record_anyway=True).seq
        # Only the place in the log differs from page to page.
        pages.append(re.sub(r'data-seq="\d+"', "", browser.get(f"/g/{game}/display").text))
    assert table.games.get(game).name in pages[0]
    assert pages == [pages[0]] * 3


def test_the_step_of_the_opponent_is_told_with_its_die(app: Flask, table: Table, game: str) -> None:
    loaded = table.load(game)
    seat = table.games.sit(game, "tablet", Role.SPECTATOR, "Tablet", table.clock())
    scene = Scene(View(loaded, seat), MultiDict(), listener=Reader.DISPLAY)
    with app.test_request_context():
        step = step_of(scene)
    assert step.kicker.startswith("Harkonnen: ")
    assert (step.faction, bool(step.glyph), bool(step.title)) == ("h", True, True)


def test_htmx_gets_the_panel_and_the_overlay_alone(browser_at: MakeBrowser, table: Table, game: str) -> None:
    browser = joined(browser_at(), table, game, Role.SPECTATOR)
    text = browser.get(f"/g/{game}/display", HX_Request="true").text
    assert "<!doctype" not in text
    assert 'id="main"' in text
    assert re.search(r'<svg id="board-over"[^>]*hx-swap-oob="true"', text)
    assert f'data-seq="{table.load(game).seq}"' in text


def test_nothing_can_be_changed_from_the_display(browser_at: MakeBrowser, table: Table, game: str) -> None:
    text = joined(browser_at(), table, game, Role.PLAYER).get(f"/g/{game}/display").text
    assert "<form" not in text
    assert "csrf" not in text
    assert '<a class="ar' not in text


def test_strangers_see_no_display(browser_at: MakeBrowser, game: str) -> None:
    assert browser_at().get(f"/g/{game}/display").status_code == 403


def test_tanks_bans_and_tracks_are_named(app: Flask) -> None:
    leaders = (("beast_rabban", LeaderStatus(Standing.TANK, tank=2)), ("chani", LeaderStatus(Standing.TANK, tank=1)))
    state = State(leaders=leaders, supremacy=4, prescience=(1, 2, 3), bans=frozenset({POWERS[0]}))
    with app.test_request_context():
        harkonnen, atreides = facts.tanks(state)
        assert harkonnen.spaces == ("", "Beast Rabban", "", "", "")
        assert atreides.spaces[0] == "Chani"
        assert [figure.value for figure in facts.markers(state)] == [4, 1, 2, 3]
        banned = [figure for figure in facts.powers(state) if figure.struck]
    assert len(banned) == 1
    assert "5" in banned[0].detail


def test_a_game_in_its_set_up_has_a_display(phone: Browser) -> None:
    game = at_a_game(phone)
    text = phone.get(f"/g/{game}/display").text
    assert "Setting up" in text
