"""The figures of the scene of the end: markers against the objective, key numbers, luck, and what turned the game.

Nothing hidden goes into them but the objective, and that only where the caller says that the device may see it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.board import SETTLEMENT_RANK, SIETCH_MASK
from companion.content import TRACKS
from companion.content.terms import Faction
from companion.rules import events as e
from companion.rules.state import HARKONNEN, MARKERS, State
from companion.service.statistics import DiceLuck
from companion.service.thinking import thought
from companion.store import Timeline
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.stats.figures import duration
from companion.web.steps.round.ending import is_spoken_to
from companion.web.ui.parts import SIDE
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH
from companion.web.words.history.lines import history_line
from companion.web.words.numbers import signed

MARKER_CSS = ("kh", "sd", "ji")
MOST_TURNS = 5
TURNS = (
    e.StrongholdDestroyed,
    e.AtomicsDetonated,
    e.StationTaken,
    e.PrescienceClaimed,
    e.BattleEnded,
    e.SpiceSpent,
    e.BoardCorrected,
)
"""What can have moved the tracks, the most telling first."""
LONGEST_BAR = 6.0
"""So many hits from the average fill half a bar of luck, unless a faction was farther off."""


@dataclass(frozen=True, slots=True)
class MarkerLine:
    """A prescience marker: where it stands, and the step of the objective if that may be shown."""

    glyph: str
    css: str
    name: str
    value: int
    goal: int | None


@dataclass(frozen=True, slots=True)
class KeyNumber:
    """A number of the whole game, ``of`` how many."""

    value: int
    name: str
    of: int | None = None
    glyph: str = ""
    faction: str = ""


@dataclass(frozen=True, slots=True)
class LuckLine:
    """The combat dice of a faction: hits above (or below) the average, and the bar from the middle in percent."""

    name: str
    faction: str
    value: str
    above: bool
    width: int


@dataclass(frozen=True, slots=True)
class Turn:
    """An entry that moved a track far: what happened, what it moved, in which round."""

    glyph: str
    faction: str
    title: str
    detail: str
    round: int


def marker_lines(state: State, *, sees_hidden: bool) -> list[MarkerLine]:
    """Returns the three markers; of several objectives the one that was met counts, else the nearest."""
    nearest = min(state.hidden.objectives, key=lambda one: _missing(state.prescience, one), default=None)
    goals: Sequence[int | None] = nearest if sees_hidden and nearest else (None,) * len(MARKERS)
    return [
        MarkerLine(MARKER_GLYPH[marker], css, names.marker_name(marker), value, goal)
        for marker, css, value, goal in zip(MARKERS, MARKER_CSS, state.prescience, goals, strict=True)
    ]


def _missing(steps: Sequence[int], objective: Sequence[int]) -> int:
    return sum(max(needed - step, 0) for step, needed in zip(steps, objective, strict=True))


def key_numbers(state: State) -> list[KeyNumber]:
    """Returns rounds, supremacy, and the sietches and settlements that stand."""
    settlements, sietches = state.settlements.bit_count(), len(state.sietches)
    return [
        KeyNumber(state.round, ngettext("round", "rounds", state.round)),
        KeyNumber(state.supremacy, _("supremacy"), TRACKS.supremacy.length, "supremacy", "h"),
        KeyNumber(sietches, _("sietches"), SIETCH_MASK.bit_count(), "sietch", "a"),
        KeyNumber(settlements, _("settlements"), len(SETTLEMENT_RANK), "settlement", "h"),
    ]


def luck_lines(scene: Scene, luck: Sequence[DiceLuck]) -> list[LuckLine]:
    """Returns how lucky the combat dice were, Atreides first; none when no dice were rolled."""
    if not any(one.dice for one in luck):
        return []
    spoken = is_spoken_to(scene)
    off = {one.faction: one.faces[0] - one.expected[0] for one in luck}
    full = max(LONGEST_BAR, *map(abs, off.values()))
    found = []
    for faction, number in sorted(off.items(), reverse=True):
        name = names.faction_name(faction)
        if spoken:
            name = _("They") if faction is HARKONNEN else _("You")
        found.append(LuckLine(name, SIDE[faction], signed(number), number >= 0, round(50 * abs(number) / full)))
    return found


def thought_lines(timeline: Timeline) -> list[tuple[str, str, str]]:
    """Returns how long each side was waited for: side, name and time in words."""
    times = zip(Faction, thought(timeline), strict=True)
    return [(SIDE[faction], names.faction_name(faction), duration(time)) for faction, time in times]


def turns_of(timeline: Timeline, *, by_people: bool) -> list[Turn]:
    """Returns the entries that moved supremacy or prescience most, in the order in which they happened."""
    found: list[tuple[int, int, Turn]] = []
    before = State()
    for at, step in enumerate(timeline.steps):
        after = step.state
        weight = abs(after.supremacy - before.supremacy) * 2 + sum(_moved(before, after))
        telling = _telling(step.batch.events)
        if telling is not None and weight and before.round:
            line = history_line(telling, by_people=by_people)
            faction = "" if line.faction is None else SIDE[line.faction]
            detail = _effect(before, after)
            if detail:
                found.append((weight, -at, Turn(line.glyph, faction, line.title, detail, before.round)))
        before = after
    most = sorted(found, reverse=True, key=lambda one: one[:2])[:MOST_TURNS]
    return [turn for _weight, _at, turn in sorted(most, key=lambda one: -one[1])]


def _telling(events: Sequence[e.Event]) -> e.Event | None:
    for kind in TURNS:
        for event in events:
            if isinstance(event, kind):
                return event
    return None


def _moved(before: State, after: State) -> list[int]:
    return [abs(new - old) for old, new in zip(before.prescience, after.prescience, strict=True)]


def _effect(before: State, after: State) -> str:
    """Says in a few words what an entry moved."""
    parts = []
    steps = after.supremacy - before.supremacy
    if steps:
        parts.append(_("supremacy %(steps)s", steps=_signed(steps)))
    each = [new - old for old, new in zip(before.prescience, after.prescience, strict=True)]
    if each[0] and len(set(each)) == 1:
        parts.append(_("all three markers %(steps)s", steps=_signed(each[0])))
    else:
        parts += [f"{names.marker_name(m)} {_signed(one)}" for m, one in zip(MARKERS, each, strict=True) if one]
    return ", ".join(parts)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"
