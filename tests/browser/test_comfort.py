"""Comfort in a real browser: settings that take effect, one voice for screen readers, keys, sounds, installing."""

import time
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.chromium import DESK, PATIENCE, Browsers, screen
from tests.browser.conftest import Phone
from tests.browser.ready import own_turn, vehicles
from tests.browser.serving import Server, listening

pytestmark = pytest.mark.browser

VOICES = "return [...document.querySelectorAll('[aria-live=polite],[role=status],[role=log]')].map((one) => one.id)"
NARROW = (320, 640)
# What the live region ever said: a screen reader hears each of these once.
LISTEN = """
window.said = [];
new MutationObserver(() => { const text = document.getElementById("live").textContent; if (text) said.push(text); })
  .observe(document.getElementById("live"), {childList: true, characterData: true, subtree: true});
"""
COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) { window.tones += 1; return start.apply(this, given); };
"""
PICTURE_KEPT = """
const done = arguments[arguments.length - 1];
caches.open("arrakis-last").then((cache) => cache.match("/offline/last-table")).then(async (found) =>
  done(found && navigator.serviceWorker.controller ? await found.text() : ""));
"""


def until(phone: Phone, true: Callable[[], object], what: str) -> None:
    WebDriverWait(phone.driver, PATIENCE, 0.05).until(lambda _driver: true(), what)


def says(phone: Phone, script: str) -> object:
    return phone.driver.execute_script(f"return {script}")


def press(phone: Phone, *keys: str) -> None:
    ActionChains(phone.driver).send_keys(*keys).perform()


def sit_down(phone: Phone) -> None:
    """A new game with the quick set-up, at the vehicles of its first round."""
    phone.open()
    phone.tap("New game")
    phone.tap("Start")


def set_up(phone: Phone, **settings: str) -> None:
    phone.open("/healthz")
    for name, value in settings.items():
        phone.driver.add_cookie({"name": name, "value": value})


# --- settings ------------------------------------------------------------------------------------------


def test_settings_are_seen_at_once_and_kept(phone: Phone) -> None:
    phone.open()
    phone.tap("Settings of this device")
    before = float(str(says(phone, "parseFloat(getComputedStyle(document.documentElement).fontSize)")))
    phone.touch("150 %")
    assert says(phone, "parseFloat(getComputedStyle(document.documentElement).fontSize)") == 1.5 * before
    phone.touch("Left-handed")
    phone.touch("Night")
    assert says(phone, "document.documentElement.dataset.theme") == "night"
    phone.tap("Keep on this device")
    assert "Kept on this device." in phone.driver.find_element(By.ID, "notice").text
    phone.open()
    assert says(phone, "({...document.documentElement.dataset})") == {
        "secure": "",
        "size": "150",
        "hand": "left",
        "theme": "night",
    }


@pytest.mark.calm
def test_the_way_to_the_step_hangs_over_nothing_until_it_is_reached(phone: Phone) -> None:
    """U-13: in large text and long languages it hung over the title of a narrow page."""
    screen(phone.driver, NARROW)
    box = (
        "((box) => [box.top, box.bottom, box.left, box.right])(document.querySelector('.skip').getBoundingClientRect())"
    )
    for language in ("en", "de", "es", "pl", "cs", "ru"):
        set_up(phone, lang=language, size="200", motion="less")
        phone.open()
        _top, bottom, _left, _right = cast(list[float], says(phone, box))
        assert bottom <= 0, language
        # A window that another one covers, as beside other tests, has no focus unless it is told so.
        phone.driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
        phone.driver.execute_script("document.querySelector('.skip').focus()")
        top, bottom, left, right = cast(list[float], says(phone, box))
        assert 0 <= top < bottom, language
        assert 0 <= left < right <= NARROW[0], language


@pytest.mark.calm
def test_fast_taps_on_a_control_never_zoom_the_page(phone: Phone) -> None:
    """U-13: iOS takes two fast taps for a zoom where a control does not say otherwise."""
    zooming = "return [...document.querySelectorAll('a,button,input:not([type=hidden]),select,summary,label')]"
    zooming += ".filter((one) => !one.closest('svg') && getComputedStyle(one).touchAction === 'auto')"
    zooming += ".map((one) => one.outerHTML.slice(0, 120))"
    phone.open()
    assert phone.driver.execute_script(zooming) == []
    sit_down(phone)
    assert phone.driver.execute_script(zooming) == []


def test_without_javascript_the_form_does_it(phone_with: Callable[..., Phone]) -> None:
    phone = phone_with(script=False)
    phone.open("/settings")
    phone.driver.find_element(By.CSS_SELECTOR, "label[for=size-200]").click()
    phone.driver.find_element(By.CSS_SELECTOR, ".btn.go").click()
    phone.open("/new")
    assert phone.driver.find_elements(By.CSS_SELECTOR, "html[data-size='200']")
    assert not phone.find("[data-awake-set], [data-install]")


def test_the_left_hand_has_the_panel_on_the_left(phone: Phone) -> None:
    vehicles(phone)
    screen(phone.driver, DESK)
    left = "document.querySelector(arguments).getBoundingClientRect().left"
    panel, board = (left.replace("arguments", f"'{css}'") for css in ("#main", "#board"))
    assert says(phone, f"{panel} > {board}")
    says(phone, "document.documentElement.dataset.hand = 'left'")
    assert says(phone, f"{panel} < {board}")


def test_the_breathing_ends_by_itself_and_less_motion_stops_it(phone: Phone) -> None:
    vehicles(phone)
    script = (
        "(() => { const one = document.createElementNS('http://www.w3.org/2000/svg', 'g');"
        "one.innerHTML = '<circle class=next r=1 />'; one.setAttribute('class', 'glows');"
        "document.querySelector('svg.map').append(one);"
        "const look = getComputedStyle(one.firstChild), found = look.animationName;"
        "const times = look.animationIterationCount; one.remove(); return `${found} ${times}` })()"
    )
    # A map that moves for ever is drawn for ever, and empties a phone on the table.
    assert says(phone, script) == "breathe 5"
    says(phone, "document.documentElement.dataset.motion = 'less'")
    assert str(says(phone, script)).startswith("none")


# --- one voice -------------------------------------------------------------------------------------------


def test_every_change_is_said_in_the_one_polite_region(server: Server, phone: Phone) -> None:
    vehicles(phone)
    assert phone.driver.execute_script(VOICES) == ["live"]
    phone.driver.execute_script(LISTEN)

    def said(text: str) -> None:
        until(phone, lambda: any(text in one for one in phone.driver.execute_script("return said")), text)
        assert len([one for one in phone.driver.execute_script("return said") if text in one]) == 1
        phone.driver.execute_script("said.length = 0")
        assert phone.driver.execute_script(VOICES) == ["live"]

    phone.tap("Place all as proposed")
    said(phone.title)
    phone.tap(css="form[action$='/undo'] button")
    said("Move back on the table")
    # another device puts it back
    game, table = phone.game, server.table
    seat = table.games.seats(game)[0]
    table.redo(game, seat, table.log.seq(game), "another-device-1")
    until(phone, lambda: phone.find(f"#main[data-seq='{table.log.seq(game)}']"), "the news arrive")
    said(phone.title)
    # and once more while this phone does not hear of it: the phone's own entry comes too late
    phone.driver.execute_script("window.dispatchEvent(new Event('pagehide'))")
    table.undo(game, seat, table.log.seq(game), "another-device-2")
    phone.touch(css="form[action$='/undo'] button")
    said("Someone else was faster")


# --- keys ------------------------------------------------------------------------------------------------


def test_keys_do_what_the_sheet_says(phone: Phone) -> None:
    vehicles(phone)
    press(phone, "?")
    until(phone, lambda: phone.find("#keys-sheet kbd"), "the sheet opens")
    press(phone, Keys.ESCAPE)
    until(phone, lambda: not phone.find("#keys-sheet kbd"), "the sheet closes")
    before = phone.server.table.log.seq(phone.game)
    press(phone, "g")
    until(phone, lambda: phone.server.table.log.seq(phone.game) > before, "the large button")
    after = phone.server.table.log.seq(phone.game)
    until(phone, lambda: str(after) in phone.driver.current_url, "the next step")
    # The answer has to be on the page: a key pressed before would be overtaken by it.
    until(phone, lambda: phone.find(f'#main[data-seq="{after}"]'), "the page shows it")
    # Keys tap buttons, which count once they were in sight for a while.
    until(phone, lambda: phone.find("form[action$='/undo'] button[data-seen=yes]"), "the button counts")
    press(phone, "u")
    until(phone, lambda: phone.server.table.log.seq(phone.game) > after, "taken back")
    back = phone.server.table.log.seq(phone.game)
    until(phone, lambda: phone.find(f'#main[data-seq="{back}"]'), "the page shows what was taken back")
    press(phone, "h")
    until(phone, lambda: phone.driver.current_url.endswith("/history"), "the history")
    press(phone, "t")
    until(phone, lambda: phone.find("#table"), "the table")
    press(phone, "m")
    until(phone, lambda: phone.driver.current_url.endswith("/menu"), "the menu")
    press(phone, "s")
    until(phone, lambda: "/settings?back=" in phone.driver.current_url, "the settings")
    assert phone.errors() == []


@pytest.mark.parametrize(
    ("written", "code", "there"), [("ь", "KeyM", "/menu"), ("р", "KeyH", "/history"), ("ы", "KeyS", "/settings")]
)
def test_keys_of_a_russian_layout_are_known_by_their_place(phone: Phone, written: str, code: str, there: str) -> None:
    vehicles(phone)
    strike(phone, written, code)
    until(phone, lambda: there in phone.driver.current_url, there)


def test_digits_of_a_czech_layout_are_known_by_their_place(phone: Phone) -> None:
    sit_down(phone)
    phone.open(f"/g/{phone.game}/menu")
    taps = "window.tapped = []; addEventListener('click', (e) => { window.tapped.push(1); e.preventDefault(); }, true)"
    phone.driver.execute_script("document.querySelector('#main').innerHTML = '<button class=opt>1</button>';" + taps)
    strike(phone, "+", "Digit1")
    until(phone, lambda: phone.driver.execute_script("return window.tapped.length") == 1, "one tap")


def strike(phone: Phone, written: str, code: str) -> None:
    """A key of another layout: what it writes and where it lies."""
    made = "new KeyboardEvent('keydown', {key: arguments[0], code: arguments[1], bubbles: true})"
    phone.driver.execute_script(f"document.body.dispatchEvent({made})", written, code)


def test_keys_are_letters_where_one_types(phone: Phone) -> None:
    phone.open("/learn/cards")
    field = phone.driver.find_element(By.NAME, "q")
    field.send_keys("Ghmsu?")
    assert field.get_attribute("value") == "Ghmsu?"
    assert "/learn/cards" in phone.driver.current_url
    assert not phone.find("#keys-sheet")


def test_keys_can_be_switched_off(phone: Phone) -> None:
    set_up(phone, keys="off")
    phone.open()
    press(phone, "s", "?")
    time.sleep(0.3)
    assert "settings" not in phone.driver.current_url
    assert not phone.find("#keys-sheet")


# --- sounds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", ["on", "off"])
def test_sounds_are_heard_by_those_who_want_them(phone: Phone, wanted: str) -> None:
    phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNT_TONES})
    set_up(phone, sounds=wanted)
    vehicles(phone)
    phone.driver.execute_script("window.tones = 0")
    phone.tap("Place all as proposed")
    if wanted == "on":
        until(phone, lambda: says(phone, "window.tones") == 2, "two tones for a step done")
    else:
        time.sleep(0.3)
        assert says(phone, "window.tones") == 0


# --- installing ----------------------------------------------------------------------------------------------


@pytest.mark.whole
def test_the_screen_stays_on_where_it_is_wanted(phone: Phone) -> None:
    own_turn(phone)
    button = "[data-awake-set]"
    until(phone, lambda: phone.find(button), "the browser can keep the screen on")
    assert phone.driver.find_element(By.CSS_SELECTOR, button).get_attribute("aria-pressed") == "false"
    phone.driver.find_element(By.CSS_SELECTOR, button).click()
    until(phone, lambda: says(phone, "document.documentElement.hasAttribute('data-awake-now')"), "it is on")
    phone.driver.refresh()
    until(phone, lambda: says(phone, "document.documentElement.hasAttribute('data-awake-now')"), "it is on again")
    phone.driver.find_element(By.CSS_SELECTOR, button).click()
    until(phone, lambda: not says(phone, "document.documentElement.hasAttribute('data-awake-now')"), "it is off")


NO_LOCK = "delete Navigator.prototype.wakeLock;"
"""What plain HTTP leaves of the wake lock."""
AS_SAFARI = "Object.defineProperty(Navigator.prototype, 'vendor', {get: () => 'Apple Computer, Inc.'});"
FILM = """
const film = document.querySelector("video.awake-film"), box = film?.getBoundingClientRect();
return film && {plays: !film.paused && film.muted, time: film.currentTime, over: [box.x, box.y],
  covers: box.width === innerWidth && box.height === innerHeight,
  on: document.documentElement.hasAttribute("data-awake-now"),
  tapped: document.elementFromPoint(innerWidth / 2, innerHeight / 2) === film};
