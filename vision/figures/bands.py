"""How sure each area and air zone of a photo is: accepted as it was read, to be looked at, or not seen."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_IDS, AREA_NUMBER, ZONE_IDS, members
from vision.board.geometry import NO_AREA, Board
from vision.board.observe import Shot
from vision.contents import EMPTY, SUPPLY, VEHICLES, Content, Expected
from vision.figures.confidence import confidence, features
from vision.figures.doubt import Doubt, doubt_of
from vision.figures.pieces import HOME, HOME_AREAS, Piece
from vision.figures.reading import AreaReading, Spot, over_zone, possible, read_areas, settled, spots_of
from vision.figures.trust import UNKNOWN, Trust
from vision.settings import DEFAULT, Settings
from vision.terms import ACCEPTED, LOOK, UNSEEN


@dataclass(frozen=True, slots=True)
class AreaResult:
    """What was read in an area: its band, content, and the probability (0 to 1) that the content is right.

    ``covered`` tells that it is not seen because something lies over it, although it is in the photo. It is
    accepted from a confidence of ``accepted_from`` on, never (infinity) where something else keeps it from that.
    """

    band: str
    content: Content
    confidence: float
    reading: AreaReading
    features: list[float] = field(default_factory=list)
    covered: bool = False
    accepted_from: float = math.inf


@dataclass(frozen=True, slots=True)
class ZoneResult:
    """What was read in an air zone: its band, the vehicle (None: none), the probability that this is right, and
    whether it is ``covered`` as an area may be."""

    band: str
    vehicle: str | None
    confidence: float
    chances: Mapping[str | None, float]
    covered: bool = False


EVERYWHERE = ((1 << len(AREA_IDS)) - 1, (1 << len(ZONE_IDS)) - 1)
"""All areas and all zones, as masks."""


def judged(
    on: Board,
    shot: Shot,
    pieces: list[Piece],
    foreground: NDArray[np.float32],
    expected: Expected | None = None,
    wanted: tuple[int, int] = EVERYWHERE,
    settings: Settings = DEFAULT,
    trust: Trust = UNKNOWN,
) -> tuple[dict[str, AreaResult], dict[str, ZoneResult]]:
    """Returns areas and zones (``wanted``: their masks) with their bands, from the pieces that a photo may show.

    ``trust`` is what is known of readings of this table.
    """
    spots = possible(on, spots_of(pieces, settings, trust.leaning), _misplaced(on, pieces, expected))
    readings = read_areas(on, spots, None if expected is None else expected.areas, settings)
    judge = _Judge(shot, on, expected, doubt_of(on, shot, spots, foreground), settings, trust)
    areas = {AREA_IDS[n]: judge.area(AREA_IDS[n], readings[AREA_IDS[n]]) for n in members(wanted[0])}
    vehicles = {ZONE_IDS[n]: judge.zone(ZONE_IDS[n], spots, readings) for n in members(wanted[1])}
    return within_supply(areas), vehicles


def _misplaced(on: Board, pieces: list[Piece], expected: Expected | None) -> list[Piece]:
    """Returns cardboard of a sietch, settlement or station that is seen where none belongs."""
    homes = {AREA_IDS[number] for number in HOME_AREAS} | (expected.homes if expected else frozenset())
    belongs = {NO_AREA, *(AREA_NUMBER[area] for area in homes)}
    return [piece for piece in pieces if piece.sort == HOME and on.number_at(piece.x, piece.y) not in belongs]


@dataclass(frozen=True, eq=False)
class _Judge:
    """Puts each area and zone of one photo into its band."""

    shot: Shot
    board: Board
    expected: Expected | None
    doubt: Doubt
    settings: Settings
    trust: Trust

    def area(self, area: str, reading: AreaReading) -> AreaResult:
        """Returns an area with its band."""
        number = AREA_NUMBER[area]
        share = self._visible(number)
        agrees = None
        if self.expected is not None:
            agrees = reading.content == self.expected.area(area)
        values = features(area, reading, self.shot, self.board, agrees=agrees, foreground=self.doubt.foreground)
        sure = self.trust.corrected(confidence(values, expecting=self.expected is not None), reading.content)
        if share < self.settings.least_area_visible:
            return AreaResult(UNSEEN, EMPTY, 0.0, reading, values)
        shows = self.doubt.bare_area(area)
        if shows < self.settings.covered:
            return AreaResult(UNSEEN, EMPTY, 0.0, reading, values, covered=True)
        clear = (
            share > 0.99
            and shows > self.settings.half_covered
            and reading.strange < self.settings.strange
            and not reading.contested
            and self.doubt.rest_of_area(area) < self.settings.unexplained
            # Pieces beside it may hide all of an area, and what stands in it.
            and (reading.content != EMPTY or self.doubt.hidden(area) < self.settings.most_hidden)
            and (bool(agrees) or self.trust.leaders_told(reading.content))
            and (bool(agrees) or not (reading.content.pieces == 1 and self._has_cardboard(area)))
        )
        content = reading.content if self.trust.kinds is not None else replace(reading.content, kinds=None)
        least = self.settings.accept if clear else math.inf
        return AreaResult(ACCEPTED if sure >= least else LOOK, content, sure, reading, values, accepted_from=least)

    def _has_cardboard(self, area: str) -> bool:
        """Whether cardboard belongs in an area, which alone may pass for a piece."""
        return AREA_NUMBER[area] in HOME_AREAS or (self.expected is not None and area in self.expected.homes)

    def _visible(self, number: int) -> float:
        window = self.board.window(AREA_IDS[number])
        return float(self.shot.visible[window][self.board.areas[window] == number].mean())

    def zone(self, zone: str, spots: list[Spot], readings: Mapping[str, AreaReading]) -> ZoneResult:
        """Returns an air zone with its band."""
        window, disc = self.board.disc(zone)
        if self.shot.visible[window][disc].mean() < self.settings.least_area_visible:
            return ZoneResult(UNSEEN, None, 0.0, {})
        shows = self.doubt.bare_zone(zone)
        if shows < self.settings.covered:
            return ZoneResult(UNSEEN, None, 0.0, {}, covered=True)
        chances: dict[str | None, float] = {None: 1.0}
        clear = shows > self.settings.half_covered and self.doubt.rest_of_zone(zone) < self.settings.unexplained_zone
        for spot in spots:
            if over_zone(self.board, spot.x, spot.y) != zone:
                continue
            clear = clear and spot.strange < self.settings.strange
            own = {sort: chance for sort, chance in spot.sorts if sort in VEHICLES}
            if sum(own.values()) > 1 - chances[None]:
                chances = {None: 1 - sum(own.values())}
                chances |= {vehicle: own.get(vehicle, 0.0) for vehicle in VEHICLES}
        aim = None if self.expected is None else self.expected.zones.get(zone)
        if self.expected is not None:
            trust = self.settings.trust
            weighed = {v: c * (trust if v == aim else 1 - trust) for v, c in chances.items()}
            chances = {v: c / max(sum(weighed.values()), 1e-9) for v, c in weighed.items()}
        best = likeliest = max(chances, key=lambda vehicle: chances[vehicle])
        if self.expected is not None:
            best = settled(chances, likeliest, aim, self.settings)
            clear = clear and best == likeliest
        if best is None:
            seen = [spot for spot in spots if spot.chance >= self.settings.strange]
            clear = clear and not any(self._may_fly(spot, zone, readings) for spot in seen)
        elif self.expected is None or best != aim:
            clear = clear and self.trust.flyers
        band = ACCEPTED if clear and chances[best] >= self.settings.accept_zone else LOOK
        return ZoneResult(band, best, chances[best], chances)

    def _may_fly(self, spot: Spot, zone: str, readings: Mapping[str, AreaReading]) -> bool:
        """Whether what looks like something stands in the circle of a zone, where the app expects no such legion."""
        x, y, radius = self.board.zones[zone]
        if (spot.x - x) ** 2 + (spot.y - y) ** 2 > radius**2:
            return False
        under = self.board.number_at(spot.x, spot.y)
        if self.expected is None or under == NO_AREA:
            return True
        read, awaited = readings[AREA_IDS[under]].content, self.expected.area(AREA_IDS[under])
        return read == EMPTY or read != awaited


def within_supply(areas: dict[str, AreaResult]) -> dict[str, AreaResult]:
    """Returns the areas; where they hold more of a sort than a box has, all that hold it must be looked at."""
    totals = {sort: sum(getattr(result.content, sort) for result in areas.values()) for sort in SUPPLY}
    over = [sort for sort, total in totals.items() if total > SUPPLY[sort]]
    return {
        area: replace(result, band=LOOK, accepted_from=math.inf)
        if result.band != UNSEEN and any(getattr(result.content, sort) for sort in over)
        else result
        for area, result in areas.items()
    }
