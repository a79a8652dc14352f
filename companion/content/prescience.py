"""The prescience cards, as far as they are known (PRES-3)."""

from enum import StrEnum
from pathlib import Path

from companion.content.loader import Fields, Provenance, open_document, read_records
from companion.content.terms import Marker
from companion.frozen import record

FILE = "prescience.json"


class ClaimPhase(StrEnum):
    """When a prescience card can be claimed: during actions, or at the end of the round."""

    ACTIONS = "actions"
    END = "end"


@record
class PrescienceCard:
    """One prescience card.

    ``need`` is what must be met to claim it and ``gains`` the steps of the markers it moves;
    both are None where nobody has published them: the player reads them from the card.
    """

    id: str
    name: str
    phase: ClaimPhase
    need: str | None
    gains: tuple[tuple[Marker, int], ...] | None
    provenance: Provenance


def read_prescience(folder: Path) -> tuple[PrescienceCard, ...]:
    """The cards that are known, in file order; raises ``ContentError``."""
    document = open_document(folder, FILE)
    cards = read_records(document, "cards", _read_card)
    document.finish()
    return cards


def _read_card(fields: Fields) -> PrescienceCard:
    return PrescienceCard(
        id=fields.text("id"),
        name=fields.text("name"),
        phase=fields.member("phase", ClaimPhase),
        need=fields.optional_text("need"),
        gains=_read_gains(fields.child("gains")) if fields.has("gains") else None,
        provenance=fields.provenance(),
    )


def _read_gains(fields: Fields) -> tuple[tuple[Marker, int], ...]:
    gains = tuple((marker, fields.integer(marker.value, low=1, high=3)) for marker in Marker if fields.has(marker))
    if not gains:
        raise fields.error("", "moves no marker")
    return gains
