"""The history: every entry in words by rounds, each with the way to go back to it."""

from dataclasses import dataclass

from companion.content.terms import Phase
from companion.rules.events import GameStarted, PhaseBegan, RoundBegan
from companion.rules.state import Mode
from companion.store import Timeline
from companion.store.timeline import Past
from companion.web.say import _
from companion.web.table.recent import as_event, visible_lines
from companion.web.ui.blocks import Event
from companion.web.words import names
from companion.web.words.history.lines import taken_back
from companion.web.words.records import HistoryLine


@dataclass(frozen=True, slots=True)
class Entry:
    """One request of the history. ``batch`` is its number; ``last`` its last row, for the address of its picture."""

    batch: int
    last: int
    lines: tuple[Event, ...]
    undone: bool
    phase: str
    can_go_back: bool


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A round of the history, newest entry first."""

    title: str
    entries: tuple[Entry, ...]


def parts(timeline: Timeline, seats: dict[int, str], *, may_write: bool) -> list[RoundPart]:
    """Returns the history by rounds, the newest first."""
    holding = [step.batch.number for step in timeline.steps]
    before = dict(zip(holding[1:], (step.state for step in timeline.steps), strict=False))
    groups: dict[int, list[Entry]] = {}
    number, phase = 0, Phase.START
    by_people = timeline.state.mode is not Mode.SOLO
    for past in timeline.history():
        can_go_back = may_write and past.batch.number in holding[:-1]
        lines = visible_lines(past.batch.events, before.get(past.batch.number), by_people=by_people)
        entry = _entry(past, seats, phase, can_go_back, lines)
        for event in past.batch.events:
            if isinstance(event, RoundBegan) and not past.undone:
                number, phase = event.round, Phase.START
            elif isinstance(event, PhaseBegan) and not past.undone:
                phase = Phase(event.phase)
        if entry.lines:
            groups.setdefault(number, []).append(entry)
    return [
        RoundPart(_("Round %(round)s", round=n) if n else _("Set-up"), tuple(reversed(groups[n])))
        for n in sorted(groups, reverse=True)
    ]


def _entry(past: Past, seats: dict[int, str], phase: Phase, can_go_back: bool, told: list[HistoryLine]) -> Entry:
    lines = [as_event(line, undone=past.undone) for line in told]
    if past.undone and past.reversal is not None and lines:
        who = seats.get(past.reversal.seat or 0, "")
        first = lines[0]
        detail = taken_back(who)
        lines[0] = Event(first.glyph, first.title, detail, first.faction, True)
    batch = past.batch
    opening = any(isinstance(event, GameStarted) for event in batch.events)
    name = "" if opening else names.phase_name(phase)
    return Entry(batch.number, batch.last, tuple(lines), past.undone, name, can_go_back)
