"""One round between two legions, and the chain that such rounds make: what all ways to work out a battle share."""

from typing import Final, NamedTuple, Protocol

from companion.rules.odds.chain import Node
from companion.rules.odds.dice import MAX_DICE
from companion.rules.odds.roster import Roster
from companion.rules.odds.round import NetHitChances

Pair = tuple[int, int]
"""Numbers of the attacking and of the defending legion in their rosters."""

Supply = tuple[int, int]
"""Reinforcements left to the attacker and to the defender."""

ANY_DICE: Final[Supply] = (MAX_DICE, MAX_DICE)
"""The usual limit of both sides (BATTLE-4)."""


class Clash(NamedTuple):
    """One round between two legions.

    `unchanged`: chance that both stay as they are; `onward`: chances of the other pairs that fight on;
    `ends`: chances of the pairs with which the battle is over, `leave` their sum. Without `rolled` dice it is over
    before the roll: the attacker died of going on, or with both standing the defender retreated.
    """

    unchanged: float
    onward: tuple[tuple[Pair, float], ...]
    ends: tuple[tuple[Pair, float], ...]
    leave: float
    rolled: bool = True


class Step(NamedTuple):
    """A clash that starts from one state, and the reinforcements left after it."""

    legions: Pair
    clash: Clash
    supply: Supply
    supply_after: Supply


class Course(Protocol):
    """A battle worked out as a chain.

    `order` lists the numbers of the states that it can reach, the first round first, so that rounds lead to later ones
    only; by number, `nodes` is the chain for `chain`, `legions` who meets in a state, and `ends` the pairs with their
    chances with which the battle ends in one step from there. `first_round` are its net hits.
    """

    order: list[int]
    nodes: list[Node]
    legions: list[Pair]
    ends: list[tuple[tuple[Pair, float], ...]]
    attackers: Roster
    defenders: Roster
    first_round: NetHitChances


def without_dice(fighting: Pair) -> Clash:
    """Return the clash that is over before the roll with these legions."""
    return Clash(0.0, (), ((fighting, 1.0),), 1.0, rolled=False)


def nodes_of(steps: list[Step]) -> list[Node]:
    """Return the chain of the steps; nothing leads back to the first one."""
    numbers: dict[Supply, dict[Pair, int]] = {}
    for number, step in enumerate(steps[1:], start=1):
        numbers.setdefault(step.supply, {})[step.legions] = number
    nodes: list[Node] = []
    for own, (legions, clash, _, supply_after) in enumerate(steps):
        targets = numbers.get(supply_after, {})
        stay = 0.0
        onward = [(targets[after], chance) for after, chance in clash.onward]
        if clash.unchanged:
            again = targets[legions]
            if again == own:
                stay = clash.unchanged
            else:
                onward.append((again, clash.unchanged))
        nodes.append(Node(stay, tuple(onward), clash.leave, not clash.rolled))
    return nodes
