"""Blocks of factions that two players share: a roll with whose each die is, two dashboards, the steps between them.

``templates/table/_team.html`` draws them.
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class OwnedDie:
    """A rolled die and below it whose it is: a glyph with its name, or a word; ``ring``: the die that travels."""

    glyph: str
    say: str
    owner: str = ""
    owner_say: str = ""
    ring: bool = False


@dataclass(frozen=True, slots=True)
class RawRoll:
    """What the dice showed before any was changed; ``title`` says who read them, ``edit`` leads to other faces."""

    kind: ClassVar[str] = "raw_roll"
    title: str
    faction: str
    dice: tuple[OwnedDie, ...]
    edit: str = ""


@dataclass(frozen=True, slots=True)
class Space:
    """A space for a die: the glyph of the die on it, empty for none; ``ring``: it has just come."""

    glyph: str = ""
    ring: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """The spaces of one result; with ``value`` a key that is on (``checked``) or off: whether a die lies there."""

    text: str
    spaces: tuple[Space, ...] = ()
    glyph: str = ""
    value: str = ""
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Dashboard:
    """One partner's dashboard; ``aside``: dice that come here and are still to be changed, with what is said of them.

    ``name``: the field of its keys.
    """

    glyph: str
    title: str
    count: str
    boxes: tuple[Box, ...]
    name: str = ""
    aside: tuple[Space, ...] = ()
    aside_title: str = ""
    aside_text: str = ""


@dataclass(frozen=True, slots=True)
class Dashboards:
    """Both dashboards of a shared faction; ``need``: how many keys of both together must be on."""

    kind: ClassVar[str] = "dashboards"
    faction: str
    boards: tuple[Dashboard, ...]
    need: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that runs down for all devices alike: ``source`` is the address that says how many seconds are left."""

    kind: ClassVar[str] = "clock"
    source: str
    seconds: int
    faction: str
    glyph: str
    text: str


@dataclass(frozen=True, slots=True)
class ConeTokens:
    """The cone of silence tokens of a side, by a word each: the first ``used`` of them are gone."""

    kind: ClassVar[str] = "cones"
    faction: str
    words: tuple[str, ...]
    used: int
    said: str


@dataclass(frozen=True, slots=True)
class ShareStep:
    """One step of sharing out; ``state``: ``done``, ``now`` or empty."""

    title: str
    detail: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class ShareSteps:
    """The steps in their order, those done with a tick, the present one with an orange number."""

    kind: ClassVar[str] = "share_steps"
    steps: tuple[ShareStep, ...]
