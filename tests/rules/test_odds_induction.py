"""The best conduct of one side against a plain search, repeated until nothing changes any more.

The search shares no code with the package but the values of leaders: it keeps every state by its figures, tries every
way to take every number of hits, and improves all values round by round from "stop now" on.
"""

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.odds import (
    AttackerPolicy,
    Battle,
    CasualtyPolicy,
    DefenderPolicy,
    Ending,
    Goal,
    Opening,
    parse_battle,
    solve,
)
from companion.rules.odds.battle import ATTACKER_WINS, DEFENDER_WINS
from companion.rules.odds.induction import TIE_BREAK, Induction, size_of
from tests.rules.test_odds_enumeration import Figures, made_of, power, sequences, unit_count
from tests.rules.test_odds_policies import one_by_one, ways_of_one_hit

BATTLES = 40
Spot = tuple[Figures, Figures, int, int]


class Search:
    """What the side that chooses can reach at most, from every spot between two rounds."""

    def __init__(self, document: dict[str, Any], chooser: str, goal: str) -> None:
        self.document, self.chooser = document, chooser
        self.weights = (1.0, TIE_BREAK) if goal == "win" else (TIE_BREAK, 1.0)
        self.ways: dict[tuple[str, Figures, int], set[Figures]] = {}
        self.rounds: dict[tuple[Figures, Figures, int, int], dict[tuple[int, int], float]] = {}
        self.values: dict[Spot, float] = {}
        self.regulars = {side: document[side]["regular"] + document[side]["regular_supply"] for side in SIDES}

    def worth(self, winner: str, attacker: Figures, defender: Figures) -> float:
        balance = power(attacker) - power(defender)
        won = winner == self.chooser
        return self.weights[0] * won + self.weights[1] * (balance if self.chooser == "attacker" else -balance)

    def after(self, side: str, figures: Figures, hits: int) -> set[Figures]:
        key = (side, figures, hits)
        if key not in self.ways:
            if side != self.chooser or self.policy("casualties", self.document[side]["faction"]) != "optimal":
                policy = self.policy("casualties", self.document[side]["faction"])
                self.ways[key] = {one_by_one(policy, figures, hits, self.regulars[side])}
            else:
                ways = {figures}
                for _ in range(hits):
                    ways = {left for way in ways for left in ways_of_one_hit(way, self.regulars[side])}
                self.ways[key] = ways
        return self.ways[key]

    def policy(self, *path: str) -> Any:
        found = self.document["policy"]
        for key in path:
            found = found[key]
        return found

    def outcome(self, attacker: Figures, defender: Figures, *supply: int) -> float:
        if not attacker or not defender:
            winner = "attacker" if attacker else "defender" if defender else "nobody"
            return self.worth(winner, attacker, defender)
        spot = (attacker, defender, *supply)
        return self.values.setdefault(spot, self.worth("defender", attacker, defender))  # type: ignore[arg-type]

    def improved(self, spot: Spot) -> float:
        attacker, defender, *supply = spot
        stop = self.worth("defender", attacker, defender)
        conduct = self.policy("attacker")
        if conduct == "mahdi" and 2 * power(attacker) <= power(defender):
            return stop
        paid = {attacker}
        if conduct != "mahdi" and self.document["settlement_rank"]:
            paid = self.after("attacker", attacker, 1)
        going_on = max(self.fought(left, defender, supply) for left in paid)
        return max(stop, going_on) if conduct == "optimal" else going_on

    def fought(self, attacker: Figures, defender: Figures, supply: list[int]) -> float:
        if not attacker:
            return self.worth("defender", attacker, defender)
        value = self.rolled(attacker, defender, supply)
        away = self.worth("attacker", attacker, defender)
        return max(value, away) if self.policy("defender") == "optimal" else value

    def rolled(self, attacker: Figures, defender: Figures, supply: list[int], bonus: int = 0) -> float:
        dice, left = [], []
        for figures, cards, rank in ((attacker, supply[0], 0), (defender, supply[1], self.document["settlement_rank"])):
            joining = min(cards, 6 - min(6, unit_count(figures) + rank))
            dice.append(min(6, unit_count(figures) + rank) + joining)
            left.append(cards - joining)
        total = 0.0
        for (on_attacker, on_defender), chance in self.chances(attacker, defender, dice, bonus).items():
            firsts = self.after("attacker", attacker, on_attacker)
            seconds = self.after("defender", defender, on_defender)
            total += chance * self.chosen([[self.outcome(one, two, *left) for two in seconds] for one in firsts])
        return total

    def chosen(self, worths: list[list[float]]) -> float:
        """What the ways to take the hits come to: those of the attacker, in each of them those of the defender."""
        return max(map(max, worths))

    def chances(
        self, attacker: Figures, defender: Figures, dice: list[int], bonus: int
    ) -> dict[tuple[int, int], float]:
        key = (attacker, defender, 10 * dice[0] + dice[1], bonus)
        if key not in self.rounds:
            found: dict[tuple[int, int], float] = {}
            for (first, second), count in sequences(*dice).items():
                hits, shields = made_of(first, bonus, attacker)
                hits_back, shields_back = made_of(second, 0, defender)
                pair = (
                    max(0, hits_back - max(0, shields - defender.count("special"))),
                    max(0, hits - max(0, shields_back - attacker.count("special"))),
                )
                found[pair] = found.get(pair, 0.0) + count / 6 ** sum(dice)
            self.rounds[key] = found
        return self.rounds[key]

    def best(self) -> float:
        start = [self.figures(side) for side in SIDES]
        supply = [self.document[side]["reinforcements"] for side in SIDES]
        bonus = int(self.document["surprise"])
        self.rolled(start[0], start[1], supply, bonus)
        change, known = 1.0, 0
        while change > 1e-14 or known < len(self.values):
            change, known = 0.0, len(self.values)
            for spot in list(self.values):
                value = self.improved(spot)
                change = max(change, abs(value - self.values[spot]))
                self.values[spot] = value
        return self.rolled(start[0], start[1], supply, bonus)

    def figures(self, side: str) -> Figures:
        data = self.document[side]
        words = [kind for kind in ("regular", "elite", "special", "generic") for _ in range(data[kind])]
        return tuple(sorted(words + data["named"]))


