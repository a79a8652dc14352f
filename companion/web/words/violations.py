"""What is odd in a position, in words: one sentence for every code of ``companion.rules.positions.audit``."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.board import AREA_NUMBER
from companion.rules.positions.audit import Violation
from companion.web.say import lazy
from companion.web.words import names
from companion.web.words.facts import fact_word, worded
from companion.web.words.records import RuleRef


@dataclass(frozen=True, slots=True)
class ViolationText:
    """One oddity: a sentence, the rule, and the area to light, None when it is about no area."""

    sentence: str
    rule: RuleRef
    area: int | None


TEXTS: Mapping[str, Any] = {
    "too_many_units": lazy("Units in %(where)s: %(units)s; the limit is %(limit)s."),
    "leaders_alone": lazy("A leader is in %(where)s without a unit."),
    "too_many_pieces": lazy("In use: %(number)s, but there are only %(most)s: %(where)s."),
    "both_factions": lazy("Both sides are in %(where)s."),
    "harkonnen_in_sietch": lazy("Harkonnen are in a sietch: %(where)s."),
    "atreides_in_settlement": lazy("Atreides are in a Harkonnen settlement: %(where)s."),
    "legion_with_worm": lazy("A legion is with a worm in %(where)s."),
    "atreides_with_harvester": lazy("Atreides are with a harvester in %(where)s."),
    "harvester_off_desert": lazy("The harvester in %(where)s is not on desert."),
    "harvester_in_sietch": lazy("The harvester in %(where)s is in a sietch."),
    "two_harvesters": lazy("More than one harvester is in %(where)s."),
    "two_vehicles": lazy("More than one vehicle is there: %(where)s."),
    "wormsign_off_desert": lazy("The wormsign in %(where)s is not on desert."),
    "two_wormsigns": lazy("More than one wormsign is in %(where)s."),
    "worm_off_desert": lazy("The worm in %(where)s is not on desert."),
    "two_worms": lazy("More than one worm is in %(where)s."),
    "no_sietch_area": lazy("There is no sietch on the board here: %(where)s."),
    "no_settlement_area": lazy("There is no settlement on the board here: %(where)s."),
    "no_such_rank": lazy("A sietch has rank 1, 2 or 3, not %(rank)s: %(where)s."),
    "too_many_of_rank": lazy("Sietches with rank %(rank)s: %(number)s, but there are only %(most)s."),
    "no_station_area": lazy("There is no station on the board here: %(where)s."),
    "no_atomics_area": lazy("Atomics cannot change %(area)s."),
    "below_zero": lazy("A marker is below 0: %(where)s."),
    "off_track": lazy("%(value)s is off the track, which goes from %(low)s to %(high)s: %(where)s."),
    "leader_twice": lazy("%(where)s is in several areas: %(areas)s."),
    "leader_of_other_faction": lazy("%(where)s is with the other side in %(area)s."),
    "leader_nowhere": lazy("%(where)s is said to be on the board, but is in no area."),
    "leader_in_legion": lazy("%(where)s is on the board, but is said to be elsewhere."),
    "removed_by": lazy("%(where)s left the game when %(leader)s entered play."),
    "replaced_by": lazy("%(where)s was replaced by %(leader)s."),
    "wormsign_in_sietch": lazy("A wormsign is in a sietch: %(where)s."),
    "worm_in_sietch": lazy("A worm is in a sietch: %(where)s."),
    "two_on_a_tank_space": lazy("%(where)s and %(leader)s are on the same space of the tank (%(space)s)."),
    "should_be_gone": lazy("With the marker on %(step)s, %(leader)s has entered play and %(where)s has left the game."),
    "bottom_without_ban": lazy("The marker of %(power)s is on the bottom step, so its ban holds."),
    "troops_with_enemy": lazy("There are desert troops beside an enemy legion in %(where)s."),
    "troops_with_worm": lazy("There are desert troops other than sandriders beside a worm in %(where)s."),
    "camp_with_legion": lazy("There is a camp beside a Harkonnen legion in %(where)s."),
    "camp_off_desert": lazy("The camp in %(where)s is not on desert."),
    "camps_in_one_sector": lazy("The camp in %(where)s shares its sector with another one."),
    "camp_symbol_twice": lazy("More than one camp has this symbol: %(symbol)s."),
    "sandrider_off_desert": lazy("The sandrider in %(where)s is not on desert."),
    "expansion_in_solo": lazy("The expansion is not played alone."),
}
"""By code; ``where`` is the place that the violation names."""


def violation_text(violation: Violation) -> ViolationText:
    """Returns one violation in words; raises KeyError for a code that is not worded."""
    facts = worded({**violation.facts, "where": ""})
    facts["where"] = _place(violation.where)
    sentence = names.capital(str(TEXTS[violation.code]) % facts)
    return ViolationText(sentence, names.rule_ref(violation.rule), AREA_NUMBER.get(violation.where))


def _place(where: str) -> str:
    """Words a place: an id, or a field of the position as ``harkonnen.regular`` or ``imperium.choam``."""
    fields = {
        "ornithopters": "ornithopter",
        "carryalls": "carryall",
        "harvesters": "harvester",
        "wormsigns": "wormsign",
        "sandworms": "sandworm",
        "imperium": "imperium_marker",
        "prescience": "prescience_marker",
        "sietches": "sietch_token",
        "escorts": "escort_ornithopter",
        "suspensors": "suspensor",
        "launchers": "launcher",
        "sandriders": "sandrider",
        "camps": "fremen_camp",
        "desert_war_tokens": "desert_war_token",
    }
    parts = where.split(".")
    return ", ".join(str(fact_word("where", fields.get(part, part))) for part in parts)
