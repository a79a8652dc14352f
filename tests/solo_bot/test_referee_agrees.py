"""The opponent and the referee, written apart from the same rules, give the same answers."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.rules.positions.reading import read_position
from solo_bot.documents.answers import casualties_document
from tests.solo_bot import referee
from tests.solo_bot.agreement import casualties_differ, decisions_differ, spice_differs, vehicles_differ
from tests.solo_bot.compare import same
from tests.solo_bot.positions import RESULTS, changed, made

CASES = Path(__file__).parent.parent / "cases"
FILES = ("attack", "move", "target", "special", "deploy", "house", "vehicles", "spice", "casualties")
BENCH = Path(__file__).parents[2] / "solo_bot" / "data" / "bench_positions.jsonl"
GROUPS, GROUP = 10, 40


def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for name in FILES for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def answer(case: dict[str, Any]) -> dict[str, Any]:
    match case["command"]:
        case "decide":
            return referee.decide(case["position"], case["args"]["result"])
        case "vehicles":
            return referee.vehicles(case["position"])
        case "spice":
            options = referee.spice(case["position"], case["args"]["collected"])
        case _:
            options = referee.casualties(case["legion"], case["args"]["hits"])
    return {**options[0], "options": options}


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in cases()])
def test_the_referee_knows_the_worked_cases(case: dict[str, Any]) -> None:
    assert same(case["expect"], answer(case), frozenset(case.get("ignore", ()))) == []


def everything(position: dict[str, Any], number: int) -> list[str]:
    found = [line for result in RESULTS for line in decisions_differ(position, result)]
    return found + vehicles_differ(position) + spice_differs(position, number % 14)


@pytest.mark.parametrize("group", range(GROUPS))
def test_agreement_on_made_positions(group: int) -> None:
    for seed in range(group * GROUP, (group + 1) * GROUP):
        assert everything(made(seed), seed) == [], f"made({seed})"


@pytest.mark.parametrize("group", range(GROUPS))
def test_agreement_on_boards_of_real_games_and_variations(group: int) -> None:
    lines = BENCH.read_text("utf-8").splitlines()[group::GROUPS]
    for number, line in enumerate(lines):
        position = json.loads(line)["position"]
        assert everything(position, number) == [], json.loads(line)["id"]
        assert everything(changed(position, number), number) == [], f"changed({json.loads(line)['id']}, {number})"


@pytest.mark.parametrize("named", [[], ["baron_harkonnen"], ["baron_harkonnen", "beast_rabban", "shaddam_iv"]])
@pytest.mark.parametrize("supply", [None, 0, 1])
def test_agreement_on_hits(named: list[str], supply: int | None) -> None:
    box = {} if supply is None else {"regular_supply": supply}
    for regular in range(3):
        for elite in range(3):
            for special in range(2):
                for generic in range(3):
                    if regular + elite + special:
                        legion = {"regular": regular, "elite": elite, "special": special, "generic": generic}
                        for hits in range(10):
                            assert casualties_differ(legion | {"named": named} | box, hits) == []


def test_the_comparison_notices_a_difference() -> None:
    expected = {"options": [{"removed": ["bashar"], "tank": []}]}
    found = casualties_document({"regular": 2, "generic": 2}, 1)
    assert same(expected, {"options": [{"removed": ["regular"]}]}) != []
    assert same(expected, {"options": [{key: found[key] for key in ("removed", "tank")}]}) == []


@pytest.mark.slow
def test_the_made_positions_reach_every_action_and_every_question() -> None:
    reached = set()
    for seed in range(GROUPS * GROUP):
        position = made(seed)
        read_position(position)
        for result in RESULTS:
            decision = referee.decide(position, result)
            reached.add(decision["action"] + (f" ? {decision['question']['ask']}" if decision["question"] else ""))
    assert reached >= {
        "attack_sietch", "attack_sietch ? rank", "attack_legion", "move", "move ? rank", "merge", "special", "deploy",
        "play_cards", "replace_units", "replace_units ? reveal_token", "place_vehicles", "place_vehicles ? rank",
        "nothing",
    }  # fmt: skip
