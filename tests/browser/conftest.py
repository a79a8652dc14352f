"""A real Chromium of phone size at a running app; every tap is counted and every step is looked at."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium.common.exceptions import NoSuchElementException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.expected_conditions import staleness_of
from selenium.webdriver.support.wait import WebDriverWait
from werkzeug.serving import BaseWSGIServer

from companion.rules.commands import Command
from companion.rules.state import State
from companion.web.seats import TABLE
from tests.browser.chromium import DESK, PATIENCE, PHONE, Browsers, Chromium, calm, keeping_nothing, screen
from tests.browser.serving import Front, Server, listening, running, set_up
from tests.browser.visits import press, wait_until_it_counts

LOOK = 0.05
"""Seconds between two looks at what is waited for."""
SMALLEST_TARGET = 44

# How wide the page is; what a finger taps in the panel and the bars, and is smaller than it should be.
SMALL_TARGETS = """
const all = document.querySelectorAll("#main a.btn, #main button, #main .key, #main .opt, #main summary, "
  + "#main input:not([type=hidden]):not(.vh), #main select, .top a, .top button, .trk");
return [document.documentElement.scrollWidth, [...all].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && box.height && Math.min(box.width, box.height) < arguments[0] - 0.5;
}).map((one) => one.outerHTML.slice(0, 120))];
"""
TITLE = "return document.querySelector('h2.step')?.innerText.replace(/\\u00a0/g, ' ').trim() ?? null"
# What is shown of a kind and holds these words, as WebDriver sees it, in one question instead of two for each element.
SHOWN = """
const folded = (one) => { for (let fold = one.closest("details:not([open])"); fold;
  fold = fold.parentElement.closest("details:not([open])"))
    if (fold !== one && !one.closest("summary")?.parentElement.isSameNode(fold)) return true;
  return false; };
const seen = (one) => { for (let up = one; up; up = up.parentElement)
  if (getComputedStyle(up).opacity === "0") return false;
  return getComputedStyle(one).visibility === "visible"; };
return [...document.querySelectorAll(arguments[0])].filter((one) =>
  (one.innerText ?? one.textContent).replace(/\\u00a0/g, " ").includes(arguments[1])
  && [...one.getClientRects()].some((box) => box.width && box.height) && !folded(one) && seen(one));
