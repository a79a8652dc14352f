"""The address of the table display."""

from dataclasses import replace
from typing import Any

from flask import Blueprint, make_response, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.rules.state import State
from companion.service import SetUp
from companion.web import strip
from companion.web.display import facts
from companion.web.display.step import step_of, trackers_step
from companion.web.drawing import BoardView, frame_of, render_board, render_overlay
from companion.web.ending.page import is_ending, show_ending
from companion.web.errors import is_fragment
from companion.web.scene import Reader, Scene
from companion.web.seats import View, sees, table_url
from companion.web.steps.done import last_done, todos
from companion.web.ui.blocks import Todo
from companion.web.ui.board import board_view
from companion.web.ui.panel import Focus

bp = Blueprint("display", __name__)

MARGIN = 0.4
SMALLEST = (780.0, 660.0)
"""In board units: whoever looks on from afar wants to see where on the board it is."""


@bp.get("/g/<game_id>/display")
@sees
def display(view: View) -> ResponseReturnValue:
    """Shows board and step, large; for htmx the part that changes."""
    view = view.for_all()
    shown = view.state
    # The frame around the step is taken from the table's own strip.
    scene = Scene(view, MultiDict(), listener=Reader.DISPLAY)
    if is_ending(scene):
        return show_ending(scene, fragment=is_fragment())
    step = trackers_step(shown) if scene.trackers_only else step_of(scene)
    context: dict[str, Any] = {
        "game": view.game,
        "home": table_url(view.game.id),
        "seq": view.seq,
        "round": shown.round,
        "step": step,
        "done": _done(scene),
        "top": strip.top(scene),
        "dice": strip.tracks(scene)["dice"],
        "markers": facts.markers(shown),
        "powers": facts.powers(shown),
        "tanks": facts.tanks(shown),
        "round_facts": facts.round_facts(shown),
        "last": facts.last_event(view.loaded.timeline),
    }
    if view.settings.set_up is SetUp.TRACKERS:
        return _answer(context, "", "")
    picture = _picture(shown, step.focus)
    sprite = url_for("static", filename="glyphs.svg")
    if is_fragment():
        return _answer(context, "", render_overlay(picture, None, sprite, swap_oob=True))
    return _answer(context, render_board(picture, None, sprite), "")


def _done(scene: Scene) -> tuple[Todo, ...]:
    """What the last deed did to the table; everybody sees it happen."""
    done = last_done(scene)
    return () if done is None else todos(done)


def _answer(context: dict[str, Any], board: str, overlay: str) -> ResponseReturnValue:
    """The page, or for htmx the part that changes; a game with trackers only has no board."""
    if is_fragment():
        response = make_response(render_template("display/fragment.html", overlay=Markup(overlay), **context))
        response.headers["HX-Push-Url"] = "false"
        return response
    return render_template("display/page.html", board=Markup(board), **context)


def _picture(shown: State, focus: Focus) -> BoardView:
    """The board with what the step lights, framed more widely than on a phone."""
    picture = board_view(shown, focus, sees_hidden=False)
    return replace(picture, wide_frame=frame_of(focus.ids, focus.pieces, MARGIN, SMALLEST))
