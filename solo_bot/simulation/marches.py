"""Moves and attacks of the scripted Atreides: every legal one is weighed, the worthiest is made.

The unit of worth is about one step of a prescience marker.
"""

from functools import lru_cache
from typing import NamedTuple, Protocol

from companion.board import ARRAKEEN, mask_of, members
from companion.frozen import record, replace
from companion.rules import reach
from companion.rules.army import NOBODY, Army
from companion.rules.commands import Attack, MoveLegion
from companion.rules.state import ATREIDES, HARKONNEN
from solo_bot.procedure.power import NO_POWER, power
from solo_bot.simulation.hunts import Hunt, chance, is_host
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.prescience import (
    JESSICA,
    PAUL,
    Wanted,
    about_areas,
    family_worth,
    open_steps,
    water_party,
)

HARVESTER, DEEP_HARVESTER = 1.1, 1.6
VICTORY = 30.0
"""What the fall of Arrakeen is worth when the objective is met with it: the game (WIN-2)."""
EXPOSED = 0.22
"""What a point of power is worth that a stronger neighbour will attack."""
HUNT = 8.0
"""What coming nearer to a settlement counts against having it."""
TOWARD_STATION = 0.5
LATE = 0.6
"""What is added to the share of an area that a prescience card asks for, as a round ends."""
DECOY_POWER, DECOY_IN_VAIN = 2, 0.1
"""MAHDI-ATTACK-2: a lone unit beside a stronger legion costs the Harkonnen a whole action, as long as no sietch is open
to attack."""
WATER = 1.5
FEW = 2
"""So many units go to a station; more have better to do."""
LEAST_WORTH = 0.25
KIN = (*PAUL, *JESSICA)
DICE_TO_FEAR = 4
"""With fewer Harkonnen dice to come in this round a sietch is left at less risk."""


@record
class Weighed:
    """A move or an attack and what it is worth."""

    worth: float
    command: MoveLegion | Attack


class Place(NamedTuple):
    """What an area offers to whoever moves there: ``room`` for units, the legion ``joined``, the ``rank`` of a sietch.

    ``gain``: for cards, a station and a harvester; ``nearer``: the same for few units that come nearer to a station.
    ``calm``: no Harkonnen legion stands beside it; ``wet``: deep desert.
    """

    joined: Army
    room: int
    rank: int | None
    gain: float
    nearer: float
    calm: bool
    wet: int


_new = tuple.__new__
"""Makes a place in half the time that its class takes."""


class Goals:
    """What makes areas worth a move in one position, whoever moves."""

    def __init__(self, outlook: Outlook) -> None:
        state = outlook.state
        about = about_areas(state, outlook.truth)
        self.cards: list[Wanted] = [card for card in about if card.missing > 0]
        self.kept: list[Wanted] = [card for card in about if card.missing <= 0]
        self.water = water_party(state, outlook.truth)
        graph = outlook.graph
        self.to_station = outlook.steps(state.stations)
        self.hunts = {area: Hunt(outlook, army) for area, army in outlook.own if is_host(army, outlook.temper)}
        self.haste = min(1.0, state.harkonnen_unused / DICE_TO_FEAR)
        self.family = outlook.temper.family * family_worth(state, outlook.truth) if outlook.temper.family else 0.0
        self._outlook = outlook
        self._harvesters = mask_of(state.harvesters)
        self._deep = state.deep_desert_mask & ~state.sietch_mask
        self._room = state.stacking_limit(ATREIDES)
        self._borders = graph.passable
        self._own = state.legions_mask(ATREIDES)
        self._cards_at: dict[int, float] = {}
        self._places: dict[int, Place] = {}
        self._lively = state.stations | self._harvesters | state.sietch_mask | outlook.beside_mask
        self._asked = 0
        for card in self.cards:
            self._asked |= card.areas | graph.grow(card.areas & ~self._own, graph.passable)

    def is_dull(self, area: int) -> bool:
        """True when a legion is not wanted in ``area`` for anything: no card, station, harvester, sietch or enemy."""
        if self._lively >> area & 1:
            return False
        return not (self._asked >> area & 1 and self.cards_at(area))

    def cards_at(self, area: int) -> float:
        """Returns what a legion in ``area``, where none is yet, brings for the cards that ask for areas."""
        if not self._asked >> area & 1:
            return 0.0
        found = self._cards_at.get(area)
        if found is None:
            found, bit, near = 0.0, 1 << area, self._borders[area] & ~self._own
            temper = self._outlook.temper
            for card in self.cards:
                share = card.worth / card.missing
                found += (temper.want + LATE * (1 - self.haste)) * share if card.areas & bit else 0.0
                found += temper.approach * share if card.areas & near else 0.0
            self._cards_at[area] = found
        return found

    def place(self, area: int) -> Place:
        """Returns what ``area`` offers, worked out once whoever asks."""
        there = self._places.get(area)
        if there is None:
            there = self._places[area] = self._look_at(area)
        return there

    def _look_at(self, area: int) -> Place:
        bit, outlook = 1 << area, self._outlook
        joined, station = outlook.army(area), outlook.state.stations & bit
        cards = 0.0 if joined else self.cards_at(area)
        harvest = (DEEP_HARVESTER if self._deep & bit else HARVESTER) if self._harvesters & bit else 0.0
        gain = cards + outlook.temper.station if station else cards
        nearer = gain if station else cards + TOWARD_STATION
        calm = not outlook.beside_mask & bit
        room = self._room - joined.units
        return _new(
            Place,
            (joined, room, outlook.ranks.get(area), gain + harvest, nearer + harvest, calm, self._deep & bit),
        )


