"""What an order announces: what all its options have in common, and what each of them adds."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.rules.army import Army
from companion.rules.commands import Command
from companion.rules.state import State
from companion.service.differences import SUPPLY, Carry, Difference, Piece
from companion.service.telling import announced

Changes = tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """``common``: what every option announces; ``own``: what each one adds, in the order of the options."""

    common: Changes
    own: tuple[Changes, ...]


def told(state: State, batches: Sequence[Sequence[Command]]) -> Told:
    """Returns what the batches of commands of an order announce; raises Refused where the rules refuse one."""
    every = [announced(state, batch) for batch in batches]
    if len(every) == 1:
        return Told(every[0], ((),))
    parts = [tuple(_parts(changes)) for changes in every]
    shared = Counter(parts[0]) if parts else Counter[Difference]()
    for each in parts[1:]:
        shared &= Counter(each)
    return Told(
        _joined(_of(parts[0], shared)) if parts else (),
        tuple(_joined(_of(each, Counter(each) - shared)) for each in parts),
    )


def _of(parts: Sequence[Difference], wanted: Counter[Difference]) -> list[Difference]:
    """The parts that are wanted, in their own order."""
    left, found = Counter(wanted), []
    for part in parts:
        if left[part]:
            left[part] -= 1
            found.append(part)
    return found


def _parts(changes: Changes) -> Iterable[Difference]:
    """What comes from the supply as units and as leaders: options that only name another leader share the units."""
    for one in changes:
        if isinstance(one, Carry) and one.source == SUPPLY and one.figures.generic and one.figures.units:
            units, leaders = replace(one.figures, generic=0), Army(generic=one.figures.generic)
            yield replace(one, figures=units, count=one.count - one.figures.generic)
            yield replace(one, figures=leaders, count=one.figures.generic)
        else:
            yield one


def _joined(parts: Sequence[Difference]) -> Changes:
    """Puts together again what comes from one place to another."""
    found: list[Difference] = []
    for part in parts:
        last = found[-1] if found else None
        if _same_way(last, part) and isinstance(last, Carry) and isinstance(part, Carry):
            found[-1] = replace(last, figures=last.figures + part.figures, count=last.count + part.count)
        else:
            found.append(part)
    return tuple(found)


def _same_way(one: Difference | None, other: Difference) -> bool:
    if not isinstance(one, Carry) or not isinstance(other, Carry) or one.piece is not Piece.FIGURES:
        return False
    return (one.piece, one.source, one.target, one.faction) == (other.piece, other.source, other.target, other.faction)
