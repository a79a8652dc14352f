"""Prints the figures that the table is held to, with the limit of each.

    python -m tests.web.figures

- what the first view of the table transfers: HTML, style sheets, scripts and the board's drawings, as sent (gzip);
- how long the server takes for an action in a game with 500 events, 95th percentile;
- how long a change takes until six open devices know of it, 95th percentile (tests.web.live.measure);
- largest contentful paint and layout shift of the table in Chromium with the processor slowed down four times.

Exit status 1 when one of them is over its limit. Times say something only on a machine that does nothing else.
"""

import json
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from flask import Flask
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from werkzeug.test import TestResponse

from companion.rules import execute
from companion.rules.commands import Command, EndTurn, SpendDie
from companion.rules.state import State
from companion.service import Table
from companion.service.advising import ProcessAdviser
from companion.service.exchange import import_game
from companion.store import GameRecord
from companion.web import Config, create_app
from companion.web.devices import COOKIE
from companion.web.live.routes import hub_of
from companion.web.seats import TABLE
from companion.web.serve import make_server
from companion.web.steps.atreides.ahead import attack_range
from solo_bot import AttackOption, SpecialOption
from solo_bot.ahead import look_ahead, their_turn
from solo_bot.simulation.play import play_game
from tests.browser.chromium import FLAGS
from tests.service.played import played_game
from tests.web.conftest import Browser
from tests.web.live.measure import measure

EVENTS = 500
ACTIONS = 60
CHANGES = 40
VIEWS = 5
HINTS = 8
ASKED_EVERY = 0.3
SLOWER = 4
PLAYER = "the-device-of-the-figures"
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
TEXTS = ("Document", "Stylesheet", "Script", "Image", "Other", "Fetch", "XHR", "Manifest")
# What the page tells about its own loading; buffered, so nothing is missed that happened before.
WATCH = """
window.figures = {lcp: 0, cls: 0};
new PerformanceObserver((list) => { for (const one of list.getEntries()) figures.lcp = one.startTime; })
  .observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) figures.cls += one.value;
}).observe({type: "layout-shift", buffered: true});
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value and the most it may be."""

    name: str
    value: float
    limit: float
    unit: str

    @property
    def reached(self) -> bool:
        return self.value <= self.limit


@dataclass(frozen=True, slots=True)
class Running:
    """The app behind its own server, with a long game at which the device PLAYER sits."""

    app: Flask
    game: GameRecord
    address: str
    course: list[Command]

    @property
    def table(self) -> Table:
        table: Table = self.app.extensions[TABLE]
        return table

    @property
    def step(self) -> str:
        loaded = self.table.load(self.game.id)
        return f"/g/{self.game.id}/{loaded.state.phase.value}/{loaded.seq}"


