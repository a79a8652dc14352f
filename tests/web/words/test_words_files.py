"""What is wrong with a file is said in the reader's language: every template of the layers below has a sentence."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.support import Translations

from companion import cli_words
from companion.rules.errors import FormatError
from companion.web.i18n import FOLDER, languages
from companion.web.words.refusals.files import FILE_TEXTS, problem_text, problem_words
from companion.web.words.refusals.positions import POSITION_TEXTS
from tests.web.conftest import Browser
from tests.web.stats.test_stats_pages import send_file

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ("service/exchange_checks", "service/exchange_file", "service/exchange", "store/codec", "store/corrections")
RULES = ("fields", "positions/desert_war", "positions/reading", "positions/sides", "odds/document")
RAISED = {"FormatError": 1, "DecodeError": 0}
"""The place of the template among what these are made of."""


def templates(tree: ast.AST) -> Iterator[str]:
    """Every text that a refusal is made of; a text put together in place cannot be worded."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED:
            at = RAISED[node.func.id]
            given = node.args[at] if len(node.args) > at else None
            if isinstance(given, ast.Constant):
                yield str(given.value)
            elif not isinstance(given, ast.Attribute):
                yield f"line {node.lineno}: not a template"


def raised(*names: str) -> set[str]:
    files = [ROOT / "companion" / f"{name}.py" for name in names]
    return {text for file in files for text in templates(ast.parse(file.read_text(encoding="utf-8")))}


def test_every_refusal_of_a_file_is_worded_and_no_other() -> None:
    assert raised(*SOURCES, "store/shapes") == FILE_TEXTS.keys()


def test_every_refusal_of_a_position_and_a_battle_is_worded_and_no_other() -> None:
    assert raised(*(f"rules/{name}" for name in RULES)) <= POSITION_TEXTS.keys()
    others = raised("cli", "cli_vision") | set(cli_words._TEMPLATES) | {"expected one argument"}
    assert POSITION_TEXTS.keys() <= raised(*(f"rules/{name}" for name in RULES)) | others


def test_a_text_put_together_in_place_is_found() -> None:
    tree = ast.parse("raise FormatError('seq', f'must be {seq}')")
    assert list(templates(tree)) == ["line 1: not a template"]


@pytest.mark.slow
def test_facts_of_the_sentence_are_facts_of_the_template() -> None:
    for template, text in {**FILE_TEXTS, **POSITION_TEXTS}.items():
        for tag in languages()[1:]:
            said = Translations.load(str(FOLDER), [tag]).gettext(str(text))
            assert set(_facts(said)) <= set(_facts(template)), (tag, template)


def _facts(text: str) -> list[str]:
    return [part.split(")s")[0] for part in text.split("%(")[1:]]


def test_what_the_web_layer_refused_is_left_as_it_is() -> None:
    assert problem_text(FormatError("name", "50 % of it")) == "50 % of it"
    assert problem_words(FormatError("level", "no")) == "Opponent: no"
    assert problem_words(FormatError("events.3.seq", "must be %(seq)s, not %(value)s", seq=3, value=4)) == (
        "events.3.seq: must be 3, not 4"
    )


@pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff\xfe\xfa", b'{"a": 1}', b'{"format": "arrakis-game"}'])
@pytest.mark.parametrize("language", ["es", "pl", "cs", "ru"])
def test_a_broken_file_is_refused_without_english(phone: Browser, content: bytes, language: str) -> None:
    phone.send("/", "/language", lang=language, back="/")
    page = send_file(phone, content)
    assert page.status_code == 400
    for word in ("is not", "must", "known", "missing", "JSON:", "Expecting"):
        assert f" {word}" not in page.text
