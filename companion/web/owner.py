"""How an owner gets in again: by the recovery code of a game, or by the owner's link of the server."""

import hmac

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.errors import FormatError
from companion.service.settings import MAX_NAME
from companion.store import THIS_COMPUTER, GameRecord, NotFound
from companion.store.codes import LENGTH, OWNER_LENGTH, typed
from companion.web.devices import device
from companion.web.features import root
from companion.web.guessing import try_code, wrong_code
from companion.web.join import MAX_CODE, name_of_form
from companion.web.ownership import owner_secret
from companion.web.say import _
from companion.web.seats import table, table_url
from companion.web.seclog import note
from companion.web.words.games import titled

bp = Blueprint("owner", __name__)

SAME, OTHER = "same", "other"


@bp.get("/recover")
def recover() -> ResponseReturnValue:
    """Asks for the recovery code of a game; one that is sent along leads to its page, also the code to join by."""
    text = request.args.get("code")
    if text is None:
        return render_template("start/recover.html", typed="", wrong=False)
    code = typed(text[:MAX_CODE])
    if len(code) == LENGTH:
        return redirect(f"{root()}/j/{code}", 303)
    if len(code) == OWNER_LENGTH:
        return redirect(f"{root()}/r/{code}", 303)
    wrong_code("recovery")
    return _unknown(text)


@bp.get("/r/<code>")
def ask(code: str) -> ResponseReturnValue:
    """Asks whether this is the owner on another device, and whether the old one stays."""
    try:
        game = _game(code)
    except NotFound:
        return _unknown(code)
    return render_template("start/take_back.html", values={}, **_form(code, game))


@bp.post("/r/<code>")
def take_back(code: str) -> ResponseReturnValue:
    """Gives the device an owner's seat and goes to the table."""
    try:
        game = _game(code)
    except NotFound:
        return _unknown(code)
    context = _form(code, game)
    who = request.form.get("who", SAME)
    same = context["old"] is not None and who == SAME
    try:
        if who not in (SAME, OTHER):
            raise FormatError("who", _("choose one of the answers, not “%(value)s”", value=who[:40]))
        name = "" if same else name_of_form()
    except FormatError as problem:
        return render_template("start/take_back.html", problem=problem, values=request.form, **context), 400
    gone = request.form.get("remove") == "yes"
    note("owner_recovered", game=game.id, others_removed=gone)
    table().guests.take_back(game.id, device(), name, table().clock(), same=same, remove_others=gone)
    if gone:
        table().put_out(game.id)
    return redirect(f"{table_url(game.id)}/guests" if gone else table_url(game.id), 303)


@bp.get("/owner/<secret>")
def link(secret: str) -> ResponseReturnValue:
    """Asks whether this device shall be at home at every game of this server: the owner's link from the terminal."""
    _check(secret)
    return render_template("start/owner.html", secret=secret)


@bp.post("/owner/<secret>")
def open_link(secret: str) -> ResponseReturnValue:
    """Makes the device an owner's device of this server."""
    _check(secret)
    note("owner_device_added")
    table().guests.make_owner_device(device(), secret, "", table().clock())
    return redirect(url_for("start.home"), 303)


def _check(secret: str) -> None:
    try_code("owner")
    right = owner_secret(current_app)
    if right is None or not hmac.compare_digest(secret.encode(), right.encode()):
        wrong_code("owner")
        abort(404)


def _game(code: str) -> GameRecord:
    try_code("recovery")
    try:
        return titled(table().games.by_owner_code(code))
    except NotFound:
        wrong_code("recovery")
        raise


def _form(code: str, game: GameRecord) -> dict[str, object]:
    old = table().guests.owner(game.id)
    if old is not None and old.device == THIS_COMPUTER:
        old = None
    return {"code": code, "game": game, "old": old, "max_name": MAX_NAME}


def _unknown(text: str) -> ResponseReturnValue:
    return render_template("start/recover.html", typed=text[:MAX_CODE], wrong=True), 404
