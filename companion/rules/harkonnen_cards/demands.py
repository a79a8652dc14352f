"""What cards ask of the other side: leaders that may not act, cards to discard, tokens that a replacement needs."""

from collections.abc import Collection, Iterator

from companion.content.terms import Faction
from companion.rules.ask.turns import is_open_ended, turn_of
from companion.rules.commands import DiscardReinforcements
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import HandDiscarded
from companion.rules.frames import Cause
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import ATREIDES, HARKONNEN, State


def forbidden(state: State, faction: Faction, leaders: Collection[str]) -> Iterator[Refusal]:
    """Yields a reason for each of ``leaders`` whom a Harkonnen card keeps from acting in this Atreides turn.

    For commands that place, deploy or move leaders, or attack with their legion.
    """
    if faction is ATREIDES and turn_of(state) is ATREIDES:
        for leader in leaders:
            if leader in state.forbidden_leaders:
                yield refuse("leader_forbidden", "MAHDI-CARD-3", leader=leader)


@checks(DiscardReinforcements)
def _check(state: State, command: DiscardReinforcements) -> Iterator[Refusal]:
    if not is_open_ended(state.frame):
        yield not_now(state, "R-36")
    elif command.count < 1:
        yield refuse("negative_count", "R-36", count=command.count)
    if command.top is not None and command.top.faction is not HARKONNEN:
        yield refuse("wrong_deck", "R-8", deck=command.top.value)


@decides(DiscardReinforcements)
def _discard(draft: Draft, command: DiscardReinforcements) -> None:
    """R-36: as many as there are; none there: no effect."""
    count = min(command.count, draft.state.reinforcements)
    if count:
        draft.emit(HandDiscarded(HARKONNEN, count, Cause.CARD, command.top))
