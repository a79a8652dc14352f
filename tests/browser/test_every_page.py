"""Every page, looked at by axe-core in both themes, with a finger, on a narrow phone and with large text."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait
from werkzeug.serving import make_server

from companion.web import Config, create_app
from companion.web.seats import TABLE
from tests.browser.conftest import FLAGS, PATIENCE, PHONE, SMALLEST_TARGET, Quiet
from tests.browser.visits import ALWAYS, Games, Visit, make_games, sit_down, visits

pytestmark = pytest.mark.browser

AXE = Path(__file__).parent.parent / "web" / "vendor" / "axe" / "axe.min.js"
NARROW = (320, 640)
SETTLED = "return document.readyState === 'complete' && !document.querySelector('.js .map:not([data-ready])')"

# Whatever can unfold is unfolded, and what comes only in trouble is shown.
UNFOLD = """
for (const one of document.querySelectorAll("details")) one.open = true;
const trouble = document.getElementById("trouble");
if (trouble) { trouble.hidden = false; trouble.querySelector("[data-trouble]").hidden = false; }
"""
FOLD_TROUBLE = "document.getElementById('trouble')?.setAttribute('hidden', '')"
# Motion is stopped, since a colour that is just changing has no contrast to measure.
ASK_AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then(
  (found) => done(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")
    + " " + (node.any[0]?.message ?? "")).slice(0, 4).join(" | ")}`)),
  (problem) => done([String(problem)]));
"""
# What can be tapped and is smaller than a finger. Areas of the map are found by the nearest point, not by their size;
# a choice is tapped by its label; what is hidden waits for its moment.
SMALL = """
const css = "a[href],button,input:not([type=hidden]),select,textarea,summary,label[for],[role=button]";
return [...document.querySelectorAll(css)].filter((one) => {
  if (one.closest("svg,[hidden],.skip,dialog:not([open])") || one.matches(".vh,:disabled")) return false;
  if (one.matches("label") && !one.control?.matches(".vh,[type=checkbox],[type=radio]")) return false;
  if (!one.checkVisibility({visibilityProperty: true})) return false;
  const boxes = [...one.getClientRects()], wide = Math.max(...boxes.map((b) => b.width));
  const high = Math.max(...boxes.map((b) => b.height));
  return boxes.length && (wide < arguments[0] - 0.5 || high < arguments[0] - 0.5);
}).map((one) => {
  const box = one.getBoundingClientRect();
  return `${Math.round(box.width)}x${Math.round(box.height)} ${one.outerHTML.slice(0, 140)}`;
});
"""
WIDER = """
const room = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth <= room) {
  const inner = [...document.querySelectorAll(".scroll,.body,.page,.panel")].filter(
    (one) => one.scrollWidth > one.clientWidth + 1);
  if (!inner.length) return [];
}
return [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > room + 1
  && !one.closest("svg") && one.checkVisibility()).slice(0, 4).map((one) => one.outerHTML.slice(0, 140))
  .concat([`${document.documentElement.scrollWidth} of ${room}`]);
"""


class Looker:
    """A phone of a player that opens one page after the other."""

    def __init__(self, address: str, cookie: str, profile: Path) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.driver.set_script_timeout(60)
        self.address = address
        self.axe = AXE.read_text(encoding="utf-8")
        self.size(PHONE)
        self.driver.get(f"{address}/healthz")
        self.keep("arrakis", cookie)
        self.keep("motion", "less")

    def size(self, size: tuple[int, int]) -> None:
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": True}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def keep(self, name: str, value: str) -> None:
        self.driver.add_cookie({"name": name, "value": value})

    def open(self, visit: Visit) -> None:
        self.driver.get(self.address + visit.path)
        for _look in range(100):
            if self.driver.execute_script(SETTLED):
                break
        self.driver.execute_script(UNFOLD)

    def ask(self, script: str, *arguments: object) -> list[str]:
        return list(self.driver.execute_script(script, *arguments))

    def violations(self) -> list[str]:
        # Given as a script of the driver, which the page's own rules for scripts do not concern.
        self.driver.execute_script(self.axe)
        return list(self.driver.execute_async_script(ASK_AXE))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, str]]:
    app = create_app(Config(data_folder=tmp_path_factory.mktemp("data")))
    http = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=http.serve_forever, daemon=True)
    thread.start()
    yield app, f"http://127.0.0.1:{http.server_port}"
    http.shutdown()
    http.server_close()
    thread.join(5)
    app.extensions[TABLE].log._database.close()


@pytest.fixture(scope="module")
def pages(running: tuple[Flask, str]) -> list[Visit]:
    games: Games = make_games(running[0])
    return list(visits(running[0], games))


@pytest.fixture(scope="module")
def looker(running: tuple[Flask, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looker]:
    one = Looker(running[1], sit_down(running[0]), tmp_path_factory.mktemp("profile"))
    yield one
    one.driver.quit()


@pytest.fixture
def phone(looker: Looker) -> Iterator[Looker]:
    yield looker
    looker.size(PHONE)
    for name in ("theme", "size", "contrast", "hand"):
        looker.driver.delete_cookie(name)


@pytest.mark.parametrize("look", ["day", "night", "night contrast"])
def test_axe_finds_nothing(phone: Looker, pages: list[Visit], look: str) -> None:
    theme, _, contrast = look.partition(" ")
    phone.keep("theme", theme)
    if contrast:
        phone.keep("contrast", "more")
    found = []
    for visit in pages:
        phone.open(visit)
        found += [f"{visit.name}: {one}" for one in phone.violations()]
    assert found == []


def test_axe_finds_nothing_in_the_help_sheet(phone: Looker, pages: list[Visit]) -> None:
    phone.open(pages[0])
    phone.driver.execute_script(FOLD_TROUBLE)
    phone.driver.execute_script("document.dispatchEvent(new KeyboardEvent('keydown', {key: '?', bubbles: true}))")
    shown = "return document.querySelector('#keys-sheet[open] kbd') !== null"
    WebDriverWait(phone.driver, PATIENCE, 0.05).until(lambda _driver: phone.driver.execute_script(shown))
    assert phone.driver.execute_script("return document.querySelectorAll('#keys-sheet[open] kbd').length") > 5
    assert phone.violations() == []
    assert phone.ask(SMALL, SMALLEST_TARGET) == []


def test_every_target_is_as_large_as_a_finger(phone: Looker, pages: list[Visit]) -> None:
    found = []
    for visit in pages:
        phone.open(visit)
        found += [f"{visit.name}: {one}" for one in phone.ask(SMALL, SMALLEST_TARGET)]
    assert found == []


@pytest.mark.parametrize("size, hand", [("100", "right"), ("200", "left")])
def test_nothing_scrolls_sideways_on_a_narrow_phone(phone: Looker, pages: list[Visit], size: str, hand: str) -> None:
    phone.size(NARROW)
    phone.keep("size", size)
    phone.keep("hand", hand)
    found = []
    for visit in pages:
        phone.open(visit)
        if wider := phone.ask(WIDER):
            found.append(f"{visit.name}: {wider}")
    assert found == []


def test_every_page_answers(running: tuple[Flask, str], pages: list[Visit]) -> None:
    client = running[0].test_client()
    client.set_cookie("arrakis", sit_down(running[0]))
    found = {visit.name: client.get(visit.path).status_code for visit in pages}
    assert {name: status for name, status in found.items() if status >= 400 and name not in ALWAYS} == {}
    assert all(found[name] == 404 for name in ALWAYS)
