"""The Harkonnen dice between people: rolled at the table and entered, or rolled by the app and shared out (TEAM-3)."""

from companion.content.terms import Result
from companion.rules.ask.dice import MOST_OF_A_HARKONNEN_RESULT
from companion.rules.commands import RollHarkonnenDice
from companion.rules.frames import HarkonnenRollFrame, RollSource
from companion.rules.state import HARKONNEN
from companion.rules.teams import harkonnen_splits
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Detour, Scene, deed
from companion.web.steps.dice_turned import (
    END,
    as_fields,
    entered_roll,
    in_order,
    raw_roll,
    settled,
    steppers_of,
    turning_panel,
)
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.steps.people.charge import shared_kicker
from companion.web.steps.people.shared_dice import TYPED, share_panel
from companion.web.ui.blocks import Button, Buttons, Fold, Form, Go
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form


@says(HarkonnenRollFrame, of=Doer.PEOPLE)
def said(scene: Scene, frame: HarkonnenRollFrame) -> Head:
    """Says how many dice are rolled, and how they are shared out."""
    state, dice = scene.state, scene.state.harkonnen_unused
    title = scene.for_reader(
        _("Roll the Harkonnen dice: %(number)s", number=dice),
        ngettext("The Harkonnen roll %(num)d die", "The Harkonnen roll %(num)d dice", dice),
    )
    if state.rules.harkonnen_partners > 1:
        detail = scene.for_reader(
            _("Enter what they show. Then the app says how House Harkonnen and the Corrino Ally share them out."),
            _("House Harkonnen and the Corrino Ally share them out."),
        )
    else:
        detail = scene.for_reader(
            _("Enter what they show. At most three may show the same result: the app says which to change."),
            _("At most three dice may show the same result; any extra is changed."),
        )
    kicker = shared_kicker(scene, _("Harkonnen dice, round %(round)s", round=state.round), HARKONNEN)
    return Head(kicker, title, "ACT-1", detail, HARKONNEN)


@asks(HarkonnenRollFrame, of=Doer.PEOPLE)
def ask(scene: Scene, frame: HarkonnenRollFrame, head: Head) -> Panel:
    """Asks for what all Harkonnen dice show, or offers to roll them; then for dice to turn, or who takes which."""
    dice, shared = scene.state.harkonnen_unused, scene.state.rules.harkonnen_partners > 1
    done, source = _("These are the Harkonnen dice"), scene.pick.get("source", "")
    if rolled := raw_roll(scene):
        if shared:
            return share_panel(scene, head, rolled, source)
        return turning_panel(head, "their-dice", rolled, MOST_OF_A_HARKONNEN_RESULT, source, done)
    enter = Form("their-dice", (steppers_of(dice, "h", {}), Go(done, "check", missing=_("Dice to enter: #"))))
    if scene.app_rolls:
        by_hand = Fold(_("I rolled them at the table"), (enter,), "dice", open=TYPED in scene.pick)
        return head.panel(by_hand, go_form("roll-their-dice", _("Roll for me"), "roll"), css="order")
    by_app = Form("roll-their-dice", (Buttons((Button(_("Roll for me"), "roll"),)),))
    return head.panel(by_app, enter, css="order")


@deed("their-dice")
def _their_dice(scene: Scene, fields: Fields) -> Commands:
    dice = scene.state.harkonnen_unused
    return (_rolled(scene, fields, *entered_roll(fields, dice, scene.chance.harkonnen_dice(dice))),)


@deed("roll-their-dice")
def _roll_their_dice(scene: Scene, fields: Fields) -> Commands:
    """Rolls for the players; where dice are turned or shared out, the step is shown again with what was rolled."""
    rolled = in_order(scene.chance.harkonnen_dice(scene.state.harkonnen_unused))
    return (_rolled(scene, fields, rolled, RollSource.APP),)


def _rolled(scene: Scene, fields: Fields, rolled: tuple[Result, ...], source: RollSource | None) -> RollHarkonnenDice:
    """The command for a roll, once it is settled which dice are turned and who takes which; raises Detour to that."""
    if len(rolled) != scene.state.harkonnen_unused:
        return RollHarkonnenDice(rolled, source=source)
    if scene.state.rules.harkonnen_partners > 1:
        splits = harkonnen_splits(rolled)
        if not fields.text(END):
            raise Detour(as_fields(rolled, source))
        split = splits[fields.count(END, len(splits) - 1)]
        return RollHarkonnenDice(in_order((*split.house, *split.corrino)), split.corrino, rolled, source)
    results = settled(rolled, MOST_OF_A_HARKONNEN_RESULT, fields, source)
    return RollHarkonnenDice(results, (), rolled if results != rolled else (), source)
