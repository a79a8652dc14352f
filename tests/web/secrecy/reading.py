"""Reads every answer that every seat of a game is sent: with the secrets of a side, and with others in their place.

Whoever may not know them must be answered the same, to the letter: a page, a fragment, a file, a refusal. Whoever may
know them reads something else; how often says that the test can tell.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from random import Random

from werkzeug.test import TestResponse

from companion.board import AREA_IDS
from companion.content import DECK_CARDS
from companion.content.terms import Faction, Subfaction
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard, EnterRank
from companion.rules.refusal import Refused
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.service import DiceBy, GameSettings, SetUp, Table
from companion.store import Role, SeatRecord
from companion.web.devices import COOKIE
from companion.web.scene import DEEDS
from companion.web.table.shared import share_drawings
from solo_bot.simulation.play import GameRecord, play_game, usual_rules
from tests.trust.routes import routes
from tests.trust.world import Device, World, world
from tests.web.secrecy.other import DECKS, Side, other_truth

PARTS: dict[Mode, dict[str, tuple[Subfaction, ...]]] = {
    Mode.DUEL: {
        "Atreides": (Subfaction.HOUSE_ATREIDES, Subfaction.FREMEN_ALLY),
        "Harkonnen": (Subfaction.HOUSE_HARKONNEN, Subfaction.CORRINO_ALLY),
    },
    Mode.TEAM: {part.value: (part,) for part in Subfaction},
}
FEW = 28
AT_ONCE = 28
"""So many answers are compared before it is asked whether something was found, where that is enough."""
TABLE, WATCHER = "the table", "a watcher"
PRINTED = "camera.sheet"
"""Pages to be printed, which take long and are the same for every game."""
PARTS_OF_TRACKS = ("prescience", "imperium", "dice", "leaders", "cards")
ALWAYS = ("correct-more", "correct-area", "reveal-sietch", "rank", "ranks", "secrets", "objective")
"""Deeds that are tried each time, where there are such; of the others some are drawn."""
OWN = re.compile(r'name="key" value="[^"]*"|name=\\"key\\" value=\\"[^"]*\\"')
"""The key of a form, of which each is another."""
LINK = re.compile(r'(?:href|hx-get)="(/g/[^"#]*)"')


Question = tuple[str, str, dict[str, str]]
"""Method, address and fields of what a device asks for."""


@dataclass(slots=True)
class Tally:
    """What was read: bodies, those that the owner of a secret found different, and those that told others of it."""

    games: int = 0
    moments: int = 0
    bodies: int = 0
    own: int = 0
    stopped: list[str] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Reading:
    """A game in progress with the devices around it."""

    place: World
    game: str
    random: Random
    most_links: int
    devices: dict[str, tuple[Device, frozenset[Side]]]
    tally: Tally
    until_found: bool = False

    @property
    def table(self) -> Table:
        """The games of the app."""
        return self.place.table

    def look(self, seat: SeatRecord) -> None:
        """Notes secrets of both sides anew and reads what every device is sent now."""
        state = self.table.load(self.game).state
        self._do(seat, CorrectBoard(with_secrets_everywhere(state, self.random)))
        self._take_back_a_secret(seat)
        self.tally.moments += 1
        asked = {name: list(self._asked(device)) for name, (device, _eyes) in self.devices.items()}
        partners = tuple(part for part in Subfaction if state.partners(part.faction) > 1)
        at_once = AT_ONCE if self.until_found else max(map(len, asked.values()))
        for first in range(0, max(map(len, asked.values())), at_once):
            self._compare({name: some[first : first + at_once] for name, some in asked.items()}, partners)
            if self.until_found and self.tally.findings:
                return

    def _compare(self, asked: dict[str, list[Question]], partners: tuple[Subfaction, ...]) -> None:
        """Reads the answers with the true secrets and with others of each side, and notes what differs."""
        told = {side: self._read(asked, side) for side in (None, *Faction, *partners)}
        for side in (*Faction, *partners):
            for (name, what), other in told[side].items():
                body = told[None][name, what]
                if body == other:
                    continue
                if side in self.devices[name][1]:
                    self.tally.own += 1
                else:
                    found = _difference(body, other)
                    self.tally.findings.append(f"{name} was told of {side.name} by {what}: {found}")

    def _take_back_a_secret(self, seat: SeatRecord) -> None:
        """Takes a note back, of which every device has a notice that says what it was."""
        hidden = [one.area for one in self.table.load(self.game).state.sietches if not one.revealed]
        if hidden:
            self._do(seat, EnterRank(self.random.choice(hidden), self.random.randint(1, 3)))
            seq = self.table.load(self.game).seq
            self.table.undo(self.game, seat, seq, f"canary-back-{seq:04}")

    def _do(self, seat: SeatRecord, command: CorrectBoard | EnterRank) -> None:
        seq = self.table.load(self.game).seq
        self.table.submit(self.game, seat, seq, f"canary-{seq:04}", command, record_anyway=True)

    def _asked(self, device: Device) -> Iterator[Question]:
        """What a device asks for at this moment."""
        home = f"/g/{self.game}"
        timeline = self.table.load(self.game).timeline
        known = routes(self.place.app, self.game, "CODE")
        found = [f"{home}/area/{AREA_IDS[sietch.area]}" for sietch in timeline.state.sietches]
        pages = (route for route in known if route.of_game and route.method == "GET")
        found += [route.path for route in pages if not route.endpoint.startswith(PRINTED)]
        found += [f"{home}/tracks/{part}" for part in PARTS_OF_TRACKS]
        for step in self.random.sample(timeline.steps, min(3, len(timeline.steps))):
            found.append(f"{home}/{step.state.phase.value}/{step.batch.last}")
            found.append(f"{home}/replay/{step.batch.last}")
            found.append(f"{home}/history/{step.batch.number}")
            found.append(f"{home}/history?before={step.batch.number}")
        shown = device.get(f"{home}/{timeline.state.phase.value}/{timeline.seq}").text
        links = sorted({link.replace("&amp;", "&") for link in LINK.findall(shown)} - set(found))
        found += self.random.sample(links, min(self.most_links, len(links)))
        yield from (("GET", path, {}) for path in found)
        yield from (("FRAGMENT", path, {}) for path in self.random.sample(found, min(self.most_links, len(found))))
        area = AREA_IDS[self.random.choice(timeline.state.sietches).area] if timeline.state.sietches else "carthag"
        filled = {"area": area, "rank": "2", f"rank-{area}": "2", "faction": "atreides", "count": "1", "kh": "3"}
        names = [name for name in ALWAYS if name in DEEDS] + self.random.sample(sorted(DEEDS), self.most_links)
        for name in names:
            yield "POST", f"{home}/do/{name}", {"seq": str(timeline.seq), "at": ""}
            yield "POST", f"{home}/do/{name}", {**filled, "seq": str(timeline.seq), "at": ""}
        before = timeline.steps[-min(9, len(timeline.steps))].batch.last
        yield "POST", f"{home}/do/{names[0]}", {**filled, "seq": str(before), "at": ""}

    def _read(self, asked: dict[str, list[Question]], side: Side | None) -> dict[tuple[str, str], str]:
        """Every body, by device and what it asked for, in a game with other secrets of ``side``.

        What a partner alone holds is asked of its own faction: from all others it is among what their faction hides.
        """
        found: dict[tuple[str, str], str] = {}
        share_drawings(self.place.app)
        with other_truth(self.table.log, side):
            for name, questions in asked.items():
                device, eyes = self.devices[name]
                if isinstance(side, Subfaction) and side.faction not in eyes:
                    continue
                # Of its own secrets a device may be told: a few bodies show that this would be noticed.
                wanted = questions[:FEW] if side in eyes else questions
                for number, (method, path, fields) in enumerate(wanted):
                    found[name, f"{number}. {method} {path} {fields or ''}"] = _body(device, method, path, fields)
                    self.tally.bodies += 1
        return found


def _body(device: Device, method: str, path: str, fields: dict[str, str]) -> str:
    """Status, place and body of an answer, without what is another one each time."""
    fragment = {"HX-Request": "true"} if method != "GET" else {}
    if method == "POST":
        data = {"csrf_token": device.token, "key": "0123456789ab", **fields}
        answer = device.ask("POST", path, data, fragment)
    else:
        answer = device.ask("GET", path, headers=fragment)
    return OWN.sub("", f"{answer.status_code} {answer.headers.get('Location', '')}\n{_text(answer)}")


def _text(answer: TestResponse) -> str:
    return bytes(answer.data).decode("utf-8", "replace")


def _difference(one: str, other: str) -> str:
    """Where two bodies begin to differ, with what stands around it."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"…{one[max(0, at - 120) : at + 80]!r} / {other[at : at + 60]!r}"


