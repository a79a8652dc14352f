"""A walk over every address of the app: who has no business there is refused, and nothing changes by asking.

    python -m tests.trust.walk

The addresses come from the app itself, so a new one is tried as well; one outside of a game that nobody named in
``tests/trust/routes.py`` is a fault.
"""

import logging
import secrets
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from werkzeug.test import TestResponse

from companion.service import GameSettings
from companion.web import seclog
from companion.web.devices import COOKIE
from tests.trust.hostile import METHODS, OVERRIDES, twisted
from tests.trust.routes import WAITING, Route, routes, unclassified
from tests.trust.world import HOST, Device, Watch, World, statements, text_of, world

NAME = "Sihaya 7731 at night"
GAMES_OWN = (
    " game ",
    " event ",
    " seat ",
    ".game",
    "FROM game",
    "FROM event",
    "FROM seat",
    "UPDATE",
    "INSERT",
    "DELETE",
)
"""What a statement that looks a game up has in it."""
NO_TOKEN = "load the page again"
FRAGMENT = {"HX-Request": "true"}
"""Where the answer is of no interest beyond its status, it need not be a whole page."""
WRONG_TOKENS = ("", "0" * 64, "é")


@dataclass
class Walk:
    """What was asked and what was wrong with the answers."""

    asked: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def note(self, who: str, route: object, answer: TestResponse, wrong: str) -> None:
        """Counts an answer; ``wrong`` is what is wrong with it, empty when nothing is."""
        self.asked[who] = self.asked.get(who, 0) + 1
        if wrong:
            self.faults.append(f"{route}: {who}: {wrong} ({answer.status_code} {answer.headers.get('Location', '')})")


@dataclass
class People:
    """The devices of the walk: ``player`` owns the game, ``partner`` joined it. ``removed`` was put out, ``gone`` left
    no trace but its name, ``waiting`` has not been let in; the others never had to do with it."""

    player: Device
    partner: Device
    watcher: Device
    removed: Device
    gone: Device
    waiting: Device
    stranger: Device
    nobody: Device
    elsewhere: Device

    def outside(self) -> Iterator[tuple[str, Device]]:
        """Those who have no business at the game."""
        yield "a stranger", self.stranger
        yield "a device without a cookie", self.nobody
        yield "a removed device", self.removed
        yield "a device whose seat is gone", self.gone
        yield "a device that waits", self.waiting
        yield "a player of another game", self.elsewhere


def people(place: World) -> tuple[People, str]:
    """Returns the devices and the game they are about."""
    player = place.device("192.168.1.20")
    game = player.new_game(name=NAME, set_up="guided")
    partner = place.joined("192.168.1.21", game, "partner")
    watcher = place.joined("192.168.1.30", game, "spectator")
    gone = place.joined("192.168.1.41", game, "player")
    _order(gone, "/leave", game=game)
    removed = place.joined("192.168.1.40", game, "player")
    seat = max(seat.id for seat in place.table.games.seats(game))
    _order(player, f"/g/{game}/guests/{seat}/remove")
    _order(player, f"/g/{game}/guests/ask-first", approve="yes")
    waiting = place.joined("192.168.1.42", game, "player")
    stranger, elsewhere = place.device("192.168.1.50"), place.device("192.168.1.60")
    stranger.get("/new")
    elsewhere.new_game()
    nobody = place.device("192.168.1.70")
    return People(player, partner, watcher, removed, gone, waiting, stranger, nobody, elsewhere), game


def own_game(place: World, device: Device) -> str:
    """Makes a game that a device owns, however many it has made before, and returns its id."""
    kept = device.client.get_cookie(COOKIE, domain=HOST)
    if kept is None:
        raise LookupError("the device has no cookie yet")
    return place.table.create_game(GameSettings(NAME), kept.value, "Ola")[0].id


def _order(device: Device, path: str, **values: str) -> None:
    answer = device.post(path, {**device.fields(), **values})
    if answer.status_code != 303:
        raise RuntimeError(f"{path}: answered by {answer.status_code}")


