"""Teaching the camera a table: four photos, each checked at once, the corners of the board, and the dice."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from time import time
from typing import Any

from flask import abort, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from companion.rules.errors import FormatError
from companion.rules.frames import SetupFrame
from companion.rules.positions.reading import read_position
from companion.rules.positions.writing import write_position
from companion.service.camera import Job
from companion.service.camera_album import Album
from companion.service.quotas import Kind
from companion.web.admission import takes_file
from companion.web.camera import words
from companion.web.camera.boxes import box_url, now, state_of
from companion.web.camera.common import asker, begin, bp, context, desk, job_url, photographs, required_photo, shelf
from companion.web.camera.plan import LESSONS, Photo, Plan, plan_of
from companion.web.camera.verdict import verdict_of
from companion.web.drawing import Glow, GlowKind, Lod, frame_of, render_board
from companion.web.say import _
from companion.web.seats import View
from companion.web.ui.board import board_view
from companion.web.ui.panel import Focus
from companion.web.ui.parts import KIND_GLYPH
from companion.web.words import names
from vision.contents import read_expected
from vision.intake.photo import MAX_BYTES
from vision.table.row import Piece, Place, row, with_row
from vision.terms import DICE_FACES, LANDMARKS

Position = dict[str, Any]
SIDES = {"harkonnen": "h", "atreides": "a", "": ""}
CORNERS = tuple(name for name in LANDMARKS if "seam" not in name)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the row: its id, number and name, and its pieces as (glyph, side, name)."""

    id: str
    number: int
    name: str
    pieces: tuple[tuple[str, str, str], ...]


@bp.get("/g/<game_id>/camera/boxes/<box>")
@photographs
def box_page(view: View, box: str) -> ResponseReturnValue:
    """Shows the four photos of a box: what is done, and the next one to take."""
    state = state_of(view, box)
    plan = plan_of(state)
    if plan.next is None:
        asked = request.args.get("photo", "")
        if asked not in LESSONS:
            return _verdict_page(view, box, state, plan)
        plan = replace(plan, next=Photo(asked), done=tuple(one for one in plan.done if one != asked))
    lies = write_position(view.state)
    laid = row(lies) if plan.next is Photo.ROW else ()
    return render_template(
        "camera/setup.html",
        **context(view),
        box=shelf().seen(box, asker(view)),
        state=state,
        plan=plan,
        photos=tuple(Photo),
        last=state["checks"][-1] if state["checks"] else {},
        pieces=known_pieces(view),
        spots=_spots(laid),
        row_key=_key(laid),
        picture=_row_picture(view, lies, laid) if laid else "",
    )


def _verdict_page(view: View, box: str, state: Mapping[str, Any], plan: Plan) -> ResponseReturnValue:
    return render_template(
        "camera/verdict.html",
        **context(view),
        box=shelf().seen(box, asker(view)),
        state=state,
        plan=plan,
        verdict=verdict_of(state, plan),
        practising=desk().practising(shelf().used(box, asker(view))),
    )


@bp.post("/g/<game_id>/camera/boxes/<box>/photo/<step>")
@takes_file(MAX_BYTES, Kind.PHOTOS)
@photographs
def teach(view: View, box: str, step: str) -> ResponseReturnValue:
    """Takes a photo of the set-up (``empty``, ``start``, ``side``, ``row``), or one of dice (``dice``)."""
    if step not in (*Photo, "dice"):
        abort(404)
    folder = shelf().used(box, asker(view))
    wanted: dict[str, Any] = {"table": str(folder), "at": time()}
    job = {Photo.EMPTY: "empty", "dice": "dice_teach"}.get(step, "teach")
    if job == "dice_teach":
        kind, _sep, face = request.form.get("face", "").partition(".")
        if face not in DICE_FACES.get(kind, ()):
            raise FormatError("face", _("choose one of the answers, not “%(value)s”", value=face[:40]))
        wanted |= {"kind": kind, "face": face}
    elif job == "teach":
        wanted |= {"position": _taught(view, step), "lesson": step, "keep": Album(folder).on, "practise": True}
    wanted["photo"] = str(desk().photo(required_photo()))
    return redirect(job_url(view.game.id, begin(view, job, wanted, {"box": box, "step": step})), 303)


@bp.get("/g/<game_id>/camera/boxes/<box>/corners")
@photographs
def corners_page(view: View, box: str) -> ResponseReturnValue:
    """Shows the photo of the empty board, for the corners to be put where they are printed."""
    state = state_of(view, box)
    if state["size"] is None:
        return redirect(box_url(view, box), 303)
    return render_template(
        "camera/corners.html",
        **context(view),
        box=box,
        state=state,
        taught=state["taught"],
        back=box_url(view, box),
        points=[
            (name, words.landmark_name(name), state["landmarks"].get(name)) for name in (*CORNERS, *LANDMARKS[1::3])
        ],
        corners=CORNERS,
    )


