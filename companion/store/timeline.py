"""The log of a game, folded: what happened, what of it still holds, and the position after each command.

A timeline is a value. ``extended`` returns a longer one and shares everything with the shorter, so the one kept in
memory stays right for ever: the log is append only.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from companion.rules import evolve
from companion.rules.events import Event
from companion.rules.state import State
from companion.store.codec import decode_event
from companion.store.records import REDO, UNDO, Entry
from companion.store.shapes import DecodeError, from_text, to_text

REVERSAL_VERSION = 1


class NothingToUndo(Exception):
    """Everything but the opening of the game has been taken back."""


class NothingToRedo(Exception):
    """Nothing was taken back since the last command."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the log as the database holds it."""

    seq: int
    batch: int
    kind: str
    payload: str
    command: str
    seat: int | None
    created: datetime
    chain: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """Everything that one request did: undone and redone together. ``number`` is the seq of its first event."""

    number: int
    last: int
    command: str
    seat: int | None
    created: datetime
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A batch that holds and the position after it."""

    batch: Batch
    state: State


@dataclass(frozen=True, slots=True)
class Reversal:
    """A batch taken back (``undone``) or put back: in which row, by whom and when."""

    seq: int
    undone: bool
    seat: int | None
    created: datetime


@dataclass(frozen=True, slots=True)
class Way:
    """How to get to an entry: the steps to take back (``undo``) or to put back, and the position then."""

    undo: bool
    steps: tuple[Step, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Past:
    """An entry of the history: a batch and, where it was ever taken back, what was done last about that."""

    batch: Batch
    reversal: Reversal | None

    @property
    def undone(self) -> bool:
        """Whether the batch is taken back at present."""
        return self.reversal is not None and self.reversal.undone

    @property
    def seq(self) -> int:
        """The last row that is about this batch."""
        return self.batch.last if self.reversal is None else self.reversal.seq


@dataclass(frozen=True, slots=True)
class Timeline:
    """A game up to row ``seq``: ``steps`` hold, ``undone`` can be put back (the last one first).

    ``batches`` are all there ever were, in order; ``reversals`` what was undone or redone, newest last. ``head`` is the
    hash of that row and so of all before it: two timelines with one head are the same.
    """

    seq: int = 0
    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    batches: tuple[Batch, ...] = ()
    reversals: tuple[tuple[int, Reversal], ...] = ()
    head: str = ""

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps[-1].state if self.steps else State()

    @property
    def to_undo(self) -> Step:
        """The step that undo takes back; raises NothingToUndo. The opening of a game stays."""
        if len(self.steps) < 2:
            raise NothingToUndo
        return self.steps[-1]

    @property
    def to_redo(self) -> Step:
        """The step that redo puts back; raises NothingToRedo."""
        if not self.undone:
            raise NothingToRedo
        return self.undone[-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that hold: those of batches that are not undone."""
        return tuple(event for step in self.steps for event in step.batch.events)

    def way_to(self, number: int) -> "Way":
        """Returns how to get to the position after a batch; raises KeyError for one that neither holds nor can be put
        back."""
        held = [step.batch.number for step in self.steps]
        if number in held:
            at = held.index(number)
            return Way(True, tuple(reversed(self.steps[at + 1 :])), self.steps[at].state)
        waiting = tuple(reversed(self.undone))
        for at, step in enumerate(waiting):
            if step.batch.number == number:
                return Way(False, waiting[: at + 1], step.state)
        raise KeyError(number)

    def batch(self, number: int) -> Batch:
        """Returns a batch by its number; raises KeyError."""
        for batch in reversed(self.batches):
            if batch.number == number:
                return batch
        raise KeyError(number)

    def since(self, seq: int) -> tuple[Past, ...]:
        """Returns what happened after row ``seq``: batches recorded, taken back or put back, oldest first."""
        return tuple(past for past in self.history() if past.seq > seq)

    def history(self) -> tuple[Past, ...]:
        """Returns every batch there ever was, oldest first, with its last reversal."""
        last = dict(self.reversals)
        return tuple(Past(batch, last.get(batch.number)) for batch in self.batches)

    def earlier(self, seq: int, head: str) -> "Timeline | None":
        """Returns the timeline as it was after row ``seq``, the last row of a batch, which has the hash ``head``.

        None where that is not known: for a row in the middle of a batch or one to come, and where a position is asked
        for that was taken back for good.
        """
        known = {step.batch.number: step for step in (*self.steps, *self.undone)}
        batches = tuple(batch for batch in self.batches if batch.number <= seq)
        reversals = tuple(one for one in self.reversals if one[1].seq <= seq)
        if seq not in (*(batch.last for batch in batches[-1:]), *(reversal.seq for _, reversal in reversals[-1:])):
            return None
        last = dict(reversals)
        held = [batch.number for batch in batches if batch.number not in last or not last[batch.number].undone]
        # Steps go back from the newest on; a new batch forgets what could be put back.
        newest = batches[-1].number if batches else 0
        undone = [number for number in sorted(last, reverse=True) if last[number].undone and last[number].seq > newest]
        if not known.keys() >= {*held, *undone}:
            return None
        steps, taken_back = (tuple(known[number] for number in numbers) for numbers in (held, undone))
        return Timeline(seq, steps, taken_back, batches, reversals, head)

    def extended(self, rows: Iterable[Row]) -> "Timeline":
        """Returns the timeline after more rows, in order and with whole batches; raises DecodeError naming the row."""
        folding = Folding(self)
        for row in rows:
            folding.take(row)
        return folding.timeline()


