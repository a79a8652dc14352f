"""The rule that asks for a change, where the events tell it plainly."""

from collections.abc import Iterable, Mapping, Sequence

from companion.rules import events as e
from companion.rules.events import Event
from companion.rules.frames import Cause
from companion.service.differences import Adjust, Carry, Piece, Place, Setting, Where
from companion.service.telling import Line
from companion.web.words.changes.record import Change

LEAVES: Mapping[Cause, str] = {
    Cause.BATTLE: "BATTLE-7",
    Cause.STACKING: "STACK-1",
    Cause.LEFT_ALONE: "LEADER-1",
    Cause.WORM: "WORM-8",
    Cause.STORM: "STORM-1",
    Cause.ATOMICS: "ATOM-1",
    Cause.PRESCIENCE: "PRES-3",
}
MOVES: Mapping[Cause, str] = {Cause.BATTLE: "BATTLE-11", Cause.WORM: "WORM-4", Cause.ATOMICS: "ATOM-1"}
RISES: Mapping[Cause, str] = {
    Cause.SETTLEMENT: "SETTLE-3",
    Cause.STATION: "STATION-1",
    Cause.PRESCIENCE: "PRES-3",
    Cause.SPICE: "SPICE-3",
    Cause.END_OF_ROUND: "ROUND-2",
}
VEHICLE_GOES: Mapping[Cause, str] = {Cause.WORM: "WORM-4", Cause.MOVE: "MOVE-4", Cause.END_OF_ROUND: "ROUND-2"}
SETS: Mapping[Setting, str] = {
    Setting.BAN: "BAN-1",
    Setting.TARGET_SIETCH: "MAHDI-START-2",
    Setting.HARVESTING_SECTOR: "MAHDI-START-2",
    Setting.TACTICAL: "MAHDI-START-2",
    Setting.PRESCIENCE_CARDS: "MAHDI-START-1",
    Setting.BENE_GESSERIT: "BG-1",
    Setting.HARKONNEN_DICE: "VEH-1",
}
HARKONNEN_CARDS: Mapping[type[Event], str] = {
    e.RoundBegan: "MAHDI-START-3",
    e.TokensRevealed: "MAHDI-REVEAL-1",
    e.SietchRevealed: "MAHDI-REVEAL-1",
}


def rule_of(change: Change, events: Sequence[Event]) -> str:
    """Returns the id of the rule that asks for a change, "" where it is not plain."""
    for line in change.tells:
        found = _of_carry(line, events) if isinstance(line, Carry) else _of_setting(line, events)
        if found:
            return found
    return ""


def _of_setting(line: Line, events: Iterable[Event]) -> str:
    if not isinstance(line, Adjust):
        return ""
    kinds = {type(event) for event in events}
    match line.what:
        case Setting.SUPREMACY | Setting.PRESCIENCE:
            causes = (one.cause for one in events if isinstance(one, e.SupremacyAdvanced | e.PrescienceAdvanced))
            return next((RISES[cause] for cause in causes if cause in RISES), "")
        case Setting.REINFORCEMENTS | Setting.BURNT:
            if any(isinstance(one, e.HandDiscarded) and one.cause is Cause.BATTLE for one in events):
                return "MAHDI-BATTLE-1"
            return next((rule for kind, rule in HARKONNEN_CARDS.items() if kind in kinds), "")
        case Setting.HAND:
            return "ROUND-1" if e.RoundBegan in kinds else ""
        case Setting.DECK | Setting.DISCARDS:
            return "MAHDI-CARD-6" if e.DeckReshuffled in kinds else ""
        case _:
            return SETS.get(line.what, "")


def _of_carry(line: Carry, events: Iterable[Event]) -> str:
    return next((rule for event in events if (rule := _of_event(line, event))), "")


def _of_event(line: Carry, event: Event) -> str:
    """The rule of one event, if it is what carried this piece."""
    match event:
        case e.LegionMoved() if (line.source, line.target) == (_area(event.source), _area(event.target)):
            return MOVES.get(event.cause, "")
        case e.FiguresRemoved() if line.piece is Piece.FIGURES and line.source == _area(event.area):
            return LEAVES.get(event.cause, "")
        case e.TokensPlaced() if line.figures.tokens and line.target == _area(event.area):
            return "MAHDI-TOKEN-1"
        case e.StrongholdDestroyed() if line.piece in (Piece.SIETCH, Piece.SETTLEMENT):
            return "SETTLE-3"
        case e.VehicleRemoved() if line.piece.value == event.kind.value and line.source.number == event.place:
            return VEHICLE_GOES.get(event.cause, "")
        case e.SandwormPlaced() if line.piece is Piece.SANDWORM and line.target == _area(event.area):
            return "WORM-3"
        case e.SandwormRemoved() if line.piece is Piece.SANDWORM and line.source == _area(event.area):
            return "WORM-7"
        case e.LeaderTanked() | e.TankOrdered() if line.target.where is Where.TANK:
            return "TANK-1"
        case e.TankAdvanced() if line.source.where is Where.TANK:
            return "TANK-2"
        case e.LeaderReplaced() if line.leader in (event.old, event.new):
            return "PRES-5"
        case _:
            return ""


def _area(number: int) -> Place:
    return Place(Where.AREA, number)
