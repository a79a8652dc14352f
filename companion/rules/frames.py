"""Frames: what is going on in a game, innermost last.

The state holds a stack of frames. The top one says what has to be entered or decided next; when it is done it is
closed and the one below goes on. A battle that a move of an action caused is a frame above that action. This is the
whole state machine of a round: there is no other place that knows "what comes next".
"""

from enum import StrEnum

from companion.content import LEADERS
from companion.content.leaders import Special
from companion.content.terms import CombatFace, Deck, Faction, NamedLeader, Result
from companion.frozen import record
from companion.rules.actions import Action
from companion.rules.causes import Cause as Cause
from companion.rules.causes import RollSource as RollSource
from companion.rules.unwritten import unwritten
from companion.rules.war_frames import CampsFrame as CampsFrame
from companion.rules.war_frames import LaunchersFrame as LaunchersFrame
from companion.rules.war_frames import RiderFrame as RiderFrame


@record
class SetupFrame:
    """The board is being laid out: starting figures are missing in the settlements of ``open`` (area numbers)."""

    open: tuple[int, ...]


@record
class RoundStartFrame:
    """MAHDI-START-2: tactical cards are drawn, the harvesting card first, then the target."""

    harvesting_card: str | None = None


@record
class VehiclesFrame:
    """Vehicles still to place in this order: harvesters, carryalls, ornithopters (VEH-1).

    ``escort``: one of the ornithopters was an escort (DW-5).
    """

    harvesters: int
    carryalls: int
    ornithopters: int
    escort: bool = unwritten(False)


@record
class AtreidesRollFrame:
    """The Atreides dice are rolled and their results entered (ACT-1)."""


@record
class HarkonnenRollFrame:
    """People play the Harkonnen: their dice are rolled and their results entered (ACT-1)."""


@record
class TurnFrame:
    """It is ``faction``'s turn in action resolution (ACT-3). ``acted``: its die or Desert Power is spent.

    ``forced``: the result that Truthtrance fixes for this Harkonnen turn (MAHDI-TRUTH-1). ``corrino``: the die spent
    came from the Corrino Ally's dashboard (TEAM-3). ``ally``: the Fremen Ally carries out the action of the Atreides
    die spent: a die of that dashboard, or a House die handed over (TEAM-4).
    """

    faction: Faction
    acted: bool = False
    spent_die: bool = False
    forced: Result | None = None
    corrino: bool = False
    ally: bool = False


@record
class ClaimsFrame:
    """The last turn is over, but a prescience card may still be claimed before action resolution ends (R-46)."""


@record
class ActionFrame:
    """An action being carried out.

    ``moves``: legion or worm moves left; ``attack``: an attack is still allowed; ``surprise``; ``leaders_only``
    (ACT-LEADERSHIP);
    ``placements``: units, wormsigns or vehicles still to place; ``draws``: cards still to draw;
    ``only``: the one area whose legion may act, None for any; ``leaders``: leaders still to place;
    ``replacements``: units still to replace; ``worms``: where the worms stand that this action moved; ``plays``: cards
    that may be played without a die; ``strong``: units above regular that it has placed. Of Desert War: ``escort``: one
    of its ornithopters was an escort (DW-5); ``riders``: sandriders that may come instead of a wormsign; ``mount``: a
    worm still comes to a lone sandrider (DW-8).
    """

    faction: Faction
    action: Action
    moves: int = 0
    attack: bool = False
    surprise: bool = False
    leaders_only: bool = False
    placements: int = 0
    draws: int = 0
    only: int | None = None
    leaders: int = 0
    replacements: int = 0
    worms: tuple[int, ...] = ()
    plays: int = 0
    strong: int = 0
    escort: bool = unwritten(False)
    riders: int = unwritten(0)
    mount: bool = unwritten(False)

    @property
    def special(self) -> Special | None:
        """What the special action of the leader does that this is (LEADER-2), None of a die or a card."""
        return LEADERS[self.action].special if isinstance(self.action, NamedLeader) else None


