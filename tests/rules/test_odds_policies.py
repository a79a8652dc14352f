"""The policies beside those of the contract, against a plain enumeration of every sequence of dice."""

import random
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from companion.rules.errors import FormatError
from companion.rules.odds import attacker_wins, battle_odds, parse_battle
from tests.rules.test_odds_enumeration import (
    UNITS,
    Enumeration,
    Figures,
    assert_same,
    leaders_by_use,
    made_of,
    power,
    random_side,
    sequences,
    small_battle,
    unit_count,
    without,
)

BATTLES = 60


def strength(measure: str, figures: Figures) -> int:
    return power(figures) if measure == "power" else unit_count(figures)


def one_by_one(policy: str, figures: Figures, hits: int, regulars: int) -> Figures:
    """Hits as the rules tell them, each elite becoming a regular only while one is left in the box."""
    if policy == "keep_power":
        return keep_power(figures, hits, regulars)
    while hits > 0 and figures:
        leaders = leaders_by_use(figures)
        regular = figures.count("regular")
        higher = next((kind for kind in ("elite", "special") if kind in figures), None)
        if len(leaders) > 1:
            figures = without(figures, "generic" if "generic" in figures else leaders[-1])
        elif higher:
            figures = lowered(figures, higher, regulars)
        elif leaders and hits >= regular:
            figures = without(figures, leaders[0])
        else:
            figures = without(figures, "regular")
        hits -= 1
    return figures


def lowered(figures: Figures, kind: str, regulars: int) -> Figures:
    return without(figures, kind, *(["regular"] if figures.count("regular") < regulars else []))


def ways_of_one_hit(figures: Figures, regulars: int) -> set[Figures]:
    if not figures:
        return {figures}
    found = set()
    for figure in set(figures):
        found.add(lowered(figures, figure, regulars) if figure in ("elite", "special") else without(figures, figure))
    return found


def keep_power(figures: Figures, hits: int, regulars: int) -> Figures:
    ways = {figures}
    for _ in range(hits):
        ways = {after for way in ways for after in ways_of_one_hit(way, regulars)}

    def order(way: Figures) -> tuple[Any, ...]:
        named = sorted(f for f in way if f not in (*UNITS, "generic"))
        used = leaders_by_use(tuple(named))
        hits_of = [made_of((0, 0, 1), 0, (leader,)) for leader in used]
        return (
            -power(way),
            -unit_count(way),
            -len(named),
            -way.count("special"),
            -way.count("elite"),
            -sum(hit for hit, _ in hits_of),
            -sum(shield for _, shield in hits_of),
            named,
        )

    return min(ways, key=order)


