"""The addresses of the replay: ``/g/<game>/replay`` begins it, ``/g/<game>/replay/<seq>`` is one of its entries, and
``/g/<game>/what-if`` makes a copy that goes on from there in another way."""

from collections.abc import Sequence

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound

from companion.rules.ask.asked import SIDES
from companion.rules.errors import FormatError
from companion.rules.state import Mode
from companion.service import Forbidden
from companion.service.copies import copy_game
from companion.service.quotas import Kind
from companion.service.settings import MAX_NAME, SetUp
from companion.store.timeline import Step
from companion.web.admission import makes
from companion.web.devices import device
from companion.web.replay.course import Moment, first_of_round, moment, place_of, round_at
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.seats import View, sees, table, table_url
from companion.web.security import idempotency_key
from companion.web.table.pages import show
from companion.web.ui.blocks import Dock, Event, Todo, Todos
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.replay_blocks import Player

bp = Blueprint("replay", __name__)

MOST_SEQ = 10**7 - 1


@bp.get("/g/<game_id>/replay")
@sees
def begin(view: View) -> ResponseReturnValue:
    """Goes to the first entry, or with ``round`` to the one with which that round began."""
    steps, number = _steps(view), Fields(request.args).count("round", MOST_SEQ, default=0)
    return redirect(_address(view, steps[first_of_round(steps, number)].batch.last), 303)


@bp.get("/g/<game_id>/replay/<int:seq>")
@sees
def entry(view: View, seq: int) -> ResponseReturnValue:
    """Shows the table as it stood after an entry, and what that entry did."""
    steps = _steps(view)
    at = place_of(steps, seq)
    if at is None:
        return redirect(f"{table_url(view.game.id)}/replay", 303)
    shown = moment(view.loaded.timeline, at)
    scene = Scene(view, MultiDict()).at(seq, replay=True)
    answer = show(scene, _panel(view, shown), recent=False)
    # The browser's "back" leaves the replay, it does not play it backwards.
    if answer.headers.pop("HX-Push-Url", None):
        answer.headers["HX-Replace-Url"] = _address(view, seq)
    return answer


@bp.post("/g/<game_id>/what-if")
@makes(Kind.GAMES)
@sees
def what_if(view: View) -> ResponseReturnValue:
    """Makes a copy that begins as the game stood after an entry, with this device as its owner, and goes there."""
    if not may_branch(view):
        raise Forbidden(view.game.id, view.seat.role)
    until = Fields(request.form).count("until", MOST_SEQ, default=None)
    steps = _steps(view)
    at = place_of(steps, until)
    if at is None:
        raise FormatError("until", _("there is no such entry to go back to"))
    name = _("What if … from round %(round)s", round=max(1, round_at(steps, at)))[:MAX_NAME]
    who = (device(), view.seat.name)
    made = copy_game(
        table(), view.game.id, *who, idempotency_key(), name, whole=False, eyes=view.file_eyes, until=until
    )
    return redirect(table_url(made.id), 303)


def may_branch(view: View) -> bool:
    """Tells whether a device may try something else from an earlier point.

    Alone and when a game is over every player may. While people play there are hidden things: then only who holds a
    whole side may, and the copy knows no more than that side.
    """
    if not view.is_player or view.state.mode is Mode.SOLO or view.state.winner is not None:
        return view.is_player
    faction = view.seat.faction
    return faction is not None and (view.seat.parts >= SIDES[faction] or view.state.partners(faction) == 1)


def _read(line: Event) -> Todo:
    return Todo(line.title, line.detail, line.glyph, line.faction)


def _steps(view: View) -> Sequence[Step]:
    if view.loaded.timeline.steps and view.settings.set_up is not SetUp.TRACKERS:
        return view.loaded.timeline.steps
    raise NotFound


def _address(view: View, seq: int) -> str:
    return f"{table_url(view.game.id)}/replay/{seq}"


def _panel(view: View, shown: Moment) -> Panel:
    steps, home = view.loaded.timeline.steps, table_url(view.game.id)

    def at(index: int) -> str:
        return _address(view, steps[index].batch.last) if 0 <= index < len(steps) else ""

    player = Player(
        back=at(shown.at - 2),
        next=at(shown.at),
        place=_("Step %(number)s of %(all)s", number=shown.at, all=shown.of),
        action=f"{home}/replay",
        round=shown.round,
        rounds=round_at(steps, len(steps) - 1),
        what_if=f"{home}/what-if" if may_branch(view) and steps[shown.at - 1].state.winner is None else "",
        until=shown.seq,
    )
    lines = (Todos(tuple(map(_read, shown.lines[1:])), read=True),) if shown.lines[1:] else ()
    return Panel(
        kicker=shown.kicker,
        glyph=shown.lines[0].glyph if shown.lines else "history",
        faction=shown.lines[0].faction if shown.lines else "",
        title=shown.title,
        detail=shown.lines[0].detail if shown.lines else "",
        blocks=(*lines, Dock((player,))),
        focus=shown.focus,
        close=home,
        flash=shown.places,
    )
