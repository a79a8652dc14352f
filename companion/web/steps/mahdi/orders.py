"""Orders of the solo opponent at the table: one head and one panel, whatever they are about.

Dice, planning cards, vehicles, spice, hits and units over the limit: all are worded by ``companion.web.orders`` and
carried out by the deed ``order`` (``card-step`` for a card). An order is carried out with the hands, so it is public
with its arrows; its reasons are not.
"""

from dataclasses import replace
from typing import Any

from companion.rules.state import HARKONNEN
from companion.web.orders.course import Course
from companion.web.orders.presenter import Orders
from companion.web.orders.public import public_words
from companion.web.orders.whole import whole_order
from companion.web.orders.why import picked_text, why_lines, why_text
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Choice, Fold, Form, Go, Lines, Note, Options, PlaceRows, WhyBlock
from companion.web.ui.panel import Panel
from companion.web.ui.parts import ids, order_focus
from companion.web.words.records import Order as OrderWords
from companion.web.words.records import Why
from solo_bot.cards.options import CardOrder


def order_head(
    scene: Scene,
    order: Orders | Course[Any],
    kicker: str,
    glyph: str = "",
    *,
    title: str = "",
    detail: str | None = None,
    rule: str = "",
) -> Head:
    """Returns the head of an order: its headline, what it announces, and its arrows.

    ``title``, ``detail`` and ``rule`` are used where the order's own would say less.
    """
    state = scene.view.state
    words = whole_order(state, order)
    own = (words.short or words.title, words.sentence) if scene.reader.acts else public_words(state, order, words)
    order = order.order if isinstance(order, Course) else order
    chosen = _chosen(scene, order) if scene.reader.acts else None
    links = _links(scene, words) if scene.reader.acts else None
    return Head(
        kicker,
        title or own[0],
        rule or order.rule,
        own[1] if detail is None else detail,
        HARKONNEN,
        glyph,
        words.areas,
        words.zones,
        words.changes,
        order_focus(words, links, None if chosen is None else int(chosen)),
    )


def order_panel(
    scene: Scene,
    head: Head,
    order: Orders | Course[Any],
    *before: Block,
    die: str = "",
    die_say: str = "",
    css: str = "order",
) -> Panel:
    """Returns the panel of an order: its places, its choices, its reasons, and *Done* as the last block.

    ``before``: blocks above it; ``die``: the face rolled, shown big.
    """
    words = whole_order(scene.view.state, order)
    first = order.first if isinstance(order, Course) else None
    order = order.order if isinstance(order, Course) else order
    several = len(order.choices) > 1
    inner: list[Block] = []
    if words.rows:
        inner.append(PlaceRows(words.rows))
    if words.details:
        inner.append(Lines(words.details))
    if several:
        inner.append(Options("option", _options(words), words.question, _chosen(scene, order)))
    reasons: list[Block] = [Note(words.steps_note, "dice")] if words.steps_note else []
    if picked := picked_text(order.trace):
        reasons.append(Note(picked, "why"))
    reasons += [why_block(one) for one in (first, order) if one is not None]
    inner += [Fold(_("Why, and what follows"), tuple(reasons), "why")] if scene.terse else reasons
    missing = _("Choose one of the %(number)s", number=len(order.choices)) if several else ""
    inner.append(Go(words.go or _("Done"), _go_glyph(words), missing=missing))
    form = Form("card-step" if isinstance(order, CardOrder) else "order", tuple(inner))
    panel = head.panel(*before, form, css=css, die=die, die_say=die_say)
    return replace(panel, glyph="") if die else panel


def why_block(order: Orders) -> WhyBlock:
    """Returns the reasons of an order, folded."""
    decision = None if isinstance(order, CardOrder) else order.decision
    if decision is not None:
        return WhyBlock(why_text(decision))
    return WhyBlock(Why(_("Why this?"), "", why_lines(order.trace, len(order.choices)), ""))


def _go_glyph(words: OrderWords) -> str:
    return "attack" if any(arrow.attack for arrow in words.arrows) else "check"


def _chosen(scene: Scene, order: Orders) -> str | None:
    picked = scene.pick.get("option", "")
    return picked if picked.isdecimal() and int(picked) < len(order.choices) and len(order.choices) > 1 else None


def _options(words: OrderWords) -> tuple[Choice, ...]:
    return tuple(Choice(str(n), one.label, one.detail, no=str(n + 1)) for n, one in enumerate(words.options))


def _links(scene: Scene, words: OrderWords) -> dict[str, str]:
    """A tap on an area or zone that only one option names chooses that option."""
    owners: dict[str, list[int]] = {}
    for number, option in enumerate(words.options):
        for one in ids(option.areas, option.zones):
            owners.setdefault(one, []).append(number)
    return {one: scene.also(option=numbers[0]) for one, numbers in owners.items() if len(numbers) == 1}
