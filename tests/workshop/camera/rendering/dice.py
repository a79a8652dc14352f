"""Photos of dice on the printed mat, with what each of them shows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tests.workshop.camera.rendering import optics
from tests.workshop.camera.rendering.camera import Camera, Half, aim, box_of
from tests.workshop.camera.rendering.dice_faces import FACES, SIDE, body_colour, face
from tests.workshop.camera.rendering.drawing import FINE, SHADOW, sun
from tests.workshop.camera.rendering.fields import Floats, Image, Rng, generator, smooth, to_linear, to_stored
from tests.workshop.camera.rendering.table import TABLE_MARGIN
from tests.workshop.camera.rendering.views import Light, View
from tests.workshop.camera.rendering.worlds import World
from vision.dice import mat

DIE = 16.0
ROUND = 1.5
APART = 27.0
"""Least distance in mm between the middles of two dice: they lie apart."""

AXES = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]], np.float64)


@dataclass(frozen=True)
class DieSeen:
    """A die in a photo: kind (``foreign`` for a die of no kind of the game), upper face, faction, middle on the mat in
    mm, box (x, y, width, height) in pixels, which may reach beyond the photo."""

    kind: str
    face: str
    faction: str
    place: tuple[float, float]
    box: tuple[int, int, int, int]


@dataclass(frozen=True, eq=False)
class DicePhoto:
    """A rendered photo (BGR) of dice on the mat and the truth about them."""

    image: Image
    dice: tuple[DieSeen, ...]
    view: View

    def jpeg(self, quality: int = 92) -> bytes:
        """Returns the photo as a JPEG file."""
        return cv2.imencode(".jpg", self.image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def dice_photo(
    world: World,
    dice: Sequence[tuple[str, str] | tuple[str, str, str]],
    view: View,
    rng: Rng,
    size: tuple[int, int] = (2016, 1512),
) -> DicePhoto:
    """Returns a photo of dice on the mat, apart from each other; at most 12.

    A die is ``(kind, face)`` or ``(kind, face, faction)`` with the kinds and faces of ``dice_faces.FACES``; without a
    faction action dice are those of the Harkonnen and combat dice of either. Raises KeyError for an unknown kind or
    face, ValueError for more dice than the mat holds.
    """
    camera = _camera(view, size)
    image = _mat_on_table(world, view, camera)
    places = _places(len(dice), rng)
    mask = np.zeros((-(-camera.size[1] // SHADOW), -(-camera.size[0] // SHADOW)), np.uint8)
    turns = rng.uniform(0, 2 * math.pi, len(dice))
    for (x, y), turn in zip(places, turns, strict=True):
        _shadow(mask, _swept(x, y, turn), view.light, camera)
    if view.shadows:
        optics.apply_shadows(image, mask, view.light, _density(camera))
    seen = []
    order = np.argsort([-float(np.hypot(x - camera.position[0], y - camera.position[1])) for x, y in places])
    boxes: dict[int, DieSeen] = {}
    for n in order.tolist():
        kind, name = dice[n][0], dice[n][1]
        either = str(rng.choice(["harkonnen", "atreides"])) if kind == "combat" else "harkonnen"
        faction = dice[n][2] if len(dice[n]) == 3 else either
        box = _draw(image, world, (kind, name, faction), (*places[n], float(turns[n])), view.light, camera, rng)
        boxes[n] = DieSeen(kind, name, faction, places[n], box)
    seen = [boxes[n] for n in range(len(dice))]
    optics.multiply(image, optics.light_field(view, camera, rng))
    if view.glare > 0:
        optics.add_glare(image, view.glare, camera, rng)
    return DicePhoto(optics.take(image, view, rng), tuple(seen), view)


def dice_view(rng: Rng) -> View:
    """Returns a photo of the mat as the guidance asks for: from above, mild light, the mat filling most of it."""
    light = Light(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(40, 80)),
        ambient=float(rng.uniform(0.45, 0.8)),
        cast=(float(rng.uniform(0.88, 1.1)), 1.0, float(rng.uniform(0.92, 1.12))),
        fall=float(rng.uniform(0, 0.3)),
        fall_azimuth=float(rng.uniform(0, 360)),
        soft=float(rng.uniform(1, 5)),
        blinds=float(rng.choice([0.0, rng.uniform(0, 0.25)])),
    )
    return View(
        elevation=float(rng.uniform(58, 88)),
        azimuth=float(rng.normal(0, 20)),
        roll=float(rng.normal(0, 4)),
        focal=float(rng.uniform(0.7, 0.86)),
        lens=(float(rng.uniform(-0.03, 0.02)), 0.0),
        fill=float(rng.uniform(0.7, 0.96)),
        light=light,
        glare=float(rng.choice([0.0, 0.0, rng.uniform(0.05, 0.3)])),
        noise=float(rng.uniform(1, 4)),
        blur=float(rng.uniform(0.8, 3.0)),
        exposure=float(rng.uniform(0.8, 1.15)),
        contrast=float(rng.uniform(0.95, 1.08)),
        sharpen=float(rng.uniform(0, 0.6)),
        jpeg=int(rng.integers(82, 96)),
    )


def roll(kind: str, count: int, rng: Rng) -> list[tuple[str, str]]:
    """Returns a roll of dice of one kind."""
    return [(kind, str(name)) for name in rng.choice(FACES[kind], count)]


def _camera(view: View, size: tuple[int, int]) -> Camera:
    flat = Half(mat.WIDTH / 2, -1), Half(mat.WIDTH / 2, 1)
    ring = np.array([[0, 0], [mat.WIDTH, 0], [mat.WIDTH, mat.HEIGHT], [0, mat.HEIGHT]])
    return aim(size, view.elevation, view.azimuth, view.roll, view.focal, view.lens, view.target, ring, view.fill, flat)


def _density(camera: Camera) -> float:
    a, b = camera.on_board(np.array([[mat.WIDTH / 2 - 20, mat.HEIGHT / 2], [mat.WIDTH / 2 + 20, mat.HEIGHT / 2]]))
    return float(np.linalg.norm(b - a)) / 40


def _mat_on_table(world: World, view: View, camera: Camera) -> Image:
    width, height = camera.size
    rng = generator("mat", world.seed)
    mx, my = camera.maps(None, (0, 0, width, height), 1.0, TABLE_MARGIN + 200)
    image = np.asarray(
        cv2.remap(world.table_top(), mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101), np.uint8
    )
    scale = min(12.0, max(3.0, _density(camera) * 1.2))
    sheet = mat.draw(scale).astype(np.float32)
    tint = rng.uniform(0.9, 1.08, 3) * rng.uniform(0.9, 1.05)
    paper = smooth((sheet.shape[0], sheet.shape[1]), 1.2 * scale, rng) * 1.5
    printed = np.clip(np.clip(sheet, 14, 246) * tint.astype(np.float32) + paper[..., None], 0, 255).astype(np.uint8)
    mx, my = camera.maps(camera.left, (0, 0, width, height), scale, -0.5)
    warped = cv2.remap(printed, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    corners = np.array([[0, 0], [mat.WIDTH, 0], [mat.WIDTH, mat.HEIGHT], [0, mat.HEIGHT]])
    steps = np.linspace(0, 1, 24, endpoint=False)[:, None]
    ring = np.concatenate([a + (b - a) * steps for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)])
    inside = np.zeros((height, width), np.uint8)
    cv2.fillPoly(inside, [np.round(camera.on_board(ring) * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    cv2.copyTo(warped, inside, image)
    return image


def _places(count: int, rng: Rng) -> list[tuple[float, float]]:
    rim = mat.MARKER + 2 * mat.QUIET
    for _ in range(60):
        chosen: list[tuple[float, float]] = []
        for _ in range(4000):
            x, y = float(rng.uniform(16, mat.WIDTH - 16)), float(rng.uniform(16, mat.HEIGHT - 16))
            clear = 15.0
            near_corner = min(x, mat.WIDTH - x) < rim + clear and min(y, mat.HEIGHT - y) < rim + clear
            if near_corner or any(math.dist((x, y), other) < APART for other in chosen):
                continue
            chosen.append((x, y))
            if len(chosen) >= count:
                return chosen[:count]
    raise ValueError(f"dice: {count} do not lie apart on the mat")


def _swept(x: float, y: float, turn: float) -> Floats:
    """Returns points all over the rounded cube: its convex hull is the outline of the die."""
    inner = DIE / 2 - ROUND
    corners = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], np.float64) * inner
    ways = np.array(
        [[math.cos(a) * math.cos(b), math.sin(a) * math.cos(b), math.sin(b)]
         for b in np.linspace(-math.pi / 2, math.pi / 2, 7) for a in np.linspace(0, 2 * math.pi, 12, endpoint=False)]
    )  # fmt: skip
    points = (corners[:, None] + ways[None] * ROUND).reshape(-1, 3)
    return _set_down(points, x, y, turn)


def _set_down(points: Floats, x: float, y: float, turn: float) -> Floats:
    cos, sin = math.cos(turn), math.sin(turn)
    rotation = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])
    return np.asarray(points @ rotation + np.array([x, y, DIE / 2]))


def _shadow(mask: Image, points: Floats, light: Light, camera: Camera) -> None:
    direction = sun(light)
    ground = points - points[:, 2:3] / direction[2] * direction
    hull = cv2.convexHull((camera.project(ground) / SHADOW).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def _draw(
    image: Image,
    world: World,
    die: tuple[str, str, str],
    spot: tuple[float, float, float],
    light: Light,
    camera: Camera,
    rng: Rng,
) -> tuple[int, int, int, int]:
    kind, name, faction = die
    if name not in FACES[kind]:
        raise KeyError(name)
    pixels = camera.project(_swept(*spot))
    low, high = np.floor(pixels.min(0)).astype(int), np.ceil(pixels.max(0)).astype(int)
    outer = (int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))
    box = box_of(pixels, camera.size)
    if box is None:
        return outer
    x0, y0, x1, y1 = box
    canvas = np.zeros(((y1 - y0) * FINE, (x1 - x0) * FINE, 4), np.uint8)

    def fine(points: Floats) -> Floats:
        return np.asarray((camera.project(points) - (x0, y0) + 0.5) * FINE - 0.5)

    body = body_colour(world.seed, kind, faction)
    hull = cv2.convexHull(fine(_swept(*spot)).astype(np.float32))
    rim = to_stored(to_linear(body) * (0.35 + 0.5 * light.ambient))
    cv2.fillConvexPoly(canvas, np.round(hull * 16).astype(np.int32), (*rim.tolist(), 255), cv2.LINE_8, 4)
    others = [other for other in FACES[kind] if other != name]
    names = [name, *rng.choice(others, 4).tolist()]
    for axis, shown in zip(AXES, names, strict=True):
        _draw_face(canvas, face(world.seed, kind, shown, faction), axis, spot, light, camera, fine)
    small = cv2.resize(canvas, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    part = image[y0:y1, x0:x1]
    alpha = small[..., 3:4].astype(np.uint16)
    part[:] = (part * (255 - alpha) // 255 + small[..., :3]).clip(0, 255).astype(np.uint8)
    return outer


def _draw_face(
    canvas: Image,
    drawing: Image,
    axis: Floats,
    spot: tuple[float, float, float],
    light: Light,
    camera: Camera,
    fine: object,
) -> None:
    up = np.array([0.0, 0.0, 1.0]) if abs(axis[2]) < 0.5 else np.array([0.0, -1.0, 0.0])
    right = np.cross(axis, up)
    middle = axis * DIE / 2
    reach = DIE / 2 - ROUND * 0.6
    corners = np.stack([middle + (-right + up) * reach, middle + (right + up) * reach,
                        middle + (right - up) * reach, middle + (-right - up) * reach])  # fmt: skip
    world_corners = _set_down(corners, *spot)
    normal = _set_down(axis[None], *spot)[0] - _set_down(np.zeros((1, 3)), *spot)[0]
    to_eye = camera.position - world_corners.mean(0)
    if float(normal @ to_eye) <= 0:
        return
    quad = fine(world_corners).astype(np.float32)  # type: ignore[operator]
    direction = sun(light)
    direct = (1 - light.ambient) * max(0.0, float(normal @ direction)) / max(float(direction[2]), 0.25)
    bright = light.ambient * (0.55 + 0.45 * float(normal[2])) + direct
    table = to_stored(to_linear(np.arange(256)) * bright).astype(np.uint8)
    source = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, quad)
    size = (canvas.shape[1], canvas.shape[0])
    wide = SIDE / max(1.0, float(np.linalg.norm(quad[1] - quad[0])))
    soft = cv2.GaussianBlur(drawing, (0, 0), wide / 2.2) if wide > 1.2 else drawing
    warped = cv2.warpPerspective(cv2.LUT(soft, table), matrix, size, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    rounded = cv2.GaussianBlur(mask, (0, 0), max(1.0, DIE / 24 * float(np.linalg.norm(quad[1] - quad[0])) / DIE))
    inner = (rounded > 118) & (mask > 0)
    canvas[..., :3][inner] = warped[inner]
