"""Teaches the network and fits the confidence on rendered photos of the tuning worlds.

In this order: ``python -m tests.workshop.camera.teaching examples DIR --worlds 100:190`` renders photos into a folder
(``--renderer traced``: by a path tracer, slower and more like photos), ``... network DIR`` writes
``data/figures.npz`` (both need the extra ``teaching``), and, with photos of other worlds in another folder,
``... confidence DIR`` writes ``data/confidence.json``. Nothing here runs in the app.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

from tests.workshop.camera import examples
from tests.workshop.camera.evaluation.subjects import CalibrationFailed, Take
from tests.workshop.camera.fitting import RIDGE_OF_FEW, fit_confidence
from tests.workshop.camera.learning import HOLES, untaught
from tests.workshop.camera.render import TUNING_WORLDS, WIDE_TUNING_WORLDS, photo
from tests.workshop.camera.traced.scene import photo as traced
from tests.workshop.camera.training import PACE, teach
from vision.contents import KINDS
from vision.figures import pieces as figures
from vision.figures.network import Network

WIDTH = 112
"""Values of a folded cell between the network's layers."""

RENDERERS: dict[str, Take] = {"first": photo, "traced": traced}


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.workshop.camera.teaching", description=__doc__)
    parser.add_argument("what", choices=("examples", "network", "confidence"))
    parser.add_argument(
        "folders", metavar="DIR", nargs="+", type=Path, help="of the examples; the network sees as much of each"
    )
    parser.add_argument("--worlds", default="100:190", help="FIRST:END of the tuning worlds (2000 and more: wide)")
    parser.add_argument("--photos", type=int, default=12, help="photos of each world")
    parser.add_argument("--renderer", choices=tuple(RENDERERS), default="first", help="what takes the examples")
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--more", action="store_true", help="go on with what there is")
    given = parser.parse_args(arguments)
    if given.what == "examples":
        first, end = (int(part) for part in given.worlds.split(":"))
        worlds = [seed for seed in range(first, end) if seed in TUNING_WORLDS or seed in WIDE_TUNING_WORLDS]
        # A forked child would share the threads of OpenCV.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            for seed in pool.map(_make, [(given.folders[0], seed, given.photos, given.renderer) for seed in worlds]):
                sys.stderr.write(f"world {seed}\n")
    elif given.what == "network":
        before = Network.load(figures.WEIGHTS) if given.more else None
        outputs = len(figures.SORTS) + len(KINDS)
        model = before or untaught(figures.INPUTS, WIDTH, HOLES, outputs, np.random.default_rng(1))
        photos = [[example.shown for example in examples.load(folder)] for folder in given.folders]
        model = teach(model, photos, given.steps, pace=PACE if before is None else PACE / 2, tell=_tell)
        earlier = ""
        if before is not None:
            with np.load(figures.WEIGHTS, allow_pickle=False) as arrays:
                earlier = f"{arrays['provenance']}; then "
        paths = sorted(path for folder in given.folders for path in folder.glob("world-*.npz"))
        names = ", ".join(path.stem.removeprefix("world-") for path in paths)
        model.save(figures.WEIGHTS, f"{earlier}worlds {names}: {given.steps} steps")
    else:
        seen = chain.from_iterable(map(examples.load, given.folders))
        fit_confidence(seen, RIDGE_OF_FEW if given.more else 2.0, more=given.more)
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


def _tell(step: int, loss: float) -> None:
    if step % 100 == 99:
        sys.stderr.write(f"step {step + 1}, loss {loss:.3f}\n")


if __name__ == "__main__":
    sys.exit(main())
