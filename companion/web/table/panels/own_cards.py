"""The player's own planning cards and known leader specials: step by step, or entered by hand."""

from companion.content import CARDS, LEADERS
from companion.content.steps import Step
from companion.rules import check
from companion.rules.commands import CarryOutStep, EnterByHand, SkipStep
from companion.rules.frames import ActionFrame, AtreidesCardFrame
from companion.rules.handlers.atreides_steps import card_below, steps_of
from companion.web.table.blocks import Block, Button, Buttons, Form, Go, Lines, Note
from companion.web.table.fields import Fields
from companion.web.table.panel import Panel
from companion.web.table.panels.common import rule_link
from companion.web.table.panels.truthtrance import choice_of_result
from companion.web.table.say import _
from companion.web.table.scene import Commands, Scene, deed, panel_for
from companion.web.words import names
from companion.web.words.card_words import WORDINGS, card_step_text
from companion.web.words.guide_actions import turn_kicker


@panel_for(AtreidesCardFrame)
def own_card(scene: Scene, frame: AtreidesCardFrame) -> Panel:
    """Shows the next step of a card; what the app cannot ask for yet is done at the table and entered by hand."""
    left = steps_of(frame)[frame.step :]
    possible = not check(scene.state, CarryOutStep())
    other = [
        Button(_("Enter it by hand"), "edit", name="how", value="hand"),
        Button(_("Skip it"), "close", name="how", value="skip"),
    ]
    blocks: list[Block] = []
    if frame.card in CARDS:
        blocks.append(Note(names.card_summary(frame.card), "cards"))
    blocks.append(Lines(tuple(_words(step) for step in left[1:])))
    results = choice_of_result(scene.state)
    if results:
        blocks += [*results, Form("own-card-other", (Buttons((other[1],)),))]
    elif possible:
        blocks += [Form("own-card-other", (Buttons(tuple(other)),)), Form("own-card-step", (Go(_("Done"), "check"),))]
    else:
        by_hand = Go(_("I did it: enter what changed"), "edit", name="how", value="hand")
        blocks.append(Form("own-card-other", (Buttons((other[1],)), by_hand)))
    return Panel(
        kicker=turn_kicker(scene.state, spent=True),
        faction="a",
        glyph="cards",
        title=_words(left[0]) if left else _("The card is done"),
        detail=_name(frame.card),
        blocks=tuple(blocks),
        css="order",
        rule=rule_link("CARD-1"),
    )


def step_by_hand(scene: Scene, frame: ActionFrame) -> Panel:
    """Returns the panel of a counted step of a card that is entered by hand: it replaces units."""
    card = card_below(scene.state)
    by_hand = Go(_("I did it: enter what changed"), "edit", name="how", value="hand")
    finish = Form("finish-own", (Buttons((Button(_("Skip it"), "close"),)),))
    return Panel(
        kicker=turn_kicker(scene.state, spent=True),
        faction="a",
        glyph="cards",
        title=_("Replace up to %(number)s units", number=frame.replacements),
        detail=_name(card.card) if card else "",
        blocks=(finish, Form("own-card-other", (by_hand,))),
        css="order",
        rule=rule_link("CARD-1"),
    )


def _name(card: str) -> str:
    if card in LEADERS:
        return names.leader_name(card)
    return names.card_name(card) if card in CARDS else ""


def _words(step: Step) -> str:
    return card_step_text(step) if step.effect in WORDINGS else _("Do what the card says next")


@deed("own-card-step")
def _carry_out(scene: Scene, fields: Fields) -> Commands:
    return (CarryOutStep(),)


@deed("own-card-other")
def _other(scene: Scene, fields: Fields) -> Commands:
    return (SkipStep(),) if fields.text("how") == "skip" else (EnterByHand(),)
