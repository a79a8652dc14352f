"""What the child process of :mod:`vision.intake.child` can be asked for: each job takes and gives plain JSON values.

``table`` is the path of a table folder, ``photo`` that of a photo. A job that only reads a photo changes nothing; one
that teaches saves the table folder when the photo was good enough, and says so with ``ok``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.files import write_whole
from vision.intake.photo import decode, inspect
from vision.terms import ACCEPTED

if TYPE_CHECKING:
    from vision.dice.faces import Pixels
    from vision.table.folder import Table

Json = dict[str, Any]
Progress = Callable[[str], None]

CROP_QUALITY = 88
PATIENT = 15
"""How much work that nobody waits for gives way to other work."""


def look(request: Json, progress: Progress) -> Json:
    """Return width, height and mean brightness (0 to 255) of the photo at ``photo``, decoded upright.

    The quickest way to find out whether a photo can be read at all. Raises PhotoRefused.
    """
    progress("reading")
    data = Path(request["photo"]).read_bytes()
    header = inspect(data)
    image = decode(data)
    return {
        "format": header.format,
        "width": image.shape[1],
        "height": image.shape[0],
        "brightness": float(image.mean()),
    }


def box_new(request: Json, progress: Progress) -> Json:
    """Make the folder ``table`` for a box called ``name`` with a board of ``width`` mm; returns its state."""
    from vision.table import calibration

    table = calibration.start(float(request["width"]), str(request["name"]))
    if "at" in request:
        table.checks = [{"step": "begun", "ok": True, "code": "begun", "at": request["at"]}]
    table.save(Path(request["table"]))
    return box_state(request, progress)


def box_state(request: Json, _progress: Progress) -> Json:
    """Return what is known of the box in ``table``, what it still needs, its landmarks and outlines in pixels of the
    first empty photo (of ``size`` width and height), and how many shots each face of the dice still wants.

    ``record`` is how many photos were compared and, by topic, right and of how many; ``sizes`` are the factors of its
    figures over usual ones, ``untold_leaders`` the factions whose leaders look like their units, ``kinds_told`` whether
    kinds of units are told, ``flyers_told`` whether it is told which vehicle flies, ``lessons`` the confirmed
    photos that taught it, ``practised`` how many lessons its own network practised with (0: it has none).
    """
    from vision.dice import book as dice_book
    from vision.table import borders, calibration, confirmed
    from vision.table.record import totals

    table = _table(request)
    trust = table.trust
    size = [table.empties[0].shape[1], table.empties[0].shape[0]] if table.empties else None
    return {
        "name": table.name,
        "width": table.width,
        "ready": table.ready,
        "needs": calibration.needs(table),
        "checks": table.checks,
        "taught": len(table.lessons) - len(confirmed.lessons(table)),
        "landmarks": {name: list(place) for name, place in table.landmarks.items()},
        "placed": bool(table.nudged),
        "size": size,
        "nodes": {name: [round(x, 1), round(y, 1)] for name, (x, y) in borders.node_pixels(table).items()},
        "outline": borders.outline_error(table),
        "outlines": {area: ring.round(1).tolist() for area, ring in calibration.outline_pixels(table).items()},
        "record": {"photos": len(table.record), "topics": {k: list(v) for k, v in totals(table.record).items()}},
        "sizes": {"base": round(table.sizes.base, 3), "tall": round(table.sizes.tall, 3)},
        "untold_leaders": sorted(trust.untold),
        "kinds_told": trust.kinds is not None,
        "flyers_told": trust.flyers,
        "lessons": confirmed.lessons(table),
        "practised": 0 if table.own is None else len(table.own.lessons),
        "dice_missing": dice_book.load(Path(request["table"])).missing,
    }


def box_export(request: Json, _progress: Progress) -> Json:
    """Write the box in ``table`` with its dice as one zip file to ``to``."""
    import zipfile

    from vision.dice import book as dice_book
    from vision.table import practising

    folder, to = Path(request["table"]), Path(request["to"])
    to.write_bytes(_table(request).export())
    with zipfile.ZipFile(to, "a", zipfile.ZIP_DEFLATED) as archive:
        for name in (dice_book.FILE, dice_book.PICTURES):
            if (folder / name).is_file():
                archive.write(folder / name, name)
        for file in practising.files(folder):
            archive.write(file, file.name)
    return {"bytes": to.stat().st_size}


def box_import(request: Json, progress: Progress) -> Json:
    """Make the folder ``table`` from the zip file ``file``; returns its state. Raises ValueError for another file."""
    import zipfile

    from vision.dice import book as dice_book
    from vision.table import practising
    from vision.table.folder import MOST_BYTES, Table

    folder, file = Path(request["table"]), Path(request["file"])
    table = Table.import_(file.read_bytes())
    table.save(folder)
    with zipfile.ZipFile(file) as archive:
        listed = {info.filename: info.file_size for info in archive.infolist()}
        for name in (dice_book.FILE, dice_book.PICTURES):
            if listed.get(name, MOST_BYTES) < MOST_BYTES:
                write_whole(folder / name, archive.read(name))
        practising.import_files(archive.infolist(), archive, table, folder)
    # A damaged book is found now, not in the middle of a game.
    dice_book.load(folder)
    return box_state(request, progress)


def empty(request: Json, progress: Progress) -> Json:
    """Add the photo of the empty board to ``table``; returns the check."""
    from vision.table import calibration

    table, image = _table(request), _image(request, progress)
    progress("finding_the_board")
    return _kept(request, table, calibration.add_empty(table, image))


def landmarks(request: Json, _progress: Progress) -> Json:
    """Lay the outlines by ``places`` (name to x, y in pixels of the first empty photo), all of them or one nudged."""
    from vision.table import calibration

    table, places = _table(request), {name: (float(x), float(y)) for name, (x, y) in request["places"].items()}
    if table.empty_map is not None and len(places) == 1:
        ((name, (x, y)),) = places.items()
        return _kept(request, table, calibration.nudge(table, name, x, y))
    return _kept(request, table, calibration.set_landmarks(table, places))


def outline(request: Json, _progress: Progress) -> Json:
    """Move nodes of the borders to ``places`` (name to x, y in pixels of the first empty photo); returns the check."""
    from vision.table import borders

    table, places = _table(request), {name: (float(x), float(y)) for name, (x, y) in request["places"].items()}
    return _kept(request, table, borders.move_nodes(table, places))


def teach(request: Json, progress: Progress) -> Json:
    """Teach ``table`` the pieces by a photo of ``position``; returns the check.

    ``lesson`` names the photo: then it is read again at once, as any other, which goes into the record of the table.
    With ``keep`` a good photo stays in the table folder, as ``lesson-NAME.jpg`` with its position.
    """
    from vision.table import calibration

    table, image, position = _table(request), _image(request, progress), request["position"]
    progress("finding_the_board")
    check = _kept(request, table, calibration.add_teach(table, image, position))
    if not check["ok"] or "lesson" not in request:
        return check
    if request.get("keep"):
        file = Path(request["table"]) / f"lesson-{request['lesson']}.jpg"
        write_whole(file.with_suffix(".json"), json.dumps(position).encode())
        write_whole(file, Path(request["photo"]).read_bytes())
    progress("reading_again")
    _kept(request, table, calibration.self_check(table, image, position, taught=str(request["lesson"])))
    return check


def lesson(request: Json, progress: Progress) -> Json:
    """Teach ``table`` by a photo that the player confirmed to show ``position``, kept as ``key``; returns the check."""
    from vision.table import confirmed

    table, image = _table(request), _image(request, progress)
    progress("reading_the_board")
    return _kept(request, table, confirmed.teach_from(table, image, request["position"], str(request["key"])))


def forget(request: Json, progress: Progress) -> Json:
    """Make ``table`` forget what the photo ``key`` taught it; returns its state."""
    from vision.table import confirmed, practising

    table = _table(request)
    confirmed.forget(table, str(request["key"]))
    practising.kept(table, Path(request["table"]))
    return box_state(request, progress)


def practise(request: Json, progress: Progress) -> Json:
    """Let the network practise with all lessons of ``table``, beside everything else this host does; a minute or more.

    Returns ``practised``: with how many lessons its own network did, 0 where there are too few, or the host too slow.
    """
    import os

    from vision.table import practising

    if hasattr(os, "nice"):
        os.nice(PATIENT)
    # Whoever asked may have ended: then telling fails, and so does this.
    made = practising.practise(Path(request["table"]), lambda: progress("practising"))
    return {"practised": 0 if made is None else len(made.lessons)}


def self_check(request: Json, progress: Progress) -> Json:
    """Return how well a photo of the known ``position`` is read on this ``table``, and keep it among its checks.

    ``lesson`` names a photo that also taught: it says less than one that did not.
    """
    from vision.table import calibration

    table, image = _table(request), _image(request, progress)
    progress("reading_the_board")
    lesson = request.get("lesson")
    taught = None if lesson is None else str(lesson)
    return _kept(request, table, calibration.self_check(table, image, request["position"], taught=taught))


def scan(request: Json, progress: Progress) -> Json:
    """Return what a photo shows on ``table``, in the shape of `arrakis scan`, with the difference to ``expect``.

    With ``second`` another photo of the same board is fused in. ``sector`` limits the scan to one sector. A picture of
    each area that is not as expected is put into the folder ``crops`` as AREA.jpg.
    """
    import cv2

    from vision.table.scan import fuse
    from vision.table.scan import scan as scan_photo

    table = _table(request)
    if not table.ready:
        return {"refused": "table_not_ready", "seconds": 0.0, "areas": {}, "zones": {}, "differences": []}
    image = _image(request, progress)
    progress("reading_the_board")
    expect, sector = request.get("expect"), request.get("sector")
    reading = scan_photo(image, table, expect=expect, sector=sector)
    if request.get("second"):
        other = _image({"photo": request["second"]}, progress)
        progress("reading_the_board")
        reading = fuse(reading, scan_photo(other, table, expect=expect, sector=sector))
    document = reading.document()
    progress("cutting_out")
    wanted = {area for area, seen in document["areas"].items() if seen["band"] != ACCEPTED}
    for area in sorted(wanted | set(document["differences"])):
        crop = reading.crop(area)
        if crop.size:
            quality = [cv2.IMWRITE_JPEG_QUALITY, CROP_QUALITY]
            cv2.imwrite(str(Path(request["crops"]) / f"{area}.jpg"), crop, quality)
    return document


def dice(request: Json, progress: Progress) -> Json:
    """Return the dice that a photo shows, in the shape of `arrakis dice`; ``expect`` is how many were rolled."""
    from vision.dice import book as dice_book
    from vision.dice.mat import NoMat

    image, book = _image(request, progress), dice_book.load(Path(request["table"]))
    progress("reading_the_dice")
    try:
        found = book.read(image)
    except NoMat as missing:
        return {"dice": [], "found": 0, "refused": missing.code}
    expect = request.get("expect")
    told = [{"kind": die.kind, "face": die.face, "confidence": die.confidence, "box": list(die.box)} for die in found]
    refused = None
    if not book.taught:
        refused = "dice_not_taught"
    elif expect is not None and expect != len(found):
        refused = "another_number"
    return {"dice": told, "found": len(found), "refused": refused}


def dice_teach(request: Json, progress: Progress) -> Json:
    """Teach ``table`` one ``face`` of a ``kind`` of dice by a photo; returns ``ok``, the ``code``, what is missing."""
    from vision.dice import book as dice_book
    from vision.dice.mat import NoMat

    folder, image = Path(request["table"]), _image(request, progress)
    book = dice_book.load(folder)
    progress("reading_the_dice")
    try:
        more = book.teach(image, request["kind"], request["face"])
    except (dice_book.NotTaught, NoMat) as problem:
        return {"ok": False, "code": problem.code, "seen": 0, "missing": book.missing}
    dice_book.save(more, folder)
    seen = len(more.taught) - len(book.taught)
    return {"ok": True, "code": "learnt", "seen": seen, "missing": more.missing, "die_mm": round(more.die_mm, 1)}


def _table(request: Json) -> Table:
    from vision.table import practising

    return practising.opened(Path(request["table"]))


def _image(request: Json, progress: Progress) -> Pixels:
    progress("reading")
    return decode(Path(request["photo"]).read_bytes())


def _kept(request: Json, table: Table, check: Json) -> Json:
    """Save the table when the step was good, and return the check with what the table still needs.

    The check says when that was if the request does (``at``, seconds).
    """
    from vision.table import calibration, practising

    check = {**check, "needs": calibration.needs(table)} | ({"at": request["at"]} if "at" in request else {})
    if check["ok"]:
        table.checks = [*table.checks, json.loads(json.dumps(check))][-40:]
        practising.kept(table, Path(request["table"]))
    return check


def sheet(request: Json, progress: Progress) -> Json:
    """Write the sheet to print into ``file``: see :func:`vision.table.sheet.job`."""
    from vision.table.sheet import job

    return job(request, progress)


JOBS: dict[str, Callable[[Json, Progress], Json]] = {
    job.__name__: job
    for job in (
        look, box_new, box_state, box_export, box_import, empty, landmarks, outline, teach, lesson, forget, practise,
        self_check, scan, dice, dice_teach, sheet,
    )
}  # fmt: skip
"""What a child can do, by name. A job takes the request and a callable to tell the name of the stage it is in, and
returns the answer. OpenCV is loaded within the jobs, so that the parent, which only reads the names, never loads it."""
