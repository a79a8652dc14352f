"""What phones were told happened, held against what the database holds."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.trust.phone import Sent

Row = tuple[int, int, str, str, str]
"""A row of the log: its number, that of its entry, kind, payload and command."""


@dataclass
class Ledger:
    """The forms of a game: those that were acknowledged in their order, and those that were refused.

    What is compared in the end is the log itself: of each entry the ledger keeps what it was when it was acknowledged.
    """

    database: Path
    told: list[Sent] = field(default_factory=list)
    refused: list[Sent] = field(default_factory=list)
    entries: dict[str, list[Row]] = field(default_factory=dict)
    late: set[str] = field(default_factory=set)
    """Keys of forms whose answer was lost: others may have been told first of what came after."""

    def opened(self, game: str) -> None:
        """Notes what stands in the log of a new game."""
        self.entries["open"] = self._rows(game)

    def acknowledge(self, sent: Sent) -> None:
        """Notes that a form was carried out, and its entry; a second time changes nothing."""
        if sent.key not in self.entries:
            place = self._place(sent) if sent.relative else sent.seq + 1
            self.entries[sent.key] = [row for row in self._rows(sent.game) if row[1] == place]
            self.told.append(sent)

    def faults(self, game: str) -> list[str]:
        """Returns what differs from the log: lost, doubled, changed, out of order, or done though it was refused."""
        rows = self._rows(game)
        found = []
        if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
            found.append("the log has gaps")
        left = list(rows)
        for name, entry in self.entries.items():
            if not entry or any(row not in left for row in entry):
                found.append(f"lost or changed: {name} was acknowledged")
            left = [row for row in left if row not in entry]
        if left:
            found.append(f"entries of forms that nobody was told of: {left[0][:3]} by {left[0][4]}")
        # A form that means the same wherever the game stands is for no place; one whose answer was lost is told late.
        places = [sent.seq for sent in self.told if not sent.relative]
        order = [sent.seq for sent in self.told if not sent.relative and sent.key not in self.late]
        if len(places) != len(set(places)) or order != sorted(order):
            found.append("two forms for one place, or out of their order")
        return found + [f"done though refused: {one.path} of {one.seq}" for one in self.refused if self.written(one)]

    def written(self, sent: Sent) -> bool:
        """Tells whether a form is known to have been carried out."""
        return self._place(sent) is not None

    def _place(self, sent: Sent) -> int | None:
        """The entry that a form led to, None where none is known."""
        with self._open() as base:
            wanted = "SELECT batch FROM idempotency_key WHERE game = ? AND key = ?"
            found = base.execute(wanted, (sent.game, sent.key)).fetchone()
            return None if found is None else int(found[0])

    def seq(self, game: str) -> int:
        """The last row of a game."""
        with self._open() as base:
            return int(base.execute("SELECT max(seq) FROM event WHERE game = ?", (game,)).fetchone()[0] or 0)

    def codes(self, game: str) -> tuple[str, str]:
        """The codes to play a game and to watch it, as its owner would read them out."""
        with self._open() as base:
            play, watch = base.execute("SELECT play_code, watch_code FROM game WHERE id = ?", (game,)).fetchone()
        return play, watch

    def _rows(self, game: str) -> list[Row]:
        with self._open() as base:
            wanted = "SELECT seq, batch, kind, payload, command FROM event WHERE game = ? ORDER BY seq"
            return base.execute(wanted, (game,)).fetchall()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        # Read only, and nothing kept open: the server may be killed at any moment.
        base = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=20)
        try:
            yield base
        finally:
            base.close()
