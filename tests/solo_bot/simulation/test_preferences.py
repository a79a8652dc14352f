"""What the opponent leaves to the Atreides (MAHDI-0): the planner takes what endangers it least, the raider any."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion.board import AREA_NUMBER, AREA_ZONES, AREAS, members
from companion.frozen import replace
from companion.rules import check
from companion.rules.army import Army
from companion.rules.commands import Retreat
from companion.rules.positions.reading import read_position
from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.planner.player import Planner, raider
from solo_bot.procedure.decision import VehicleOption
from solo_bot.simulation import answers, hazards
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.play import play_game
from solo_bot.simulation.preferences import away_from_sietches, choose, danger_after, menaces
from solo_bot.simulation.temper import PLANNED
from solo_bot.simulation.truth import Truth
from tests.solo_bot.small import a, h, position

LITTLE = 1e-3
WINDGAP = AREA_NUMBER["windgap"]
RANK = Truth(Random(1)).ranks[WINDGAP]


def regrets_of_vehicles(monkeypatch: pytest.MonkeyPatch, player: Any) -> list[float]:
    """How much more danger there was after each vehicle of a game than after the best choice."""
    found = []

    def watched(state: State, truth: Truth, choices: Sequence[Any]) -> Any:
        chosen = choose(state, truth, choices)
        if isinstance(choices[0].option, VehicleOption) and len(choices) < 16:
            before, truth.temper = truth.temper, PLANNED
            dangers = [danger_after(state, truth, choice.commands) for choice in choices]
            found.append(danger_after(state, truth, chosen) - min(dangers))
            truth.temper = before
        return chosen

    monkeypatch.setattr(answers, "choose", watched)
    play_game(11, player=player, inspect_each_batch=False)
    return found


def test_MAHDI_0_vehicles_go_where_they_endanger_least_from_the_first_round_on(monkeypatch: pytest.MonkeyPatch) -> None:
    regrets = regrets_of_vehicles(monkeypatch, Planner(11))
    assert len(regrets) > 5
    assert max(regrets) < LITTLE


def test_the_raider_leaves_them_to_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    assert max(regrets_of_vehicles(monkeypatch, raider(11))) > LITTLE


def test_WORM_4_a_legion_flees_to_where_it_endangers_least(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def watched(state: State, truth: Truth, area: int) -> int:
        target = away_from_sietches(state, truth, area)
        options = [option for option in range(len(AREAS)) if allowed(state, option)]
        dangers = [danger_after(state, truth, (Retreat(option),)) for option in options]
        seen.append((danger_after(state, truth, (Retreat(target),)) - min(dangers), max(dangers) - min(dangers)))
        return target

    monkeypatch.setattr(hazards, "away_from_sietches", watched)
    for seed in range(20, 24):
        play_game(seed, player=Planner(seed), inspect_each_batch=False)
    assert any(range_ > LITTLE for _, range_ in seen)
    assert all(regret < LITTLE for regret, _ in seen)


def test_MOVE_6_a_sietch_is_menaced_the_more_the_sooner_a_stronger_legion_can_attack_it() -> None:
    ranks = {"windgap": 2}
    far, near = (
        read_position(position(a("windgap", tokens=1), h(area, regular=4), ranks=ranks))
        for area in ("wind_pass", "csw_3")
    )
    flown = replace(far, ornithopters=(next(members(AREA_ZONES[AREA_NUMBER["wind_pass"]])),))
    guarded = far.with_army(ATREIDES, WINDGAP, Army(regular=4, generic=1))
    found = [menaces(Outlook(one, Truth(Random(1))))[WINDGAP] / RANK for one in (near, flown, far, guarded)]
    assert found[0] == found[1] == 1
    assert LITTLE < found[2] < 1
    assert found[3] < LITTLE


def allowed(state: State, area: int) -> bool:
    """True where the rules let the legion flee to ``area``."""
    return state.army(HARKONNEN, area) is None and not check(state, Retreat(area))
