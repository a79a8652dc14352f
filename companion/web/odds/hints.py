"""How much is said about chances: every device chooses for itself, the players of a game for all of its devices."""

from datetime import timedelta

from flask import request
from werkzeug.wrappers import Response

from companion.rules.errors import FormatError
from companion.service import GameSettings, Hints
from companion.web.say import _

COOKIE = "hints"
FIELD = "hints"
KEPT = timedelta(days=366)
ORDER = (Hints.NONE, Hints.CHANCES, Hints.ADVICE)
"""From the least to the most."""


def of_device() -> Hints:
    """Returns what the asking device wants to be told; everything unless it has chosen."""
    wanted = request.cookies.get(COOKIE)
    return next((level for level in Hints if level.value == wanted), Hints.ADVICE)


def shown(settings: GameSettings) -> Hints:
    """Returns what the asking device is told in a game: what both it and the game allow."""
    return min(of_device(), settings.hints, key=ORDER.index)


def sent() -> Hints:
    """Returns the choice of the form that was sent; raises FormatError."""
    value = request.form.get(FIELD, "")
    for level in Hints:
        if level.value == value:
            return level
    raise FormatError(FIELD, _("“%(value)s” is not one of the choices", value=value[:40]))


def keep(response: Response, level: Hints) -> Response:
    """Makes the device remember its choice."""
    response.set_cookie(COOKIE, level.value, max_age=KEPT, httponly=True, samesite="Lax")
    return response


def choices() -> list[tuple[str, str]]:
    """Returns the choices in words, the most first."""
    words = {
        Hints.ADVICE: _("Chances and advice"),
        Hints.CHANCES: _("Chances without advice"),
        Hints.NONE: _("Nothing"),
    }
    return [(level.value, words[level]) for level in reversed(ORDER)]
