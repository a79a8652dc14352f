"""Commands of the desert hazards, the spice harvest and the end of a round; and corrections at any time."""

from companion.content.terms import Marker, Power, Result, Wormsign
from companion.frozen import record
from companion.rules.frames import RollSource
from companion.rules.state import State


@record
class TurnWormsign:
    """WORM-2: what the wormsign in ``area`` shows; ``worm_from``: an area whose worm figure is used instead of the
    supply (WORM-3); ``wild_maker``: its figure comes from beside the board; ``discard``: a fifth or later worm that is
    not placed; ``source``: who drew the token."""

    area: int
    token: Wormsign
    worm_from: int | None = None
    discard: bool = False
    wild_maker: bool = False
    source: RollSource | None = None


@record
class SaveHarvester:
    """WORM-4: a carryall of ``zone`` is removed and the harvester stays; None: it is not saved."""

    zone: int | None


@record
class BeginHazards:
    """WORM-1: wormsigns under Atreides and worms go, one is put in each desert area with Harkonnen.

    Where a prescience card could still be claimed it says as well that none is (R-46).
    """


@record
class SettleWorm:
    """WORM-4: the next worm to settle, in the player's order."""

    area: int


@record
class BeginStorm:
    """STORM-1: the next legion that a storm hits, in the player's order."""

    area: int


@record
class CollectSpice:
    """SPICE-1: the harvesters leave the board."""


@record
class SpendSpice:
    """SPICE-2, MAHDI-SPICE-1: the resulting rows of the markers, the bans, supremacy gained and the reserve."""

    imperium: tuple[int, int, int]
    bans: frozenset[Power]
    supremacy: int
    reserve: int


@record
class ClaimPrescience:
    """PRES-3: a claimed card advances the markers by ``gains``; ``die`` is the unused die spent, if the card asks.

    ``attached``: the planning cards that lay on it; ``bonus``: the marker that moves further by one of them.
    """

    gains: tuple[int, int, int]
    die: Result | None = None
    card: str | None = None
    attached: tuple[str, ...] = ()
    bonus: Marker | None = None


@record
class NamePrescience:
    """PRES-2: the names of all revealed prescience cards that are known, in place of those known before.

    A card that nobody has published has no name; naming is never needed.
    """

    cards: tuple[str, ...]


@record
class FinishClaims:
    """ROUND-2 (a), R-46: no further prescience card is claimed.

    At the end of a round the victory check follows, at the end of action resolution the next phase.
    """


@record
class FinishCheck:
    """WIN-2: Arrakeen fell, and Atreides say that they do not win by it. They do where the app knows that it is met."""


@record
class DeclareVictory:
    """WIN-2: Atreides show their objective; the markers stand at or above its three ``steps``.

    Its moments are the check of ROUND-2 and, but for the first printing, the fall of Arrakeen; at any other the rules
    only warn: a victory that the app missed is one all the same. It need not have been entered before.
    """

    steps: tuple[int, int, int]


@record
class CleanUp:
    """ROUND-2 (c), (d), (f): what people who play the Harkonnen decide at the end of a round, before Atreides do.

    ``replaced`` named leaders of theirs on the board become generic ones; ``discarded`` cards of their hand go, by
    name those ``cards`` that are told.
    """

    replaced: tuple[str, ...] = ()
    discarded: int = 0
    cards: tuple[str, ...] = ()


@record
class EndRound:
    """ROUND-2 (c)-(h), MAHDI-END-1: what Atreides decide at the end of a round; the next one begins.

    ``replaced`` named leaders of theirs on the board become generic ones; ``discarded`` cards of their hand go;
    ``reshuffle``: unclaimed prescience cards go back into the deck (else out of the game); ``tame_worm``: a normal worm
    takes the place of the Wild Maker (WILD-1). ``cards``: the names of discarded ones that are told.
    """

    replaced: tuple[str, ...] = ()
    discarded: int = 0
    reshuffle: bool = True
    tame_worm: bool = False
    cards: tuple[str, ...] = ()


@record
class DetonateAtomics:
    """ATOM-1: ``area`` becomes desert; a legion there goes to ``displaced_to`` (None: destroyed or nobody there)."""

    area: int
    displaced_to: int | None = None


@record
class CorrectBoard:
    """The table looks different: the position becomes ``state`` (its frames are kept). Always possible, logged."""

    state: State


@record
class AdvancePrescience:
    """PRES-2: a marker moves for a reason that the player names (a card)."""

    marker: Marker
    steps: int
