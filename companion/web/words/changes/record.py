"""A change of the table in words, and the lines that still have to be worded."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.content.terms import Faction
from companion.service.differences import Adjust, Carry, Piece, Setting
from companion.service.telling import Line, Shown


@dataclass(frozen=True, slots=True)
class Change:
    """One act of the hands: ``title`` says what, ``detail`` from where and to where or how much there is then.

    ``areas`` and ``zones`` are where it happens on the board. ``seen``: nothing to do, only to be seen.
    """

    title: str
    detail: str = ""
    glyph: str = ""
    faction: Faction | None = None
    areas: tuple[int, ...] = ()
    zones: tuple[int, ...] = ()
    tells: tuple[Line, ...] = ()
    seen: bool = False


class Open:
    """The lines that are not worded yet; whoever words one takes it. ``solo``: nobody plays the Harkonnen."""

    def __init__(self, lines: Sequence[Line], *, solo: bool) -> None:
        self.lines = list(lines)
        self.solo = solo

    def take(self, *wanted: Line) -> tuple[Line, ...]:
        """Takes these lines away and returns them."""
        for one in wanted:
            self.lines.remove(one)
        return wanted

    def carried(self, *pieces: Piece) -> list[Carry]:
        """Returns what is carried of these pieces."""
        return [one for one in self.lines if isinstance(one, Carry) and one.piece in pieces]

    def all(self, *what: Setting) -> list[Adjust]:
        """Returns what is set of these sorts."""
        return [one for one in self.lines if isinstance(one, Adjust) and one.what in what]

    def one(self, what: Setting, subject: str = "") -> Adjust | None:
        """Returns what is set there, None when it stays."""
        return next((one for one in self.all(what) if one.subject == subject), None)

    def shown(self) -> list[Shown]:
        """Returns what was rolled or drawn."""
        return [one for one in self.lines if isinstance(one, Shown)]


Wording = Callable[[Open], list[Change]]
"""Words some of the open lines and takes them."""
