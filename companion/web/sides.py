"""Changing seats: one's own, another side's only with a yes, answering for somebody, watching from now on."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.errors import FormatError
from companion.service import Forbidden
from companion.store import NotFound, SeatRecord, SeatTaken, agreeing, people
from companion.web.chairs import choices, chosen, chosen_value, has_chairs
from companion.web.errors import plain
from companion.web.join import seat_taken
from companion.web.say import _
from companion.web.seats import Owned, View, owns, sees, table, table_url
from companion.web.seclog import note

bp = Blueprint("sides", __name__)


@bp.errorhandler(SeatTaken)
def taken(error: SeatTaken) -> ResponseReturnValue:
    """409: somebody else sits there."""
    text = _("%(taken)s. Choose another seat.", taken=seat_taken(error))
    return plain(409, _("This seat is taken"), text, back=f"{table_url(error.game)}/guests")


@bp.get("/g/<game_id>/seat")
@sees
def choose(view: View) -> ResponseReturnValue:
    """Asks which seat is the reader's: one tap."""
    if not (view.may_write and has_chairs(view.settings)):
        return redirect(table_url(view.game.id), 303)
    seats = table().games.seats(view.game.id)
    offered = choices(view.settings, seats, people(seats), view.seat)
    context = {"chosen": chosen_value(view.settings, view.seat), "table_href": table_url(view.game.id)}
    return render_template("start/seat.html", view=view, chairs=offered, **context)


@bp.post("/g/<game_id>/seat")
@sees
def change(view: View) -> ResponseReturnValue:
    """Gives the device another seat; to the side whose opponent's secrets it has seen only with a yes."""
    view.must_write()
    if not has_chairs(view.settings):
        raise FormatError("seat", _("this game has no seats by side"))
    role, parts = chosen(view.settings, request.form.get("seat", ""))
    if not role.may_write:
        table().sides.watch(view.game.id, view.seat.id)
    else:
        table().sides.change(view.game.id, view.seat.id, parts)
    note("seat", game=view.game.id, seat=view.seat.id, plays=" ".join(sorted(parts)) or role.value)
    return redirect(_after(view), 303)


@bp.post("/g/<game_id>/guests/<int:seat>/agree")
@sees
def agree(view: View, seat: int) -> ResponseReturnValue:
    """Lets a device change sides."""
    _may_agree(view, seat)
    table().sides.agree(view.game.id, seat)
    return redirect(_after(view), 303)


@bp.post("/g/<game_id>/guests/<int:seat>/refuse")
@sees
def refuse(view: View, seat: int) -> ResponseReturnValue:
    """Does not let a device change sides; whoever asked for it may take that back so as well."""
    if seat != view.seat.id:
        _may_agree(view, seat)
    table().sides.refuse(view.game.id, seat)
    return redirect(_after(view), 303)


@bp.post("/g/<game_id>/guests/<int:seat>/watch")
@owns
def watch(owned: Owned, seat: int) -> ResponseReturnValue:
    """Makes another device one that only watches."""
    if seat == owned.seat.id:
        raise FormatError("seat", _("this is your own device: choose to watch instead"))
    table().sides.watch(owned.game.id, seat)
    return redirect(f"{table_url(owned.game.id)}/guests", 303)


@bp.post("/g/<game_id>/seat/hand-over")
@sees
def hand_over(view: View) -> ResponseReturnValue:
    """Lets another device answer for what this one plays: one decision, or all until that is taken back."""
    view.must_write()
    to, times = request.form.get("to", ""), request.form.get("times", "once")
    if not (to.isascii() and to.isdigit() and len(to) < 10):
        raise FormatError("to", _("choose one of the answers, not “%(value)s”", value=to[:40]))
    if times not in ("once", "always"):
        raise FormatError("times", _("choose one of the answers, not “%(value)s”", value=times[:40]))
    table().sides.hand_over(view.game.id, view.seat.id, int(to), once=times == "once")
    return redirect(_after(view), 303)


@bp.post("/g/<game_id>/seat/take-back")
@sees
def take_back(view: View) -> ResponseReturnValue:
    """Lets nobody answer for this device any more."""
    view.must_write()
    table().sides.take_back(view.game.id, view.seat.id)
    return redirect(_after(view), 303)


def may_agree(view: View, asker: SeatRecord) -> bool:
    """Tells whether the reader may let a device play what it asks for (``agreeing``)."""
    return any(one.id == view.seat.id for one in agreeing(table().games.seated(view.game.id), asker))


def _may_agree(view: View, seat: int) -> None:
    asker = seated(view, seat)
    view.must_write()
    if not may_agree(view, asker):
        raise Forbidden(view.game.id, view.seat.role)


def seated(view: View, seat: int) -> SeatRecord:
    """Returns the seat of that number at the game; raises NotFound when nobody sits there."""
    found = next((one for one in table().games.seated(view.game.id) if one.id == seat), None)
    if found is None:
        raise NotFound("seat", str(seat))
    return found


def _after(view: View) -> str:
    """Where a form leads back: the list of seats, or the table where the form stood over it."""
    return table_url(view.game.id) + ("/guests" if request.form.get("back") == "guests" else "")
