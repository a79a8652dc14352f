"""What has to be done on the table, in words: the one voice of orders, of the list after a deed and of undo.

``changes`` words differences and what the app rolled or drew. It leaves nothing out and says nothing twice: each line
carries what it ``tells``, and all lines together tell everything.
"""

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
WORDINGS: list[Wording] = []
"""In the order in which hands work: what is to be seen, pieces, markers, dice, cards, tokens."""


def words(wording: Wording) -> Wording:
    """Registers what words some of the open lines and takes them."""
    WORDINGS.append(wording)
    return wording


def changes(lines: Sequence[Line], *, solo: bool = True) -> tuple[Change, ...]:
    """Returns the lines in words; raises KeyError naming one that nothing can word.

    ``solo``: nobody plays the Harkonnen, so their cards are reinforcements and the reader is the player of Atreides.
    """
    # The wordings are registered by their modules, which need what stands above.
    from companion.web.words import changed_marks, changed_pieces

    left = Open(lines, solo=solo)
    found = [change for wording in WORDINGS for change in wording(left)]
    if left.lines:
        raise KeyError(left.lines[0])
    return tuple(found)
