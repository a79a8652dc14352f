"""A few copies of ``python -m tests.trust.damage``."""

from pathlib import Path

import pytest
from flask import Flask

from tests.trust.damage import Seen, compared, look, make, rounds, settle


@pytest.mark.slow
def test_no_damage_goes_unsaid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Flask, "jinja_options", Flask.jinja_options)
    base = tmp_path / "base"
    base.mkdir()
    games = make(base)
    before = look(base, games)
    settle(base)
    assert compared(before, look(base, games)) == ("without effect", [])
    settle(base)
    tally = rounds(base, games, before, 4, 11)
    assert tally.copies.total() == 4
    assert tally.faults == []


def test_a_page_that_differs_and_says_nothing_is_a_fault() -> None:
    before = Seen({("seat", "/g/x"): (200, "round 3")})
    assert compared(before, Seen({("seat", "/g/x"): (200, "round 4")}))[0] == "wrong"
    assert compared(before, Seen({("seat", "/g/x"): (500, "")}))[0] == "wrong"
    assert compared(before, Seen({("seat", "/g/x"): (503, "This game is damaged")})) == ("said", [])
