"""The position as the scripted Atreides see it: dangers, menaces, prospects and prey, each to the figure."""

from typing import Any

import pytest

from companion.board import FAR
from companion.frozen import replace
from companion.rules.army import Army
from solo_bot.simulation.hunts import Hunt, chance, is_host
from solo_bot.simulation.outlook import LEAST_RATE, WALK_OVER, Outlook, Side
from solo_bot.simulation.temper import PLANNED, RAIDER, SCRIPT, Temper, in_the_race
from tests.solo_bot.planner.small import AREA, world
from tests.solo_bot.small import Document, a, h


def look(*legions: Document, temper: Temper = SCRIPT, **more: Any) -> Outlook:
    return Outlook(*world(*legions, temper=temper, **more))


# Dangers.


def test_a_legion_beside_a_sietch_is_a_danger_and_one_a_move_away_is_near() -> None:
    found = look(a("windgap", regular=1), h("csw_2", regular=2), h("wind_pass", regular=5), h("north_pole", regular=6))
    assert found.danger == {AREA["windgap"]: (2, 4)}
    assert found.near == {AREA["windgap"]: (5, 10)}
    assert found.attackable


def test_the_strongest_of_several_counts_and_what_is_weaker_than_the_garrison_menaces_nothing() -> None:
    found = look(a("windgap", regular=4), h("csw_2", regular=2), h("csw_3", regular=3), h("wind_pass", regular=6))
    assert found.danger == {AREA["windgap"]: (3, 6)}
    assert not found.attackable
    assert found.menace[AREA["csw_2"]] == 0.0
    assert found.menace[AREA["wind_pass"]] == pytest.approx(2 * 0.6), "a move away"


def test_a_legion_as_strong_as_the_garrison_cannot_attack_it() -> None:
    found = look(a("windgap", regular=2), h("csw_2", regular=2))
    assert not found.attackable
    assert look(a("windgap", regular=2), h("csw_2", regular=1, elite=1)).attackable


@pytest.mark.rule("R-15")
def test_R_15_an_ornithopter_brings_a_legion_two_areas_far_at_once() -> None:
    legions = (a("windgap", regular=1), h("csw_1", regular=3))
    walking, flying = look(*legions), look(*legions, ornithopters=["az_south"])
    assert (walking.danger, walking.near) == ({}, {AREA["windgap"]: (3, 6)})
    assert (flying.danger, flying.near) == ({AREA["windgap"]: (3, 6)}, {})
    assert look(*legions, ornithopters=["az_ne"]).danger == {}, "it flies elsewhere"


def test_the_highest_rank_within_reach_is_menaced() -> None:
    legions = (h("cse_4", regular=4), a("hobars_gap", regular=1), a("windgap", regular=1))
    found = look(*legions, ranks={"hobars_gap": 1, "windgap": 3})
    assert found.menace[AREA["cse_4"]] == pytest.approx(1.8), "3 a move away is more than 1 beside it"
    nearer = look(*legions, ranks={"hobars_gap": 2, "windgap": 3})
    assert nearer.menace[AREA["cse_4"]] == 2.0


def test_who_stands_beside_a_stronger_legion_is_exposed() -> None:
    found = look(h("csw_2", regular=3), h("csw_4", regular=1))
    assert found.exposed(AREA["csw_3"], (2, 4))
    assert not found.exposed(AREA["csw_3"], (3, 6))
    assert not found.exposed(AREA["se_1"], (0, 0)), "nobody is near"


# Ways.


def test_ways_go_over_passable_borders_and_round_the_enemy() -> None:
    found = look(h("csw_3", regular=1))
    steps = found.steps(1 << AREA["csw_2"])
    assert (steps[AREA["csw_2"]], steps[AREA["csw_1"]], steps[AREA["csw_4"]]) == (0, 1, 2)
    assert steps[AREA["csw_3"]] == FAR
    assert found.steps(1 << AREA["broken_land"])[AREA["ne_4"]] > 1


