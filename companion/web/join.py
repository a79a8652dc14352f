"""Joining a table: the invitation as QR and short code, and the seat that a device takes."""

from dataclasses import dataclass

import qrcode
from flask import Blueprint, current_app, redirect, render_template, request
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import TooManyRequests

from companion.rules.errors import FormatError
from companion.service.settings import MAX_NAME
from companion.store import GameRecord, NotFound, Role, SeatRecord
from companion.store.codes import LENGTH, grouped, typed
from companion.web.addresses import public_url
from companion.web.devices import device
from companion.web.say import _
from companion.web.seats import View, seat_at, sees, table, table_url
from companion.web.security import Attempts
from companion.web.words.games import titled

bp = Blueprint("join", __name__)

MAX_CODE = 200
FAILURES, MINUTES = 20, 10
ATTEMPTS = "arrakis.attempts"


@dataclass(frozen=True, slots=True)
class Invitation:
    """How others join: ``matrix`` is the QR code of ``url`` as rows of true and false."""

    code: str
    url: str
    matrix: list[list[bool]]
    seats: list[SeatRecord]
    guests_href: str


@bp.record
def _count_attempts(setup: BlueprintSetupState) -> None:
    setup.app.extensions[ATTEMPTS] = Attempts(FAILURES, MINUTES * 60)


def invitation(game: GameRecord) -> Invitation:
    """Returns the invitation to a game; only for those who may write, since the code lets others write."""
    url = f"{public_url()}/j/{game.play_code}"
    code = qrcode.QRCode(border=2)
    code.add_data(url)
    code.make()
    return Invitation(
        grouped(game.play_code), url, code.get_matrix(), table().games.seated(game.id), f"{table_url(game.id)}/guests"
    )


@bp.get("/join")
def by_code() -> ResponseReturnValue:
    """Takes a code that somebody typed and goes to its page."""
    text = request.args.get("code", "")
    code = typed(text[:MAX_CODE])
    if len(code) != LENGTH:
        raise NotFound("code", text[:MAX_CODE])
    return redirect(f"/j/{code}", 303)


@bp.get("/j/<code>")
def ask(code: str) -> ResponseReturnValue:
    """Asks a guest for name and role."""
    game, most = _game(code)
    return render_template("start/join.html", **_form(code, game, most), values={})


@bp.post("/j/<code>")
def take_seat(code: str) -> ResponseReturnValue:
    """Gives the device a seat, or its seat another role and name, and goes to the table."""
    game, most = _game(code)
    try:
        name, role = _name(), _role(most)
    except FormatError as problem:
        context = _form(code, game, most)
        return render_template("start/join.html", problem=problem, values=request.form, **context), 400
    table().games.sit(game.id, device(), role, name, table().clock())
    return redirect(table_url(game.id), 303)


@bp.get("/g/<game_id>/guests")
@sees
def guests(view: View) -> ResponseReturnValue:
    """Shows who sits at the table, and to players how others join."""
    return render_template(
        "start/guests.html",
        game=view.game,
        table_href=table_url(view.game.id),
        seats=[(seat, _role_name(seat.role)) for seat in table().games.seated(view.game.id)],
        invitation=invitation(view.game) if view.may_write else None,
    )


def _form(code: str, game: GameRecord, most: Role) -> dict[str, object]:
    return {"code": code, "game": game, "seat": seat_at(game.id), "roles": _roles(most), "max_name": MAX_NAME}


def _game(code: str) -> tuple[GameRecord, Role]:
    attempts: Attempts = current_app.extensions[ATTEMPTS]
    address = request.remote_addr or ""
    if attempts.blocked(address):
        raise TooManyRequests
    try:
        game, role = table().games.by_code(code)
    except NotFound:
        attempts.failed(address)
        raise
    return titled(game), role


def _name() -> str:
    name = " ".join(request.form.get("name", "").split())
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise FormatError("name", _("a name of 1 to %(most)s letters is needed", most=MAX_NAME))
    return name


def _role(most: Role) -> Role:
    value = request.form.get("role", "")
    try:
        return next(role for role in _open_to(most) if role.value == value)
    except StopIteration:
        raise FormatError("role", _("choose one of the answers, not “%(value)s”", value=value[:40])) from None


def _role_name(role: Role) -> str:
    names: dict[Role, str] = {Role.PLAYER: _("Player"), Role.PARTNER: _("Partner"), Role.SPECTATOR: _("Spectator")}
    return names[role]


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
        {"value": role.value, "title": _role_name(role), "detail": details[role], "glyph": glyphs[role]}
        for role in _open_to(most)
    ]
