"""What holds for every battle, and the chain behind it."""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.content import NAMED_LEADERS
from companion.content.terms import Faction
from companion.rules.odds import battle_odds, benchmark, clear_caches, parse_battle, solve
from companion.rules.odds.chain import Node, expected_visits, follow

UNITS = ("regular", "elite", "special")
NAMED = {faction: [x.id for x in NAMED_LEADERS if x.faction is faction] for faction in Faction}
Document = dict[str, Any]


def random_side(rng: random.Random, faction: Faction, least: int) -> Document:
    side: Document = dict.fromkeys(UNITS, 0) | {"faction": faction.id}
    for _ in range(rng.randint(least, 6)):
        side[rng.choice(UNITS)] += 1
    if any(side[kind] for kind in UNITS):
        side["generic"] = rng.choice((0, 0, 1, 2, 4))
        side["named"] = rng.sample(NAMED[faction], rng.choice((0, 0, 1, 2, 3)))
    side["cards"] = rng.choice((0, 0, 1, 3))
    side["reinforcements"] = rng.choice((0, 0, 1, 4))
    return side


def random_battle(rng: random.Random) -> Document:
    attacker, defender = rng.sample(list(Faction), 2)
    return {
        "attacker": random_side(rng, attacker, least=1),
        "defender": random_side(rng, defender, least=0),
        "settlement_rank": rng.choice((0, 0, 1, 2, 3)),
        "surprise": rng.random() < 0.3,
        "policy": {
            "attacker": rng.choice(("mahdi", "to_the_end")),
            "defender": "never_retreat",
            "casualties": {faction.id: rng.choice(("mahdi", "keep_power")) for faction in Faction},
        },
        "rounds": rng.choice((None, None, 0, 1, 2, 5)),
    }


