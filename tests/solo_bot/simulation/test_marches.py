"""What moves and attacks are worth to the scripted Atreides: each reason at the smallest position that has it."""

from typing import Any

import pytest

from companion.frozen import replace
from companion.rules import commands as c
from companion.rules.army import Army
from solo_bot.simulation.marches import VICTORY, _parts, spoils, strike
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.temper import RAIDER, SCRIPT
from solo_bot.simulation.thoughts import Thoughts, thoughts_of
from tests.solo_bot.planner.small import AREA, NAME, world
from tests.solo_bot.small import Document, a, h

FAR_AWAY = {"tasmin_sink": 1}
"""Sietches that have nothing to do with it."""


def think(*legions: Document, dice: int = 4, **more: Any) -> Thoughts:
    """``dice``: those of the Harkonnen still to come; from four on a sietch is left at full risk."""
    more.setdefault("stations", [])
    more.setdefault("settlements", [])
    state, truth = world(*legions, **more)
    return thoughts_of(replace(state, harkonnen_unused=dice), truth)


def moves(*legions: Document, leaders_only: bool = False, **more: Any) -> dict[tuple[str, str], tuple[float, Army]]:
    """The moves worth making: from where to where, what for, and who goes."""
    found = think(*legions, **more).marches(leaders_only=leaders_only).moves()
    assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
    commands = [(one.worth, one.command) for one in found if isinstance(one.command, c.MoveLegion)]
    return {(NAME[move.source], NAME[move.target]): (round(worth, 3), move.figures) for worth, move in commands}


def worths(*legions: Document, **more: Any) -> dict[tuple[str, str], float]:
    return {way: worth for way, (worth, _) in moves(*legions, **more).items()}


# Stations, harvesters, cards.


def test_a_station_is_worth_going_to_and_coming_nearer_to_with_two_at_most() -> None:
    found = worths(a("csw_1", regular=1), ranks=FAR_AWAY, stations=["cnw_4"])
    assert found == {("csw_1", "cnw_4"): SCRIPT.station}
    near = worths(a("csw_3", regular=2), ranks=FAR_AWAY, stations=["cnw_4"])
    assert set(near) == {("csw_3", "csw_2"), ("csw_3", "wind_pass")}
    assert set(near.values()) == {0.5}
    three = moves(a("csw_3", regular=3), ranks=FAR_AWAY, stations=["cnw_4"])
    assert {figures.units for _, figures in three.values()} == {2}, "of three one stays"


def test_a_harvester_is_worth_more_in_deep_desert() -> None:
    found = worths(a("ne_3", regular=1), ranks=FAR_AWAY, harvesters=["ne_1", "ne_4"])
    assert found == {("ne_3", "ne_1"): 1.6, ("ne_3", "ne_4"): 1.1}


def test_a_card_shares_its_worth_among_the_legions_that_it_lacks() -> None:
    def at(*others: str, dice: int = 4) -> dict[tuple[str, str], float]:
        legions = [a("csw_1", regular=1), *(a(place, regular=1) for place in others)]
        return worths(*legions, revealed=("dew_collectors",), dice=dice, ranks=FAR_AWAY)

    # A step on is another plateau, where the next legion may go.
    assert at("se_5")["csw_1", "csw_2"] == pytest.approx((1.4 + 0.5) * 2 / 2)
    assert at("se_5", "pasty_mesa")["csw_1", "csw_2"] == pytest.approx((1.4 + 0.5) * 2)
    late = at("se_5", "pasty_mesa", dice=1)["csw_1", "csw_2"]
    assert late == pytest.approx((1.4 + 0.6 * 0.75 + 0.5) * 2)


