"""A hurried finger: the second tap of two carries out nothing, what was not in sight long enough neither."""

from collections.abc import Callable
from typing import cast

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from companion.rules.frames import AtreidesRollFrame, TurnFrame
from companion.rules.state import HARKONNEN
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import Phone
from tests.browser.ready import own_turn
from tests.browser.serving import Server
from tests.browser.test_browser_round import whole_round
from tests.browser.visits import wait_until_it_counts

pytestmark = [pytest.mark.browser, pytest.mark.calm]

REAL_MS = 500
GAPS = (120, 300)
# Two taps at one place, whatever is there the second time.
TWO_TAPS = """
const [control, gap, done] = arguments, box = control.getBoundingClientRect();
const x = box.left + box.width / 2, y = box.top + box.height / 2;
const tap = () => document.elementFromPoint(x, y)?.dispatchEvent(
  new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y }));
tap();
setTimeout(() => { tap(); setTimeout(done, 150); }, gap);
"""


class Hasty(Phone):
    """Taps everything that leads on twice, by turns at both gaps, and looks into the log after it."""

    doubled = 0

    def rows(self) -> int:
        """How many entries the log of the game holds."""
        return len(self.server.table.load(self.game).timeline.steps)

    def _tap(self, css: str, text: str, *, swaps: bool) -> None:
        if not swaps or "/g/" not in self.driver.current_url:
            super()._tap(css, text, swaps=swaps)
            return
        found = self.find(css, text)
        assert found, f"nothing to tap: {css} {text!r} at {self.driver.current_url}"
        main, before = self.driver.find_element(By.ID, "main"), self.rows()
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found[0])
        wait_until_it_counts(self.driver, found[0])
        deed = found[0].tag_name == "button"
        self.driver.execute_async_script(TWO_TAPS, found[0], GAPS[self.doubled % 2])
        self.doubled += 1
        self._swapped(main)
        assert self.rows() - before == int(deed), (found, text, self.title)


@pytest.fixture
def hasty(phone: Phone, server: Server) -> Hasty:
    server.app.config["GUARD_MS"] = REAL_MS
    return Hasty(phone.driver, server)


def test_two_quick_taps_at_every_step_of_a_round_are_one_deed_each(hasty: Hasty) -> None:
    whole_round(hasty)
    assert hasty.doubled > 25
    assert "Round 2" in hasty.heading
    assert hasty.errors() == []


def first(phone: Phone, css: str) -> WebElement:
    return phone.driver.find_element(By.CSS_SELECTOR, css)


def test_keys_count_no_sooner_than_fingers(phone: Phone, server: Server) -> None:
    own_turn(phone)
    server.app.config["GUARD_MS"] = 3000
    phone.driver.refresh()
    button = first(phone, "#main .ask button.key")
    button.send_keys(Keys.ENTER)
    phone.driver.execute_script("document.querySelector('#main .ask button.key').click()")
    assert phone.title == "Your turn: tap the die you use"
    wait_until_it_counts(phone.driver, button)
    button.send_keys(Keys.ENTER)
    WebDriverWait(phone.driver, PATIENCE).until(lambda _driver: phone.title != "Your turn: tap the die you use")


def test_what_is_covered_was_not_seen(phone: Phone) -> None:
    own_turn(phone)
    cover = "const d = document.createElement('div'); d.id = 'cover'; document.body.append(d);"
    place = "d.style.cssText = 'position:fixed;top:0;left:0;width:100%;height:100%;z-index:99';"
    phone.driver.execute_script(cover + place)
    phone.driver.execute_script("const m = document.getElementById('main'); m.replaceWith(m.cloneNode(true))")
    state = "return document.querySelector('#main .ask button.key').dataset.seen"
    with pytest.raises(Exception, match="Message"):
        wait_until_it_counts(phone.driver, first(phone, "#main .ask button.key"), 1.0)
    assert phone.driver.execute_script(state) == "no"
    phone.driver.execute_script("document.getElementById('cover').remove()")
    wait_until_it_counts(phone.driver, first(phone, "#main .ask button.key"))


def test_menu_history_and_back_ten_times_leave_one_page_with_its_map(phone: Phone) -> None:
    own_turn(phone)
    phone.tap(css="#main .ask button.key")
    here, title = phone.driver.current_url, phone.title
    for _time in range(10):
        phone.tap(css=".top a[aria-label=Menu]")
        assert phone.driver.current_url.endswith("/menu")
        phone.tap("History")
        assert phone.driver.current_url.endswith("/history")
        phone.driver.back()
        phone.driver.back()
        WebDriverWait(phone.driver, PATIENCE).until(lambda _driver: phone.driver.current_url == here)
        assert phone.title == title
        count = "return ['#live', '#table', '#main', 'svg.map'].map((css) => document.querySelectorAll(css).length)"
        assert cast(list[int], phone.driver.execute_script(count)) == [1, 1, 1, 1]
        assert phone.driver.execute_script("return 'ready' in document.querySelector('svg.map').dataset")


def test_a_page_without_javascript_needs_no_wait(phone_with: Callable[..., Phone]) -> None:
    phone = phone_with(script=False)
    own_turn(phone)
    phone.tap("Strategy")
    phone.open(str(first(phone, "a.ar.next[data-area=gara_kulon]").get_dom_attribute("href")))
    phone.open(str(first(phone, "a.ar.next[data-area=ne_15]").get_dom_attribute("href")))
    phone.tap("Done")
    phone.tap("End turn")
    assert phone.state.frame == TurnFrame(HARKONNEN)
    assert not phone.top_is(AtreidesRollFrame)
