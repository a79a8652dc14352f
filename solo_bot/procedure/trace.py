"""The trace of a decision: a funnel of criteria, each with what it kept and dropped, and the values that decided.

Steps hold the options themselves and plain values; words and JSON are made from them later, so that recording costs
next to nothing.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class Step(NamedTuple):
    """One criterion: ``rule`` and its code ``criterion`` (worded by the presenter).

    ``kept`` and ``dropped`` are pairs (candidate, value): candidates are options, area numbers or pairs of areas; the
    value is what the criterion compares (a power, a rank, a distance, True/False) or None. ``rulings`` are the ids of
    section R that shaped the step.
    """

    rule: str
    criterion: str
    kept: tuple[tuple[Any, Any], ...] = ()
    dropped: tuple[tuple[Any, Any], ...] = ()
    rulings: tuple[str, ...] = ()


_new = tuple.__new__
"""Makes a step in half the time that its class takes; a decision makes a dozen."""


class Trace:
    """Collects the steps of one decision."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def note(self, rule: str, criterion: str, *candidates: Any, rulings: tuple[str, ...] = ()) -> None:
        """Records that ``criterion`` applied, with the candidates it named."""
        self.steps.append(_new(Step, (rule, criterion, tuple([(c, None) for c in candidates]), (), rulings)))

    def keep(
        self,
        rule: str,
        criterion: str,
        candidates: Sequence[T],
        values: Sequence[Any],
        passes: Callable[[Any], bool],
        rulings: tuple[str, ...] = (),
    ) -> list[T]:
        """Keeps the candidates whose value passes; records the step; returns them in order."""
        kept, dropped, result = [], [], []
        for candidate, value in zip(candidates, values):  # noqa: B905
            if passes(value):
                kept.append((candidate, value))
                result.append(candidate)
            else:
                dropped.append((candidate, value))
        self.steps.append(_new(Step, (rule, criterion, tuple(kept), tuple(dropped), rulings)))
        return result

    def all(
        self, rule: str, criterion: str, candidates: Sequence[Any], values: Sequence[Any], rulings: tuple[str, ...] = ()
    ) -> None:
        """Records a criterion that every candidate meets, with their values."""
        self.steps.append(_new(Step, (rule, criterion, tuple(zip(candidates, values)), (), rulings)))  # noqa: B905

    def highest(
        self,
        rule: str,
        criterion: str,
        candidates: Sequence[T],
        values: Sequence[Any],
        rulings: tuple[str, ...] = (),
    ) -> list[T]:
        """Keeps the candidates with the highest value; all of them when there are none to compare."""
        return self._best(rule, criterion, candidates, values, max(values), rulings)

    def lowest(
        self,
        rule: str,
        criterion: str,
        candidates: Sequence[T],
        values: Sequence[Any],
        rulings: tuple[str, ...] = (),
    ) -> list[T]:
        """Keeps the candidates with the lowest value."""
        return self._best(rule, criterion, candidates, values, min(values), rulings)

    def _best(
        self,
        rule: str,
        criterion: str,
        candidates: Sequence[T],
        values: Sequence[Any],
        best: Any,
        rulings: tuple[str, ...],
    ) -> list[T]:
        pairs = tuple(zip(candidates, values))  # noqa: B905 - counting how many there are costs as much as the rest
        if values.count(best) == len(values):
            self.steps.append(_new(Step, (rule, criterion, pairs, (), rulings)))
            return list(candidates)
        kept, dropped, result = [], [], []
        for pair in pairs:
            if pair[1] == best:
                kept.append(pair)
                result.append(pair[0])
            else:
                dropped.append(pair)
        self.steps.append(_new(Step, (rule, criterion, tuple(kept), tuple(dropped), rulings)))
        return result

    def done(self) -> tuple[Step, ...]:
        """Returns the steps in order."""
        return tuple(self.steps)
