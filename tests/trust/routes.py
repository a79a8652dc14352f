"""What each address of the app is: open to everybody, of a game, for players only; and an example of each.

Whatever stands below ``/g/<game_id>`` is closed to strangers, and changing it is for players, unless it is named here.
Whatever stands elsewhere and is not named here is a fault.
"""

import re
from dataclasses import dataclass

from flask import Flask
from werkzeug.routing import AnyConverter, IntegerConverter, Rule

from companion.board import ZONE_IDS

OPEN = {
    "start.home": "games of the asking device only",
    "start.new_game": "an empty form",
    "start.health": "whether the app is well",
    "join.by_code": "leads to the page of a code",
    "join.ask": "whoever knows a code",
    "files.ask": "an empty form",
    "owner.recover": "an empty form",
    "games.away": "games of the asking device only",
    "owner.ask": "whoever knows the recovery code of a game",
    "owner.link": "whoever has the owner's link",
    "stats.all_games": "games of the asking device only",
    "stats.plays_as_csv": "games of the asking device only",
    "coach.tour_of_the_map": "an empty board",
    "coach.practice": "an empty form",
    "settings.settings": "settings of the device",
    "settings.keys": "keyboard shortcuts",
    "reference.learn": "rules",
    "reference.players_guide": "how to play with the app",
    "reference.rules": "rules",
    "reference.rule": "rules",
    "reference.all_cards": "rules",
    "reference.all_leaders": "rules",
    "odds.calculator": "a calculator",
    "install.manifest": "for the browser",
    "install.worker": "for the browser",
    "install.offline": "an empty page",
    "install.secure": "explains the certificate",
    "install.authority": "the certificate, which is public",
    "copies.overview": "the serving computer only: others get 404",
    "copies.one": "the serving computer only: others get 404",
    "static": "files that are the same for all",
}
"""Reading addresses that need no seat, each with the reason."""
FREE = {
    "start.create_game": "makes a game of one's own",
    "start.create_trackers": "makes a game of one's own",
    "start.create_people": "makes a game of one's own",
    "files.bring_in": "makes a game of one's own",
    "join.take_seat": "whoever knows a code",
    "owner.take_back": "whoever knows the recovery code of a game",
    "owner.open_link": "whoever has the owner's link",
    "games.put_back": "the owner of a deleted game, checked there",
    "games.drop": "the owner of a deleted game, checked there",
    "guests.leave": "takes the own seat from a game",
    "settings.keep": "cookies of the device",
    "settings.speak": "a cookie of the device",
    "coach.tips": "cookies of the device",
    "coach.to_battle": "makes a game of one's own",
    "phones.choose": "a cookie of the device",
    "copies.make": "the serving computer only: others get 404",
    "copies.restore_all": "the serving computer only: others get 404",
}
"""Changing addresses that need no seat, each with the reason."""
ANY_SEAT = {
    "live.seen": "what this device has been told",
    "odds.hints_here": "a cookie of the device",
}
"""Changing addresses of a game that a watcher may use, each with the reason."""
PLAYERS = ("asks.box", "copies.", "damaged.", "files.export", "files.move", "camera.", "games.", "guests.waiting")
"""Reading addresses of a game that watchers are refused: by the beginning of their names."""
OWNERS = frozenset(
    {
        *("guests.remove", "guests.renew", "guests.ask_first", "sides.watch"),
        *("games.rename", "games.hide", "games.ask_delete", "games.delete"),
    }
)
"""Addresses of a game that are its owner's alone: players who joined are refused."""
WAITING = ("guests.wait",)
"""What a device may ask that waits to be let in."""
CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})

SAMPLES = {
    "area": "carthag",
    "area_id": "carthag",
    "box": "0123456789abcdef0123",
    "job_id": "0123456789abcdef0123",
    "key": "0123456789abcdef",
    "step": "empty",
    "name": "supremacy",
    "zone_id": ZONE_IDS[0],
    "rule": "BATTLE-6",
    "filename": "favicon.svg",
    "secret": "0123456789abcdef0123456789abcdef",
}
"""What stands in addresses in the place of a name; those of games and codes depend on the game."""


@dataclass(frozen=True, slots=True)
class Route:
    """One method of one address. ``path`` is an example of it; ``rule`` how it is written in the app."""

    method: str
    path: str
    endpoint: str
    rule: str

    @property
    def of_game(self) -> bool:
        """Whether it is about one game."""
        return self.rule.startswith("/g/<game_id>")

    @property
    def is_open(self) -> bool:
        """Whether it needs no seat."""
        return self.endpoint in (FREE if self.changes else OPEN)

    @property
    def changes(self) -> bool:
        """Whether it is asked for by a method that changes something."""
        return self.method in CHANGING

    @property
    def for_players(self) -> bool:
        """Whether a watcher is refused."""
        if self.changes:
            return self.endpoint not in ANY_SEAT
        return self.endpoint.startswith(PLAYERS)

    @property
    def for_owner(self) -> bool:
        """Whether a player who joined is refused."""
        return self.endpoint in OWNERS

    def __str__(self) -> str:
        return f"{self.method} {self.rule}"


def routes(app: Flask, game: str, code: str) -> list[Route]:
    """Returns every address of the app by its methods, without those that answer by themselves (HEAD, OPTIONS).

    Raises LookupError for one with a part that nobody gave an example of.
    """
    samples = {**SAMPLES, "game_id": game, "code": code}
    found = []
    for rule in sorted(app.url_map.iter_rules(), key=str):
        path = _example(rule, samples)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            found.append(Route(method, path, rule.endpoint, rule.rule))
    return found


def unclassified(found: list[Route]) -> list[str]:
    """Returns the addresses of which nobody has said who may use them, and names here that are no address any more."""
    known = {route.endpoint for route in found}
    named = {*OPEN, *FREE, *ANY_SEAT, *OWNERS, *WAITING}
    unknown = [f"{route}: nobody has said who may use it" for route in found if not route.of_game and not route.is_open]
    return unknown + [f"{name}: is no address any more" for name in sorted(named - known)]


def _example(rule: Rule, samples: dict[str, str]) -> str:
    path = rule.rule
    for name in rule.arguments:
        converter = rule._converters[name]
        if isinstance(converter, AnyConverter):
            value = sorted(converter.items)[0]
        elif isinstance(converter, IntegerConverter):
            value = "1"
        elif name in samples:
            value = samples[name]
        else:
            raise LookupError(f"{rule.rule}: tests/trust/routes.py has no example of {name}")
        path = re.sub(rf"<(?:[^<>]*:)?{name}>", value, path)
    return path
