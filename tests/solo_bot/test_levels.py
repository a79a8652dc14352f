"""The levels beyond the rulebook stay inside the legal actions, are deterministic and say what they did."""

import json
from collections import Counter
from random import Random

import pytest

from companion.board import AREA_NUMBER
from companion.cli_bench import read_states, sample
from companion.content.terms import Result
from companion.rules import reach
from companion.rules.positions.reading import read_position
from companion.rules.state import HARKONNEN, State
from solo_bot.documents.decisions import decision_document
from solo_bot.levels.choice import decide_at_level
from solo_bot.levels.foresight import prospect, threat
from solo_bot.levels.traits import OFFERED, TRAITS, Level
from solo_bot.procedure.decide import decide
from solo_bot.procedure.decision import AttackOption, MoveOption
from solo_bot.simulation.play import at_level
from solo_bot.simulation.truth import Truth

STATES = read_states(sample())
SPENT = {name: {"state": "ready", "card": "spent"} for name in ("baron_harkonnen", "beast_rabban", "captain_aramsham")}
FIGHTING = (Result.LEADERSHIP, Result.STRATEGY)


def position(**keys: object) -> State:
    return read_position({"leaders": SPENT, **keys})


@pytest.mark.parametrize("result", list(Result))
def test_the_printed_level_changes_nothing(result: Result) -> None:
    for state in STATES[:12]:
        assert decide_at_level(state, result, Level.MAHDI, 7) == decide(state, result)


@pytest.mark.parametrize("result", list(Result))
def test_the_tactician_takes_one_of_the_options_that_the_criteria_leave(result: Result) -> None:
    narrowed = 0
    for state in STATES:
        printed, chosen = decide(state, result), decide_at_level(state, result, Level.TACTICIAN, 7)
        assert set(chosen.options) <= set(printed.options)
        assert len(chosen.options) == min(1, len(printed.options))
        narrowed += len(printed.options) > 1
    assert narrowed or result is Result.MENTAT


@pytest.mark.parametrize("result", FIGHTING)
def test_the_warlord_makes_legal_attacks_and_moves_only(result: Result) -> None:
    differs = 0
    for state in STATES:
        decision = decide_at_level(state, result, Level.WARLORD, 7)
        differs += decision.options != decide_at_level(state, result, Level.TACTICIAN, 7).options
        for option in decision.options:
            if isinstance(option, AttackOption):
                found = reach.find(state, HARKONNEN, option.attacker, option.target, option.zone, attack=True)
                assert found is not None
            if isinstance(option, MoveOption):
                assert reach.find(state, HARKONNEN, option.source, option.target, option.zone) is not None
                assert option.figures.units > 0
    assert differs


def test_the_warlord_leaves_an_attack_that_is_likely_to_fail() -> None:
    state = position(
        legions=[
            {"area": "csw_3", "faction": "harkonnen", "regular": 3},
            {"area": "windgap", "faction": "atreides", "regular": 2, "generic": 0},
        ],
        sietches={"windgap": {"rank": 3, "revealed": False}},
        target_sietch="windgap",
    )
    assert decide(state, Result.STRATEGY).action == "attack_sietch"
    assert prospect(state, AttackOption(AREA_NUMBER["csw_3"], AREA_NUMBER["windgap"], surprise=False)).chance < 0.55
    assert decide_at_level(state, Result.STRATEGY, Level.WARLORD, 1).action != "attack_sietch"


def test_a_better_prospect_wins_over_a_worse_one() -> None:
    state = position(
        legions=[
            {"area": "csw_3", "faction": "harkonnen", "regular": 3},
            {"area": "csw_5", "faction": "harkonnen", "elite": 2},
            {"area": "cse_4", "faction": "harkonnen", "regular": 3},
            {"area": "windgap", "faction": "atreides", "regular": 1},
        ],
        sietches={"windgap": {"rank": 2, "revealed": False}},
        target_sietch="windgap",
    )
    chosen = decide_at_level(state, Result.STRATEGY, Level.TACTICIAN, 1)
    assert [option for option in chosen.options if isinstance(option, AttackOption)] == list(chosen.options)


def test_the_same_seed_gives_the_same_choice_and_another_seed_may_not() -> None:
    state = position(
        legions=[
            {"area": "carthag", "faction": "harkonnen", "regular": 3},
            {"area": "arrakeen", "faction": "harkonnen", "regular": 3},
            {"area": "broken_land", "faction": "atreides", "regular": 1},
        ],
        sietches={"gara_kulon": {"rank": 2, "revealed": False}},
        target_sietch="gara_kulon",
    )
    chosen = {seed: decide_at_level(state, Result.STRATEGY, Level.TACTICIAN, seed).options for seed in range(20)}
    assert all(decide_at_level(state, Result.STRATEGY, Level.TACTICIAN, s).options == c for s, c in chosen.items())
    assert len(set(chosen.values())) == 2


def test_a_level_explains_itself_in_the_trace() -> None:
    state = next(state for state in STATES if len(decide(state, Result.STRATEGY).options) > 1)
    trace = decision_document(decide_at_level(state, Result.STRATEGY, Level.TACTICIAN, 1))["trace"]
    assert {step["criterion"] for step in trace} & {"best prospect", "greatest threat"}
    assert json.dumps(trace)


def test_a_novice_spends_mentat_and_house_without_effect() -> None:
    state = STATES[0]
    for result in Result:
        found = decide_at_level(state, result, Level.NOVICE, 1)
        idle = result in TRAITS[Level.NOVICE].idle
        if idle:
            assert found.trace[-1].criterion == "held_back"
            assert (found.action, found.options) == ("nothing", ())
        else:
            assert found == decide(state, result)


def test_a_warlord_and_an_emperor_roll_again_what_neither_moves_nor_attacks_nor_deploys() -> None:
    for level in (Level.WARLORD, Level.EMPEROR):
        assert TRAITS[level].again == {Result.HOUSE}
        truth = Truth(Random(1))
        plain = Counter(truth.harkonnen_die(State()) for _ in range(1200))
        truth.level = level
        again = Counter(truth.harkonnen_die(State()) for _ in range(1200))
        assert again[Result.HOUSE] < 60 < 150 < plain[Result.HOUSE]


def test_the_levels_of_games_stored_before_still_have_their_names() -> None:
    assert {Level("mahdi"), Level("tactician"), Level("warlord")} <= set(Level)
    assert set(OFFERED) <= set(Level)
    assert Level.MAHDI in OFFERED


def test_who_leaves_a_settlement_to_a_raid_threatens_less() -> None:
    arrakeen, near, far = "arrakeen", "cne_9", "windgap"

    def board(garrison: int, raiders: str) -> State:
        return position(
            legions=[
                {"area": arrakeen, "faction": "harkonnen", "regular": garrison},
                {"area": raiders, "faction": "atreides", "regular": 6},
            ],
            sietches={"gara_kulon": {"rank": 2, "revealed": False}},
        )

    def missed(raiders: str) -> float:
        return threat(board(6, raiders)) - threat(board(1, raiders))

    assert missed(near) > missed(far) > 0


def test_an_emperor_is_met_with_an_objective_that_is_farther() -> None:
    assert at_level((5, 5, 6), Level.EMPEROR) == (6, 6, 7)
    assert at_level((5, 5, 6), Level.WARLORD) == (5, 5, 6)
