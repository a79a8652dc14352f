"""Flat tokens and what is printed on them."""

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.rendering.camera import Camera, box_of
from tests.workshop.camera.rendering.fields import Floats, Image, generator
from tests.workshop.camera.rendering.meshes import regular_polygon
from tests.workshop.camera.rendering.placing import CARDBOARD_RADIUS, Piece
from tests.workshop.camera.rendering.worlds import World

THICK = 1.8
PIXELS = 96
CORNERS = {"sietch": 24, "settlement": 4, "station": 6, "token": 8, "wormsign": 24, "atomics": 3}


def outline(piece: Piece) -> Floats:
    """Returns the outline (n, 2) of a token in mm about its centre, not turned."""
    corners = CORNERS[piece.kind]
    radius = piece.size * CARDBOARD_RADIUS[piece.kind]  # type: ignore[index]
    return regular_polygon(corners, radius, math.pi / 4 if corners == 4 else math.pi / 8 if corners == 8 else 0.0)


def colour_of(world: World, piece: Piece) -> Floats:
    """Returns the colour (BGR) of a token."""
    return world.cardboard[piece.faction or "harkonnen" if piece.kind == "token" else piece.kind]


def edge_of(world: World, piece: Piece, lit: float = 1.0) -> Floats:
    """Returns the colour (BGR) of the edge of a token."""
    return np.asarray(np.clip(colour_of(world, piece) * 0.55 * lit + 25, 0, 255))


def laid(shape: Floats, height: float, piece: Piece, camera: Camera) -> Floats:
    """Returns world points (n, 3) of a shape (n, 2) about the centre of a piece, as it lies, at a height in mm."""
    cos, sin = math.cos(piece.turn), math.sin(piece.turn)
    flat = shape @ np.array([[cos, sin], [-sin, cos]]) + (piece.x, piece.y)
    return camera.half_at(piece.x).place(np.column_stack([flat, np.full(len(flat), height)]))


def face(world: World, piece: Piece) -> Image:
    """Returns what is printed on a token, ``PIXELS`` square for its whole diameter."""
    colour = colour_of(world, piece)
    rng = generator("token", world.seed, piece.kind, piece.faction or "none")
    image = np.empty((PIXELS, PIXELS, 3), np.float32)
    image[:] = colour
    image += cv2.resize(rng.normal(0, 9, (12, 12)).astype(np.float32), (PIXELS, PIXELS))[..., None]
    picture = np.clip(image, 0, 255).astype(np.uint8)
    pale = tuple(np.clip(colour * 0.4 + 150, 0, 255).tolist())
    middle = PIXELS // 2
    if piece.kind == "wormsign":
        for radius in (10, 20, 30):
            cv2.circle(picture, (middle, middle), radius, tuple((colour * 0.5).tolist()), 4, cv2.LINE_AA)
    elif piece.kind == "token":
        diamond = np.array([[middle, 14], [PIXELS - 14, middle], [middle, PIXELS - 14], [14, middle]])
        cv2.polylines(picture, [diamond], True, pale, 5, cv2.LINE_AA)
        cv2.putText(
            picture, "?" if piece.faction == "atreides" else "H", (34, 62), cv2.FONT_HERSHEY_DUPLEX, 1.3, pale, 4
        )
    else:
        cv2.circle(picture, (middle, middle), 34, pale, 3, cv2.LINE_AA)
        for pip in range(max(piece.face, 0)):
            cv2.circle(picture, (middle + round((pip - (piece.face - 1) / 2) * 20), middle), 7, pale, -1, cv2.LINE_AA)
    return picture


def draw_flat(image: Image, world: World, piece: Piece, camera: Camera, lit: float = 1.0) -> int:
    """Draws a token in place; returns how many pixels it covers."""
    reach = piece.size * CARDBOARD_RADIUS[piece.kind]  # type: ignore[index]
    square = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])

    def pixels(shape: Floats, height: float) -> Floats:
        return camera.project(laid(shape, height, piece, camera))

    low, high = pixels(outline(piece), 0.0), pixels(outline(piece), THICK)
    box = box_of(np.concatenate([low, high]), camera.size)
    if box is None:
        return 0
    x0, y0, x1, y1 = box
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    hull = cv2.convexHull((np.concatenate([low, high]) - (x0, y0)).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    part = image[y0:y1, x0:x1]
    edge = np.broadcast_to(edge_of(world, piece, lit), part.shape)
    _blend(part, edge, mask)
    top = np.zeros_like(mask)
    cv2.fillConvexPoly(top, np.round((high - (x0, y0)) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    corners = (pixels(square, THICK) - (x0, y0)).astype(np.float32)
    source = np.array([[0, 0], [PIXELS, 0], [PIXELS, PIXELS], [0, PIXELS]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners)
    printed = cv2.warpPerspective(face(world, piece), matrix, (x1 - x0, y1 - y0), borderMode=cv2.BORDER_REPLICATE)
    _blend(part, printed * lit, top)
    return int((mask > 127).sum())


def _blend(part: Image, colour: NDArray[Any], mask: Image) -> None:
    alpha = mask[..., None].astype(np.float32) / 255
    part[:] = np.clip(part * (1 - alpha) + colour * alpha, 0, 255).astype(np.uint8)
