"""Steps of the history as lines: what each request did, in words."""

from collections.abc import Iterator
from itertools import islice

from companion.content.terms import Faction
from companion.rules.events import BoardCorrected, HarvestingSectorSet, PhaseBegan, RoundBegan, TacticalDrawn, TargetSet
from companion.rules.events import Event as GameEvent
from companion.rules.state import Mode, State
from companion.store import Timeline
from companion.web.editor.words import corrected_line
from companion.web.ui.blocks import Event
from companion.web.words.history.lines import history_line
from companion.web.words.records import HistoryLine

MOST_RECENT = 6
SIDES = {Faction.HARKONNEN: "h", Faction.ATREIDES: "a", None: ""}


SAID_BY_CARD = {HarvestingSectorSet: "harvest", TargetSet: "target"}
"""What the line of a tactical card has said already, by what the card was drawn for."""


def visible_lines(
    events: tuple[GameEvent, ...], before: State | None = None, *, by_people: bool = False
) -> list[HistoryLine]:
    """Returns the lines of events that change something on the table; a phase is none.

    ``by_people``: as ``history_line`` takes it.
    ``before``: the position in which they happened, where it is known; with it a correction says what it changed.
    """
    return list(reversed(list(_latest_first(events, before, by_people=by_people))))


def _latest_first(events: tuple[GameEvent, ...], before: State | None, *, by_people: bool) -> Iterator[HistoryLine]:
    """The lines of ``visible_lines``, the last first: whoever wants a few of many words no more than those."""
    drawn = {event.role for event in events if isinstance(event, TacticalDrawn)}
    for event in reversed(events):
        if isinstance(event, PhaseBegan) or SAID_BY_CARD.get(type(event)) in drawn:
            continue
        corrects = isinstance(event, BoardCorrected) and before is not None
        line = (
            corrected_line(before, event)  # type: ignore[arg-type]
            if corrects
            else history_line(event, by_people=by_people)
        )
        if not line.hidden:
            yield line


def as_event(line: HistoryLine, *, undone: bool = False) -> Event:
    """Returns a line of the history as the page draws it."""
    return Event(line.glyph, line.title, line.detail, SIDES[line.faction], undone)


def recent_events(timeline: Timeline) -> tuple[Event, ...]:
    """Returns the last things that happened in this round, newest first."""
    found: list[Event] = []
    by_people = timeline.state.mode is not Mode.SOLO
    for at in range(len(timeline.steps) - 1, -1, -1):
        events, before = timeline.steps[at].batch.events, timeline.steps[at - 1].state if at else None
        lines = _latest_first(events, before, by_people=by_people)
        found.extend(as_event(line) for line in islice(lines, MOST_RECENT - len(found)))
        if len(found) >= MOST_RECENT or any(isinstance(event, RoundBegan) for event in events):
            break
    return tuple(found)