def run(folder: Path, only: Collection[str] = ()) -> Walk:
    """Walks over everything, or only over these addresses, and returns what was seen."""
    done = Walk()
    with world(folder) as place:
        those, game = people(place)
        record = place.table.games.get(game)
        found = routes(place.app, game, record.play_code)
        done.faults += unclassified(found)
        found = [route for route in found if not only or route.rule in only]
        private = (NAME, record.play_code, record.watch_code, record.owner_code)
        watch = Watch(place)
        try:
            check = Check(done, place, those, game, watch, private)
            for route in found:
                check.outsiders(route)
                check.tokens(route)
                check.methods(route)
            for route in {route.path: route for route in found}.values():
                check.twisted(route)
            for route in found:
                check.insiders(route)
        finally:
            watch.close()
    return done


@dataclass
class Check:
    """The questions that are asked about each address."""

    done: Walk
    place: World
    people: People
    game: str
    watch: Watch
    private: tuple[str, ...]

    def outsiders(self, route: Route) -> None:
        """Who has no seat is refused, learns nothing, and changes nothing; nor does a watcher who wants to change."""
        if not route.of_game:
            return
        outside = list(self.people.outside())
        if route.for_players:
            outside.append(("a watcher", self.people.watcher))
        if route.for_owner:
            outside.append(("a player who does not own the game", self.people.partner))
        if route.endpoint in WAITING:
            outside = [one for one in outside if one[1] is not self.people.waiting]
        for who, device in outside:
            answer = device.ask(route.method, route.path, self._form(device) if route.changes else None)
            wrong = "" if answer.status_code in (403, 404) else "was not refused"
            if not device.client.get_cookie(COOKIE, domain=HOST) and route.changes:
                wrong = "" if answer.status_code in (400, 403) else "was not refused"
            self._note(who, route, answer, wrong or self._told(answer))
            if not route.changes:
                head = device.ask("HEAD", route.path)
                wrong = "" if head.status_code == answer.status_code and not head.data else "HEAD is another answer"
                self._note(who, f"HEAD {route.rule}", head, wrong)

    def tokens(self, route: Route) -> None:
        """Without the token of its own device a changing request is refused before anything is looked up."""
        if not route.changes:
            return
        device = self.people.player
        whole = self._form(device)
        foreign = self._form(self.people.stranger)["csrf_token"]
        bare = {name: value for name, value in whole.items() if name != "csrf_token"}
        forms = [("no token", bare), ("a token in the address", bare)]
        forms += [("a wrong token", {**bare, "csrf_token": token}) for token in (*WRONG_TOKENS, foreign)]
        for who, form in forms:
            path = route.path + (f"?csrf_token={whole['csrf_token']}" if "address" in who else "")
            with statements(self.place) as seen:
                answer = device.ask(route.method, path, form)
            wrong = "" if answer.status_code == 400 and NO_TOKEN in text_of(answer) else "was not refused for its token"
            looked = [one for one in seen if any(word in f" {one} " for word in GAMES_OWN)]
            self._note(who, route, answer, wrong or (f"looked up {looked[0][:80]!r}" if looked else ""))

    def methods(self, route: Route) -> None:
        """Other methods do nothing, whatever a header says about them; OPTIONS tells what there is."""
        device = self.people.player
        for method in METHODS:
            if method not in self._allowed(route):
                answer = device.ask(method, route.path, self._form(device), FRAGMENT)
                wrong = "" if answer.status_code in (400, 405, 501) else "was carried out"
                self._note("another method", f"{method} {route.rule}", answer, wrong)
        answer = self.people.nobody.ask("OPTIONS", route.path)
        told = {one.strip() for one in answer.headers.get("Allow", "").split(",")}
        wrong = "" if answer.status_code == 200 and route.method in told and not answer.data else "says something else"
        self._note("OPTIONS", route, answer, wrong)
        if route.changes and "GET" not in self._allowed(route):
            for headers in OVERRIDES:
                answer = device.ask("GET", f"{route.path}?_method=POST", headers=headers)
                wrong = "" if answer.status_code == 405 else "was carried out"
                self._note("an overridden method", route, answer, wrong)

    def twisted(self, route: Route) -> None:
        """Addresses that are written oddly lead strangers nowhere, and never to another site."""
        for path in twisted(route.path, self.game):
            answer = self.people.stranger.ask("GET", path, headers=FRAGMENT)
            refused = answer.status_code >= 300 if route.of_game else True
            wrong = "" if refused and answer.status_code < 500 else "was answered"
            told = self._told(answer) if route.of_game else ""
            self._note("an odd address", f"GET {path[:120]!r}", answer, wrong or told or _away(answer))

    def insiders(self, route: Route) -> None:
        """Who belongs there is let in: else the refusals above would prove nothing. A watcher reads no secret."""
        if not route.of_game:
            device = self.people.stranger
            answer = device.ask(route.method, route.path, self._form(device) if route.changes else None)
            wrong = "was refused" if answer.status_code == 403 or NO_TOKEN in text_of(answer) else ""
            self._note("anybody", route, answer, wrong, changes=route.changes)
            return
        # Each with a game of its own: some of these end it.
        player = self.people.player
        game = own_game(self.place, player)
        devices = [("the player", player, False)]
        if not route.for_players:
            devices.insert(0, ("the watcher", self.place.joined("192.168.1.31", game, "spectator"), True))
        record = self.place.table.games.get(game)
        codes = [code for one in (record.play_code, record.owner_code) for code in (one, f"{one[:4]}-{one[4:8]}")]
        for who, device, watches in devices:
            path = route.path.replace(self.game, game)
            answer = device.ask(route.method, path, self._form(device, game) if route.changes else None)
            wrong = "was refused" if answer.status_code == 403 or NO_TOKEN in text_of(answer) else ""
            if watches and any(code in text_of(answer) for code in codes):
                wrong = "was told a code that lets others play"
            self._note(who, route, answer, wrong, changes=True)

    def _note(self, who: str, route: object, answer: TestResponse, wrong: str, *, changes: bool = False) -> None:
        changed = self.watch.changes()
        if answer.status_code >= 500 and not wrong:
            wrong = "broke the app"
        if changed and not changes and not wrong:
            wrong = f"changed {', '.join(changed)}"
        self.done.note(who, route, answer, wrong)

    def _told(self, answer: TestResponse) -> str:
        """What a refusal tells of the game."""
        text = text_of(answer) + str(answer.headers)
        return next((f"was told {secret!r}" for secret in self.private if secret in text), "")

    def _form(self, device: Device, game: str | None = None) -> dict[str, str]:
        """A form as this device has it, with its token, at the place where the game stands."""
        if not device.token:
            kept = device.client.get_cookie(COOKIE, domain=HOST)
            device.token = device.fields()["csrf_token"] if kept else "0" * 64
        return {
            "csrf_token": device.token,
            "key": secrets.token_hex(8),
            "seq": str(self.place.table.log.seq(game or self.game)),
        }

    def _allowed(self, route: Route) -> set[str]:
        adapter = self.place.app.url_map.bind(HOST)
        return set(adapter.allowed_methods(route.path))


def _away(answer: TestResponse) -> str:
    """Whether an answer leads to another site."""
    to = answer.headers.get("Location", "/")
    ours = (to.startswith("/") and not to.startswith(("//", "/\\"))) or to.startswith(f"http://{HOST}:8000/")
    return "" if ours else f"leads away to {to[:80]!r}"


def main(write: Callable[[str], object] = print) -> int:
    """Walks and prints what was seen; returns the exit status."""
    begun = perf_counter()
    # What is refused is told there, and here everything is.
    logging.getLogger(seclog.NAME).addHandler(logging.NullHandler())
    with tempfile.TemporaryDirectory() as folder:
        done = run(Path(folder))
    for who, number in done.asked.items():
        write(f"{number:6} requests: {who}")
    for fault in done.faults:
        write(f"FAULT  {fault}")
    write(f"{sum(done.asked.values()):6} requests, {len(done.faults)} faults, {perf_counter() - begun:.1f} s")
    return 1 if done.faults else 0


if __name__ == "__main__":
    sys.exit(main())
