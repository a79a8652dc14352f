"""The Harkonnen turn: the face rolled, then the order with its reasons, carried out by *Done*."""

from dataclasses import replace

from companion.content.terms import Result
from companion.rules.actions import Action
from companion.rules.ask.turns import exhausted_results
from companion.rules.commands import FinishAction, RollHarkonnenDie
from companion.rules.errors import FormatError
from companion.rules.frames import ActionFrame, RollSource, TurnFrame
from companion.rules.state import HARKONNEN, State
from companion.web.orders.course import Course, die_course
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides.claims import claim_act, claim_panel
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.steps.mahdi import cards
from companion.web.steps.mahdi.orders import order_head, order_panel
from companion.web.steps.mahdi.questions import question_head, question_panel
from companion.web.ui.blocks import Block, Button, Buttons, Form, Go, Key, Keys, Note
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form
from companion.web.words import names
from companion.web.words.glyphs import action_glyph
from companion.web.words.levels import rolled_again
from solo_bot import orders as bot
from solo_bot.levels.traits import TRAITS


@says(TurnFrame, of=Doer.MAHDI)
def say_roll(scene: Scene, frame: TurnFrame) -> Head:
    """Says that a Harkonnen die is rolled, or which face it is set to (MAHDI-TRUTH-1)."""
    state = scene.state
    kicker = _("Harkonnen turn, die %(number)s", number=len(state.harkonnen_spent) + 1)
    if frame.forced is not None:
        result = names.result_name(frame.forced)
        title = scene.for_reader(
            _("No roll: take a Harkonnen die and set it to %(result)s", result=result),
            _("The Harkonnen die is set to %(result)s", result=result),
        )
        return Head(kicker, title, "MAHDI-TRUTH-1", "", HARKONNEN, frame.forced.value)
    title = scene.for_reader(_("Roll a Harkonnen die"), _("Harkonnen roll a die"))
    detail = _gone(state)
    if scene.reader.acts:
        detail = detail or (_("The app rolls it, or you do.") if scene.app_rolls else _("Tap the face it shows."))
        detail = " ".join(text for text in (detail, rolled_again(scene.settings.level)) if text)
    return Head(kicker, title, "MAHDI-TURN-1", detail, HARKONNEN, "dice")


def _gone(state: State) -> str:
    """MAHDI-TURN-1: why some faces do not count."""
    gone = exhausted_results(state)
    if not gone:
        return ""
    faded = names.join(names.result_name(result) for result in gone)
    return _("%(results)s: three dice show it already, roll again.", results=faded)


@asks(TurnFrame, of=Doer.MAHDI)
def roll(scene: Scene, frame: TurnFrame, head: Head) -> Panel:
    """Asks for the face of the Harkonnen die, or offers to roll it; a claim is possible in this turn too (PRES-3)."""
    if scene.pick.get("use") == "claim":
        return claim_panel(scene, head)
    if frame.forced is not None:
        text = _("Set it to %(result)s", result=names.result_name(frame.forced))
        go: Block = Form("roll-die", (Go(text, frame.forced.value, name="result", value=frame.forced.value),))
        return head.panel(*claim_act(scene), go)
    faces = Form("roll-die", (Keys(_("The face rolled"), _faces(scene.state), "result", ask=not scene.app_rolls),))
    if scene.app_rolls:
        note = Note(_("Or roll it at the table and tap its face."), "dice")
        return head.panel(note, faces, *claim_act(scene), go_form("roll-die-for-me", _("Roll for me"), "roll"))
    by_app = Form("roll-die-for-me", (Buttons((Button(_("Roll for me"), "roll"),)),))
    return head.panel(faces, *claim_act(scene), by_app)


def _faces(state: State) -> tuple[Key, ...]:
    """The faces to tap; one that three spent dice show is struck."""
    gone = exhausted_results(state)
    return tuple(
        Key(
            names.result_name(result),
            result.value,
            value=result.value,
            state="gone" if result in gone else "",
            many=f"×{state.harkonnen_spent.count(result)}" if result in state.harkonnen_spent else "",
            say=names.result_name(result),
        )
        for result in Result
    )


@says(ActionFrame, of=Doer.MAHDI)
def say_order(scene: Scene, frame: ActionFrame) -> Head:
    """Says what the Harkonnen do with the die in progress, or within a planning card."""
    if cards.in_card(scene.state):
        return cards.card_head(scene)
    kicker, glyph = _kicker(frame.action), action_glyph(frame.action)
    course = _course(scene)
    if course is None:
        return Head(kicker, _("The Harkonnen do nothing more"), "MAHDI-TURN-1", "", HARKONNEN, glyph)
    if isinstance(course, bot.Order) and course.question is not None:
        return question_head(scene, course.question, kicker)
    return order_head(scene, course, kicker, glyph)


@asks(ActionFrame, of=Doer.MAHDI)
def order_step(scene: Scene, frame: ActionFrame, head: Head) -> Panel:
    """Shows the order beside the face rolled; *Done* carries it out."""
    if cards.in_card(scene.state):
        return cards.card_step(scene, head)
    die, die_say = action_glyph(frame.action), names.action_name(frame.action)
    course = _course(scene)
    if course is None:
        panel = head.panel(go_form("finish", _("Go on"), "chevron"), css="order", die=die, die_say=die_say)
        return replace(panel, glyph="")
    if isinstance(course, bot.Order) and course.question is not None:
        # The face rolled is seen above a question too.
        return replace(question_panel(scene, course.question, course.trace, head), die=die, die_say=die_say)
    return order_panel(scene, head, course, die=die, die_say=die_say)


def _course(scene: Scene) -> bot.Order | Course[bot.Order] | None:
    return die_course(scene.view.state, scene.view.loaded.order)


def _kicker(action: Action) -> str:
    return _("Harkonnen: %(action)s", action=names.action_name(action))


@deed("roll-die")
def _roll(scene: Scene, fields: Fields) -> Commands:
    return (RollHarkonnenDie(fields.member("result", Result), fields.source()),)


@deed("roll-die-for-me")
def _roll_for_me(scene: Scene, fields: Fields) -> Commands:
    frame = scene.state.frame
    if isinstance(frame, TurnFrame) and frame.forced is not None:
        return (RollHarkonnenDie(frame.forced),)
    return (
        RollHarkonnenDie(scene.chance.harkonnen_die(scene.state, TRAITS[scene.settings.level].again), RollSource.APP),
    )


@deed("order")
def _order(scene: Scene, fields: Fields) -> Commands:
    course = _course(scene)
    order = course.order if isinstance(course, Course) else course
    if order is None or not order.choices:
        raise FormatError("order", _("there is no order to carry out now"))
    if len(order.choices) == 1:
        return order.choices[0].commands
    option = fields.count("option", len(order.choices) - 1, default=None)
    return order.choices[option].commands


@deed("finish")
def _finish(scene: Scene, fields: Fields) -> Commands:
    return (FinishAction(),)
