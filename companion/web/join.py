"""Joining a table: the code that somebody typed or scanned, and the seat that a device takes with it."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.ask.asked import Parts
from companion.rules.errors import FormatError
from companion.service import GameSettings
from companion.service.lettering import is_plain
from companion.service.settings import MAX_NAME
from companion.store import GameRecord, NotFound, Role, SeatRecord, SeatTaken, people
from companion.store.codes import LENGTH, OWNER_LENGTH, grouped, typed
from companion.web.addresses import public_url
from companion.web.chairs import choices, chosen, chosen_value, has_chairs, watching
from companion.web.devices import device
from companion.web.features import root
from companion.web.guessing import try_code, wrong_code
from companion.web.say import _
from companion.web.seats import any_seat_at, seat_at, table, table_url
from companion.web.seclog import note
from companion.web.words.games import titled
from companion.web.words.names import parts_name

bp = Blueprint("join", __name__)

MAX_CODE = 200


@dataclass(frozen=True, slots=True)
class Invitation:
    """How others join: ``matrix`` is the QR code of ``url`` as rows of true and false."""

    code: str
    url: str
    matrix: list[list[bool]]
    seats: list[SeatRecord]
    guests_href: str


def invitation(game: GameRecord) -> Invitation:
    """Returns the invitation to play; only for those who may write, since the code lets others write."""
    return invitation_to(game, f"/j/{game.play_code}", game.play_code)


def invitation_to(game: GameRecord, path: str, code: str) -> Invitation:
    """Returns what a page says of one of the codes of a game, whose link is ``path``."""
    # Only a server draws such codes.
    import qrcode

    url = f"{public_url()}{path}"
    drawn = qrcode.QRCode(border=2)
    drawn.add_data(url)
    drawn.make()
    return Invitation(grouped(code), url, drawn.get_matrix(), _persons(game.id), f"{table_url(game.id)}/guests")


def _persons(game_id: str) -> list[SeatRecord]:
    """One seat of each person at a table."""
    return [seat for seat in table().games.seated(game_id) if seat.person is None]


@bp.get("/join")
def by_code() -> ResponseReturnValue:
    """Takes a code that somebody typed and goes to its page; the recovery code of an owner leads to its own."""
    text = request.args.get("code", "")[:MAX_CODE]
    code = typed(text)
    if len(code) == OWNER_LENGTH:
        return redirect(f"{root()}/r/{code}", 303)
    if len(code) != LENGTH:
        wrong_code("join")
        raise NotFound("code", text)
    return redirect(f"{root()}/j/{code}", 303)


@bp.get("/j/<code>")
def ask(code: str) -> ResponseReturnValue:
    """Asks a guest for name and role; who plays already is not made a watcher by the code to watch."""
    game, most = _game(code)
    seat = seat_at(game.id)
    if seat is not None and seat.role.may_write and not most.may_write:
        return redirect(table_url(game.id), 303)
    return render_template("start/join.html", **_form(code, game, most), values={})


@bp.post("/j/<code>")
def take_seat(code: str) -> ResponseReturnValue:
    """Gives the device a seat, or its seat another role and name, and goes to the table.

    Where somebody of the same name sits already it asks on the way whether that is the same person.
    """
    game, most = _game(code)
    try:
        name = name_of_form()
        role, parts = _seat(game, most)
        seat = table().games.sit(game.id, device(), role, name, table().clock(), parts)
    except FormatError as problem:
        context = _form(code, game, most)
        return render_template("start/join.html", problem=problem, values=request.form, **context), 400
    except SeatTaken as taken:
        context = {**_form(code, game, most), "problem": FormatError("seat", seat_taken(taken))}
        return render_template("start/join.html", values=request.form, **context), 409
    note("joined", game=game.id, role=seat.role.value, waiting=seat.waiting)
    if not seat.waiting and namesake(game.id, seat) is not None:
        return redirect(f"{table_url(game.id)}/guests/same", 303)
    return redirect(table_url(game.id), 303)


def namesake(game_id: str, seat: SeatRecord) -> SeatRecord | None:
    """Returns the seat of another person of the same name, None when there is none."""
    same = (
        other
        for other in table().games.seated(game_id)
        if other.id != seat.id and other.name and other.name.casefold() == seat.name.casefold()
        if (other.person or other.id) != (seat.person or seat.id)
    )
    return next(same, None)


def name_of_form() -> str:
    """Returns the name that somebody entered; raises FormatError."""
    name = " ".join(request.form.get("name", "").split())
    if not name or len(name) > MAX_NAME or not is_plain(name):
        raise FormatError("name", _("a name of 1 to %(most)s letters is needed", most=MAX_NAME))
    return name


def seat_taken(taken: SeatTaken) -> str:
    """Says who plays what somebody wanted to play."""
    called = people(table().games.seats(taken.game)).get(taken.by) or _("Somebody")
    return _("%(who)s has just taken %(seat)s", who=called, seat=parts_name(taken.parts))


def role_name(role: Role) -> str:
    """Returns what a role is called."""
    names: dict[Role, str] = {Role.PLAYER: _("Player"), Role.PARTNER: _("Partner"), Role.SPECTATOR: _("Spectator")}
    return names[role]


def _form(code: str, game: GameRecord, most: Role) -> dict[str, object]:
    seat = any_seat_at(game.id)
    settings = GameSettings.from_text(game.settings)
    if not (has_chairs(settings) and most.may_write):
        return {"code": code, "game": game, "seat": seat, "roles": _roles(most), "max_name": MAX_NAME}
    seats = table().games.seats(game.id)
    offered = [*choices(settings, seats, people(seats), seat), watching()]
    mine = None if seat is None or not seat.sits else chosen_value(settings, seat)
    return {"code": code, "game": game, "seat": seat, "chairs": offered, "chair": mine, "max_name": MAX_NAME}


def _seat(game: GameRecord, most: Role) -> tuple[Role, Parts | None]:
    """What was chosen: a seat of a game between people, else a role; raises FormatError."""
    if most.may_write and "seat" in request.form:
        return chosen(GameSettings.from_text(game.settings), request.form["seat"])
    return _role(most), None


def _game(code: str) -> tuple[GameRecord, Role]:
    try_code("join")
    try:
        game, role = table().games.by_code(code)
    except NotFound:
        wrong_code("join")
        raise
    return titled(game), role


def _role(most: Role) -> Role:
    value = request.form.get("role", "")
    try:
        return next(role for role in _open_to(most) if role.value == value)
    except StopIteration:
        raise FormatError("role", _("choose one of the answers, not “%(value)s”", value=value[:40])) from None


def _open_to(most: Role) -> tuple[Role, ...]:
    """The roles that a code lets people choose: that of watchers lets them watch."""
    return tuple(Role) if most.may_write else (Role.SPECTATOR,)


def _roles(most: Role) -> list[dict[str, str]]:
    details = {
        Role.PLAYER: _("Plays Atreides: sees everything and enters everything."),
        Role.PARTNER: _("Plays Atreides together with a player, with the same rights."),
        Role.SPECTATOR: _("Watches. Sees nothing that is hidden and changes nothing."),
    }
    glyphs = {Role.PLAYER: "atreides", Role.PARTNER: "people", Role.SPECTATOR: "screen"}
    return [
        {"value": role.value, "title": role_name(role), "detail": details[role], "glyph": glyphs[role]}
        for role in _open_to(most)
    ]
