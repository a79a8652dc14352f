"""Free actions in the middle of a battle of the own turn, and what becomes of it (FREE-0, ATOM-1, BATTLE-10)."""

from dataclasses import replace

import pytest

from companion.content.terms import Faction, Result
from companion.rules.army import Army
from companion.rules.commands import Advance, CorrectBoard, DetonateAtomics, RevealSietch, RevealTokens, Scout, TakeHits
from companion.rules.events import BattleEnded
from companion.rules.frames import (
    ActionFrame,
    BattleFrame,
    BattleStage,
    Cause,
    HitsFrame,
    RevealTokensFrame,
    TurnFrame,
)
from companion.rules.state import Mode, Sietch, State
from tests.rules.battle.table import ATREIDES, HARKONNEN, area, army, codes, events, play, position

ROCK = "splintered_rock"


def in_battle(
    attacker: Faction, source: str, target: str, turn: Faction, stage: BattleStage = BattleStage.ROLL
) -> State:
    """A battle between people in somebody's turn; Atreides hold tokens in Windgap and may use atomics."""
    places = {attacker: source, attacker.enemy: target}
    atreides = {places[ATREIDES]: Army(2), "windgap": Army(tokens=2)}
    frame = BattleFrame(attacker, area(source), area(target), stage=stage)
    return position(
        {places[HARKONNEN]: Army(2)},
        atreides,
        TurnFrame(turn, acted=True, spent_die=True),
        ActionFrame(turn, Result.STRATEGY),
        frame,
        mode=Mode.DUEL,
        prescience=(8, 0, 0),
        ornithopters=(3,),
    )


def own(stage: BattleStage = BattleStage.ROLL) -> State:
    return in_battle(ATREIDES, "ne_14", ROCK, ATREIDES, stage)


MIDST = [stage for stage in BattleStage if stage is not BattleStage.REVEAL]


@pytest.mark.rule("FREE-0", "FREE-1")
@pytest.mark.parametrize("stage", MIDST)
def test_FREE_0_guerrilla_training_in_the_own_battle(stage: BattleStage) -> None:
    training = RevealTokens(ATREIDES, area("windgap"), 1, Army(regular=1))
    state = own(stage)
    assert codes(state, training) == []
    assert army(play(own(), training), ATREIDES, "windgap") == Army(regular=1, tokens=1)
    theirs = in_battle(HARKONNEN, ROCK, "ne_14", HARKONNEN, stage)
    assert codes(theirs, training) == [("TOKEN-1", "not_now")]


@pytest.mark.rule("FREE-0")
def test_FREE_0_a_sietch_is_turned_in_the_own_battle() -> None:
    state = replace(own(), sietches=(Sietch(area("windgap"), 2),))
    assert codes(state, RevealSietch(area("windgap"), 2)) == []


@pytest.mark.rule("FREE-0", "FREE-2")
def test_FREE_0_scouting_in_the_own_battle() -> None:
    state = in_battle(HARKONNEN, "ne_14", ROCK, HARKONNEN)
    scouts = [Scout(zone, area("windgap"), tokens=True) for zone in range(8)]
    possible = [one for one in scouts if not codes(replace(state, ornithopters=(one.zone,)), one)]
    assert possible
    state = play(replace(state, ornithopters=(possible[0].zone,)), possible[0])
    assert isinstance(state.frame, RevealTokensFrame)
    state = play(state, RevealTokens(ATREIDES, area("windgap"), 2, Army(regular=2)))
    assert isinstance(state.frame, BattleFrame)
    assert codes(own(), possible[0]) == [("FREE-2", "not_now")]


@pytest.mark.rule("FREE-0", "ATOM-1", "BATTLE-10")
def test_FREE_0_atomics_drive_the_attacked_legion_away_and_win_the_battle() -> None:
    command = DetonateAtomics(area(ROCK), _next_to_the_rock(own()))
    assert codes(own(), command) == []
    state = play(own(), command)
    assert [one.how for one in events(own(), command) if isinstance(one, BattleEnded)] == ["retreated"]
    assert isinstance(state.frame, BattleFrame)
    assert state.frame.stage is BattleStage.ADVANCE


@pytest.mark.rule("FREE-0", "ATOM-1", "BATTLE-10")
def test_FREE_0_atomics_under_the_own_attackers_end_the_attack() -> None:
    state = in_battle(ATREIDES, ROCK, "ne_14", ATREIDES)
    command = DetonateAtomics(area(ROCK), _next_to_the_rock(state))
    ended = [one for one in events(state, command) if isinstance(one, BattleEnded)]
    assert [(one.winner, one.how) for one in ended] == [(HARKONNEN, "ceased")]
    assert not isinstance(play(state, command).frame, BattleFrame)


