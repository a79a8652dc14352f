"""The same game with other secrets of one side, or with other cards of one partner: what nobody else may tell apart."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from companion.content import CARDS, DECK_CARDS
from companion.content.terms import Deck, Faction, Subfaction
from companion.rules.army import Army
from companion.rules.ask.asked import SIDES
from companion.rules.events import BoardCorrected, Event, HandNamed, ObjectiveEntered, RankEntered
from companion.rules.state import ATREIDES, HARKONNEN, Hidden, Sietch, State
from companion.service.exchange import rows_with
from companion.store import Conflict, Log, Written
from companion.store.log import Request
from companion.store.timeline import Batch, Row, Step, Timeline

DECKS = {HARKONNEN: (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY), ATREIDES: (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY)}
NAMES = {faction: [card.id for card in CARDS.values() if card.deck in decks] for faction, decks in DECKS.items()}
RANKS, STEPS = 3, 9
Side = Faction | Subfaction
"""Whose secrets are others: those of a faction, or the cards that one partner of it holds (R-50)."""


def other_state(state: State, side: Side) -> State:
    """Returns the position with other secrets of ``side``."""
    hands = list(state.cards.hands)
    faction = side.faction if isinstance(side, Subfaction) else side
    hands[faction] = _other_names(hands[faction], side)
    state = replace(state, cards=replace(state.cards, hands=(hands[0], hands[1])))
    if side is not ATREIDES:
        return state
    return replace(
        state,
        sietches=tuple(map(_other_sietch, state.sietches)),
        known_tokens=tuple((area, Army(army.special, army.elite + 1)) for area, army in state.known_tokens),
        hidden=Hidden(tuple(map(_other_steps, state.hidden.objectives))),
    )


def other_event(event: Event, side: Side) -> Event:
    """Returns the event with other secrets of ``side``."""
    match event:
        case RankEntered(rank=rank) if side is ATREIDES:
            return replace(event, rank=_other_rank(rank))
        case ObjectiveEntered(steps=steps) if side is ATREIDES:
            return replace(event, steps=_other_steps(steps))
        case HandNamed(faction=faction, cards=cards) if side in (faction, *SIDES[faction]):
            return replace(event, cards=_other_names(cards, side))
        case BoardCorrected(state=state):
            return BoardCorrected(other_state(state, side))
        case _:
            return event


def other_timeline(timeline: Timeline, side: Side) -> Timeline:
    """Returns the game with other secrets of ``side``, from its first row to its last."""
    batches = {batch.number: _other_batch(batch, side) for batch in timeline.batches}

    def other(step: Step) -> Step:
        return Step(batches[step.batch.number], other_state(step.state, side))

    steps, undone = tuple(map(other, timeline.steps)), tuple(map(other, timeline.undone))
    return replace(timeline, steps=steps, undone=undone, batches=tuple(batches.values()))


def other_rows(rows: list[Row], side: Side) -> list[Row]:
    """Returns the log of a game with other secrets of ``side``."""
    return rows_with(rows, lambda event: other_event(event, side), lambda state: other_state(state, side))


def _other_batch(batch: Batch, side: Side) -> Batch:
    return replace(batch, events=tuple(other_event(event, side) for event in batch.events))


def _other_rank(rank: int | None) -> int | None:
    return None if rank is None else 1 + rank % RANKS


def _other_sietch(sietch: Sietch) -> Sietch:
    return sietch if sietch.revealed else replace(sietch, rank=_other_rank(sietch.rank))


def _other_steps(steps: tuple[int, int, int]) -> tuple[int, int, int]:
    found = [1 + step % STEPS for step in steps]
    return found[0], found[1], found[2]


def _other_names(names: tuple[str, ...], side: Side) -> tuple[str, ...]:
    known = [card.id for card in DECK_CARDS[Deck(side.value)]] if isinstance(side, Subfaction) else NAMES[side]
    return tuple(sorted(known[(known.index(name) + 7) % len(known)] if name in known else name for name in names))


@contextmanager
def other_truth(log: Log, side: Side | None) -> Iterator[None]:
    """Meanwhile every game of ``log`` has other secrets of ``side`` (None: its own), and nothing is written to it."""
    timeline, timeline_at, rows = log.timeline, log.timeline_at, log.rows
    made: dict[int, tuple[Timeline, Timeline]] = {}

    def as_other(found: Timeline) -> Timeline:
        if side is None:
            return found
        if id(found) not in made:
            made[id(found)] = found, other_timeline(found, side)
        return made[id(found)][1]

    def append(request: Request, *_more: object) -> Written:
        raise Conflict(request.game, request.expected_seq, request.expected_seq)

    changed: dict[str, object] = {
        "timeline": lambda *asked: as_other(timeline(*asked)),
        "timeline_at": lambda game, seq: as_other(timeline_at(game, seq)),
        "append": append,
        "rows": rows if side is None else lambda game: other_rows(rows(game), side),
    }
    for name, function in changed.items():
        setattr(log, name, function)
    try:
        yield
    finally:
        for name in changed:
            delattr(log, name)
