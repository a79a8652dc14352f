"""The Harkonnen turn: the face rolled, then the order in words with its reasons, carried out by *Done*."""

from companion.content import LEADERS
from companion.content.terms import Result
from companion.rules.commands import FinishAction, RollHarkonnenDie
from companion.rules.errors import FormatError
from companion.rules.frames import ActionFrame, RollSource, TurnFrame
from companion.rules.handlers.turns import exhausted_results
from companion.rules.state import HARKONNEN, State
from companion.web.orders.presenter import order_text
from companion.web.orders.why import picked_text, why_lines, why_text
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.mahdi.questions import question_panel
from companion.web.ui.blocks import (
    Block,
    Button,
    Buttons,
    Choice,
    Form,
    Go,
    Key,
    Keys,
    Lines,
    Note,
    Options,
    WhyBlock,
)
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form, ids, order_focus, rule_link
from companion.web.words import names
from companion.web.words.glyphs import action_glyph
from companion.web.words.records import Order as OrderWords
from companion.web.words.records import Why
from solo_bot.casualties import HitOption
from solo_bot.orders import ExcessOption, Order, OrderKind
from solo_bot.spice import SpiceOption


def roll(scene: Scene, frame: TurnFrame) -> Panel:
    """Asks for the face of the Harkonnen die, or offers to roll it."""
    state = scene.state
    gone = exhausted_results(state)
    forced = frame.forced
    keys = tuple(
        Key(
            names.result_name(result),
            result.value,
            value=result.value,
            state="gone" if result in gone or (forced is not None and result is not forced) else "",
            many=f"×{state.harkonnen_spent.count(result)}" if result in state.harkonnen_spent else "",
            say=names.result_name(result),
        )
        for result in Result
    )
    number = len(state.harkonnen_spent) + 1
    title = _("Roll a Harkonnen die")
    if forced is not None:
        title = _("The Harkonnen die must be %(result)s", result=names.result_name(forced))
    faces = Form("roll-die", (Keys(_("The face rolled"), keys, "result", ask=not scene.app_rolls),))
    blocks: tuple[Block, ...]
    if scene.app_rolls:
        blocks = (
            Note(_("Or roll it at the table and tap its face."), "dice"),
            faces,
            go_form("roll-die-for-me", _("Roll for me"), "roll"),
        )
    else:
        blocks = (faces, Form("roll-die-for-me", (Buttons((Button(_("Roll for me"), "roll"),)),)))
    detail = _("Tap the face it shows.") if not scene.app_rolls else _("The app rolls it, or you do.")
    if gone:
        faded = names.join(names.result_name(result) for result in gone)
        detail = _("%(results)s: three dice show it already, roll again.", results=faded)
    return Panel(
        kicker=_("Harkonnen turn, die %(number)s", number=number),
        faction="h",
        title=title,
        detail=detail,
        blocks=blocks,
        rule=rule_link("MAHDI-TURN-1"),
    )


def order_action(scene: Scene, frame: ActionFrame) -> Panel:
    """Shows what the Harkonnen do with the die in progress."""
    order = scene.order()
    if order is None:
        return Panel(
            kicker=_kicker(frame.action),
            faction="h",
            title=_("Nothing more to do"),
            blocks=(go_form("finish", _("Go on"), "chevron"),),
        )
    if order.question is not None:
        return question_panel(scene, order.question, order.trace)
    return order_panel(scene, order, _kicker(frame.action), action_glyph(frame.action), _action_name(frame.action))


def _kicker(action: str) -> str:
    return _("Harkonnen: %(action)s", action=_action_name(action))


def _action_name(action: str) -> str:
    if action in LEADERS:
        return names.leader_name(action)
    return names.result_name(action) if action in tuple(Result) else _("Planning card")


def words_of(state: State, order: Order) -> OrderWords:
    """Returns an order in words, whatever it is about; several options read like a choice."""
    if order.decision is not None:
        return order_text(state, order.decision)
    found = [_option_words(state, choice.option) for choice in order.choices]
    if len(found) == 1:
        return found[0]
    same_title = len({words.title for words in found}) == 1
    return OrderWords(
        found[0].title if same_title else _several_title(order),
        found[0].sentence if len({words.sentence for words in found}) == 1 else "",
        _shared(found),
        areas=tuple(dict.fromkeys(area for words in found for area in words.areas)),
        go=found[0].go,
    )


def _several_title(order: Order) -> str:
    if order.kind is OrderKind.SPICE:
        return _("Spend the spice")
    return _("Take off the casualties") if order.kind is OrderKind.HITS else _("Take off what is too much")


def _shared(found: list[OrderWords]) -> tuple[str, ...]:
    """The lines that all options have in common."""
    return tuple(line for line in found[0].details if all(line in words.details for words in found))