@pytest.mark.rule("FREE-0", "ATOM-1")
def test_FREE_0_no_atomics_in_the_turn_of_the_opponent() -> None:
    state = in_battle(HARKONNEN, ROCK, "ne_14", HARKONNEN)
    assert codes(state, DetonateAtomics(area(ROCK), _next_to_the_rock(state))) == [("ATOM-1", "not_now")]


def _next_to_the_rock(state: State) -> int:
    """An area that either side may be moved to from the rock."""
    free = state.free_mask(HARKONNEN) & state.free_mask(ATREIDES) & state.graph.passable[area(ROCK)]
    return free.bit_length() - 1


@pytest.mark.rule("BATTLE-10")
@pytest.mark.parametrize("gone, winner", [(ATREIDES, HARKONNEN), (HARKONNEN, ATREIDES)])
def test_BATTLE_10_a_battle_ends_when_a_correction_takes_a_legion_away(gone: Faction, winner: Faction) -> None:
    state = in_battle(ATREIDES, "ne_14", "ne_12", ATREIDES, BattleStage.CASUALTIES)
    sides = state.frame.sides if isinstance(state.frame, BattleFrame) else ()
    assert sides
    state = state.with_army(gone, area("ne_14" if gone is ATREIDES else "ne_12"), None)
    state = play(state, RevealTokens(ATREIDES, area("windgap"), 1, Army(regular=1)))
    frame = state.frame
    if winner is ATREIDES:
        assert isinstance(frame, BattleFrame)
        assert frame.stage is BattleStage.ADVANCE
    else:
        assert not isinstance(frame, BattleFrame)


@pytest.mark.rule("BATTLE-10")
@pytest.mark.parametrize(
    "gone, winner, how",
    [
        ((ATREIDES,), HARKONNEN, "eliminated"),
        ((HARKONNEN,), ATREIDES, "eliminated"),
        ((ATREIDES, HARKONNEN), None, "both"),
    ],
)
def test_BATTLE_10_who_is_taken_off_in_the_midst_of_a_round_did_not_retreat(
    gone: tuple[Faction, ...], winner: Faction | None, how: str
) -> None:
    state = in_battle(ATREIDES, "ne_14", "ne_12", ATREIDES)
    for faction in gone:
        state = state.with_army(faction, area("ne_14" if faction is ATREIDES else "ne_12"), None)
    training = RevealTokens(ATREIDES, area("windgap"), 1, Army(regular=1))
    assert [one for one in events(state, training) if isinstance(one, BattleEnded)] == [
        BattleEnded(area("ne_12"), winner, how)
    ]
    after = play(state, training)
    if winner is not ATREIDES:
        assert after.frames == (TurnFrame(ATREIDES, acted=True, spent_die=True),)


@pytest.mark.rule("BATTLE-11", "SETTLE-3", "ATOM-1", tries=True)
def test_BATTLE_11_winners_whom_their_own_atomics_drive_away_destroy_no_settlement() -> None:
    state = in_battle(ATREIDES, ROCK, "hagga_basin", ATREIDES, BattleStage.ADVANCE)
    state = state.with_army(HARKONNEN, area("hagga_basin"), None)
    after = play(state, DetonateAtomics(area(ROCK), _next_to_the_rock(state)))
    assert after.frames == (TurnFrame(ATREIDES, acted=True, spent_die=True),)
    assert codes(after, Advance(True)) == [("BATTLE-11", "not_now")]
    assert (after.settlements, after.prescience) == (state.settlements, state.prescience)


@pytest.mark.rule("TOKEN-1", "MAHDI-TOKEN-1", tries=True)
@pytest.mark.parametrize("faction", [ATREIDES, HARKONNEN])
def test_TOKEN_1_tokens_that_a_correction_lays_into_a_legion_are_turned_before_its_hits(faction: Faction) -> None:
    place = area("ne_14")
    state = position(
        {"ne_14": Army(regular=2)} if faction is HARKONNEN else {}, {}, HitsFrame(Cause.WORM, faction, place, 1)
    )
    state = play(state, CorrectBoard(state.with_army(faction, place, Army(regular=1, tokens=1))))
    assert state.frame == RevealTokensFrame(faction, place, Cause.WORM)
    assert codes(state, TakeHits(faction, ("regular",))) == [("BATTLE-7", "not_now")]
    colour = "black" if faction is HARKONNEN else None
    state = play(state, RevealTokens(faction, place, 1, Army(regular=1), colour))
    assert state.frame == HitsFrame(Cause.WORM, faction, place, 1)
    assert codes(state, TakeHits(faction, ("regular",))) == []
