"""What a panel is made of, as plain values: each block has a ``kind``, and ``_blocks.html`` a macro for it.

All texts are finished words in the reader's language; nothing here knows markup.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.web.ui.ahead_blocks import Ahead, AheadLine
from companion.web.ui.fight_blocks import Adder, DiceRow, Tally, Throw, Versus
from companion.web.ui.hand_blocks import Backs, Hand
from companion.web.ui.hint_blocks import HintBlock
from companion.web.ui.odds_blocks import Odds, Targets
from companion.web.ui.replay_blocks import Player
from companion.web.ui.step_blocks import Cover, Goals, Pad, Presets, Shapes, StepRows
from companion.web.ui.team_blocks import Clock, ConeTokens, Dashboards, RawRoll, ShareSteps
from companion.web.ui.tracker_blocks import Counters, Tabs, Tank
from companion.web.words.records import PlaceRow, RuleRef, Why


@dataclass(frozen=True, slots=True)
class Key:
    """A key in a row: with ``href`` a link, with ``value`` a submit button, else only shown."""

    text: str
    glyph: str = ""
    big: str | None = None
    value: str | None = None
    href: str = ""
    state: str = ""
    many: str = ""
    say: str = ""


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys in one row; ``ask``: a tap on one of them is the step."""

    kind: ClassVar[str] = "keys"
    label: str
    keys: tuple[Key, ...]
    name: str = ""
    ask: bool = False
    tall: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers. ``figures``: counts by kind to draw in the detail line."""

    value: str
    title: str
    detail: str = ""
    no: str = ""
    glyph: str = ""
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Answers:
    """Submit buttons of which a tap on one is the whole step."""

    kind: ClassVar[str] = "answers"
    name: str
    choices: tuple[Choice, ...]
    big: bool = True


@dataclass(frozen=True, slots=True)
class Options:
    """Radio options, none chosen unless ``chosen``; the go button of the form follows.

    ``search``: the label of a field above a long list that leaves only those that hold what is typed. ``row``: short
    ones, side by side.
    """

    kind: ClassVar[str] = "options"
    name: str
    choices: tuple[Choice, ...]
    legend: str = ""
    chosen: str | None = None
    search: str = ""
    row: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """A smaller button or link in a row; with ``name`` a submit button, with ``sheet`` a link that opens as a sheet."""

    text: str
    glyph: str = ""
    href: str = ""
    name: str = ""
    value: str = ""
    cls: str = "grow"
    sheet: bool = False


@dataclass(frozen=True, slots=True)
class Buttons:
    """Buttons side by side."""

    kind: ClassVar[str] = "buttons"
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number with − and +; ``faction`` colours the glyph. ``value`` None: blank, and nothing can be sent so."""

    name: str
    label: str
    value: int | None = 0
    least: int = 0
    most: int | None = None
    glyph: str = ""
    faction: str = ""


