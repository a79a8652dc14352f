"""check / decide / evolve: the pure reducer of the game.

Modules of ``companion.rules.handlers`` register one handler for each command: ``check`` yields every reason against it,
``decide`` emits the events it causes into a ``Draft``. Modules of ``companion.rules.evolution`` register one function
for each event. ``execute`` is the only way a command becomes events.
"""

from collections.abc import Callable, Iterator
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, TypeVar

from companion.frozen import changer
from companion.rules.commands import Command
from companion.rules.events import Event, StepChanged, StepClosed, StepOpened
from companion.rules.frames import Frame
from companion.rules.refusal import Refusal, Refused, Severity, as_printed
from companion.rules.state import State

C = TypeVar("C")
E = TypeVar("E")
V = TypeVar("V")


class Draft:
    """A state under construction: ``emit`` applies an event at once, so that later decisions see its effect.

    ``start`` is the state before the command; ``tanked`` whoever went to the tank by it and was not asked about yet.
    """

    def __init__(self, state: State) -> None:
        self.start = state
        self.state = state
        self.events: list[Event] = []
        self.tanked: list[str] = []

    def emit(self, event: Event) -> None:
        """Appends ``event`` and evolves the state by it."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def open(self, frame: Frame) -> None:
        """Puts ``frame`` on the stack: it has to be settled first."""
        self.emit(StepOpened(frame))

    def change(self, frame: Frame) -> None:
        """Replaces the top frame."""
        self.emit(StepChanged(frame))

    def close(self) -> None:
        """Removes the top frame."""
        self.emit(StepClosed())


Check = Callable[[State, Any], Iterator[Refusal]]
Decide = Callable[[Draft, Any], None]
Apply = Callable[[State, Any], State]
Settle = Callable[[Draft], bool]


class Settler(NamedTuple):
    """A step that happens by itself, and the types of the top frame on which it acts; without any: on all."""

    frames: tuple[type, ...]
    step: Settle


class Registered(dict[type, V]):
    """What was registered, by the type of a command or event; when one is missing, all are loaded."""

    def __missing__(self, kind: type) -> V:
        load()
        if kind not in self:
            raise KeyError(kind)
        return self[kind]


CHECKS: Registered[Check] = Registered()
DECISIONS: Registered[Decide] = Registered()
EVOLUTIONS: Registered[Apply] = Registered()
SETTLERS: list[Settler] = []


def load() -> None:
    """Loads what carries out commands, when the first one is given: questions about a position need none of it."""
    import companion.rules.registry  # noqa: F401


def checks(
    command: type[C],
) -> Callable[[Callable[[State, C], Iterator[Refusal]]], Callable[[State, C], Iterator[Refusal]]]:
    """Registers the function that yields the reasons against a command of type ``command``."""

    def register(
        function: Callable[[State, C], Iterator[Refusal]],
    ) -> Callable[[State, C], Iterator[Refusal]]:
        CHECKS[command] = function
        return function

    return register


def decides(command: type[C]) -> Callable[[Callable[[Draft, C], None]], Callable[[Draft, C], None]]:
    """Registers the function that emits the events of a command of type ``command``."""

    def register(function: Callable[[Draft, C], None]) -> Callable[[Draft, C], None]:
        DECISIONS[command] = function
        return function

    return register


def evolves(event: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    """Registers the function that applies an event of type ``event``."""

    def register(function: Callable[[State, E], State]) -> Callable[[State, E], State]:
        EVOLUTIONS[event] = function
        return function

    return register


def settles(*frames: type) -> Callable[[Settle], Settle]:
    """Registers a step that happens by itself after a command: returns True when it emitted something.

    It is asked while a frame of one of the types ``frames`` is on top (``NoneType``: while there is no frame); without
    types, whatever is on top. Settlers run in order of registration, again from the first one after each that did
    something, until none does. They are what turns "the last move of the action was made" into "the action is over".
    """

    def register(function: Settle) -> Settle:
        SETTLERS.append(Settler(frames, function))
        return function

    return register


def check(state: State, command: Command) -> tuple[Refusal, ...]:
    """Returns every reason against ``command``, illegal ones first; empty when it may be executed."""
    reasons = as_printed(state, tuple(CHECKS[type(command)](state, command)))
    if len(reasons) < 2:
        return reasons
    return tuple(sorted(reasons, key=lambda reason: reason.severity is Severity.UNUSUAL))


def execute(state: State, command: Command, *, record_anyway: bool = False) -> tuple[State, tuple[Event, ...]]:
    """Returns the new state and the events of ``command``; raises Refused, with every reason, and changes nothing.

    ``record_anyway`` lets a command through that is merely unusual: the physical board is right.
    """
    reasons = check(state, command)
    blocking = reasons if not record_anyway else tuple(r for r in reasons if r.severity is Severity.ILLEGAL)
    if blocking:
        raise Refused(blocking)
    draft = Draft(state)
    DECISIONS[type(command)](draft, command)
    settle(draft)
    return draft.state, tuple(draft.events)


def settle(draft: Draft) -> None:
    """Runs what follows by itself until nothing does."""
    while _settle_once(draft):
        pass


def _settle_once(draft: Draft) -> bool:
    frames = draft.state.frames
    top: type = type(frames[-1]) if frames else NoneType
    for step in settlers_of(top):  # noqa: SIM110 - a generator costs a third more here
        if step(draft):
            return True
    return False


@cache
def settlers_of(frame: type) -> tuple[Settle, ...]:
    """Returns the settlers to ask while a frame of this type is on top, in their order."""
    load()
    return tuple(settler.step for settler in SETTLERS if not settler.frames or frame in settler.frames)


def evolve(state: State, event: Event) -> State:
    """Returns the state after ``event``; checks nothing, draws nothing."""
    return EVOLUTIONS[type(event)](state, event)


_with_frames = changer(State, "frames")


@evolves(StepOpened)
def _opened(state: State, event: StepOpened) -> State:
    return _with_frames(state, (*state.frames, event.frame))


@evolves(StepChanged)
def _changed(state: State, event: StepChanged) -> State:
    return _with_frames(state, (*state.frames[:-1], event.frame))


@evolves(StepClosed)
def _closed(state: State, event: StepClosed) -> State:
    return _with_frames(state, state.frames[:-1])
