"""Photos of the second renderer: built apart from the first one, only to report on, never to tune or to teach with.

Use::

    of = copy_of(5000)  # a copy of the game; copy_of(5000, "stress"), copy_of(5000, factor=1.3)
    rng = generator("mine", 1)
    shot = photo(of, random_position(rng), good_snap(rng), rng)  # 2880 x 2160; None: the empty board
    shot.image, shot.truth, shot.covered, shot.spots, shot.to_pixels(points_mm)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_IDS
from tests.workshop.camera.second import clutter
from tests.workshop.camera.second.clutter import Thing
from tests.workshop.camera.second.copies import Copy, Rng, generator, shade
from tests.workshop.camera.second.draw import AROUND, GAMMA, Drawn, Mask, draw, heap, shadows
from tests.workshop.camera.second.layout import Standing, lay_out, truth_of
from tests.workshop.camera.second.lens import TABLE, THICKNESS, Eye, Floats, Plate, Singles, stand
from tests.workshop.camera.second.paint import SCALE, clouds, printed
from tests.workshop.camera.second.phone import Snap, decoded, develop, field_of, glare_of
from vision.board.geometry import CARD, MARGIN, MARKER, Board, marker_corners

Json = dict[str, Any]
Image = NDArray[np.uint8]
SIZE = (2880, 2160)
BESIDE = 600


@dataclass(frozen=True)
class Spot:
    """A piece in a photo: the pixels of its foot and its head, and how many pixels show it."""

    piece: Standing
    foot: tuple[float, float]
    head: tuple[float, float]
    pixels: int


@dataclass(frozen=True, eq=False)
class Shot:
    """A photo (``data``: the JPEG file) and what is true about it.

    ``truth`` is as :func:`second.layout.truth_of`; ``covered``: the share of each area that things hide, areas of
    which nothing is hidden left out.
    """

    data: bytes
    truth: Json
    covered: dict[str, float]
    spots: tuple[Spot, ...]
    eye: Eye

    @cached_property
    def image(self) -> Image:
        """Returns the picture (BGR)."""
        return decoded(self.data)

    def to_pixels(self, points: Floats, height: float = 0.0) -> Floats:
        """Returns pixels (n, 2) of points of the board in mm (n, 2) at a height in mm."""
        return self.eye.on_board(np.asarray(points, np.float64), height)


def photo(
    of: Copy,
    position: Mapping[str, Any] | None,
    snap: Snap,
    rng: Rng,
    size: tuple[int, int] = SIZE,
    *,
    covers: Sequence[tuple[str, float, float]] = (),
    board_print: Image | None = None,
) -> Shot:
    """Returns a photo of a position (docs/formats.md; None: the empty board).

    ``covers``: things (kind, x and y in mm) that lie on or hang over the board; no piece stands where they do.
    ``board_print`` replaces the print: another game. Equal arguments and states of ``rng`` give equal photos.
    """
    on = of.board
    eye = _eye(on, snap, size, rng)
    things = [clutter.thing(kind, x, y, eye, snap.lamp, rng) for kind, x, y in covers]
    if snap.hand:
        at = rng.uniform(0.25, 0.75, 2) * (on.width, on.height)
        things.append(clutter.thing("hand", float(at[0]), float(at[1]), eye, snap.lamp, rng))
    pieces = [] if position is None else lay_out(of, position, rng)
    pieces = [p for p in pieces if not any(one.stands_on(p.x, p.y, of.reach[p.kind]) for one in things)]
    around = [_beside(on, eye, snap, rng) for _ in range(snap.clutter)]
    points = heap(of, pieces, eye.plates, on.seam)
    drawn = _drawn(points, eye, snap)
    solids = [one.corners for one in (*things, *around)]
    reached = shadows(points, solids, snap.lamp, on)
    light = _ground(of, snap, eye, reached, printed(of.seed, on.width) if board_print is None else board_print)
    if snap.glare:
        light += glare_of(snap, eye.size, rng)[..., None] * np.float32(0.8)
    light.reshape(-1, 3)[drawn.index] = drawn.colours
    taken = clutter.paint(light, drawn.depth, [*around, *things], eye, snap.lamp)
    tone = np.array(snap.lamp.colour[::-1], np.float32)
    light *= field_of(snap, eye.size, rng)[..., None]
    light *= tone
    return Shot(
        develop(light, snap, rng), truth_of(pieces), _covered(on, eye, taken), _spots(of, pieces, eye, drawn), eye
    )


def _eye(on: Board, snap: Snap, size: tuple[int, int], rng: Rng) -> Eye:
    wobble = snap.wobble
    plates = [
        Plate.lying(
            (on.seam, on.height / 2),
            float(rng.normal(0, 0.06)) * wobble,
            side * float(rng.uniform(-0.1, 0.5)) * wobble,
            (side * float(rng.uniform(0, 0.5)) * wobble, float(rng.normal(0, 0.2)) * wobble, lift * wobble),
        )
        for side, lift in ((-1, 0.0), (1, float(rng.normal(0, 0.4))))
    ]
    ring = on.corners()
    if snap.cards:
        ring = np.concatenate([ring, *marker_corners(on).values()])
    turned = (size[1], size[0]) if snap.portrait else size
    angles = (snap.elevation, snap.azimuth, snap.roll)
    bend = np.array(snap.bend)
    return stand(turned, angles, snap.focal, bend, ring, snap.fill, snap.beside, (plates[0], plates[1]), on.seam)


def _beside(on: Board, eye: Eye, snap: Snap, rng: Rng) -> Thing:
    """A thing on the table that stands clear of the board and of the marker cards."""
    kind = str(rng.choice(["cup", "box", "card", "card", "paper"]))
    out = {"cup": 50.0, "box": 70.0, "card": 58.0, "paper": 185.0}[kind] + 55
    along = float(rng.uniform(0, 1))
    side = int(rng.integers(4))
    x = (along * on.width, on.width + out, along * on.width, -out)[side]
    y = (-out, along * on.height, on.height + out, along * on.height)[side]
    one = clutter.thing(kind, x, y, eye, snap.lamp, rng, -THICKNESS)
    return one if one.low < 5 else clutter.thing("cup", x, y, eye, snap.lamp, rng, -THICKNESS)


def _drawn(points: Any, eye: Eye, snap: Snap) -> Drawn:
    if len(points.points):
        return draw(points, eye, snap.lamp)
    none = np.zeros((0, 3), np.float32)
    deep = np.full((eye.size[1], eye.size[0]), np.inf, np.float32)
    return Drawn(np.zeros(0, np.intp), none, np.zeros(0, np.int16), deep)


@lru_cache(maxsize=3)
def _table_top(seed: int, width: float, height: float) -> Image:
    """A table in a colour of its own: slats, a weave or bare, one pixel a mm, ``BESIDE`` mm beyond the board."""
    rng = generator("table top", seed)
    shape = (round(height) + 2 * BESIDE, round(width) + 2 * BESIDE)
    colour = shade(
        float(rng.choice([28, 30, 210, 0, 130])), float(rng.uniform(0.05, 0.5)), float(rng.uniform(0.2, 0.8)), rng
    )
    yy, xx = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    pattern = int(rng.integers(3))
    light = 10 * clouds(shape, 300, rng) + 3 * rng.standard_normal(shape).astype(np.float32)
    if pattern == 0:
        slat = np.floor((xx + 0.1 * yy) / 95)
        light += 16 * np.sin(slat * 12.9) + 9 * np.sin(yy / 40 + 6 * clouds(shape, 60, rng) + slat)
    elif pattern == 1:
        light += 12 * np.sign(np.sin(xx / 9) * np.sin(yy / 9))
    picture = np.array(colour[::-1], np.float32) * 255 + light[..., None]
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _ground(of: Copy, snap: Snap, eye: Eye, reached: Singles, board_print: Image) -> Singles:
    on = of.board
    tx, ty = eye.ground(TABLE)
    top = _table_top(of.seed, on.width, on.height)
    there = (tx + BESIDE, ty + BESIDE)
    picture = np.asarray(cv2.remap(top, *there, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101), np.uint8)
    light = cv2.remap(reached, tx + AROUND, ty + AROUND, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if snap.cards:
        _cards(picture, on, eye, of.seed)
    sides = ((0, 0.0, on.seam), (1, on.seam, on.width))
    for number, start, end in sides:
        plate = eye.plates[number]
        steps = np.linspace(0, 1, 20)[:, None]
        corners = np.array([[start, 0], [end, 0], [end, on.height], [start, on.height]])
        rim = np.concatenate([a + (b - a) * steps for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)])
        for drop, colour in ((-THICKNESS, (62, 74, 84)), (0.0, None)):
            pixels, _ = eye.see(plate.place(np.column_stack([rim, np.full(len(rim), drop)])))
            ring = np.round(pixels * 16).astype(np.int32)
            if colour is not None:
                cv2.fillPoly(picture, [ring], colour, cv2.LINE_AA, 4)
                continue
            mask = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillPoly(mask, [ring], 255, cv2.LINE_8, 4)
            x0, y0, w, h = cv2.boundingRect(mask)
            box = (slice(y0, y0 + h), slice(x0, x0 + w))
            mx, my = eye.ground(plate)
            mx, my = np.ascontiguousarray(mx[box]), np.ascontiguousarray(my[box])
            print_at = (mx * np.float32(SCALE) - 0.5, my * np.float32(SCALE) - 0.5)
            seen = cv2.remap(board_print, *print_at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            cv2.copyTo(seen, mask[box], picture[box])
            lit = cv2.remap(reached, mx + AROUND, my + AROUND, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            cv2.copyTo(lit, mask[box], light[box])
    table = ((np.arange(256) / 255.0) ** GAMMA).astype(np.float32)
    linear: Singles = table[picture]
    linear *= light[..., None]
    return linear


def _cards(picture: Image, on: Board, eye: Eye, seed: int) -> None:
    """Lays the marker cards beside the board, as exactly as a hand does."""
    rng = generator("cards", seed)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = 240
    for number, ring in marker_corners(on).items():
        card = np.full((side, side, 3), 240, np.uint8)
        inner = round(side * MARKER / CARD)
        low = (side - inner) // 2
        card[low : low + inner, low : low + inner] = np.clip(dictionary.generateImageMarker(number, inner), 20, 236)[
            ..., None
        ]
        middle, turn = ring.mean(0), float(rng.normal(0, 0.008))
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        outward = 1.0 if middle[1] > 0 else -1.0
        beside = np.array([float(rng.normal(0, 0.4)), outward * float(rng.uniform(0, 0.9))])
        pixels = eye.on_table(((ring - middle) * CARD / MARKER) @ spin.T + middle + beside, 0.3).astype(np.float32)
        corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        warp = cv2.getPerspectiveTransform(corners, pixels)
        wide = max(1.0, side / float(np.linalg.norm(pixels[1] - pixels[0])))
        soft = cv2.GaussianBlur(card, (0, 0), 0.4 * wide)
        x0, y0 = np.maximum(np.floor(pixels.min(0)).astype(int) - 1, 0)
        x1, y1 = np.minimum(np.ceil(pixels.max(0)).astype(int) + 2, eye.size)
        if x1 <= x0 or y1 <= y0:
            continue
        warp = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ warp
        part = cv2.warpPerspective(soft, warp, (x1 - x0, y1 - y0), borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.round((pixels - (x0, y0)) * 16).astype(np.int32), 255, cv2.LINE_8, 4)
        cv2.copyTo(part, mask, picture[y0:y1, x0:x1])


def _covered(on: Board, eye: Eye, taken: Mask) -> dict[str, float]:
    if not taken.any():
        return {}
    shares = {}
    rows, columns = np.mgrid[2 : on.shape[0] : 4, 2 : on.shape[1] : 4]
    numbers = on.areas[rows, columns].ravel()
    flat = np.column_stack([columns.ravel(), rows.ravel()]).astype(np.float64) - MARGIN
    pixels = np.round(eye.on_board(flat)).astype(int)
    inside = (pixels >= 0).all(1) & (pixels[:, 0] < eye.size[0]) & (pixels[:, 1] < eye.size[1])
    hidden = np.zeros(len(flat), np.bool_)
    hidden[inside] = taken[pixels[inside, 1], pixels[inside, 0]] > 0
    for number, area in enumerate(AREA_IDS):
        share = float(hidden[numbers == number].mean())
        if share > 0:
            shares[area] = share
    return shares


def _spots(of: Copy, pieces: Sequence[Standing], eye: Eye, drawn: Drawn) -> tuple[Spot, ...]:
    counts = np.bincount(drawn.owner.astype(np.intp), minlength=len(pieces))
    spots = []
    for piece, count in zip(pieces, counts.tolist(), strict=True):
        at = np.array([[piece.x, piece.y]])
        foot, head = (
            eye.on_board(at, piece.lift)[0],
            eye.on_board(at, piece.lift + of.tall.get(piece.kind, of.thick))[0],
        )
        spots.append(Spot(piece, (float(foot[0]), float(foot[1])), (float(head[0]), float(head[1])), int(count)))
    return tuple(spots)
