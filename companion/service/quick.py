"""The quick set-up: the app says which starting figures stand where, instead of the tokens of the table.

Which figures a token shows is in no public source. The two sets used here are assumptions: the page that offers the
quick set-up says so, and the player then places the figures that the app names.
"""

from companion.content import ASSUMPTIONS
from companion.rules import execute
from companion.rules.army import force_army
from companion.rules.commands import BeginGame, Command, DrawTactical, PlaceStartingFigures
from companion.rules.frames import RollSource, RoundStartFrame, SetupFrame
from companion.rules.state import State
from companion.service.chance import Chance
from companion.service.settings import DiceBy

MOST_COMMANDS = 40
"""Six settlements, the beginning and at most eight tactical cards leave room."""


def starting_figures(chance: Chance, areas: tuple[int, ...]) -> tuple[PlaceStartingFigures, ...]:
    """Returns a command for each settlement: one black and one silver token, drawn without replacement (SETUP-2)."""
    black = chance.random("black_tokens").sample(ASSUMPTIONS.harkonnen_black, len(areas))
    silver = chance.random("silver_tokens").sample(ASSUMPTIONS.harkonnen_silver, len(areas))
    return tuple(
        PlaceStartingFigures(area, force_army(one) + force_army(other))
        for area, one, other in zip(areas, black, silver, strict=True)
    )


def quick_set_up(state: State, chance: Chance, dice: DiceBy) -> tuple[Command, ...]:
    """Returns the commands from an opened game to its first decision; nothing when the set-up is already over.

    With dice by the app it also draws the tactical cards of round 1 (MAHDI-START-2); else they are drawn at the table.
    """
    commands: list[Command] = []
    if isinstance(state.frame, SetupFrame):
        for placed in starting_figures(chance, state.frame.open):
            state, _ = execute(state, placed)
            commands.append(placed)
        begin = BeginGame()
        state, _ = execute(state, begin)
        commands.append(begin)
    while dice is DiceBy.APP and isinstance(state.frame, RoundStartFrame) and len(commands) < MOST_COMMANDS:
        drawn = DrawTactical(chance.tactical(state.cards.tactical), RollSource.APP)
        state, _ = execute(state, drawn)
        commands.append(drawn)
    return tuple(commands)
