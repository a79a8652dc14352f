"""Teaches the network and fits the confidence on rendered photos of the tuning worlds.

``python -m vision.teaching network --worlds 10:60 --photos 8 --steps 4000`` writes ``data/figures.npz``, then
``python -m vision.teaching confidence --worlds 100:120 --photos 10`` writes ``data/confidence.json``. Each photo goes
through the same calibration, registration and light as a scan. Nothing here runs in the app.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision import calibration, figures
from vision.contents import read_expected
from vision.evaluation.expectations import alter
from vision.lessons import teach_positions
from vision.network import Network
from vision.observe import view
from vision.reading import WEIGHTS, fitted_scores, state_of
from vision.registration import Refused
from vision.render import TUNING_WORLDS, Seen, good_view, hard_view, photo, random_position, world
from vision.rendering.fields import generator
from vision.scan import UNSEEN, scan
from vision.table import Table
from vision.training import Example, Known, train

SIZE = (2600, 1950)
HARD = 0.4
"""Share of photos that are taken badly."""

MIXED = 0.2
"""Share of tables that were taught by positions as they came instead of those of the lessons."""

MATCH = 9.0
"""Millimetres between a peak and the base that it is."""

LEAST = 0.03
UNITS = ("regular", "elite", "special")
SORTS = {
    "generic": "leader",
    "named": "leader",
    "harvester": "harvester",
    "sandworm": "sandworm",
    "wild_maker": "sandworm",
    "wormsign": "wormsign",
    "ornithopter": "ornithopter",
    "carryall": "carryall",
    "token": "token",
}


def calibrated(seed: int) -> Table:
    """Returns the table of a world, calibrated as the app asks."""
    copy_of_game, rng = world(seed), generator("teaching", seed)
    table = calibration.start(copy_of_game.width)
    mixed = rng.random() < MIXED
    for _ in range(2):
        careful = replace(good_view(rng), markers=True, portrait=False, azimuth=float(rng.normal(0, 8)))
        calibration.add_empty(table, photo(copy_of_game, None, careful, rng, SIZE).image)
    for lesson in teach_positions():
        position = random_position(rng) if mixed else lesson
        calibration.add_teach(table, photo(copy_of_game, position, good_view(rng), rng, SIZE).image, position)
    return table


def known(seen: Seen) -> Known | None:
    """Returns a piece of a photo as the network learns it, None for cardboard that marks a place."""
    piece = seen.piece
    if piece.kind in UNITS:
        return Known(str(piece.faction), piece.x, piece.y, piece.kind)
    sort = SORTS.get(piece.kind)
    if sort is None:
        return None
    return Known(f"{piece.faction}_leader" if sort == "leader" else sort, piece.x, piece.y, None)


def examples(worlds: range, photos: int) -> Iterator[Example]:
    """Yields the training photos of worlds; refused ones are left out."""
    for seed in worlds:
        table, rng = calibrated(seed), generator("examples", seed)
        for _ in range(photos):
            shown = hard_view(rng) if rng.random() < HARD else good_view(rng)
            shot = photo(world(seed), random_position(rng), shown, rng, SIZE)
            try:
                seen = view(table, shot.image)
            except Refused:
                continue
            pieces = [piece for one in shot.pieces if (piece := known(one)) is not None]
            yield Example(figures.evidence(table, seen), seen.camera, pieces)


def fit_scores(photos: Sequence[Example]) -> dict[str, list[float]]:
    """Returns slope and middle of the curve from the height of a peak to how often it is a piece, sort by sort."""
    shown = [(figures.peaks(figures.outputs(e.seen, e.camera), LEAST), e.pieces) for e in photos]
    found = {}
    for sort in figures.SORTS:
        rows: Rows = []
        for pieces, known_pieces in shown:
            left = [piece for piece in known_pieces if piece.sort == sort]
            for peak in sorted((p for p in pieces if p.sort == sort), key=lambda p: -p.score):
                near = [k for k in left if (k.x - peak.x) ** 2 + (k.y - peak.y) ** 2 < MATCH**2]
                if near:
                    left.remove(near[0])
                score = min(max(peak.score, 1e-4), 1 - 1e-4)
                rows.append(([1.0, float(np.log(score / (1 - score)))], bool(near)))
        constant, slope = fit(rows, 1.0)
        found[sort] = [min(max(slope, 1.2), 4.0), -constant / slope]
    return found


Rows = list[tuple[list[float], bool]]


def readings(worlds: range, photos: int, *, expecting: bool) -> Rows:
    """Returns features of areas and whether their reading was right, of scans with or without an expectation."""
    rows: Rows = []
    for seed in worlds:
        table, rng = calibrated(seed), generator("readings", seed)
        for _ in range(photos):
            position = random_position(rng)
            shown = hard_view(rng) if rng.random() < HARD else good_view(rng)
            shot = photo(world(seed), position, shown, rng, SIZE)
            expect = alter(position, rng)[0] if expecting else None
            rows += _judged(position, scan(shot.image, table, expect=expect).areas)
    return rows


def _judged(position: Mapping[str, Any], areas: Mapping[str, Any]) -> Rows:
    truth = read_expected(position)
    return [
        (result.features, state_of(result.reading.content) == state_of(truth.area(area)))
        for area, result in areas.items()
        if result.band != UNSEEN
    ]


def fit(rows: Rows, ridge: float = 2.0) -> list[float]:
    """Returns the weights of the logistic curve that tells best whether readings are right."""
    values = np.array([row[0] for row in rows])
    right = np.array([row[1] for row in rows], np.float64)
    mean, spread = values.mean(axis=0), values.std(axis=0) + 1e-9
    mean[0], spread[0] = 0, 1
    scaled = (values - mean) / spread
    weights: NDArray[np.float64] = np.zeros(scaled.shape[1])
    penalty = ridge * np.eye(len(weights))
    penalty[0, 0] = 1e-6
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        slope = scaled.T @ (chance - right) + penalty @ weights
        curve = (scaled * (chance * (1 - chance) + 1e-9)[:, None]).T @ scaled + penalty
        weights = weights - np.linalg.solve(curve, slope)
    found = weights / spread
    found[0] = weights[0] - float((weights[1:] * mean[1:] / spread[1:]).sum())
    return [round(float(value), 5) for value in found]


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m vision.teaching", description=__doc__)
    parser.add_argument("what", choices=("network", "confidence"))
    parser.add_argument("--worlds", default="10:60", help="FIRST:END of the tuning worlds")
    parser.add_argument("--photos", type=int, default=8, help="photos of each world")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--more", action="store_true", help="go on with the network there is")
    given = parser.parse_args(arguments)
    first, end = (int(part) for part in given.worlds.split(":"))
    worlds = range(max(first, TUNING_WORLDS.start), min(end, TUNING_WORLDS.stop))
    if given.what == "network":
        start = Network.load(figures.WEIGHTS) if given.more else None
        train(list(examples(worlds, given.photos)), given.steps, start=start, tell=_tell).save(figures.WEIGHTS)
        return 0
    fitted = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    fitted["scores"] = fit_scores(list(examples(worlds, given.photos)))
    _write(fitted)
    fitted["free"] = fit(readings(worlds, given.photos, expecting=False))
    fitted["expected"] = fit(readings(worlds, given.photos, expecting=True))
    _write(fitted)
    return 0


def _write(fitted: Mapping[str, object]) -> None:
    WEIGHTS.write_text(json.dumps(fitted) + "\n", encoding="utf-8")
    fitted_scores.cache_clear()


def _tell(step: int, loss: float) -> None:
    if step % 100 == 99:
        sys.stderr.write(f"step {step + 1}, loss {loss:.3f}\n")


if __name__ == "__main__":
    sys.exit(main())
