"""Another game like one that is there: with its whole history, or as it stands now."""

import hashlib
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from companion.service.exchange import rows_seen_by
from companion.service.loaded import Loaded
from companion.service.secrets import ALL_EYES, Eyes
from companion.service.settings import GameSettings, Played
from companion.service.table import ID_LENGTH, TRIES, Table
from companion.store import GameRecord, SeatRecord, people
from companion.store.codes import fresh_codes
from companion.store.records import REDO, UNDO
from companion.store.timeline import Row

FIRST = 1


def copy_game(
    table: Table,
    game: str,
    token: str,
    player: str,
    key: str,
    name: str,
    *,
    whole: bool,
    eyes: Eyes = ALL_EYES,
    until: int | None = None,
) -> GameRecord:
    """Makes a copy of a game called ``name`` and returns it; the device with the secret ``token`` is its owner.

    It holds what ``eyes`` see of the game: in the copy its owner may choose either side.

    ``whole``: with its history, to be undone as there. Else it begins as the game stands now: what was taken back is
    not in it, and nothing before can be undone. Those who play there keep their names in the history and join anew.
    ``until``: the copy tries something else from this row on, the last one of an entry that holds: it begins as the
    game stood after it, and is marked as such a copy.
    The same ``key`` from the same device is the same request repeated. Raises NotFound, or Damaged; ValueError when no
    entry that holds ends there.
    """
    copy = hashlib.sha256(f"{token}/copy/{key}".encode()).hexdigest()[:ID_LENGTH]
    if table.games.seat(copy, token, table.clock()):
        return table.games.get(copy)
    loaded = table.load(game)
    rows = rows_seen_by(table.log.rows(game), eyes)
    rows = rows if whole else _in_one(rows, loaded, until)
    played = loaded.settings.played if until is None else Played.WHAT_IF
    settings = loaded.settings if whole else loaded.settings.begun_at(until)
    settings = replace(settings, name=name, played=played)
    for _ in range(TRIES):
        record = replace(_record(table, loaded, copy, settings), winner=_winner(loaded, until))
        with suppress(ValueError):
            table.log.restore(record, _seats(table, game, rows), rows, (token, player))
            return record
        if table.games.seat(copy, token, table.clock()):
            return table.games.get(copy)
    raise RuntimeError(f"code: no free one was found in {TRIES} tries")


def _in_one(rows: Sequence[Row], loaded: Loaded, until: int | None) -> list[Row]:
    """The events that hold, up to a row, as one step from which there is no way back."""
    steps = loaded.timeline.steps
    if until is not None and until not in {step.batch.last for step in steps}:
        raise ValueError(f"until: no entry that holds ends at {until}")
    holding = {step.batch.number for step in steps if until is None or step.batch.last <= until}
    kept = [row for row in rows if row.batch in holding and row.kind not in (UNDO, REDO)]
    return [
        replace(row, seq=seq, batch=FIRST, command=kept[0].command, seat=None) for seq, row in enumerate(kept, FIRST)
    ]


def _seats(table: Table, game: str, rows: Sequence[Row]) -> list[SeatRecord]:
    seats = table.games.seats(game)
    names, told = people(seats), {row.seat for row in rows}
    return [replace(seat, name=names[seat.id]) for seat in seats if seat.id in told]


def _winner(loaded: Loaded, until: int | None) -> str | None:
    """Who has won where the copy begins."""
    if until is None:
        return loaded.game.winner
    state = next(step.state for step in loaded.timeline.steps if step.batch.last == until)
    return None if state.winner is None else state.winner.id


def _record(table: Table, loaded: Loaded, game_id: str, settings: GameSettings) -> GameRecord:
    now = table.clock()
    return replace(
        loaded.game,
        id=game_id,
        name=settings.name,
        # Another seed: nobody learns from a copy what the app will roll in the game itself.
        seed=secrets.randbits(62),
        settings=settings.to_text(),
        **fresh_codes(),
        created=now,
        changed=now,
        hidden=False,
        imported=None,
        deleted=None,
    )
