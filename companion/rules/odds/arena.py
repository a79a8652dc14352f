"""What battles that are fought in the same way have in common: states between two rounds, worked out once for all.

Two battles share an arena when factions, rules of conduct and settlement are the same. Which legions begin, with how
many cards, by surprise or not, only says where a battle enters it: a battle that differs by a unit or a card finds most
of its states there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from companion.rules.odds.battle import Battle, Goal, Opening, Side
from companion.rules.odds.chain import Node
from companion.rules.odds.dice import MAX_DICE
from companion.rules.odds.legion import DESTROYED
from companion.rules.odds.roster import NOBODY, Roster
from companion.rules.odds.round import NetHitChances, Strength, round_distribution
from companion.rules.odds.steps import ANY_DICE, Clash, Pair, Supply, without_dice

MOST_STATES: Final = 60_000
"""An arena with more states is not used for another battle, so that memory stays bounded."""
UNEXPLORED: Final = Node(0.0, (), 0.0)
"""Stands for a state that was met and not worked out yet."""


class Meeting(NamedTuple):
    """Two legions once the attacker has decided to go on.

    `fighting`: he has paid (BATTLE-8); `over`: he died of it or the defender retreats; `short`: dice missing to 6.
    """

    fighting: Pair
    over: bool
    short: Supply


class _Numbers(dict[Pair, int]):
    """The numbers of the states with one supply; one that was not met before gets a number."""

    def __init__(self, arena: Arena, supply: Supply) -> None:
        super().__init__()
        self._arena = arena
        self._supply = supply

    def __missing__(self, legions: Pair) -> int:
        self[legions] = number = self._arena.add(legions, self._supply)
        return number


class _Over(dict[Pair, bool]):
    """Whether a battle is over with a pair of legions: one is destroyed, or the attacker stops."""

    def __init__(self, conduct: Battle, attackers: Roster, defenders: Roster) -> None:
        super().__init__()
        self._conduct = conduct
        self._attackers = attackers
        self._defenders = defenders

    def __missing__(self, legions: Pair) -> bool:
        attacker, defender = self._attackers.legions[legions[0]], self._defenders.legions[legions[1]]
        self[legions] = over = NOBODY in legions or self._conduct.stops(attacker, defender)
        return over


class Arena:
    """All states that were met in battles of one conduct, with numbers from 0.

    `nodes[n]` is what one round makes of state n, `legions[n]` who meets in it, `ends[n]` the pairs with their chances
    with which the battle ends in that round. One battle at a time is worked out in an arena: see `lent`. No policy may
    be optimal.
    """

    def __init__(self, conduct: Battle) -> None:
        self.battle = conduct
        self.attackers = Roster(conduct.attacker.casualties, conduct.attacker.regulars)
        self.defenders = Roster(conduct.defender.casualties, conduct.defender.regulars)
        self.nodes: list[Node] = []
        self.legions: list[Pair] = []
        self.ends: list[tuple[tuple[Pair, float], ...]] = []
        self._supplies: list[Supply] = []
        self._targets: list[frozenset[int]] = []
        self._potentials: list[int] = []
        self._numbers: dict[Supply, _Numbers] = {}
        self._meetings: dict[Pair, Meeting] = {}
        self._clashes: dict[tuple[Pair, Supply], Clash] = {}
        self._over = _Over(conduct, self.attackers, self.defenders)
        self._strengths: tuple[dict[tuple[int, int], Strength], ...] = ({}, {})

    def add(self, legions: Pair, supply: Supply) -> int:
        """Return the number of a new state."""
        attacker, defender = self.attackers.legions[legions[0]], self.defenders.legions[legions[1]]
        self.nodes.append(UNEXPLORED)
        self.legions.append(legions)
        self.ends.append(())
        self._supplies.append(supply)
        self._targets.append(frozenset())
        # Every change of a state makes this number smaller.
        self._potentials.append(attacker.endurance + defender.endurance + sum(supply))
        return len(self.nodes) - 1

    def numbers(self, supply: Supply) -> dict[Pair, int]:
        """Return the numbers of states with these reinforcements left, by legions; asking for a new one adds it."""
        found = self._numbers.get(supply)
        if found is None:
            found = self._numbers[supply] = _Numbers(self, supply)
        return found

    def explore(self, start: frozenset[int]) -> list[int]:
        """Work out every state that can follow, and return them so that rounds lead to later ones only."""
        met, new = set(start), list(start)
        while new:
            state = new.pop()
            if self.nodes[state] is UNEXPLORED:
                self._work_out(state)
            following = self._targets[state] - met
            met |= following
            new.extend(following)
        return sorted(met, key=self._potentials.__getitem__, reverse=True)

    def _work_out(self, state: int) -> None:
        legions, supply = self.legions[state], self._supplies[state]
        meeting = self._meetings.get(legions)
        if meeting is None:
            meeting = self._meetings[legions] = self._meeting(legions)
        short = meeting.short
        joining = min(supply[0], short[0]), min(supply[1], short[1])
        clash = self._clashes.get((legions, joining))
        if clash is None:
            if meeting.over:
                clash = without_dice(meeting.fighting)
            else:
                clash = self.clash(legions, meeting.fighting, self.net_hits(meeting.fighting, joining))
            self._clashes[legions, joining] = clash
        after = supply if meeting.over else (supply[0] - joining[0], supply[1] - joining[1])
        self.ends[state] = clash.ends
        self.nodes[state] = node = self.node(clash, legions, state if after == supply else None, after)
        self._targets[state] = frozenset([target for target, _ in node.onward])

    def node(self, clash: Clash, legions: Pair, own: int | None, supply: Supply) -> Node:
        """Return a clash as a node; `own` is the number of its state when a round without a change leads back to it."""
        numbers = self.numbers(supply)
        onward = [(numbers[after], chance) for after, chance in clash.onward]
        stay = clash.unchanged
        if stay and own is None:
            onward.append((numbers[legions], stay))
            stay = 0.0
        return Node(stay, tuple(onward), clash.leave, not clash.rolled)

    def _meeting(self, legions: Pair) -> Meeting:
        battle, fighting = self.battle, legions
        if battle.continuing_costs_a_hit:
            fighting = self.attackers.after_hits(legions[0])[1], legions[1]
        attacker, defender = self.attackers.legions[fighting[0]], self.defenders.legions[fighting[1]]
        over = fighting[0] == NOBODY or battle.retreats(defender)
        short = MAX_DICE - battle.attacker.dice(attacker), MAX_DICE - battle.defender.dice(defender)
        return Meeting(fighting, over, short)

    def net_hits(self, legions: Pair, cards: Supply, bonus_specials: int = 0, most: Supply = ANY_DICE) -> NetHitChances:
        """Return the chances of all net hits when these legions roll with these cards and reinforcements."""
        if bonus_specials or most != ANY_DICE:
            one, two = self.attackers.legions[legions[0]], self.defenders.legions[legions[1]]
            return round_distribution(
                self.battle.attacker.strength(one, cards[0], bonus_specials, most[0]),
                self.battle.defender.strength(two, cards[1], 0, most[1]),
            )
        return round_distribution(self._strength(0, legions[0], cards[0]), self._strength(1, legions[1], cards[1]))

    def _strength(self, index: int, legion: int, cards: int) -> Strength:
        known = self._strengths[index]
        strength = known.get((legion, cards))
        if strength is None:
            side, roster = ((self.battle.attacker, self.attackers), (self.battle.defender, self.defenders))[index]
            strength = known[legion, cards] = side.strength(roster.legions[legion], cards)
        return strength

    def clash(self, before: Pair, fighting: Pair, net_hits: NetHitChances) -> Clash:
        """Return what a roll makes of two legions; `before`: as they were before the attacker paid for it."""
        attackers, defenders = self.attackers.after_hits(fighting[0]), self.defenders.after_hits(fighting[1])
        table = _within(net_hits, len(defenders), len(attackers))
        chances = [
            ((attacker, defender), chance)
            for defender, row in zip(defenders, table, strict=False)
            for attacker, chance in zip(attackers, row, strict=False)
            if chance
        ]
        over = self._over
        unchanged = 0.0
        if before == fighting and table[0][0] and not over[before]:
            unchanged = chances.pop(0)[1]
        ends = tuple([one for one in chances if over[one[0]]])
        onward = tuple([one for one in chances if not over[one[0]]]) if ends else tuple(chances)
        return Clash(unchanged, onward, ends, sum([chance for _, chance in ends]))


@lru_cache(maxsize=16)
def _idle(conduct: Battle) -> list[Arena]:
    """Return the arenas of a conduct that nobody uses; threads that need one at once have one each."""
    return []


@contextmanager
def lent(battle: Battle) -> Iterator[Arena]:
    """Lend the arena in which a battle is fought; what it holds may grow, and never changes."""
    conduct = replace(
        battle,
        attacker=_bare(battle.attacker),
        defender=_bare(battle.defender),
        surprise=False,
        rounds=None,
        goal=Goal.WIN,
        opening=Opening.ROLL,
    )
    idle = _idle(conduct)
    try:
        arena = idle.pop()
    except IndexError:
        arena = Arena(conduct)
    yield arena
    if len(arena.nodes) <= MOST_STATES:
        idle.append(arena)


def clear_arenas() -> None:
    """Forget every state that was worked out."""
    _idle.cache_clear()


def _bare(side: Side) -> Side:
    return replace(side, legion=DESTROYED, cards=0, reinforcements=0, first_limit=MAX_DICE)


def _within(chances: NetHitChances, rows: int, columns: int) -> NetHitChances:
    """Return the chances with all hits beyond the last row and column, which are lost, counted there."""
    if len(chances) > rows:
        chances = (*chances[: rows - 1], tuple(map(sum, zip(*chances[rows - 1 :], strict=True))))
    if len(chances[0]) > columns:
        return tuple([(*row[: columns - 1], sum(row[columns - 1 :])) for row in chances])
    return chances
