"""Storms over Harkonnen legions in the open, and the way through a whole hazards phase."""

from typing import Any

import pytest

from companion.content.terms import CombatFace, Phase, Power, Wormsign
from companion.rules.army import Army
from companion.rules.commands import (
    BeginHazards,
    BeginStorm,
    CorrectBoard,
    Retreat,
    RevealTokens,
    RollAttackDice,
    SettleWorm,
    TakeHits,
    TurnWormsign,
)
from companion.rules.frames import Cause, HazardsFrame, HazardStage, HitsFrame, RevealTokensFrame, RollFrame
from companion.rules.handlers.storms import storm_areas
from companion.rules.state import State
from tests.rules.battle.table import HARKONNEN, Legions, area, areas, army, codes, play, position

HIT, SHIELD, SPECIAL = CombatFace.HIT, CombatFace.SHIELD, CombatFace.SPECIAL
ONE = Army(regular=1)


def storms(harkonnen: Legions, **changes: Any) -> State:
    frame = HazardsFrame(HazardStage.STORMS, areas(*harkonnen))
    return position(harkonnen, None, frame, phase=Phase.HAZARDS, **changes)


def hazards_are_over(state: State) -> bool:
    return not any(isinstance(frame, HazardsFrame) for frame in state.frames)


@pytest.mark.rule("STORM-1")
def test_STORM_1_plateau_minor_erg_and_desert_are_open_mountains_are_not() -> None:
    open_ground = ("pasty_mesa", "cne_8", "ne_12", "ne_13")
    state = position(dict.fromkeys((*open_ground, "shield_wall_east", "cne_1"), ONE), {"ne_9": ONE})
    assert storm_areas(state) == areas(*open_ground)


SHELTERED = ("arrakeen", "carthag", "arsunt", "hagga_basin", "imperial_basin")


@pytest.mark.rule("STORM-1", "ATOM-1")
@pytest.mark.parametrize(
    "atomics, opened",
    [
        (None, ()),
        ("splintered_rock", ("hagga_basin",)),
        ("hole_in_the_rock", ("imperial_basin",)),
        ("rimwall_west", ("imperial_basin", "arrakeen")),
    ],
)
def test_STORM_1_five_plateaus_are_sheltered_unless_atomics_opened_them(
    atomics: str | None, opened: tuple[str, ...]
) -> None:
    state = position(dict.fromkeys(SHELTERED, ONE), atomics=None if atomics is None else area(atomics))
    assert storm_areas(state) == areas(*opened)


@pytest.mark.rule("STORM-1")
def test_STORM_1_two_dice_with_the_values_of_the_terrain() -> None:
    state = storms({"ne_12": Army(regular=3), "ne_13": Army(regular=5), "pasty_mesa": Army(regular=2)})
    state = play(state, BeginStorm(area("ne_13")))
    assert state.frame == RollFrame(Cause.STORM, HARKONNEN, area("ne_13"), 2, (1, 0, 2))
    assert codes(state, RollAttackDice((HIT,))) == [("STORM-1", "wrong_number_of_dice")]
    assert codes(state, BeginStorm(area("ne_12"))) == [("STORM-1", "not_now")]
    state = play(state, RollAttackDice((SPECIAL, SPECIAL)))
    assert state.frame == HitsFrame(Cause.STORM, HARKONNEN, area("ne_13"), 4)
    state = play(state, TakeHits(HARKONNEN, ("regular",) * 4))
    assert codes(state, BeginStorm(area("ne_13"))) == [("STORM-1", "no_storm_there")]
    state = play(state, BeginStorm(area("pasty_mesa")), RollAttackDice((SPECIAL, SPECIAL)))
    assert state.frame == RollFrame(Cause.STORM, HARKONNEN, area("ne_12"), 2, (1, 0, 1))
    state = play(state, RollAttackDice((HIT, SPECIAL)), TakeHits(HARKONNEN, ("regular",) * 2))
    assert hazards_are_over(state)
    assert [army(state, HARKONNEN, name).units for name in ("ne_12", "ne_13", "pasty_mesa")] == [1, 1, 2]


@pytest.mark.rule("STORM-1")
def test_STORM_1_a_storm_never_removes_a_harvester() -> None:
    state = storms({"ne_12": ONE, "se_7": ONE}, harvesters=areas("ne_12"))
    state = play(state, BeginStorm(area("ne_12")), RollAttackDice((HIT, HIT)), TakeHits(HARKONNEN, ("regular",)))
    assert army(state, HARKONNEN, "ne_12") == Army()
    assert state.harvesters == areas("ne_12")


