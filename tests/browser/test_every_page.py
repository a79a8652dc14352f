"""Every page, looked at by axe-core in both themes, with a finger, on a narrow phone and with large text."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from companion.web import machine
from companion.web.devices import COOKIE
from companion.web.machine import Address
from tests.browser.chromium import PATIENCE, PHONE, Browsers, Chromium, keeping_nothing, screen
from tests.browser.conftest import SMALLEST_TARGET
from tests.browser.serving import Server, running
from tests.browser.visits import ALWAYS, TOKEN, Games, Visit, make_games, visits

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE = Path(__file__).parent.parent / "web" / "vendor" / "axe" / "axe.min.js"
NARROW = (320, 640)
SETTLED = "return document.readyState === 'complete' && !document.querySelector('.js .map:not([data-ready])')"

PARTS = 2
"""The pages are divided, so that two processors have something to do."""
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours."""
DRESS = "return Object.entries(document.documentElement.dataset).map((one) => one.join('='))"
# Whatever can unfold is unfolded, and what comes only in trouble is shown.
UNFOLD = """
for (const one of document.querySelectorAll("details")) one.open = true;
const trouble = document.getElementById("trouble");
if (trouble) { trouble.hidden = false; trouble.querySelector("[data-trouble]").hidden = false; }
"""
FOLD_TROUBLE = "document.getElementById('trouble')?.setAttribute('hidden', '')"
# Motion is stopped, since a colour that is just changing has no contrast to measure.
ASK_AXE = """
const [rules, done] = arguments, only = rules.length ? {runOnly: {type: "rule", values: rules}} : {};
axe.run(document, {reporter: "no-passes", resultTypes: ["violations"], ...only}).then(
  (found) => done(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")
    + " " + (node.any[0]?.message ?? "")).slice(0, 4).join(" | ")}`)),
  (problem) => done([String(problem)]));
"""
# What can be tapped and is smaller than a finger. Areas of the map are found by the nearest point, not by their size;
# a choice is tapped by its label; what is hidden waits for its moment; an ::after that lies around a link is hit as it.
SMALL = """
const css = "a[href],button,input:not([type=hidden]),select,textarea,summary,label[for],[role=button]";
const around = (one) => {
  const after = getComputedStyle(one, "::after");
  if (after.content === "none" || after.position !== "absolute") return [0, 0];
  const [left, right, top, bottom] = ["left", "right", "top", "bottom"].map((side) => -parseFloat(after[side]) || 0);
  return [left + right, top + bottom];
};
return [...document.querySelectorAll(css)].filter((one) => {
  if (one.closest("svg,[hidden],.skip,dialog:not([open])") || one.matches(".vh,:disabled")) return false;
  if (one.matches("label") && !one.control?.matches(".vh,[type=checkbox],[type=radio]")) return false;
  if (!one.checkVisibility({visibilityProperty: true})) return false;
  const boxes = [...one.getClientRects()], [x, y] = around(one);
  const wide = Math.max(...boxes.map((b) => b.width)) + x, high = Math.max(...boxes.map((b) => b.height)) + y;
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

    def __init__(self, driver: Chromium, address: str, cookie: str) -> None:
        self.driver = driver
        self.driver.set_script_timeout(60)
        keeping_nothing(driver)
        self.address = address
        self.axe = AXE.read_text(encoding="utf-8")
        self.driver.get(f"{address}/healthz")
        self.keep(COOKIE, cookie)
        self.keep("motion", "less")

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

    def look(self, **settings: str) -> None:
        """Gives the page that is open another look, as its settings do: they are attributes of it."""
        self.driver.execute_script("Object.assign(document.documentElement.dataset, arguments[0])", settings)

    def violations(self, *rules: str) -> list[str]:
        """What axe finds, by these rules alone where any are named."""
        if not self.driver.execute_script("return 'axe' in window"):
            # Given as a script of the driver, which the page's own rules for scripts do not concern.
            self.driver.execute_script(self.axe)
        return list(self.driver.execute_async_script(ASK_AXE, rules))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # In several networks, so that invitations offer another address.
    networks = (Address("192.168.178.20", "wlan0"), Address("100.101.102.103", "tailscale0"))
    with patch.object(machine, "addresses", lambda: networks), running(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture(scope="module")
def pages(site: Server) -> list[Visit]:
    games: Games = make_games(site.app)
    return list(visits(site.app, games))


@pytest.fixture(scope="module")
def looker(site: Server, browsers: Browsers) -> Iterator[Looker]:
    with browsers.lent() as driver:
        yield Looker(driver, site.url, TOKEN)


@pytest.fixture
def phone(looker: Looker) -> Iterator[Looker]:
    yield looker
    screen(looker.driver, PHONE)
    for name in ("theme", "size", "contrast", "hand"):
        looker.driver.delete_cookie(name)


@pytest.mark.parametrize("part", range(PARTS))
def test_axe_finds_nothing_targets_are_as_large_as_fingers_and_nothing_scrolls_sideways(
    phone: Looker, pages: list[Visit], part: int
) -> None:
    """Everything by day; the other looks differ in nothing but their colours. Then the page on a narrow phone."""
    phone.keep("theme", "day")
    found = []
    for visit in pages[part::PARTS]:
        phone.open(visit)
        found += [f"{visit.name}: {one}" for one in phone.violations() + phone.ask(SMALL, SMALLEST_TARGET)]
        for look in ({"theme": "night"}, {"theme": "night", "contrast": "more"}):
            phone.look(**look)
            found += [f"{visit.name}, {look}: {one}" for one in phone.violations(*COLOURS)]
        screen(phone.driver, NARROW)
        phone.look(theme="day", contrast="normal")
        for look in ({"size": "100", "hand": "right"}, {"size": "200", "hand": "left"}):
            phone.look(**look)
            if wider := phone.ask(WIDER):
                found.append(f"{visit.name}, {look}: {wider}")
        screen(phone.driver, PHONE)
    assert not found, "\n".join(found)


def test_axe_finds_nothing_in_the_help_sheet(phone: Looker, pages: list[Visit]) -> None:
    phone.open(pages[0])
    phone.driver.execute_script(FOLD_TROUBLE)
    phone.driver.execute_script("document.dispatchEvent(new KeyboardEvent('keydown', {key: '?', bubbles: true}))")
    shown = "return document.querySelector('#keys-sheet[open] kbd') !== null"
    WebDriverWait(phone.driver, PATIENCE, 0.05).until(lambda _driver: phone.driver.execute_script(shown))
    assert phone.driver.execute_script("return document.querySelectorAll('#keys-sheet[open] kbd').length") > 5
    assert phone.violations() == []
    assert phone.ask(SMALL, SMALLEST_TARGET) == []


def test_settings_are_attributes_of_the_page(phone: Looker, pages: list[Visit]) -> None:
    """What lets the tests above change the look of a page that is open."""
    for name, value in (("theme", "day"), ("theme", "night"), ("contrast", "more"), ("size", "200"), ("hand", "left")):
        phone.keep(name, value)
        phone.driver.get(phone.address + pages[0].path)
        assert f"{name}={value}" in phone.ask(DRESS)
        phone.driver.delete_cookie(name)


def test_every_page_answers(site: Server, pages: list[Visit]) -> None:
    client = site.app.test_client()
    client.set_cookie(COOKIE, TOKEN)
    found = {visit.name: client.get(visit.path).status_code for visit in pages}
    assert {name: status for name, status in found.items() if status >= 400 and name not in ALWAYS} == {}
    assert all(found[name] == 404 for name in ALWAYS)
