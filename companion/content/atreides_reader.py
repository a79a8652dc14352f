"""Reads the steps that only Atreides planning cards know."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.content import atreides_steps as steps
from companion.content.loader import Fields
from companion.content.step_terms import Beside, Effect, VehicleSite

if TYPE_CHECKING:
    from companion.content.steps import Step

Leaders = Collection[str]


def _sandworms(fields: Fields, leaders: Leaders) -> Step:
    return steps.PlaceSandworms(fields.integer("count", low=1), fields.member("beside", Beside))


def _vehicles(fields: Fields, leaders: Leaders) -> Step:
    site = fields.member("site", VehicleSite)
    leader = fields.reference("leader", leaders) if site is VehicleSite.LEADER_SECTOR else None
    return steps.RemoveVehicles(fields.integer("count", low=1), site, leader)


def _remove_by_dice(fields: Fields, leaders: Leaders) -> Step:
    return steps.RemoveByDice(*_dice(fields))


def _ornithopter_attack(fields: Fields, leaders: Leaders) -> Step:
    return steps.OrnithopterAttack(*_dice(fields))


def _dice(fields: Fields) -> tuple[int, int, int]:
    return fields.integer("dice", low=1, high=6), fields.integer("hit"), fields.integer("special")


def _tokens(fields: Fields, leaders: Leaders) -> Step:
    return steps.DeployTokens(fields.integer("count", low=1), fields.integer("within", low=1, high=2))


def _imperium(fields: Fields, leaders: Leaders) -> Step:
    return steps.LowerImperium(fields.integer("steps", low=1))


def _detonate(fields: Fields, leaders: Leaders) -> Step:
    return steps.Detonate(fields.integer("needed", low=1))


def _draw_or_play(fields: Fields, leaders: Leaders) -> Step:
    return steps.DrawOrPlay(fields.integer("draw", low=1), fields.integer("play", low=1))


def _counted(make: Callable[[int], Step]) -> Callable[[Fields, Leaders], Step]:
    def read(fields: Fields, leaders: Leaders) -> Step:
        return make(fields.integer("count", low=1))

    return read


def _plain(make: Callable[[], Step]) -> Callable[[Fields, Leaders], Step]:
    def read(fields: Fields, leaders: Leaders) -> Step:
        return make()

    return read


ATREIDES_READERS: Mapping[Effect, Callable[[Fields, Leaders], Step]] = MappingProxyType(
    {
        Effect.DESERT_POWER: _counted(steps.DesertPower),
        Effect.PLACE_WORMSIGNS: _counted(steps.PlaceWormsigns),
        Effect.PLACE_SANDWORMS: _sandworms,
        Effect.WILD_MAKER_ENTERS: _plain(steps.WildMakerEnters),
        Effect.WILD_MAKER_MOVES: _plain(steps.WildMakerMoves),
        Effect.WILD_MAKER_ATTACKS: _plain(steps.WildMakerAttacks),
        Effect.REMOVE_VEHICLES: _vehicles,
        Effect.REMOVE_BY_DICE: _remove_by_dice,
        Effect.ORNITHOPTER_ATTACK: _ornithopter_attack,
        Effect.DEPLOY_TOKENS: _tokens,
        Effect.SWAP_TOKENS: _plain(steps.SwapTokens),
        Effect.MOVE_SIETCH: _plain(steps.MoveSietch),
        Effect.DISPLACE_ENEMY: _plain(steps.DisplaceEnemy),
        Effect.EXCHANGE_PRESCIENCE: _plain(steps.ExchangePrescience),
        Effect.ATTACH_TO_PRESCIENCE: _plain(steps.AttachToPrescience),
        Effect.SECOND_OBJECTIVE: _plain(steps.SecondObjective),
        Effect.SHIFT_MARKERS: _plain(steps.ShiftMarkers),
        Effect.LOWER_IMPERIUM: _imperium,
        Effect.DETONATE: _detonate,
        Effect.CHOOSE_RESULT: _plain(steps.ChooseResult),
        Effect.STORMS: _plain(steps.Storms),
        Effect.DRAW_OR_PLAY: _draw_or_play,
    }
)