@pytest.mark.rule("MOVE-5")
def test_MOVE_5_a_ride_ends_beside_the_last_of_two_wormsigns() -> None:
    found = look()
    steps = found.ride_steps(1 << AREA["ne_1"])
    assert steps[AREA["ne_1"]] == 0
    assert steps[AREA["ne_4"]] == steps[AREA["ne_5"]] == 1
    assert steps[AREA["ne_8"]] == 1, "onto ne_4, on to ne_5, and off"
    blocked = look(h("ne_4", regular=1), h("ne_2", regular=1), h("ne_3", regular=1)).ride_steps(1 << AREA["ne_1"])
    assert blocked[AREA["ne_5"]] > 1


# Prospects.


@pytest.mark.rule("BATTLE-4", "BATTLE-5")
def test_a_side_has_dice_hits_to_give_and_hits_to_take() -> None:
    one = Side(Army(regular=2, elite=1, special=1, generic=1), 2, 5, 1)
    assert (one.dice, one.capacity, one.leaders, one.specials, one.surprise) == (6, 7, 1, 1, 1)
    two = Side(Army(regular=1, tokens=2), 1, 2, 0)
    assert (two.dice, two.capacity) == (6, 5), "no more than six dice; a token is two units"
    assert Side(Army(regular=1), 1, 9, 0).dice == 5, "at most three cards"


def test_hits_are_half_the_dice_and_a_leader_turns_a_special_into_one() -> None:
    bare, nobody = Side(Army(regular=4), 0, 0, 0), Side(Army(), 0, 0, 0)
    assert bare.rate(nobody) == 2.0
    led = Side(Army(regular=4, generic=2), 0, 0, 0)
    assert led.rate(nobody) == pytest.approx(2 + 4 / 6)
    assert Side(Army(regular=4, generic=1), 0, 0, 1).rate(nobody) == pytest.approx(2 + 1), "the surprise helps him"
    shielded = Side(Army(regular=6), 0, 0, 0)
    assert Side(Army(regular=6), 0, 0, 0).rate(shielded) == pytest.approx(3 - 2)
    assert Side(Army(regular=4, special=2), 0, 0, 0).rate(shielded) == pytest.approx(3.0)
    assert Side(Army(regular=1), 0, 0, 0).rate(shielded) == LEAST_RATE


def test_equal_sides_have_even_prospects_and_nobody_is_a_walk_over() -> None:
    side = Side(Army(regular=4), 0, 0, 0)
    assert side.against(Side(Army(regular=4), 0, 0, 0)) == pytest.approx(1.0)
    found = look(h("arsunt", regular=4), h("csw_2", regular=4), settlements=["arsunt"])
    army = Army(regular=4)
    assert found.prospects(army, AREA["csw_2"], surprise=False) == pytest.approx(1.0)
    assert found.prospects(army, AREA["arsunt"], surprise=False) < 1.0, "it has a rank"
    assert found.prospects(army, AREA["csw_3"], surprise=False) == WALK_OVER
    led = Army(regular=4, generic=2)
    assert found.prospects(led, AREA["csw_2"], surprise=True) > found.prospects(led, AREA["csw_2"], surprise=False)


@pytest.mark.rule("BAN-1")
def test_BAN_1_without_the_Landsraad_reinforcements_are_no_dice() -> None:
    keys: Any = {"reinforcements": 3}
    army, target = Army(regular=3), AREA["csw_2"]
    usual = look(h("csw_2", regular=2), **keys).prospects(army, target, surprise=False)
    banned = look(h("csw_2", regular=2), bans=["landsraad"], **keys).prospects(army, target, surprise=False)
    assert banned > usual


def test_the_rank_of_a_settlement_is_gone_with_it() -> None:
    assert look().rank_there(AREA["arrakeen"]) == 3
    assert look(settlements=["arsunt"]).rank_there(AREA["arrakeen"]) == 0
    assert look().rank_there(AREA["csw_2"]) == 0


@pytest.mark.parametrize(("hand", "count", "cards"), [(0, 2, 2), (5, 2, 1), (6, 2, 0), (8, 1, 0)])
def test_cards_are_worth_drawing_while_the_hand_has_room(hand: int, count: int, cards: int) -> None:
    state, truth = world()
    found = Outlook(replace(state, cards=replace(state.cards, hand=hand)), truth)
    assert found.drawn(count) == pytest.approx(0.35 * cards)


