"""The set-up of a box as the player meets it: four photos, which of them are done, and how long the rest takes.

Minutes are told as measured at this table: what the photos so far took, against what they were guessed to take.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

BREAK = 300.0
"""Seconds after which somebody did something else than to set the camera up."""
SLOWEST, FASTEST = 3.0, 0.5


class Photo(StrEnum):
    """The photos of the set-up, in their order."""

    EMPTY = "empty"
    START = "start"
    SIDE = "side"
    ROW = "row"


GUESSED: Mapping[Photo, float] = {Photo.EMPTY: 1.5, Photo.START: 0.5, Photo.SIDE: 0.5, Photo.ROW: 2.0}
"""Minutes that nobody has measured yet."""
STEPS = ("begun", "empty", "landmarks", "teach")
"""What the checks of a set-up are of; those of confirmed photos and of reading again are no part of it."""
LESSONS = (Photo.START, Photo.SIDE, Photo.ROW)


@dataclass(frozen=True, slots=True)
class Plan:
    """How far a set-up is. ``next`` is None when all photos are taken; ``corners``: the first one waits for them.

    ``minutes`` are those of the whole and ``left`` those of the rest; ``measured`` tells whether by this table's
    ``pace``, which is how often as long as guessed it takes.
    """

    done: tuple[Photo, ...]
    next: Photo | None
    corners: bool
    minutes: int
    left: int
    measured: bool
    pace: float


def plan_of(state: Mapping[str, Any]) -> Plan:
    """Returns how far the set-up of a box is, from the answer of the job ``box_state``.

    >>> plan_of({"needs": ["empty_photo"], "size": None, "taught": 0, "checks": []}).next
    <Photo.EMPTY: 'empty'>
    """
    corners = "landmarks" in state["needs"]
    laid = state["size"] is not None and not corners
    done = (Photo.EMPTY, *LESSONS[: int(state["taught"])]) if laid else ()
    rest = [photo for photo in Photo if photo not in done]
    took = _seconds(state["checks"]) / 60
    guessed = sum(GUESSED[photo] for photo in done)
    measured = bool(done) and took > 0
    pace = min(SLOWEST, max(FASTEST, took / guessed)) if measured else 1.0
    left = pace * sum(GUESSED[photo] for photo in rest)
    whole = (took if measured else guessed) + left
    return Plan(done, rest[0] if rest else None, corners, max(1, round(whole)), max(1, round(left)), measured, pace)


def _seconds(checks: list[Mapping[str, Any]]) -> float:
    """Returns how long the set-up took so far: from its begin to the last lesson, without breaks."""
    times = [float(check["at"]) for check in checks if "at" in check and check["step"] in STEPS]
    return sum(min(BREAK, max(0.0, after - before)) for before, after in pairwise(times))
