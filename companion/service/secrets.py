"""What each side may see: a position, an event and a whole game without what the other side keeps to itself.

``Eyes`` are the parts of the factions that somebody plays: a device of the Harkonnen has theirs, one of two partners
its own, one of the table or of somebody who watches has none, and once a game is over everybody has all. Secret are
(RULES: TOKEN-1, SETUP-1, SETUP-6) the ranks of facedown sietches, what is known of facedown tokens and the objectives,
for which any part of Atreides will do, and the names of the cards in a hand, which partners do not show each other
(R-50): who plays a part sees those of its deck. How many cards a hand holds is no secret, and neither are prescience
cards, which lie open beside the board.

The law: folding the events that eyes see leads to the position that they see, row by row.
"""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import TypeVar

from companion.content import CARDS
from companion.content.terms import Faction, Subfaction
from companion.frozen import replace
from companion.rules import check, execute
from companion.rules.ask.asked import SIDES, Parts
from companion.rules.ask.hands import cards_held
from companion.rules.commands import Command, CorrectBoard, NameHand
from companion.rules.events import BoardCorrected, Event, HandNamed, ObjectiveEntered, RankEntered, Withheld
from companion.rules.frames import RollSource
from companion.rules.refusal import Refused, Severity
from companion.rules.state import ATREIDES, HARKONNEN, Cards, Hidden, Sietch, State
from companion.store.timeline import Batch, Step, Timeline

Eyes = Parts
T = TypeVar("T")

ALL_EYES: Eyes = frozenset(Subfaction)
NO_EYES: Eyes = frozenset()
NOTHING_HIDDEN = Hidden()

SECRET: Mapping[type, frozenset[str]] = {
    State: frozenset({"known_tokens", "hidden"}),
    Sietch: frozenset({"rank"}),
    Hidden: frozenset({"objectives"}),
    Cards: frozenset({"hands"}),
    RankEntered: frozenset({"area", "rank"}),
    ObjectiveEntered: frozenset({"steps", "replaces"}),
    HandNamed: frozenset({"cards", "looked_at"}),
}
"""The secret fields of positions and events; everything else lies open on the table. A test holds the whole list."""


def seen_by(state: State, eyes: Eyes) -> State:
    """Returns the position as ``eyes`` see it: the same object where nothing is hidden from them."""
    if eyes == ALL_EYES:
        return state
    changes: dict[str, object] = {}
    if not plays(eyes, ATREIDES):
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


def plays(eyes: Eyes, faction: Faction) -> bool:
    """Tells whether ``eyes`` are those of a player of a faction, alone or as a partner."""
    return not eyes.isdisjoint(SIDES[faction])


def event_seen_by(event: Event, eyes: Eyes) -> Event:
    """Returns the event as ``eyes`` see it: of a note that they may not see only that somebody made one."""
    if eyes == ALL_EYES:
        return event
    match event:
        case RankEntered() | ObjectiveEntered() if not plays(eyes, ATREIDES):
            return Withheld(ATREIDES)
        case HandNamed(faction=faction) if not eyes >= SIDES[faction]:
            looked_at = event.looked_at if plays(eyes, faction) else ()
            return replace(event, cards=_in_sight(event.cards, eyes), looked_at=looked_at)
        case BoardCorrected(state=state):
            seen = seen_by(state, eyes)
            return event if seen is state else BoardCorrected(seen)
        case _:
            return event


def carry_out(
    state: State, command: Command, eyes: Eyes, *, record_anyway: bool = False
) -> tuple[State, tuple[Event, ...]]:
    """Executes the command of somebody with ``eyes`` at the true position; raises Refused with what they may know.

    What is changed as a whole keeps what they cannot see. A reason against the command that follows from a secret alone
    is not told, and what is unusual for such reasons only is recorded: the table is right, and a refusal would be an
    answer.
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
    """Returns the command of somebody with ``eyes`` at the true position.

    A correction keeps what they cannot see, and so do the names of a hand of which they see a part.
    """
    match command:
        case CorrectBoard() if eyes != ALL_EYES:
            return CorrectBoard(with_secrets(command.state, state, eyes))
        case NameHand(faction=faction) if plays(eyes, faction) and not eyes >= SIDES[faction]:
            if command.source is RollSource.APP:
                return command
            return replace(command, cards=_put_back(_in_sight(command.cards, eyes), state, state, faction, eyes))
        case _:
            return command


def with_secrets(wished: State, truth: State, eyes: Eyes) -> State:
    """Returns a position that was made from what ``eyes`` see of ``truth``, with what is hidden from them put back.

    A rank stays with its facedown sietch, what is known of tokens with an area that has some, names with a hand that
    is large enough for them.
    """
    if eyes == ALL_EYES:
        return wished
    changes: dict[str, object] = {}
    if not plays(eyes, ATREIDES):
        ranks = {sietch.area: sietch.rank for sietch in truth.sietches if not sietch.revealed}
        if any(ranks.values()):
            changes["sietches"] = tuple(_ranked(sietch, ranks.get(sietch.area)) for sietch in wished.sietches)
        if known := tuple(entry for entry in truth.known_tokens if _still_there(wished, truth, entry[0])):
            changes["known_tokens"] = known
        if truth.hidden != NOTHING_HIDDEN:
            changes["hidden"] = truth.hidden
    hands = tuple(_put_back(wished.cards.hands[faction], wished, truth, faction, eyes) for faction in Faction)
    if hands != wished.cards.hands:
        changes["cards"] = replace(wished.cards, hands=(hands[0], hands[1]))
    return replace(wished, **changes) if changes else wished  # type: ignore[arg-type]


def _from_behind(sietch: Sietch) -> Sietch:
    return sietch if sietch.revealed or sietch.rank is None else replace(sietch, rank=None)


def _ranked(sietch: Sietch, rank: int | None) -> Sietch:
    return sietch if sietch.revealed or rank is None else replace(sietch, rank=rank)


def _hands_seen_by(state: State, eyes: Eyes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    hands = state.cards.hands
    return _in_sight(hands[HARKONNEN], eyes), _in_sight(hands[ATREIDES], eyes)


def _in_sight(cards: tuple[str, ...], eyes: Eyes) -> tuple[str, ...]:
    """The cards whose decks are those of the parts that ``eyes`` are of; the decks have the ids of the parts."""
    return tuple(card for card in cards if CARDS[card].deck.value in eyes)


def _still_there(wished: State, truth: State, area: int) -> bool:
    legions = wished.army(ATREIDES, area), truth.army(ATREIDES, area)
    return legions[0] == legions[1] or (legions[0] is not None and legions[0].tokens > 0)


def _put_back(cards: tuple[str, ...], wished: State, truth: State, faction: Faction, eyes: Eyes) -> tuple[str, ...]:
    """The names in a hand with those that ``eyes`` do not see of it, as far as it can hold them."""
    hidden = tuple(card for card in truth.cards.hands[faction] if CARDS[card].deck.value not in eyes)
    held = cards_held(wished, faction)
    fits = len(hidden) + len(cards) <= held or (wished is not truth and held == cards_held(truth, faction))
    return tuple(sorted((*cards, *hidden))) if hidden and fits else cards


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
