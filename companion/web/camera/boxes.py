"""The boxes that the camera knows: the list, a new one, what an owner does with his, and the sheet to print."""

from collections.abc import Mapping
from pathlib import Path
from time import time
from typing import Any

from flask import Response, abort, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from companion.rules.errors import FormatError
from companion.service.camera import Job, Stage
from companion.service.lettering import is_plain
from companion.service.quotas import Kind
from companion.web.addresses import public_url
from companion.web.admission import takes_file
from companion.web.answers import yes_or_no
from companion.web.camera import words
from companion.web.camera.common import TWO_PHOTOS, asker, begin, bp, context, desk, photographs, shelf
from companion.web.say import _
from companion.web.seats import View
from vision.terms import MATS

NAME_LENGTH = 40
LEAST_WIDTH, USUAL_WIDTH, MOST_WIDTH = 300, 840, 2000
SECONDS = 25.0


@bp.get("/g/<game_id>/camera/boxes")
@photographs
def boxes_page(view: View) -> ResponseReturnValue:
    """Lists the boxes that the camera knows, and offers to make one known, to bring one in, and the sheet to print."""
    return render_template(
        "camera/boxes.html", **context(view), boxes=shelf().boxes(asker(view)), width=USUAL_WIDTH, most=NAME_LENGTH
    )


@bp.post("/g/<game_id>/camera/boxes")
@photographs
def new_box(view: View) -> ResponseReturnValue:
    """Makes a box known by its name and the width of its board in millimetres."""
    name = " ".join(request.form.get("name", "").split())
    if not 0 < len(name) <= NAME_LENGTH or not is_plain(name):
        raise FormatError("name", _("a name has 1 to %(most)s letters", most=NAME_LENGTH))
    text = request.form.get("width", str(USUAL_WIDTH)).strip()
    width = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    if not LEAST_WIDTH <= width <= MOST_WIDTH:
        least, most = LEAST_WIDTH, MOST_WIDTH
        raise FormatError("width", _("%(least)s to %(most)s mm are needed", least=least, most=most))
    return redirect(box_url(view, _made(view, "box_new", {"name": name, "width": width, "at": time()})), 303)


@bp.get("/g/<game_id>/camera/boxes/<box>/more")
@photographs
def more(view: View, box: str) -> ResponseReturnValue:
    """Shows what can be done with a box beside taking photos: who may use it, its file, forgetting it."""
    seen = shelf().seen(box, asker(view))
    return render_template("camera/more.html", **context(view), box=seen, back=box_url(view, box))


@bp.get("/g/<game_id>/camera/boxes/<box>/export.zip")
@photographs
def export(view: View, box: str) -> ResponseReturnValue:
    """Sends a box as one file; to its owner only."""
    folder = shelf().owned(box, asker(view))
    file = desk().new_file("box.zip")
    now(view, "box_export", {"table": str(folder), "to": str(file)})
    return sent(file, "application/zip", "arrakis-camera.zip")


@bp.post("/g/<game_id>/camera/boxes/import")
@takes_file(TWO_PHOTOS, Kind.PHOTOS)
@photographs
def bring_in(view: View) -> ResponseReturnValue:
    """Makes a box known from a file that was saved before; a file that is none changes nothing."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise FormatError("file", _("choose the file of a camera set-up first"))
    file = desk().new_file("import.zip")
    try:
        upload.save(file)
        return redirect(box_url(view, _made(view, "box_import", {"file": str(file)})), 303)
    except NoAnswer:
        raise FormatError("file", _("is not the file of a camera set-up")) from None
    finally:
        file.unlink(missing_ok=True)


@bp.post("/g/<game_id>/camera/boxes/<box>/share")
@photographs
def share(view: View, box: str) -> ResponseReturnValue:
    """Lets those who sit with its owner use a box, or no longer; its owner only."""
    shelf().share(box, asker(view), yes_or_no("shared", "no"))
    return redirect(url_for("camera.more", game_id=view.game.id, box=box), 303)


@bp.post("/g/<game_id>/camera/boxes/<box>/remove")
@photographs
def remove(view: View, box: str) -> ResponseReturnValue:
    """Deletes a box and everything learnt of it; its owner only."""
    shelf().remove(box, asker(view))
    return redirect(url_for("camera.boxes_page", game_id=view.game.id), 303)


def box_url(view: View, box: str) -> str:
    """Returns the address of a box."""
    return url_for("camera.box_page", game_id=view.game.id, box=box)


def state_of(view: View, box: str) -> dict[str, Any]:
    """Returns what the camera knows of a box that the device may use; raises Unknown, NoAnswer."""
    return now(view, "box_state", {"table": str(shelf().used(box, asker(view)))})


class NoAnswer(FormatError):
    """A quick job that gave no answer; ``ended``: and will not give one later."""

    def __init__(self, job: Job) -> None:
        super().__init__("camera", words.failure_text(job.code))
        self.ended = job.stage.ended


def now(view: View, name: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the answer of a quick job; raises NoAnswer when there is none."""
    job = desk().wait(begin(view, name, dict(wanted)).id, SECONDS)
    if job.stage is not Stage.DONE or job.answer is None:
        raise NoAnswer(job)
    return job.answer


def _made(view: View, name: str, wanted: dict[str, Any]) -> str:
    """Returns the id of a new box that a quick job makes; nothing is left of one that comes to nothing."""
    box, folder = shelf().new(asker(view))
    try:
        now(view, name, {"table": str(folder), **wanted})
    except BaseException as problem:
        # A job that goes on may still make the box, which then has to be somebody's.
        if not isinstance(problem, NoAnswer) or problem.ended:
            shelf().give_up(box, folder)
        raise
    return box


@bp.get("/g/<game_id>/camera/sheet.pdf")
@photographs
def sheet(view: View) -> ResponseReturnValue:
    """Sends what can be printed: marker cards, colours, the dice mat and a code of the set-up page."""
    return _sheet(view, "pdf", 1)


@bp.get("/g/<game_id>/camera/sheet-<int:page>.png")
@photographs
def sheet_page(view: View, page: int) -> ResponseReturnValue:
    """Sends one of the two pages as a picture."""
    if page not in (1, 2):
        abort(404)
    return _sheet(view, "png", page)


def _sheet(view: View, form: str, page: int) -> ResponseReturnValue:
    file = desk().new_file(f"sheet-{page}.{form}")
    address = public_url() + url_for("camera.boxes_page", game_id=view.game.id)
    colour = request.args.get("mat", MATS[0])
    if colour not in MATS:
        abort(404)
    told = {"address": address, "words": words.sheet_words(), "mat": colour}
    wanted = {"file": str(file), "format": form, "page": page, **told}
    now(view, "sheet", wanted)
    kind = "application/pdf" if form == "pdf" else "image/png"
    return sent(file, kind, "arrakis-camera-sheet.pdf" if form == "pdf" else f"arrakis-camera-sheet-{page}.png")


def sent(file: Path, kind: str, name: str) -> Response:
    """Returns a file that was made to be sent once, and is deleted then."""
    response = send_file(file, mimetype=kind, as_attachment=True, download_name=name)
    # What is handed to the server as a file is not closed by us, so nobody would tell that it was sent.
    response.direct_passthrough = False
    response.call_on_close(lambda: file.unlink(missing_ok=True))
    return response
