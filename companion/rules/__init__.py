"""The rules of the game as a pure reducer: ``execute`` turns a command into events, ``evolve`` folds them.

Importing the package registers every check, decision, settler and fold.

>>> state, events = execute(State(), StartGame())
>>> type(state.frame).__name__, len(state.legions(ATREIDES))
('SetupFrame', 8)
"""

from companion.rules import registry
from companion.rules.army import NOBODY, Army
from companion.rules.commands import Command, StartGame
from companion.rules.engine import Draft, check, evolve, execute, settle
from companion.rules.events import Event
from companion.rules.frames import Frame
from companion.rules.refusal import Refusal, Refused, Severity
from companion.rules.refusal_codes import CODES
from companion.rules.state import ATREIDES, HARKONNEN, Rules, State, supply

__all__ = [
    "ATREIDES",
    "CODES",
    "HARKONNEN",
    "NOBODY",
    "Army",
    "Command",
    "Draft",
    "Event",
    "Frame",
    "Refusal",
    "Refused",
    "Rules",
    "Severity",
    "StartGame",
    "State",
    "atreides_cards",
    "battles",
    "check",
    "evolution",
    "evolve",
    "execute",
    "harkonnen_cards",
    "registry",
    "settle",
    "supply",
]
