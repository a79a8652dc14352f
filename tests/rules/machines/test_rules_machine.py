"""Random legal play of both sides: totals hold, ``check`` agrees with ``legal``, the log tells the whole story."""

from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from companion.rules import Command, Refused, State, check, evolve, execute
from companion.rules.commands import CarryOutStep, StartGame
from companion.rules.events import Event
from companion.rules.frames import GameOverFrame
from companion.rules.legal import legal_commands
from companion.store.codec import decode_command, decode_event, decode_state, encode_command, encode_event, encode_state
from companion.store.shapes import from_text, to_text
from tests.rules.invariants import faults, losses
from tests.rules.machines.moves import NOTES, anything, kinds_open, of_kind, unusual, weight
from tests.rules.machines.profiles import PLAYED, machine_settings, report
from tests.rules.machines.starts import STARTS


class RandomGame(RuleBasedStateMachine):
    """A game in which anything legal happens, and much is tried that is not."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State()
        self.folded = State()
        self.fresh: tuple[Event, ...] = ()

    @initialize(name=st.sampled_from(list(STARTS)))
    def begin(self, name: str) -> None:
        self.state = self.folded = STARTS[name]()

    def take(self, data: st.DataObject, options: Any, label: str) -> Any:
        return data.draw(st.sampled_from(options), label=label)

    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """Every legal command can be executed, and what it causes folds to the same position."""
        kinds = kinds_open(self.state)
        if set(kinds) - set(NOTES):
            kind = self.take(data, [kind for kind in kinds for _ in range(weight(kind))], "kind")
            self.carry_out(self.take(data, of_kind(self.state, kind), "command"))
        elif isinstance(self.state.frame, GameOverFrame):
            PLAYED["game over"] += 1
        else:
            options = unusual(self.state)
            assert options, f"stuck: {self.state.frames}"
            self.carry_out(self.take(data, options, "unusual"), anyway=True)

    def carry_out(self, command: Command, *, anyway: bool = False) -> None:
        before = self.state
        self.state, self.fresh = execute(before, command, record_anyway=anyway)
        assert decode_command(from_text(to_text(encode_command(command)))) == command
        if not isinstance(command, StartGame):
            assert losses(before, self.state) == []
        PLAYED[f"play {type(command).__name__}"] += 1

    @rule(data=st.data())
    def try_anything(self, data: st.DataObject) -> None:
        """What is not on the list is refused or unusual, and a refused command changes nothing."""
        command = anything(self.state, lambda options: self.take(data, options, "part"))
        PLAYED["nothing to try" if command is None else "try"] += 1
        if command is None:
            return
        reasons = check(self.state, command)
        if not reasons and isinstance(command, CarryOutStep):
            # Cards list one choice of figures; others may be legal too.
            return
        if not reasons:
            listed = legal_commands(self.state, every_input=True)
            assert command in {it for it in listed if type(it) is type(command)}, f"legal and not listed: {command}"
            return
        before = to_text(encode_state(self.state))
        with pytest.raises(Refused) as refused:
            execute(self.state, command)
        assert refused.value.refusals == reasons
        assert to_text(encode_state(self.state)) == before

    @invariant()
    def nothing_is_lost_or_won(self) -> None:
        assert faults(self.state) == []

    @invariant()
    def the_log_tells_it_all(self) -> None:
        for event in self.fresh:
            self.folded = evolve(self.folded, decode_event(from_text(to_text(encode_event(event)))))
        self.fresh = ()
        assert self.folded == self.state

    @invariant()
    def the_codec_loses_nothing(self) -> None:
        assert decode_state(from_text(to_text(encode_state(self.state)))) == self.state


@pytest.mark.slow
def test_random_games_keep_the_rules() -> None:
    run_state_machine_as_test(RandomGame, settings=machine_settings())
    report("random games")
