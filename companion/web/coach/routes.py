"""The addresses of the coach: tips that were read, switched on and off. All of it is the device's, not the game's."""

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from companion.rules.errors import FormatError
from companion.web.back import FIELD, page_of_ours
from companion.web.coach.coach import Coached, has_chosen, keep, of_device
from companion.web.coach.topics import TOPICS
from companion.web.errors import is_htmx
from companion.web.say import _

bp = Blueprint("coach", __name__)
bp.add_app_template_global(of_device, "coached")
bp.add_app_template_global(has_chosen, "coach_was_offered")

NOTHING = '<div id="coach" class="coach"></div>'


@bp.post("/coach")
def tips() -> ResponseReturnValue:
    """Takes note that a tip was read, or switches them on, off, or on from the first one again."""
    answer: Response = Response(NOTHING) if is_htmx() else _back()
    return keep(answer, _wanted(of_device()))


def _wanted(coached: Coached) -> Coached:
    read, tips = request.form.get("read", ""), request.form.get("tips", "")
    if read:
        if read not in {topic.id for topic in TOPICS}:
            raise FormatError("read", _("“%(value)s” is none of the choices", value=read[:40]))
        return coached.having_read(read)
    if tips not in ("on", "off", "again"):
        raise FormatError("tips", _("“%(value)s” is none of the choices", value=tips[:40]))
    return Coached(tips != "off", frozenset() if tips == "again" else coached.read)


def _back() -> Response:
    answer = redirect(page_of_ours(request.form.get(FIELD, "")), 303)
    if not isinstance(answer, Response):
        raise TypeError(f"no answer of ours: {type(answer).__name__}")
    return answer
