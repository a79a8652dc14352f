"""Looking ahead and hints where there is no server: the same pages, and what takes time comes in slices."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.content.terms import Result
from companion.pocket.place import Place, open_place
from companion.service.advisers import SliceAdviser
from companion.web.seats import TABLE
from companion.web.steps.atreides.hint import ADVISER
from tests.pocket.hints import first_turn
from tests.pocket.test_place import AT, ROOT, header

SLICE = 1.0
"""Seconds of the processor that one request may take here: a slice, and the round that was begun in it."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """The app in a folder of its own."""
    opened = open_place(tmp_path, ROOT)
    yield opened
    opened.close()


@pytest.fixture
def step(place: Place) -> str:
    """The address of the player's first turn, with hints switched on."""
    home = first_turn(place)
    loaded = place.app.extensions[TABLE].load(home.removeprefix("/g/"))
    return f"{home}/{loaded.state.phase.value}/{loaded.seq}"


@pytest.mark.slow
def test_if_they_roll_is_there(place: Place, step: str) -> None:
    body = place.answer("GET", f"{AT}{step}?ahead=1").body.decode()
    assert body.count('class="face"') == len(Result)


@pytest.mark.slow
def test_a_hint_comes_in_slices_and_the_table_answers_in_between(place: Place, step: str) -> None:
    assert isinstance(place.app.extensions[ADVISER], SliceAdviser)
    first = place.answer("GET", f"{AT}{step}?hint=1").body.decode()
    assert "<progress" in first
    home = step.rsplit("/", 2)[0]
    slices = 0
    while True:
        began = time.process_time()
        answer = place.answer("GET", f"{AT}{home}/hint?hint=1")
        assert time.process_time() - began < SLICE
        assert answer.status == 200
        if b'class="face"' in answer.body:
            break
        slices += 1
        assert place.answer("GET", f"{AT}{step}").status == 200
        assert slices < 400
    assert slices > 1
    assert header(answer, "HX-Retarget") == ".hinted"
