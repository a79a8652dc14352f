"""The tips and the stops as data: known rules, each once, short, and none that no game reaches."""

import pytest
from flask import Flask
from flask_babel import Babel

from companion.content import RULES
from companion.rules.state import ATREIDES, HARKONNEN, Mode
from companion.web.coach.stops import STOPS
from companion.web.coach.topics import TOPICS

ALL = (*TOPICS, *STOPS)
LONGEST = 220
"""What stands in a card above the map of a phone."""


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_every_tip_and_stop_links_a_rule(one: object) -> None:
    assert one.rule in RULES  # type: ignore[attr-defined]


def test_each_tip_has_an_id_of_its_own_that_a_cookie_can_hold() -> None:
    ids = [topic.id for topic in TOPICS]
    assert len(set(ids)) == len(ids)
    assert all(one.replace("-", "").isalnum() and one.isascii() for one in ids)


def test_a_tip_is_two_short_sentences() -> None:
    app = Flask(__name__)
    Babel(app)
    with app.test_request_context():
        for topic in TOPICS:
            lead, text = str(topic.lead), str(topic.text)
            assert [lead[-1], text[-1]] == [".", "."]
            assert (lead + text).count(".") == 2, topic.id
            assert len(lead) + len(text) <= LONGEST, topic.id


def test_no_tip_is_for_nobody_and_either_side_has_some_between_people() -> None:
    games = [(mode, side) for mode in Mode for side in (ATREIDES, HARKONNEN)]
    assert all(any(topic.is_for(*game) for game in games) for topic in TOPICS)
    assert all(sum(topic.is_for(mode, side) for topic in TOPICS) >= 5 for mode, side in games)
