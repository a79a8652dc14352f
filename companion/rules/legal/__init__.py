"""Every command that the rules let through in a position, in a fixed order.

``check`` says whether a command is legal; this module says which commands there are. What is endless is bounded by a
scheme, so that the list can be counted, compared and drawn from:

- *Legions* move whole, or one unit (or token) of each kind leaves them; where a leader has to go along, one unit of
  each kind with each leader. Every way is listed: on the ground, by each ornithopter, by sandriding.
- *Figures that come* are one unit of a kind, or one leader; *replaced* are one or two units.
- *Casualties* are every choice, in one order: leaders first, regulars last. Excess is every choice.
- *Inputs* have one canonical value: the first that is legal. Dice show hits, shields and specials in turn; action dice,
  drawn cards, station symbols and ranks are the first in the order of the content; a wormsign shows a sandworm; a token
  shows one regular unit; an objective is 6, 6, 6, a declared one is known. With ``every_input`` each value is listed.
- *Counts of cards*: from none up to what the dice lack; at the end of the round the fewest that have to go.
- *Cards of Atreides* are named, one for each die, and offer the choices of ``companion.rules.atreides_cards``.
- Left out: ``CorrectBoard``, which is any position, and names of cards; deploying several units at once; two leaders
  replaced together; an objective put right; cards entered by hand from their start; what lies attached to a prescience
  card.
"""

from collections.abc import Callable, Iterator
from typing import get_args

from companion.rules import commands
from companion.rules.engine import check
from companion.rules.legal import course, desert_war, fighting, figures, harkonnen
from companion.rules.legal.scheme import PROPOSALS
from companion.rules.state import State

KINDS: tuple[type, ...] = get_args(commands.Command)
"""The commands in the order in which they are listed."""
UNBOUNDED = frozenset(
    {
        commands.CorrectBoard,
        commands.NamePrescience,
        commands.NameHand,
        commands.KeepTrackersOnly,
        commands.GoToPhase,
        commands.ThrowDice,
        commands.PutDieAside,
        commands.CountCombat,
    }
)
"""Commands that are never listed: corrections, always legal, names of cards, and those of games of trackers only."""
OF_DESERT_WAR = frozenset(kind for kind in KINDS if kind.__module__ == "companion.rules.commands.desert_war")
"""Commands of the expansion, which nobody can give in a game without it."""
PLAIN: dict[type, Callable[[], commands.Command]] = {
    commands.StartGame: commands.StartGame,
    commands.BeginGame: commands.BeginGame,
    commands.EndVehicles: commands.EndVehicles,
    commands.FinishAction: commands.FinishAction,
    commands.EndTurn: commands.EndTurn,
    commands.CardWithoutEffect: commands.CardWithoutEffect,
    commands.CardFinished: commands.CardFinished,
    commands.BeginHazards: commands.BeginHazards,
    commands.CollectSpice: commands.CollectSpice,
    commands.FinishClaims: commands.FinishClaims,
    commands.FinishCheck: commands.FinishCheck,
    commands.SkipStep: commands.SkipStep,
    commands.EnterByHand: commands.EnterByHand,
}
"""Commands that say everything by their name."""


def legal_commands(state: State, *, every_input: bool = False) -> Iterator[commands.Command]:
    """Yields each command of the scheme against which ``check`` has nothing at all, in a fixed order, none twice.

    ``every_input``: with every value of dice, draws and facedown tokens instead of the canonical one.

    >>> from companion.rules import execute
    >>> [type(command).__name__ for command in legal_commands(execute(State(), commands.StartGame())[0])][:2]
    ['PlaceStartingFigures', 'PlaceStartingFigures']
    """
    for kind in kinds_played(state):
        seen = set[commands.Command]()
        for command in candidates(state, kind, every_input=every_input):
            if command not in seen and not check(state, command):
                seen.add(command)
                yield command


def kinds_played(state: State) -> tuple[type, ...]:
    """Returns the kinds of command that a game may know: all but those of an expansion that is not played."""
    return KINDS if state.desert_war is not None else _WITHOUT_WAR


_WITHOUT_WAR = tuple(kind for kind in KINDS if kind not in OF_DESERT_WAR)


def candidates(state: State, kind: type, *, every_input: bool = False) -> Iterator[commands.Command]:
    """Yields the commands of ``kind`` that the scheme would look at in ``state``; nothing for unbounded ones."""
    if kind in PLAIN:
        yield PLAIN[kind]()
    elif kind in PROPOSALS:
        yield from PROPOSALS[kind](state, every_input)
