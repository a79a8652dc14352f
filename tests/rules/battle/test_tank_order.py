"""In which order named leaders enter the tank when several go at once (TANK-1)."""

import pytest

from companion.rules.army import Army
from companion.rules.commands import TakeHits
from companion.rules.state import State
from tests.rules.battle.table import ATREIDES, HARKONNEN, attack, codes, duel, play, roll, turn

LEADERS = ("paul_atreides", "stilgar")


def all_but_lost() -> State:
    """Two leaders beside a last unit that takes a hit."""
    legions = {"ne_12": Army(regular=2)}, {"ne_13": Army(regular=1, named=LEADERS)}
    state = attack(duel(*legions, *turn(HARKONNEN)), HARKONNEN, "ne_12", "ne_13")
    return roll(state, (2, 0, 0), (0, 1, 0))


@pytest.mark.rule("TANK-1", tries=True)
@pytest.mark.parametrize(
    "order, spaces",
    [((), [1, 2]), (("paul_atreides", "stilgar"), [2, 1]), (("stilgar", "paul_atreides"), [1, 2])],
)
def test_TANK_1_the_owner_orders_the_leaders_that_go_with_the_last_unit(
    order: tuple[str, ...], spaces: list[int]
) -> None:
    """Left out: the most useful enters first and is back first."""
    state = all_but_lost()
    state = play(state, TakeHits(ATREIDES, ("regular",), order))
    assert [state.leader(leader).tank for leader in LEADERS] == spaces


@pytest.mark.rule("TANK-1", tries=True)
@pytest.mark.parametrize("order", [("stilgar",), ("stilgar", "chani"), ("stilgar", "stilgar")])
def test_TANK_1_an_order_of_other_leaders_is_refused(order: tuple[str, ...]) -> None:
    state = all_but_lost()
    assert codes(state, TakeHits(ATREIDES, ("regular",), order)) == [("TANK-1", "other_leaders_go")]
