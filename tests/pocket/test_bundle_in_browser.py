"""The bundle in Chromium, from a plain host of files: the first visit, a round without a network, and what may come
between."""

import json
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.pocket.built import changed, next_version
from tests.pocket.host import Host
from tests.pocket.visitor import LOOK, PATIENCE, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.bundle, pytest.mark.slow]

PERCENT = (
    "return [document.querySelector('[data-first]').hidden, +document.querySelector('[role=progressbar]').ariaValueNow]"
)
# Firefox asks whether the page may keep things for long, and goes on when the player has answered.
UNANSWERED = "navigator.storage.persist = () => new Promise(() => {});"
SUPREMACY = "button[name=change][value='supremacy:1']"
UNDO = "button[aria-label='Take the last entry back']"
WHERE = "return [location.href, document.title, document.getElementById('frame').contentWindow.location.href]"


def percents(visitor: Visitor) -> list[int]:
    """Opens the app and returns what the bar of the first opening said meanwhile."""
    seen: list[int] = []
    visitor.driver.get(visitor.url)
    until = time.monotonic() + PATIENCE
    while visitor.state() != "there" and time.monotonic() < until:
        hidden, percent = visitor.driver.execute_script(PERCENT)
        if not hidden:
            seen.append(percent)
    visitor.until("there")
    return seen


def test_a_round_without_a_network_after_the_first_visit(newcomer: Visitor, host: Host, tmp_path: Path) -> None:
    newcomer.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": UNANSWERED})
    seen = percents(newcomer)
    assert seen == sorted(seen)
    assert len(set(seen)) > 2
    assert seen[-1] == 100
    phone = newcomer.hand("new")
    phone.tap("Trackers and dice only")
    assert phone.title == "Tracks"
    phone.tap(css=SUPREMACY)
    host.stop()
    phone.tap(css=UNDO)
    assert phone.title == "Move back on the table"
    phone.tap("The board is right")
    phone.tap(css=SUPREMACY)
    phone.tap("On to: Vehicle Placement")
    phone.tap("On to: Action Resolution")
    phone.tap("Dice", css=".parts a")
    phone.tap("The app rolls 4 dice")
    phone.driver.back()
    newcomer.until("there")
    phone = newcomer.hand()
    phone.tap(css=".trk")
    for _phase in range(3):
        phone.tap("On to: ")
    phone.tap("Begin round 2")
    assert "Round 2" in phone.heading
    around, title, inside = newcomer.look(WHERE)
    assert around == inside
    assert "/app/g/" in around
    assert title != "Arrakis companion"
    newcomer.open(around)
    phone = newcomer.hand()
    assert "Round 2" in phone.heading
    assert phone.find(".counter", "1")
    newcomer.open()
    assert newcomer.hand().find("#main", "Round 2")
    asked = [urlsplit(path).path for path in host.asked]
    assert asked
    assert not [path for path in asked if "/app/" in path]
    assert [line for line in newcomer.complaints() if "service worker" not in line] == []
    newcomer.driver.quit()
    own = host.url.partition("/games")[0]
    everything = asked_for_by(tmp_path / "net.json", own)
    assert any("site.zip" in where for where in everything)
    assert [where for where in everything if not where.startswith((f"{own}/", f"blob:{own}/"))] == []


def asked_for_by(log: Path, origin: str) -> list[str]:
    """The addresses that pages and workers of an origin asked for, as the browser's own log of its network has them."""
    # an event a line, after the line that begins their list
    events = log.read_text(encoding="utf-8").partition('"events": [')[2].splitlines()
    found = [
        json.loads(line.rstrip(",")).get("params", {}) for line in events if line.startswith("{") and '"url"' in line
    ]
    return [one["url"] for one in found if "url" in one and one.get("initiator", "").startswith(origin)]


def test_every_language_is_spoken_around_and_inside(home: tuple[Visitor, Host]) -> None:
    visitor, _host = home
    titles = set()
    for tag in json.loads((_host.folder / "bundle.json").read_text(encoding="utf-8"))["locales"]:
        visitor.look(f"document.cookie = 'lang={tag};path={urlsplit(visitor.url).path}'")
        visitor.go("new")
        phone = visitor.hand()
        assert phone.driver.execute_script("return document.documentElement.lang") == tag
        titles.add(phone.driver.title)
        assert visitor.look("return document.documentElement.lang") == tag
    assert len(titles) == 1 or len(titles) == 5
    visitor.look(f"document.cookie = 'lang=en;path={urlsplit(visitor.url).path}'")


