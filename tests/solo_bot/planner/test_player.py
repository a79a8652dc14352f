"""The planner as a player: against the novice, the printed opponent and the script it is not the same as the script."""

import pytest

from companion.rules.state import ATREIDES, Mode
from solo_bot.levels.traits import Level
from solo_bot.planner.player import Planner
from solo_bot.simulation import Series
from solo_bot.simulation.play import nearer, play_game, score

SEEDS = range(40)


def test_a_game_of_the_planner_is_the_same_for_the_same_seed_and_not_that_of_the_script() -> None:
    games = [(play_game(seed, player=Planner(seed)), play_game(seed)) for seed in range(3, 7)]
    for planned, _scripted in games:
        assert planned.deeds == play_game(planned.seed, player=Planner(planned.seed)).deeds
        assert (planned.violations, planned.refused) == ([], [])
    assert any(planned.deeds != scripted.deeds for planned, scripted in games)


def test_a_planner_that_tries_its_plans_plays_legally() -> None:
    record = play_game(3, player=Planner(3, most=2, worlds=1), inspect_each_batch=False)
    assert record.winner is not None
    assert (record.violations, record.refused) == ([], [])


def test_a_head_start_takes_steps_off_the_farthest_marker() -> None:
    assert nearer((7, 7, 6), 0) == (7, 7, 6)
    assert sum(nearer((8, 6, 6), 6)) == 14


@pytest.mark.slow
def test_levels_differ_by_far_for_the_planner_with_a_head_start() -> None:
    wins = {
        level: sum(score(seed, Series(Mode.SOLO, level, Planner, 6)).winner is ATREIDES for seed in SEEDS)
        for level in (Level.NOVICE, Level.MAHDI, Level.EMPEROR)
    }
    assert wins[Level.NOVICE] > wins[Level.MAHDI] > wins[Level.EMPEROR]
