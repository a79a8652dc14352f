"""The seats of a game by side: who plays which parts of the two factions."""

from sqlmodel import Session, col, select

from companion.content.terms import Subfaction
from companion.store.records import Role, SeatTaken
from companion.store.tables import Seat

Parts = frozenset[Subfaction]


def play(session: Session, row: Seat, parts: Parts) -> None:
    """Gives a seat its parts, none: those of a device of the table; what was handed to it and asked for is over.

    Watchers have none. Raises SeatTaken when another person plays one of them, ValueError for parts of both sides.
    """
    if len({part.faction for part in parts}) > 1:
        raise ValueError(f"parts: a seat plays one side, not {', '.join(sorted(parts))}")
    parts = parts if Role(row.role).may_write else frozenset()
    for other in session.exec(select(Seat).where(Seat.game == row.game, Seat.id != row.id, ~col(Seat.removed))):
        taken = parts & parts_of(other.parts)
        if taken and other.id is not None and (other.person or other.id) != (row.person or row.id):
            raise SeatTaken(row.game, taken, other.id)
    before = {part.faction for part in parts_of(row.parts)}
    row.knows = " ".join(sorted({*row.knows.split(), *(faction.id for faction in before)}))
    row.parts, row.acts_for, row.wants = ids_of(parts), "", ""
    session.add(row)
    session.flush()


def parts_of(ids: str) -> Parts:
    """Returns the parts whose ids a column holds."""
    return frozenset(Subfaction(one) for one in ids.split())


def ids_of(parts: Parts) -> str:
    """Returns what a column holds of parts."""
    return " ".join(sorted(parts))