def test_a_game_is_saved_as_a_file_and_brought_in_again(home: tuple[Visitor, Host], tmp_path: Path) -> None:
    visitor, _host = home
    game = visitor.new_trackers_game()
    _status, _where, text = visitor.fetch(f"{game}/export.json")
    visitor.driver.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path), "eventsEnabled": False}
    )
    visitor.look(f"document.getElementById('frame').contentWindow.location.href = '{game}/export.json'")
    WebDriverWait(visitor.driver, PATIENCE, LOOK).until(lambda _driver: list(tmp_path.glob("*.json")))
    (file,) = tmp_path.glob("*.json")
    assert json.loads(file.read_text(encoding="utf-8"))["events"] == json.loads(text)["events"]
    visitor.go("")
    phone = visitor.hand()
    phone.touch("Import a game")
    # a file that was chosen is sent without another tap
    phone.driver.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(str(file))
    WebDriverWait(visitor.driver, PATIENCE, LOOK).until(lambda _driver: "/app/g/" in visitor.look(WHERE)[2])
    visitor.until("there")
    around, _title, inside = visitor.look(WHERE)
    assert around == inside


def test_the_second_tab_waits_until_it_is_asked(home: tuple[Visitor, Host]) -> None:
    visitor, _host = home
    driver = visitor.driver
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.get(visitor.url)
    visitor.until("elsewhere")
    driver.find_element(By.CSS_SELECTOR, "[data-go]").click()
    visitor.until("there")
    assert visitor.fetch(f"{visitor.app}new")[0] == 200
    second = driver.current_window_handle
    driver.switch_to.window(first)
    visitor.until("elsewhere")
    driver.close()
    driver.switch_to.window(second)


def test_a_new_version_takes_over_and_games_stay(home: tuple[Visitor, Host], tmp_path: Path) -> None:
    visitor, host = home
    game = visitor.new_trackers_game()
    before = len(host.asked)
    host.stop()
    host.folder = next_version(host.folder, tmp_path / "next")
    host.start()
    visitor.open()
    wait = WebDriverWait(visitor.driver, PATIENCE, LOOK)
    wait.until(lambda driver: driver.find_element(By.CSS_SELECTOR, "#newer [data-use]").is_displayed())
    loaded = [path for path in host.asked[before:] if "load=" in path]
    assert [urlsplit(path).path.rpartition("/")[2] for path in loaded] == ["shell.css.gz"]
    visitor.driver.find_element(By.CSS_SELECTOR, "#newer [data-use]").click()
    time.sleep(LOOK)
    visitor.until("there")
    style = visitor.driver.execute_async_script("fetch('shell.css').then(a => a.text()).then(arguments[0])")
    assert "the next version" in style
    assert visitor.fetch(f"{game}/trackers/tracks")[0] == 200


def test_what_came_before_the_network_broke_off_is_kept(newcomer: Visitor, host: Host) -> None:
    host.refused = "site.zip"
    newcomer.driver.get(newcomer.url)
    newcomer.until("broken")
    came = [path for path in host.asked if "load=" in path]
    host.refused = ""
    newcomer.driver.find_element(By.CSS_SELECTOR, "[data-go]").click()
    newcomer.until("there")
    again = [path for path in host.asked if "load=" in path][len(came) :]
    assert {path for path in again if path in came and "site.zip" not in path} == set()
    assert any("site.zip" in path for path in again)


def test_where_there_are_no_such_files_games_are_kept_all_the_same(
    host: Host, newcomer: Visitor, tmp_path: Path
) -> None:
    host.folder = changed(
        host.folder, tmp_path / "records", "store.mjs", b"createSyncAccessHandle)", b"nothingOfTheKind)"
    )
    host.stop()
    host.start()
    newcomer.open()
    assert newcomer.facts()["storage"] == "records"
    game = newcomer.new_trackers_game()
    tap = newcomer.prepare(f"{game}/trackers/tracks", SUPREMACY)
    assert tap is not None
    assert newcomer.send(tap)[0] == 200
    newcomer.open(f"{game}/trackers/tracks")
    assert newcomer.hand().find(".counter", "1")