@dataclass(frozen=True, slots=True)
class Steppers:
    """Steppers below each other, with a heading where there are several groups; ``total``: what they must add up to."""

    kind: ClassVar[str] = "steppers"
    steppers: tuple[Stepper, ...]
    heading: str = ""
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A key that is on or off; ``name`` where it is a field of its own, ``odds`` a chance that follows from it."""

    value: str
    text: str
    glyph: str = ""
    faction: str = ""
    detail: str = ""
    checked: bool = False
    name: str = ""
    odds: str = ""


@dataclass(frozen=True, slots=True)
class Checks:
    """Keys of which several may be on (casualties, leaders that go along)."""

    kind: ClassVar[str] = "checks"
    name: str
    label: str
    checks: tuple[Check, ...]
    need: int | None = None
    """How many must be on; None: any number."""


@dataclass(frozen=True, slots=True)
class Select:
    """A choice from a list that is too long for options; (value, text) pairs."""

    kind: ClassVar[str] = "select"
    name: str
    label: str
    options: tuple[tuple[str, str], ...]
    value: str = ""


@dataclass(frozen=True, slots=True)
class Picker:
    """A long list of which a tap on one is the whole step; ``field`` is what is typed to shorten it, or to name one."""

    kind: ClassVar[str] = "picker"
    name: str
    choices: tuple[Choice, ...]
    field: str
    label: str
    go: str


@dataclass(frozen=True, slots=True)
class Note:
    """A quiet remark; ``cls``: ``refuse`` or ``odd``."""

    kind: ClassVar[str] = "note"
    text: str
    glyph: str = "history"
    cls: str = ""
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """Further lines of an order, one a line."""

    kind: ClassVar[str] = "lines"
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceRows:
    """The places of an order: what comes there, how it looks, how full it gets; ``faction`` colours the figures."""

    kind: ClassVar[str] = "places"
    rows: tuple[PlaceRow, ...]
    faction: str = "h"


@dataclass(frozen=True, slots=True)
class Go:
    """The go button; ``missing``: what it says while a required field is empty. ``href`` makes it a link; ``off``:
    something is missing that no field knows."""

    kind: ClassVar[str] = "go"
    text: str
    glyph: str = "check"
    missing: str = ""
    name: str = ""
    value: str = ""
    href: str = ""
    back: str = ""
    back_text: str = ""
    off: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that may be done, or with ``refusal`` why not; a link, or in a form a submit button."""

    kind: ClassVar[str] = "act"
    glyph: str
    title: str
    detail: str = ""
    href: str = ""
    name: str = ""
    value: str = ""
    refusal: str = ""
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True)
class WhyBlock:
    """The funnel of a decision, folded."""

    kind: ClassVar[str] = "why"
    why: Why


@dataclass(frozen=True, slots=True)
class Rules:
    """Rule ids at the end of a panel."""

    kind: ClassVar[str] = "rules"
    rules: tuple[RuleRef, ...]


@dataclass(frozen=True, slots=True)
class Have:
    """A chip of what is in an area."""

    glyph: str
    text: str
    faction: str = "n"


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in an area, as chips."""

    kind: ClassVar[str] = "contents"
    things: tuple[Have, ...]


@dataclass(frozen=True, slots=True)
class Todo:
    """Something to do with the hands, to tick off; ``seen``: there is nothing to do, only to be seen; ``done``: it is
    ticked off already."""

    title: str
    detail: str = ""
    glyph: str = ""
    faction: str = ""
    rule: RuleRef | None = None
    seen: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class Todos:
    """A list to tick off, with a heading where it is not the whole step; ``read``: nobody here ticks it off; ``key``
    tells lists of one page apart."""

    kind: ClassVar[str] = "todos"
    todos: tuple[Todo, ...]
    heading: str = ""
    read: bool = False
    key: str = "back"


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the history."""

    glyph: str
    title: str
    detail: str = ""
    faction: str = ""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A form that changes the game: ``deed`` names what it does, ``hidden`` are fields the player does not see."""

    kind: ClassVar[str] = "form"
    deed: str
    blocks: "tuple[Block, ...]"
    hidden: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dock:
    """What stays at the bottom of a panel above the go button, which is the last of ``blocks``."""

    kind: ClassVar[str] = "dock"
    blocks: "tuple[Block, ...]"
    title: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """A form that changes nothing and only goes on in the same step (a GET); ``hidden`` are kept choices."""

    kind: ClassVar[str] = "look"
    action: str
    blocks: "tuple[Block, ...]"
    hidden: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Fold:
    """A part that is folded up at first."""

    kind: ClassVar[str] = "fold"
    title: str
    blocks: "tuple[Block, ...]"
    glyph: str = "edit"
    open: bool = False


Block = (
    Keys
    | Answers
    | Options
    | Buttons
    | Steppers
    | Checks
    | Select
    | Picker
    | Note
    | Lines
    | PlaceRows
    | Go
    | Act
    | WhyBlock
    | Rules
    | Contents
    | Todos
    | Versus
    | DiceRow
    | Adder
    | Tally
    | Throw
    | Dock
    | Form
    | Look
    | Fold
    | Odds
    | Targets
    | Tabs
    | Counters
    | Tank
    | StepRows
    | Cover
    | Pad
    | Goals
    | Shapes
    | Presets
    | RawRoll
    | Dashboards
    | ShareSteps
    | Hand
    | Backs
    | Clock
    | ConeTokens
    | Player
    | Ahead
    | AheadLine
    | HintBlock
)