class Wider(Enumeration):
    """The enumeration with retreats, stopping below a strength, and a supply that runs short."""

    def run(self) -> None:
        self.regulars = {
            side: self.battle[side]["regular"] + self.battle[side].get("regular_supply", 99)
            for side in ("attacker", "defender")
        }
        super().run()

    def take(self, side: str, figures: Figures, hits: int) -> Figures:
        policy = self.battle["policy"]["casualties"][self.battle[side]["faction"]]
        return one_by_one(policy, figures, hits, self.regulars[side])

    def one_round(self, rounds: int, state: Any, chance: Fraction) -> Iterator[tuple[Any, Fraction]]:
        battle, policy = self.battle, self.battle["policy"]
        attacker, defender, *supply = state
        if not attacker or not defender:
            who = "both" if not attacker and not defender else "attacker" if attacker else "defender"
            return self.finish(who, rounds, attacker, defender, chance)
        stop, retreat = policy["attacker"], policy["defender"]
        stops = isinstance(stop, dict) and rounds and strength(stop.get("of", "power"), attacker) < stop["stop_below"]
        stops = stops or (stop == "mahdi" and 2 * power(attacker) <= power(defender))
        if stops or rounds == battle["rounds"]:
            return self.finish("defender", rounds, attacker, defender, chance)
        if rounds and stop != "mahdi" and battle["settlement_rank"]:
            attacker = self.take("attacker", attacker, 1)
            if not attacker:
                return self.finish("defender", rounds, attacker, defender, chance)
        retreats = isinstance(retreat, dict) and rounds
        if retreats and strength(retreat.get("of", "power"), defender) <= retreat["retreat_at"]:
            return self.finish("attacker", rounds, attacker, defender, chance)
        dice, left = [], []
        for side, figures, cards in (("attacker", attacker, supply[0]), ("defender", defender, supply[1])):
            own = unit_count(figures) + (battle["settlement_rank"] if side == "defender" else 0)
            own = min(6, own + (battle[side]["cards"] if rounds == 0 else 0))
            joining = min(cards, 6 - own)
            dice.append(own + joining)
            left.append(cards - joining)
        for (first, second), count in sequences(*dice).items():
            share = chance * count / Fraction(6) ** sum(dice)
            hits, shields = made_of(first, int(battle["surprise"] and rounds == 0), attacker)
            hits_back, shields_back = made_of(second, 0, defender)
            on_defender = max(0, hits - max(0, shields_back - attacker.count("special")))
            on_attacker = max(0, hits_back - max(0, shields - defender.count("special")))
            if rounds == 0:
                self.first[0][on_defender] += share
                self.first[1][on_attacker] += share
            after = self.take("attacker", attacker, on_attacker), self.take("defender", defender, on_defender)
            yield (*after, *left), share


def wider_battle(seed: int) -> dict[str, Any]:
    rng = random.Random(1000 + seed)
    battle = small_battle(2000 + seed)
    measure = rng.choice(("power", "units"))
    most = 9 if measure == "power" else 4
    if rng.random() < 0.6:
        battle["policy"]["attacker"] = {"stop_below": rng.randint(1, most), "of": measure}
    if rng.random() < 0.6:
        battle["policy"]["defender"] = {"retreat_at": rng.randint(0, most), "of": measure}
    for side in ("attacker", "defender"):
        if rng.random() < 0.5:
            battle[side]["regular_supply"] = rng.choice((0, 0, 1))
    return battle


@pytest.mark.rule("BATTLE-7", "BATTLE-8", "BATTLE-9", "BATTLE-10")
@pytest.mark.parametrize("seed", range(BATTLES))
def test_agrees_with_every_sequence_of_dice(seed: int) -> None:
    battle = wider_battle(seed)
    assert_same(Wider(battle).answer(), battle_odds(battle), f"seed {seed}")


def test_the_battles_meet_what_they_are_about() -> None:
    seen: dict[str, int] = defaultdict(int)
    for seed in range(BATTLES):
        battle = wider_battle(seed)
        details = battle_odds(battle | {"details": True})["details"]
        seen["retreats"] += "defender_retreated" in details["endings"]
        seen["stops"] += "attacker_stopped" in details["endings"] and isinstance(battle["policy"]["attacker"], dict)
        plain = deepcopy(battle)
        for side in ("attacker", "defender"):
            plain[side].pop("regular_supply", None)
        seen["short"] += battle_odds(plain)["attacker_wins"] != battle_odds(battle)["attacker_wins"]
    assert min(seen.values()) >= 5, dict(seen)


SMALL: dict[str, Any] = {
    "attacker": {"faction": "atreides", "regular": 3, "elite": 1},
    "defender": {"faction": "harkonnen", "regular": 2},
}


@pytest.mark.rule("BATTLE-9", "BATTLE-10")
def test_BATTLE_10_a_retreat_is_a_win_of_the_attacker_that_costs_no_figures() -> None:
    away = battle_odds(SMALL | {"policy": {"defender": {"retreat_at": 2, "of": "units"}}, "details": True})
    stays = battle_odds(SMALL)
    assert away["details"]["endings"]["defender_retreated"] > 0.1
    assert away["attacker_wins"] > stays["attacker_wins"]
    assert away["expected_losses"]["defender"]["units"] < stays["expected_losses"]["defender"]["units"]


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_nobody_stops_before_the_first_round() -> None:
    careful = battle_odds(SMALL | {"policy": {"attacker": {"stop_below": 99}}})
    assert careful["rounds"] == [0.0, pytest.approx(1.0)]


