"""The blocks of games that keep trackers only; ``templates/table/_trackers.html`` draws them."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the parts, reached by a tap."""

    href: str
    text: str
    glyph: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class Tabs:
    """The parts of the page."""

    kind: ClassVar[str] = "tabs"
    label: str
    tabs: tuple[Tab, ...]


@dataclass(frozen=True, slots=True)
class Counter:
    """A figure that one tap changes by one: ``less`` and ``more`` are what the buttons send, empty at the end of a
    track. ``detail`` says what the figure means now; ``faction`` colours the glyph."""

    label: str
    value: str
    less: str = ""
    more: str = ""
    detail: str = ""
    glyph: str = ""
    faction: str = ""
    less_say: str = ""
    more_say: str = ""


@dataclass(frozen=True, slots=True)
class Counters:
    """Figures below each other, in one form; without ``name`` they are only shown."""

    kind: ClassVar[str] = "counters"
    counters: tuple[Counter, ...]
    heading: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a tank: its number, and who is in it."""

    number: int
    who: str = ""


@dataclass(frozen=True, slots=True)
class Tank:
    """A regeneration tank, its first space at the left."""

    kind: ClassVar[str] = "tank"
    title: str
    faction: str
    spaces: tuple[Space, ...]
