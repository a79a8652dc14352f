"""The blocks of a fight: both sides, their dice, what they come to; ``templates/table/_fight.html`` draws them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.web.words.records import RuleRef


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a battle: figures by kind, leaders, and how its dice add up."""

    faction: str
    name: str
    counts: Mapping[str, int]
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Versus:
    """Both sides of a battle, attacker first."""

    kind: ClassVar[str] = "versus"
    left: Side
    right: Side


@dataclass(frozen=True, slots=True)
class DiceSum:
    """So many ``dice``, why (``sum``) and in words (``total``), where a field has ``value``."""

    value: int
    dice: int
    sum: str
    total: str


@dataclass(frozen=True, slots=True)
class DiceRow:
    """Dice of one side: the arithmetic in one line, and the faces as glyphs.

    ``hits`` and ``shields`` are what they come to, ``result`` the same in words; ``words``: the faces' names.
    """

    kind: ClassVar[str] = "dice"
    who: str
    faction: str
    sum: str
    total: str
    faces: tuple[str, ...] = ()
    result: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    hits: int | None = None
    shields: int | None = None


@dataclass(frozen=True, slots=True)
class Adder:
    """Dice to enter by taps: ``dice`` of them; the counts go into ``<prefix>hit``, ``shield`` and ``special``.

    ``values`` are the counts shown at first, ``photo`` is where a photo of the dice is taken. ``by``: the field that
    changes their number, with what they are ``at`` each of its values. ``quiet``: the faces to add come when the first
    empty die is tapped, since nobody has to enter any.
    """

    kind: ClassVar[str] = "adder"
    who: str
    faction: str
    sum: str
    total: str
    dice: int
    prefix: str
    words: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    photo: str = ""
    by: str = ""
    at: tuple[DiceSum, ...] = ()
    quiet: bool = False

    @property
    def most(self) -> int:
        """As many dice as there may be."""
        return max((one.dice for one in self.at), default=self.dice)


@dataclass(frozen=True, slots=True)
class Taken:
    """What one side takes: ``title`` with the number of hits, then why and what goes, a line each."""

    faction: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """What a battle round came to, a part for each side."""

    kind: ClassVar[str] = "tally"
    sides: tuple[Taken, ...]
    rule: RuleRef | None = None


@dataclass(frozen=True, slots=True)
class Throw:
    """The go buttons of dice: the app rolls them, or those entered are taken; one of the two is the way.

    Each button sends its value as ``by``; ``first`` is "app" or "hand", the one that stands out until a die is entered.
    """

    kind: ClassVar[str] = "throw"
    roll: str
    take: str
    missing: str
    first: str
