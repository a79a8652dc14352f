"""The imperative shell: load -> decide -> append -> publish, and the rolls that the app makes."""

from companion.service.chance import Chance
from companion.service.differences import Adjust, Carry, Difference, Piece, Place, Setting, Where, differences
from companion.service.quick import quick_set_up, starting_figures
from companion.service.settings import DiceBy, GameSettings, Hints, SetUp
from companion.service.table import Forbidden, Loaded, Outcome, Published, Reverted, Table, utc_now
from solo_bot.levels import Level

__all__ = [
    "Adjust",
    "Carry",
    "Chance",
    "DiceBy",
    "Difference",
    "Forbidden",
    "GameSettings",
    "Hints",
    "Level",
    "Loaded",
    "Outcome",
    "Piece",
    "Place",
    "Published",
    "Reverted",
    "SetUp",
    "Setting",
    "Table",
    "Where",
    "differences",
    "quick_set_up",
    "starting_figures",
    "utc_now",
]
