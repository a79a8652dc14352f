"""Terms of the game in a text: the first mention in a panel opens the rule that explains it."""

import re
from collections.abc import Callable
from functools import lru_cache

from flask import g, url_for
from markupsafe import escape

from companion.web.say import _
from companion.web.scene import Scene
from companion.web.words import names

EXPLAINED = {
    "action_desert_power": "ACT-DESERT",
    "air_zone": "BOARD-4",
    "coriolis_storm": "STORM-1",
    "deployment_token": "TOKEN-1",
    "ecological_testing_station": "STATION-1",
    "family_atomics": "ATOM-1",
    "imperium_ban": "BAN-2",
    "prescience": "PRES-1",
    "regeneration_tank": "TANK-1",
    "special_action": "LEADER-2",
    "stacking_limit": "STACK-1",
    "supremacy": "WIN-1",
    "wild_maker": "WILD-1",
    "wormsign": "WORM-2",
}
"""Terms that a newcomer cannot guess, by the rule that says what they are."""
POWER = "MAHDI-CP-1"
SHORT = 4
"""Shorter words have no endings that change."""
ENDING = 2
"""So many letters at the end of a word differ in other cases and numbers, in languages that have such."""


@lru_cache(maxsize=8)
def _finder(language: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """What finds the terms in one language, the longer ones first, and the rule of each group."""
    found = {_pattern(names.word(key), language): rule for key, rule in EXPLAINED.items()}
    power = re.escape(_("power %(coarse)d (detailed %(fine)d)")).replace(r"%\(coarse\)d", r"\d+")
    found[power.replace(r"%\(fine\)d", r"\d+")] = POWER
    ordered = sorted(found, key=len, reverse=True)
    finder = "|".join(f"({one})" for one in ordered)
    return re.compile(rf"(?<![\w-])(?:{finder})(?![\w-])", re.IGNORECASE), tuple(found[one] for one in ordered)


def _pattern(term: str, language: str) -> str:
    if language == "en":
        return rf"{re.escape(term)}s?"
    words = [re.escape(word[: max(SHORT, len(word) - ENDING)]) + r"\w{0,4}" for word in term.split()]
    return r"\s+".join(words)


def explaining(scene: Scene, language: str) -> Callable[[str], str]:
    """Returns what makes links of the terms in a part of a text, which is markup; none for those who know the game.

    What was explained is not explained again in what is drawn for the same device.
    """
    if scene.terse:
        return str
    known: tuple[int, set[str]] = g.get("explained", (0, set()))
    if known[0] != id(scene):
        known = g.explained = (id(scene), set())
    finder, rules = _finder(language)

    def link(match: re.Match[str]) -> str:
        rule = rules[(match.lastindex or 1) - 1]
        if rule in known[1]:
            return match[0]
        known[1].add(rule)
        href = escape(url_for("reference.rule", rule=rule))
        return f'<a class="term" href="{href}" data-sheet hx-boost="false">{match[0]}</a>'

    return lambda part: finder.sub(link, part)
