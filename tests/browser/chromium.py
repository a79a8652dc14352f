"""Chromium for the tests: what starts one, and those of this process that are kept from test to test.

Most tests drive Debian's headless shell, the same engine without a window's outworks: a page costs it a quarter less of
the processor. It lacks a lock that keeps the screen on: a test of that has the mark ``whole`` and a whole Chromium, as
all have where the shell is not installed.

A start costs more processor time than most tests, and a browser that has read the scripts and the typeface once draws
its pages sooner. What a test leaves behind is swept away, as ``tests/browser/test_kept_browser.py`` proves.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from urllib3.exceptions import HTTPError

Chromium = Chrome
PHONE = (390, 844)
DESK = (1280, 800)
PATIENCE = 30.0
"""Seconds until what is waited for must be there: a machine may be busy with other things."""
IDLE = 4
"""So many browsers of a kind are kept, once tests needed them at the same time; of more each test has its own."""
KEEP_NOTHING = "delete Navigator.prototype.serviceWorker; delete window.caches"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    # Pages below the field for addresses, which nobody sees here, and processes for pages that may come: half a start.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess",
)


SHELL = shutil.which("chromium-headless-shell", path="/usr/lib/chromium")
"""Not the command of that name: it is a script beside the shell, which outlives it when the driver ends the script."""


def launch(profile: Path, *flags: str) -> Chromium:
    """Starts a whole browser of phone size that keeps its things in a folder of its own; ``flags`` are further ones."""
    found = shutil.which("chromium") or shutil.which("google-chrome") or ""
    return _started(found, f"--user-data-dir={profile}", *flags)


def _started(binary: str, *flags: str) -> Chromium:
    options = ChromeOptions()
    options.binary_location = binary
    for flag in (*FLAGS, *flags):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chromium(options=options, service=Service(shutil.which("chromedriver")))
    _as_phone(driver)
    return driver


def screen(driver: Chromium, size: tuple[int, int]) -> None:
    """Gives the browser another screen."""
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size != DESK}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def calm(driver: Chromium) -> None:
    """Asks pages for less motion, as somebody may who owns the device. Areas that breathe are drawn in every frame,
    which takes most of the processor while a test waits for something else."""
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def keeping_nothing(driver: Chromium) -> None:
    """Pages install no service worker and keep no picture of themselves for times without a network: for each test
    that would be done anew. And what is shown after a moment without an answer is never such a picture, which loads
    itself again soon after."""
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": KEEP_NOTHING})


def renew(driver: Chromium) -> None:
    """Leaves nothing of what was done with the browser but its cache.

    A new tab has no history and none of what was emulated in the old ones.
    """
    old = driver.window_handles
    driver.switch_to.new_window("tab")
    new = driver.current_window_handle
    for tab in old:
        driver.switch_to.window(tab)
        driver.close()
    driver.switch_to.window(new)
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    driver.execute_cdp_cmd("Browser.resetPermissions", {})
    driver.get_log("browser")  # type: ignore[no-untyped-call]
    _as_phone(driver)


def _as_phone(driver: Chromium) -> None:
    screen(driver, PHONE)
    driver.set_script_timeout(PATIENCE)


class Browsers:
    """The browsers of this process that wait for their next test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._started = 0
        self._idle: dict[bool, list[Chromium]] = {True: [], False: []}

    @contextmanager
    def lent(self, *, whole: bool = False) -> Iterator[Chromium]:
        """A browser as good as new, for as long as the block lasts; ``whole``: with all that a Chromium has."""
        idle = self._idle[whole or SHELL is None]
        driver = idle.pop() if idle else self._start(whole)
        try:
            yield driver
        finally:
            _take_back(driver, idle)

    def quit(self) -> None:
        """Stops them all."""
        for idle in self._idle.values():
            while idle:
                idle.pop().quit()

    def _start(self, whole: bool) -> Chromium:
        if SHELL is not None and not whole:
            # Letters as wide as on a phone: hinted ones are a little wider.
            return _started(SHELL, "--font-render-hinting=none")
        self._started += 1
        return launch(self._folder / f"profile-{self._started}")


def _take_back(driver: Chromium, idle: list[Chromium]) -> None:
    if len(idle) < IDLE:
        # One that does not answer any more, or asks something, is not worth keeping.
        with suppress(WebDriverException, HTTPError):
            renew(driver)
            idle.append(driver)
            return
    driver.quit()
