"""Reads the steps of planning cards from JSON into the records of :mod:`companion.content.steps`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType

from companion.content import steps
from companion.content.atreides_reader import ATREIDES_READERS
from companion.content.loader import Fields
from companion.content.steps import Effect, LegionFilter, LegionKind, Site, SiteKind, Step
from companion.content.terms import Result, UnitKind

Leaders = Collection[str]
StepReader = Callable[[Fields, Leaders], Step]


def read_steps(owner: Fields, key: str, leaders: Leaders) -> tuple[Step, ...]:
    """The steps in a list of an object, in their order; raises ``ContentError``."""
    return tuple(STEP_READERS[item.member("effect", Effect)](item, leaders) for item in owner.children(key))


def walk(found: tuple[Step, ...]) -> Iterator[Step]:
    """Every step, those inside conditions included."""
    for step in found:
        yield step
        if isinstance(step, steps.Condition | steps.BoardCondition):
            yield from walk(step.then)
            yield from walk(step.otherwise)


def _site(fields: Fields, leaders: Leaders) -> Site:
    kind = fields.member("kind", SiteKind)
    if kind in (SiteKind.EACH_AREA, SiteKind.ONE_AREA):
        areas = fields.texts("areas")
        if not areas:
            raise fields.error("areas", "is missing")
        return Site(kind, areas=areas)
    if kind is SiteKind.LEGION_OF_LEADER:
        return Site(kind, leader=fields.reference("leader", leaders))
    return Site(kind)


def _legion(owner: Fields) -> LegionFilter:
    if not owner.has("legion"):
        return LegionFilter(LegionKind.ANY)
    fields = owner.child("legion")
    kind = fields.member("kind", LegionKind)
    if kind is LegionKind.OF_LEADER:
        return LegionFilter(kind, leader=fields.text("leader"))
    return LegionFilter(kind, fields.text("area") if kind is LegionKind.AT_AREA else None)


def _place(fields: Fields, leaders: Leaders) -> Step:
    pieces = steps.read_pieces(fields.child("pieces"), leaders)
    return steps.Place(pieces, _site(fields.child("site"), leaders))


def _replace(fields: Fields, leaders: Leaders) -> Step:
    kinds = fields.member("from_kind", UnitKind), fields.member("to_kind", UnitKind)
    return steps.Replace(fields.integer("count", low=1), *kinds)


def _vehicles(fields: Fields, leaders: Leaders) -> Step:
    step = steps.Vehicles(fields.count("harvester"), fields.count("ornithopter"), fields.count("carryall"))
    if not (step.harvester or step.ornithopter or step.carryall):
        raise fields.error("effect", "places no vehicle")
    return step


def _move(fields: Fields, leaders: Leaders) -> Step:
    return steps.Move(fields.integer("count", low=1), _legion(fields))


def _attack(fields: Fields, leaders: Leaders) -> Step:
    return steps.Attack(_legion(fields), fields.flag("surprise"), fields.flag("free_continue"))


def _move_or_attack(fields: Fields, leaders: Leaders) -> Step:
    limit = fields.integer("enemy_limit", low=1, high=6) if fields.has("enemy_limit") else None
    return steps.MoveOrAttack(_legion(fields), fields.flag("surprise"), fields.count("extra_dice"), limit)


def _transfer(fields: Fields, leaders: Leaders) -> Step:
    return steps.Transfer(_legion(fields))


def _special_attack(fields: Fields, leaders: Leaders) -> Step:
    dice = fields.integer("dice", low=1, high=6)
    return steps.SpecialAttack(dice, fields.integer("hit"), fields.integer("special"))


def _discard_wormsigns(fields: Fields, leaders: Leaders) -> Step:
    if fields.has("count") == fields.has("adjacent_to"):
        raise fields.error("count", "needs either a count or adjacent_to")
    count = fields.integer("count", low=1) if fields.has("count") else None
    return steps.DiscardWormsigns(count, fields.optional_text("adjacent_to"))


def _enter_leader(fields: Fields, leaders: Leaders) -> Step:
    return steps.EnterLeader(fields.reference("leader", leaders))


def _tank_enemy_leader(fields: Fields, leaders: Leaders) -> Step:
    return steps.TankEnemyLeader(fields.member("reach", steps.Reach), _legion(fields))


def _exchange_leaders(fields: Fields, leaders: Leaders) -> Step:
    removes, enters = fields.reference("removes", leaders), fields.reference("enters", leaders)
    return steps.ExchangeLeaders(fields.integer("needed", low=1), removes, enters)


def _discard_enemy_die(fields: Fields, leaders: Leaders) -> Step:
    return steps.DiscardEnemyDie(fields.integer("count", low=1), fields.member("result", Result))


def _forbid_next_turn(fields: Fields, leaders: Leaders) -> Step:
    found = fields.references("leaders", leaders)
    if not found:
        raise fields.error("leaders", "is missing")
    return steps.ForbidNextTurn(found)


def _condition(fields: Fields, leaders: Leaders) -> Step:
    return steps.Condition(
        leader=fields.reference("leader", leaders),
        test=fields.member("test", steps.LeaderTest),
        then=read_steps(fields, "then", leaders),
        otherwise=read_steps(fields, "otherwise", leaders),
    )


def _board_condition(fields: Fields, leaders: Leaders) -> Step:
    return steps.BoardCondition(
        test=fields.member("test", steps.BoardTest),
        value=fields.count("value"),
        then=read_steps(fields, "then", leaders),
        otherwise=read_steps(fields, "otherwise", leaders),
    )


def _counted(make: Callable[[int], Step]) -> StepReader:
    def read(fields: Fields, leaders: Leaders) -> Step:
        return make(fields.integer("count", low=1))

    return read


STEP_READERS: Mapping[Effect, StepReader] = MappingProxyType(
    {
        Effect.PLACE: _place,
        Effect.REPLACE: _replace,
        Effect.VEHICLES: _vehicles,
        Effect.MOVE: _move,
        Effect.ATTACK: _attack,
        Effect.MOVE_OR_ATTACK: _move_or_attack,
        Effect.TRANSFER: _transfer,
        Effect.SPECIAL_ATTACK: _special_attack,
        Effect.DISCARD_WORMSIGNS: _discard_wormsigns,
        Effect.ENTER_LEADER: _enter_leader,
        Effect.TANK_ENEMY_LEADER: _tank_enemy_leader,
        Effect.EXCHANGE_LEADERS: _exchange_leaders,
        Effect.DRAW: _counted(steps.Draw),
        Effect.PLAY: _counted(steps.Play),
        Effect.OPPONENT_DISCARDS: _counted(steps.OpponentDiscards),
        Effect.GAIN_BENE_GESSERIT: _counted(steps.GainBeneGesserit),
        Effect.SHUFFLE_BACK_PRESCIENCE: _counted(steps.ShuffleBackPrescience),
        Effect.DISCARD_ENEMY_DIE: _discard_enemy_die,
        Effect.REVEAL_AREA: _counted(steps.RevealArea),
        Effect.FORBID_NEXT_TURN: _forbid_next_turn,
        Effect.CONDITION: _condition,
        Effect.BOARD_CONDITION: _board_condition,
        **ATREIDES_READERS,
    }
)
