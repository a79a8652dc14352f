"""From pieces that may be there to what each area holds: one joint reading with its probability.

Peaks at one spot exclude each other (a figure is of one faction); spots are independent; a base near a border may
belong to either area. What an area may hold, how many pieces a box has and what the app expects weigh in at the end.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import TypeVar

import numpy as np

from companion.board import AREA_IDS, AREAS, Terrain
from vision.board.geometry import NO_AREA, Board
from vision.contents import EMPTY, FACTIONS, KINDS, PIECES, VEHICLES, Content
from vision.figures.pieces import HOME, Piece
from vision.settings import DEFAULT, Settings

Answer = TypeVar("Answer")
WEIGHTS = Path(__file__).parent / "data" / "confidence.json"
THINGS = ("harvester", "sandworm", "wormsign")
MOST_UNITS = 6
MOST_TOGETHER = 7
CLEAR = 2.0
"""Logarithm of the odds over which the colour of tokens says whose they are."""

Leaning = tuple[float, float]
"""How far a box leans towards its leaders, of Harkonnen and Atreides: what is added to the logarithm of the odds that
one of two sorts which a figure looks like is the leader (:mod:`vision.practice.leaders`)."""

NO_LEANING: Leaning = (0.0, 0.0)

_AROUND = tuple(
    (float(x), float(y)) for y in (-1, -0.5, 0, 0.5, 1) for x in (-1, -0.5, 0, 0.5, 1) if x * x + y * y <= 1
)


@dataclass(frozen=True, slots=True)
class Spot:
    """One place where at most one piece stands: the probability of each sort (the rest: none), and its kinds.

    ``atreides`` is how likely it is theirs if it is a token. ``strange`` is how likely something is there that cannot
    be: of a sort that does not stand in such a place, so that what it is remains unknown. ``base`` and ``tall`` are
    those of the piece.
    """

    x: float
    y: float
    sorts: tuple[tuple[str, float], ...]
    kinds: tuple[float, float, float]
    atreides: float = 0.5
    strange: float = 0.0
    base: float = 1.0
    tall: float = 1.0

    @property
    def chance(self) -> float:
        """How likely a piece that can stand there does."""
        return sum(chance for _, chance in self.sorts)


@dataclass(frozen=True, slots=True)
class AreaReading:
    """What an area most likely holds, the probability of that, and of everything else that is worth a thought.

    ``strange`` is how likely something is in it that cannot be there; the rest of ``probability`` is that.
    ``contested``: something else is likelier than what the app expects, but not by so much that it is a difference.
    """

    content: Content
    probability: float
    states: Mapping[Content, float]
    spots: tuple[Spot, ...]
    strange: float = 0.0
    contested: bool = False


def at_one_place(pieces: Sequence[Piece], settings: Settings = DEFAULT) -> list[list[Piece]]:
    """Returns pieces gathered to groups of which one at most can be there, the likeliest first in all of them."""
    rest = sorted(pieces, key=lambda piece: -piece.score)
    groups = []
    while rest:
        first = rest[0]
        near: list[Piece] = []
        beside: list[Piece] = []
        for piece in rest:
            apart = (piece.x - first.x) ** 2 + (piece.y - first.y) ** 2
            reach = settings.one_spot * (first.base if piece.base == first.base else 1.0)
            (near if apart <= reach**2 else beside).append(piece)
        groups.append(near)
        rest = beside
    return groups


def spots_of(pieces: Sequence[Piece], settings: Settings = DEFAULT, leaning: Leaning = NO_LEANING) -> list[Spot]:
    """Returns pieces gathered to spots: what is nearer than two bases can be excludes each other."""
    spots = []
    for near in at_one_place([piece for piece in pieces if piece.sort != HOME], settings):
        first = near[0]
        odds: dict[str, float] = {}
        for piece in near:
            certainty = sharpened(piece.score, piece.sort)
            odds[piece.sort] = max(odds.get(piece.sort, 0.0), certainty / (1 - certainty))
        _lean(odds, leaning)
        total = 1 + sum(odds.values())
        side = next((piece.atreides for piece in near if piece.sort == "token"), 0.5)
        sorts = tuple((sort, odd / total) for sort, odd in sorted(odds.items()))
        spots.append(Spot(first.x, first.y, sorts, first.kinds, side, base=first.base, tall=first.tall))
    return spots


def _lean(odds: dict[str, float], leaning: Leaning) -> None:
    """Shifts the odds of leaders and units of each faction; that it is one of both stays as likely."""
    for faction, more in zip(FACTIONS, leaning, strict=True):
        unit, leader = odds.get(faction, 0.0), odds.get(f"{faction}_leader", 0.0)
        if more and unit and leader:
            share = leader / (leader + unit * math.exp(-more))
            odds[f"{faction}_leader"], odds[faction] = (unit + leader) * share, (unit + leader) * (1 - share)


def possible(on: Board, spots: Sequence[Spot], homes: Sequence[Piece] = ()) -> list[Spot]:
    """Returns the spots with what cannot be there told apart (``Spot.strange``).

    Nothing flies but over an air zone, and what lies in one and looks like a harvester may be what flies there.
    ``homes`` are pieces of cardboard where none belongs.
    """
    found = []
    for spot in spots:
        flying = over_zone(on, spot.x, spot.y)
        kept = tuple((sort, chance) for sort, chance in spot.sorts if sort in PIECES or flying)
        strange = sum(chance for sort, chance in spot.sorts if (sort == "harvester" if flying else sort in VEHICLES))
        found.append(replace(spot, sorts=kept, strange=strange))
    for home in homes:
        found.append(Spot(home.x, home.y, (), home.kinds, strange=sharpened(home.score, HOME)))
    return found


def over_zone(on: Board, x: float, y: float) -> str | None:
    """Returns the air zone that a base at x, y belongs to if it is a vehicle's; None: no vehicle stands there."""
    near = {z: ((x - cx) ** 2 + (y - cy) ** 2) / (1.5 * radius) ** 2 for z, (cx, cy, radius) in on.zones.items()}
    nearest = min(near, key=lambda zone: near[zone])
    return nearest if near[nearest] <= 1 else None


