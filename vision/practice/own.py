"""A network of a box's own: the one that the app ships, after practice with the lessons of that box.

Practice begins anew each time, so that a lesson that is forgotten leaves nothing behind. It takes a minute or more and
is done beside everything else (:func:`vision.intake.jobs.practise`). In the folder of the box are ``network.npz`` and
the lessons, ``shown-NUMBER.npz``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter

import numpy as np

from vision.board.geometry import Board
from vision.figures.network import Network, averaged
from vision.figures.pieces import WEIGHTS, Piece, network
from vision.figures.reading import NO_LEANING, Leaning
from vision.figures.sizes import Sizes
from vision.practice.leaders import leaning_of
from vision.practice.places import peaks_of, shown_of
from vision.practice.shown import Lesson, Shown
from vision.practice.steps import train

FILE = "network.npz"
STEPS, CROPS, PACE = 300, 6, 2e-4
ROUNDS = 2
FEWEST_STEPS = 40
"""Fewer than this are worth nothing."""

LEARNT = 0.5
"""Share of what was learnt in the weights of a box's own network, the rest is the app's: alone it would know the box's
pieces, as its lessons show them, and forget how pieces look in a bad light (measured on boxes of tuning worlds)."""

PATIENCE = 240.0
"""Seconds that practice takes at most; on a slow host it is shorter practice."""

OFTEN = 20
"""Steps between two looks whether anybody still wants practice."""

TRIAL = 4
"""Steps by which the others are timed."""


@dataclass(frozen=True, eq=False)
class Own:
    """A network of a box's own, the names of the lessons that it practised with, and how far the box leans."""

    network: Network
    lessons: tuple[str, ...]
    leaning: Leaning = NO_LEANING


def practised(
    lessons: Mapping[str, Lesson],
    on: Board,
    sizes: Sizes,
    steps: int = STEPS,
    clock: Callable[[], float] = perf_counter,
    tell: Callable[[], None] = lambda: None,
) -> Own | None:
    """Returns the network after practice with lessons, by name; None where a host is too slow or nothing is shown.

    Where everything is in a lesson is found first, and found anew by what was learnt from that. ``tell`` is called now
    and then: what it raises ends practice.
    """
    seen = _seen(lessons, on, sizes, None)
    photos = [shown for shown, _ in seen]
    if not photos:
        return None
    steps = _affordable(photos, steps, clock)
    if steps < FEWEST_STEPS:
        return None
    model = network().copy()

    def now_and_then(step: int, _loss: float) -> None:
        if step % OFTEN == 0:
            tell()

    for number in range(ROUNDS):
        again = photos if number == 0 else [shown for shown, _ in _seen(lessons, on, sizes, model)]
        train(model, again, steps // ROUNDS, pace=PACE, seed=number, crops=CROPS, decay=0.0, tell=now_and_then)
    return Own(averaged(model, network(), LEARNT), tuple(sorted(lessons)), leaning_of(seen))


def _seen(
    lessons: Mapping[str, Lesson], on: Board, sizes: Sizes, by: Network | None
) -> list[tuple[Shown, list[Piece]]]:
    """Returns lessons that show something with the peaks that a network finds in them."""
    found = []
    for _, lesson in sorted(lessons.items()):
        peaks = peaks_of(lesson, sizes, by)
        shown = shown_of(lesson, on, peaks, sizes)
        if shown.pieces:
            found.append((shown, peaks))
    return found


def _affordable(photos: Sequence[Shown], steps: int, clock: Callable[[], float]) -> int:
    begin = clock()
    train(network().copy(), photos, TRIAL, pace=PACE, crops=CROPS)
    return min(steps, int(PATIENCE / max((clock() - begin) / TRIAL, 1e-6)))


def save(own: Own, folder: Path) -> None:
    """Writes a network of a box's own into its folder."""
    own.network.save(folder / FILE, json.dumps({"lessons": own.lessons, "leaning": own.leaning, "from": shipped()}))


def load(folder: Path) -> Own | None:
    """Returns the network of a box's own; None for none, or one that began from another version of the app's.

    Raises ValueError, KeyError or OSError for a damaged file.
    """
    if not (folder / FILE).is_file():
        return None
    with np.load(folder / FILE, allow_pickle=False) as arrays:
        facts = json.loads(str(arrays["provenance"]))
    if facts["from"] != shipped():
        return None
    found = Network.load(folder / FILE)
    if [layer.weights.shape for layer in found.layers] != [layer.weights.shape for layer in network().layers]:
        raise ValueError(f"{FILE}: a network of another shape")
    harkonnen, atreides = (float(more) for more in facts.get("leaning", NO_LEANING))
    return Own(found, tuple(facts["lessons"]), (harkonnen, atreides))


@cache
def shipped() -> str:
    """Returns what tells the app's network from those of other versions."""
    return hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()[:16]
