"""The trace of a decision: it tells the whole funnel, with ids that exist, and every criterion can be reached."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard

import pytest

import solo_bot
from companion.board import AREA_IDS, ZONE_IDS
from companion.content import RULES
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.positions.reading import read_position
from solo_bot import Step, decide, decide_special_step, place_vehicles, spend_spice, take_hits
from solo_bot.documents.explain import steps_document
from solo_bot.procedure.stacking import excess_options
from tests.solo_bot.positions import changed, made
from tests.solo_bot.small import NO_SPECIALS, a, decision, h, position

SAMPLE = 250
RECORDERS = ("note", "keep", "highest", "lowest")
NAMES = (
    "attack", "casualties", "decide", "deployment", "harvesters", "house", "movement", "ornithopters", "ranks",
    "specials", "spice", "stacking", "vehicles",
)  # fmt: skip
"""The modules that decide for a die, vehicles, spice and hits; the choices of cards have tests of their own."""
MODULES = [Path(solo_bot.__file__).parent / f"procedure/{name}.py" for name in NAMES]


def codes_of(tree: ast.Module) -> Iterator[str]:
    """Every criterion that a module can record, as a regular expression."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for call in ast.walk(function):
                if is_recording(call):
                    yield from texts(call.args[1], function)


def is_recording(node: ast.AST) -> TypeGuard[ast.Call]:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in RECORDERS
        and len(node.args) > 1
    )


def texts(node: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield re.escape(text)
        case ast.IfExp(body=body, orelse=orelse):
            yield from texts(body, function)
            yield from texts(orelse, function)
        case ast.JoinedStr(values=values):
            yield "".join(re.escape(str(v.value)) if isinstance(v, ast.Constant) else ".+" for v in values)
        case ast.Name(id=name):
            for loop in ast.walk(function):
                if isinstance(loop, ast.For) and name in {
                    n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)
                }:
                    yield from (re.escape(c.value) for c in ast.walk(loop.iter) if is_text(c))  # type: ignore[attr-defined]
        case _:
            raise AssertionError(f"a criterion that no test can find: {ast.unparse(node)}")


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@cache
def sampled() -> tuple[tuple[Step, ...], ...]:
    """The traces of many decisions of every kind."""
    found = []
    for seed in range(SAMPLE):
        for document in (made(seed), changed(made(seed), seed)):
            state = read_position(document)
            found += [decide(state, result).trace for result in Result]
            found += [place_vehicles(state).trace, spend_spice(state, seed % 14)[1]]
    return tuple(found) + tuple(rare())


def rare() -> Iterator[tuple[Step, ...]]:
    """Positions for what is seldom seen on a board."""
    yield take_hits(Army(2, 1, 1, 0, 2, ("baron_harkonnen", "beast_rabban")), 9)[1]
    yield take_hits(Army(regular=2, named=("baron_harkonnen", "beast_rabban")), 1)[1]
    yield excess_options(Army(regular=7), 1)[1]
    nobody = {name: {"state": "removed"} for name in NO_SPECIALS}
    without = position(h("carthag", regular=1), h("cne_5", regular=1, generic=6), leaders=nobody)
    boxed = position(h("carthag", elite=12, special=8), h("csw_3", regular=2), settlements=[])
    tied = position(
        h("arsunt", regular=3),
        a("bight_of_the_cliff", regular=4),
        ranks={"bight_of_the_cliff": 2, "rock_outcroppings": None, "habbanya_ridge": 2},
    )
    choice = position(h("cne_5", regular=4), h("cne_7", regular=6), a("cne_8", regular=2), a("windgap", regular=9))
    for document, result in (
        (choice, Result.STRATEGY),
        (without, Result.DEPLOYMENT),
        (boxed, Result.HOUSE),
        (boxed, Result.DEPLOYMENT),
        (tied, Result.STRATEGY),
    ):
        yield decide(read_position(document), result).trace
    stuck = position(h("csw_3", regular=1, named=["beast_rabban"]), a("windgap", regular=9))
    yield decide_special_step(read_position(stuck), Result.LEADERSHIP, "beast_rabban").trace


@pytest.mark.parametrize("module", [pytest.param(path, id=path.stem) for path in MODULES])
@pytest.mark.slow
def test_every_criterion_of_a_module_is_reached(module: Path) -> None:
    reached = {step.criterion for trace in sampled() for step in trace}
    written = set(codes_of(ast.parse(module.read_text("utf-8"))))
    assert {code for code in written if not any(re.fullmatch(code, text) for text in reached)} == set()


def test_the_criteria_are_found_in_the_sources() -> None:
    found = {code for module in MODULES for code in codes_of(ast.parse(module.read_text("utf-8")))}
    assert {"highest_rank", "end_on_mountain", "bashar", "empty_deep_desert"} <= found
    assert len(found) > 60


def test_every_step_names_a_rule_and_rulings_that_exist() -> None:
    for trace in sampled():
        for step in trace:
            assert step.rule in RULES
            assert all(ruling in RULES for ruling in step.rulings)


