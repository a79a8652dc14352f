"""Everything that is to be done or seen, line by line.

Nothing is left out and nothing said twice: each line carries what it ``tells``, and all lines together tell everything.
"""

from collections.abc import Sequence

from companion.service.telling import Line
from companion.web.words.changes import marks, pieces
from companion.web.words.changes.record import Change, Open

WORDINGS = (*pieces.WORDINGS, *marks.WORDINGS)


def changes(lines: Sequence[Line], *, solo: bool = True) -> tuple[Change, ...]:
    """Returns the lines in words, in the order in which hands work; raises KeyError naming one that nothing can word.

    ``solo``: nobody plays the Harkonnen, so their cards are reinforcements and the reader is the player of Atreides.
    """
    left = Open(lines, solo=solo)
    found = [change for wording in WORDINGS for change in wording(left)]
    if left.lines:
        raise KeyError(left.lines[0])
    return tuple(found)
