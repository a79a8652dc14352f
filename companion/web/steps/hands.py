"""Planning cards of a hand by name, on its own player's device: which of them are discarded."""

from companion.content import CARDS
from companion.content.terms import Deck, Faction
from companion.rules.ask.hands import cards_held, hand_of, untold
from companion.rules.commands import DiscardCards
from companion.rules.errors import FormatError
from companion.rules.frames import DiscardFrame
from companion.rules.state import State
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Block, Check, Checks, Form, Go, Note
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import SIDE, rule_link
from companion.web.words import names

DISCARDED = "discarded"
"""The boxes of the cards that leave a hand."""
DECK_GLYPH = {
    Deck.HOUSE_HARKONNEN: "house",
    Deck.CORRINO_ALLY: "supremacy",
    Deck.HOUSE_ATREIDES: "atreides",
    Deck.FREMEN_ALLY: "sietch",
}
"""What tells the backs of the four decks apart."""


def discard_checks(state: State, faction: Faction, need: int | None = None) -> tuple[Block, ...]:
    """Returns boxes for the cards of a hand that leave it, by name; nothing where this device knows none of them.

    A card of which several are held has a box for each. ``need``: how many must be ticked.
    """
    cards = hand_of(state, faction)
    if not cards:
        return ()
    checks = tuple(
        Check(card, names.card_name(card), DECK_GLYPH[CARDS[card].deck], SIDE[faction], names.card_summary(card))
        for card in cards
    )
    return (Checks(DISCARDED, _("Cards that are discarded"), checks, need),)


def discarded_cards(fields: Fields, faction: Faction) -> tuple[str, ...]:
    """Returns the cards that are ticked; raises FormatError for a name that no card of the side has."""
    found = tuple(fields.values.getlist(DISCARDED))
    for card in found:
        if card not in CARDS or CARDS[card].deck.faction is not faction:
            raise FormatError(DISCARDED, _("there is no “%(value)s”", value=card[:40]))
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
    state, all_told = scene.state, not untold(scene.state, frame.faction)
    boxes = discard_checks(state, frame.faction, frame.count if all_told else None)
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
