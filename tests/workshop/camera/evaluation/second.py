"""Measures the camera on photos of the second renderer: sets, how they are taken and kept, what is counted.

Each copy of the game is calibrated once as a player would. Photos may be kept in an album (a folder), so that what
reads them can be measured again without taking them again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.board import AREA_IDS
from tests.workshop.camera.evaluation.expectations import alter
from tests.workshop.camera.evaluation.judging import judge, judge_differences, read_area, same
from tests.workshop.camera.evaluation.rates import Tally
from tests.workshop.camera.evaluation.subjects import CalibrationFailed
from tests.workshop.camera.lessons import teach_positions
from tests.workshop.camera.rendering.positions import random_position, start_position
from tests.workshop.camera.second import layout
from tests.workshop.camera.second.copies import FIRST_SEED, Copy, Rng, Variant, copy_of, generator
from tests.workshop.camera.second.phone import careful_snap, decoded, good_snap, hard_snap
from tests.workshop.camera.second.photos import SIZE, Shot, photo
from tests.workshop.camera.second.wrong import WRONG, wrong_photo
from vision.table import calibration
from vision.table.confirmed import teach_from
from vision.table.folder import Table
from vision.table.practising import after_practice
from vision.table.row import row, with_row
from vision.table.scan import scan
from vision.terms import ACCEPTED

Json = dict[str, Any]
SHARES = {"good": 1.0, "hard": 0.5, "expected": 0.25, "covered": 0.5, "wrong": 0.9, "bases": 0.25, "leaders": 0.25}
"""The sets and how many photos each has, in shares of the number asked for."""

A_COPY = {"good": 10, "hard": 5, "expected": 10, "covered": 10, "wrong": 9, "leaders": 10}
"""How many photos of each set a copy has at most."""

FACTORS = (0.7, 0.85, 1.0, 1.2, 1.4)
BLANK = layout.nothing()
COVERED, CLEAR = 0.6, 0.02
"""From which share on an area counts as covered, and up to which it does not."""

THINGS = {"hand": (1, 2), "paper": (1, 3), "cup": (2, 5), "box": (2, 5), "card": (5, 10)}
"""How many things of a kind lie on the board in one photo of the covered set, at least and below."""


@dataclass(frozen=True)
class Task:
    """One copy of the game and the numbers of its photos in each set."""

    seed: int
    variant: Variant = "likely"
    factor: float | None = None
    photos: Mapping[str, Sequence[int]] = field(default_factory=dict)
    size: tuple[int, int] = SIZE
    album: Path | None = None
    setup: str = "lessons"

    @property
    def copy(self) -> Copy:
        """Returns the copy."""
        return copy_of(self.seed, self.variant, self.factor)


def tasks(
    sets: Sequence[str],
    photos: int,
    variant: Variant = "likely",
    size: tuple[int, int] = SIZE,
    album: Path | None = None,
    setup: str = "lessons",
) -> list[Task]:
    """Returns the copies to calibrate and which photos of them are judged, about ``photos`` of the good set.

    A photo is of the same copy however many are asked for.
    """
    counts = {which: max(1, round(photos * SHARES[which])) for which in sets}

    def of_copy(which: str, n: int) -> range:
        return range(min(counts[which], A_COPY[which] * n), min(counts[which], A_COPY[which] * (n + 1)))

    made = []
    usual = [which for which in sets if which not in ("bases", "leaders")]
    for n in range(max((-(-counts[which] // A_COPY[which]) for which in usual), default=0)):
        made.append(
            Task(FIRST_SEED + n, variant, None, {which: of_copy(which, n) for which in usual}, size, album, setup)
        )
    for n, factor in enumerate(FACTORS):
        numbers = {"bases": range(counts.get("bases", 0))[n :: len(FACTORS)]}
        made.append(Task(FIRST_SEED + 300 + n, variant, factor, numbers, size, album, setup))
    for n in range(-(-counts.get("leaders", 0) // A_COPY["leaders"])):
        made.append(Task(FIRST_SEED + 400 + n, "stress", None, {"leaders": of_copy("leaders", n)}, size, album, setup))
    return [task for task in made if any(task.photos.values())]


def work(task: Task) -> dict[str, Tally]:
    """Returns the counts of all photos of one copy; where it cannot be calibrated, all count as refused."""
    tallies = {which: Tally() for which in task.photos}
    try:
        table: Table | None = calibrated(task)
    except CalibrationFailed:
        table = None
    for which, numbers in task.photos.items():
        tallies[which].add("calibrated", table is not None)
        for number in numbers:
            tallies[which].merge(_one(task, table, which, number))
    return tallies


def calibrated(task: Task) -> Table:
    """Returns the table of a copy, set up as a player would; raises CalibrationFailed.

    The app reads its own lessons again. The table practises with them, and once more when a photo of another position
    was read and confirmed.
    """
    table = calibration.start(task.copy.board.width, f"copy {task.seed}")
    lessons = []
    for name, position in _setup(task):
        shot = _kept(task, name, partial(_lesson, task, position, name))
        if position is None:
            _must(calibration.add_empty(table, decoded(shot.data)))
        else:
            _must(calibration.add_teach(table, decoded(shot.data), position))
            lessons.append((name, position, shot))
    if task.setup == "app":
        for name, position, shot in lessons:
            calibration.self_check(table, decoded(shot.data), position, taught=name)
    table.own = after_practice(table, table.shown)
    shot = _kept(task, "check-0", partial(_check, task))
    played = _fitting(random_position(generator("check", task.seed)), shot.truth)
    teach_from(table, decoded(shot.data), played, "check")
    table.own = after_practice(table, table.shown)
    return table


def _check(task: Task) -> Shot:
    rng = generator("check", task.seed)
    return photo(task.copy, random_position(rng), careful_snap(rng), rng, task.size)


def _setup(task: Task) -> list[tuple[str, Json | None]]:
    """Returns the photos of a set-up: of the three lessons as on the command line, or the four of the app."""
    if task.setup == "lessons":
        return [("empty-0", None), ("empty-1", None), *((f"teach-{n}", one) for n, one in enumerate(teach_positions()))]
    start = start_position(generator("start", task.seed))
    return [("empty-0", None), ("start-0", start), ("start-1", start), ("row-0", with_row(start, row(start)))]


def _lesson(task: Task, position: Json | None, name: str) -> Shot:
    """A player who lays out a lesson finds room for all of it."""
    word, number = name.split("-")
    rng = generator({"teach": "lesson"}.get(word, word), task.seed, int(number))
    wanted = 0 if position is None else sum(1 for _ in layout.pieces_of(position))
    for _ in range(12):
        snap = careful_snap(rng)
        if name == "start-1":
            snap = replace(snap, azimuth=snap.azimuth + float(rng.choice([-40, 40])))
        shot = photo(task.copy, position, snap, rng, task.size)
        if len(shot.spots) == wanted:
            return shot
    raise CalibrationFailed(f"{name} finds no room on the board of copy {task.seed}")


def _must(check: Mapping[str, Any]) -> None:
    if not check["ok"] or check["code"] == "landmarks_needed":
        raise CalibrationFailed(str(dict(check)))


@dataclass(frozen=True)
class Kept:
    """A photo as an album keeps it."""

    data: bytes
    truth: Json
    covered: dict[str, float]


def _kept(task: Task, name: str, take: Callable[[], Shot]) -> Kept:
    """Returns a photo of the album, taken now when it is not there; without an album always taken."""
    if task.album is None:
        shot = take()
        return Kept(shot.data, shot.truth, shot.covered)
    factor = "own" if task.factor is None else f"{task.factor:g}"
    stem = task.album / f"{task.variant}-{task.seed}-{factor}-{task.size[0]}-{name}"
    image, facts = stem.with_name(stem.name + ".jpg"), stem.with_name(stem.name + ".json")
    if not facts.exists():
        shot = take()
        task.album.mkdir(parents=True, exist_ok=True)
        image.write_bytes(shot.data)
        facts.write_text(json.dumps({"truth": shot.truth, "covered": shot.covered}), encoding="utf-8")
    known = json.loads(facts.read_text(encoding="utf-8"))
    return Kept(image.read_bytes(), known["truth"], known["covered"])


def _one(task: Task, table: Table | None, which: str, number: int) -> Tally:
    rng = generator("second", which, task.seed, number)
    position = random_position(rng)
    kind = (WRONG if which == "wrong" else tuple(THINGS))[number % (len(WRONG) if which == "wrong" else len(THINGS))]

    def take() -> Shot:
        if which == "wrong":
            return wrong_photo(kind, task.copy, position, rng, task.size)
        snap = hard_snap(rng) if which == "hard" else good_snap(rng)
        covers = _covers(task.copy, kind, rng) if which == "covered" else ()
        return photo(task.copy, position, snap, rng, task.size, covers=covers)

    shot = _kept(task, f"{which}-{number}", take)
    if table is None:
        document: Json = {"refused": "not_calibrated", "areas": {}, "zones": {}, "differences": []}
    elif which == "expected":
        expect, altered = alter(_fitting(position, shot.truth), generator("alter", task.seed, number))
        return judge_differences(scan(decoded(shot.data), table, expect=expect).document(), shot.truth, altered)
    else:
        document = scan(decoded(shot.data), table).document()
    if which == "wrong":
        return judge_wrong(document, shot.truth, kind)
    if which == "covered":
        return judge_covered(document, shot.truth, shot.covered, kind)
    tally = judge(document, shot.truth)
    if which == "bases":
        tally.add(f"counts_exact_{task.factor:g}", tally.hits["counts_exact"], tally.cases["counts_exact"])
    return tally


def _covers(of: Copy, kind: str, rng: Rng) -> list[tuple[str, float, float]]:
    on = of.board
    places = rng.uniform(0.08, 0.92, (int(rng.integers(*THINGS[kind])), 2)) * (on.width, on.height)
    return [(kind, float(x), float(y)) for x, y in places]


def _fitting(position: Json, truth: Json) -> Json:
    """Returns the position without what found no room on the board."""
    legions = []
    for legion in position["legions"]:
        content = truth["areas"].get(legion["area"], BLANK)
        kinds, side = content["kinds"], content[legion["faction"]]
        named = legion.get("named", [])[: side["leaders"]]
        counts = {"generic": side["leaders"] - len(named), "tokens": content["tokens"], **kinds, "named": named}
        legions.append({**legion, **{key: count for key, count in counts.items() if count or key in legion}})
    there = truth["areas"]
    lists = {
        key: [area for area in position[key] if there.get(area, BLANK)[thing]]
        for key, thing in (("harvesters", "harvester"), ("sandworms", "sandworm"), ("wormsigns", "wormsign"))
    }
    maker = position["wild_maker"]
    return {
        **position,
        **lists,
        "legions": [
            one for one in legions if any(one.get(k) for k in ("regular", "elite", "special", "tokens", "generic"))
        ],
        "wild_maker": maker if maker and there.get(maker, BLANK)["sandworm"] else None,
    }


def judge_wrong(document: Mapping[str, Any], truth: Mapping[str, Any], kind: str) -> Tally:
    """Returns whether a photo that is of no use was refused, and whether anything of it was accepted wrong."""
    tally = Tally()
    refused = document["refused"] is not None
    wrong = 0 if refused else _accepted_wrong(document, truth, kind)
    for name in ("any", kind):
        tally.add(f"{name}_refused", refused)
        tally.add(f"{name}_wrong", wrong > 0)
    return tally


def _accepted_wrong(document: Mapping[str, Any], truth: Mapping[str, Any], kind: str) -> int:
    count = 0
    for area in AREA_IDS:
        seen = read_area(document, area)
        if seen["band"] == ACCEPTED:
            # Of another game there is nothing to accept, not even that an area is empty.
            count += kind == "other_game" or not same(seen, truth["areas"].get(area, BLANK))
    for zone, found in document["zones"].items():
        wrong = found["vehicle"] != truth["zones"][zone]["vehicle"]
        count += found["band"] == ACCEPTED and (kind == "other_game" or wrong)
    return count


def judge_covered(
    document: Mapping[str, Any], truth: Mapping[str, Any], covered: Mapping[str, float], kind: str
) -> Tally:
    """Returns what was said of areas that things cover, and whether the others were read right all the same."""
    tally = Tally()
    refused = document["refused"] is not None
    tally.add("refused", refused)
    tally.add(f"{kind}_photos_refused", refused)
    for area in AREA_IDS:
        share, real = covered.get(area, 0.0), truth["areas"].get(area, BLANK)
        seen = None if refused else read_area(document, area)
        accepted = seen is not None and seen["band"] == ACCEPTED
        if share >= COVERED:
            empty = accepted and seen is not None and same(seen, BLANK)
            tally.add("covered_empty", empty)
            tally.add(f"covered_empty_{kind}", empty)
            tally.add("covered_accepted", accepted)
            if real != BLANK:
                tally.add("covered_legions_empty", empty)
        elif share > CLEAR:
            if accepted and seen is not None:
                tally.add("partly_wrong", not same(seen, real))
        else:
            tally.add("clear_accepted", accepted)
            if accepted and seen is not None:
                tally.add("clear_wrong", not same(seen, real))
    return tally
