"""Exact odds against a plain enumeration of every sequence of dice, written from docs/formats.md alone.

The enumeration shares no code with the package: figures are words, probabilities are fractions, hits are
assigned one by one, and no state is solved, only followed round by round.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from companion.rules.odds import battle_odds

FACES = ("hit", "hit", "hit", "shield", "shield", "special")
UNITS = ("regular", "elite", "special")
POWER = {"generic": 1, "regular": 2, "elite": 3, "special": 4}
VALUES = {
    "generic": (1, 0),
    "baron_harkonnen": (0, 2),
    "feyd_rautha": (2, 1),
    "captain_aramsham": (1, 1),
    "paul_muaddib": (2, 1),
    "lady_jessica": (0, 1),
    "stilgar": (2, 0),
}
LEADERS = {
    "harkonnen": ("baron_harkonnen", "feyd_rautha", "captain_aramsham"),
    "atreides": ("paul_muaddib", "lady_jessica", "stilgar"),
}
BATTLES = 64
MOST_DICE = 7

Figures = tuple[str, ...]
Counts = tuple[int, int, int]


@cache
def sequences(attacker_dice: int, defender_dice: int) -> Counter[tuple[Counts, Counts]]:
    """Return how many sequences of dice show (hits, shields, specials) on each side."""
    found: Counter[tuple[Counts, Counts]] = Counter()
    for shown in product(FACES, repeat=attacker_dice + defender_dice):
        sides = shown[:attacker_dice], shown[attacker_dice:]
        first, second = ((s.count("hit"), s.count("shield"), s.count("special")) for s in sides)
        found[first, second] += 1
    return found


def power(figures: Figures) -> int:
    return sum(POWER.get(figure, 2) for figure in figures)


def unit_count(figures: Figures) -> int:
    return sum(figure in UNITS for figure in figures)


def leaders_by_use(figures: Figures) -> list[str]:
    return sorted((figure for figure in figures if figure in VALUES), key=lambda f: (-VALUES[f][0], -VALUES[f][1], f))


def without(figures: Figures, figure: str, *instead: str) -> Figures:
    left = list(figures)
    left.remove(figure)
    left += instead
    return tuple(sorted(left)) if any(f in UNITS for f in left) else ()


def one_hit(figures: Figures) -> list[Figures]:
    """Return every way to take one hit; with nobody left the hit is lost."""
    downgraded = {"elite": ["regular"], "special": ["regular"]}
    return [without(figures, figure, *downgraded.get(figure, [])) for figure in set(figures)] or [()]


def keep_power(figures: Figures, hits: int) -> Figures:
    ways = {figures}
    for _ in range(hits):
        ways = {after for way in ways for after in one_hit(way)}

    def order(way: Figures) -> tuple[object, ...]:
        named = sorted(f for f in way if f in VALUES and f != "generic")
        return (
            -power(way),
            -unit_count(way),
            -len(named),
            -way.count("special"),
            -way.count("elite"),
            -sum(VALUES[f][0] for f in named),
            -sum(VALUES[f][1] for f in named),
            named,
        )

    return min(ways, key=order)


def mahdi(figures: Figures, hits: int) -> Figures:
    while hits > 0 and figures:
        leaders = leaders_by_use(figures)
        regular = figures.count("regular")
        if len(leaders) > 1:
            figures = without(figures, "generic" if "generic" in figures else leaders[-1])
        elif "elite" in figures:
            figures = without(figures, "elite", "regular")
        elif "special" in figures:
            figures = without(figures, "special", "regular")
        elif leaders and hits >= regular:
            figures = without(figures, leaders[0])
        else:
            figures = without(figures, "regular")
        hits -= 1
    return figures


def take(policy: str, figures: Figures, hits: int) -> Figures:
    return mahdi(figures, hits) if policy == "mahdi" else keep_power(figures, hits)


def made_of(roll: Counts, bonus: int, figures: Figures) -> tuple[int, int]:
    used = leaders_by_use(figures)[: roll[2] + bonus]
    return roll[0] + sum(VALUES[f][0] for f in used), roll[1] + sum(VALUES[f][1] for f in used)


class Enumeration:
    """A battle followed round by round; `answer` has the numbers of the answer document."""

    def __init__(self, battle: Mapping[str, Any]) -> None:
        self.battle = battle
        self.first: list[dict[int, Fraction]] = [defaultdict(Fraction), defaultdict(Fraction)]
        self.lengths: dict[int, Fraction] = defaultdict(Fraction)
        self.outcome: dict[tuple[str, Figures, Figures], Fraction] = defaultdict(Fraction)
        self.run()

    def figures(self, side: str) -> Figures:
        data = self.battle[side]
        words = [kind for kind in (*UNITS, "generic") for _ in range(data[kind])]
        return tuple(sorted(words + data["named"]))

    def finish(self, who: str, rounds: int, attacker: Figures, defender: Figures, chance: Fraction) -> None:
        self.outcome[who, attacker, defender] += chance
        self.lengths[rounds] += chance

    def run(self) -> None:
        battle = self.battle
        supply = tuple(battle[side]["reinforcements"] for side in ("attacker", "defender"))
        alive = {(self.figures("attacker"), self.figures("defender"), *supply): Fraction(1)}
        for rounds in range(battle["rounds"] + 1):
            following: dict[Any, Fraction] = defaultdict(Fraction)
            for state, chance in alive.items():
                for after, share in self.one_round(rounds, state, chance):
                    following[after] += share
            alive = following
        assert not alive

    def one_round(self, rounds: int, state: Any, chance: Fraction) -> Iterator[tuple[Any, Fraction]]:
        battle, policy = self.battle, self.battle["policy"]
        attacker, defender, attacker_supply, defender_supply = state
        attacker_policy = policy["casualties"][battle["attacker"]["faction"]]
        defender_policy = policy["casualties"][battle["defender"]["faction"]]
        if not attacker or not defender:
            who = "both" if not attacker and not defender else "attacker" if attacker else "defender"
            return self.finish(who, rounds, attacker, defender, chance)
        stops = policy["attacker"] == "mahdi" and 2 * power(attacker) <= power(defender)
        if stops or rounds == battle["rounds"]:
            return self.finish("defender", rounds, attacker, defender, chance)
        if rounds and policy["attacker"] == "to_the_end" and battle["settlement_rank"]:
            attacker = take(attacker_policy, attacker, 1)
            if not attacker:
                return self.finish("defender", rounds, attacker, defender, chance)
        dice, left = [], []
        for side, figures, supply in (
            ("attacker", attacker, attacker_supply),
            ("defender", defender, defender_supply),
        ):
            own = unit_count(figures) + (battle["settlement_rank"] if side == "defender" else 0)
            own = min(6, own + (battle[side]["cards"] if rounds == 0 else 0))
            joining = 0
            while own < 6 and joining < supply:
                own, joining = own + 1, joining + 1
            dice.append(own)
            left.append(supply - joining)
        for (first, second), count in sequences(*dice).items():
            share = chance * count / Fraction(6) ** sum(dice)
            hits, shields = made_of(first, int(battle["surprise"] and rounds == 0), attacker)
            hits_back, shields_back = made_of(second, 0, defender)
            on_defender = max(0, hits - max(0, shields_back - attacker.count("special")))
            on_attacker = max(0, hits_back - max(0, shields - defender.count("special")))
            if rounds == 0:
                self.first[0][on_defender] += share
                self.first[1][on_attacker] += share
            after = (
                take(attacker_policy, attacker, on_attacker),
                take(defender_policy, defender, on_defender),
            )
            yield (*after, *left), share

    def answer(self) -> dict[str, Any]:
        start = {side: self.figures(side) for side in ("attacker", "defender")}
        losses = {side: {"power": 0.0, "units": 0.0, "leaders": 0.0} for side in start}
        wins = {"attacker": 0.0, "defender": 0.0, "both": 0.0}
        for (who, attacker, defender), chance in self.outcome.items():
            wins[who] += float(chance)
            for side, left in (("attacker", attacker), ("defender", defender)):
                before = start[side]
                losses[side]["power"] += float(chance * (power(before) - power(left)))
                losses[side]["units"] += float(chance * (unit_count(before) - unit_count(left)))
                losses[side]["leaders"] += float(chance * (len(leaders_by_use(before)) - len(leaders_by_use(left))))
        hits, hits_on_attacker = ({str(n): float(p) for n, p in side.items() if p} or {"0": 1.0} for side in self.first)
        return {
            "attacker_wins": wins["attacker"],
            "defender_wins": wins["defender"],
            "both_destroyed": wins["both"],
            "expected_losses": losses,
            "rounds": [float(self.lengths[n]) for n in range(max(self.lengths) + 1)],
            "first_round": {"hits": hits, "hits_on_attacker": hits_on_attacker},
        }


def small_battle(seed: int) -> dict[str, Any]:
    """Return a battle with at most MOST_DICE dice in a round and a limit of rounds."""
    rng = random.Random(seed)
    while True:
        factions = rng.sample(("harkonnen", "atreides"), 2)
        sides = [random_side(rng, faction) for faction in factions]
        rank = rng.choice((0, 0, 1, 2))
        dice = [sum(side[key] for key in (*UNITS, "cards", "reinforcements")) for side in sides]
        if dice[0] - sum(sides[0][k] for k in ("cards", "reinforcements")) and sum(dice) + rank <= MOST_DICE:
            return {
                "attacker": sides[0],
                "defender": sides[1],
                "settlement_rank": rank,
                "surprise": rng.random() < 0.3,
                "policy": {
                    "attacker": rng.choice(("mahdi", "to_the_end")),
                    "defender": "never_retreat",
                    "casualties": {f: rng.choice(("mahdi", "keep_power")) for f in factions},
                },
                "rounds": rng.choice((1, 2, 3, 4, 6)),
            }


def random_side(rng: random.Random, faction: str) -> dict[str, Any]:
    side = {
        "faction": faction,
        "regular": rng.choice((0, 1, 1, 2, 3)),
        "elite": rng.choice((0, 0, 1, 2)),
        "special": rng.choice((0, 0, 1)),
        "generic": rng.choice((0, 0, 1, 2)),
        "named": rng.sample(LEADERS[faction], rng.choice((0, 0, 1, 2))),
        "cards": rng.choice((0, 0, 1)),
        "reinforcements": rng.choice((0, 0, 1, 2)),
    }
    return side if any(side[kind] for kind in UNITS) else side | {"generic": 0, "named": []}


def assert_same(expected: Any, found: Any, path: str) -> None:
    if isinstance(expected, dict):
        assert expected.keys() == found.keys(), path
        for key, value in expected.items():
            assert_same(value, found[key], f"{path}.{key}")
    elif isinstance(expected, list):
        assert len(expected) == len(found), path
        for number, value in enumerate(expected):
            assert_same(value, found[number], f"{path}[{number}]")
    else:
        assert found == pytest.approx(expected, abs=1e-12), path


@pytest.mark.rule("BATTLE-4", "BATTLE-5", "BATTLE-6", "BATTLE-7", "BATTLE-8", "BATTLE-10")
@pytest.mark.parametrize("seed", range(BATTLES))
def test_agrees_with_every_sequence_of_dice(seed: int) -> None:
    battle = small_battle(seed)
    assert_same(Enumeration(battle).answer(), battle_odds(battle), f"seed {seed}")


def test_the_small_battles_meet_every_rule_that_matters() -> None:
    battles = [small_battle(seed) for seed in range(BATTLES)]
    policies = Counter(battle["policy"]["attacker"] for battle in battles)
    assert min(policies.values()) > 10
    assert sum(b["settlement_rank"] > 0 and b["policy"]["attacker"] == "to_the_end" for b in battles) > 5
    assert sum(b["rounds"] > 1 for b in battles) > 20
    for key in ("cards", "reinforcements", "generic", "named", "special", "elite"):
        for side in ("attacker", "defender"):
            assert sum(bool(battle[side][key]) for battle in battles) > 5, (side, key)