"""
# Once the camera stands still and nothing is on its way into the page: the point of an area on the screen, the edges of
# the map there, and whether a tap on the area only comes nearer (in the far form, where it is not lit). What glides
# moves in every frame, so frames are counted and not seconds: a busy machine has few of them.
WHERE_IS = """
const [id, frames, done] = arguments, coming = ".htmx-request,.htmx-swapping,.htmx-settling";
const where = () => {
  const map = document.querySelector("svg.map"), box = map.getBoundingClientRect();
  const [x, y, w] = map.getAttribute("viewBox").split(" ").map(Number), k = box.width / w;
  const area = document.querySelector(`a.ar[data-area="${id}"]`), [px, py] = area.dataset.p.split(" ").map(Number);
  return [[box.left + (px - x) * k, box.top + (py - y) * k], [box.left, box.top, box.right, box.bottom],
    map.dataset.lod === "far" && !area.classList.contains("next")];
};
let before = "", still = 0;
const look = () => {
  const now = document.querySelector(coming) ? [] : where();
  still = now.length && String(now) === before ? still + 1 : 0;
  before = String(now);
  if (still < frames) requestAnimationFrame(look); else done(now);
};
look();
"""
STILL = 6
"""After so many frames without a change the camera stands still."""
EDGE = 6
"""So far from the edge of the map an area is in sight."""


class Phone:
    """Somebody with a phone: taps what is on the screen, by its words, its glyph or its place on the map."""

    def __init__(self, driver: Chromium, server: Server, script: bool = True) -> None:
        self.driver = driver
        self.server = server
        self.script = script
        self.taps = 0
        self.arranged = 0
        self.room = PHONE[0]
        self.hands = True
        """Whether what is now to be done on the table is done at once; else the list stays on the screen."""

    # --- what is there -------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        return self.driver.current_url.removeprefix(self.server.url).split("/")[2]

    @property
    def state(self) -> State:
        return self.server.table.load(self.game).state

    def top_is(self, kind: type) -> bool:
        return isinstance(self.state.frame, kind)

    @property
    def title(self) -> str:
        """The step, in one question: the panel may be replaced between two."""
        found = self.driver.execute_script(TITLE)
        if found is None:
            raise NoSuchElementException(f"no step at {self.driver.current_url}")
        return str(found)

    @property
    def heading(self) -> str:
        """The one first heading of the page; beside a full panel only a screen reader has it on a phone."""
        script = "return [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility())"
        (only,) = self.driver.execute_script(f"{script}.map((one) => one.textContent)")
        return str(only)

    def find(self, css: str, text: str = "") -> list[WebElement]:
        """What is shown of this kind and holds these words."""
        return list(self.driver.execute_script(SHOWN, css, text))

    # --- fingers ---------------------------------------------------------------------------------------
    def open(self, path: str = "/") -> None:
        self.driver.get(self.server.url + path)
        self._done_on_the_table()

    def at_desk(self, theme: str) -> None:
        """Goes on with a screen of 1280 x 800 instead, in a theme."""
        self.room = DESK[0]
        screen(self.driver, DESK)
        self.open()
        self.driver.add_cookie({"name": "theme", "value": theme})

    def tap(self, text: str = "", css: str = "#main a, #main button, #main label, #main summary") -> None:
        """One tap that leads to another page or swaps the panel."""
        self._tap(css, text, swaps=True)

    def touch(self, text: str = "", css: str = "#main button, #main label, #main summary") -> None:
        """One tap that changes only what is on the page."""
        self._tap(css, text, swaps=False)

    def _tap(self, css: str, text: str, *, swaps: bool) -> None:
        found = self.find(css, text)
        assert found, f"nothing to tap: {css} {text!r} at {self.driver.current_url}"
        main = self.driver.find_element(By.ID, "main")
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", found[0])
        if self.script:
            wait_until_it_counts(self.driver, found[0])
        self.taps += 1
        press(self.driver, found[0])
        if swaps:
            self._swapped(main)

    def add(self, name: str, number: int = 1) -> None:
        """Taps the plus of a number so often, or its digits; without the script writes the number into its field."""
        pad = f"[data-pad]:has([name='{name}'])"
        if self.script and self.find(pad):
            self.touch(css=f".cells label:has([name='{name}'])")
            for digit in str(number):
                self.touch(css=f"{pad} [data-digit='{digit}']")
            return
        if self.script:
            for _tap in range(number):
                self.touch(css=f".stp:has([name='{name}']) [data-step='1']")
            return
        field = next(one for one in self.find(f":is(.stp, .cells) [name='{name}']"))
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", field)
        field.clear()
        field.send_keys(str(number))

    def tap_area(self, area: str) -> None:
        """Taps an area after moving the map to it; far away the first tap only comes nearer, unless it is lit."""
        for _attempt in range(8):
            main = self.driver.find_element(By.ID, "main")
            point, edges, far = self._where(area)
            middle = [(edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2]
            if not all(edges[n] + EDGE < point[n] < edges[n + 2] - EDGE for n in (0, 1)):
                way = [min(max(middle[n] - point[n], edges[n] - middle[n]), middle[n] - edges[n]) * 0.9 for n in (0, 1)]
                self._mouse("mousePressed", middle)
                for part in (0.1, 0.5, 1.0):
                    self._mouse("mouseMoved", [middle[n] + way[n] * part for n in (0, 1)])
                self._mouse("mouseReleased", [middle[n] + way[n] for n in (0, 1)])
                continue
            self.taps += 1
            self._mouse("mousePressed", point)
            self._mouse("mouseReleased", point)
            if not far:
                self._swapped(main)
                return
            # a second tap at once would be a double tap
            time.sleep(0.4)
        raise AssertionError(f"{area} was not reached")

    def _where(self, area: str) -> tuple[list[float], list[float], bool]:
        """The point of an area and the edges of the map, once the camera stands still."""
        point, edges, far = self.driver.execute_async_script(WHERE_IS, area, STILL)
        return point, edges, far

    def _mouse(self, kind: str, at: list[float]) -> None:
        event = {"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def _swapped(self, main: WebElement) -> None:
        WebDriverWait(self.driver, PATIENCE, LOOK).until(staleness_of(main))
        self.driver.find_element(By.ID, "main")
        self.look()
        self._done_on_the_table()

    def _done_on_the_table(self) -> None:
        """Does what a deed left to be done on the table, and goes on to the step."""
        if self.hands and urlsplit(self.driver.current_url).path.endswith("/now"):
            self.tap(css="#main .btn.go")

    def look(self) -> None:
        """The step fits the phone and everything in it can be hit by a finger."""
        width, small = self.driver.execute_script(SMALL_TARGETS, SMALLEST_TARGET)
        assert width <= self.room, self.driver.current_url
        assert not small, (self.driver.current_url, small)

    # --- past the pages ----------------------------------------------------------------------------------
    def arrange(self, *commands: Command) -> None:
        """Puts the table into a certain position, as the API of the service does."""
        table, game = self.server.table, self.game
        self.arranged += 1
        seat = table.games.seats(game)[0]
        table.submit(game, seat, table.load(game).seq, f"arranged-{self.arranged:04d}", commands, True)

    def errors(self) -> list[str]:
        """What the browser complained about."""
        log = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [str(entry["message"]) for entry in log if entry["level"] == "SEVERE"]


@pytest.fixture(scope="session")
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browsers]:
    """The browsers of this process, each as good as new for its test."""
    found = Browsers(tmp_path_factory.mktemp("browsers"))
    yield found
    found.quit()


@pytest.fixture(scope="session")
def front() -> Iterator[tuple[Front, BaseWSGIServer]]:
    """The address of this process."""
    found = Front()
    with listening(found) as http:
        yield found, http


@pytest.fixture
def server(front: tuple[Front, BaseWSGIServer], tmp_path: Path) -> Iterator[Server]:
    with set_up(tmp_path) as app:
        front[0].app = app
        yield Server(app.extensions[TABLE], front[1], app)
        front[0].app = None


@pytest.fixture
def server_alone(tmp_path: Path) -> Iterator[Server]:
    """A server that nobody else needs: it can be stopped."""
    with running(tmp_path) as found:
        yield found


@pytest.fixture
def phone_with(request: pytest.FixtureRequest, server: Server, browsers: Browsers) -> Iterator[Callable[..., Phone]]:
    with ExitStack() as loans:

        def make(*, script: bool = True) -> Phone:
            whole = request.node.get_closest_marker("whole") is not None
            driver = loans.enter_context(browsers.lent(whole=whole))
            driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
            keeping_nothing(driver)
            if request.node.get_closest_marker("calm"):
                calm(driver)
            return Phone(driver, server, script)

        yield make


@pytest.fixture
def phone(phone_with: Callable[..., Phone]) -> Phone:
    return phone_with()
