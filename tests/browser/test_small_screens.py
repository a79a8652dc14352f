"""Map and panel share a phone: how much each gets, folding to one line, the go button, a phone on its side."""

import time

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from companion.web.devices import COOKIE
from tests.browser.chromium import PATIENCE, screen
from tests.browser.conftest import Phone
from tests.browser.ready import own_turn
from tests.browser.serving import Server
from tests.browser.visits import TOKEN, Games, make_games

ON_ITS_SIDE = ((844, 390), (740, 360), (667, 375), (915, 412))
BESIDE_BATTLE = ("table", "order", "vehicles", "question")
NOTCH = {"left": 47, "right": 47, "bottom": 21}
# What can be tapped and is not within the two strips beside the camera and the round corners.
UNDER = """
return [...document.querySelectorAll("a,button,input,label,summary,h1,h2,p")].filter((one) => {
  const box = one.getBoundingClientRect();
  return one.checkVisibility() && box.width > 1 && !one.closest("svg") && !one.matches(".skip")
    && (box.left < arguments[0] - 1 || box.right > innerWidth - arguments[0] + 1);
}).map((one) => one.outerHTML.slice(0, 90));
"""
UPRIGHT_SHARE, SIDE_SHARE, NARROW_SHARE = 0.45, 0.595, 0.57
GO_HEIGHT = 56
RECT = """
const box = document.querySelector(arguments[0])?.getBoundingClientRect();
return box && [box.left, box.top, box.right, box.bottom];
"""


def rect(phone: Phone, css: str) -> tuple[float, float, float, float]:
    left, top, right, bottom = phone.driver.execute_script(RECT, css)
    return left, top, right, bottom


def settle(phone: Phone, height: str) -> None:
    """Waits until the panel has a height, with nothing moving any more."""
    done = """const main = document.getElementById("main");
    return (main.dataset.height ?? null) === arguments[0] && !main.getAnimations().length"""
    wait = WebDriverWait(phone.driver, PATIENCE)
    wait.until(lambda _driver: phone.driver.execute_script(done, None if height == "panel" else height))


def lit_in_sight(phone: Phone) -> str:
    """An area that answers the step, whose point is on the screen once the camera stands still."""
    time.sleep(0.8)
    inside = """const map = document.querySelector("svg.map"), box = map.getBoundingClientRect();
    const [x, y, w, h] = map.getAttribute("viewBox").split(" ").map(Number);
    return [...document.querySelectorAll("a.ar.next")].filter((one) => {
      const [px, py] = one.dataset.p.split(" ").map(Number);
      return px > x + w * 0.15 && px < x + w * 0.85 && py > y + h * 0.15 && py < y + h * 0.85;
    })[0].dataset.area"""
    return str(phone.driver.execute_script(inside))


@pytest.fixture
def games(phone: Phone, server: Server) -> Games:
    made = make_games(server.app)
    phone.open("/static/favicon.svg")
    phone.driver.add_cookie({"name": COOKIE, "value": TOKEN})
    return made


@pytest.mark.browser
def test_the_map_keeps_its_share_and_go_lies_lowest(phone: Phone, games: Games) -> None:
    low = set()
    for moment in BESIDE_BATTLE:
        phone.open(f"/g/{games.ids[moment]}")
        _left, top, _right, bottom = rect(phone, "#board")
        assert bottom - top >= UPRIGHT_SHARE * 844 - 1, moment
        if phone.find("#main .btn.go"):
            _left, top, _right, bottom = rect(phone, "#main .btn.go")
            assert bottom - top == GO_HEIGHT, moment
            low.add(bottom)
    assert low == {844 - 16}


@pytest.mark.browser
def test_a_phone_on_its_side_has_map_and_panel_beside_each_other(phone: Phone, games: Games) -> None:
    for width, height in ON_ITS_SIDE:
        screen(phone.driver, (width, height))
        for moment in (*BESIDE_BATTLE, "battle"):
            phone.open(f"/g/{games.ids[moment]}")
            left, top, right, bottom = rect(phone, "#board")
            case = (width, height, moment)
            assert (left, top, bottom) == (0, 0, height), case
            assert rect(phone, "#main")[0] >= right, case
            least = NARROW_SHARE if width < 700 else SIDE_SHARE
            assert moment == "battle" or right >= least * width, case
            assert phone.driver.execute_script("return document.documentElement.scrollWidth") <= width, case
            if phone.find("#main .btn.go"):
                _left, top, _right, bottom = rect(phone, "#main .btn.go")
                assert top >= 0, case
                assert bottom <= height, case


