"""The rules of the game as a pure reducer: ``execute`` turns a command into events, ``evolve`` folds them.

Its names stand in ``companion.rules.front`` and are loaded when one is asked for: commands and
events are many, and whoever only looks at a position waits for none of them.

>>> from companion.rules import ATREIDES, StartGame, State, execute
>>> state, events = execute(State(), StartGame())
>>> type(state.frame).__name__, len(state.legions(ATREIDES))
('SetupFrame', 8)
"""

from typing import TYPE_CHECKING

# fmt: off
NAMES = (
    "ATREIDES", "CODES", "HARKONNEN", "NOBODY", "Army", "Command", "Draft", "Event", "Frame",
    "Refusal", "Refused", "Rules", "Severity", "StartGame", "State", "check", "evolve", "execute",
    "settle", "supply",
)
# fmt: on

if TYPE_CHECKING:
    from companion.rules.front import *  # noqa: F403
else:

    def __getattr__(name: str) -> object:
        if name not in NAMES:
            # Modules of the package are asked for in this way too, and must not load the rest.
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from companion.rules import front

        return getattr(front, name)
