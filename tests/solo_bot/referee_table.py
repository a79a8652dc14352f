"""What lies on the table, read for the referee: plain sets of area ids, straight from a Position document.

The referee is a second, slow reading of the rules. It shares no code with the opponent's procedure: only the facts
of the printed board come from ``companion.board``.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.board import load_facts

FACTS = load_facts()
AREAS = {area.id: area for area in FACTS.areas}
SIETCHES = sorted(area.id for area in FACTS.areas if area.sietch)
SETTLEMENTS = sorted(area.id for area in FACTS.areas if area.settlement)
STATIONS = sorted(area.id for area in FACTS.areas if area.station)
ZONES = dict(FACTS.air_zones)
CENTRAL = {"cne", "cnw", "cse", "csw"}
FAR = 10_000

HARKONNEN_LEADERS = {
    "baron_harkonnen": "house",
    "beast_rabban": "leadership",
    "captain_aramsham": "deployment",
    "feyd_rautha": "leadership",
    "gaius_helen_mohiam": "mentat",
    "shaddam_iv": "strategy",
    "thufir_hawat": "mentat",
}
AT_THE_START = {"baron_harkonnen", "beast_rabban", "captain_aramsham"}
SUPPLY = {"regular": 24, "elite": 12, "special": 8, "generic": 6}


@dataclass(frozen=True)
class Force:
    """Figures of one faction in one area."""

    regular: int = 0
    elite: int = 0
    special: int = 0
    tokens: int = 0
    generic: int = 0
    named: tuple[str, ...] = ()

    @property
    def units(self) -> int:
        return self.regular + self.elite + self.special + self.tokens

    @property
    def leaders(self) -> int:
        return self.generic + len(self.named)

    @property
    def power(self) -> tuple[int, int]:
        """Coarse and fine (MAHDI-CP-1, R-13): compared in this order, MAHDI-CP-2."""
        coarse = self.regular + self.elite + self.special + 2 * self.tokens + self.leaders
        fine = 2 * self.regular + 3 * self.elite + 4 * self.special + 2 * self.tokens
        return coarse, fine + self.generic + 2 * len(self.named)

    def plus(self, other: "Force") -> "Force":
        return Force(
            self.regular + other.regular,
            self.elite + other.elite,
            self.special + other.special,
            self.tokens + other.tokens,
            self.generic + other.generic,
            tuple(sorted(self.named + other.named)),
        )

    def minus(self, other: "Force") -> "Force":
        return Force(
            self.regular - other.regular,
            self.elite - other.elite,
            self.special - other.special,
            self.tokens - other.tokens,
            self.generic - other.generic,
            tuple(name for name in self.named if name not in other.named),
        )


NOBODY = Force()


def difference(ours: Force, theirs: Force) -> tuple[int, int]:
    """The difference of power, coarse and fine (MAHDI-CP-2)."""
    return ours.power[0] - theirs.power[0], ours.power[1] - theirs.power[1]


def force(entry: Mapping[str, Any]) -> Force:
    counts = {kind: entry.get(kind, 0) for kind in ("regular", "elite", "special", "tokens", "generic")}
    return Force(**counts, named=tuple(sorted(entry.get("named", ()))))


def borders(document: Mapping[str, Any]) -> dict[str, set[str]]:
    """Neighbours over all borders, the impassable ones included (R-12: the solo Harkonnen ignore them)."""
    pairs = [*FACTS.borders, *FACTS.impassable]
    if document.get("rules", {}).get("doubtful_border", False):
        pairs += FACTS.doubtful
    result: dict[str, set[str]] = {area: set() for area in AREAS}
    for one, other in pairs:
        result[one].add(other)
        result[other].add(one)
    return result


@dataclass
class Table:
    """A Position document with its defaults filled in."""

    document: Mapping[str, Any]
    harkonnen: dict[str, Force] = field(default_factory=dict)
    atreides: dict[str, Force] = field(default_factory=dict)
    moved: dict[str, Force] = field(default_factory=dict)

    def __post_init__(self) -> None:
        document = self.document
        for entry in document.get("legions", ()):
            side = self.harkonnen if entry["faction"] == "harkonnen" else self.atreides
            side[entry["area"]] = side.get(entry["area"], NOBODY).plus(force(entry))
        for entry in document.get("moved", ()):
            self.moved[entry["area"]] = self.moved.get(entry["area"], NOBODY).plus(force(entry))
        sietches = document.get("sietches", {area: {} for area in SIETCHES})
        self.ranks: dict[str, int | None] = {area: sietches[area].get("rank") for area in sorted(sietches)}
        self.settlements = set(document.get("settlements", SETTLEMENTS))
        self.stations = set(document.get("stations", STATIONS))
        self.harvesters = list(document.get("harvesters", ()))
        self.ornithopters = list(document.get("ornithopters", ()))
        self.carryalls = list(document.get("carryalls", ()))
        self.wormsigns = set(document.get("wormsigns", ()))
        self.worms = set(document.get("sandworms", ()))
        if document.get("wild_maker"):
            self.worms.add(document["wild_maker"])
        self.target: str | None = document.get("target_sietch")
        self.temporary: str | None = document.get("temporary_target")
        self.harvesting: str | None = document.get("harvesting_sector")
        self.limit = 5 if "choam" in document.get("bans", ()) else 6
        self.step: int = document.get("step", 2 if self.moved else 1)
        self.near = borders(document)
        self.steps_from: dict[str, dict[str, int]] = {}

    def terrain(self, area: str) -> str:
        return "desert" if area == self.document.get("atomics") else AREAS[area].terrain.value

    def sectors(self, area: str) -> set[str]:
        return set(AREAS[area].sectors)

    def free(self, area: str) -> bool:
        """AREA-1, for the Harkonnen: no enemy settlement, no enemy units, no sandworm."""
        return area not in self.ranks and area not in self.atreides and area not in self.worms

    def empty(self, area: str) -> bool:
        """AREA-1: no figure and no token of any kind (R-3: a wormsign and a station count)."""
        return (
            self.free(area)
            and area not in self.harkonnen
            and area not in self.settlements
            and area not in self.stations
            and area not in self.harvesters
            and area not in self.wormsigns
        )

    def defenders(self, area: str) -> Force:
        return self.atreides.get(area, NOBODY)

    def room(self, area: str) -> int:
        """How many units fit (STACK-1, BAN-2)."""
        return self.limit - self.harkonnen.get(area, NOBODY).units

    def steps(self, start: str, goal: str) -> int:
        """R-14: steps through areas free for the Harkonnen, the goal itself as the last one; FAR without a path."""
        if goal not in self.steps_from:
            self.steps_from[goal] = self._steps_to(goal)
        return self.steps_from[goal].get(start, FAR)

    def _steps_to(self, goal: str) -> dict[str, int]:
        # Walked backwards from the goal: an area that is not free gets its number of steps, but leads no further.
        found = {goal: 0}
        queue = deque([goal])
        while queue:
            area = queue.popleft()
            if area != goal and not self.free(area):
                continue
            for neighbour in sorted(self.near[area]):
                if neighbour not in found:
                    found[neighbour] = found[area] + 1
                    queue.append(neighbour)
        return found

    def to_any_sietch(self, area: str) -> int:
        return min((self.steps(area, sietch) for sietch in self.ranks), default=FAR)

    def two_away(self, area: str) -> set[str]:
        """Areas exactly 2 borders away, whatever lies between (MOVE-6, R-12)."""
        beyond = {other for middle in self.near[area] for other in self.near[middle]}
        return beyond - self.near[area] - {area}

    def zones_of(self, sectors: set[str]) -> list[str]:
        """Air zones connected to any of the sectors (BOARD-4)."""
        return sorted(zone for zone, pair in ZONES.items() if sectors & set(pair))

    def leader(self, name: str) -> tuple[str, bool]:
        """Where a Harkonnen named leader is, and whether the card is ready."""
        on_board = any(name in legion.named for legion in self.harkonnen.values())
        usual = "board" if on_board else "ready" if name in AT_THE_START else "out"
        entry = self.document.get("leaders", {}).get(name, {})
        return entry.get("state", usual), entry.get("card", "ready") == "ready"

    def in_box(self, kind: str) -> int:
        """Figures of a kind that are not on the board (UNIT-2)."""
        on_board: int = sum(getattr(legion, kind) for legion in self.harkonnen.values())
        return max(0, SUPPLY[kind] - on_board)