"""


def test_without_a_wake_lock_a_film_behind_the_page_keeps_the_screen_on(phone: Phone) -> None:
    phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NO_LOCK})
    own_turn(phone)
    assert phone.driver.execute_script(FILM) is None
    phone.driver.find_element(By.CSS_SELECTOR, "[data-awake-set]").click()
    until(phone, lambda: (phone.driver.execute_script(FILM) or {}).get("on"), "it is on")
    first = phone.driver.execute_script(FILM)
    assert (first["plays"], first["over"], first["covers"], first["tapped"]) == (True, [0, 0], True, False)
    until(phone, lambda: phone.driver.execute_script(FILM)["time"] > first["time"], "the film goes on")
    # kept for the next page, and not where there is no table
    phone.driver.refresh()
    until(phone, lambda: (phone.driver.execute_script(FILM) or {}).get("on"), "it is on again")
    phone.open("/settings")
    assert phone.find("[data-if-film]", "an invisible video")
    assert not phone.find("[data-if-never-awake]")
    assert phone.driver.execute_script(FILM) is None
    assert phone.errors() == []


def test_where_nothing_keeps_the_screen_on_the_settings_say_so(phone: Phone) -> None:
    phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NO_LOCK + AS_SAFARI})
    own_turn(phone)
    assert not phone.find("[data-awake-set]")
    phone.open("/settings")
    assert phone.find("[data-if-never-awake]", "over HTTPS only")
    assert not phone.find("label[for=awake-on]")


def test_offline_shows_the_last_table_and_says_so_and_online_is_never_stale(
    server_alone: Server, browsers: Browsers
) -> None:
    with browsers.lent() as driver:
        goes_offline_and_comes_back(Phone(driver, server_alone))


def goes_offline_and_comes_back(phone: Phone) -> None:
    server = phone.server
    sit_down(phone)
    phone.driver.set_script_timeout(20)
    until(phone, lambda: phone.title in phone.driver.execute_async_script(PICTURE_KEPT), "the table is kept")
    # online: a change made elsewhere is in the very next page, whatever is kept
    game, table = phone.game, server.table
    table.undo(game, table.games.seats(game)[0], table.log.seq(game), "another-device-1")
    phone.open(f"/g/{game}")
    assert urlsplit(phone.driver.current_url).path.endswith(f"/{table.log.seq(game)}")
    assert not phone.find("#offline-bar")
    seen = phone.title
    until(phone, lambda: seen in phone.driver.execute_async_script(PICTURE_KEPT), "the new one is kept")
    kept = phone.driver.execute_async_script(PICTURE_KEPT)
    assert "csrf_token" not in kept
    # the server goes away
    port = server.http.server_port
    server.http.shutdown()
    server.http.server_close()
    phone.open(f"/g/{game}")
    until(phone, lambda: phone.find("#offline-bar", "Offline, as of"), "it says that it is offline")
    assert phone.title == seen
    assert phone.find("svg.map")
    phone.open("/settings")
    assert phone.find("h1", "Offline")
    phone.open()
    until(phone, lambda: phone.find("#offline-bar", "Offline, as of"), "the first page leads to the table")
    # and comes back
    with listening(server.app, port):
        until(phone, lambda: phone.find("h1", "Arrakis companion") and not phone.find("#offline-bar"), "it is back")


def test_the_history_follows_the_table(server: Server, phone: Phone) -> None:
    vehicles(phone)
    game, table = phone.game, server.table
    phone.open(f"/g/{game}/history")
    phone.driver.execute_script("window.marked = true")
    before = len(phone.find(".ev.undone"))
    table.undo(game, table.games.seats(game)[0], table.log.seq(game), "another-device-1")
    until(phone, lambda: len(phone.find(".ev.undone")) > before, "what was taken back is struck through")
    assert phone.find("form[action$='/redo'] button")
    assert says(phone, "window.marked")
    assert says(phone, "document.querySelectorAll('main').length") == 1
    assert phone.errors() == []
