"""Two phones, one of each side: who is waited for is called, by sound, title, one flash and words (P-21)."""

import time
from collections.abc import Callable

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from companion.content.terms import Faction, Result
from companion.rules.ask.asked import SIDES
from companion.rules.commands import EndVehicles, RollHarkonnenDice
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import Phone
from tests.browser.ready import sits
from tests.browser.test_comfort import COUNT_TONES
from tests.web.conftest import Browser
from tests.web.table.conftest import Seat

pytestmark = pytest.mark.browser

TO_ATREIDES = (EndVehicles(), RollHarkonnenDice(tuple(Result)[:4] * 2))
"""What the Harkonnen do until the game waits for the Atreides."""
CALLED = """
window.buzzes = []; navigator.vibrate = (how) => { window.buzzes.push(how); return true; };
window.flashes = 0; new MutationObserver((all) => { for (const one of all)
  if (one.target.id === "main" && one.target.classList.contains("called") && !/called/.test(one.oldValue))
    window.flashes += 1;
}).observe(document, { subtree: true, attributes: true, attributeOldValue: true, attributeFilter: ["class"] });
"""


def says(phone: Phone, script: str) -> object:
    return phone.driver.execute_script(f"return {script}")


def until(phone: Phone, true: Callable[[], object], what: str) -> None:
    WebDriverWait(phone.driver, PATIENCE, 0.05).until(lambda _driver: true(), what)


@pytest.fixture
def duel(phone_with: Callable[..., Phone]) -> "tuple[Phone, Phone, Seat]":
    """The phones of the Atreides and of the Harkonnen, who place their vehicles; and the device of the table."""
    phones = (phone_with(), phone_with())
    browser = Browser(phones[0].server.app.test_client(), host="127.0.0.1")
    game = browser.new_game(harkonnen="people", set_up="quick", dice="app")
    table = Seat(browser, phones[0].server.app, game)
    for phone, faction, name in zip(phones, (Faction.ATREIDES, Faction.HARKONNEN), ("Chani", "Rabban"), strict=True):
        phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNT_TONES + CALLED})
        phone.open()
        sits(phone, game, SIDES[faction], name)
    atreides, harkonnen = phones
    return atreides, harkonnen, table


def turn(phone: Phone) -> object:
    return says(phone, "document.getElementById('main')?.dataset.turn")


def test_who_is_waited_for_is_called_once(duel: "tuple[Phone, Phone, Seat]") -> None:
    atreides, harkonnen, table = duel
    until(atreides, lambda: (turn(atreides), turn(harkonnen)) == ("theirs", "mine"), "each knows whose step it is")
    until(atreides, lambda: atreides.find("[data-call-set]"), "the switch is there")
    # A browser sounds only on a page that was touched.
    atreides.touch("Call me")
    atreides.touch("Call me")
    atreides.driver.execute_script("window.tones = 0")
    table.arrange(*TO_ATREIDES)
    until(
        harkonnen, lambda: says(harkonnen, "document.getElementById('main')?.dataset.seq") == str(table.seq), "moved on"
    )
    until(atreides, lambda: turn(atreides) == "mine", "the game waits for them")
    until(atreides, lambda: says(atreides, "window.tones") == 3, "three tones")
    assert says(atreides, "window.flashes") == 1
    assert says(atreides, "window.buzzes.length") == 1
    assert str(atreides.driver.title).startswith("● It is up to you: ")
    until(
        atreides,
        lambda: "It is up to you" in str(says(atreides, "document.getElementById('live').textContent")),
        "said",
    )
    assert says(harkonnen, "window.flashes") == 0
    assert atreides.errors() == harkonnen.errors() == []


def test_who_does_not_want_it_is_not_called(duel: "tuple[Phone, Phone, Seat]") -> None:
    atreides, _harkonnen, table = duel
    until(atreides, lambda: atreides.find("[data-call-set]"), "the switch is there")
    atreides.touch("Call me")
    assert says(atreides, "document.querySelector('[data-call-set]').ariaPressed") == "false"
    atreides.driver.execute_script("window.tones = 0")
    table.arrange(*TO_ATREIDES)
    until(atreides, lambda: turn(atreides) == "mine", "the game waits for them")
    assert (says(atreides, "window.tones"), says(atreides, "window.flashes")) == (0, 0)
    atreides.open(f"/g/{table.game}")
    assert says(atreides, "document.documentElement.dataset.call") == "off", "the device remembers it"


def test_who_is_entering_something_is_called_too(duel: "tuple[Phone, Phone, Seat]") -> None:
    atreides, _harkonnen, table = duel
    atreides.open(f"/g/{table.game}/tracks/supremacy")
    field = "#main input[type=number]"
    atreides.driver.execute_script(f"document.querySelector('{field}').value = '7'")
    table.arrange(*TO_ATREIDES)
    until(atreides, lambda: atreides.find("#live-bar"), "the quiet bar")
    until(atreides, lambda: says(atreides, "window.flashes") == 1, "and the call")
    assert says(atreides, f"document.querySelector('{field}').value") == "7"


def test_without_sound_the_rest_of_the_call_stays(duel: "tuple[Phone, Phone, Seat]") -> None:
    atreides, _harkonnen, table = duel
    atreides.driver.add_cookie({"name": "call", "value": "silent"})
    atreides.open(f"/g/{table.game}")
    until(atreides, lambda: atreides.find("[data-call-set]"), "the page is there")
    atreides.driver.find_element("css selector", "h2.step").click()
    table.arrange(*TO_ATREIDES)
    until(atreides, lambda: says(atreides, "window.flashes") == 1, "the flash")
    assert (says(atreides, "window.tones"), says(atreides, "window.buzzes.length")) == (0, 1)


def test_a_page_that_nobody_touched_does_not_buzz(duel: "tuple[Phone, Phone, Seat]") -> None:
    atreides, _harkonnen, table = duel
    until(atreides, lambda: atreides.find("[data-call-set]"), "the page is there")
    table.arrange(*TO_ATREIDES)
    until(atreides, lambda: says(atreides, "window.flashes") == 1, "the flash")
    assert says(atreides, "window.buzzes.length") == 0, "a browser refuses it, and says so as an error"


HIDE = """
Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
document.dispatchEvent(new Event("visibilitychange"));
"""


@pytest.mark.parametrize("wanted", ["on", "off"])
def test_a_page_that_nobody_looks_at_listens_only_for_a_call(duel: "tuple[Phone, Phone, Seat]", wanted: str) -> None:
    atreides, _harkonnen, table = duel
    atreides.driver.add_cookie({"name": "call", "value": wanted})
    atreides.open(f"/g/{table.game}")
    atreides.driver.execute_script(HIDE)
    table.arrange(*TO_ATREIDES)
    if wanted == "on":
        until(atreides, lambda: says(atreides, "window.flashes") == 1, "called all the same")
        assert str(atreides.driver.title).startswith("● ")
    else:
        time.sleep(1)
        assert turn(atreides) == "theirs"
