"""The tips and the stops as data: known rules, each once, short, and none that no game reaches."""

import pytest
from flask import Flask
from flask_babel import Babel

from companion.content import RULES
from companion.content.terms import Faction
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.web.coach.coach import LAST_ROUND
from companion.web.coach.stops import STOPS
from companion.web.coach.topics import TOPICS
from solo_bot.simulation import play_game

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


@pytest.mark.slow
@pytest.mark.parametrize("mode", [Mode.SOLO, Mode.DUEL])
def test_every_tip_comes_in_the_first_two_rounds_of_some_game(mode: Mode) -> None:
    reached: set[tuple[str, Faction]] = set()

    def watch(state: State, _events: object) -> None:
        if state.frame is not None and state.round <= LAST_ROUND:
            both = [(side, topic) for side in (ATREIDES, HARKONNEN) for topic in TOPICS]
            reached.update((topic.id, side) for side, topic in both if topic.comes(state, state.frame, side))

    for seed in range(6):
        play_game(seed, mode=mode, watch=watch, inspect_each_batch=False)
    sides = (ATREIDES,) if mode is Mode.SOLO else (ATREIDES, HARKONNEN)
    wanted = {(topic.id, side) for side in sides for topic in TOPICS if topic.is_for(mode, side)}
    assert wanted - reached == set()
