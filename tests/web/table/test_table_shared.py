"""What is drawn once for several devices is for each of them what it would have been drawn for it alone."""

import re
import threading
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
import werkzeug.sansio.request
from flask import Flask, Request

from companion.board import AREA_NUMBER
from companion.content.terms import Faction, Subfaction
from companion.rules.ask.asked import SIDES
from companion.rules.commands import EnterObjective, EnterRank
from companion.store import Games, Role
from companion.web.devices import COOKIE
from companion.web.scene import Scene
from companion.web.seats import TABLE
from companion.web.settings.choices import CHOICES
from companion.web.table import shared
from companion.web.table.shared import Draw, Drawing, Drawings, Glance, share_drawings
from tests.web.conftest import Browser
from tests.web.table.conftest import Seat

OWN = re.compile(r'name="(csrf_token|key)" value="([^"]+)"')
COOKIES: tuple[dict[str, str], ...] = (
    {},
    {"lang": "pl"},
    {"terse": "on"},
    {"hints": "none"},
    {"theme": "night", "size": "150"},
)


@pytest.fixture
def table(own_turn: Seat) -> Seat:
    """A game with secrets of Atreides in it."""
    own_turn.done("rank", f"{own_turn.home}/area/windgap", rank=3)
    own_turn.done("rank", f"{own_turn.home}/area/gara_kulon", rank=2)
    own_turn.arrange(EnterObjective((7, 8, 9)))
    return own_turn


@pytest.fixture
def devices(table: Seat, guest_of: Callable[[Seat, str], Seat]) -> list[Browser]:
    """Devices of every role, of different readers."""
    found = [table.browser]
    for number, cookies in enumerate((*COOKIES, *COOKIES)):
        role = (Role.PARTNER, Role.SPECTATOR)[number % 2]
        browser = guest_of(table, role.value).browser
        for name, value in cookies.items():
            browser.client.set_cookie(name, value, domain="192.168.1.7")
        found.append(browser)
    return found


def asked(browser: Browser, path: str) -> tuple[int, str, str]:
    """Status, place and text of a fragment, without what is each form's own."""
    answer = browser.get(path, HX_Request="true")
    text = OWN.sub(lambda found: f"own {found[1]}", answer.text)
    return answer.status_code, answer.headers.get("HX-Push-Url", ""), text


def places(table: Seat) -> list[str]:
    step = table.browser.get(table.home).headers["Location"]
    return [table.home, step, f"{step}?use=strategy", f"{step}?use=mentat"]


def shown_as_alone(app: Flask, devices: list[Browser], path: str) -> set[str]:
    """Asserts that devices are shown the same beside each other, in either order, as alone; returns what they are."""
    alone = []
    for browser in devices:
        share_drawings(app)
        alone.append(asked(browser, path))
    for order in (range(len(devices)), reversed(range(len(devices)))):
        share_drawings(app)
        for number in order:
            assert asked(devices[number], path) == alone[number]
    return {text for _status, _place, text in alone}


@pytest.mark.slow
def test_each_device_is_shown_what_it_would_be_shown_alone(app: Flask, table: Seat, devices: list[Browser]) -> None:
    for path in places(table):
        assert len(shown_as_alone(app, devices, path)) > 3


def test_each_side_is_shown_its_own_between_people(
    app: Flask, seat_at: Callable[..., Seat], browser_at: Callable[..., Browser]
) -> None:
    people = seat_at(harkonnen="people", set_up="quick")
    people.arrange(EnterRank(AREA_NUMBER["windgap"], 3))
    sides = (SIDES[Faction.ATREIDES], SIDES[Faction.HARKONNEN], frozenset[Subfaction](), SIDES[Faction.ATREIDES])
    devices, step = [people.browser], people.browser.get(people.home).headers["Location"]
    games = app.extensions[TABLE].games
    for number, parts in enumerate(sides):
        browser = browser_at()
        browser.get("/new")
        cookie = browser.client.get_cookie(COOKIE, domain="192.168.1.7")
        assert cookie is not None
        moment = app.extensions[TABLE].clock()
        games.sit(people.game, cookie.value, Role.PLAYER, f"P{number // 3}", moment, None if number == 3 else parts)
        devices.append(browser)
    assert len(shown_as_alone(app, devices, step)) > 1