def test_who_stands_where_a_card_wants_legions_stays_there() -> None:
    plateaus = [a(place, regular=1) for place in ("csw_2", "se_5", "pasty_mesa")]
    cards: Any = {"revealed": ("dew_collectors",), "ranks": FAR_AWAY, "harvesters": ["csw_3"]}
    assert ("csw_2", "csw_3") in worths(*plateaus, **{**cards, "revealed": ()})
    assert ("csw_2", "csw_3") not in worths(*plateaus, **cards)
    assert ("csw_2", "csw_3") in worths(*plateaus, a("arrakeen", regular=1), **cards), "one is to spare"
    two = [a("csw_2", regular=2), *plateaus[1:]]
    (_, figures) = moves(*two, **cards)["csw_2", "csw_3"]
    assert figures.units == 1, "one stays for the card"


# Sietches.


def test_a_sietch_in_danger_is_helped_by_who_is_enough() -> None:
    def helped(size: int) -> dict[tuple[str, str], float]:
        return worths(a("windgap", regular=1), a("csw_5", regular=size), h("csw_2", regular=4))

    assert helped(3)["csw_5", "windgap"] == SCRIPT.saved * 2
    assert ("csw_5", "windgap") not in helped(2)
    calm = worths(a("windgap", regular=1), a("csw_5", regular=3))
    assert ("csw_5", "windgap") not in calm


def test_a_sietch_left_alone_costs_its_rank_and_more_where_somebody_waits_for_it() -> None:
    prey: Any = {"harvesters": ["csw_5"]}
    assert ("windgap", "csw_5") not in worths(a("windgap", regular=1), **prey)
    assert worths(a("windgap", regular=1), dice=0, **prey)["windgap", "csw_5"] == 1.1, "nothing can happen any more"
    assert worths(a("windgap", regular=2), **prey)["windgap", "csw_5"] == 1.1, "one stays"
    assert worths(a("windgap", regular=3), h("csw_2", regular=2), **prey)["windgap", "csw_5"] == 1.1, "two are enough"
    assert ("windgap", "csw_5") not in worths(a("windgap", regular=2), h("csw_2", regular=2), **prey)
    away = worths(a("windgap", regular=2), h("wind_pass", regular=2), ranks={"windgap": 1}, **prey)
    assert away["windgap", "csw_5"] == pytest.approx(1.1 - 1.0 / 2), "a danger that is a move away is half as grave"


def test_who_cannot_hold_a_sietch_leaves_it() -> None:
    lost = moves(a("windgap", regular=4), h("csw_2", regular=6), harvesters=["csw_5"])["windgap", "csw_5"]
    assert lost[0] == pytest.approx(1.1 + 0.2 * 3, abs=1e-3), "three go, of whom each is spared"
    assert lost[1] == Army(regular=3)


# Beside the enemy.


def test_a_lone_unit_is_a_decoy_as_long_as_no_sietch_can_be_attacked() -> None:
    enemy = h("csw_2", regular=3)
    decoy = worths(a("sw_3", regular=1), enemy, a("windgap", regular=4))
    assert decoy["sw_3", "csw_1"] == SCRIPT.decoy
    vain = worths(a("sw_3", regular=1), enemy, a("windgap", regular=2))
    assert ("sw_3", "csw_1") not in vain
    many = worths(a("sw_3", regular=3), enemy, a("windgap", regular=4))
    assert many["sw_3", "csw_1"] == SCRIPT.decoy, "one of them"
    assert moves(a("sw_3", elite=3), enemy, a("windgap", regular=4))["sw_3", "csw_1"][1] == Army(elite=2)


# Who goes.


