"""What follows by itself: casualties that leave nothing to choose are told and carried out with the step itself."""

from collections.abc import Iterator

from companion.content.terms import Faction
from companion.rules import combat
from companion.rules.army import NOBODY
from companion.rules.ask.battles import open_hits
from companion.rules.commands import TakeHits
from companion.rules.odds.casualties import ways
from companion.rules.odds.running import is_bot, legion_of_army
from companion.rules.state import State, supply
from companion.web.orders.course import carried_out
from companion.web.scene import Scene


def bot_hits(scene: Scene, state: State) -> tuple[TakeHits, ...]:
    """Returns how the solo opponent takes the hits that are open, where its rules leave one way; else nothing."""
    due = open_hits(state)
    if due is None or not is_bot(state, due[0]):
        return ()
    order = scene.order(state)
    if order is None or order.question is not None or len(order.choices) != 1:
        return ()
    return tuple(one for one in order.choices[0].commands if isinstance(one, TakeHits))


def only_way(state: State, faction: Faction, area: int, hits: int) -> tuple[str, ...]:
    """Returns the casualties where only one way to take ``hits`` exists (BATTLE-7); else nothing."""
    army = state.army(faction, area) or NOBODY
    legion = legion_of_army(army)
    found = ways(legion, hits, legion.regular + supply(state, faction).regular)
    return combat.proposed_removal(state, faction, area, hits) if len(found) == 1 else ()


def own_hits(scene: Scene) -> tuple[State, Faction, int, int] | None:
    """Returns the hits that a person takes at this step: the position then, whose, where and how many.

    What the solo opponent takes before is carried out already in that position. None where it has to be asked first,
    and where nobody but the opponent is hit.
    """
    state = scene.state
    while (due := open_hits(state)) is not None and is_bot(state, due[0]):
        before = bot_hits(scene, state)
        if not before:
            return None
        state = carried_out(state, before)
    return None if due is None else (state, *due[:3])


def sequence(scene: Scene) -> Iterator[tuple[State, TakeHits, bool]]:
    """Yields the casualties of this step in the order of the rules: the position before each, and whether a person
    chooses them (then a proposal stands for the choice)."""
    state = scene.state
    while (due := open_hits(state)) is not None:
        faction, area, hits, _cause = due
        if is_bot(state, faction):
            commands = bot_hits(scene, state)
            asked = False
        else:
            only = only_way(state, faction, area, hits)
            asked = not only
            commands = (TakeHits(faction, only or combat.proposed_removal(state, faction, area, hits)),)
        if not commands:
            return
        yield from ((state, command, asked) for command in commands)
        state = carried_out(state, commands)


def with_opponents(scene: Scene, own: TakeHits) -> tuple[TakeHits, ...]:
    """Returns the own casualties with those of the solo opponent in the order of the rules (the attacker's first)."""
    found: list[TakeHits] = []
    state, before = scene.state, bot_hits(scene, scene.state)
    while before:
        found += before
        state = carried_out(state, before)
        before = bot_hits(scene, state)
    found.append(own)
    state = carried_out(state, (own,))
    while after := bot_hits(scene, state):
        found += after
        state = carried_out(state, after)
    return tuple(found)
