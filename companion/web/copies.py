"""Copies of the games, for the serving computer: what there are, and the way back in two taps."""

from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound as NoSuchPage

from companion.rules.errors import FormatError
from companion.store import StoreError
from companion.store.backup import BackupFailed, Copy, Reason, copies, copy_named, make_copy
from companion.store.restore import RestoreFailed, games_in, restore_game
from companion.web.damaged import at_server, copy_line, entries, only_host_or_owner, when
from companion.web.errors import COPIES, plain
from companion.web.say import _
from companion.web.seats import copyist, table, table_url
from companion.web.seclog import note
from companion.web.words.games import titled

bp = Blueprint("copies", __name__)


@dataclass(frozen=True, slots=True)
class GameInCopy:
    """A game of a copy in words."""

    id: str
    name: str
    detail: str
    damaged: bool


@bp.get(COPIES)
def overview() -> ResponseReturnValue:
    """Shows the copies, the newest first; to the serving computer only."""
    _only_host()
    file = copyist().file
    return render_template(
        "copies/all.html",
        copies=[copy_line(copy) for copy in copies(file)] if file else [],
        on_a_server=file is None,
        folder=str(file.parent / "backups") if file else "",
        failed=copyist().failed,
        made="made" in request.args,
        restored="restored" in request.args,
    )


@bp.post(COPIES)
def make() -> ResponseReturnValue:
    """Makes a copy now."""
    _only_host()
    file = copyist().file
    if file is None:
        raise NoSuchPage
    try:
        make_copy(file, Reason.BY_HAND, table().clock())
    except BackupFailed as problem:
        return plain(503, _("No copy could be made"), str(problem).removeprefix("backup: "), back=_all_copies())
    return redirect(url_for("copies.overview", made=1), 303)


@bp.get(f"{COPIES}/<name>")
def one(name: str) -> ResponseReturnValue:
    """Shows the games of a copy, each with its way back, and the way back for all of them."""
    _only_host()
    copy = _copy(name)
    try:
        games = games_in(copy.file)
    except RestoreFailed as problem:
        return plain(409, _("This copy cannot be read"), str(problem).removeprefix("restore: "), back=_all_copies())
    lines = [
        GameInCopy(
            found.game.id,
            titled(found.game).name or _("A game without a readable name"),
            _("%(entries)s, last on %(when)s", entries=entries(found.seq), when=when(found.game.changed)),
            found.damaged,
        )
        for found in games
    ]
    return render_template("copies/one.html", copy=copy_line(copy), games=lines)


@bp.post(f"{COPIES}/<name>/restore")
def restore_all(name: str) -> ResponseReturnValue:
    """Puts the whole file back; what was there is kept as a copy."""
    _only_host()
    copy = _copy(name)
    note("restored_from_copy", copy=copy.name)
    try:
        copyist().restore_all(copy)
    except (RestoreFailed, StoreError) as problem:
        return _not_restored(problem)
    return redirect(url_for("copies.overview", restored=1), 303)


@bp.post("/g/<game_id>/restore")
def restore_one(game_id: str) -> ResponseReturnValue:
    """Puts a game back out of the copy named by the form, for the serving computer or the owner of the game."""
    only_host_or_owner(game_id)
    copy = _copy(request.form.get("copy", ""))
    note("game_restored_from_copy", game=game_id, copy=copy.name)
    try:
        restore_game(copyist().database, copy.file, game_id, table().clock())
    except RestoreFailed as problem:
        return _not_restored(problem, table_url(game_id))
    table().restored(game_id)
    copyist().damaged.pop(game_id, None)
    return redirect(table_url(game_id), 303)


def _copy(name: str) -> Copy:
    file = copyist().file
    found = None if file is None else copy_named(file, name)
    if found is None:
        raise FormatError("copy", _("there is no such copy"))
    return found


def _not_restored(problem: Exception, back: str = "") -> Response:
    return plain(409, _("Nothing was restored"), str(problem).partition(": ")[2], back=back or _all_copies())


def _all_copies() -> str:
    return url_for("copies.overview")


def _only_host() -> None:
    if not at_server():
        raise NoSuchPage
