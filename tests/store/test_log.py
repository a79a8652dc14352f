"""The log: exactly once, at the seq expected, and the same position however it is folded."""

import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.content.terms import Faction
from companion.rules import evolve
from companion.rules.events import Event, StepChanged, StepOpened
from companion.rules.frames import AtreidesRollFrame, SpiceFrame, StationFrame, TurnFrame
from companion.rules.state import State
from companion.store import (
    Conflict,
    Database,
    Entry,
    KeyReused,
    Log,
    NotFound,
    NothingToRedo,
    NothingToUndo,
    Timeline,
)
from companion.store.records import REDO, UNDO
from companion.store.shapes import DecodeError, to_text
from companion.store.timeline import Row, reversal_entry
from tests.store.conftest import START, entries, request

OPEN = StepOpened(AtreidesRollFrame())
TURN = StepOpened(TurnFrame(Faction.ATREIDES))
SPICE = StepChanged(SpiceFrame(4))


def write(log: Log, *events: Event, key: str | None = None) -> int:
    seq = log.seq("g1")
    return log.append(request(seq, key or f"key-{seq}"), entries(events)).seq


def undo(log: Log) -> int:
    timeline = log.timeline("g1")
    entry = reversal_entry(UNDO, timeline.to_undo.batch.number)
    return log.append(request(timeline.seq, f"undo-{timeline.seq}"), [entry]).seq


def redo(log: Log) -> int:
    timeline = log.timeline("g1")
    entry = reversal_entry(REDO, timeline.to_redo.batch.number)
    return log.append(request(timeline.seq, f"redo-{timeline.seq}"), [entry]).seq


def test_a_batch_is_appended_at_the_seq_expected(log: Log) -> None:
    written = log.append(request(0, "a", command="StartGame"), entries([OPEN, TURN]))
    assert (written.batch, written.seq, written.repeated) == (1, 2, False)
    timeline = log.timeline("g1")
    assert timeline.state.frames == (AtreidesRollFrame(), TurnFrame(Faction.ATREIDES))
    (batch,) = timeline.batches
    assert (batch.number, batch.last, batch.command, batch.events) == (1, 2, "StartGame", (OPEN, TURN))
    assert batch.created == START


def test_a_stale_write_is_refused_and_tells_what_changed(log: Log) -> None:
    write(log, OPEN)
    write(log, TURN)
    with pytest.raises(Conflict) as caught:
        log.append(request(1, "late"), entries([SPICE]))
    assert (caught.value.expected, caught.value.current) == (1, 2)
    assert [past.batch.events for past in log.timeline("g1").since(1)] == [(TURN,)]
    assert log.seq("g1") == 2
    assert log.answered("g1", "late", "d") is None


def test_a_write_from_the_future_is_refused(log: Log) -> None:
    with pytest.raises(Conflict, match="stands at 0, not at 5"):
        log.append(request(5, "early"), entries([OPEN]))


def test_a_repeated_request_is_answered_but_not_carried_out_again(log: Log) -> None:
    first = log.append(request(0, "tap"), entries([OPEN, TURN]))
    write(log, SPICE)
    again = log.append(request(0, "tap"), entries([OPEN, TURN]))
    assert again == replace(first, repeated=True)
    assert log.seq("g1") == 3


def test_a_key_used_for_another_request_is_refused(log: Log) -> None:
    log.append(request(0, "tap", digest="one"), entries([OPEN]))
    with pytest.raises(KeyReused, match="'tap' was used for another request"):
        log.append(request(1, "tap", digest="two"), entries([TURN]))
    assert log.seq("g1") == 1


def test_an_unknown_game_is_refused(log: Log) -> None:
    with pytest.raises(NotFound, match="'nowhere'"):
        log.timeline("nowhere")
    with pytest.raises(NotFound, match="'nowhere'"):
        log.append(request(0, "a", game="nowhere"), entries([OPEN]))


def test_an_empty_batch_is_refused(log: Log) -> None:
    with pytest.raises(ValueError, match="at least one entry"):
        log.append(request(0, "a"), [])


def test_undo_and_redo_give_the_same_positions_and_leave_every_row(log: Log) -> None:
    states = []
    for event in (OPEN, TURN, SPICE):
        write(log, event)
        states.append(log.timeline("g1").state)
    undo(log)
    assert log.timeline("g1").state == states[1]
    undo(log)
    assert log.timeline("g1").state == states[0]
    redo(log)
    assert log.timeline("g1").state == states[1]
    redo(log)
    assert log.timeline("g1").state == states[2]
    assert log.seq("g1") == 7
    with pytest.raises(NothingToRedo):
        _ = log.timeline("g1").to_redo


def test_a_new_command_ends_redoing_but_history_keeps_what_was_undone(log: Log) -> None:
    write(log, OPEN)
    write(log, TURN)
    undo(log)
    write(log, StepOpened(StationFrame(5)))
    timeline = log.timeline("g1")
    with pytest.raises(NothingToRedo):
        _ = timeline.to_redo
    assert timeline.state.frames == (AtreidesRollFrame(), StationFrame(5))
    assert [(past.batch.events, past.undone) for past in timeline.history()] == [
        ((OPEN,), False),
        ((TURN,), True),
        ((StepOpened(StationFrame(5)),), False),
    ]


def test_the_opening_of_a_game_stays(log: Log) -> None:
    write(log, OPEN)
    with pytest.raises(NothingToUndo):
        _ = log.timeline("g1").to_undo


