"""A refusal in the place of the action, with "record it anyway" where nothing is illegal."""

from typing import Any

from flask import Response, make_response, render_template, request

from companion.rules.refusal import Refused, Severity
from companion.web.errors import NOTICE, is_fragment
from companion.web.scene import Scene
from companion.web.security import CSRF_FIELD, KEY_FIELD, SEQ_FIELD
from companion.web.table.pages import show
from companion.web.table.step import panel_now
from companion.web.words.records import RefusalText
from companion.web.words.refusals.texts import refusal_texts

OWN_FIELDS = (CSRF_FIELD, KEY_FIELD, SEQ_FIELD, "record_anyway")


def show_refused(scene: Scene, refused: Refused, name: str) -> Response:
    """422: says every reason; for htmx only the notice (the form keeps what was entered), else the page with it."""
    reasons = [reason(text) for text in refusal_texts(refused.refusals)]
    unusual = all(refusal.severity is Severity.UNUSUAL for refusal in refused.refusals)
    sent = [(key, value) for key, value in request.form.items(multi=True) if key not in OWN_FIELDS]
    context: dict[str, Any] = {"scene": scene, "reasons": reasons, "anyway": unusual, "sent": sent, "name": name}
    notice = render_template("table/_refused.html", **context)
    if not is_fragment():
        return show(scene, panel_now(scene), status=422, notice=notice)
    response = make_response(notice, 422)
    response.headers["HX-Retarget"] = NOTICE
    response.headers["HX-Reswap"] = "innerHTML"
    response.headers["HX-Push-Url"] = "false"
    return response


def reason(text: RefusalText) -> dict[str, Any]:
    """Returns one reason as ``ui.refusals`` takes it."""
    rule = text.rule
    return {
        "text": text.sentence,
        "rule": rule.id,
        "title": rule.title,
        "page": rule.page,
        "severity": text.severity.value,
    }
