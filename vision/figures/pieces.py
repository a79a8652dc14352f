"""Finds pieces on the board: where each stands, what it is, and how sure that is.

The evidence of a photo is looked at on several heights at once: what leans away from the camera's foot then stands
upright above its base, whatever the view. A network (``data/figures.npz``, taught by the workshop,
``tests/workshop/camera/training.py``) says for every place how likely a piece of each sort has its base there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import AREAS
from vision.board.camera import Camera
from vision.board.geometry import MARGIN, Board
from vision.board.observe import View, lifted
from vision.contents import FACTIONS, PIECES, VEHICLES
from vision.figures.colours import BACKGROUND, CLASSES, FIXED, SHADOW, Colours
from vision.figures.network import Network

HOME = "home"
SORTS = (*PIECES, *VEHICLES, HOME)
"""What the network finds; ``HOME`` is the cardboard of a sietch, settlement, station or the atomics: figures may stand
on it, so that it says nothing about them, but having to tell it teaches the network what is none."""

HEIGHTS = (0.0, 9.0, 18.0, 28.0)
CELL = 2
"""Millimetres a cell of the network's raster."""

UNKNOWN, FIRST_CLASS = 1, FIXED - 1
"""Layers of what is no background and of no class, and of the first class."""

LAYERS = FIRST_CLASS + len(CLASSES)
TOKEN_LAYERS = {f: FIRST_CLASS + CLASSES.index(f"{f}_token") for f in FACTIONS}
FINE_LAYERS = 2
LEVEL = LAYERS + FINE_LAYERS * CELL**2
"""Inputs of the network on one height."""

INPUTS = LEVEL * len(HEIGHTS) + 3
HOME_AREAS = [n for n, area in enumerate(AREAS) if area.sietch or area.settlement is not None or area.station]
LEAST = 0.03
"""Peaks lower than this are not worth a thought."""

REACH = 4.0
"""Millimetres outside of a ring whose pieces are still asked for."""

BESIDE_RING = 15
"""Cells across the square about each cell of a ring that is asked for: within its ``REACH``, and what tells a peak."""

SHOWN, ACROSS = 0.05, 7
"""The network is asked where so much of the ground and of the height above it, on the mean of a square so many cells
across, is no plain background: a quarter of a photo in fair light, nearly all of one full of shadows. Of 48 500 peaks
over ``LEAST`` on 83 boards of worlds that this was not chosen by, 2 are lost, both cardboard below 0.08."""

