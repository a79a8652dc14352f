"""What a game waits for: the step, who decides it, and the types of commands that can be given now."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.content.terms import Faction, Result
from companion.rules import commands, frames
from companion.rules.army import Army
from companion.rules.ask.deciding import battle_decider
from companion.rules.engine import check
from companion.rules.legal import KINDS, candidates
from companion.rules.legal.scheme import NAMED
from companion.rules.refusal import Severity
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State

_HARKONNEN = (
    *(frames.SetupFrame, frames.VehiclesFrame, frames.HarkonnenRollFrame, frames.CardsFrame, frames.CardFrame),
    *(frames.WormsignFrame, frames.GarrisonFrame, frames.HarvestFrame, frames.SpiceFrame),
)
_ATREIDES = (
    frames.AtreidesRollFrame,
    frames.AtreidesCardFrame,
    frames.ClaimsFrame,
    frames.StationFrame,
    frames.RevealSietchFrame,
    frames.HazardsFrame,
    frames.VictoryCheckFrame,
)
_ASIDE: frozenset[type] = frozenset(
    {
        commands.EnterRank,
        commands.EnterObjective,
        commands.DeclareVictory,
        commands.CorrectBoard,
        commands.NamePrescience,
        commands.NameHand,
        commands.TalkInSecret,
        commands.StartGame,
    }
)
"""Commands that no game waits for."""


def is_new(state: State) -> bool:
    """True before a game was opened: there is nothing but an empty box."""
    return not state.leaders


@lru_cache(maxsize=8)
def next_step(state: State) -> dict[str, Any]:
    """Returns ``step`` (the type of the frame on top), its ``stage`` if it has stages, ``faction`` and ``commands``."""
    frame = state.frame
    document: dict[str, Any] = {"step": type(frame).__name__ if frame else None}
    stage = getattr(frame, "stage", None)
    if stage is not None:
        document["stage"] = str(stage)
    faction = None if frame is None else decider(state, frame)
    return document | {"faction": faction.id if faction is not None else None, "commands": open_commands(state)}


def decider(state: State, frame: frames.Frame) -> Faction | None:
    """Returns whose decision or dice a frame waits for; None where both or nobody in particular are asked."""
    match frame:
        case frames.BattleFrame():
            return battle_decider(state, frame)
        case frames.EndFrame(stage=stage):
            theirs = stage is frames.EndStage.CLEANUP and state.mode is not Mode.SOLO
            return HARKONNEN if theirs else ATREIDES
        case frames.WormFrame():
            return ATREIDES if state.army(ATREIDES, frame.area) and not frame.rescue else HARKONNEN
    if isinstance(frame, _HARKONNEN):
        return HARKONNEN
    if isinstance(frame, _ATREIDES):
        return ATREIDES
    return getattr(frame, "faction", None)


def open_commands(state: State) -> list[str]:
    """Returns the types of which some command can be given now, in the order of the commands.

    Where the rules only warn of everything that would go on, because a supply or a deck has run out, these are listed.
    """
    if is_new(state):
        return [commands.StartGame.__name__]
    found = [kind for kind in KINDS if _passes(state, kind)]
    if set(found) <= _ASIDE:
        found = [kind for kind in KINDS if kind in found or _passes(state, kind, anyway=True)]
    return [kind.__name__ for kind in found]


def _names(state: State, kind: type) -> Iterator[commands.Command]:
    """None need be told, wherever some may be."""
    if kind is commands.NameHand:
        yield from (commands.NameHand(faction, ()) for faction in Faction)
    elif state.cards.revealed:
        yield commands.NamePrescience(())


def _passes(state: State, kind: type, *, anyway: bool = False) -> bool:
    """Tells whether some command of the kind passes; ``anyway``: with every input, and when it is merely unusual."""
    for command in (*_endless(state, kind), *candidates(state, kind, every_input=anyway)):
        reasons = check(state, command)
        if not reasons or (anyway and all(reason.severity is Severity.UNUSUAL for reason in reasons)):
            return True
    return False


def _endless(state: State, kind: type) -> Iterator[commands.Command]:
    """Commands of each type that `legal` does not list in full because there are endless many."""
    if kind is commands.DeployUnits:
        # A leader whose units are all deployed comes alone.
        for one in candidates(state, commands.PlaceLeader):
            if isinstance(one, commands.PlaceLeader):
                figures = Army(named=(one.leader,)) if one.leader in NAMED[one.faction] else Army(generic=1)
                yield commands.DeployUnits(one.faction, one.area, figures, one.cause)
    elif kind is commands.CorrectBoard:
        yield commands.CorrectBoard(state)
    elif kind in (commands.NamePrescience, commands.NameHand):
        yield from _names(state, kind)
    elif kind is commands.KeepTrackersOnly:
        yield commands.KeepTrackersOnly()
    elif state.frames:
        return
    elif kind is commands.GoToPhase:
        yield commands.GoToPhase(state.round, state.phase)
    elif kind is commands.ThrowDice:
        yield from (commands.ThrowDice(faction, (Result.HOUSE,)) for faction in Faction)
    elif kind is commands.PutDieAside:
        yield from (commands.PutDieAside(faction, result) for faction in Faction for result in Result)
    elif kind is commands.CountCombat:
        yield commands.CountCombat(
            HARKONNEN, (Army(regular=1), Army(regular=1)), (frames.Roll(hit=1), frames.Roll(hit=1))
        )
