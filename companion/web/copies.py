"""Copies of the games, for the serving computer: what there are, and the way back in two taps; and the page of a
damaged game, for those who sit at it: what is wrong, which copy holds it, and what of it is good."""

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_datetime, format_decimal
from werkzeug.exceptions import NotFound as NoSuchPage

from companion.rules.errors import FormatError
from companion.service import Forbidden
from companion.service.rescue import GoodPart, NothingGood, document_of_part, good_part, make_of_part
from companion.service.settings import MAX_NAME
from companion.store import Damaged, Harm, NotFound, StoreError, Trouble, Unavailable
from companion.store.backup import BackupFailed, Copy, Reason, copies, copy_named, make_copy
from companion.store.restore import RestoreFailed, games_in, holds, restore_game
from companion.web.addresses import is_host
from companion.web.errors import COPIES, answer, plain
from companion.web.say import _, ngettext
from companion.web.seats import copyist, eyes_for_damaged, keeps_server, seat_at, table, table_url
from companion.web.seclog import note
from companion.web.words.games import titled, usual_name
from companion.web.words.troubles import harm_text

bp = Blueprint("copies", __name__)

MOST_LOOKED_THROUGH = 30
KILOBYTE = 1000


@dataclass(frozen=True, slots=True)
class CopyLine:
    """A copy in words; ``detail`` says why it was made and how large it is. ``entries``: of the game asked for."""

    name: str
    when: str
    detail: str
    sound: bool
    entries: str = ""


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
        copies=[_line(copy) for copy in copies(file)] if file else [],
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
        return plain(503, _("No copy could be made"), str(problem).removeprefix("backup: "), back=COPIES)
    return redirect(url_for("copies.overview", made=1), 303)


@bp.get(f"{COPIES}/<name>")
def one(name: str) -> ResponseReturnValue:
    """Shows the games of a copy, each with its way back, and the way back for all of them."""
    _only_host()
    copy = _copy(name)
    try:
        games = games_in(copy.file)
    except RestoreFailed as problem:
        return plain(409, _("This copy cannot be read"), str(problem).removeprefix("restore: "), back=COPIES)
    lines = [
        GameInCopy(
            found.game.id,
            titled(found.game).name or _("A game without a readable name"),
            _("%(entries)s, last on %(when)s", entries=_entries(found.seq), when=_when(found.game.changed)),
            found.damaged,
        )
        for found in games
    ]
    return render_template("copies/one.html", copy=_line(copy), games=lines)


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
    _only_host_or_owner(game_id)
    copy = _copy(request.form.get("copy", ""))
    note("game_restored_from_copy", game=game_id, copy=copy.name)
    try:
        restore_game(copyist().database, copy.file, game_id, table().clock())
    except RestoreFailed as problem:
        return _not_restored(problem, table_url(game_id))
    table().restored(game_id)
    copyist().damaged.pop(game_id, None)
    return redirect(table_url(game_id), 303)


@bp.post("/g/<game_id>/good-part")
def good_part_as_game(game_id: str) -> ResponseReturnValue:
    """Makes a new game of what is good of a damaged one, and goes to it."""
    _only_host_or_owner(game_id)
    part = _good_part(game_id)
    name = (part.record.name if part.record else "") or part.settings.name or usual_name(part.settings)
    named = _("%(name)s (good part)", name=name) if name.isprintable() and name else _("Good part of a game")
    made = make_of_part(table(), copyist().database, game_id, str(named)[:MAX_NAME])
    return redirect(table_url(made.id), 303)


