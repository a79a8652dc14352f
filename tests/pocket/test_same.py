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
from tests.pocket.in_node import in_node
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
    r'<a class="act" href="/g/GAME\d/camera/dice\?.*?</a>',
    r"<p[^>]*>Everybody with a phone of their own[^<]*</p>",
)
POCKET_ONLY = (
    r'<p[^>]*id="works-offline">.*?</p>',
    r'<p[^>]*id="of-servers">[^<]*</p>',
    r"<p[^>]*>All with this phone[^<]*</p>",
)
"""What only one of both places has, as the page is written."""
SAME_MOMENTS = """
import secrets
from datetime import UTC, datetime, timedelta
from companion.web.seats import TABLE

secrets.randbits = lambda bits: 4711
asked, answer = 0, place.answer

def counted(*request):
    global asked
    asked += 1
    return answer(*request)

place.answer = counted
place.app.extensions[TABLE].clock = lambda: datetime(2026, 5, 1, 12, tzinfo=UTC) + timedelta(seconds=asked)
"""
"""What makes the clock and the dice of a bundle those of ``moment``."""


@pytest.fixture
def at_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtServer:
    """A server whose clock goes by its requests, and where the dice fall as in every place of these tests."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 4711)
    app = create_app(Config(data_folder=tmp_path))
    server = AtServer(app.test_client())
    app.extensions[TABLE].clock = partial(moment, server)
    return server


@pytest.fixture
def in_pocket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InPocket]:
    """A pocket with the same clock and dice."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 4711)
    (tmp_path / "pocket").mkdir()
    place = open_place(tmp_path / "pocket", ROOT)
    pocket = InPocket(place, ROOT)
    place.app.extensions[TABLE].clock = partial(moment, pocket)
    yield pocket
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


@pytest.mark.slow
@pytest.mark.parametrize("players", ["solo", "two"])
def test_the_same_taps_show_the_same_pages(at_server: AtServer, in_pocket: InPocket, players: str) -> None:
    """A few steps, where no bundle can be made; many are compared in the browser's Python."""
    compare(at_server, in_pocket, players, 25)


@pytest.mark.bundle
@pytest.mark.slow
@pytest.mark.parametrize("players", ["solo", "two"])
def test_the_same_taps_show_the_same_pages_in_the_browsers_python(
    bundle_folder: Path, at_server: AtServer, players: str
) -> None:
    with in_node(bundle_folder, ROOT, SAME_MOMENTS) as place:
        compare(at_server, InPocket(place, ROOT), players, 200)


def compare(at_server: AtServer, in_pocket: InPocket, players: str, steps: int) -> None:
    """Taps the same at both places, and asserts that the same is shown."""
    server, pocket = Robot(at_server, 5), Robot(in_pocket, 5)
    for robot in (server, pocket):
        robot.begin(players=players, set_up="quick", dice="app")
    for (there, shown), (here, told) in zip(server.steps(steps), pocket.steps(steps), strict=True):
        where = here.path.replace(pocket.game, "").replace(ROOT, "")
        assert (there.path.replace(server.game, ""), there.htmx) == (where, here.htmx)
        assert shown.status == told.status, where
        assert differences(plain(shown.text, server), plain(told.text, pocket)) == [], where
