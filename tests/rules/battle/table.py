"""A small board for battle tests: positions by area id, commands by area id, states and reasons to compare."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_NUMBER, ZONE_NUMBER
from companion.content import LEADERS, LeaderKind
from companion.content.terms import Faction, Result
from companion.rules import check, execute
from companion.rules.actions import Action
from companion.rules.army import Army
from companion.rules.commands import Attack, Command, RollBattle, TakeHits
from companion.rules.events import Event
from companion.rules.frames import ActionFrame, BattleFrame, BattleStage, Frame, Roll, TurnFrame
from companion.rules.refusal import Refused, Severity
from companion.rules.state import LeaderStatus, Mode, Sietch, Standing, State

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES
Legions = dict[str, Army]


def area(area_id: str) -> int:
    return AREA_NUMBER[area_id]


def zone(zone_id: str) -> int:
    return ZONE_NUMBER[zone_id]


def areas(*ids: str) -> tuple[int, ...]:
    return tuple(sorted(AREA_NUMBER[area_id] for area_id in ids))


def position(
    harkonnen: Legions | None = None, atreides: Legions | None = None, *frames: Frame, **changes: Any
) -> State:
    """A position with these legions; the sietches have rank 2 and lie face up unless ``sietches`` says otherwise."""
    state = State(leaders=tuple((name, LeaderStatus(usual(name))) for name in LEADERS if is_named(name)))
    state = replace(state, sietches=tuple(Sietch(s.area, 2, revealed=True) for s in state.sietches))
    state = replace(state, cards=replace(state.cards, hand=changes.pop("hand", 0)))
    for faction, legions in ((HARKONNEN, harkonnen or {}), (ATREIDES, atreides or {})):
        for area_id, army in legions.items():
            state = state.with_army(faction, area(area_id), army)
            for name in army.named:
                state = state.with_leader(name, standing=Standing.BOARD)
    return replace(state, frames=frames, **changes)


def usual(leader: str) -> Standing:
    """Named leaders wait beside the board; the Wild Maker has not entered."""
    return Standing.READY if LEADERS[leader].kind is LeaderKind.NAMED else Standing.OUT


def is_named(leader: str) -> bool:
    return LEADERS[leader].kind is not LeaderKind.GENERIC


def turn(faction: Faction, action: Action = Result.STRATEGY, **changes: Any) -> tuple[Frame, ...]:
    """The frames of a turn in which ``faction`` may attack."""
    return (
        TurnFrame(faction, acted=True, spent_die=True),
        ActionFrame(faction, action, **{"moves": 2, "attack": True, **changes}),
    )


def duel(harkonnen: Legions, atreides: Legions, *frames: Frame, **changes: Any) -> State:
    """A position of two players: nothing is decided by the MAHDI rules."""
    return position(harkonnen, atreides, *frames, mode=Mode.DUEL, **changes)


def attack(state: State, faction: Faction, source: str, target: str, **how: Any) -> State:
    return play(state, Attack(faction, area(source), area(target), **how))


def play(state: State, *commands: Command, anyway: bool = False) -> State:
    """Executes the commands one after the other and returns the last state."""
    for command in commands:
        state, _ = execute(state, command, record_anyway=anyway)
    return state


def events(state: State, command: Command) -> tuple[Event, ...]:
    return execute(state, command)[1]


def codes(state: State, command: Command) -> list[tuple[str, str]]:
    """The (rule, code) of every reason against a command; also checks that a refused command is not executed."""
    reasons = check(state, command)
    if any(reason.severity is Severity.ILLEGAL for reason in reasons):
        with pytest.raises(Refused):
            execute(state, command, record_anyway=True)
    elif reasons:
        with pytest.raises(Refused):
            execute(state, command)
    return [(reason.rule, reason.code) for reason in reasons]


def unusual(state: State, command: Command) -> bool:
    """True when there is something against the command, but nothing illegal."""
    reasons = check(state, command)
    return bool(reasons) and all(reason.severity is Severity.UNUSUAL for reason in reasons)


def hits(state: State) -> tuple[int | None, int | None]:
    """The hits that the attacker and the defender still take."""
    attacker, defender = fight(state).sides
    return attacker.hits, defender.hits


def chosen(state: State) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """The leaders of the attacker and of the defender that use specials."""
    attacker, defender = fight(state).sides
    return attacker.leaders, defender.leaders


def fight(state: State) -> BattleFrame:
    """The battle that has to go on now."""
    frame = state.frame
    assert isinstance(frame, BattleFrame), state.frames
    return frame


def stage(state: State) -> BattleStage:
    return fight(state).stage


def roll(state: State, attacker: tuple[int, int, int], defender: tuple[int, int, int], bonus: int = 0) -> State:
    """Rolls (hits, shields, specials) for both sides."""
    return play(state, RollBattle(Roll(*attacker, bonus), Roll(*defender)))


def lose(state: State, faction: Faction, *removed: str) -> State:
    return play(state, TakeHits(faction, removed))


def army(state: State, faction: Faction, area_id: str) -> Army:
    return state.army(faction, area(area_id)) or Army()
