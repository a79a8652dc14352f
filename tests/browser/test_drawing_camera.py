"""The camera in a real browser, on the kit page with files served as in the app: pan, pinch, tap, keys, swaps."""

import functools
import threading
import time
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from companion.resources import static_dir
from companion.web.drawing import render_overlay
from tests.browser.chromium import Browsers, Chromium
from tests.web.kit import render
from tests.workshop.drawing import sample

pytestmark = pytest.mark.browser

SPY = "window.calls = []; htmx.ajax = (verb, path, how) => calls.push([path, how.target])"
PANEL = '<main class="panel" id="main" data-announce="An order"><h2 data-focus>Attack</h2></main>'
Finger = tuple[float, float]


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line for each."""

    def log_message(self, format: str, *args: Any) -> None:
        return


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The kit's own-turn page, and an answer of the server that swaps panel and overlay."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "static").symlink_to(static_dir())
    (folder / "own.html").write_text(render("own", "day", "/static"), encoding="utf-8")
    over = render_overlay(sample.order(), lambda one: f"?area={one}", "/static/glyphs.svg", swap_oob=True)
    (folder / "answer.html").write_text(PANEL + over, encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def driver(browsers: Browsers) -> Iterator[Chromium]:
    """A phone with touch."""
    with browsers.lent() as driver:
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        yield driver


@pytest.fixture
def phone(driver: Chromium, site: str) -> Chromium:
    """The page, just loaded, with the camera set and loading by htmx recorded instead of done."""
    driver.get(f"{site}/own.html")
    wait(driver, "return !!window.htmx && document.querySelector('.map').hasAttribute('data-ready')")
    driver.execute_script(SPY)
    return driver


def wait(driver: Chromium, script: str) -> None:
    WebDriverWait(driver, 10, poll_frequency=0.05).until(lambda d: d.execute_script(script))


def touch(driver: Chromium, kind: str, fingers: list[Finger], **more: float) -> None:
    points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(fingers)]
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **more})


def stroke(driver: Chromium, at: Callable[[float], list[Finger]]) -> None:
    """Puts fingers down at ``at(0)``, moves them in ten steps to ``at(1)`` and lifts them."""
    touch(driver, "touchStart", at(0))
    for step in range(1, 11):
        touch(driver, "touchMove", at(step / 10))
    touch(driver, "touchEnd", [])
    settle(driver)


def tap(driver: Chromium, x: float, y: float) -> None:
    touch(driver, "touchStart", [(x, y)])
    touch(driver, "touchEnd", [])


def settle(driver: Chromium) -> None:
    """Waits until the camera has stood still for ten frames."""
    driver.execute_async_script(
        "const done = arguments[0], map = document.querySelector('.map'); let last = '', still = 0;"
        "(function frame() { const now = map.getAttribute('viewBox'); still = now === last ? still + 1 : 0;"
        "last = now; still > 10 ? done() : requestAnimationFrame(frame) })()"
    )


def camera(driver: Chromium) -> tuple[list[float], str]:
    """The part of the board that is seen, and how near (far, near, close)."""
    box, lod = driver.execute_script(
        "const m = document.querySelector('.map'); return [m.getAttribute('viewBox'), m.dataset.lod]"
    )
    return [float(number) for number in box.split()], lod


def middle(driver: Chromium, area: str) -> Finger:
    x, y = driver.execute_script(
        "const r = document.getElementById(arguments[0]).getBoundingClientRect();"
        "return [r.x + r.width / 2, r.y + r.height / 2]",
        f"a-{area}",
    )
    return x, y


def calls(driver: Chromium) -> list[list[str]]:
    found: list[list[str]] = driver.execute_script("return calls")
    return found


def test_the_camera_starts_on_the_frame_of_the_step(phone: Chromium) -> None:
    (x, y, width, height), lod = camera(phone)
    frame = sample.own_turn().frame
    assert frame is not None
    assert lod == "near"
    assert x <= frame.x + 1
    assert y <= frame.y + 1
    assert x + width >= frame.x + frame.width - 1
    assert y + height >= frame.y + frame.height - 1


def test_one_finger_pans_and_chooses_nothing(phone: Chromium) -> None:
    before, _ = camera(phone)
    stroke(phone, lambda t: [(150 + 100 * t, 250 + 50 * t)])
    after, _ = camera(phone)
    k = 390 / before[2]
    assert before[0] - after[0] == pytest.approx(100 / k, abs=2)
    assert before[1] - after[1] == pytest.approx(50 / k, abs=2)
    assert calls(phone) == []


def test_two_fingers_zoom_and_pieces_keep_their_size(phone: Chromium) -> None:
    width = "return document.querySelector('.pieces.near .lg .body').getBoundingClientRect().width"
    before, size = camera(phone)[0], phone.execute_script(width)
    stroke(phone, lambda t: [(150 - 50 * t, 300), (250 + 50 * t, 300)])
    after, lod = camera(phone)
    assert after[2] == pytest.approx(before[2] / 2, rel=0.03)
    assert lod == "close"
    assert phone.execute_script(width) == pytest.approx(size, abs=0.5)
    assert calls(phone) == []


def test_a_tap_on_an_area_loads_its_sheet_into_the_panel(phone: Chromium) -> None:
    tap(phone, *middle(phone, "se_1"))
    wait(phone, "return calls.length === 1")
    assert calls(phone) == [["?area=se_1", "#main"]]


def test_a_tap_on_a_piece_that_stands_over_a_border_means_its_own_area(phone: Chromium) -> None:
    x, y = phone.execute_script(
        "const r = document.querySelector('.pieces.near [data-area=cne_6] .body').getBoundingClientRect();"
        "return [r.right - 4, r.y + r.height / 2]"
    )
    tap(phone, x, y)
    wait(phone, "return calls.length === 1")
    assert calls(phone) == [["?area=cne_6", "#main"]]


def test_a_double_tap_comes_nearer(phone: Chromium) -> None:
    before, _ = camera(phone)
    began = time.time()
    for second in (0.0, 0.2):
        # The moments are told, however long the machine takes.
        touch(phone, "touchStart", [middle(phone, "se_3")], timestamp=began + second)
        touch(phone, "touchEnd", [], timestamp=began + second + 0.05)
    settle(phone)
    assert camera(phone)[0][2] == pytest.approx(before[2] / 1.8, rel=0.03)


def test_the_small_map_shows_everything_and_a_far_tap_comes_nearer(phone: Chromium) -> None:
    phone.execute_script("document.querySelector('.mini').click()")
    settle(phone)
    (x, _, width, _), lod = camera(phone)
    assert (round(x), round(width), lod) == (0, 1431, "far")
    assert phone.execute_script("return document.querySelector('.mini').hidden")
    tap(phone, *middle(phone, "ne_1"))
    settle(phone)
    assert camera(phone)[1] == "near"
    assert calls(phone) == []


def test_a_name_in_the_text_flashes_its_area(phone: Chromium) -> None:
    phone.execute_script("document.querySelector('[data-where=tasmin_sink]').click()")
    wait(phone, "return document.querySelector('.flash')?.getAttribute('href') === '#a-tasmin_sink'")
    wait(phone, "return !document.querySelector('.flash')")


def test_the_tab_key_stops_at_lit_areas_and_arrows_go_to_the_neighbour(phone: Chromium) -> None:
    stops = phone.execute_script(
        "return [...document.querySelectorAll('a.ar[tabindex=\"0\"]')].map(a => a.dataset.area)"
    )
    assert stops == ["se_1", "se_2", "se_3", "se_5", "se_6", "se_7", "tasmin_sink"]
    phone.execute_script("document.querySelector('a.ar[data-area=se_1]').focus()")
    phone.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    assert phone.execute_script("return document.activeElement.dataset.area") == "se_2"
    phone.switch_to.active_element.send_keys(Keys.ENTER)
    assert calls(phone) == [["?area=se_2", "#main"]]


def test_a_swap_brings_new_pieces_moves_the_camera_and_takes_the_focus(driver: Chromium, site: str) -> None:
    driver.get(f"{site}/own.html")
    wait(driver, "return !!window.htmx && document.querySelector('.map').hasAttribute('data-ready')")
    driver.execute_script("htmx.ajax('GET', '/answer.html', {target: '#main', swap: 'outerHTML'})")
    wait(driver, "return document.querySelectorAll('.map #board-over .arw').length === 2")
    settle(driver)
    left, top, right, bottom = driver.execute_script(
        "const r = document.querySelector('.map').getBoundingClientRect();return [r.left, r.top, r.right, r.bottom]"
    )
    for one in ("gara_kulon", "cne_9"):
        x, y = middle(driver, one)
        assert left < x < right
        assert top < y < bottom
    assert driver.execute_script("return document.querySelectorAll('#board-over').length") == 1
    assert driver.execute_script("return document.activeElement.textContent") == "Attack"
    wait(driver, "return document.getElementById('live').textContent === 'An order'")


def test_glyphs_from_the_outer_file_are_drawn(phone: Chromium) -> None:
    wait(
        phone,
        "return [...document.querySelectorAll('svg.g use')].filter(u => u.getBoundingClientRect().width > 4)"
        ".length > 10",
    )
