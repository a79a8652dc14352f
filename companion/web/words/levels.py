"""The levels of the opponent in words: what each is called, and honestly what it does and where it comes from."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.state import Mode
from companion.service import GameSettings
from companion.store import Timeline
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


@dataclass(frozen=True, slots=True)
class LevelFrom:
    """From ``round`` on, 0 while the board was laid out, the opponent plays at ``level`` and no longer at ``before``.
    ``batch``: the entry of the history after which that was chosen."""

    level: Level
    before: Level
    round: int
    batch: int

    @property
    def title(self) -> str:
        """It in one sentence."""
        facts = {"round": self.round, "level": level_title(self.level)}
        if not self.round:
            return _("Opponent from the set-up on: %(level)s", **facts)
        return _("Opponent from round %(round)s on: %(level)s", **facts)


def levels_from(settings: GameSettings, timeline: Timeline) -> tuple[LevelFrom, ...]:
    """Returns the changes of the level in a game, in order; what was chosen and changed again at once is none.

    A level is no part of what is taken back: it goes on to hold where play is taken up again, and that is its round.
    """
    found: list[LevelFrom] = []
    lasts = [batch.last for batch in timeline.batches]
    held = [step.batch.last for step in timeline.steps]
    # Of several at one place of the log the last one holds.
    by_place = dict(settings.level_changes)
    level = next(iter(by_place.values()), settings.level)
    for seq, chosen in by_place.items():
        if chosen is not level and timeline.batches:
            at = max(0, bisect_right(held, seq) - 1)
            batch = timeline.batches[max(0, bisect_right(lasts, seq) - 1)].number
            found.append(LevelFrom(chosen, level, timeline.steps[at].state.round, batch))
            level = chosen
    return tuple(found)


def level_course(settings: GameSettings, timeline: Timeline) -> str:
    """Returns at which levels the opponent of a solo game played: "Mahdi, as printed; from round 3: Warlord"; empty in
    other games."""
    if settings.mode is not Mode.SOLO:
        return ""
    changes = levels_from(settings, timeline)
    parts = [level_title(changes[0].before if changes else settings.level)]
    for one in changes:
        facts = {"round": max(1, one.round), "level": level_title(one.level)}
        parts.append(_("from round %(round)s: %(level)s", **facts))
    return "; ".join(parts)


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
