"""What phones were told happened, held against what the database holds."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.trust.phone import Sent


@dataclass
class Ledger:
    """Every form of a game by its key: what was acknowledged, what was refused, and what nobody knows.

    ``told`` holds the acknowledged ones in their order, each with the place in the log that the answer showed.
    """

    database: Path
    told: list[tuple[Sent, int]] = field(default_factory=list)
    refused: list[Sent] = field(default_factory=list)
    unknown: list[Sent] = field(default_factory=list)

    def faults(self, game: str) -> list[str]:
        """Returns what differs from the database: lost, doubled, out of order, or done though it was refused."""
        with self._open() as base:
            keys = base.execute("SELECT key, batch, seq_after FROM idempotency_key WHERE game = ?", (game,)).fetchall()
            rows = base.execute("SELECT seq, batch FROM event WHERE game = ? ORDER BY seq", (game,)).fetchall()
        done = {key: (batch, after) for key, batch, after in keys}
        found = []
        if [seq for seq, _batch in rows] != list(range(1, len(rows) + 1)):
            found.append("the log has gaps")
        written = {batch for _seq, batch in rows}
        named = {batch for batch, _after in done.values()}
        if len(named) != len(keys) or not named <= written:
            found.append("two forms have one entry, or a form has none")
        strange = set(done) - {one.key for one in self._all()} - {"open", "quick-set-up"}
        if strange:
            found.append(f"entries of forms that nobody sent: {sorted(strange)[:3]}")
        last = 0
        for sent, _shown in self.told:
            batch, _after = done.get(sent.key, (0, 0))
            if not batch:
                found.append(f"lost: {sent.path} of {sent.seq} was acknowledged")
            elif batch != sent.seq + 1:
                found.append(f"not where it was made for: {sent.path} of {sent.seq} is entry {batch}")
            elif batch <= last:
                found.append(f"out of order: {sent.path} is entry {batch} after {last}")
            last = max(last, batch)
        found += [f"done though refused: {one.path} of {one.seq}" for one in self.refused if one.key in done]
        return found

    def written(self, sent: Sent) -> bool:
        """Tells whether a form has an entry."""
        with self._open() as base:
            found = base.execute("SELECT 1 FROM idempotency_key WHERE game = ? AND key = ?", (sent.game, sent.key))
            return found.fetchone() is not None

    def seq(self, game: str) -> int:
        """The last row of a game."""
        with self._open() as base:
            return int(base.execute("SELECT max(seq) FROM event WHERE game = ?", (game,)).fetchone()[0] or 0)

    def _all(self) -> list[Sent]:
        return [*(sent for sent, _shown in self.told), *self.unknown, *self.refused]

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        # Read only, and nothing kept open: the server may be killed at any moment.
        base = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=20)
        try:
            yield base
        finally:
            base.close()
