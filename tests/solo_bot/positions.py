"""Seeded positions for comparisons: made from nothing, or from a given one by changing what decisions look at."""

import copy
import random
from typing import Any

from tests.solo_bot.referee_table import (
    AREAS,
    HARKONNEN_LEADERS,
    SETTLEMENTS,
    SIETCHES,
    STATIONS,
    SUPPLY,
    ZONES,
    borders,
)

Position = dict[str, Any]
NEAR = borders({})
DESERTS = sorted(area for area, facts in AREAS.items() if facts.terrain.value in ("desert", "deep_desert"))
ATOMICS = ("hole_in_the_rock", "rimwall_west", "splintered_rock")
ATREIDES_LEADERS = ("alia", "chani", "gurney_halleck", "lady_jessica", "paul_atreides", "stilgar")
POWERS = ("choam", "landsraad", "spacing_guild")
RESULTS = ("leadership", "strategy", "deployment", "mentat", "house")


def made(seed: int) -> Position:
    """A whole position that a table could show, crowded around the sietches; the same for the same seed."""
    return _Maker(random.Random(seed)).position()


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.taken: set[str] = set()
        self.left = dict(SUPPLY)
        self.leaders: dict[str, dict[str, Any]] = {}

    def position(self) -> Position:
        rng = self.rng
        standing = sorted(rng.sample(SIETCHES, rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 8))))
        hidden = rng.choice((0.0, 0.0, 0.3, 1.0))
        position: Position = {
            "sietches": {
                area: {"rank": None if rng.random() < hidden else rng.randint(1, 3), "revealed": False}
                for area in standing
            },
            "target_sietch": None if rng.random() < 0.03 else rng.choice(standing),
            "harvesting_sector": rng.choice(("ne", "se", "sw", "nw", "central", "central")),
            "settlements": sorted(rng.sample(SETTLEMENTS, rng.choice((0, 2, 4, 5, 6, 6, 6)))),
            "stations": sorted(rng.sample(STATIONS, rng.randint(0, 6))),
            "imperium": {power: rng.randint(1, 5) for power in POWERS},
            "bans": sorted(power for power in POWERS if rng.random() < 0.25),
            "supremacy": rng.randint(0, 9),
            "spice_reserve": rng.randint(0, 1),
            "discard_top": rng.choice((None, "house_harkonnen", "corrino_ally")),
        }
        self.taken.update(standing)
        limit = 5 if "choam" in position["bans"] else 6
        position["legions"] = self.atreides(standing) + self.harkonnen(standing, position["settlements"], limit)
        position["leaders"] = self.leaders
        if rng.random() < 0.3:
            self.guard(position)
        self.sands(position)
        zones = rng.sample(sorted(ZONES), rng.choice((0, 1, 2, 3, 4, 5)))
        cut = rng.randint(0, min(3, len(zones)))
        position["carryalls"], position["ornithopters"] = sorted(zones[:cut]), sorted(zones[cut:])
        if rng.random() < 0.15:
            position["atomics"] = rng.choice(ATOMICS)
        if rng.random() < 0.1:
            position["rules"] = {"first_printing": True}
        if rng.random() < 0.35:
            move_something(position, rng)
        return position

    def atreides(self, standing: list[str]) -> list[Position]:
        rng = self.rng
        free_leaders = list(ATREIDES_LEADERS)
        elsewhere = [area for area in AREAS if area not in SETTLEMENTS and area not in standing]
        areas = [area for area in standing if rng.random() < 0.7] + rng.sample(elsewhere, rng.randint(0, 6))
        legions = []
        for area in areas:
            legion: Position = {"area": area, "faction": "atreides", "regular": rng.choice((0, 0, 1, 2, 3))}
            legion |= {
                "tokens": rng.choice((0, 0, 1, 2)),
                "elite": rng.choice((0, 0, 1)),
                "generic": rng.choice((0, 1)),
            }
            legion["special"] = rng.choice((0, 0, 0, 1))
            if legion["regular"] + legion["tokens"] + legion["elite"] + legion["special"] == 0:
                legion["regular"] = 1
            if free_leaders and rng.random() < 0.2:
                legion["named"] = [free_leaders.pop()]
            self.taken.add(area)
            legions.append(legion)
        return legions

    def guard(self, position: Position) -> None:
        """Makes the target too strong for everybody, so that a temporary one is wanted, and the others weak."""
        target = position["target_sietch"]
        others = [
            x for x in position["legions"] if x["faction"] == "harkonnen" or x["area"] not in position["sietches"]
        ]
        if target is not None:
            others.append({"area": target, "faction": "atreides", "regular": 2, "special": 4, "generic": 6})
        position["legions"] = others

    def harkonnen(self, standing: list[str], settlements: list[str], limit: int) -> list[Position]:
        rng = self.rng
        close = sorted({area for sietch in standing for area in NEAR[sietch]})
        closer = sorted({area for one in close for area in NEAR[one]})
        pools = [close, closer, closer, settlements or closer, sorted(AREAS)]
        on_board = self.set_leaders()
        legions = []
        for _ in range(rng.choice((1, 2, 3, 4, 6, 8, 10, 12))):
            area = rng.choice(rng.choice(pools))
            if area in self.taken:
                continue
            legion: Position = {"area": area, "faction": "harkonnen"}
            room = rng.choice((1, 2, 3, 4, 5, 6, limit, limit))
            for kind in rng.sample(("regular", "elite", "special", "tokens"), 4):
                number = rng.randint(0, min(room, limit, self.left.get(kind, 2)))
                legion[kind] = number
                room -= number
                if kind in self.left:
                    self.left[kind] -= number
            if sum(legion[kind] for kind in ("regular", "elite", "special", "tokens")) == 0:
                continue
            legion["generic"] = min(rng.choice((0, 0, 1, 2)), self.left["generic"])
            self.left["generic"] -= legion["generic"]
            if on_board and rng.random() < 0.5:
                legion["named"] = sorted(on_board.pop() for _ in range(min(len(on_board), rng.choice((1, 1, 2)))))
            self.taken.add(area)
            legions.append(legion)
        for name in on_board:
            self.leaders[name]["state"] = "ready"
        return legions

    def set_leaders(self) -> list[str]:
        rng = self.rng
        on_board = []
        for name in sorted(HARKONNEN_LEADERS):
            state = rng.choice(("out", "ready", "board", "board", "tank", "removed"))
            card = rng.choice(("ready", "spent", "spent", "spent"))
            self.leaders[name] = {"state": state, "card": card}
            if state == "tank":
                self.leaders[name]["tank"] = rng.randint(1, 5)
            if state == "board":
                on_board.append(name)
        if self.leaders["feyd_rautha"]["state"] not in ("out", "removed"):
            self.leaders["beast_rabban"] = {"state": "removed", "card": "spent"}
            on_board = [name for name in on_board if name != "beast_rabban"]
        rng.shuffle(on_board)
        return on_board

    def sands(self, position: Position) -> None:
        rng = self.rng
        open_sand = [area for area in DESERTS if area not in self.taken]
        worms = rng.sample(open_sand, rng.choice((0, 0, 1, 2, 4)))
        position["sandworms"] = sorted(worms)
        signs = [area for area in DESERTS if area not in worms and area not in position["sietches"]]
        position["wormsigns"] = sorted(rng.sample(signs, rng.randint(0, 12)))
        sand = [area for area in signs if area not in position["wormsigns"]]
        held = {legion["area"] for legion in position["legions"] if legion["faction"] == "atreides"}
        position["harvesters"] = sorted(
            rng.sample([area for area in sand if area not in held], rng.choice((0, 0, 3, 5, 8)))
        )


