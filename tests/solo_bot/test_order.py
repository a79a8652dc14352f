"""The same position gives the same answer: options sorted, nothing remembered, nothing left to the order of input."""

import copy
import random
from typing import Any

import pytest

from companion.rules.positions.reading import read_position
from solo_bot.documents.answers import casualties_document, decide_document, spice_document, vehicles_document
from solo_bot.procedure.decision import AttackOption, Option, VehiclesOption, in_order
from tests.solo_bot.positions import RESULTS, made
from tests.solo_bot.small import a, decided, h, position

SAMPLE = 120


def shuffled(document: dict[str, Any], seed: int) -> dict[str, Any]:
    """The same position written in another order."""
    rng = random.Random(seed)
    result = copy.deepcopy(document)
    for key, value in result.items():
        if isinstance(value, list):
            rng.shuffle(value)
        elif isinstance(value, dict):
            items = list(value.items())
            rng.shuffle(items)
            result[key] = dict(items)
    keys = list(result.items())
    rng.shuffle(keys)
    return dict(keys)


def answers(document: dict[str, Any]) -> list[Any]:
    state = read_position(document)
    found = [decide_document(state, result) for result in RESULTS]
    return [*found, vehicles_document(state), spice_document(state, 5)]


@pytest.mark.rule("MAHDI-0")
def test_the_order_of_the_input_does_not_matter() -> None:
    for seed in range(SAMPLE):
        assert answers(made(seed)) == answers(shuffled(made(seed), seed)), seed


def test_the_same_state_gives_the_same_answer_again() -> None:
    for seed in range(SAMPLE // 2):
        state = read_position(made(seed))
        for result in RESULTS:
            assert decide_document(state, result) == decide_document(state, result)


def key(option: dict[str, Any]) -> tuple[str, str, str]:
    first = option.get("attacker") or option.get("from") or ""
    return first, option.get("target") or option.get("to") or "", option.get("zone") or ""


@pytest.mark.rule("MAHDI-0")
def test_options_are_sorted_and_none_comes_twice() -> None:
    for seed in range(SAMPLE):
        state = read_position(made(seed))
        for result in RESULTS:
            options = decide_document(state, result)["options"]
            assert [key(o) for o in options] == sorted(key(o) for o in options)
            assert all(option not in options[:place] for place, option in enumerate(options))
            for option in options:
                for name in ("placements", "replacements"):
                    areas = [(part["area"], part.get("to", "")) for part in option.get(name, ())]
                    assert areas == sorted(areas)
        plan = vehicles_document(state)
        for kind in ("harvesters", "carryalls", "ornithopters"):
            for entry in plan[kind]:
                assert entry["options"] == sorted(entry["options"])


def test_options_are_empty_only_for_nothing_or_a_question() -> None:
    for seed in range(SAMPLE):
        state = read_position(made(seed))
        for result in RESULTS:
            answer = decide_document(state, result)
            assert bool(answer["options"]) == (answer["action"] != "nothing" and answer["question"] is None)
            assert answer["steps_left"] in (0, 1)


@pytest.mark.rule("MAHDI-0")
def test_attackers_then_targets_then_zones() -> None:
    table = position(
        h("csw_4", regular=2),
        h("cse_1", regular=2),
        ranks={"windgap": 2},
        ornithopters=["az_west", "az_south", "az_east"],
    )
    assert decided(table)[1] == [
        "cse_1>windgap az_east",
        "cse_1>windgap az_south",
        "csw_4>windgap az_south",
        "csw_4>windgap az_west",
    ]


@pytest.mark.parametrize(
    ("without", "first_zone"),
    [
        (AttackOption(3, 5, surprise=False), AttackOption(3, 5, surprise=False, zone=0)),
        (VehiclesOption(3, None), VehiclesOption(3, 0)),
    ],
)
def test_what_takes_no_zone_comes_before_the_first_zone(without: Option, first_zone: Option) -> None:
    assert in_order([first_zone, without]) == (without, first_zone)


def test_removals_and_spice_are_sorted() -> None:
    legion = {"regular": 3, "named": ["shaddam_iv", "baron_harkonnen", "feyd_rautha"]}
    removed = [option["removed"] for option in casualties_document(legion, 2)["options"]]
    assert removed == sorted(removed)
    options = spice_document(read_position({}), 2)["options"]
    rows = [[o["imperium"][power] for power in ("choam", "spacing_guild", "landsraad")] for o in options]
    assert rows == sorted(rows)
    dropped = spice_document(read_position({"rules": {"first_printing": True}}), 0)["options"]
    assert [option["bans"] for option in dropped] == [["choam"], ["landsraad"], ["spacing_guild"]]


def test_a_legion_given_in_two_entries_is_one() -> None:
    split = position(h("csw_3", regular=2), h("csw_3", regular=1, generic=1), a("windgap", regular=3))
    whole = position(h("csw_3", regular=3, generic=1), a("windgap", regular=3))
    assert answers(split) == answers(whole)
