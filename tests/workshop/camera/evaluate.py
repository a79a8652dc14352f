"""Measures the camera on rendered photos, and on real ones when there are any.

``python -m tests.workshop.camera.evaluate``. Sets: good, hard, expected, sector, dice, real. With ``--write`` the table
goes into a page; with ``--keep`` the counts of each set stay in a folder, so that a page can be written from sets
measured one after the other.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import cv2

from tests.workshop.camera.evaluation import real, report, resources
from tests.workshop.camera.evaluation.dice import evaluate_dice
from tests.workshop.camera.evaluation.rates import Tally
from tests.workshop.camera.evaluation.subjects import Work, evaluate_world
from tests.workshop.camera.render import FULL, REPORT_WORLDS, TUNING_WORLDS

SETS = ("good", "hard", "expected", "sector", "dice")
PHOTOS_A_WORLD = 10
REAL = Path(__file__).resolve().parents[2] / "vision" / "real"


def run(
    sets: Sequence[str], photos: int, worlds: range, processes: int = 2, size: tuple[int, int] = FULL
) -> dict[str, Tally]:
    """Returns the counts of each set of rendered photos: ``PHOTOS_A_WORLD`` of each world, of the last the rest.

    A world is calibrated once for all sets.
    """
    counts = [min(PHOTOS_A_WORLD, photos - start) for start in range(0, photos, PHOTOS_A_WORLD)]
    tasks = [[Work(which, seed, count, size) for which in sets] for seed, count in zip(worlds, counts, strict=False)]
    totals = {which: Tally() for which in sets}
    if processes == 1:
        for task in tasks:
            _add(totals, _work(task))
        return totals
    # A forked child would share the threads of OpenCV.
    context = multiprocessing.get_context("spawn")
    begin = time.perf_counter()
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_one_thread) as pool:
        for done, future in enumerate(as_completed([pool.submit(_work, task) for task in tasks]), start=1):
            _add(totals, future.result())
            sys.stderr.write(f"{done} of {len(tasks)} worlds, {time.perf_counter() - begin:.0f} s\n")
    return totals


def _add(totals: dict[str, Tally], more: dict[str, Tally]) -> None:
    for which, tally in more.items():
        totals[which].merge(tally)


def _one_thread() -> None:
    cv2.setNumThreads(1)


def _work(task: list[Work]) -> dict[str, Tally]:
    return {
        work.which: evaluate_dice(work.seed, work.photos) if work.which == "dice" else evaluate_world(work)
        for work in task
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the command line asks for; 1 when a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.workshop.camera.evaluate", description=__doc__)
    parser.add_argument(
        "--set", action="append", choices=(*SETS, "real", "none"), help="this set only; may be given more than once"
    )
    parser.add_argument("--photos", type=int, default=200, help="photos of each set")
    parser.add_argument("--worlds", choices=("report", "tuning"), default="report")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="folder for the counts of each set")
    parser.add_argument("--write", type=Path, help="page to write")
    parser.add_argument("--note", help="what the page should say of the run, such as of sets kept from before a change")
    parser.add_argument("--no-resources", action="store_true", help="leave time and memory out")
    given = parser.parse_args(arguments)
    worlds = REPORT_WORLDS if given.worlds == "report" else TUNING_WORLDS
    results = {} if given.keep is None else _kept(given.keep)
    chosen = (*SETS, "real") if given.set is None else given.set
    rendered = [which for which in SETS if which in chosen]
    if rendered:
        results |= run(rendered, given.photos, worlds, given.processes)
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
        for which in rendered:
            (given.keep / f"{which}.json").write_text(json.dumps(results[which].document()), encoding="utf-8")
    if "real" in chosen and real.tables(REAL):
        results["real"] = real.evaluate_real(REAL)
    facts = {"Worlds": f"{worlds.start} and following ({given.worlds})"}
    if given.note:
        facts["Note"] = given.note
    if not given.no_resources:
        facts |= _resources(worlds.start)
    page = report.document({name: results[name] for name in report.ROWS if name in results}, facts)
    sys.stdout.write(page)
    if given.write is not None:
        given.write.write_text(page, encoding="utf-8")
    missed = [row for name, tally in results.items() for row in report.ROWS[name] if report.meets(row, tally) is False]
    return 1 if missed else 0


def _kept(folder: Path) -> dict[str, Tally]:
    found = {path.stem: path for path in sorted(folder.glob("*.json")) if path.stem in report.ROWS}
    return {name: Tally.read(json.loads(path.read_text(encoding="utf-8"))) for name, path in found.items()}


def _resources(seed: int) -> dict[str, str]:
    measured = resources.measure(seed)
    seconds, most = (max(float(one[key]) for one in measured) for key in ("seconds", "megabytes"))
    whole = max(float(one["whole_seconds"]) for one in measured)
    told = f"at most {seconds:.1f} s from the bytes to the answer ({whole:.1f} s with the start of the process)"
    return {
        "A photo of 12 MP on 2 threads": f"{told} and {most:.0f} MB, of {len(measured)} photos (targets 2.5 s, 800 MB)"
    }


if __name__ == "__main__":
    sys.exit(main())
