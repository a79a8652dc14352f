"""What the store hands out: frozen copies of its rows, and its refusals."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from companion.content.terms import Faction, Subfaction

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

    The codes, ``approve``, ``hidden``, ``imported`` and ``salt`` are as the table ``Game`` has them. ``damaged``: in
    lists, that the record is not what was written.
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
    salt: str = ""
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A device at a game; ``device`` is its id, ``owner``, ``waiting``, ``person`` and ``removed`` are as the table
    ``Seat`` has them.

    ``parts``: what it plays and whose secrets it may see, of one faction; none: a device of the table, which may act
    for everybody and sees no secrets between people, or a watcher. ``acts_for``: parts handed to it, for which it acts
    and whose secrets it does not see, ``acts_once`` for one decision. ``wants``: parts it asks to play; ``knows``:
    sides whose secrets it has seen.
    """

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
    parts: frozenset[Subfaction] = frozenset()
    acts_for: frozenset[Subfaction] = frozenset()
    wants: frozenset[Subfaction] = frozenset()
    knows: frozenset[Faction] = frozenset()
    acts_once: bool = False

    @property
    def faction(self) -> Faction | None:
        """The side that it plays, None for a device of the table and for watchers."""
        return next((part.faction for part in self.parts), None)

    def may_act(self, parts: frozenset[Subfaction]) -> bool:
        """Whether it may do what is for these parts to do: a device of the table may do everything."""
        return self.role.may_write and (not self.parts or bool(parts & (self.parts | self.acts_for)))

    @property
    def number(self) -> int:
        """Two digits by which people tell the devices that wait apart: of 90 that came one after the other each has
        its own."""
        return 10 + self.id * 37 % 90

    def watching(self) -> "SeatRecord":
        """Returns what a device with this seat is while it waits, where those who wait may watch: a watcher."""
        none: frozenset[Any] = frozenset()
        watcher = replace(self, role=Role.SPECTATOR, owner=False, acts_once=False)
        return replace(watcher, parts=none, acts_for=none, wants=none, knows=none)

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


class SeatTaken(Exception):
    """Another person plays ``parts`` of what was asked for; ``by`` is the number of that seat."""

    def __init__(self, game: str, parts: frozenset[Subfaction], by: int) -> None:
        self.game = game
        self.parts = parts
        self.by = by
        super().__init__(f"parts: {', '.join(sorted(parts))} in the game {game} are played by the seat {by}")


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
