"""Commands about planning cards in a hand: which they are, and which of them the other side's cards take."""

from companion.content.terms import Faction
from companion.frozen import record
from companion.rules.frames import RollSource


@record
class NameHand:
    """CARD-1: the names of all cards in the hand of ``faction`` that are told, in place of those told before.

    Naming is never needed: how many cards a hand has is known without it. ``source``: the ``app``
    draws for this hand from decks of its own, now and from now on; any other, or none: somebody read the cards.
    ``looked_at``: those of them that House Atreides drew for its ally just now, looks at and hands over (TEAM-2).
    """

    faction: Faction
    cards: tuple[str, ...]
    source: RollSource | None = None
    looked_at: tuple[str, ...] = ()


@record
class DiscardCards:
    """CARD-1: ``faction`` discards ``count`` cards of its own choice, as a card of the other side wants it.

    ``cards``: the names of those that are told; between people cards are discarded face up.
    """

    faction: Faction
    count: int
    cards: tuple[str, ...] = ()
