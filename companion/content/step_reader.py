"""Reads the steps of planning cards from JSON into the records of :mod:`companion.content.steps`, field by field."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, get_args

from companion.content import steps
from companion.content.loader import Fields
from companion.content.steps import Effect, LegionFilter, LegionKind, Pieces, Site, SiteKind, Step, VehicleSite

Leaders = Collection[str]
STEP_KINDS: Mapping[Effect, type[Step]] = MappingProxyType({kind.effect: kind for kind in get_args(Step)})
"""The record of each kind of step."""


def read_steps(owner: Fields, key: str, leaders: Leaders) -> tuple[Step, ...]:
    """The steps in a list of an object, in their order; raises ``ContentError``."""
    return tuple(_step(item, leaders) for item in owner.children(key))


def walk(found: tuple[Step, ...]) -> Iterator[Step]:
    """Every step, those inside conditions included."""
    for step in found:
        yield step
        if isinstance(step, steps.Condition | steps.BoardCondition):
            yield from walk(step.then)
            yield from walk(step.otherwise)


def _step(item: Fields, leaders: Leaders) -> Step:
    kind = STEP_KINDS[item.member("effect", Effect)]
    step = kind(**{field.name: _value(item, field.name, field.type, leaders) for field in fields(kind)})
    if isinstance(step, steps.Vehicles) and not (step.harvester or step.ornithopter or step.carryall):
        raise item.error("effect", "places no vehicle")
    if isinstance(step, steps.DiscardWormsigns) and (step.count is None) == (step.adjacent_to is None):
        raise item.error("count", "needs either a count or adjacent_to")
    if isinstance(step, steps.RemoveVehicles) and (step.leader is None) == (step.site is VehicleSite.LEADER_SECTOR):
        raise item.error("leader", f"does not fit {step.site.value}")
    return step


def _value(item: Fields, name: str, kind: Any, leaders: Leaders) -> Any:
    """What a field of a step holds; one that may be None may be left out."""
    if type(None) in get_args(kind) and not item.has(name):
        return None
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return item.member(name, kind)
    return READERS[name](item, name, leaders)


def _pieces(item: Fields, name: str, leaders: Leaders) -> Pieces:
    return steps.read_pieces(item.child(name), leaders)


def _site(item: Fields, name: str, leaders: Leaders) -> Site:
    found = item.child(name)
    kind = found.member("kind", SiteKind)
    if kind in (SiteKind.EACH_AREA, SiteKind.ONE_AREA):
        areas = found.texts("areas")
        if not areas:
            raise found.error("areas", "is missing")
        return Site(kind, areas=areas)
    if kind is SiteKind.LEGION_OF_LEADER:
        return Site(kind, leader=found.reference("leader", leaders))
    return Site(kind)


def _legion(item: Fields, name: str, leaders: Leaders) -> LegionFilter:
    if not item.has(name):
        return LegionFilter(LegionKind.ANY)
    found = item.child(name)
    kind = found.member("kind", LegionKind)
    if kind is LegionKind.OF_LEADER:
        return LegionFilter(kind, leader=found.text("leader"))
    return LegionFilter(kind, found.text("area") if kind is LegionKind.AT_AREA else None)


def _leaders(item: Fields, name: str, leaders: Leaders) -> tuple[str, ...]:
    found = item.references(name, leaders)
    if not found:
        raise item.error(name, "is missing")
    return found


def _number(low: int, high: int = 999) -> Callable[[Fields, str, Leaders], int]:
    return lambda item, name, leaders: item.integer(name, low, high)


def _text(item: Fields, name: str, leaders: Leaders) -> str:
    return item.text(name)


def _flag(item: Fields, name: str, leaders: Leaders) -> bool:
    return item.flag(name)


def _count(item: Fields, name: str, leaders: Leaders) -> int:
    return item.count(name)


def _leader(item: Fields, name: str, leaders: Leaders) -> str:
    return item.reference(name, leaders)


READERS: Mapping[str, Callable[[Fields, str, Leaders], object]] = MappingProxyType(
    {
        "pieces": _pieces,
        "site": _site,
        "legion": _legion,
        "leaders": _leaders,
        "adjacent_to": _text,
        **dict.fromkeys(("leader", "removes", "enters"), _leader),
        **dict.fromkeys(("then", "otherwise"), read_steps),
        **dict.fromkeys(("surprise", "free_continue"), _flag),
        **dict.fromkeys(("harvester", "ornithopter", "carryall", "extra_dice", "value"), _count),
        **dict.fromkeys(("hit", "special"), _number(0)),
        **dict.fromkeys(("count", "needed", "steps", "draw", "play"), _number(1)),
        **dict.fromkeys(("dice", "enemy_limit"), _number(1, 6)),
        "within": _number(1, 2),
    }
)
"""Reads a field of a step by its name; a field of fixed words is read by its type."""
