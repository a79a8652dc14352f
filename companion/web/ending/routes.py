"""The addresses of the end of a game: its picture to share, the same game once more, and the way back to a game that
is not over any longer."""

from dataclasses import replace

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.frames import GameOverFrame
from companion.service import Forbidden, Played
from companion.service.quotas import Kind
from companion.store import Role
from companion.web.admission import makes
from companion.web.devices import device
from companion.web.ending.page import here, to_whole_page
from companion.web.ending.picture import drawn_end
from companion.web.errors import is_htmx, plain
from companion.web.i18n import language
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.seats import View, sees, table, table_url
from companion.web.security import idempotency_key
from companion.web.settings.choices import chosen
from companion.web.stats.files import file_name, save_as

bp = Blueprint("ending", __name__)

DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
"""The picture brings its styles and its typeface along; it holds no script."""


@bp.get("/g/<game_id>/picture.svg")
@sees
def picture(view: View) -> ResponseReturnValue:
    """Sends the board at the end with the key numbers in one drawing that needs nothing else and tells no secret."""
    if not isinstance(view.state.frame, GameOverFrame):
        return plain(
            409, _("The game is not over"), _("Its picture is made when it ends."), back=table_url(view.game.id)
        )
    theme = "night" if chosen(request.cookies)["theme"] == "night" else "day"
    response = Response(drawn_end(view, theme, language()), mimetype="image/svg+xml")
    save_as(response, file_name(view.game.name, "svg"))
    response.headers["Content-Security-Policy"] = DRAWING_POLICY
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.post("/g/<game_id>/again")
@makes(Kind.GAMES)
@sees
def again(view: View) -> ResponseReturnValue:
    """Makes a game with the same settings, with this device as its player, and goes to its table."""
    if view.seat.role is Role.SPECTATOR:
        raise Forbidden(view.game.id, view.seat.role)
    game, _seat = table().create_game(
        replace(view.settings, played=Played.GAME), device(), view.seat.name, idempotency_key()
    )
    return redirect(table_url(game.id), 303)


@bp.get("/g/<game_id>/moved-on/<any(table,display):where>")
@sees
def moved_on(view: View, where: str) -> ResponseReturnValue:
    """Leads a page that shows the end to where the game is now: it may have been taken back."""
    address = here(Scene(view, MultiDict()), where)
    return to_whole_page(address) if is_htmx() else redirect(address, 303)
