"""Worlds: each seed is another copy of the game on another table, with its own print, plastics and sculpts."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from tests.workshop.camera.rendering.board_print import Ink, choose_ink, print_board
from tests.workshop.camera.rendering.fields import Floats, Image, bgr, generator, varied
from tests.workshop.camera.rendering.table import print_table
from tests.workshop.camera.rendering.variety import WIDE, Shapes, choose_plastics, choose_shapes
from vision.board.geometry import DEFAULT_WIDTH, Board, board

PRINT_SCALE = 4.0
LEVELS = 3

PLASTICS: dict[str, tuple[Floats, ...]] = {
    "harkonnen": (bgr(150, 38, 34), bgr(118, 30, 40), bgr(168, 70, 34)),
    "atreides": (bgr(38, 82, 150), bgr(34, 112, 128), bgr(46, 104, 76)),
}


@dataclass(frozen=True, eq=False)
class World:
    """One copy of the game; everything in it follows from ``seed``.

    ``plastic`` is the colour (BGR) of the units of each faction, ``leader`` the lighter one of its leaders, ``grey``
    that of vehicles, ``worm`` that of worms, ``cardboard`` the two colours (front, edge) of each kind of token,
    ``special`` the colour of each faction's special units. Worlds of ``WIDE`` vary in ``shapes`` and colours far more.
    """

    seed: int
    width: float = DEFAULT_WIDTH
    plastic: dict[str, Floats] = field(init=False)
    leader: dict[str, Floats] = field(init=False)
    grey: Floats = field(init=False)
    worm: Floats = field(init=False)
    cardboard: dict[str, Floats] = field(init=False)
    ink: Ink = field(init=False)
    special: dict[str, Floats] = field(init=False)
    shapes: Shapes = field(init=False)

    def __post_init__(self) -> None:
        """Chooses the colours."""
        rng = generator("plastic", self.seed)
        plastic, leader = {}, {}
        for faction, choices in PLASTICS.items():
            base = varied(choices[int(rng.integers(len(choices)))], rng, 8, 0.15, 0.15)
            plastic[faction] = base
            leader[faction] = base + (255 - base) * rng.uniform(0.22, 0.36)
        tokens = {
            "sietch": bgr(52, 96, 112),
            "settlement": bgr(128, 54, 44),
            "station": bgr(88, 104, 76),
            "harkonnen": bgr(112, 34, 32),
            "atreides": bgr(44, 70, 128),
            "wormsign": bgr(196, 148, 76),
            "atomics": bgr(232, 190, 40),
        }
        values: dict[str, Any] = {
            "plastic": plastic,
            "leader": leader,
            "grey": varied(bgr(112, 112, 116), rng, 0, 0.4, 0.18),
            "worm": varied(bgr(150, 116, 82), rng, 8, 0.3, 0.18),
            "cardboard": {key: varied(colour, rng) for key, colour in tokens.items()},
            "ink": choose_ink(self.seed),
            "special": plastic,
            "shapes": choose_shapes(self.seed),
        }
        if self.wide:
            others = choose_plastics(self.seed, plastic, values["cardboard"])
            values |= {name: getattr(others, name) for name in ("leader", "special", "grey", "worm", "cardboard")}
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def wide(self) -> bool:
        """Whether everything varies in this world, not only what always did."""
        return self.seed in WIDE

    @property
    def board(self) -> Board:
        """Returns the board of this world in mm."""
        return board(self.width)

    def made_of(self, kind: str, faction: str | None) -> Floats:
        """Returns the colour (BGR) of the plastic of a figure, vehicle or worm."""
        if faction is None:
            return self.worm if kind in ("sandworm", "wild_maker") else self.grey
        if kind in ("generic", "named"):
            return self.leader[faction]
        return (self.special if kind == "special" else self.plastic)[faction]

    def printed(self, pixels_per_mm: float) -> tuple[Image, float]:
        """Returns the print that suits a photo of so many pixels a mm, and its own pixels a mm."""
        level = 0
        while level < LEVELS - 1 and PRINT_SCALE / 2 ** (level + 1) >= pixels_per_mm * 1.15:
            level += 1
        return _print(self.seed, self.width, level), PRINT_SCALE / 2**level

    def table_top(self) -> Image:
        """Returns the table top as :func:`tests.workshop.camera.rendering.table.print_table`."""
        return _top(self.seed, self.width)


@lru_cache(maxsize=6)
def _print(seed: int, width: float, level: int) -> Image:
    if level == 0:
        return print_board(board(width), choose_ink(seed), PRINT_SCALE)
    return np.asarray(cv2.resize(_print(seed, width, level - 1), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


@lru_cache(maxsize=3)
def _top(seed: int, width: float) -> Image:
    return print_table(board(width), seed)
