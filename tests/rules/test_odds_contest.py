"""The best conduct of both sides at once against a plain minimax that is repeated until nothing changes any more.

The search is that of ``test_odds_induction`` with two choosers: it shares no code with the package but the values of
leaders, and takes the choices in the order of the rules.
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
    parse_battle,
    solve,
)
from companion.rules.odds.battle import ATTACKER_WINS, DEFENDER_WINS
from companion.rules.odds.contest import Contest
from companion.rules.odds.induction import TIE_BREAK, size_of
from tests.rules.test_odds_enumeration import Figures, power
from tests.rules.test_odds_induction import SIDES, Search, small_battle

BATTLES = 60
PLAIN = {"attacker": "to_the_end", "defender": "never_retreat"}


class Minimax(Search):
    """What both sides come to when each does what is best; every worth is that of the attacker."""

    def worth(self, winner: str, attacker: Figures, defender: Figures) -> float:
        balance = power(attacker) - power(defender)
        won = (winner == "attacker") - (winner == "defender")
        return self.weights[0] * won + self.weights[1] * balance

    def after(self, side: str, figures: Figures, hits: int) -> set[Figures]:
        self.chooser = side
        return super().after(side, figures, hits)

    def fought(self, attacker: Figures, defender: Figures, supply: list[int]) -> float:
        if not attacker:
            return self.worth("defender", attacker, defender)
        value = self.rolled(attacker, defender, supply)
        away = self.worth("attacker", attacker, defender)
        return min(value, away) if self.policy("defender") == "optimal" else value

    def chosen(self, worths: list[list[float]]) -> float:
        return max(map(min, worths))


def both_choose(seed: int) -> dict[str, Any]:
    """A small battle in which each side has at least one choice."""
    rng = random.Random(seed)
    battle, _ = small_battle(seed)
    factions = [battle[side]["faction"] for side in SIDES]
    choices = [rng.choice(((True, True), (True, False), (False, True))) for _ in SIDES]
    conduct: dict[str, str] = {}
    casualties: dict[str, str] = {}
    for side, faction, (decides, suffers) in zip(SIDES, factions, choices, strict=True):
        conduct[side] = "optimal" if decides else PLAIN[side]
        casualties[faction] = "optimal" if suffers else rng.choice(("mahdi", "keep_power"))
    battle["policy"] = {**conduct, "casualties": casualties, "goal": rng.choice(("win", "power"))}
    return battle


def worth_of(battle: Battle) -> float:
    weights = (1.0, TIE_BREAK) if battle.goal is Goal.WIN else (TIE_BREAK, 1.0)
    total = 0.0
    for result, chance in solve(battle).results:
        won = (result.ending in ATTACKER_WINS) - (result.ending in DEFENDER_WINS)
        total += chance * weights[0] * won
        total += chance * weights[1] * (result.attacker.fine_power - result.defender.fine_power)
    return total


@pytest.mark.rule("BATTLE-7", "BATTLE-8", "BATTLE-9")
@pytest.mark.parametrize("seed", range(BATTLES))
@pytest.mark.slow
def test_agrees_with_a_plain_minimax(seed: int) -> None:
    document = both_choose(seed)
    battle = parse_battle(document)
    assert battle.attacker_chooses
    assert battle.defender_chooses
    search = Minimax(document, "attacker", document["policy"]["goal"])
    assert worth_of(battle) == pytest.approx(search.best(), abs=1e-9)
    solution = solve(battle)
    assert sum(chance for _, chance in solution.results) == pytest.approx(1.0, abs=1e-9)
    assert sum(solution.rounds) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("seed", range(BATTLES, BATTLES + 30))
def test_nobody_gains_by_giving_up_a_choice(seed: int) -> None:
    battle = parse_battle(both_choose(seed))
    attacker = replace(battle.attacker, casualties=CasualtyPolicy.OPTIMAL)
    defender = replace(battle.defender, casualties=CasualtyPolicy.OPTIMAL)
    free = replace(
        battle,
        attacker=attacker,
        defender=defender,
        attacker_policy=AttackerPolicy.OPTIMAL,
        defender_policy=DefenderPolicy.OPTIMAL,
    )
    worth = worth_of(free)
    for casualties in (CasualtyPolicy.MAHDI, CasualtyPolicy.KEEP_POWER):
        assert worth_of(replace(free, attacker=replace(attacker, casualties=casualties))) <= worth + 1e-9
        assert worth_of(replace(free, defender=replace(defender, casualties=casualties))) >= worth - 1e-9
    assert worth_of(replace(free, attacker_policy=AttackerPolicy.TO_THE_END)) <= worth + 1e-9
    assert worth_of(replace(free, defender_policy=DefenderPolicy.NEVER_RETREAT)) >= worth - 1e-9


@pytest.mark.rule("BATTLE-7")
@pytest.mark.slow
def test_BATTLE_7_the_defender_sees_what_the_attacker_has_lost() -> None:
    """With one exchange left both orders would be worth the same; here the second to choose has the advantage."""
    advantage = 0.0
    for seed in range(BATTLES):
        document = both_choose(seed)
        battle = parse_battle(document)
        if CasualtyPolicy.OPTIMAL in (battle.attacker.casualties, battle.defender.casualties):
            blind = Blind(document, "attacker", document["policy"]["goal"]).best()
            seen = worth_of(battle)
            assert seen <= blind + 1e-9
            advantage = max(advantage, blind - seen)
    assert advantage > 0.0


class Blind(Minimax):
    """The wrong order: the attacker sees what the defender has lost."""

    def chosen(self, worths: list[list[float]]) -> float:
        columns: list[tuple[float, ...]] = list(zip(*worths, strict=True))
        return min(map(max, columns))


def test_both_may_want_power_and_the_weaker_side_leaves() -> None:
    document = {
        "attacker": {"faction": "harkonnen", "special": 2},
        "defender": {"faction": "atreides", "special": 1},
        "policy": {
            "attacker": "optimal",
            "defender": "optimal",
            "casualties": {"harkonnen": "optimal", "atreides": "optimal"},
            "goal": "power",
        },
    }
    endings = {result.ending for result, _ in solve(parse_battle(document)).results}
    assert Ending.DEFENDER_RETREATED in endings


def test_the_size_bounds_the_states() -> None:
    for seed in range(20):
        battle = parse_battle(both_choose(seed))
        best = Contest(battle)
        best.going_on((*best.start, best.supply), waits=False)
        assert len(best._plans) <= size_of(battle)
