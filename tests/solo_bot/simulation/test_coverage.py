"""Which rules of the opponent its traces cite in whole games, and why the others are never cited."""

import pytest

from companion.content import RULES
from solo_bot.procedure.trace import Step
from solo_bot.simulation.coverage import Coverage, measure, table

GAMES = range(40)

BY_ITSELF = "follows by itself from events, no criterion of a decision"
IN_THE_VALUES = "is in the values that the steps compare"
ASKED = "what the table is asked for, or the player chooses"
NO_SUCH_CARD = "needs an Atreides card, whose effect the scripted player does not know"

NEVER_CITED = {
    "MAHDI-0": "every option that survives is offered: it is the form of the answer",
    "MAHDI-SETUP-1": BY_ITSELF,
    "MAHDI-START-1": BY_ITSELF,
    "MAHDI-START-2": ASKED,
    "MAHDI-START-3": BY_ITSELF,
    "MAHDI-END-1": BY_ITSELF,
    "MAHDI-TURN-1": ASKED,
    "MAHDI-TURN-2": "decides about Desert Power of the player",
    "MAHDI-CP-1": IN_THE_VALUES,
    "MAHDI-CP-2": IN_THE_VALUES,
    "MAHDI-MOVE-8": "R-12 is cited, which says how far it goes",
    "MAHDI-TOKEN-1": BY_ITSELF,
    "MAHDI-TOKEN-2": ASKED,
    "MAHDI-CARD-6": BY_ITSELF,
    "MAHDI-BATTLE-1": BY_ITSELF,
    "MAHDI-BATTLE-3": BY_ITSELF,
    "MAHDI-BATTLE-4": "decides where the player may retreat to",
    "MAHDI-WORM-1": BY_ITSELF,
    "MAHDI-REVEAL-1": "decides what the player may turn",
    "MAHDI-TRUTH-1": NO_SUCH_CARD,
    "MAHDI-TANK-1": BY_ITSELF,
    "R-1": ASKED,
    "R-2": BY_ITSELF,
    "R-13": IN_THE_VALUES,
    "R-18": BY_ITSELF,
    "R-19": "is in the figures that may still move",
    "R-24": BY_ITSELF,
    "R-26": BY_ITSELF,
    "R-28": BY_ITSELF,
    "R-30": BY_ITSELF,
    "R-31": BY_ITSELF,
    "R-32": BY_ITSELF,
    "R-33": BY_ITSELF,
    "R-35": ASKED,
    "R-36": NO_SUCH_CARD,
    "R-37": "needs family atomics, which the scripted player never detonates",
    "R-38": "decides where worms of the player may go",
    "R-39": "lets people relocate; the opponent does not",
    "R-40": BY_ITSELF,
    **dict.fromkeys(("R-41", "R-42", "R-43", "R-44", "R-45", "R-47", "R-48"), "the expansion is not played solo"),
    "R-46": "decides when the player may claim",
    "R-49": BY_ITSELF,
    "R-50": "people keep their cards to themselves; the opponent has no partner",
}
RARE = {"R-10", "R-17", "R-23"}
"""Cited in few games: the tests named after them show them in positions made for it."""


@pytest.fixture(scope="module")
def coverage() -> Coverage:
    return measure(GAMES)


@pytest.mark.slow
def test_all_other_rules_of_the_opponent_are_cited(coverage: Coverage) -> None:
    assert set(coverage.never_cited) - RARE == set(NEVER_CITED)


def test_only_rules_of_the_book_are_cited(coverage: Coverage) -> None:
    assert set(coverage.rules) <= set(RULES)


def test_the_table_names_every_rule_once() -> None:
    coverage = Coverage()
    coverage.hear("MAHDI-MOVE-1", (Step("MAHDI-MOVE-2", "greater_power", rulings=("R-12",)),))
    lines = table(coverage).splitlines()
    assert "       1  MAHDI-MOVE-1" in lines[: lines.index("Never cited:")]
    assert "       1  R-12" in lines[: lines.index("Never cited:")]
    assert "          MAHDI-0" in lines[lines.index("Never cited:") :]
    assert lines[-1] == "       1  MAHDI-MOVE-2 greater_power"
