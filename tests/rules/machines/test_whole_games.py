"""Whole games of two and of four from the set-up on: scripts lead them through every phase, and between their steps
anything legal happens."""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule, run_state_machine_as_test

from companion.content.terms import Faction, Phase
from companion.rules import State
from companion.rules.commands import StartGame
from companion.rules.frames import GameOverFrame
from companion.rules.state import Mode
from solo_bot.simulation.people import people_ideas
from solo_bot.simulation.play import GameRecord, execute_first, usual_rules
from solo_bot.simulation.truth import Truth
from tests.rules.machines.profiles import GAMES, NIGHTLY, PLAYED, machine_settings, report
from tests.rules.machines.test_rules_machine import RandomGame

STRIDES = (1, 10, 40, 120)
"""How many deeds of the scripts follow each other."""
FEW_GAMES = 6
PHASES = frozenset(Phase) - {Phase.START}
SEEN: set[tuple[Mode, object]] = set()
"""The modes with the phases and winners that the games of this run came to."""


class WholeGame(RandomGame):
    """A game between people; ``RandomGame`` says what holds at every step of it."""

    mode: Mode

    @initialize(name=st.just(""), seed=st.integers(0, 10_000))
    def begin(self, name: str, seed: int = 0) -> None:
        self.truth, self.record = Truth(Random(seed)), GameRecord(seed)
        self.carry_out(StartGame(usual_rules(self.mode), self.mode))

    @rule(stride=st.sampled_from(STRIDES))
    def as_scripted(self, stride: int) -> None:
        """Both sides do what they are after; what the table shows is never refused, and no game is stuck."""
        for _ in range(stride):
            if isinstance(self.state.frame, GameOverFrame):
                break
            found = execute_first(self.state, people_ideas(self.state, self.truth), self.record)
            assert found, f"stuck: {self.state.frames}"
            self.state, events = found
            self.fresh = (*self.fresh, *events)
            PLAYED["scripted"] += 1
            self.note(self.state)
        assert self.record.refused == []

    def note(self, state: State) -> None:
        """Remembers how far the games came."""
        SEEN.add((self.mode, state.phase))
        if state.winner is not None:
            SEEN.add((self.mode, state.winner))


class WholeDuel(WholeGame):
    """Two players."""

    mode = Mode.DUEL


class WholeTeamGame(WholeGame):
    """Four players, two on each side."""

    mode = Mode.TEAM


@pytest.mark.slow
@pytest.mark.parametrize("machine", [WholeDuel, WholeTeamGame])
def test_whole_games_between_people_keep_the_rules(machine: type[WholeGame]) -> None:
    SEEN.clear()
    games = settings(machine_settings(), max_examples=GAMES if NIGHTLY else FEW_GAMES)
    run_state_machine_as_test(machine, settings=games)
    report(machine.__name__)
    assert {(machine.mode, phase) for phase in PHASES} <= SEEN
    assert SEEN & {(machine.mode, winner) for winner in Faction}
