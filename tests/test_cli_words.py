"""Refusals of the command line in the language that is asked for; fields, ids and results stay as they are."""

import json
from pathlib import Path

import pytest

from companion import cli, cli_words
from companion.web.i18n import languages


@pytest.fixture
def broken(tmp_path: Path) -> str:
    file = tmp_path / "position.json"
    file.write_text(json.dumps({"legions": [{"area": "windgap"}]}), encoding="utf-8")
    return str(file)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    return printed.err.strip()


def test_the_languages_are_those_of_the_app() -> None:
    assert languages() == cli_words.LANGUAGES


def test_a_refusal_names_the_field_and_says_the_rest_in_the_language(
    broken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, "--lang", "en", "validate", broken) == "error: legions[0].faction: is missing"
    assert refused(capsys, "validate", broken, "--lang", "es") == "error: legions[0].faction: falta"
    assert refused(capsys, "--lang=ru", "validate", broken) == "error: legions[0].faction: отсутствует"


def test_the_language_of_the_system_counts_where_none_is_asked_for(
    broken: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert refused(capsys, "validate", broken) == "error: legions[0].faction: falta"
    assert refused(capsys, "validate") == "error: POSITION: falta"
    assert refused(capsys, "--lang", "en", "validate") == "error: POSITION: is missing"
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert refused(capsys, "validate", broken) == "error: legions[0].faction: is missing"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("selfplay", "--games", "x"), "--games: invalid int value: 'x'"),
        (
            ("selfplay", "--games", "1", "--mode", "x"),
            "--mode: invalid choice: 'x' (choose from 'solo', 'duel', 'team')",
        ),
        (("spice", "x", "--collected"), "--collected: expected one argument"),
        (("--lang", "xx", "spice"), "--lang: invalid choice: 'xx' (choose from 'en', 'cs', 'es', 'pl', 'ru')"),
    ],
)
def test_arguments_that_make_no_sense(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, *words) == f"error: {said}"
    text = refused(capsys, "--lang", "pl", *words) if "--lang" not in words else ""
    assert "invalid" not in text
