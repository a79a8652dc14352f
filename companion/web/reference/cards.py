"""The cards as they are looked up: the four planning decks, prescience and tactical cards."""

from dataclasses import dataclass

from companion.board import AREA_NUMBER
from companion.content import DECK_CARDS, PRESCIENCE_CARDS, TACTICAL_CARDS, ClaimPhase, PrescienceCard
from companion.content.terms import Deck, Faction
from companion.web.reference.search import matching
from companion.web.say import _
from companion.web.words import names
from companion.web.words.tongues import everywhere, term_everywhere

PRESCIENCE_TOTAL = 16
SIDE = {Faction.HARKONNEN: "h", Faction.ATREIDES: "a"}


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A card in words; ``copies``: how often it is in its deck; ``unknown``: what nobody has published.

    ``also``: its name in all languages.
    """

    id: str
    name: str
    text: str
    copies: int = 1
    unknown: str = ""
    also: str = ""


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """A deck with those of its cards that were found; ``faction`` is "h", "a" or ""."""

    id: str
    title: str
    faction: str
    note: str
    cards: tuple[CardEntry, ...]

    def words(self, card: CardEntry) -> str:
        """Returns everything of one of its cards that a search looks at."""
        return " ".join((self.title, card.name, card.text, card.unknown, card.also))


def decks(query: str = "") -> list[DeckEntry]:
    """Returns the decks with every card that has all words of ``query`` in it; empty decks are left out."""
    everything = [*map(_deck, Deck), _prescience(), _tactical()]
    found = []
    for deck in everything:
        cards = matching(deck.cards, query, deck.words)
        if cards:
            found.append(DeckEntry(deck.id, deck.title, deck.faction, deck.note, tuple(cards)))
    return found


def _deck(deck: Deck) -> DeckEntry:
    cards = tuple(
        CardEntry(
            card.id, names.card_name(card.id), names.card_summary(card.id), card.copies, also=everywhere(card.name)
        )
        for card in DECK_CARDS[deck]
    )
    total = sum(card.copies for card in cards)
    note = _("%(number)s cards, %(different)s different ones", number=total, different=len(cards))
    return DeckEntry(deck.value, names.deck_name(deck), SIDE[deck.faction], note, cards)


def _prescience() -> DeckEntry:
    cards = tuple(map(_prescience_card, PRESCIENCE_CARDS.values()))
    note = _("%(known)s of the %(number)s cards are known", known=len(cards), number=PRESCIENCE_TOTAL)
    return DeckEntry("prescience", _("Prescience cards"), "a", note, cards)


def _prescience_card(card: PrescienceCard) -> CardEntry:
    when = _("At the end of the round.") if card.phase is ClaimPhase.END else _("During actions.")
    parts = [when]
    if card.need is not None:
        parts.append(names.translated(card.need))
    if card.gains is not None:
        gains = names.join(f"{names.marker_name(marker)} +{steps}" for marker, steps in card.gains)
        parts.append(_("Gives %(gains)s.", gains=gains))
    missing = {
        (True, True): _("What it asks for and what it gives is not known: read the card."),
        (True, False): _("What it asks for is not known: read the card."),
        (False, True): _("What it gives is not known: read the card."),
    }
    unknown = missing.get((card.need is None, card.gains is None), "")
    return CardEntry(card.id, names.translated(card.name), " ".join(parts), 1, unknown, everywhere(card.name))


def _tactical() -> DeckEntry:
    cards = tuple(
        CardEntry(
            card.id,
            names.area_name(AREA_NUMBER[card.sietch]),
            _("Harvesting sector: %(sector)s", sector=names.sector_name(card.sector.value)),
            also=term_everywhere(f"place_{card.sietch}"),
        )
        for card in TACTICAL_CARDS.values()
    )
    note = _("of the solo game: the first one gives the harvesting sector, the second one the target sietch")
    return DeckEntry("tactical", _("Tactical cards"), "h", note, cards)
