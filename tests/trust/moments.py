"""Games at every kind of step: simulated against the opponent, played at random between people, and trackers only."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.rules import State, execute
from companion.rules.commands import Command, StartGame
from companion.rules.frames import GameOverFrame
from companion.rules.state import Mode, Rules
from companion.service import DiceBy
from companion.service.chance import Chance
from companion.service.quick import quick_set_up
from solo_bot.simulation import play_game
from tests.rules.machines.moves import kinds_open, of_kind, unusual, weight
from tests.scenes import QUICK

PEOPLE_STEPS = 70
FEW_STEPS = 20
RECENT = 4
"""So many commands are the last entries of a game, each for itself."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A step: what kind it is, the fields of a new game in which it comes, and the commands that lead to it."""

    name: str
    form: tuple[tuple[str, str], ...]
    commands: tuple[Command, ...]

    def entries(self) -> list[tuple[Command, ...]]:
        """The commands as entries of a history: what is long past in one, the last ones one by one."""
        past = max(0, len(self.commands) - RECENT)
        head = [self.commands[:past]] if past else []
        return head + [(one,) for one in self.commands[past:]]


def kind_of(state: State) -> str:
    """Names the kind of a step."""
    frame = state.frame
    parts = [state.mode.value, state.phase.value, type(frame).__name__]
    parts += [str(getattr(frame, name, "")) for name in ("stage", "faction")]
    return " ".join(parts)


def moments(seeds: int = 4) -> list[Moment]:
    """Returns a game for each kind of step that comes up in so many games against the opponent and between people."""
    found = {"set-up": Moment("set-up", _form("solo", "guided"), ())}
    found["trackers"] = Moment("trackers", _form("two", "trackers"), QUICK)
    for seed in range(seeds):
        for name, commands in _solo(seed):
            found.setdefault(name, Moment(name, _form("solo", "guided", "hand" if seed % 2 else "app"), commands))
    for seed in range(max(1, seeds // 2)):
        for mode in (Mode.DUEL, Mode.TEAM):
            form = _form("three-atreides" if mode is Mode.TEAM else "two", "guided")
            for name, commands in _between_people(mode, seed, PEOPLE_STEPS if seeds > 2 else FEW_STEPS):
                found.setdefault(name, Moment(name, form, commands))
    return [found[name] for name in sorted(found)]


def _form(players: str, set_up: str, dice: str = "app") -> tuple[tuple[str, str], ...]:
    return (("players", players), ("set_up", set_up), ("dice", dice))


def _solo(seed: int) -> Iterator[tuple[str, tuple[Command, ...]]]:
    state, _events = execute(State(), StartGame())
    done: list[Command] = []
    for command in play_game(seed).commands:
        if isinstance(command, StartGame):
            continue
        yield kind_of(state), tuple(done)
        state, _events = execute(state, command, record_anyway=True)
        done.append(command)
    yield kind_of(state), tuple(done)


def _between_people(mode: Mode, seed: int, steps: int) -> Iterator[tuple[str, tuple[Command, ...]]]:
    chance = Random(f"{mode.value} {seed}")
    rules = Rules(partners=2 if mode is Mode.TEAM else 1)
    state, events = execute(State(), StartGame(rules, mode))
    done = list(quick_set_up(state, Chance(seed, len(events)), DiceBy.APP))
    for command in done:
        state, _events = execute(state, command)
    for _step in range(steps):
        yield kind_of(state), tuple(done)
        kinds = [kind for kind in kinds_open(state) if kind is not StartGame]
        drawn = [kind for kind in kinds for _ in range(weight(kind))]
        options = of_kind(state, chance.choice(drawn)) if drawn else unusual(state)
        if not options or isinstance(state.frame, GameOverFrame):
            return
        done.append(chance.choice(options))
        state, _events = execute(state, done[-1], record_anyway=True)
