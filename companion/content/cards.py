"""The planning cards of the four decks (CARD-1, MAHDI-CARD)."""

from collections.abc import Collection
from pathlib import Path

from companion.content.loader import Fields, Provenance, open_document, read_records
from companion.content.step_reader import read_steps
from companion.content.steps import Step
from companion.content.terms import Deck
from companion.frozen import record

FILE = "planning_cards.json"


@record
class PlanningCard:
    """One planning card as it is printed ``copies`` times in its deck.

    ``name`` is the printed English name, ``summary`` the effect in our own words, ``steps`` the
    effect as data. Those of the Harkonnen decks the criteria carry out, the others a person.
    """

    id: str
    deck: Deck
    name: str
    copies: int
    summary: str
    steps: tuple[Step, ...]
    provenance: Provenance


def read_cards(folder: Path, leaders: Collection[str]) -> tuple[PlanningCard, ...]:
    """All planning cards in file order, deck by deck; raises ``ContentError``.

    ``leaders`` are the leader ids that steps may name.
    """
    document = open_document(folder, FILE)
    cards = read_records(document, "cards", lambda fields: _read_card(fields, leaders))
    document.finish()
    return cards


def _read_card(fields: Fields, leaders: Collection[str]) -> PlanningCard:
    deck = fields.member("deck", Deck)
    steps = read_steps(fields, "steps", leaders)
    if not steps:
        raise fields.error("steps", "every card has them")
    return PlanningCard(
        id=fields.text("id"),
        deck=deck,
        name=fields.text("name"),
        copies=fields.count("copies", 1),
        summary=fields.text("summary"),
        steps=steps,
        provenance=fields.provenance(),
    )
