"""The judge of what is told: the changes that a deed made against the words that were shown for them.

A deed is well told when the changes that its order announced and those on the list after it, done one after the other
on the table that was, give the table that is; and when the words of each name its pieces, places and numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from companion.content import TACTICAL_CARDS
from companion.content.terms import Deck, Marker, Power, Subfaction
from companion.rules import events as e
from companion.rules.events import Event
from companion.rules.frames import RollSource
from companion.rules.state import WILD_MAKER, State
from companion.service import Adjust, Carry, Difference, Piece, Setting, Shown, Where
from companion.service.telling import Line
from companion.web.words import names
from companion.web.words.changes.pieces import piece_name
from companion.web.words.changes.record import Change
from tests.service.physical import Table, done, on_the_table
from tests.web.told.sitting import Deed


@dataclass
class Verdict:
    """What was found over many deeds: how many of each, and every complaint."""

    deeds: int = 0
    orders: int = 0
    announced: int = 0
    listed: int = 0
    lists: int = 0
    seen: int = 0
    untold: list[str] = field(default_factory=list)
    badly: list[str] = field(default_factory=list)


def judge(verdict: Verdict, deed: Deed, said: Sequence[Change], listed: Sequence[Change]) -> None:
    """Judges one deed: ``said`` with its order, ``listed`` after it."""
    before, after = deed.before, deed.after
    verdict.deeds += 1
    order, rest = list(told(said)), list(told(listed))
    verdict.announced += len(order)
    verdict.listed += len([line for line in rest if not isinstance(line, Shown)])
    verdict.seen += len([line for line in rest if isinstance(line, Shown)])
    verdict.lists += bool(rest)
    verdict.untold += missing(before, after, [line for line in (*order, *rest) if not isinstance(line, Shown)])
    rolled = [event for event in deed.events if getattr(event, "source", None) is RollSource.APP]
    seen = [line.event for line in rest if isinstance(line, Shown)]
    verdict.untold += [f"never seen: {event}" for event in rolled if event not in seen]
    for change in (*said, *listed):
        text = f"{change.title} {change.detail}"
        verdict.badly += [f"{need!r} is not in {text!r}" for need in needs(change.tells) if need not in text]


def told(changes: Iterable[Change]) -> Iterator[Line]:
    """Everything that these words claim to tell."""
    for change in changes:
        yield from change.tells


_lying = lru_cache(maxsize=2)(on_the_table)
"""After a deed lies what lies there before the next one."""


def missing(before: State, after: State, lines: Sequence[Difference]) -> list[str]:
    """What is on the table and was not told, or told and is not on the table; empty when all is well."""
    try:
        table: Table = done(_lying(before), lines)
    except ValueError as impossible:
        return [f"cannot be done: {impossible}"]
    wanted = _lying(after)
    keys = sorted({*table, *wanted}, key=str)
    return [f"{key}: told {table.get(key)}, is {wanted.get(key)}" for key in keys if table.get(key) != wanted.get(key)]


def needs(lines: Sequence[Line]) -> list[str]:
    """The pieces, places and numbers that words for these lines have to hold."""
    found: list[str] = []
    reshuffled = {Deck(one.subject) for one in lines if isinstance(one, Adjust) and one.what is Setting.DECK}
    for line in lines:
        if isinstance(line, Carry):
            found += _of_carry(line)
        elif isinstance(line, Adjust):
            found += _of_setting(line, reshuffled, len(lines))
        else:
            found += _of_event(line.event)
    return found


def _of_carry(line: Carry) -> list[str]:
    places = [
        names.area_name(place.number) if place.where is Where.AREA else names.zone_name(place.number)
        for place in (line.source, line.target)
        if place.where in (Where.AREA, Where.ZONE) and place.number is not None
    ]
    places += [
        f"space {place.number}" for place in (line.source, line.target) if place.where is Where.TANK and place.number
    ]
    if line.piece is Piece.FIGURES and line.faction is not None:
        return [*names.figure_list(line.figures, line.faction), *places]
    if line.piece in (Piece.LEADER, Piece.WILD_MAKER):
        return [names.leader_name(line.leader or WILD_MAKER), *places]
    return [piece_name(line.piece), *places]


def _of_event(event: Event) -> list[str]:
    """What dice or a token must be seen to show."""
    match event:
        case e.DiceRolled():
            return [names.area_name(event.area) if event.sector is None else "", *map(str, event.faces[:2])]
        case e.WormsignRemoved() if event.token is not None:
            return [names.area_name(event.area), names.wormsign_name(event.token)]
        case e.StationTaken():
            return [names.area_name(event.area), names.marker_name(event.marker)]
        case e.TacticalDrawn():
            return [names.area_name(TACTICAL_CARDS[event.card].sietch)]
        case e.AtreidesDiceRolled() | e.HarkonnenDiceRolled():
            return [names.result_name(result) for result in event.results]
        case e.DieSpent():
            return [names.result_name(event.result)]
        case _:
            raise ValueError(f"nothing says what must be seen of {event}")


def _of_setting(line: Adjust, reshuffled: set[Deck], together: int) -> list[str]:
    """``together``: how many differences one line tells, since then some follow from the others."""
    by = str(abs(int(line.after or 0) - int(line.before or 0))) if _counts(line) else ""
    if together > 1 and line.what in FOLLOWS:
        return [by]
    if together > 1 and line.what in (Setting.BURNT, Setting.DISCARDS) and (line.what is Setting.BURNT or reshuffled):
        return [names.deck_name(deck) for deck in reshuffled]
    if together > 1 and line.what is Setting.DECK:
        less = int(line.after or 0) < int(line.before or 0)
        return [names.subfaction_name(Subfaction(line.subject)) if less else str(line.after)]
    return [*_subject(line), *_value(line)]


FOLLOWS = (Setting.BLACK_TOKENS, Setting.SILVER_TOKENS, Setting.ATREIDES_TOKENS, Setting.PRESCIENCE_DECK)
TRACKS = (Setting.SUPREMACY, Setting.PRESCIENCE, Setting.IMPERIUM)


def _subject(line: Adjust) -> list[str]:
    match line.what:
        case Setting.SUPREMACY:
            return ["Supremacy"]
        case Setting.PRESCIENCE:
            return [names.marker_name(Marker(line.subject))]
        case Setting.IMPERIUM | Setting.BAN:
            return [names.power_name(Power(line.subject))]
        case Setting.SIETCH_SIDE:
            return [names.area_name(line.area or 0)]
        case Setting.LEADER_CARD:
            return [names.leader_name(line.subject)]
        case Setting.DISCARDS | Setting.ATTACHED:
            return [names.card_name(line.subject)]
        case Setting.HARKONNEN_DICE if line.subject != "unused":
            return [names.result_name(line.subject)]
        case _:
            return []


def _value(line: Adjust) -> list[str]:
    after = str(line.after)
    match line.what:
        case Setting.BAN:
            return ["Ban on" if line.after else "No ban on"]
        case Setting.SIETCH_SIDE:
            return ["facedown" if line.after is None else f"rank {after}" if line.after else "face up"]
        case Setting.LEADER_CARD:
            return ["face up" if line.after else "facedown"]
        case Setting.HARVESTING_SECTOR if line.after is not None:
            return [names.sector_name(after)]
        case Setting.TARGET_SIETCH | Setting.ATOMICS if isinstance(line.after, int):
            return [names.area_name(line.after)]
        case Setting.TACTICAL if after.startswith(str(line.before)):
            new = after.removeprefix(str(line.before)).split()
            return [names.area_name(TACTICAL_CARDS[card].sietch) for card in new]
        case Setting.ATREIDES_DICE | Setting.HARKONNEN_RESULTS | Setting.CORRINO_RESULTS | Setting.FREMEN_RESULTS if (
            isinstance(line.after, str)
        ):
            return [names.result_name(result) for result in after.split()]
        case _:
            numbers = [after] if _counts(line) else []
            return [str(line.before), *numbers] if line.what in TRACKS else numbers


def _counts(line: Adjust) -> bool:
    return isinstance(line.after, int) and isinstance(line.before, int) and not isinstance(line.after, bool)


def summary(verdict: Verdict) -> str:
    """The figures of a verdict in one line."""
    return (
        f"{verdict.deeds} deeds, {verdict.orders} of them orders: {verdict.announced} changes announced, "
        f"{verdict.listed} on {verdict.lists} lists, {verdict.seen} rolls and draws seen, "
        f"{len(verdict.untold)} untold, {len(verdict.badly)} badly worded"
    )