def sharpened(score: float, sort: str) -> float:
    """Returns how often a peak of this height is a piece of its sort (the network's own figures are too timid)."""
    slope, middle = fitted_scores()[sort]
    logit = slope * (height(score) - middle)
    return float(1 / (1 + np.exp(-np.clip(logit, -9, 9))))


def height(score: float) -> float:
    """Returns the height of a peak as the logarithm of its odds: what its curve is fitted on."""
    score = min(max(score, 1e-4), 1 - 1e-4)
    return float(np.log(score / (1 - score)))


@cache
def fitted_scores(path: Path = WEIGHTS) -> dict[str, tuple[float, float]]:
    """Returns slope and middle of the curve of each sort, in logarithms of odds."""
    scores = json.loads(path.read_text(encoding="utf-8"))["scores"]
    return {sort: (float(slope), float(middle)) for sort, (slope, middle) in scores.items()}


def shares(on: Board, x: float, y: float, wide: float) -> dict[int, float]:
    """Returns the areas (numbers) that a base at x, y may belong to, with their shares; ``wide`` is its error in mm."""
    found: dict[int, float] = {}
    for dx, dy in _AROUND:
        number = on.number_at(x + dx * wide, y + dy * wide)
        found[number] = found.get(number, 0.0) + 1 / len(_AROUND)
    beside = found.pop(NO_AREA, 0.0)
    if beside and found:
        # Nothing stands beside the board.
        total = 1 - beside
        found = {number: share / total for number, share in found.items()}
    return found


def with_company(
    spots: Sequence[Spot], places: Sequence[dict[int, float]], settings: Settings = DEFAULT
) -> list[dict[int, float]]:
    """Returns the shares of the areas of every spot (as :func:`shares` gives them) after a look at who stands around.

    A base on a border belongs more likely to a legion of its faction on one side than to a legion of its own alone on
    the other: pieces of one legion stand together. Several of them on one border are weighed together.
    """
    found, sides = list(places), [_sides(spot) for spot in spots]
    for faction in FACTIONS:
        mine = [n for n, side in enumerate(sides) if side[faction] > 0.5]
        inside = {area for n in mine if len(places[n]) == 1 for area in places[n]}
        border = [n for n in mine if len(places[n]) > 1]
        for group in _linked(border, places):
            for number, place in _together(group, places, inside, settings.lone).items():
                found[number] = place
    return found


