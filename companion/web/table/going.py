"""Going back, or forward again, to an entry of the history: it asks first, and says what that means for the table.

``/g/<game>/history`` lists the latest entries, with ``before`` or ``after`` others; ``/g/<game>/history/<batch>`` asks;
the form goes to ``do/go-to``.
"""

import re
from dataclasses import dataclass
from itertools import islice

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.errors import FormatError
from companion.rules.state import Mode, State
from companion.service import differences
from companion.service.statistics import game_statistics
from companion.store import people
from companion.store.timeline import Way
from companion.web.errors import is_fragment
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.seats import Change, View, changes, sees, table
from companion.web.stats.figures import tiles_of
from companion.web.steps.done import todo
from companion.web.table import history, undoing
from companion.web.table.pages import can_redo
from companion.web.table.routes import next_step
from companion.web.ui.blocks import Event, Todo
from companion.web.ui.fields import Fields
from companion.web.words.changes.lines import changes as change_lines
from companion.web.words.levels import levels_from

bp = Blueprint("going", __name__)

MOST_STEPS, MOST_TODOS = 6, 8
MOST_BATCH = 10**7 - 1


@dataclass(frozen=True, slots=True)
class Asked:
    """What going to an entry means: the steps that are taken or put back, and what the hands do afterwards.

    ``here`` names the entry; ``steps`` and ``todos`` hold the first of them, ``more_steps`` and ``more_todos`` say how
    many others there are.
    """

    batch: int
    undo: bool
    title: str
    here: str
    count: str
    go: str
    steps: tuple[Event, ...]
    more_steps: int
    todos: tuple[Todo, ...]
    more_todos: int


@bp.get("/g/<game_id>/history")
@sees
def page(view: View) -> ResponseReturnValue:
    """Shows what happened, page by page, and supremacy and prescience by round."""
    names_of = people(table().games.seats(view.game.id))
    timeline = view.loaded.timeline
    return render_template(
        "table/history.html",
        scene=Scene(view, MultiDict()),
        tiles=tiles_of(game_statistics(timeline)),
        page=history.page_of(
            timeline,
            names_of,
            may_write=view.may_write,
            levels=levels_from(view.settings, timeline),
            before=_number("before"),
            after=_number("after"),
        ),
        can_redo=view.may_write and can_redo(timeline),
    )


def _number(name: str) -> int | None:
    """The number of an entry in the address; what is none leads to the latest entries."""
    text = request.args.get(name, "")
    return int(text) if re.fullmatch(r"\d{1,9}", text, re.ASCII) else None


@bp.get("/g/<game_id>/history/<int:batch>")
@sees
def ask(view: View, batch: int) -> ResponseReturnValue:
    """Asks whether to go to an entry; what cannot be gone to any longer leads back to the history."""
    scene = Scene(view, MultiDict())
    try:
        way = view.loaded.timeline.way_to(batch)
    except KeyError:
        way = Way(True, (), view.state)
    if not way.steps or not view.may_write:
        return redirect(f"{scene.home}/history", 303)
    template = "table/_going.html" if is_fragment() else "table/going.html"
    return render_template(template, scene=scene, asked=_asked(view, batch, way))


@bp.post("/g/<game_id>/do/go-to")
@changes
def go_to(change: Change) -> ResponseReturnValue:
    """Goes to an entry and says what to put back on the table, or to do again."""
    batch = Fields(request.form).count("batch", MOST_BATCH, default=None)
    try:
        change.go_to(batch)
    except (KeyError, ValueError):
        raise FormatError("batch", _("there is no such entry to go back to")) from None
    return next_step(change, MultiDict({undoing.PUT_BACK: "1"}))


def _asked(view: View, batch: int, way: Way) -> Asked:
    number = len(way.steps)
    solo = view.state.mode is Mode.SOLO
    if way.undo:
        title = _("Go back to here?")
        count = ngettext("%(num)d step is taken back:", "%(num)d steps are taken back:", number)
        go = ngettext("Take %(num)d step back", "Take %(num)d steps back", number)
    else:
        title = _("Go forward to here?")
        count = ngettext("%(num)d step is redone:", "%(num)d steps are redone:", number)
        go = ngettext("Redo %(num)d step", "Redo %(num)d steps", number)
    before = history.positions_before(view.loaded.timeline)
    told = (
        event
        for step in way.steps
        for event in history.entry_events(step, before.get(step.batch.number), by_people=not solo)[:1]
    )
    lines = tuple(islice(told, MOST_STEPS))
    todos = tuple(map(todo, change_lines(differences(view.state, way.state), solo=solo)))
    return Asked(
        batch=batch,
        undo=way.undo,
        title=title,
        here=_named(view, batch, before),
        count=count,
        go=go,
        steps=lines,
        more_steps=number - len(lines),
        todos=todos[:MOST_TODOS],
        more_todos=max(0, len(todos) - MOST_TODOS),
    )


def _named(view: View, batch: int, before: dict[int, State]) -> str:
    """The entry in a word; empty when it changed nothing that one sees."""
    steps = (*view.loaded.timeline.steps, *view.loaded.timeline.undone)
    step = next(step for step in steps if step.batch.number == batch)
    lines = history.entry_events(step, before.get(batch), by_people=view.state.mode is not Mode.SOLO)
    return lines[0].title if lines else ""
