"""A game as a file: taken away by those who see everything of it, and brought in by anybody."""

import json
import unicodedata
from urllib.parse import quote

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from companion.rules.errors import FormatError
from companion.service import Forbidden
from companion.service.exchange import copy_import, export_game, import_once, move_game
from companion.service.exchange_file import MAX_FILE_BYTES, parse_game
from companion.service.lettering import is_plain
from companion.service.quotas import Kind
from companion.service.secrets import ALL_EYES, NO_EYES
from companion.service.settings import MAX_NAME
from companion.store import GameRecord
from companion.web.addresses import is_host
from companion.web.admission import makes, takes_file
from companion.web.devices import device
from companion.web.features import root
from companion.web.say import _
from companion.web.seats import View, owns_game, seat_at, sees, sitting, table, table_url
from companion.web.security import idempotency_key
from companion.web.words.games import titled

bp = Blueprint("files", __name__)

MEGABYTE = 1024 * 1024


@bp.get("/g/<game_id>/export.json")
@sees
def export(view: View) -> ResponseReturnValue:
    """Sends the game as a file that holds what the device may see; who only watches gets 403."""
    if not view.is_player:
        raise Forbidden(view.game.id, view.seat.role)
    text = json.dumps(export_game(table(), view.game.id, view.file_eyes), ensure_ascii=False, separators=(",", ":"))
    response = Response(text, mimetype="application/json")
    save_as(response, file_name(view.game.name, "json"))
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.get("/g/<game_id>/move.json")
@sees
def move(view: View) -> ResponseReturnValue:
    """Sends the game as a file with which its owner goes on elsewhere: in the pocket, on a server, and back."""
    if not may_move(view):
        raise Forbidden(view.game.id, view.seat.role)
    place = f"{request.host}{root()}"
    text = json.dumps(move_game(table(), view.game.id, place), ensure_ascii=False, separators=(",", ":"))
    response = Response(text, mimetype="application/json")
    save_as(response, file_name(view.game.name, "json"))
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.app_template_global()
def may_move(view: View) -> bool:
    """Tells whether a device may take the game elsewhere: its owner, who sees everything of it."""
    return view.is_player and view.owns and view.file_eyes == ALL_EYES


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
        found = import_once(table(), document, _may_be_told, device(), _name(), key, _owns)
    except FormatError as problem:
        return render_template("stats/import.html", problem=problem, **_form()), 400
    if found.known:
        return render_template("stats/here.html", game=titled(found.game), player=_name()), 409
    return redirect(table_url(found.game.id), 303)


def _may_be_told(game: GameRecord) -> bool:
    """Whether the device may know that a game is here: it plays it, or it is the serving machine."""
    seat = seat_at(game.id)
    return is_host() or (seat is not None and seat.role.may_write and not seat.waiting)


def _owns(game: GameRecord) -> bool:
    """Whether a file may go on with a game that is here: only its owner may say so."""
    return owns_game(seat_at(game.id))


@bp.post("/g/<game_id>/copy-import")
@makes(Kind.IMPORTS)
def copy(game_id: str) -> ResponseReturnValue:
    """Makes another game as this one was when it came in, with this device as its player, and goes to its table."""
    game = table().games.get(game_id)
    if not _may_be_told(game):
        seat = seat_at(game_id)
        raise Forbidden(game_id, None if seat is None else seat.role)
    view = sitting(game_id)
    eyes = NO_EYES if view is None else view.file_eyes
    made = copy_import(table(), game_id, device(), _name(), idempotency_key(), eyes)
    return redirect(table_url(made.id), 303)


@bp.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    """413: says how large a game file may be; the connection is closed since the rest was not read."""
    problem = FormatError("file", _("is larger than %(most)s MB", most=MAX_FILE_BYTES // MEGABYTE))
    response = Response(render_template("stats/import.html", problem=problem, **_form(sent=False)), 413)
    response.headers["Connection"] = "close"
    return response


def file_name(name: str, ending: str) -> str:
    """Returns a file name for a game: its own letters and digits, of any script.

    >>> file_name("Sunday: Ola & Jan", "json"), file_name("Пустыня №2", "svg"), file_name("…", "json")
    ('arrakis-sunday-ola-jan.json', 'arrakis-пустыня-2.svg', 'arrakis-game.json')
    """
    kept = "".join(one if unicodedata.category(one)[0] in "LMN" else " " for one in _composed(name))
    return f"arrakis-{'-'.join(kept.split()) or 'game'}.{ending}"


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name.lower())


def save_as(response: Response, name: str) -> None:
    """Makes browsers save an answer under a name of any script; old ones under its plain letters (RFC 6266)."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = plain.replace("--", "-").replace("-.", ".")
    own = "" if plain == name else f"; filename*=UTF-8''{quote(name)}"
    response.headers["Content-Disposition"] = f'attachment; filename="{plain}"{own}'


def _uploaded() -> bytes:
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise FormatError("file", _("choose the file of a game first"))
    return upload.stream.read(MAX_FILE_BYTES + 1)


def _name() -> str:
    name = " ".join(request.form.get("player", "").split())
    if len(name) > MAX_NAME or not is_plain(name):
        raise FormatError("player", _("a name has at most %(most)s letters", most=MAX_NAME))
    return name


def _form(*, sent: bool = True) -> dict[str, object]:
    values = request.form if sent and request.method == "POST" else {}
    return {"values": values, "max_name": MAX_NAME, "most": MAX_FILE_BYTES // MEGABYTE}
