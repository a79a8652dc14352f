"""Teaches the network and fits the confidence on rendered photos of the tuning worlds.

In this order: ``python -m tests.workshop.camera.teaching examples DIR --worlds 100:190`` renders photos into a folder
(``--renderer traced``: by a path tracer, slower and more like photos; needs the extra ``teaching``),
``... network DIR`` writes ``data/figures.npz``, and, with photos of other worlds in another folder,
``... confidence DIR`` writes ``data/confidence.json``. Nothing here runs in the app.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera import examples
from tests.workshop.camera.evaluation.expectations import alter
from tests.workshop.camera.evaluation.subjects import CalibrationFailed, Take
from tests.workshop.camera.examples import Example
from tests.workshop.camera.learning import HOLES, untaught
from tests.workshop.camera.render import TUNING_WORLDS, WIDE_TUNING_WORLDS, photo
from tests.workshop.camera.rendering.fields import generator
from tests.workshop.camera.traced.scene import photo as traced
from vision.board.geometry import board
from vision.contents import KINDS, Expected, read_expected
from vision.figures import pieces as figures
from vision.figures.bands import judged
from vision.figures.network import Network, averaged
from vision.figures.pieces import Piece
from vision.figures.reading import WEIGHTS, fitted_scores
from vision.figures.sizes import Sizes, merged, seen_from
from vision.practice.crops import resized
from vision.practice.shown import Known
from vision.practice.steps import train
from vision.terms import UNSEEN

MATCH = 9.0
"""Millimetres between a peak and the base that it is."""

FIRST_PACE = 3e-3
WIDTH = 40
"""Layers of the network."""

RENDERERS: dict[str, Take] = {"first": photo, "traced": traced}

RIDGE_OF_FEW = 20.0
LEAST = 0.03
LOOSER = {"harvester": 0.6, "wormsign": 0.6}
"""By how much lower peaks (in logarithms of odds) are believed than the curve of a sort says: in boxes unlike those
taught most of these is missed, and next to nothing is seen where none is. Held-out wide worlds showed how much."""

Seen = tuple[Example, list[Piece]]
Rows = list[tuple[list[float], bool]]


def peaks_of(example: Example, number: int = 0) -> list[Piece]:
    """Returns what the network finds in an example, figures at their sizes as nearly as a table measures them."""
    whole, camera, sizes = examples.whole(example.evidence), example.shot.camera, example.sizes
    found = figures.pieces_in(whole, camera, LEAST)
    if sizes.usual:
        return found
    base, tall = generator("sizes", number).normal((math.log(sizes.base), math.log(sizes.tall)), (0.05, 0.08))
    measured = Sizes(math.exp(base), math.exp(tall))
    sized = figures.pieces_in(resized(whole, measured.base), seen_from(camera, measured), LEAST)
    return merged(found, sized, measured)


def fit_scores(seen: Sequence[Seen]) -> dict[str, list[float]]:
    """Returns slope and middle of the curve from the height of a peak to how often it is a piece, sort by sort."""
    found = {}
    for sort in figures.SORTS:
        rows: Rows = []
        for example, pieces in seen:
            left = [piece for piece in example.pieces if piece.sort == sort]
            for peak in sorted((p for p in pieces if p.sort == sort), key=lambda p: -p.score):
                near = _nearest(peak, left)
                if near is not None:
                    left.remove(near)
                score = min(max(peak.score, 1e-4), 1 - 1e-4)
                rows.append(([1.0, float(np.log(score / (1 - score)))], near is not None))
        if len({right for _, right in rows}) < 2:
            # Nothing to learn from: the network's own figures stay.
            found[sort] = [1.2, 0.0]
            continue
        constant, slope = fit(rows, 1.0)
        found[sort] = [min(max(slope, 1.2), 4.0), -constant / slope - LOOSER.get(sort, 0.0)]
    return found


def _nearest(peak: Piece, pieces: Sequence[Known]) -> Known | None:
    def apart(piece: Known) -> float:
        return (piece.x - peak.x) ** 2 + (piece.y - peak.y) ** 2

    nearest = min(pieces, key=apart, default=None)
    return nearest if nearest is not None and apart(nearest) < (MATCH * peak.base) ** 2 else None


def readings(seen: Iterable[Seen], *, expecting: bool) -> Rows:
    """Returns features of areas and whether their reading was right, of photos with or without an expectation."""
    rows: Rows = []
    for number, (example, pieces) in enumerate(seen):
        expected: Expected | None = None
        if expecting:
            expected = read_expected(alter(example.position, generator("expecting", number))[0])
        foreground = np.asarray(example.evidence.foreground, np.float32)
        areas, _ = judged(board(example.width), example.shot, pieces, foreground, expected)
        truth = read_expected(example.position)
        rows += [
            (result.features, result.reading.content == truth.area(area))
            for area, result in areas.items()
            if result.band != UNSEEN
        ]
    return rows


def fit(rows: Rows, ridge: float = 2.0, around: Sequence[float] | None = None) -> list[float]:
    """Returns the weights of the logistic curve that tells best whether readings are right.

    With few rows the weights stay near those of ``around`` (None: near nothing).
    """
    values = np.array([row[0] for row in rows])
    right = np.array([row[1] for row in rows], np.float64)
    mean, spread = values.mean(axis=0), values.std(axis=0) + 1e-9
    mean[0], spread[0] = 0, 1
    scaled = (values - mean) / spread
    weights: NDArray[np.float64] = np.zeros(scaled.shape[1])
    penalty = ridge * np.eye(len(weights))
    penalty[0, 0] = 1e-6
    before = np.zeros_like(weights) if around is None else np.asarray(around, np.float64)
    prior = before * spread
    prior[0] = before[0] + before[1:] @ mean[1:]
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        slope = scaled.T @ (chance - right) + penalty @ (weights - prior)
        curve = (scaled * (chance * (1 - chance) + 1e-9)[:, None]).T @ scaled + penalty
        weights = weights - np.linalg.solve(curve, slope)
    found = weights / spread
    found[0] = weights[0] - float((weights[1:] * mean[1:] / spread[1:]).sum())
    return [round(float(value), 5) for value in found]


def fit_confidence(photos: Iterable[Example], ridge: float = 2.0, *, more: bool = False) -> None:
    """Writes ``data/confidence.json`` anew from photos that the network was not taught with.

    With ``more`` the curves stay near those that are there, the more so the larger ``ridge`` is: few photos then say
    what is otherwise, and no more.
    """
    seen = [(example, peaks_of(example, number)) for number, example in enumerate(photos)]
    fitted = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    # The readings below already need the new curves.
    fitted["scores"] = fit_scores(seen)
    _write(fitted)
    for name in ("free", "expected"):
        fitted[name] = fit(readings(seen, expecting=name == "expected"), ridge, fitted[name] if more else None)
    _write(fitted)


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.workshop.camera.teaching", description=__doc__)
    parser.add_argument("what", choices=("examples", "network", "confidence"))
    parser.add_argument("folder", type=Path, help="folder of the examples")
    parser.add_argument("--worlds", default="100:190", help="FIRST:END of the tuning worlds (2000 and more: wide)")
    parser.add_argument("--photos", type=int, default=12, help="photos of each world")
    parser.add_argument("--renderer", choices=tuple(RENDERERS), default="first", help="what takes the examples")
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--more", action="store_true", help="go on with what there is")
    parser.add_argument("--keep", type=float, default=0.5, help="share of its weights that stays, with --more")
    given = parser.parse_args(arguments)
    if given.what == "examples":
        first, end = (int(part) for part in given.worlds.split(":"))
        worlds = [seed for seed in range(first, end) if seed in TUNING_WORLDS or seed in WIDE_TUNING_WORLDS]
        # A forked child would share the threads of OpenCV.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            for seed in pool.map(_make, [(given.folder, seed, given.photos, given.renderer) for seed in worlds]):
                sys.stderr.write(f"world {seed}\n")
    elif given.what == "network":
        before = Network.load(figures.WEIGHTS) if given.more else None
        outputs = len(figures.SORTS) + len(KINDS)
        model = (
            untaught(figures.INPUTS, WIDTH, HOLES, outputs, np.random.default_rng(1))
            if before is None
            else before.copy()
        )
        pace = FIRST_PACE if before is None else FIRST_PACE / 2
        train(model, [example.shown for example in examples.load(given.folder)], given.steps, pace=pace, tell=_tell)
        if before is not None:
            model = averaged(before, model, given.keep)
        with np.load(figures.WEIGHTS, allow_pickle=False) as arrays:
            earlier = f"{arrays['provenance']}; then " if before is not None and "provenance" in arrays else ""
        names = ", ".join(path.stem.removeprefix("world-") for path in sorted(given.folder.glob("world-*.npz")))
        stayed = "" if before is None else f", averaged with {given.keep:g} of the weights before"
        model.save(figures.WEIGHTS, f"{earlier}worlds {names}: {given.steps} steps{stayed}")
    else:
        fit_confidence(examples.load(given.folder), RIDGE_OF_FEW if given.more else 2.0, more=given.more)
    return 0


def _make(task: tuple[Path, int, int, str]) -> int:
    cv2.setNumThreads(1)
    folder, seed, photos, renderer = task
    try:
        made = examples.make(seed, photos, take=RENDERERS[renderer])
    except CalibrationFailed as problem:
        sys.stderr.write(f"world {seed}: {problem}\n")
    else:
        examples.save(folder, seed, made)
    return seed


def _write(fitted: Mapping[str, object]) -> None:
    WEIGHTS.write_text(json.dumps(fitted) + "\n", encoding="utf-8")
    fitted_scores.cache_clear()


def _tell(step: int, loss: float) -> None:
    if step % 100 == 99:
        sys.stderr.write(f"step {step + 1}, loss {loss:.3f}\n")


if __name__ == "__main__":
    sys.exit(main())
