"""Commands of the Atreides in action resolution: dice, cards, leaders, Desert Power."""

from companion.content.terms import Deck, Faction, Marker, Power, Result, VehicleKind
from companion.frozen import record
from companion.rules.army import NOBODY, Army
from companion.rules.frames import RollSource


@record
class RollAtreidesDice:
    """ACT-1: the final results of the Atreides dice, after dice over the limit of 2 were changed.

    ``source``: who read the dice, None when nobody said. ``rolled``: what they showed before any was changed (empty:
    not told, how dice were changed is not tested). ``fremen``: where two players share the faction, those of the
    results that lie on the Fremen Ally's dashboard (TEAM-3); None: not told. Which results a dashboard has nobody has
    published (section F), so that only its one space for each is tested.
    """

    results: tuple[Result, ...]
    source: RollSource | None = None
    rolled: tuple[Result, ...] = ()
    fremen: tuple[Result, ...] | None = None


@record
class UseBeneGesserit:
    """ACT-2: a Bene Gesserit token becomes a temporary die of ``result``.

    ``ally``: on the dashboard of the Ally of a shared faction (TEAM-6), where both dashboards may have the result.
    """

    result: Result
    faction: Faction = Faction.ATREIDES
    ally: bool = False


@record
class SpendDie:
    """ACT-3: a die of ``die`` is spent for ``action`` (another one only with an Atreides House: ACT-HOUSE-A).

    ``corrino``: a Harkonnen die that lies on the Corrino Ally's dashboard (TEAM-3). ``ally``: an Atreides House die
    whose action only the Fremen Ally's dashboard has, so that the ally carries it out (TEAM-4); which results those
    are the players say (section F). ``fremen``: where a die of this result lies on both Atreides dashboards, that of
    the Fremen Ally is spent.
    """

    die: Result
    action: Result
    faction: Faction = Faction.ATREIDES
    corrino: bool = False
    ally: bool = False
    fremen: bool = False


@record
class UseDesertPower:
    """ACT-DESERT: Atreides take a Desert Power action; ``use`` is ``wormsigns``, ``move`` or ``attack``,
    with Desert War also ``sandriders``, for the action of their card (DW-8)."""

    use: str


@record
class PlayAtreidesCard:
    """ACT-3: an Atreides planning card is played for a die of ``die``; None: another card lets it be played.

    ``card`` is empty when it is not named; then, or with ``by_hand``, the player enters what it does. ``fremen``: as
    in ``SpendDie``.
    """

    die: Result | None
    card: str
    by_hand: bool = False
    fremen: bool = False


@record
class CarryOutStep:
    """The next step, or part of a step, of the Atreides card in progress, with the particulars that it asks for.

    ``area``: where it happens; ``target``: where something goes, or the second of two areas; ``zone``, ``vehicle``: a
    vehicle; ``figures`` come, those of ``taken`` from these areas instead of the supply (ACT-6); ``worm_from``: the
    area whose worm figure is used; ``leader``: the enemy leader meant; ``lowered``, ``raised``, ``power``: markers;
    ``count``: steps or cards; ``top``: the deck of the card on top of the Harkonnen discards afterwards (R-8).
    """

    area: int | None = None
    target: int | None = None
    zone: int | None = None
    vehicle: VehicleKind | None = None
    figures: Army = NOBODY
    taken: tuple[tuple[int, Army], ...] = ()
    worm_from: int | None = None
    leader: str | None = None
    lowered: Marker | None = None
    raised: Marker | None = None
    power: Power | None = None
    sector: str | None = None
    count: int = 0
    top: Deck | None = None


@record
class SkipStep:
    """ACT-4: the next step of the Atreides card in progress, or what is left of it, is not used."""


@record
class EnterByHand:
    """The next step of the Atreides card in progress was done on the table: the player enters what it changed."""


@record
class ChooseHarkonnenResult:
    """MAHDI-TRUTH-1: while the card *Truthtrance* is played, the die that the next Harkonnen turn has to use."""

    result: Result


@record
class UseLeader:
    """LEADER-2: the special action of an Atreides leader for a die of ``die``; the player enters what its card does.

    ``fremen``: as in ``SpendDie``.
    """

    die: Result
    leader: str
    fremen: bool = False


@record
class DeployToken:
    """ACT-DEPLOY-A: 1 deployment token facedown and 1 leader (``naib``, a named id or None) in the sietch ``area``."""

    area: int
    leader: str | None


@record
class DrawCards:
    """ACT-MENTAT: the side whose action it is draws one card from each deck named."""

    decks: tuple[Deck, ...]


@record
class PlaceWormsign:
    """ACT-DESERT: a facedown wormsign in a desert area without wormsign, worm or sietch.

    ``taken``: the area where it lies now, None for the pool (ACT-6, R-39).
    """

    area: int
    taken: int | None = None


@record
class MoveWorm:
    """WORM-6: a sandworm (or the Wild Maker) goes up to 2 desert areas."""

    source: int
    target: int


@record
class WormAttack:
    """WORM-7: the worm in ``source`` attacks ``target``; its figure is removed."""

    source: int
    target: int
