"""Blocks of planning cards in a hand: the cards to read, choose or tick, and the backs of those that others hold."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card: its name, its text in our words, its back. ``faction`` is ``h`` or ``a``; ``ally``: the outlined back.

    ``said``: whether it can be played now, in a word or two; ``good``: it can; ``locked``: it cannot be chosen;
    ``ticked``: it is ticked at first. ``also``: its names in all languages, for those who type one.
    """

    value: str
    title: str
    text: str
    glyph: str
    faction: str
    ally: bool = False
    said: str = ""
    good: bool = False
    locked: bool = False
    ticked: bool = False
    also: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards below each other. ``name`` empty: to be read only; ``many``: any number may be ticked, else one is chosen.

    ``chosen``: the value chosen at first. ``search``: the label of a field that leaves those that hold what is typed.
    ``need``: how many must be ticked.
    """

    kind: ClassVar[str] = "hand"
    label: str
    cards: tuple[HandCard, ...]
    name: str = ""
    many: bool = False
    chosen: str = ""
    search: str = ""
    need: int | None = None


@dataclass(frozen=True, slots=True)
class Backs:
    """The backs of a hand that is not shown: only how many cards it has."""

    kind: ClassVar[str] = "backs"
    count: int
    faction: str
    said: str
