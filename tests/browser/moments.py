"""One moment of every kind of step, from simulated games, as pages of one game of the running app.

Which of them the game stands at is said by a cookie of the browser, so that no position has to be written down and a
page is shown as quickly as it is drawn.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from re import findall
from unittest.mock import patch
from urllib.parse import parse_qsl, urlsplit

from flask import Flask, has_request_context, request
from flask.testing import FlaskClient

from companion.rules.ask.atreides_steps import step_of
from companion.rules.frames import (
    ActionFrame,
    AtreidesCardFrame,
    SetupFrame,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.state import ATREIDES, Mode, State
from companion.service import DiceBy, GameSettings, Loaded, Table
from companion.store import Role
from companion.store.timeline import Batch, Step, Timeline
from companion.web import devices
from companion.web.seats import TABLE
from tests.browser.visits import TOKEN
from tests.web.told.at_war import positions
from tests.web.told.sitting import NOW, Deed, deeds_of
from tests.web.told.test_voice import key_of, own_card_steps

GAMES = range(8)
COOKIE = "moment"
WITHIN = (TurnFrame, ActionFrame, AtreidesCardFrame, SetupFrame, VehiclesFrame)
"""Steps that lead to further questions before anything is done."""
ACTIONS = ("strategy", "leadership", "house")
WAR = "war"
PICKS = {
    "camps": ("signs=ne_5,se_3",),
    "vehicles": ("kind=escort", "kind=escort&place=az_ne"),
    "strike": ("at=se_2",),
    "wormsigns": ("use=war", "use=war&do=deploy&signs=se_1,se_1"),
    "token": (
        "use=war",
        "use=war&do=deploy&signs=se_7,se_7,se_8",
        "use=war&do=move&from=se_6",
        "use=war&do=move&from=se_6&to=se_4",
        "use=war&do=scout",
    ),
    "token after the die": ("use=war",),
}
"""What is tapped within the steps of Desert War."""
DEEP = 3
"""How many links such a step is followed."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Where the game stands; ``key`` tells kinds of steps apart."""

    name: str
    key: tuple[object, ...]
    loaded: Loaded


@dataclass(frozen=True, slots=True)
class View:
    """A page to look at: the number of its moment and its address. ``few``: looked at in every language."""

    name: str
    moment: int
    path: str
    few: bool = True


