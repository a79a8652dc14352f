"""The levels of the opponent in words: what each is called, and honestly what it does and where it comes from."""

from collections.abc import Mapping
from typing import Any

from companion.web.say import lazy
from solo_bot.levels.choice import Level

TITLES: Mapping[Level, Any] = {
    Level.MAHDI: lazy("Mahdi, as printed"),
    Level.TACTICIAN: lazy("Tactician"),
    Level.WARLORD: lazy("Warlord"),
}
DETAILS: Mapping[Level, Any] = {
    Level.MAHDI: lazy("The rulebook’s opponent. Where its rules leave several options, you choose."),
    Level.TACTICIAN: lazy(
        "Ours, not the rulebook’s: where the printed rules leave several options, it takes the one that promises the "
        "Harkonnen most."
    ),
    Level.WARLORD: lazy(
        "Ours, not the rulebook’s: with Leadership and Strategy it looks at every legal attack and move and takes what "
        "is likely to pay. All else as the tactician. It knows nothing that is hidden."
    ),
}


def level_title(level: Level) -> str:
    """Returns the name of a level."""
    return str(TITLES[level])


def level_detail(level: Level) -> str:
    """Returns what a level does, and that it is ours where it is."""
    return str(DETAILS[level])
