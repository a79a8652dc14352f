"""Fits how surely the network's peaks are pieces and readings are right, on photos that it was not taught with."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera import examples
from tests.workshop.camera.evaluation.expectations import alter
from tests.workshop.camera.examples import Example
from tests.workshop.camera.rendering.fields import generator
from vision.board.geometry import board
from vision.contents import Expected, read_expected
from vision.figures.bands import judged
from vision.figures.pieces import HOME, SORTS, Piece
from vision.figures.reading import WEIGHTS, at_one_place, fitted_scores, height
from vision.figures.sizes import Sizes, in_evidence
from vision.practice.shown import Known
from vision.terms import UNSEEN

MATCH = 9.0
"""Millimetres between a peak and the base that it is."""

RIDGE_OF_FEW = 20.0
USUAL_SLOPE = 1.5
"""Of a curve about which the photos say nothing."""

LEAST = 0.03
LOOSER = {"harvester": 0.6, "wormsign": 0.6}
"""By how much lower peaks (in logarithms of odds) are believed than the curve of a sort says: in boxes unlike those
taught most of these is missed, and next to nothing is seen where none is. Held-out wide worlds showed how much."""

Seen = tuple[Example, list[Piece]]
Rows = list[tuple[list[float], bool]]


def peaks_of(example: Example, number: int = 0) -> list[Piece]:
    """Returns what the network finds in an example, figures at their sizes as nearly as a table measures them."""
    whole, camera, sizes = examples.whole(example.evidence), example.shot.camera, example.sizes
    if not sizes.usual:
        base, tall = generator("sizes", number).normal((math.log(sizes.base), math.log(sizes.tall)), (0.05, 0.08))
        sizes = Sizes(math.exp(base), math.exp(tall))
    return in_evidence(whole, camera, sizes, LEAST)


def fit_scores(seen: Sequence[Seen]) -> dict[str, list[float]]:
    """Returns slope and middle of the curve of each sort: from the height of a peak to its odds against nothing there.

    Of the peaks at one place one at most is a piece, so all curves are found together: two low peaks of different sorts
    say that something is there, though not what.
    """
    rows = [row for example, pieces in seen for row in _places(example, pieces)]
    # A piece without a peak of its sort says nothing about the heights of peaks.
    rows = [(heights, truth) for heights, truth in rows if truth is None or truth in heights]
    there = np.array([[sort in heights for sort in SORTS] for heights, _ in rows])
    heights = np.array([[heights.get(sort, 0.0) for sort in SORTS] for heights, _ in rows])
    truth = np.array([[sort == true for sort in SORTS] for _, true in rows], np.float64)
    values = np.stack([there.astype(np.float64), heights], axis=2)
    around = np.array([0.0, USUAL_SLOPE])
    weights = np.tile(around, (len(SORTS), 1))
    ridge = np.array([0.05, 1.0])
    for _ in range(60):
        odds = np.exp(np.clip((values * weights).sum(axis=2), -30, 30)) * there
        chance = odds / (1 + odds.sum(axis=1, keepdims=True))
        slope = np.einsum("ns,nsv->sv", truth - chance, values) - ridge * (weights - around)
        own = np.einsum("ns,nsv,nsw->svw", chance, values, values) + np.diag(ridge)
        pulls = (chance[:, :, None] * values).reshape(len(values), -1)
        curve = -(pulls.T @ pulls)
        for sort, first in enumerate(range(0, weights.size, 2)):
            curve[first : first + 2, first : first + 2] += own[sort]
        step = np.linalg.solve(curve, slope.ravel()).reshape(weights.shape)
        weights += step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-9))
    return {
        sort: [float(steep), float(-constant / steep) - LOOSER.get(sort, 0.0)]
        for sort, (constant, steep) in zip(SORTS, weights, strict=True)
    }


def _places(example: Example, pieces: Sequence[Piece]) -> Iterator[tuple[dict[str, float], str | None]]:
    """Yields the heights (in logarithms of odds) of the peaks at each place, and the sort that stands there."""
    groups = at_one_place([piece for piece in pieces if piece.sort != HOME])
    groups += [[piece] for piece in pieces if piece.sort == HOME]
    left = list(example.pieces)
    for near in sorted(groups, key=lambda group: -group[0].score):
        true = _nearest(near[0], [piece for piece in left if (piece.sort == HOME) == (near[0].sort == HOME)])
        if true is not None:
            left.remove(true)
        heights: dict[str, float] = {}
        for peak in near:
            heights[peak.sort] = max(heights.get(peak.sort, -math.inf), height(peak.score))
        yield heights, None if true is None else true.sort


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


def _write(fitted: Mapping[str, object]) -> None:
    WEIGHTS.write_text(json.dumps(fitted) + "\n", encoding="utf-8")
    fitted_scores.cache_clear()