@pytest.mark.parametrize(
    "policy, where",
    [
        ({"attacker": {"stop_below": -1}}, "policy.attacker.stop_below"),
        ({"attacker": {"stop_below": 3, "of": "dice"}}, "policy.attacker.of"),
        ({"attacker": {"stop": 3}}, "policy.attacker"),
        ({"attacker": {}}, "policy.attacker.stop_below"),
        ({"defender": {"retreat_at": "2"}}, "policy.defender.retreat_at"),
        ({"defender": {"stop_below": 2}}, "policy.defender"),
        ({"goal": "glory"}, "policy.goal"),
    ],
)
def test_nonsense_is_refused_with_the_field(policy: dict[str, Any], where: str) -> None:
    with pytest.raises(FormatError) as refused:
        parse_battle(SMALL | {"policy": policy})
    assert refused.value.field_or_rule == where


def test_an_optimal_side_needs_all_rounds() -> None:
    with pytest.raises(FormatError, match=r"^rounds: "):
        parse_battle(SMALL | {"policy": {"attacker": "optimal"}, "rounds": 3})


@pytest.mark.rule("UNIT-2")
def test_UNIT_2_no_more_regulars_are_left_than_the_box_holds() -> None:
    with pytest.raises(FormatError, match=r"^attacker\.regular_supply: 14 is more than 13$"):
        parse_battle(SMALL | {"attacker": SMALL["attacker"] | {"regular_supply": 14}})


def test_details_add_up() -> None:
    rng = random.Random(5)
    for _ in range(20):
        attacker, defender = random_side(rng, "harkonnen"), random_side(rng, "atreides")
        if not any(attacker[kind] for kind in UNITS):
            continue
        battle: dict[str, Any] = {"attacker": attacker, "defender": defender, "settlement_rank": 2, "details": True}
        answer = battle_odds(battle)
        details = answer.pop("details")
        assert sum(details["endings"].values()) == pytest.approx(1.0, abs=1e-9)
        for side in ("attacker", "defender"):
            left = sum(details["left"][side][kind] for kind in UNITS)
            start = sum(battle[side][kind] for kind in UNITS)
            assert start - left == pytest.approx(answer["expected_losses"][side]["units"], abs=1e-9)
        assert "details" not in battle_odds({key: value for key, value in battle.items() if key != "details"})


@pytest.mark.rule("BATTLE-3", "BATTLE-4")
@pytest.mark.parametrize("seed", range(30))
def test_the_effect_of_a_card_or_a_surprise_is_that_of_the_changed_battle(seed: int) -> None:
    battle = wider_battle(seed) | {"rounds": None, "details": True}
    if seed % 3 == 0:
        side = battle["attacker"]["faction"]
        battle["policy"] = {"attacker": "optimal", "casualties": {side: "optimal"}}
    changes: dict[str, dict[str, Any]] = {
        "attacker_card": {"attacker": battle["attacker"] | {"cards": battle["attacker"]["cards"] + 1}},
        "defender_card": {"defender": battle["defender"] | {"cards": battle["defender"]["cards"] + 1}},
        "surprise": {"surprise": True},
        "no_settlement": {"settlement_rank": 0},
        "enough_regulars": {
            side: {key: value for key, value in battle[side].items() if key != "regular_supply"}
            for side in ("attacker", "defender")
        },
    }
    told = battle_odds(battle)["details"]["attacker_wins_with"]
    free = told.pop("free_continue", None)
    if free is not None:
        parsed = parse_battle(battle)
        assert free == pytest.approx(attacker_wins(replace(parsed, spared=True)), abs=1e-12)
    assert told.keys() <= changes.keys()
    for kind, chance in told.items():
        assert chance == pytest.approx(battle_odds(battle | changes[kind])["attacker_wins"], abs=1e-12)
