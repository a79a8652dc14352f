"""What nobody needs any longer: devices that never came back, and abandoned games.

Each deed is a small transaction of its own, so that nobody waits for a sweep. What is known of forms that were carried
out stays as long as their game: no clock decides whether a form is carried out twice.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, TextClause, bindparam, text

from companion.store.database import Database
from companion.store.tables import UtcDateTime

AT_ONCE = 500
"""Rows that are removed in one transaction."""
GAMES_AT_ONCE = 50
FEW_ROWS = 60
"""More rows of the log than the few actions of a game that was barely played can have."""

# A moment is old by the difference either way: one of the future was written before the clock was set.
_DEVICES = (
    "DELETE FROM device WHERE id IN (SELECT id FROM device WHERE (seen < :before OR seen > :after) AND NOT host "
    "AND owner IS NULL AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.device = device.id) "
    "AND NOT EXISTS (SELECT 1 FROM camera_box WHERE camera_box.device = device.id) LIMIT :most)"
)
_UNTOUCHED = "SELECT id, changed FROM game WHERE changed < :before ORDER BY changed LIMIT :most"
_BARELY_PLAYED = (
    "SELECT id, changed FROM game WHERE changed < :before AND seq < :rows AND winner IS NULL "
    "AND (SELECT COUNT(DISTINCT batch) FROM event WHERE event.game = game.id) <= :few ORDER BY changed LIMIT :most"
)


@dataclass(frozen=True, slots=True)
class Abandoned:
    """A game that nobody has touched since ``changed``."""

    id: str
    changed: datetime


class Leftovers:
    """What of a database can go; safe to share between threads and between processes."""

    def __init__(self, database: Database) -> None:
        """Uses ``database``, which the caller closes."""
        self._database = database

    def remove_devices(self, older: timedelta, now: datetime) -> int:
        """Removes devices that were not seen for so long and have no seat, no camera box and no rights of an owner;
        returns how many."""
        facts = {"before": now - older, "after": now + older, "most": AT_ONCE}
        removed = 0
        while True:
            with self._database.write() as session:
                gone = session.connection().execute(_typed(_DEVICES, "before", "after"), facts).rowcount
            removed += gone
            if gone < AT_ONCE:
                return removed

    def abandoned(
        self, now: datetime, untouched: timedelta, barely_played: timedelta, few_actions: int
    ) -> list[Abandoned]:
        """Returns some of the games not touched for ``untouched``, and of those not touched for ``barely_played`` that
        have fewer than ``few_actions`` actions beside their beginning."""
        with self._database.read() as session:
            connection = session.connection()
            found = _games(connection, _UNTOUCHED, before=now - untouched)
            # The first step of a game is its beginning.
            facts = {"before": now - barely_played, "few": few_actions, "rows": FEW_ROWS}
            return found + [one for one in _games(connection, _BARELY_PLAYED, **facts) if one not in found]

    def remove_game(self, game: Abandoned) -> bool:
        """Removes a game with its seats and its log unless somebody has touched it; tells whether it was removed."""
        statement = _typed("DELETE FROM game WHERE id = :id AND changed = :changed", "changed")
        with self._database.write(game.id) as session:
            return session.connection().execute(statement, {"id": game.id, "changed": game.changed}).rowcount > 0


def _games(connection: Connection, statement: str, **facts: object) -> list[Abandoned]:
    wanted = _typed(statement, "before").columns(changed=UtcDateTime())
    return [Abandoned(*row) for row in connection.execute(wanted, {"most": GAMES_AT_ONCE, **facts})]


def _typed(statement: str, *moments: str) -> TextClause:
    return text(statement).bindparams(*(bindparam(name, type_=UtcDateTime()) for name in moments))
