"""Plays for those who keep a log of them: a table that other programs read, and the text of one play to paste.

Nothing hidden is in either: they are made from the position as everybody may see it.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from datetime import date

from flask_babel import format_date

from companion.board import SETTLEMENT_RANK, SIETCH_MASK
from companion.content import TRACKS
from companion.content.terms import Faction
from companion.rules.state import MARKERS, Mode, State
from companion.service import GameSettings
from companion.store import THIS_COMPUTER, GameRecord, SeatRecord, people
from companion.web.say import _
from companion.web.words import names
from companion.web.words.games import usual_name

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would work out instead of showing it."""


@dataclass(frozen=True, slots=True)
class Play:
    """One game that was played; the names of the fields are the heads of the table, the same in every language."""

    date: str
    game: str
    mode: str
    level: str
    players: str
    winner: str
    rounds: int
    supremacy: int
    kwisatz_haderach: int
    sand_dwellers: int
    jihad: int
    sietches: int
    settlements: int


def play_of(game: GameRecord, state: State, seats: Sequence[SeatRecord]) -> Play:
    """Returns a game as a play; ``state``: how it stands for everybody."""
    settings = GameSettings.from_text(game.settings)
    solo = state.mode is Mode.SOLO
    who = (f"{name} ({side.name.capitalize()})" if side is not None else name for name, side in players(seats, state))
    return Play(
        game.changed.astimezone().date().isoformat(),
        game.name,
        state.mode.value,
        settings.level.value if solo else "",
        "; ".join(who),
        "" if state.winner is None else state.winner.name.capitalize(),
        state.round,
        state.supremacy,
        *state.prescience,
        len(state.sietches),
        state.settlements.bit_count(),
    )


def players(seats: Sequence[SeatRecord], state: State) -> list[tuple[str, Faction | None]]:
    """Returns who played by name, each once, and on which side: alone the Atreides, None where a device is for all."""
    called = people(seats)
    playing = (seat for seat in seats if seat.role.may_write and not seat.waiting and seat.device != THIS_COMPUTER)
    solo = Faction.ATREIDES if state.mode is Mode.SOLO else None
    return list(dict.fromkeys((called[seat.id], solo or seat.faction) for seat in playing if called[seat.id]))


def as_csv(plays: Iterable[Play]) -> str:
    """Returns the table of plays: comma separated, with heads, and no cell that a spreadsheet would work out."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([field.name for field in fields(Play)])
    for play in plays:
        writer.writerow([f"'{cell}" if str(cell).startswith(FORMULA) else cell for cell in astuple(play)])
    return out.getvalue()


def as_text(game: GameRecord, state: State, seats: Sequence[SeatRecord], outcome: str, levels: str = "") -> str:
    """Returns one play in the reader's words, line by line, as it goes into a comment of any collection.

    ``levels``: those of the opponent (``level_course``).
    """
    settings = GameSettings.from_text(game.settings)
    day: date = game.changed.astimezone().date()
    lines = [f"{names.word('game_title')}, {format_date(day, 'long')}", usual_name(settings)]
    if levels:
        lines[-1] += f" ({levels})"
    who = [name if side is None else f"{name} ({names.faction_name(side)})" for name, side in players(seats, state)]
    if who:
        lines.append(_("Players: %(players)s", players=", ".join(who)))
    lines.append(f"{outcome}.")
    lines.append(
        _("Supremacy %(value)s of %(length)s", value=state.supremacy, length=TRACKS.supremacy.length)
        + "; "
        + ", ".join(f"{names.marker_name(one)} {step}" for one, step in zip(MARKERS, state.prescience, strict=True))
    )
    lines.append(
        _(
            "Sietches left: %(sietches)s of %(all)s, settlements: %(settlements)s of %(most)s",
            sietches=len(state.sietches),
            all=SIETCH_MASK.bit_count(),
            settlements=state.settlements.bit_count(),
            most=len(SETTLEMENT_RANK),
        )
    )
    return "\n".join(lines)
