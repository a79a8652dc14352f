"""The vocabulary of planning-card effects: a card is a tuple of these steps, data and no code.

A step names what is done and with which numbers; which area, legion or piece it becomes is
decided by the criteria of the rules (MAHDI-CARD-2, MAHDI-CARD-3), on Atreides cards by the player.
What only Atreides cards do is in :mod:`companion.content.atreides_steps`.
"""

from collections.abc import Collection
from typing import ClassVar

from companion.content.atreides_steps import *
from companion.content.loader import Fields
from companion.content.step_terms import *
from companion.content.terms import Result, UnitKind
from companion.frozen import record


@record
class Place:
    """Put the pieces at the site (ACT-6)."""

    effect: ClassVar[Effect] = Effect.PLACE
    pieces: Pieces
    site: Site


@record
class Replace:
    """Exchange ``count`` units on the board for units of a stronger kind."""

    effect: ClassVar[Effect] = Effect.REPLACE
    count: int
    from_kind: UnitKind
    to_kind: UnitKind


@record
class Vehicles:
    """Put these vehicles on the board (VEH-2)."""

    effect: ClassVar[Effect] = Effect.VEHICLES
    harvester: int
    ornithopter: int
    carryall: int


@record
class Move:
    """Move ``count`` different legions of the filter."""

    effect: ClassVar[Effect] = Effect.MOVE
    count: int
    legion: LegionFilter


@record
class Attack:
    """Attack with a legion; ``free_continue``: going on against a settlement costs no hit."""

    effect: ClassVar[Effect] = Effect.ATTACK
    legion: LegionFilter
    surprise: bool
    free_continue: bool


@record
class MoveOrAttack:
    """Move a legion or attack with it.

    ``extra_dice``: combat dice more in each round; ``enemy_limit``: the most that the opponent rolls in the first one.
    """

    effect: ClassVar[Effect] = Effect.MOVE_OR_ATTACK
    legion: LegionFilter
    surprise: bool
    extra_dice: int = 0
    enemy_limit: int | None = None


@record
class Transfer:
    """Move a legion straight to an area with another own legion, however far."""

    effect: ClassVar[Effect] = Effect.TRANSFER
    legion: LegionFilter


@record
class SpecialAttack:
    """Roll dice against an enemy legion next to an own one: hits per hit and per special face."""

    effect: ClassVar[Effect] = Effect.SPECIAL_ATTACK
    dice: int
    hit: int
    special: int


@record
class DiscardWormsigns:
    """Discard ``count`` wormsigns unrevealed, or all those around ``adjacent_to``; one is None."""

    effect: ClassVar[Effect] = Effect.DISCARD_WORMSIGNS
    count: int | None
    adjacent_to: str | None


@record
class EnterLeader:
    """The leader comes into play with all that its record says (who leaves, what it brings)."""

    effect: ClassVar[Effect] = Effect.ENTER_LEADER
    leader: str


@record
class TankEnemyLeader:
    """One enemy named leader in reach of the legion goes to the tank."""

    effect: ClassVar[Effect] = Effect.TANK_ENEMY_LEADER
    reach: Reach
    legion: LegionFilter


@record
class ExchangeLeaders:
    """With ``needed`` cards of this kind ``removes`` leaves for good and ``enters`` comes (LEADER-4)."""

    effect: ClassVar[Effect] = Effect.EXCHANGE_LEADERS
    needed: int
    removes: str
    enters: str


@record
class Draw:
    """Draw planning cards (solo: they go on the reinforcements, MAHDI-CARD-2)."""

    effect: ClassVar[Effect] = Effect.DRAW
    count: int


@record
class Play:
    """Play planning cards (solo: drawn and played, MAHDI-CARD-2)."""

    effect: ClassVar[Effect] = Effect.PLAY
    count: int


@record
class OpponentDiscards:
    """The opponent discards planning cards of their choice."""

    effect: ClassVar[Effect] = Effect.OPPONENT_DISCARDS
    count: int


@record
class GainBeneGesserit:
    """Take Bene Gesserit tokens (solo: MAHDI-BG-1)."""

    effect: ClassVar[Effect] = Effect.GAIN_BENE_GESSERIT
    count: int


@record
class ShuffleBackPrescience:
    """Shuffle revealed prescience cards back."""

    effect: ClassVar[Effect] = Effect.SHUFFLE_BACK_PRESCIENCE
    count: int


@record
class DiscardEnemyDie:
    """Discard ``count`` unused enemy action dice of the result."""

    effect: ClassVar[Effect] = Effect.DISCARD_ENEMY_DIE
    count: int
    result: Result


@record
class RevealArea:
    """Reveal the sietch and all deployment tokens in ``count`` areas."""

    effect: ClassVar[Effect] = Effect.REVEAL_AREA
    count: int


@record
class ForbidNextTurn:
    """In the next enemy turn none of the leaders is placed, deployed or moved, nor attacks."""

    effect: ClassVar[Effect] = Effect.FORBID_NEXT_TURN
    leaders: tuple[str, ...]


@record
class Condition:
    """``then`` if the test about the leader holds, else ``otherwise``."""

    effect: ClassVar[Effect] = Effect.CONDITION
    leader: str
    test: LeaderTest
    then: "tuple[Step, ...]"
    otherwise: "tuple[Step, ...]"


@record
class BoardCondition:
    """``then`` if the test of the board holds when the card is played, else ``otherwise``."""

    effect: ClassVar[Effect] = Effect.BOARD_CONDITION
    test: BoardTest
    value: int
    then: "tuple[Step, ...]"
    otherwise: "tuple[Step, ...]"


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
    | BoardCondition
    | AttachToPrescience
    | ChooseResult
    | DeployTokens
    | DesertPower
    | Detonate
    | DisplaceEnemy
    | DrawOrPlay
    | ExchangePrescience
    | LowerImperium
    | MoveSietch
    | OrnithopterAttack
    | PlaceSandworms
    | PlaceWormsigns
    | RemoveByDice
    | RemoveVehicles
    | SecondObjective
    | ShiftMarkers
    | Storms
    | SwapTokens
    | WildMakerAttacks
    | WildMakerEnters
    | WildMakerMoves
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
        naib=fields.count("naib"),
    )
    if pieces == Pieces():
        raise fields.error("", "names no piece")
    return pieces
