"""The form of the calculator: what was entered, read into a battle, or refused with the rule and the side it is about.

The figures belong to a faction, not to the attacker, so that who attacks can be changed without entering them again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.content import GENERIC_SUPPLY, NAMED_LEADERS, PIECES, TRACKS
from companion.content.terms import Faction, UnitKind
from companion.rules.errors import FormatError
from companion.rules.odds import Battle, parse_battle
from companion.rules.odds.document import MAX_UNITS
from companion.rules.odds.induction import size_of
from companion.web.odds.present import SIDE
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.records import RuleRef

FACTIONS = (Faction.HARKONNEN, Faction.ATREIDES)
KINDS = tuple(kind.value for kind in UnitKind)
MAX_RANK = max(TRACKS.sietch_ranks)
MAX_CARDS = 6
MAX_STRENGTH = 40
MOST_STATES = 25_000
"""A best play with more states than this takes longer than anybody wants to wait between two taps."""
MOST_OF_BOTH = 12_000
"""The same where both sides play their best: every state takes longer."""
USUAL = "usual"
STOP_BELOW, RETREAT_AT = "stop_below", "retreat_at"
ATTACK = (USUAL, "mahdi", "to_the_end", STOP_BELOW, "optimal")
DEFEND = ("never_retreat", RETREAT_AT, "optimal")
CASUALTIES = (USUAL, "mahdi", "keep_power", "optimal")
GOALS = ("win", "power")
MEASURES = ("power", "units")

START: dict[str, str] = {
    "attacker": "harkonnen",
    "h_regular": "4",
    "h_elite": "1",
    "h_generic": "1",
    "a_regular": "2",
    "a_elite": "1",
    "a_generic": "1",
    "rank": "2",
}
"""The battle that the page shows before anything is entered."""


class Problem(Exception):
    """Why there are no chances: ``side`` is ``h``, ``a`` or empty, ``rule`` None for a field that makes no sense."""

    def __init__(self, side: str, text: str, rule: RuleRef | None = None) -> None:
        self.side = side
        self.text = text
        self.rule = rule
        super().__init__(text)


@dataclass(frozen=True, slots=True)
class Entered:
    """The values of the form as they were sent, for drawing it again."""

    values: "MultiDict[str, str]"

    def text(self, field: str, default: str = "") -> str:
        """Returns what stands in a field."""
        return self.values.get(field, default)

    @property
    def is_unusual(self) -> bool:
        """Tells whether anything but the usual ways to fight was chosen."""
        fields = ("attack", "h_casualties", "a_casualties")
        chosen = any(self.text(field, USUAL) != USUAL for field in fields)
        return chosen or self.text("defend", DEFEND[0]) != DEFEND[0]

    def chosen(self, field: str, value: str) -> bool:
        """Tells whether a box is ticked."""
        return value in self.values.getlist(field)


def entered(args: "MultiDict[str, str]") -> Entered:
    """Returns the values of a request, those of ``START`` when nothing was sent."""
    return Entered(args if args else MultiDict(START))


def read(form: Entered) -> Battle:
    """Returns the battle that was entered; raises Problem."""
    attacker = _one_of(form, "attacker", tuple(faction.id for faction in FACTIONS), "harkonnen")
    factions = sorted(FACTIONS, key=lambda faction: faction.id != attacker)
    sides = [_side(form, faction) for faction in factions]
    for faction, side in zip(factions, sides, strict=True):
        _check_units(faction, side, attacks=faction.id == attacker)
    document: dict[str, Any] = {
        "attacker": sides[0],
        "defender": sides[1],
        "settlement_rank": _number(form, "rank", MAX_RANK),
        "surprise": form.text("surprise") == "yes",
        "policy": _policy(form, factions),
    }
    try:
        battle = parse_battle(document)
    except FormatError as problem:
        raise Problem("", str(problem)) from None
    both = battle.attacker_chooses and battle.defender_chooses
    if (battle.attacker_chooses or battle.defender_chooses) and size_of(battle) > (
        MOST_OF_BOTH if both else MOST_STATES
    ):
        raise Problem(
            "", _("There are too many possibilities to find the best choices here. Choose fixed casualties instead.")
        )
    return battle


def _side(form: Entered, faction: Faction) -> dict[str, Any]:
    prefix = SIDE[faction]
    side: dict[str, Any] = {
        "faction": faction.id,
        **{kind: _number(form, f"{prefix}_{kind}", 99) for kind in KINDS},
        "generic": _number(form, f"{prefix}_generic", GENERIC_SUPPLY[faction]),
        "named": list(_leaders(form, faction)),
        "cards": _number(form, f"{prefix}_cards", MAX_CARDS),
        "reinforcements": _number(form, f"{prefix}_reinforcements", 2 * PIECES["house_harkonnen_card"].count),
    }
    if form.text(f"{prefix}_supply").strip():
        total = PIECES[f"{faction.id}_regular"].count
        side["regular_supply"] = _number(form, f"{prefix}_supply", total - min(total, side["regular"]))
    return side


def _leaders(form: Entered, faction: Faction) -> Iterator[str]:
    known = {leader.id: leader.faction for leader in NAMED_LEADERS}
    prefix = SIDE[faction]
    named = form.values.getlist(f"{prefix}_named")
    if len(set(named)) < len(named):
        raise Problem(prefix, _("Nobody can be there twice."), names.rule_ref("LEADER-3"))
    for leader in named:
        if leader not in known:
            raise Problem(prefix, _("There is no leader “%(leader)s”.", leader=leader[:40]), names.rule_ref("LEADER-3"))
        if known[leader] is not faction:
            text = _(
                "%(leader)s does not fight for the %(faction)s.",
                leader=names.leader_name(leader),
                faction=names.faction_name(faction),
            )
            raise Problem(prefix, text, names.rule_ref("LEADER-3"))
        yield leader


def _check_units(faction: Faction, side: dict[str, Any], *, attacks: bool) -> None:
    units = sum(side[kind] for kind in KINDS)
    name, prefix = names.faction_name(faction), SIDE[faction]
    if units > MAX_UNITS:
        text = ngettext("%(num)d unit", "%(num)d units", units)
        text = _("%(units)s: at most %(most)s fit in an area.", units=text, most=MAX_UNITS)
        raise Problem(prefix, text, names.rule_ref("STACK-1"))
    if units:
        return
    if side["generic"] or side["named"]:
        text = _("A leader cannot be there without a unit of the %(faction)s.", faction=name)
        raise Problem(prefix, text, names.rule_ref("LEADER-1"))
    if attacks:
        raise Problem(
            prefix, _("Without a unit the %(faction)s cannot attack.", faction=name), names.rule_ref("BATTLE-1")
        )
    text = _("Without a unit of the %(faction)s there is no roll: the attacker wins.", faction=name)
    raise Problem(prefix, text, names.rule_ref("SETTLE-2"))


def _policy(form: Entered, factions: list[Faction]) -> dict[str, Any]:
    policy: dict[str, Any] = {"goal": _one_of(form, "goal", GOALS, "win"), "casualties": {}}
    attack, defend = _one_of(form, "attack", ATTACK, USUAL), _one_of(form, "defend", DEFEND, "never_retreat")
    if attack == STOP_BELOW:
        policy["attacker"] = {STOP_BELOW: _number(form, "attack_n", MAX_STRENGTH), "of": _measure(form, "attack_of")}
    elif attack != USUAL:
        policy["attacker"] = attack
    policy["defender"] = defend
    if defend == RETREAT_AT:
        policy["defender"] = {RETREAT_AT: _number(form, "defend_n", MAX_STRENGTH), "of": _measure(form, "defend_of")}
    for faction in factions:
        casualties = _one_of(form, f"{SIDE[faction]}_casualties", CASUALTIES, USUAL)
        if casualties != USUAL:
            policy["casualties"][faction.id] = casualties
    return policy


def _measure(form: Entered, field: str) -> str:
    return _one_of(form, field, MEASURES, "power")


def _one_of(form: Entered, field: str, choices: tuple[str, ...], default: str) -> str:
    value = form.text(field) or default
    if value not in choices:
        raise Problem("", _("%(field)s: “%(value)s” is not one of the choices.", field=field, value=value[:40]))
    return value


def _number(form: Entered, field: str, most: int) -> int:
    text = form.text(field).strip() or "0"
    side = field[0] if field[1:2] == "_" else ""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Problem(side, _("A whole number from 0 is needed, not “%(value)s”.", value=text[:40]))
    if int(text) > most:
        raise Problem(side, _("%(number)s is more than there are: at most %(most)s.", number=int(text), most=most))
    return int(text)
