"""How long decisions take, measured on positions, and how many games a second play themselves (`arrakis bench`)."""

import gc
import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from statistics import median
from time import perf_counter
from typing import Any

from companion.content.terms import Result
from companion.rules.errors import FormatError
from companion.rules.odds import benchmark
from companion.rules.positions.reading import read_position
from companion.rules.state import State
from solo_bot import decide, place_vehicles
from solo_bot.simulation import selfplay

MOVES = frozenset({"move", "merge"})
MEASURED_GAMES = 20
PASSES = 10


def bench(lines: str | None = None) -> dict[str, Any]:
    """Returns the times in milliseconds of `arrakis bench`; ``lines`` has one ``{"id","position"}`` object a line.

    Positions are read before anything is timed; the times are of the decision with its trace, without the garbage
    collector. All positions are decided in turn, as a game goes from one to the next, ``PASSES`` times; the smallest
    time of a position counts (as ``timeit`` measures). ``move_median_ms`` is about the decisions that move a legion,
    None when there are none. Raises FormatError naming the line.
    """
    states = read_states(sample() if lines is None else lines)
    collecting = gc.isenabled()
    gc.disable()
    try:
        return {
            "decide_strategy": _decisions(states, Result.STRATEGY),
            "decide_leadership": _decisions(states, Result.LEADERSHIP),
            "vehicles": _times(_in_turn(states, place_vehicles)),
            "odds": benchmark(perf_counter),
            "selfplay_games_per_s": _games_per_second(),
        }
    finally:
        if collecting:
            gc.enable()


def _games_per_second() -> float:
    played = selfplay(MEASURED_GAMES, 1, perf_counter)
    return float(played["games"] / played["seconds"])


def sample() -> str:
    """Returns our own positions: what is measured when nothing else is given."""
    return files("solo_bot").joinpath("data/bench_positions.jsonl").read_text(encoding="utf-8")


def read_states(lines: str) -> list[State]:
    """Returns the positions of a JSON lines document; raises FormatError naming the line and field."""
    states = []
    for number, line in enumerate(lines.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            states.append(read_position(json.loads(line)["position"]))
        except FormatError as problem:
            raise FormatError(f"positions, line {number}, {problem.field_or_rule}", problem.message) from None
        except (ValueError, KeyError, TypeError):
            needed = 'an object with "id" and "position" is needed'
            raise FormatError(f"positions, line {number}", needed) from None
    if not states:
        raise FormatError("positions", "there is no position")
    return states


def _decisions(states: Sequence[State], result: Result) -> dict[str, Any]:
    times = _in_turn(states, lambda state: decide(state, result))
    moving = [time for time, state in zip(times, states, strict=True) if decide(state, result).action in MOVES]
    return {**_times(times), "move_median_ms": median(moving) if moving else None}


def _in_turn(states: Sequence[State], run: Callable[[State], object]) -> list[float]:
    """Returns the milliseconds that each position takes, the smallest of all passes."""
    best = [float("inf")] * len(states)
    for _ in range(PASSES):
        for number, state in enumerate(states):
            begin = perf_counter()
            run(state)
            best[number] = min(best[number], 1000 * (perf_counter() - begin))
    return best


def _times(milliseconds: list[float]) -> dict[str, Any]:
    ordered = sorted(milliseconds)
    last = len(ordered) - 1
    # The smallest time that at least 99 of 100 decisions keep to.
    p99 = ordered[min(last, -(-99 * len(ordered) // 100) - 1)]
    return {"n": len(ordered), "median_ms": median(ordered), "p99_ms": p99}
