"""The course of a game as the replay goes through it: each entry that holds in a sentence, and what it changed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.content.terms import Phase
from companion.rules.events import GameStarted, RoundBegan
from companion.rules.state import Mode, State
from companion.service import differences
from companion.store import Timeline
from companion.store.timeline import Step
from companion.web.drawing import GlowKind
from companion.web.say import _
from companion.web.steps.done import ways
from companion.web.table.history import entry_events
from companion.web.ui.blocks import Event
from companion.web.ui.panel import Focus, lit
from companion.web.words import names
from companion.web.words.changes.lines import changes

SET_UP = 0
"""The round of what happened before the first one."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry: ``at`` counts from 1; ``seq`` is where it ends in the log; ``lines`` are what it did, in words, and
    ``focus`` what the map shows of it."""

    at: int
    of: int
    seq: int
    round: int
    phase: Phase
    lines: tuple[Event, ...]
    focus: Focus

    @property
    def kicker(self) -> str:
        """Where it is in the game."""
        if self.round == SET_UP:
            return _("Replay, set-up")
        return _("Replay, round %(round)d, %(phase)s", round=self.round, phase=names.phase_name(self.phase))

    @property
    def title(self) -> str:
        """What happened, in one sentence; a step in which nothing is seen names its phase."""
        if self.lines:
            return self.lines[0].title
        return _("Set-up") if self.round == SET_UP else names.capital(names.phase_name(self.phase))

    @property
    def places(self) -> tuple[str, ...]:
        """The ids of what flashes."""
        return self.focus.ids


def place_of(steps: Sequence[Step], seq: int) -> int | None:
    """Returns the index of the entry that ends at ``seq``, None where none that holds does."""
    return next((at for at, step in enumerate(steps) if step.batch.last == seq), None)


def first_of_round(steps: Sequence[Step], number: int) -> int:
    """Returns the index of the entry with which a round begins: the last one before it where it was never begun."""
    best = 0
    for at, step in enumerate(steps):
        if any(isinstance(event, RoundBegan) and event.round <= number for event in step.batch.events):
            best = at
        if round_at(steps, at) == number:
            return at
    return best if number else 0


def round_at(steps: Sequence[Step], at: int) -> int:
    """Returns the round of an entry; the set-up is that of the entry that laid out the board and all before."""
    state = steps[at].state
    opening = at == 0 or any(isinstance(event, GameStarted) for event in steps[at].batch.events)
    return SET_UP if opening or (state.phase is Phase.START and state.round == 1) else state.round


def moment(timeline: Timeline, at: int) -> Moment:
    """Returns the entry with this index."""
    steps = timeline.steps
    step, before = steps[at], steps[at - 1].state if at else State()
    solo = timeline.state.mode is Mode.SOLO
    lines = entry_events(step, before if at else None, by_people=not solo)
    seen = changes(differences(before, step.state), solo=solo) if at else ()
    areas = dict.fromkeys(area for change in seen for area in change.areas)
    zones = dict.fromkeys(zone for change in seen for zone in change.zones)
    focus = lit(list(areas), list(zones), kind=GlowKind.SELECTED)
    arrows = tuple(replace(arrow, chosen=False) for arrow in ways(tuple(seen)))
    return Moment(
        at + 1,
        len(steps),
        step.batch.last,
        round_at(steps, at),
        step.state.phase,
        lines,
        replace(focus, arrows=arrows),
    )
