"""How ``legal`` bounds what is endless: which parts of a legion, which counts, one canonical value for each input.

Modules of the name ``legal_*`` register one proposer for each command. A proposer yields candidates, a superset of what
is legal within the scheme; ``check`` alone decides.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement, product
from typing import TypeVar

from companion.content import GENERIC_LEADER, LEADERS, LeaderKind
from companion.content.terms import Faction, UnitKind
from companion.rules.army import NOBODY, Army
from companion.rules.commands import Command
from companion.rules.engine import check
from companion.rules.frames import Roll
from companion.rules.state import State

C = TypeVar("C", bound=Command)
Proposal = Callable[[State, bool], Iterator[Command]]

PROPOSALS: dict[type, Proposal] = {}
FACTIONS = tuple(Faction)
NAMED: dict[Faction, tuple[str, ...]] = {
    faction: tuple(sorted(id for id, x in LEADERS.items() if x.faction is faction and x.kind is LeaderKind.NAMED))
    for faction in FACTIONS
}
"""The named leaders of each side in the order of their ids."""
SINGLE_UNITS = tuple(NOBODY.change(kind, 1) for kind in UnitKind)


def proposes(
    command: type[C],
) -> Callable[[Callable[[State, bool], Iterator[C]]], Callable[[State, bool], Iterator[C]]]:
    """Registers the function that proposes the commands of a type; its flag asks for every value of an input."""

    def register(function: Callable[[State, bool], Iterator[C]]) -> Callable[[State, bool], Iterator[C]]:
        PROPOSALS[command] = function
        return function

    return register


def one_of(state: State, candidates: Iterable[C], every: bool) -> Iterator[C]:
    """Yields the first candidate that the rules let through: the canonical value of an input; or all of them."""
    for command in candidates:
        if every:
            yield command
        elif not check(state, command):
            yield command
            return


def leaders_beside(faction: Faction, army: Army) -> tuple[Army, ...]:
    """Returns each leader of a legion alone, the generic one first."""
    generic = (Army(generic=1),) if army.generic else ()
    escorts = (Army(escorts=1),) if army.escorts else ()
    return (*generic, *escorts, *(Army(named=(name,)) for name in army.named))


def parts(army: Army, faction: Faction, *, led: bool) -> tuple[Army, ...]:
    """Returns the parts of a legion that ``legal`` moves: the whole, and one unit or token of each kind.

    ``led``: a leader has to go along, so each single unit goes with each leader instead of alone.

    >>> len(parts(Army(regular=2, elite=1, generic=1), Faction.HARKONNEN, led=False))
    3
    """
    singles = tuple(unit for unit in (*SINGLE_UNITS, Army(tokens=1)) if army.covers(unit))
    if led:
        singles = tuple(unit + leader for unit in singles for leader in leaders_beside(faction, army))
    return tuple(dict.fromkeys((army, *singles)))


def leaders_of_side(faction: Faction) -> tuple[str, ...]:
    """Returns the ids that a command may name as a leader of ``faction``: the generic one, then the named ones."""
    return (GENERIC_LEADER[faction].id, *NAMED[faction])


def sub_armies(army: Army, units: int) -> Iterator[Army]:
    """Yields every choice of so many units and tokens of a legion, without leaders."""
    counts = product(*(range(n + 1) for n in (army.regular, army.elite, army.special, army.tokens)))
    for regular, elite, special, tokens in counts:
        if regular + elite + special + tokens == units:
            yield Army(regular, elite, special, tokens)


def multisets(values: Iterable[str], most: int) -> Iterator[tuple[str, ...]]:
    """Yields every choice of at most ``most`` values, with repetition, each in the order given; the empty one first."""
    known = tuple(values)
    for count in range(most + 1):
        yield from combinations_with_replacement(known, count)


def even_roll(dice: int, bonus: int = 0) -> Roll:
    """Returns the canonical roll of combat dice: hits, shields and specials in turn.

    >>> even_roll(5)
    Roll(hit=2, shield=2, special=1, bonus=0)
    """
    return Roll((dice + 2) // 3, (dice + 1) // 3, dice // 3, bonus)


def shown_by_tokens(tokens: int) -> tuple[Army, ...]:
    """Returns what turned tokens may show, the usual first: one regular each, or as many stronger units, or nobody."""
    return (*(NOBODY.change(kind, tokens) for kind in UnitKind), NOBODY)
