"""Absorbing chains in which every step but waiting goes down: solved exactly, without iteration.

A chain is a list of nodes, each with the chance to stay as it is (`stay`) and the chances to go to other
nodes of the chain (`onward`). What is missing to 1 leaves the chain. An `order` lists the numbers of the nodes that
take part so that `onward` only points to later ones; the walk starts at the first. Left out, it is that of the list.
"""

from collections.abc import Sequence
from typing import NamedTuple

NEGLIGIBLE = 1e-13
"""A walk is not followed further once less than this is still on its way."""

_FAINT = 1e-18
"""A node this unlikely in one step is passed over: the sum of all of them stays far below NEGLIGIBLE."""


class Node(NamedTuple):
    """One state of the chain; `leave` is the chance to leave the chain from here in one step.

    A node with `free` set is left without spending a step: the chain ends on entering it, unless a limit of
    steps is already used up then.
    """

    stay: float
    onward: tuple[tuple[int, float], ...]
    leave: float
    free: bool = False


def expected_visits(nodes: Sequence[Node], order: Sequence[int] | None = None) -> list[float]:
    """Return how many steps the walk spends in each node on average, waiting included.

    A node that waits with chance s is left after 1 / (1 - s) steps on average (geometric series).
    """
    visits = [0.0] * len(nodes)
    order = range(len(nodes)) if order is None else order
    visits[order[0]] = 1.0
    for index in order:
        if visits[index] == 0.0:
            continue
        stay, onward, _, _ = nodes[index]
        spent = visits[index] = visits[index] / (1.0 - stay)
        for target, chance in onward:
            visits[target] += spent * chance
    return visits


class Walk(NamedTuple):
    """The walk step by step.

    `lengths[i]`: chance that the walk ends after i steps, by itself or at the limit; `visits`: steps spent
    in each node; `remaining`: chance to be in each node when the limit cut the walk.
    """

    lengths: tuple[float, ...]
    visits: list[float]
    remaining: list[float]


def follow(nodes: Sequence[Node], limit: int | None, order: Sequence[int] | None = None) -> Walk:
    """Follow the walk for at most `limit` steps, or until less than NEGLIGIBLE is on its way."""
    mass = [0.0] * len(nodes)
    order = range(len(nodes)) if order is None else order
    mass[order[0]] = 1.0
    visits = [0.0] * len(nodes)
    lengths = [0.0]
    while sum(mass) >= NEGLIGIBLE and (limit is None or len(lengths) <= limit):
        following = [0.0] * len(nodes)
        left = 0.0
        for index in order:
            here = mass[index]
            if here < _FAINT:
                continue
            visits[index] += here
            stay, onward, leave, free = nodes[index]
            if free:
                lengths[-1] += here
                continue
            following[index] += here * stay
            for target, chance in onward:
                following[target] += here * chance
            left += here * leave
        lengths.append(left)
        mass = following
    if limit is not None:
        lengths[-1] += sum(mass)
    while lengths[-1] == 0.0:
        lengths.pop()
    return Walk(tuple(lengths), visits, mass)