@contextmanager
def running() -> Iterator[Running]:
    """The app with a game of EVENTS events."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(data_folder=Path(folder)))
        document, course = long_game()
        game = import_game(app.extensions[TABLE], document, PLAYER, "Paul", "figures-1")
        server = make_server(app, socket.create_server(("127.0.0.1", 0)))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        try:
            yield Running(app, game, f"http://127.0.0.1:{server.port}", course)
        finally:
            hub_of(app).close()
            server.close()
            thread.join(5)
            app.extensions[TABLE].log._database.close()


def long_game(length: int = EVENTS) -> tuple[dict[str, Any], list[Command]]:
    """A played game cut off at so many events, and the commands with which it goes on."""
    for seed in range(1, 60):
        state, count, commands = State(), 0, play_game(seed).commands
        for number, command in enumerate(commands):
            state, events = execute(state, command, record_anyway=True)
            count += len(events)
            if count >= length and len(commands) > number + ACTIONS // 2:
                document = played_game(seed=seed)
                document["events"] = document["events"][:count]
                return document, list(commands[number + 1 : number + 1 + ACTIONS // 2])
    raise LookupError(f"no simulated game is longer than {length} events")


def action_times(run: Running) -> list[tuple[float, float]]:
    """Milliseconds of the server for each action, as the clock has them and as the processor does: the commands of
    the game as it went on, each with the page that shows the step after it, then undo and redo in turn."""
    client = run.app.test_client()
    client.set_cookie(COOKIE, PLAYER, domain="localhost")
    browser = Browser(client, "127.0.0.1", "localhost")
    seat = run.table.games.seated(run.game.id)[0]
    times: list[tuple[float, float]] = []
    for number, command in enumerate(run.course):
        seq = run.table.log.seq(run.game.id)
        with timed(times):
            run.table.submit(run.game.id, seat, seq, f"figures-{number:04d}", command, True)
            taken(browser.get(run.step, HX_Request="true", Accept_Encoding="gzip"))
    for number in range(ACTIONS - len(run.course)):
        fields = browser.fields(run.step)
        path = f"/g/{run.game.id}/{'redo' if number % 2 else 'undo'}"
        with timed(times):
            taken(browser.post(path, fields, HX_Request="true", Accept_Encoding="gzip"))
    return times


@contextmanager
def timed(times: list[tuple[float, float]]) -> Iterator[None]:
    """Adds what happens inside to ``times``."""
    began, computing = time.perf_counter(), time.thread_time()
    yield
    times.append((1000 * (time.perf_counter() - began), 1000 * (time.thread_time() - computing)))


def taken(answer: TestResponse) -> None:
    if answer.status_code not in (200, 303):
        raise RuntimeError(f"an action was refused: {answer.status_code}")


def chromium() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for switch in FLAGS:
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    driver.execute_cdp_cmd("Network.enable", {})
    return driver


def first_view(run: Running, slower: int) -> tuple[dict[str, int], float, float]:
    """Opens the table for the first time; returns bytes on the wire by file, LCP in seconds, and CLS."""
    driver = chromium()
    try:
        driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": slower})
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        cookie = {"name": COOKIE, "value": PLAYER, "url": run.address}
        driver.execute_cdp_cmd("Network.setCookie", cookie)
        driver.get(run.address + run.step)
        time.sleep(2.5)
        found = driver.execute_script("return figures")
        return transferred(driver), float(found["lcp"]) / 1000, float(found["cls"])
    finally:
        driver.quit()


def transferred(driver: webdriver.Chrome) -> dict[str, int]:
    """Bytes that came over the wire for each address, headers included; what the service worker fetches is not the
    page's and comes from the browser's own cache."""
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    for entry in driver.get_log("performance"):  # type: ignore[no-untyped-call]
        message = json.loads(entry["message"])["message"]
        facts = message["params"]
        if message["method"] == "Network.responseReceived":
            names[facts["requestId"]] = f"{facts['type']} {facts['response']['url'].partition('?')[0]}"
        elif message["method"] == "Network.loadingFinished" and facts["requestId"] in names:
            sizes[names[facts["requestId"]]] = int(facts["encodedDataLength"])
    return sizes


def figures() -> Iterator[Figure]:
    """Measures and yields one figure after the other."""
    with running() as run:
        views = [first_view(run, SLOWER) for _ in range(VIEWS)]
        sizes = views[0][0]
        for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
            print(f"  {size / 1000:7.1f} kB  {name.replace(run.address, '')}")
        texts = {name: size for name, size in sizes.items() if name.startswith(TEXTS) and ".woff2" not in name}
        scripts = sum(size for name, size in texts.items() if name.startswith("Script"))
        yield Figure("first table view, HTML + CSS + JS + board", sum(texts.values()) / 1000, 103, "kB")
        yield Figure("of it JavaScript, own and vendored", scripts / 1000, 38, "kB")
        yield Figure("largest contentful paint, 4x slower", median(view[1] for view in views), 1.0, "s")
        yield Figure("layout shift", max(view[2] for view in views), 0.02, "")
        clock, processor = zip(*action_times(run), strict=True)
        seq = run.table.log.seq(run.game.id)
        yield Figure(f"server time p95 an action, {EVENTS} to {seq} events", quantiles(clock, n=20)[-1], 80, "ms")
        yield Figure("of it the processor's, whatever else the machine does", quantiles(processor, n=20)[-1], 80, "ms")
    yield Figure("look ahead at all five faces p95, processor", quantiles(looks_ahead(), n=20)[-1], 30, "ms")
    yield Figure(f"a hint, the slowest of {HINTS}, with its process", max(hint_times()), 3, "s")
    yield Figure("update to 6 open devices p95", 1000 * quantiles(sorted(measure(CHANGES)), n=20)[-1], 500, "ms")


def hint_times() -> list[float]:
    """Seconds until a hint is there for turns of a simulated game, asked again as often as the page does."""
    adviser, times, state = ProcessAdviser(), list[float](), State()
    for command in play_game(1).commands:
        if isinstance(command, SpendDie) and len(times) < HINTS:
            began = time.perf_counter()
            while adviser.look(len(times), state).advice is None:
                time.sleep(ASKED_EVERY)
            times.append(time.perf_counter() - began)
        state, _events = execute(state, command, record_anyway=True)
    adviser.close()
    return times


def looks_ahead(games: int = 3) -> list[float]:
    """Milliseconds of the processor for all faces of the opponent's die with the chances of its attacks, at each end of
    an Atreides turn."""
    times = []
    for seed in range(1, games + 1):
        state = State()
        for command in play_game(seed).commands:
            theirs = their_turn(state) if isinstance(command, EndTurn) else None
            if theirs is not None:
                began = time.process_time()
                for face in look_ahead(theirs):
                    for option in () if face.decision is None else face.decision.options:
                        effect = option.effect if isinstance(option, SpecialOption) else option
                        if isinstance(effect, AttackOption):
                            attack_range(theirs, effect, sees_hidden=True)
                times.append(1000 * (time.process_time() - began))
            state, _events = execute(state, command, record_anyway=True)
    return times


def main() -> int:
    """Prints the figures."""
    missed = False
    for one in figures():
        mark = "ok  " if one.reached else "OVER"
        print(f"{mark} {one.name}: {one.value:.3g} {one.unit} (at most {one.limit:g})", flush=True)
        missed |= not one.reached
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
