"""Several equal options in words: what tells them apart, and the question which one it shall be (MAHDI-0)."""

from collections.abc import Sequence

from companion.content.terms import VehicleKind
from companion.rules.army import NOBODY, Army
from companion.rules.state import HARKONNEN, POWERS, State
from companion.web.orders.choice_questions import QUESTIONS
from companion.web.orders.places import becomes
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.records import OptionText, OrderArrow
from solo_bot import (
    AttackOption,
    CardsOption,
    DeployOption,
    MoveOption,
    Option,
    Placement,
    Replacement,
    ReplaceOption,
    SpecialOption,
    SpiceOption,
    VehiclesOption,
)
from solo_bot.cards.options import AreaOption, CardVehicleOption, EnemyLeaderOption, PlainOption, WormsignsOption
from solo_bot.procedure.casualties import HitOption
from solo_bot.procedure.decision import ExcessOption, VehicleOption
from solo_bot.procedure.power import power

AnyOption = (
    Option
    | SpiceOption
    | HitOption
    | VehicleOption
    | ExcessOption
    | CardVehicleOption
    | WormsignsOption
    | EnemyLeaderOption
    | AreaOption
    | PlainOption
)
"""Everything that the opponent may offer as one of several options."""

DEPENDENT = {
    "attacker": frozenset({"zone"}),
    "source": frozenset({"figures", "zone", "target"}),
    "target": frozenset({"figures", "zone"}),
    "places": frozenset({"units", "comes"}),
    "stays": frozenset({"figures"}),
    "markers": frozenset({"bans", "spice"}),
    "leader": frozenset(
        {"area", "attacker", "target", "source", "figures", "zone", "places", "units", "comes", "decks"}
    ),
}
"""What may differ along with an aspect without being the question: another legion has other figures."""

Aspects = dict[str, str]


def kind_of(option: AnyOption) -> str:
    """Returns what sort of option it is by its class: ``attack``, ``move``, ``cardvehicle``."""
    return type(option).__name__.removesuffix("Option").lower()


def aspects(option: AnyOption) -> Aspects:
    """Returns what can tell an option from its equals: aspect to wording, most telling first; empty ones left out."""
    match option:
        case AttackOption(attacker, target, _, zone):
            found = {"attacker": names.area_name(attacker), "target": names.area_name(target), "zone": ride(zone)}
        case MoveOption(source, target, figures, zone, temporary):
            found = {
                "source": names.area_name(source),
                "target": names.area_name(target),
                "figures": names.figures_line(figures, HARKONNEN),
                "zone": ride(zone),
                "temporary": "" if temporary is None else _toward(temporary),
            }
        case DeployOption(placements):
            leader = next((p.leader for p in placements if p.leader is not None), None)
            found = {
                "places": names.area_names(p.area for p in placements),
                "units": _entering(placements),
                "comes": "" if leader is None else names.leader_name(leader),
            }
        case ReplaceOption(replacements):
            found = {"places": "; ".join(_becomes(each) for each in replacements)}
        case VehiclesOption(harvester, ornithopter):
            found = {
                "harvester": "" if harvester is None else names.area_name(harvester),
                "ornithopter": "" if ornithopter is None else names.zone_name(ornithopter),
            }
        case CardsOption(decks):
            found = {"decks": names.join(names.deck_name(deck) for deck in decks)}
        case SpecialOption(leader, effect):
            found = {"leader": names.leader_name(leader), **aspects(effect)}
        case _:
            found = _other_aspects(option)
    return {aspect: text for aspect, text in found.items() if text}


def _other_aspects(option: AnyOption) -> Aspects:
    """The aspects of what is no option of a die result: vehicles, hits, spice, steps of cards."""
    match option:
        case VehicleOption(kind, place) | CardVehicleOption(kind, place):
            key = "area" if kind is VehicleKind.HARVESTER else "zone"
            return {key: names.vehicle_place(kind, place)}
        case ExcessOption(_, figures):
            return {"figures": names.figures_line(figures, HARKONNEN)}
        case HitOption(legion):
            return {"stays": names.leader_names(legion.named), "figures": names.figures_line(legion, HARKONNEN)}
        case SpiceOption(imperium, supremacy, reserve, bans):
            return {
                "markers": ", ".join(
                    _("%(power)s row %(row)d", power=names.power_name(power), row=row)
                    for power, row in zip(POWERS, imperium, strict=True)
                ),
                "bans": names.join(names.power_name(power) for power in POWERS if power in bans),
                "spice": f"{supremacy}/{reserve}",
            }
        case WormsignsOption(areas):
            return {"areas": names.area_names(areas)}
        case EnemyLeaderOption(area, leader):
            return {"leader": names.leader_name(leader), "area": names.area_name(area)}
        case AreaOption(_, area):
            return {"area": names.area_name(area)}
        case _:
            return {}


def _entering(placements: Sequence[Placement]) -> str:
    if len(placements) == 1:
        return names.figures_line(placements[0].units, HARKONNEN)
    lines = (
        _("%(area)s: %(figures)s", area=names.area_name(p.area), figures=names.figures_line(p.units, HARKONNEN))
        for p in placements
    )
    return "; ".join(lines)


def _becomes(replacement: Replacement) -> str:
    old, new = (NOBODY.change(kind, replacement.count) for kind in (replacement.old, replacement.new))
    area = names.area_name(replacement.area)
    return _("%(area)s: %(figures)s", area=area, figures=becomes(old, new))


def ride(zone: int | None) -> str:
    """Returns how a legion goes: on foot, or by the ornithopter of a zone."""
    if zone is None:
        return _("on foot")
    return _("by the ornithopter of the %(zone)s", zone=names.zone_name(zone))