def _linked(numbers: Sequence[int], places: Sequence[Mapping[int, float]]) -> list[list[int]]:
    """Returns spots gathered to groups that share areas, each of at most ``MOST_TOGETHER``."""
    groups: list[tuple[set[int], list[int]]] = []
    for number in numbers:
        areas, members = set(places[number]), [number]
        apart = []
        for group in groups:
            if group[0] & areas and len(group[1]) + len(members) <= MOST_TOGETHER:
                areas |= group[0]
                members += group[1]
            else:
                apart.append(group)
        groups = [*apart, (areas, members)]
    return [members for _, members in groups]


def _together(
    group: Sequence[int], places: Sequence[Mapping[int, float]], inside: set[int], lone: float
) -> dict[int, dict[int, float]]:
    """Returns the shares of each spot of a group over all ways to belong; each legion with nobody inside its area
    makes a way ``lone`` times as likely."""
    found = {number: dict.fromkeys(places[number], 0.0) for number in group}
    for way in product(*(places[number] for number in group)):
        weight = lone ** len(set(way) - inside)
        for number, area in zip(group, way, strict=True):
            weight *= places[number][area]
        for number, area in zip(group, way, strict=True):
            found[number][area] += weight
    return {n: {area: share / sum(own.values()) for area, share in own.items()} for n, own in found.items()}


def _sides(spot: Spot) -> dict[str, float]:
    """Returns how likely a piece of each faction stands at a spot: figure, leader or token."""
    found = {f: sum(chance for sort, chance in spot.sorts if sort.startswith(f)) for f in FACTIONS}
    token = dict(spot.sorts).get("token", 0.0)
    found["atreides"] += token * spot.atreides
    found["harkonnen"] += token * (1 - spot.atreides)
    return found


def read_areas(
    on: Board,
    spots: Sequence[Spot],
    expected: Mapping[str, Content] | None = None,
    settings: Settings = DEFAULT,
) -> dict[str, AreaReading]:
    """Returns the reading of every area; ``expected`` is what the app thinks stands there (areas left out: empty)."""
    by_area: dict[int, list[tuple[Spot, float]]] = {}
    places = [shares(on, spot.x, spot.y, settings.base_error) for spot in spots]
    for spot, own_shares in zip(spots, with_company(spots, places, settings), strict=True):
        for number, share in own_shares.items():
            by_area.setdefault(number, []).append((spot, share))
    readings = {}
    for number, area in enumerate(AREA_IDS):
        own = by_area.get(number, [])
        awaited = None if expected is None else expected.get(area, EMPTY)
        states = _weigh(number, _states(own), awaited, settings)
        likeliest = max(states, key=lambda state: (states[state], state))
        best = likeliest if awaited is None else settled(states, likeliest, awaited, settings)
        inside = [spot for spot, share in own if share > 0.5]
        nothing_strange = float(np.prod([1 - spot.strange * share for spot, share in own]))
        content = replace(
            best,
            **{thing: min(getattr(best, thing), 1) for thing in THINGS},
            kinds=_kinds(inside, best),
            token_side=_token_side(inside, best),
        )
        readings[area] = AreaReading(
            content,
            states[best] * nothing_strange,
            states,
            tuple(spot for spot, _ in own),
            1 - nothing_strange,
            best != likeliest,
        )
    return readings


def _states(own: Sequence[tuple[Spot, float]]) -> dict[Content, float]:
    states = {EMPTY: 1.0}
    for spot, share in own:
        choices = [(sort, chance * share) for sort, chance in spot.sorts if sort in PIECES]
        none = 1 - sum(chance for _, chance in choices)
        following: dict[Content, float] = {}
        for state, chance in states.items():
            following[state] = following.get(state, 0.0) + chance * none
            for sort, more in choices:
                if chance * more > 1e-7:
                    after = state.plus(sort)
                    following[after] = following.get(after, 0.0) + chance * more
        states = following
    return states