def move_something(position: Position, rng: random.Random) -> None:
    """Makes it the second step of a turn: part of a Harkonnen legion has moved."""
    legions = [legion for legion in position["legions"] if legion["faction"] == "harkonnen"]
    if not legions:
        return
    legion = rng.choice(legions)
    whole = rng.random() < 0.5
    moved: Position = {"area": legion["area"]}
    for kind in ("regular", "elite", "special", "tokens", "generic"):
        number = legion.get(kind, 0)
        moved[kind] = number if whole else rng.randint(0, number)
    if legion.get("named") and (whole or rng.random() < 0.5):
        moved["named"] = list(legion["named"])
    if not any(moved.get(kind) for kind in ("regular", "elite", "special", "tokens")):
        return
    position["moved"] = [moved]
    position["ornithopter_used"] = rng.random() < 0.4
    if rng.random() < 0.4:
        position["temporary_target"] = rng.choice(sorted(position["sietches"]))


def changed(position: Position, seed: int) -> Position:
    """A variation of ``position``: ranks, leaders, vehicles, bans, worms, supplies or the step of the turn differ."""
    rng = random.Random(seed)
    result = copy.deepcopy(position)
    for change in rng.sample(CHANGES, rng.randint(1, 4)):
        change(result, rng)
    return result


