"""What each side may see: a position, an event and a whole game without what the other side keeps to itself.

``Eyes`` are the factions whose secrets somebody may see: a device of the Harkonnen has theirs, one of the table or of
somebody who watches has none, and once a game is over everybody has both. Secret are (RULES: TOKEN-1, SETUP-1, SETUP-6)
the ranks of facedown sietches, what is known of facedown tokens, the objectives, and the names of the cards in a hand;
how many cards a hand holds is not, and neither are prescience cards, which lie open beside the board.

The law: folding the events that eyes see leads to the position that they see, row by row.
"""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import TypeVar

from companion.content.terms import Faction
from companion.rules import check, execute
from companion.rules.changing import replace
from companion.rules.commands import Command, CorrectBoard
from companion.rules.events import BoardCorrected, Event, HandNamed, ObjectiveEntered, RankEntered, Withheld
from companion.rules.refusal import Refused, Severity
from companion.rules.state import ATREIDES, HARKONNEN, Cards, Hidden, Sietch, State
from companion.store.timeline import Batch, Step, Timeline

Eyes = frozenset[Faction]
T = TypeVar("T")

ALL_EYES: Eyes = frozenset(Faction)
NO_EYES: Eyes = frozenset()
NOTHING_HIDDEN = Hidden()

SECRET: Mapping[type, frozenset[str]] = {
    State: frozenset({"known_tokens", "hidden"}),
    Sietch: frozenset({"rank"}),
    Hidden: frozenset({"objectives"}),
    Cards: frozenset({"hands"}),
    RankEntered: frozenset({"area", "rank"}),
    ObjectiveEntered: frozenset({"steps", "replaces"}),
    HandNamed: frozenset({"cards"}),
}
"""The secret fields of positions and events; everything else lies open on the table. A test holds the whole list."""


def seen_by(state: State, eyes: Eyes) -> State:
    """Returns the position as ``eyes`` see it: the same object where nothing is hidden from them."""
    if eyes == ALL_EYES:
        return state
    changes: dict[str, object] = {}
    if ATREIDES not in eyes:
        if any(sietch.rank is not None and not sietch.revealed for sietch in state.sietches):
            changes["sietches"] = tuple(map(_from_behind, state.sietches))
        if state.known_tokens:
            changes["known_tokens"] = ()
        if state.hidden != NOTHING_HIDDEN:
            changes["hidden"] = NOTHING_HIDDEN
    hands = _hands_seen_by(state, eyes)
    if hands != state.cards.hands:
        changes["cards"] = replace(state.cards, hands=hands)
    return replace(state, **changes) if changes else state  # type: ignore[arg-type]


def event_seen_by(event: Event, eyes: Eyes) -> Event:
    """Returns the event as ``eyes`` see it: of a note that they may not see only that somebody made one."""
    if eyes == ALL_EYES:
        return event
    match event:
        case RankEntered() | ObjectiveEntered() if ATREIDES not in eyes:
            return Withheld(ATREIDES)
        case HandNamed(faction=faction) if faction not in eyes:
            return replace(event, cards=())
        case BoardCorrected(state=state):
            seen = seen_by(state, eyes)
            return event if seen is state else BoardCorrected(seen)
        case _:
            return event


def carry_out(
    state: State, command: Command, eyes: Eyes, *, record_anyway: bool = False
) -> tuple[State, tuple[Event, ...]]:
    """Executes the command of somebody with ``eyes`` at the true position; raises Refused with what they may know.

    A correction keeps what they cannot see. A reason against the command that follows from a secret alone is not told,
    and what is unusual for such reasons only is recorded: the table is right, and a refusal would be an answer.
    """
    wish = as_meant(command, state, eyes)
    try:
        return execute(state, wish, record_anyway=record_anyway)
    except Refused as refused:
        seen = seen_by(state, eyes)
        if seen is state:
            raise
        known = check(seen, as_meant(command, seen, eyes))
        told = tuple(reason for reason in refused.refusals if reason in known)
        if told:
            raise Refused(told) from None
        if any(reason.severity is Severity.ILLEGAL for reason in refused.refusals):
            raise
    return execute(state, wish, record_anyway=True)


def as_meant(command: Command, state: State, eyes: Eyes) -> Command:
    """Returns the command of somebody with ``eyes`` at the true position: a correction keeps what they cannot see."""
    if isinstance(command, CorrectBoard) and eyes != ALL_EYES:
        return CorrectBoard(with_secrets(command.state, state, eyes))
    return command


def with_secrets(wished: State, truth: State, eyes: Eyes) -> State:
    """Returns a position that was made from what ``eyes`` see of ``truth``, with what is hidden from them put back.

    A rank stays with its facedown sietch, what is known of tokens with an area that has some, names with a hand that
    is large enough for them.
    """
    if eyes == ALL_EYES:
        return wished
    changes: dict[str, object] = {}
    if ATREIDES not in eyes:
        ranks = {sietch.area: sietch.rank for sietch in truth.sietches if not sietch.revealed}
        if any(ranks.values()):
            changes["sietches"] = tuple(_ranked(sietch, ranks.get(sietch.area)) for sietch in wished.sietches)
        if known := tuple(entry for entry in truth.known_tokens if _still_there(wished, truth, entry[0])):
            changes["known_tokens"] = known
        if truth.hidden != NOTHING_HIDDEN:
            changes["hidden"] = truth.hidden
    hands = tuple(
        wished.cards.hands[faction] if faction in eyes else _kept_hand(wished, truth, faction) for faction in Faction
    )
    if hands != wished.cards.hands:
        changes["cards"] = replace(wished.cards, hands=(hands[0], hands[1]))
    return replace(wished, **changes) if changes else wished  # type: ignore[arg-type]


