"""What is in the box (RULES section 1): the 129 figures, and tokens, dice and cards.

The 129 figures of the base box are 74 units (24 + 12 + 8 Harkonnen, 16 + 8 + 6 Atreides),
18 generic leaders (6 Bashars, 12 Naibs), 15 named leaders (7 Harkonnen, 8 Atreides, where the
two forms of Paul and of Jessica are two figures each), 17 vehicles (8 harvesters,
6 ornithopters, 3 carryalls) and 5 worms (4 sandworms and the Wild Maker).
"""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from companion.content.loader import Fields, Provenance, open_document, read_records
from companion.content.terms import Faction
from companion.frozen import record

FILE = "figures.json"
FIGURE_TOTAL = 129


class PieceGroup(StrEnum):
    """What sort of thing a piece is; the first five are figures."""

    UNIT = "unit"
    GENERIC_LEADER = "generic_leader"
    NAMED_LEADER = "named_leader"
    VEHICLE = "vehicle"
    WORM = "worm"
    DESERT_TROOP = "desert_troop"
    TOKEN = "token"
    MARKER = "marker"
    DIE = "die"
    CARD = "card"


FIGURE_GROUPS = frozenset(list(PieceGroup)[:5])


class Origin(StrEnum):
    """The box a piece or rule comes from."""

    BASE = "base"
    DESERT_WAR = "desert_war"


@record
class Piece:
    """One kind of piece and how many the box holds; ``faction`` is None for shared ones."""

    id: str
    group: PieceGroup
    faction: Faction | None
    count: int
    origin: Origin
    provenance: Provenance

    @property
    def is_figure(self) -> bool:
        """Whether it is one of the figures of the base box."""
        return self.origin is Origin.BASE and self.group in FIGURE_GROUPS


def figure_total(pieces: Iterable[Piece]) -> int:
    """How many figures of the base box these pieces are."""
    return sum(piece.count for piece in pieces if piece.is_figure)


def read_pieces(folder: Path) -> tuple[Piece, ...]:
    """All kinds of piece in file order; raises ``ContentError``."""
    document = open_document(folder, FILE)
    pieces = read_records(document, "pieces", _read_piece)
    document.finish()
    return pieces


def _read_piece(fields: Fields) -> Piece:
    return Piece(
        id=fields.text("id"),
        group=fields.member("group", PieceGroup),
        faction=_read_faction(fields),
        count=fields.integer("count", low=1),
        origin=fields.optional_member("origin", Origin) or Origin.BASE,
        provenance=fields.provenance(),
    )


def _read_faction(fields: Fields) -> Faction | None:
    value = fields.optional_text("faction")
    if value is None:
        return None
    try:
        return Faction.from_id(value)
    except ValueError as problem:
        raise fields.error("faction", str(problem)) from None
