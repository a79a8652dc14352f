"""Harkonnen planning cards: which one was turned up, then its steps as orders, or to the reinforcements with it."""

from companion.content import CARDS, DECK_CARDS
from companion.content.terms import Deck
from companion.rules.commands import (
    CardFinished,
    CardStepDone,
    CardWithoutEffect,
    FinishAction,
    RevealCard,
)
from companion.rules.errors import FormatError
from companion.rules.frames import ActionFrame, CardFrame, CardsFrame
from companion.rules.handlers.card_steps import remaining_steps
from companion.rules.handlers.cards import card_in_progress
from companion.rules.state import State
from companion.web.orders.card_steps import card_step_text
from companion.web.orders.effects import vehicle_line
from companion.web.orders.presenter import order_text
from companion.web.orders.why import picked_text, why_lines
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed, panel_for
from companion.web.steps.mahdi.questions import question_panel
from companion.web.steps.people import turn as people
from companion.web.ui.blocks import (
    Block,
    Button,
    Buttons,
    Choice,
    Fold,
    Form,
    Go,
    Lines,
    Note,
    Options,
    Search,
    WhyBlock,
)
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel
from companion.web.ui.parts import order_focus, rule_link
from companion.web.words import names
from companion.web.words.questions import card_question
from companion.web.words.records import Order as OrderWords
from companion.web.words.records import Why
from solo_bot.card_options import (
    AreaOption,
    CardOption,
    CardOrder,
    CardVehicleOption,
    EnemyLeaderOption,
    PlainOption,
    WormsignsOption,
)


def in_card(state: State) -> bool:
    """Tells whether a Harkonnen planning card is being carried out."""
    return card_in_progress(state) is not None


@panel_for(CardsFrame)
def draw(scene: Scene, frame: CardsFrame) -> Panel:
    """Asks which card was turned up from the deck that is due."""
    deck = frame.decks[0]
    asked = card_question(deck)
    offers = tuple(sorted({names.card_name(card.id) for card in DECK_CARDS[deck]}))
    blocks: tuple[Block, ...] = (
        Fold(_("Choose from the list"), (_list(deck),), "book"),
        Form(
            "card",
            (
                Search("name", _("Name of the card"), offers, _("Type a few letters and pick it from the list.")),
                Go(_("This card"), "cards", missing=_("Which card is it?")),
            ),
            {"deck": deck.value},
        ),
    )
    left = len(frame.decks)
    return Panel(
        kicker=_("Harkonnen cards, %(number)s to go", number=left),
        faction="h",
        glyph="cards",
        title=_("Turn up a card of the %(deck)s", deck=names.deck_name(deck)),
        detail=asked.why,
        blocks=blocks,
        css="order",
        rule=rule_link("MAHDI-CARD-1"),
    )


def _list(deck: Deck) -> Form:
    """One card of each name; several printings of one card are the same here."""
    first: dict[str, str] = {}
    for card in DECK_CARDS[deck]:
        first.setdefault(names.card_name(card.id), card.id)
    buttons = tuple(Button(name, name="card", value=card, cls="") for name, card in sorted(first.items()))
    return Form("card", (Buttons(buttons),), {"deck": deck.value})


@panel_for(CardFrame)
def card(scene: Scene, frame: CardFrame) -> Panel:
    """Shows the next step of the card in progress."""
    return people.card(scene, frame) if people.by_people(scene.state) else card_step(scene)


def card_step(scene: Scene) -> Panel:
    """Returns the panel of the card in progress, also while one of its moves or attacks is on top."""
    state = scene.state
    frame = card_in_progress(state)
    if frame is None:
        raise FormatError("card", _("no card is in progress"))
    order = scene.card_order()
    if order.question is not None:
        return question_panel(scene, order.question, order.trace)
    words = [_option_words(state, choice.option, order) for choice in order.choices]
    title, detail = _headline(order, words, frame)
    chosen = _chosen(scene, order)
    inner: list[Block] = []
    if len(order.choices) > 1:
        inner.append(Options("option", _choices(order, words), _("Equal: which one is it?"), chosen))
    elif words and words[0].details:
        inner.append(Lines(words[0].details))
    if picked := picked_text(order.trace):
        inner.append(Note(picked, "why"))
    inner.append(WhyBlock(Why(_("Why this?"), "", why_lines(order.trace, len(order.choices)), "")))
    missing = _("Choose one of the %(number)s", number=len(order.choices)) if len(order.choices) > 1 else ""
    inner.append(Go(_go(order), "check", missing=missing))
    blocks: list[Block] = [_what_it_does(state, frame), Form("card-step", tuple(inner))]
    if not order.done and order.action != "without_effect":
        blocks.insert(1, _way_out())
    return Panel(
        kicker=_("Harkonnen card: %(name)s", name=names.card_name(frame.card)),
        faction="h",
        glyph="cards",
        title=title,
        detail=detail,
        blocks=tuple(blocks),
        focus=_focus(words, chosen),
        css="order",
        rule=rule_link(order.rule),
    )


