"""What the app says when something cannot be done: a page, or for htmx a fragment for the page's ``#notice``.

Nothing was changed in any of these cases, and each answer says how to go on. A page with forms that htmx sends
carries ``<div id="notice"></div>`` in the place of the action; the answers choose it as their target themselves.
"""

import errno
import logging
from collections.abc import Sequence
from typing import Any

from flask import Flask, Response, make_response, render_template, request
from flask_babel import format_timedelta
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from companion.rules.errors import FormatError
from companion.rules.refusal import Refused
from companion.rules.state import Mode
from companion.service import Forbidden, NotYours, OthersAsked
from companion.store import (
    Conflict,
    DecodeError,
    KeyReused,
    NotFound,
    NothingToRedo,
    NothingToUndo,
    Trouble,
    TurnNotCome,
    Unavailable,
    people,
)
from companion.store.timeline import Batch, Past
from companion.web.addresses import is_host
from companion.web.features import offers, root
from companion.web.say import _
from companion.web.seats import NotLetIn, NotOwner, Repeated, sitting, table, table_url
from companion.web.seclog import note
from companion.web.words.history.lines import history_line
from companion.web.words.names import faction_name, parts_name
from companion.web.words.refusals.files import field_text, problem_text, problem_words
from companion.web.words.refusals.texts import refusal_texts
from companion.web.words.troubles import trouble_text, trouble_title

NOTICE = "#notice"
RACE = "#news-race"
"""What a live update does not wipe away: the reader puts it away."""
MOST_NAMED = 3
COPIES = "/copies"
"""The page of the copies, for the serving computer."""
PASSING = (Trouble.LOCKED, Trouble.BUSY)
SOON, LATER = 3, 30
"""Seconds until it is worth trying again."""
OF_DISK = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EROFS: Trouble.READ_ONLY,
    errno.EIO: Trouble.DISK,
}

logger = logging.getLogger(__name__)


def answer_in_words(app: Flask) -> None:
    """Makes the app answer every error in words."""
    app.jinja_env.globals.update(problem_words=problem_words)
    app.register_error_handler(Refused, refused)
    app.register_error_handler(Conflict, conflict)
    app.register_error_handler(Repeated, repeated)
    app.register_error_handler(KeyReused, key_reused)
    app.register_error_handler(Forbidden, forbidden)
    app.register_error_handler(NotYours, not_yours)
    app.register_error_handler(OthersAsked, others_asked)
    app.register_error_handler(NotLetIn, not_let_in)
    app.register_error_handler(NotOwner, not_owner)
    app.register_error_handler(NotFound, not_found)
    app.register_error_handler(FormatError, format_error)
    app.register_error_handler(NothingToUndo, nothing_to_undo)
    app.register_error_handler(NothingToRedo, nothing_to_redo)
    app.register_error_handler(DecodeError, unreadable)
    app.register_error_handler(Unavailable, unavailable)
    app.register_error_handler(TurnNotCome, unavailable)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Exception, crashed)


def is_htmx() -> bool:
    """Tells whether htmx asks, for a fragment and not for a page."""
    return request.headers.get("HX-Request") == "true"


def is_fragment() -> bool:
    """Tells whether the answer goes into a page that is there already; going back in the browser needs a whole one."""
    return is_htmx() and request.headers.get("HX-History-Restore-Request") != "true"


def answer(status: int, part: str, title: str, *, target: str = NOTICE, **context: Any) -> Response:
    """Returns the template ``errors/<part>.html`` as a fragment for htmx, else inside a page, with the status.

    ``target`` is where on the page the fragment goes.
    """
    fragment, part = is_htmx(), f"errors/{part}.html"
    template = part if fragment else "errors/page.html"
    page = render_template(template, part=part, fragment=fragment, title=title, **context)
    response = make_response(page, status)
    if fragment:
        response.headers["HX-Retarget"] = target
        response.headers["HX-Reswap"] = "innerHTML"
    return response


def plain(status: int, title: str, text: str, field: str = "", back: str = "") -> Response:
    """Returns an error that is one sentence; ``field`` is what it is about, ``back`` where to go on: the
    first page, unless it is said."""
    return answer(status, "plain", title, text=text, field=field, back=back)


