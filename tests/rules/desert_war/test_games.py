"""Whole games with Desert War: by scripts and by people who play at random, nothing is ever out of place."""

import pytest

from companion.rules import Event, State, check, evolve, execute
from companion.rules.commands import StartGame
from companion.rules.frames import GameOverFrame
from companion.rules.legal import OF_DESERT_WAR, legal_commands
from companion.rules.state import Mode, Rules
from companion.store.codec import decode_event, decode_state, encode_event, encode_state
from companion.store.shapes import from_text, to_text
from solo_bot.simulation.play import Series, play_game, selfplay
from tests.play.games import random_game
from tests.rules.invariants import faults

WAR = ("desert_war",)
TEAM = Rules(partners=2, harkonnen_partners=2)


@pytest.mark.slow
@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])
def test_scripts_play_whole_games_without_a_fault(mode: Mode) -> None:
    wrong: list[str] = []

    def watch(state: State, _events: tuple[Event, ...]) -> None:
        wrong.extend(faults(state))
        assert decode_state(from_text(to_text(encode_state(state)))) == state

    records = [play_game(seed, mode=mode, expansions=WAR, watch=watch) for seed in (3, 4)]
    assert wrong == [] == [one for record in records for one in (*record.violations, *record.refused)]
    given = {type(command) for record in records for command in record.commands}
    assert len(given & OF_DESERT_WAR) >= 8


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "rules"), [(Mode.DUEL, Rules()), (Mode.TEAM, TEAM)])
def test_random_games_fold_to_the_same_end_from_their_stored_events(mode: Mode, rules: Rules) -> None:
    given, end = random_game(mode, rules, 11, WAR)
    assert isinstance(end.frame, GameOverFrame)
    state = folded = State()
    for command, anyway in given:
        state, events = execute(state, command, record_anyway=anyway)
        assert faults(state) == []
        for event in events:
            stored = from_text(to_text(encode_event(event, folded)))
            folded = evolve(folded, decode_event(stored, folded))
    assert folded == state == end


@pytest.mark.slow
def test_what_is_legal_passes_and_whoever_is_asked_can_go_on() -> None:
    state = execute(State(), StartGame(mode=Mode.DUEL, expansions=WAR))[0]
    for command, anyway in random_game(Mode.DUEL, Rules(), 5, WAR)[0][1:60]:
        state = execute(state, command, record_anyway=anyway)[0]
        listed = list(legal_commands(state))
        assert listed
        assert not any(check(state, one) for one in listed)


def test_selfplay_counts_no_violation_and_nothing_refused() -> None:
    found = selfplay(2, 3, lambda: 0.0, series=Series(Mode.DUEL, expansions=WAR))
    assert (found["games"], found["violations"], found["refused"]) == (2, 0, 0)