def _weigh(
    number: int, states: dict[Content, float], expected: Content | None, settings: Settings
) -> dict[Content, float]:
    """Returns probabilities after what is usual on a board and what the app expects."""
    weighed = {state: chance * usual(number, state, settings) for state, chance in states.items()}
    if expected is not None:
        for state in weighed:
            weighed[state] *= _before(state, expected, settings)
    total = sum(weighed.values())
    if total <= 0:
        return states
    return {state: chance / total for state, chance in weighed.items()}


def _before(state: Content, expected: Content, settings: Settings) -> float:
    """Returns how likely a content is before the photo is looked at, by what the app expects.

    Photos take units for leaders and leaders for units; who moves, loses or mistypes a legion does not.
    """
    if state == expected:
        return settings.trust
    traded = any(_traded(state.side(faction), expected.side(faction)) for faction in FACTIONS)
    return (1 - settings.trust) * (settings.traded if traded else 1.0)


def _traded(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Returns whether one of two sides has more units and fewer leaders than the other."""
    return (one[0] - other[0]) * (one[1] - other[1]) < 0


def settled(chances: Mapping[Answer, float], likeliest: Answer, awaited: Answer, settings: Settings) -> Answer:
    """Returns what is read where the app expects something: that, unless the likeliest is so much likelier that it is a
    difference."""
    return awaited if chances.get(awaited, 0.0) * settings.likelier > chances[likeliest] else likeliest


def usual(number: int, content: Content, settings: Settings = DEFAULT) -> float:
    """Returns how usual a content is in an area: 1, less for what no position should show.

    Facts of pieces and areas only: both factions together, more than a legion may hold, leaders alone, a worm or
    wormsign off the desert.
    """
    sides = [content.side(faction) for faction in FACTIONS]
    things = (content.harvester, content.sandworm, content.wormsign)
    weight = 1.0
    if any(sides[0]) and any(sides[1]):
        weight *= settings.odd
    if content.harkonnen + content.atreides + content.token > MOST_UNITS or max(things) > 1:
        weight *= settings.odd
    if not content.token and any(leaders and not figures for figures, leaders in sides):
        weight *= settings.odd**0.5
    if any(things) and AREAS[number].terrain not in (Terrain.DESERT, Terrain.DEEP_DESERT):
        weight *= settings.odd
    if content.sandworm and (content.token or any(map(any, sides))):
        weight *= settings.odd
    return weight


def differs(seen: Content, expected: Content) -> bool:
    """Returns whether a reading is not what is expected; whose tokens are alone there counts where that is known."""
    sides = (seen.token_side, expected.token_side)
    return seen != expected or (None not in sides and sides[0] != sides[1])


def _kinds(spots: Sequence[Spot], content: Content) -> dict[str, int] | None:
    """Returns the kinds of the units that a content counts: of the likeliest spots, the likeliest kind each."""
    faction = "harkonnen" if content.harkonnen else "atreides"
    count = content.harkonnen or content.atreides
    if not count:
        return None
    ranked = sorted(spots, key=lambda spot: -dict(spot.sorts).get(faction, 0.0))[:count]
    found = dict.fromkeys(KINDS, 0)
    for spot in ranked:
        found[KINDS[int(np.argmax(spot.kinds))]] += 1
    return found


def _token_side(spots: Sequence[Spot], content: Content) -> str | None:
    """Returns whose the tokens of a content are: of the faction that stands with them, else by colour; None if unclear.

    Tokens of an area are all of one faction (AREA-1).
    """
    if not content.token:
        return None
    there = [faction for faction in FACTIONS if any(content.side(faction))]
    if len(there) == 1:
        return there[0]
    ranked = sorted(spots, key=lambda spot: -dict(spot.sorts).get("token", 0.0))[: content.token]
    logit = sum(float(np.log(spot.atreides / (1 - spot.atreides))) for spot in ranked)
    if abs(logit) < CLEAR:
        return None
    return "atreides" if logit > 0 else "harkonnen"