def _option_words(state: State, option: object) -> OrderWords:
    match option:
        case HitOption() | SpiceOption():
            return order_text(state, option)
        case ExcessOption():
            figures = names.figures(option.figures, HARKONNEN)
            title = _("Take %(figures)s off %(area)s", figures=figures, area=names.area_name(option.area))
            sentence = _("More units stand there than may.")
            return OrderWords(title, sentence, areas=(option.area,), go=_("Done"))
        case _:
            return OrderWords(_("Nothing to do"), go=_("Go on"))


def order_panel(
    scene: Scene, order: Order, kicker: str, die: str = "", die_say: str = "", *, css: str = "order"
) -> Panel:
    """Returns the panel of an order: headline, choices, reasons, *Done*."""
    state = scene.state
    words = words_of(state, order)
    chosen = _chosen(scene, order)
    links = _option_links(scene, words)
    inner: list[Block] = []
    if words.details:
        inner.append(Lines(words.details))
    if len(order.choices) > 1:
        inner.append(Options("option", _choices(state, order, words), words.question or _question(order), chosen))
    if words.steps_note:
        inner.append(Note(words.steps_note, "dice"))
    missing = _("Choose one of the %(number)s", number=len(order.choices)) if len(order.choices) > 1 else ""
    if picked := picked_text(order.trace):
        inner.append(Note(picked, "why"))
    inner.append(_why(order))
    inner.append(Go(words.go or _("Done"), _go_glyph(words), missing=missing))
    focus = order_focus(words, links, None if chosen is None else int(chosen))
    return Panel(
        kicker=kicker,
        faction="h",
        title=words.title,
        detail=words.sentence,
        die=die,
        die_say=die_say,
        blocks=(Form("order", tuple(inner)),),
        focus=focus,
        css=css,
        rule=rule_link(order.rule),
    )


def _go_glyph(words: OrderWords) -> str:
    return "attack" if any(arrow.attack for arrow in words.arrows) else "check"


def _question(order: Order) -> str:
    return _("%(number)s ways are equal. Which one is it?", number=len(order.choices))


def _chosen(scene: Scene, order: Order) -> str | None:
    picked = scene.pick.get("option", "")
    return picked if picked.isdecimal() and int(picked) < len(order.choices) and len(order.choices) > 1 else None


def _choices(state: State, order: Order, words: OrderWords) -> tuple[Choice, ...]:
    if words.options:
        return tuple(
            Choice(str(n), option.label, option.detail, no=str(n + 1)) for n, option in enumerate(words.options)
        )
    found = [_option_words(state, choice.option) for choice in order.choices]
    same_title = len({option.title for option in found}) == 1
    shared = _shared(found)
    choices = []
    for n, option in enumerate(found):
        own = [line.rstrip(".") for line in option.details if line not in shared]
        title = own[0] if same_title and own else option.title
        rest = own[1:] if same_title and own else [option.sentence, *own]
        choices.append(Choice(str(n), title, "; ".join(line for line in rest if line), no=str(n + 1)))
    return tuple(choices)


def _option_links(scene: Scene, words: OrderWords) -> dict[str, str]:
    """A tap on an area or zone that only one option names chooses that option."""
    owners: dict[str, list[int]] = {}
    for number, option in enumerate(words.options):
        for one in ids(option.areas, option.zones):
            owners.setdefault(one, []).append(number)
    return {one: scene.also(option=numbers[0]) for one, numbers in owners.items() if len(numbers) == 1}


def _why(order: Order) -> WhyBlock:
    if order.decision is not None:
        return WhyBlock(why_text(order.decision))
    return WhyBlock(Why(_("Why this?"), "", why_lines(order.trace, len(order.choices)), ""))


@deed("roll-die")
def _roll(scene: Scene, fields: Fields) -> Commands:
    return (RollHarkonnenDie(fields.member("result", Result), fields.source()),)


@deed("roll-die-for-me")
def _roll_for_me(scene: Scene, fields: Fields) -> Commands:
    frame = scene.state.frame
    if isinstance(frame, TurnFrame) and frame.forced is not None:
        return (RollHarkonnenDie(frame.forced),)
    return (RollHarkonnenDie(scene.chance.harkonnen_die(scene.state), RollSource.APP),)


@deed("order")
def _order(scene: Scene, fields: Fields) -> Commands:
    order = scene.order()
    if order is None or not order.choices:
        raise FormatError("order", _("there is no order to carry out now"))
    if len(order.choices) == 1:
        return order.choices[0].commands
    option = fields.count("option", len(order.choices) - 1, default=None)
    return order.choices[option].commands


@deed("finish")
def _finish(scene: Scene, fields: Fields) -> Commands:
    return (FinishAction(),)
