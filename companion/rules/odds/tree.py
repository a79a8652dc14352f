"""The chain of a battle: every state between two rounds, and what one round makes of it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from companion.rules.odds.battle import Battle, Opening
from companion.rules.odds.chain import Node
from companion.rules.odds.dice import MAX_DICE
from companion.rules.odds.roster import NOBODY, Roster
from companion.rules.odds.round import NetHitChances, round_distribution

Pair = tuple[int, int]
"""Numbers of the attacking and of the defending legion in the rosters of a tree."""

Supply = tuple[int, int]
"""Reinforcements left to the attacker and to the defender."""


ANY_DICE: Supply = (MAX_DICE, MAX_DICE)
"""The usual limit of both sides (BATTLE-4)."""


class Clash(NamedTuple):
    """One round between two legions.

    `unchanged`: chance that both stay as they are; `onward`: chances of the other pairs that fight on;
    `ends`: chances of the pairs with which the battle is over. Without `rolled` dice it is over before the roll: the
    attacker died of going on, or with both standing the defender retreated.
    """

    unchanged: float
    onward: dict[Pair, float]
    ends: tuple[tuple[Pair, float], ...]
    rolled: bool = True


class Step(NamedTuple):
    """A clash that starts from one state, and the reinforcements left after it."""

    legions: Pair
    clash: Clash
    supply: Supply
    supply_after: Supply


class Course(Protocol):
    """A battle worked out as a chain: see `Tree`."""

    nodes: list[Node]
    legions: list[Pair]
    ends: list[tuple[tuple[Pair, float], ...]]
    attackers: Roster
    defenders: Roster
    first_round: NetHitChances


class _Over(dict[Pair, bool]):
    """Whether a battle is over with a pair of legions: one is destroyed, or the attacker stops."""

    def __init__(self, battle: Battle, attackers: Roster, defenders: Roster) -> None:
        super().__init__()
        self._battle = battle
        self._attackers = attackers
        self._defenders = defenders

    def __missing__(self, legions: Pair) -> bool:
        attacker, defender = self._attackers.legions[legions[0]], self._defenders.legions[legions[1]]
        over = NOBODY in legions or self._battle.stops(attacker, defender)
        self[legions] = over
        return over


class Tree:
    """All states that a battle can reach, node 0 being the first round.

    `nodes` is the chain for `chain`; parallel to it `legions` are those of each state and `ends` the pairs,
    with their chances, with which the battle ends in one step from there. `first_round` are its net hits.
    The battle must not be over before its first step, and no policy be optimal.

    A clash is worked out once for all states in which two legions meet with as many dice: reinforcements
    multiply the states, not the clashes. `like` is the tree of a battle that differs in cards, reinforcements and
    surprise alone: its clashes are used again.
    """

    def __init__(self, battle: Battle, like: Tree | None = None) -> None:
        self._battle = battle
        if like is None:
            self._clashes: dict[tuple[Pair, Supply], Clash] = {}
            self.attackers = Roster(battle.attacker.casualties, battle.attacker.regulars)
            self.defenders = Roster(battle.defender.casualties, battle.defender.regulars)
            self._over = _Over(battle, self.attackers, self.defenders)
        else:
            self._clashes, self._over = like._clashes, like._over
            self.attackers, self.defenders = like.attackers, like.defenders
        self.first_round: NetHitChances = ()
        first = self._first_step()
        later = self._explore(first)
        steps = [first, *sorted(later, key=self._potential, reverse=True)]
        self.legions = [step.legions for step in steps]
        self.ends = [step.clash.ends for step in steps]
        self.nodes = nodes_of(steps)

    def _first_step(self) -> Step:
        battle = self._battle
        supply = (battle.attacker.reinforcements, battle.defender.reinforcements)
        legions = (self.attackers.number(battle.attacker.legion), self.defenders.number(battle.defender.legion))
        fighting = legions if battle.opening is Opening.ROLL else self._going_on(legions)
        if self._before_the_roll(fighting, battle.opening is not Opening.ROLL):
            return Step(legions, _without_dice(fighting), supply, supply)
        most = (battle.attacker.first_limit, battle.defender.first_limit)
        joining = self._joining(fighting, supply, (battle.attacker.cards, battle.defender.cards), most)
        cards = (battle.attacker.cards + joining[0], battle.defender.cards + joining[1])
        self.first_round = self._net_hits(fighting, cards, int(battle.surprise), most)
        clash = self._clash(legions, fighting, self.first_round)
        return Step(legions, clash, supply, _less(supply, joining))

    def _going_on(self, legions: Pair) -> Pair:
        """Return the legions of an opening in the middle of a battle, the hit for going on taken."""
        battle = self._battle
        if battle.opening is Opening.RETREAT or not battle.continuing_costs_a_hit:
            return legions
        return self.attackers.after_hits(legions[0])[1], legions[1]

    def _before_the_roll(self, fighting: Pair, may_retreat: bool) -> bool:
        """Return whether the battle ends although the attacker goes on: he died of it, or the defender retreats."""
        if fighting[0] == NOBODY:
            return True
        return may_retreat and self._battle.retreats(self.defenders.legions[fighting[1]])

    def _explore(self, first: Step) -> list[Step]:
        steps: list[Step] = []
        known: dict[Supply, set[Pair]] = {}
        open_steps = [first]
        while open_steps:
            step = open_steps.pop()
            met = known.setdefault(step.supply_after, set())
            new = step.clash.onward.keys() - met
            if step.clash.unchanged and step.legions not in met:
                new.add(step.legions)
            met |= new
            for legions in new:
                later = self._later_step(legions, step.supply_after)
                steps.append(later)
                open_steps.append(later)
        return steps

    def _later_step(self, legions: Pair, supply: Supply) -> Step:
        fighting = legions
        if self._battle.continuing_costs_a_hit:
            fighting = (self.attackers.after_hits(legions[0])[1], legions[1])
        if self._before_the_roll(fighting, True):
            return Step(legions, _without_dice(fighting), supply, supply)
        joining = self._joining(fighting, supply)
        meeting = (legions, joining)
        clash = self._clashes.get(meeting)
        if clash is None:
            clash = self._clashes[meeting] = self._clash(legions, fighting, self._net_hits(fighting, joining))
        return Step(legions, clash, supply, _less(supply, joining))

    def _joining(self, legions: Pair, supply: Supply, cards: Supply = (0, 0), most: Supply = ANY_DICE) -> Supply:
        """Return how many reinforcements both sides use to reach 6 dice (MAHDI-BATTLE-1)."""
        attacker_dice = self._battle.attacker.dice(self.attackers.legions[legions[0]], cards[0], most[0])
        defender_dice = self._battle.defender.dice(self.defenders.legions[legions[1]], cards[1], most[1])
        return min(supply[0], most[0] - attacker_dice), min(supply[1], most[1] - defender_dice)

    def _net_hits(
        self, legions: Pair, cards: Supply, bonus_specials: int = 0, most: Supply = ANY_DICE
    ) -> NetHitChances:
        battle = self._battle
        return round_distribution(
            battle.attacker.strength(self.attackers.legions[legions[0]], cards[0], bonus_specials, most[0]),
            battle.defender.strength(self.defenders.legions[legions[1]], cards[1], 0, most[1]),
        )

    def _clash(self, before: Pair, fighting: Pair, net_hits: NetHitChances) -> Clash:
        attackers, defenders = self.attackers.after_hits(fighting[0]), self.defenders.after_hits(fighting[1])
        table = _within(net_hits, len(defenders), len(attackers))
        chances = {
            (attacker, defender): chance
            for defender, row in zip(defenders, table, strict=False)
            for attacker, chance in zip(attackers, row, strict=False)
            if chance
        }
        over = self._over
        ends = tuple([end for end in chances.items() if over[end[0]]])
        for after, _ in ends:
            del chances[after]
        unchanged = chances.pop(before, 0.0)
        return Clash(unchanged, chances, ends)

    def _potential(self, step: Step) -> int:
        """Return a number that every change of the state makes smaller."""
        attacker, defender = step.legions
        endurance = self.attackers.legions[attacker].endurance + self.defenders.legions[defender].endurance
        return endurance + sum(step.supply)


def _within(chances: NetHitChances, rows: int, columns: int) -> NetHitChances:
    """Return the chances with all hits beyond the last row and column, which are lost, counted there."""
    if len(chances) > rows:
        chances = (*chances[: rows - 1], tuple(map(sum, zip(*chances[rows - 1 :], strict=True))))
    if len(chances[0]) > columns:
        return tuple([(*row[: columns - 1], sum(row[columns - 1 :])) for row in chances])
    return chances


def _without_dice(fighting: Pair) -> Clash:
    return Clash(0.0, {}, ((fighting, 1.0),), rolled=False)


def _less(supply: Supply, used: Supply) -> Supply:
    return supply[0] - used[0], supply[1] - used[1]


def nodes_of(steps: list[Step]) -> list[Node]:
    """Return the chain of the steps; nothing leads back to the first one."""
    numbers: dict[Supply, dict[Pair, int]] = {}
    for number, step in enumerate(steps[1:], start=1):
        numbers.setdefault(step.supply, {})[step.legions] = number
    nodes: list[Node] = []
    for own, (legions, clash, _, supply_after) in enumerate(steps):
        targets = numbers.get(supply_after, {})
        stay = 0.0
        onward = [(targets[after], chance) for after, chance in clash.onward.items()]
        if clash.unchanged:
            again = targets[legions]
            if again == own:
                stay = clash.unchanged
            else:
                onward.append((again, clash.unchanged))
        nodes.append(Node(stay, tuple(onward), sum([chance for _, chance in clash.ends]), not clash.rolled))
    return nodes
