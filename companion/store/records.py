"""What the store hands out: frozen copies of its rows, and its refusals."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

UNDO, REDO = "undo", "redo"
"""Kinds of the rows that take a batch back or put it back; all other kinds are names of events."""


class Role(StrEnum):
    """What a device may do in a game; only players and partners write and see what Atreides hide."""

    PLAYER = "player"
    PARTNER = "partner"
    SPECTATOR = "spectator"

    @property
    def may_write(self) -> bool:
        """Whether this role may change the game."""
        return self is not Role.SPECTATOR


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game without its log. ``settings`` is a JSON text of the service; ``winner`` a faction id or None.

    The codes, ``approve``, ``hidden`` and ``imported`` are as the table ``Game`` has them. ``damaged``: in lists, that
    the record is not what was written.
    """

    id: str
    name: str
    mode: str
    seed: int
    settings: str
    play_code: str
    watch_code: str
    owner_code: str
    created: datetime
    changed: datetime
    winner: str | None
    approve: bool = False
    hidden: bool = False
    imported: str | None = None
    deleted: datetime | None = None
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A device at a game; ``device`` is its id, ``owner``, ``waiting``, ``person`` and ``removed`` are as the table
    ``Seat`` has them."""

    id: int
    game: str
    role: Role
    name: str
    created: datetime
    seen: datetime
    device: str = ""
    owner: bool = False
    waiting: bool = False
    person: int | None = None
    removed: bool = False

    @property
    def sits(self) -> bool:
        """Whether the device may see the game: neither waiting to be let in nor removed."""
        return not self.waiting and not self.removed


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the log to write: ``kind`` is the name of the event, or ``undo`` / ``redo``; ``payload`` JSON."""

    kind: str
    payload: str


class NotFound(LookupError):
    """There is no such game, seat or join code."""

    def __init__(self, what: str, key: str) -> None:
        self.what = what
        self.key = key
        super().__init__(f"{what}: there is no {key!r}")


class Conflict(Exception):
    """The game has moved on since the page was made: it stands at ``current``, the request expected ``expected``."""

    def __init__(self, game: str, expected: int, current: int) -> None:
        self.game = game
        self.expected = expected
        self.current = current
        super().__init__(f"seq: the game {game} stands at {current}, not at {expected}")


class KeyReused(Exception):
    """An idempotency key came again with another request: the sender is broken. Nothing was changed."""

    def __init__(self, game: str, key: str) -> None:
        self.game = game
        self.key = key
        super().__init__(f"idempotency_key: {key!r} was used for another request")
