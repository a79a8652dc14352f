"""The vocabulary of planning-card effects: a card is a tuple of these steps, data and no code.

A step names what is done and with which numbers; which area, legion or piece it becomes is
decided by the criteria of the rules (MAHDI-CARD-2, MAHDI-CARD-3).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from companion.content.loader import Fields
from companion.content.terms import Result, UnitKind


class Effect(StrEnum):
    """The kinds of step; each has exactly one step class and needs exactly one handler."""

    PLACE = "place"
    REPLACE = "replace"
    VEHICLES = "vehicles"
    MOVE = "move"
    ATTACK = "attack"
    MOVE_OR_ATTACK = "move_or_attack"
    TRANSFER = "transfer"
    SPECIAL_ATTACK = "special_attack"
    DISCARD_WORMSIGNS = "discard_wormsigns"
    ENTER_LEADER = "enter_leader"
    TANK_ENEMY_LEADER = "tank_enemy_leader"
    EXCHANGE_LEADERS = "exchange_leaders"
    DRAW = "draw"
    PLAY = "play"
    OPPONENT_DISCARDS = "opponent_discards"
    GAIN_BENE_GESSERIT = "gain_bene_gesserit"
    SHUFFLE_BACK_PRESCIENCE = "shuffle_back_prescience"
    DISCARD_ENEMY_DIE = "discard_enemy_die"
    REVEAL_AREA = "reveal_area"
    FORBID_NEXT_TURN = "forbid_next_turn"
    CONDITION = "condition"


class SiteKind(StrEnum):
    """Where pieces are placed.

    ``each_village`` and ``each_area``: the pieces in every one; ``one_area``: all in one of the
    areas named; ``empty_desert_each``: one unit in each of different empty desert areas.
    """

    EACH_VILLAGE = "each_village"
    EACH_AREA = "each_area"
    ONE_AREA = "one_area"
    ANY_SETTLEMENT = "any_settlement"
    ANY_LEGION = "any_legion"
    LEGION_WITH_SPECIAL = "legion_with_special"
    LEGION_OF_LEADER = "legion_of_leader"
    EMPTY_DESERT_EACH = "empty_desert_each"
    FREE_MOUNTAIN = "free_mountain"


class LegionKind(StrEnum):
    """Which own legion a step is about; ``same`` is the one of the step before."""

    ANY = "any"
    WITH_SPECIAL = "with_special"
    AT_AREA = "at_area"
    IN_SETTLEMENT = "in_settlement"
    SAME = "same"


class LeaderTest(StrEnum):
    """What a condition asks about a leader."""

    NOT_IN_PLAY = "not_in_play"
    NOT_REMOVED = "not_removed"


class Reach(StrEnum):
    """How near an enemy leader must be to an own legion."""

    SAME_SECTOR = "same_sector"
    ADJACENT = "adjacent"


@dataclass(frozen=True, slots=True)
class Pieces:
    """Figures to place: ``leader`` is any leader by the usual choice, ``bashar`` a generic one."""

    regular: int = 0
    elite: int = 0
    special: int = 0
    leader: int = 0
    bashar: int = 0
    named: str | None = None

    @property
    def units(self) -> int:
        """How many units these are (leaders are none, LEADER-1)."""
        return self.regular + self.elite + self.special


@dataclass(frozen=True, slots=True)
class Site:
    """A place for pieces; ``areas`` and ``leader`` are set where the kind needs them."""

    kind: SiteKind
    areas: tuple[str, ...] = ()
    leader: str | None = None


@dataclass(frozen=True, slots=True)
class LegionFilter:
    """A choice among own legions; ``area`` is set for ``at_area`` only."""

    kind: LegionKind
    area: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Put the pieces at the site (ACT-6)."""

    effect: ClassVar[Effect] = Effect.PLACE
    pieces: Pieces
    site: Site


@dataclass(frozen=True, slots=True)
class Replace:
    """Exchange ``count`` units on the board for units of a stronger kind."""

    effect: ClassVar[Effect] = Effect.REPLACE
    count: int
    from_kind: UnitKind
    to_kind: UnitKind


@dataclass(frozen=True, slots=True)
class Vehicles:
    """Put these vehicles on the board (VEH-2)."""

    effect: ClassVar[Effect] = Effect.VEHICLES
    harvester: int
    ornithopter: int
    carryall: int


