"""The table in WebKit, the engine of Safari: an own move, an order and a battle; nothing can be pushed sideways."""

from collections.abc import Iterator

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from companion.rules.frames import BattleFrame, BattleStage, TurnFrame
from companion.service.exchange import import_game
from tests.browser.chromium import PATIENCE
from tests.browser.serving import Server
from tests.browser.test_browser_round import own_move_with_undo, start, step
from tests.browser.test_replay import SLIDE
from tests.browser.webkit import WebKitPhone, webkit
from tests.service.played import played_game

pytestmark = [pytest.mark.browser, pytest.mark.webkit, pytest.mark.slow]

# How far the page and what scrolls in it can be pushed sideways by a finger.
PUSHED = """
return [document.documentElement, ...document.querySelectorAll(".scroll,.body,.page,.panel")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "hidden")
  .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} in ${one.clientWidth}`);
"""
# A choice too long for its field pushes whatever is around it.
LONG = "return document.querySelector('#f-attack').closest('.field')"


@pytest.fixture
def phone(server: Server) -> Iterator[WebKitPhone]:
    with webkit() as driver:
        yield WebKitPhone(driver, server)


def test_an_own_move_an_order_and_a_battle_are_played(phone: WebKitPhone) -> None:
    start(phone)
    own_move_with_undo(phone)
    assert phone.top_is(TurnFrame)
    assert "Round 1" in phone.heading
    faces, seen, stages = ["strategy", "leadership"], set[str](), list[BattleStage]()
    while faces or isinstance(phone.state.frame, BattleFrame) or not stages:
        frame = phone.state.frame
        assert frame is not None
        step(phone, frame, faces, seen, stages)
        assert phone.driver.execute_script(PUSHED) == [], type(frame).__name__
    assert BattleStage.CASUALTIES in stages
    assert phone.errors() == []


def test_nothing_can_be_pushed_sideways(phone: WebKitPhone) -> None:
    game = import_game(phone.server.table, played_game("Sunday", 0)).id
    for page in ("/", "/new", "/odds", "/settings", "/learn/", f"/g/{game}/history", f"/g/{game}/replay"):
        phone.open(page)
        assert phone.driver.execute_script(PUSHED) == [], page
        if page == "/odds":
            field = phone.driver.execute_script(LONG)
            assert int(field.get_property("scrollWidth")) <= int(field.get_property("clientWidth")) + 1
    before = phone.driver.current_url
    phone.driver.execute_script(SLIDE, 2)
    WebDriverWait(phone.driver, PATIENCE).until(lambda driver: driver.current_url != before)
    assert phone.driver.execute_script(PUSHED) == []
    assert phone.errors() == []
