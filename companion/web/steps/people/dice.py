"""The Harkonnen dice between people: rolled at the table and entered, or rolled by the app and shared out (TEAM-3)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.content.terms import Result
from companion.rules.ask.dice import MOST_OF_A_HARKONNEN_RESULT
from companion.rules.commands import RollHarkonnenDice
from companion.rules.frames import HarkonnenRollFrame, RollSource
from companion.rules.state import HARKONNEN
from companion.rules.teams import harkonnen_splits
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Detour, Scene, deed
from companion.web.steps.head import Doer, Head, asks, says
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Go, Note, Select, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form
from companion.web.words import names

MOST_SHARED = 4


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
            _("House Harkonnen and the Corrino Ally share them out. Then enter what lies where."),
            _("House Harkonnen and the Corrino Ally share them out."),
        )
    else:
        detail = scene.for_reader(
            _("At most 3 of a result: change a fourth one. Then enter what they show."),
            _("At most three dice show the same result: one too many is turned."),
        )
    return Head(_("Harkonnen dice, round %(round)s", round=state.round), title, "ACT-1", detail, HARKONNEN)


@asks(HarkonnenRollFrame, of=Doer.PEOPLE)
def ask(scene: Scene, frame: HarkonnenRollFrame, head: Head) -> Panel:
    """Asks for the results of all Harkonnen dice; of a shared faction also for what lies on the Ally's dashboard."""
    dice, shared = scene.state.harkonnen_unused, scene.state.rules.harkonnen_partners > 1
    shown = {r: int(n) if (n := scene.pick.get(r.value, "0")).isdecimal() else 0 for r in Result}
    most = MOST_SHARED if shared else MOST_OF_A_HARKONNEN_RESULT
    rolled = not shared and any(shown.values())
    steppers = tuple(Stepper(r.value, names.result_name(r), min(shown[r], most), 0, most, r.value, "h") for r in Result)
    inner: list[Block] = [Steppers(steppers, total=dice)]
    if shared:
        ally = tuple(Stepper(f"corrino-{r.value}", names.result_name(r), 0, 0, 2, r.value, "h") for r in Result)
        inner.append(Steppers(ally, _("Of these on the Ally’s dashboard")))
    inner.append(Go(_("These are the Harkonnen dice"), "check", missing=_("# more dice to enter")))
    if shared and scene.pick.get("split"):
        title = _("The dice are rolled: share them out")
        return head.panel(_splits_form(scene), title=title, css="order", rule="TEAM-3")
    if rolled:
        source = {"source": RollSource.APP.value}
        blocks = (*turned_first(shown, most), Form("their-dice", tuple(inner), source))
        return head.panel(*blocks, title=_("Too many of one result: turn some dice"), css="order")
    enter = Form("their-dice", tuple(inner))
    if scene.app_rolls:
        by_hand = Fold(_("I rolled them at the table"), (enter,), "dice")
        return head.panel(by_hand, go_form("roll-their-dice", _("Roll for me"), "roll"), css="order")
    by_app = Form("roll-their-dice", (Buttons((Button(_("Roll for me"), "roll"),)),))
    return head.panel(by_app, enter, css="order")


def turned_first(shown: Mapping[Result, int], most: int) -> tuple[Block, ...]:
    """Says which results a die too many may be turned to at first: those with the most free spaces (ACT-1)."""
    least = min(shown.values())
    over = [result for result, number in shown.items() if number > most]
    emptiest = [result for result, number in shown.items() if number == least]
    facts = {"over": _result_names(over), "to": _result_names(emptiest)}
    text = _("Rolled too often: %(over)s. A die of it turns to the emptiest result first: %(to)s.", **facts)
    return (Note(text, "dice"),) if over else ()


def _result_names(results: Sequence[Result]) -> str:
    return names.join(names.result_name(result) for result in results)


def _splits_form(scene: Scene) -> Form:
    """What may lie on which dashboard, where the rules leave a choice between several (TEAM-3)."""
    splits = harkonnen_splits(scene.chance.harkonnen_dice(scene.state.harkonnen_unused))
    offers = tuple(
        (
            str(number),
            _(
                "House Harkonnen: %(house)s. Corrino Ally: %(corrino)s.",
                house=names.join(names.result_name(r) for r in split.house),
                corrino=names.join(names.result_name(r) for r in split.corrino),
            ),
        )
        for number, split in enumerate(splits)
    )
    go = Go(_("These are the Harkonnen dice"), "check")
    return Form("roll-their-dice", (Select("split", _("Who takes which dice?"), offers), go))


@deed("their-dice")
def _their_dice(scene: Scene, fields: Fields) -> Commands:
    results = tuple(r for r in Result for _n in range(fields.count(r.value, 9)))
    corrino = tuple(r for r in Result for _n in range(fields.count(f"corrino-{r.value}", 9)))
    source = RollSource.APP if fields.text("source") == RollSource.APP else fields.source()
    return (RollHarkonnenDice(results, corrino, source=source),)


@deed("roll-their-dice")
def _roll_their_dice(scene: Scene, fields: Fields) -> Commands:
    """Rolls for the players; where they have a choice, the step is shown again with what was rolled."""
    rolled = scene.chance.harkonnen_dice(scene.state.harkonnen_unused)
    if scene.state.rules.harkonnen_partners > 1:
        splits = harkonnen_splits(rolled)
        if len(splits) > 1 and not fields.text("split"):
            raise Detour({"split": "1"})
        split = splits[fields.count("split", len(splits) - 1)]
        results = in_order((*split.house, *split.corrino))
        return (RollHarkonnenDice(results, split.corrino, source=RollSource.APP, rolled=rolled),)
    counts = Counter(rolled)
    if counts and max(counts.values()) > MOST_OF_A_HARKONNEN_RESULT:
        raise Detour({result.value: str(count) for result, count in counts.items()})
    return (RollHarkonnenDice(in_order(rolled), source=RollSource.APP),)


def in_order(results: Iterable[Result]) -> tuple[Result, ...]:
    """Returns results in the order of the dashboard."""
    return tuple(sorted(results, key=list(Result).index))