class Folding:
    """A timeline in the making: takes rows one by one, in order, in a time that grows with their number only."""

    def __init__(self, timeline: Timeline | None = None) -> None:
        """Goes on from ``timeline``, as given from before the first row."""
        known = timeline or Timeline()
        self._seq, self._state, self._head = known.seq, known.state, known.head
        self._steps, self._undone = list(known.steps), list(known.undone)
        self._batches, self._reversals = list(known.batches), list(known.reversals)
        self._rows, self._events = list[Row](), list[Event]()

    @property
    def state(self) -> State:
        """The position after the rows taken so far."""
        return self._state

    @property
    def is_open(self) -> bool:
        """Whether the opening of the game stands."""
        return bool(self._steps or self._rows)

    def take(self, row: Row) -> None:
        """Takes a row as the database holds it; raises DecodeError naming it."""
        if row.kind in (UNDO, REDO):
            self.revert(row, _named_batch(row))
            return
        try:
            event = decode_event(from_text(row.payload), self.before(row))
        except DecodeError as problem:
            raise problem.within(f"row {row.seq}") from None
        self.record(row, event)

    def record(self, row: Row, event: Event) -> None:
        """Takes a row whose event has been read already; raises what ``evolve`` does for one that does not fit."""
        self._state = evolve(self.before(row), event)
        self._rows.append(row)
        self._events.append(event)
        self._head = row.chain

    def revert(self, row: Row, number: int) -> None:
        """Takes a row that takes batch ``number`` back or puts it back; raises DecodeError when that cannot be."""
        self._close()
        undo = row.kind == UNDO
        here, there = (self._steps, self._undone) if undo else (self._undone, self._steps)
        if not here or here[-1].batch.number != number:
            raise DecodeError(f"batch {number} cannot be the next one", (f"row {row.seq}", row.kind))
        there.append(here.pop())
        self._reversals.append((number, Reversal(row.seq, undo, row.seat, row.created)))
        self._seq, self._state = row.seq, self._steps[-1].state if self._steps else State()
        self._head = row.chain

    def timeline(self) -> Timeline:
        """Returns what came of the rows; the last batch counts as whole."""
        self._close()
        steps, undone, batches = tuple(self._steps), tuple(self._undone), tuple(self._batches)
        return Timeline(self._seq, steps, undone, batches, tuple(self._reversals), self._head)

    def before(self, row: Row) -> State:
        """Returns the position in which the event of the next row happens."""
        if self._rows and row.batch != self._rows[0].batch:
            self._close()
        return self._state

    def _close(self) -> None:
        """Makes a step of the rows of a batch."""
        if not self._rows:
            return
        first, last = self._rows[0], self._rows[-1]
        batch = Batch(first.seq, last.seq, first.command, first.seat, first.created, tuple(self._events))
        self._steps.append(Step(batch, self._state))
        self._batches.append(batch)
        self._undone, self._rows, self._events, self._seq = [], [], [], last.seq


def reversal_entry(kind: str, batch: int) -> Entry:
    """Returns the row that takes back (``undo``) or puts back (``redo``) a batch."""
    return Entry(kind, to_text({"v": REVERSAL_VERSION, "batch": batch}))


def _named_batch(row: Row) -> int:
    document = from_text(row.payload)
    if not isinstance(document, dict) or document.get("v") != REVERSAL_VERSION:
        raise DecodeError("its version is not known", (f"row {row.seq}", row.kind))
    number = document.get("batch")
    if type(number) is not int:
        raise DecodeError("must be a whole number", (f"row {row.seq}", row.kind, "batch"))
    return number
