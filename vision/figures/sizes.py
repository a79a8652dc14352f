"""How large the pieces of this box are: measured on photos of known positions, and taken out before the network looks.

The network knows figures of one size. A board with figures ``base`` times as wide and ``tall`` times as high looks like
a board 1 / ``base`` as large with usual ones, seen by a camera nearer by the same factors: that board is what it is
shown (:func:`of_usual_size`), and everything that is measured in bases keeps its numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.camera import Camera
from vision.board.geometry import MARGIN, Board
from vision.board.light import Lit
from vision.board.nodes import smaller
from vision.board.observe import Shot, View
from vision.contents import FACTIONS, Content
from vision.figures import pieces as figures
from vision.figures.colours import Colours
from vision.figures.network import Network
from vision.figures.reading import at_one_place

FIGURES = tuple(sort for faction in FACTIONS for sort in (faction, f"{faction}_leader"))

LEAST, MOST = 0.62, 1.6
"""No box is believed to be farther from the usual one."""

SAME = 0.06
"""Sizes nearer than this share to the usual ones are taken as those: nothing is resampled for less."""

STEPS = (0.65, 0.7, 0.77, 0.84, 0.92, 1.0, 1.09, 1.19, 1.3, 1.42, 1.54)
TALL_STEPS = (0.8, 1.0, 1.25, 1.55)
LIKED = (1.08, 0.9)
"""Width and height under which figures look most like what the network was taught, over those that it was taught: it
likes them a little smaller, which hides less. Measured on boxes of tuning worlds that it was not taught with."""

PATIENCE = 9.0
"""Seconds after which nothing finer is tried: a photo is waited for."""

ASKED = 8
AROUND = 12
"""Cells around an area that the network looks at with it."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Factors of the figures of a box over the usual ones: width of their bases, and their height."""

    base: float = 1.0
    tall: float = 1.0

    @property
    def usual(self) -> bool:
        """Whether they are near enough to the usual ones."""
        return abs(self.base - 1) < SAME and abs(self.tall - 1) < 2 * SAME


USUAL = Sizes()


@dataclass(frozen=True, slots=True)
class Measured:
    """What one photo says of the sizes, and how many areas it says that by."""

    sizes: Sizes
    weight: float


def together(measured: Iterable[Measured]) -> Sizes:
    """Returns what several photos say together (the usual sizes for none)."""
    rows = [(math.log(one.sizes.base), math.log(one.sizes.tall), one.weight) for one in measured if one.weight > 0]
    if not rows:
        return USUAL
    total = sum(weight for *_, weight in rows)
    base, tall = (math.exp(sum(row[n] * row[2] for row in rows) / total) for n in (0, 1))
    return Sizes(min(max(base, LEAST), MOST), min(max(tall, LEAST), MOST))


def of_usual_size(seen: View, sizes: Sizes) -> View:
    """Returns a photo as one of a smaller or larger board on which the pieces have the usual sizes.

    The raster, the camera and the lengths on the board change with it; areas and zones keep their ids.
    """
    if sizes.usual:
        return seen
    on = smaller(seen.board, sizes.base)
    lit = Lit(*(_resampled(layer, on, sizes.base) for layer in (seen.lit.picture, seen.lit.residual, seen.lit.field)),
              *(_resampled(layer, on, sizes.base, 1.0) for layer in (seen.lit.spread, seen.lit.strength)))  # fmt: skip
    inside = _resampled(seen.shot.visible.astype(np.float32), on, sizes.base) > 0.5
    lit.strength[~inside] = 0
    lit.residual[~inside] = 0
    shot = Shot(seen_from(seen.camera, sizes), inside, seen.shot.blur, seen.shot.miss)
    return replace(seen, board=on, shot=shot, lit=lit)


def find_sized(
    colours: Colours, seen: View, sizes: Sizes, by: Network | None = None
) -> tuple[list[figures.Piece], NDArray[np.float32]]:
    """Returns every piece that may be there and the foreground, in millimetres of the photo's own board.

    Figures are looked for at the sizes of this box; everything else has no size in common with them and is looked for
    as the photo is. ``by`` is the network that is asked, None: the one that the app ships.
    """
    pieces, foreground = figures.find(colours, seen, by)
    usual = of_usual_size(seen, sizes)
    if usual is seen:
        return pieces, foreground
    sized, _ = figures.find(colours, usual, by)
    return merged(pieces, sized, sizes), foreground


def merged(pieces: Iterable[figures.Piece], sized: Iterable[figures.Piece], sizes: Sizes) -> list[figures.Piece]:
    """Returns the figures among the pieces found on the board of usual sizes, and all else that was found on its own,
    in millimetres of the latter."""
    base, tall = sizes.base, sizes.tall
    found = [piece for piece in pieces if piece.sort not in FIGURES]
    return found + [replace(p, x=p.x * base, y=p.y * base, base=base, tall=tall) for p in sized if p.sort in FIGURES]


