"""Folded games in memory: those used last, as many as fit into so many bytes."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from companion.store.timeline import Row, Timeline

MOST_BYTES = 96 * 1024 * 1024
"""About 150 long games, or 4 to 6 with 2,000 corrections of the whole position each."""
BYTES_PER_CHARACTER = 1.7
"""What a character of an event's document comes to once it is decoded. This and the next two were measured by
tracemalloc on played games and on trackers; a test measures again."""
BYTES_PER_ROW = 50
BYTES_PER_STEP = 900


@dataclass(frozen=True, slots=True)
class Folded:
    """A game up to a row of its log, and about how many bytes of memory that takes."""

    timeline: Timeline = field(default_factory=Timeline)
    size: int = 0

    def extended(self, rows: Sequence[Row]) -> "Folded":
        """Returns the game after more rows; raises DecodeError."""
        if not rows:
            return self
        return Folded(self.timeline.extended(rows), self.size + size_of(rows))


def size_of(rows: Sequence[Row]) -> int:
    """Returns about how many bytes of memory rows take when they are folded."""
    characters = sum(len(row.payload) for row in rows)
    steps = len({row.batch for row in rows})
    return round(characters * BYTES_PER_CHARACTER) + len(rows) * BYTES_PER_ROW + steps * BYTES_PER_STEP


class Memory:
    """Folded games by id; safe to share between threads. The game used last stays, however big it is."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        """Keeps at most so many bytes."""
        self._most = most_bytes
        self._games: OrderedDict[str, Folded] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        with self._lock:
            return len(self._games)

    @property
    def size(self) -> int:
        """About how many bytes all games take."""
        with self._lock:
            return self._size

    def get(self, game: str) -> Folded:
        """Returns what is known of a game: nothing, for one that is not kept."""
        with self._lock:
            return self._games.get(game, Folded())

    def keep(self, game: str, folded: Folded) -> None:
        """Keeps a game unless a later moment of it is kept, and drops those not used for longest."""
        with self._lock:
            known = self._games.get(game)
            if known is None or known.timeline.seq <= folded.timeline.seq:
                self._size += folded.size - (known.size if known else 0)
                self._games[game] = folded
            self._games.move_to_end(game)
            while self._size > self._most and len(self._games) > 1:
                _oldest, dropped = self._games.popitem(last=False)
                self._size -= dropped.size

    def forget(self, game: str) -> None:
        """Drops a game."""
        with self._lock:
            if dropped := self._games.pop(game, None):
                self._size -= dropped.size
