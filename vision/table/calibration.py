"""Makes a table known: photos of the empty board, landmarks, photos of known positions, and a self-check.

Every step is checked at once. A check is ``{"step", "ok", "code", ...facts}``; what is still missing is a list of
codes: ``empty_photo``, ``landmarks``, ``second_empty_photo``, ``teach_photo``.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_NUMBER
from vision.board.camera import camera_of
from vision.board.cover import bare
from vision.board.empty import FINE
from vision.board.exposure import must_be_readable, without_colours
from vision.board.geometry import DEFAULT_WIDTH, MARGIN, Board, landmark, marker_corners
from vision.board.light import relight
from vision.board.markers import BOARD_CARDS, find_markers
from vision.board.observe import View, leaning, part_of, rectified_light, view, working
from vision.board.registration import (
    BoardMap,
    Reason,
    Refused,
    apply_homography,
    inverse,
    map_from_markers,
    map_from_points,
    rectify,
    register,
)
from vision.contents import Content, Expected, read_expected
from vision.figures import agreement
from vision.figures.colours import CLASSES, taught
from vision.figures.measuring import measure
from vision.figures.pieces import evidence
from vision.practice.shown import Lesson
from vision.settings import DEFAULT, Settings
from vision.table.compared import entry_of, wrong
from vision.table.folder import Table
from vision.table.record import kept
from vision.table.scan import scan
from vision.terms import ACCEPTED, LANDMARKS, UNSEEN

TEACH_PHOTOS = 3
SOME_DISAGREE = 2
"""Areas with the colours of the other faction that are no accident."""

WELL_MEASURED = 6
"""Photos after which the sizes of pieces are known well enough: the last of a set-up may be the first with leaders."""

MOST_CHANGED = 0.12
"""Share of the board that may look otherwise in the second photo of the empty board."""

THICK = 2.0
"""Millimetres of cardboard that a board is thick."""

Image = NDArray[np.uint8]
Check = dict[str, Any]


def start(width: float = DEFAULT_WIDTH, name: str = "") -> Table:
    """Returns an empty table for a board of ``width`` mm."""
    if not 300 <= width <= 2000:
        raise ValueError(f"board width: {width} mm is outside 300 to 2000")
    return Table(width=width, name=name)


def needs(table: Table) -> list[str]:
    """Returns what a table still needs, most urgent first; the last two may be left out at a loss."""
    missing = []
    if not table.empties:
        missing.append("empty_photo")
    elif table.picture is None:
        missing.append("landmarks")
    if len(table.empties) < 2:
        missing.append("second_empty_photo")
    if len(table.taught) < TEACH_PHOTOS:
        missing.append("teach_photo")
    return missing


def add_empty(table: Table, image: Image, settings: Settings = DEFAULT) -> Check:
    """Adds a photo of the empty board; the first one becomes the reference, later ones tell how light varies."""
    small = working(image, settings)
    if without_colours(small):
        return {"step": "empty", "ok": False, "code": Reason.OTHER_COLOURS.value}
    if not table.empties:
        table.empties = [small]
        on = table.board
        found = find_markers(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8), BOARD_CARDS)
        by_cards = map_from_cards(on, found, (small.shape[0], small.shape[1]))
        if by_cards is None:
            return {"step": "empty", "ok": True, "code": "landmarks_needed", "markers": len(found)}
        _lay(table, by_cards)
        table.markers = _markers_in_mm(table, found)
        return {"step": "empty", "ok": True, "code": "reference", "markers": len(found)}
    if table.picture is None:
        return {"step": "empty", "ok": False, "code": "landmarks_needed", "markers": 0}
    gray = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    try:
        found_map = register(gray, table.reference, settings)
    except Refused as refused:
        return {"step": "empty", "ok": False, "code": refused.reason.value, **refused.facts}
    picture, visible = rectified_light(small, found_map.map, table)
    lit = relight(picture, table.light, table.spread, settings)
    # The table around the board may change: a cloth, a shadow, cards that were moved.
    printed = visible & part_of(table.board, None)
    changed = float((lit.strength[printed] > 6).mean())
    if changed > MOST_CHANGED:
        return {"step": "empty", "ok": False, "code": "not_the_same_board", "changed": round(changed, 3)}
    try:
        must_be_readable(picture, table.light, bare(picture, table.light, settings), printed, settings)
    except Refused as refused:
        return {"step": "empty", "ok": False, "code": refused.reason.value, **refused.facts}
    table.empties = [table.empties[0], small]
    table.others = [*table.others[-2:], lit.picture.astype(np.float16)]
    table.focals.append(camera_of(table.board, found_map.map, (small.shape[0], small.shape[1])).focal)
    table.forget()
    return {
        "step": "empty",
        "ok": True,
        "code": "second",
        "patches": list(found_map.patches),
        "miss_mm": round(found_map.miss, 2),
    }


def map_from_cards(on: Board, found: dict[int, NDArray[np.float64]], size: tuple[int, int]) -> BoardMap | None:
    """Returns the map that marker cards on the table give in a photo of ``size`` (rows, columns), None for too few.

    They lie lower than the board is printed, so that a camera aside sees them nearer to itself on the board's plane.
    """
    by_cards = map_from_markers(on, found)
    if by_cards is None:
        return None
    camera = camera_of(on, by_cards, size)
    foot = np.array([camera.x, camera.y])
    places = {key: foot + (ring - foot) * camera.shift(-THICK) for key, ring in marker_corners(on).items()}
    return map_from_markers(on, found, places)


def set_landmarks(table: Table, places: Mapping[str, tuple[float, float]]) -> Check:
    """Lays the outlines by landmarks in pixels of the first empty photo (at working resolution).

    Names are those of ``terms.LANDMARKS`` (corners and ends of the seam), or an area or zone id for its label.
    """
    if not table.empties:
        return {"step": "landmarks", "ok": False, "code": "empty_photo"}
    if len(places) < 4:
        return {"step": "landmarks", "ok": False, "code": "landmarks_needed", "given": len(places)}
    on = table.board
    try:
        known = np.array([landmark(on, name) for name in places], np.float64)
        _lay(table, map_from_points(on, known, np.array(list(places.values()), np.float64)))
    except KeyError as unknown:
        return {"step": "landmarks", "ok": False, "code": "unknown_landmark", "name": str(unknown.args[0])}
    except Refused:
        return {"step": "landmarks", "ok": False, "code": "landmarks_crossed"}
    table.nudged = {name: (float(x), float(y)) for name, (x, y) in places.items()}
    return {"step": "landmarks", "ok": True, "code": "laid"}


def nudge(table: Table, name: str, x: float, y: float) -> Check:
    """Moves one landmark to a pixel of the first empty photo and lays the outlines anew.

    The landmarks that were not nudged keep the place where the outlines had them, so one nudge moves its surroundings.
    """
    if table.empty_map is None:
        return {"step": "landmarks", "ok": False, "code": "landmarks_needed", "given": 0}
    return set_landmarks(table, {**table.landmarks, **table.nudged, name: (x, y)})


def outline_pixels(table: Table) -> dict[str, NDArray[np.float64]]:
    """Returns the outline of each area in pixels of the first empty photo: what a page draws over it."""
    if table.empty_map is None:
        return {}
    on, (left, right) = table.board, table.empty_map.halves()
    pixels = {}
    for area, ring in on.polygons.items():
        pixels[area] = np.where((ring[:, 0] >= on.seam)[:, None], right(ring), left(ring))
    return pixels


def _lay(table: Table, board_map: BoardMap) -> None:
    on = table.board
    table.empty_map = board_map
    table.picture = rectify(table.empties[0], board_map, on, FINE)
    table.landmarks = {name: board_map.point(on, *landmark(on, name)) for name in LANDMARKS}
    table.others, table.taught, table.colours, table.focals = [], [], None, []
    table.lessons, table.measured, table.record = [], {}, []
    size = table.empties[0].shape[:2]
    table.focals = [camera_of(on, board_map, (size[0], size[1])).focal]
    table.forget_picture()


def _markers_in_mm(table: Table, found: dict[int, NDArray[np.float64]]) -> dict[int, NDArray[np.float64]]:
    """Returns where the cards really lie: nobody places them to the millimetre."""
    if table.empty_map is None:
        return {}
    left, right = (inverse(half.homography) for half in table.empty_map.halves())
    return {key: apply_homography(left if key in (0, 3, 4, 5) else right, ring) for key, ring in found.items()}


def add_teach(table: Table, image: Image, position: Mapping[str, Any], settings: Settings = DEFAULT) -> Check:
    """Learns colours and sizes of the pieces from a photo of a known position; raises PositionError.

    A photo whose pieces have the colours of the other faction in several areas (``disagrees``, with the ``areas``)
    teaches nothing: this layout or an earlier one was laid out or named wrongly.
    """
    number = next(n for n in count(1) if f"teach-{n}" not in table.lessons)
    return learn_from(table, image, position, f"teach-{number}", settings)


def learn_from(
    table: Table, image: Image, position: Mapping[str, Any], key: str, settings: Settings = DEFAULT
) -> Check:
    """Learns from a photo of a known position under a name of its own (the same name again: instead of it)."""
    expected = read_expected(position)
    if table.picture is None:
        return {"step": "teach", "ok": False, "code": "empty_photo"}
    try:
        seen = view(table, image, settings)
    except Refused as refused:
        return {"step": "teach", "ok": False, "code": refused.reason.value, **refused.facts}
    missing = _not_seen(table, seen, expected)
    if len(missing) > max(2, len(expected.areas) // 4):
        return {"step": "teach", "ok": False, "code": "other_position", "areas": missing}
    others = _disagreeing(table, seen, expected)
    if len(others) >= SOME_DISAGREE:
        return {"step": "teach", "ok": False, "code": "disagrees", "areas": sorted(others)}
    forget(table, key)
    table.taught.append(taught(seen.lit, allowed_classes(table, seen, expected)))
    table.lessons.append(key)
    table.focals.append(seen.camera.focal)
    table.learn()
    shown = evidence(table.learnt(), seen)
    table.shown[key] = Lesson(shown, seen.camera, position)
    if len(table.measured) < WELL_MEASURED:
        alone = {area: content for area, content in expected.areas.items() if agreement.only(content)}
        table.measured[key] = measure(shown, seen.camera, table.board, alone)
    return {
        "step": "teach",
        "ok": True,
        "code": "learnt",
        "patches": list(seen.registration.patches),
        "areas": len(expected.areas),
        "not_seen": missing,
        "doubtful": sorted(others),
        "base": round(table.sizes.base, 2),
        "tall": round(table.sizes.tall, 2),
    }


def forget(table: Table, key: str) -> None:
    """Forgets what the photo of a name taught and how it was read; nothing when there is none."""
    keep = [n for n, name in enumerate(table.lessons) if name != key]
    if len(keep) < len(table.lessons):
        table.taught, table.lessons = [table.taught[n] for n in keep], [table.lessons[n] for n in keep]
        table.measured.pop(key, None)
        table.shown.pop(key, None)
        table.learn()
    table.record = [entry for entry in table.record if entry.key != key]


def _disagreeing(table: Table, seen: View, expected: Expected) -> dict[str, str]:
    """Returns the areas whose figures have the hue of the other faction, by earlier photos or by most of this one."""
    hues = agreement.hues_in(seen, expected.areas)
    taught_hues = agreement.own_hues(hues, expected.areas)
    if table.colours is not None:
        taught_hues |= agreement.hues_of(table.colours)
    return agreement.disagreeing(hues, expected.areas, taught_hues)


def _not_seen(table: Table, seen: View, expected: Expected) -> list[str]:
    """Returns the areas where the position has pieces and the photo has nothing."""
    on, strong = table.board, seen.lit.strength > 3
    empty = []
    for number, area in enumerate(sorted(on.polygons)):
        if area in expected.areas and strong[(on.areas == number) & seen.visible].sum() < 60:
            empty.append(area)
    return empty


def allowed_classes(table: Table, seen: View, expected: Expected) -> NDArray[np.bool_]:
    """Returns for each pixel which classes of pieces may be seen there: what stands below or leans over it."""
    on = table.board
    here = np.zeros((*on.shape, len(CLASSES)), np.float32)
    for number, area in enumerate(sorted(on.polygons)):
        if area in expected.areas:
            here[on.areas == number] = [name in classes_of(expected.areas[area]) for name in CLASSES]
    for home in expected.homes:
        here[on.areas == AREA_NUMBER[home], CLASSES.index("home")] = 1
    for zone in expected.zones:
        x, y, radius = on.zones[zone]
        ys, xs = np.ogrid[: on.shape[0], : on.shape[1]]
        disc = (xs - x - MARGIN) ** 2 + (ys - y - MARGIN) ** 2 < (1.6 * radius) ** 2
        here[disc, CLASSES.index("vehicle")] = 1
    allowed = here > 0
    for z in (12.0, 24.0, 36.0):
        # What stands at p appears outwards of p: move the areas' labels the other way round.
        allowed |= leaning(here, seen.camera, z) > 0.5
    return np.ascontiguousarray(np.moveaxis(allowed, 2, 0))


def classes_of(content: Content) -> set[str]:
    """Returns the classes of pieces that a content shows."""
    found = {name for name in CLASSES if getattr(content, name, 0)}
    if content.token:
        found |= {f"{content.token_side}_token"} if content.token_side else {"harkonnen_token", "atreides_token"}
    if content.harvester:
        found.add("vehicle")
    return found


def self_check(
    table: Table,
    image: Image,
    position: Mapping[str, Any],
    settings: Settings = DEFAULT,
    taught: str | None = None,
) -> Check:
    """Returns how well a photo of a known position is read on this table, area by area; raises PositionError.

    ``n`` areas hold something; ``right`` of them are read exactly, whatever the band; ``accepted`` are accepted of all
    areas seen (``seen``), of which ``wrong`` are wrong, named in ``areas``. ``topics`` are right and of how many by
    topic (:data:`vision.table.record.TOPICS`); they go into the record of the table, which its confidence follows;
    a photo that also taught (``taught``: its name) counts half, and no network that practised reads it.
    """
    expected = read_expected(position)
    if not table.ready:
        return {"step": "self_check", "ok": False, "code": needs(table)[0]}
    reading = scan(image, table, settings=settings, practised=taught is None)
    if reading.refused is not None:
        return {"step": "self_check", "ok": False, "code": reading.refused.value, **reading.facts}
    seen = {area: result for area, result in reading.areas.items() if result.band != UNSEEN}
    held = [area for area in expected.areas if area in seen]
    key = f"check-{len(table.checks) + 1}" if taught is None else f"again-{taught}"
    own = taught is None and table.own is not None
    entry = entry_of(key, reading, expected, 1.0 if taught is None else 0.5, own=own)
    table.record = kept(table.record, entry)
    mistaken = wrong(seen, expected)
    return {
        "step": "self_check",
        "ok": True,
        "code": "checked",
        "n": len(held),
        "right": sum(seen[area].content == expected.area(area) for area in held),
        "seen": len(seen),
        "accepted": sum(result.band == ACCEPTED for result in seen.values()),
        "wrong": len(mistaken),
        "areas": mistaken,
        "topics": {topic: list(count) for topic, count in entry.topics.items()},
    }
