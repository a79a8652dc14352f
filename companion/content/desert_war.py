"""The figures and the leader card of the expansion Desert War (section 16); ``figures`` counts the pieces."""

from pathlib import Path

from companion.content.loader import Fields, Provenance, open_document
from companion.content.terms import Box, CombatFace, Subfaction
from companion.frozen import record

FILE = "desert_war.json"


@record
class LeaderCard:
    """The Sandriders card: a leader's special action without a figure of its own (DW-1, DW-8)."""

    id: str
    subfaction: Subfaction
    term: str
    box: Box
    text: str
    provenance: Provenance


@record
class DesertWarFacts:
    """The numbers of the expansion.

    ``deployed``: troops that come in one action; ``success``: the face that the app's own roll of launchers counts
    until the table names another one (R-42).
    """

    card: LeaderCard
    deployed: int
    suspensor_range: int
    rider_range: int
    rider_dice: int
    escort_hits: int
    success: CombatFace
    success_provenance: Provenance
    provenance: Provenance


def read_desert_war(folder: Path) -> DesertWarFacts:
    """The facts of the expansion; raises ``ContentError``."""
    document = open_document(folder, FILE)
    success = document.child("success")
    facts = DesertWarFacts(
        card=_read_card(document.child("leader_card")),
        deployed=document.integer("deployed", low=1),
        suspensor_range=document.integer("suspensor_range", low=1),
        rider_range=document.integer("rider_range", low=1),
        rider_dice=document.integer("rider_dice", low=1),
        escort_hits=document.integer("escort_hits", low=1),
        success=success.member("face", CombatFace),
        success_provenance=success.provenance(),
        provenance=document.provenance(),
    )
    document.finish()
    return facts


def _read_card(fields: Fields) -> LeaderCard:
    return LeaderCard(
        id=fields.text("id"),
        subfaction=fields.member("subfaction", Subfaction),
        term=fields.text("term"),
        box=fields.member("box", Box),
        text=fields.text("text"),
        provenance=fields.provenance(),
    )
