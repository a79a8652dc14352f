"""Takes the screenshots of ``docs/screenshots``: a game that played itself to telling moments, in both themes.

    python -m tests.screenshots            all of them
    python -m tests.screenshots order      those whose name contains the word

Needs Debian's chromium and chromium-driver. The games are simulated on the stated assumptions from fixed seeds, so the
pictures change only when the app does.
"""

import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from werkzeug.serving import make_server

from companion.content.terms import Phase, Result
from companion.rules import execute
from companion.rules.army import Army
from companion.rules.commands import Command, CountCombat, EnterObjective, EnterRank, GoToPhase, StartGame, ThrowDice
from companion.rules.frames import (
    ActionFrame,
    BattleFrame,
    BattleStage,
    GameOverFrame,
    Roll,
    TurnFrame,
    VehiclesFrame,
    WormsignFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.service import Table
from companion.service.settings import DiceBy, GameSettings, SetUp
from companion.web import Config, create_app
from companion.web.seats import TABLE
from solo_bot.orders import next_order
from solo_bot.simulation import play_game

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
THEMES = ("day", "night")
SEEDS = range(40)
SWITCHES = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars "
    "--disable-background-networking --disable-component-update --disable-sync"
)


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture to take: ``path`` of the page below the game, or from the root when it starts with a slash."""

    name: str
    wanted: Callable[[State], bool] | None
    path: str = ""
    open_why: bool = False
    quick: bool = False
    """A game that keeps trackers only."""


def _choice_to_make(state: State) -> bool:
    order = next_order(state) if isinstance(state.frame, ActionFrame) else None
    return state.round > 1 and order is not None and len(order.choices) == 2 and order.rule == "MAHDI-ATTACK-1"


def _own_turn(state: State) -> bool:
    frame = state.frame
    return state.round > 1 and isinstance(frame, TurnFrame) and frame.faction is ATREIDES and not frame.acted


def _battle(state: State) -> bool:
    frame = state.frame
    return isinstance(frame, BattleFrame) and frame.stage is BattleStage.ROLL and frame.attacker is HARKONNEN


SCENES = (
    Scene("start", None, "/"),
    Scene("new-game", None, "/new"),
    Scene("table", _own_turn),
    Scene("order", _choice_to_make, open_why=True),
    Scene("area", _own_turn, "/area/tasmin_sink"),
    Scene("battle", _battle),
    Scene("vehicles", lambda state: state.round > 1 and isinstance(state.frame, VehiclesFrame)),
    Scene("question", lambda state: isinstance(state.frame, WormsignFrame)),
    Scene("history", _own_turn, "/history"),
    Scene("end", lambda state: isinstance(state.frame, GameOverFrame)),
    Scene("display", _own_turn, "/display"),
    Scene("photo", _own_turn, "/camera"),
    Scene("odds", None, "/odds"),
    Scene("settings", None, "/settings"),
    Scene("trackers", None, "/trackers/tracks", quick=True),
    Scene("trackers-dice", None, "/trackers/dice", quick=True),
    Scene("trackers-battle", None, "/trackers/battle", quick=True),
)
QUICK: tuple[Command, ...] = (
    EnterObjective((7, 6, 8)),
    GoToPhase(1, Phase.VEHICLES),
    GoToPhase(1, Phase.ACTIONS),
    ThrowDice(ATREIDES, (Result.STRATEGY, Result.HOUSE, Result.HOUSE, Result.MENTAT)),
    CountCombat(
        HARKONNEN,
        (Army(regular=3, special=1, generic=1), Army(regular=2, elite=1)),
        (Roll(1, 1, 2), Roll(3, 2, 1)),
        (0, 1),
        2,
    ),
)
"""What was done at the table of the quick games: a battle of four dice against six."""


RECENT, AT_ONCE = 20, 10
"""So many commands are the last entries of a game, each for itself; so many of those before are one entry."""


def moment(wanted: Callable[[State], bool]) -> list[Command]:
    """Returns the commands of a simulated game up to the first state that is ``wanted``."""
    for seed in SEEDS:
        record = play_game(seed)
        state, _ = execute(State(), StartGame())
        commands: list[Command] = [command for command in record.commands if not isinstance(command, StartGame)]
        for number, command in enumerate(commands):
            if wanted(state):
                return commands[:number]
            state, _ = execute(state, command, record_anyway=True)
        if wanted(state):
            return commands
    raise LookupError("no simulated game comes to this moment")


def game_at(table: Table, name: str, commands: list[Command]) -> str:
    """Returns the join code of a new game in which ``commands`` were carried out, all sietch ranks entered."""
    game, seat = table.create_game(GameSettings(name), f"token of {name}", "Paul")
    loaded = table.load(game.id)
    ranks = [EnterRank(sietch.area, 1 + number % 3) for number, sietch in enumerate(loaded.state.sietches)]
    start: list[Command] = [*ranks, *commands]
    # What is long past is recorded some at a time: nobody looks at it one by one.
    past = max(0, len(start) - RECENT)
    entries = [start[n : min(n + AT_ONCE, past)] for n in range(0, past, AT_ONCE)] + [[one] for one in start[past:]]
    for number, entry in enumerate(entries):
        seq = table.load(game.id).seq
        table.submit(game.id, seat, seq, f"{name} {number}", tuple(entry), record_anyway=True)
    return game.play_code


def quick_game(table: Table, name: str) -> str:
    """Returns the join code of a game with trackers only, in the middle of its first round."""
    settings = GameSettings(name, mode=Mode.DUEL, dice=DiceBy.APP, set_up=SetUp.TRACKERS)
    game, seat = table.create_game(settings, f"token of {name}", "Paul")
    for number, command in enumerate(QUICK):
        table.submit(game.id, seat, table.load(game.id).seq, f"{name} {number}", command)
    return game.play_code


def browser(size: tuple[int, int]) -> webdriver.Chrome:
    """Returns a headless Chromium with a window of ``size``."""
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for switch in SWITCHES.split():
        options.add_argument(switch)
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    return driver


def join(driver: webdriver.Chrome, base: str, code: str) -> str:
    """Takes a player's seat and returns the address of the table."""
    driver.get(f"{base}/j/{code}")
    driver.find_element(By.NAME, "name").send_keys("Paul")
    driver.execute_script("document.querySelector('input[name=role][value=player]').checked = true")
    driver.find_element(By.CSS_SELECTOR, "button.go").click()
    deadline = perf_counter() + 10
    while "/g/" not in driver.current_url and perf_counter() < deadline:
        sleep(0.1)
    return "/".join(driver.current_url.split("/")[:5])


