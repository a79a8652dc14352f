"""A browser that is kept from test to test comes back as good as new, and one that died does not come back."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.chromium import DESK, PATIENCE, PHONE, Browsers, calm, screen
from tests.browser.conftest import Phone
from tests.browser.serving import Server
from tests.browser.test_comfort import PICTURE_KEPT, sit_down

pytestmark = pytest.mark.browser

# Everything that a page of the app can leave in a browser, and what tests do to one.
LEAVE = """
const [done] = arguments;
localStorage.setItem("left", 1); sessionStorage.setItem("left", 1);
console.error("left"); history.pushState({}, "", "#x");
const asked = indexedDB.open("left"); asked.onsuccess = () => { asked.result.close(); done(); };
"""
LEFT = """
const [done] = arguments;
Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys(), indexedDB.databases()]).then((found) => done({
  workers: found[0].length, caches: found[1], databases: found[2].map((one) => one.name), local: localStorage.length,
  session: sessionStorage.length, cookie: document.cookie, mark: typeof window.mark,
  size: [screen.width, screen.height],
  calm: matchMedia("(prefers-reduced-motion: reduce)").matches, online: navigator.onLine, pages: history.length <= 2}));
"""
NOTHING = {
    "workers": 0,
    "caches": [],
    "databases": [],
    "local": 0,
    "session": 0,
    "cookie": "",
    "mark": "undefined",
    "size": list(PHONE),
    "calm": False,
    "online": True,
    "pages": True,
}


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Browsers]:
    found = Browsers(tmp_path)
    yield found
    found.quit()


def test_nothing_is_left_of_what_a_test_did(server: Server, own: Browsers) -> None:
    with own.lent() as driver:
        phone = Phone(driver, server)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "window.mark = true"})
        sit_down(phone)
        wait = WebDriverWait(driver, PATIENCE)
        wait.until(lambda _driver: phone.title in driver.execute_async_script(PICTURE_KEPT))
        driver.add_cookie({"name": "lang", "value": "de"})
        driver.execute_async_script(LEAVE)
        screen(driver, DESK)
        calm(driver)
        driver.execute_cdp_cmd("Network.enable", {})
        facts = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", facts)
        left = driver.execute_async_script(LEFT)
        assert {name for name in NOTHING if left[name] == NOTHING[name]} == set()
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        tab = driver.current_window_handle
    with own.lent() as again:
        assert again is driver
        assert again.window_handles != [tab]
        phone = Phone(again, server)
        assert phone.errors() == []
        again.get(f"{server.url}/static/favicon.svg")
        assert again.execute_async_script(LEFT) == NOTHING
        assert again.get_cookies() == []
        phone.open()
        assert phone.driver.execute_script("return document.documentElement.lang") == "en"
        assert phone.driver.execute_script("return document.documentElement.classList.contains('js')")


def test_a_browser_that_died_is_replaced(server: Server, own: Browsers) -> None:
    with own.lent() as driver, suppress(WebDriverException):
        driver.execute_cdp_cmd("Browser.crash", {})
    with own.lent() as another:
        assert another is not driver
        Phone(another, server).open()