def with_secrets_everywhere(state: State, random: Random) -> State:
    """Returns the position with a secret wherever one can be: ranks, tokens, an objective, names in both hands."""
    areas = [area for area, army in state.legions(ATREIDES) if army.tokens]
    # Also where a hand holds none: pages must not depend on it. Of each deck, since partners hold one each.
    hands = [
        tuple(sorted(card for deck in DECKS[faction] for card in random.sample([c.id for c in DECK_CARDS[deck]], 2)))
        for faction in Faction
    ]
    return replace(
        state,
        sietches=tuple(
            sietch if sietch.revealed else replace(sietch, rank=random.randint(1, 3)) for sietch in state.sietches
        ),
        known_tokens=tuple((area, Army(special=1, regular=1)) for area in areas),
        cards=replace(state.cards, hands=(hands[HARKONNEN], hands[ATREIDES])),
    )


def read_game(
    folder: Path,
    mode: Mode,
    seed: int,
    tally: Tally,
    *,
    moments: int = 2,
    most_links: int = 6,
    readers: Collection[str] = (),
    until_found: bool = False,
) -> None:
    """Plays a simulated game through the service and looks at it ``moments`` times in its course; with ``readers``
    only as those of the devices, ``until_found`` no longer than until something was found."""
    record, random = play_game(seed, mode=mode, inspect_each_batch=False), Random(seed)
    folder.mkdir()
    with world(folder) as place:
        reading, seat = _seated(place, mode, random, tally, most_links)
        reading.devices = {name: one for name, one in reading.devices.items() if not readers or name in readers}
        reading.until_found = until_found
        when = {round(len(record.deeds) * (number + 1) / (moments + 1)) for number in range(moments)}
        _play(reading, seat, record, when)
    tally.games += 1


