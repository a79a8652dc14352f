"""Rendered photos of our board drawing for tests and the evaluation: every figure measured on them is synthetic.

Use::

    table = world(7)  # a copy of the game: print, plastics, sculpts, table
    rng = np.random.default_rng(1)
    shot = photo(table, random_position(rng), good_view(rng), rng)  # 4032 x 3024
    small = photo(table, None, good_view(rng), rng, size=(1344, 1008))  # quick, for tests; None: empty board
    dice = dice_photo(table, roll("action", 8, rng), dice_view(rng), rng)  # 2016 x 1512; dice.dice has the truth
    shot.image, shot.truth, shot.pieces, shot.to_pixels(points_mm)

Whoever tunes a recognition looks only at ``TUNING_WORLDS`` and ``WIDE_TUNING_WORLDS``; what is reported comes from the
others.
"""

from functools import lru_cache

from tests.workshop.camera.rendering.dice import DicePhoto, DieSeen, dice_photo, dice_view, roll
from tests.workshop.camera.rendering.placing import Piece
from tests.workshop.camera.rendering.positions import random_position, start_position
from tests.workshop.camera.rendering.scene import FULL, Photo, Seen, photo
from tests.workshop.camera.rendering.variety import WIDE
from tests.workshop.camera.rendering.views import Light, View, good_view, hard_view
from tests.workshop.camera.rendering.worlds import World

__all__ = [
    "FULL",
    "REPORT_WORLDS",
    "TUNING_WORLDS",
    "WIDE_REPORT_WORLDS",
    "WIDE_TUNING_WORLDS",
    "DicePhoto",
    "DieSeen",
    "Light",
    "Photo",
    "Piece",
    "Seen",
    "View",
    "World",
    "dice_photo",
    "dice_view",
    "good_view",
    "hard_view",
    "photo",
    "random_position",
    "roll",
    "start_position",
    "world",
]

TUNING_WORLDS = range(1000)
REPORT_WORLDS = range(1000, 2000)
WIDE_TUNING_WORLDS = range(WIDE.start, 3000)
WIDE_REPORT_WORLDS = range(3000, WIDE.stop)
"""Worlds in which sizes, shapes, colours and paint vary as far as real boxes might, and not only as we imagine them."""


@lru_cache(maxsize=8)
def world(seed: int) -> World:
    """Returns the world of a seed; the same seed is always the same world."""
    return World(seed)