WEIGHTS = Path(__file__).parent / "data" / "figures.npz"
Raster = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece seen: its sort, its base in mm, how likely it is there (0 to 1), and the shares of the kinds.

    ``atreides``, of a deployment token, is how likely it is theirs by its colour (0.5: nothing tells). ``base`` and
    ``tall`` are how much wider and taller than usual such pieces of this box are.
    """

    sort: str
    x: float
    y: float
    score: float
    kinds: tuple[float, float, float]
    atreides: float = 0.5
    base: float = 1.0
    tall: float = 1.0


@cache
def network(path: Path = WEIGHTS) -> Network:
    """Returns the taught network."""
    return Network.load(path)


@dataclass(frozen=True, eq=False)
class Evidence:
    """What a photo shows on the board itself.

    ``cells`` (H x W x ``LAYERS``, a cell is ``CELL`` mm): how sure each cell is no plain background, something unknown,
    or each class of pieces. ``fine`` (1 mm): brightness and its slope. ``foreground`` (1 mm): how sure each pixel is no
    background, lit or in the shade. ``homes`` (H x W): 1 in areas where cardboard may belong.
    """

    cells: Raster
    fine: Raster
    foreground: Raster
    homes: Raster


def evidence(colours: Colours, seen: View) -> Evidence:
    """Returns what a photo shows on the board."""
    shares = colours.layers(seen.lit)
    shares[:, ~seen.visible] = 0
    shares[BACKGROUND, ~seen.visible] = 1
    brightness = seen.lit.picture.mean(axis=2)
    across = cv2.Sobel(brightness, cv2.CV_32F, 1, 0, scale=0.25)
    down = cv2.Sobel(brightness, cv2.CV_32F, 0, 1, scale=0.25)
    piece = 1 - shares[BACKGROUND] - shares[SHADOW]
    rows, columns = (side // CELL for side in brightness.shape)
    layers = [1 - shares[BACKGROUND], *shares[SHADOW + 1 :]]
    cells = np.stack([cv2.resize(layer, (columns, rows), interpolation=cv2.INTER_AREA) for layer in layers], axis=2)
    fine = np.stack([(brightness + 1.5) * piece, np.hypot(across, down) * piece], axis=2)
    fine = fine[: rows * CELL, : columns * CELL]
    return Evidence(
        np.asarray(cells, np.float32),
        np.asarray(fine, np.float32),
        np.asarray(piece, np.float32),
        home_cells(seen.board),
    )


def home_cells(on: Board) -> Raster:
    """Returns which cells of the network's raster are in an area with a sietch, settlement or station (1, else 0)."""
    rows, columns = (side // CELL for side in on.shape)
    inside = on.areas[CELL // 2 : rows * CELL : CELL, CELL // 2 : columns * CELL : CELL]
    return np.isin(inside, HOME_AREAS).astype(np.float32)


def stack(seen: Evidence, camera: Camera, window: tuple[int, int, int, int] | None = None) -> Raster:
    """Returns the network's input (H x W x ``INPUTS``): the evidence on every height, which way things lean, homes.

    ``window`` is the part wanted in cells: top, left, rows, columns.
    """
    top, left, rows, columns = window or (0, 0, *seen.cells.shape[:2])
    out = np.empty((rows, columns, INPUTS), np.float32)
    for number, z in enumerate(HEIGHTS):
        start = number * LEVEL
        out[..., start : start + LAYERS] = lifted(seen.cells, camera, z, CELL, (top, left, rows, columns))
        fine = lifted(seen.fine, camera, z, 1.0, (top * CELL, left * CELL, rows * CELL, columns * CELL))
        quarters = [fine[dy::CELL, dx::CELL] for dy in range(CELL) for dx in range(CELL)]
        np.concatenate(quarters, axis=2, out=out[..., start + LAYERS : start + LEVEL])
    ys, xs = np.mgrid[top : top + rows, left : left + columns].astype(np.float32)
    to_x = (xs + 0.5) * CELL - 0.5 - MARGIN - camera.x
    to_y = (ys + 0.5) * CELL - 0.5 - MARGIN - camera.y
    out[..., -3:-1] = np.stack([to_x, to_y], axis=2) / np.float32(camera.height)
    out[..., -1] = seen.homes[top : top + rows, left : left + columns]
    return out


def shows(stacked: Raster) -> NDArray[np.bool_]:
    """Returns the cells about which the network's input (as of :func:`stack`) shows more than plain background.

    A piece shows where it stands and a little above; what only leans over a place is none there.
    """
    something = (stacked[..., 0] + stacked[..., LEVEL]) / 2
    return np.asarray(cv2.blur(something, (ACROSS, ACROSS), borderType=cv2.BORDER_REPLICATE) > SHOWN)


def pieces_in(shown: Evidence, camera: Camera, least: float, by: Network | None = None) -> list[Piece]:
    """Returns every piece that the evidence of a photo may show, likely or not down to ``least``.

    ``by`` is the network that is asked, None: the one that the app ships.
    """
    stacked = stack(shown, camera)
    found = peaks((by or network()).forward(stacked[None], shows(stacked)[None])[0], least)
    return [replace(p, atreides=token_side(shown, p)) if p.sort == "token" else p for p in found]


def pieces_near(shown: Evidence, camera: Camera, ring: NDArray[np.float64], around: int) -> list[Piece]:
    """Returns every piece that may be there within a ring (mm), looked at with ``around`` cells about its box."""
    low = np.maximum(((ring.min(axis=0) + MARGIN) / CELL).astype(int) - around, 0)
    high = np.minimum(((ring.max(axis=0) + MARGIN) / CELL).astype(int) + around + 1, shown.cells.shape[1::-1])
    window = (int(low[1]), int(low[0]), int(high[1] - low[1]), int(high[0] - low[0]))
    stacked = stack(shown, camera, window)
    near = np.zeros(stacked.shape[:2], np.uint8)
    cv2.fillPoly(near, [np.rint((ring + MARGIN) / CELL - low).astype(np.int32)], 1)
    wanted = shows(stacked) & (cv2.dilate(near, np.ones((BESIDE_RING, BESIDE_RING), np.uint8)) > 0)
    found = peaks(network().forward(stacked[None], wanted[None])[0], LEAST)
    moved = [replace(p, x=p.x + CELL * float(low[0]), y=p.y + CELL * float(low[1])) for p in found]
    contour = ring.astype(np.float32).reshape(-1, 1, 2)
    return [p for p in moved if cv2.pointPolygonTest(contour, (p.x, p.y), True) > -REACH]


def token_side(shown: Evidence, token: Piece) -> float:
    """Returns how likely a deployment token is Atreides by the colours around its middle (0 to 1)."""
    row, column = (round((at + MARGIN + 0.5) / CELL - 0.5) for at in (token.y, token.x))
    window = shown.cells[max(row - 3, 0) : row + 4, max(column - 3, 0) : column + 4]
    atreides, harkonnen = (float(window[..., TOKEN_LAYERS[f]].sum()) for f in ("atreides", "harkonnen"))
    # A cell or two of colour are no ground to decide on.
    return (atreides + 1) / (atreides + harkonnen + 2)


def peaks(values: Raster, least: float) -> list[Piece]:
    """Returns the peaks of the network's outputs as pieces."""
    heat = 1 / (1 + np.exp(-np.clip(values[..., : len(SORTS)], -30, 30)))
    pieces = []
    for number, sort in enumerate(SORTS):
        plane = np.ascontiguousarray(heat[..., number], np.float32)
        top = cv2.dilate(plane, np.ones((5, 5), np.uint8))
        for row, column in zip(*np.nonzero((plane >= top) & (plane > least)), strict=True):
            x, y = _between(plane, int(row), int(column))
            logits = values[row, column, len(SORTS) :]
            shares = np.exp(logits - logits.max())
            shares = shares / shares.sum()
            kinds = (float(shares[0]), float(shares[1]), float(shares[2]))
            pieces.append(
                Piece(
                    sort,
                    (x + 0.5) * CELL - MARGIN - 0.5,
                    (y + 0.5) * CELL - MARGIN - 0.5,
                    float(plane[row, column]),
                    kinds,
                )
            )
    return pieces


def _between(plane: Raster, row: int, column: int) -> tuple[float, float]:
    """Returns column and row of a peak, between the cells."""
    rows, columns = plane.shape
    if not (0 < row < rows - 1 and 0 < column < columns - 1):
        return float(column), float(row)
    window = plane[row - 1 : row + 2, column - 1 : column + 2]
    total = float(window.sum())
    step = np.array([-1.0, 0.0, 1.0])
    return column + float(window.sum(axis=0) @ step) / total, row + float(window.sum(axis=1) @ step) / total