class Party(NamedTuple):
    """Figures of a legion that may go without the others: what it costs that they leave, and what they are."""

    figures: Army
    units: int
    price: float
    host: bool
    kin: bool
    wet: bool


class Seen(Protocol):
    """What is known of a position: how it looks, and its goals, which are worked out when somebody asks."""

    outlook: Outlook

    @property
    def goals(self) -> Goals:
        """What makes areas worth a move."""


class Marches:
    """The moves and attacks open to the Atreides in one position."""

    def __init__(self, seen: Seen, *, leaders_only: bool = False) -> None:
        self._seen = seen
        self.outlook = seen.outlook
        self.state = seen.outlook.state
        self.leaders_only = leaders_only
        self._moves: list[Weighed] | None = None
        self._attacks: dict[bool, list[Weighed]] = {}

    @property
    def goals(self) -> Goals:
        """What makes areas worth a move."""
        return self._seen.goals

    def attacks(self, *, surprise: bool) -> list[Weighed]:
        """Returns the promising attacks, the best first."""
        if surprise not in self._attacks:
            self._attacks[surprise] = self._weighed_attacks(surprise)
        return self._attacks[surprise]

    def _weighed_attacks(self, surprise: bool) -> list[Weighed]:
        found = []
        for way in reach.attacks(self.state, ATREIDES, leaders_only=self.leaders_only):
            army = self.outlook.army(way.source)
            worth = strike(self.outlook, army, way.target, surprise=surprise)
            if worth is not None:
                riding = way.via is reach.Via.SANDRIDING
                found.append(Weighed(worth, Attack(ATREIDES, way.source, way.target, sandriding=riding)))
        return sorted(found, key=lambda item: (-item.worth, item.command.source, item.command.target))

    def moves(self) -> list[Weighed]:
        """Returns the moves worth making, the best first."""
        if self._moves is None:
            self._moves = self._weighed_moves()
        return self._moves

    def _weighed_moves(self) -> list[Weighed]:
        found = []
        goals = self.goals
        to_station = goals.to_station
        for way in reach.ends(self.state, ATREIDES, leaders_only=self.leaders_only):
            source = way.source
            parties = self._parties(way)
            hunt, away = goals.hunts.get(source), to_station[source]
            # Nothing speaks for most moves, whoever goes: they need no weighing.
            may_be_dull = hunt is None and not goals.water and all(party.price >= 0 for party in parties)
            for target in members(way.ground | way.ridden):
                nearer = to_station[target] < away
                if may_be_dull and not nearer and goals.is_dull(target):
                    continue
                there = goals.place(target)
                chase = HUNT * (hunt.at(target) - hunt.at(source)) if hunt is not None else 0.0
                best, most = None, 0.0
                for party in parties:
                    if party.units > there.room:
                        continue
                    worth = self._gain_there(target, party, there, nearer, chase) - party.price
                    if worth >= LEAST_WORTH and (best is None or worth > most):
                        best, most = party.figures, worth
                if best is not None:
                    riding = bool(way.ridden >> target & 1)
                    found.append(Weighed(most, MoveLegion(ATREIDES, source, target, best, sandriding=riding)))
        return sorted(found, key=lambda item: (-item.worth, item.command.source, item.command.target))

    def _parties(self, way: reach.Ends) -> list[Party]:
        """Returns who may go of a legion, and what that costs."""
        army, goals, temper = way.army, self.goals, self.outlook.temper
        water = goals.water or NOBODY
        along = water if water and army.covers(water) else NOBODY
        parts = _parts(army, way.figures, along, apart=bool(temper.family), leaders_only=self.leaders_only)
        return [
            Party(
                figures,
                figures.units,
                self._price_of_leaving(way.source, figures, rest),
                is_host(figures, temper),
                bool(goals.family) and _is_kin(figures),
                bool(water) and figures.covers(water),
            )
            for figures, rest in parts
        ]

    def _price_of_leaving(self, source: int, figures: Army, rest: Army) -> float:
        price = 0.0
        if not rest.units:
            price += sum(card.worth for card in self.goals.kept if card.areas >> source & 1 and card.spare < 1)
            price += sum(card.worth / card.missing for card in self.goals.cards if card.areas >> source & 1)
        rank = self.outlook.ranks.get(source)
        if rank is None:
            return price
        if self.goals.family and _is_kin(figures):
            price += self.goals.family
        full, left = power(figures + rest), power(rest)
        threat, later = self.outlook.danger.get(source, NO_POWER), self.outlook.near.get(source, NO_POWER)
        risk = 0.0 if rest.units else self.outlook.temper.opened * rank
        if threat > full:
            price -= 0.2 * power(figures)[0]
        elif threat > left:
            risk += self.outlook.temper.lost * rank
        elif later > left and not later > full:
            risk += self.outlook.temper.lost * rank / 2
        return price + risk * self.goals.haste

    def _gain_there(self, target: int, party: Party, there: Place, nearer: bool, chase: float) -> float:
        gain = there.nearer if nearer and party.units <= FEW else there.gain
        if party.wet and there.wet:
            gain += WATER
        if there.rank is not None or not there.calm:
            gain += self._safety(target, party.figures, there)
        if party.kin and there.rank is not None:
            gain += self.goals.family
        return gain + chase if party.host else gain

    def _safety(self, target: int, figures: Army, there: Place) -> float:
        """What a sietch gains by who comes, and what they risk beside a stronger legion."""
        strength = power(there.joined + figures)
        if there.rank is None:
            if not self.outlook.exposed(target, strength):
                return 0.0
            if strength[0] <= DECOY_POWER:
                return self.outlook.temper.decoy * (DECOY_IN_VAIN if self.outlook.attackable else 1.0)
            return -EXPOSED * strength[0]
        threat = max(self.outlook.danger.get(target, NO_POWER), self.outlook.near.get(target, NO_POWER))
        if threat > power(there.joined) and not threat > strength:
            return self.outlook.temper.saved * there.rank
        return -EXPOSED * strength[0] if threat > strength else 0.05 * there.rank


