"""What a game is called: as its people named it, else by who plays, in the language of whoever reads it."""

from dataclasses import replace

from companion.rules.state import Mode
from companion.service import GameSettings, SetUp
from companion.store import DecodeError, GameRecord
from companion.web.say import _


def usual_name(settings: GameSettings) -> str:
    """Returns what a game is called that was given no name."""
    if settings.set_up is SetUp.TRACKERS:
        return _("Trackers and dice")
    return _("Against the Mahdi opponent") if settings.mode is Mode.SOLO else _("Harkonnen against Atreides")


def titled(game: GameRecord) -> GameRecord:
    """Returns a game as the reader is told of it: with a name in any case, but for one that cannot be read."""
    if game.name or game.damaged:
        return game
    try:
        return replace(game, name=usual_name(GameSettings.from_text(game.settings)))
    except DecodeError:
        return game
