"""Random requests to the table: undo then redo gives the same game, a repeated or refused request changes nothing."""

import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.rules import Command, Refused, State
from companion.rules.legal import legal_commands
from companion.service import DiceBy, GameSettings, Table
from companion.service.chance import Chance
from companion.service.quick import quick_set_up
from companion.store import Conflict, Database, NothingToRedo, NothingToUndo
from tests.rules.machines.moves import anything, kinds_open, of_kind
from tests.rules.machines.profiles import PLAYED, machine_settings, report

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
FASTEST = Path("/dev/shm")


class RandomRequests(RuleBasedStateMachine):
    """One game on a store of its own; ``done`` are its positions, ``undone`` those that redo gives back."""

    def __init__(self) -> None:
        super().__init__()
        folder = FASTEST if FASTEST.is_dir() else None
        self.folder = tempfile.TemporaryDirectory(prefix="machine-", dir=folder)
        self.database = Database(f"sqlite:///{self.folder.name}/games.sqlite")
        self.table = Table(self.database, lambda: NOON)
        self.done: list[State] = []
        self.undone: list[State] = []
        self.seq = 0
        self.requests = 0
        self.last: tuple[str, int, Command] | None = None

    @initialize(quick=st.booleans())
    def begin(self, quick: bool) -> None:
        game, self.seat = self.table.create_game(GameSettings("g"), "device", "Ola")
        self.game = game.id
        if quick:
            # With a seed of the test: that of a game is drawn anew each time.
            opened = self.table.load(self.game)
            commands = quick_set_up(opened.state, Chance(7, opened.seq), DiceBy.APP)
            self.table.submit(self.game, self.seat, opened.seq, self.key(), commands)
        loaded = self.table.load(self.game)
        self.done = [loaded.timeline.steps[number].state for number in range(len(loaded.timeline.steps))]
        self.seq = loaded.seq

    def key(self) -> str:
        self.requests += 1
        return f"key-{self.requests}"

    @property
    def state(self) -> State:
        return self.done[-1]

    @rule(data=st.data())
    def submit(self, data: st.DataObject) -> None:
        kind = data.draw(st.sampled_from(kinds_open(self.state)))
        command = data.draw(st.sampled_from(of_kind(self.state, kind)))
        key = self.key()
        outcome = self.table.submit(self.game, self.seat, self.seq, key, command)
        PLAYED["submit"] += 1
        if outcome.events:
            self.last = key, self.seq, command
            self.done.append(outcome.state)
            self.undone.clear()
            self.seq = outcome.seq
        assert outcome.state == self.state

    @precondition(lambda self: self.last is not None)
    @rule()
    def repeat(self) -> None:
        assert self.last is not None
        key, seq, command = self.last
        assert self.table.submit(self.game, self.seat, seq, key, command).repeated
        PLAYED["repeat"] += 1

    @rule(data=st.data())
    def submit_anything(self, data: st.DataObject) -> None:
        command = anything(self.state, lambda options: data.draw(st.sampled_from(options)))
        if command is None or command in set(legal_commands(self.state, every_input=True)):
            return
        with pytest.raises(Refused):
            self.table.submit(self.game, self.seat, self.seq, self.key(), command)
        PLAYED["refused"] += 1

    @rule()
    def submit_too_late(self) -> None:
        command = next(legal_commands(self.state))
        with pytest.raises(Conflict):
            self.table.submit(self.game, self.seat, self.seq - 1, self.key(), command)
        PLAYED["conflict"] += 1

    @rule()
    def undo(self) -> None:
        self.revert(back=True)

    @rule()
    def redo(self) -> None:
        self.revert(back=False)

    @rule(times=st.integers(1, 4))
    def undo_then_redo(self, times: int) -> None:
        before = self.state
        count = min(times, len(self.done) - 1)
        for back in (True, False):
            for _ in range(count):
                self.revert(back=back)
        assert self.state == before

    def revert(self, *, back: bool) -> None:
        ask = self.table.undo if back else self.table.redo
        if len(self.done) == 1 if back else not self.undone:
            with pytest.raises(NothingToUndo if back else NothingToRedo):
                ask(self.game, self.seat, self.seq, self.key())
            return
        if back:
            self.undone.append(self.done.pop())
        else:
            self.done.append(self.undone.pop())
        outcome = ask(self.game, self.seat, self.seq, self.key())
        self.seq = outcome.seq
        assert outcome.state == self.state
        PLAYED["undo" if back else "redo"] += 1

    @invariant()
    def the_store_knows_the_position(self) -> None:
        if self.done:
            loaded = self.table.load(self.game)
            assert (loaded.seq, loaded.state) == (self.seq, self.state)

    def teardown(self) -> None:
        self.database.close()
        self.folder.cleanup()


@pytest.mark.slow
def test_undo_then_redo_is_the_same_game() -> None:
    run_state_machine_as_test(RandomRequests, settings=machine_settings())
    report("random requests")
