"""The funnel: every criterion is worded, and the lines say who fell out and why."""

import ast
from collections.abc import Iterator

import pytest

from companion.content.terms import NamedLeader, Result
from companion.rules.army import Army
from companion.rules.positions.reading import read_position
from companion.web.orders.criteria import TEXTS, criterion_of
from companion.web.orders.why import summary, why_lines, why_text
from companion.web.words import names
from solo_bot import decide, place_vehicles, spend_spice, take_hits
from solo_bot.procedure.decision import Question
from solo_bot.procedure.trace import Trace
from tests.web.words.conftest import ROOT, cases, decisions, trees

RECORDERS = frozenset({"note", "keep", "all", "highest", "lowest"})
KINDS = ("elite", "special")


def literals(node: ast.expr, function: ast.AST) -> Iterator[str]:
    """Every string that an expression for a criterion may be: literals, both ends of a choice, f-strings over the
    kinds of unit, and what a variable of the function is set to or runs over."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp():
            yield from literals(node.body, function)
            yield from literals(node.orelse, function)
        case ast.JoinedStr():
            tail = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
            yield from (f"{kind}{tail}" for kind in KINDS)
        case ast.Name():
            for assignment in (inner for inner in ast.walk(function) if isinstance(inner, ast.Assign)):
                if any(isinstance(target, ast.Name) and target.id == node.id for target in assignment.targets):
                    yield from literals(assignment.value, function)
            for loop in (inner for inner in ast.walk(function) if isinstance(inner, ast.For)):
                if node.id in {name.id for name in ast.walk(loop.target) if isinstance(name, ast.Name)}:
                    constants = (leaf for leaf in ast.walk(loop.iter) if isinstance(leaf, ast.Constant))
                    yield from (leaf.value for leaf in constants if isinstance(leaf.value, str))


def criterion_codes() -> set[str]:
    found: set[str] = set()
    spice = ast.parse((ROOT / "companion/rules/ask/mahdi_spice.py").read_text(encoding="utf-8"))
    for tree in (*trees(ROOT / "solo_bot"), spice):
        functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        for function in functions:
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
                if name in RECORDERS and len(call.args) > 1:
                    found.update(literals(call.args[1], function))
    return found


def test_every_criterion_of_the_opponent_is_worded() -> None:
    codes = criterion_codes()
    worded = {key if isinstance(key, str) else key[1] for key in TEXTS}
    assert len(codes) > 60
    assert codes - worded == set()
    assert worded - codes == set()
    assert all(str(criterion_of("", code).title) for code in codes)


def test_every_decision_of_the_reference_cases_can_be_explained() -> None:
    seen = 0
    for _, decision in decisions():
        why = why_text(decision)
        assert why.title.endswith("?")
        assert why.summary
        assert all(line.title and line.rule.label for line in why.lines)
        several = len(decision.options) > 1
        assert bool(why.lines and why.lines[-1].end) == several
        seen += 1
    assert seen > 300


def test_traces_of_vehicles_spice_and_hits_can_be_explained() -> None:
    for case in cases("vehicles"):
        plan = place_vehicles(read_position(case["position"]))
        assert len(why_lines(plan.trace, 1)) == len(plan.trace)
    for case in cases("spice"):
        results, steps = spend_spice(read_position(case["position"]), case["args"]["collected"])
        assert len(why_lines(steps, len(results))) == len(steps) + (len(results) > 1)
    options, steps = take_hits(Army(3, 2, 1, 0, 2, ("baron_harkonnen", "beast_rabban")), 5)
    titles = [line.title for line in why_lines(steps, len(options))]
    assert titles[0] == "Leaders first, Bashars before named ones"
    assert "An elite becomes a regular" in titles


SPENT = {leader: {"card": "spent"} for leader in ("baron_harkonnen", "beast_rabban", "captain_aramsham")}


def two_sietches() -> dict[str, object]:
    return {
        "legions": [
            {"area": "csw_3", "faction": "harkonnen", "regular": 5},
            {"area": "cse_4", "faction": "harkonnen", "regular": 4},
        ],
        "leaders": SPENT,
        "sietches": {"windgap": {"rank": 3}, "hobars_gap": {"rank": 2}},
        "target_sietch": "windgap",
    }


@pytest.mark.rule("MAHDI-ATTACK-1")
def test_MAHDI_ATTACK_1_the_lower_rank_is_struck_through_with_its_value() -> None:
    decision = decide(read_position(two_sietches()), Result.STRATEGY)
    why = why_text(decision)
    line = next(line for line in why.lines if line.title == "Highest rank")
    assert [(chip.text, chip.value, chip.tick) for chip in line.kept] == [("Windgap", "rank 3", True)]
    assert [(drop.texts, drop.reason) for drop in line.dropped] == [(("Hobars Gap",), "rank 2")]
    assert [ruling.label for ruling in line.rulings] == ["R-16 Hidden ranks count"]
    assert line.left == 1
    assert why.title == "Why this attack?"
    assert why.summary == "Decided by “Highest rank”: Windgap (rank 3)."


@pytest.mark.rule("MAHDI-0")
def test_MAHDI_0_equal_options_end_with_the_choice_of_the_player() -> None:
    position = two_sietches() | {"sietches": {"windgap": {"rank": 2}}, "ornithopters": ["az_south", "az_west"]}
    position["legions"] = [{"area": "csw_5", "faction": "harkonnen", "regular": 5}]
    decision = decide(read_position(position), Result.STRATEGY)
    assert len(decision.options) != 1 or why_text(decision).lines[-1].end is False
    lines = why_lines(decision.trace, 2)
    assert (lines[-1].title, lines[-1].rule.id, lines[-1].left) == ("Tied: you choose", "MAHDI-0", 2)


def test_a_question_is_the_summary() -> None:
    position = two_sietches() | {"sietches": {"windgap": {}, "hobars_gap": {"rank": 2}}}
    decision = decide(read_position(position), Result.STRATEGY)
    assert isinstance(decision.question, Question)
    assert summary(decision) == "Your answer decides it."


def test_a_condition_that_holds_for_nobody_gets_no_tick() -> None:
    position = two_sietches() | {"target_sietch": "gara_kulon", "sietches": {"windgap": {"rank": 3}, "gara_kulon": {}}}
    decision = decide(read_position(position), Result.STRATEGY)
    line = next(line for line in why_text(decision).lines if line.title == "The target sietch")
    assert [(chip.value, chip.tick) for chip in line.kept] == [("not the target sietch", False)]


@pytest.mark.parametrize("leader", list(NamedLeader))
def test_a_leader_in_a_trace_is_told_by_name(leader: NamedLeader) -> None:
    trace = Trace()
    trace.note("MAHDI-TURN-3", "special_impossible", leader, rulings=("R-6",))
    (line,) = why_lines(trace.done(), 1)
    assert [chip.text for chip in line.kept] == [names.leader_name(leader)]
