"""Takes the pictures of the players' guide and of the README: a phone at telling moments, by day and by night.

    python -m tests.guide.pictures            all of them
    python -m tests.guide.pictures battle     those whose name contains the word

They go to ``static/guide`` (for the app and ``docs/guide.md``) and ``docs/screenshots`` (the wide one of the README).
Needs Debian's chromium and chromium-driver. Games and codes are the same each time, so a picture changes only when the
app does.
"""

import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import sleep

from companion.service import Table
from companion.service.settings import DiceBy, GameSettings, SetUp
from companion.store import Role
from companion.web.devices import COOKIE
from companion.web.live.elsewhere import news_of
from companion.web.reference.guide import PICTURES, WIDTH
from companion.web.seats import TABLE
from tests.browser.chromium import DESK, Chromium, calm, launch, screen
from tests.browser.serving import listening, set_up
from tests.scenes import SCENES, game_at, moment, quick_game

ROOT = Path(__file__).resolve().parents[2]
PHONES, DESKS = ROOT / "static" / "guide", ROOT / "docs" / "screenshots"
THEMES = ("day", "night")
QUALITY = 72
TOKEN, FRIEND = "the-device-of-the-pictures", "the-device-of-a-friend"
PORT = 8417
"""It is in a picture, as part of an address."""
SETTLED = 1.2
"""Seconds until the map stands still and the typeface is there."""
REASONS = "document.querySelectorAll('details.why').forEach((one) => { one.open = true; })"


@dataclass(frozen=True, slots=True)
class Shot:
    """A page to photograph: ``path`` below the game of that name, or of the app; ``then`` is a script to run on it."""

    game: str
    path: str = ""
    then: str = ""


SHOTS = {
    "start": Shot("", "/"),
    "set-up": Shot("set-up"),
    "table": Shot("table"),
    "order": Shot("order", then=REASONS),
    "area": Shot("table", "/area/tasmin_sink"),
    "battle": Shot("battle"),
    "history": Shot("table", "/history"),
    "guests": Shot("table", "/guests"),
    "trackers": Shot("trackers", "/trackers/tracks"),
    "settings": Shot("", "/settings"),
}


def game(table: Table, name: str) -> str:
    """Returns the id of the game that shots call so; the device of the pictures plays it."""
    if name == "set-up":
        return table.create_game(GameSettings(name, set_up=SetUp.GUIDED, dice=DiceBy.APP), TOKEN, "Paul")[0].id
    scene = next((one for one in SCENES if one.name == name), None)
    code = quick_game(table, name, TOKEN) if scene is None else game_at(table, name, moment(scene.wanted), TOKEN)
    found, _role = table.games.by_code(code)
    table.games.sit(found.id, FRIEND, Role.SPECTATOR, "Chani", table.clock())
    return found.id


def taken(driver: Chromium, page: str, then: str, size: tuple[int, int]) -> bytes:
    """Returns a picture of the upper part of a page as the bytes of a WebP file."""
    driver.get(page)
    if then:
        driver.execute_script(then)
    sleep(SETTLED)
    clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
    facts = {"format": "webp", "quality": QUALITY, "clip": clip}
    return base64.b64decode(driver.execute_cdp_cmd("Page.captureScreenshot", facts)["data"])


def every() -> Iterator[tuple[Path, str, str, tuple[int, int]]]:
    """Yields for each picture its file, its shot, its theme and its size."""
    for name, height in PICTURES.items():
        for theme in THEMES:
            yield PHONES / f"{name}-{theme}.webp", name, theme, (WIDTH, height)
    yield DESKS / "table-desktop-night.webp", "table", "night", DESK


def pictures(word: str) -> Iterator[Path]:
    """Takes the pictures whose name contains ``word`` and yields their files."""
    asked = [one for one in every() if word in one[0].name]
    with ExitStack() as stack:
        profile, data = (Path(stack.enter_context(tempfile.TemporaryDirectory())) for _number in range(2))
        app = stack.enter_context(set_up(data))
        stack.callback(news_of(app).close)
        stack.enter_context(listening(app, PORT))
        server, ids = f"http://127.0.0.1:{PORT}", dict[str, str]()
        driver = launch(profile)
        stack.callback(driver.quit)
        calm(driver)
        driver.execute_cdp_cmd("Network.setCookie", {"name": COOKIE, "value": TOKEN, "url": server})
        for file, name, theme, size in asked:
            shot = SHOTS[name]
            # Not before it is needed: the first page of a newcomer knows no games.
            if shot.game and shot.game not in ids:
                ids[shot.game] = game(app.extensions[TABLE], shot.game)
            driver.execute_cdp_cmd("Network.setCookie", {"name": "theme", "value": theme, "url": server})
            screen(driver, size)
            place = f"{server}/g/{ids[shot.game]}" if shot.game else server
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(taken(driver, place + shot.path, shot.then, size))
            yield file


if __name__ == "__main__":
    for picture in pictures(sys.argv[1] if len(sys.argv) > 1 else ""):
        print(picture.relative_to(ROOT), picture.stat().st_size)
