"""A photo of dice: the form for it, and what is seen, for the step that asked for the dice."""

from collections import Counter
from typing import Any
from urllib.parse import urlencode

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.errors import FormatError
from companion.service.camera import Job
from companion.service.quotas import Kind
from companion.web.admission import takes_file
from companion.web.camera import words
from companion.web.camera.common import (
    asker,
    begin,
    boxes_of,
    bp,
    context,
    desk,
    job_url,
    photographs,
    required_photo,
    shelf,
)
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.seats import View
from companion.web.ui.fields import query_of
from vision.intake.photo import MAX_BYTES
from vision.terms import DICE_FACES

MOST_DICE = 20
MOST_PICKED = 600


@bp.get("/g/<game_id>/camera/dice")
@photographs
def dice_page(view: View) -> ResponseReturnValue:
    """Shows the form for a photo of dice. ``kind``, ``expect`` and ``prefix`` say what the step wants to know."""
    return render_template("camera/dice.html", **context(view), boxes=boxes_of(view, taught=False), **_asked())


@bp.post("/g/<game_id>/camera/dice")
@takes_file(MAX_BYTES, Kind.PHOTOS)
@photographs
def dice(view: View) -> ResponseReturnValue:
    """Takes a photo of dice and begins to read it."""
    asked = _asked()
    box = shelf().used(request.form.get("box", ""), asker(view))
    wanted = {"table": str(box), "photo": str(desk().photo(required_photo())), "expect": asked["expect"] or None}
    return redirect(job_url(view.game.id, begin(view, "dice", wanted, asked)), 303)


def found(view: View, job: Job) -> ResponseReturnValue:
    """Shows the dice of a photo, the unknown ones to be named, and takes them to the step that asked."""
    answer = job.answer or {}
    asked: dict[str, Any] = dict(job.note)
    if not answer["dice"]:
        text = words.refusal_text(answer["refused"] or "no_die")
        return render_template("camera/refused.html", **context(view), text=text)
    kind = asked["kind"]
    seen = [
        (n + 1, die["face"] if die["kind"] == kind else None, die["kind"] not in (kind, None))
        for n, die in enumerate(answer["dice"])
    ]
    faces = [(face, words.face_text(kind, face)) for face in DICE_FACES[kind]]
    counts = Counter(face for _n, face, _other in seen if face)
    return render_template(
        "camera/dice_found.html",
        **context(view),
        job=job,
        seen=[(n, face, words.face_text(kind, face) if face else "", other) for n, face, other in seen],
        faces=faces,
        counts=[(words.face_text(kind, face), number) for face, number in counts.items()],
        warning=words.refusal_text(answer["refused"]) if answer["refused"] else "",
        expect=asked["expect"],
        number=answer["found"],
    )


@bp.post("/g/<game_id>/camera/dice/use")
@photographs
def use(view: View) -> ResponseReturnValue:
    """Goes back to the step with the faces of the photo filled in; nothing is recorded by that."""
    asked = _asked()
    faces = DICE_FACES[asked["kind"]]
    counts = Counter(face for face in request.form.getlist("face") if face)
    for face in counts:
        if face not in faces:
            raise FormatError("face", _("choose one of the answers, not “%(value)s”", value=face[:40]))
    filled = {f"{asked['prefix']}{face}": number for face, number in counts.items()}
    return redirect(Scene(view, MultiDict(asked["picked"])).also(**filled, source="camera"), 303)


def _asked() -> dict[str, Any]:
    """Returns what the step wants to know: kind of dice, how many, and the prefix of its fields; raises FormatError."""
    kind = request.values.get("kind", "combat")
    if kind not in DICE_FACES:
        raise FormatError("kind", _("choose one of the answers, not “%(value)s”", value=kind[:40]))
    text = request.values.get("expect", "") or "0"
    if not (text.isascii() and text.isdecimal() and int(text) <= MOST_DICE):
        raise FormatError("expect", _("a whole number is needed, not “%(value)s”", value=text[:40]))
    prefix = request.values.get("prefix", "")
    if not (
        (prefix.isascii() and len(prefix) <= 20 and prefix.replace("-", "").replace("_", "").isalnum()) or not prefix
    ):
        raise FormatError("prefix", _("choose one of the answers, not “%(value)s”", value=prefix[:40]))
    picked = query_of(request.values.get("picked", ""), MOST_PICKED, 40)
    return {"kind": kind, "expect": int(text), "prefix": prefix, "picked": picked, "query": urlencode(picked)}