def pictures(word: str) -> Iterator[Path]:
    """Takes the pictures whose name contains ``word`` and yields their files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(f"sqlite:///{folder}/games.sqlite", Path(folder)))
        table: Table = app.extensions[TABLE]
        server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        scenes = [scene for scene in SCENES if word in scene.name]
        codes = {s.name: game_at(table, s.name, moment(s.wanted)) for s in scenes if s.wanted is not None}
        codes |= {scene.name: quick_game(table, scene.name) for scene in scenes if scene.quick}
        for size_name, size in SIZES.items():
            driver = browser(size)
            for theme in THEMES:
                driver.get(f"{base}/")
                driver.add_cookie({"name": "theme", "value": theme})
                for scene in scenes:
                    target = scene.path
                    if scene.name in codes:
                        target = join(driver, base, codes[scene.name]) + scene.path
                    driver.get(target if target.startswith("http") else base + target)
                    if scene.open_why:
                        driver.execute_script("document.querySelectorAll('details.why').forEach(e => e.open = true)")
                    sleep(0.9)
                    file = FOLDER / f"{scene.name}-{size_name}-{theme}.png"
                    driver.save_screenshot(str(file))
                    yield file
            driver.quit()
        server.shutdown()


if __name__ == "__main__":
    for picture in pictures(sys.argv[1] if len(sys.argv) > 1 else ""):
        print(picture)
