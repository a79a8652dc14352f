"""Cards of Harkonnen that people play place from the supply, or from elsewhere on the board (ACT-6, R-39)."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck
from companion.rules import Army, State, check
from companion.rules.commands import CardStepDone
from companion.rules.frames import CardFrame
from companion.rules.state import HARKONNEN, Mode, supply
from tests.rules.flow.table import area, codes, harkonnen_card, play, position

ARRAKEEN, CARTHAG, ARSUNT = area("arrakeen"), area("carthag"), area("arsunt")
PLACED = Army(elite=3)


def recruiting(mode: Mode = Mode.DUEL) -> State:
    """Forced Recruitment, which places 3 elite units in Arrakeen, with no elite unit left in the supply."""
    legions = {"carthag": Army(regular=1, elite=5), "arsunt": Army(elite=6), "hagga_basin": Army(elite=1)}
    frames = harkonnen_card("forced_recruitment", Deck.HOUSE_HARKONNEN)
    return replace(position(legions, {}, *frames), mode=mode)


def placing(*taken: tuple[int, Army], figures: Army = PLACED) -> CardStepDone:
    return CardStepDone(placements=((ARRAKEEN, figures),), taken=taken)


@pytest.mark.rule("ACT-6", "R-39", tries=True)
def test_ACT_6_with_an_empty_supply_a_card_places_units_of_the_board() -> None:
    state = recruiting()
    assert supply(state, HARKONNEN).elite == 0
    assert codes(state, placing()) == [("UNIT-2", "not_enough_figures")]
    after = play(state, placing((CARTHAG, Army(elite=2)), (ARSUNT, Army(elite=1))))
    assert after.army(HARKONNEN, ARRAKEEN) == PLACED
    assert after.army(HARKONNEN, CARTHAG) == Army(regular=1, elite=3)
    assert after.army(HARKONNEN, ARSUNT) == Army(elite=5)
    assert supply(after, HARKONNEN) == supply(state, HARKONNEN)


@pytest.mark.rule("ACT-6", "R-39", tries=True)
def test_ACT_6_only_what_stands_there_is_taken_and_only_as_part_of_what_is_placed() -> None:
    state = recruiting()
    assert ("ACT-6", "figures_not_there") in codes(state, placing((CARTHAG, Army(elite=6))))
    twice = placing((CARTHAG, Army(elite=3)), (CARTHAG, Army(elite=3)))
    assert ("ACT-6", "figures_not_there") in codes(state, twice)
    assert ("ACT-6", "more_taken_than_placed") in codes(state, placing((ARSUNT, Army(elite=4))))
    there = state.with_army(HARKONNEN, ARRAKEEN, Army(elite=1))
    assert ("ACT-6", "figures_not_there") in codes(there, placing((ARRAKEEN, Army(elite=1)), (ARSUNT, Army(elite=2))))


@pytest.mark.rule("ACT-6", tries=True)
@pytest.mark.parametrize("taken", [Army(tokens=1), Army(named=("baron_harkonnen",)), Army(escorts=1)])
def test_ACT_6_only_units_and_generic_leaders_are_named_as_taken(taken: Army) -> None:
    state = recruiting().with_army(HARKONNEN, CARTHAG, Army(regular=1, elite=5) + taken)
    assert ("ACT-6", "figures_not_there") in codes(state, placing((CARTHAG, taken)))


@pytest.mark.rule("ACT-6", tries=True)
def test_ACT_6_nothing_is_taken_from_where_nobody_stands() -> None:
    assert ("ACT-6", "figures_not_there") in codes(recruiting(), placing((area("ne_13"), Army(elite=1))))


@pytest.mark.rule("ACT-6")
def test_ACT_6_leaders_count_among_what_is_taken() -> None:
    state = recruiting().with_army(HARKONNEN, ARSUNT, Army(elite=6, generic=1))
    reasons = check(state, placing((ARSUNT, Army(elite=4, generic=1))))
    assert [one.facts["count"] for one in reasons if one.code == "more_taken_than_placed"] == [5]


@pytest.mark.rule("R-39", tries=True)
def test_R_39_the_solo_opponent_relocates_nothing() -> None:
    state = recruiting(Mode.SOLO)
    found = codes(state, placing((ARSUNT, PLACED)))
    assert ("R-39", "opponent_relocates_nothing") in found


@pytest.mark.rule("LEADER-1")
def test_LEADER_1_who_is_left_alone_by_a_relocation_goes() -> None:
    state = recruiting().with_army(HARKONNEN, area("hagga_basin"), Army(elite=1, generic=1))
    after = play(state, placing((area("hagga_basin"), Army(elite=1)), (ARSUNT, Army(elite=2))))
    assert after.army(HARKONNEN, area("hagga_basin")) is None
    assert not isinstance(after.frame, CardFrame) or after.frame.step == 1
