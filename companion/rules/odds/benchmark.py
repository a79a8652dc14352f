"""How long exact odds take, with empty and with filled caches."""

from collections.abc import Callable, Mapping
from statistics import median
from typing import Any, Final

from companion.rules.odds.arena import clear_arenas
from companion.rules.odds.casualties import survivors
from companion.rules.odds.dice import roll_distribution
from companion.rules.odds.document import battle_odds
from companion.rules.odds.report import report
from companion.rules.odds.round import clear_round_caches
from companion.rules.odds.solve import solve

REPEATS: Final = 5

BATTLE: Final[dict[str, Any]] = {
    "attacker": {
        "faction": "harkonnen",
        "regular": 2,
        "elite": 2,
        "special": 2,
        "generic": 2,
        "named": ["feyd_rautha", "baron_harkonnen", "captain_aramsham"],
        "cards": 2,
        "reinforcements": 6,
    },
    "defender": {
        "faction": "atreides",
        "regular": 2,
        "elite": 2,
        "special": 2,
        "generic": 2,
        "named": ["paul_muaddib", "stilgar", "chani"],
        "cards": 2,
        "reinforcements": 2,
    },
    "settlement_rank": 3,
    "surprise": True,
    "policy": {
        "attacker": "to_the_end",
        "defender": "never_retreat",
        "casualties": {"harkonnen": "mahdi", "atreides": "keep_power"},
    },
    "rounds": None,
}
"""6 against 6 with leaders, cards and a rank 3 settlement, to the end."""

NEIGHBOURS: Final[tuple[Mapping[str, object], ...]] = (
    BATTLE | {"attacker": BATTLE["attacker"] | {"cards": 1}},
    BATTLE | {"defender": BATTLE["defender"] | {"regular": 1}},
    BATTLE | {"attacker": BATTLE["attacker"] | {"regular": 3, "elite": 1}},
)
"""The same with one card less, one unit less, and one elite replaced by a regular."""


def clear_caches() -> None:
    """Forget every distribution and solution that was kept."""
    clear_round_caches()
    clear_arenas()
    for cached in (roll_distribution, survivors, solve, report):
        cached.cache_clear()


def benchmark(clock: Callable[[], float]) -> dict[str, float]:
    """Return `cold_ms`, `warm_ms` and `next_ms`, medians in milliseconds of answering BATTLE.

    Cold: all caches of this package are empty. Warm: the same battle asked again. Next: a battle that differs by a card
    or a unit (NEIGHBOURS), as after a tap in the calculator. `clock` returns seconds (`time.perf_counter`): this
    package has no clock of its own.
    """
    cold, warm, following = [], [], []
    for _ in range(REPEATS):
        clear_caches()
        cold.append(_seconds(clock))
        warm.append(_seconds(clock))
        following += [_seconds(clock, neighbour) for neighbour in NEIGHBOURS]
    return {f"{name}_ms": 1000 * median(times) for name, times in (("cold", cold), ("warm", warm), ("next", following))}


def _seconds(clock: Callable[[], float], battle: Mapping[str, object] = BATTLE) -> float:
    begin = clock()
    battle_odds(battle)
    return clock() - begin