def _what_it_does(state: State, frame: CardFrame) -> Block:
    lines = tuple(card_step_text(step) for step in remaining_steps(frame))
    summary = names.card_summary(frame.card)
    inner: list[Block] = [Note(summary, "cards")]
    if lines:
        inner.append(Lines(lines))
    return Fold(_("What the card says"), tuple(inner), "book")


def _way_out() -> Block:
    """For when the table knows better: the step, or the whole card, cannot be carried out."""
    inner = (
        Form("card-skip", (Buttons((Button(_("This step cannot be carried out"), "close"),)),)),
        Form("card-without", (Buttons((Button(_("The card cannot be carried out"), "cards"),)),)),
    )
    return Fold(_("It cannot be carried out"), inner, "warn")


def _headline(order: CardOrder, words: list[OrderWords], frame: CardFrame) -> tuple[str, str]:
    match order.action:
        case "without_effect":
            title = _("It cannot be carried out: put it with the reinforcements")
            return title, _("Facedown on the reinforcements deck; nothing else happens.")
        case "skip":
            return _("This part is not possible: go on"), ""
        case "finish":
            return _("The card is done: discard it face up"), ""
        case "beside_board":
            return _("Lay the card beside the board"), _("It waits there for the second one.")
        case "to_reinforcements":
            return _("Put the card with the reinforcements"), _("Thufir Hawat is not in play.")
        case "exchange_leaders":
            return _("Both cards go: Gaius Helen Mohiam replaces Thufir Hawat"), ""
    if len(words) == 1:
        return words[0].title, words[0].sentence
    steps = remaining_steps(frame)
    return (card_step_text(steps[0]) if steps else words[0].title), ""


def _go(order: CardOrder) -> str:
    return _("Go on") if order.action in ("skip", "finish") else _("Done")


def _option_words(state: State, option: CardOption | None, order: CardOrder) -> OrderWords:
    match option:
        case None:
            return OrderWords(_("Go on"))
        case CardVehicleOption(kind, place):
            areas, zones = ((place,), ()) if kind.value == "harvester" else ((), (place,))
            return OrderWords(_("Place %(what)s", what=vehicle_line(kind, (place,))), areas=areas, zones=zones)
        case WormsignsOption(areas):
            return OrderWords(_("Discard the wormsigns in %(areas)s", areas=names.area_names(areas)), areas=areas)
        case EnemyLeaderOption(area, leader):
            facts = {"leader": names.leader_name(leader), "area": names.area_name(area)}
            return OrderWords(_("%(leader)s in %(area)s goes to the tank", **facts), areas=(area,))
        case AreaOption(_effect, area):
            return OrderWords(_("In %(area)s", area=names.area_name(area)), areas=(area,))
        case PlainOption():
            return OrderWords(_plain(state))
        case _:
            return order_text(state, option)


def _plain(state: State) -> str:
    frame = card_in_progress(state)
    steps = remaining_steps(frame) if frame is not None else ()
    return card_step_text(steps[0]) if steps else _("Go on")


def _choices(order: CardOrder, words: list[OrderWords]) -> tuple[Choice, ...]:
    return tuple(Choice(str(n), word.title, word.sentence, no=str(n + 1)) for n, word in enumerate(words))


def _chosen(scene: Scene, order: CardOrder) -> str | None:
    picked = scene.pick.get("option", "")
    return picked if picked.isdecimal() and int(picked) < len(order.choices) and len(order.choices) > 1 else None


def _focus(words: list[OrderWords], chosen: str | None) -> Focus:
    if len(words) == 1:
        return order_focus(words[0])
    together = OrderWords(
        "",
        areas=tuple(dict.fromkeys(a for w in words for a in w.areas)),
        zones=tuple(dict.fromkeys(z for w in words for z in w.zones)),
        sources=tuple(dict.fromkeys(a for w in words for a in w.sources)),
        arrows=tuple(dict.fromkeys(a for w in words for a in w.arrows)),
    )
    return order_focus(together)


@deed("card")
def _card(scene: Scene, fields: Fields) -> Commands:
    if fields.text("card"):
        return (RevealCard(fields.text("card")),)
    deck = fields.member("deck", Deck)
    name = fields.text("name").casefold()
    exact = [c.id for c in DECK_CARDS[deck] if names.card_name(c.id).casefold() == name]
    part = [c.id for c in DECK_CARDS[deck] if name and name in names.card_name(c.id).casefold()]
    found = exact or (part if len({names.card_name(card) for card in part}) == 1 else [])
    if not found:
        raise FormatError("name", _("no card of this deck is called “%(value)s”", value=name[:40]))
    seen = scene.state.cards.discards
    fresh = [card for card in found if seen.count(card) < CARDS[card].copies]
    return (RevealCard((fresh or found)[0]),)


@deed("card-step")
def _step(scene: Scene, fields: Fields) -> Commands:
    if not in_card(scene.state):
        raise FormatError("card", _("no card is in progress"))
    choices = scene.card_order().choices
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


@deed("card-finished")
def _finished(scene: Scene, fields: Fields) -> Commands:
    return (CardFinished(),)
