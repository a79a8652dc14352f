"""Simulated games as a device at the table sees them, without a database: before and after every deed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache

from werkzeug.datastructures import MultiDict

from companion.rules import execute
from companion.rules.commands import (
    Command,
    DrawTactical,
    RollAtreidesDice,
    RollAttackDice,
    RollBattle,
    RollHarkonnenDie,
    TakeStation,
    TurnWormsign,
)
from companion.rules.events import Event
from companion.rules.frames import RollSource
from companion.rules.state import State
from companion.service import DiceBy, GameSettings, Hints, Loaded
from companion.store import GameRecord, Role, SeatRecord, Timeline
from companion.store.timeline import Batch, Step
from companion.web.scene import Scene
from companion.web.seats import View
from solo_bot.simulation.play import play_game

NOW = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
GAME = "simulated"


@dataclass(frozen=True)
class Deed:
    """One step of the history of a game."""

    before: State
    commands: tuple[Command, ...]
    events: tuple[Event, ...]
    after: State

    @property
    def name(self) -> str:
        """Its commands, as the log keeps them."""
        return " ".join(dict.fromkeys(type(command).__name__ for command in self.commands))


@cache
def deeds_of(seed: int) -> tuple[Deed, ...]:
    """Every deed of a simulated game, in order; in games of odd seeds the app rolls the dice and draws the tokens."""
    return tuple(_deeds(seed))


DRAWN = (DrawTactical, RollAtreidesDice, RollHarkonnenDie, RollAttackDice, TakeStation, TurnWormsign)


def _by_app(command: Command) -> Command:
    """The same command as the app gives it when it is asked to roll or to draw."""
    if isinstance(command, RollBattle):
        return replace(command, sources=(RollSource.APP, RollSource.APP))
    return replace(command, source=RollSource.APP) if isinstance(command, DRAWN) else command


def _deeds(seed: int) -> Iterator[Deed]:
    state = State()
    for commands in play_game(seed).deeds:
        after, events = state, list[Event]()
        if seed % 2:
            commands = tuple(map(_by_app, commands))
        for command in commands:
            after, caused = execute(after, command, record_anyway=True)
            events += caused
        yield Deed(state, commands, tuple(events), after)
        state = after


def scene_after(deed: Deed, role: Role = Role.PLAYER) -> Scene:
    """What a device sees right after a deed."""
    first = Batch(1, 1, "StartGame", None, NOW, ())
    batch = Batch(2, 1 + len(deed.events), deed.name, 1, NOW, deed.events)
    steps = (Step(first, deed.before), Step(batch, deed.after))
    return _scene(Timeline(batch.last, steps, (), (first, batch)), role)


def scene_before(deed: Deed, role: Role = Role.PLAYER, hints: Hints = Hints.ADVICE) -> Scene:
    """What a device sees when the deed is due, in a game in which it is told so much about chances."""
    batch = Batch(1, 1, "StartGame", None, NOW, ())
    return _scene(Timeline(1, (Step(batch, deed.before),), (), (batch,)), role, hints)


def _scene(timeline: Timeline, role: Role, hints: Hints = Hints.ADVICE) -> Scene:
    settings = GameSettings("", dice=DiceBy.APP, hints=hints)
    game = GameRecord(GAME, "", timeline.state.mode.value, 1, settings.to_text(), "AAAA", "W", "O", NOW, NOW, None)
    seat = SeatRecord(1, GAME, role, "Ola", NOW, NOW)
    return Scene(View(Loaded(game, timeline, settings), seat), MultiDict())
