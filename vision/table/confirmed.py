"""A photo whose reading the player confirmed teaches this table: its record, and colours and sizes of its pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vision.contents import read_expected
from vision.settings import DEFAULT, Settings
from vision.table import calibration
from vision.table.calibration import Check, Image, needs
from vision.table.compared import entry_of
from vision.table.folder import Table
from vision.table.record import kept
from vision.table.scan import Reading, scan
from vision.terms import UNSEEN

MOST_LESSONS = 10
"""Confirmed photos whose colours are kept; of older ones the record stays."""

MARK = "photo:"
"""What the names of confirmed photos begin with in a table, so that no name of a page meets one of calibration."""


def teach_from(
    table: Table, image: Image, position: Mapping[str, Any], key: str, settings: Settings = DEFAULT
) -> Check:
    """Learns from a photo and what the player confirmed to stand there; raises PositionError.

    First the photo is read as any other, without knowing: how that went becomes part of the table's record, and every
    later confidence follows it. Then its pieces teach colours and sizes. ``key`` names the photo: the same again
    replaces it, and :func:`forget` takes back all of it. ``topics`` are right and of how many.
    """
    expected = read_expected(position)
    if not table.ready:
        return {"step": "lesson", "ok": False, "code": needs(table)[0]}
    forget(table, key)
    reading = scan(image, table, settings=settings)
    if reading.refused is not None:
        return {"step": "lesson", "ok": False, "code": reading.refused.value, **reading.facts}
    entry = entry_of(MARK + key, reading, expected, own=table.own is not None)
    check = calibration.learn_from(table, image, shown_of(position, reading), MARK + key, settings)
    if not check["ok"]:
        return {**check, "step": "lesson"}
    table.record = kept(table.record, entry)
    for old in [name for name in table.lessons if name.startswith(MARK)][:-MOST_LESSONS]:
        _drop_pixels(table, old)
    return {
        **check,
        "step": "lesson",
        "topics": {topic: list(count) for topic, count in entry.topics.items()},
    }


def shown_of(position: Mapping[str, Any], reading: Reading) -> dict[str, Any]:
    """Returns a position without the pieces whose place a photo does not show: a hand over a legion is no legion."""
    hidden = {area for area, result in reading.areas.items() if result.band == UNSEEN}
    hidden |= {zone for zone, result in reading.zones.items() if result.band == UNSEEN}
    shown = dict(position)
    for key in ("harvesters", "sandworms", "wormsigns", "ornithopters", "carryalls"):
        if key in position:
            shown[key] = [place for place in position[key] if place not in hidden]
    if "legions" in position:
        shown["legions"] = [legion for legion in position["legions"] if legion["area"] not in hidden]
    if position.get("wild_maker") in hidden:
        shown["wild_maker"] = None
    return shown


def forget(table: Table, key: str) -> None:
    """Forgets all that the photo of a name taught: colours, sizes and record; nothing when there is none."""
    calibration.forget(table, MARK + key)


def lessons(table: Table) -> list[str]:
    """Returns the names of the confirmed photos that this table learnt from, oldest first."""
    return [name.removeprefix(MARK) for name in table.lessons if name.startswith(MARK)]


def _drop_pixels(table: Table, name: str) -> None:
    number = table.lessons.index(name)
    del table.taught[number], table.lessons[number]
    table.learn()
