"""Planning cards of a hand by name, on its own player's device: to read, to play, to discard."""

from collections import Counter
from collections.abc import Iterable
from itertools import takewhile

from companion.content import CARDS, DECK_CARDS
from companion.content.terms import Deck, Faction, Subfaction
from companion.rules.ask.hands import cards_held, copies_gone, decks_of, hand_of, held_of_decks
from companion.rules.commands import DiscardCards
from companion.rules.errors import FormatError
from companion.rules.events import HandNamed
from companion.rules.frames import DiscardFrame
from companion.rules.legal.playable import Hindrance, outlook
from companion.rules.state import Mode, State
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Block, Form, Go, Note, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.hand_blocks import Backs, Hand, HandCard
from companion.web.ui.panel import Panel
from companion.web.ui.parts import SIDE, rule_link
from companion.web.words import names
from companion.web.words.tongues import everywhere

DISCARDED = "gone"
"""The boxes of the cards that leave a hand."""
GLYPHS = {
    Deck.HOUSE_HARKONNEN: "house",
    Deck.CORRINO_ALLY: "supremacy",
    Deck.HOUSE_ATREIDES: "atreides",
    Deck.FREMEN_ALLY: "desert-power",
}
"""What tells the backs of the four decks apart; those of the allies are outlined too."""
ALLIES = (Deck.CORRINO_ALLY, Deck.FREMEN_ALLY)


def own_side(scene: Scene) -> Faction | None:
    """Returns the side whose hand this device may see: that of its seat, alone Atreides; None for all others."""
    view = scene.view
    if scene.state.mode is Mode.SOLO:
        return Faction.ATREIDES if view.is_player else None
    return view.seat.faction if view.is_player else None


def own_decks(scene: Scene, faction: Faction) -> tuple[Deck, ...]:
    """Returns the decks whose cards this device holds: of a shared side those of the partners it plays (TEAM-2)."""
    found, parts = decks_of(faction), scene.view.seat.parts
    if scene.state.partners(faction) == 1:
        return found
    return tuple(deck for deck in found if Subfaction(deck.value) in parts) or found


def with_a_partner(scene: Scene, faction: Faction) -> bool:
    """Tells whether this device holds only some of the cards of a side, and a partner's the others."""
    return own_decks(scene, faction) != decks_of(faction)


def own_cards(scene: Scene, faction: Faction) -> tuple[str, ...]:
    """Returns the told cards of a hand that this device holds itself: those of a partner stay with the partner."""
    decks = own_decks(scene, faction)
    return tuple(card for card in hand_of(scene.state, faction) if CARDS[card].deck in decks)


def own_count(scene: Scene, faction: Faction) -> int:
    """Returns how many cards this device holds; with those of its partner where nobody can count whose they are."""
    held = held_of_decks(scene.state, faction) if with_a_partner(scene, faction) else None
    if held is None:
        return cards_held(scene.state, faction)
    return sum(held[deck] for deck in own_decks(scene, faction))


def own_untold(scene: Scene, faction: Faction) -> int:
    """Returns how many of the cards that this device holds nobody has told, or may hold beside those of a partner."""
    return max(0, own_count(scene, faction) - len(own_cards(scene, faction)))


def handed_over(scene: Scene) -> tuple[Block, ...]:
    """Returns the cards that House Atreides drew for the Fremen Ally in this round and looked at (TEAM-2).

    Nothing on any other device, nor of cards that were played or discarded since.
    """
    if Deck.FREMEN_ALLY in own_decks(scene, Faction.ATREIDES):
        return ()
    steps = scene.view.loaded.timeline.steps
    this_round = takewhile(lambda step: step.state.round == scene.state.round, reversed(steps))
    events = (event for step in this_round for event in step.batch.events)
    seen = Counter(card for event in events if isinstance(event, HandNamed) for card in event.looked_at)
    gone = copies_gone(scene.state)
    cards = sorted(card for card in seen for _copy in range(min(seen[card], CARDS[card].copies - gone[card])))
    return (cards_to_read(scene.state, cards, _("You drew for the Fremen Ally and handed over")),) if cards else ()


