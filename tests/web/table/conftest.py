"""A running game at which tests sit: pages are read and forms sent as a browser without JavaScript does."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any, TypeVar

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.board import AREA_NUMBER
from companion.content.terms import Result, VehicleKind
from companion.rules.commands import (
    Command,
    DrawTactical,
    EndVehicles,
    PlaceVehicle,
    RollAtreidesDice,
)
from companion.rules.frames import Frame, RoundStartFrame, VehiclesFrame
from companion.rules.state import State
from companion.web.seats import TABLE
from tests.web.conftest import Browser
from tests.web.kept import begun_at

FORM = re.compile(r'<form[^>]*method="(post|get)"[^>]*action="([^"]*)"[^>]*>(.*?)</form>', re.S)
INPUT = re.compile(r"<input([^>]*)>")
SELECT = re.compile(r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', re.S)
OPTION = re.compile(r'<option value="([^"]*)"( selected)?')
BUTTON = re.compile(r"<button([^>]*)>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
K = TypeVar("K")
ANY_KEY = "key-%06d"
QUICK = {"set_up": "quick", "dice": "hand"}


@dataclass
class Form:
    """A form of a page: where it goes, what it would send untouched, and its named buttons."""

    method: str
    action: str
    body: str

    @property
    def deed(self) -> str:
        return self.action.rsplit("/", 1)[-1]

    def values(self) -> list[tuple[str, str]]:
        found = []
        for attributes in INPUT.findall(self.body):
            one = dict(ATTRIBUTE.findall(attributes))
            ticked = "checked" in attributes or one.get("type") not in ("radio", "checkbox")
            if "name" in one and ticked:
                found.append((one["name"], unescape(one.get("value", ""))))
        for name, options in SELECT.findall(self.body):
            offers = OPTION.findall(options)
            found.append((name, next((value for value, on in offers if on), offers[0][0])))
        return found

    def offers(self, name: str) -> list[str]:
        """The values that buttons and options of a name would send, in order."""
        tags = [*BUTTON.findall(self.body), *INPUT.findall(self.body)]
        found = [dict(ATTRIBUTE.findall(tag)) for tag in tags]
        return [unescape(one["value"]) for one in found if one.get("name") == name and "value" in one]


@dataclass
class Seat:
    """A device at a game."""

    browser: Browser
    app: Flask
    game: str
    used: int = 0

    @property
    def home(self) -> str:
        return f"/g/{self.game}"

    @property
    def state(self) -> State:
        state: State = self.app.extensions[TABLE].load(self.game).state
        return state

    def top(self) -> Frame | None:
        """What is going on now: the frame on top (a method, since it is another one after each form)."""
        return self.state.frame

    def top_as(self, kind: type[K]) -> K:
        """What is going on now, which must be of this kind."""
        frame = self.top()
        assert isinstance(frame, kind)
        return frame

    @property
    def seq(self) -> int:
        seq: int = self.app.extensions[TABLE].load(self.game).seq
        return seq

    @property
    def step(self) -> str:
        """The address of the step now."""
        loaded = self.app.extensions[TABLE].load(self.game)
        return f"{self.home}/{loaded.state.phase.value}/{loaded.seq}"

    @property
    def now(self) -> str:
        """The address of what the last deed left to be done on the table."""
        return f"{self.step}/now"

    def get(self, path: str = "", **headers: str) -> TestResponse:
        """A page; without a path the table, wherever it leads."""
        answer = self.browser.get(path or self.step, **headers)
        return answer

    def page(self, path: str = "") -> str:
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return str(answer.text)

    def main(self, path: str = "") -> str:
        """The panel of a page."""
        text = self.page(path)
        return text[text.index("<main") : text.index("</main>")]

    def title(self, path: str = "") -> str:
        found = re.search(r'<h2 class="step"[^>]*>(.*?)</h2>', self.main(path), re.S)
        assert found is not None
        return unescape(re.sub("<[^>]*>", "", found[1])).strip()

    def forms(self, path: str = "") -> list[Form]:
        return [Form(*found) for found in FORM.findall(self.page(path))]

    def form(self, deed: str, path: str = "") -> Form:
        forms = self.forms(path)
        found = [form for form in forms if form.deed == deed]
        assert found, f"no form {deed}, only {[form.deed for form in forms]}"
        return found[0]

    def do(self, deed: str, path: str = "", /, *, headers: dict[str, str] | None = None, **values: Any) -> TestResponse:
        """Sends the form of a deed with some of its fields filled in; None leaves a field out, a list repeats it."""
        form = self.form(deed, path)
        data: MultiDict[str, str] = MultiDict(form.values())
        for name, value in values.items():
            field = name.replace("__", "-")
            data.setlist(field, [] if value is None else value if isinstance(value, list) else [str(value)])
        return self.browser.post(form.action, data, **(headers or {}))

    def done(self, deed: str, path: str = "", /, **values: Any) -> None:
        """Sends a form that must be carried out."""
        answer = self.do(deed, path, **values)
        assert answer.status_code == 303, answer.text

    def arrange(self, *commands: Command) -> None:
        """Carries out commands past the pages, unusual ones too."""
        table = self.app.extensions[TABLE]
        self.used += 1
        seat = table.games.seats(self.game)[0]
        table.submit(self.game, seat, self.seq, ANY_KEY % self.used, commands, True)

    def links(self, path: str = "") -> list[str]:
        return [unescape(link) for link in re.findall(r'href="(/g/[^"]*)"', self.page(path))]


@pytest.fixture
def seat_at(app: Flask, browser_at: Callable[..., Browser]) -> Callable[..., Seat]:
    """Makes a game with given settings and sits down at it."""

    def make(**settings: str) -> Seat:
        return begun(app, browser_at(), settings)

    return make


@pytest.fixture
def quick(app: Flask, browser_at: Callable[..., Browser]) -> Seat:
    """A game with the quick set-up and real dice, at the tactical cards of round 1."""
    return begun(app, browser_at(), QUICK)


@pytest.fixture
def own_turn(app: Flask, browser_at: Callable[..., Browser]) -> Seat:
    """The first own turn, with one die each of Leadership, Strategy, Mentat and House."""
    return begun(app, browser_at(), QUICK, to_own_turn)


def begun(app: Flask, browser: Browser, settings: Mapping[str, str], *onwards: Callable[[Seat], None]) -> Seat:
    """Has a device sit at a game with these settings that has gone on so far."""

    def make() -> tuple[str, int]:
        seat = Seat(browser, app, browser.new_game(**settings))
        for go_on in onwards:
            go_on(seat)
        return seat.game, seat.used

    name = f"{sorted(settings.items())} {[go_on.__qualname__ for go_on in onwards]}"
    return Seat(browser, app, *begun_at(name, app, browser, make))


def to_own_turn(seat: Seat) -> None:
    """Goes on from the tactical cards to the first own turn."""
    to_dice(seat)
    seat.arrange(RollAtreidesDice((Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)))


def to_dice(seat: Seat, cards: Sequence[str] = ("sihaya_ridge", "windgap")) -> None:
    """Goes on from the tactical cards to the Atreides dice; the vehicles are put where there is room."""
    for card in cards:
        if isinstance(seat.state.frame, RoundStartFrame):
            seat.arrange(DrawTactical(card))
    for kind, place in (
        (VehicleKind.HARVESTER, AREA_NUMBER["ne_13"]),
        (VehicleKind.HARVESTER, AREA_NUMBER["ne_10"]),
        (VehicleKind.ORNITHOPTER, 1),
    ):
        seat.arrange(PlaceVehicle(kind, place))
    if isinstance(seat.state.frame, VehiclesFrame):
        seat.arrange(EndVehicles())


@pytest.fixture
def guest_of(app: Flask, browser_at: Callable[..., Browser]) -> Callable[[Seat, str], Seat]:
    """Lets another device join a game with a role."""

    def join(host: Seat, role: str) -> Seat:
        code = app.extensions[TABLE].games.get(host.game).play_code
        browser = browser_at("192.168.1.33")
        answer = browser.send(f"/j/{code}", role=role, name="Ana")
        assert answer.status_code == 303, answer.text
        return Seat(browser, app, host.game)

    return join