class Moments:
    """The moments of one game of an app, and the pages that they are shown on."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        table: Table = app.extensions[TABLE]
        settings = GameSettings("Sunday", dice=DiceBy.HAND)
        game, _seat = table.create_game(settings, TOKEN, "Paul")
        table.games.sit(game.id, TOKEN, Role.PLAYER, "Paul", table.clock())
        self.opening = table.load(game.id)
        self.home = f"/g/{game.id}"
        self.seq = self.opening.seq
        self.all = [*self._steps(), self._whole()]

    def cookies(self) -> dict[str, str]:
        """What a browser has to bring along beside the number of its moment."""
        return {devices.COOKIE: TOKEN}

    def load(self, game: str) -> Loaded:
        """What the table gives for the game: the moment that the request names."""
        number = request.cookies.get(COOKIE) if has_request_context() else None
        return self.all[int(number)].loaded if number else self.opening

    @contextmanager
    def shown(self) -> Iterator[None]:
        """While it holds, the app shows moments."""
        with patch.object(self.app.extensions[TABLE], "load", self.load):
            yield

    def views(self) -> Iterator[View]:
        """Every step, what is asked within it, and the lists before it."""
        client = self.app.test_client()
        client.set_cookie(devices.COOKIE, TOKEN)
        seen: dict[tuple[object, ...], int] = {}
        for number, moment in enumerate(self.all):
            few = moment.key not in seen
            seen[moment.key] = 1
            state = moment.loaded.state
            place = f"{self.home}/{state.phase.value}/{self.seq}"
            if len(moment.loaded.timeline.steps) == 2:
                client.set_cookie(COOKIE, str(number))
                if client.get(f"{place}/now").status_code == 200:
                    yield View(f"{moment.name}, now", number, f"{place}/now", few)
                continue
            path = place if len(moment.loaded.timeline.steps) == 1 else f"{self.home}/history"
            yield View(moment.name, number, path, few)
            if moment.key[0] == WAR:
                for pick in PICKS.get(str(moment.key[1]), ()):
                    yield View(f"{moment.name} {pick}", number, f"{place}?{pick}")
            elif few and isinstance(state.frame, WITHIN):
                yield from self._within(client, number, place, moment, seen)

    def _within(
        self, client: FlaskClient, number: int, place: str, moment: Moment, seen: dict[tuple[object, ...], int]
    ) -> Iterator[View]:
        """What a step leads to by its own links, one for each kind of question."""
        client.set_cookie(COOKIE, str(number))
        paths, known = [place], {place}
        for _depth in range(DEEP):
            further = list[str]()
            for path in paths:
                answer = client.get(path, headers={"HX-Request": "true"})
                for link in dict.fromkeys(_links(answer.text, self.home)):
                    kind = _kind(moment.loaded.state, link)
                    if link in known or not link.startswith((place, f"{self.home}/area")):
                        continue
                    known.add(link)
                    if kind not in seen:
                        seen[kind] = 1
                        further.append(link)
                        yield View(f"{moment.name} {link.removeprefix(place)}", number, link)
            paths = further

    # --- positions ---------------------------------------------------------------------------------------
    def _steps(self) -> Iterator[Moment]:
        found = dict[tuple[object, ...], Deed]()
        lists = dict[str, Deed]()
        for seed in GAMES:
            for deed in deeds_of(seed):
                if deed.before.frame is not None:
                    found.setdefault(key_of(deed.before, deed.before.frame), deed)
                    lists.setdefault(deed.name, deed)
        for key, deed in found.items():
            yield self._at(_named(key), _coarse(key, deed.before), deed.before)
        for deed in own_card_steps():
            frame = deed.before.frame
            assert isinstance(frame, AtreidesCardFrame)
            yield self._at(f"own card {frame.card} {frame.step}", ("own", type(step_of(frame))), deed.before)
        for key, deed in found.items():
            frame = deed.before.frame
            if getattr(frame, "faction", None) is not ATREIDES and not str(key[0]).startswith("Card"):
                unused = tuple(deed.before.harkonnen_results or ())
                state = replace(deed.before, mode=Mode.DUEL, harkonnen_results=unused)
                yield self._at(f"people {_named(key)}", ("people", *_coarse(key, deed.before)), state)
        for name, state in positions():
            yield self._at(f"Desert War {name}", (WAR, name), state)
        for name, deed in lists.items():
            batch = Batch(self.seq, self.seq, deed.name, 1, NOW, deed.events)
            steps = (Step(self._first(), deed.before), Step(batch, deed.after))
            yield self._moment(f"after {name}", ("after", name), Timeline(self.seq, steps, (), (self._first(), batch)))

    def _whole(self) -> Moment:
        """A whole game, for its history and its end."""
        steps, moment = list[Step](), NOW
        for number, deed in enumerate(deeds_of(3), 1):
            moment += timedelta(seconds=40)
            steps.append(Step(Batch(number, number, deed.name, 1, moment, deed.events), deed.after))
        timeline = Timeline(self.seq, tuple(steps), (), tuple(step.batch for step in steps))
        return self._moment("history", ("history",), timeline)

    def _first(self) -> Batch:
        return Batch(1, 1, "StartGame", None, NOW, ())

    def _at(self, name: str, key: tuple[object, ...], state: State) -> Moment:
        return self._moment(name, key, Timeline(self.seq, (Step(self._first(), state),), (), (self._first(),)))

    def _moment(self, name: str, key: tuple[object, ...], timeline: Timeline) -> Moment:
        settings = replace(self.opening.settings, mode=timeline.state.mode)
        record = replace(self.opening.game, mode=timeline.state.mode.value)
        return Moment(name, key, Loaded(record, timeline, settings))


def _named(key: Iterable[object]) -> str:
    return " ".join(str(getattr(part, "value", part)) for part in key if part not in (None, "mahdi", ()))


def _coarse(key: tuple[object, ...], state: State) -> tuple[object, ...]:
    """Steps of the opponent's cards and leaders look alike when they ask for the same thing."""
    frame, card, stage = key[0], key[3], key[2]
    if key[-1] is not None or card is not None:
        step = getattr(state.frame, "step", None) or key[-1]
        return (frame, step[1] if isinstance(step, tuple) else step)
    return (frame, key[1], stage, key[6] if frame != "ActionFrame" else _asked(state)[-1])


def _links(text: str, home: str) -> list[str]:
    found = findall(r'href="([^"#]+)"', text)
    return [link.replace("&amp;", "&") for link in found if link.startswith(home) and "/menu" not in link]


def _asked(state: State) -> tuple[object, ...]:
    """Whose step it is; special actions and cards that ask for places do so alike."""
    frame = state.frame
    own = type(step_of(frame)) if isinstance(frame, AtreidesCardFrame) else getattr(frame, "faction", None)
    action = getattr(frame, "action", None)
    return (
        type(frame),
        own,
        state.mode,
        state.desert_war is None,
        action if own is ATREIDES or action in ACTIONS else None,
    )


def _kind(state: State, link: str) -> tuple[object, ...]:
    """What an address asks, whatever place or number it asks it of; the sheets of areas are alike at every step."""
    parts = urlsplit(link)
    words = [(name, value if name in ("use", "kind", "step") else "") for name, value in parse_qsl(parts.query)]
    sheet = "/area" in parts.path
    return ("area" if sheet else _asked(state), *(word for word in sorted(words) if not sheet or word[0] == "open"))
