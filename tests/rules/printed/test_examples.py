"""The worked examples of the rulebook, with their figures."""

import pytest

from companion.content.terms import Power, Result
from companion.rules import Army, State, combat
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.commands import (
    ChooseLeaders,
    CollectSpice,
    ContinueAttack,
    DiscardForDice,
    SpendSpice,
    UseBeneGesserit,
)
from companion.rules.frames import BattleFrame, BattleStage, HarvestFrame, HitsFrame, Roll, SpiceFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing
from tests.rules.battle.table import attack, chosen, duel, fight, hits, lose, roll, stage, turn
from tests.rules.flow import table
from tests.rules.flow.table import area, areas, army, atreides_turn, codes, harkonnen_turn, move, play

BARON, PAUL = "baron_harkonnen", "paul_muaddib"


def siege() -> State:
    """p24: the legions of the example, after the declaration of the attack."""
    state = duel(
        {"ne_14": Army(regular=2, elite=2, special=1, generic=1, named=(BARON,))},
        {"gara_kulon": Army(regular=2, special=1, named=(PAUL,))},
        *turn(HARKONNEN),
        reinforcements=3,
    )
    return attack(state, HARKONNEN, "ne_14", "gara_kulon")


def rolled() -> State:
    """p25: 3 specials, 2 hits and 1 shield against 5 hits."""
    state = play(siege(), DiscardForDice(HARKONNEN, 1))
    return roll(state, (2, 1, 3), (5, 0, 0))


@pytest.mark.rule("BATTLE-3", "BATTLE-4")
def test_BATTLE_4_five_dice_each_and_a_card_makes_six() -> None:
    state = siege()
    assert combat.battle_dice(state, fight(state), ATTACKER) == combat.Dice(units=5, cards=0, rank=0, bonus=0)
    assert combat.battle_dice(state, fight(state), DEFENDER) == combat.Dice(units=3, cards=0, rank=2, bonus=0)
    assert codes(state, DiscardForDice(HARKONNEN, 2)) == [("BATTLE-4", "more_cards_than_dice")]
    state = play(state, DiscardForDice(HARKONNEN, 1))
    assert stage(state) is BattleStage.ROLL
    assert [combat.battle_dice(state, fight(state), side).total for side in (ATTACKER, DEFENDER)] == [6, 5]


@pytest.mark.rule("BATTLE-5", "BATTLE-6")
def test_BATTLE_6_both_sides_of_the_example_suffer_three_hits() -> None:
    state = rolled()
    assert stage(state) is BattleStage.CASUALTIES
    assert chosen(state) == (("bashar", BARON), ())
    attacker = fight(state).sides[ATTACKER]
    assert combat.strike(attacker.roll or Roll(), attacker.leaders or ()) == (3, 3)
    assert hits(state) == (3, 3)
    assert codes(state, ChooseLeaders(HARKONNEN, ("bashar",))) == [("BATTLE-5", "not_now")]


@pytest.mark.rule("BATTLE-7", "TANK-1")
def test_BATTLE_7_the_casualties_of_the_example() -> None:
    state = lose(rolled(), HARKONNEN, "elite", "elite", BARON)
    assert army(state, HARKONNEN, "ne_14") == Army(regular=4, special=1, generic=1)
    assert (state.leader(BARON).standing, state.leader(BARON).tank) == (Standing.TANK, 1)
    state = lose(state, ATREIDES, "special", "regular", "regular")
    assert army(state, ATREIDES, "gara_kulon") == Army(regular=1, named=(PAUL,))
    assert stage(state) is BattleStage.CONTINUE


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_going_on_against_the_sietch_of_the_example_costs_a_hit() -> None:
    state = lose(lose(rolled(), HARKONNEN, "elite", "elite", BARON), ATREIDES, "special", "regular", "regular")
    state = play(state, ContinueAttack())
    assert isinstance(state.frame, HitsFrame)
    assert (state.frame.faction, state.frame.hits) == (HARKONNEN, 1)
    state = lose(state, HARKONNEN, "regular")
    assert isinstance(state.frame, BattleFrame)
    assert state.frame.stage is BattleStage.RETREAT


