"""WebKit for the tests: the engine of Safari and of every browser on an iPhone, as Debian has it for GTK.

It draws on a screen of its own (Xvfb), and what Chromium's tests ask of that browser's own protocol is done by other
means here, or not at all.
"""

import os
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.chromium import PATIENCE
from tests.browser.conftest import Phone
from tests.browser.serving import Server, change_sheets

NARROWEST = (450, 844)
"""The bar that the browser has above its page is no narrower."""
PLACES = ("lib/*", "libexec")
"""Below /usr, where Debian and others put the browser that comes with the driver."""
SCREEN = "1400x1000x24"
# On a phone they lie over the page and let taps through; here they take those near the right edge.
NO_BARS = "\n*::-webkit-scrollbar{display:none}\n"
WATCH = """
const before = window.troubles ?? [];
if (!window.troubles) {
  window.troubles = [];
  addEventListener("error", (e) => window.troubles.push(`${e.message} ${e.filename}:${e.lineno}`));
  addEventListener("unhandledrejection", (e) => window.troubles.push(String(e.reason)));
}
return [document.readyState === "complete", before.splice(0)];
"""


@contextmanager
def screen() -> Iterator[str]:
    """Starts a screen that nobody sees; yields its name for ``DISPLAY``."""
    told, tells = os.pipe()
    command = ["Xvfb", "-displayfd", str(tells), "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, pass_fds=[tells], stderr=subprocess.DEVNULL) as xvfb:
        os.close(tells)
        with os.fdopen(told, encoding="ascii") as number:
            name = number.readline().strip()
        assert name, "Xvfb did not start"
        try:
            yield f":{name}"
        finally:
            xvfb.terminate()


@contextmanager
def webkit() -> Iterator[WebKitGTK]:
    """Starts a browser of phone size with nothing kept from others."""
    browser = next(file for place in PLACES for file in Path("/usr").glob(f"{place}/webkit2gtk-4.*/MiniBrowser"))
    options = WebKitGTKOptions()
    options.binary_location = str(browser)
    options.add_argument("--automation")
    with screen() as display, warnings.catch_warnings():
        # Selenium's own, of one of its classes about another.
        warnings.simplefilter("ignore", DeprecationWarning)
        # Its sandbox is for other people's pages, and does not start for root.
        env = {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        service = Service(str(shutil.which("WebKitWebDriver")), log_output=subprocess.DEVNULL, env=env)
        driver = WebKitGTK(options=options, service=service)
        try:
            driver.set_window_size(*NARROWEST)
            inside = driver.execute_script("return outerHeight - innerHeight")
            driver.set_window_size(NARROWEST[0], NARROWEST[1] + inside)
            driver.set_script_timeout(PATIENCE)
            yield driver
        finally:
            driver.quit()


class WebKitPhone(Phone):
    """Somebody with a phone whose browser is a WebKit."""

    def __init__(self, driver: WebKitGTK, server: Server) -> None:
        super().__init__(driver, server)  # type: ignore[arg-type]
        self.room = NARROWEST[0]
        self._path: list[tuple[str, list[float]]] = []
        self._troubles: list[str] = []
        change_sheets(server.app, lambda sheet: sheet + NO_BARS)

    def open(self, path: str = "/") -> None:
        """Opens a page; the driver says too soon that it is there."""
        self.driver.get(self.server.url + path)
        WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _driver: self._watched())
        self._done_on_the_table()

    def find(self, css: str, text: str = "") -> list[WebElement]:
        """What is shown of this kind; asked once more when a new panel took its place meanwhile."""
        try:
            return super().find(css, text)
        except StaleElementReferenceException:
            return super().find(css, text)

    def look(self) -> None:
        """As every phone's; goes on watching where a whole new page came."""
        self._watched()
        super().look()

    def errors(self) -> list[str]:
        """What went wrong in scripts since a page was first looked at."""
        self._watched()
        return self._troubles

    def _watched(self) -> bool:
        there, troubles = self.driver.execute_script(WATCH)
        self._troubles += map(str, troubles)
        return bool(there)

    def _mouse(self, kind: str, at: list[float]) -> None:
        self._path.append((kind, at))
        if kind != "mouseReleased":
            return
        way = ActionBuilder(self.driver, duration=50)
        for what, (x, y) in self._path:
            way.pointer_action.move_to_location(round(x), round(y))  # type: ignore[no-untyped-call]
            if what == "mousePressed":
                way.pointer_action.pointer_down()  # type: ignore[no-untyped-call]
            elif what == "mouseReleased":
                way.pointer_action.pointer_up()  # type: ignore[no-untyped-call]
        self._path.clear()
        way.perform()
