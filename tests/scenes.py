"""Games at telling moments, played by simulations from fixed seeds: what pictures are taken of and pages looked at."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.content.terms import Phase, Result
from companion.rules import execute
from companion.rules.army import Army
from companion.rules.commands import Command, CountCombat, EnterObjective, EnterRank, GoToPhase, StartGame, ThrowDice
from companion.rules.frames import (
    ActionFrame,
    BattleFrame,
    BattleStage,
    GameOverFrame,
    Roll,
    TurnFrame,
    VehiclesFrame,
    WormsignFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.service import Table
from companion.service.settings import DiceBy, GameSettings, SetUp
from solo_bot.orders import next_order
from solo_bot.simulation import play_game

SEEDS = range(40)


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a simulated game: the first state that is ``wanted``."""

    name: str
    wanted: Callable[[State], bool]


def _choice_to_make(state: State) -> bool:
    order = next_order(state) if isinstance(state.frame, ActionFrame) else None
    return state.round > 1 and order is not None and len(order.choices) == 2 and order.rule == "MAHDI-ATTACK-1"


def _own_turn(state: State) -> bool:
    frame = state.frame
    return state.round > 1 and isinstance(frame, TurnFrame) and frame.faction is ATREIDES and not frame.acted


def _battle(state: State) -> bool:
    frame = state.frame
    return isinstance(frame, BattleFrame) and frame.stage is BattleStage.ROLL and frame.attacker is HARKONNEN


SCENES = (
    Scene("table", _own_turn),
    Scene("order", _choice_to_make),
    Scene("battle", _battle),
    Scene("vehicles", lambda state: state.round > 1 and isinstance(state.frame, VehiclesFrame)),
    Scene("question", lambda state: isinstance(state.frame, WormsignFrame)),
    Scene("end", lambda state: isinstance(state.frame, GameOverFrame)),
)
QUICK: tuple[Command, ...] = (
    EnterObjective((7, 6, 8)),
    GoToPhase(1, Phase.VEHICLES),
    GoToPhase(1, Phase.ACTIONS),
    ThrowDice(ATREIDES, (Result.STRATEGY, Result.HOUSE, Result.HOUSE, Result.MENTAT)),
    CountCombat(
        HARKONNEN,
        (Army(regular=3, special=1, generic=1), Army(regular=2, elite=1)),
        (Roll(1, 1, 2), Roll(3, 2, 1)),
        (0, 1),
        2,
    ),
)
"""What was done at the table of the quick games: a battle of four dice against six."""


RECENT, AT_ONCE = 20, 10
"""So many commands are the last entries of a game, each for itself; so many of those before are one entry."""


def moment(wanted: Callable[[State], bool]) -> list[Command]:
    """Returns the commands of a simulated game up to the first state that is ``wanted``."""
    for seed in SEEDS:
        record = play_game(seed)
        state, _ = execute(State(), StartGame())
        commands: list[Command] = [command for command in record.commands if not isinstance(command, StartGame)]
        for number, command in enumerate(commands):
            if wanted(state):
                return commands[:number]
            state, _ = execute(state, command, record_anyway=True)
        if wanted(state):
            return commands
    raise LookupError("no simulated game comes to this moment")


def game_at(table: Table, name: str, commands: list[Command], token: str = "") -> str:
    """Returns the join code of a new game in which ``commands`` were carried out, all sietch ranks entered."""
    game, seat = table.create_game(GameSettings(name), token or f"token of {name}", "Paul")
    loaded = table.load(game.id)
    ranks = [EnterRank(sietch.area, 1 + number % 3) for number, sietch in enumerate(loaded.state.sietches)]
    start: list[Command] = [*ranks, *commands]
    # What is long past is recorded some at a time: nobody looks at it one by one.
    past = max(0, len(start) - RECENT)
    entries = [start[n : min(n + AT_ONCE, past)] for n in range(0, past, AT_ONCE)] + [[one] for one in start[past:]]
    for number, entry in enumerate(entries):
        seq = table.load(game.id).seq
        table.submit(game.id, seat, seq, f"{name} {number}", tuple(entry), record_anyway=True)
    return game.play_code


def quick_game(table: Table, name: str, token: str = "") -> str:
    """Returns the join code of a game with trackers only, in the middle of its first round."""
    settings = GameSettings(name, mode=Mode.DUEL, dice=DiceBy.APP, set_up=SetUp.TRACKERS)
    game, seat = table.create_game(settings, token or f"token of {name}", "Paul")
    for number, command in enumerate(QUICK):
        table.submit(game.id, seat, table.load(game.id).seq, f"{name} {number}", command)
    return game.play_code
