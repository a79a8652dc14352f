"""A hint as a block of a panel; ``templates/table/_hint.html`` draws it. All texts are finished words in the reader's
language."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Option:
    """Something that could be done: in a line, with what speaks for it; ``wins``: the chance to win after it."""

    no: str
    title: str
    reasons: tuple[str, ...]
    wins: str
    href: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class HintBlock:
    """What is advised, the best first, and how sure that is.

    While it is looked for, ``done`` of ``total`` are simulated, ``look`` is where the block is fetched again, after
    ``pause`` milliseconds, and ``again`` the same as a page; ``cancel`` ends it. ``fill`` brings the option that is
    chosen into the panel.
    """

    kind: ClassVar[str] = "hint"
    options: tuple[Option, ...] = ()
    sure: str = ""
    fill: str = ""
    cancel: str = ""
    done: int = 0
    total: int = 0
    look: str = ""
    pause: int = 0
    again: str = ""
