"""Puts board, pieces, camera and light together into a photo and writes down what is really there."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import AREA_IDS, ZONE_IDS
from tests.workshop.camera.rendering import optics
from tests.workshop.camera.rendering.camera import Camera, Half, aim, box_of
from tests.workshop.camera.rendering.cardboard import draw_flat, laid, outline
from tests.workshop.camera.rendering.drawing import SHADOW, Solid, cast_shadows, draw, lit_shares, press_down, stand
from tests.workshop.camera.rendering.fields import Floats, Image, Rng
from tests.workshop.camera.rendering.meshes import prism
from tests.workshop.camera.rendering.placing import HOMES, Piece, place
from tests.workshop.camera.rendering.sculpts import LEADERS, UNITS, footprint, sculpt
from tests.workshop.camera.rendering.table import TABLE_MARGIN, TABLE_SCALE, add_clutter, card_places, marker_card
from tests.workshop.camera.rendering.views import View
from tests.workshop.camera.rendering.worlds import World
from vision.board.geometry import Board, marker_corners
from vision.contents import EMPTY, KINDS

Json = dict[str, Any]
FULL = (4032, 3024)


@dataclass(frozen=True)
class Seen:
    """A piece in a photo: its base in pixels, its box (x, y, width, height) and which share (0 to 1) nothing hides."""

    piece: Piece
    foot: tuple[float, float]
    box: tuple[int, int, int, int] | None
    visible: float


@dataclass(frozen=True, eq=False)
class Photo:
    """A rendered photo and the truth about it.

    ``image`` is BGR. ``truth`` is ``{"areas": {area: {"harkonnen": {"figures", "leaders"}, "atreides": {..}, "tokens",
    "token_side", "harvester", "sandworm", "wormsign", "kinds": {"regular", "elite", "special"}}}, "zones": {zone:
    {"vehicle"}}, "homographies": {"left", "right"}}``: figures are units without leaders, areas with nothing in them
    are left out, homographies (3 x 3 lists) take mm to pixels without the bend of the lens. ``pieces`` lists every
    piece; ``to_pixels`` is exact, lens and lie of the halves included.
    """

    image: Image
    truth: Json
    pieces: tuple[Seen, ...]
    view: View
    camera: Camera

    def to_pixels(self, points: Floats, height: float = 0.0) -> Floats:
        """Returns pixels (n, 2) of board points in mm (n, 2) at a height in mm."""
        return self.camera.on_board(np.asarray(points, np.float64), height)

    def jpeg(self, quality: int = 92) -> bytes:
        """Returns the photo as a JPEG file."""
        return cv2.imencode(".jpg", self.image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def photo(
    world: World, position: Mapping[str, Any] | None, view: View, rng: Rng, size: tuple[int, int] = FULL
) -> Photo:
    """Returns a photo of a position (of docs/formats.md; None: the empty board) on a world's table.

    ``size`` is that of a landscape photo; a portrait view swaps it. Equal worlds, positions, views, sizes and states of
    ``rng`` give equal photos. Raises KeyError for unknown areas.
    """
    on = world.board
    camera = camera_for(on, view, size)
    pieces = [] if position is None else place(position, on, rng, world.shapes)
    image = _ground(world, view, camera)
    density = _density(camera, on)
    scene = _Scene(world, view, camera, image, density)
    seen = scene.add(pieces)
    optics.multiply(image, optics.light_field(view, camera, rng))
    if view.glare > 0:
        optics.add_glare(image, view.glare, camera, rng)
    if view.hand:
        optics.add_hand(image, rng)
    return Photo(optics.take(image, view, rng), truth_of(pieces, camera), tuple(seen), view, camera)


def camera_for(on: Board, view: View, size: tuple[int, int] = FULL) -> Camera:
    """Returns the camera of a view."""
    target = view.target
    if view.span is None:
        ring = on.corners()
        if view.markers:
            ring = np.concatenate([ring, *marker_corners(on).values()])
    else:
        reach = np.array([view.span / 2, view.span * 3 / 8])
        middle = np.array([on.width / 2, on.height / 2]) + view.target
        target = (0.0, 0.0)
        ring = middle + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach
    halves = (
        Half(on.seam, -1, view.tilts[0], 0.0, (-view.gap / 2, 0.0)),
        Half(on.seam, 1, view.tilts[1], view.step, (view.gap / 2, 0.0)),
    )
    turned = (size[1], size[0]) if view.portrait else size
    roll = view.roll + (90.0 if view.portrait and abs(math.sin(math.radians(view.azimuth))) < 0.5 else 0.0)
    return aim(turned, view.elevation, view.azimuth, roll, view.focal, view.lens, target, ring, view.fill, halves)


def _density(camera: Camera, on: Board) -> float:
    x, y = on.width / 2, on.height / 2
    a, b = camera.on_board(np.array([[x - 20, y], [x + 20, y]]))
    return float(np.linalg.norm(b - a)) / 40


def _ground(world: World, view: View, camera: Camera) -> Image:
    on = world.board
    width, height = camera.size
    mx, my = camera.maps(None, (0, 0, width, height), TABLE_SCALE, TABLE_MARGIN * TABLE_SCALE - 0.5)
    image = cv2.remap(world.table_top(), mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    del mx, my
    ground = np.asarray(image, np.uint8)
    if world.wide:
        add_clutter(ground, world.seed, camera, on)
    _board_shadow(ground, view, camera, on)
    if view.markers:
        for number, ring in card_places(on, world.seed).items():
            _lay_card(ground, marker_card(number), camera.on_table(ring, 0.4))
    printed, scale = world.printed(_density(camera, on) * 1.15)
    for half in (camera.left, camera.right):
        _lay_half(ground, printed, scale, half, camera, on)
    return ground


def _edge(on: Board, half: Half) -> Floats:
    x0, x1 = (0.0, on.seam) if half.side < 0 else (on.seam, on.width)
    steps = np.linspace(0, 1, 24, endpoint=False)[:, None]
    corners = np.array([[x0, 0.0], [x1, 0.0], [x1, on.height], [x0, on.height]])
    return np.concatenate([a + (b - a) * steps for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)])


def _board_shadow(image: Image, view: View, camera: Camera, on: Board) -> None:
    mask = np.zeros((-(-camera.size[1] // 4), -(-camera.size[0] // 4)), np.uint8)
    ring = camera.on_table((on.corners() - [on.width / 2, on.height / 2]) * 1.004 + [on.width / 2, on.height / 2]) / 4
    cv2.fillPoly(mask, [np.round(ring * 16).astype(np.int32)], 150, cv2.LINE_AA, 4)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(1.0, camera.size[0] / 1600)), np.uint8)
    gain = cv2.resize(255 - mask, camera.size, interpolation=cv2.INTER_LINEAR)
    cv2.multiply(image, cv2.cvtColor(gain, cv2.COLOR_GRAY2BGR), dst=image, scale=1 / 255)


def _lay_card(image: Image, card: Image, ring: Floats) -> None:
    box = box_of(ring, (image.shape[1], image.shape[0]))
    if box is None:
        return
    x0, y0, x1, y1 = box
    side = card.shape[0]
    source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    wide = max(1.0, side / max(1.0, float(np.linalg.norm(ring[1] - ring[0]))))
    soft = cv2.GaussianBlur(card, (0, 0), wide / 2.5) if wide > 1.2 else card
    matrix = cv2.getPerspectiveTransform(source, (ring - (x0, y0)).astype(np.float32))
    warped = cv2.warpPerspective(soft, matrix, (x1 - x0, y1 - y0), borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, np.round((ring - (x0, y0)) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    cv2.copyTo(warped, np.where(mask > 127, 255, 0).astype(np.uint8), image[y0:y1, x0:x1])


def _lay_half(image: Image, printed: Image, scale: float, half: Half, camera: Camera, on: Board) -> None:
    edge = _edge(on, half)
    top = camera.project(half.place(np.column_stack([edge, np.zeros(len(edge))])))
    low = camera.project(half.place(np.column_stack([edge, np.full(len(edge), -2.0)])))
    box = box_of(np.concatenate([top, low]), camera.size)
    if box is None:
        return
    x0, y0, x1, y1 = box
    part = image[y0:y1, x0:x1]
    for ring, colour in ((low, (70, 84, 96)), (top, None)):
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [np.round((ring - (x0, y0)) * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        if colour is not None:
            part[mask > 0] = colour
            continue
        mx, my = camera.maps(half, box, scale, -0.5)
        warped = cv2.remap(printed, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cv2.copyTo(warped, mask, part)


@dataclass(eq=False)
class _Scene:
    world: World
    view: View
    camera: Camera
    image: Image
    density: float

    def add(self, pieces: list[Piece]) -> list[Seen]:
        """Draws the pieces with their shadows and returns how they are seen."""
        bodies = [None if piece.flat else self.body(piece) for piece in pieces]
        owner = np.zeros((self.camera.size[1], self.camera.size[0]), np.uint16)
        covered = [0] * len(pieces)
        flats = [n for n, piece in enumerate(pieces) if piece.flat]
        mask = self._shadows(bodies, [pieces[n] for n in flats])
        for n in flats:
            covered[n] = draw_flat(self.image, self.world, pieces[n], self.camera, 1.0)
            self._own(owner, n, pieces[n])
        self._press(bodies, pieces)
        optics.apply_shadows(self.image, mask, self.view.light, self.density)
        solids = [(n, body) for n, body in enumerate(bodies) if body is not None]
        far = sorted(solids, key=lambda pair: -float(np.linalg.norm(pair[1].foot - self.camera.position)))
        shares = lit_shares([body for _, body in far], self.view.light)
        for (n, body), lit in zip(far, shares.tolist(), strict=True):
            covered[n] = draw(self.image, owner, n + 1, body, self.view.light, self.camera, lit)
        counts = np.bincount(owner.ravel(), minlength=len(pieces) + 1)
        return [self._seen(piece, bodies[n], covered[n], int(counts[n + 1])) for n, piece in enumerate(pieces)]

    def body(self, piece: Piece) -> Solid:
        world, kind = self.world, piece.kind
        mesh = sculpt(world.seed, piece.faction, kind, piece.sculpt, world.shapes)
        colour = world.made_of(kind, piece.faction)
        return stand(mesh, piece.x, piece.y, piece.turn, colour, self.camera, gloss=world.shapes.gloss)

    def _shadows(self, bodies: list[Solid | None], flats: list[Piece]) -> NDArray[np.uint8]:
        width, height = self.camera.size
        mask = np.zeros((-(-height // SHADOW), -(-width // SHADOW)), np.uint8)
        if self.view.shadows:
            tokens = [self._slab(piece) for piece in flats]
            solids = [body for body in bodies if body is not None]
            cast_shadows(mask, [*tokens, *solids], self.view.light, self.camera)
        return mask

    def _press(self, bodies: list[Solid | None], pieces: list[Piece]) -> None:
        width, height = self.camera.size
        mask = np.zeros((-(-height // SHADOW), -(-width // SHADOW)), np.uint8)
        for body, piece in zip(bodies, pieces, strict=True):
            if body is not None:
                base = footprint(piece.kind, self.world.shapes).outline * 1.12
                press_down(mask, laid(base, 0.0, piece, self.camera), self.camera)
        wide = max(1, round(0.9 * self.density / SHADOW)) * 2 + 1
        gain = cv2.resize(255 - cv2.blur(cv2.blur(mask, (wide, wide)), (wide, wide)), (width, height))
        cv2.multiply(self.image, cv2.cvtColor(gain, cv2.COLOR_GRAY2BGR), dst=self.image, scale=1 / 255)

    def _slab(self, piece: Piece) -> Solid:
        return stand(prism(outline(piece), 0, 1.8), piece.x, piece.y, piece.turn, np.zeros(3), self.camera)

    def _own(self, owner: NDArray[np.uint16], number: int, piece: Piece) -> None:
        slab = self._slab(piece)
        hull = cv2.convexHull(self.camera.project(slab.vertices).astype(np.float32))
        cv2.fillConvexPoly(owner, np.round(hull * 16).astype(np.int32), number + 1, cv2.LINE_8, 4)

    def _seen(self, piece: Piece, body: Solid | None, covered: int, visible: int) -> Seen:
        solid = body or self._slab(piece)
        pixels = self.camera.project(solid.vertices)
        foot = self.camera.project(solid.foot[None])[0]
        box = box_of(pixels, self.camera.size, 0)
        whole = cv2.contourArea(cv2.convexHull(pixels.astype(np.float32)))
        share = min(1.0, visible / max(covered, 1)) * (1.0 if box is not None else 0.0)
        if box is not None and covered < 0.25 * whole:
            share *= covered / (0.25 * whole)
        corner = None if box is None else (box[0], box[1], box[2] - box[0], box[3] - box[1])
        return Seen(piece, (float(foot[0]), float(foot[1])), corner, share)


def truth_of(pieces: list[Piece], camera: Camera) -> Json:
    """Returns what stands where, see :class:`Photo`."""
    areas: Json = {}
    zones: Json = {zone: {"vehicle": None} for zone in ZONE_IDS}
    for piece in pieces:
        if piece.area in zones:
            zones[piece.area]["vehicle"] = piece.kind
            continue
        if piece.kind in HOMES:
            continue
        here = areas.setdefault(piece.area, blank())
        if piece.kind in UNITS and piece.faction:
            here[piece.faction]["figures"] += 1
            here["kinds"][piece.kind] += 1
        elif piece.kind in LEADERS and piece.faction:
            here[piece.faction]["leaders"] += 1
        elif piece.kind == "token":
            here["tokens"] += 1
            here["token_side"] = piece.faction
        else:
            here["sandworm" if piece.kind == "wild_maker" else piece.kind] = True
    maps = {
        "left": camera.homography(camera.left).tolist(),
        "right": camera.homography(camera.right).tolist(),
    }
    return {"areas": {a: areas[a] for a in AREA_IDS if a in areas}, "zones": zones, "homographies": maps}


def blank() -> Json:
    """Returns the truth of an area with nothing in it."""
    return {**EMPTY.document(), "kinds": dict.fromkeys(KINDS, 0), "token_side": None}
