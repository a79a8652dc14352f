"""The eight tactical cards of the solo game (MAHDI-START-2)."""

from enum import StrEnum
from pathlib import Path

from companion.content.loader import Fields, Provenance, open_document, read_records
from companion.frozen import record

FILE = "tactical.json"


class HarvestingSector(StrEnum):
    """The sectors a tactical card can name; the four central ones count as one."""

    NE = "ne"
    SE = "se"
    SW = "sw"
    NW = "nw"
    CENTRAL = "central"


@record
class TacticalCard:
    """One tactical card: an area with a sietch and the sector it lies in."""

    id: str
    sietch: str
    sector: HarvestingSector
    provenance: Provenance


def read_tactical(folder: Path) -> tuple[TacticalCard, ...]:
    """The tactical cards in file order; raises ``ContentError``, also when a sietch comes twice."""
    document = open_document(folder, FILE)
    cards = read_records(document, "cards", _read_card)
    document.finish()
    sietches = [card.sietch for card in cards]
    for card in cards:
        if sietches.count(card.sietch) > 1:
            raise document.error("cards", f"the sietch {card.sietch!r} is on two cards")
    return cards


def _read_card(fields: Fields) -> TacticalCard:
    return TacticalCard(
        id=fields.text("id"),
        sietch=fields.text("sietch"),
        sector=fields.member("sector", HarvestingSector),
        provenance=fields.provenance(),
    )
