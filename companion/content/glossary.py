"""The game's printed terms in five languages, and which term names which id."""

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from types import MappingProxyType

from companion.content import terms
from companion.content.loader import Fields, Provenance, open_document, read_records
from companion.content.terms import Language
from companion.frozen import record

FILE = "glossary.json"


@record
class Term:
    """One term; ``words`` lacks a language whose rulebook has no word for it.

    ``note`` says what is meant where the English word alone is ambiguous; it is for translators.
    """

    id: str
    words: Mapping[Language, str]
    note: str
    provenance: Provenance

    def in_language(self, language: str) -> str:
        """The word, in English where the language is unknown or has none."""
        for known, word in self.words.items():
            if known.value == language:
                return word
        return self.words[Language.ENGLISH]


_TERM_KEYS: dict[type[Enum], dict[str, str]] = {
    terms.Faction: {"HARKONNEN": "harkonnen", "ATREIDES": "atreides"},
    terms.Subfaction: {
        "HOUSE_HARKONNEN": "house_harkonnen",
        "CORRINO_ALLY": "corrino_allies",
        "HOUSE_ATREIDES": "house_atreides",
        "FREMEN_ALLY": "fremen_allies",
    },
    terms.Deck: {
        "HOUSE_HARKONNEN": "deck_house_harkonnen",
        "CORRINO_ALLY": "deck_corrino_allies",
        "HOUSE_ATREIDES": "deck_house_atreides",
        "FREMEN_ALLY": "deck_fremen_allies",
    },
    terms.Result: {result.name: f"action_{result.value}" for result in terms.Result},
    terms.Box: {box.name: f"action_{box.value}" for box in terms.Box},
    terms.Power: {power.name: power.value for power in terms.Power},
    terms.Marker: {marker.name: f"prescience_{marker.value}" for marker in terms.Marker},
    terms.UnitKind: {
        "REGULAR": "unit_regular",
        "ELITE": "unit_elite",
        "SPECIAL": "unit_special_elite",
    },
    terms.VehicleKind: {kind.name: kind.value for kind in terms.VehicleKind},
    terms.CombatFace: {face.name: f"die_{face.value}" for face in terms.CombatFace},
    terms.Wormsign: {
        "SAND": "wormsign_result_sand",
        "SANDWORM": "wormsign_result_sandworm",
        "BURIED_SANDWORM": "wormsign_result_burrowing_sandworm",
    },
    terms.Phase: {
        "START": "start_of_round",
        "VEHICLES": "phase_vehicle_placement",
        "ACTIONS": "phase_action_resolution",
        "HAZARDS": "phase_desert_hazards",
        "SPICE": "phase_spice_harvesting",
        "END": "end_of_round",
    },
}


def term_key(member: Enum) -> str:
    """The glossary key that names a member of :mod:`companion.content.terms`.

    Raises ``KeyError`` for a kind of member that the game has no printed words for.

    >>> term_key(terms.Result.HOUSE), term_key(terms.Marker.JIHAD)
    ('action_house', 'prescience_jihad')
    """
    return _TERM_KEYS[type(member)][member.name]


def used_term_keys() -> tuple[str, ...]:
    """Every glossary key that :func:`term_key` can answer."""
    return tuple(key for keys in _TERM_KEYS.values() for key in keys.values())


def read_glossary(folder: Path) -> Mapping[str, Term]:
    """All terms by key, in file order; raises ``ContentError``."""
    document = open_document(folder, FILE)
    found = read_records(document, "terms", _read_term)
    document.finish()
    return MappingProxyType({term.id: term for term in found})


def _read_term(fields: Fields) -> Term:
    words = {language: fields.text(language.value) for language in Language if fields.has(language.value)}
    if Language.ENGLISH not in words:
        raise fields.error("en", "is missing")
    note = fields.optional_text("note") or ""
    return Term(fields.text("id"), MappingProxyType(words), note, fields.provenance())