def _from_behind(sietch: Sietch) -> Sietch:
    return sietch if sietch.revealed or sietch.rank is None else replace(sietch, rank=None)


def _ranked(sietch: Sietch, rank: int | None) -> Sietch:
    return sietch if sietch.revealed or rank is None else replace(sietch, rank=rank)


def _hands_seen_by(state: State, eyes: Eyes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    hands = state.cards.hands
    return hands[HARKONNEN] if HARKONNEN in eyes else (), hands[ATREIDES] if ATREIDES in eyes else ()


def _still_there(wished: State, truth: State, area: int) -> bool:
    legions = wished.army(ATREIDES, area), truth.army(ATREIDES, area)
    return legions[0] == legions[1] or (legions[0] is not None and legions[0].tokens > 0)


def _kept_hand(wished: State, truth: State, faction: Faction) -> tuple[str, ...]:
    names, held = truth.cards.hands[faction], held_cards(wished, faction)
    return names if len(names) <= held or held == held_cards(truth, faction) else ()


def held_cards(state: State, faction: Faction) -> int:
    """Returns how many cards a hand holds, which everybody may count."""
    return state.cards.hand if faction is ATREIDES else state.reinforcements


class SeenGames:
    """Games as eyes see them, those asked for last: what has been hidden once need not be hidden again.

    Safe to share between threads. What it knows of a game is kept by game *and* eyes.
    """

    def __init__(self, most: int = 64) -> None:
        """Keeps the last ``most`` pairs of game and eyes."""
        self._most = most
        self._known: OrderedDict[tuple[str, Eyes], tuple[Timeline, Timeline]] = OrderedDict()
        self._lock = Lock()

    def timeline(self, game: str, timeline: Timeline, eyes: Eyes) -> Timeline:
        """Returns the timeline of a game as ``eyes`` see it, the same object where nothing is hidden from them."""
        if eyes == ALL_EYES:
            return timeline
        with self._lock:
            known = self._known.get((game, eyes), (Timeline(), Timeline()))
        if known[0] is timeline:
            return known[1]
        found = timeline_seen_by(timeline, eyes, known)
        with self._lock:
            self._known[game, eyes] = timeline, found
            self._known.move_to_end((game, eyes))
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return found


def timeline_seen_by(
    timeline: Timeline, eyes: Eyes, known: tuple[Timeline, Timeline] = (Timeline(), Timeline())
) -> Timeline:
    """Returns a game as ``eyes`` see it; ``known``: an earlier moment of the game, and as they see that."""
    if eyes == ALL_EYES:
        return timeline
    old, old_seen = known
    batches = _continued(timeline.batches, old.batches, old_seen.batches)
    more = tuple(_batch_seen_by(batch, eyes) for batch in timeline.batches[len(batches) :])
    batches, by_number = (*batches, *more), {one.number: one for one in more}
    # What was taken back or put back was hidden before: it is found by the object itself, which timelines share.
    hidden = dict[int, Step]()
    if len(timeline.undone) or len(old.undone):
        pairs = zip((*old.steps, *old.undone), (*old_seen.steps, *old_seen.undone), strict=True)
        hidden = {id(one): seen for one, seen in pairs}

    def seen(step: Step) -> Step:
        if (before := hidden.get(id(step))) is not None:
            return before
        number = step.batch.number
        if number not in by_number:
            by_number.update({one.number: one for one in batches})
        return _step_seen_by(step, by_number[number], eyes)

    def all_seen(now: tuple[Step, ...], before: tuple[Step, ...], before_seen: tuple[Step, ...]) -> tuple[Step, ...]:
        kept = _continued(now, before, before_seen)
        return (*kept, *map(seen, now[len(kept) :]))

    steps = all_seen(timeline.steps, old.steps, old_seen.steps)
    undone = all_seen(timeline.undone, old.undone, old_seen.undone)
    return replace(timeline, steps=steps, undone=undone, batches=batches)


def _continued(now: tuple[T, ...], old: tuple[T, ...], old_seen: tuple[T, ...]) -> tuple[T, ...]:
    """Returns ``old_seen`` when ``now`` goes on from ``old``: its last is the same object, and so all before it."""
    return old_seen if old and len(now) >= len(old) and now[len(old) - 1] is old[-1] else ()


def _step_seen_by(step: Step, batch: Batch, eyes: Eyes) -> Step:
    state = seen_by(step.state, eyes)
    return step if batch is step.batch and state is step.state else Step(batch, state)


def _batch_seen_by(batch: Batch, eyes: Eyes) -> Batch:
    events = tuple(event_seen_by(event, eyes) for event in batch.events)
    same = all(one is other for one, other in zip(events, batch.events, strict=True))
    return batch if same else replace(batch, events=events)
