"""Facts of refusals and violations in words: ids become names, lists become lists within a sentence."""

from collections.abc import Iterable, Mapping

from companion.board import AREA_NUMBER, SECTORS, ZONE_NUMBER
from companion.content import CARDS, GLOSSARY, LEADERS, PRESCIENCE_CARDS, term_key
from companion.content.terms import Deck, Faction, Marker, Phase, Power, Result, UnitKind, VehicleKind, Wormsign
from companion.rules.actions import OtherAction
from companion.web.words import names
from companion.web.words.refusals.cards import NEEDS

NO_FACT = "–"
_FACTIONS = {faction.id: faction for faction in Faction}
_GENERIC_KINDS = frozenset({"generic", "tokens"})
_DESERT_WAR = {
    "suspensor": "exp_suspensor_trooper",
    "launcher": "exp_rocket_launcher",
    "sandrider": "exp_sandrider",
    "sandriders": "exp_sandriders_leader_card",
    "escort_ornithopter": "exp_escort_ornithopter",
    "escort_second_hit": "exp_escort_ornithopter",
    "fremen_camp": "exp_fremen_camp",
    "desert_war_token": "exp_desert_war_token",
    "desert_war": "exp_desert_war",
}
"""The glossary's words for the pieces of the expansion."""
_ENUMS = (Deck, Marker, Power, VehicleKind, Wormsign)


ALIASES = (("area", "source", "from"), ("target", "to"))
"""Keys that name the same thing where a code comes from several handlers."""


class Facts(dict[str, object]):
    """Worded facts for a template; a fact that is not there reads like its alias, else as a dash."""

    def __missing__(self, key: str) -> object:
        others = next((group for group in ALIASES if key in group), ())
        return next((self[other] for other in others if other in self), NO_FACT)


def worded(facts: Mapping[str, object]) -> Facts:
    """Returns the facts with every id replaced by its name in the reader's language; numbers stay numbers.

    >>> worded({"area": "gara_kulon", "count": 2})
    {'area': 'Gara Kulon', 'count': 2}
    """
    return Facts({key: fact_word(key, value) for key, value in facts.items()})


def fact_word(key: str, value: object) -> object:
    """Returns one fact in words; ``key`` decides where the same id could be two things."""
    match value:
        case None:
            return NO_FACT
        case bool() | int():
            return value
        case Faction():
            return names.faction_name(value)
        case str():
            return _id_word(key, value)
        case Mapping():
            return names.join(f"{fact_word(key, str(k))} {fact_word(key, v)}" for k, v in value.items())
        case Iterable():
            return names.join(str(fact_word(key, item)) for item in value)
        case _:
            return str(value)


def _id_word(key: str, value: str) -> str:
    if key == "need" and value in NEEDS:
        return str(NEEDS[value])
    if key == "sector" and value in SECTORS:
        return names.sector_name(value)
    if key in ("card", "cards") and value in CARDS:
        return names.card_name(value)
    if key == "card" and value in PRESCIENCE_CARDS:
        return str(names.translated(PRESCIENCE_CARDS[value].name))
    if value in AREA_NUMBER:
        return names.area_name(value)
    if value in ZONE_NUMBER:
        return names.zone_name(value)
    if value in _FACTIONS:
        return names.faction_name(_FACTIONS[value])
    if key == "phase" and value in set(Phase):
        return names.phase_name(Phase(value))
    return _term_word(key, value)


def _term_word(key: str, value: str) -> str:
    if value in LEADERS:
        return names.leader_name(value)
    if value in {*Result, OtherAction.DESERT_POWER}:
        return names.result_name(value)
    for kind in _ENUMS:
        if value in set(kind):
            return names.word(term_key(kind(value)))
    if value in set(UnitKind):
        return names.word(term_key(UnitKind(value)))
    if value in _DESERT_WAR:
        return names.word(_DESERT_WAR[value])
    if value in _GENERIC_KINDS:
        return names.word("leader_generic" if value == "generic" else "deployment_token")
    if value in ("black", "silver"):
        return names.word(f"color_{value}")
    return names.word(value) if value in GLOSSARY else value