SIDES = ("attacker", "defender")


def small_battle(seed: int) -> tuple[dict[str, Any], str]:
    rng = random.Random(seed)
    factions = rng.sample(("harkonnen", "atreides"), 2)
    chooser = rng.choice(SIDES)
    leaders = {"harkonnen": ["baron_harkonnen", "feyd_rautha"], "atreides": ["stilgar", "lady_jessica"]}
    battle: dict[str, Any] = {"settlement_rank": rng.choice((0, 0, 1, 2)), "surprise": rng.random() < 0.3}
    for side, faction in zip(SIDES, factions, strict=True):
        battle[side] = {
            "faction": faction,
            "regular": rng.choice((1, 1, 2)),
            "elite": rng.choice((0, 1)),
            "special": rng.choice((0, 0, 1)),
            "generic": rng.choice((0, 1)),
            "named": rng.sample(leaders[faction], rng.choice((0, 0, 1, 2))) if side == chooser else [],
            "reinforcements": rng.choice((0, 0, 1)),
            "regular_supply": rng.choice((0, 1, 9)),
        }
    other = factions[1] if chooser == "attacker" else factions[0]
    if chooser == "attacker":
        conduct = {"attacker": rng.choice(("to_the_end", "optimal")), "defender": "never_retreat"}
    else:
        conduct = {
            "attacker": rng.choice(("mahdi", "to_the_end")),
            "defender": rng.choice(("never_retreat", "optimal")),
        }
    casualties = {f: "optimal" if f != other else rng.choice(("mahdi", "keep_power")) for f in factions}
    battle["policy"] = {**conduct, "casualties": casualties, "goal": rng.choice(("win", "power"))}
    dice = battle["settlement_rank"] + sum(
        battle[side][key] for side in SIDES for key in ("regular", "elite", "special", "reinforcements")
    )
    # More dice are too many to roll every sequence of them.
    return (battle, chooser) if dice <= 7 else small_battle(seed + 10_000)


