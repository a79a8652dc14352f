"""Set-up, tactical cards, vehicles and dice: from the first page of a game to the own turn."""

from collections.abc import Callable

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.frames import AtreidesRollFrame, RoundStartFrame, SetupFrame, TurnFrame, VehiclesFrame
from companion.rules.state import HARKONNEN
from tests.web.table.conftest import Seat, to_dice

FIGURES = {"regular": 2, "elite": 1, "special": 0, "generic": 1}


@pytest.mark.rule("SETUP-2")
def test_SETUP_2_goes_settlement_by_settlement(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided")
    for left in range(6, 0, -1):
        assert f"{left} settlement" in seat.main()
        seat.done("figures", **FIGURES)
    assert seat.title() == "Everything stands: begin round 1"
    assert all(army == Army(regular=2, elite=1, generic=1) for _area, army in seat.state.legions(HARKONNEN))
    seat.done("begin")
    assert isinstance(seat.top(), RoundStartFrame)


def test_another_settlement_can_be_tapped(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided")
    seat.done("figures", f"{seat.step}?area=carthag", **FIGURES)
    assert seat.state.army(HARKONNEN, AREA_NUMBER["carthag"]) == Army(regular=2, elite=1, generic=1)


def test_the_quick_set_up_is_one_tap_and_says_that_it_assumes(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided", dice="app")
    assert "Assumed tokens" in seat.main()
    seat.done("quick-set-up")
    assert isinstance(seat.top(), VehiclesFrame)


def test_a_settlement_without_a_unit_is_refused_where_it_was_entered(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided")
    before = seat.seq
    answer = seat.do("figures", regular=0)
    assert answer.status_code == 422
    assert "SETUP-2" in answer.text
    assert "Turn the black and the silver token" in answer.text
    assert seat.seq == before


@pytest.mark.parametrize(("value", "named"), [("-1", "regular"), ("many", "regular"), ("1e3", "regular")])
def test_nonsense_names_the_field_and_changes_nothing(seat_at: Callable[..., Seat], value: str, named: str) -> None:
    seat = seat_at(set_up="guided")
    before = seat.seq
    answer = seat.do("figures", regular=value)
    assert answer.status_code == 400
    assert f"<code>{named}</code>" in answer.text
    assert seat.seq == before


def test_ranks_and_objective_can_be_entered_before_round_1(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided")
    while seat.top_as(SetupFrame).open:
        seat.done("figures", **FIGURES)
    seat.done("ranks", rank__windgap=3, rank__gara_kulon=2)
    assert {s.area: s.rank for s in seat.state.sietches if s.rank} == {
        AREA_NUMBER["windgap"]: 3,
        AREA_NUMBER["gara_kulon"]: 2,
    }
    seat.done("objective", kwisatz_haderach=4, sand_dwellers=5, jihad=6)
    assert seat.state.hidden.objectives == ((4, 5, 6),)


@pytest.mark.rule("MAHDI-START-2")
def test_MAHDI_START_2_cards_are_tapped_until_there_is_a_target(quick: Seat) -> None:
    quick.done("tactical", card="gara_kulon")
    assert quick.state.harvesting_sector == "ne"
    quick.done("tactical", card="sihaya_ridge")
    assert quick.state.target_sietch is None
    quick.done("tactical", card="windgap")
    assert quick.state.target_sietch == AREA_NUMBER["windgap"]


def test_the_app_draws_the_tactical_cards(quick: Seat) -> None:
    quick.done("draw-tactical")
    assert isinstance(quick.top(), VehiclesFrame)


def test_a_card_that_is_none_is_named(quick: Seat) -> None:
    answer = quick.do("tactical", card="moon")
    assert answer.status_code == 400
    assert "<code>card</code>" in answer.text


def test_the_card_tapped_on_the_map_is_offered(quick: Seat) -> None:
    assert f"{quick.step}?card=windgap" in quick.links()
    quick.done("tactical", f"{quick.step}?card=windgap")
    assert quick.state.harvesting_sector == "central"


def test_all_vehicles_at_once_as_proposed(quick: Seat) -> None:
    quick.done("draw-tactical")
    assert "First the starting figures on the board" in quick.main()
    quick.done("vehicles")
    assert isinstance(quick.top(), AtreidesRollFrame)
    assert quick.state.harvesters
    assert quick.state.ornithopters


def test_vehicles_one_by_one_with_the_choice_on_the_map(quick: Seat) -> None:
    quick.done("draw-tactical")
    frame = quick.top()
    assert isinstance(frame, VehiclesFrame)
    number = frame.harvesters
    for _harvester in range(number):
        here = f"{quick.step}?one=1"
        place = next((link for link in quick.links(here) if "place=" in link), here)
        quick.done("vehicle", place)
    assert len(quick.state.harvesters) == number
    if isinstance(quick.top(), VehiclesFrame):
        quick.done("vehicles", f"{quick.step}?one=1")
    assert isinstance(quick.top(), AtreidesRollFrame)


@pytest.mark.rule("ACT-1")
def test_ACT_1_the_dice_are_entered_by_steppers(quick: Seat) -> None:
    to_dice(quick)
    quick.done("atreides-dice", leadership=2, strategy=1, mentat=1)
    assert quick.state.atreides_results == (Result.LEADERSHIP, Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT)
    assert isinstance(quick.top(), TurnFrame)


@pytest.mark.rule("ACT-1")
def test_ACT_1_three_of_a_result_are_refused_with_the_rule(quick: Seat) -> None:
    to_dice(quick)
    before = quick.seq
    answer = quick.do("atreides-dice", strategy=3, mentat=1)
    assert answer.status_code == 422
    assert "ACT-1" in answer.text
    assert quick.seq == before


def test_the_app_rolls_or_asks_which_dice_are_turned(quick: Seat) -> None:
    to_dice(quick)
    answer = quick.do("roll-atreides")
    assert answer.status_code == 303
    if isinstance(quick.top(), AtreidesRollFrame):
        shown = quick.form("atreides-dice", answer.headers["Location"])
        assert sum(int(value) for name, value in shown.values() if name in list(Result)) == 4
    else:
        assert len(quick.state.atreides_results or ()) == 4
