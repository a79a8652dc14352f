"""Where the camera stood: its foot on the board, its height and focal length, from how the board lies in the photo.

That is all that is needed to know how anything that stands on the board leans in the rectified picture: a point
``z`` mm above ``p`` appears at ``foot + (p - foot) * height / (height - z)``.
"""

from dataclasses import dataclass
from math import atan2, degrees, exp, hypot, log

import numpy as np
from numpy.typing import NDArray

from vision.board.geometry import Board
from vision.board.registration import BoardMap, fit_homography
from vision.settings import DEFAULT, Settings

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """Foot (x, y) and height in mm; ``focal`` in units of the photo's longer side, ``elevation`` in degrees seen from
    the middle of the board (90: from straight above), ``scale`` in pixels a mm there."""

    x: float
    y: float
    height: float
    focal: float
    elevation: float
    scale: float

    def shift(self, z: float) -> float:
        """Returns the factor about the foot by which a point ``z`` mm up is farther off than its base."""
        return self.height / (self.height - z)


def camera_of(
    on: Board, board_map: BoardMap, size: tuple[int, int], focal: float | None = None, settings: Settings = DEFAULT
) -> Camera:
    """Returns the camera of a photo of ``size`` (rows, columns); ``focal`` is what calibration knows of the phone."""
    xs, ys = np.meshgrid(np.linspace(10, on.width - 10, 12), np.linspace(10, on.height - 10, 9))
    places = np.stack([xs.ravel(), ys.ravel()], axis=1)
    halves = board_map.halves()
    right = places[:, 0] >= on.seam
    pixels = np.where(right[:, None], halves[1](places), halves[0](places))
    longer = max(size)
    normal = (pixels - np.array([size[1] - 1, size[0] - 1]) / 2) / longer
    matrix = fit_homography(places, normal)
    prior, width = (settings.usual_focal, 0.12) if focal is None else (focal, 0.04)
    focal = _focal(matrix, prior, width)
    x, y, height = centre_of(np.diag([1 / focal, 1 / focal, 1.0]) @ matrix)
    middle = (on.width / 2, on.height / 2)
    elevation = degrees(atan2(height, hypot(x - middle[0], y - middle[1])))
    distance = hypot(height, x - middle[0], y - middle[1])
    return Camera(x, y, height, focal, elevation, focal * longer / distance)


def _focal(matrix: Floats, prior: float, width: float) -> float:
    """Returns the focal length under which the axes of the board are square and of one length, near the usual one."""
    a, b = matrix[:, 0], matrix[:, 1]
    best, least = prior, float("inf")
    for step in np.linspace(-3.5, 3.5, 71):
        focal = exp(log(prior) + step * width)
        u = np.array([a[0] / focal, a[1] / focal, a[2]])
        v = np.array([b[0] / focal, b[1] / focal, b[2]])
        lu, lv = float(np.linalg.norm(u)), float(np.linalg.norm(v))
        # A pixel or so of error in 3000 over the board: about a thousandth in these ratios.
        cost = (float(u @ v) / (lu * lv) / 0.002) ** 2 + (log(lu / lv) / 0.002) ** 2 + step**2
        if cost < least:
            best, least = focal, cost
    return best


def centre_of(pose: Floats) -> tuple[float, float, float]:
    """Returns where a camera stands (foot x, foot y, height in mm) that sees a plane by a homography ``pose``, pixels
    being in units of the focal length from the middle of the photo."""
    first, second = pose[:, 0], pose[:, 1]
    scale = (np.linalg.norm(first) * np.linalg.norm(second)) ** 0.5
    pose = pose / scale * (1 if pose[2, 2] > 0 else -1)
    frame = np.stack([pose[:, 0], pose[:, 1], np.cross(pose[:, 0], pose[:, 1])], axis=1)
    u, _, vt = np.linalg.svd(frame)
    centre = -(u @ vt).T @ pose[:, 2]
    return float(centre[0]), float(centre[1]), abs(float(centre[2]))