def test_of_a_legion_all_go_or_all_but_one_or_one() -> None:
    def parts(army: Army, *, leaders_only: bool = False) -> list[Army]:
        return [figures for figures, _ in _parts(army, army, Army(), apart=False, leaders_only=leaders_only)]

    assert parts(Army(regular=3)) == [Army(regular=3), Army(regular=2), Army(regular=1)]
    assert parts(Army(elite=2, special=1)) == [Army(elite=2, special=1), Army(elite=1, special=1), Army(elite=1)]
    assert parts(Army(special=2)) == [Army(special=2), Army(special=1), Army(special=1)]
    assert parts(Army(tokens=2)) == [Army(tokens=2), Army(tokens=1), Army(tokens=1)]
    assert parts(Army(regular=1)) == [Army(regular=1)]
    led = Army(regular=2, generic=1)
    assert parts(led, leaders_only=True) == [led, Army(regular=1, generic=1), Army(regular=1, generic=1)]
    assert parts(Army(regular=2), leaders_only=True) == []
    named = Army(regular=2, named=("chani", "stilgar"))
    assert parts(named, leaders_only=True)[-1] == Army(regular=1, named=("chani",))


def test_a_leader_is_never_left_without_a_unit() -> None:
    army, able = Army(regular=2, generic=1), Army(regular=2)
    found = _parts(army, able, Army(), apart=False, leaders_only=False)
    assert [(figures.units, rest) for figures, rest in found] == [
        (1, Army(regular=1, generic=1)),
        (1, Army(regular=1, generic=1)),
    ]


def test_the_party_for_the_deep_desert_is_the_two_with_one_unit() -> None:
    two = Army(named=("lady_jessica", "paul_atreides"))
    army = Army(regular=3, generic=1) + two
    *_, (party, rest) = _parts(army, army, two, apart=False, leaders_only=False)
    assert (party, rest) == (Army(regular=1) + two, Army(regular=2, generic=1))
    alone = Army(regular=1) + two
    *_, (party, rest) = _parts(alone, alone, two, apart=False, leaders_only=False)
    assert (party, rest) == (alone, Army())


def test_Paul_and_Jessica_may_go_without_the_others_and_the_others_without_them() -> None:
    army = Army(regular=3, named=("paul_atreides", "stilgar"))
    found = [figures for figures, _ in _parts(army, army, Army(), apart=True, leaders_only=False)]
    assert Army(regular=1, named=("paul_atreides",)) in found
    assert Army(regular=2, named=("stilgar",)) in found
    together = [figures for figures, _ in _parts(army, army, Army(), apart=False, leaders_only=False)]
    assert Army(regular=2, named=("stilgar",)) not in together


def test_the_two_go_to_the_deep_desert_together() -> None:
    party = ("lady_jessica", "paul_atreides")
    family = a("windgap", regular=3, named=list(party))
    found = moves(family, revealed=("water_discipline",))
    worth, figures = found["windgap", "sw_9"]
    assert figures == Army(regular=2, named=party), "a guard stays"
    assert worth == pytest.approx(1.5)
    assert ("windgap", "csw_5") not in found, "no deep desert"


def test_Paul_stays_where_cards_want_him() -> None:
    family = a("windgap", regular=3, named=["paul_atreides"])
    keys: Any = {"harvesters": ["csw_5"], "temper": RAIDER, "dice": 0, "settlements": []}
    free = moves(family, **keys)["windgap", "csw_5"]
    kept = moves(family, revealed=("call_paul_the_mahdi",), **keys)["windgap", "csw_5"]
    assert "paul_atreides" in free[1].named
    assert "paul_atreides" not in kept[1].named


def test_Paul_goes_to_a_sietch_where_cards_want_him_and_nobody_else_for_that() -> None:
    keys: Any = {"revealed": ("call_paul_the_mahdi",), "temper": RAIDER}
    found = moves(a("csw_5", regular=1, named=["paul_atreides"]), a("csw_3", regular=1), **keys)
    assert found["csw_5", "windgap"] == (RAIDER.family * 2 + 0.05 * 2, Army(regular=1, named=("paul_atreides",)))
    assert ("csw_3", "windgap") not in found


# Attacks.


def attacks(*legions: Document, surprise: bool = False, **more: Any) -> dict[tuple[str, str], float]:
    found = think(*legions, **more).marches(leaders_only=False).attacks(surprise=surprise)
    commands = [(one.worth, one.command) for one in found if isinstance(one.command, c.Attack)]
    return {(NAME[one.source], NAME[one.target]): round(worth, 3) for worth, one in commands}


