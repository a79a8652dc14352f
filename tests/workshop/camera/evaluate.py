"""Measures the camera on rendered photos, and on real ones when there are any.

``python -m tests.workshop.camera.evaluate``. Sets: good, hard, expected, sector, dice, real; with ``--renderer second``
good, hard, expected, covered, wrong, bases, leaders (``--photos 10`` is a quick look). With ``--write`` the table goes
into a page, of the second renderer as a section of its own while the rest stays; with ``--keep`` the counts of each set
stay in a folder, so that a page can be written from sets measured one after the other.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TypeVar

import cv2

from tests.workshop.camera.evaluation import real, report, resources, second, second_report
from tests.workshop.camera.evaluation.dice import evaluate_dice
from tests.workshop.camera.evaluation.rates import Tally
from tests.workshop.camera.evaluation.subjects import Work, evaluate_world
from tests.workshop.camera.render import FULL, REPORT_WORLDS, TUNING_WORLDS, WIDE_REPORT_WORLDS, WIDE_TUNING_WORLDS
from tests.workshop.camera.second.copies import FIRST_SEED, VARIANTS

T = TypeVar("T")

SETS = ("good", "hard", "expected", "sector", "dice")
PHOTOS_A_WORLD = 10
WORLDS = {
    "report": REPORT_WORLDS,
    "tuning": TUNING_WORLDS,
    "wide": WIDE_REPORT_WORLDS,
    "wide-tuning": WIDE_TUNING_WORLDS,
}
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
    for done in _in_processes(_work, tasks, processes):
        _add(totals, done)
    return totals


def run_second(tasks: Sequence[second.Task], processes: int = 2, keep: Path | None = None) -> dict[str, Tally]:
    """Returns the counts of each set of photos of the second renderer; ``keep`` has them after every copy."""
    totals: dict[str, Tally] = {}
    many = map(second.work, tasks) if processes == 1 else _in_processes(second.work, tasks, processes)
    for done in many:
        for which in done:
            totals.setdefault(which, Tally())
        _add(totals, done)
        _keep(keep, totals)
    return totals


def _keep(folder: Path | None, results: Mapping[str, Tally]) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for which, tally in results.items():
            (folder / f"{which}.json").write_text(json.dumps(tally.document()), encoding="utf-8")


def _in_processes(
    work: Callable[[T], dict[str, Tally]], tasks: Sequence[T], processes: int
) -> Iterator[dict[str, Tally]]:
    # A forked child would share the threads of OpenCV.
    context = multiprocessing.get_context("spawn")
    begin = time.perf_counter()
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_one_thread) as pool:
        for done, future in enumerate(as_completed([pool.submit(work, task) for task in tasks]), start=1):
            yield future.result()
            sys.stderr.write(f"{done} of {len(tasks)} worlds, {time.perf_counter() - begin:.0f} s\n")


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
    every = tuple(dict.fromkeys((*SETS, "real", *second.SHARES, "none")))
    parser.add_argument("--set", action="append", choices=every, help="this set only; may be given more than once")
    parser.add_argument("--renderer", choices=("first", "second"), default="first")
    parser.add_argument("--variant", choices=VARIANTS, default="likely", help="of the second renderer")
    parser.add_argument(
        "--setup", choices=("lessons", "app"), default="lessons", help="of the second renderer: how a table is set up"
    )
    parser.add_argument("--album", type=Path, help="folder that keeps the photos of the second renderer")
    parser.add_argument("--photos", type=int, default=200, help="photos of each set")
    parser.add_argument("--worlds", choices=tuple(WORLDS), default="report")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="folder for the counts of each set")
    parser.add_argument("--write", type=Path, help="page to write")
    parser.add_argument("--note", help="what the page should say of the run, such as of sets kept from before a change")
    parser.add_argument("--no-resources", action="store_true", help="leave time and memory out")
    given = parser.parse_args(arguments)
    if given.renderer == "second":
        return _second(given)
    worlds = WORLDS[given.worlds]
    results = {} if given.keep is None else _kept(given.keep)
    chosen = (*SETS, "real") if given.set is None else given.set
    rendered = [which for which in SETS if which in chosen]
    if rendered:
        results |= run(rendered, given.photos, worlds, given.processes)
    _keep(given.keep, {which: results[which] for which in rendered})
    if "real" in chosen and real.tables(REAL):
        results["real"] = real.evaluate_real(REAL)
    facts = {"Worlds": f"{worlds.start} and following ({given.worlds})"}
    if "real" in results:
        facts["Outlines"] = real.outline_error(REAL)
    if given.note:
        facts["Note"] = given.note
    if not given.no_resources:
        facts |= _resources(worlds.start)
    page = report.document({name: results[name] for name in report.ROWS if name in results}, facts)
    sys.stdout.write(page)
    if given.write is not None:
        kept = second_report.section_in(_text(given.write))
        given.write.write_text(page if kept is None else second_report.with_section(page, kept), encoding="utf-8")
    missed = [row for name, tally in results.items() for row in report.ROWS[name] if report.meets(row, tally) is False]
    return 1 if missed else 0


def _second(given: argparse.Namespace) -> int:
    chosen = [which for which in (given.set or second.SHARES) if which in second.SHARES]
    tasks = second.tasks(chosen, given.photos, given.variant, album=given.album, setup=given.setup)
    _one_thread()
    results = {} if given.keep is None else _kept(given.keep, second_report.ROWS)
    results |= run_second(tasks, given.processes, given.keep)
    ways = {
        "lessons": "two photos of the empty board, one of each of three lessons, practice, a confirmed photo, practice",
        "app": "the four photos of the app (the empty board, the start position twice, a row), practice, a confirmed "
        "photo, practice",
    }
    facts = {
        "Copies": f"from {FIRST_SEED} on ({given.variant}), at most ten photos of a set each",
        "Set up by": ways[given.setup],
    }
    if given.note:
        facts["Note"] = given.note
    section = second_report.section(results, facts)
    sys.stdout.write(section)
    if given.write is not None:
        given.write.write_text(second_report.with_section(_text(given.write), section), encoding="utf-8")
    return 1 if second_report.missed(results) else 0


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _kept(folder: Path, rows: Mapping[str, object] = report.ROWS) -> dict[str, Tally]:
    found = {path.stem: path for path in sorted(folder.glob("*.json")) if path.stem in rows}
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
