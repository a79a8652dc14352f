"""What several options have in common, in words: a headline that leaves out only what they differ in."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from companion.content.steps import Effect
from companion.rules.state import HARKONNEN
from companion.web.orders.choices import AnyOption
from companion.web.orders.effects import vehicle_order
from companion.web.orders.option_orders import deployed
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.records import Order
from solo_bot import (
    AttackOption,
    CardsOption,
    DeployOption,
    MoveOption,
    ReplaceOption,
    SpecialOption,
    SpiceOption,
    VehiclesOption,
)
from solo_bot.cards.options import AreaOption, CardVehicleOption, EnemyLeaderOption, WormsignsOption
from solo_bot.procedure.casualties import HitOption
from solo_bot.procedure.decision import ExcessOption, VehicleOption

T = TypeVar("T")
SIETCH, MERGE = "attack_sietch", "merge"


def common_order(orders: Sequence[Order], options: Sequence[AnyOption], action: str) -> Order:
    """Returns what the options share: their own words where they agree, else a headline of what is the same."""
    leaders = {option.leader for option in options if isinstance(option, SpecialOption)}
    title = orders[0].title
    if len({order.title for order in orders}) > 1:
        title = _("Take one special action")
        if len(leaders) < 2:
            title = _title([o.effect if isinstance(o, SpecialOption) else o for o in options], action)
    same = len({order.sentence for order in orders}) == 1
    shared = [line for line in orders[0].details if all(line in order.details for order in orders)]
    return Order(
        title,
        orders[0].sentence if same else "",
        tuple(shared),
        tuple(sorted({area for order in orders for area in order.areas})),
        tuple(sorted({area for order in orders for area in order.sources})),
        tuple(sorted({zone for order in orders for zone in order.zones})),
        tuple(dict.fromkeys(arrow for order in orders for arrow in order.arrows)),
        go=orders[0].go,
    )


def _same(options: Sequence[Any], value: Callable[[Any], T]) -> T | None:
    """The value that all options have, None where they differ."""
    found = {value(option) for option in options}
    return found.pop() if len(found) == 1 else None


def _title(options: Sequence[Any], action: str) -> str:
    match options[0]:
        case AttackOption():
            return _("Attack a sietch") if action == SIETCH else _("Attack an Atreides legion")
        case MoveOption():
            return _move(options, action)
        case DeployOption():
            return deploy_title(options)
        case ReplaceOption():
            return _("Replace units with stronger ones")
        case VehiclesOption():
            return vehicles_title(options)
        case CardsOption():
            return _("Draw and play cards")
        case _:
            return _other(options)


def _move(options: Sequence[MoveOption], action: str) -> str:
    """T-8: whence, whither and how, as far as it is the same."""
    if action == MERGE:
        return _("Join two legions")
    source, target = _same(options, lambda o: o.source), _same(options, lambda o: o.target)
    figures = _same(options, lambda o: o.figures)
    fly = all(option.zone is not None for option in options)
    legion = _("one legion") if figures is None or source is None else names.figures(figures, HARKONNEN)
    facts = {
        "figures": legion,
        "source": "" if source is None else names.area_name(source),
        "target": "" if target is None else names.area_name(target),
    }
    if source is not None and target is not None:
        text = _("Fly %(figures)s from %(source)s to %(target)s", **facts)
        return text if fly else _("Move %(figures)s from %(source)s to %(target)s", **facts)
    if source is not None:
        text = _("Fly %(figures)s from %(source)s", **facts)
        return text if fly else _("Move %(figures)s from %(source)s", **facts)
    if target is not None:
        text = _("Fly %(figures)s to %(target)s", **facts)
        return text if fly else _("Move %(figures)s to %(target)s", **facts)
    return _("Fly one legion") if fly else _("Move one legion")


def new_leaders(options: Sequence[AnyOption]) -> dict[int, int]:
    """Returns how many leaders come into which area whatever is chosen, where only the choice says who."""
    effects = [option.effect if isinstance(option, SpecialOption) else option for option in options]
    if len(effects) < 2 or not all(isinstance(effect, DeployOption) for effect in effects):
        return {}
    placed = [effect.placements for effect in effects if isinstance(effect, DeployOption)]
    led = [{p.area: p.leader for p in placements if p.leader is not None} for placements in placed]
    return {area: 1 for area in led[0] if all(area in each for each in led) and len({each[area] for each in led}) > 1}


def deploy_title(options: Sequence[DeployOption], *, places: bool = True) -> str:
    """Returns everything that comes, as far as it is the same, and with ``places`` also where (T-3)."""
    every = [deployed(option) for option in options]
    known = every[0] if len(set(every)) == 1 else replace(every[0], generic=0, named=())
    if len({(army.units, army.regular, army.special, army.leaders) for army in every}) > 1:
        return _("Place new units")
    parts = names.figure_list(known, HARKONNEN)
    if known.leaders < every[0].leaders:
        parts.append(ngettext("%(num)d leader", "%(num)d leaders", every[0].leaders))
    areas = _same(options, lambda o: tuple(sorted({p.area for p in o.placements})))
    if areas is None or not places:
        return _("Place %(figures)s", figures=names.join(parts))
    return _("Place %(figures)s in %(area)s", figures=names.join(parts), area=names.area_names(areas))


def vehicles_title(options: Sequence[VehiclesOption]) -> str:
    """Returns which vehicles are placed, without where."""
    if all(option.harvester is not None and option.ornithopter is not None for option in options):
        return _("Place a harvester and an ornithopter")
    return _("Place the vehicles")


def _other(options: Sequence[Any]) -> str:
    match options[0]:
        case VehicleOption(kind) | CardVehicleOption(kind):
            return vehicle_order(kind, (), 0).title
        case HitOption():
            return _("Remove the casualties")
        case ExcessOption():
            return _("Remove the weakest units")
        case SpiceOption():
            return _("Move the imperium markers")
        case WormsignsOption():
            return _("Discard a wormsign")
        case EnemyLeaderOption():
            area = _same(options, lambda o: o.area)
            if area is not None:
                return _("Place an Atreides leader from %(area)s in the tank", area=names.area_name(area))
            return _("Place an Atreides leader in the tank")
        case AreaOption(Effect.SPECIAL_ATTACK):
            return _("Attack a legion with dice alone")
        case _:
            return _("Reveal a sietch and its tokens")
