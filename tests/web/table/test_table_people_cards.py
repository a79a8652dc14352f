"""Harkonnen planning cards between people: what the panel offers is what the card prints."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content.terms import Result
from companion.rules import Army
from companion.rules.commands import (
    CorrectBoard,
    EndTurn,
    EndVehicles,
    FinishAction,
    PlayHarkonnenCard,
    RollAtreidesDice,
    RollHarkonnenDice,
    SpendDie,
)
from companion.rules.frames import CardFrame
from companion.rules.state import HARKONNEN
from tests.web.table.conftest import Seat

MENTAT = Result.MENTAT
VILLAGES = ("arsunt", "hagga_basin", "imperial_basin", "north_pole")


@pytest.fixture
def people(seat_at: Callable[..., Seat]) -> Seat:
    """A game of two with no Harkonnen legion on the board, after the vehicles."""
    seat = seat_at(harkonnen="people", set_up="quick")
    empty = (None,) * len(AREA_IDS)
    seat.arrange(CorrectBoard(replace(seat.state, armies=(empty, seat.state.armies[1]))), EndVehicles())
    return seat


def carry_out(people: Seat, card: str) -> None:
    """The first Harkonnen die of the round plays the card."""
    dice = (tuple(Result) * 2)[: people.state.harkonnen_unused]
    people.arrange(RollHarkonnenDice(dice), RollAtreidesDice((MENTAT, MENTAT, Result.HOUSE, Result.HOUSE)))
    people.arrange(SpendDie(MENTAT, MENTAT), FinishAction(), EndTurn(), PlayHarkonnenCard(dice[0], card))
    people.top_as(CardFrame)


def listed(people: Seat, name: str) -> list[str]:
    """The values of a list of the form."""
    body = people.form("their-card-figures").body
    found = re.search(rf'<select[^>]*name="{name}".*?</select>', body, re.S)
    return re.findall(r'<option[^>]*value="([^"]*)"', found[0]) if found else []


def there(people: Seat, place: str) -> Army:
    return people.state.army(HARKONNEN, AREA_NUMBER[place]) or Army()


@pytest.mark.rule("CARD-1")
def test_CARD_1_the_same_unit_goes_into_every_village_at_once(people: Seat) -> None:
    carry_out(people, "hard_times_and_oppression")
    form = people.form("their-card-figures")
    assert sorted(form.offers("areas")) == sorted(VILLAGES)
    assert dict(form.values())["regular"] == "1"
    assert "elite" not in form.body
    assert "leader" not in form.body
    people.done("their-card-figures")
    assert [there(people, village) for village in VILLAGES] == [Army(regular=1)] * 4
    assert people.top_as(CardFrame).step == 1
    people.done("their-card-figures", areas=["carthag"])
    assert (there(people, "carthag"), there(people, "arrakeen")) == (Army(elite=1), Army())


@pytest.mark.rule("CARD-1")
def test_CARD_1_patrols_go_one_by_one_into_empty_desert(people: Seat) -> None:
    carry_out(people, "harkonnen_patrols")
    for count in range(3):
        assert people.top_as(CardFrame).part == count
        free = listed(people, "area")
        people.done("their-card-figures", area=free[0], regular=1)
        assert there(people, free[0]) == Army(regular=1)
    assert people.state.cards.discards[-1] == "harkonnen_patrols", "after its last step a card is discarded"


@pytest.mark.rule("CARD-1", "UNIT-2")
def test_CARD_1_kinds_and_leaders_are_those_that_the_card_places(people: Seat) -> None:
    carry_out(people, "polar_cap_factories")
    form = people.form("their-card-figures")
    assert listed(people, "area") == ["north_pole"]
    assert (dict(form.values())["regular"], dict(form.values())["elite"]) == ("2", "1")
    assert "special" not in form.body
    assert listed(people, "leader") == ["bashar", ""]
    refused = people.do("their-card-figures", regular=1, elite=2, leader="bashar")
    assert refused.status_code == 422
    assert "UNIT-2" in refused.text


@pytest.mark.rule("CARD-1", "LEADER-3")
def test_CARD_1_any_leader_in_play_may_come_where_the_card_says_a_leader(people: Seat) -> None:
    carry_out(people, "forced_recruitment")
    leaders = listed(people, "leader")
    assert {"", "bashar", "baron_harkonnen"} <= set(leaders)
    assert "shaddam_iv" not in leaders


@pytest.mark.rule("CARD-1")
def test_CARD_1_an_area_that_is_none_is_refused_by_its_field(people: Seat) -> None:
    carry_out(people, "hard_times_and_oppression")
    assert people.do("their-card-figures", areas=["nowhere"]).status_code == 400
