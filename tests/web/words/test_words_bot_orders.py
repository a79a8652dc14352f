"""Orders of a running game: vehicles, hits, excess, spice, and every planning card."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_NUMBER
from companion.content import CARDS
from companion.content.steps import Effect
from companion.content.terms import Faction, VehicleKind
from companion.rules import frames as f
from companion.rules.ask.harkonnen_steps import first_step
from companion.rules.positions.reading import read_position
from companion.rules.state import State
from companion.web.orders.choices import aspects, kind_of
from companion.web.orders.presenter import order_text
from companion.web.orders.why import why_lines
from solo_bot.cards.course import decide_card
from solo_bot.cards.options import AreaOption, CardVehicleOption, EnemyLeaderOption, PlainOption, WormsignsOption
from solo_bot.orders import next_order
from tests.web.words.conftest import cases

H = Faction.HARKONNEN
WALL = AREA_NUMBER["shield_wall_east"]


def state(**position: Any) -> State:
    legions = [
        {"area": "shield_wall_east", "faction": "harkonnen", "regular": 3, "tokens": 2, "special": 1, "generic": 1},
        {"area": "carthag", "faction": "harkonnen", "regular": 3, "elite": 1, "named": ["baron_harkonnen"]},
        {"area": "gara_kulon", "faction": "atreides", "regular": 2, "special": 1, "named": ["chani"]},
        {"area": "cne_9", "faction": "atreides", "tokens": 1, "named": ["stilgar"]},
    ]
    given = {
        "legions": legions,
        "sietches": {"gara_kulon": {"rank": 3}, "windgap": {"rank": 2}},
        "target_sietch": "gara_kulon",
        "harvesting_sector": "ne",
        "wormsigns": ["ne_12", "ne_5"],
    }
    return read_position({**given, **position})


def ordered(frame: f.Frame, **position: Any) -> tuple[Any, Any]:
    table = replace(state(**position), frames=(frame,))
    found = next_order(table)
    assert found is not None
    return order_text(table, found), found


@pytest.mark.rule("MAHDI-VEH-1")
def test_MAHDI_VEH_1_equal_areas_for_a_harvester_are_offered() -> None:
    order, found = ordered(f.VehiclesFrame(2, 1, 1))
    assert order.title == "Place a harvester in one of the lit areas"
    assert len(order.options) == len(found.choices) == len(order.areas) > 1
    assert order.question == f"{len(found.choices)} areas are tied: where does the harvester go?"
    done, _ = ordered(f.VehiclesFrame(0, 0, 0))
    assert done.title == "No vehicle is left to place"


@pytest.mark.rule("R-27")
def test_R_27_the_player_chooses_which_named_leader_stays() -> None:
    legion = {"area": "carthag", "faction": "harkonnen", "regular": 3}
    legion |= {"named": ["baron_harkonnen", "beast_rabban"]}
    order, _ = ordered(f.HitsFrame(f.Cause.STORM, H, AREA_NUMBER["carthag"], 1), legions=[legion])
    assert order.title == "Remove the casualties"
    assert order.question == "One named leader stays: which one?"
    assert {option.label for option in order.options} == {"Baron Harkonnen", "Beast Rabban"}


@pytest.mark.rule("R-34")
def test_R_34_equally_weak_units_are_offered() -> None:
    order, _ = ordered(f.StackingFrame(H, WALL, 1))
    assert order.question == "Equally weak: which figures are removed?"
    assert [option.label for option in order.options] == ["1 regular", "1 token"]


@pytest.mark.rule("MAHDI-SPICE-1")
def test_MAHDI_SPICE_1_equal_results_are_told_apart() -> None:
    for case in cases("spice"):
        table = replace(read_position(case["position"]), frames=(f.SpiceFrame(case["args"]["collected"]),))
        found = next_order(table)
        assert found is not None
        order = order_text(table, found)
        labels = [(option.label, option.detail) for option in order.options]
        assert len(set(labels)) == len(labels)
        assert bool(order.question) == (len(found.choices) > 1)


def test_every_planning_card_has_an_order_and_a_reason() -> None:
    seen = set()
    for card in CARDS.values():
        if card.deck.faction is H:
            for dice in (None, ["house", "mentat", "deployment", "strategy"]):
                table = state()
                if dice is not None:
                    table = replace(table, cards=replace(table.cards, hand=3, revealed=2))
                frame = f.CardFrame(card.id, card.deck, first_step(table, card.id))
                table = replace(table, frames=(frame,))
                found = decide_card(table)
                order = order_text(table, found)
                assert order.title
                assert "%(" not in order.title + order.sentence
                assert len(why_lines(found.trace, len(found.choices))) >= len(found.trace)
                labels = [(option.label, option.detail) for option in order.options]
                assert len(set(labels)) == len(labels), (card.id, labels)
                seen.add(found.action)
    assert {"move", "place", "replace", "without_effect"} & seen


def test_options_of_cards_read_as_orders() -> None:
    table = state()
    worm, other = AREA_NUMBER["ne_12"], AREA_NUMBER["ne_5"]
    assert order_text(table, WormsignsOption((worm,))).title == "Discard the wormsign in NE 12"
    assert order_text(table, WormsignsOption((worm, other))).title == "Discard the wormsigns in NE 12 and NE 5"
    leader = EnemyLeaderOption(AREA_NUMBER["gara_kulon"], "chani")
    assert order_text(table, leader).title == "Place Chani from Gara Kulon in the tank"
    dice = AreaOption(Effect.SPECIAL_ATTACK, AREA_NUMBER["cne_9"])
    assert order_text(table, dice).title == "Attack the legion in cNE 9 with dice alone"
    assert order_text(table, PlainOption(Effect.DRAW, 2)).title == "Put 2 cards on the reinforcements"
    vehicle = CardVehicleOption(VehicleKind.HARVESTER, worm)
    assert order_text(table, vehicle).title == "Place a harvester in NE 12"
    assert kind_of(vehicle) == "cardvehicle"
    assert aspects(leader) == {"leader": "Chani", "area": "Gara Kulon"}
    for effect in Effect:
        assert order_text(table, PlainOption(effect, 1)).title
