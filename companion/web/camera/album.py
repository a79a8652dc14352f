"""Photos that a box keeps with the consent of its owner: the switch, the photos one by one, the file to contribute."""

from contextlib import suppress
from pathlib import Path
from time import time

from flask import abort, redirect, render_template, send_file, url_for
from flask.typing import ResponseReturnValue

from companion.rules.positions.writing import write_position
from companion.service.camera import Busy, Job, Unknown
from companion.service.camera_album import MOST_PHOTOS, Album
from companion.web.answers import yes_or_no
from companion.web.camera.boxes import sent
from companion.web.camera.common import asker, begin, bp, context, desk, photographs, shelf
from companion.web.seats import View
from vision.terms import UNSEEN

WAITING = "photo"
"""Under this name the photo of a scan waits among what was cut out of it until it is confirmed, a day at most."""


@bp.get("/g/<game_id>/camera/boxes/<box>/album")
@photographs
def album_page(view: View, box: str) -> ResponseReturnValue:
    """Shows the photos that a box keeps, and how they help others; to its owner only."""
    album = Album(shelf().owned(box, asker(view)))
    return render_template(
        "camera/album.html", **context(view), box=shelf().seen(box, asker(view)), album=album, most=MOST_PHOTOS
    )


@bp.post("/g/<game_id>/camera/boxes/<box>/album/switch")
@photographs
def switch(view: View, box: str) -> ResponseReturnValue:
    """Begins or ends to keep the photos that are confirmed; its owner only."""
    Album(shelf().owned(box, asker(view))).switch(yes_or_no("keep", "no"))
    return _back(view, box)


@bp.get("/g/<game_id>/camera/boxes/<box>/album/<key>.jpg")
@photographs
def kept_photo(view: View, box: str, key: str) -> ResponseReturnValue:
    """Sends a kept photo; to the owner of the box only."""
    file = Album(shelf().owned(box, asker(view))).file(key)
    if file is None:
        abort(404)
    return send_file(file, mimetype="image/jpeg", max_age=0)


@bp.post("/g/<game_id>/camera/boxes/<box>/album/<key>/remove")
@photographs
def remove_photo(view: View, box: str, key: str) -> ResponseReturnValue:
    """Deletes a kept photo and what it taught; its owner only."""
    folder = shelf().owned(box, asker(view))
    if Album(folder).file(key) is not None:
        _forget(view, folder, key)
    return _back(view, box)


@bp.post("/g/<game_id>/camera/boxes/<box>/album/clear")
@photographs
def clear(view: View, box: str) -> ResponseReturnValue:
    """Deletes all kept photos, those of the set-up too; what they taught stays. Its owner only."""
    album = Album(shelf().owned(box, asker(view)))
    album.drop_lessons()
    for kept in album.photos():
        album.remove(kept.key)
    return _back(view, box)


@bp.get("/g/<game_id>/camera/boxes/<box>/album/export.zip")
@photographs
def contribution(view: View, box: str) -> ResponseReturnValue:
    """Sends the kept photos with what stands on them, in the layout of tests/vision/real; to the owner only."""
    folder = shelf().owned(box, asker(view))
    file = desk().new_file("album.zip")
    Album(folder).export(file)
    return sent(file, "application/zip", "arrakis-camera-photos.zip")


def keeps(box: Path) -> bool:
    """Tells whether the owner of a box lets it keep photos that are confirmed."""
    return Album(box).on


def waits(job: Job, photo: bytes) -> None:
    """Keeps the photo of a scan until it is confirmed, a day at most."""
    desk().put_crop(job.id, WAITING, photo)


def is_waiting(job: Job) -> bool:
    """Tells whether the photo of a scan is kept once it is confirmed."""
    with suppress(Unknown):
        return bool(desk().crop(job.id, WAITING)) and _shows_all(job)
    return False


def _shows_all(job: Job) -> bool:
    """Tells whether a photo shows the whole board: of what it does not show nobody confirms anything by it."""
    answer = job.answer or {}
    places = [*answer.get("areas", {}).values(), *answer.get("zones", {}).values()]
    unseen = any(place["band"] == UNSEEN for place in places)
    return not (job.note.get("sector") or answer.get("covered") or unseen)


def confirmed(view: View, job: Job) -> None:
    """Puts the photo of a scan into its box's album, as one of what the game has now, and teaches by it.

    Nothing where the album is off, or the photo does not show the whole board.
    """
    box = str(job.note.get("box", ""))
    with suppress(Unknown, Busy):
        folder, photo = shelf().used(box, asker(view)), desk().crop(job.id, WAITING)
        album = Album(folder)
        if not album.on or not _shows_all(job):
            return
        position = write_position(view.state)
        key, gone = album.keep(photo, position)
        wanted = {"table": str(folder), "photo": str(album.file(key)), "position": position, "key": key, "at": time()}
        begin(view, "lesson", {**wanted, "practise": True}, {"box": box, "step": "lesson"})
        for old in gone:
            _forget(view, folder, old)


def _forget(view: View, folder: Path, key: str) -> None:
    Album(folder).remove(key)
    begin(view, "forget", {"table": str(folder), "key": key, "practise": True})


def _back(view: View, box: str) -> ResponseReturnValue:
    return redirect(url_for("camera.album_page", game_id=view.game.id, box=box), 303)
