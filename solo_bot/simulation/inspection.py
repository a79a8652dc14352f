"""What is wrong with a position of a simulated game: the audit and the ledger, after every batch."""

from collections.abc import Collection
from dataclasses import fields
from operator import attrgetter, is_

from companion.board import AREA_IDS
from companion.content.terms import Faction
from companion.rules.ask.stacking import waits
from companion.rules.events import Event, PhaseBegan, TurnEnded
from companion.rules.frames import (
    BattleFrame,
    BattleStage,
    HazardsFrame,
    RevealTokensFrame,
    StackingFrame,
    WormFrame,
)
from companion.rules.positions.audit import Violation, audit
from companion.rules.state import HARKONNEN, State
from solo_bot.simulation.ledger import Ledger

ENDINGS = frozenset({PhaseBegan, TurnEnded})
PROGRESS = frozenset({"frames", "turn"})
"""What says how far a step has come: neither the audit nor the ledger depends on it, but for cards in progress."""
_position = attrgetter(*(field.name for field in fields(State) if field.name not in PROGRESS))


class Inspection:
    """Looks at one position after the other; what did not change is not looked at again.

    ``each_batch``: at every one of them; else when the Harkonnen have ended their turn too, when a phase has ended, and
    at the last one.
    """

    def __init__(self, *, each_batch: bool = True) -> None:
        self._each_batch = each_batch
        self._ledger = Ledger()
        self._position: tuple[object, ...] = ()
        self._violations: tuple[Violation, ...] = ()

    def found(self, state: State, events: Collection[Event]) -> list[str]:
        """Returns what is wrong after ``events`` led to ``state``, as texts for a report: rule and place, or the count.

        Not wrong is what a step in progress is about to settle.
        """
        self._ledger.note(events)
        if not self._each_batch and state.winner is None and not _end_something(events):
            return []
        position = _position(state)
        if len(self._position) != len(position) or not all(map(is_, position, self._position)):
            self._position, self._violations = position, audit(state)
            problems = self._ledger.problems(state)
        else:
            problems = []
        if not self._violations:
            return problems
        waiting = about_to_be_settled(state)
        return [f"{v.rule} {v.where}" for v in self._violations if v.where not in waiting] + problems


def _end_something(events: Collection[Event]) -> bool:
    """True when a phase, or a turn of the Harkonnen, ends with them; the types alone tell of most that none does."""
    if ENDINGS.isdisjoint(map(type, events)):
        return False
    return any(
        isinstance(one, PhaseBegan) or (isinstance(one, TurnEnded) and one.faction is HARKONNEN) for one in events
    )


def about_to_be_settled(state: State) -> set[str]:
    """Returns the areas in which a step in progress deals with a worm under a legion (WORM-4), with units over the
    limit (STACK-1, R-40), or with tokens that are being turned (BATTLE-2)."""
    waiting = {AREA_IDS[area] for area, _ in state.turn.moved if any(waits(state, side, area) for side in Faction)}
    for frame in state.frames:
        match frame:
            case WormFrame(area) | StackingFrame(_, area) | RevealTokensFrame(_, area):
                waiting.add(AREA_IDS[area])
            case BattleFrame(stage=BattleStage.REVEAL):
                waiting.update((AREA_IDS[frame.area], AREA_IDS[frame.attacker_area]))
            case HazardsFrame(_, areas, worms):
                waiting.update(AREA_IDS[area] for area in (*areas, *worms))
            case _:
                pass
    return waiting