@lru_cache(maxsize=1024)
def _parts(army: Army, able: Army, water: Army, *, apart: bool, leaders_only: bool) -> tuple[tuple[Army, Army], ...]:
    """Returns what may go of a legion, and what stays: everything that is ``able``, all but a guard, a single unit.

    ``water``: a party of it to send on its own, nobody for none; ``apart``: Paul and Jessica also go without others,
    and those without them. From turn to turn most legions stay as they are, so what was found is kept.
    """
    parts = [able, _without_guard(able), _scout(able, with_leader=leaders_only)]
    if apart and _is_kin(able) and able.units > 1:
        kin = tuple(name for name in able.named if name in KIN)
        others = replace(able, named=tuple(name for name in able.named if name not in KIN))
        parts.append(_without_guard(others) or others)
        if able.tokens + able.regular:
            parts.append(Army(regular=1, named=kin) if able.regular else Army(tokens=1, named=kin))
    if water:
        party = _scout(replace(able, named=()), with_leader=False) or replace(able, generic=0, named=())
        parts.append(party + water)
    found = [
        (figures, army - figures)
        for figures in parts
        if figures is not None and figures.units and (figures.leaders or not leaders_only)
    ]
    return tuple((figures, rest) for figures, rest in found if rest.units or not rest.leaders)


def strike(outlook: Outlook, army: Army, target: int, *, surprise: bool) -> float | None:
    """Returns what an attack of ``army`` on ``target`` is worth; None where its prospects are not enough."""
    chances = outlook.prospects(army, target, surprise=surprise)
    if chances < outlook.temper.enough:
        return None
    return spoils(outlook, target) * (0.3 + 0.7 * chance(chances, outlook.temper))


def spoils(outlook: Outlook, target: int) -> float:
    """Returns what a won attack on ``target`` is worth."""
    state, temper = outlook.state, outlook.temper
    enemy = state.army(HARKONNEN, target) or NOBODY
    spared = temper.saved * outlook.menace.get(target, 0.0)
    rank = outlook.rank_there(target)
    wins = bool(rank) and target == ARRAKEEN and all(left <= rank for left in open_steps(state))
    victory = VICTORY if wins and temper.rides else 0.0
    return temper.settlement * rank + victory + spared + temper.legion * min(3, enemy.units)


def _is_kin(army: Army) -> bool:
    """True where Paul or Jessica are."""
    return any(name in KIN for name in army.named)


def _without_guard(army: Army) -> Army | None:
    """Leaves the cheapest unit behind."""
    if army.units < 2:
        return None
    if army.regular:
        return replace(army, regular=army.regular - 1)
    if army.tokens:
        return replace(army, tokens=army.tokens - 1)
    return replace(army, elite=army.elite - 1) if army.elite else replace(army, special=army.special - 1)


def _scout(army: Army, *, with_leader: bool) -> Army | None:
    """Returns the cheapest single unit, with a leader where one has to go along; None when that is everything."""
    if army.units < 2 or (with_leader and not army.leaders):
        return None
    if army.regular:
        unit = Army(regular=1)
    elif army.tokens:
        unit = Army(tokens=1)
    else:
        unit = Army(elite=1) if army.elite else Army(special=1)
    if not with_leader:
        return unit
    return unit + (Army(generic=1) if army.generic else Army(named=army.named[:1]))
