"""A game as a file: taken away by those who see everything of it, and brought in by anybody."""

import json
import re

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from companion.rules.errors import FormatError
from companion.service import Forbidden
from companion.service.exchange import export_game, import_game
from companion.service.exchange_file import MAX_FILE_BYTES, parse_game
from companion.service.quotas import Kind
from companion.service.settings import MAX_NAME
from companion.web.admission import takes_file
from companion.web.devices import device
from companion.web.say import _
from companion.web.seats import View, idempotency_key, sees, table, table_url

bp = Blueprint("files", __name__)

MEGABYTE = 1024 * 1024


@bp.get("/g/<game_id>/export.json")
@sees
def export(view: View) -> ResponseReturnValue:
    """Sends the game as a file. It holds ranks and objective, so a spectator gets 403."""
    if not view.is_player:
        raise Forbidden(view.game.id, view.seat.role)
    text = json.dumps(export_game(table(), view.game.id), ensure_ascii=False, separators=(",", ":"))
    response = Response(text, mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name(view.game.name)}"'
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.get("/import")
def ask() -> ResponseReturnValue:
    """Shows the form for a game file."""
    return render_template("stats/import.html", **_form())


@bp.post("/import")
@takes_file(MAX_FILE_BYTES, Kind.IMPORTS)
def bring_in() -> ResponseReturnValue:
    """Makes a game out of a file, with this device as its player, and goes to its table; else says what is wrong."""
    try:
        key = idempotency_key()
        document = parse_game(_uploaded())
        game = import_game(table(), document, device(), _name(), key)
    except FormatError as problem:
        return render_template("stats/import.html", problem=problem, **_form()), 400
    return redirect(table_url(game.id), 303)


@bp.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    """413: says how large a game file may be; the connection is closed since the rest was not read."""
    problem = FormatError("file", _("is larger than %(most)s MB", most=MAX_FILE_BYTES // MEGABYTE))
    response = Response(render_template("stats/import.html", problem=problem, **_form(sent=False)), 413)
    response.headers["Connection"] = "close"
    return response


def file_name(name: str) -> str:
    """Returns a file name for a game that every system takes.

    >>> file_name("Sunday: Ola & Jan"), file_name("…")
    ('arrakis-sunday-ola-jan.json', 'arrakis-game.json')
    """
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return f"arrakis-{plain or 'game'}.json"


def _uploaded() -> bytes:
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise FormatError("file", _("choose the file of a game first"))
    return upload.stream.read(MAX_FILE_BYTES + 1)


def _name() -> str:
    name = " ".join(request.form.get("player", "").split())
    if len(name) > MAX_NAME or not name.isprintable():
        raise FormatError("player", _("a name has at most %(most)s letters", most=MAX_NAME))
    return name


def _form(*, sent: bool = True) -> dict[str, object]:
    values = request.form if sent and request.method == "POST" else {}
    return {"values": values, "max_name": MAX_NAME, "most": MAX_FILE_BYTES // MEGABYTE}