def refused(error: Refused) -> Response:
    """422: the rules do not allow the command; says every reason with its rule."""
    reasons = [
        {
            "text": text.sentence,
            "rule": text.rule.id,
            "title": text.rule.title,
            "page": text.rule.page,
            "severity": text.severity.value,
        }
        for text in refusal_texts(error.refusals)
    ]
    return answer(422, "refused", _("This is not possible"), reasons=reasons, back=_table_of_request())


def conflict(error: Conflict) -> Response:
    """409: somebody else was faster; says what changed since the page was made."""
    changed = _changes(error.game, error.expected)
    back = table_url(error.game)
    return answer(
        409, "conflict", _("Someone else was faster"), target=RACE, changes=changed, back=back, repeated=False
    )


def repeated(error: Repeated) -> Response:
    """409: this very form has been carried out before."""
    return answer(
        409, "conflict", _("This was already recorded"), changes=[], back=table_url(error.game), repeated=True
    )


def key_reused(error: KeyReused) -> Response:
    """409: the key of the form belongs to another request."""
    text = _("This form was already used for something else. Load the table again.")
    return plain(409, _("Nothing was changed"), text, "key", table_url(error.game))


def forbidden(error: Forbidden) -> Response:
    """403: no seat at this game, or one that only watches."""
    note("forbidden", role=None if error.role is None else error.role.value)
    if error.role is None:
        return answer(403, "join", _("This table has its own guests"))
    text = _("You are watching this game. To play, join again as a player.")
    return plain(403, _("Only players can change the game"), text, "role", table_url(error.game))


def not_yours(error: NotYours) -> Response:
    """403: the device plays another side or partner than the one whose step this is."""
    text = _(
        "That is for %(who)s to enter, on their own device or on a device of the table.", who=parts_name(error.givers)
    )
    return plain(403, _("This is not your step"), text, back=table_url(error.game))


def others_asked(error: OthersAsked) -> Response:
    """202: the step is of the other side, which has been asked; until it says yes nothing changes."""
    who = faction_name(error.side)
    text = _("This step belongs to %(who)s: they see your request, and it is done as soon as they agree.", who=who)
    response = answer(202, "asked", _("Asked the other side"), text=text, back=table_url(error.game))
    response.headers["HX-Push-Url"] = "false"
    return response


def not_let_in(error: NotLetIn) -> Response:
    """403: the device waits until somebody at the table lets it in, or it was removed; says which and how to go on."""
    note("forbidden", role="removed" if error.removed else "waiting")
    if error.removed:
        return answer(403, "removed", _("You were removed from this game"), game_id=error.game)
    return answer(403, "waiting", _("Waiting to be let in"), game_id=error.game, number=error.seat.number)


def not_owner(error: NotOwner) -> Response:
    """403: only the owner of a game may do this."""
    note("forbidden", role="no owner")
    text = _("That is for the owner of the game. With its recovery code any device is the owner’s.")
    return plain(403, _("Only the owner can do this"), text, back=f"{table_url(error.game)}/guests")


def not_found(error: NotFound) -> Response:
    """404: no such game or join code."""
    if error.what == "code":
        return answer(404, "join", _("No game has the code %(code)s", code=error.key[:20]))
    if error.what == "seat":
        return plain(404, _("This guest has left"), _("Check the guests again."), back=_table_of_request())
    if error.what == "ask":
        text = _("It was answered or taken back, or the game has moved on.")
        return plain(404, _("This question is over"), text, back=_table_of_request())
    return plain(404, _("There is no such game"), _("It may be on another table."))


def format_error(error: FormatError) -> Response:
    """400: a field makes no sense; names it and what is wrong with it."""
    return plain(400, _("This does not make sense"), problem_text(error), field_text(error), _table_of_request())


def nothing_to_undo(_error: NothingToUndo) -> Response:
    """409: there is nothing left to take back."""
    return plain(409, _("Nothing to take back"), _("The game is at its beginning."), back=_table_of_request())


def nothing_to_redo(_error: NothingToRedo) -> Response:
    """409: nothing was taken back since the last entry."""
    text = _("Nothing has been taken back since the last entry.")
    return plain(409, _("Nothing to redo"), text, back=_table_of_request())


def unavailable(error: Unavailable | TurnNotCome) -> Response:
    """503: the database cannot be used just now; says why, what to do about it, and when to try again."""
    trouble = error.trouble if isinstance(error, Unavailable) else Trouble.LOCKED
    logger.error("%s", error)
    return out_of_order(trouble)


