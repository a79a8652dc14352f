"""Two phones and a spectator at one table, in real browsers with a real server: who is faster counts, the other is
told; everybody sees what happened without a reload; who was cut off catches up; hidden things stay where they belong.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser.chromium import DESK, PHONE, Browsers, Chromium, calm, screen
from tests.browser.visits import wait_until_it_counts
from tests.web.live.test_stopping import complaints
from tests.web.test_serve import ROOT, START, free_port, wait_for

pytestmark = pytest.mark.browser

SECONDS = 30
RANK = "sietch, rank 3"
"""As the board says it to those who may know; a settlement of that rank is called otherwise."""


class Server:
    """`arrakis serve` as a process of its own, which can be stopped and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._environment = {**os.environ, "ARRAKIS_DATA": str(folder)}
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, "127.0.0.1", str(self.port)],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_for(f"{self.address}/healthz", self._process)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        _out, err = self._process.communicate(timeout=20)
        assert complaints(err) == []


class Device:
    """A browser of its own, at the table or not."""

    def __init__(self, driver: Chromium, address: str, size: tuple[int, int]) -> None:
        self.driver = driver
        screen(driver, size)
        calm(driver)
        self.address = address

    def go(self, path: str) -> None:
        self.driver.get(f"{self.address}{path}")

    def join(self, code: str, role: str, name: str) -> None:
        self.go(f"/j/{code}")
        self.driver.find_element(By.NAME, "name").send_keys(name)
        self.tap(f"label[for={self.id_of(f'[name=role][value={role}]')}]")
        self.tap(".btn.go")
        self.until(lambda: "/g/" in self.driver.current_url, f"{name} sits at the table")

    def id_of(self, css: str) -> str:
        return str(self.driver.find_element(By.CSS_SELECTOR, css).get_attribute("id"))

    def tap(self, css: str) -> None:
        control = next(one for one in self.driver.find_elements(By.CSS_SELECTOR, css) if one.is_displayed())
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", control)
        wait_until_it_counts(self.driver, control)
        self.driver.execute_script("arguments[0].click()", control)

    def text(self, css: str) -> str:
        return str(
            self.driver.execute_script("return document.querySelector(arguments[0])?.textContent.trim() ?? ''", css)
        )

    def shows(self, css: str) -> bool:
        script = "const one = document.querySelector(arguments[0]); return !!one && one.checkVisibility()"
        return bool(self.driver.execute_script(script, css))

    @property
    def html(self) -> str:
        return str(self.driver.execute_script("return document.documentElement.outerHTML"))

    @property
    def seq(self) -> int:
        """The place in the log that the page shows."""
        found = re.search(r"/(\d+)(/now)?$", self.driver.current_url.partition("?")[0])
        return int(found[1]) if found else -1

    def mark(self) -> None:
        """Marks the page: a reload would lose the mark."""
        self.driver.execute_script("window.marked = true")

    @property
    def marked(self) -> bool:
        return bool(self.driver.execute_script("return window.marked === true"))

    def until(self, true: Callable[[], object], what: str) -> None:
        WebDriverWait(self.driver, SECONDS, 0.05).until(lambda _driver: true(), what)

    def online(self, on: bool) -> None:
        """Takes the device off the network, or puts it back, as the browser itself tells its pages."""
        self.driver.execute_cdp_cmd("Network.enable", {})
        facts = {"offline": not on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", facts)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"))
    yield found
    found.stop()


@pytest.fixture(scope="module")
def all_devices(server: Server, browsers: Browsers) -> Iterator[list[Device]]:
    with ExitStack() as loans:
        sizes = (PHONE, PHONE, DESK)
        yield [Device(loans.enter_context(browsers.lent()), server.address, size) for size in sizes]


@pytest.fixture
def devices(all_devices: list[Device]) -> tuple[Device, Device, Device]:
    """Two phones that play and a screen that watches, all at a new game with the quick set-up."""
    first, second, screen = all_devices
    first.go("/new")
    first.driver.find_element(By.CSS_SELECTOR, "form:has([name=set_up][value=quick])").submit()
    first.until(lambda: first.seq > 0, "the game is made")
    game = game_of(first)
    first.go(f"/{game}/menu")
    code = first.text(".code")
    second.join(code, "partner", "Jan")
    screen.join(code, "spectator", "Screen")
    first.go(f"/{game}")
    for device in all_devices:
        device.mark()
    return first, second, screen


def game_of(device: Device) -> str:
    return "/".join(device.driver.current_url.split("/")[3:5])


def enter_rank(device: Device, game: str, area: str, rank: int) -> None:
    """Opens the sheet of a sietch and notes its rank there."""
    device.go(f"/{game}/area/{area}")
    device.driver.execute_script(
        "const field = document.querySelector('form [name=rank]');"
        "for (const fold of document.querySelectorAll('details')) fold.open = true;"
        "const option = document.querySelector(`form [name=rank][value='${arguments[0]}']`);"
        "if (field.type === 'radio') option.checked = true; else field.value = String(arguments[0]);"
        "field.form.requestSubmit(field.form.querySelector('button[name=rank]') ?? undefined)",
        rank,
    )


