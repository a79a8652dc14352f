"""Pieces put where a person or a photo sees them: what every correction of a position does, whoever asks for it."""

from dataclasses import replace

from companion.content import LEADERS
from companion.rules.army import Army
from companion.rules.state import LeaderStatus, State


def placed(places: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """Returns the places of a kind of piece with exactly so many of it in one of them."""
    return tuple(sorted([*(other for other in places if other != place), *[place] * number]))


def taken_up(state: State, leader: str) -> State:
    """Returns the position without a named leader on the board; its card stays as it is."""
    faction = LEADERS[leader].faction
    for area, army in state.legions(faction):
        if leader in army.named:
            return state.with_army(faction, area, army - Army(named=(leader,)))
    return state


def with_status(state: State, leader: str, status: LeaderStatus) -> State:
    """Returns the position with another status of one leader."""
    return replace(state, leaders=tuple((name, status if name == leader else known) for name, known in state.leaders))