def _toward(area: int) -> str:
    return _("toward %(area)s", area=names.area_name(area))


def differing(options: Sequence[AnyOption]) -> tuple[str, ...]:
    """Returns the aspects in which the options are not all the same, most telling first."""
    every = [aspects(option) for option in options]
    keys = list(dict.fromkeys(key for found in every for key in found))
    return tuple(key for key in keys if len({found.get(key, "") for found in every}) > 1)


def choice_question(options: Sequence[AnyOption], settlements: int = -1) -> str:
    """Returns the question that the player answers by picking one of several options; ``settlements``: their areas."""
    first = options[0]
    keys = differing(options)
    kind = kind_of(first)
    if isinstance(first, SpecialOption) and keys[:1] != ("leader",):
        kind = kind_of(first.effect)
    telling = set(keys) - DEPENDENT.get(keys[0], frozenset()) if keys else set()
    number = len(options)
    apart = len({aspects(option).get(keys[0]) for option in options}) == number if keys else False
    placed = [option for option in options if isinstance(option, DeployOption)]
    if keys[:1] == ("places",) and not all(settlements >> p.area & 1 for o in placed for p in o.placements):
        kind, keys = "area", ("area",)
    if apart and len(telling) == 1 and (kind, keys[0]) in QUESTIONS:
        return QUESTIONS[kind, keys[0]](number)
    return ngettext("%(num)d option is left: which one is it?", "%(num)d options are tied: which one is it?", number)


def option_texts(state: State, options: Sequence[AnyOption]) -> tuple[OptionText, ...]:
    """Returns each option by what tells it from the others, in the same order."""
    keys = differing(options)
    return tuple(_option_text(state, option, keys) for option in options)


def _label(found: Aspects, keys: tuple[str, ...]) -> str:
    """What tells an option apart, as a short line: figures and places that another aspect already says are left out."""
    told = [key for key in keys if key in found] or list(found)
    if "units" in told and ";" in found["units"]:
        told = [key for key in told if key != "places"]
    told = [key for key in told if len(told) == 1 or key not in ("figures", "spice")]
    for told_by, left_out in (("leader", "area"), ("markers", "bans")):
        if told_by in told and left_out in told:
            told.remove(left_out)
    texts = [found[key] for key in told]
    start = "attacker" if "attacker" in told else "source"
    if start in told and "target" in told:
        position = told.index(start)
        route = _("%(source)s to %(target)s", source=found[start], target=found["target"])
        rest = [found[key] for key in told if key not in (start, "target")]
        texts = [*rest[:position], route, *rest[position:]]
    if told[:1] in (["zone"], ["temporary"], ["ornithopter"]):
        texts[0] = names.capital(texts[0])
    return ", ".join(texts)


def _option_text(state: State, option: AnyOption, keys: tuple[str, ...]) -> OptionText:
    found = aspects(option)
    effect = option.effect if isinstance(option, SpecialOption) else option
    label = _label(found, keys)
    match effect:
        case AttackOption(attacker, target, _, zone):
            zones = () if zone is None else (zone,)
            arrow = OrderArrow(attacker, target, zone, attack=True)
            return OptionText(label, _legion(state.army(HARKONNEN, attacker)), (attacker, target), zones, (arrow,))
        case MoveOption(source, target, figures, zone, _):
            zones = () if zone is None else (zone,)
            arrow = OrderArrow(source, target, zone)
            weight = names.strength(power(figures))
            detail = weight if keys == ("figures",) else _legion(figures)
            return OptionText(label, detail, (source, target), zones, (arrow,))
        case DeployOption(placements):
            detail = "" if "units" in keys else found.get("units", "")
            return OptionText(label, detail, tuple(p.area for p in placements))
        case ReplaceOption(replacements):
            return OptionText(label, "", tuple(dict.fromkeys(r.area for r in replacements)))
        case VehiclesOption(harvester, ornithopter):
            areas = () if harvester is None else (harvester,)
            return OptionText(label, "", areas, () if ornithopter is None else (ornithopter,))
        case CardsOption():
            return OptionText(label, "" if keys == ("decks",) else found["decks"])
        case _:
            return _other_text(effect, label)


def _other_text(option: AnyOption, label: str) -> OptionText:
    match option:
        case VehicleOption(kind, place) | CardVehicleOption(kind, place):
            harvester = kind is VehicleKind.HARVESTER
            return OptionText(label, "", (place,) if harvester else (), () if harvester else (place,))
        case ExcessOption(area) | AreaOption(_, area):
            return OptionText(label, "", (area,))
        case EnemyLeaderOption(area):
            return OptionText(label, names.area_name(area), (area,))
        case WormsignsOption(areas):
            return OptionText(label, "", areas)
        case HitOption(legion):
            off = _("Remove: %(figures)s", figures=names.join(names.removed_figures(option.removed, HARKONNEN)))
            left = _("Left: %(figures)s.", figures=names.figures(legion, HARKONNEN))
            return OptionText(label, f"{off}. {left}")
        case SpiceOption(_, _, _, bans):
            powers = names.join(names.power_name(power) for power in POWERS if power in bans)
            return OptionText(label, _("Bans: %(powers)s.", powers=powers) if powers else _("No ban."))
        case _:
            return OptionText(label, "")


def _legion(army: Army | None) -> str:
    if army is None:
        return ""
    line, weight = names.figures_line(army, HARKONNEN), names.strength(power(army))
    return _("%(figures)s; %(power)s", figures=line, power=weight)
