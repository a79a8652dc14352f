"""Orders: what to do with the hands, and what tells equal options apart."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_NUMBER, ZONE_NUMBER
from companion.content.terms import Deck, Power, Result, UnitKind, VehicleKind
from companion.rules.army import Army
from companion.rules.frames import SpiceFrame
from companion.rules.positions.reading import read_position
from companion.rules.state import State
from companion.web.orders.effects import vehicle_order
from companion.web.orders.presenter import order_text
from companion.web.words.records import OrderArrow
from solo_bot import (
    AttackOption,
    CardsOption,
    Decision,
    DeployOption,
    MoveOption,
    Placement,
    Replacement,
    ReplaceOption,
    SpecialOption,
    SpiceOption,
    VehiclesOption,
    decide,
    place_vehicles,
    spend_spice,
    take_hits,
)
from tests.web.words.conftest import cases, decisions

CARTHAG, ARRAKEEN, BROKEN_LAND = (AREA_NUMBER[a] for a in ("carthag", "arrakeen", "broken_land"))
GARA_KULON, WALL, CNE_9 = (AREA_NUMBER[a] for a in ("gara_kulon", "shield_wall_east", "cne_9"))


def state(**position: Any) -> State:
    legions = [
        {"area": "carthag", "faction": "harkonnen", "regular": 3, "elite": 1, "generic": 1},
        {"area": "shield_wall_east", "faction": "harkonnen", "regular": 3, "elite": 2, "generic": 1},
        {"area": "cne_9", "faction": "harkonnen", "regular": 5, "elite": 1},
        {"area": "gara_kulon", "faction": "atreides", "regular": 2, "special": 1},
    ]
    return read_position({"legions": legions, "sietches": {"gara_kulon": {"rank": 3}}, **position})


def decision(*options: Any, action: str = "move", steps_left: int = 0) -> Decision:
    return Decision(Result.STRATEGY, action, "MAHDI-MOVE-1", options, steps_left)


def test_attack_on_a_sietch() -> None:
    order = order_text(state(), AttackOption(WALL, GARA_KULON, surprise=False))
    assert order.title == "Attack the sietch at Gara Kulon"
    assert order.sentence == "With the legion in Shield Wall (east): 3 regular, 2 elite and 1 Bashar."
    assert order.details == ("Power 6 (detailed 13), against power 3 (detailed 8).",)
    assert (order.areas, order.sources) == ((GARA_KULON,), (WALL,))
    assert order.arrows == (OrderArrow(WALL, GARA_KULON, None, attack=True),)
    assert order.go == "Done: to the battle"


def test_move_by_ornithopter_names_figures_places_and_the_ornithopter() -> None:
    zone = ZONE_NUMBER["az_ne"]
    order = order_text(state(), MoveOption(CARTHAG, BROKEN_LAND, Army(regular=3, generic=1), zone))
    assert order.title == "Fly 3 regular and 1 Bashar from Carthag to Broken Land"
    assert order.sentence == "Remove the ornithopter of the north-eastern air zone from the board."
    assert order.details == ("Stays in Carthag: 1 elite.",)
    assert order.zones == (zone,)


@pytest.mark.rule("MAHDI-TOKEN-1")
def test_MAHDI_TOKEN_1_a_legion_that_leaves_a_settlement_brings_two_tokens() -> None:
    order = order_text(state(wormsigns=["broken_land"]), MoveOption(CARTHAG, BROKEN_LAND, Army(3, 1, 0, 0, 1)))
    assert order.details == (
        "Put 1 black and 1 silver token facedown in Carthag.",
        "Reveal the wormsign in Broken Land.",
    )


def test_deploy_replace_vehicles_and_cards() -> None:
    deploy = DeployOption((Placement(ARRAKEEN, Army(regular=3), "beast_rabban"),))
    assert order_text(state(), deploy).title == "Place 3 regular and Beast Rabban in Arrakeen"
    replace = ReplaceOption((Replacement(CNE_9, 2, UnitKind.REGULAR, UnitKind.ELITE),))
    assert order_text(state(), replace).title == "Replace 2 regular with 2 elite in cNE 9"
    vehicles = VehiclesOption(AREA_NUMBER["ne_5"], ZONE_NUMBER["az_east"])
    title = "Place a harvester in NE 5 and an ornithopter in the eastern air zone"
    assert order_text(state(), vehicles).title == title
    cards = order_text(state(), CardsOption((Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)))
    assert cards.title == "Draw and play 2 cards"
    assert cards.sentence == "First from the House Harkonnen deck, then from the Corrino Allies deck."


def test_a_special_action_names_the_leader() -> None:
    option = SpecialOption("thufir_hawat", CardsOption((Deck.HOUSE_HARKONNEN,) * 3))
    order = order_text(state(leaders={"thufir_hawat": {"state": "ready"}}), option)
    assert order.sentence == "From the House Harkonnen deck, one at a time."
    assert order.details == ("Special action of Thufir Hawat. Turn the leader’s card over.",)


@pytest.mark.rule("MAHDI-0")
def test_MAHDI_0_two_equal_legions_ask_which_one_attacks() -> None:
    options = (AttackOption(CNE_9, GARA_KULON, surprise=False), AttackOption(WALL, GARA_KULON, surprise=False))
    order = order_text(state(), decision(*options, action="attack_sietch"))
    assert order.title == "Attack the sietch at Gara Kulon"
    assert order.question == "2 legions are tied: which one attacks?"
    assert [(option.label, option.detail) for option in order.options] == [
        ("cNE 9", "5 regular, 1 elite; power 6 (detailed 13)"),
        ("Shield Wall (east)", "3 regular, 2 elite, 1 Bashar; power 6 (detailed 13)"),
    ]
    assert set(order.areas) == {GARA_KULON}


def test_what_differs_decides_the_question() -> None:
    figures = Army(regular=3)
    ends = decision(*(MoveOption(CARTHAG, area, figures) for area in (ARRAKEEN, BROKEN_LAND)), steps_left=1)
    order = order_text(state(), ends)
    assert order.title == "Move 3 regular from Carthag"
    assert order.question == "2 areas are tied: where does the legion go?"
    assert order.steps_note == "Then a second move, with the same die."
    parts = (Army(regular=2, tokens=1), Army(regular=3))
    fits = order_text(state(), decision(*(MoveOption(CARTHAG, ARRAKEEN, part) for part in parts)))
    assert fits.question == "Not all fit: which figures move?"
    assert fits.options[0].label == "2 regular, 1 token"
    special = (
        SpecialOption("captain_aramsham", DeployOption((Placement(ARRAKEEN, Army(regular=2), leader),)))
        for leader in ("baron_harkonnen", "thufir_hawat")
    )
    along = order_text(state(), decision(*special, action="special"))
    assert along.question == "2 leaders are tied: who comes along?"
    assert [option.label for option in along.options] == ["Baron Harkonnen", "Thufir Hawat"]
    zones = order_text(state(), decision(*(MoveOption(CARTHAG, ARRAKEEN, figures, zone) for zone in (0, 1))))
    assert zones.question == "2 ornithopters are tied: which one carries the legion?"
    assert zones.options[0].label == "By the ornithopter of the eastern air zone"


def test_spice_result() -> None:
    option = SpiceOption((1, 2, 3), 0, 1, frozenset({Power.LANDSRAAD}))
    before = state(imperium={"choam": 2, "spacing_guild": 2, "landsraad": 2})
    order = order_text(replace(before, frames=(SpiceFrame(6),)), option)
    assert order.title == "Move the imperium markers"
    assert order.details == (
        "Spacing Guild stays in row 2: 2 spice, 4 left",
        "Landsraad falls to row 3: no spice",
        "CHOAM rises to row 1: 3 spice, 1 left",
        "Bans: Landsraad.",
        "Keep 1 spice in the reserve.",
    )


@pytest.mark.rule("MAHDI-BATTLE-2")
def test_MAHDI_BATTLE_2_hits_are_taken_off_in_order() -> None:
    options, _ = take_hits(Army(3, 2, 0, 0, 1, ("baron_harkonnen",)), 4)
    order = order_text(state(), options[0])
    assert order.title == "Remove: 1 Bashar, 2 elite to regular and 1 regular"
    assert order.sentence == "Left: 4 regular and Baron Harkonnen."


def test_one_vehicle_or_a_choice_among_equal_places() -> None:
    alone = vehicle_order(VehicleKind.CARRYALL, (ZONE_NUMBER["az_sw"],), 1)
    assert alone.title == "Place a carryall in the south-western air zone"
    several = vehicle_order(VehicleKind.HARVESTER, (1, 2, 3), 2)
    assert several.title == "Place a harvester in one of the lit areas"
    assert (several.question, several.steps_left) == ("3 areas are tied: tap one.", 1)


def test_every_decision_of_the_reference_cases_has_an_order() -> None:
    for position, found in decisions():
        order = order_text(position, found)
        assert order.title
        assert "%(" not in " ".join((order.title, order.sentence, order.question, *order.details))
        if len(found.options) > 1:
            assert order.question
            labels = [(option.label, option.detail) for option in order.options]
            assert len(set(labels)) == len(found.options), labels


def test_every_plan_spice_result_and_way_to_take_hits_has_an_order() -> None:
    for case in cases("vehicles"):
        position = read_position(case["position"])
        assert order_text(position, place_vehicles(position)).title
    for case in cases("spice"):
        position = read_position(case["position"])
        options, _ = spend_spice(position, case["args"]["collected"])
        assert all(order_text(position, option).title for option in options)


@pytest.mark.rule("R-7")
def test_R_7_nothing_to_do_spends_the_die() -> None:
    empty = read_position({"target_sietch": "windgap"})
    order = order_text(empty, decide(empty, Result.STRATEGY))
    assert order.title == "Nothing to do: the Strategy die is spent"
