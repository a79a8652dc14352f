"""The page of a damaged game, for those who sit at it: what is wrong, which copy holds it, and what of it is good."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response, redirect
from flask.typing import ResponseReturnValue
from flask_babel import format_datetime, format_decimal

from companion.rules.state import Mode, State
from companion.service import Forbidden
from companion.service.lettering import is_plain
from companion.service.quotas import Kind
from companion.service.rescue import GoodPart, NothingGood, document_of_part, good_part, make_of_part
from companion.service.secrets import ALL_EYES, NO_EYES, Eyes
from companion.service.settings import MAX_NAME
from companion.store import Damaged, Harm, NotFound, Trouble, Unavailable
from companion.store.backup import Copy, Reason, copies
from companion.store.restore import holds
from companion.web.addresses import is_host
from companion.web.admission import makes
from companion.web.errors import COPIES, answer, plain
from companion.web.features import offers, root
from companion.web.say import _, ngettext
from companion.web.seats import copyist, keeps_server, seat_at, table, table_url
from companion.web.words.games import usual_name
from companion.web.words.troubles import harm_text

bp = Blueprint("damaged", __name__)

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


@bp.post("/g/<game_id>/good-part")
@makes(Kind.GAMES)
def good_part_as_game(game_id: str) -> ResponseReturnValue:
    """Makes a new game of what is good of a damaged one, and goes to it."""
    only_host_or_owner(game_id)
    part = _good_part(game_id)
    name = (part.record.name if part.record else "") or part.settings.name or usual_name(part.settings)
    named = _("%(name)s (intact part)", name=name) if name and is_plain(name) else _("Intact part of a game")
    made = make_of_part(table(), copyist().database, game_id, str(named)[:MAX_NAME])
    return redirect(table_url(made.id), 303)


@bp.get("/g/<game_id>/good-part.json")
def good_part_as_file(game_id: str) -> ResponseReturnValue:
    """Sends what is good of a damaged game as a file that can be brought in again."""
    only_host_or_owner(game_id)
    _good_part(game_id)
    document = document_of_part(copyist().database, game_id, _eyes(game_id))
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    response = Response(text, mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="arrakis-good-part.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.app_errorhandler(Damaged)
def damaged(error: Damaged) -> ResponseReturnValue:
    """503: what is wrong with a game, how much of it is good, and the ways back."""
    may_mend = at_server() or _is_owner(error.game)
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
        all_copies=f"{root()}{COPIES}" if offers("copies") and at_server() and copyist().file else "",
    )


def _good(part: GoodPart | None) -> str:
    if part is None:
        return str(_("Not even its beginning can be read."))
    return str(
        _(
            "It is intact up to %(when)s: %(entries)s, round %(round)s.",
            when=when(part.until),
            entries=entries(len(part.timeline.batches)),
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
    file, found, seen = copyist().file if offers("copies") else None, list[CopyLine](), set[int]()
    for copy in copies(file)[:MOST_LOOKED_THROUGH] if file else []:
        held = holds(copy.file, game)
        if held is not None and held[0] not in seen:
            seen.add(held[0])
            text = _("%(entries)s, last on %(when)s", entries=_rows(held[0]), when=when(held[1]))
            found.append(copy_line(copy, str(text)))
    return found


def copy_line(copy: Copy, held: str = "") -> CopyLine:
    """Returns a copy in words; ``held`` says what it has of a game."""
    reasons: dict[Reason, str] = {
        Reason.ROUND: _("end of a round"),
        Reason.START: _("start of the app"),
        Reason.STOP: _("stop of the app"),
        Reason.DAY: _("once a day"),
        Reason.BY_HAND: _("by hand"),
        Reason.MIGRATION: _("before an update"),
        Reason.RESTORE: _("before a copy was restored"),
    }
    size = _("%(size)s kB", size=format_decimal(max(1, copy.size // KILOBYTE)))
    return CopyLine(copy.name, when(copy.made), f"{reasons[copy.reason]}, {size}", copy.sound, held)


def when(moment: datetime) -> str:
    """Returns a moment in words."""
    # The table is where the server is: its time zone is that of the players.
    return str(format_datetime(moment.astimezone().replace(tzinfo=None), "medium"))


def entries(number: int) -> str:
    """Returns how many steps are recorded, in words."""
    return str(ngettext("%(num)d step recorded", "%(num)d steps recorded", number))


def _rows(number: int) -> str:
    return str(ngettext("%(num)d row", "%(num)d rows", number))


def only_host_or_owner(game: str) -> None:
    """Lets whoever keeps the server, and the owner of a game, pass; raises Forbidden for everybody else."""
    if not at_server() and not _is_owner(game):
        raise Forbidden(game, None)


def _is_owner(game: str) -> bool:
    try:
        seat = seat_at(game)
    except (Damaged, Unavailable):
        return False
    return seat is not None and seat.owner and seat.sits


def _eyes(game_id: str) -> Callable[[State], Eyes]:
    """Returns whose secrets the device may have of what is good of a damaged game, by the last good position of it."""
    seat = None
    with suppress(Damaged, Unavailable):
        seat = seat_at(game_id)

    def eyes(state: State) -> Eyes:
        if state.mode is Mode.SOLO or state.winner is not None:
            return ALL_EYES
        return NO_EYES if seat is None else seat.parts

    return eyes


def at_server() -> bool:
    """Tells whether the device is one of whoever runs the server; where the database cannot even say that, whether it
    is the serving computer."""
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