class BattleStage(StrEnum):
    """Where a battle round stands (BATTLE-2 .. BATTLE-11)."""

    REVEAL = "reveal"
    CARDS = "cards"
    ROLL = "roll"
    LEADERS = "leaders"
    CASUALTIES = "casualties"
    CONTINUE = "continue"
    RETREAT = "retreat"
    DESTINATION = "destination"
    ADVANCE = "advance"


@record
class Roll:
    """Combat dice of one side as counted faces; ``bonus`` special results come from surprise (not dice)."""

    hit: int = 0
    shield: int = 0
    special: int = 0
    bonus: int = 0

    @property
    def dice(self) -> int:
        """Number of dice rolled."""
        return self.hit + self.shield + self.special


@record
class Side:
    """What one side of a battle did in this round; None: not yet.

    ``cards``: planning cards or reinforcements discarded (BATTLE-3); ``roll``; ``leaders``: ids (or ``bashar`` /
    ``naib``, repeated) that turn a special into their values; ``hits`` still to take. By a card: ``extra_dice`` in each
    round; ``dice_limit`` in the first round, None: the usual one (BATTLE-4).
    """

    cards: int | None = None
    roll: Roll | None = None
    leaders: tuple[str, ...] | None = None
    hits: int | None = None
    extra_dice: int = 0
    dice_limit: int | None = None

    def fresh(self) -> "Side":
        """Returns the side as a new round finds it."""
        return Side(extra_dice=self.extra_dice, dice_limit=self.dice_limit)


@record
class BattleFrame:
    """A battle between the legion in ``attacker_area`` and what is in ``area``; ``sides``: (attacker, defender).

    ``free_continue``: no hit to go on (MAHDI-BATTLE-3, a card); ``zone``: the ornithopter that carried the attack.
    """

    attacker: Faction
    attacker_area: int
    area: int
    surprise: bool = False
    stage: BattleStage = BattleStage.REVEAL
    round: int = 1
    sides: tuple[Side, Side] = (Side(), Side())
    free_continue: bool = False
    zone: int | None = None

    @property
    def defender(self) -> Faction:
        """The faction that is attacked."""
        return self.attacker.enemy


@record
class RollFrame:
    """Dice of a storm, a worm attack or a card attack on the legion of ``faction`` in ``area``: ``dice`` to roll.

    ``values``: hits by face in the order hit, shield, special (WORM-8, or what the card says). ``sector``: the dice
    remove Harkonnen vehicles of that sector; the legion in ``area`` is the own one that lets them be rolled.
    """

    cause: Cause
    faction: Faction
    area: int
    dice: int
    values: tuple[int, int, int]
    remove_worm: bool = False
    sector: str | None = None


@record
class HitsFrame:
    """``hits`` that the legion of ``faction`` in ``area`` still takes outside a battle."""

    cause: Cause
    faction: Faction
    area: int
    hits: int


@record
class RevealTokensFrame:
    """Facedown deployment tokens of ``faction`` in ``area`` must be turned before the frame below goes on."""

    faction: Faction
    area: int
    cause: Cause


@record
class WormsignFrame:
    """A Harkonnen legion entered an area with a wormsign: its token is turned (MOVE-7, WORM-5)."""

    area: int


@record
class WormFrame:
    """A worm appeared in ``area``: harvester rescue, retreat or attack have to be settled (WORM-4).

    ``rescue``: a carryall may still save the harvester (desert hazards only).
    """

    area: int
    rescue: bool
    retreated: bool = False


@record
class StationFrame:
    """An Atreides legion stands on a station: which symbol does the token show (STATION-1)?"""

    area: int


@record
class StackingFrame:
    """More units than the limit in ``area``: the owner removes ``excess`` (STACK-1, R-34)."""

    faction: Faction
    area: int
    excess: int


@record
class TankFrame:
    """Several named leaders of ``faction`` came into the tank at once, in this order: their owner may choose another
    (TANK-1)."""

    faction: Faction
    leaders: tuple[str, ...]


@record
class GarrisonFrame:
    """The Harkonnen left the settlement ``area``, but a colour of tokens has run out (MAHDI-TOKEN-2, R-35)."""

    area: int


class HazardStage(StrEnum):
    """Steps of the desert hazards phase (WORM-1, STORM-1)."""

    WORMSIGNS = "wormsigns"
    REVEAL = "reveal"
    WORMS = "worms"
    STORMS = "storms"


