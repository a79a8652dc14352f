"""`arrakis batch`: one answer a request, in order, whatever a line holds."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion import batch, cli
from companion.rules.errors import FormatError

CLEAN: dict[str, Any] = {"id": "clean", "command": "validate", "args": {}, "position": {}}
WRONG: dict[str, Any] = {"id": "wrong", "command": "validate", "position": {"supremacy": 11}}


def run(*lines: str) -> list[dict[str, Any]]:
    answers = io.StringIO()
    batch.run(io.StringIO("".join(f"{line}\n" for line in lines)), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_requests_are_answered_in_order() -> None:
    assert [entry["id"] for entry in run(json.dumps(WRONG), json.dumps(CLEAN), json.dumps(WRONG))] == [
        "wrong",
        "clean",
        "wrong",
    ]


def test_blank_lines_are_skipped() -> None:
    assert run("", "  ", json.dumps(CLEAN), "\t") == [{"id": "clean", "result": {"violations": []}}]
    assert run() == []


@pytest.mark.parametrize("line", ["no json", "[1]", '"text"', "null", "7", '{"id": "x"', "[" * 100_000])
def test_a_line_that_is_no_object_has_no_id_and_ends_nothing(line: str) -> None:
    first, second = run(line, json.dumps(CLEAN))
    assert first["id"] is None
    assert first["error"].startswith("request: ")
    assert set(first) == {"id", "error"}
    assert second == {"id": "clean", "result": {"violations": []}}


@pytest.mark.parametrize(
    "request_, field",
    [
        ({"command": "validate"}, "position"),
        ({"command": "validate", "position": []}, "position"),
        ({"command": "validate", "position": {"round": 0}}, "round"),
        ({"command": "serve"}, "command"),
        ({}, "command"),
        ({"command": "legal", "position": {}}, "faction"),
        ({"command": "legal", "position": {}, "args": {"faction": "atreides"}}, "action"),
        ({"command": "legal", "position": {}, "args": []}, "args"),
        ({"command": "decide", "position": {}}, "result"),
        ({"command": "decide", "position": {}, "args": {"result": "attack"}}, "MAHDI-TURN-1"),
        ({"command": "spice", "position": {}, "args": {}}, "collected"),
        ({"command": "spice", "position": {}, "args": {"collected": -1}}, "collected"),
        ({"command": "casualties", "legion": {"regular": 1}}, "hits"),
        ({"command": "casualties", "args": {"hits": 1}}, "legion"),
        ({"command": "casualties", "args": {"hits": 1}, "legion": {"regular": 1, "tokens": 1}}, "MAHDI-TOKEN-1"),
        ({"command": "odds"}, "battle"),
        ({"command": "odds", "battle": {}}, "attacker"),
    ],
)
def test_an_error_names_the_field_or_rule(request_: dict[str, Any], field: str) -> None:
    (reply,) = run(json.dumps({"id": "x", **request_}))
    assert set(reply) == {"id", "error"}
    assert reply["error"].startswith(f"{field}: ")
    with pytest.raises(FormatError):
        batch.answer(request_)


def test_other_keys_are_ignored() -> None:
    args = {"faction": "harkonnen", "action": "strategy", "from": None, "auto": True}
    request = {"id": "x", "command": "legal", "args": args, "position": {}, "expect": 5, "rule": []}
    assert run(json.dumps(request)) == [{"id": "x", "result": {"moves": [], "attacks": []}}]


def test_the_id_comes_back_as_it_was_and_the_answer_is_one_line_of_ascii() -> None:
    line = json.dumps(batch.answer_line(json.dumps({**CLEAN, "id": "Łódź \n ☃"})))
    assert json.loads(line)["id"] == "Łódź \n ☃"
    assert line.isascii()
    assert "\n" not in line


def test_no_request_changes_what_a_later_one_sees() -> None:
    legal = {
        "id": "legal",
        "command": "legal",
        "args": {"faction": "harkonnen", "action": "strategy"},
        "position": {"legions": [{"area": "carthag", "faction": "harkonnen", "regular": 2}]},
    }
    first, _, again = run(json.dumps(legal), json.dumps(WRONG), json.dumps(legal))
    assert first["result"]["moves"]
    assert first == again


def test_a_fault_of_ours_is_told_and_the_run_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object) -> dict[str, Any]:
        raise KeyError("lost")

    monkeypatch.setattr(batch, "COMMANDS", {**batch.COMMANDS, "odds": broken})
    first, second = run('{"id": "x", "command": "odds"}', json.dumps(CLEAN))
    assert first == {"id": "x", "error": "odds: internal error, KeyError: 'lost'"}
    assert second["id"] == "clean"
    assert "lost" in caplog.text


def test_each_answer_is_flushed_before_the_next_request_is_read() -> None:
    class Answers(io.StringIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    answers = Answers()

    def requests() -> Iterator[str]:
        for given in range(3):
            assert answers.flushed == given
            yield json.dumps(CLEAN)

    batch.run(requests(), answers)
    assert answers.flushed == 3


def test_the_command_reads_standard_input_and_ends_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{json.dumps(WRONG)}\nrubbish\n"))
    assert cli.main(["batch"]) == 0
    printed = capsys.readouterr()
    assert [json.loads(line)["id"] for line in printed.out.splitlines()] == ["wrong", None]
    assert printed.err == ""
