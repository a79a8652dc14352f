"""The records that say what stands on the drawn board. Plain values: they know no rules and no wording.

Ids are those of ``companion.board``: areas (``gara_kulon``, ``ne_5``) and air zones (``az_ne``). Texts
(names, what a screen reader says) come in ready-made from the presenter, in the reader's language.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.board import AREA_NUMBER, HARVESTING_SECTORS, ZONE_NUMBER

MOST_PIPS = 6


class Faction(StrEnum):
    """Whose piece it is: colour, shape and letter follow from it."""

    HARKONNEN = "h"
    ATREIDES = "a"


class SiteKind(StrEnum):
    """A round badge (sietch) or a square one (settlement)."""

    SIETCH = "sietch"
    SETTLEMENT = "settlement"


class Disc(StrEnum):
    """A loose marker in an area; the value is the name of its glyph.

    Of Desert War: a camp is a tent, suspensors have cut corners; LONE_RIDER counts as a wormsign and is dashed as one,
    RIDER stands beside something else, a worm's at its rim. Several of a troop are one marker with a number.
    """

    STATION = "station"
    HARVESTER = "harvester"
    WORMSIGN = "wormsign"
    SANDWORM = "sandworm"
    WILD_MAKER = "wild-maker"
    ATOMICS = "atomics"
    CAMP = "camp"
    LAUNCHER = "launcher"
    LONE_RIDER = "lone-rider"
    RIDER = "sandrider"
    SUSPENSOR = "suspensor"

    @property
    def glyph(self) -> str:
        """The name of its glyph."""
        return Disc.RIDER.value if self is Disc.LONE_RIDER else self.value


class Vehicle(StrEnum):
    """What stands in an air zone; the value is the name of its glyph."""

    ORNITHOPTER = "ornithopter"
    CARRYALL = "carryall"
    ESCORT = "escort"


class GlowKind(StrEnum):
    """Why an area is lit.

    NEXT (and RIDE, its dashed form for sandriding) is orange: "do this now". SELECTED is the area that the
    panel is about. FROM_1 and FROM_2 are where an order starts. THREAT is hatched: it may be attacked; SAFE is what no
    longer may be. UNSEEN is hatched and dashed: a photo did not show it.
    """

    NEXT = "next"
    RIDE = "ride"
    SELECTED = "sel"
    FROM_1 = "from1"
    FROM_2 = "from2"
    THREAT = "threat"
    SAFE = "safe"
    UNSEEN = "unseen"


class Lod(StrEnum):
    """How near the camera is. FAR shows letter and total only, CLOSE also the codes that had no room."""

    FAR = "far"
    NEAR = "near"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class LegionView:
    """All units and leaders of one faction in one area.

    ``tokens`` are facedown deployment tokens (one unit each). ``generic`` counts Bashar or Naib, ``named``
    holds the two-letter marks of named leaders (see ``marks.leader_mark``); ``escorts`` are those that joined (DW-5).
    Raises ValueError for a negative number.
    """

    faction: Faction
    regular: int = 0
    elite: int = 0
    special: int = 0
    tokens: int = 0
    generic: int = 0
    named: tuple[str, ...] = ()
    escorts: int = 0

    def __post_init__(self) -> None:
        for name in ("regular", "elite", "special", "tokens", "generic", "escorts"):
            if getattr(self, name) < 0:
                raise ValueError(f"LegionView.{name}: {getattr(self, name)} is less than 0")

    @property
    def units(self) -> int:
        """Units in the legion; a token counts as one, leaders do not count (STACK-1)."""
        return self.regular + self.elite + self.special + self.tokens

    def pips(self) -> list[str]:
        """Glyph names, one a unit, strongest first; no more than fit on the piece."""
        kinds = (("special", self.special), ("elite", self.elite), ("regular", self.regular), ("token", self.tokens))
        return [glyph for glyph, count in kinds for _ in range(count)][:MOST_PIPS]


@dataclass(frozen=True, slots=True)
class SiteView:
    """A sietch or settlement that still stands.

    ``rank`` None shows "?": the reader may not know or has not said. ``revealed``: the token lies face up on
    the table. ``target``: the target sietch of the round (MAHDI-START-2).
    """

    kind: SiteKind
    rank: int | None = None
    revealed: bool = False
    target: bool = False


@dataclass(frozen=True, slots=True)
class AreaView:
    """What stands in one area. ``say`` is read out after the name ("Atreides, 3 units; sietch")."""

    legion: LegionView | None = None
    site: SiteView | None = None
    discs: tuple[Disc, ...] = ()
    say: str = ""

    @property
    def bare(self) -> bool:
        """True when nothing is drawn in the area."""
        return self.legion is None and self.site is None and not self.discs


@dataclass(frozen=True, slots=True)
class Glow:
    """Areas or air zones lit for one reason."""

    kind: GlowKind
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrow:
    """An order on the map, from area (or zone) to area.

    ``chosen`` is the order to carry out, orange and solid; the others are dotted. ``number`` stands in a disc
    on the line. ``bend`` is the sideways swing in parts of the length. ``theirs``: nothing to be done, but what the
    opponent might do, in its colour.
    """

    start: str
    end: str
    chosen: bool = True
    number: str = ""
    bend: float = 0.18
    theirs: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A camera rectangle in board units (the board is 1431 x 1000)."""

    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        return f"{self.x:.0f} {self.y:.0f} {self.width:.0f} {self.height:.0f}"


@dataclass(frozen=True, slots=True)
class BoardView:
    """The whole picture. Raises ValueError, naming the field, for an id that is no area, zone or sector.

    ``frame`` is where a phone's camera goes, ``wide_frame`` the same for a wide pane; None: the whole board.
    ``badges`` are short texts in a pill over areas and zones, by id: the chance of an attack there.
    ``coming`` are glyphs of the vehicles that an order puts at areas and zones, by id.
    ``labels`` overrides names by id (areas and zones). ``title`` names the map for screen readers.
    ``scale`` is the usual number of pixels a board unit: names are laid out for it and gain room nearer.
    ``lod`` is what is shown without JavaScript; with it, the camera decides.
    ``harvesting_sector`` is one of ne, se, sw, nw, central.
    """

    areas: Mapping[str, AreaView] = field(default_factory=dict)
    zones: Mapping[str, Vehicle] = field(default_factory=dict)
    glows: tuple[Glow, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    frame: Frame | None = None
    wide_frame: Frame | None = None
    harvesting_sector: str | None = None
    badges: Mapping[str, str] = field(default_factory=dict)
    coming: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    title: str = "Board"
    scale: float = 0.62
    lod: Lod = Lod.FAR

    def __post_init__(self) -> None:
        both = AREA_NUMBER.keys() | ZONE_NUMBER.keys()
        _known("areas", self.areas, AREA_NUMBER.keys())
        _known("zones", self.zones, ZONE_NUMBER.keys())
        _known("glows", (i for glow in self.glows for i in glow.ids), both)
        _known("arrows", (i for arrow in self.arrows for i in (arrow.start, arrow.end)), both)
        _known("labels", self.labels, both)
        _known("badges", self.badges, both)
        _known("coming", self.coming, both)
        if self.harvesting_sector is not None:
            _known("harvesting_sector", [self.harvesting_sector], set(HARVESTING_SECTORS))


def _known(field_name: str, ids: Iterable[str], allowed: Iterable[str]) -> None:
    wrong = sorted(set(ids) - set(allowed))
    if wrong:
        raise ValueError(f"BoardView.{field_name}: unknown id {', '.join(map(repr, wrong))}")
