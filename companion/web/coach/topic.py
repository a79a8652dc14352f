"""What a tip of a first game is, and the facts by which tips say at which steps they come and which places flash."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.board import SETTLEMENT_MASK, SIETCH_MASK, members
from companion.content.terms import Faction, Result
from companion.rules import frames as f
from companion.rules.frames import BattleStage, Frame, HazardStage
from companion.rules.state import ATREIDES, Mode, State
from companion.web.say import LazyString

Fact = Callable[[State, Frame], bool]
Places = Callable[[State, Frame], Iterable[int]]


class For(StrEnum):
    """For which games a tip is: all, those against the Mahdi, those between people."""

    ALL = "all"
    SOLO = "solo"
    PEOPLE = "people"

    def fits(self, mode: Mode) -> bool:
        """Tells whether a game of this mode is one of them."""
        return self is For.ALL or (self is For.SOLO) is (mode is Mode.SOLO)


def always(_state: State, _frame: Frame) -> bool:
    """Every step of the frames."""
    return True


def nowhere(_state: State, _frame: Frame) -> Iterable[int]:
    """No place flashes."""
    return ()


@dataclass(frozen=True, slots=True)
class Topic:
    """One tip. ``id`` is what a device remembers; ``frames`` and ``fact`` say at which steps it comes, ``side`` for
    whom (None: both sides); ``places`` are the areas that flash."""

    id: str
    frames: tuple[type, ...]
    lead: LazyString
    text: LazyString
    rule: str
    fact: Fact = always
    places: Places = nowhere
    games: For = For.ALL
    side: Faction | None = ATREIDES

    def comes(self, state: State, frame: Frame, side: Faction) -> bool:
        """Tells whether the tip belongs to a step that a player of ``side`` is at."""
        return self.is_for(state.mode, side) and isinstance(frame, self.frames) and self.fact(state, frame)

    def is_for(self, mode: Mode, side: Faction) -> bool:
        """Tells whether the tip can come in a game of this mode to a player of ``side``."""
        return self.games.fits(mode) and self.side in (None, side)


def turn_of(side: Faction) -> Fact:
    """A turn of a side in which nothing was done yet."""
    return lambda _state, frame: isinstance(frame, f.TurnFrame) and frame.faction is side and not frame.acted


def with_result(result: Result) -> Fact:
    """An Atreides turn in which a die with this result is left."""
    return lambda state, frame: turn_of(ATREIDES)(state, frame) and result in (state.atreides_results or ())


def stage(*stages: BattleStage, attacker: Faction | None = None) -> Fact:
    """A battle at one of these stages; ``attacker``: begun by this side."""

    def fact(_state: State, frame: Frame) -> bool:
        if not isinstance(frame, f.BattleFrame) or frame.stage not in stages:
            return False
        return attacker is None or frame.attacker is attacker

    return fact


def hazard(*stages: HazardStage) -> Fact:
    """Desert hazards at one of these stages."""
    return lambda _state, frame: isinstance(frame, f.HazardsFrame) and frame.stage in stages


def may_use_the_desert(state: State, frame: Frame) -> bool:
    """An Atreides turn in which Desert Power is open to them (ACT-3)."""
    return turn_of(ATREIDES)(state, frame) and state.atreides_unused < state.harkonnen_unused


def holds_a_card(state: State, frame: Frame) -> bool:
    """An Atreides turn with a planning card in hand."""
    return turn_of(ATREIDES)(state, frame) and state.cards.hand > 0


def moving(state: State, frame: Frame) -> bool:
    """An Atreides action with a move left."""
    return isinstance(frame, f.ActionFrame) and frame.faction is ATREIDES and frame.moves > 0


def beside_a_wormsign(state: State, frame: Frame) -> bool:
    """A move that may be a ride: a legion stands beside a wormsign or a worm (MOVE-5)."""
    near = state.borders(ATREIDES)
    signs = state.worms_mask | sum(1 << area for area in set(state.wormsigns))
    return moving(state, frame) and any(near[area] & signs for area, _army in state.legions(ATREIDES))


def target(state: State, _frame: Frame) -> Iterable[int]:
    """The target sietch."""
    return () if state.target_sietch is None else (state.target_sietch,)


def sietches(state: State, _frame: Frame) -> Iterable[int]:
    """The sietches that stand."""
    return members(SIETCH_MASK & state.sietch_mask)


def settlements(state: State, _frame: Frame) -> Iterable[int]:
    """The settlements that stand."""
    return members(SETTLEMENT_MASK & state.settlements)


def stations(state: State, _frame: Frame) -> Iterable[int]:
    """The stations left."""
    return members(state.stations)


def wormsigns(state: State, _frame: Frame) -> Iterable[int]:
    """The wormsigns."""
    return state.wormsigns


def harvesters(state: State, _frame: Frame) -> Iterable[int]:
    """The harvesters."""
    return state.harvesters


def battle(_state: State, frame: Frame) -> Iterable[int]:
    """Where the battle is."""
    return (frame.area,) if isinstance(frame, f.BattleFrame) else ()