def _ranks(position: Position, rng: random.Random) -> None:
    for sietch in position.get("sietches", {}).values():
        if rng.random() < 0.6:
            sietch.update(rank=None, revealed=False)
        elif sietch.get("rank"):
            sietch["rank"] = rng.randint(1, 3)


def _step(position: Position, rng: random.Random) -> None:
    if "moved" not in position:
        if rng.random() < 0.2:
            position["step"] = 2
        else:
            move_something(position, rng)


def _zones(position: Position, rng: random.Random) -> None:
    zones = [zone for zone in sorted(ZONES) if zone not in position.get("carryalls", [])]
    position["ornithopters"] = sorted(rng.sample(zones, rng.randint(0, min(5, len(zones)))))


def _bans(position: Position, rng: random.Random) -> None:
    position["bans"] = sorted(power for power in POWERS if rng.random() < 0.5)


def _cards(position: Position, rng: random.Random) -> None:
    leaders = position.setdefault("leaders", {})
    for name in HARKONNEN_LEADERS:
        side = rng.choice(("ready", "spent"))
        if any(name in legion.get("named", ()) for legion in position["legions"]):
            leaders[name] = {"state": "board", "card": side}
        elif name in ("baron_harkonnen", "beast_rabban", "captain_aramsham") or rng.random() < 0.5:
            leaders[name] = {"state": "ready", "card": side}


def _supplies(position: Position, rng: random.Random) -> None:
    kind = rng.choice(("regular", "elite", "special"))
    for legion in position["legions"]:
        if legion["faction"] == "harkonnen" and rng.random() < 0.6 and "moved" not in position:
            units = sum(legion.get(one, 0) for one in ("regular", "elite", "special"))
            legion.update({"regular": 0, "elite": 0, "special": 0})
            legion[kind] = units


def _worms(position: Position, rng: random.Random) -> None:
    taken = {legion["area"] for legion in position["legions"]} | set(position.get("sietches", ()))
    sand = [area for area in DESERTS if area not in taken]
    position["sandworms"] = sorted(rng.sample(sand, min(len(sand), rng.randint(0, 4))))
    position["wild_maker"] = rng.choice(sand) if rng.random() < 0.5 else None


def _target(position: Position, rng: random.Random) -> None:
    position["target_sietch"] = rng.choice([None, *sorted(position["sietches"])])


def _settlements(position: Position, rng: random.Random) -> None:
    held = {legion["area"] for legion in position["legions"] if legion["faction"] == "atreides"}
    able = [area for area in SETTLEMENTS if area not in held]
    position["settlements"] = sorted(rng.sample(able, min(len(able), rng.randint(0, 5))))


def _tokens(position: Position, rng: random.Random) -> None:
    for legion in position["legions"]:
        if legion["faction"] == "harkonnen" and "moved" not in position and rng.random() < 0.5:
            legion["tokens"], legion["regular"] = legion.get("regular", 0), legion.get("tokens", 0)


def _rules(position: Position, rng: random.Random) -> None:
    position["rules"] = {"first_printing": rng.random() < 0.7, "doubtful_border": rng.random() < 0.5}


def _rows(position: Position, rng: random.Random) -> None:
    position["imperium"] = {power: rng.randint(1, 5) for power in POWERS}


CHANGES = (
    _ranks,
    _ranks,
    _step,
    _zones,
    _bans,
    _cards,
    _supplies,
    _worms,
    _target,
    _settlements,
    _tokens,
    _rules,
    _rows,
)
