"""The Atreides dice of a round: rolled at the table and entered, read from a photo, or rolled by the app."""

from collections import Counter

from companion.content.terms import Result
from companion.rules.ask.dice import MOST_OF_A_RESULT
from companion.rules.commands import RollAtreidesDice
from companion.rules.frames import AtreidesRollFrame, RollSource
from companion.rules.state import ATREIDES, Mode
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Detour, Scene, deed
from companion.web.steps.atreides.voice import told
from companion.web.steps.dice_photo import brought_back, photo_act, source_field
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Go, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form
from companion.web.words import names


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
    detail = scene.for_reader(
        _("At most two of a result: a die too many is turned to another result of your choice."),
        _("At most two dice show the same result: one too many is turned."),
    )
    return Head(kicker, title, "ACT-1", detail, ATREIDES)


@asks(AtreidesRollFrame)
def ask(scene: Scene, frame: AtreidesRollFrame, head: Head) -> Panel:
    """Asks for the results of the Atreides dice, or offers to roll them."""
    dice = scene.state.atreides_unused
    entered = {result: scene.pick.get(result.value, "0") for result in Result}
    rolled = any(number.isdecimal() and int(number) for number in entered.values())
    steppers = tuple(
        Stepper(
            result.value,
            names.result_name(result),
            min(int(entered[result]), MOST_OF_A_RESULT) if entered[result].isdecimal() else 0,
            0,
            MOST_OF_A_RESULT,
            result.value,
            "a",
        )
        for result in Result
    )
    missing = _("# more dice to enter")
    hidden = {"source": RollSource.APP.value} if scene.pick.get("source") == RollSource.APP else source_field(scene)
    mine = _("These are my dice") if scene.state.mode is Mode.SOLO else _("These are the Atreides dice")
    enter = Form("atreides-dice", (Steppers(steppers, total=dice), Go(mine, "check", missing=missing)), hidden)
    blocks: tuple[Block, ...]
    title, detail = head.title, head.detail
    if brought_back(scene):
        title, detail = _("These dice are in the photo"), _("Put right what is wrong.")
        blocks = (enter,)
    elif rolled:
        title, detail = _("Too many of one result: turn some dice"), _("Your choice which results they show instead.")
        blocks = (enter,)
    elif scene.app_rolls:
        by_hand = Form("atreides-dice", (Steppers(steppers, total=dice), Buttons((Button(mine, "check"),))))
        blocks = (
            Fold(_("I rolled them at the table"), (by_hand, photo_act(scene, "action", dice)), "dice"),
            go_form("roll-atreides", _("Roll for me"), "roll"),
        )
    else:
        blocks = (
            Form("roll-atreides", (Buttons((Button(_("Roll for me"), "roll"),)),)),
            photo_act(scene, "action", dice),
            enter,
        )
    return head.panel(*blocks, title=title, detail=detail, css="order" if rolled or not scene.app_rolls else "")


@deed("atreides-dice")
def _enter_dice(scene: Scene, fields: Fields) -> Commands:
    results = [result for result in Result for _n in range(fields.count(result.value, 6))]
    # Dice that the app rolled come back here when one too many had to be turned (ACT-1).
    source = RollSource.APP if fields.text("source") == RollSource.APP else fields.source()
    return (RollAtreidesDice(tuple(results), source),)


@deed("roll-atreides")
def _roll_dice(scene: Scene, fields: Fields) -> Commands:
    results = scene.chance.atreides_dice(scene.state.atreides_unused)
    counts = Counter(results)
    if max(counts.values()) > MOST_OF_A_RESULT:
        raise Detour({result.value: str(count) for result, count in counts.items()} | {"source": RollSource.APP.value})
    return (RollAtreidesDice(tuple(sorted(results, key=list(Result).index)), RollSource.APP),)