def shown_card(card: str, **more: object) -> HandCard:
    """Returns a card with its name, text and back; ``more``: further fields of it."""
    deck = CARDS[card].deck
    name, text = names.card_name(card), names.card_summary(card)
    also, side = everywhere(CARDS[card].name), SIDE[deck.faction]
    return HandCard(card, name, text, GLYPHS[deck], side, deck in ALLIES, also=also, **more)  # type: ignore[arg-type]


def with_outlook(state: State, card: str, *, lock: bool = True) -> HandCard:
    """Returns a card with what playing it now would come to; ``lock``: one that is not played cannot be chosen."""
    found = outlook(state, card)
    said = {
        Hindrance.NOTHING: _("no effect now"),
        Hindrance.ONE_ONLY: _("one only"),
        Hindrance.FREE: _("free action"),
    }
    if found.hindrance is None:
        room = "" if found.room is None else _("room: %(num)s", num=found.room)
        return shown_card(card, said=room, good=True)
    locked = lock and found.hindrance is not Hindrance.NOTHING
    return shown_card(card, said=said[found.hindrance], locked=locked)


def decks_to_play(scene: Scene, faction: Faction) -> tuple[Deck, ...]:
    """Returns the decks that this device may play of: each partner plays only the own one (TEAM-2)."""
    shared = scene.state.partners(faction) > 1
    return tuple(deck for deck in decks_of(faction) if not shared or scene.plays(Subfaction(deck.value)))


def hand_to_play(scene: Scene, faction: Faction, chosen: str = "") -> tuple[Block, ...]:
    """Returns the cards of a hand of which one is chosen, those that change something first.

    Of a hand that is not told whole, and of a partner for whom the device only acts, it may be any card of the deck.
    """
    state, live, own = scene.state, decks_to_play(scene, faction), own_decks(scene, faction)
    mine = [card for card in own_cards(scene, faction) if CARDS[card].deck in live]
    cards = [with_outlook(state, card) for card in dict.fromkeys(mine)]
    told = tuple(sorted(cards, key=lambda card: not card.good))
    unknown = live if own_untold(scene, faction) else tuple(deck for deck in live if deck not in own)
    if not unknown:
        label = _("Which card?") if told else _("You hold no card of your own deck.")
        return (Hand(label, told, "card", chosen=chosen),)
    held = {card.value for card in told}
    maybe = [card for card in not_seen(state, faction) if CARDS[card].deck in unknown and card not in held]
    others = tuple(map(shown_card, maybe))
    return (Hand(_("Which card?"), (*told, *others), "card", chosen=chosen, search=_("Search cards")),)


def not_seen(state: State, faction: Faction) -> list[str]:
    """Returns the cards of a side of which not every copy lies open, in the order of their names."""
    gone = copies_gone(state)
    found = [card for deck in decks_of(faction) for card in DECK_CARDS[deck] if gone[card.id] < card.copies]
    return [card.id for card in sorted(found, key=lambda card: (names.card_name(card.id), card.id))]


def cards_to_read(state: State, cards: Iterable[str], label: str, *, outlooks: bool = False) -> Hand:
    """Returns cards to be read; ``outlooks``: with what playing them now would come to."""
    return Hand(label, tuple(with_outlook(state, card) if outlooks else shown_card(card) for card in cards))


def backs(state: State, faction: Faction) -> Backs:
    """Returns the backs of a hand that this device does not see."""
    count = cards_held(state, faction)
    side = names.faction_name(faction)
    said = ngettext(
        "%(faction)s hold %(num)d planning card.", "%(faction)s hold %(num)d planning cards.", count, faction=side
    )
    return Backs(count, SIDE[faction], said)


