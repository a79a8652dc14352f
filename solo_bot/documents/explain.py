"""The trace as JSON: who was kept, who was dropped and why, by the ids of the board (docs/formats.md)."""

from enum import Enum
from typing import Any

from companion.board import AREA_IDS, ZONE_IDS
from solo_bot.documents.candidates import AnyOption, option_id
from solo_bot.levels.prospects import Prospect
from solo_bot.procedure.trace import Step

ZONE_CRITERIA = frozenset(
    {
        "most_unprotected",
        "most_harvesters",
        "nothing_to_protect",
        "zones_of_the_target",
        "between_central_sectors",
        "adjacent_sectors",
    }
)
"""Criteria whose candidates are air zones; all other numbers are areas."""
NUMBER_CRITERIA = frozenset({"all_spice_and_reserve", "bashars_first", "regulars_removed"})
"""Notes whose candidates are plain numbers."""


def candidate_id(step: Step, candidate: Any) -> str:
    """Returns a readable id of a candidate: an area, ``attacker>target``, a zone, a leader or a number."""
    match candidate:
        case _ if isinstance(candidate, AnyOption):
            return option_id(candidate)
        case Enum():
            return str(candidate.value)
        case int() if step.criterion in NUMBER_CRITERIA:
            return str(candidate)
        case int() if step.criterion in ZONE_CRITERIA:
            return ZONE_IDS[candidate]
        case int():
            return AREA_IDS[candidate]
        case _:
            return str(candidate)


def value_text(value: Any) -> str:
    """Returns a value as it is compared: ``3/7`` for a power, ``yes``/``no`` for a condition."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Prospect(value=worth, chance=chance):
            return f"{worth:+.1f} at {chance:.0%}"
        case (int() as coarse, int() as fine):
            return f"{coarse}/{fine}"
        case (first, *rest):
            return " ".join([value_text(first), *map(value_text, rest)])
        case _:
            return str(value)


def steps_document(steps: tuple[Step, ...]) -> list[dict[str, Any]]:
    """Returns the trace as a list of ``{"rule","criterion","kept","dropped","because","rulings"}``."""
    return [
        {
            "rule": step.rule,
            "criterion": step.criterion.replace("_", " "),
            "kept": [candidate_id(step, candidate) for candidate, _ in step.kept],
            "dropped": [candidate_id(step, candidate) for candidate, _ in step.dropped],
            "because": _because(step),
            "rulings": list(step.rulings),
        }
        for step in steps
    ]


def _because(step: Step) -> str:
    kept = list(dict.fromkeys(value_text(value) for _, value in step.kept if value is not None))
    dropped = list(dict.fromkeys(value_text(value) for _, value in step.dropped if value is not None))
    if not dropped:
        return ", ".join(kept)
    return f"{', '.join(kept)} before {', '.join(dropped)}"
