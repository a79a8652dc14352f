"""What one side asks of the other, over the table: to take back its step, to change sides; and who has changed.

The box asks anew now and then, and as soon as the stream tells news. What it says never waits for a step of the game.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, session
from flask.typing import ResponseReturnValue

from companion.content.terms import Faction
from companion.rules.errors import FormatError
from companion.rules.state import Mode
from companion.service import GO_TO
from companion.store import AskRecord, SeatRecord, Step, people
from companion.store.records import REDO
from companion.web.errors import batch_named, is_htmx
from companion.web.say import _, ngettext
from companion.web.seats import View, sees, table, table_url
from companion.web.sides import may_agree
from companion.web.words import names

bp = Blueprint("asks", __name__)

TOLD = "told_sides"
MOST_TOLD = 24
"""Changes of sides that a session remembers as told."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked over the table. ``yes`` and ``no``: addresses and words of the answers, empty where the reader
    has none; ``field`` goes along with them."""

    title: str
    detail: str = ""
    glyph: str = "undo"
    yes: tuple[str, str] = ("", "")
    no: tuple[str, str] = ("", "")
    field: str = ""


@bp.get("/g/<game_id>/asks")
@sees
def box(view: View) -> ResponseReturnValue:
    """The questions over the table as they are now."""
    view.must_write()
    return render_template("live/_asks.html", view=view)


@bp.post("/g/<game_id>/asks/<int:ask>/agree")
@sees
def agree(view: View, ask: int) -> ResponseReturnValue:
    """Says yes: the steps are taken back or put back."""
    table().agree(view.game.id, view.seat, ask)
    return redirect(table_url(view.game.id), 303)


@bp.post("/g/<game_id>/asks/<int:ask>/refuse")
@sees
def refuse(view: View, ask: int) -> ResponseReturnValue:
    """Says no, or takes the own wish back."""
    table().refuse(view.game.id, view.seat, ask)
    return _again(view)


@bp.post("/g/<game_id>/asks/told")
@sees
def told(view: View) -> ResponseReturnValue:
    """Notes that the reader knows who has changed sides."""
    view.must_write()
    key = request.form.get("told", "")
    if key not in {_key(seat) for seat in _changed(table().games.seated(view.game.id))}:
        raise FormatError("told", _("choose one of the answers, not “%(value)s”", value=key[:40]))
    session[TOLD] = [*(one for one in session.get(TOLD, []) if one != key), key][-MOST_TOLD:]
    session.permanent = True
    return _again(view)


@bp.app_template_global()
def asks_at(view: View) -> list[Question]:
    """Returns what is asked at a table and concerns the reader; nothing for watchers and in games without sides."""
    if view.state.mode is Mode.SOLO or not view.may_write:
        return []
    seats = table().games.seated(view.game.id)
    if not any(seat.parts or seat.wants for seat in seats):
        return []
    called = people(seats)
    wishes = table().asks.of(view.game.id, view.seq)
    found = [*_to_take_back(view, wishes, called), *_to_change(view, seats, called), *_who_changed(view, seats, called)]
    return found


def _to_take_back(view: View, wishes: list[AskRecord], called: dict[int, str]) -> Iterator[Question]:
    for wish in wishes:
        at = f"{table_url(view.game.id)}/asks/{wish.id}"
        who, side = called.get(wish.seat) or _("Somebody"), names.faction_name(wish.side)
        what = _steps(view, wish)
        if wish.seat == view.seat.id:
            if wish.refused:
                title = _("%(side)s did not agree", side=names.capital(side))
                yield Question(title, what, no=(f"{at}/refuse", _("Close")))
            else:
                title = _("Waiting for %(side)s to agree", side=side)
                yield Question(title, what, no=(f"{at}/refuse", _("Withdraw my request")))
        elif view.seat.faction is wish.side and not wish.refused:
            title = _("%(who)s wants to take back one of your steps", who=who)
            yes = _("Take it back")
            if wish.kind == REDO or (wish.kind == GO_TO and not _goes_back(view, wish)):
                title, yes = _("%(who)s wants to redo one of your steps", who=who), _("Redo it")
            yield Question(title, what, yes=(f"{at}/agree", yes), no=(f"{at}/refuse", _("No")))


def _steps(view: View, wish: AskRecord) -> str:
    """What would be taken back or put back, as the reader may see it."""
    try:
        steps: tuple[Step, ...] = ()
        if wish.kind == GO_TO:
            steps = view.loaded.timeline.way_to(wish.batch).steps
        batch = steps[-1].batch if steps else view.loaded.timeline.batch(wish.batch)
    except KeyError:
        return ""
    what = batch_named(batch, by_people=True)
    if len(steps) > 1:
        count = ngettext("%(num)d step", "%(num)d steps", len(steps))
        return _("%(count)s, the last of them: %(what)s", count=count, what=what)
    return what


def _goes_back(view: View, wish: AskRecord) -> bool:
    return any(step.batch.number == wish.batch for step in view.loaded.timeline.steps)


def _to_change(view: View, seats: list[SeatRecord], called: dict[int, str]) -> Iterator[Question]:
    for seat in seats:
        if not seat.wants:
            continue
        at = f"{table_url(view.game.id)}/guests/{seat.id}"
        if (holder := next((one for one in seats if one.parts & seat.wants and _are_two(one, seat)), None)) is not None:
            yield from _to_swap(view, seat, holder, called)
            continue
        wanted, seen = names.parts_name(seat.wants), _factions(seat.knows | {part.faction for part in seat.parts})
        detail = _("This device has seen the secrets of %(seen)s and could give them away.", seen=seen)
        if not seen:
            detail = _("It joined as another device of the same person, and sees their secrets only if you allow it.")
        if seat.id == view.seat.id:
            title = _("Waiting for permission to sit as %(seat)s", seat=wanted)
            yield Question(title, detail, "people", no=(f"{at}/refuse", _("Withdraw my request")))
        else:
            title = _("%(who)s wants to sit as %(seat)s", who=called[seat.id] or _("Somebody"), seat=wanted)
            may = may_agree(view, seat)
            yes, no = (f"{at}/agree", _("Allow")), (f"{at}/refuse", _("No"))
            yield Question(title, detail, "people", yes if may else ("", ""), no if may else ("", ""))


def _are_two(one: SeatRecord, other: SeatRecord) -> bool:
    return (one.person or one.id) != (other.person or other.id)


def _to_swap(view: View, seat: SeatRecord, holder: SeatRecord, called: dict[int, str]) -> Iterator[Question]:
    """Somebody offers to change places; the two are told what each would play, and nobody else is asked."""
    at = f"{table_url(view.game.id)}/guests/{seat.id}"
    left = names.parts_name(seat.parts) if seat.parts else _("device of the table")
    who, other = called[seat.id] or _("Somebody"), called[holder.id] or _("Somebody")
    crosses = (
        _("Each of you then knows secrets of the other side.") if seat.faction not in (None, holder.faction) else ""
    )
    if seat.id == view.seat.id:
        title = _("Waiting for %(who)s to agree to swap seats", who=other)
        detail = _(
            "You would sit as %(seat)s, %(who)s as %(left)s.", seat=names.parts_name(seat.wants), who=other, left=left
        )
        yield Question(title, f"{detail} {crosses}".strip(), "people", no=(f"{at}/refuse", _("Withdraw my request")))
    elif not _are_two(holder, view.seat):
        title = _("%(who)s offers to swap seats with you", who=who)
        detail = _(
            "You would sit as %(left)s, %(who)s as %(seat)s.", seat=names.parts_name(seat.wants), who=who, left=left
        )
        yes, no = (f"{at}/agree", _("Swap")), (f"{at}/refuse", _("No"))
        yield Question(title, f"{detail} {crosses}".strip(), "people", yes, no)


def _who_changed(view: View, seats: list[SeatRecord], called: dict[int, str]) -> Iterator[Question]:
    for seat in _changed(seats):
        if seat.id != view.seat.id and _key(seat) not in session.get(TOLD, []):
            who, wanted = called[seat.id] or _("Somebody"), names.parts_name(seat.parts)
            title = _("%(who)s now sits as %(seat)s", who=who, seat=wanted)
            detail = _("This device has seen the secrets of %(seen)s.", seen=_factions(seat.knows - {seat.faction}))
            at = f"{table_url(view.game.id)}/asks/told"
            yield Question(title, detail, "people", no=(at, _("Close")), field=_key(seat))


def _changed(seats: list[SeatRecord]) -> list[SeatRecord]:
    """Those that play a side and have seen the secrets of the other."""
    return [seat for seat in seats if seat.faction is not None and seat.knows - {seat.faction}]


def _key(seat: SeatRecord) -> str:
    return f"{seat.id}-{'-'.join(sorted(seat.parts))}"


def _factions(sides: frozenset[Faction | None] | frozenset[Faction]) -> str:
    return ", ".join(names.faction_name(one) for one in Faction if one in sides)


def _again(view: View) -> Response:
    """The box anew where htmx asks, else the table."""
    if is_htmx():
        return make_response(render_template("live/_asks.html", view=view), {"HX-Push-Url": "false"})
    return make_response(redirect(table_url(view.game.id), 303))
