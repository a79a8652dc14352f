"""Setting the camera up: boxes, and for each one the steps that make it known, each photo checked at once."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flask import Response, abort, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from companion.board import AREA_IDS
from companion.rules.errors import FormatError
from companion.rules.positions.reading import read_position
from companion.rules.positions.writing import write_position
from companion.service.camera import Job, Stage
from companion.service.layouts import CHECK, TEACH, Position
from companion.service.lettering import is_plain
from companion.service.quotas import Kind
from companion.service.sightings import content_of
from companion.web.addresses import public_url
from companion.web.admission import takes_file
from companion.web.answers import yes_or_no
from companion.web.camera import words
from companion.web.camera.common import (
    TWO_PHOTOS,
    asker,
    begin,
    bp,
    context,
    desk,
    job_url,
    photographs,
    required_photo,
    shelf,
)
from companion.web.drawing import frame_of, render_board
from companion.web.say import _
from companion.web.seats import View
from companion.web.ui.board import board_view
from companion.web.ui.panel import Focus
from companion.web.words import names
from vision.intake.photo import MAX_BYTES
from vision.terms import DICE_FACES, LANDMARKS

NAME_LENGTH = 40
LEAST_WIDTH, USUAL_WIDTH, MOST_WIDTH = 300, 840, 2000
SECONDS = 25.0


@dataclass(frozen=True, slots=True)
class Layout:
    """A position to lay out: its name in addresses, its picture, and its pieces area by area."""

    key: str
    picture: str
    lines: list[tuple[str, list[str]]]


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
    return redirect(box_url(view, _made(view, "box_new", {"name": name, "width": width})), 303)


@bp.get("/g/<game_id>/camera/boxes/<box>")
@photographs
def box_page(view: View, box: str) -> ResponseReturnValue:
    """Shows what a box still needs, the next step first."""
    state = _state(view, box)
    layouts = [_layout(str(n + 1), position) for n, position in enumerate(TEACH)]
    done = state["taught"]
    checks = [check for check in state["checks"] if check["step"] == "self_check"]
    return render_template(
        "camera/box.html",
        **context(view),
        box=shelf().seen(box, asker(view)),
        state=state,
        step=_step(state),
        layout=layouts[min(done, len(layouts) - 1)],
        check_layout=_layout("check", CHECK),
        taught=(min(done, len(TEACH)), len(TEACH)),
        landmarks=[(name, words.landmark_name(name)) for name in LANDMARKS],
        result=words.check_text(checks[-1]) if checks else "",
        dice=_dice(state),
    )


@bp.post("/g/<game_id>/camera/boxes/<box>/photo/<step>")
@takes_file(MAX_BYTES, Kind.PHOTOS)
@photographs
def teach(view: View, box: str, step: str) -> ResponseReturnValue:
    """Takes the photo of a step: ``empty``, ``teach`` (with its layout), ``self_check`` or ``dice_teach``."""
    if step not in ("empty", "teach", "self_check", "dice_teach"):
        abort(404)
    wanted: dict[str, Any] = {"table": str(shelf().used(box, asker(view)))}
    if step == "teach":
        wanted["position"] = _position(request.form.get("layout", ""), view)
    elif step == "self_check":
        wanted["position"] = CHECK
    elif step == "dice_teach":
        kind, _sep, face = request.form.get("face", "").partition(".")
        if face not in DICE_FACES.get(kind, ()):
            raise FormatError("face", _("choose one of the answers, not “%(value)s”", value=face[:40]))
        wanted |= {"kind": kind, "face": face}
    wanted["photo"] = str(desk().photo(required_photo()))
    return redirect(job_url(view.game.id, begin(view, step, wanted, {"box": box})), 303)


@bp.post("/g/<game_id>/camera/boxes/<box>/landmarks")
@photographs
def landmarks(view: View, box: str) -> ResponseReturnValue:
    """Lays the outlines by points tapped on the first photo, all of them or one to be moved."""
    places = {}
    for name in LANDMARKS:
        x, y = (request.form.get(f"{name}.{axis}", "").strip() for axis in "xy")
        if x or y:
            places[name] = [_pixel(f"{name}.x", x), _pixel(f"{name}.y", y)]
    if not places:
        raise FormatError("landmarks", _("tap a point of the photo first"))
    check = _now(view, "landmarks", {"table": str(shelf().used(box, asker(view))), "places": places})
    if not check["ok"]:
        raise FormatError("landmarks", words.check_text(check))
    return redirect(box_url(view, box), 303)


@bp.get("/g/<game_id>/camera/boxes/<box>/empty.jpg")
@photographs
def picture(view: View, box: str) -> ResponseReturnValue:
    """Sends the first photo of the empty board."""
    file = shelf().used(box, asker(view)) / "empty-1.jpg"
    if not file.is_file():
        abort(404)
    return send_file(file, mimetype="image/jpeg", max_age=0)


@bp.get("/g/<game_id>/camera/boxes/<box>/export.zip")
@photographs
def export(view: View, box: str) -> ResponseReturnValue:
    """Sends a box as one file; to its owner only."""
    folder = shelf().owned(box, asker(view))
    file = desk().new_file("box.zip")
    _now(view, "box_export", {"table": str(folder), "to": str(file)})
    return _sent(file, "application/zip", "arrakis-camera.zip")


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
    return redirect(box_url(view, box), 303)


@bp.post("/g/<game_id>/camera/boxes/<box>/remove")
@photographs
def remove(view: View, box: str) -> ResponseReturnValue:
    """Deletes a box and everything learnt of it; its owner only."""
    shelf().remove(box, asker(view))
    return redirect(url_for("camera.boxes_page", game_id=view.game.id), 303)


def told(view: View, job: Job) -> ResponseReturnValue:
    """Shows what a step of the set-up found, and the way on."""
    answer = job.answer or {}
    box = str(job.note["box"])
    text = words.check_text(answer)
    template = "camera/told.html"
    return render_template(template, **context(view), ok=answer["ok"], text=text, on=box_url(view, box), job=job)


def box_url(view: View, box: str) -> str:
    """Returns the address of a box."""
    return url_for("camera.box_page", game_id=view.game.id, box=box)


class NoAnswer(FormatError):
    """A quick job that gave no answer; ``ended``: and will not give one later."""

    def __init__(self, job: Job) -> None:
        super().__init__("camera", words.failure_text(job.code))
        self.ended = job.stage.ended


def _now(view: View, name: str, wanted: dict[str, Any]) -> dict[str, Any]:
    """Returns the answer of a quick job; raises NoAnswer when there is none."""
    job = desk().wait(begin(view, name, wanted).id, SECONDS)
    if job.stage is not Stage.DONE or job.answer is None:
        raise NoAnswer(job)
    return job.answer


def _made(view: View, name: str, wanted: dict[str, Any]) -> str:
    """Returns the id of a new box that a quick job makes; nothing is left of one that comes to nothing."""
    box, folder = shelf().new(asker(view))
    try:
        _now(view, name, {"table": str(folder), **wanted})
    except BaseException as problem:
        # A job that goes on may still make the box, which then has to be somebody's.
        if not isinstance(problem, NoAnswer) or problem.ended:
            shelf().give_up(box, folder)
        raise
    return box


def _state(view: View, box: str) -> dict[str, Any]:
    return _now(view, "box_state", {"table": str(shelf().used(box, asker(view)))})


def _step(state: dict[str, Any]) -> str:
    """Returns the next step of a box: the most urgent need, then the self-check, then nothing."""
    if state["needs"]:
        return str(state["needs"][0])
    return "done" if any(check["step"] == "self_check" for check in state["checks"]) else "self_check"


def _position(layout: str, view: View) -> Position:
    if layout == "game":
        return write_position(view.state)
    if layout.isdecimal() and 1 <= int(layout) <= len(TEACH):
        return TEACH[int(layout) - 1]
    raise FormatError("layout", _("choose one of the answers, not “%(value)s”", value=layout[:40]))


def _layout(key: str, position: Position) -> Layout:
    state = read_position(position)
    view = replace(board_view(state, Focus(), sees_hidden=False), frame=frame_of(()))
    lines = []
    for area in range(len(AREA_IDS)):
        content = words.content_lines(content_of(state, area))
        if content != [_("nothing is here")]:
            lines.append((names.area_name(area), content))
    return Layout(key, render_board(view, None, url_for("static", filename="glyphs.svg")), lines)


def _dice(state: dict[str, Any]) -> list[tuple[str, list[tuple[str, str, int]]]]:
    """Returns for each kind of die its faces as (value, name, shots still wanted)."""
    titles = {"action": _("Action dice"), "combat": _("Combat dice")}
    return [
        (
            titles[kind],
            [
                (f"{kind}.{face}", words.face_text(kind, face), state["dice_missing"][kind].get(face, 0))
                for face in known
            ],
        )
        for kind, known in DICE_FACES.items()
    ]


def _pixel(field: str, text: str) -> float:
    try:
        value = float(text) if text.isascii() and len(text) < 12 else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= 20_000:
        raise FormatError(field, _("a place on the photo is needed, not “%(value)s”", value=text[:40]))
    return value


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
    wanted = {"file": str(file), "format": form, "page": page, "address": address, "words": words.sheet_words()}
    _now(view, "sheet", wanted)
    kind = "application/pdf" if form == "pdf" else "image/png"
    return _sent(file, kind, "arrakis-camera-sheet.pdf" if form == "pdf" else f"arrakis-camera-sheet-{page}.png")


def _sent(file: Path, kind: str, name: str) -> Response:
    """Returns a file that was made to be sent once, and is deleted then."""
    response = send_file(file, mimetype=kind, as_attachment=True, download_name=name)
    # What is handed to the server as a file is not closed by us, so nobody would tell that it was sent.
    response.direct_passthrough = False
    response.call_on_close(lambda: file.unlink(missing_ok=True))
    return response
