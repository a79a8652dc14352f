"""Set-up, tactical cards, vehicles and dice: from the first page of a game to the own turn."""

import re
from collections.abc import Callable
from html import unescape

import pytest

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.frames import AtreidesRollFrame, RoundStartFrame, SetupFrame, TurnFrame, VehiclesFrame
from companion.rules.state import HARKONNEN
from tests.web.table.conftest import Seat, to_dice


def place(seat: Seat, area: str = "") -> None:
    """Enters 2 regular units, 1 elite and a Bashar in the next settlement, or in the one named."""
    open_areas = seat.top_as(SetupFrame).open
    here = f"{seat.step}?area={area or AREA_IDS[open_areas[0]]}&black=2000"
    seat.done("figures", here, silver="0101")


@pytest.mark.rule("SETUP-2")
def test_SETUP_2_goes_settlement_by_settlement(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided")
    for left in range(6, 0, -1):
        assert f"{left} settlement" in seat.main(f"{seat.step}?area={AREA_IDS[seat.top_as(SetupFrame).open[0]]}")
        place(seat)
    assert seat.title(f"{seat.step}?ticks=1245678") == "All set up: begin round 1"
    assert all(army == Army(regular=2, elite=1, generic=1) for _area, army in seat.state.legions(HARKONNEN))
    seat.done("begin", f"{seat.step}?ticks=1245678")
    assert isinstance(seat.top(), RoundStartFrame)


def test_the_guided_set_up_takes_at_most_20_taps(seat_at: Callable[..., Seat]) -> None:
    seat, taps, here = seat_at(set_up="guided"), 0, ""
    while isinstance(seat.top(), SetupFrame):
        page = seat.main(here)
        onward = re.search(r'<a class="btn go" href="([^"]*)"', page)
        black = re.search(r'<a class="key" href="([^"]*black=2000[^"]*)"', page)
        taps += 1
        if "silver=2000" not in page and 'name="silver" value="2000"' in page:
            answer = seat.do("figures", here, silver="2000")
            here = answer.headers["Location"]
        elif black is not None:
            here = unescape(black[1])
        elif onward is not None:
            here = unescape(onward[1])
        else:
            seat.done("begin", here)
    assert taps <= 20
    assert sum(army.regular for _area, army in seat.state.legions(HARKONNEN)) == 24


def test_ticks_are_taken_back_and_steps_opened_again(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided")
    assert "0 of 8 steps done" in seat.main()
    ticked = f"{seat.step}?ticks=12"
    assert "2 of 8 steps done" in seat.main(ticked)
    assert f"{seat.step}?ticks=1&step=2" in seat.links(ticked)
    assert "One facedown starting token and one Naib" in seat.main(f"{seat.step}?ticks=1&step=2")
    assert 'data-area="gara_kulon"' in lit(seat.page(f"{seat.step}?ticks=1&step=2"))


def lit(page: str) -> str:
    return "".join(re.findall(r'<a class="ar next[^>]*>', page))


def test_what_was_entered_before_is_offered_first_and_another_face_by_its_figures(
    seat_at: Callable[..., Seat],
) -> None:
    seat = seat_at(set_up="guided")
    here = f"{seat.step}?area=carthag&black=other&silver=2000"
    answer = seat.do("figures", here, black__regular=1, black__elite=1, black__special=1)
    assert answer.status_code == 303
    assert seat.state.army(HARKONNEN, AREA_NUMBER["carthag"]) == Army(regular=3, elite=1, special=1)
    following = answer.headers["Location"]
    assert "used=carthag-s2000" in following
    first = re.search(r'<a class="key" href="([^"]*)"', seat.main(following))
    assert first is not None
    assert "black=1110" in first[1]


def test_another_settlement_can_be_tapped(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided")
    place(seat, "carthag")
    assert seat.state.army(HARKONNEN, AREA_NUMBER["carthag"]) == Army(regular=2, elite=1, generic=1)


def test_the_quick_set_up_is_one_tap_and_says_that_it_assumes(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided", dice="app")
    assert "The app assumes" in seat.main()
    seat.done("quick-set-up")
    assert isinstance(seat.top(), VehiclesFrame)


def test_a_settlement_without_a_unit_is_refused_where_it_was_entered(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided")
    before = seat.seq
    answer = seat.do("figures", f"{seat.step}?area=carthag&black=other&silver=0001")
    assert answer.status_code == 422
    assert "SETUP-2" in answer.text
    assert "Reveal both tokens in Carthag" in re.sub("<[^>]*>", "", answer.text)
    assert seat.seq == before


@pytest.mark.parametrize("value", ["-1", "many", "1e3"])
def test_nonsense_names_the_field_and_changes_nothing(seat_at: Callable[..., Seat], value: str) -> None:
    seat = seat_at(set_up="guided")
    before = seat.seq
    answer = seat.do("figures", f"{seat.step}?area=carthag&black=2000&silver=other", silver__regular=value)
    assert answer.status_code == 400
    assert "<code>silver-regular</code>" in answer.text
    assert seat.seq == before


def test_ranks_and_objective_can_be_entered_before_round_1(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided")
    while seat.top_as(SetupFrame).open:
        place(seat)
    here = "?ticks=12456"
    seat.done("ranks", f"{seat.step}{here}", rank__windgap=3, rank__gara_kulon=2)
    assert {s.area: s.rank for s in seat.state.sietches if s.rank} == {
        AREA_NUMBER["windgap"]: 3,
        AREA_NUMBER["gara_kulon"]: 2,
    }
    seat.done("objective", f"{seat.step}{here}", kwisatz_haderach=4, sand_dwellers=5, jihad=6)
    assert seat.state.hidden.objectives == ((4, 5, 6),)


@pytest.mark.parametrize(("level", "said"), [("emperor", True), ("warlord", False)])
def test_against_an_emperor_each_number_of_the_objective_is_higher(
    seat_at: Callable[..., Seat], level: str, said: bool
) -> None:
    seat = seat_at(set_up="guided", level=level)
    while seat.top_as(SetupFrame).open:
        place(seat)
    assert ("Add 1 to each number of your secret objective." in seat.main(f"{seat.step}?ticks=12456")) is said


@pytest.mark.rule("WIN-2")
def test_WIN_2_an_objective_is_blank_and_not_kept_before_all_three_are_entered(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="guided")
    here = f"{seat.step}?step=7"
    blanks = [value for name, value in seat.form("objective", here).values() if name in ("jihad", "sand_dwellers")]
    assert blanks == ["", ""]
    assert len(re.findall(r'value="" [^>]*required', seat.main(here))) == 3
    answer = seat.do("objective", here, kwisatz_haderach=4, jihad=6)
    assert answer.status_code == 400
    assert "<code>sand_dwellers</code>" in answer.text
    assert seat.state.hidden.objectives == ()


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
    assert "What the app laid out" in quick.main()
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
def test_ACT_1_a_third_die_of_a_result_is_turned_by_the_rule(quick: Seat) -> None:
    to_dice(quick)
    before = quick.seq
    there = quick.do("atreides-dice", strategy=3, mentat=1).headers["Location"]
    assert quick.seq == before
    assert quick.title(there) == "Too many of one result: change some dice"
    assert quick.form("atreides-dice", there).offers("end") == ["0", "1", "2"]
    quick.done("atreides-dice", there, end="1")
    strategy, deployment, mentat = Result.STRATEGY, Result.DEPLOYMENT, Result.MENTAT
    assert quick.state.atreides_results == (strategy, strategy, deployment, mentat)


@pytest.mark.rule("ACT-1")
def test_ACT_1_too_few_dice_are_refused_with_the_rule(quick: Seat) -> None:
    to_dice(quick)
    before = quick.seq
    answer = quick.do("atreides-dice", strategy=3)
    assert answer.status_code == 422
    assert "ACT-1" in answer.text
    assert quick.seq == before


def test_the_app_rolls_or_asks_which_dice_are_turned(quick: Seat) -> None:
    to_dice(quick)
    answer = quick.do("roll-atreides")
    assert answer.status_code == 303
    if isinstance(quick.top(), AtreidesRollFrame):
        shown = quick.form("atreides-dice", answer.headers["Location"])
        assert shown.offers("end")
        quick.done("atreides-dice", answer.headers["Location"], end="0")
    assert len(quick.state.atreides_results or ()) == 4
