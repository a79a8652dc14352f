"""What is fuzzed: games at every kind of step, each with the forms and addresses of its real pages."""

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl

from companion.rules.state import State
from companion.service.camera import CameraDesk
from companion.web.camera.common import CAMERA
from companion.web.scene import DEEDS
from tests.trust.moments import Moment
from tests.trust.routes import CHANGING
from tests.trust.world import Device, World
from tests.web.table.conftest import FORM, Form
from vision.intake import child
from vision.intake.child import ChildFailed
from vision.intake.jobs import JOBS

LINK = re.compile(r'href="(/[^"#]*)"')
PAGES = ("", "menu", "guests", "history", "camera", "camera/boxes", "camera/dice", "import", "stats", "tracks/leaders")
SHEETS = ("area/carthag", "area/gara_kulon", "area/wind_pass", "tracks/supremacy", "tracks/imperium")
ELSEWHERE = (
    "/",
    "/new",
    "/import",
    "/settings?back=/",
    "/odds",
    "/learn/rules?q=worm",
    "/stats",
    "/keys",
    "/join?code=A",
)
MOST_LINKS = 6
IN_A_CHILD = 40
"""One in so many jobs on a photo is done by a real child; the others end at once."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Target:
    """A form as a page has it: its address, what it would send, and what could be chosen for each field."""

    place: int
    action: str
    fields: tuple[Pair, ...]
    offers: tuple[Pair, ...]
    upload: str = ""


@dataclass
class Place:
    """A game at a step, and its player."""

    name: str
    game: str
    device: Device
    state: State
    batch: int
    """The entry of its history at which it stands."""
    links: list[str] = field(default_factory=list)

    @property
    def home(self) -> str:
        """The address of the game."""
        return f"/g/{self.game}"


@dataclass
class Bench:
    """Everything that can be asked of an app."""

    world: World
    places: list[Place]
    targets: list[Target]

    def seq(self, place: Place) -> int:
        """Where the game stands."""
        return self.world.table.log.seq(place.game)

    def state(self, place: Place) -> State:
        """The position of the game."""
        return self.world.table.load(place.game).state

    def hidden(self, place: Place) -> dict[str, str]:
        """The hidden fields of a form of this game's player now."""
        if not place.device.token:
            place.device.token = place.device.fields()["csrf_token"]
        return {"csrf_token": place.device.token, "key": secrets.token_hex(8), "seq": str(self.seq(place))}


def laid_out(world: World, moments: list[Moment], pages: int = MOST_LINKS) -> Bench:
    """Returns a bench with a game at each moment, its forms read from at most so many pages beside the usual ones."""
    world.app.extensions[CAMERA] = CameraDesk(Path(world.folder) / "camera", runner=runner())
    bench = Bench(world, [], [])
    seen = set[tuple[str, ...]]()
    for number, moment in enumerate(moments):
        device = world.device(f"10.1.{number}.7")
        game = device.new_game(**dict(moment.form), name=moment.name[:50])
        seat = world.table.games.seats(game)[0]
        for at, entry in enumerate(moment.entries()):
            world.table.submit(game, seat, world.table.log.seq(game), f"moment-{at:04}", entry, True)
        timeline = world.table.load(game).timeline
        place = Place(moment.name, game, device, timeline.state, timeline.steps[-1].batch.number)
        bench.places.append(place)
        for target in _read(place, number, pages):
            names = (re.sub(r"/[0-9a-f]{16,}", "", target.action), *sorted({name for name, _value in target.fields}))
            names += (*sorted({name for name, _value in target.offers}), moment.name if "/do/" in target.action else "")
            if names not in seen:
                seen.add(names)
                bench.targets.append(target)
    return bench


def _read(place: Place, number: int, pages: int) -> Iterator[Target]:
    """Reads the forms of the pages of a game, and of some that its table leads to."""
    chance = Random(place.name)
    text = _page(place, place.home)
    yield from _targets(place, number, text)
    first = sorted({unescape(link) for link in LINK.findall(text) if f"/g/{place.game}" in link})
    chance.shuffle(first)
    usual = [f"{place.home}/{page}".rstrip("/") for page in (PAGES[1:] if number % 8 == 0 else ())]
    usual += [f"{place.home}/{page}" for page in (SHEETS if number % 4 == 0 else SHEETS[:1])]
    place.links = [place.home, *usual, *first, *(ELSEWHERE if number % 8 == 0 else ())]
    for link in (*usual, *first[:pages], *(ELSEWHERE if number % 8 == 0 else ())):
        text = _page(place, link)
        yield from _targets(place, number, text)
        further = sorted({unescape(one) for one in LINK.findall(text) if "?" in one and f"/g/{place.game}" in one})
        for one in chance.sample(further, min(1, len(further))):
            place.links.append(one)
            yield from _targets(place, number, _page(place, one))


def _page(place: Place, path: str) -> str:
    for _step in range(4):
        answer = place.device.ask("GET", path)
        if answer.status_code // 100 != 3:
            break
        path = answer.headers["Location"]
    return answer.data.decode("utf-8", "replace") if answer.mimetype == "text/html" else ""


def _targets(place: Place, number: int, text: str) -> Iterator[Target]:
    for method, action, body in FORM.findall(text):
        if method.upper() in CHANGING:
            form = Form(method, unescape(action), body)
            fields = tuple((name, value) for name, value in form.values() if name not in ("csrf_token", "key", "seq"))
            offers = tuple((name, one) for name in _names(body) for one in form.offers(name) if name != "csrf_token")
            file = re.search(r'<input[^>]*type="file"[^>]*', body)
            named = re.search(r'name="([^"]*)"', file[0]) if file else None
            yield Target(number, form.action, fields, offers, named[1] if named else "")


def _names(body: str) -> list[str]:
    found = re.findall(r'<(?:button|input|select|textarea)[^>]*?\sname="([^"]*)"', body)
    return [name for name in dict.fromkeys(found) if name not in ("csrf_token", "key", "seq")]


def picks(link: str) -> list[Pair]:
    """Returns what an address says after its question mark."""
    return parse_qsl(link.partition("?")[2], keep_blank_values=True)


def deeds() -> list[str]:
    """Returns what forms can do."""
    return [*sorted(DEEDS), "go-to"]


def runner() -> Callable[..., dict[str, Any]]:
    """Returns what does the jobs of the camera: what is about files here and now, photos seldom."""
    done = iter(range(10**9))

    def run(name: str, request: dict[str, Any], **more: Any) -> dict[str, Any]:
        if name.startswith("box_"):
            return JOBS[name](request, lambda _told: None)
        if next(done) % IN_A_CHILD == 0:
            return child.run(name, request, **more)
        raise ChildFailed("no_opencv")

    return run
