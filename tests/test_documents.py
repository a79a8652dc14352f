"""The documents are true: lists are up to date, examples run, and no file cites a document that is not there."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any, get_args

import pytest

from companion import cli
from companion.content import RULES
from companion.play import Session
from companion.rules.commands import Command
from companion.rules.positions.reading import read_position
from companion.rules.positions.writing import write_position
from tests import documents
from tests.play import scripts

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
RULE = re.compile(r"^(?:- )?\*\*([A-Z]+(?:-[A-Z0-9]+)+)\*\*", re.M)
CITED = re.compile(r"(?<![\w/.-])((?:[\w.-]+/)*[\w-]{2,}\.md)\b")
TEXTS = {".md", ".py", ".toml", ".json", ".html", ".js", ".css", ".yml", ".sh", ""}


@pytest.mark.parametrize("name", documents.PARTS)
def test_a_list_of_the_formats_is_up_to_date(name: str) -> None:
    wrong = documents.check()
    assert wrong == [], "run python -m tests.documents write"
    assert f"<!-- made: {name} -->" in FORMATS


def test_a_list_that_is_out_of_date_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    copy = tmp_path / "formats.md"
    copy.write_text(FORMATS.replace("### MoveLegion", "### MoveLegions"), encoding="utf-8")
    monkeypatch.setattr(documents, "ROOT", tmp_path)
    monkeypatch.setattr(documents, "DOCUMENT", copy)
    assert documents.check() == ["formats.md: out of date, run python -m tests.documents write"]
    assert documents.write() == []
    assert copy.read_text(encoding="utf-8") == FORMATS


def test_every_command_has_a_script() -> None:
    assert [script["type"] for script in scripts.read()] == [kind.__name__ for kind in get_args(Command)]


@pytest.mark.parametrize("script", scripts.read(), ids=lambda script: script["type"])
def test_the_example_of_a_command_runs(script: dict[str, Any]) -> None:
    assert script.keys() <= {"type", "position", "lines"}
    assert script["lines"][-1]["type"] == script["type"]
    assert json.dumps(script["lines"][-1]) in FORMATS
    found = scripts.answers(script)
    assert all(answer.get("ok") for answer in found), found
    step = found[-2]["next"] if len(found) > 1 else None
    if step is not None and not script["lines"][-1].get("record_anyway"):
        assert script["type"] in step["commands"]


@pytest.mark.parametrize("line", re.findall(r"^```json\n(\{\"type\".*)\n```$", FORMATS, re.M))
def test_an_example_of_the_formats_is_a_command(line: str) -> None:
    answer = Session().answer(line)
    assert "error" not in answer, answer


def test_the_other_examples_of_the_formats_are_true(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decision, battle = (
        json.loads(text) for text in re.findall(r"^```json\n(\{\"(?!type).*?)\n```$", FORMATS, re.M | re.S)
    )
    file = tmp_path / "battle.json"
    file.write_text(json.dumps(battle), encoding="utf-8")
    assert cli.main(["odds", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    named = FORMATS.partition("## Battle")[2].partition("## ")[0]
    assert all(f'"{key}"' in named for key in answer), answer.keys()
    assert cli.main(["preview", str(EXAMPLES / "solo.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["strategy"].keys() == decision.keys()


def test_the_line_shown_of_play_is_a_command() -> None:
    (line,) = re.findall(r"^`(\{\"type\".*\})`\.", FORMATS, re.M)
    assert "error" not in Session().answer(line)


def test_the_formats_name_every_key_of_a_position() -> None:
    section = FORMATS.partition("## Position")[2].partition("\n## ")[0]
    for key in write_position(read_position({})):
        assert f"`{key}`" in section, key


def run(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *more: str
) -> tuple[int, str]:
    """Runs a command of a document as a shell would: a pipe before it or a file after ``<`` is its input."""
    said, _, command = command.rpartition(" | ")
    command, _, file = command.partition(" < ")
    given = (ROOT / file).read_text(encoding="utf-8") if file else shlex.split(said)[1] + "\n" if said else ""
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    monkeypatch.chdir(ROOT)
    status = cli.main([*shlex.split(command)[1:], *more])
    printed = capsys.readouterr()
    assert printed.err == ""
    return status, printed.out


def shown_commands() -> list[str]:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8").replace("\\|", "|")
    return [found for found in re.findall(r"`([^`]+)`", text) if "./arrakis" in found]


@pytest.mark.parametrize("command", shown_commands())
def test_a_command_of_the_examples_runs(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    more = ["--db", f"sqlite:///{tmp_path / 'games.sqlite'}"] if " import " in command else []
    status, out = run(command, capsys, monkeypatch, *more)
    assert status == 0
    if " play " in command:
        assert all(json.loads(line).get("ok", True) for line in out.splitlines())
        assert "error" not in out
    assert out


def test_every_example_is_shown() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert {path.name for path in EXAMPLES.iterdir()} == {*re.findall(r"^\| `([\w.]+)`", text, re.M), "README.md"}


def test_the_commands_of_the_readme_run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = [command for command in re.findall(r"`(\./arrakis [^`]+)`", text) if "examples/" in command]
    assert found
    for command in found:
        assert run(command, capsys, monkeypatch)[0] == 0


def test_the_example_of_a_game_comes_out_as_it_went_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    db = ["--db", f"sqlite:///{tmp_path / 'games.sqlite'}"]
    made = json.loads(run("./arrakis import examples/game.json", capsys, monkeypatch, *db, "--json")[1])
    out = json.loads(run(f"./arrakis export {made['game']}", capsys, monkeypatch, *db)[1])
    kept = ("seq", "batch", "kind", "command", "seat", "created")
    given = json.loads((EXAMPLES / "game.json").read_text(encoding="utf-8"))["events"]
    # What is in an event may have been written in an older form.
    assert [[event[key] for key in kept] for event in out["events"]] == [
        [event[key] for key in kept] for event in given
    ]


def test_the_rules_explain_every_id() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    ids = RULE.findall(text)
    assert len(ids) == len(set(ids))
    assert set(ids) == RULES.keys()


def cited(root: Path) -> list[str]:
    """The documents that files of a checkout cite and that are not there, each with the file."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, capture_output=True, check=True)
    found = []
    for name in listed.stdout.decode().splitlines():
        file = root / name
        if file.suffix not in TEXTS or not file.is_file() or "fonts" in file.parts:
            continue
        for document in CITED.findall(file.read_text(encoding="utf-8", errors="replace")):
            places = (root, file.parent, root / "docs")
            if not any((place / document).is_file() for place in places):
                found.append(f"{name}: {document}")
    return found


@pytest.mark.slow
def test_no_file_cites_a_document_that_is_not_there() -> None:
    assert cited(ROOT) == []


def test_a_document_that_is_not_there_is_found(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    here, nowhere = "here" + ".md", "nowhere" + ".md"
    (tmp_path / here).write_text(f"see {nowhere} and {here}", encoding="utf-8")
    assert cited(tmp_path) == [f"{here}: {nowhere}"]
