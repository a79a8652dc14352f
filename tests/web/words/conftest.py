"""Positions of the reference cases, the languages, and what the presenters have to cover."""

import ast
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_babel import Babel

from companion.content.terms import Result
from companion.rules.positions.reading import read_position
from companion.rules.state import State
from solo_bot import Decision, decide

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "tests" / "cases"
Speak = Callable[[str], AbstractContextManager[Any]]


def cases(*names: str) -> list[dict[str, Any]]:
    """The reference cases of some files."""
    return [
        json.loads(line)
        for name in names
        for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]


def decisions() -> Iterator[tuple[State, Decision]]:
    """Every decision for every result in the positions of the reference cases."""
    for case in cases("attack", "move", "target", "deploy", "house", "special"):
        state = read_position(case["position"])
        for result in Result:
            yield state, decide(state, result)


def trees(folder: Path) -> Iterator[ast.Module]:
    for file in sorted(folder.rglob("*.py")):
        yield ast.parse(file.read_text(encoding="utf-8"), str(file))


@pytest.fixture
def speak() -> Speak:
    """Returns a context in which the presenters speak a language."""

    def speaking(language: str) -> AbstractContextManager[Any]:
        app = Flask("words")
        Babel(app, locale_selector=lambda: language)
        context: AbstractContextManager[Any] = app.test_request_context()
        return context

    return speaking
