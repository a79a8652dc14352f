"""What a table's record lets the page say."""

from companion.web.camera.plan import plan_of
from companion.web.camera.verdict import verdict_of
from tests.web.camera.test_plan import state


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
