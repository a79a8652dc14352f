"""The position as the scripted Atreides see it: their legions, what threatens each sietch, who would win a battle."""

from functools import lru_cache

from companion.board import AREA_ZONES, AREAS, FAR, SETTLEMENT_RANK, graph, mask_of, members
from companion.content import TRACKS
from companion.content.terms import Power
from companion.rules.army import NOBODY, Army
from companion.rules.combat import MAX_DICE
from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.procedure.power import NO_POWER, power
from solo_bot.procedure.power import Power as Strength
from solo_bot.simulation.prescience import open_steps
from solo_bot.simulation.temper import in_the_race
from solo_bot.simulation.truth import Truth

FULL_HAND = 6
UNITS_OF_A_TOKEN = 2
"""What a facedown token is reckoned to hold."""
LATER = 0.6
"""The share of a menace that is a move away."""
WALK_OVER = 9.0
"""Prospects against nobody."""
LEAST_RATE = 0.3
"""Hits a round that even a hopeless side is reckoned to make."""


class Outlook:
    """What one decision of the Atreides looks at, worked out once.

    ``danger``: for every sietch that a Harkonnen legion could attack now (adjacent, or by ornithopter at 2 areas) the
    strength of the strongest such legion; ``near``: the same for legions that are one move further away.
    ``menace``: for every Harkonnen legion the highest rank of a sietch that it is strong enough to take, less if it has
    to move first. ``beside_mask``: the areas next to a Harkonnen legion. ``attackable``: some sietch could be attacked
    at once by a stronger legion (MAHDI-ATTACK-1).
    """

    __slots__ = (
        "_free",
        "_strengths",
        "attackable",
        "beside_mask",
        "danger",
        "graph",
        "menace",
        "near",
        "own",
        "ranks",
        "state",
        "temper",
        "truth",
    )

    def __init__(self, state: State, truth: Truth) -> None:
        self.state = state
        self.truth = truth
        self.temper = in_the_race(truth.temper, sum(open_steps(state)), TRACKS.supremacy.length - state.supremacy)
        self.graph = state.graph
        self.own = state.legions(ATREIDES)
        self.ranks = {sietch.area: truth.ranks[sietch.area] for sietch in state.sietches}
        self.danger: dict[int, Strength] = {}
        self.near: dict[int, Strength] = {}
        self.menace: dict[int, float] = {}
        self.attackable = False
        self._strengths: dict[int, Strength] = {}
        self.beside_mask = 0
        self._free = state.free_mask(ATREIDES)
        garrisons = {area: power(self.army(area)) for area in self.ranks}
        sietches, flown = mask_of(self.ranks), mask_of(state.ornithopters)
        borders, within2 = self.graph.all, self.graph.within2
        for area, army in state.legions(HARKONNEN):
            self._strengths[area] = strength = power(army)
            self.menace[area] = 0.0
            self.beside_mask |= borders[area]
            if within2[area] & sietches:
                at_once = within2[area] if AREA_ZONES[area] & flown else borders[area]
                self._look_at(area, strength, garrisons, within2[area] & sietches, at_once)

    def _look_at(
        self, area: int, strength: Strength, garrisons: dict[int, Strength], sietches: int, at_once: int
    ) -> None:
        """Takes in a Harkonnen legion: ``sietches`` within two areas, ``at_once`` the areas it could attack now."""
        menaced = [0.0]
        for sietch in members(sietches):
            now = bool(at_once >> sietch & 1)
            table = self.danger if now else self.near
            table[sietch] = max(strength, table.get(sietch, NO_POWER))
            if strength > garrisons[sietch]:
                menaced.append(self.ranks[sietch] * (1.0 if now else LATER))
                self.attackable |= now
        self.menace[area] = max(menaced)

    def army(self, area: int) -> Army:
        """Returns the own legion in ``area``; nobody without one."""
        army = self.state.armies[ATREIDES][area]
        return NOBODY if army is None else army

    def exposed(self, area: int, strength: Strength) -> bool:
        """True when an adjacent Harkonnen legion is stronger than ``strength``, so that it would attack."""
        if not self.beside_mask >> area & 1:
            return False
        beside, strengths = self.graph.all[area], self._strengths
        return any(other > strength for where, other in strengths.items() if beside >> where & 1)

    def steps(self, goals: int) -> tuple[int, ...]:
        """Returns for every area the steps on the ground to ``goals`` (a mask) through areas free for Atreides.

        FAR without a way.
        """
        return _ground_steps(goals, self._free, self.state.rules.doubtful_border)

    def ride_steps(self, goals: int) -> tuple[int, ...]:
        """Returns for every area the moves to ``goals`` (a mask) of a legion that finds two wormsigns before each move,
        on a road through desert that no enemy holds (MOVE-5); FAR without a way."""
        road = self.state.desert_mask & ~self.state.sietch_mask & ~self.state.legions_mask(HARKONNEN)
        return _ride_steps(goals, self._free, road, self.state.rules.doubtful_border)

    def rank_there(self, area: int) -> int:
        """Returns the rank of the Harkonnen settlement in ``area``, 0 without one."""
        return SETTLEMENT_RANK[area] if self.state.settlements >> area & 1 else 0

    def drawn(self, count: int) -> float:
        """Returns what it is worth to draw ``count`` cards, as far as the hand has room."""
        return self.temper.drawn * max(0, min(count, FULL_HAND - self.state.cards.hand))

    def prospects(self, army: Army, target: int, *, surprise: bool) -> float:
        """Returns how the attack of ``army`` on ``target`` looks: over 1 is a win more often than not."""
        return self.against(Side(army, 0, self.state.cards.hand, int(surprise)), target)

    def against(self, own: "Side", target: int) -> float:
        """Returns the prospects of an attacker on ``target``."""
        enemy = self.state.army(HARKONNEN, target) or NOBODY
        if not enemy.units:
            return WALK_OVER
        cards = 0 if Power.LANDSRAAD in self.state.bans else self.state.reinforcements
        return own.against(Side(enemy, self.rank_there(target), cards, 0))


