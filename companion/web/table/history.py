"""The history, page by page: every entry in words by rounds and phases, each with the way back, or forward, to it."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, pairwise

from companion.content.terms import Phase
from companion.rules.events import GameStarted, PhaseBegan, RoundBegan
from companion.rules.state import HARKONNEN, Mode, State
from companion.store import Timeline
from companion.store.timeline import Past, Step
from companion.web.say import _
from companion.web.table.recent import SIDES, as_event, visible_lines
from companion.web.ui.blocks import Event
from companion.web.words import names
from companion.web.words.history.lines import taken_back
from companion.web.words.levels import LEVEL_GLYPHS, LevelFrom, level_title
from companion.web.words.records import HistoryLine

MOST_ENTRIES = 80
"""Of one page: what a phone loads at once and a thumb can pass over."""
Told = tuple[Past, list[HistoryLine]]
Levels = Mapping[int, tuple[LevelFrom, ...]]
"""By batch the changes of the level after it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One request of the history. ``batch`` is its number; ``way``: "back" or "forward" where one can go to it.

    A change of the level is one too, after the request before it; nobody goes there, since nothing takes it back.
    """

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


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the history, the newest round first. ``older`` and ``newer`` are the entries at which the pages beside
    it end and begin, None where there is none; they go into ``before`` and ``after`` of ``page_of``."""

    parts: tuple[RoundPart, ...]
    older: int | None = None
    newer: int | None = None


def page_of(
    timeline: Timeline,
    seats: dict[int, str],
    *,
    may_write: bool,
    levels: Sequence[LevelFrom] = (),
    before: int | None = None,
    after: int | None = None,
    most: int = MOST_ENTRIES,
) -> Page:
    """Returns the last entries of the history, or the last ones before one, or the first ones from one on; ``levels``
    are the changes of the opponent's level, each shown after the entry that was the last one then.

    An entry is named by the number of its batch, so that a page stays the same however the game goes on; beyond the
    ends of the history it is the last ones again.
    """
    pasts = timeline.history()
    numbers = [past.batch.number for past in pasts]
    positions = positions_before(timeline)
    by_people = timeline.state.mode is not Mode.SOLO
    chosen = {number: tuple(group) for number, group in groupby(levels, key=lambda one: one.batch)}

    def told(past: Past) -> list[HistoryLine]:
        return visible_lines(past.batch.events, positions.get(past.batch.number), by_people=by_people)

    if after is not None:
        first = bisect_left(numbers, after)
        found = list(islice(_with_lines(pasts[first:], told, chosen), most))
    else:
        end = len(pasts) if before is None else bisect_left(numbers, before)
        found = list(islice(_with_lines(reversed(pasts[:end]), told, chosen), most))[::-1]
    if not found:
        beyond = before is not None or after is not None
        return page_of(timeline, seats, may_write=may_write, levels=levels, most=most) if beyond else Page(())
    oldest, newest = found[0][0].batch.number, found[-1][0].batch.number
    ways = _ways(timeline) if may_write else {}
    return Page(
        tuple(_rounds(found, _where(pasts), seats, ways, chosen)),
        oldest if oldest != numbers[0] else None,
        numbers[at] if (at := bisect_right(numbers, newest)) < len(numbers) else None,
    )


def _with_lines(pasts: Iterable[Past], told: Callable[[Past], list[HistoryLine]], chosen: Levels) -> Iterator[Told]:
    for past in pasts:
        if (lines := told(past)) or past.batch.number in chosen:
            yield past, lines


def _where(pasts: Iterable[Past]) -> dict[int, tuple[int, Phase]]:
    """By batch the round, 0 for the set-up, and the phase in which it happened."""
    found = {}
    number, phase = 0, Phase.START
    for past in pasts:
        for event in past.batch.events:
            if isinstance(event, RoundBegan) and not past.undone:
                number, phase = event.round, Phase.START
            elif isinstance(event, PhaseBegan) and not past.undone:
                phase = Phase(event.phase)
        found[past.batch.number] = number, phase
    return found


def _rounds(
    found: list[Told],
    where: dict[int, tuple[int, Phase]],
    seats: dict[int, str],
    ways: dict[int, str],
    chosen: Levels,
) -> Iterator[RoundPart]:
    groups: dict[int, list[Entry]] = {}
    for past, lines in found:
        number, phase = where[past.batch.number]
        title, entries = _phase_title(past, phase, number), groups.setdefault(number, [])
        if lines:
            entries.append(_entry(past, seats, title, ways.get(past.batch.number, ""), lines))
        later = chosen.get(past.batch.number, ())
        entries.extend(Entry(past.batch.number, (_of_level(change),), title) for change in later)
    for number in sorted(groups, reverse=True):
        heading = _("Round %(round)s", round=number) if number else _("Set-up")
        yield RoundPart(heading, tuple(_phases(groups[number])))


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


def _entry(past: Past, seats: dict[int, str], title: str, way: str, told: list[HistoryLine]) -> Entry:
    lines = [as_event(line, undone=past.undone) for line in told]
    if past.undone and past.reversal is not None:
        who = seats.get(past.reversal.seat or 0, "")
        first = lines[0]
        lines[0] = Event(first.glyph, first.title, taken_back(who), first.faction, True)
    return Entry(past.batch.number, tuple(lines), title, way)


def _phase_title(past: Past, phase: Phase, number: int) -> str:
    opening = any(isinstance(event, GameStarted) for event in past.batch.events)
    return names.phase_name(phase) if number and not opening else ""


def _of_level(change: LevelFrom) -> Event:
    before = _("before: %(level)s", level=level_title(change.before))
    return Event(LEVEL_GLYPHS[change.level], change.title, before, SIDES[HARKONNEN])