# Prey.


def test_five_make_a_host_and_a_token_counts_for_two() -> None:
    assert is_host(Army(regular=5), SCRIPT)
    assert not is_host(Army(regular=4, generic=3), SCRIPT)
    assert is_host(Army(tokens=2, elite=1), SCRIPT)
    assert not is_host(Army(tokens=2), SCRIPT)


def test_prospects_between_vain_and_sure_are_a_chance() -> None:
    assert [chance(found, SCRIPT) for found in (0.2, 0.45, 1.2, 5.0)] == [0.0, 0.0, 1.0, 1.0]
    assert chance((0.45 + 1.2) / 2, SCRIPT) == pytest.approx(0.5)


def test_prey_is_worth_its_rank_and_fades_with_each_step() -> None:
    found = look(a("csw_5", regular=5), settlements=["north_pole"])
    hunt = Hunt(found, Army(regular=5))
    assert hunt.at(AREA["north_pole"]) == pytest.approx(SCRIPT.settlement)
    assert hunt.at(AREA["csw_4"]) == pytest.approx(SCRIPT.settlement * SCRIPT.fading)
    assert hunt.at(AREA["csw_5"]) == pytest.approx(SCRIPT.settlement * SCRIPT.fading**2)
    richer = look(a("csw_5", regular=5), settlements=["north_pole", "arrakeen"])
    assert Hunt(richer, Army(regular=5)).at(AREA["arrakeen"]) == pytest.approx(3 * SCRIPT.settlement)
    assert Hunt(look(settlements=[]), Army(regular=5)).at(AREA["csw_5"]) == 0.0


def test_a_settlement_too_well_held_is_no_prey() -> None:
    held = look(h("north_pole", regular=6, special=2), settlements=["north_pole"])
    assert Hunt(held, Army(regular=2)).at(AREA["csw_4"]) == 0.0


def test_riders_are_nearer_to_their_prey() -> None:
    walking, riding = (look(settlements=["north_pole"], temper=temper) for temper in (SCRIPT, RAIDER))
    near = AREA["csw_6"]
    walked = Hunt(walking, Army(regular=6)).at(near) / walking.temper.settlement
    ridden = Hunt(riding, Army(regular=6)).at(near) / riding.temper.settlement
    assert walked == pytest.approx(SCRIPT.fading**3)
    assert ridden == pytest.approx(RAIDER.fading)


# What counts as the end comes near.


@pytest.mark.rule("WIN-2")
def test_WIN_2_the_race_changes_what_counts() -> None:
    usual = in_the_race(RAIDER, 5, 6)
    assert usual == RAIDER
    close = in_the_race(RAIDER, 2, 3)
    assert close.station == pytest.approx(RAIDER.station * 1.6)
    assert close.saved == pytest.approx(RAIDER.saved * 1.5)
    assert close.lost == pytest.approx(RAIDER.lost * 1.5)
    assert close.opened == pytest.approx(RAIDER.opened * 1.5)
    assert close.want == pytest.approx(RAIDER.want * 1.6)
    assert close.approach == pytest.approx(RAIDER.approach * 1.6)
    met = in_the_race(RAIDER, 0, 6)
    assert met.settlement == pytest.approx(RAIDER.settlement * 0.4)
    assert (met.station, met.want) == (0, 0)
    assert met.saved == pytest.approx(RAIDER.saved * 4)


def test_the_outlook_of_a_rider_has_the_temper_of_its_race() -> None:
    found = look(temper=PLANNED, objective=(2, 1, 0), supremacy=8)
    assert found.temper == in_the_race(PLANNED, 3, 2)
    assert look(objective=(2, 1, 0), supremacy=8).temper == SCRIPT
    assert found.army(AREA["csw_2"]) == Army()
    assert look(a("csw_2", regular=2)).army(AREA["csw_2"]) == Army(regular=2)
