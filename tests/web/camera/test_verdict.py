"""What a table's record lets the page say."""

import pytest

from companion.service.camera import CameraDesk
from companion.web.camera.plan import plan_of
from companion.web.camera.verdict import verdict_of
from tests.web.camera.conftest import Runner, made_box
from tests.web.camera.test_plan import state
from tests.web.conftest import Browser


def test_it_does_not_call_flyers_trusted_before_they_were_told_apart() -> None:
    said = {}
    for told in (False, True):
        known = state(3, record={"photos": 1, "topics": {"vehicles": [20, 20]}}, flyers_told=told)
        verdict = verdict_of(known, plan_of(known))
        assert verdict is not None
        line = next(topic for topic in verdict.topics if topic.id == "vehicles")
        assert line.good, "a lesson more would not change it"
        said[told] = line.says
    assert said[True] == "trust it"
    assert "ask you" in said[False]


def test_the_page_says_that_a_box_practises_and_with_how_many_photos_it_did(
    phone: Browser, runner: Runner, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = made_box(phone, game)
    record = {"photos": 1, "topics": {"vehicles": [20, 20]}}
    runner.answers["box_state"] = {**runner.state, **state(3, record=record, flyers_told=True), "practised": 4}
    page = f"/g/{game}/camera/boxes/{box}"
    assert "practised with 4 photos of this box" in phone.get(page).text
    monkeypatch.setattr(CameraDesk, "practising", lambda _desk, folder: folder.name == box)
    assert "The camera is practising with the photos of this box" in phone.get(page).text