def test_only_attacks_with_enough_prospects_are_made_the_worthiest_first() -> None:
    weak, strong = h("csw_2", regular=1), h("csw_3", regular=6)
    found = attacks(a("csw_1", regular=5), a("csw_4", regular=2), weak, strong, ranks=FAR_AWAY)
    assert set(found) == {("csw_1", "csw_2")}


def test_a_surprise_makes_more_attacks_worth_making() -> None:
    legions = (a("csw_1", regular=3, generic=1), h("csw_2", regular=4))
    plain, surprised = (attacks(*legions, surprise=one, ranks=FAR_AWAY) for one in (False, True))
    assert plain == {}
    assert set(surprised) == {("csw_1", "csw_2")}


def outlook(*legions: Document, **more: Any) -> Outlook:
    return Outlook(*world(*legions, **more))


def test_spoils_are_the_settlement_the_menace_and_the_legion() -> None:
    nobody = outlook(settlements=["carthag"])
    assert spoils(nobody, AREA["carthag"]) == SCRIPT.settlement * 2
    assert spoils(nobody, AREA["arrakeen"]) == 0
    held = outlook(h("carthag", regular=2), settlements=["carthag"])
    assert spoils(held, AREA["carthag"]) == pytest.approx(SCRIPT.settlement * 2 + 2 * SCRIPT.legion)
    many = outlook(h("csw_2", regular=5), a("windgap", regular=1))
    assert spoils(many, AREA["csw_2"]) == pytest.approx(3 * SCRIPT.legion + 2 * SCRIPT.saved)


@pytest.mark.rule("WIN-2")
def test_WIN_2_Arrakeen_is_the_game_when_the_objective_is_met_with_it() -> None:
    def worth(objective: tuple[int, int, int], **more: Any) -> float:
        return spoils(outlook(settlements=["arrakeen", "carthag"], objective=objective, **more), AREA["arrakeen"])

    assert worth((3, 3, 3), temper=RAIDER) > VICTORY
    assert worth((4, 0, 0), temper=RAIDER) < VICTORY
    assert worth((3, 3, 3), temper=SCRIPT) < VICTORY, "the script does not look ahead"
    taken = outlook(h("arrakeen", regular=3), settlements=[], objective=(0, 0, 0), temper=RAIDER)
    assert spoils(taken, AREA["arrakeen"]) < VICTORY, "it has fallen before"


def test_an_attack_is_worth_its_spoils_by_its_chance() -> None:
    found = outlook(settlements=["carthag"])
    army, target = Army(regular=6), AREA["carthag"]
    assert strike(found, army, target, surprise=False) == pytest.approx(SCRIPT.settlement * 2)
    even = outlook(h("csw_2", regular=4), a("csw_1", regular=4), ranks=FAR_AWAY)
    worth = strike(even, Army(regular=4), AREA["csw_2"], surprise=False)
    assert worth == pytest.approx(3 * SCRIPT.legion * (0.3 + 0.7 * (1.0 - 0.45) / (1.2 - 0.45)))
    assert strike(even, Army(regular=2), AREA["csw_2"], surprise=False) is None


# Thoughts.


def test_thoughts_are_kept_while_nothing_that_they_look_at_changes() -> None:
    state, truth = world(a("csw_1", regular=2), h("csw_2", regular=1))
    first = thoughts_of(state, truth)
    assert thoughts_of(replace(state, atreides_unused=1, frames=()), truth) is first
    assert thoughts_of(replace(state, supremacy=4), truth) is not first
    again = thoughts_of(state, truth)
    truth.revealed.append("dew_collectors")
    assert thoughts_of(state, truth) is not again
    kept = thoughts_of(state, truth)
    moved = replace(state.turn, moved=((AREA["csw_1"], Army(regular=1)),))
    assert thoughts_of(replace(state, turn=moved), truth) is not kept
