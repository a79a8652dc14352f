"""Whole simulated games between people: legal at every step, nothing lost, no word of the solo procedure."""

from collections.abc import Sequence

import pytest

from companion.content import CARDS
from companion.content.terms import Faction
from companion.rules import commands, frames
from companion.rules.events import HarkonnenCardPlayed
from companion.rules.frames import CardsFrame, GarrisonFrame, RoundStartFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from solo_bot.simulation import GameRecord, Series, play_game, selfplay

OF_SOLO = (commands.RollHarkonnenDie, commands.DrawTactical, commands.RevealCard, commands.CardWithoutEffect)
GAMES = ((Mode.DUEL, 1), (Mode.DUEL, 2), (Mode.TEAM, 1), (Mode.TEAM, 2))


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: f"{game[0].value}-{game[1]}")
def played(request: pytest.FixtureRequest) -> tuple[GameRecord, Sequence[State]]:
    mode, seed = request.param
    states: list[State] = []
    return play_game(seed, mode=mode, watch=lambda state, _events: states.append(state)), states


def test_a_game_between_people_comes_to_a_victory(played: tuple[GameRecord, Sequence[State]]) -> None:
    record, states = played
    assert record.winner in (HARKONNEN, ATREIDES)
    assert (record.refused, record.violations) == ([], [])
    assert states[-1].mode in (Mode.DUEL, Mode.TEAM)


def test_nobody_does_what_only_the_solo_game_has(played: tuple[GameRecord, Sequence[State]]) -> None:
    record, states = played
    assert not any(isinstance(command, OF_SOLO) for command in record.commands)
    assert not any(
        isinstance(frame, CardsFrame | GarrisonFrame | RoundStartFrame) for s in states for frame in s.frames
    )


def test_both_sides_take_turns_with_dice_and_cards(played: tuple[GameRecord, Sequence[State]]) -> None:
    record, _states = played
    dice = [command.faction for command in record.commands if isinstance(command, commands.SpendDie)]
    assert min(dice.count(HARKONNEN), dice.count(ATREIDES)) > 5
    assert any(isinstance(command, commands.Attack) and command.faction is HARKONNEN for command in record.commands)
    cards = [event for event in record.events if isinstance(event, HarkonnenCardPlayed)]
    assert all(CARDS[card.card].deck.faction is HARKONNEN for card in cards)


def test_a_shared_faction_has_its_dice_on_two_dashboards() -> None:
    record = play_game(3, mode=Mode.TEAM)
    rolls = [command for command in record.commands if isinstance(command, commands.RollHarkonnenDice)]
    assert rolls
    assert all(roll.rolled and roll.corrino for roll in rolls)


def test_the_same_seed_gives_the_same_game_between_people() -> None:
    first, again = (play_game(5, mode=Mode.DUEL) for _ in range(2))
    assert (first.commands, first.winner) == (again.commands, again.winner)


@pytest.mark.slow
def test_either_side_may_win_a_game_between_people() -> None:
    """The scripted Harkonnen win about every eighth game: over thirty the chance that none is theirs is small."""
    winners = set[Faction | None]()
    for seed in range(30):
        winners.add(play_game(seed, mode=Mode.DUEL, inspect_each_batch=False).winner)
        if len(winners) > 1:
            break
    assert winners == {HARKONNEN, ATREIDES}


def test_selfplay_counts_games_between_people() -> None:
    found = selfplay(2, 1, lambda: 0.0, series=Series(Mode.TEAM))
    assert (found["games"], found["violations"], found["refused"]) == (2, 0, 0)


@pytest.mark.slow
def test_the_harkonnen_choose_where_beaten_atreides_retreat() -> None:
    """BATTLE-9: over some games both sides had to flee, and each time the game went on."""
    fled = set[Faction]()
    for seed in range(12):
        play_game(seed, mode=Mode.DUEL, watch=lambda state, _events: _note_flight(state, fled))
    assert fled == {HARKONNEN, ATREIDES}


def _note_flight(state: State, fled: set[Faction]) -> None:
    frame = state.frame
    if isinstance(frame, frames.BattleFrame) and frame.stage is frames.BattleStage.DESTINATION:
        fled.add(frame.defender)
