"""The pocket is the same app: the same taps on a server and in the pocket show the same pages."""

import difflib
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from companion.pocket.place import open_place
from companion.web import Config, create_app
from companion.web.seats import TABLE
from tests.pocket.robot import AtServer, InPocket, Robot

ROOT = "/arrakis/app"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
GAME = re.compile(r"\b[0-9a-f]{16}\b")
OWN = (
    (re.compile(r' data-root="[^"]*"'), ""),
    (re.compile(r'(name="(?:csrf_token|key)" value=)"[^"]*"'), r"\1"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HASH"),
)
"""What no two devices have in common."""
SERVER_ONLY = (
    r'<script type="module" src="[^"]*/js/install\.js.*?<link rel="apple-touch-icon"[^>]*>',
    r'<div id="offline-bar".*?</div>',
    r'<div id="live-source".*?/js/live\.js[^>]*></script>',
    r'<div id="news-asks".*?</div>',
    r'<section class="card">\s*<div class="row top-line">.*?</section>',
    r'<a class="btn wide" href="/g/GAME\d/(?:camera|display)".*?</a>',
    r"<p[^>]*>Everybody with a phone of their own[^<]*</p>",
)
POCKET_ONLY = (
    r'<p[^>]*id="works-offline">.*?</p>',
    r'<p[^>]*id="of-servers">[^<]*</p>',
    r"<p[^>]*>All with this phone[^<]*</p>",
)
"""What only one of both places has, as the page is written."""


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[AtServer, InPocket]]:
    """A server and a pocket with the same clock, where the same dice fall."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 4711)
    app = create_app(Config(data_folder=tmp_path))
    (tmp_path / "pocket").mkdir()
    place = open_place(tmp_path / "pocket", ROOT)
    server, pocket = AtServer(app.test_client()), InPocket(place, ROOT)
    for one, device in ((app, server), (place.app, pocket)):
        one.extensions[TABLE].clock = partial(moment, device)
    yield server, pocket
    place.close()


def moment(device: AtServer | InPocket) -> datetime:
    """A clock that goes on by a second with each request."""
    return NOON + timedelta(seconds=device.asked)


def plain(text: str, robot: Robot) -> list[str]:
    """A page in lines, without what is each device's own."""
    text = text.replace(f"{robot.device.root}/", "/") if robot.device.root else text
    for number, game in enumerate(dict.fromkeys(GAME.findall(text))):
        text = text.replace(game, f"GAME{number}")
    for what, instead in OWN:
        text = what.sub(instead, text)
    for block in POCKET_ONLY if robot.device.root else SERVER_ONLY:
        text = re.sub(block, "", text, flags=re.S)
    return [line.strip() for line in text.replace("<", "\n<").splitlines() if line.strip()]


def differences(server: list[str], pocket: list[str]) -> list[str]:
    """What only one of two pages has."""
    return [
        line for line in difflib.unified_diff(server, pocket, n=0, lineterm="") if line[:2] not in ("--", "++", "@@")
    ]


@pytest.mark.parametrize("players", ["solo", "two"])
@pytest.mark.parametrize("steps", [25, pytest.param(200, marks=pytest.mark.slow)])
def test_the_same_taps_show_the_same_pages(both: tuple[AtServer, InPocket], players: str, steps: int) -> None:
    server, pocket = Robot(both[0], 5), Robot(both[1], 5)
    for robot in (server, pocket):
        robot.begin(players=players, set_up="quick", dice="app")
    for (at_server, shown), (in_pocket, told) in zip(server.steps(steps), pocket.steps(steps), strict=True):
        where = in_pocket.path.replace(pocket.game, "").replace(ROOT, "")
        assert (at_server.path.replace(server.game, ""), at_server.htmx) == (where, in_pocket.htmx)
        assert shown.status == told.status, where
        assert differences(plain(shown.text, server), plain(told.text, pocket)) == [], where
