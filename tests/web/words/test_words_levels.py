"""Levels and choices made for the player in words: every option named, nothing silent, nothing claimed too much."""

import pytest

from companion.content.terms import Result
from companion.web.orders.why import picked_text, summary, why_text
from companion.web.words.levels import choices, level_detail, level_title, rolled_again
from companion.web.words.records import Why
from solo_bot import Decision, decide, place_vehicles
from solo_bot.levels.choice import decide_at_level, pick_for_player
from solo_bot.levels.measured import measured_levels
from solo_bot.levels.traits import OFFERED, TRAITS, Level
from tests.web.words.conftest import decisions

SEED = 5


def texts(why: Why) -> list[str]:
    kept = [chip.text + chip.value for line in why.lines for chip in line.kept]
    dropped = [text for line in why.lines for drop in line.dropped for text in (*drop.texts, drop.reason)]
    return [*kept, *dropped, why.summary]


def several() -> list[Decision]:
    return [pick_for_player(state, found, SEED) for state, found in decisions() if len(found.options) > 1]


@pytest.mark.rule("MAHDI-0")
def test_MAHDI_0_a_pick_names_its_options_and_says_that_it_is_one() -> None:
    picked = several()
    assert len(picked) > 50
    actions = {decision.action for decision in picked}
    assert {"attack_sietch", "move", "deploy", "place_vehicles", "special"} <= actions
    for decision in picked:
        why = why_text(decision)
        assert not [text for text in texts(why) if "Option(" in text or "Army(" in text]
        assert why.lines[-1].title == "Picked for you"
        assert picked_text(decision.trace).startswith("Tied by the rules")


@pytest.mark.rule("MAHDI-0")
def test_MAHDI_0_a_pick_by_lot_does_not_claim_to_be_the_best() -> None:
    sentences = {picked_text(decision.trace) for decision in several()}
    assert len(sentences) == 2
    for decision in several():
        by_lot = "chose at random" in picked_text(decision.trace)
        compared = any(step.criterion.startswith("least_") and step.dropped for step in decision.trace)
        assert by_lot != compared


def test_without_a_pick_nothing_is_said() -> None:
    for state, decision in list(decisions())[:60]:
        assert picked_text(decision.trace) == ""
        assert picked_text(decide_at_level(state, decision.result, Level.TACTICIAN, SEED).trace) == ""
    plan = place_vehicles(next(decisions())[0])
    assert picked_text(plan.trace) == ""


@pytest.mark.parametrize("level", [Level.NOVICE, Level.TACTICIAN, Level.WARLORD, Level.EMPEROR])
def test_the_decisions_of_a_level_can_be_explained(level: Level) -> None:
    for state, _ in list(decisions())[::7]:
        decision = decide_at_level(state, Result.STRATEGY, level, SEED)
        why = why_text(decision)
        assert why.title.endswith("?")
        assert summary(decision)
        assert not [text for text in texts(why) if "Option(" in text]
        assert decide(state, Result.STRATEGY).question is None or decision.question is not None or decision.options


def test_every_level_has_a_name_and_says_where_it_comes_from() -> None:
    assert len({level_title(level) for level in Level}) == len(Level)
    ours = [level for level in Level if "Ours, not the rulebook’s" in level_detail(level)]
    assert ours == [level for level in Level if level is not Level.MAHDI]
    assert "rulebook’s opponent" in level_detail(Level.MAHDI)


def test_every_difference_of_dice_is_said() -> None:
    assert "Mentat and House dice are spent without effect" in level_detail(Level.NOVICE)
    assert "rolled once more" in level_detail(Level.EMPEROR)
    assert "Add 1 to each number" in level_detail(Level.EMPEROR)
    assert [rolled_again(level) != "" for level in Level] == [bool(TRAITS[level].again) for level in Level]


def test_a_new_game_is_offered_the_levels_that_differ_and_an_old_one_keeps_its_own() -> None:
    assert [one["value"] for one in choices()] == list(OFFERED)
    assert Level.TACTICIAN in [one["value"] for one in choices(Level.TACTICIAN)]


def test_what_was_measured_is_said_of_each_level_that_is_offered() -> None:
    for name, found in measured_levels().items():
        assert f"wins about {found.of_ten} of 10 games" in level_detail(Level(name))
