"""Events of planning and prescience cards."""

from companion.content.terms import Deck, Faction
from companion.frozen import record
from companion.rules.frames import Cause, RollSource


@record
class CardsDrawn:
    """``count`` planning cards of ``deck`` were drawn: Atreides to the hand, Harkonnen to the reinforcements.

    ``turned``: because the solo player turned a token (MAHDI-REVEAL-1).
    """

    deck: Deck
    count: int
    to_reinforcements: bool = False
    turned: bool = False


@record
class CardRevealed:
    """The Harkonnen turned up planning card ``card`` of ``deck`` to play it."""

    card: str
    deck: Deck


@record
class CardDiscarded:
    """A planning card was discarded face up, or put on the reinforcements (``to_reinforcements``, MAHDI-CARD-4)
    or beside the board (``beside``, MAHDI-CARD-5)."""

    card: str
    deck: Deck
    to_reinforcements: bool = False
    beside: bool = False


@record
class CardPlayed:
    """Atreides played planning card ``card`` (empty: not named)."""

    card: str


@record
class HarkonnenCardPlayed:
    """The Harkonnen player played ``card`` of ``deck`` from the hand."""

    card: str
    deck: Deck


@record
class CardAttached:
    """The Atreides planning card ``card`` lies on a revealed prescience card now."""

    card: str


@record
class CardDetached:
    """The attached planning card ``card`` was discarded."""

    card: str


@record
class HandDiscarded:
    """``count`` cards of the Atreides hand or the Harkonnen reinforcements were discarded; ``top``: the deck of the
    Harkonnen card that now lies on top, when somebody looked (R-8). ``cards``: the names of those that were told."""

    faction: Faction
    count: int
    cause: Cause
    top: Deck | None = None
    cards: tuple[str, ...] = ()


@record
class HandNamed:
    """``cards`` are the cards in the hand of ``faction``, as far as it told; ``source``: whether the app draws.

    ``looked_at``: those of them that House Atreides drew for its ally, and saw before it handed them over (TEAM-2).
    """

    faction: Faction
    cards: tuple[str, ...]
    source: RollSource | None = None
    looked_at: tuple[str, ...] = ()


@record
class DeckReshuffled:
    """MAHDI-CARD-6: the discards of ``deck`` became the deck again."""

    deck: Deck


@record
class PrescienceRevealed:
    """``count`` prescience cards were revealed (MAHDI-START-1)."""

    count: int


@record
class PrescienceNamed:
    """``cards`` are the names of the revealed prescience cards, as far as somebody told."""

    cards: tuple[str, ...]


@record
class PrescienceCleared:
    """Unclaimed prescience cards left the game, or went back into the deck (``reshuffled``)."""

    count: int
    reshuffled: bool
