"""Chances of battles in which an escort fights (DW-5, R-43)."""

from itertools import pairwise

import pytest

from companion.rules.errors import FormatError
from companion.rules.odds import battle_odds
from companion.rules.odds.casualties import CasualtyPolicy, suffer, survivors, ways
from companion.rules.odds.casualties import _worth as worth
from companion.rules.odds.legion import DESTROYED, Legion, legion_of

ESCORTED = legion_of(regular=2, elite=1, generic=1, escorts=2)


def odds(escorts: int, generic: int = 0, casualties: str = "keep_power") -> dict[str, object]:
    attacker = {"faction": "harkonnen", "regular": 3, "escorts": escorts, "generic": generic}
    defender = {"faction": "atreides", "regular": 3}
    policy = {"attacker": "to_the_end", "casualties": {"harkonnen": casualties, "atreides": "keep_power"}}
    return battle_odds({"attacker": attacker, "defender": defender, "policy": policy})


@pytest.mark.rule("DW-5", tries=True)
@pytest.mark.parametrize("hits", range(10))
@pytest.mark.parametrize("escorts", [0, 1, 2])
@pytest.mark.parametrize("generic", [0, 2])
def test_DW_5_the_most_power_is_kept_of_all_ways_to_take_the_hits(hits: int, escorts: int, generic: int) -> None:
    legion = legion_of(regular=2, elite=1, generic=generic, named=("baron_harkonnen",), escorts=escorts)
    left = suffer(CasualtyPolicy.KEEP_POWER, legion, hits)
    best = max(ways(legion, hits), key=worth)
    assert worth(left) == worth(best)


@pytest.mark.rule("DW-5", tries=True)
def test_DW_5_two_hits_go_to_one_escort() -> None:
    left = survivors(CasualtyPolicy.KEEP_POWER, ESCORTED)
    assert left[2] == legion_of(regular=2, elite=1, generic=1, escorts=1)
    assert left[4] == legion_of(regular=2, elite=1, generic=1)
    assert (len(left) - 1, left[-1]) == (ESCORTED.endurance, DESTROYED)
    assert all(one.fine_power >= other.fine_power for one, other in pairwise(left))
    assert Legion(2, 1, 0, 1, ()) in ways(ESCORTED, 4)


@pytest.mark.rule("R-43", tries=True)
def test_R_43_an_escort_fights_like_a_bashar_and_lasts_longer() -> None:
    with_escort, with_bashar, alone = odds(1), odds(0, 1), odds(0)
    assert with_escort["first_round"] == with_bashar["first_round"]
    assert float(str(with_escort["attacker_wins"])) > float(str(with_bashar["attacker_wins"]))
    assert float(str(with_bashar["attacker_wins"])) > float(str(alone["attacker_wins"]))


def test_the_best_way_to_take_hits_is_no_worse_than_keeping_power() -> None:
    best, kept = odds(2, casualties="optimal"), odds(2)
    assert float(str(best["attacker_wins"])) >= float(str(kept["attacker_wins"])) - 1e-9


@pytest.mark.parametrize(
    ("side", "field"),
    [({"faction": "harkonnen", "regular": 2, "escorts": 3}, "attacker.escorts"), ({"faction": "atreides"}, "DW-5")],
)
def test_an_escort_is_harkonnen_and_there_are_two(side: dict[str, object], field: str) -> None:
    attacker = {"regular": 2, "escorts": 1, **side}
    defender = {"faction": "harkonnen" if side["faction"] == "atreides" else "atreides", "regular": 2}
    with pytest.raises(FormatError) as refused:
        battle_odds({"attacker": attacker, "defender": defender})
    assert refused.value.field_or_rule == field


@pytest.mark.rule("DW-1", tries=True)
def test_DW_1_the_solo_opponent_takes_no_hits_with_an_escort() -> None:
    with pytest.raises(FormatError) as refused:
        odds(1, casualties="mahdi")
    assert refused.value.field_or_rule == "DW-1"
