"""The history: every entry in words by rounds and phases, each with the way to go back, or forward again, to it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, pairwise

from companion.content.terms import Phase
from companion.rules.events import GameStarted, PhaseBegan, RoundBegan
from companion.rules.state import Mode, State
from companion.store import Timeline
from companion.store.timeline import Past, Step
from companion.web.say import _
from companion.web.table.recent import as_event, visible_lines
from companion.web.ui.blocks import Event
from companion.web.words import names
from companion.web.words.history.lines import taken_back
from companion.web.words.records import HistoryLine


@dataclass(frozen=True, slots=True)
class Entry:
    """One request of the history. ``batch`` is its number; ``way``: "back" or "forward" where one can go to it."""

    batch: int
    lines: tuple[Event, ...]
    phase: str
    way: str = ""


@dataclass(frozen=True, slots=True)
class PhasePart:
    """What happened in one phase, newest entry first; the opening of the game has no title."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A round of the history, newest phase first."""

    title: str
    phases: tuple[PhasePart, ...]


def parts(timeline: Timeline, seats: dict[int, str], *, may_write: bool) -> list[RoundPart]:
    """Returns the history by rounds, the newest first."""
    ways = _ways(timeline) if may_write else {}
    before = positions_before(timeline)
    groups: dict[int, list[Entry]] = {}
    number, phase = 0, Phase.START
    by_people = timeline.state.mode is not Mode.SOLO
    for past in timeline.history():
        lines = visible_lines(past.batch.events, before.get(past.batch.number), by_people=by_people)
        for event in past.batch.events:
            if isinstance(event, RoundBegan) and not past.undone:
                number, phase = event.round, Phase.START
            elif isinstance(event, PhaseBegan) and not past.undone:
                phase = Phase(event.phase)
        if lines:
            entry = _entry(past, seats, phase if number else None, ways.get(past.batch.number, ""), lines)
            groups.setdefault(number, []).append(entry)
    return [
        RoundPart(_("Round %(round)s", round=n) if n else _("Set-up"), tuple(_phases(groups[n])))
        for n in sorted(groups, reverse=True)
    ]


def positions_before(timeline: Timeline) -> dict[int, State]:
    """Returns, by batch, the position in which each step happened that holds or can be put back."""
    steps = (*timeline.steps, *reversed(timeline.undone))
    return {later.batch.number: step.state for step, later in pairwise(steps)}


def entry_events(step: Step, before: State | None, *, by_people: bool) -> tuple[Event, ...]:
    """Returns what a step did, line by line."""
    return tuple(as_event(line) for line in visible_lines(step.batch.events, before, by_people=by_people))


def _ways(timeline: Timeline) -> dict[int, str]:
    """By batch how one gets to it: every one that holds but the last, and those that can be put back."""
    back = {step.batch.number: "back" for step in timeline.steps[:-1]}
    return back | {step.batch.number: "forward" for step in timeline.undone}


def _phases(entries: list[Entry]) -> Iterable[PhasePart]:
    for title, some in groupby(reversed(entries), key=lambda entry: entry.phase):
        yield PhasePart(title, tuple(some))


def _entry(past: Past, seats: dict[int, str], phase: Phase | None, way: str, told: list[HistoryLine]) -> Entry:
    lines = [as_event(line, undone=past.undone) for line in told]
    if past.undone and past.reversal is not None:
        who = seats.get(past.reversal.seat or 0, "")
        first = lines[0]
        lines[0] = Event(first.glyph, first.title, taken_back(who), first.faction, True)
    opening = any(isinstance(event, GameStarted) for event in past.batch.events)
    name = "" if opening or phase is None else names.phase_name(phase)
    return Entry(past.batch.number, tuple(lines), name, way)
