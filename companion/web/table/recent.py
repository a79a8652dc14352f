"""Steps of the history as lines: what each request did, in words."""

from companion.content.terms import Faction
from companion.rules.events import Event as GameEvent
from companion.rules.events import PhaseBegan, RoundBegan
from companion.store import Timeline
from companion.web.table.blocks import Event
from companion.web.words.history import history_line
from companion.web.words.records import HistoryLine

MOST_RECENT = 6
SIDES = {Faction.HARKONNEN: "h", Faction.ATREIDES: "a", None: ""}


def visible_lines(events: tuple[GameEvent, ...]) -> list[HistoryLine]:
    """Returns the lines of events that change something on the table."""
    return [line for line in map(history_line, events) if not line.hidden]


def as_event(line: HistoryLine, *, undone: bool = False) -> Event:
    """Returns a line of the history as the page draws it."""
    return Event(line.glyph, line.title, line.detail, SIDES[line.faction], undone)


def recent_events(timeline: Timeline) -> tuple[Event, ...]:
    """Returns the last things that happened in this round, newest first."""
    found: list[Event] = []
    for step in reversed(timeline.steps):
        lines = visible_lines(tuple(e for e in step.batch.events if not isinstance(e, PhaseBegan)))
        found.extend(as_event(line) for line in reversed(lines))
        if len(found) >= MOST_RECENT or any(isinstance(event, RoundBegan) for event in step.batch.events):
            break
    return tuple(found[:MOST_RECENT])