@pytest.mark.rule("SPICE-2", "BAN-1")
def test_SPICE_2_four_spice_keep_two_markers_and_the_third_brings_its_ban() -> None:
    """p21; two harvesters in the deep desert are worth the 4 spice of the example."""
    ground = areas("ne_1", "nw_2")
    state = table.position({}, {}, HarvestFrame(), mode=Mode.DUEL, harvesters=ground, imperium=(2, 2, 2))
    assert all(state.deep_desert_mask >> place & 1 for place in ground)
    state = play(state, CollectSpice())
    assert state.frame == SpiceFrame(4)
    banned = frozenset({Power.LANDSRAAD})
    assert codes(state, SpendSpice((2, 2, 3), frozenset(), 0, 0)) == [("BAN-1", "wrong_bans")]
    assert codes(state, SpendSpice((2, 2, 2), frozenset(), 0, 0)) == [("SPICE-2", "not_enough_spice")]
    state = play(state, SpendSpice((2, 2, 3), banned, 0, 0))
    assert (state.imperium, state.bans, state.spice_reserve) == ((2, 2, 3), banned, 0)


@pytest.mark.rule("MOVE-1", "ACT-STRATEGY", "MOVE-2")
def test_MOVE_2_what_a_split_left_behind_may_be_the_second_legion() -> None:
    """p22: two of five units go first; the other three and their leader are free to move after them."""
    legion = {"cnw_3": Army(regular=5, generic=1)}
    state = table.position({}, legion, *table.turn(ATREIDES, moves=2, attack=True), mode=Mode.DUEL)
    state = play(state, move(ATREIDES, "cnw_3", "csw_1", Army(regular=2)))
    state = play(state, move(ATREIDES, "cnw_3", "cnw_4", Army(regular=3, generic=1)))
    assert army(state, ATREIDES, "csw_1") == Army(regular=2)
    assert army(state, ATREIDES, "cnw_4") == Army(regular=3, generic=1)


@pytest.mark.rule("MOVE-2")
def test_MOVE_2_two_legions_made_one_do_not_move_on_together() -> None:
    """p22: the first legion's figures would move twice."""
    legions = {"cnw_3": Army(regular=2), "csw_1": Army(elite=1)}
    state = table.position({}, legions, *table.turn(ATREIDES, moves=2, attack=True))
    state = play(state, move(ATREIDES, "cnw_3", "csw_1", Army(regular=2)))
    both = move(ATREIDES, "csw_1", "cnw_3", Army(regular=2, elite=1))
    assert codes(state, both) == [("MOVE-2", "figures_moved_already")]
    assert codes(state, move(ATREIDES, "csw_1", "cnw_3", Army(elite=1))) == []


@pytest.mark.rule("ACT-2")
def test_ACT_2_the_token_goes_where_there_is_no_die_yet() -> None:
    """p33: 2 Leadership, 1 Strategy and 1 Deployment leave Mentat and House."""
    roll_of_four = (Result.LEADERSHIP, Result.LEADERSHIP, Result.STRATEGY, Result.DEPLOYMENT)
    state = atreides_turn(*roll_of_four, bene_gesserit=(0, 1))
    open_results = [result for result in Result if not codes(state, UseBeneGesserit(result))]
    assert open_results == [Result.MENTAT, Result.HOUSE]
    after = play(state, UseBeneGesserit(Result.HOUSE))
    assert (after.atreides_unused, after.bene_gesserit) == (5, (0, 0))


@pytest.mark.rule("STACK-1")
def test_STACK_1_four_units_and_two_tokens_fill_an_area() -> None:
    """p13."""
    legions = {"cnw_3": Army(regular=4), "csw_1": Army(tokens=2), "cnw_4": Army(regular=1)}
    state = table.position({}, legions, *table.turn(ATREIDES, moves=2), mode=Mode.DUEL)
    state = play(state, move(ATREIDES, "csw_1", "cnw_3", Army(tokens=2)))
    assert army(state, ATREIDES, "cnw_3") == Army(regular=4, tokens=2)
    assert codes(state, move(ATREIDES, "cnw_4", "cnw_3", Army(regular=1))) == [("STACK-1", "over_stacking")]


@pytest.mark.rule("AREA-1")
@pytest.mark.parametrize("what", ["station", "harvester"])
def test_AREA_1_a_station_or_a_harvester_alone_leaves_an_area_free_for_both(what: str) -> None:
    """p8."""
    place = area("ne_5")
    pieces = {"stations": 1 << place} if what == "station" else {"harvesters": (place,)}
    state = harkonnen_turn(**pieces)
    assert all(state.free_mask(faction) >> place & 1 for faction in (HARKONNEN, ATREIDES))
    assert not state.empty_mask >> place & 1
