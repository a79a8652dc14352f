"""Harkonnen planning cards: which one was turned up, then what it does as orders, as few taps as it takes."""

from dataclasses import replace

from companion.content import DECK_CARDS
from companion.content.cards import PlanningCard
from companion.content.terms import Deck
from companion.rules.ask.decks import cards_left
from companion.rules.ask.harkonnen_cards import card_in_progress
from companion.rules.commands import CardStepDone, CardWithoutEffect, FinishAction, RevealCard
from companion.rules.errors import FormatError
from companion.rules.frames import ActionFrame, CardFrame, CardsFrame
from companion.rules.state import HARKONNEN, State
from companion.web.orders.course import Course, card_course
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.steps.mahdi.orders import order_head, order_panel
from companion.web.steps.mahdi.questions import question_head, question_panel
from companion.web.ui.blocks import Block, Button, Buttons, Choice, Fold, Form, Note, Picker
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form
from companion.web.words import names
from companion.web.words.questions import card_question
from companion.web.words.tongues import everywhere, folded
from solo_bot.cards.options import CardOrder

WITHOUT_WAY_OUT = ("without_effect", "finish", "beside_board", "exchange_leaders", "to_reinforcements")


def in_card(state: State) -> bool:
    """Tells whether a Harkonnen planning card is being carried out."""
    return card_in_progress(state) is not None


@says(CardsFrame)
def say_draw(scene: Scene, frame: CardsFrame) -> Head:
    """Says from which deck a card is turned up."""
    kicker = _("Harkonnen cards left: %(number)s", number=len(frame.decks))
    deck = names.deck_name(frame.decks[0])
    title = scene.for_reader(
        _("Reveal a card from the %(deck)s", deck=deck), _("Harkonnen reveal a card from the %(deck)s", deck=deck)
    )
    detail = scene.for_reader("", card_question(frame.decks[0]).why)
    return Head(kicker, title, "MAHDI-CARD-1", detail, HARKONNEN, "cards")


@asks(CardsFrame)
def draw(scene: Scene, frame: CardsFrame, head: Head) -> Panel:
    """Asks which card was turned up; one tap on it is enough."""
    deck = frame.decks[0]
    found = sorted(unseen(scene.state, deck), key=lambda card: (names.card_name(card.id), card.id))
    choices = tuple(Choice(card.id, names.card_name(card.id), names.card_summary(card.id)) for card in found)
    picker = Picker("card", choices, "name", _("Name of the card"), _("This card"))
    blocks: tuple[Block, ...] = (Form("card", (picker,), {"deck": deck.value}),)
    if scene.app_rolls:
        blocks = (*blocks, go_form("draw-card", _("Draw the card for me"), "cards"))
    return head.panel(*blocks, css="order")


def unseen(state: State, deck: Deck) -> list[PlanningCard]:
    """Returns the cards that may lie on top of a Harkonnen deck: all whose copies are not discarded face up.

    With the deck used up the discards are shuffled (MAHDI-CARD-6), so it may be any.
    """
    seen = state.cards.discards if cards_left(state, deck) else ()
    found = [card for card in DECK_CARDS[deck] if seen.count(card.id) < card.copies]
    return found or list(DECK_CARDS[deck])


@says(CardFrame, of=Doer.MAHDI)
def say_card(scene: Scene, frame: CardFrame) -> Head:
    """Says what comes next of the card in progress."""
    return card_head(scene)


@asks(CardFrame, of=Doer.MAHDI)
def card(scene: Scene, frame: CardFrame, head: Head) -> Panel:
    """Shows the next order of the card in progress."""
    return card_step(scene, head)


def _course(scene: Scene) -> Course[CardOrder]:
    return card_course(scene.view.state, scene.view.loaded.card_order)


def card_head(scene: Scene) -> Head:
    """Returns what is said of the card in progress, also while one of its moves or attacks is on top."""
    course = _course(scene)
    kicker = _("Harkonnen card: %(name)s", name=names.card_name(course.order.card))
    if course.order.question is not None:
        return question_head(scene, course.order.question, kicker)
    return order_head(scene, course, kicker, "cards")


def card_step(scene: Scene, head: Head) -> Panel:
    """Returns the panel of the card in progress: its text, and its order."""
    course = _course(scene)
    order = course.order
    if order.question is not None:
        return question_panel(scene, order.question, order.trace, head)
    stuck = None if order.done or order.action in WITHOUT_WAY_OUT else _way_out()
    said = Note(names.card_summary(order.card), "cards")
    if scene.terse:
        before = (Fold(_("What the card says"), (said, stuck) if stuck else (said,), "book"),)
        return order_panel(scene, head, course, *before)
    panel = order_panel(scene, head, course)
    return replace(panel, blocks=(*panel.blocks, said, *((stuck,) if stuck else ())))


def _way_out() -> Fold:
    """For when the table knows better: the step, or the whole card, cannot be carried out."""
    inner = (
        Form("card-skip", (Buttons((Button(_("This step cannot be carried out"), "close"),)),)),
        Form("card-without", (Buttons((Button(_("The card cannot be carried out"), "cards"),)),)),
    )
    return Fold(_("It cannot be carried out"), inner, "warn")


@deed("card")
def _card(scene: Scene, fields: Fields) -> Commands:
    if fields.text("card"):
        return (RevealCard(fields.text("card")),)
    deck = fields.member("deck", Deck)
    name = folded(fields.text("name"))
    called = {card.id: folded(everywhere(card.name)) for card in unseen(scene.state, deck)}
    exact = [card for card in called if folded(names.card_name(card)) == name]
    found = exact or [card for card, text in called.items() if name and name in text]
    if not found:
        raise FormatError("name", _("no card of this deck is called “%(value)s”", value=name[:40]))
    if len(found) > 1:
        raise FormatError("name", _("several cards have this name: tap the one with this text"))
    return (RevealCard(found[0]),)


@deed("draw-card")
def _draw(scene: Scene, fields: Fields) -> Commands:
    frame = scene.state.frame
    if not isinstance(frame, CardsFrame):
        raise FormatError("card", _("no card is due now"))
    left = unseen(scene.state, frame.decks[0])
    return (RevealCard(scene.chance.planning_card(left, scene.state.cards.discards)),)


@deed("card-step")
def _step(scene: Scene, fields: Fields) -> Commands:
    if not in_card(scene.state):
        raise FormatError("card", _("no card is in progress"))
    choices = _course(scene).order.choices
    if not choices:
        raise FormatError("card", _("there is no order to carry out now"))
    option = 0 if len(choices) == 1 else fields.count("option", len(choices) - 1, default=None)
    return choices[option].commands


@deed("card-skip")
def _skip(scene: Scene, fields: Fields) -> Commands:
    if isinstance(scene.state.frame, ActionFrame):
        return (FinishAction(),)
    return (CardStepDone(changed=False),)


@deed("card-without")
def _without(scene: Scene, fields: Fields) -> Commands:
    return (CardWithoutEffect(),)
