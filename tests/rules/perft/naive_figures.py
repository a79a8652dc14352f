"""What figures, places and words the slow listing of legal commands tries: plainly all of them."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from companion.board import AREA_IDS, ZONE_IDS
from companion.content import LEADERS, LeaderKind
from companion.content.terms import CombatFace, Faction, Result, UnitKind
from companion.rules import Army, State
from companion.rules.frames import BattleFrame

Space = dict[str, Sequence[Any]]
"""What each field of a command may be."""
ALL = range(len(AREA_IDS))
BOTH = tuple(Faction)
KINDS_OF_UNIT = tuple(UnitKind)
RESULTS = tuple(Result)
FACES = tuple(CombatFace)
ONE = {
    "regular": Army(regular=1),
    "elite": Army(elite=1),
    "special": Army(special=1),
    "tokens": Army(tokens=1),
    "generic": Army(generic=1),
    "escorts": Army(escorts=1),
}
SINGLES = (Army(regular=1), Army(elite=1), Army(special=1))


def leaders(faction: Faction, *, generic: bool = True) -> list[str]:
    """Every leader of a side that a command may name."""
    kinds = (LeaderKind.GENERIC, LeaderKind.NAMED) if generic else (LeaderKind.NAMED,)
    return [id for id, record in LEADERS.items() if record.faction is faction and record.kind in kinds]


def homes(state: State, faction: Faction) -> list[int]:
    return [area for area in ALL if state.armies[faction][area]]


def zones(state: State) -> list[int | None]:
    """No zone, all with an ornithopter or an escort, and one without."""
    flown = (*state.ornithopters, *(state.desert_war.escorts if state.desert_war is not None else ()))
    empty = next(zone for zone in range(len(ZONE_IDS)) if zone not in flown)
    return [None, empty, *flown]


def pieces_of(army: Army, moved: Army, led: bool, every_time: bool) -> list[Army]:
    """The whole legion that has not moved, and every single unit of it: alone, or led by one leader."""
    counts = [range(n + 1) for n in (army.regular, army.elite, army.special, army.tokens, army.generic)]
    whole = army if every_time else without(army, moved)
    found = [whole]
    counts.append(range(army.escorts + 1))
    for regular, elite, special, tokens, generic, escorts in product(*(c if len(c) < 3 else range(2) for c in counts)):
        for named in ((), *((name,) for name in army.named)):
            part = Army(regular, elite, special, tokens, generic, named, escorts)
            if part.units == 1 and part.leaders == int(led) and whole.covers(part):
                found.append(part)
    return list(dict.fromkeys(found))


def without(army: Army, moved: Army) -> Army:
    """The legion one by one without those that moved, as far as they are still there."""
    left = army
    for kind, one in ONE.items():
        for _ in range(getattr(moved, kind)):
            left = left - one if left.covers(one) else left
    return left - Army(named=tuple(name for name in moved.named if name in left.named))


def shown(tokens: int) -> list[Army]:
    return [Army(regular=tokens), Army(elite=tokens), Army(special=tokens), Army()]


def in_order(values: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """Every sequence of at most ``most`` values that keeps to their order."""
    found = []
    for count in range(most + 1):
        for chosen in product(range(len(values)), repeat=count):
            if list(chosen) == sorted(chosen):
                found.append(tuple(values[index] for index in chosen))
    return found


def hits_due(state: State) -> int:
    """The most hits that a side still takes now."""
    frame = state.frame
    if isinstance(frame, BattleFrame):
        return max(side.hits or 0 for side in frame.sides)
    return getattr(frame, "hits", 0)
