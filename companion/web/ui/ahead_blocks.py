"""What the opponent would do with each face of its die, as blocks of a panel; ``templates/table/_ahead.html`` draws
them. All texts are finished words in the reader's language."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class FaceRow:
    """A face of the die: what would be done with it, and its chance as "``faces`` of ``of``".

    ``was``: what would be done as it is now, struck; ``gone``: it cannot come; ``chosen``: its arrows are on the map;
    ``say``: its name and chance for who cannot see them.
    """

    glyph: str
    title: str
    detail: str
    faces: int
    of: int
    href: str
    say: str
    was: str = ""
    gone: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the views side by side."""

    text: str
    href: str
    on: bool = False


@dataclass(frozen=True, slots=True)
class FaceTally:
    """How many faces attack a sietch, a box a face: ``bad`` does, ``was`` does as it is now, empty does not.

    ``headline`` says it in words, ``detail`` more about it; ``calm``: none does, and that is new. ``when``: which
    outcome of an attack it is about, with its chance; ``short``: how many, beside others.
    """

    boxes: tuple[str, ...]
    headline: str
    detail: str = ""
    calm: bool = False
    when: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class Ahead:
    """The faces, below what they come to together; ``tabs``: as it is now, and after the move that is chosen,
    of an attack after each of its outcomes.

    ``live``: where the block itself is fetched anew when a field of the step is set otherwise.
    """

    kind: ClassVar[str] = "ahead"
    tally: FaceTally
    rows: tuple[FaceRow, ...]
    tabs: tuple[Tab, ...] = ()
    live: str = ""


@dataclass(frozen=True, slots=True)
class AheadLine:
    """What all faces together come to after the move that is chosen, of an attack after each of its outcomes in a row
    below a ``title``, as a link to them; ``live`` as above."""

    kind: ClassVar[str] = "ahead_line"
    tallies: tuple[FaceTally, ...]
    href: str
    live: str = ""
    title: str = ""
