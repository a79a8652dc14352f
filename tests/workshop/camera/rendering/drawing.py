"""Draws pieces into a photo: far ones first, each shaded, each with the shadow it casts on the board."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.rendering.camera import Camera, box_of
from tests.workshop.camera.rendering.fields import Floats, Image, to_linear, to_stored
from tests.workshop.camera.rendering.meshes import Mesh
from tests.workshop.camera.rendering.views import Light

FINE = 2
"""Pieces are drawn this many times finer than the photo."""

SHADOW = 2
"""Shadows are drawn this many times coarser than the photo."""


@dataclass(frozen=True, eq=False)
class Solid:
    """A body in its place: world vertices (n, 3), world normals of its faces, its colour (BGR, 0 to 255)."""

    mesh: Mesh
    vertices: Floats
    normals: Floats
    colour: Floats
    foot: Floats
    gloss: float = 1.0


def sun(light: Light) -> Floats:
    """Returns the unit vector from the board to the light."""
    e, a = math.radians(light.elevation), math.radians(light.azimuth)
    return np.array([math.cos(e) * math.sin(a), math.cos(e) * math.cos(a), math.sin(e)])


def stand(
    mesh: Mesh,
    x: float,
    y: float,
    turn: float,
    colour: Floats,
    camera: Camera,
    height: float = 0.0,
    gloss: float = 1.0,
) -> Solid:
    """Returns a body set down at a board point in mm, on the half that is there."""
    cos, sin = math.cos(turn), math.sin(turn)
    rotation = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])
    half = camera.half_at(x)
    vertices = half.place(mesh.vertices @ rotation + np.array([x, y, height]))
    foot = half.place(np.array([[x, y, height]]))[0]
    return Solid(mesh, vertices, mesh.normals @ rotation, colour, foot, gloss)


def cast_shadows(mask: NDArray[np.uint8], solids: list[Solid], light: Light, camera: Camera) -> None:
    """Adds the shadows of bodies to a mask (0 light, 255 dark) that is ``SHADOW`` times coarser than the photo."""
    direction = sun(light)
    for solid in solids:
        drop = (solid.vertices[:, 2:3] - solid.foot[2]) / direction[2]
        ground = solid.vertices - drop * direction
        pixels = camera.project(ground) / SHADOW
        for part in solid.mesh.parts:
            hull = cv2.convexHull(pixels[part].astype(np.float32))
            cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def press_down(mask: NDArray[np.uint8], outline: Floats, camera: Camera) -> None:
    """Adds the dark rim that a piece has where it touches the board; ``outline`` (n, 3) is that of its base."""
    pixels = camera.project(outline) / SHADOW
    cv2.fillConvexPoly(mask, np.round(pixels * 16).astype(np.int32), 150, cv2.LINE_AA, 4)


def lit_shares(solids: list[Solid], light: Light) -> Floats:
    """Returns for each body the share of direct light that the bodies between it and the lamp let through."""
    if not solids:
        return np.zeros(0)
    feet = np.stack([solid.foot[:2] for solid in solids])
    tall = np.array([solid.mesh.height for solid in solids])
    direction = sun(light)
    away = direction[:2] / max(float(np.linalg.norm(direction[:2])), 1e-6)
    reach = tall * np.linalg.norm(direction[:2]) / max(float(direction[2]), 0.2)
    apart = feet[None] - feet[:, None]
    # How far the other body stands towards the lamp, and how far beside the line to it.
    along = apart @ away
    beside = np.abs(apart @ np.array([-away[1], away[0]]))
    hidden = np.clip(1 - along / np.maximum(reach[None], 1e-6), 0, 1) * np.clip(1.3 - beside / 9, 0, 1) * (along > 4)
    return np.asarray(np.clip(1 - 0.8 * hidden.max(1), 0.25, 1.0))


def draw(
    image: Image, owner: NDArray[np.uint16], number: int, solid: Solid, light: Light, camera: Camera, lit: float
) -> int:
    """Draws one body and writes ``number`` where it is seen first in ``owner``; returns how many pixels it covers.

    ``lit`` is the share of direct light (0 in the shadow of another piece).
    """
    pixels = camera.project(solid.vertices)
    box = box_of(pixels, camera.size)
    if box is None:
        return 0
    x0, y0, x1, y1 = box
    corners = solid.vertices[solid.mesh.faces]
    middles = corners.mean(1)
    to_eye = camera.position - middles
    seen = np.nonzero((solid.normals * to_eye).sum(1) > 0)[0]
    order = seen[np.argsort(-(to_eye[seen] ** 2).sum(1))]
    colours = np.empty((len(order), 4))
    colours[:, :3] = _shade(solid, order, middles, to_eye, light, lit)
    colours[:, 3] = 255
    canvas = np.zeros(((y1 - y0) * FINE, (x1 - x0) * FINE, 4), np.uint8)
    flat = np.round(((pixels - (x0, y0) + 0.5) * FINE - 0.5) * 16).astype(np.int32)
    shapes = flat[solid.mesh.faces[order]]
    for shape, colour in zip(shapes, colours.tolist(), strict=True):
        cv2.fillConvexPoly(canvas, shape, colour, cv2.LINE_8, 4)
    small = cv2.resize(canvas, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    part = image[y0:y1, x0:x1]
    alpha = small[..., 3:4].astype(np.uint16)
    part[:] = (part * (255 - alpha) // 255 + small[..., :3]).clip(0, 255).astype(np.uint8)
    covered = small[..., 3] > 127
    owner[y0:y1, x0:x1][covered] = number
    return int(covered.sum())


def _shade(solid: Solid, order: NDArray[np.intp], middles: Floats, to_eye: Floats, light: Light, lit: float) -> Floats:
    direction = sun(light)
    normals = solid.normals[order]
    facing = np.clip(normals @ direction, 0, None)
    sky = 0.55 + 0.45 * normals[:, 2]
    height = middles[order, 2] - solid.foot[2]
    open_sky = np.clip(0.55 + height / 30, 0.55, 1.0)
    direct = (1 - light.ambient) / max(float(direction[2]), 0.25)
    bright = light.ambient * sky * open_sky + direct * facing * lit
    eye = to_eye[order] / np.linalg.norm(to_eye[order], axis=1, keepdims=True)
    half = eye + direction
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    gloss = np.where(solid.mesh.tones[order] < 0.9, 0.02, 0.08)
    shine = solid.gloss * gloss * lit * np.clip((normals * half).sum(1), 0, 1) ** 18
    albedo = to_linear(solid.colour)[None] * solid.mesh.tones[order][:, None]
    return to_stored(albedo * bright[:, None] + shine[:, None])