def total(answer: Document) -> float:
    return float(answer["attacker_wins"] + answer["defender_wins"] + answer["both_destroyed"])


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.slow
def test_probabilities_add_up_in_a_hundred_random_battles(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        battle = random_battle(rng)
        answer = battle_odds(battle)
        numbers = [answer["attacker_wins"], answer["defender_wins"], answer["both_destroyed"]]
        for chances in (numbers, answer["rounds"], *(h.values() for h in answer["first_round"].values())):
            assert all(0.0 <= chance <= 1.0 + 1e-12 for chance in chances), battle
            assert sum(chances) == pytest.approx(1.0, abs=1e-9), battle
        assert sum(chance for _, chance in solve(parse_battle(battle)).results) == pytest.approx(1, abs=1e-9)
        for side in ("attacker", "defender"):
            legion = getattr(parse_battle(battle), side).legion
            losses = answer["expected_losses"][side]
            assert -1e-12 <= losses["power"] <= legion.fine_power + 1e-9
            assert -1e-12 <= losses["units"] <= legion.units + 1e-9
            assert -1e-12 <= losses["leaders"] <= legion.leaders + 1e-9


@st.composite
def battles(draw: st.DrawFn) -> Document:
    return random_battle(random.Random(draw(st.integers(0, 10**6))))


@given(battles())
@pytest.mark.slow
def test_no_limit_is_the_same_as_a_very_high_one(battle: Document) -> None:
    endless = battle_odds(battle | {"rounds": None})
    long = battle_odds(battle | {"rounds": 100_000})
    for key in ("attacker_wins", "defender_wins", "both_destroyed"):
        assert endless[key] == pytest.approx(long[key], abs=1e-9)
    for side in ("attacker", "defender"):
        assert endless["expected_losses"][side] == pytest.approx(long["expected_losses"][side], abs=1e-9)


@given(battles())
@pytest.mark.slow
def test_a_longer_fight_never_lowers_the_chance_of_the_attacker(battle: Document) -> None:
    chances = [battle_odds(battle | {"rounds": rounds})["attacker_wins"] for rounds in (0, 1, 2, 3, 8, None)]
    for earlier, later in pairwise(chances):
        assert later >= earlier - 1e-12


def plain_sides() -> st.SearchStrategy[dict[str, int]]:
    counts = st.fixed_dictionaries({kind: st.integers(0, 3) for kind in (*UNITS, "generic", "reinforcements")})
    return counts.filter(lambda side: 0 < sum(side[kind] for kind in UNITS) <= 6)


@given(plain_sides(), plain_sides())
@pytest.mark.slow
def test_without_a_settlement_both_roles_are_equal(one: dict[str, int], other: dict[str, int]) -> None:
    policy = {
        "attacker": "to_the_end",
        "defender": "never_retreat",
        "casualties": {"harkonnen": "keep_power", "atreides": "keep_power"},
    }
    harkonnen, atreides = {"faction": "harkonnen"}, {"faction": "atreides"}
    attacking = battle_odds({"attacker": one | harkonnen, "defender": other | atreides, "policy": policy})
    defending = battle_odds({"attacker": other | atreides, "defender": one | harkonnen, "policy": policy})
    assert attacking["attacker_wins"] == pytest.approx(defending["defender_wins"], abs=1e-12)
    assert attacking["both_destroyed"] == pytest.approx(defending["both_destroyed"], abs=1e-12)
    assert attacking["rounds"] == pytest.approx(defending["rounds"], abs=1e-12)


@pytest.mark.rule("BATTLE-8", "BATTLE-10")
def test_BATTLE_8_paying_the_last_hit_loses_and_the_price_is_due_only_to_go_on() -> None:
    def answer(rounds: int | None) -> Document:
        return battle_odds(
            {
                "attacker": {"faction": "harkonnen", "regular": 1},
                "defender": {"faction": "atreides", "regular": 1},
                "settlement_rank": 1,
                "policy": {"attacker": "to_the_end"},
                "rounds": rounds,
            }
        )

    stopped, to_the_end = answer(1), answer(None)
    assert to_the_end["rounds"] == [0.0, 1.0]
    assert to_the_end["attacker_wins"] == pytest.approx(stopped["attacker_wins"], abs=1e-15)
    survives = 1.0 - to_the_end["attacker_wins"] - stopped["expected_losses"]["attacker"]["units"]
    assert to_the_end["expected_losses"]["attacker"]["units"] == pytest.approx(
        stopped["expected_losses"]["attacker"]["units"] + survives, abs=1e-15
    )


def test_a_waiting_node_is_left_after_the_geometric_mean() -> None:
    nodes = [Node(0.75, ((1, 0.125),), 0.125), Node(0.5, (), 0.5)]
    assert expected_visits(nodes) == [4.0, 1.0]
    walk = follow(nodes, None)
    assert walk.visits == pytest.approx([4.0, 1.0], abs=1e-12)
    assert walk.lengths[:3] == (0.0, 0.125, 0.75 * 0.125 + 0.125 * 0.5)
    assert sum(walk.lengths) == pytest.approx(1.0, abs=1e-12)


def test_a_limit_cuts_the_walk_and_a_free_node_costs_no_step() -> None:
    nodes = [Node(0.0, ((1, 0.5), (2, 0.5)), 0.0), Node(0.0, (), 1.0, free=True), Node(0.0, (), 1.0)]
    assert follow(nodes, None).lengths == (0.0, 0.5, 0.5)
    cut = follow(nodes, 1)
    assert cut.lengths == (0.0, 1.0)
    assert cut.remaining == [0.0, 0.5, 0.5]


def test_benchmark_asks_the_same_battle_cold_and_warm() -> None:
    work = []

    def clock() -> float:
        work.append(solve.cache_info())
        return len(work) ** 2 / 1000

    assert benchmark(clock).keys() == {"cold_ms", "warm_ms", "next_ms"}
    cold_end, warm_end = work[1], work[3]
    assert (cold_end.hits, cold_end.misses) == (0, 1)
    assert (warm_end.hits, warm_end.misses) == (1, 1)
    clear_caches()
    assert solve.cache_info().currsize == 0


@pytest.mark.parametrize("seed", range(40))
def test_a_battle_among_others_is_the_battle_alone(seed: int) -> None:
    """What battles have in common is kept: the order in which they are asked about must not matter."""
    rng = random.Random(seed)
    battles = [random_battle(rng) for _ in range(6)]
    for battle in battles[1:]:
        # The same conduct, so that they share what is kept.
        battle["policy"], battle["settlement_rank"] = battles[0]["policy"], battles[0]["settlement_rank"]
        for side in ("attacker", "defender"):
            battle[side]["faction"] = battles[0][side]["faction"]
            battle[side]["named"] = []
    clear_caches()
    together = [battle_odds(battle) for battle in battles]
    for battle, answer in zip(battles, together, strict=True):
        clear_caches()
        assert_close(battle_odds(battle), answer)


def assert_close(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_close(one[key], other[key])
    else:
        assert one == pytest.approx(other, abs=1e-12)


def test_battles_worked_out_at_once_do_not_disturb_each_other() -> None:
    battles: list[Document] = [
        {
            "attacker": {"faction": "harkonnen", "regular": regular, "reinforcements": cards},
            "defender": {"faction": "atreides", "regular": 3, "generic": 1},
            "settlement_rank": 1,
            "policy": {"attacker": "to_the_end"},
        }
        for cards in range(3)
        for regular in range(1, 7)
    ]
    alone = [battle_odds(battle) for battle in battles]
    clear_caches()
    with ThreadPoolExecutor(8) as pool:
        for answer, found in zip(alone, pool.map(battle_odds, battles), strict=True):
            assert_close(found, answer)