@pytest.mark.rule("STORM-1", "WORM-4")
def test_STORM_1_only_a_worm_that_attacked_is_taken_away() -> None:
    state = storms({"ne_12": ONE, "se_7": ONE}, sandworms=areas("ne_12"))
    state = play(state, BeginStorm(area("ne_12")), RollAttackDice((SHIELD, SHIELD)))
    assert state.sandworms == areas("ne_12")


@pytest.mark.rule("STORM-1", "MAHDI-TOKEN-1")
def test_STORM_1_tokens_are_turned_before_the_dice() -> None:
    state = storms({"ne_12": Army(tokens=2), "se_7": ONE}, black_tokens=5, silver_tokens=5)
    state = play(state, BeginStorm(area("ne_12")))
    assert state.frame == RevealTokensFrame(HARKONNEN, area("ne_12"), Cause.STORM)
    state = play(state, RevealTokens(HARKONNEN, area("ne_12"), 2, Army(regular=2, generic=1)))
    assert state.frame == RollFrame(Cause.STORM, HARKONNEN, area("ne_12"), 2, (1, 0, 1))


@pytest.mark.rule("R-34", "MAHDI-TOKEN-1")
def test_R_34_excess_of_turned_tokens_goes_before_the_storm() -> None:
    legions = {"ne_12": Army(regular=3, tokens=2), "se_7": ONE}
    state = storms(legions, black_tokens=5, silver_tokens=5, bans=frozenset({Power.CHOAM}))
    state = play(state, BeginStorm(area("ne_12")))
    state = play(state, RevealTokens(HARKONNEN, area("ne_12"), 2, Army(elite=2, special=1)))
    assert army(state, HARKONNEN, "ne_12") == Army(regular=2, elite=2, special=1)
    assert isinstance(state.frame, RollFrame)


@pytest.mark.rule("STORM-1")
def test_STORM_1_the_last_storm_needs_no_choice_and_the_phase_ends_after_it() -> None:
    state = storms({"ne_12": Army(regular=2), "se_7": ONE})
    assert codes(state, BeginStorm(area("ne_9"))) == [("STORM-1", "no_storm_there")]
    state = play(state, BeginStorm(area("se_7")), RollAttackDice((SHIELD, SHIELD)))
    assert state.frame == RollFrame(Cause.STORM, HARKONNEN, area("ne_12"), 2, (1, 0, 1))
    assert hazards_are_over(play(state, RollAttackDice((SHIELD, SHIELD))))


@pytest.mark.rule("STORM-1")
def test_STORM_1_a_storm_over_a_legion_that_a_correction_took_away_lapses() -> None:
    state = play(storms({"ne_12": ONE, "se_7": ONE}), BeginStorm(area("se_7")))
    state = play(state, CorrectBoard(state.with_army(HARKONNEN, area("ne_12"), None)))
    assert hazards_are_over(play(state, RollAttackDice((SHIELD, SHIELD))))


@pytest.mark.rule("WORM-1", "WORM-4", "STORM-1")
def test_a_whole_hazards_phase() -> None:
    start = HazardsFrame(HazardStage.WORMSIGNS)
    legions = {"ne_13": Army(regular=3), "pasty_mesa": Army(regular=2), "cne_1": Army(regular=2)}
    state = position(legions, {"ne_9": ONE}, start, phase=Phase.HAZARDS, harvesters=areas("se_7", "sw_1"))
    state = play(state, BeginHazards())
    assert state.wormsigns == areas("ne_13", "se_7", "sw_1")
    state = play(
        state,
        TurnWormsign(area("ne_13"), Wormsign.BURIED_SANDWORM),
        TurnWormsign(area("se_7"), Wormsign.SANDWORM),
        TurnWormsign(area("sw_1"), Wormsign.SAND),
    )
    assert state.frame == HazardsFrame(HazardStage.WORMS, areas("ne_13", "se_7"), areas("ne_13", "se_7"))
    state = play(state, SettleWorm(area("se_7")))
    assert state.harvesters == areas("sw_1")
    state = play(state, Retreat(area("ne_12")))
    assert state.frame == HazardsFrame(HazardStage.STORMS, areas("ne_12", "pasty_mesa"), areas("ne_13", "se_7"))
    state = play(state, BeginStorm(area("pasty_mesa")), RollAttackDice((HIT, SPECIAL)))
    state = play(state, TakeHits(HARKONNEN, ("regular",)), RollAttackDice((SHIELD, HIT)))
    state = play(state, TakeHits(HARKONNEN, ("regular",)))
    assert hazards_are_over(state)
    assert [army(state, HARKONNEN, name).units for name in ("ne_12", "pasty_mesa", "cne_1")] == [2, 1, 2]
    assert state.sandworms == areas("ne_13", "se_7")
    assert state.phase is Phase.SPICE
