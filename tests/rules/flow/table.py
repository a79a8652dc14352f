"""A table for the tests of the flow: positions and commands by area id, and games played up to a given moment."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.board import AREA_NUMBER, SETTLEMENT_MASK, ZONE_NUMBER, members
from companion.content.terms import Deck, Faction, Phase, Result
from companion.rules import Army, Command, Event, State, check, execute
from companion.rules.actions import Action, OtherAction
from companion.rules.commands import (
    BeginGame,
    DrawTactical,
    EndVehicles,
    MoveLegion,
    PlaceStartingFigures,
    RollAtreidesDice,
    StartGame,
)
from companion.rules.frames import ActionFrame, CardFrame, Frame, TurnFrame
from companion.rules.handlers.dice import open_ended
from companion.rules.positions.reading import read_position
from companion.rules.refusal import Severity
from companion.rules.state import ATREIDES, HARKONNEN, Standing

Legions = dict[str, Army]
GARRISON = Army(regular=2, elite=1, generic=1)
ROLL = (Result.STRATEGY, Result.DEPLOYMENT, Result.MENTAT, Result.HOUSE)


def area(area_id: str) -> int:
    return AREA_NUMBER[area_id]


def zone(zone_id: str) -> int:
    return ZONE_NUMBER[zone_id]


def areas(*ids: str) -> tuple[int, ...]:
    return tuple(sorted(AREA_NUMBER[area_id] for area_id in ids))


def position(
    harkonnen: Legions | None = None, atreides: Legions | None = None, *frames: Frame, **changes: Any
) -> State:
    """A position of the action phase with these legions; their named leaders stand on the board."""
    state = read_position({"atreides": {"bene_gesserit": 1}})
    for faction, legions in ((HARKONNEN, harkonnen or {}), (ATREIDES, atreides or {})):
        for area_id, army in legions.items():
            state = state.with_army(faction, area(area_id), army)
            for leader in army.named:
                state = state.with_leader(leader, standing=Standing.BOARD)
    state = replace(state, cards=replace(state.cards, hand=changes.pop("hand", 3), revealed=changes.pop("revealed", 2)))
    return replace(state, frames=frames, **changes)


def turn(faction: Faction, action: Action = Result.STRATEGY, **budget: Any) -> tuple[Frame, ...]:
    """The frames of an action in progress with this budget."""
    return (TurnFrame(faction, acted=True, spent_die=True), ActionFrame(faction, action, **budget))


def card_played() -> tuple[Frame, ...]:
    """The frames while an Atreides card is being carried out."""
    return (TurnFrame(ATREIDES, acted=True, spent_die=True), open_ended(OtherAction.CARD))


def harkonnen_card(card: str, deck: Deck, step: int = 0, **more: Any) -> tuple[Frame, ...]:
    """The frames while a Harkonnen card is being carried out."""
    return (TurnFrame(HARKONNEN, acted=True, spent_die=True), CardFrame(card, deck, step, **more))


def atreides_turn(*results: Result, **changes: Any) -> State:
    """A position at the start of an Atreides turn with these unused dice."""
    dice = tuple(sorted(results, key=list(Result).index))
    more: dict[str, Any] = {"atreides_results": dice, "atreides_unused": len(dice)} | changes
    return position(more.pop("harkonnen", None), more.pop("atreides", None), TurnFrame(ATREIDES), **more)


def harkonnen_turn(**changes: Any) -> State:
    """A position at the start of a Harkonnen turn."""
    return position(changes.pop("harkonnen", None), changes.pop("atreides", None), TurnFrame(HARKONNEN), **changes)


def move(faction: Faction, source: str, target: str, figures: Army, **how: Any) -> MoveLegion:
    if isinstance(how.get("zone"), str):
        how["zone"] = zone(how["zone"])
    return MoveLegion(faction, area(source), area(target), figures, **how)


def play(state: State, *commands: Command, anyway: bool = False) -> State:
    """Executes the commands one after the other and returns the last state."""
    for command in commands:
        state, _ = execute(state, command, record_anyway=anyway)
    return state


def events(state: State, command: Command, *, anyway: bool = False) -> tuple[Event, ...]:
    return execute(state, command, record_anyway=anyway)[1]


def codes(state: State, command: Command) -> list[tuple[str, str]]:
    """The (rule, code) of every reason against a command."""
    return [(reason.rule, reason.code) for reason in check(state, command)]


def blocked(state: State, command: Command) -> bool:
    """True when at least one reason cannot be overridden."""
    return any(reason.severity is Severity.ILLEGAL for reason in check(state, command))


def frame_names(state: State) -> list[str]:
    return [type(frame).__name__ for frame in state.frames]


def army(state: State, faction: Faction, area_id: str) -> Army:
    return state.army(faction, area(area_id)) or Army()


def started() -> State:
    """A game in set-up."""
    return play(State(), StartGame())


def placed() -> State:
    """A game with the same starting figures in every settlement."""
    return play(started(), *(PlaceStartingFigures(place, GARRISON) for place in members(SETTLEMENT_MASK)))


def in_round_1() -> State:
    """A game at the first tactical card."""
    return play(placed(), BeginGame())


def at_vehicles() -> State:
    return play(in_round_1(), DrawTactical("windgap"), DrawTactical("gara_kulon"))


def at_first_turn(roll: Iterable[Result] = ROLL) -> State:
    """A game at the first Atreides turn, without any vehicle."""
    state = play(at_vehicles(), EndVehicles(), RollAtreidesDice(tuple(roll)))
    assert state.phase is Phase.ACTIONS
    return state
