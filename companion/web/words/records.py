"""What the presenters hand to a page: plain frozen records of worded text and board numbers.

Areas and zones are numbers of ``companion.board``; every ``str`` is finished text in the reader's language. Records
hold no markup and know no page.
"""

from dataclasses import dataclass

from companion.content.terms import Faction
from companion.rules.refusal import Severity
from companion.service.differences import Difference


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A rule or ruling to show: ``label`` is its id, title and page in one line; ``page`` is None for rulings."""

    id: str
    title: str
    page: int | None
    label: str
    is_ruling: bool


@dataclass(frozen=True, slots=True)
class OrderArrow:
    """An arrow on the board from area to area; ``zone``: the ornithopter that carries the legion."""

    source: int
    target: int
    zone: int | None = None
    attack: bool = False


Pips = tuple[tuple[str, int], ...]
"""Figures by shape: (glyph, how many)."""


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A place of an order: ``what`` comes there, how full it gets (``fill``), and the figures as shapes.

    ``there`` stand in it already (``there_say``: in words), ``leaves`` go to the supply for ``added``.
    """

    what: str
    area: int | None = None
    zone: int | None = None
    name: str = ""
    fill: str = ""
    there: Pips = ()
    there_say: str = ""
    leaves: Pips = ()
    added: Pips = ()


@dataclass(frozen=True, slots=True)
class OptionText:
    """One of several equal options: what tells it apart (``label``), its figures or effect (``detail``)."""

    label: str
    detail: str
    areas: tuple[int, ...] = ()
    zones: tuple[int, ...] = ()
    arrows: tuple[OrderArrow, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """What to do with the hands.

    ``title``: the imperative in large type; ``sentence``: the line below it; ``details``: further lines. ``areas``
    glow, ``sources`` are where legions start, ``zones`` where vehicles or ornithopters matter. ``question`` is set,
    with ``options`` in the order of the decision, when the player picks. ``steps_note``: what the same die does
    afterwards. ``go``: the label of the go button. ``changes``: what the order announces, of several options what they
    have in common; ``rows``: the places of these changes; ``short``: the title without what the rows say.
    """

    title: str
    sentence: str = ""
    details: tuple[str, ...] = ()
    areas: tuple[int, ...] = ()
    sources: tuple[int, ...] = ()
    zones: tuple[int, ...] = ()
    arrows: tuple[OrderArrow, ...] = ()
    question: str = ""
    options: tuple[OptionText, ...] = ()
    steps_left: int = 0
    steps_note: str = ""
    go: str = ""
    rows: tuple[PlaceRow, ...] = ()
    changes: tuple[Difference, ...] = ()
    short: str = ""


@dataclass(frozen=True, slots=True)
class FaceText:
    """What the opponent would do with a face of its die, in one line: ``title``, and ``detail`` below it.

    ``asks``: it would ask the player first; ``areas`` are meant by it, ``arrows`` those of all that may come.
    """

    title: str
    detail: str
    asks: bool = False
    areas: tuple[int, ...] = ()
    arrows: tuple[OrderArrow, ...] = ()


@dataclass(frozen=True, slots=True)
class Chip:
    """A candidate that stays: its name, the value compared, whether it gets a tick, how many options it stands for."""

    text: str
    value: str = ""
    tick: bool = False
    count: int = 1


@dataclass(frozen=True, slots=True)
class Drop:
    """``count`` candidates that fall out for the same ``reason``; ``texts`` are struck through."""

    texts: tuple[str, ...]
    reason: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class FunnelLine:
    """One criterion. ``left``: options after it, None where nothing is counted; ``end``: "Equal: you choose"."""

    left: int | None
    title: str
    rule: RuleRef
    kept: tuple[Chip, ...] = ()
    dropped: tuple[Drop, ...] = ()
    rulings: tuple[RuleRef, ...] = ()
    note: str = ""
    end: bool = False


@dataclass(frozen=True, slots=True)
class QuestionText:
    """A question that only the player can answer: ``title`` asks, ``why`` says why it matters, ``hint`` how to look.

    ``answers`` are (value to send, label, what follows); empty where a value or a card is typed or picked elsewhere.
    """

    kicker: str
    title: str
    why: str
    hint: str = ""
    rule: RuleRef | None = None
    ruling: RuleRef | None = None
    areas: tuple[int, ...] = ()
    answers: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """An event in the history: ``glyph`` is its name in the sprite without ``g-``; ``hidden``: bookkeeping."""

    title: str
    detail: str = ""
    glyph: str = "history"
    faction: Faction | None = None
    phase: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class RefusalText:
    """Why something cannot be done. ``offer``: the label of "record it anyway", empty when it is illegal."""

    code: str
    sentence: str
    rule: RuleRef
    severity: Severity
    offer: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """The funnel of a decision: ``title`` ("Why this attack?"), ``counts`` ("5 options, 2 left"), one sentence."""

    title: str
    counts: str
    lines: tuple[FunnelLine, ...]
    summary: str