class Side:
    """One side of a battle, as far as a quick estimate needs it."""

    __slots__ = ("capacity", "dice", "leaders", "specials", "surprise")

    def __init__(self, army: Army, rank: int, cards: int, surprise: int) -> None:
        units = army.figures + UNITS_OF_A_TOKEN * army.tokens
        self.dice = min(MAX_DICE, units + rank + min(cards, 3))
        self.capacity = units + army.elite + army.special + army.leaders
        self.leaders = army.leaders
        self.specials = army.special
        self.surprise = surprise

    def rate(self, other: "Side") -> float:
        """Returns the hits a round that get through."""
        hits = self.dice / 2 + min(self.leaders, self.dice / 6 + self.surprise / 2)
        return max(LEAST_RATE, hits - max(0.0, other.dice / 3 - self.specials))

    def against(self, other: "Side") -> float:
        """Returns this side's staying power against the other's, both in rounds."""
        return (self.capacity * self.rate(other)) / (other.capacity * other.rate(self))


@lru_cache(maxsize=128)
def _ground_steps(goals: int, free: int, doubtful_border: bool) -> tuple[int, ...]:
    """As ``Graph.steps``, over passable borders only."""
    board = graph(doubtful_border=doubtful_border)
    return tuple(board.steps(goals, free, board.passable))


@lru_cache(maxsize=128)
def _ride_steps(goals: int, free: int, road: int, doubtful_border: bool) -> tuple[int, ...]:
    board = graph(doubtful_border=doubtful_border)
    result = [FAR] * len(AREAS)
    frontier, left, count = goals, free & ~goals, 0
    while frontier:
        for area in members(frontier):
            result[area] = count
        walked = board.grow(frontier, board.passable)
        last = walked & road
        signs = last | board.grow(last, board.passable) & road
        frontier = (walked | board.grow(signs, board.passable)) & left
        left ^= frontier
        count += 1
    return tuple(result)
