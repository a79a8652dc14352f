"""The guests of a game: who sits there on which devices, the codes, letting in, removing, leaving, being one person."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_timedelta

from companion.content.terms import Faction
from companion.rules.errors import FormatError
from companion.service import Forbidden
from companion.service.settings import MAX_NAME, GameSettings
from companion.store import THIS_COMPUTER, Code, SeatRecord, people
from companion.web.addresses import is_trustworthy
from companion.web.answers import yes_or_no
from companion.web.chairs import chairs, choices, chosen_value, has_chairs, watching
from companion.web.devices import known_device
from companion.web.errors import forbidden
from companion.web.join import Invitation, invitation, invitation_to, name_of_form, namesake, role_name
from companion.web.say import _, ngettext
from companion.web.seats import Owned, View, any_seat_at, owns, sees, table, table_url
from companion.web.security import idempotency_key
from companion.web.sides import seated
from companion.web.words import names

bp = Blueprint("guests", __name__)


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """One device of a person: when it was last seen, and what the asking device may do with it."""

    seat: int
    seen: str
    mine: bool
    removable: bool
    separable: bool
    watchable: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """A person at the table: ``about`` is the role and more in words; ``others`` are those it may turn out to be."""

    seat: int
    name: str
    about: str
    devices: tuple[DeviceLine, ...]
    others: tuple[tuple[str, str], ...]
    faction: Faction | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """Who sits on one side of the board, or on none; ``free``: the seats of it that nobody has taken."""

    title: str
    glyph: str
    css: str
    people: tuple[Person, ...]
    free: tuple[str, ...] = ()


@bp.get("/g/<game_id>/guests")
@sees
def guests(view: View) -> ResponseReturnValue:
    """Shows who sits at the table, to players how others join, to the owner all codes."""
    return render_template("start/guests.html", **_page(view))


@bp.get("/g/<game_id>/guests/waiting")
@sees
def waiting(view: View) -> ResponseReturnValue:
    """The notice for players that somebody wants to join: asked for by the table now and then."""
    view.must_write()
    return render_template("start/_waiting.html", view=view, waiting=waiting_at(view), on_table=True)


@bp.get("/g/<game_id>/waiting")
def wait(game_id: str) -> ResponseReturnValue:
    """Tells a device that waits whether anything has changed for it: then its page loads itself again."""
    game = table().games.get(game_id)
    seat = any_seat_at(game_id)
    out = seat is None or seat.removed
    response = forbidden(Forbidden(game_id, None)) if out else make_response("", 204)
    watches = "watching" in request.args
    if seat is None or not seat.waiting or watches != GameSettings.from_text(game.settings).waiting_watch:
        # Let in, turned away, or it may watch now or no longer: the page loads itself again and shows which.
        response.headers["HX-Refresh"] = "true"
    return response


@bp.post("/g/<game_id>/guests/<int:seat>/let-in")
@sees
def let_in(view: View, seat: int) -> ResponseReturnValue:
    """Lets in a device that waits."""
    view.must_write()
    table().guests.let_in(view.game.id, seat)
    return _back(view.game.id)


@bp.post("/g/<game_id>/guests/<int:seat>/turn-away")
@sees
def turn_away(view: View, seat: int) -> ResponseReturnValue:
    """Lets a device wait no longer."""
    view.must_write()
    table().guests.turn_away(view.game.id, seat)
    return _back(view.game.id)


@bp.post("/g/<game_id>/guests/<int:seat>/remove")
@owns
def remove(owned: Owned, seat: int) -> ResponseReturnValue:
    """Puts a device out; the codes are new ones afterwards."""
    if seat == owned.seat.id:
        raise FormatError("seat", _("this is your own device: leave the game instead"))
    table().guests.remove(owned.game.id, seat)
    table().put_out(owned.game.id)
    return _back(owned.game.id)


@bp.post("/g/<game_id>/guests/<int:seat>/merge")
@sees
def merge(view: View, seat: int) -> ResponseReturnValue:
    """Notes that a seat is another device of the person at another one."""
    view.must_write()
    text = request.form.get("other", "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise FormatError("other", _("choose one of the answers, not “%(value)s”", value=text[:40]))
    _may_order(view, seat)
    table().guests.merge(view.game.id, seat, int(text))
    return redirect(table_url(view.game.id), 303) if "joining" in request.form else _back(view.game.id)


@bp.post("/g/<game_id>/guests/<int:seat>/separate")
@sees
def separate(view: View, seat: int) -> ResponseReturnValue:
    """Takes a merging back."""
    _may_order(view, seat)
    table().guests.separate(view.game.id, seat)
    return _back(view.game.id)


@bp.get("/g/<game_id>/guests/same")
@sees
def same(view: View) -> ResponseReturnValue:
    """Asks whoever joined with a name that is there already whether this is the same person."""
    other = namesake(view.game.id, view.seat)
    if other is None or not view.may_write:
        return redirect(table_url(view.game.id), 303)
    return render_template("start/same.html", view=view, other=other, table_href=table_url(view.game.id))


@bp.post("/g/<game_id>/guests/name")
@sees
def rename(view: View) -> ResponseReturnValue:
    """Gives the person of this device another name."""
    view.must_write()
    try:
        name = name_of_form()
    except FormatError as problem:
        return render_template("start/guests.html", problem=problem, **_page(view)), 400
    table().guests.rename(view.game.id, view.seat.id, name)
    return _back(view.game.id)


@bp.post("/g/<game_id>/guests/codes")
@owns
def renew(owned: Owned) -> ResponseReturnValue:
    """Gives the game a new code; the old one leads nowhere at once."""
    text = request.form.get("which", "")
    try:
        which = Code(text)
    except ValueError:
        raise FormatError("which", _("choose one of the answers, not “%(value)s”", value=text[:40])) from None
    table().guests.renew(owned.game.id, (which,), idempotency_key(), table().clock())
    return _back(owned.game.id)


@bp.post("/g/<game_id>/guests/ask-first")
@owns
def ask_first(owned: Owned) -> ResponseReturnValue:
    """Decides whether new devices wait until somebody lets them in."""
    table().guests.ask_first(owned.game.id, yes_or_no("approve"))
    return _back(owned.game.id)


@bp.post("/g/<game_id>/guests/may-watch")
@owns
def may_watch(owned: Owned) -> ResponseReturnValue:
    """Decides whether those who wait to be let in watch meanwhile."""
    table().change_settings(owned.game.id, owned.seat, waiting_watch=yes_or_no("watch"))
    table().put_out(owned.game.id)
    return _back(owned.game.id)


@bp.post("/leave")
def leave() -> ResponseReturnValue:
    """Takes this device from a game, also one that waits or was removed; the history keeps its name."""
    game_id = request.form.get("game", "")
    if not game_id:
        raise FormatError("game", _("which game is missing"))
    table().games.get(game_id)
    token = known_device()
    if token is not None:
        table().guests.leave(game_id, token)
    response = make_response(redirect("/", 303))
    if is_trustworthy():
        # What the browser kept of the table: pages, and the picture for a time without network.
        response.headers["Clear-Site-Data"] = '"cache", "storage"'
    return response


@bp.app_template_global()
def waiting_at(view: View) -> list[tuple[SeatRecord, str]]:
    """Returns who waits at a game for the reader to let them in, each with the role wished for."""
    if not (view.game.approve and view.may_write):
        return []
    waiting = table().guests.waiting(view.game.id)
    return [(seat, names.parts_name(seat.parts) if seat.parts else role_name(seat.role)) for seat in waiting]


def _page(view: View) -> dict[str, object]:
    game = view.game
    watch: Invitation | None = None
    recovery: Invitation | None = None
    if view.may_write:
        watch = invitation_to(game, f"/j/{game.watch_code}", game.watch_code)
    if view.owns:
        recovery = invitation_to(game, f"/r/{game.owner_code}", game.owner_code)
    persons = _people(view)
    return {
        "view": view,
        "game": game,
        "table_href": table_url(game.id),
        "people": persons,
        "teams": _teams(view, persons),
        "chairs": _own_choices(view),
        "chair": chosen_value(view.settings, view.seat),
        "helpers": _helpers(view),
        "answering": _answering(view),
        "name": people(table().games.seats(game.id)).get(view.seat.id, view.seat.name),
        "invitation": invitation(game) if view.may_write else None,
        "watch": watch,
        "recovery": recovery,
        "waiting": waiting_at(view),
        "max_name": MAX_NAME,
        "here": view.seat.device != THIS_COMPUTER,
    }


def _people(view: View) -> list[Person]:
    called = people(table().games.seats(view.game.id))
    groups: dict[int, list[SeatRecord]] = {}
    for seat in table().games.seated(view.game.id):
        groups.setdefault(seat.person or seat.id, []).append(seat)
    shown = {person: called.get(seats[0].id, seats[0].name) or _("Somebody") for person, seats in groups.items()}
    return [
        Person(
            seats[0].id,
            shown[person],
            _about(view, seats),
            tuple(_device_line(view, seat) for seat in seats),
            tuple(
                (str(others[0].id), shown[other])
                for other, others in groups.items()
                if other != person and not _is_computer(others)
            )
            if _orders(view, seats[0]) and not _is_computer(seats)
            else (),
            next((seat.faction for seat in seats if seat.faction is not None), None),
        )
        for person, seats in groups.items()
    ]


def _is_computer(seats: list[SeatRecord]) -> bool:
    return seats[0].device == THIS_COMPUTER


def _teams(view: View, persons: Sequence[Person]) -> list[Team]:
    """Two teams and the devices without secrets; of a game against the Mahdi one list."""
    if not has_chairs(view.settings):
        return [Team("", "", "", tuple(persons))]
    found = []
    for faction, css in ((Faction.ATREIDES, "fa"), (Faction.HARKONNEN, "fh")):
        free = [
            c for c in chairs(view.settings, table().games.seats(view.game.id)) if c.faction is faction and not c.by
        ]
        sitting = tuple(one for one in persons if one.faction is faction)
        title = names.capital(names.faction_name(faction))
        found.append(Team(title, faction.id, css, sitting, tuple(names.capital(c.name) for c in free)))
    found.append(Team(_("No secrets on these"), "screen", "", tuple(one for one in persons if one.faction is None)))
    return found


def _own_choices(view: View) -> list[dict[str, object]]:
    """The seats that the reader may change to; nothing for watchers and in games without sides."""
    if not (has_chairs(view.settings) and view.may_write):
        return []
    seats = table().games.seats(view.game.id)
    return [*choices(view.settings, seats, people(seats), view.seat), watching()]


def _helpers(view: View) -> list[tuple[str, str]]:
    """The devices that may be asked to answer for what the reader plays: those that play something else."""
    if not view.seat.parts:
        return []
    seats = table().games.seated(view.game.id)
    called = people(seats)
    others = (seat for seat in seats if seat.parts and not seat.parts & view.seat.parts)
    return [(str(one.id), f"{called[one.id]}, {names.capital(names.parts_name(one.parts))}") for one in others]


def _answering(view: View) -> str:
    """Who acts for what the reader plays, empty when nobody does."""
    seats = table().games.seated(view.game.id)
    called = people(seats)
    return ", ".join(called[seat.id] for seat in seats if seat.acts_for & view.seat.parts)


def _about(view: View, seats: list[SeatRecord]) -> str:
    words = [_plays(view, seats)]
    if any(seat.owner for seat in seats):
        words.append(_("owner"))
    if any(seat.id == view.seat.id for seat in seats):
        words.append(_("you"))
    if len(seats) > 1:
        words.append(ngettext("%(num)d device", "%(num)d devices", len(seats)))
    return ", ".join(words)


def _plays(view: View, seats: list[SeatRecord]) -> str:
    """What a person does at the table; of one that has seen the other side's secrets that too."""
    seat = next((seat for seat in seats if seat.role.may_write), seats[0])
    if not has_chairs(view.settings) or not seat.role.may_write:
        return role_name(seat.role)
    if not seat.parts:
        return _("device of the table")
    found = [names.capital(names.parts_name(seat.parts))]
    if seat.acts_for:
        found.append(_("answers for %(who)s", who=names.parts_name(seat.acts_for)))
    if strange := [names.faction_name(one) for one in seat.knows if one is not seat.faction]:
        found.append(_("has seen the secrets of %(who)s", who=", ".join(strange)))
    return ", ".join(found)


def _device_line(view: View, seat: SeatRecord) -> DeviceLine:
    mine = seat.id == view.seat.id
    ago = format_timedelta(seat.seen - table().clock(), add_direction=True)
    return DeviceLine(
        seat=seat.id,
        seen=_("This device") if mine else _("seen %(when)s", when=ago),
        mine=mine,
        removable=view.owns and not mine and seat.device != THIS_COMPUTER,
        separable=seat.person is not None and _orders(view, seat),
        watchable=view.owns and not mine and seat.role.may_write and has_chairs(view.settings),
    )


def _orders(view: View, seat: SeatRecord) -> bool:
    """Whether the reader may say who is the same person as this seat: the owner of all, a player of the own ones."""
    return view.owns or (view.may_write and (seat.person or seat.id) == (view.seat.person or view.seat.id))


def _may_order(view: View, seat: int) -> None:
    view.must_write()
    if not _orders(view, seated(view, seat)):
        raise Forbidden(view.game.id, view.seat.role)


def _back(game_id: str) -> Response:
    table_itself = request.form.get("stay") == "table"
    return make_response(redirect(table_url(game_id) + ("" if table_itself else "/guests"), 303))