def worth_of(battle: Battle, chooser: str) -> float:
    weights = (1.0, TIE_BREAK) if battle.goal is Goal.WIN else (TIE_BREAK, 1.0)
    winning = ATTACKER_WINS if chooser == "attacker" else DEFENDER_WINS
    total = 0.0
    for result, chance in solve(battle).results:
        balance = result.attacker.fine_power - result.defender.fine_power
        total += chance * weights[0] * (result.ending in winning)
        total += chance * weights[1] * (balance if chooser == "attacker" else -balance)
    return total


@pytest.mark.rule("BATTLE-7", "BATTLE-8", "BATTLE-9")
@pytest.mark.parametrize("seed", range(BATTLES))
def test_agrees_with_a_plain_search(seed: int) -> None:
    document, chooser = small_battle(seed)
    battle = parse_battle(document)
    if battle.declines(battle.attacker.legion, battle.defender.legion):
        assert solve(battle).rounds == (1.0,)
        return
    search = Search(document, chooser, document["policy"]["goal"])
    assert worth_of(battle, chooser) == pytest.approx(search.best(), abs=1e-9)


@pytest.mark.parametrize("seed", range(BATTLES, BATTLES + 40))
def test_no_other_policy_does_better(seed: int) -> None:
    document, chooser = small_battle(seed)
    best = parse_battle(document)
    chances = [chance for _, chance in solve(best).results]
    assert sum(chances) == pytest.approx(1.0, abs=1e-9)
    assert sum(solve(best).rounds) == pytest.approx(1.0, abs=1e-9)
    for casualties in (CasualtyPolicy.MAHDI, CasualtyPolicy.KEEP_POWER):
        plain = with_casualties(best, chooser, casualties)
        assert worth_of(best, chooser) >= worth_of(plain, chooser) - 1e-11


def with_casualties(battle: Battle, chooser: str, casualties: CasualtyPolicy) -> Battle:
    if chooser == "attacker":
        policy = AttackerPolicy.TO_THE_END
        return replace(battle, attacker=replace(battle.attacker, casualties=casualties), attacker_policy=policy)
    defender = replace(battle.defender, casualties=casualties)
    return replace(battle, defender=defender, defender_policy=DefenderPolicy.NEVER_RETREAT)


def test_who_wants_figures_retreats_from_a_lost_battle() -> None:
    lost = parse_battle(
        {
            "attacker": {"faction": "harkonnen", "elite": 2},
            "defender": {"faction": "atreides", "regular": 1, "special": 1},
            "policy": {"attacker": "to_the_end", "defender": "optimal", "goal": "power"},
        }
    )
    endings = {result.ending for result, _ in solve(lost).results}
    assert Ending.DEFENDER_RETREATED in endings
    brave = replace(lost, goal=Goal.WIN)
    assert Ending.DEFENDER_RETREATED not in {result.ending for result, _ in solve(brave).results}


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_nobody_pays_with_his_last_figure() -> None:
    document = {
        "attacker": {"faction": "atreides", "regular": 1},
        "defender": {"faction": "harkonnen", "regular": 6},
        "settlement_rank": 3,
        "policy": {"attacker": "optimal"},
    }
    battle = replace(parse_battle(document), opening=Opening.CONTINUE)
    assert Induction(battle).stops_at_once
    assert [result.ending for result, _ in solve(battle).results] == [Ending.ATTACKER_STOPPED]


def test_the_size_bounds_the_states() -> None:
    for seed in range(20):
        document, _ = small_battle(seed)
        battle = parse_battle(document)
        best = Induction(battle)
        best.going_on((*best.start, best.supply), waits=False)
        assert len(best._plans) <= size_of(battle)


def test_the_rounds_cannot_be_limited() -> None:
    battle = parse_battle(small_battle(1)[0])
    with pytest.raises(ValueError, match=r"^rounds: "):
        Induction(replace(battle, rounds=2))
