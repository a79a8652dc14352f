"""Every page of the app at telling moments, for tests that look at all of them: which addresses there are comes from
the app itself, so a new page is looked at too, or the test says that it does not know how to get there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from selenium.common.exceptions import ElementClickInterceptedException
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait
from werkzeug.routing import AnyConverter, Rule

from companion.board import ZONE_IDS
from companion.rules.frames import ActionFrame, TurnFrame
from companion.rules.state import ATREIDES, Mode
from companion.service import DiceBy, GameSettings, SetUp, Table
from companion.store import Role
from companion.web.ownership import SETTING, owner_path
from companion.web.seats import TABLE
from companion.web.trackers import PARTS
from tests.scenes import SCENES, game_at, moment

TOKEN = "the-device-of-the-visits"
NO_PAGES = (
    *("static", "live.stream", "live.seq", "start.health", "join.by_code", "ending.moved_on"),
    *("guests.waiting", "guests.wait", "guests.same", "asks.box", "table.talk_clock", "table.ahead", "table.hint"),
)
"""What is not shown, or only leads elsewhere; addresses of files, which have an extension, are none either."""
NEED_A_PHOTO = (
    *("camera.box_page", "camera.more", "camera.album_page", "camera.outline_page", "camera.corners_page"),
    *("camera.dice_lesson", "camera.job_page", "copies.one"),
)
"""Pages about a box, a photo or a copy of all games, of which there is none here."""
SAMPLES = {
    "number": ("1", "3", "7"),
    "area_id": ("tasmin_sink", "gara_kulon", "carthag"),
    "zone_id": (ZONE_IDS[0],),
    "rule": ("BATTLE-6",),
    "batch": ("1",),
}
"""What stands in addresses in the place of a name."""
FIGHT = "attacker=harkonnen&h_regular=3&h_generic=1&a_elite=2&rank=2&counted=1"
ALWAYS = ("/no-such-page", "/j/XXXX", "/g/no-such-game")
"""Pages that say what went wrong."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A page to look at: ``name`` says in a failure which one it was. It is shown as a whole, at no ``moment``."""

    name: str
    path: str
    moment: None = None


@dataclass(frozen=True, slots=True)
class Games:
    """Games by the moment they stand at: their ids, and the codes to join one and to be its owner again; ``secret`` is
    that of the owner's link, ``trackers`` a game in quick mode."""

    ids: dict[str, str]
    code: str
    recovery: str
    secret: str
    trackers: str


def make_games(app: Flask) -> Games:
    """Plays games to their moments and gives the device TOKEN a player's seat at each."""
    table: Table = app.extensions[TABLE]
    ids, code = {}, ""
    for scene in SCENES:
        name = scene.name
        code = game_at(table, name, moment(scene.wanted))
        game, _role = table.games.by_code(code)
        seat = table.games.sit(game.id, TOKEN, Role.PLAYER, "Paul", table.clock())
        table.change_settings(game.id, seat, hint=True)
        ids[name] = game.id
    settings = GameSettings("trackers", mode=Mode.DUEL, dice=DiceBy.APP, set_up=SetUp.TRACKERS)
    trackers, _seat = table.create_game(settings, TOKEN, "Paul")
    recovery = table.games.by_code(code)[0].owner_code
    secret = owner_path(Path(app.config[SETTING]).parent).rpartition("/")[2]
    return Games(ids, code, recovery, secret, trackers.id)


def visits(app: Flask, games: Games) -> Iterator[Visit]:
    """Yields every page, those of a game at its first moment, the table at all of them."""
    table: Table = app.extensions[TABLE]
    game = games.ids["table"]
    for moment_, id_ in games.ids.items():
        loaded = table.load(id_)
        now = f"/g/{id_}/{loaded.state.phase.value}/{loaded.seq}"
        yield Visit(f"table at {moment_}", now)
        if isinstance(loaded.state.frame, TurnFrame | ActionFrame) and loaded.state.frame.faction is ATREIDES:
            yield Visit(f"if they roll at {moment_}", f"{now}?ahead=1")
            yield Visit(f"a hint at {moment_}", f"{now}?hint=1")
    for rule in sorted(app.url_map.iter_rules(), key=str):
        file = "/trackers" in rule.rule or "." in rule.rule.rpartition("/")[2] or "<int:seq>" in rule.rule
        if "GET" in (rule.methods or ()) and not file and rule.endpoint not in NO_PAGES + NEED_A_PHOTO:
            yield from (Visit(path, path) for path in _paths(rule, game, games))
    steps = table.load(games.ids["end"]).timeline.steps
    yield Visit("latest of a long history", f"/g/{games.ids['end']}/history")
    yield Visit(
        "middle of a long history", f"/g/{games.ids['end']}/history?before={steps[len(steps) // 2].batch.number}"
    )
    for step in (steps[0], steps[len(steps) // 2], steps[-1]):
        yield Visit(f"replay at {step.batch.last}", f"/g/{games.ids['end']}/replay/{step.batch.last}")
    for part in PARTS:
        yield Visit(f"trackers, {part}", f"/g/{games.trackers}/trackers/{part}")
    yield Visit("trackers, dice of a battle", f"/g/{games.trackers}/trackers/battle?{FIGHT}")
    yield Visit("display of trackers", f"/g/{games.trackers}/display")
    yield from (Visit(path, path) for path in ALWAYS)


def _paths(rule: Rule, game: str, games: Games) -> list[str]:
    paths = [rule.rule]
    for name in sorted(rule.arguments):
        converter = rule._converters[name]
        code = games.recovery if rule.endpoint == "owner.ask" else games.code
        known = {"game_id": game, "code": code, "secret": games.secret}
        if name in known:
            values: tuple[str, ...] = (known[name],)
        elif isinstance(converter, AnyConverter):
            values = tuple(sorted(converter.items))
        else:
            assert name in SAMPLES, f"{rule.rule}: tests/browser/visits.py knows no {name}"
            values = SAMPLES[name]
        pattern = re.compile(rf"<(?:[^<>]*:)?{name}>")
        paths = [pattern.sub(value, path) for path in paths for value in values]
    return paths


def wait_until_it_counts(driver: WebDriver, control: WebElement, patience: float = 10.0) -> None:
    """Waits until a tap on ``control`` counts: static/js/guard.js holds it back for a while."""
    ready = "return arguments[0].dataset.seen !== 'no'"
    WebDriverWait(driver, patience, 0.05).until(lambda _: driver.execute_script(ready, control))


def press(driver: WebDriver, control: WebElement, patience: float = 10.0) -> None:
    """Taps a control. Where an answer that comes in moves the page just then, so that something else lies under the
    finger, brings the control into the middle and taps again, as somebody would; what stays covered fails."""

    def tapped(_driver: WebDriver) -> bool:
        control.click()
        return True

    try:
        control.click()
    except ElementClickInterceptedException:
        driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", control)
        WebDriverWait(driver, patience, 0.2, [ElementClickInterceptedException]).until(tapped)
