"""Blocks of steps that go through a list with the hands: rows to tick, what tokens show, a legend of shapes."""

from dataclasses import dataclass
from typing import ClassVar

RuleId = str


@dataclass(frozen=True, slots=True)
class StepRow:
    """One thing of a list; a tap opens or ticks it. ``state``: ``done``, ``now`` or empty."""

    title: str
    href: str
    state: str = ""
    detail: str = ""
    rule: RuleId = ""
    page: int | None = None
    glyph: str = ""


@dataclass(frozen=True, slots=True)
class StepRows:
    """A list that is gone through in order; the ticks stand in the address."""

    kind: ClassVar[str] = "step_rows"
    rows: tuple[StepRow, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Goal:
    """A marker against what is asked of it: ``value`` of ``goal``, the ``share`` of the way in percent, and a word."""

    glyph: str
    css: str
    name: str
    value: int
    goal: int
    share: int
    words: str

    @property
    def met(self) -> bool:
        """Whether the marker is there."""
        return self.value >= self.goal


@dataclass(frozen=True, slots=True)
class Goals:
    """Markers against an objective, beside each other."""

    kind: ClassVar[str] = "goals"
    goals: tuple[Goal, ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A small number of the block below; ``value`` None: blank, and nothing can be sent so."""

    name: str
    label: str
    glyph: str
    css: str
    value: int | None
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Pad:
    """Small numbers beside each other, entered by keys of digits."""

    kind: ClassVar[str] = "pad"
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """The button that covers what this device shows of secrets at once, or with ``on`` uncovers it."""

    kind: ClassVar[str] = "cover"
    on: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of figure with its name."""

    glyph: str
    text: str
    faction: str


@dataclass(frozen=True, slots=True)
class Shapes:
    """Which figure has which shape on the map and on keys."""

    kind: ClassVar[str] = "shapes"
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Preset:
    """What a token may show: one glyph a figure; with ``href`` a link, with ``value`` a submit button."""

    text: str
    glyphs: tuple[str, ...] = ()
    href: str = ""
    value: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Presets:
    """The faces of one token; ``ask``: a tap on one of them is what comes next. ``colour``: black or silver."""

    kind: ClassVar[str] = "presets"
    colour: str
    label: str
    said: str
    presets: tuple[Preset, ...]
    name: str = ""
    ask: bool = False
