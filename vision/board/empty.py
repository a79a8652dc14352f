"""What is known of an empty board on its table: its picture from above, its light, and what registration goes by."""

from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.geometry import DEFAULT_WIDTH, Board
from vision.board.light import Picture, spread_of, to_light
from vision.board.nodes import moved_board
from vision.board.registration import FEATURE_SCALE, Reference, features_of

FINE = 2.0
"""Pixels a mm of the picture of an empty board."""

Image = NDArray[np.uint8]


@dataclass(eq=False)
class EmptyBoard:
    """A board of ``width`` mm with nothing on it.

    ``picture`` is its raster with ``FINE`` pixels a mm, None before the first photo; ``others`` are further empty
    photos under its light (1 pixel a mm). ``markers`` are the corners in mm of the cards as they lie, ``focals`` the
    focal lengths that photos showed; ``moved`` says how many mm nodes of its borders are off the usual outlines.
    """

    width: float = DEFAULT_WIDTH
    picture: Image | None = None
    others: list[NDArray[np.float16]] = field(default_factory=list)
    markers: dict[int, NDArray[np.float64]] = field(default_factory=dict)
    focals: list[float] = field(default_factory=list)
    moved: dict[str, tuple[float, float]] = field(default_factory=dict)
    features: tuple[NDArray[np.float32], NDArray[np.uint8]] | None = None

    @property
    def board(self) -> Board:
        """The board in millimetres, its outlines where the owner has put them."""
        return moved_board(self.width, self.moved)

    @property
    def focal(self) -> float | None:
        """The focal length of the phone in units of the longer side of a photo, None while unknown."""
        return float(np.median(self.focals)) if self.focals else None

    def needed(self) -> Image:
        """Returns the raster of the empty board; raises ValueError before there is one."""
        if self.picture is None:
            raise ValueError("table.json: a photo of the empty board is needed first")
        return self.picture

    @cached_property
    def light(self) -> Picture:
        """The empty board in logarithms of light, 1 pixel a mm."""
        rows, columns = self.board.shape
        small = cv2.resize(self.needed(), (columns, rows), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(to_light(np.asarray(small, np.uint8)), (0, 0), 0.6), np.float32)

    @cached_property
    def spread(self) -> NDArray[np.float32]:
        """How much each pixel of the empty board varies."""
        return spread_of(self.light, [other.astype(np.float32) for other in self.others])

    @cached_property
    def reference(self) -> Reference:
        """The empty board as registration needs it."""
        on, picture = self.board, cv2.cvtColor(self.needed(), cv2.COLOR_BGR2GRAY)
        rows, columns = on.shape
        small = np.asarray(cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
        if self.features is None:
            size = (round(columns * FEATURE_SCALE), round(rows * FEATURE_SCALE))
            middle = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
            self.features = features_of(on, middle)
        return Reference(on, small, *self.features, self.markers)

    def forget(self) -> None:
        """Drops what follows from the picture of the empty board and the further empty photos, after they changed."""
        for name in ("light", "spread"):
            self.__dict__.pop(name, None)

    def forget_outlines(self) -> None:
        """Drops what follows from the outlines, after nodes were moved."""
        self.__dict__.pop("reference", None)

    def forget_picture(self) -> None:
        """Drops everything that follows from the picture of the empty board, after that changed."""
        self.forget()
        self.__dict__.pop("reference", None)
        self.features = None
