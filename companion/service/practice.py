"""A battle to practise: a ready position in a game of its own that counts for nothing."""

from companion.board import AREA_NUMBER
from companion.content.terms import Faction, Result
from companion.frozen import replace
from companion.rules import execute
from companion.rules.army import Army
from companion.rules.commands import Attack, Command, CorrectBoard, EndVehicles, RollAtreidesDice, SpendDie
from companion.rules.frames import RollSource, SetupFrame
from companion.rules.state import ATREIDES, HARKONNEN, LeaderStatus, Standing, State
from companion.service.chance import Chance
from companion.service.quick import quick_set_up
from companion.service.settings import DiceBy, GameSettings, Played, SetUp
from companion.service.table import Table
from companion.store import GameRecord

DICE = (Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)
FROM, AGAINST = AREA_NUMBER["tasmin_sink"], AREA_NUMBER["pasty_mesa"]
OURS = Army(regular=2, elite=1, special=1, generic=1, named=("stilgar",))
THEIRS = Army(regular=3, elite=1, special=1, generic=1)
"""Every kind of unit and leader is there, either side may win, and going on is a question."""
HAND = 2
MOST_DROPPED = 20


ATTACK: tuple[Command, ...] = (SpendDie(Result.LEADERSHIP, Result.LEADERSHIP), Attack(ATREIDES, FROM, AGAINST))
"""Stilgar's legion attacks."""


def begin_practice(table: Table, name: str, token: str, key: str) -> GameRecord:
    """Makes a game that stands in the middle of a battle, out of sight of all lists, and returns it.

    The device with the secret ``token`` plays it; the same ``key`` from it is the same request repeated.
    """
    settings = GameSettings(name, dice=DiceBy.APP, set_up=SetUp.GUIDED, played=Played.PRACTICE)
    game, seat = table.create_game(settings, token, "", key)
    loaded = table.load(game.id)
    if isinstance(loaded.state.frame, SetupFrame):
        laid_out = before_the_attack(loaded.state, loaded.chance)
        seq = table.submit(game.id, seat, loaded.seq, "laid-out", laid_out, record_anyway=True).seq
        table.submit(game.id, seat, seq, "attack", ATTACK)
        table.keeping.hide(game.id, True)
        _drop_older(table, token, game.id)
    return game


def _drop_older(table: Table, token: str, newest: str) -> None:
    """Leaves a device its last battle: nobody comes back to the others, and they can be found nowhere."""
    for one in table.games.recent(token, MOST_DROPPED, hidden=True):
        if one.id != newest and not one.damaged and GameSettings.from_text(one.settings).played is Played.PRACTICE:
            table.keeping.delete(one.id, table.clock())
            table.keeping.drop(one.id)
            table.forget(one.id)


def before_the_attack(state: State, chance: Chance) -> tuple[Command, ...]:
    """Returns the commands that lead from a game just opened to the turn in which ``ATTACK`` comes."""
    commands: list[Command] = [*quick_set_up(state, chance, DiceBy.APP), EndVehicles()]
    commands.append(RollAtreidesDice(DICE, RollSource.APP))
    for command in commands:
        state, _ = execute(state, command, record_anyway=True)
    commands.append(CorrectBoard(_armed(state)))
    return tuple(commands)


def _armed(state: State) -> State:
    """The position with both legions face to face."""
    state = _with(_with(state, ATREIDES, FROM, OURS), HARKONNEN, AGAINST, THEIRS)
    leaders = tuple(
        (one, LeaderStatus(Standing.BOARD) if one in OURS.named else status) for one, status in state.leaders
    )
    return replace(state, leaders=leaders, cards=replace(state.cards, hand=HAND))


def _with(state: State, faction: Faction, area: int, army: Army) -> State:
    own = tuple(army if at == area else there for at, there in enumerate(state.armies[faction]))
    other = state.armies[faction.enemy]
    return replace(state, armies=(own, other) if faction is HARKONNEN else (other, own))
