"""Commands of games in which people play the Harkonnen: their dice, their cards, scouting, and talks of partners."""

from companion.content.terms import Faction, Result
from companion.frozen import record
from companion.rules.frames import RollSource


@record
class RollHarkonnenDice:
    """ACT-1: the final results of the Harkonnen dice, after dice over the limit of 3 were changed.

    ``rolled``: what the dice showed before any was changed (empty: not told, how they were changed or split is not
    tested). A shared faction (TEAM-3): ``corrino`` are those of the results that lie on the Corrino Ally's dashboard.
    """

    results: tuple[Result, ...]
    corrino: tuple[Result, ...] = ()
    rolled: tuple[Result, ...] = ()
    source: RollSource | None = None


@record
class PlayHarkonnenCard:
    """ACT-3: a card of the Harkonnen hand is played for a die of ``die``; None: another card lets it be played.

    ``corrino``: the die lies on the Corrino Ally's dashboard (TEAM-3).
    """

    die: Result | None
    card: str
    corrino: bool = False


@record
class Scout:
    """FREE-2: the ornithopter of ``zone`` is removed to reveal the ``sietch`` and/or all ``tokens`` in ``area``."""

    zone: int
    area: int
    sietch: bool = True
    tokens: bool = True


@record
class DismissHawat:
    """LEADER-4: ``count`` cards *Hawat's Scheming* are discarded from the hand; Thufir Hawat leaves for good."""

    count: int = 2


@record
class TalkInSecret:
    """TEAM-1: partners of a shared ``faction`` discard a cone of silence token for a secret talk."""

    faction: Faction


@record
class EndTalk:
    """TEAM-1: the partners are back at the table; nobody is forced back, however long the talk lasts."""