def test_what_changed_names_batches_taken_back_and_put_back(log: Log) -> None:
    write(log, OPEN)
    seen = write(log, TURN)
    undo(log)
    (past,) = log.timeline("g1").since(seen)
    assert (past.batch.events, past.undone) == ((TURN,), True)
    redo(log)
    (past,) = log.timeline("g1").since(seen)
    assert (past.batch.events, past.undone) == ((TURN,), False)


def test_everything_is_there_after_a_restart(url: str, log: Log, database: Database) -> None:
    write(log, OPEN, TURN)
    write(log, SPICE)
    undo(log)
    before = log.timeline("g1")
    database.close()
    reopened = Database(url)
    after = Log(reopened).timeline("g1")
    repeated = Log(reopened).append(request(0, "key-0"), entries([OPEN, TURN]))
    reopened.close()
    assert after == before
    assert repeated.repeated


def test_a_moment_of_the_past_can_be_folded(log: Log) -> None:
    write(log, OPEN)
    seq = write(log, TURN)
    state = log.timeline("g1").state
    write(log, SPICE)
    undo(log)
    undo(log)
    assert log.timeline_at("g1", seq).state == state


def test_a_moment_of_the_past_is_the_same_out_of_memory_as_read_again(log: Log, database: Database) -> None:
    write(log, OPEN, TURN)
    write(log, SPICE)
    write(log, TURN)
    undo(log)
    undo(log)
    redo(log)
    write(log, SPICE, TURN)
    undo(log)
    last = log.timeline("g1")
    asked = [0]
    for seq in range(1, last.seq + 1):
        read = Log(database).timeline_at("g1", seq)
        assert log.timeline_at("g1", seq) == read
        asked.append(len(read.undone))
    assert max(asked) == 2
    # The turn of row 4 was taken back for good: where it stood or waited, its position is not in memory.
    assert {seq for seq in range(last.seq + 2) if last.earlier(seq, "")} == {2, 3, 9, 10}


def test_of_two_simultaneous_writes_exactly_one_wins(log: Log) -> None:
    write(log, OPEN)
    for turn in range(10):
        seq = log.seq("g1")
        barrier, outcomes = threading.Barrier(2), list[object]()

        def tap(key: str, seq: int = seq, barrier: threading.Barrier = barrier, out: list[object] = outcomes) -> None:
            barrier.wait()
            try:
                out.append(log.append(request(seq, key), entries([TURN])))
            except Conflict as conflict:
                out.append(conflict)

        threads = [threading.Thread(target=tap, args=(f"{turn}-{name}",)) for name in "ab"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "Written"]
        assert log.seq("g1") == seq + 1


def test_the_same_tap_twice_at_once_is_written_once(log: Log) -> None:
    barrier, outcomes = threading.Barrier(4), list[bool]()

    def tap() -> None:
        barrier.wait()
        outcomes.append(log.append(request(0, "tap"), entries([OPEN])).repeated)

    threads = [threading.Thread(target=tap) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [False, True, True, True]
    assert log.seq("g1") == 1


def test_a_row_that_cannot_be_read_is_named(log: Log) -> None:
    write(log, OPEN)
    log.append(request(1, "bad"), [Entry("StepOpened", '{"v":9,"type":"StepOpened"}')])
    with pytest.raises(DecodeError, match=r"row 2\.v: .*not 9"):
        log.timeline("g1")


@pytest.mark.parametrize(
    "payload, said",
    [
        ({"v": 1, "batch": 1}, "batch 1 cannot be the next one"),
        ({"v": 1, "batch": "2"}, "must be a whole number"),
        ({"v": 2, "batch": 2}, "version is not known"),
        ([], "version is not known"),
    ],
)
def test_an_undo_that_makes_no_sense_is_named(log: Log, payload: object, said: str) -> None:
    write(log, OPEN)
    write(log, TURN)
    log.append(request(2, "bad"), [Entry(UNDO, to_text(payload))])
    with pytest.raises(DecodeError, match=f"row 3.undo.*{said}"):
        log.timeline("g1")


def rows_of(actions: list[str]) -> list[Row]:
    """The rows of a game in which ``actions`` are done; what cannot be undone or redone is left out."""
    rows, done, undone = list[Row](), list[int](), list[int]()
    for number, action in enumerate(actions):
        seq = len(rows) + 1
        if action == "undo" and len(done) > 1:
            undone.append(done.pop())
            rows.append(Row(seq, seq, UNDO, reversal_entry(UNDO, undone[-1]).payload, UNDO, None, START))
        elif action == "redo" and undone:
            done.append(undone.pop())
            rows.append(Row(seq, seq, REDO, reversal_entry(REDO, done[-1]).payload, REDO, None, START))
        elif action not in ("undo", "redo"):
            done.append(seq)
            undone.clear()
            events = [StepOpened(StationFrame(number))] * int(action)
            rows += [
                Row(seq + n, seq, entry.kind, entry.payload, "Test", None, START)
                for n, entry in enumerate(entries(events))
            ]
    return rows


@given(st.lists(st.sampled_from(["1", "2", "undo", "redo"]), max_size=30), st.integers(0, 60))
def test_folding_at_once_in_two_parts_and_the_effective_events_agree(actions: list[str], cut: int) -> None:
    rows = rows_of(actions)
    whole = Timeline().extended(rows)
    while 0 < cut < len(rows) and rows[cut].batch == rows[cut - 1].batch:
        cut += 1
    assert Timeline().extended(rows[:cut]).extended(rows[cut:]) == whole
    state = State()
    for event in whole.events:
        state = evolve(state, event)
    assert state == whole.state
    assert whole.seq == len(rows)
    assert [past.batch.number for past in whole.history() if not past.undone] == [
        step.batch.number for step in whole.steps
    ]
