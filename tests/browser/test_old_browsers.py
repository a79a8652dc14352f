"""The oldest browsers that the readme promises (Chrome 88, Safari 15, Firefox 90): the style sheets as they read them.

What came later gets a name that no browser knows, so Chromium drops the declaration, the rule or the block, as they do.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from companion.resources import static_dir
from companion.service.exchange import import_game
from companion.web.devices import COOKIE
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import Phone
from tests.browser.serving import Server, change_sheets
from tests.browser.test_replay import SLIDE
from tests.browser.visits import TOKEN, make_games
from tests.service.played import played_game
from tests.web.test_contrast import ratio

LATER = {
    r"(?<=\d)([dsl])v([hwbi]|min|max)\b": r"\1qq\2",
    r"(?<=\d)cq([hwbi]|min|max)\b": r"qcq\1",
    r"\b(light-dark|color-mix|oklch|oklab|color|round|mod|sin|cos|anchor)\(": r"unknown-\1(",
    r":has\(": ":unknown-has(",
    r":(focus-visible|user-invalid|user-valid|popover-open|open)\b": r":unknown-\1",
    r"@(container|layer|scope|property|starting-style|position-try|view-transition)\b": r"@unknown-\1",
    r"\b(text-wrap|field-sizing|interpolate-size|animation-timeline|view-transition-name|accent-color)(?=:)": r"no-\1",
    r"(?<=[{;])(translate|rotate|scale|offset-path|anchor-name|overscroll-behavior|scrollbar-gutter)(?=:)": r"no-\1",
    r"(?<=:)(subgrid|fit-content|clip)\b": r"unknown-\1",
}
NESTED = re.compile(r"\{[^{}@]*&")
# What the scripts would not find there.
MISSING = """for (const name of ["checkVisibility", "replaceChildren"]) delete Element.prototype[name];
delete Array.prototype.at; delete String.prototype.at; delete Array.prototype.findLast;
delete HTMLFormElement.prototype.requestSubmit; delete HTMLDialogElement.prototype.showModal;
delete window.structuredClone; delete AbortSignal.timeout; delete window.navigation;"""
COLOURS = """
const solid = (colour) => !/^rgba.*, 0\\)$/.test(colour) && colour !== "transparent";
const ground = (one) => { for (; one; one = one.parentElement) {
  const colour = getComputedStyle(one).backgroundColor; if (solid(colour)) return colour; } return "none"; };
return [...document.querySelectorAll(arguments[0])].filter((one) => one.getClientRects().length)
  .map((one) => [one.className, getComputedStyle(one).color, ground(one)]);
"""
TEXTS = ".step, .mute, .kick span, .top h1, .btn.go, .opt b, .opt small, .key span, .cell, .why summary"


def old(css: str) -> str:
    """The sheet as an old browser reads it."""
    for pattern, name in LATER.items():
        css = re.sub(pattern, name, css)
    return css


def hexadecimal(colour: str) -> str:
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


@pytest.fixture
def old_phone(phone: Phone, server: Server) -> Iterator[Phone]:
    change_sheets(server.app, old)
    phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": MISSING})
    phone.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    yield phone
    # The browser goes on to other tests: they would find these sheets in its cache, under the names of the true ones.
    phone.driver.execute_cdp_cmd("Network.clearBrowserCache", {})


def test_the_sheets_hold_nothing_that_cannot_be_dropped() -> None:
    for sheet in sorted((static_dir() / "css").glob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S)
        assert not NESTED.search(text), f"{sheet.name}: nested rules take the whole rule with them"
        for name, value in re.findall(r"(--[\w-]+):([^;{}]*)", text):
            assert value == old(value), f"{sheet.name}: {name} cannot fall back, its value is checked too late: {value}"


@pytest.mark.browser
@pytest.mark.calm
def test_old_browsers_have_board_panel_and_colours(
    old_phone: Phone, server: Server, phone_with: Callable[..., Phone]
) -> None:
    games = make_games(server.app)
    driver = old_phone.driver
    old_phone.open("/static/favicon.svg")
    driver.add_cookie({"name": COOKIE, "value": TOKEN})
    for theme in ("day", "night"):
        for contrast in ("auto", "more"):
            driver.add_cookie({"name": "theme", "value": theme})
            driver.add_cookie({"name": "contrast", "value": contrast})
            for moment in ("table", "order", "vehicles", "question", "battle"):
                old_phone.open(f"/g/{games.ids[moment]}")
                case = (theme, contrast, moment)
                board = driver.find_element(By.ID, "board").rect
                panel = driver.find_element(By.ID, "main").rect
                assert board["height"] > 0.44 * 844 or moment == "battle", case
                assert abs(panel["y"] + panel["height"] - 844) < 1, case
                assert panel["height"] > 150, case
                assert panel["width"] == 390, case
                assert driver.execute_script("return document.documentElement.scrollWidth") <= 390, case
                found = driver.execute_script(COLOURS, TEXTS)
                assert len(found) > 3, case
                poor = [one for one in found if ratio(hexadecimal(one[1]), hexadecimal(one[2])) < 4.4]
                assert not poor, (case, poor)
    assert driver.find_element(By.TAG_NAME, "html").get_attribute("data-contrast") == "more"
    assert [error for error in old_phone.errors() if "favicon.ico" not in error] == []


@pytest.mark.browser
@pytest.mark.calm
def test_old_browsers_play_fold_and_take_keys(old_phone: Phone) -> None:
    old_phone.open()
    old_phone.tap("New game")
    old_phone.tap("Start")
    old_phone.tap("Place all as proposed")
    old_phone.tap(css="#main .btn.go")
    driver = old_phone.driver
    assert driver.execute_script("return typeof Element.prototype.checkVisibility") == "undefined"
    driver.find_element(By.CSS_SELECTOR, "#main .grip").click()
    WebDriverWait(driver, PATIENCE).until(lambda _driver: old_phone.find("#main .fold-line"))
    old_phone.find("#main .fold-line")[0].click()
    title = old_phone.title
    driver.find_element(By.TAG_NAME, "body").send_keys("u")
    WebDriverWait(driver, PATIENCE).until(lambda _driver: old_phone.title not in ("", title))
    driver.find_element(By.TAG_NAME, "body").send_keys("?")
    WebDriverWait(driver, PATIENCE).until(lambda _driver: driver.current_url.endswith("/keys"))
    assert old_phone.errors() == []


@pytest.mark.browser
@pytest.mark.calm
def test_old_browsers_send_what_needs_no_button(old_phone: Phone, server: Server) -> None:
    game = import_game(server.table, played_game("Sunday", 0)).id
    old_phone.open(f"/g/{game}/replay")
    before = old_phone.driver.current_url
    old_phone.driver.execute_script(SLIDE, 2)
    WebDriverWait(old_phone.driver, PATIENCE).until(lambda driver: driver.current_url != before)
    assert old_phone.find("[data-round]", "Round 2")
    assert old_phone.errors() == []
