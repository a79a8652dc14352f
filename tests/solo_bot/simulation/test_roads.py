"""Roads of wormsigns: two of them bring a legion of the planner from its sietch to a settlement (MOVE-5)."""

from itertools import pairwise
from random import Random

import pytest

from companion.board import AREA_NUMBER, FAR
from companion.frozen import replace
from companion.rules import reach
from companion.rules.army import Army
from companion.rules.positions.reading import read_position
from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.roads import NO_ROAD, Ways, best_road
from solo_bot.simulation.temper import PLANNED, SCRIPT, Temper, in_the_race
from solo_bot.simulation.truth import Truth
from tests.solo_bot.small import a, h, position

ROCK, NW_16, ARSUNT, WINDGAP, NORTH_POLE = (
    AREA_NUMBER[name] for name in ("rock_outcroppings", "nw_16", "arsunt", "windgap", "north_pole")
)
HOST = Army(tokens=3, generic=2)
SIETCHES = ("rock_outcroppings", "windgap", "hobars_gap")


def begun() -> State:
    """Three sietches with a token each, and the Harkonnen at the North Pole and in Carthag."""
    return read_position(
        position(
            *(a(area, tokens=1, generic=1) for area in SIETCHES),
            h("north_pole", regular=4),
            h("carthag", regular=4),
            ranks=dict.fromkeys(SIETCHES, 2),
        )
    )


def raiders(state: State, temper: Temper = PLANNED) -> Outlook:
    """A host in Rock Outcroppings; nobody is in Arsunt."""
    truth = Truth(Random(1))
    truth.temper = temper
    placed = state.with_army(ATREIDES, ROCK, HOST).with_army(HARKONNEN, ARSUNT, None)
    return Outlook(placed, truth)


def test_MOVE_5_with_two_wormsigns_a_legion_rides_where_the_rules_let_it() -> None:
    outlook = raiders(begun())
    road = best_road(outlook, 2)
    assert road.first is not None
    second = best_road(Outlook(with_sign(outlook.state, road.first), outlook.truth), 1)
    assert second.first is not None
    there = with_sign(with_sign(outlook.state, road.first), second.first)
    ways = reach.moves(there, ATREIDES, leaders_only=False)
    assert NW_16 in {way.target for way in ways if way.source == ROCK and way.via is reach.Via.SANDRIDING}
    ends = Ways(Outlook(there, outlook.truth), ROCK).ends()
    assert ends >> NW_16 & 1
    assert Ways(outlook, ROCK).ends() >> ROCK & 1, "to stay is a way, too"


def with_sign(state: State, area: int) -> State:
    """The position with one more wormsign."""
    return replace(state, wormsigns=(*state.wormsigns, area))


def test_a_road_is_nothing_for_few_figures_and_where_no_signs_are_left_to_put() -> None:
    outlook = raiders(begun())
    few = Outlook(outlook.state.with_army(ATREIDES, ROCK, Army(tokens=1)), outlook.truth)
    assert best_road(few, 2) == NO_ROAD


def test_moves_by_road_are_fewer_than_on_foot_and_none_is_through_an_enemy() -> None:
    outlook = raiders(begun())
    ridden, walked = outlook.ride_steps(1 << NORTH_POLE), outlook.steps(1 << NORTH_POLE)
    assert (ridden[WINDGAP], walked[WINDGAP]) == (1, 3)
    assert all(by_road <= on_foot for by_road, on_foot in zip(ridden, walked, strict=True))
    assert FAR not in (ridden[WINDGAP], ridden[ROCK])


@pytest.mark.rule("WIN-2")
def test_the_last_steps_and_the_last_sietches_are_worth_most() -> None:
    stations = [in_the_race(PLANNED, need, 8).station for need in (9, 5, 3, 1)]
    assert stations == sorted(stations)
    assert in_the_race(PLANNED, 0, 8).station == 0
    saved = [in_the_race(PLANNED, 9, left).saved for left in (9, 6, 4, 2)]
    assert all(one <= other for one, other in pairwise(saved))
    assert in_the_race(PLANNED, 0, 9).saved > saved[0]
    assert in_the_race(SCRIPT, 0, 1) is SCRIPT