def test_the_secrets_of_a_player_are_in_no_drawing_for_who_watches(table: Seat, devices: list[Browser]) -> None:
    step = places(table)[1]
    for player, watcher in permutations(devices[:3], 2):
        player.get(step, HX_Request="true")
        told = watcher.get(step, HX_Request="true").text
        assert ("entered by you" in told) is (watcher is not devices[2])


def test_tokens_and_keys_are_of_each_device_and_form(table: Seat, devices: list[Browser]) -> None:
    step = places(table)[1]
    first, second = (dict.fromkeys(OWN.findall(one.get(step, HX_Request="true").text)) for one in devices[:2])
    assert first
    assert not set(first) & set(second)
    assert len({value for name, value in first if name == "csrf_token"}) == 1
    again = dict.fromkeys(OWN.findall(devices[0].get(step, HX_Request="true").text))
    assert {one for one in first if one[0] == "key"}.isdisjoint(again)


def test_a_drawing_is_made_once_for_who_is_shown_the_same(
    app: Flask, table: Seat, devices: list[Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Glance] = []
    real = shared._drawn

    def counted(scene: Scene, glance: Glance, draw: Draw) -> Drawing | None:
        drawn.append(glance)
        return real(scene, glance, draw)

    monkeypatch.setattr(shared, "_drawn", counted)
    step = places(table)[1]
    share_drawings(app)
    for browser in (devices[1], devices[1], devices[5]):
        assert browser.get(step, HX_Request="true").status_code == 200
    assert len(drawn) == 1


def test_nothing_is_looked_at_while_drawing_that_is_not_known_of(
    app: Flask, table: Seat, devices: list[Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: set[str] = set()
    real, cookies_of = shared._drawn, vars(werkzeug.sansio.request.Request)["cookies"].fget

    class Watched(dict[str, str]):
        def get(self, name: str, default: Any = None) -> Any:
            looked.add(name)
            return super().get(name, default)

        __getitem__ = get

    def own(*_given: object) -> str:
        raise AssertionError("a drawing for several asks who the device is, or who else sits there")

    def drawn(scene: Scene, glance: Glance, draw: Draw) -> Drawing | None:
        with monkeypatch.context() as inside:
            inside.setattr(Request, "cookies", property(lambda one: Watched(cookies_of(one))))
            for name in ("companion.web.security.csrf_token", "companion.web.seats.known_device"):
                inside.setattr(name, own)
            for name in ("get", "seat", "seats", "seated"):
                inside.setattr(Games, name, own)
            return real(scene, glance, draw)

    monkeypatch.setattr(shared, "_drawn", drawn)
    share_drawings(app)
    for path in places(table):
        assert devices[0].get(path, HX_Request="true").status_code == 200
    # The settings of a device go to the frame of a page, which no fragment has.
    assert looked
    assert looked <= {"coach", "hints", "lang", "cover", *CHOICES}


def test_what_others_took_back_is_told_to_each_device_by_itself(table: Seat, devices: list[Browser]) -> None:
    step = places(table)[1]
    for browser in devices[:4]:
        browser.get(step, HX_Request="true")
    assert devices[1].send(step, f"{table.home}/undo").status_code == 303
    step = places(table)[1]
    told = ["Taken back on another device" in one.get(step, HX_Request="true").text for one in devices[:3]]
    assert told == [True, False, False]


def glance(number: int) -> Any:
    return ("glance", number)


def test_who_wants_what_another_is_drawing_waits_for_it() -> None:
    drawings, found = Drawings(), list[Drawing | None]()
    assert drawings.find(glance(1)) is None
    assert drawings.find(glance(2)) is None
    waiting = threading.Thread(target=lambda: found.append(drawings.find(glance(1))))
    waiting.start()
    drawings.done(glance(1), Drawing(("whole",), "/g/1"))
    waiting.join(5)
    assert found == [Drawing(("whole",), "/g/1")]


def test_when_nothing_came_of_it_the_next_one_draws() -> None:
    drawings = Drawings()
    assert drawings.find(glance(1)) is None
    drawings.done(glance(1), None)
    assert drawings.find(glance(1)) is None


def test_the_oldest_drawings_go_when_there_are_too_many() -> None:
    drawings = Drawings(most=10)
    for number in (1, 2, 3):
        assert drawings.find(glance(number)) is None
        drawings.done(glance(number), Drawing(("12345",), ""))
    assert drawings.find(glance(3)) is not None
    assert drawings.find(glance(2)) is not None
    assert drawings.find(glance(1)) is None
