"""Whose secrets a device may be shown, and covering them while it lies on the table."""

from collections.abc import Callable

from flask import has_request_context, request
from werkzeug.wrappers import Response

from companion.rules.ask.asked import SIDES
from companion.rules.state import ATREIDES, Mode
from companion.service import Loaded
from companion.service.secrets import ALL_EYES, NO_EYES, Eyes
from companion.service.settings import SetUp
from companion.store import Role, SeatRecord

COVER, COVERED = "cover", "on"
"""The cookie of a device that shows no secrets until it is uncovered, and its value."""
COVER_SECONDS = 31_536_000


def may_see(game: Loaded, seat: SeatRecord, has_sides: Callable[[str], bool]) -> Eyes:
    """Returns whose secrets a device with this seat may see: those of the parts that it plays, alone those of Atreides.

    A device of the table and a watcher see nobody's between people; with trackers only a device of the table sees those
    of Atreides as long as nobody has chosen a side (``has_sides`` of a game). When the game is over nothing is secret.
    """
    if game.state.winner is not None:
        return ALL_EYES
    if seat.role not in (Role.PLAYER, Role.PARTNER):
        return NO_EYES
    if game.state.mode is Mode.SOLO:
        return SIDES[ATREIDES]
    if seat.faction is not None:
        return seat.parts
    shared = game.settings.set_up is SetUp.TRACKERS and not has_sides(game.game.id)
    return SIDES[ATREIDES] if shared else NO_EYES


def can_cover(game: Loaded, eyes: Eyes) -> bool:
    """Tells whether a device with ``eyes`` shows secrets that somebody else at the table must not see."""
    return game.state.mode is not Mode.SOLO and game.state.winner is None and bool(eyes)


def is_covered() -> bool:
    """Tells whether the owner of the asking device has covered it; a cookie keeps it so."""
    return has_request_context() and request.cookies.get(COVER) == COVERED


def keep_cover(response: Response, *, on: bool) -> None:
    """Makes the device remember that it is covered, or no longer."""
    value, seconds = (COVERED, COVER_SECONDS) if on else ("", 0)
    response.set_cookie(COVER, value, max_age=seconds, httponly=True, samesite="Lax")
