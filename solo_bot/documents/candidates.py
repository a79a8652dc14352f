"""Short ids of the options in a trace, made of the ids of the board, for its JSON form (docs/formats.md)."""

from companion.board import AREA_IDS, ZONE_IDS
from companion.content.terms import VehicleKind
from solo_bot.cards.options import (
    AreaOption,
    CardOption,
    CardVehicleOption,
    EnemyLeaderOption,
    PlainOption,
    WormsignsOption,
)
from solo_bot.procedure.casualties import HitOption
from solo_bot.procedure.decision import (
    AttackOption,
    CardsOption,
    DeployOption,
    ExcessOption,
    MoveOption,
    Option,
    ReplaceOption,
    SpecialOption,
    VehicleOption,
    VehiclesOption,
)
from solo_bot.procedure.spice import SpiceOption

AnyOption = Option | CardOption | VehicleOption | HitOption | ExcessOption | SpiceOption


def option_id(option: AnyOption) -> str:
    """Returns a readable id: ``attacker>target zone``, the areas of placements, the leaders removed and the like.

    Options that differ only in figures may share one.
    """
    match option:
        case AttackOption(source, target, _, zone) | MoveOption(source, target, _, zone):
            return f"{AREA_IDS[source]}>{AREA_IDS[target]}" + ("" if zone is None else f" {ZONE_IDS[zone]}")
        case DeployOption(placements):
            return " ".join(AREA_IDS[p.area] + ("" if p.leader is None else f":{p.leader}") for p in placements)
        case ReplaceOption(replacements):
            return " ".join(f"{AREA_IDS[r.area]}:{r.count}" for r in replacements)
        case VehiclesOption(harvester, ornithopter):
            places = (_place(VehicleKind.HARVESTER, harvester), _place(VehicleKind.ORNITHOPTER, ornithopter))
            return " ".join(filter(None, places))
        case CardsOption(decks):
            return " ".join(deck.value for deck in decks)
        case SpecialOption(leader, effect):
            return f"{leader} {option_id(effect)}"
        case HitOption(_, removed, _):
            return " ".join(removed)
        case SpiceOption(imperium):
            return "/".join(map(str, imperium))
        case _:
            return _place_id(option)


def _place_id(option: AnyOption) -> str:
    match option:
        case CardVehicleOption(kind, place) | VehicleOption(kind, place):
            return _place(kind, place)
        case WormsignsOption(areas):
            return " ".join(AREA_IDS[area] for area in areas)
        case EnemyLeaderOption(area, leader):
            return f"{AREA_IDS[area]}:{leader}"
        case AreaOption(_, area):
            return AREA_IDS[area]
        case ExcessOption(area, figures):
            return f"{AREA_IDS[area]} " + " ".join(f"{count} {kind}" for kind, count in figures.counts())
        case PlainOption(effect, count):
            return f"{effect.value}:{count}"
        case _:
            raise TypeError(f"{option!r} is no option")


def _place(kind: VehicleKind, place: int | None) -> str:
    if place is None:
        return ""
    return AREA_IDS[place] if kind is VehicleKind.HARVESTER else ZONE_IDS[place]
