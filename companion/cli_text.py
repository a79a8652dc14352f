"""The words of the command line: messages for violations, and any answer as text that people can read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.rules.positions.audit import Violation

MESSAGES: Final[Mapping[str, str]] = {
    "too_many_units": "the {faction} legion has {units} units, at most {limit} may be in an area",
    "leaders_alone": "{faction} leaders are without a unit",
    "too_many_pieces": "there are {number}, the box has {most}",
    "both_factions": "legions of both factions are in the area",
    "harkonnen_in_sietch": "a Harkonnen legion is in an area with a standing sietch",
    "atreides_in_settlement": "an Atreides legion is in an area with a standing Harkonnen settlement",
    "legion_with_worm": "a legion shares the area with a sandworm",
    "atreides_with_harvester": "an Atreides legion shares the area with a harvester, which it would have removed",
    "harvester_off_desert": "a harvester stands off the desert",
    "harvester_in_sietch": "a harvester stands in an area with a sietch",
    "two_harvesters": "{number} harvesters are in one area",
    "two_vehicles": "{number} vehicles are in one air zone",
    "wormsign_off_desert": "a wormsign lies off the desert",
    "two_wormsigns": "{number} wormsigns are in one area",
    "worm_off_desert": "a sandworm is off the desert",
    "two_worms": "{number} sandworms are in one area",
    "no_sietch_area": "the board has no sietch here",
    "no_settlement_area": "the board has no Harkonnen settlement here",
    "no_such_rank": "no sietch has rank {rank}",
    "too_many_of_rank": "{number} sietches have rank {rank}, the box has {most} of them",
    "no_station_area": "the board has no testing station here",
    "no_atomics_area": "atomics cannot turn {area} into desert",
    "off_track": "{value} is not on the track, which goes from {low} to {high}",
    "below_zero": "{value} is below the start of the track",
    "leader_twice": "the leader is there more than once: {areas}",
    "leader_of_other_faction": "the leader is in a legion of the other faction, in {area}",
    "leader_nowhere": "the leader is said to be on the board but is in no legion",
    "leader_in_legion": "the leader is in a legion but is said to be {state}",
    "removed_by": "the leader left the game when {leader} came into play",
    "replaced_by": "the leader was replaced by {leader}",
    "expansion_in_solo": "Desert War is not played solo",
    "troops_with_enemy": "desert troops share the area with an enemy legion, which would have removed them",
    "troops_with_worm": "desert troops other than sandriders share the area with a sandworm",
    "camp_with_legion": "a camp shares the area with a Harkonnen legion, which would have removed it",
    "camp_off_desert": "a camp is off the desert",
    "camps_in_one_sector": "another camp is in the same sector",
    "camp_symbol_twice": "more than one camp shows {symbol}",
    "sandrider_off_desert": "a sandrider is off the desert",
    "wormsign_in_sietch": "a wormsign lies in an area with a standing sietch",
    "worm_in_sietch": "a sandworm is in an area with a standing sietch",
    "two_on_a_tank_space": "the leader shares space {space} of the tank with {leader}",
    "should_be_gone": "with the {track} marker on {step}, {leader} has taken the place of this leader",
    "bottom_without_ban": "the marker of {power} is on the bottom step, so its ban holds",
}
"""The wording of each code of ``companion.rules.positions.audit``."""


def message(violation: Violation) -> str:
    """Returns what is wrong in plain English; raises KeyError for a code without words."""
    return MESSAGES[violation.code].format_map({name: _word(value) for name, value in violation.facts.items()})


def violations(answer: Mapping[str, object]) -> str:
    """Returns the answer of `validate` as text, one violation a line.

    >>> violations({"violations": []})
    'No rule is broken.'
    """
    found = answer["violations"]
    if not isinstance(found, list) or not found:
        return "No rule is broken."
    return "\n".join(f"{entry['rule']:<14} {entry['where']}: {entry['message']}" for entry in found)


def show(
    answer: Mapping[str, object], as_json: bool, words: Callable[[Mapping[str, object]], str] | None = None
) -> None:
    """Prints an answer as a line of JSON, or in ``words``: as ``text`` where none are given."""
    print(json.dumps(answer) if as_json else (words or text)(answer))


def text(answer: Mapping[str, object]) -> str:
    """Returns any answer as indented lines; small objects stay on one line.

    >>> print(text({"action": "move", "options": [{"from": "carthag", "zone": None}], "bans": []}))
    action: move
    options:
      from carthag, zone none
    bans: none
    """
    return "\n".join(_lines(answer, ""))


def _lines(answer: Mapping[str, object], indent: str) -> Iterator[str]:
    for key, value in answer.items():
        if _is_small(value):
            yield f"{indent}{key}: {_word(value)}"
            continue
        yield f"{indent}{key}:"
        if isinstance(value, Mapping):
            yield from _lines(value, indent + "  ")
        elif isinstance(value, list):
            for number, entry in enumerate(value, start=1):
                yield from _entry(entry, number, indent + "  ")


def _entry(entry: object, number: int, indent: str) -> Iterator[str]:
    if not isinstance(entry, Mapping):
        yield indent + _word(entry)
    elif all(_is_small(value) for value in entry.values()):
        yield indent + ", ".join(f"{key} {_word(value)}" for key, value in entry.items())
    else:
        yield f"{indent}{number}."
        yield from _lines(entry, indent + "   ")


def _is_small(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(not isinstance(entry, Mapping | list | tuple) for entry in value)
    return not isinstance(value, Mapping) or not value


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | tuple):
        return ", ".join(_word(entry) for entry in value) or "none"
    return "none" if value is None or value == {} else str(value)
