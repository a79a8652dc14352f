"""Friends at one table: a game of two, three or four people begins with one tap, and counters tapped at once count."""

from collections.abc import Callable

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from companion.rules.state import Mode
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import Phone
from tests.browser.ready import sits

pytestmark = [pytest.mark.browser, pytest.mark.calm]

GAMES = [
    ("two", (Mode.DUEL, 1, 1)),
    ("three-harkonnen", (Mode.TEAM, 1, 2)),
    ("three-atreides", (Mode.TEAM, 2, 1)),
    ("four", (Mode.TEAM, 2, 2)),
]
PLUS = "button[value='{}:1']"


def until(phone: Phone, true: Callable[[], object], what: str) -> None:
    WebDriverWait(phone.driver, PATIENCE, 0.05).until(lambda _driver: true(), what)


def test_one_tap_on_the_first_page_begins_a_game_between_people(phone: Phone) -> None:
    for players, expected in GAMES:
        phone.open()
        phone.look()
        button = phone.find(f"#main button[value={players}]")[0]
        phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
        phone.taps = 0
        phone.tap(css=f"#main button[value={players}]")
        assert phone.taps == 1
        state = phone.state
        assert (state.mode, state.rules.partners, state.rules.harkonnen_partners) == expected, players
    assert phone.errors() == []


def test_counters_that_two_phones_tap_at_once_both_count(phone_with: Callable[..., Phone]) -> None:
    first, second = phone_with(), phone_with()
    first.open("/new")
    first.tap("Trackers and dice only")
    game = first.game
    second.open()
    sits(second, game, frozenset(), "Jan")
    for phone, part in ((first, "tracks"), (second, "spice")):
        phone.open(f"/g/{game}/trackers/{part}")
        # Deaf: neither learns of what the other does before both have tapped.
        phone.driver.execute_script("window.dispatchEvent(new Event('pagehide'))")
    before = first.state
    first.tap(css=PLUS.format("supremacy"))
    second.tap(css=PLUS.format("spice_reserve"))
    assert first.state.supremacy == before.supremacy + 1
    assert first.state.spice_reserve == before.spice_reserve + 1
    for phone in (first, second):
        phone.open(f"/g/{game}/trackers/tracks")
        phone.driver.execute_script("window.dispatchEvent(new Event('pagehide'))")
    first.tap(css=PLUS.format("supremacy"))
    second.tap(css=PLUS.format("supremacy"))
    until(second, lambda: first.state.supremacy == before.supremacy + 3, "both count")
    assert second.driver.execute_script("return document.getElementById('news-race').textContent.trim()") == ""