@bp.get("/g/<game_id>/good-part.json")
def good_part_as_file(game_id: str) -> ResponseReturnValue:
    """Sends what is good of a damaged game as a file that can be brought in again."""
    _only_host_or_owner(game_id)
    _good_part(game_id)
    document = document_of_part(copyist().database, game_id, eyes_for_damaged(game_id))
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    response = Response(text, mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="arrakis-good-part.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.app_errorhandler(Damaged)
def damaged(error: Damaged) -> ResponseReturnValue:
    """503: what is wrong with a game, how much of it is good, and the ways back."""
    may_mend = _keeps_server() or _is_owner(error.game)
    if not may_mend and not _sits_at(error.game):
        return plain(503, _("This game is damaged"), _("Ask a player of this table."))
    part = None
    with suppress(NothingGood, NotFound, Unavailable):
        part = good_part(copyist().database, error.game)
    return answer(
        503,
        "damaged",
        _("This game is damaged"),
        what=harm_text(error.harm),
        good=_good(part),
        may_mend=may_mend,
        game=error.game,
        copies=_copies_with(error.game) if may_mend else [],
        all_copies=COPIES if _keeps_server() and copyist().file else "",
    )


def _good(part: GoodPart | None) -> str:
    if part is None:
        return str(_("Not even its beginning can be read."))
    return str(
        _(
            "It is good up to %(when)s: %(entries)s, round %(round)s.",
            when=_when(part.until),
            entries=_entries(len(part.timeline.batches)),
            round=part.timeline.state.round,
        )
    )


def _good_part(game_id: str) -> GoodPart:
    try:
        return good_part(copyist().database, game_id)
    except NothingGood:
        raise Damaged(game_id, Harm.UNREADABLE) from None


def _copies_with(game: str) -> list[CopyLine]:
    """The copies in which a game is sound, the newest first; those with the same entries as a newer one left out."""
    file, found, seen = copyist().file, list[CopyLine](), set[int]()
    for copy in copies(file)[:MOST_LOOKED_THROUGH] if file else []:
        held = holds(copy.file, game)
        if held is not None and held[0] not in seen:
            seen.add(held[0])
            entries = _("%(entries)s, last on %(when)s", entries=_rows(held[0]), when=_when(held[1]))
            found.append(_line(copy, str(entries)))
    return found


def _line(copy: Copy, entries: str = "") -> CopyLine:
    reasons: dict[Reason, str] = {
        Reason.ROUND: _("end of a round"),
        Reason.START: _("start of the app"),
        Reason.STOP: _("stop of the app"),
        Reason.DAY: _("once a day"),
        Reason.BY_HAND: _("by hand"),
        Reason.MIGRATION: _("before an update"),
        Reason.RESTORE: _("before a copy was put back"),
    }
    size = _("%(size)s kB", size=format_decimal(max(1, copy.size // KILOBYTE)))
    return CopyLine(copy.name, _when(copy.made), f"{reasons[copy.reason]}, {size}", copy.sound, entries)


def _when(moment: datetime) -> str:
    # The table is where the server is: its time zone is that of the players.
    return str(format_datetime(moment.astimezone().replace(tzinfo=None), "medium"))


def _entries(number: int) -> str:
    return str(ngettext("%(num)d step recorded", "%(num)d steps recorded", number))


def _rows(number: int) -> str:
    return str(ngettext("%(num)d row", "%(num)d rows", number))


def _copy(name: str) -> Copy:
    file = copyist().file
    found = None if file is None else copy_named(file, name)
    if found is None:
        raise FormatError("copy", _("there is no such copy"))
    return found


def _not_restored(problem: Exception, back: str = COPIES) -> Response:
    return plain(409, _("Nothing was put back"), str(problem).partition(": ")[2], back=back)


def _only_host() -> None:
    if not _keeps_server():
        raise NoSuchPage


def _only_host_or_owner(game: str) -> None:
    if not _keeps_server() and not _is_owner(game):
        raise Forbidden(game, None)


def _is_owner(game: str) -> bool:
    try:
        seat = seat_at(game)
    except (Damaged, Unavailable):
        return False
    return seat is not None and seat.owner and seat.sits


def _keeps_server() -> bool:
    """Whoever runs the server; where the database cannot even say that, whoever is at the serving computer."""
    try:
        return keeps_server()
    except (Damaged, Unavailable):
        return is_host()


def _sits_at(game: str) -> bool:
    try:
        return seat_at(game) is not None
    except Damaged:
        # Of a device whose own seat is damaged nobody can tell; it learns nothing that is secret.
        return True
    except Unavailable as problem:
        return problem.trouble is Trouble.DAMAGED