def out_of_order(trouble: Trouble) -> Response:
    """503 for a trouble of the database or its disk."""
    way_back = trouble in (Trouble.DAMAGED, Trouble.GONE) and is_host() and offers("copies")
    response = answer(
        503,
        "unavailable",
        trouble_title(trouble),
        text=trouble_text(trouble),
        copies=f"{root()}{COPIES}" if way_back else "",
        command="arrakis restore newest" if way_back else "",
    )
    response.headers["Retry-After"] = str(SOON if trouble in PASSING else LATER)
    return response


def unreadable(error: DecodeError) -> Response:
    """503: the stored game comes from another version of the program, or its file is damaged."""
    logger.error("a stored game cannot be read: %s", error)
    text = _("It was written by another version of the app, or its file is damaged.")
    return plain(503, _("This game cannot be read"), text)


def http_error(error: HTTPException) -> Response:
    """Any other status: in words, with the headers that belong to it (such as Retry-After or a redirect)."""
    status = error.code or 500
    if status < 400:
        return make_response(error.get_response())
    titles = {
        400: _("This does not make sense"),
        404: _("There is no such page"),
        405: _("This address does not accept that request"),
        413: _("This is too large"),
        429: _("Too many tries"),
    }
    texts = {
        404: _("Check the address, or start again."),
        405: _("Start again from the first page."),
        413: _("Nothing was changed. A form of this app is never this large."),
        429: _("Wait some minutes, then try again."),
        500: _("The app made a mistake. Nothing was changed."),
    }
    text = texts.get(status) or str(error.description or "")
    response = plain(status, titles.get(status, _("This did not work")), text)
    if isinstance(error, RequestEntityTooLarge):
        # The rest of the body is not read, so the connection cannot be used again.
        response.headers["Connection"] = "close"
    for name, value in error.get_headers():
        if name.lower() in ("allow", "retry-after"):
            response.headers[name] = value
    return response


def crashed(error: Exception) -> Response:
    """500: a mistake of the app; the log has the details, the page none. 503: a full or failing disk is none."""
    if isinstance(error, OSError) and (trouble := OF_DISK.get(error.errno or 0)):
        logger.error("%s %s failed: %s", request.method, request.url_rule, error.strerror)
        return out_of_order(trouble)
    # The address itself may hold a code that lets people in.
    logger.exception("%s %s failed", request.method, request.url_rule, exc_info=error)
    return plain(500, _("This did not work"), _("The app made a mistake. Nothing was changed."))


def _changes(game: str, since: int) -> list[str]:
    """Says what happened after a place in the log; nothing to those who have no seat."""
    view = sitting(game)
    if view is None:
        return []
    names = people(table().games.seats(game))
    timeline = view.loaded.timeline
    by_people = timeline.state.mode is not Mode.SOLO
    return [change_line(past, names, by_people=by_people) for past in timeline.since(since)]


def change_line(past: Past, names: dict[int, str], *, by_people: bool = False) -> str:
    """Says who recorded, took back or put back what, and how long ago; ``by_people``: as ``history_line`` takes it."""
    last = past.batch if past.reversal is None else past.reversal
    facts = {
        "who": names.get(last.seat or 0, "") or _("Somebody"),
        "what": batch_named(past.batch, by_people=by_people),
        "when": format_timedelta(last.created - table().clock(), add_direction=True),
    }
    if past.reversal is None:
        line = _("%(who)s, %(when)s: %(what)s", **facts)
    elif past.undone:
        line = _("%(who)s, %(when)s, took back: %(what)s", **facts)
    else:
        line = _("%(who)s, %(when)s, redone: %(what)s", **facts)
    return str(line)


def batch_named(batch: Batch, *, by_people: bool) -> str:
    """Names a step by the events of it that the history shows; all of a long one would bury the others."""
    told = (history_line(event, by_people=by_people) for event in batch.events)
    lines = [line.title for line in told if not line.hidden]
    shown = lines[:MOST_NAMED] or [_("an entry")]
    return "; ".join(shown) + (" …" if len(lines) > MOST_NAMED else "")


def _table_of_request() -> str:
    game = (request.view_args or {}).get("game_id")
    return table_url(game) if isinstance(game, str) else ""


__all__: Sequence[str] = ["answer", "answer_in_words", "batch_named", "change_line", "is_htmx", "plain"]
