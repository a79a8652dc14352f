"""Long games: small in a file, back again whatever their length, and no file takes long to be read or refused."""

import json
from contextlib import suppress
from time import thread_time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules.commands import CorrectBoard, GoToPhase
from companion.rules.errors import FormatError
from companion.rules.state import Mode, State
from companion.service import GameSettings, SetUp, Table
from companion.service.exchange import export_game, import_game
from companion.service.exchange_checks import MOST_LISTED
from companion.service.exchange_file import parse_game, read_game
from companion.store import NothingToRedo, NothingToUndo, SeatRecord
from companion.web.editor.figures import changed
from companion.web.editor.tracks import counted
from companion.web.trackers.leaders import moved
from tests.trust.imports import HOSTILE, file_of

FIGURES = sorted(counted(State(mode=Mode.DUEL)))
Document = dict[str, Any]


def trackers(table: Table, key: str = "") -> tuple[str, SeatRecord]:
    choices = GameSettings("Sunday", mode=Mode.DUEL, set_up=SetUp.TRACKERS)
    record, seat = table.create_game(choices, "device", "Ola", key)
    return record.id, seat


def tapped(state: State, name: str, by: int) -> State:
    return changed(state, counted(state)[name], by)


def without_seats(document: Document) -> Document:
    """A document with names of people in the place of the numbers of their seats, and no seed: both are new here."""
    names = {seat["id"]: seat["name"] for seat in document["seats"]}
    events = [{**row, "seat": names.get(row["seat"])} for row in document["events"]]
    return {**document, "events": events, "seats": sorted(names.values()), "seed": None}


@pytest.mark.slow
def test_taps_of_trackers_make_a_small_file_that_comes_back(table: Table) -> None:
    game, seat = trackers(table)
    for number in range(200):
        loaded = table.load(game)
        name = FIGURES[number % len(FIGURES)]
        after = tapped(loaded.state, name, 1)
        after = tapped(loaded.state, name, -1) if after == loaded.state else after
        table.submit(game, seat, loaded.seq, f"tap-{number}", CorrectBoard(after))
    text = json.dumps(export_game(table, game), ensure_ascii=True)
    assert len(text) * 10 < 1_000_000, "2,000 taps make less than 1 MB"
    copy = import_game(table, parse_game(text))
    assert table.load(copy.id).state == table.load(game).state


TAPS = st.tuples(st.sampled_from(FIGURES), st.sampled_from([1, -1]))
LEADERS = st.tuples(st.just("leader"), st.sampled_from(["board", "aside", "tank", "spent", "ready", "removed"]))
DEEDS: st.SearchStrategy[Any] = st.one_of(TAPS, LEADERS, st.sampled_from(["undo", "redo", "back", "phase"]))


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
@given(deeds=st.lists(DEEDS, max_size=25), data=st.data())
def test_any_game_of_taps_undo_and_redo_comes_back_the_same(
    table: Table, deeds: list[Any], data: st.DataObject
) -> None:
    game, seat = trackers(table)
    for number, deed in enumerate(deeds):
        do(table, game, seat, f"deed-{number}", deed, data)
    document = json.loads(json.dumps(export_game(table, game)))
    copy = import_game(table, document)
    here, there = table.load(game), table.load(copy.id)
    assert (there.state, there.seq) == (here.state, here.seq)
    assert [step.state for step in there.timeline.steps] == [step.state for step in here.timeline.steps]
    assert [step.state for step in there.timeline.undone] == [step.state for step in here.timeline.undone]
    assert [(past.batch.events, past.undone) for past in there.timeline.history()] == [
        (past.batch.events, past.undone) for past in here.timeline.history()
    ]
    assert without_seats(export_game(table, copy.id)) == without_seats(document)


def do(table: Table, game: str, seat: SeatRecord, key: str, deed: Any, data: st.DataObject) -> None:
    loaded = table.load(game)
    seq, state, steps = loaded.seq, loaded.state, loaded.timeline.steps
    with suppress(NothingToUndo, NothingToRedo):
        if deed == "undo":
            table.undo(game, seat, seq, key)
        elif deed == "redo":
            table.redo(game, seat, seq, key)
        elif deed == "back" and len(steps) > 1:
            table.go_to(game, seat, seq, key, data.draw(st.sampled_from(steps[:-1])).batch.number)
        elif deed == "phase":
            table.submit(game, seat, seq, key, GoToPhase(state.round + 1, state.phase))
        elif deed[0] == "leader":
            name = data.draw(st.sampled_from([name for name, _status in state.leaders]))
            table.submit(game, seat, seq, key, CorrectBoard(moved(state, name, deed[1])))
        elif deed != "back":
            table.submit(game, seat, seq, key, CorrectBoard(tapped(state, *deed)))


@pytest.mark.slow
def test_more_than_twenty_thousand_entries_come_back(table: Table) -> None:
    data, rows = file_of(HOSTILE["taps"], rows=25_000)
    assert rows == 25_000
    copy = import_game(table, parse_game(data))
    assert table.load(copy.id).seq == rows


@pytest.mark.parametrize("name", HOSTILE)
def test_the_time_to_read_a_file_grows_with_its_size_only(name: str) -> None:
    """Eight times as much takes no more than some times eight; before, it would have been 64 times."""
    times = []
    for size in (50_000, 400_000):
        data, _rows = file_of(HOSTILE[name], size=size)
        times.append(min(spent(data) for _ in range(3)))
    assert times[1] < 8 * 3 * max(times[0], 0.002)


def spent(data: bytes) -> float:
    began = thread_time()
    with suppress(FormatError):
        read_game(parse_game(data))
    return thread_time() - began


@pytest.mark.parametrize(
    "changes",
    [
        {"wormsigns": [3] * (MOST_LISTED + 1)},
        {"cards": {"discards": ["ornithopter"] * (MOST_LISTED + 1)}},
        {"harvesting_sector": "\ud800"},
        {"expansions": ["x" * 300]},
    ],
)
def test_what_no_game_holds_is_refused(changes: Document) -> None:
    data, _rows = file_of(lambda _seq: {"v": 2, "type": "BoardCorrected", "changes": changes}, rows=5)
    with pytest.raises(FormatError) as problem:
        read_game(parse_game(data))
    assert problem.value.field_or_rule.startswith("events.")


def test_a_position_that_grows_with_each_entry_is_refused() -> None:
    frame = {"v": 2, "type": "StepOpened", "frame": {"type": "StationFrame", "area": 5}}
    data, _rows = file_of(lambda _seq: frame, rows=2000)
    with pytest.raises(FormatError, match=rf"leads to a position with more than {MOST_LISTED} frames"):
        read_game(parse_game(data))
