"""Figures that nobody has published, assumed so that a game can be simulated.

For simulation, and for a set-up that the player explicitly asks the app to roll. Nothing here is
ever shown as a fact of the game: at the table the player, who holds the piece, is asked.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from companion.content.loader import Confidence, Fields, Provenance, open_document
from companion.content.terms import Marker, Result, Wormsign
from companion.frozen import record

FILE = "assumptions.json"
TOKEN_SETS = {
    "atreides_starting_tokens": 8,
    "atreides_tokens": 8,
    "harkonnen_black": 6,
    "harkonnen_silver": 6,
}


@record
class TokenForce:
    """What one deployment token might stand for; ``bashar`` is a generic leader."""

    regular: int = 0
    elite: int = 0
    special: int = 0
    bashar: int = 0


@record
class Assumptions:
    """All assumptions; ``secret_objectives`` are (Kwisatz Haderach, Sand Dwellers, Jihad).

    ``steps_for_a_die``: what each of the unpublished prescience cards of the action phase gives, to a marker of the
    player's choice, for an unused die (PRES-3).
    """

    atreides_action_die: tuple[Result, ...]
    wormsigns: Mapping[Wormsign, int]
    stations: Mapping[Marker, int]
    steps_for_a_die: int
    secret_objectives: tuple[tuple[int, int, int], ...]
    atreides_starting_tokens: tuple[TokenForce, ...]
    atreides_tokens: tuple[TokenForce, ...]
    harkonnen_black: tuple[TokenForce, ...]
    harkonnen_silver: tuple[TokenForce, ...]
    provenance: Provenance


def read_assumptions(folder: Path) -> Assumptions:
    """The assumptions; raises ``ContentError``, also when they claim to be more than that."""
    document = open_document(folder, FILE)
    provenance = document.provenance()
    if provenance.confidence is not Confidence.ASSUMPTION:
        raise document.error("provenance.confidence", "must be assumption")
    wormsigns, stations = document.child("wormsigns"), document.child("stations")
    forces = {key: _read_forces(document, key, count) for key, count in TOKEN_SETS.items()}
    assumptions = Assumptions(
        atreides_action_die=document.members("atreides_action_die", Result),
        wormsigns=MappingProxyType({sign: wormsigns.integer(sign.value) for sign in Wormsign}),
        stations=MappingProxyType({marker: stations.integer(marker.value) for marker in Marker}),
        steps_for_a_die=document.integer("steps_for_a_die", low=1, high=3),
        secret_objectives=_read_objectives(document),
        provenance=provenance,
        **forces,
    )
    if len(assumptions.atreides_action_die) != 6:
        raise document.error("atreides_action_die", "a die has 6 faces")
    document.finish()
    return assumptions


def _read_objectives(document: Fields) -> tuple[tuple[int, int, int], ...]:
    return tuple(
        (
            objective.integer(Marker.KWISATZ_HADERACH, low=1),
            objective.integer(Marker.SAND_DWELLERS, low=1),
            objective.integer(Marker.JIHAD, low=1),
        )
        for objective in document.children("secret_objectives")
    )


def _read_forces(document: Fields, key: str, count: int) -> tuple[TokenForce, ...]:
    forces = tuple(
        TokenForce(item.count("regular"), item.count("elite"), item.count("special"), item.count("bashar"))
        for item in document.children(key)
    )
    if len(forces) != count:
        raise document.error(key, f"must hold {count} tokens, not {len(forces)}")
    if TokenForce() in forces:
        raise document.error(key, "a token stands for at least one figure")
    return forces
