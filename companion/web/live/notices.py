"""What was taken back, or put back, on another device: it stands over the table until its reader puts it away.

Each device remembers in its session up to which row of the log its reader has been told. The mark begins where the
device sees a game for the first time.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import session

from companion.rules.state import Mode
from companion.store import people
from companion.store.timeline import Past, Reversal
from companion.web.errors import change_line
from companion.web.say import _, ngettext
from companion.web.seats import View, table

SEEN = "seen"
MOST_GAMES = 8
"""Marks that a session keeps: those of the games seen last."""
MOST_LINES = 2


@dataclass(frozen=True, slots=True)
class Notice:
    """What others took back or put back: a heading, the latest of it in words, and how much more there is."""

    title: str
    lines: tuple[str, ...]
    more: str
    glyph: str


def notice_for(view: View) -> Notice | None:
    """Returns what the reader of this device has not put away yet; None for one that only watches."""
    if not view.may_write:
        return None
    told, timeline = _mark(view), view.loaded.timeline
    last = dict[int, Reversal]()
    for number, reversal in reversed(timeline.reversals):
        if reversal.seq <= told:
            break
        last.setdefault(number, reversal)
    found = [(one, Past(timeline.batch(number), one)) for number, one in last.items() if one.seat != view.seat.id]
    return _worded(view, found) if found else None


def put_away(game: str, seq: int) -> None:
    """Notes that the reader of this device knows everything up to row ``seq``."""
    marks: dict[str, int] = dict(session.get(SEEN, {}))
    seq = max(seq, marks.pop(game, 0))
    session[SEEN] = dict([*marks.items(), (game, seq)][-MOST_GAMES:])
    session.permanent = True


def _mark(view: View) -> int:
    marks = session.get(SEEN, {})
    if view.game.id not in marks:
        put_away(view.game.id, view.seq)
    return int(session[SEEN][view.game.id])


def _worded(view: View, news: Sequence[tuple[Reversal, Past]]) -> Notice:
    names = people(table().games.seats(view.game.id))
    by_people = view.state.mode is not Mode.SOLO
    lines = tuple(change_line(past, names, by_people=by_people) for _reversal, past in news[:MOST_LINES])
    more = len(news) - len(lines)
    undone = news[0][0].undone
    return Notice(
        _("Taken back on another device") if undone else _("Redone on another device"),
        lines,
        ngettext("and %(num)d more", "and %(num)d more", more) if more else "",
        "undo" if undone else "redo",
    )
