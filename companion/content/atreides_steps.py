"""The steps that only Atreides planning cards know; the vocabulary as a whole is ``companion.content.steps``."""

from typing import ClassVar

from companion.content.step_terms import Beside, Effect, VehicleSite
from companion.frozen import record


@record
class DesertPower:
    """Take ``count`` Desert Power actions, whatever the dice (ACT-DESERT)."""

    effect: ClassVar[Effect] = Effect.DESERT_POWER
    count: int


@record
class PlaceWormsigns:
    """Put ``count`` wormsigns on the board as Desert Power would (ACT-DESERT)."""

    effect: ClassVar[Effect] = Effect.PLACE_WORMSIGNS
    count: int


@record
class PlaceSandworms:
    """Place ``count`` sandworms, each in an empty desert area next to what ``beside`` says (ACT-6)."""

    effect: ClassVar[Effect] = Effect.PLACE_SANDWORMS
    count: int
    beside: Beside


@record
class WildMakerEnters:
    """The Wild Maker enters in an empty desert area, its card spent (WILD-1)."""

    effect: ClassVar[Effect] = Effect.WILD_MAKER_ENTERS


@record
class WildMakerMoves:
    """Move the Wild Maker (WORM-6)."""

    effect: ClassVar[Effect] = Effect.WILD_MAKER_MOVES


@record
class WildMakerAttacks:
    """Attack with the Wild Maker (WORM-7, WORM-8)."""

    effect: ClassVar[Effect] = Effect.WILD_MAKER_ATTACKS


@record
class RemoveVehicles:
    """Remove up to ``count`` Harkonnen vehicles; ``leader`` is the one whose sector it is, if it is a leader's."""

    effect: ClassVar[Effect] = Effect.REMOVE_VEHICLES
    count: int
    site: VehicleSite
    leader: str | None = None


@record
class RemoveByDice:
    """Roll dice for a sector with an own legion: vehicles removed there or in a connected zone, by face."""

    effect: ClassVar[Effect] = Effect.REMOVE_BY_DICE
    dice: int
    hit: int
    special: int


@record
class OrnithopterAttack:
    """Remove an ornithopter and roll dice against a legion in a sector that its zone is connected to."""

    effect: ClassVar[Effect] = Effect.ORNITHOPTER_ATTACK
    dice: int
    hit: int
    special: int


@record
class DeployTokens:
    """Put ``count`` deployment tokens in a sietch with a Harkonnen legion at most ``within`` areas away."""

    effect: ClassVar[Effect] = Effect.DEPLOY_TOKENS
    count: int
    within: int


@record
class SwapTokens:
    """Exchange all deployment tokens of two sietches."""

    effect: ClassVar[Effect] = Effect.SWAP_TOKENS


@record
class MoveSietch:
    """Move a sietch, with all figures and tokens there, to an adjacent empty desert area."""

    effect: ClassVar[Effect] = Effect.MOVE_SIETCH


@record
class DisplaceEnemy:
    """Move a Harkonnen legion that stands on desert to an adjacent empty area."""

    effect: ClassVar[Effect] = Effect.DISPLACE_ENEMY


@record
class ExchangePrescience:
    """Discard any number of revealed prescience cards for good and reveal as many new ones."""

    effect: ClassVar[Effect] = Effect.EXCHANGE_PRESCIENCE


@record
class AttachToPrescience:
    """Attach the card to a revealed prescience card."""

    effect: ClassVar[Effect] = Effect.ATTACH_TO_PRESCIENCE


@record
class SecondObjective:
    """Gain a second secret objective; either wins the game (WIN-2)."""

    effect: ClassVar[Effect] = Effect.SECOND_OBJECTIVE


@record
class ShiftMarkers:
    """Lower one prescience marker by any number of steps and raise another by as many."""

    effect: ClassVar[Effect] = Effect.SHIFT_MARKERS


@record
class LowerImperium:
    """Lower one imperium marker by ``steps``, without its ban."""

    effect: ClassVar[Effect] = Effect.LOWER_IMPERIUM
    steps: int


@record
class Detonate:
    """Detonate the family atomics with a prescience marker at ``needed`` or more (ATOM-1)."""

    effect: ClassVar[Effect] = Effect.DETONATE
    needed: int


@record
class ChooseResult:
    """Choose what the next Harkonnen turn uses (MAHDI-TRUTH-1)."""

    effect: ClassVar[Effect] = Effect.CHOOSE_RESULT


@record
class Storms:
    """Roll the storms by the usual rules (STORM-1)."""

    effect: ClassVar[Effect] = Effect.STORMS


@record
class DrawOrPlay:
    """Draw ``draw`` planning cards or play ``play``."""

    effect: ClassVar[Effect] = Effect.DRAW_OR_PLAY
    draw: int
    play: int
