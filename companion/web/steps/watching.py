"""What a device sees that only watches: the step in words, no form, nothing hidden."""

from dataclasses import replace

from companion.content import CARDS
from companion.rules.ask.atreides_steps import card_below
from companion.rules.ask.harkonnen_cards import card_in_progress
from companion.rules.frames import BattleFrame, TurnFrame
from companion.rules.state import HARKONNEN, Mode
from companion.web.orders.places import place_rows
from companion.web.say import _, ngettext
from companion.web.scene import Reader, Scene
from companion.web.steps.battle.stages import seen
from companion.web.steps.hands import backs, cards_to_read, own_count, own_side
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Button, Buttons, Go, Note, PlaceRows
from companion.web.ui.panel import Panel
from companion.web.words import names


def watch(scene: Scene, head: Head) -> Panel:
    """Returns the panel of a step for somebody who cannot act: its head, the places of an order, a battle."""
    note = Note(_whose(scene), "people")
    frame = scene.state.frame
    if isinstance(frame, BattleFrame):
        return head.panel(*seen(scene, frame), note)
    rows = place_rows(scene.state, head.changes) if head.actor is HARKONNEN else ()
    return head.panel(*([PlaceRows(rows)] if len(rows) > 1 else []), *_hands(scene, head), note)


def _hands(scene: Scene, head: Head) -> tuple[Block, ...]:
    """The card that is carried out, which lies open; else backs of who chooses, and the way to the own hand."""
    if scene.state.mode is Mode.SOLO or scene.listener is not None:
        return ()
    card = card_in_progress(scene.state) or card_below(scene.state)
    if card is not None and card.card in CARDS:
        return (cards_to_read(scene.state, (card.card,), _("The card that is carried out")),)
    own = own_side(scene)
    if own is None:
        return ()
    held = own_count(scene, own)
    text = ngettext("My hand, %(num)d card", "My hand, %(num)d cards", held)
    mine = Buttons((Button(text, "cards", scene.hand_url, sheet=True),))
    theirs = isinstance(scene.state.frame, TurnFrame) and head.actor is own.enemy
    return (*((backs(scene.state, own.enemy),) if theirs else ()), mine)


def _whose(scene: Scene) -> str:
    """Says who enters the step: to one who plays, whose it is."""
    if scene.reader is not Reader.OTHER or scene.listener is not None:
        return _("You are watching. The players enter what happens.")
    who = names.capital(names.parts_name(scene.view.asked))
    return _("%(who)s: this is entered on their own device, or on a device of the table.", who=who)


def bare_head() -> Head:
    """Returns what is said of a position without a game around it."""
    detail = _("This position is not part of a game. Look at it, or start a game.")
    return Head(_("Position"), _("Nothing in progress"), "BOARD-1", detail)


def bare_position() -> Panel:
    """Returns the panel of a position without a game around it."""
    return replace(bare_head().panel(Go(_("To the first page"), "chevron", href="/")), rule=None)
