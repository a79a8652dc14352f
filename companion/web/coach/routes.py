"""The addresses of the coach: its tips switched on and off, the tour of the map, the battle to practise.

Tips belong to the device, not to a game; a battle to practise is a game of its own that counts for nothing.
"""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from companion.rules.errors import FormatError
from companion.service.practice import begin_practice
from companion.service.quotas import Kind
from companion.web.admission import makes
from companion.web.back import FIELD, page_of_ours, way_back
from companion.web.coach import tour
from companion.web.coach.coach import KNOWN, Coached, keep, of_device
from companion.web.devices import device
from companion.web.drawing import render_board, render_minimap, render_overlay
from companion.web.errors import is_fragment, is_htmx
from companion.web.say import _
from companion.web.seats import table, table_url
from companion.web.security import idempotency_key
from companion.web.ui.board import board_view, sectors

bp = Blueprint("coach", __name__)
bp.add_app_template_global(of_device, "coached")

NOTHING = '<div id="coach" class="coach"></div>'


@bp.post("/coach")
def tips() -> ResponseReturnValue:
    """Takes note that a tip was read, or switches them on, off, or on from the first one again."""
    wanted = _wanted(of_device())
    if is_htmx():
        return keep(Response(NOTHING), wanted)
    return keep(make_response(redirect(page_of_ours(request.form.get(FIELD, "")), 303)), wanted)


def _wanted(coached: Coached) -> Coached:
    read, tips = request.form.get("read", ""), request.form.get("tips", "")
    if read in KNOWN:
        return coached.having_read(read)
    if tips not in ("on", "off", "again"):
        raise FormatError("tips", _("“%(value)s” is not one of the choices", value=(read or tips)[:40]))
    return Coached(tips != "off", frozenset() if tips == "again" else coached.read)


@bp.get("/tour")
@bp.get("/tour/<int:number>")
def tour_of_the_map(number: int = 1) -> ResponseReturnValue:
    """Shows a stop of the tour: a page, or what changes of it."""
    try:
        stop = tour.stop(number)
    except IndexError:
        raise NotFound from None
    fragment, sprite = is_fragment(), url_for("static", filename="glyphs.svg")
    view = board_view(tour.arrakis(), stop.focus, sees_hidden=False)
    drawn = render_overlay(view, None, sprite, swap_oob=True) if fragment else ""
    board = "" if fragment else render_board(view, None, sprite, sectors())
    return render_template(
        "coach/_tour.html" if fragment else "coach/tour.html",
        stop=stop,
        back=way_back(),
        fragment=fragment,
        overlay=Markup(drawn),
        board=Markup(board),
        mini=Markup("" if fragment else render_minimap()),
        tracks=tour.tracks(),
    )


@bp.get("/practice")
def practice() -> ResponseReturnValue:
    """Says what the battle to practise is, and begins it with one tap."""
    return render_template("coach/practice.html")


@bp.post("/practice")
@makes(Kind.GAMES)
def to_battle() -> ResponseReturnValue:
    """Makes the game of a battle to practise and goes to its table."""
    game = begin_practice(table(), _("Practice battle"), device(), idempotency_key())
    return redirect(table_url(game.id), 303)