@pytest.mark.browser
def test_the_panel_folds_to_its_line_by_tap_key_and_drag(phone: Phone) -> None:
    own_turn(phone)
    phone.tap("Strategy")
    _left, _top, _right, before = rect(phone, "#board")
    grip = phone.driver.find_element(By.CSS_SELECTOR, "#main .grip")
    grip.click()
    settle(phone, "line")
    assert rect(phone, "#board")[3] > before
    assert phone.driver.execute_script("return document.querySelector('#main').offsetHeight") < 100
    line = phone.find("#main .fold-line")[0]
    assert (line.text, line.get_attribute("aria-expanded")) == ("Tap the legion that moves", "false")
    phone.look()
    line.click()
    settle(phone, "panel")
    assert rect(phone, "#board")[3] == before
    grip.send_keys(Keys.ARROW_DOWN)
    settle(phone, "line")
    phone.find("#main .fold-line")[0].send_keys(Keys.ARROW_UP)
    settle(phone, "panel")
    for way, height in ((300, "line"), (-300, "panel")):
        ActionChains(phone.driver).drag_and_drop_by_offset(grip, 0, way).perform()
        settle(phone, height)
    assert phone.errors() == []


@pytest.mark.browser
def test_the_folded_map_is_filled_and_a_new_question_unfolds_the_panel(phone: Phone) -> None:
    own_turn(phone)
    phone.tap("Strategy")
    phone.driver.find_element(By.CSS_SELECTOR, "#main .grip").click()
    settle(phone, "line")
    view = "return document.querySelector('svg.map').getAttribute('viewBox').split(' ').map(Number)"

    def filled(_driver: object) -> bool:
        x, y, width, height = phone.driver.execute_script(view)
        return bool(x >= -0.5 and y >= -0.5 and x + width <= 1431.5 and y + height <= 1000.5)

    # The map follows the height of its stage a picture later.
    WebDriverWait(phone.driver, PATIENCE).until(filled)
    for height in ("line", "panel"):
        phone.tap_area(lit_in_sight(phone))
        settle(phone, height)
    assert phone.find("#main .btn.go")


@pytest.mark.browser
def test_go_stays_below_the_line_of_an_order(phone: Phone, games: Games) -> None:
    phone.open(f"/g/{games.ids['order']}")
    phone.driver.find_element(By.CSS_SELECTOR, "#main .grip").click()
    settle(phone, "line")
    assert phone.find("#main .btn.go")
    assert not phone.find("#main .opt")
    assert rect(phone, "#board")[3] > 700


@pytest.mark.browser
def test_the_first_tap_on_a_lit_area_selects_it(phone: Phone) -> None:
    own_turn(phone)
    phone.tap("Strategy")
    assert phone.driver.execute_script("return document.querySelector('svg.map').dataset.lod") == "far"
    taps = phone.taps
    phone.tap_area("gara_kulon")
    assert (phone.taps - taps, phone.title) == (1, "Tap where the legion from Gara Kulon goes")
    near = "return document.querySelector('svg.map').dataset.lod !== 'far'"
    WebDriverWait(phone.driver, PATIENCE).until(lambda _driver: phone.driver.execute_script(near))


@pytest.mark.browser
@pytest.mark.calm
def test_beside_the_camera_of_a_phone_on_its_side_nothing_is_to_be_read_or_tapped(phone: Phone, games: Games) -> None:
    insets = NOTCH | {f"{side}Max": width for side, width in NOTCH.items()}
    screen(phone.driver, ON_ITS_SIDE[0])
    phone.driver.execute_cdp_cmd("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    table = f"/g/{games.ids['order']}"
    for page in (table, f"/g/{games.ids['battle']}", f"{table}/history", f"{table}/menu", "/odds", "/new", "/settings"):
        phone.open(page)
        assert phone.driver.execute_script(UNDER, NOTCH["left"]) == [], page
