"""The coach in pages: offered once, a card a step, put away by topic or as a whole, taken up again in the menu."""

import re

import pytest
from flask import Flask

from companion.rules.frames import BattleFrame, TurnFrame
from companion.rules.state import ATREIDES, State
from companion.service import Played
from companion.service.settings import GameSettings
from companion.web.coach.topics import TOPICS
from companion.web.seats import TABLE
from tests.web.conftest import Browser

CARD = re.compile(r'<aside class="coach-tip".*?</aside>', re.DOTALL)
READ = re.compile(r'name="read" value="([a-z-]+)"')
APP = {"set_up": "quick", "dice": "app"}


def step(browser: Browser, game: str) -> str:
    """The address of the step itself, past what is to be done on the table."""
    return browser.get(f"/g/{game}").location.partition("?")[0].removesuffix("/now")


def tip(browser: Browser, game: str) -> str:
    found = READ.search(browser.get(step(browser, game)).text)
    return found[1] if found else ""


def test_tips_are_offered_with_the_first_game_and_only_then(phone: Browser) -> None:
    assert 'name="tips"' in phone.get("/new").text
    phone.new_game(**APP)
    assert 'name="tips"' not in phone.get("/new").text


def test_a_newcomer_switches_them_on_before_a_game_that_one_tap_begins(phone: Browser) -> None:
    assert phone.send("/", "/coach", tips="on").location == "/"
    assert 'name="tips"' not in phone.get("/").text
    assert tip(phone, phone.new_game(**APP)) == TOPICS[0].id


def test_who_does_not_ask_for_tips_gets_none(phone: Browser) -> None:
    game = phone.new_game(**APP)
    assert tip(phone, game) == ""


def test_a_tip_comes_once_and_the_next_step_has_another(phone: Browser) -> None:
    game = phone.new_game(**APP, tips="yes")
    first = tip(phone, game)
    assert first == TOPICS[0].id
    assert phone.send(step(phone, game), "/coach", read=first).status_code == 303
    assert tip(phone, game) not in ("", first)


def test_the_card_names_its_rule_and_says_which_tip_it_is(phone: Browser) -> None:
    game = phone.new_game(**APP, tips="yes")
    found = CARD.search(phone.get(step(phone, game)).text)
    assert found
    assert TOPICS[0].rule in found[0]
    assert "tip 1 of 30" in found[0]


def test_all_of_them_can_be_put_away_and_taken_up_in_the_menu(phone: Browser) -> None:
    game = phone.new_game(**APP, tips="yes")
    page = step(phone, game)
    phone.send(page, "/coach", read=TOPICS[0].id)
    phone.send(page, "/coach", tips="off")
    assert tip(phone, game) == ""
    assert phone.get(f"/g/{game}/menu").text.count('name="tips" value="on"') == 1
    phone.send(page, "/coach", tips="on")
    assert tip(phone, game) not in ("", TOPICS[0].id)
    phone.send(page, "/coach", tips="again")
    assert tip(phone, game) == TOPICS[0].id


def test_with_htmx_the_card_alone_goes_away(phone: Browser) -> None:
    page = step(phone, phone.new_game(**APP, tips="yes"))
    answer = phone.post("/coach", {**phone.fields(page), "read": TOPICS[0].id}, HX_Request="true")
    assert (answer.status_code, answer.text) == (200, '<div id="coach" class="coach"></div>')


def test_a_word_that_is_no_tip_is_refused(phone: Browser) -> None:
    page = step(phone, phone.new_game(**APP, tips="yes"))
    assert phone.send(page, "/coach", read="<script>").status_code == 400


def test_the_way_back_leads_to_no_other_site(phone: Browser) -> None:
    page = step(phone, phone.new_game(**APP, tips="yes"))
    assert phone.send(page, "/coach", read=TOPICS[0].id, back="//elsewhere.example").location == "/"


@pytest.mark.parametrize("number", range(1, 9))
def test_the_tour_has_a_page_for_each_stop_and_its_neighbours(phone: Browser, number: int) -> None:
    page = phone.get(f"/tour/{number}").text
    assert f"{number} of 8" in page
    assert (f"/tour/{number + 1}" in page) is (number < 8)
    assert (f"/tour/{number - 1}" in page) is (number > 1)
    part = phone.get(f"/tour/{number}", HX_Request="true").text
    assert 'id="main"' in part
    assert "<html" not in part


def test_there_is_no_stop_beyond_the_last(phone: Browser) -> None:
    assert phone.get("/tour/9").status_code == 404
    assert phone.get("/tour/0").status_code == 404


def practised(app: Flask, phone: Browser) -> tuple[str, State]:
    answer = phone.send("/practice")
    assert answer.status_code == 303
    game = answer.location.removeprefix("/g/")
    return game, app.extensions[TABLE].load(game).state


def test_a_battle_to_practise_begins_in_the_middle_of_one(app: Flask, phone: Browser) -> None:
    game, state = practised(app, phone)
    assert isinstance(state.frame, BattleFrame)
    assert state.frame.attacker is ATREIDES
    # It is taught without asking.
    assert tip(phone, game).startswith("battle-")


def test_it_counts_for_nothing(app: Flask, phone: Browser) -> None:
    game, _state = practised(app, phone)
    record = app.extensions[TABLE].games.get(game)
    assert GameSettings.from_text(record.settings).played is Played.PRACTICE
    assert "Practice battle" not in phone.get("/stats").text
    for page in ("/", "/games"):
        assert game not in phone.get(page).text
    assert "Games put away" not in phone.get("/").text


def test_a_device_keeps_the_last_battle_alone(app: Flask, phone: Browser) -> None:
    first, _state = practised(app, phone)
    second, _state = practised(app, phone)
    assert phone.get(f"/g/{first}").status_code == 404
    assert phone.get(f"/g/{second}").status_code == 303


def test_taken_back_before_the_battle_it_is_over(app: Flask, phone: Browser) -> None:
    game, _state = practised(app, phone)
    assert phone.send(step(phone, game), f"/g/{game}/undo").status_code == 303
    assert isinstance(app.extensions[TABLE].load(game).state.frame, TurnFrame)
    assert "That was a battle" in phone.get(step(phone, game)).text