@bp.post("/g/<game_id>/camera/boxes/<box>/landmarks")
@photographs
def landmarks(view: View, box: str) -> ResponseReturnValue:
    """Lays the outlines by points tapped on the first photo, all of them or one to be moved."""
    places = places_of(LANDMARKS)
    if not places:
        raise FormatError("landmarks", _("tap a point of the photo first"))
    wanted = {"table": str(shelf().used(box, asker(view))), "places": places, "at": time()}
    check = now(view, "landmarks", wanted)
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


@bp.get("/g/<game_id>/camera/boxes/<box>/dice")
@photographs
def dice_lesson(view: View, box: str) -> ResponseReturnValue:
    """Shows the lesson of the dice, which photos of the board do without."""
    state = state_of(view, box)
    return render_template(
        "camera/dice_lesson.html", **context(view), box=box, back=box_url(view, box), dice=_dice(state)
    )


def told(view: View, job: Job) -> ResponseReturnValue:
    """Goes on with the set-up after a photo that was good, and says what was wrong with another one."""
    answer = job.answer or {}
    box, step = str(job.note["box"]), str(job.note["step"])
    on = box_url(view, box)
    if step == "dice":
        on = url_for("camera.dice_lesson", game_id=view.game.id, box=box)
    elif answer["ok"]:
        if answer["code"] == "landmarks_needed":
            return redirect(url_for("camera.corners_page", game_id=view.game.id, box=box), 303)
        return redirect(on, 303)
    text = words.check_text(answer)
    return render_template("camera/told.html", **context(view), ok=answer["ok"], text=text, on=on, job=job)


def known_pieces(view: View) -> int:
    """Returns how many pieces the app has on the board that a photo can show; none before the game is set up."""
    if isinstance(view.state.frame, SetupFrame):
        return 0
    expected = read_expected(write_position(view.state))
    return sum(content.pieces for content in expected.areas.values()) + len(expected.zones)


def _taught(view: View, step: str) -> Position:
    """Returns the position that a photo of a step shows; raises FormatError when none is known, or another one."""
    lies = write_position(view.state)
    if not known_pieces(view):
        raise FormatError("photo", _("set the game up first: then the app knows what lies on the board"))
    if step != Photo.ROW:
        return lies
    laid = row(lies)
    if request.form.get("row", "") != _key(laid):
        raise FormatError("photo", _("the board of the game has changed meanwhile: look at the row again"))
    return with_row(lies, laid)


def _key(laid: tuple[Place, ...]) -> str:
    return ",".join(place.id for place in laid)


def _spots(laid: tuple[Place, ...]) -> list[Spot]:
    return [
        Spot(place.id, number, _place_name(place.id), tuple(_drawn(piece) for piece in place.pieces))
        for number, place in enumerate(laid, start=1)
    ]


def _place_name(place: str) -> str:
    return names.capital(names.zone_name(place)) if place.startswith("az_") else names.area_name(place)


def _drawn(piece: Piece) -> tuple[str, str, str]:
    side, kind = piece
    return KIND_GLYPH.get(kind, kind), SIDES[side], words.piece_name(side, kind)


def _row_picture(view: View, lies: Position, laid: tuple[Place, ...]) -> str:
    ids = tuple(place.id for place in laid)
    picture = board_view(
        read_position(with_row(lies, laid)), Focus((Glow(GlowKind.NEXT, ids),), ids=ids), sees_hidden=False
    )
    whole = replace(picture, frame=frame_of(ids), lod=Lod.NEAR)
    return render_board(whole, None, url_for("static", filename="glyphs.svg"))


def _dice(state: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, str, int]]]]:
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


def places_of(points: Iterable[str]) -> dict[str, list[float]]:
    """Returns the places on a photo that a form gives for points, x and y of those with any; raises FormatError."""
    places = {}
    for name in points:
        x, y = (request.form.get(f"{name}.{axis}", "").strip() for axis in "xy")
        if x or y:
            places[name] = [_pixel(f"{name}.x", x), _pixel(f"{name}.y", y)]
    return places


def _pixel(field: str, text: str) -> float:
    try:
        value = float(text) if text.isascii() and len(text) < 12 else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= 20_000:
        raise FormatError(field, _("a place on the photo is needed, not “%(value)s”", value=text[:40]))
    return value
