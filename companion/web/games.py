"""A game as a thing that is kept: called otherwise, copied, put away, deleted, and put back."""

from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.errors import FormatError
from companion.service import GameSettings, Played
from companion.service.copies import copy_game
from companion.service.lettering import is_plain
from companion.service.quotas import Kind
from companion.service.settings import MAX_NAME
from companion.service.sweeper import DELETED_KEPT
from companion.store import DecodeError, GameRecord, NotFound
from companion.web.admission import makes
from companion.web.answers import yes_or_no
from companion.web.devices import device, known_device
from companion.web.say import _
from companion.web.seats import Owned, View, keeps_server, owns, sees, table, table_url
from companion.web.security import idempotency_key
from companion.web.start import day_of
from companion.web.words.games import titled

bp = Blueprint("games", __name__)

MOST, FEW = 100, 20


@dataclass(frozen=True, slots=True)
class Away:
    """A game that was put away: ``when`` says until when a deleted one can be put back."""

    id: str
    name: str
    when: str


@bp.get("/g/<game_id>/game")
@sees
def page(view: View) -> ResponseReturnValue:
    """Shows what players can do with the game as a whole: copy it, and its owner more."""
    view.must_write()
    return render_template("start/game.html", view=view, game=view.game, max_name=MAX_NAME)


@bp.post("/g/<game_id>/game/name")
@owns
def rename(owned: Owned) -> ResponseReturnValue:
    """Gives the game another name; without one it is called as usual."""
    name = name_of_game()
    table().keeping.rename(owned.game.id, name, lambda text: replace(GameSettings.from_text(text), name=name).to_text())
    return redirect(_back(owned.game.id), 303)


@bp.post("/g/<game_id>/game/hide")
@owns
def hide(owned: Owned) -> ResponseReturnValue:
    """Puts the game out of the list of recent games, or back."""
    hidden = yes_or_no("hidden")
    table().keeping.hide(owned.game.id, hidden)
    return redirect(url_for("start.home" if hidden else "games.away"), 303)


@bp.post("/g/<game_id>/game/copy")
@makes(Kind.GAMES)
@sees
def copy(view: View) -> ResponseReturnValue:
    """Makes a copy, with this device as its owner, and goes to its table."""
    view.must_write()
    text = request.form.get("of", "")
    if text not in ("all", "now"):
        raise FormatError("of", _("choose one of the answers, not “%(value)s”", value=text[:40]))
    name = _("Copy of %(name)s", name=view.game.name)[:MAX_NAME].strip()
    who, key, whole = (device(), view.seat.name), idempotency_key(), text == "all"
    made = copy_game(table(), view.game.id, *who, key, name, whole=whole, eyes=view.file_eyes)
    return redirect(table_url(made.id), 303)


@bp.get("/g/<game_id>/game/delete")
@owns
def ask_delete(owned: Owned) -> ResponseReturnValue:
    """Asks whether the game shall really be deleted, and says what goes with it."""
    return render_template(
        "start/delete.html",
        game=titled(owned.game),
        guests=len(table().games.seated(owned.game.id)),
        actions=table().log.seq(owned.game.id),
        days=DELETED_KEPT.days,
    )


@bp.post("/g/<game_id>/game/delete")
@owns
def delete(owned: Owned) -> ResponseReturnValue:
    """Deletes the game; for some days it can be put back."""
    table().keeping.delete(owned.game.id, table().clock())
    table().log.forget(owned.game.id)
    table().put_out(owned.game.id)
    return redirect(url_for("games.away"), 303)


@bp.get("/games")
def away() -> ResponseReturnValue:
    """Shows the games of this device that are hidden or deleted; on the serving computer all such games."""
    hidden = _hidden(MOST)
    deleted = [game for game in table().games.recent(_whose(), MOST, deleted=True) if _may_put_back(game)]
    return render_template(
        "start/away.html",
        hidden=[Away(game.id, titled(game).name, day_of(game.changed)) for game in hidden],
        deleted=[Away(game.id, titled(game).name, _until(game)) for game in deleted],
    )


@bp.post("/games/put-back")
def put_back() -> ResponseReturnValue:
    """Takes the deletion of a game back and goes to its table."""
    game = _deleted()
    table().keeping.put_back(game)
    return redirect(table_url(game), 303)


@bp.post("/games/drop")
def drop() -> ResponseReturnValue:
    """Drops a deleted game for good."""
    game = _deleted()
    table().keeping.drop(game)
    table().forget(game)
    return redirect(url_for("games.away"), 303)


@bp.app_template_global()
def put_away_any() -> bool:
    """Tells whether this device has games that are hidden or deleted."""
    return bool(_hidden(FEW)) or bool(table().games.recent(_whose(), 1, deleted=True))


def _hidden(most: int) -> list[GameRecord]:
    """The games that were hidden; a battle to practise is out of sight without anybody's doing."""
    games = table().games.recent(_whose(), most, hidden=True)
    return [one for one in games if not _is_practice(one)]


def _is_practice(game: GameRecord) -> bool:
    try:
        return not game.damaged and GameSettings.from_text(game.settings).played is Played.PRACTICE
    except DecodeError:
        return False


def name_of_game() -> str:
    """Returns the name of a game that somebody entered, as a new one may have it; raises FormatError."""
    name = " ".join(request.form.get("name", "").split())
    if len(name) > MAX_NAME:
        raise FormatError("name", _("at most %(most)s letters, not %(number)s", most=MAX_NAME, number=len(name)))
    if not is_plain(name):
        raise FormatError("name", _("only letters, digits and signs"))
    return name


def _deleted() -> str:
    """The deleted game of the form, if the asking device may put it back; raises NotFound."""
    game = table().keeping.deleted(request.form.get("game", ""))
    if not _may_put_back(game):
        raise NotFound("game", game.id)
    return game.id


def _may_put_back(game: GameRecord) -> bool:
    if keeps_server():
        return True
    token = known_device()
    seat = None if token is None else table().games.seat(game.id, token, table().clock())
    return seat is not None and seat.owner and seat.sits


def _whose() -> str | None:
    return None if keeps_server() else known_device() or ""


def _until(game: GameRecord) -> str:
    since = game.deleted or table().clock()
    return _("can be restored until %(date)s", date=day_of(since + DELETED_KEPT))


def _back(game_id: str) -> str:
    return f"{table_url(game_id)}/game"
