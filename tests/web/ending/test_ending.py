"""The end of a game: a scene for each reader, with nothing hidden, and what one may do from there."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.board import AREA_NUMBER
from companion.content.terms import Faction, Phase
from companion.rules.events import Event, GameWon, StrongholdDestroyed, SupremacyAdvanced
from companion.rules.frames import Cause, GameOverFrame
from companion.rules.state import Hidden, Mode, State
from companion.service import GameSettings, Loaded, Table, untold
from companion.service.statistics import DiceLuck
from companion.store import GameRecord, Role, SeatRecord
from companion.store.timeline import Batch, Step, Timeline
from companion.web.ending.facts import luck_lines, marker_lines, turns_of
from companion.web.ending.page import show_ending
from companion.web.ending.picture import drawn_end
from companion.web.scene import Reader, Scene
from companion.web.seats import TABLE, View
from companion.web.steps.head import head_of
from companion.web.words.changes.lines import changes
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game, played_out
from tests.web.told.sitting import deeds_of, scene_after

LOST, WON = 0, 3
"""Seeds of simulated games: one that the Harkonnen win by a sietch, one that Atreides win in Arrakeen."""
NOW = datetime(2026, 5, 1, tzinfo=UTC)
HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES
GARA_KULON = AREA_NUMBER["gara_kulon"]


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


def joined(browser: Browser, table: Table, game: str, role: Role = Role.PLAYER) -> Browser:
    code = table.games.get(game).play_code
    assert browser.send(f"/j/{code}", name="Eva", role=role.value).status_code == 303
    return browser


def ended(table: Table, seed: int = LOST, name: str = "Sunday") -> str:
    return played_out(table, name, seed)


def step_of(table: Table, game: str) -> str:
    loaded = table.load(game)
    return f"/g/{game}/{loaded.state.phase.value}/{loaded.seq}"


def marks(text: str) -> str:
    found = re.search(r'<ul class="objs">.*?</ul>', text, re.DOTALL)
    assert found is not None
    return re.sub(r"<[^>]+>", " ", found[0])


@pytest.mark.slow
def test_the_player_reads_how_it_ended_against_the_objective(phone: Browser, table: Table) -> None:
    game = ended(table)
    text = joined(phone, table, game).get(step_of(table, game)).text
    assert "<h1>You lose</h1><p>Round 3: Habbanya Ridge, rank 2, fell and supremacy reached 10.</p>" in text
    assert marks(text).split() == [
        *("Kwisatz", "Haderach", "6", "of", "8"),
        *("Sand", "Dwellers", "7", "of", "6"),
        *("Jihad", "6", "of", "6"),
    ]
    assert text.count('<svg class="chart"') == 2
    assert 'class="luck"' in text
    assert f'data-seq="{table.load(game).seq}"' in text
    for part in ("report", "stats", "picture.svg", "again", "undo", "menu"):
        assert f"/g/{game}/{part}" in text
    assert text.count("btn go") == 1


@pytest.mark.parametrize("where", ["table", "display"])
def test_who_watches_reads_the_same_without_the_objective_and_is_told_nothing_to_do(
    phone: Browser, table: Table, where: str
) -> None:
    game = ended(table, WON)
    assert table.load(game).state.hidden.objectives
    address = f"/g/{game}/display" if where == "display" else step_of(table, game)
    text = joined(phone, table, game, Role.SPECTATOR).get(address).text
    assert "<h1>Atreides win the game</h1>" in text
    assert "of" not in marks(text).split()
    assert f"/g/{game}/again" not in text
    assert f'action="/g/{game}/undo"' not in text
    scene = re.sub(r"<[^>]+>", " ", text[text.index('<div class="app endg') : text.index('id="live-source"')])
    assert not re.search(r"\b(you|your)\b", scene, re.IGNORECASE)


def test_who_watches_reads_what_the_last_deed_did_to_the_table(app: Flask) -> None:
    *_others, last = deeds_of(WON)
    assert last.after.winner is not None
    with app.test_request_context():
        wanted = changes(untold(last.before, last.name.split(), last.events, last.after))
        page = show_ending(scene_after(last, Role.SPECTATOR)).get_data(as_text=True)
    assert wanted
    for change in wanted:
        assert f"<b>{change.title}</b>" in page


def test_the_board_can_be_looked_at_closely_and_leads_back(phone: Browser, table: Table) -> None:
    game = ended(table)
    joined(phone, table, game)
    page = phone.get(f"{step_of(table, game)}?board=1").text
    assert 'id="board-over"' in page
    assert f'class="btn go" href="{step_of(table, game)}"' in page
    assert 'class="app endg' not in phone.get(f"/g/{game}/area/gara_kulon").text


def test_a_page_of_the_table_is_replaced_and_a_game_taken_back_too(phone: Browser, table: Table) -> None:
    game = ended(table)
    joined(phone, table, game)
    end = step_of(table, game)
    assert phone.get(end, HX_Request="true").headers["HX-Redirect"] == end
    assert phone.get(f"/g/{game}/display", HX_Request="true").headers["HX-Redirect"] == f"/g/{game}/display"
    assert phone.send(end, f"/g/{game}/undo").status_code == 303
    now = step_of(table, game)
    assert phone.get(f"/g/{game}/moved-on/table", HX_Request="true").headers["HX-Redirect"] == now
    assert phone.get(f"/g/{game}/moved-on/display").headers["Location"] == f"/g/{game}/display"
    assert 'class="app play' in phone.get(now).text


def test_play_again_makes_a_game_with_the_same_settings_once(browser_at: MakeBrowser, table: Table) -> None:
    game = ended(table)
    player = joined(browser_at(), table, game)
    fields = player.fields(step_of(table, game))
    first, second = (player.post(f"/g/{game}/again", fields).headers["Location"] for _time in range(2))
    assert first == second != f"/g/{game}"
    again = table.load(first.removeprefix("/g/"))
    assert (again.settings, again.state.winner) == (table.load(game).settings, None)
    assert [seat.name for seat in table.games.seats(again.game.id)] == ["Eva"]
    watcher = joined(browser_at("192.168.1.30"), table, game, Role.SPECTATOR)
    assert watcher.post(f"/g/{game}/again", watcher.fields("/new")).status_code == 403


def test_the_picture_needs_nothing_else_and_hides_what_is_hidden(phone: Browser, table: Table) -> None:
    game = ended(table, WON, "<Sunday> & more")
    answer = joined(phone, table, game).get(f"/g/{game}/picture.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="arrakis-sunday-more.svg"'
    root = ElementTree.fromstring(answer.text)
    said = " ".join(root.itertext())
    assert "Atreides win the game" in said
    assert "<Sunday> & more" in said
    assert not re.search(r'(?:href|src)="(?!#)|url\((?!data:|#)', answer.text)


def test_the_picture_is_the_same_whatever_is_hidden(app: Flask) -> None:
    view = scene_at((), HARKONNEN).view
    step = view.loaded.timeline.steps[0]
    drawn = set()
    for rank in (None, 1, 3):
        sietches = tuple(replace(sietch, rank=rank) for sietch in step.state.sietches)
        state = replace(step.state, sietches=sietches, hidden=Hidden(((rank or 9,) * 3,)))
        timeline = replace(view.loaded.timeline, steps=(Step(step.batch, state),))
        with app.test_request_context():
            drawn.add(drawn_end(View(replace(view.loaded, timeline=timeline), view.seat), "day", "en"))
    assert len(drawn) == 1


def test_a_game_that_goes_on_has_no_picture_of_its_end(phone: Browser) -> None:
    game = at_a_game(phone)
    assert phone.get(f"/g/{game}/picture.svg").status_code == 409


def scene_at(
    events: tuple[Event, ...], winner: Faction, *, phase: Phase = Phase.END, mode: Mode = Mode.SOLO, acts: bool = True
) -> Scene:
    frame = GameOverFrame(winner, "WIN-1" if winner is HARKONNEN else "WIN-2")
    state = State(round=5, supremacy=10, phase=phase, frames=(frame,), winner=winner, mode=mode)
    batch = Batch(1, 9, "EndRound", 1, NOW, (*events, GameWon(winner, frame.rule)))
    settings = GameSettings("Sunday", mode=mode)
    game = GameRecord("g", "Sunday", mode.value, 1, settings.to_text(), "ABCD", "W", "O", NOW, NOW, winner.id)
    seat = SeatRecord(1, "g", Role.PLAYER, "Ola", NOW, NOW)
    timeline = Timeline(9, (Step(batch, state),), (), (batch,), ())
    listener = Reader.PLAYER if acts else Reader.WATCHER
    return Scene(View(Loaded(game, timeline, settings), seat), MultiDict(), listener=listener)


@pytest.mark.parametrize(
    "scene, title, detail",
    [
        (
            scene_at((StrongholdDestroyed(ATREIDES, GARA_KULON, 3),), HARKONNEN, phase=Phase.ACTIONS),
            "You lose",
            "Round 5: Gara Kulon, rank 3, fell and supremacy reached 10.",
        ),
        (
            scene_at((SupremacyAdvanced(1, Cause.END_OF_ROUND),), HARKONNEN, acts=False),
            "Harkonnen win the game",
            "End of round 5: supremacy reached 10.",
        ),
        (
            scene_at((), HARKONNEN, phase=Phase.SPICE, mode=Mode.DUEL),
            "Harkonnen win the game",
            "Round 5: supremacy reached 10.",
        ),
        (scene_at((), ATREIDES), "You win", "End of round 5: all three markers reached your secret objective."),
        (
            scene_at((), ATREIDES, mode=Mode.DUEL),
            "Atreides win the game",
            "End of round 5: all three markers reached the secret objective.",
        ),
        (
            scene_at((StrongholdDestroyed(HARKONNEN, AREA_NUMBER["arrakeen"], 3),), ATREIDES, phase=Phase.ACTIONS),
            "You win",
            "Round 5: Arrakeen fell, and all three markers meet the objective.",
        ),
    ],
)
def test_the_end_says_in_one_sentence_what_decided_it(app: Flask, scene: Scene, title: str, detail: str) -> None:
    with app.test_request_context():
        frame = scene.state.frame
        assert frame is not None
        head = head_of(scene, frame)
        assert (head.title, head.detail) == (title, detail)


def test_of_two_objectives_the_one_that_was_met_is_shown(app: Flask) -> None:
    state = State(prescience=(7, 6, 8), hidden=Hidden(((9, 9, 9), (7, 5, 8))))
    with app.test_request_context():
        assert [line.goal for line in marker_lines(state, sees_hidden=True)] == [7, 5, 8]
        assert [line.goal for line in marker_lines(state, sees_hidden=False)] == [None] * 3
        bare = replace(state, hidden=Hidden())
        assert [line.goal for line in marker_lines(bare, sees_hidden=True)] == [None] * 3


def test_luck_is_hits_against_the_average_and_absent_without_dice(app: Flask) -> None:
    scene = scene_at((), HARKONNEN)
    with app.test_request_context():
        none = (DiceLuck(HARKONNEN, (0, 0, 0)), DiceLuck(ATREIDES, (0, 0, 0)))
        assert luck_lines(scene, none) == []
        dice = DiceLuck(ATREIDES, (10, 1, 1))
        lines = luck_lines(scene, (DiceLuck(HARKONNEN, (0, 3, 3)), dice))
        assert [(line.name, line.above) for line in lines] == [("You", True), ("They", False)]
        assert lines[0].value == f"+{10 - dice.expected[0]:.1f}"


def test_what_turned_it_is_in_order_and_names_what_moved(app: Flask, table: Table) -> None:
    timeline = table.load(ended(table, WON)).timeline
    with app.test_request_context():
        turns = turns_of(timeline, by_people=False)
    assert 3 <= len(turns) <= 5
    assert [turn.round for turn in turns] == sorted(turn.round for turn in turns)
    assert turns[-1].title == "Settlement Arrakeen destroyed, rank 3"
    assert turns[-1].detail == "all three markers +3"


def test_the_timer_tells_at_the_end_how_long_each_side_was_waited_for(phone: Browser, table: Table) -> None:
    game = ended(table)
    player = joined(phone, table, game)
    assert "Waited for" not in player.get(step_of(table, game)).text
    table.change_settings(game, table.games.seats(game)[-1], clock=True)
    assert "Waited for" in player.get(step_of(table, game)).text
