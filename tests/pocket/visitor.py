"""Somebody who opens a bundle in a browser: waits for the app, looks into its frame, and sends forms as pages do."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

from selenium.common.exceptions import WebDriverException

from tests.browser.chromium import Chromium
from tests.browser.conftest import Phone
from tests.browser.serving import Server

PATIENCE = 120.0
"""Seconds for a start; beside other browsers and tests it takes many times as long as alone."""
LOOK = 0.05
# The app is there when its page is in the frame and nothing lies over it; "trouble" is what stands in the way.
STATE = """
const around = document.getElementById("around"), page = document.getElementById("frame")?.contentDocument;
if (around && !around.hidden) {
  const trouble = document.querySelector("[data-trouble]");
  return trouble && !trouble.hidden ? document.querySelector("[data-title]").dataset.w : "coming";
}
return page?.querySelector("#main") && page.readyState === "complete" ? "there" : "coming";
"""
# The old page is no longer looked at, however long the new one takes.
LEAVE = """
const page = document.getElementById("frame").contentWindow;
page.document.querySelector("#main")?.removeAttribute("id");
page.location.href = arguments[0];
"""
FACTS = "return performance.getEntriesByName('arrakis').map((one) => one.detail)[0] ?? null"
# A page of the app as text, as the frame fetches it; what it was answered with.
FETCH = """
const [address, how, done] = arguments;
(async () => {
  const answer = await fetch(address, how ?? {}), text = await answer.text();
  window.answered = [answer.url, text];
  done([answer.status, answer.url, text]);
})().catch((error) => done([0, String(error), ""]));
"""
# The tap number n of those that a page offers: the form of its button as a browser sends it; null where there is none.
PREPARE = """
const [given, css, n, done] = arguments;
(async () => {
  const [address, text] = given ? [given, await (await fetch(given)).text()] : window.answered;
  const page = new DOMParser().parseFromString(text, "text/html");
  const buttons = [...page.querySelectorAll(css)];
  if (!buttons.length) return done(null);
  const button = buttons[n % buttons.length], fields = new URLSearchParams(new FormData(button.form));
  if (button.name) fields.append(button.name, button.value);
  done({ address: new URL(button.form.getAttribute("action"), address).href, body: fields.toString() });
})().catch((error) => done(null));
"""


@dataclass(frozen=True, slots=True)
class Tap:
    """A form that is to be sent: its fields hold the key that makes it count once."""

    address: str
    body: str


class Visitor:
    """One tab at a bundle."""

    def __init__(self, driver: Chromium, url: str) -> None:
        """Nothing is opened yet."""
        self.driver = driver
        self.url = url
        driver.set_script_timeout(PATIENCE)

    @property
    def app(self) -> str:
        """The app's first page."""
        return f"{self.url}app/"

    def state(self) -> str:
        """``there`` when the app can be used, ``coming``, or the name of what stands in the way."""
        self.driver.switch_to.default_content()
        try:
            return str(self.driver.execute_script(STATE))
        except WebDriverException:
            # between two pages
            return "coming"

    def until(self, state: str) -> float:
        """Waits for a state; returns the seconds it took."""
        began = time.monotonic()
        while (now := self.state()) != state:
            if time.monotonic() - began > PATIENCE or now == "stopped" != state:
                raise AssertionError(f"{now} instead of {state}: {self.driver.get_log('browser')}")  # type: ignore[no-untyped-call]
            time.sleep(LOOK)
        return time.monotonic() - began

    def open(self, address: str = "") -> float:
        """Opens the app and waits for it; returns the seconds it took."""
        began = time.monotonic()
        self.driver.switch_to.default_content()
        self.driver.get(address or self.url)
        self.until("there")
        return time.monotonic() - began

    def go(self, path: str) -> None:
        """Leads the frame to a page of the app, and waits for it."""
        self.driver.switch_to.default_content()
        self.driver.execute_script(LEAVE, f"{self.app}{path}")
        self.until("there")

    def hand(self, path: str | None = None) -> Phone:
        """Returns a hand that taps in the frame, at another page of the app if one is given."""
        if path is not None:
            self.go(path)
        self.driver.switch_to.default_content()
        self.driver.switch_to.frame("frame")
        return Phone(self.driver, cast(Server, SimpleNamespace(url=self.app.rstrip("/"))))

    def look(self, script: str) -> Any:
        """Asks the page around."""
        self.driver.switch_to.default_content()
        return self.driver.execute_script(script)

    def complaints(self) -> list[str]:
        """What the browser found wrong; that nothing could be had from a host that is switched off is no wonder."""
        log = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        severe = [str(entry["message"]) for entry in log if entry["level"] == "SEVERE"]
        return [line for line in severe if "ERR_CONNECTION_REFUSED" not in line]

    def facts(self) -> Mapping[str, Any]:
        """What the page says of its start: ``laps`` in milliseconds, ``storage``, whether there was an ``image``."""
        found: Mapping[str, Any] = self.driver.execute_script(FACTS)
        return found

    def fetch(self, address: str, **how: object) -> tuple[int, str, str]:
        """Returns status, address and text of an answer of the app; the status is 0 when there was none."""
        status, where, text = self.driver.execute_async_script(FETCH, address, how or None)
        return status, where, text

    def prepare(self, address: str | None, css: str, number: int = 0) -> Tap | None:
        """Returns a tap on a button of a page, or of the last answer: of those that fit the one ``number`` says."""
        found = self.driver.execute_async_script(PREPARE, address, css, number)
        return Tap(found["address"], found["body"]) if found else None

    def send(self, tap: Tap) -> tuple[int, str, str]:
        """Sends a form, and follows to where its answer leads."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.fetch(tap.address, method="POST", headers=kind, body=tap.body)

    def new_trackers_game(self) -> str:
        """Makes a game without a board; returns its address."""
        tap = self.prepare(f"{self.app}new", "form[action$='/new/trackers'] button")
        assert tap is not None
        status, where, _text = self.send(tap)
        assert status == 200, (status, where)
        return where.partition("/trackers")[0]
