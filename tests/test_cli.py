"""The command `arrakis`: exit status, standard output, standard error."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import batch, cli, cli_bench
from companion.rules.errors import FormatError

ROOT = Path(__file__).resolve().parent.parent
LEGION = {"area": "carthag", "faction": "harkonnen", "regular": 7}
POSITION = {
    "legions": [{**LEGION, "regular": 3}, {"area": "windgap", "faction": "atreides", "tokens": 1, "generic": 1}],
    "target_sietch": "windgap",
    "harvesting_sector": "ne",
    "sietches": {"windgap": {"rank": 2}},
}
BATTLE = {
    "attacker": {"faction": "harkonnen", "regular": 1},
    "defender": {"faction": "atreides", "regular": 1},
}
Write = Callable[[object], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a JSON document into a file and returns its path."""

    def _write(document: object) -> str:
        path = tmp_path / "document.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return str(path)

    return _write


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.main(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_validate_tells_by_its_status_whether_a_rule_is_broken(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    assert outcome(capsys, "validate", write(POSITION), "--json") == (0, '{"violations": []}\n', "")
    status, out, err = outcome(capsys, "validate", write({"legions": [LEGION]}), "--json")
    assert (status, err) == (1, "")
    (violation,) = json.loads(out)["violations"]
    assert set(violation) == {"rule", "where", "message"}
    assert (violation["rule"], violation["where"]) == ("STACK-1", "carthag")
    assert "7 units" in violation["message"]


def test_validate_as_text(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(capsys, "validate", write(POSITION)) == (0, "No rule is broken.\n", "")
    status, out, _ = outcome(capsys, "validate", write({"legions": [LEGION], "supremacy": 11}))
    assert status == 1
    assert [line.split()[:2] for line in out.splitlines()] == [["STACK-1", "carthag:"], ["WIN-1", "supremacy:"]]


REQUESTS: list[tuple[list[str], dict[str, Any]]] = [
    (["validate", "FILE"], {"command": "validate", "position": POSITION}),
    (
        ["legal", "FILE", "--faction", "harkonnen", "--action", "strategy", "--from", "carthag"],
        {
            "command": "legal",
            "position": POSITION,
            "args": {"faction": "harkonnen", "action": "strategy", "from": "carthag"},
        },
    ),
    (
        ["decide", "FILE", "--result", "strategy"],
        {"command": "decide", "position": POSITION, "args": {"result": "strategy"}},
    ),
    (["vehicles", "FILE"], {"command": "vehicles", "position": POSITION}),
    (["spice", "FILE", "--collected", "4"], {"command": "spice", "position": POSITION, "args": {"collected": 4}}),
    (
        ["casualties", "FILE", "--hits", "2"],
        {"command": "casualties", "legion": {"regular": 2, "elite": 1}, "args": {"hits": 2}},
    ),
    (["odds", "FILE"], {"command": "odds", "battle": BATTLE}),
]


@pytest.mark.parametrize("arguments, request_", REQUESTS, ids=[arguments[0] for arguments, _ in REQUESTS])
def test_the_terminal_and_the_batch_give_the_same_result(
    arguments: list[str], request_: dict[str, Any], write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    document = next(request_[key] for key in ("position", "legion", "battle") if key in request_)
    path = write(document)
    line = [path if argument == "FILE" else argument for argument in arguments]
    status, out, err = outcome(capsys, *line, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == json.loads(json.dumps(batch.answer(request_)))
    assert json.loads(Path(path).read_text(encoding="utf-8")) == document

    status, text, err = outcome(capsys, *line)
    assert (status, err) == (0, "")
    assert text.strip()
    with pytest.raises(ValueError, match="Expecting value"):
        json.loads(text)


def test_a_position_can_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO('\ufeff{"supremacy": 11}'))
    status, out, _ = outcome(capsys, "validate", "-", "--json")
    assert (status, json.loads(out)["violations"][0]["rule"]) == (1, "WIN-1")


def test_legal_as_text_names_each_way(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--faction", "harkonnen", "--action", "strategy")
    _, out, _ = outcome(capsys, "legal", write(POSITION), *arguments)
    assert "  from carthag, to arrakeen, via ground, zone none, path carthag, arrakeen\n" in out


@pytest.mark.parametrize(
    "document, arguments, error",
    [
        ({"legions": [{**LEGION, "area": "x"}]}, ["validate", "FILE"], "legions[0].area: 'x' is not the id of an area"),
        ([], ["validate", "FILE"], "position: an object is needed, not []"),
        ({}, ["legal", "FILE", "--faction", "x", "--action", "strategy"], "faction: 'x'"),
        ({}, ["legal", "FILE", "--faction", "atreides", "--action", "x"], "action: 'x'"),
        ({}, ["legal", "FILE", "--faction", "atreides", "--action", "strategy", "--from", "x"], "from: 'x'"),
        ({}, ["decide", "FILE", "--result", "attack"], "MAHDI-TURN-1: 'attack'"),
        ({"mode": "duel"}, ["decide", "FILE", "--result", "house"], "mode: "),
        ({}, ["spice", "FILE", "--collected", "-1"], "collected: "),
        ({}, ["spice", "FILE", "--collected", "few"], "--collected: invalid int value: 'few'"),
        ({}, ["spice", "FILE"], "--collected: is missing"),
        ({}, ["spice", "FILE", "--coll", "3"], "--collected: is missing"),
        ({"tokens": 1, "regular": 1}, ["casualties", "FILE", "--hits", "1"], "MAHDI-TOKEN-1: "),
        ({"attacker": 5}, ["odds", "FILE"], "attacker: "),
        ({}, ["validate", "FILE", "--verbose"], "arguments: unrecognized arguments: --verbose"),
        ({}, ["validate"], "POSITION: is missing"),
        ({}, ["conquer"], "COMMAND: invalid choice: 'conquer'"),
        ({}, [], "COMMAND: is missing"),
        ({}, ["validate", "/nowhere/at.all"], "position: cannot read /nowhere/at.all: No such file or directory"),
    ],
)
def test_an_error_has_status_2_and_one_line_and_no_output(
    document: object, arguments: list[str], error: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(document)
    status, out, err = outcome(capsys, *(path if argument == "FILE" else argument for argument in arguments))
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {error}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe\xfa", b"[" * 100_000], ids=["cut", "not UTF-8", "deep"])
def test_a_file_that_is_no_json_is_named(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.json"
    path.write_bytes(content)
    status, out, err = outcome(capsys, "vehicles", str(path))
    assert (status, out) == (2, "")
    assert err.startswith(f"error: position: {path} is no")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["--help"])
    assert caught.value.code == 0
    text = capsys.readouterr().out
    for command in (*batch.COMMANDS, "batch", "bench", "play", "preview", "serve"):
        assert command in text


def test_the_process_has_the_status_of_the_command(write: Write) -> None:
    run = [sys.executable, "-m", "companion.cli", "validate", write({"supremacy": 11}), "--json"]
    answer = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (1, "")
    assert json.loads(answer.stdout)["violations"][0]["rule"] == "WIN-1"


@pytest.mark.slow
def test_bench_measures_the_positions_it_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = cli_bench.sample().splitlines()[:3]
    path = tmp_path / "positions.jsonl"
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    status, out, err = outcome(capsys, "bench", "--positions", str(path), "--json")
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert set(answer) == {"decide_strategy", "decide_leadership", "vehicles", "odds", "selfplay_games_per_s"}
    for name in ("decide_strategy", "decide_leadership", "vehicles"):
        assert answer[name]["n"] == 3
        assert 0 < answer[name]["median_ms"] <= answer[name]["p99_ms"]
    assert set(answer["decide_strategy"]) == {"n", "median_ms", "p99_ms", "move_median_ms"}
    assert answer["odds"]["cold_ms"] > 0


def test_preview_decides_every_result_as_decide_does(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(POSITION)
    status, out, err = outcome(capsys, "preview", path, "--json")
    answer = json.loads(out)
    assert (status, err, list(answer)) == (0, "", ["leadership", "strategy", "deployment", "mentat", "house"])
    for result, decision in answer.items():
        assert json.loads(outcome(capsys, "decide", path, "--result", result, "--json")[1]) == decision


@pytest.mark.rule("MAHDI-TURN-1")
def test_MAHDI_TURN_1_preview_leaves_out_what_cannot_be_rolled(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    spent = {"harkonnen_spent": ["mentat"] * 3 + ["house"] * 2}
    shown = json.loads(outcome(capsys, "preview", write({**POSITION, "dice": spent}), "--json")[1])
    assert list(shown) == ["leadership", "strategy", "deployment", "house"]
    none = json.loads(outcome(capsys, "preview", write({**POSITION, "dice": {"harkonnen_unused": 0}}), "--json")[1])
    assert none == {}


def test_preview_asks_what_only_the_player_knows(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (ROOT / "tests/cases/target.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [case for case in map(json.loads, lines) if case["command"] == "decide" and case["expect"].get("question")]
    assert asked
    for case in asked:
        answer = json.loads(outcome(capsys, "preview", write(case["position"]), "--json")[1])
        assert answer[case["args"]["result"]]["question"] == case["expect"]["question"]
    status, out, err = outcome(capsys, "preview", write({"mode": "duel"}))
    assert (status, out, err.startswith("error: mode: ")) == (2, "", True)


def test_bench_has_positions_of_its_own() -> None:
    assert len(cli_bench.read_states(cli_bench.sample())) == 40


@pytest.mark.parametrize(
    "lines, field",
    [
        ("", "positions"),
        ("rubbish", "positions, line 1"),
        ('\n{"id": "x"}', "positions, line 2"),
        ('{"id": "x", "position": {"round": 0}}', "positions, line 1, round"),
    ],
)
def test_bench_names_the_line_that_is_no_position(lines: str, field: str) -> None:
    with pytest.raises(FormatError) as caught:
        cli_bench.read_states(lines)
    assert caught.value.field_or_rule == field


def test_a_reader_that_has_enough_is_no_error(write: Write) -> None:
    run = [sys.executable, "-m", "companion.cli", "validate", write(POSITION)]
    with subprocess.Popen(run, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
        assert (process.wait(), errors) == (0, b"")
