"""Who may do what: the refusals of seats, and which side is asked before its steps are taken back or put back."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from companion.content.terms import Faction
from companion.rules.ask.asked import Parts, side_of
from companion.store import Batch, Role, SeatRecord, Step, Timeline

GO_TO = "go-to"
"""The kind of a wish to go to an entry; the others are those of reversals."""


class Forbidden(Exception):
    """A seat may not do this; ``role`` is None for somebody who has no seat at the game."""

    def __init__(self, game: str, role: Role | None) -> None:
        self.game = game
        self.role = role
        super().__init__(f"role: {role.value if role else 'nobody'} may not change the game {game}")


class NotYours(Exception):
    """What a seat wants to do is for others to do: for whoever plays one of ``givers``."""

    def __init__(self, game: str, givers: Parts) -> None:
        self.game = game
        self.givers = givers
        super().__init__(f"seat: in the game {game} this is for {', '.join(sorted(givers))}")


class OthersAsked(Exception):
    """Nothing was changed yet: the steps are of ``side``, which was asked."""

    def __init__(self, game: str, side: Faction) -> None:
        self.game = game
        self.side = side
        super().__init__(f"seat: {side.id} was asked whether the step of the game {game} may be taken back")


def side_to_ask(
    seats: Sequence[SeatRecord], seat: SeatRecord, timeline: Timeline, steps: Iterable[Step]
) -> Faction | None:
    """Returns the side that has to agree when ``seat`` takes back or puts back ``steps``; None: nobody has to.

    What a device of the table entered is a step of the side whose step it was. Nobody is asked by a device of the
    table, for steps of the own side, and where the other side has no device of its own any more.
    """
    if seat.faction is None:
        return None
    other = seat.faction.enemy
    theirs = {one.id for one in seats if one.faction is other and one.role.may_write and one.sits}
    sided = {one.id for one in seats if one.faction is not None}
    before = {step.batch.number: last.state for last, step in pairwise((*timeline.steps, *reversed(timeline.undone)))}

    def is_theirs(batch: Batch) -> bool:
        if batch.seat in sided:
            return batch.seat in theirs
        return bool(theirs) and side_of(before[batch.number], batch.command.split()) is other

    return other if any(is_theirs(step.batch) for step in steps) else None