def discard_boxes(scene: Scene, faction: Faction, need: int | None = None) -> tuple[Block, ...]:
    """Returns boxes for the cards of a hand that leave it, by name; nothing where this device holds none of them.

    A card of which several are held has a box for each. ``need``: how many must be ticked; of partners none, since some
    may go from the hand that the other device holds (TEAM-2).
    """
    cards = tuple(map(shown_card, own_cards(scene, faction)))
    need = None if with_a_partner(scene, faction) else need
    return (Hand(_("Cards that are discarded"), cards, DISCARDED, many=True, need=need),) if cards else ()


def discard_choice(scene: Scene, faction: Faction, counted: Steppers, over: int = 0) -> tuple[Block, ...]:
    """Returns the choice of cards that leave a hand: by name where it is told whole, else ``counted``; of two partners
    the own cards by name, and how many go of both hands.

    ``over``: how many have to go.
    """
    if not own_count(scene, faction) or own_untold(scene, faction):
        return (counted,)
    boxes = discard_boxes(scene, faction, over or None)
    return (*boxes, counted) if with_a_partner(scene, faction) else boxes


def discards_in(fields: Fields, faction: Faction, counted: str) -> tuple[int, tuple[str, ...]]:
    """Returns how many cards leave a hand, and the names of those told; ``counted``: the field of a count."""
    cards = discarded_cards(fields, faction)
    return max(len(cards), fields.count(counted)), cards


def discarded_cards(fields: Fields, faction: Faction) -> tuple[str, ...]:
    """Returns the cards that are ticked; raises FormatError for a name that no card of the side has."""
    return read_cards(fields, DISCARDED, faction)


def read_cards(fields: Fields, name: str, faction: Faction) -> tuple[str, ...]:
    """Returns the cards of a field, sorted; raises FormatError for one that is no card of the side."""
    found = tuple(sorted(fields.values.getlist(name)))
    for card, count in Counter(found).items():
        if card not in CARDS or CARDS[card].deck.faction is not faction or count > CARDS[card].copies:
            raise FormatError(name, _("there is no “%(value)s”", value=card[:40]))
    return found


@says(DiscardFrame)
def said(scene: Scene, frame: DiscardFrame) -> Head:
    """Says how many cards a side discards for a card of the other one."""
    side = names.faction_name(frame.faction)
    title = scene.for_reader(
        ngettext(
            "%(faction)s: discard %(num)d planning card of your choice",
            "%(faction)s: discard %(num)d planning cards of your choice",
            frame.count,
            faction=side,
        ),
        ngettext(
            "%(faction)s: %(num)d planning card is discarded",
            "%(faction)s: %(num)d planning cards are discarded",
            frame.count,
            faction=side,
        ),
    )
    held = cards_held(scene.state, frame.faction)
    detail = ngettext("%(num)d card in hand.", "%(num)d cards in hand.", held)
    return Head(_("A card of the other side"), title, "CARD-1", detail, frame.faction, "cards")


@asks(DiscardFrame)
def ask(scene: Scene, frame: DiscardFrame, head: Head) -> Panel:
    """Asks which cards go, where this device knows them; else only that it is done."""
    all_told = not own_untold(scene, frame.faction)
    boxes = discard_boxes(scene, frame.faction, frame.count if all_told else None)
    note: tuple[Block, ...] = ()
    if not boxes:
        note = (Note(_("Put them face up on the discards."), "cards", rule=rule_link("CARD-1")),)
    form = Form("discard-cards", (*note, *boxes, Go(_("Discarded"), "check", missing=_("Choose the cards"))))
    return head.panel(form, css="order")


@deed("discard-cards")
def _discard(scene: Scene, fields: Fields) -> Commands:
    frame = scene.state.frame
    if not isinstance(frame, DiscardFrame):
        raise FormatError(DISCARDED, _("no cards are to be discarded now"))
    return (DiscardCards(frame.faction, frame.count, discarded_cards(fields, frame.faction)),)
