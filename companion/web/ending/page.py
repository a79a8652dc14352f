"""The scene of the end as a page: for those who played, those who watch, and the display."""

from typing import Any

from flask import Response, make_response, render_template, url_for
from markupsafe import Markup

from companion.rules.frames import GameOverFrame
from companion.rules.state import HARKONNEN, Mode
from companion.service.statistics import game_statistics
from companion.store import Role
from companion.web.drawing import render_board
from companion.web.ending.facts import key_numbers, luck_lines, marker_lines, thought_lines, turns_of
from companion.web.scene import Reader, Scene
from companion.web.stats.figures import tiles_of
from companion.web.steps.done import besides
from companion.web.steps.head import head_of
from companion.web.steps.round.ending import is_spoken_to
from companion.web.ui.board import board_view
from companion.web.ui.panel import Focus


def is_ending(scene: Scene) -> bool:
    """Tells whether the scene of the end is what this address shows: the game is over, and it is about nothing else."""
    over = isinstance(scene.state.frame, GameOverFrame) and not scene.trackers_only
    return over and scene.now is None and not scene.pick


def show_ending(scene: Scene, *, fragment: bool = False) -> Response:
    """Returns the scene of the end; a fragment has no place for it, so htmx is sent to the whole page.

    Raises TypeError when the game is not over.
    """
    frame = scene.state.frame
    if not isinstance(frame, GameOverFrame):
        raise TypeError(f"the game is not over: {type(frame).__name__}")
    where = "display" if scene.reader is Reader.DISPLAY else "table"
    if fragment:
        return to_whole_page(here(scene, where))
    statistics = game_statistics(scene.view.loaded.timeline)
    picture = board_view(scene.state, Focus(), sees_hidden=scene.sees_hidden and scene.reader.acts)
    game = scene.view.game.id
    context: dict[str, Any] = {
        "scene": scene,
        "head": head_of(scene, frame),
        "spoken": is_spoken_to(scene),
        "won": "h" if frame.winner is HARKONNEN else "a",
        "markers": marker_lines(scene.state, sees_hidden=scene.sees_hidden and scene.reader.acts),
        "numbers": key_numbers(scene.state),
        "tiles": tiles_of(statistics),
        "luck": luck_lines(scene, statistics.luck),
        "thought": thought_lines(scene.view.loaded.timeline) if scene.settings.clock else [],
        "turns": turns_of(scene.view.loaded.timeline, by_people=scene.state.mode is not Mode.SOLO),
        "board": Markup(render_board(picture, None, url_for("static", filename="glyphs.svg"))),
        "told": besides(scene),
        "closer": f"{scene.home}/replay/{scene.view.loaded.timeline.steps[-1].batch.last}",
        "display": scene.reader is Reader.DISPLAY,
        "can_undo": scene.reader.acts and len(scene.view.loaded.timeline.steps) > 1,
        "again": url_for("ending.again", game_id=game) if scene.view.seat.role is not Role.SPECTATOR else "",
        "picture": url_for("ending.picture", game_id=game),
        "moved_on": url_for("ending.moved_on", game_id=game, where=where),
    }
    return make_response(render_template("ending/page.html", **context))


def here(scene: Scene, where: str) -> str:
    """Returns the address of the page that shows the game now: the table's step or the display."""
    if where == "display":
        return url_for("display.display", game_id=scene.view.game.id)
    return scene.without_picks().step_url


def to_whole_page(address: str) -> Response:
    """Returns what makes htmx load a whole page."""
    response = Response("")
    response.headers["HX-Redirect"] = address
    response.headers["HX-Push-Url"] = "false"
    return response
