"""The photos that are evaluated: each world is calibrated once and photographed several times."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from companion.board import SECTOR_MASK, members
from companion.board.areas import AREA_IDS
from tests.workshop.camera.evaluation.expectations import alter
from tests.workshop.camera.evaluation.judging import judge, judge_differences
from tests.workshop.camera.evaluation.rates import Tally
from tests.workshop.camera.lessons import teach_positions
from tests.workshop.camera.render import FULL, Photo, View, World, good_view, hard_view, photo, random_position, world
from tests.workshop.camera.rendering.fields import Rng, generator
from tests.workshop.camera.rendering.views import of_a_phone
from vision.table import calibration
from vision.table.confirmed import teach_from
from vision.table.folder import Table
from vision.table.practising import after_practice
from vision.table.scan import scan

Json = dict[str, Any]
SECTORS = ("ne", "se", "sw", "nw", "central")


class CalibrationFailed(RuntimeError):
    """A world whose table could not be calibrated; the message has the check that failed."""


@dataclass(frozen=True)
class Work:
    """One world of one set: how many photos, how big."""

    which: str
    seed: int
    photos: int
    size: tuple[int, int] = FULL


@lru_cache(maxsize=2)
def calibrated(seed: int, size: tuple[int, int] = FULL) -> Table:
    """Returns the table of a world as it is after its first photo of a game: set up, practised, one photo confirmed.

    Raises CalibrationFailed.
    """
    rng = generator("calibrate", seed)
    table = set_up(seed, size, rng)
    table.own = after_practice(table, table.shown)
    played = random_position(rng)
    teach_from(table, photo(world(seed), played, _careful(rng), rng, size).image, played, "check")
    table.own = after_practice(table, table.shown)
    return table


Take = Callable[[World, Mapping[str, Any] | None, View, Rng, tuple[int, int]], Photo]
"""Takes a photo, as :func:`tests.workshop.camera.rendering.scene.photo` does."""


def set_up(seed: int, size: tuple[int, int], rng: Rng, take: Take = photo) -> Table:
    """Returns the table of a world, set up as the app asks: two photos of the empty board and one of each lesson.

    ``take`` is the renderer. Raises CalibrationFailed.
    """
    copy_of_game = world(seed)
    table = calibration.start(copy_of_game.width, f"world {seed}")
    for _ in range(2):
        shot = take(copy_of_game, None, _careful(rng), rng, size)
        _must(calibration.add_empty(table, shot.image))
    for position in teach_positions():
        shot = take(copy_of_game, position, _careful(rng), rng, size)
        _must(calibration.add_teach(table, shot.image, position))
    return table


def _careful(rng: Rng) -> View:
    return replace(good_view(rng), markers=True, glare=0.0, portrait=False, azimuth=float(rng.normal(0, 10)))


def _must(check: Mapping[str, Any]) -> None:
    if not check["ok"] or check["code"] == "landmarks_needed":
        raise CalibrationFailed(str(dict(check)))


def evaluate_world(work: Work) -> Tally:
    """Returns the counts of all photos of one world; a world that cannot be calibrated counts as all refused."""
    tally = Tally()
    try:
        table = calibrated(work.seed, work.size)
    except CalibrationFailed:
        tally.add("calibrated", False)
        for _ in range(work.photos):
            tally.merge(judge({"refused": "not_calibrated", "areas": {}, "zones": {}}, {"areas": {}}))
        return tally
    tally.add("calibrated", True)
    for number in range(work.photos):
        rng = generator("evaluate", work.which, work.seed, number)
        tally.merge(_one(work, world(work.seed), table, rng))
    return tally


def _one(work: Work, copy_of_game: World, table: Table, rng: Rng) -> Tally:
    position = random_position(rng)
    view = hard_view(rng) if work.which == "hard" else good_view(rng)
    if work.which == "sector":
        return _sector(copy_of_game, table, position, view, rng, work.size)
    if copy_of_game.wide:
        view = of_a_phone(view, rng)
    shot = photo(copy_of_game, position, view, rng, work.size)
    if work.which == "expected":
        expect, altered = alter(position, rng)
        return judge_differences(scan(shot.image, table, expect=expect).document(), shot.truth, altered)
    return judge(scan(shot.image, table).document(), shot.truth)


def _sector(copy_of_game: World, table: Table, position: Json, view: View, rng: Rng, size: tuple[int, int]) -> Tally:
    on, sector = copy_of_game.board, str(rng.choice(SECTORS))
    areas = tuple(AREA_IDS[n] for n in members(SECTOR_MASK[sector]))
    places = np.concatenate([on.polygons[area] for area in areas])
    low, high = places.min(0), places.max(0)
    middle = (low + high) / 2 - (on.width / 2, on.height / 2)
    span = float(max(high[0] - low[0], (high[1] - low[1]) * 4 / 3)) * 1.06
    close = replace(view, span=span, target=(float(middle[0]), float(middle[1])), portrait=False)
    shot = photo(copy_of_game, position, close, rng, size)
    document = scan(shot.image, table, sector=sector).document()
    return judge(document, shot.truth, areas)