def test_the_document_names_every_candidate_by_its_id() -> None:
    known = {*AREA_IDS, *ZONE_IDS}
    for trace in sampled():
        for entry in steps_document(trace):
            assert set(entry) == {"rule", "criterion", "kept", "dropped", "because", "rulings"}
            assert "_" not in entry["criterion"]
            for name in (*entry["kept"], *entry["dropped"]):
                parts = re.split(r"[> ]", name)
                assert parts[0] in known or re.fullmatch(r"\d+|[a-z_]+", name), (entry["criterion"], name)


def test_a_criterion_keeps_something_whenever_it_had_candidates_to_compare() -> None:
    gates = {"temporary_target", "greater_power", "room_in_settlement"}
    for trace in sampled():
        for step in trace:
            if step.dropped and step.criterion not in gates:
                assert step.kept, step
            assert not set(map(str, step.kept)) & set(map(str, step.dropped))


def criteria(answer: dict[str, Any]) -> list[str]:
    return [entry["criterion"] for entry in answer["trace"]]


@pytest.mark.rule("MAHDI-ATTACK-1")
def test_the_funnel_of_an_attack_in_order_with_the_values_that_decided() -> None:
    table = position(
        h("csw_3", regular=4), h("csw_5", regular=3), h("ne_11", regular=6), a("windgap", regular=1),
        ranks={"windgap": 3, "gara_kulon": 2},
    )  # fmt: skip
    answer = decision(table)
    assert criteria(answer) == [
        "greater power",
        "highest rank",
        "greatest difference",
        "no ornithopter",
        "target sietch",
    ]
    rank, gap = answer["trace"][1], answer["trace"][2]
    assert (rank["kept"], rank["dropped"]) == (["csw_3>windgap", "csw_5>windgap"], ["ne_11>gara_kulon"])
    assert rank["because"] == "3 before 2"
    assert (gap["dropped"], gap["because"]) == (["csw_5>windgap"], "3/6 before 2/4")
    assert rank["rulings"] == ["R-16"]


@pytest.mark.rule("MAHDI-MOVE-3")
def test_the_funnel_of_a_move_ends_with_the_options() -> None:
    table = position(h("cne_8", regular=3), h("cne_5", regular=5), ranks={"gara_kulon": 2})
    answer = decision(table)
    found = criteria(answer)
    assert found.index("target stands") < found.index("nearest first") < found.index("end on mountain")
    mountain = answer["trace"][found.index("end on mountain")]
    assert (mountain["kept"], mountain["dropped"]) == (["shield_wall_east"], ["cne_9"])
    assert [option["to"] for option in answer["options"]] == mountain["kept"]


@pytest.mark.rule("MAHDI-HOUSE-1")
def test_the_funnel_of_a_replacement_narrows_step_by_step() -> None:
    legions = [h("csw_3", regular=3), h("csw_5", regular=2), h("ne_11", regular=3), h("carthag", regular=3)]
    table = position(*legions, ranks={"windgap": 1, "gara_kulon": 1})
    steps = [(s["criterion"], s["kept"], s["dropped"]) for s in decision(table, "house")["trace"]][1:]
    assert steps == [
        ("nearest to a sietch", ["csw_3", "csw_5", "ne_11"], ["carthag"]),
        ("greatest difference", ["csw_3", "ne_11"], ["csw_5"]),
        ("nearest to target", ["csw_3"], ["ne_11"]),
    ]


@pytest.mark.rule("MAHDI-DEPLOY-1")
def test_the_funnel_of_a_deployment_narrows_step_by_step() -> None:
    legions = [h("carthag", regular=6), h("arrakeen", regular=2), h("imperial_basin", regular=2)]
    table = position(*legions, ranks={"gara_kulon": 1}, settlements=["arrakeen", "arsunt", "carthag", "imperial_basin"])
    steps = [(s["criterion"], s["kept"], s["dropped"]) for s in decision(table, "deployment")["trace"]][1:]
    assert steps == [
        ("room in settlement", ["arrakeen", "arsunt", "imperial_basin"], ["carthag"]),
        ("strongest legion", ["arrakeen", "imperial_basin"], ["arsunt"]),
        ("nearest to target", ["imperial_basin"], ["arrakeen"]),
        ("leader joins the strongest", ["carthag"], []),
        ("rabban or feyd first", ["beast_rabban"], ["baron_harkonnen", "captain_aramsham"]),
    ]


@pytest.mark.rule("R-16")
def test_a_question_is_in_the_trace() -> None:
    table = position(h("csw_3", regular=3), h("ne_11", regular=2), ranks={"windgap": None, "gara_kulon": 2})
    answer = decision(table)
    assert answer["trace"][-1]["criterion"] == "rank unknown"
    assert answer["trace"][-1]["kept"] == ["windgap"]


@pytest.mark.rule("MAHDI-TURN-3")
def test_a_special_that_is_impossible_leaves_its_reason() -> None:
    leaders = NO_SPECIALS | {"shaddam_iv": {"state": "ready"}}
    answer = decision(position(h("csw_3", regular=2), leaders=leaders))
    assert {"rule": "MAHDI-TURN-3", "criterion": "special impossible"}.items() <= answer["trace"][1].items()
    assert answer["trace"][1]["kept"] == ["shaddam_iv"]
