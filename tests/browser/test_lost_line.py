"""The server freezes, stops and comes back: the page says so within five seconds and takes it back by itself."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.chromium import PATIENCE
from tests.browser.conftest import Phone
from tests.web.test_serve import ROOT, START, free_port, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.calm]

SOON, MARGIN = 5.0, 0.6
"""The promise, and what looking for it costs."""


class Frozen:
    """A server of its own process, which can be frozen, woken, stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, "127.0.0.1", str(self.port)],
            cwd=ROOT,
            env={**os.environ, "ARRAKIS_DATA": str(self.folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        wait_for(f"{self.url}/healthz", self.process)

    def freeze(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(10)


@pytest.fixture
def frozen(tmp_path: Path) -> Iterator[Frozen]:
    made = Frozen(tmp_path / "games")
    yield made
    made.wake()
    made.stop()


@pytest.fixture
def device(phone: Phone, frozen: Frozen) -> Phone:
    phone.driver.get(f"{frozen.url}/")
    phone.tap("New game")
    phone.tap("Start")
    # the first event of the stream
    time.sleep(1)
    return phone


def bar(phone: Phone) -> bool:
    return phone.driver.find_element(By.ID, "trouble").is_displayed()


def shown_after(phone: Phone, since: float, *, shown: bool, patience: float = PATIENCE) -> float:
    WebDriverWait(phone.driver, patience, 0.1).until(lambda _driver: bar(phone) is shown)
    return time.monotonic() - since


def test_a_frozen_server_is_told_within_five_seconds_and_taken_back(device: Phone, frozen: Frozen) -> None:
    for _time in range(2):
        frozen.freeze()
        assert shown_after(device, time.monotonic(), shown=True) < SOON + MARGIN
        assert "does not answer" in device.driver.find_element(By.ID, "trouble").text
        frozen.wake()
        shown_after(device, time.monotonic(), shown=False)
    time.sleep(SOON)
    assert not bar(device)


def test_a_tap_in_the_freeze_tells_so_and_is_carried_out_once(device: Phone, frozen: Frozen) -> None:
    title, main = device.title, device.driver.find_element(By.ID, "main")
    frozen.freeze()
    go = device.find("#main .btn.go")[0]
    go.click()
    assert shown_after(device, time.monotonic(), shown=True) < SOON + MARGIN
    go.click()
    frozen.wake()
    shown_after(device, time.monotonic(), shown=False)
    device._swapped(main)
    assert device.title != title


def test_a_stopped_server_is_told_and_the_bar_goes_when_it_is_back(device: Phone, frozen: Frozen) -> None:
    frozen.stop()
    assert shown_after(device, time.monotonic(), shown=True) < SOON + MARGIN
    frozen.start()
    assert shown_after(device, time.monotonic(), shown=False, patience=20) < 3 * SOON


def test_asking_instead_of_a_stream_tells_it_too(phone_with: Callable[..., Phone], frozen: Frozen) -> None:
    phone = phone_with()
    phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "delete window.EventSource"})
    phone.driver.get(f"{frozen.url}/")
    phone.tap("New game")
    phone.tap("Start")
    frozen.freeze()
    assert shown_after(phone, time.monotonic(), shown=True) < SOON + 1.5
    frozen.wake()
    shown_after(phone, time.monotonic(), shown=False)