def seen_from(camera: Camera, sizes: Sizes) -> Camera:
    """Returns the camera of a photo as it stands to the board of usual sizes."""
    return replace(camera, x=camera.x / sizes.base, y=camera.y / sizes.base, height=camera.height / sizes.tall)


def _resampled(layer: NDArray[np.float32], on: Board, base: float, outside: float = 0.0) -> NDArray[np.float32]:
    """Returns a raster of the photo's board as one of the board ``on``, whose millimetres are ``base`` real ones."""
    start = MARGIN * (1 - base)
    back = np.array([[base, 0, start], [0, base, start]])
    rows, columns = on.shape
    soft = layer if base < 1.25 else cv2.GaussianBlur(layer, (0, 0), 0.35 * base)
    warped = cv2.warpAffine(
        np.ascontiguousarray(soft, np.float32),
        back,
        (columns, rows),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(outside,) * 4,
    )
    return np.asarray(warped, np.float32)


def measure(
    colours: Colours,
    seen: View,
    legions: Sequence[tuple[str, Content]],
    clock: Callable[[], float] = perf_counter,
) -> Measured:
    """Returns the sizes under which a photo looks most like what is known to stand there.

    ``legions`` are areas with several figures each, of which the fullest ``ASKED`` are looked at; a photo of nothing
    says nothing (weight 0). On a slow host the coarse answer has to do.
    """
    begin = clock()
    legions = sorted(legions, key=lambda one: -one[1].pieces)[:ASKED]
    if not legions:
        return Measured(USUAL, 0.0)
    tried: dict[Sizes, float] = {}

    def fit(base: float, tall: float) -> float:
        sizes = Sizes(base, tall)
        if sizes not in tried:
            tried[sizes] = likelihood(colours, seen, legions, sizes)
        return tried[sizes]

    def found(base: float, tall: float) -> Measured:
        return Measured(Sizes(base / LIKED[0], tall / LIKED[1]), float(len(legions)))

    best = max(STEPS[1::2], key=lambda step: fit(step, step**0.6))
    if clock() - begin > PATIENCE:
        return found(best, best**0.6)
    tall = max(TALL_STEPS, key=lambda step: fit(best, step))
    at = STEPS.index(best)
    best = max(STEPS[at - 1 : at + 2], key=lambda step: fit(step, tall))
    if clock() - begin > 2 * PATIENCE:
        return found(best, tall)
    return found(
        _between(STEPS, best, lambda step: fit(step, tall)), _between(TALL_STEPS, tall, lambda step: fit(best, step))
    )


def _between(steps: Sequence[float], best: float, fit: Callable[[float], float]) -> float:
    """Returns the top of the parabola through the best step and its neighbours, in logarithms."""
    at = steps.index(best)
    if not 0 < at < len(steps) - 1:
        return best
    low, middle, high = (fit(step) for step in steps[at - 1 : at + 2])
    curve = low - 2 * middle + high
    off = 0.0 if curve >= -1e-6 else min(max(0.5 * (low - high) / curve, -0.5), 0.5)
    other = steps[at + (1 if off > 0 else -1)]
    return best * math.pow(other / best, abs(off))


def likelihood(
    colours: Colours, seen: View, legions: Sequence[tuple[str, Content]], sizes: Sizes, floor: float = 1e-3
) -> float:
    """Returns how well areas look under sizes like the number of figures that stand there.

    That is a mean over the areas: the logarithms of the scores of so many of the highest peaks in it, one for each
    place, and of how little the next one scores. Whether areas are read right says less: they are over a wide range.
    """
    usual = of_usual_size(seen, sizes)
    shown = figures.evidence(colours, usual)
    return float(np.mean([_looks_like(_scores(shown, usual, area), content, floor) for area, content in legions]))


def _looks_like(scores: Sequence[float], real: Content, floor: float) -> float:
    count = sum(sum(real.side(faction)) for faction in FACTIONS)
    scores = [max(score, floor) for score in scores] + [floor] * (count + 1)
    return math.fsum(math.log(score) for score in scores[:count]) + math.log(1 - min(scores[count], 1 - floor))


def _scores(shown: figures.Evidence, usual: View, area: str) -> list[float]:
    """Returns the scores of the figures that an area may hold, highest first: of each place the likeliest."""
    found = figures.pieces_near(shown, usual.camera, usual.board.polygons[area], AROUND)
    return [group[0].score for group in at_one_place([piece for piece in found if piece.sort in FIGURES])]