def _play(reading: Reading, seat: SeatRecord, record: GameRecord, when: set[int]) -> None:
    for number, deed in enumerate(record.deeds[1 : max(when) + 1], 1):
        loaded = reading.table.load(reading.game)
        try:
            reading.table.submit(reading.game, seat, loaded.seq, f"deed-{number:05}", deed, record_anyway=True)
        except Refused as refused:
            reading.tally.stopped.append(f"deed {number}, {deed}: {refused}")
            return
        if number in when:
            reading.look(seat)


def _seated(place: World, mode: Mode, random: Random, tally: Tally, most_links: int) -> tuple[Reading, SeatRecord]:
    settings = GameSettings("Sunday", mode=mode, rules=usual_rules(mode), dice=DiceBy.HAND, set_up=SetUp.GUIDED)
    game, seat = place.table.create_game(settings, "somebody at the table", "Table")
    now: datetime = place.table.clock()
    place.table.clock = lambda: now
    devices: dict[str, tuple[Device, frozenset[Side]]] = {}
    for number, (name, parts) in enumerate(PARTS[mode].items()):
        device = place.joined(f"192.168.1.{20 + number}", game.id, "player")
        place.table.games.sit(game.id, _token(device), Role.PLAYER, name, now, frozenset(parts))
        devices[name] = device, frozenset({parts[0].faction, *parts})
    devices[TABLE] = place.joined("192.168.1.50", game.id, "player"), frozenset()
    devices[WATCHER] = place.joined("192.168.1.51", game.id, "spectator"), frozenset()
    for device, _eyes in devices.values():
        device.get(f"/g/{game.id}")
        device.token = device.fields()["csrf_token"]
    return Reading(place, game.id, random, most_links, devices, tally), seat


def _token(device: Device) -> str:
    cookie = device.client.get_cookie(COOKIE, domain=device.host.partition(":")[0])
    if cookie is None:
        raise RuntimeError(f"{COOKIE}: the device has none")
    return cookie.value


def run(
    folder: Path,
    mode: Mode,
    seeds: Sequence[int],
    *,
    moments: int = 2,
    most_links: int = 6,
    readers: Collection[str] = (),
    until_found: bool = False,
) -> Tally:
    """Reads the games of these seeds; returns what was read and found."""
    tally = Tally()
    for seed in seeds:
        read_game(
            *(folder / str(seed), mode, seed, tally),
            moments=moments,
            most_links=most_links,
            readers=readers,
            until_found=until_found,
        )
    return tally
