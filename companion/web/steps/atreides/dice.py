"""The Atreides dice of a round: rolled at the table and entered, read from a photo, or rolled by the app."""

from companion.content.terms import Result
from companion.rules.ask.dice import MOST_OF_A_RESULT
from companion.rules.commands import RollAtreidesDice
from companion.rules.frames import AtreidesRollFrame, RollSource
from companion.rules.state import ATREIDES, Mode
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Detour, Scene, deed
from companion.web.steps.atreides.voice import told
from companion.web.steps.dice_photo import brought_back, photo_act, source_field
from companion.web.steps.dice_turned import (
    as_fields,
    entered_roll,
    in_order,
    raw_roll,
    settled,
    steppers_of,
    turning_panel,
)
from companion.web.steps.head import Head, asks, says
from companion.web.steps.people.charge import shared_kicker
from companion.web.steps.people.shared_dice import ALLY_FIELD, HOUSE_FIELD, TYPED, atreides_panel
from companion.web.ui.blocks import Button, Buttons, Fold, Form, Go
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form


@says(AtreidesRollFrame)
def said(scene: Scene, frame: AtreidesRollFrame) -> Head:
    """Says how many dice are rolled."""
    state, dice = scene.state, scene.state.atreides_unused
    title = told(
        scene,
        _("Roll your %(dice)s dice", dice=dice),
        _("Roll the Atreides dice: %(number)d", number=dice),
        ngettext("Atreides roll %(num)d die", "Atreides roll %(num)d dice", dice),
    )
    round_ = {"round": state.round}
    kicker = _("Atreides dice, round %(round)s", **round_)
    if state.mode is Mode.SOLO:
        kicker = scene.for_reader(_("Your dice, round %(round)s", **round_), kicker)
    kicker = shared_kicker(scene, kicker, ATREIDES)
    detail = scene.for_reader(
        _("Enter what they show. At most two may show the same result: the app says which to change."),
        _("At most two dice may show the same result; any extra is changed."),
    )
    if state.partners(ATREIDES) > 1:
        detail = scene.for_reader(
            _("Enter what they show. Then you say which dice are on which dashboard."),
            _("House Atreides and the Fremen Ally share them out."),
        )
    return Head(kicker, title, "ACT-1", detail, ATREIDES)


@asks(AtreidesRollFrame)
def ask(scene: Scene, frame: AtreidesRollFrame, head: Head) -> Panel:
    """Asks for what the Atreides dice show, or offers to roll them; then for the dice that have to be turned."""
    dice = scene.state.atreides_unused
    mine = _("These are my dice") if scene.state.mode is Mode.SOLO else _("These are the Atreides dice")
    rolled = raw_roll(scene)
    if rolled and scene.state.partners(ATREIDES) > 1:
        return atreides_panel(scene, head, rolled, scene.pick.get("source", ""))
    if rolled:
        return turning_panel(head, "atreides-dice", rolled, MOST_OF_A_RESULT, scene.pick.get("source", ""), mine)
    counted = steppers_of(dice, "a", {result: _entered(scene, result, dice) for result in Result})
    enter = Form("atreides-dice", (counted, Go(mine, "check", missing=_("Dice to enter: #"))), source_field(scene))
    if brought_back(scene):
        return head.panel(enter, title=_("These dice are in the photo"), detail=_("Correct anything that is wrong."))
    if scene.app_rolls:
        by_hand = Form("atreides-dice", (counted, Buttons((Button(mine, "check"),))))
        photo, typed = photo_act(scene, "action", dice), TYPED in scene.pick
        return head.panel(
            Fold(_("I rolled them at the table"), (by_hand, *photo), "dice", open=typed),
            go_form("roll-atreides", _("Roll for me"), "roll"),
        )
    by_app = Form("roll-atreides", (Buttons((Button(_("Roll for me"), "roll"),)),))
    return head.panel(by_app, *photo_act(scene, "action", dice), enter, css="order")


def _entered(scene: Scene, result: Result, most: int) -> int:
    """What a photo brought back for a result."""
    text = scene.pick.get(result.value, "0")
    return min(int(text), most) if text.isdecimal() and len(text) < 3 else 0


@deed("atreides-dice")
def _enter_dice(scene: Scene, fields: Fields) -> Commands:
    dice = scene.state.atreides_unused
    return (_rolled(scene, fields, *entered_roll(fields, dice, scene.chance.atreides_dice(dice))),)


@deed("roll-atreides")
def _roll_dice(scene: Scene, fields: Fields) -> Commands:
    return (_rolled(scene, fields, in_order(scene.chance.atreides_dice(scene.state.atreides_unused)), RollSource.APP),)


def _rolled(scene: Scene, fields: Fields, rolled: tuple[Result, ...], source: RollSource | None) -> RollAtreidesDice:
    """The command for a roll, once it is settled which dice are turned; raises Detour to that question."""
    if len(rolled) != scene.state.atreides_unused:
        return RollAtreidesDice(rolled, source)
    if scene.state.partners(ATREIDES) > 1:
        return _shared(scene, fields, rolled, source)
    results = settled(rolled, MOST_OF_A_RESULT, fields, source)
    return RollAtreidesDice(results, source, rolled if results != rolled else ())


def _shared(scene: Scene, fields: Fields, rolled: tuple[Result, ...], source: RollSource | None) -> RollAtreidesDice:
    """The command of partners, once they said what lies on whose dashboard; raises Detour to that question (TEAM-3)."""
    house, ally = (fields.members(name, Result) for name in (HOUSE_FIELD, ALLY_FIELD))
    if not (house or ally):
        raise Detour(as_fields(rolled, source))
    results = in_order((*house, *ally))
    return RollAtreidesDice(results, source, rolled if results != rolled else (), in_order(ally))
