"""Nonsense breaks nothing; and the fuzzer would notice if it did."""

from pathlib import Path
from random import Random

import pytest
from flask import Blueprint, request

from companion.web import app as app_module
from tests.trust import fuzz
from tests.trust.nonsense import spoiled

INPUTS, SEED = 600, 1414


@pytest.mark.slow
def test_nonsense_breaks_nothing(tmp_path: Path) -> None:
    done = fuzz.run(tmp_path, range(INPUTS), SEED, seeds=2, most=8)
    assert done.failures == []
    assert sum(done.tried.values()) == INPUTS
    assert done.tried["form"] > 200
    assert done.tried["import"] > 20
    assert done.answers["4xx"] > 100
    assert done.accepted > 40


@pytest.mark.slow
def test_a_mistake_is_found_and_told_by_the_smallest_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bp = Blueprint("careless", __name__)

    @bp.before_app_request
    def stumble() -> None:
        if request.method == "POST" and not "".join(request.form.values()).isascii():
            raise RuntimeError("stumbled")

    monkeypatch.setattr(app_module, "BLUEPRINTS", (*app_module.BLUEPRINTS, bp))
    with fuzz.quiet():
        failures = fuzz.run(tmp_path, range(25), SEED, seeds=1, most=3).failures
    assert failures
    assert all("RuntimeError: 'stumbled'" in one for one in failures)
    assert all("answered by 500" in one and one.count("='") <= 2 for one in failures), failures


def test_the_same_number_is_the_same_nonsense() -> None:
    document = {"events": [{"seq": 1, "payload": {"v": 1}}], "seats": []}
    one, two = (spoiled(document, Random("7 3"), 3) for _again in range(2))
    assert one == two
    assert one[0] != document