def undo(device: Device) -> None:
    device.tap("form[action$='/undo'] button")


def test_what_one_does_the_others_see(devices: tuple[Device, Device, Device]) -> None:
    first, second, screen = devices
    before = first.seq
    assert second.seq == screen.seq == before
    length = second.driver.execute_script("return history.length")
    undo(first)
    first.until(lambda: first.seq == before + 1, "the entry is taken back")
    for device in (second, screen):
        device.until(lambda device=device: device.seq == before + 1, "the others see it")  # type: ignore[misc]
        assert device.marked
    assert second.driver.execute_script("return history.length") == length
    assert first.marked
    assert "Taken back on another device" in second.text("#news-undone")
    assert "Move back on the table" in second.text("#main")
    assert first.text("#news-undone") == screen.text("#news-undone") == ""
    second.tap("#news-undone .icon")
    second.until(lambda: second.text("#news-undone") == "", "the notice is put away")
    second.go(f"/{game_of(second)}")
    assert second.text("#news-undone") == ""


def test_of_two_simultaneous_taps_one_counts_and_the_other_is_told(devices: tuple[Device, Device, Device]) -> None:
    first, second, _screen = devices
    before = first.seq
    # The second phone is deaf: it must not learn of the change before it sends its own stale form.
    second.driver.execute_script("window.dispatchEvent(new Event('pagehide'))")
    undo(first)
    first.until(lambda: first.seq == before + 1, "the faster one counts")
    undo(second)
    second.until(lambda: "Someone else was faster" in second.text("#news-race"), "the slower one is told")
    assert "took back" in second.text("#news-race")
    second.driver.execute_script("window.dispatchEvent(new Event('online'))")
    second.until(lambda: second.seq == before + 1, "the live update comes")
    time.sleep(1)
    assert "Someone else was faster" in second.text("#news-race"), "and leaves the notice alone"
    second.tap("[data-put-away]")
    second.until(lambda: second.text("#news-race") == "", "until it is put away")
    first.go(f"/{game_of(first)}")
    assert first.seq == before + 1


def test_who_is_entering_something_is_only_told(devices: tuple[Device, Device, Device]) -> None:
    first, second, _screen = devices
    game, before = game_of(first), first.seq
    second.go(f"/{game}/tracks/supremacy")
    second.mark()
    field = "input[type=number]"
    second.until(lambda: second.shows(field), "the sheet is open")
    second.driver.execute_script(
        "const one = document.querySelector(arguments[0]); one.value = '7';"
        "one.dispatchEvent(new Event('input', {bubbles: true}))",
        field,
    )
    time.sleep(0.5)
    undo(first)
    second.until(lambda: second.shows("#live-bar"), "the quiet bar")
    value = second.driver.execute_script("return document.querySelector(arguments[0]).value", field)
    assert value == "7"
    second.tap("#live-bar")
    second.until(lambda: second.seq == before + 1, "the table as it is now")
    assert second.marked
    assert not second.shows("#live-bar")


def test_a_phone_without_network_catches_up(devices: tuple[Device, Device, Device]) -> None:
    first, second, _screen = devices
    before = first.seq
    second.online(False)
    undo(first)
    first.until(lambda: first.seq == before + 1, "the entry is taken back")
    assert second.seq == before
    second.online(True)
    second.until(lambda: second.seq == before + 1, "the phone catches up")
    assert second.marked


def test_everybody_is_back_after_the_server_was_away(server: Server, devices: tuple[Device, Device, Device]) -> None:
    first, second, screen = devices
    before = first.seq
    server.stop()
    server.start()
    undo(first)
    first.until(lambda: first.seq == before + 1, "the entry is taken back")
    for device in (second, screen):
        device.until(lambda device=device: device.seq == before + 1, "the others are back")  # type: ignore[misc]
        assert device.marked


def test_spectators_and_the_display_hold_no_rank(devices: tuple[Device, Device, Device]) -> None:
    first, second, screen = devices
    game = game_of(first)
    pages = (f"/{game}", f"/{game}/area/gara_kulon", f"/{game}/display", f"/{game}/history", f"/{game}/stats")
    before = first.seq
    enter_rank(first, game, "gara_kulon", 3)
    screen.until(lambda: screen.seq > before, "the spectator hears of an entry")
    second.go(f"/{game}/area/gara_kulon")
    assert RANK in second.html
    for page in pages:
        screen.go(page)
        time.sleep(0.2)
        assert RANK not in screen.html, page
        badges = screen.driver.execute_script(
            "return [...document.querySelectorAll('#board-over .st.a text')].map((one) => one.textContent)"
        )
        assert set(badges) <= {"?"}, page


def seq_shown(device: Device) -> int:
    """Asked of the page in one go, since its main part is replaced at any moment."""
    return int(device.driver.execute_script("return document.getElementById('main')?.dataset.seq") or 0)


def test_the_display_follows_the_table(devices: tuple[Device, Device, Device]) -> None:
    first, _second, screen = devices
    game = game_of(first)
    screen.go(f"/{game}/display")
    screen.mark()
    shown = seq_shown(screen)
    undo(first)
    screen.until(
        lambda: seq_shown(screen) == shown + 1,
        "the display follows",
    )
    assert screen.marked
