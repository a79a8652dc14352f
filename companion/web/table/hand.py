"""The sheet of a hand: its own player reads and tells the cards; of another side there are only backs and discards."""

from collections import Counter
from dataclasses import replace

from companion.content import CARDS, DECK_CARDS
from companion.content.terms import Faction
from companion.rules.ask.hands import cards_held, copies_gone, held_of_decks
from companion.rules.commands import NameHand
from companion.rules.errors import FormatError
from companion.rules.state import HARKONNEN, Mode, State
from companion.service.dealing import dealt_hand
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.hands import (
    backs,
    cards_to_read,
    handed_over,
    own_cards,
    own_count,
    own_decks,
    own_side,
    own_untold,
    read_cards,
    shown_card,
    with_a_partner,
)
from companion.web.ui.blocks import Block, Fold, Form, Go, Note
from companion.web.ui.fields import Fields
from companion.web.ui.hand_blocks import Hand, HandCard
from companion.web.ui.panel import Panel
from companion.web.ui.parts import rule_link
from companion.web.ui.step_blocks import Cover
from companion.web.words import names

NAMED = "cards"
"""The boxes of the cards that a hand holds."""


def hand_sheet(scene: Scene) -> Panel:
    """Returns the sheet of the hands of a game, as the asking device may see them."""
    own = own_side(scene)
    blocks: list[Block] = [Cover(scene.view.covered)] if own is not None and scene.view.can_cover else []
    if own is not None:
        blocks += [backs(scene.state, own)] if scene.view.covered else _own(scene, own)
    for faction in Faction:
        if faction is not own and not (faction is HARKONNEN and scene.state.mode is Mode.SOLO):
            blocks.append(backs(scene.state, faction))
    blocks += _discards(scene.state)
    title = _("Planning cards")
    if own is not None:
        title = ngettext("Your hand, %(num)d card", "Your hand, %(num)d cards", own_count(scene, own))
    return Panel(
        kicker="",
        title=title,
        blocks=tuple(blocks),
        css="sheet",
        close=scene.behind_the_sheet,
        rule=rule_link("CARD-1"),
    )


def _own(scene: Scene, own: Faction) -> list[Block]:
    state = scene.state
    cards, left = own_cards(scene, own), own_untold(scene, own)
    found: list[Block] = []
    if cards:
        found.append(cards_to_read(state, cards, _("Your planning cards"), outlooks=True))
    if with_a_partner(scene, own):
        found.append(Note(_partners(scene, own), "cards", rule=rule_link("R-50")))
    found += handed_over(scene)
    if not scene.may_write:
        return found
    if left:
        text = ngettext("%(num)d card is not entered yet.", "%(num)d cards are not entered yet.", left)
        found.append(Note(text, "cards"))
        if scene.app_rolls and dealt_hand(state, own, scene.chance) is not None:
            found.append(Form("hand-deal", (Go(_("Let the app draw them"), "roll"),)))
    if own_count(scene, own):
        title = _("Correct your cards") if cards and not left else _("Enter your cards")
        found.append(Fold(title, (_entry(scene, own),), "edit", open=not cards and not scene.app_rolls))
    return found


def _partners(scene: Scene, own: Faction) -> str:
    """Says to one of two partners how many cards the other one holds, as far as that can be counted."""
    held = cards_held(scene.state, own)
    if held_of_decks(scene.state, own) is None:
        return ngettext("You and your partner hold %(num)d card.", "You and your partner hold %(num)d cards.", held)
    theirs = held - own_count(scene, own)
    return ngettext("Your partner holds %(num)d card.", "Your partner holds %(num)d cards.", theirs)


def _entry(scene: Scene, own: Faction) -> Form:
    """Every card that may be in the hand, once for each copy; those told are ticked."""
    state = scene.state
    gone, told = copies_gone(state), Counter(state.cards.hands[own])
    boxes: list[HandCard] = []
    for deck in own_decks(scene, own):
        for card in sorted(DECK_CARDS[deck], key=lambda card: names.card_name(card.id)):
            for number in range(max(card.copies - gone[card.id], told[card.id])):
                boxes.append(replace(shown_card(card.id), ticked=number < told[card.id]))
    held = cards_held(state, own)
    label = ngettext("You hold %(num)d card: which?", "You hold %(num)d cards: which?", held)
    if with_a_partner(scene, own):
        label = _("Which cards of your own deck do you hold?")
    cards = Hand(label, tuple(boxes), NAMED, many=True, search=_("Search cards"))
    return Form("hand-name", (cards, Go(_("These are my cards"), "check")))


def _discards(state: State) -> list[Block]:
    """What lies face up, the last one first; in solo only the Harkonnen cards are known."""
    cards = tuple(reversed([card for card in state.cards.discards if card in CARDS]))
    if not cards:
        return []
    last = _("Face up, the last one: %(card)s", card=names.card_name(cards[0]))
    return [Fold(last, (cards_to_read(state, cards, _("Discards, face up")),), "book")]


def _side(scene: Scene) -> Faction:
    own = own_side(scene)
    if own is None:
        raise FormatError(NAMED, _("this device has no hand"))
    return own


@deed("hand-name", relative=True)
def _name(scene: Scene, fields: Fields) -> Commands:
    own = _side(scene)
    return (NameHand(own, read_cards(fields, NAMED, own)),)


@deed("hand-deal", relative=True)
def _deal(scene: Scene, fields: Fields) -> Commands:
    named = dealt_hand(scene.state, _side(scene), scene.chance)
    if named is None:
        raise FormatError(NAMED, _("the app has not drawn these cards: enter them"))
    return (named,)
