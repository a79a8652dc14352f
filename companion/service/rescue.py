"""A damaged game: how much of it is good, and a new game, or a file, made of that."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.rules.state import Mode, State
from companion.service.exchange import document_of, rows_seen_by
from companion.service.secrets import ALL_EYES, Eyes
from companion.service.settings import GameSettings
from companion.service.table import ID_LENGTH, Table
from companion.store import Database, DecodeError, GameRecord, NotFound, SeatRecord, Timeline, rescue
from companion.store.codes import fresh_codes
from companion.store.timeline import Row


class NothingGood(Exception):
    """Not even the opening of the game can be read."""


@dataclass(frozen=True, slots=True)
class GoodPart:
    """What is good of a damaged game: its log up to the damage, folded, and what can be read of the rest."""

    rows: tuple[Row, ...]
    timeline: Timeline
    settings: GameSettings
    record: GameRecord | None
    seats: tuple[SeatRecord, ...]

    @property
    def until(self) -> datetime:
        """When the last good entry was made."""
        return self.rows[-1].created


def good_part(database: Database, game: str) -> GoodPart:
    """Returns what is good of a game; raises NothingGood, or NotFound for one that is not there."""
    record = rescue.readable_record(database, game)
    rows = rescue.good_rows(database, game)
    if not rows:
        if record is None and not rescue.is_there(database, game):
            raise NotFound("game", game)
        raise NothingGood(game)
    try:
        timeline = Timeline().extended(rows)
    except DecodeError:
        raise NothingGood(game) from None
    seats = rescue.good_seats(database, game)
    return GoodPart(tuple(rows), timeline, _settings(record, timeline), record, tuple(seats))


def make_of_part(table: Table, database: Database, game: str, name: str) -> GameRecord:
    """Makes a new game called ``name`` of what is good of a damaged one, with new codes; devices whose seats are good
    sit there as well. Raises NothingGood. The damaged game stays as it is."""
    part = good_part(database, game)
    now, winner = table.clock(), part.timeline.state.winner
    made = GameRecord(
        id=secrets.token_hex(ID_LENGTH // 2),
        name=name,
        mode=part.timeline.state.mode.value,
        seed=part.record.seed if part.record is not None and _is_whole(part) else secrets.randbits(62),
        settings=part.settings.to_text(),
        **fresh_codes(),
        created=part.rows[0].created,
        changed=now,
        winner=None if winner is None else winner.id,
    )
    rescue.make_of_part(database, game, made, part.rows)
    return made


def document_of_part(database: Database, game: str, eyes: Callable[[State], Eyes]) -> dict[str, Any]:
    """Returns what is good of a damaged game as a file that can be brought in again; raises NothingGood.

    ``eyes`` says whose secrets may be in it, from the last position that is good.
    """
    part = good_part(database, game)
    known = {seat.id for seat in part.seats}
    rows = [row if row.seat in known else _of_nobody(row) for row in part.rows]
    seen = eyes(part.timeline.state)
    seed = part.record.seed if part.record is not None and seen == ALL_EYES else None
    return document_of(part.rows[0].created, seed, part.settings.to_text(), part.seats, rows_seen_by(rows, seen))


def _is_whole(part: GoodPart) -> bool:
    """Between people a game that goes on must not roll what another one does."""
    state = part.timeline.state
    return state.mode is Mode.SOLO or state.winner is not None


def _of_nobody(row: Row) -> Row:
    return Row(row.seq, row.batch, row.kind, row.payload, row.command, None, row.created)


def _settings(record: GameRecord | None, timeline: Timeline) -> GameSettings:
    """The settings where they can be read, else what the opening of the game says of them."""
    state = timeline.state
    if record is not None:
        try:
            found = GameSettings.from_text(record.settings)
        except DecodeError:
            pass
        else:
            if (found.mode, found.rules) == (state.mode, state.rules):
                return found
    return GameSettings("", mode=state.mode, rules=state.rules, expansions=state.expansions)
