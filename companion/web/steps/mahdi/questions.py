"""What the opponent has to ask: ranks and tokens, with the area lit and the reason why."""

from collections.abc import Sequence
from dataclasses import replace

from companion.board import AREA_IDS
from companion.rules import execute
from companion.rules.commands import EnterRank
from companion.rules.refusal import Refused
from companion.rules.state import HARKONNEN
from companion.web.orders.presenter import order_text
from companion.web.orders.why import why_lines
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.desert.tokens import tokens_due, tokens_head
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Form, Key, Keys, Note, Rules, WhyBlock
from companion.web.ui.panel import Panel
from companion.web.words import names
from companion.web.words.questions import question_text
from companion.web.words.records import RuleRef, Why
from solo_bot import Question, Step

RANKS = (1, 2, 3)


def question_head(scene: Scene, question: Question, kicker: str = "") -> Head:
    """Returns what is said while the opponent asks; ``kicker`` stands above it for those who cannot answer."""
    asked = question_text(question)
    areas = question.areas
    if question.ask == "reveal_token":
        return tokens_head(scene, HARKONNEN, areas, asked.title, asked.why)
    title = _("Harkonnen wait for an answer of Atreides")
    if question.ask == "rank":
        areas = areas[:1]
        asked = question_text(Question("rank", areas))
        title = _("Atreides look at the rank of %(area)s", area=names.area_names(areas))
    return Head(
        scene.for_reader(asked.kicker, kicker or names.faction_name(HARKONNEN)),
        scene.for_reader(asked.title, title),
        "MAHDI-ATTACK-1" if asked.rule is None else asked.rule.id,
        asked.why,
        glyph="sietch" if question.ask == "rank" else "why",
        areas=tuple(areas),
    )


def question_panel(scene: Scene, question: Question, trace: Sequence[Step] = (), head: Head | None = None) -> Panel:
    """Returns the panel of a question of the opponent."""
    head = head or question_head(scene, question)
    if question.ask == "rank":
        return _rank_panel(scene, question, trace, head)
    if question.ask == "reveal_token":
        return tokens_due(scene, HARKONNEN, question.areas, head)
    return replace(head.panel(css="order"), orange=True)


def _rules(*links: RuleRef | None) -> tuple[Block, ...]:
    found = tuple(link for link in links if link is not None)
    return (Rules(found),) if found else ()


def _rank_panel(scene: Scene, question: Question, trace: Sequence[Step], head: Head) -> Panel:
    """Asks for one rank after the other; under each answer what the Harkonnen would do then."""
    area = question.areas[0]
    asked = question_text(Question("rank", (area,)))
    keys = tuple(
        Key(after, big=str(rank), value=str(rank), say=_("rank %(rank)s: %(after)s", rank=rank, after=after))
        for rank in RANKS
        for after in (_after_rank(scene, area, rank),)
    )
    form = Form("rank", (Keys(_("Rank"), keys, "rank", ask=True, tall=True),), {"area": AREA_IDS[area]})
    why: tuple[Block, ...] = ()
    if trace:
        why = (WhyBlock(Why(_("Why is it asked?"), "", why_lines(trace, 1), "")),)
    links = [link for link in (asked.rule, asked.ruling) if link is not None]
    panel = head.panel(form, Note(asked.hint, "lock"), *why, *_rules(*links), css="order")
    return replace(panel, orange=True)


def _after_rank(scene: Scene, area: int, rank: int) -> str:
    """Says in a few words what follows from a rank."""
    try:
        after, _events = execute(scene.state, EnterRank(area, rank), record_anyway=True)
        order = scene.order(after)
    except Refused:
        return ""
    if order is None or order.decision is None:
        return _("then it is known")
    if order.question is not None:
        return _("one more question")
    if len(order.choices) > 1:
        return _("tied, you choose")
    return order_text(after, order.decision).title
