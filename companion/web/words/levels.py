"""The levels of the opponent in words: what each is called, and honestly what it does and where it comes from."""

from collections.abc import Mapping
from typing import Any

from companion.web.say import _, lazy
from companion.web.words import names
from solo_bot.levels.measured import measured_levels
from solo_bot.levels.traits import OFFERED, TRAITS, Level

TITLES: Mapping[Level, Any] = {
    Level.NOVICE: lazy("Novice"),
    Level.MAHDI: lazy("Mahdi, as printed"),
    Level.TACTICIAN: lazy("Tactician"),
    Level.WARLORD: lazy("Warlord"),
    Level.EMPEROR: lazy("Emperor"),
}
CHOICES: Mapping[Level, Any] = {
    Level.NOVICE: lazy("Ours, not the rulebook’s: it plays as printed, gentler."),
    Level.MAHDI: lazy("The rulebook’s opponent. Where its rules leave several options, you choose."),
    Level.TACTICIAN: lazy(
        "Ours, not the rulebook’s: where the printed rules leave several options, it takes the one that promises the "
        "Harkonnen most."
    ),
    Level.WARLORD: lazy(
        "Ours, not the rulebook’s: with Leadership and Strategy it looks at every legal attack and move and takes what "
        "is likely to pay. All else as the tactician. It knows nothing that is hidden."
    ),
    Level.EMPEROR: lazy(
        "Ours, not the rulebook’s: with Leadership and Strategy it looks at every legal attack and move and takes what "
        "is likely to pay. It knows nothing that is hidden."
    ),
}
LEVEL_GLYPHS: Mapping[Level, str] = {
    Level.NOVICE: "shield",
    Level.MAHDI: "book",
    Level.TACTICIAN: "strategy",
    Level.WARLORD: "attack",
    Level.EMPEROR: "attack",
}


def level_title(level: Level) -> str:
    """Returns the name of a level."""
    return str(TITLES[level])


def level_detail(level: Level) -> str:
    """Returns what a level does, that it is ours where it is, and how often it won against our simulated player."""
    return " ".join(text for text in (str(CHOICES[level]), *_at_the_table(level), _measured(level)) if text)


def _at_the_table(level: Level) -> list[str]:
    """What a level does otherwise at the table, in sentences; empty ones for what it does as printed."""
    idle = TRAITS[level].idle
    spent = _("Its %(results)s dice are spent without effect.", results=_results(idle)) if idle else ""
    return [spent, rolled_again(level), objective_farther(level)]


def objective_farther(level: Level) -> str:
    """Returns how much harder the secret objective is at a level; empty where it is the card's."""
    steps = TRAITS[level].farther
    return _("Add %(steps)s to each number of your secret objective.", steps=steps) if steps else ""


def rolled_again(level: Level) -> str:
    """Returns which results of a Harkonnen die are rolled once more at a level; empty where none is."""
    again = TRAITS[level].again
    return _("%(results)s is rolled once more, and the second roll counts.", results=_results(again)) if again else ""


def _results(results: frozenset[Any]) -> str:
    return names.join([names.result_name(result) for result in type(next(iter(results))) if result in results])


def _measured(level: Level) -> str:
    found = measured_levels().get(level.value)
    if found is None:
        return ""
    return _("It wins about %(wins)s of 10 games against our simulated player with a head start.", wins=found.of_ten)


def choices(current: Level | None = None) -> list[dict[str, str]]:
    """Returns the levels to choose from with what each does; ``current`` is among them, offered or not."""
    levels = [level for level in Level if level in OFFERED or level is current]
    return [
        {"value": one.value, "title": level_title(one), "detail": level_detail(one), "glyph": LEVEL_GLYPHS[one]}
        for one in levels
    ]