@record
class HazardsFrame:
    """Desert hazards: ``areas`` still to handle in this stage; ``worms`` that appeared."""

    stage: HazardStage
    areas: tuple[int, ...] = ()
    worms: tuple[int, ...] = ()


@record
class HarvestFrame:
    """The spice phase began: the harvesters are still on the board (SPICE-1)."""


@record
class SpiceFrame:
    """Harvesters left the board; ``collected`` spice is spent next (SPICE-1, MAHDI-SPICE-1)."""

    collected: int


@record
class TalkFrame:
    """The partners of ``faction`` talk in secret; the table waits until they are back (TEAM-1)."""

    faction: Faction


class EndStage(StrEnum):
    """Steps of the end of round (ROUND-2): between people the Harkonnen clean up first, then Atreides."""

    CLAIMS = "claims"
    CLEANUP = "cleanup"
    ATREIDES = "atreides"


@record
class EndFrame:
    """End of round: prescience claims first, then everything that follows by itself (ROUND-2, MAHDI-END-1).

    What was turned during the claims, for cards that ask for it: ``tokens``, the area once for each; ``sietches``.
    """

    stage: EndStage
    tokens: tuple[int, ...] = ()
    sietches: tuple[int, ...] = ()


@record
class VictoryCheckFrame:
    """Arrakeen fell: between people Atreides look at their objective before anything else goes on (WIN-2).

    It is there whatever the app knows of the objective, so that it discloses nothing to the other side.
    """


@record
class CardsFrame:
    """The Harkonnen draw and play planning cards: ``decks`` still to draw from, in order (MAHDI-CARD-1)."""

    decks: tuple[Deck, ...]


@record
class CardFrame:
    """A drawn Harkonnen planning card is carried out; ``step`` is the next of its steps, ``area`` the legion or area
    that an earlier step chose; ``done`` counts steps that changed something; ``part``: how often this step, which goes
    on part by part (vehicles, wormsigns, single units), was carried out already; ``escort``: one of the ornithopters
    that it placed was an escort (DW-5)."""

    card: str
    deck: Deck
    step: int = 0
    area: int | None = None
    done: int = 0
    part: int = 0
    escort: bool = unwritten(False)


@record
class DiscardFrame:
    """A card of the other side makes ``faction`` discard ``count`` cards of its choice, before it goes on (CARD-1)."""

    faction: Faction
    count: int


@record
class RevealSietchFrame:
    """A card turns the facedown sietch token in ``area`` before the frame below goes on (MAHDI-CARD-3)."""

    area: int


@record
class AtreidesCardFrame:
    """An Atreides planning card, or the special action of the leader ``card``, is carried out step by step.

    ``branch``: how its conditions turned out when it was played, in order; ``step``: the next of its steps, ``part``:
    how often it was carried out already; ``area``, ``sector``: what an earlier step or part chose; ``left``: vehicles
    that dice still remove.
    """

    card: str
    branch: tuple[bool, ...] = ()
    step: int = 0
    part: int = 0
    area: int | None = None
    sector: str | None = None
    left: int | None = None


@record
class GameOverFrame:
    """The game has ended (WIN-1, WIN-2)."""

    winner: Faction
    rule: str


Frame = (
    SetupFrame
    | RoundStartFrame
    | VehiclesFrame
    | AtreidesRollFrame
    | TurnFrame
    | ActionFrame
    | BattleFrame
    | RollFrame
    | HitsFrame
    | RevealTokensFrame
    | WormsignFrame
    | WormFrame
    | StationFrame
    | StackingFrame
    | GarrisonFrame
    | HazardsFrame
    | SpiceFrame
    | EndFrame
    | CardsFrame
    | CardFrame
    | GameOverFrame
    | HarvestFrame
    | VictoryCheckFrame
    | RevealSietchFrame
    | AtreidesCardFrame
    | HarkonnenRollFrame
    | ClaimsFrame
    | TalkFrame
    | DiscardFrame
    | TankFrame
    | CampsFrame
    | LaunchersFrame
    | RiderFrame
)

FACES: tuple[CombatFace, ...] = tuple(CombatFace)