@dataclass(frozen=True, slots=True)
class Move:
    """Move ``count`` different legions of the filter."""

    effect: ClassVar[Effect] = Effect.MOVE
    count: int
    legion: LegionFilter


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack with a legion; ``free_continue``: going on against a settlement costs no hit."""

    effect: ClassVar[Effect] = Effect.ATTACK
    legion: LegionFilter
    surprise: bool
    free_continue: bool


@dataclass(frozen=True, slots=True)
class MoveOrAttack:
    """Move a legion or attack with it."""

    effect: ClassVar[Effect] = Effect.MOVE_OR_ATTACK
    legion: LegionFilter
    surprise: bool


@dataclass(frozen=True, slots=True)
class Transfer:
    """Move a legion straight to an area with another own legion, however far."""

    effect: ClassVar[Effect] = Effect.TRANSFER
    legion: LegionFilter


@dataclass(frozen=True, slots=True)
class SpecialAttack:
    """Roll dice against an enemy legion next to an own one: hits per hit and per special face."""

    effect: ClassVar[Effect] = Effect.SPECIAL_ATTACK
    dice: int
    hit: int
    special: int


@dataclass(frozen=True, slots=True)
class DiscardWormsigns:
    """Discard ``count`` wormsigns unrevealed, or all those around ``adjacent_to``; one is None."""

    effect: ClassVar[Effect] = Effect.DISCARD_WORMSIGNS
    count: int | None
    adjacent_to: str | None


@dataclass(frozen=True, slots=True)
class EnterLeader:
    """The leader comes into play with all that its record says (who leaves, what it brings)."""

    effect: ClassVar[Effect] = Effect.ENTER_LEADER
    leader: str


@dataclass(frozen=True, slots=True)
class TankEnemyLeader:
    """One enemy named leader in reach of the legion goes to the tank."""

    effect: ClassVar[Effect] = Effect.TANK_ENEMY_LEADER
    reach: Reach
    legion: LegionFilter


@dataclass(frozen=True, slots=True)
class ExchangeLeaders:
    """With ``needed`` cards of this kind ``removes`` leaves for good and ``enters`` comes (LEADER-4)."""

    effect: ClassVar[Effect] = Effect.EXCHANGE_LEADERS
    needed: int
    removes: str
    enters: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw planning cards (solo: they go on the reinforcements, MAHDI-CARD-2)."""

    effect: ClassVar[Effect] = Effect.DRAW
    count: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play planning cards (solo: drawn and played, MAHDI-CARD-2)."""

    effect: ClassVar[Effect] = Effect.PLAY
    count: int


@dataclass(frozen=True, slots=True)
class OpponentDiscards:
    """The opponent discards planning cards of their choice."""

    effect: ClassVar[Effect] = Effect.OPPONENT_DISCARDS
    count: int


@dataclass(frozen=True, slots=True)
class GainBeneGesserit:
    """Take Bene Gesserit tokens (solo: MAHDI-BG-1)."""

    effect: ClassVar[Effect] = Effect.GAIN_BENE_GESSERIT
    count: int


@dataclass(frozen=True, slots=True)
class ShuffleBackPrescience:
    """Shuffle revealed prescience cards back."""

    effect: ClassVar[Effect] = Effect.SHUFFLE_BACK_PRESCIENCE
    count: int


@dataclass(frozen=True, slots=True)
class DiscardEnemyDie:
    """Discard ``count`` unused enemy action dice of the result."""

    effect: ClassVar[Effect] = Effect.DISCARD_ENEMY_DIE
    count: int
    result: Result


@dataclass(frozen=True, slots=True)
class RevealArea:
    """Reveal the sietch and all deployment tokens in ``count`` areas."""

    effect: ClassVar[Effect] = Effect.REVEAL_AREA
    count: int


@dataclass(frozen=True, slots=True)
class ForbidNextTurn:
    """In the next enemy turn none of the leaders is placed, deployed or moved, nor attacks."""

    effect: ClassVar[Effect] = Effect.FORBID_NEXT_TURN
    leaders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """``then`` if the test about the leader holds, else ``otherwise``."""

    effect: ClassVar[Effect] = Effect.CONDITION
    leader: str
    test: LeaderTest
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...]


Step = (
    Place
    | Replace
    | Vehicles
    | Move
    | Attack
    | MoveOrAttack
    | Transfer
    | SpecialAttack
    | DiscardWormsigns
    | EnterLeader
    | TankEnemyLeader
    | ExchangeLeaders
    | Draw
    | Play
    | OpponentDiscards
    | GainBeneGesserit
    | ShuffleBackPrescience
    | DiscardEnemyDie
    | RevealArea
    | ForbidNextTurn
    | Condition
)


def read_pieces(fields: Fields, leaders: Collection[str]) -> Pieces:
    """The pieces of an object with at least one of them; raises ``ContentError``."""
    pieces = Pieces(
        regular=fields.count("regular"),
        elite=fields.count("elite"),
        special=fields.count("special"),
        leader=fields.count("leader"),
        bashar=fields.count("bashar"),
        named=fields.optional_reference("named", leaders),
    )
    if pieces == Pieces():
        raise fields.error("", "names no piece")
    return pieces
