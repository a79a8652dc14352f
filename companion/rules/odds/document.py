"""The Battle document of docs/formats.md: read strictly, answered exactly."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar

from companion.content import GENERIC_SUPPLY, PIECES, TRACKS
from companion.content.terms import Deck, Faction
from companion.rules.errors import FormatError
from companion.rules.odds.battle import (
    ATTACKER_WINS,
    DEFENDER_WINS,
    AttackerConduct,
    AttackerPolicy,
    Battle,
    DefenderConduct,
    DefenderPolicy,
    Ending,
    Goal,
    Measure,
    RetreatAt,
    Side,
    StopBelow,
)
from companion.rules.odds.casualties import CasualtyPolicy
from companion.rules.odds.leaders import NAMED_FACTION
from companion.rules.odds.legion import Legion, legion_of
from companion.rules.odds.report import Report, report
from companion.rules.odds.solve import Result, Solution, solve
from companion.rules.war import ESCORTS

MAX_UNITS: Final = 6
PATIENT_STATES: Final = 100_000
"""Whoever asks for details by a document waits for them; a page does not."""
MAX_RANK: Final = max(TRACKS.sietch_ranks)

_FACTIONS = tuple(faction.id for faction in Faction)
_BATTLE_KEYS = ("attacker", "defender", "settlement_rank", "surprise", "policy", "rounds", "details")
_SIDE_KEYS = (
    "faction",
    "regular",
    "elite",
    "special",
    "tokens",
    "generic",
    "escorts",
    "named",
    "cards",
    "reinforcements",
    "regular_supply",
)
_POLICY_KEYS = ("attacker", "defender", "casualties", "goal")

_Choice = TypeVar("_Choice", bound=StrEnum)


def battle_odds(battle: Mapping[str, object]) -> dict[str, Any]:
    """Return the answer of docs/formats.md (Battle) to a Battle document.

    With `"details": true` the answer has the key `details` as well: the chance of every ending, the figures left on
    average by kind, and the attacker's chance to win if one thing were otherwise (`EffectKind`).

    Raises FormatError, naming the field or rule, for what is not a battle: unknown keys, wrong types, unknown
    ids, tokens (BATTLE-2), an attacker without units (BATTLE-1), more than 6 units (STACK-1).
    """
    parsed = parse_battle(battle)
    answer = answer_document(parsed, solve(parsed))
    if _flag("details", battle):
        answer["details"] = _details(report(parsed, most_states=PATIENT_STATES))
    return answer


def parse_battle(document: Mapping[str, object]) -> Battle:
    """Return the battle that a Battle document describes.

    `attacker`, `defender` and their `faction` are required. Left out, a number is 0, `surprise` false,
    `rounds` null; a policy is the one with which the faction fights in solo: Harkonnen `mahdi`, Atreides
    `to_the_end` and `keep_power`.

    Beside the policies of docs/formats.md there are: `policy.attacker` `optimal` or `{"stop_below": n, "of": m}` (stops
    after a round that leaves him weaker; m is `power`, the fine one, or `units`), `policy.defender` `optimal` or
    `{"retreat_at": n, "of": m}` (retreats, when the attacker goes on, with that strength or less), casualties
    `optimal`, and `policy.goal` of the optimal side: `win`, `power` or `stakes`. With optimal policies of both sides
    each does what is best against the other (`contest` says in which order they choose). Optimal policies go only
    without a limit of rounds. `regular_supply` of a side: regular figures left in the box (left out: enough).

    Raises FormatError as `battle_odds` does.
    """
    _known_keys("battle", document, _BATTLE_KEYS)
    attacker = _mapping("attacker", document)
    defender = _mapping("defender", document)
    attacker_faction = _faction("attacker", attacker)
    defender_faction = _faction("defender", defender)
    if attacker_faction == defender_faction:
        raise FormatError("defender.faction", "both sides are %(faction)s", faction=attacker_faction.id)
    policy = _mapping("policy", document, {})
    _known_keys("policy", policy, _POLICY_KEYS)
    casualties = _mapping("policy.casualties", policy, {})
    _known_keys("policy.casualties", casualties, _FACTIONS)
    usual = AttackerPolicy.MAHDI if attacker_faction is Faction.HARKONNEN else AttackerPolicy.TO_THE_END
    rank = _number("settlement_rank", document, MAX_RANK)
    battle = Battle(
        attacker=_side("attacker", attacker, attacker_faction, casualties),
        defender=_side("defender", defender, defender_faction, casualties, rank),
        surprise=_flag("surprise", document),
        attacker_policy=_attacker_policy(policy, usual),
        defender_policy=_defender_policy(policy),
        rounds=None if document.get("rounds") is None else _number("rounds", document),
        goal=_choice("policy.goal", policy, Goal, Goal.WIN),
    )
    if battle.attacker.legion.is_destroyed:
        raise FormatError("BATTLE-1", "attacker has no units")
    if (battle.attacker_chooses or battle.defender_chooses) and battle.rounds is not None:
        raise FormatError("rounds", "must be null with an optimal policy")
    return battle


def answer_document(battle: Battle, solution: Solution) -> dict[str, Any]:
    """Return the solution as the answer document of docs/formats.md (Battle)."""
    chances = dict.fromkeys(Ending, 0.0)
    for result, chance in solution.results:
        chances[result.ending] += chance
    return {
        "attacker_wins": sum(chances[ending] for ending in Ending if ending in ATTACKER_WINS),
        "defender_wins": sum(chances[ending] for ending in Ending if ending in DEFENDER_WINS),
        "both_destroyed": chances[Ending.BOTH_DESTROYED],
        "expected_losses": {
            "attacker": _losses(battle.attacker.legion, solution, lambda result: result.attacker),
            "defender": _losses(battle.defender.legion, solution, lambda result: result.defender),
        },
        "rounds": list(solution.rounds),
        "first_round": {
            "hits": _hits(solution.first_round),
            "hits_on_attacker": _hits(zip(*solution.first_round, strict=True)),
        },
    }


def _losses(start: Legion, solution: Solution, left_of: Callable[[Result], Legion]) -> dict[str, float]:
    power = units = leaders = 0.0
    for result, chance in solution.results:
        left = left_of(result)
        power += chance * (start.fine_power - left.fine_power)
        units += chance * (start.units - left.units)
        leaders += chance * (start.leaders - left.leaders)
    return {"power": power, "units": units, "leaders": leaders}


def _hits(chances: Iterable[Iterable[float]]) -> dict[str, float]:
    """Return the chance of each number of hits, the rows of chances being those of 0, 1, 2.. hits."""
    totals = {str(hits): sum(row) for hits, row in enumerate(chances)}
    return {hits: chance for hits, chance in totals.items() if chance > 0.0} or {"0": 1.0}


def _side(
    field: str,
    document: Mapping[str, object],
    faction: Faction,
    casualties: Mapping[str, object],
    rank: int = 0,
) -> Side:
    _known_keys(field, document, _SIDE_KEYS)
    if _number(f"{field}.tokens", document):
        raise FormatError("BATTLE-2", "%(field)s has facedown tokens; they are revealed before a battle", field=field)
    legion = _legion(field, document, faction)
    solo = faction is Faction.HARKONNEN and not legion.escorts
    usual = CasualtyPolicy.MAHDI if solo else CasualtyPolicy.KEEP_POWER
    if legion.escorts and casualties.get(faction.id) == CasualtyPolicy.MAHDI:
        raise FormatError("DW-1", "%(field)s has an escort: the solo opponent has no rules for it", field=field)
    regulars = None
    if document.get("regular_supply") is not None:
        most = PIECES[f"{faction.id}_regular"].count - legion.regular
        regulars = legion.regular + _number(f"{field}.regular_supply", document, most)
    all_cards = sum(PIECES[f"{deck.value}_card"].count for deck in Deck if deck.faction is faction)
    return Side(
        faction=faction,
        legion=legion,
        casualties=_choice(f"policy.casualties.{faction.id}", casualties, CasualtyPolicy, usual),
        cards=_number(f"{field}.cards", document, all_cards),
        reinforcements=_number(f"{field}.reinforcements", document, all_cards),
        rank=rank,
        regulars=regulars,
    )


def _attacker_policy(policy: Mapping[str, object], usual: AttackerPolicy) -> AttackerConduct:
    given = policy.get("attacker")
    if isinstance(given, Mapping):
        return StopBelow(*_threshold("policy.attacker", given, "stop_below"))
    return _choice("policy.attacker", policy, AttackerPolicy, usual)


def _defender_policy(policy: Mapping[str, object]) -> DefenderConduct:
    given = policy.get("defender")
    if isinstance(given, Mapping):
        return RetreatAt(*_threshold("policy.defender", given, "retreat_at"))
    return _choice("policy.defender", policy, DefenderPolicy, DefenderPolicy.NEVER_RETREAT)


def _threshold(field: str, document: Mapping[str, object], key: str) -> tuple[int, Measure]:
    _known_keys(field, document, (key, "of"))
    if key not in document:
        raise FormatError(f"{field}.{key}", "a number is needed")
    return _number(f"{field}.{key}", document), _choice(f"{field}.of", document, Measure, Measure.POWER)


def _details(found: Report) -> dict[str, Any]:
    return {
        "endings": {ending.value: chance for ending, chance in found.endings},
        "left": {
            name: {kind.kind: kind.left for kind in side.kinds}
            for name, side in zip(("attacker", "defender"), found.sides, strict=True)
        },
        "attacker_wins_with": {effect.kind.value: effect.attacker_wins for effect in found.effects},
    }


def _legion(field: str, document: Mapping[str, object], faction: Faction) -> Legion:
    regular, elite, special = (_number(f"{field}.{kind}", document) for kind in ("regular", "elite", "special"))
    units = regular + elite + special
    if units > MAX_UNITS:
        raise FormatError(
            "STACK-1",
            "%(field)s has %(number)s units, at most %(most)s fit in an area",
            field=field,
            number=units,
            most=MAX_UNITS,
        )
    generic = _number(f"{field}.generic", document, GENERIC_SUPPLY[faction])
    escorts = _number(f"{field}.escorts", document, ESCORTS)
    if escorts and faction is Faction.ATREIDES:
        raise FormatError("DW-5", "%(field)s has an escort, which only a Harkonnen legion has", field=field)
    return legion_of(regular, elite, special, generic, _named(f"{field}.named", document, faction), escorts)


def _named(field: str, document: Mapping[str, object], faction: Faction) -> tuple[str, ...]:
    leaders = document.get("named", [])
    if not isinstance(leaders, list | tuple):
        raise FormatError(field, "a list of leaders is needed, not %(value)s", value=repr(leaders))
    for leader in leaders:
        owner = NAMED_FACTION.get(leader) if isinstance(leader, str) else None
        if owner is None:
            raise FormatError(field, "unknown leader %(value)s", value=repr(leader))
        if owner is not faction:
            raise FormatError(field, "'%(leader)s' is no %(faction)s leader", leader=leader, faction=faction.id)
    if len(set(leaders)) < len(leaders):
        raise FormatError("LEADER-3", "%(field)s has the same leader twice", field=field)
    return tuple(leaders)


def _faction(side: str, document: Mapping[str, object]) -> Faction:
    given = document.get("faction")
    if given not in _FACTIONS:
        raise FormatError(
            f"{side}.faction",
            "one of %(choices)s is needed, not %(value)s",
            choices=", ".join(_FACTIONS),
            value=repr(given),
        )
    return Faction.from_id(str(given))


def _number(field: str, document: Mapping[str, object], most: int | None = None) -> int:
    value = document.get(field.rpartition(".")[2], 0)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise FormatError(field, "a whole number from 0 is needed, not %(value)s", value=repr(value))
    if most is not None and value > most:
        raise FormatError(field, "%(value)s is more than %(most)s", value=value, most=most)
    return value


def _flag(field: str, document: Mapping[str, object]) -> bool:
    value = document.get(field, False)
    if not isinstance(value, bool):
        raise FormatError(field, "true or false is needed, not %(value)s", value=repr(value))
    return value


def _choice(field: str, document: Mapping[str, object], choices: type[_Choice], default: _Choice) -> _Choice:
    value = document.get(field.rpartition(".")[2], default)
    for choice in choices:
        if choice == value:
            return choice
    raise FormatError(
        field, "one of %(choices)s is needed, not %(value)s", choices=", ".join(choices), value=repr(value)
    )


def _mapping(
    field: str, document: Mapping[str, object], default: Mapping[str, object] | None = None
) -> Mapping[str, object]:
    value = document.get(field.rpartition(".")[2], default)
    if not isinstance(value, Mapping):
        raise FormatError(field, "an object is needed, not %(value)s", value=repr(value))
    return value


def _known_keys(field: str, document: Mapping[str, object], known: tuple[str, ...]) -> None:
    for key in document:
        if key not in known:
            raise FormatError(field, "unknown key %(key)s", key=repr(key))
