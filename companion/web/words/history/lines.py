"""The history in words: one line for every event (what happened, its particulars, its glyph).

Ranks that a player entered and secret objectives are not told here: the history is for every device.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.content.terms import Phase
from companion.rules import events as e
from companion.rules.events import Event
from companion.rules.frames import RollSource
from companion.web.say import _
from companion.web.words.history import board as history_board
from companion.web.words.history import cards as history_cards
from companion.web.words.history import desert_war as history_desert_war
from companion.web.words.history import flow as history_flow
from companion.web.words.history import people as history_people
from companion.web.words.names import phase_name, roll_source
from companion.web.words.records import HistoryLine

Wording = Callable[[Any], HistoryLine]

BOOKKEEPING = (e.StepOpened, e.StepChanged, e.StepClosed, e.MoveRecorded, e.ActionStepped, e.TurnEnded)
"""Events that change nothing on the table; their lines are hidden."""

WORDINGS: Mapping[type, Wording] = {
    **dict.fromkeys(BOOKKEEPING, history_flow.bookkeeping),
    **history_flow.WORDINGS,
    **history_board.WORDINGS,
    **history_cards.WORDINGS,
    **history_people.WORDINGS,
    **history_desert_war.WORDINGS,
}
BETWEEN_PEOPLE: Mapping[type, Wording] = {**WORDINGS, **history_people.BETWEEN_PEOPLE}
"""The same where people play the Harkonnen: their dice are spent for what they choose, not rolled turn by turn."""


def history_line(event: Event, phase: Phase | str = "", *, by_people: bool = False) -> HistoryLine:
    """Returns the line of an event; ``phase``: the phase in which it happened, named on the line.

    ``by_people``: people play the Harkonnen, so that readers of either side read it: sides are named, nobody is "you".
    Raises KeyError for what is no event.
    """
    wordings = BETWEEN_PEOPLE if by_people else WORDINGS
    line = wordings[type(event)](event)
    source = getattr(event, "source", None)
    if isinstance(source, RollSource):
        # What was typed in is told from what the app rolled or drew.
        line = replace(line, detail=" · ".join(filter(None, (line.detail, roll_source(source)))))
    return replace(line, phase=phase_name(Phase(phase))) if phase else line


def taken_back(who: str = "") -> str:
    """Returns the second line of an event that was undone, ``who`` being the name of the player who did it."""
    if who:
        return _("taken back by %(who)s", who=who)
    return _("taken back")
