"""Photos by a path tracer (Mitsuba): soft light from rooms and lamps, what shines, what reflects, what shades what.

Prints, positions, places and phones are those of :mod:`tests.workshop.camera.rendering`; bodies, light and gloss are
not. Needs the extra ``teaching``, and for speed a library of LLVM (Debian: libllvm19, named by DRJIT_LIBLLVM_PATH);
without one (the variant scalar_rgb) a photo takes five times as long.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.rendering import optics
from tests.workshop.camera.rendering.camera import TABLE_LEVEL, Camera, Half
from tests.workshop.camera.rendering.cardboard import THICK, edge_of, face, laid, outline
from tests.workshop.camera.rendering.fields import GAMMA, Floats, Image, Rng, generator, smooth, to_linear
from tests.workshop.camera.rendering.placing import CARDBOARD_RADIUS, Piece, place
from tests.workshop.camera.rendering.scene import FULL, Photo, Seen, camera_for, truth_of
from tests.workshop.camera.rendering.table import TABLE_MARGIN, beside, card_places, marker_card
from tests.workshop.camera.rendering.views import View
from tests.workshop.camera.rendering.worlds import World
from tests.workshop.camera.traced.sculptures import sculpture

RAYS = 6
"""Rays a pixel."""

ROOM = 1.12
"""How much wider than the photo the picture is from which the lens bends it."""

LAMP_AWAY = 2200.0
SOFT = 70.0
"""A lamp so far away whose radius is ``soft / SOFT`` of that makes shadows ``soft`` mm soft."""

Scene = dict[str, Any]


def photo(
    world: World, position: Mapping[str, Any] | None, view: View, rng: Rng, size: tuple[int, int] = FULL
) -> Photo:
    """As :func:`tests.workshop.camera.rendering.scene.photo`."""
    camera = camera_for(world.board, view, size)
    pieces = [] if position is None else place(position, world.board, rng, world.shapes)
    image = _developed(_traced(world, view, camera, pieces, rng), camera)
    optics.multiply(image, optics.light_field(view, camera, rng))
    if view.glare > 0:
        optics.add_glare(image, view.glare, camera, rng)
    if view.hand:
        optics.add_hand(image, rng)
    seen = tuple(Seen(piece, (0.0, 0.0), None, 1.0) for piece in pieces)
    return Photo(optics.take(image, view, rng), truth_of(pieces, camera), seen, view, camera)


def _traced(world: World, view: View, camera: Camera, pieces: list[Piece], rng: Rng) -> NDArray[np.float32]:
    import mitsuba as mi

    if mi.variant() is None:
        mi.set_variant("llvm_ad_rgb", "scalar_rgb")
    scene: Scene = {"type": "scene", "integrator": {"type": "path", "max_depth": 2}, "sensor": _sensor(mi, camera)}
    scene |= _lights(mi, view, rng)
    scene |= _ground(mi, world, view, camera)
    scene |= _cardboard(mi, world, camera, [piece for piece in pieces if piece.flat])
    scene |= _bodies(mi, world, camera, [piece for piece in pieces if not piece.flat])
    light = mi.render(mi.load_dict(scene), seed=int(rng.integers(1 << 30)))
    return np.asarray(light, np.float32)[..., :3]


def _developed(light: NDArray[np.float32], camera: Camera) -> Image:
    """Returns what the lens makes of a picture of light: bent, and as stored."""
    stored = (255 * np.clip(light[..., ::-1], 0, 1) ** (1 / GAMMA)).astype(np.uint8)
    width, height = camera.size
    gx, gy = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    straight = (camera.straight(np.stack([gx, gy], axis=-1).reshape(-1, 2)) * camera.focal).reshape(height, width, 2)
    middle = (np.array(stored.shape[1::-1]) - 1) / 2
    mx, my = (np.ascontiguousarray(straight[..., n] + middle[n], np.float32) for n in (0, 1))
    return np.asarray(cv2.remap(stored, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


# ---- y runs down the board, as everywhere; the tracer wants it up


def _up(points: Floats) -> NDArray[np.float32]:
    return np.asarray(points * (1, -1, 1), np.float32)


def _sensor(mi: Any, camera: Camera) -> Scene:
    _right, down, forward = camera.rotation * (1, -1, 1)
    origin = camera.position * (1, -1, 1)
    wide, tall = (round(side * ROOM) for side in camera.size)
    look = mi.ScalarTransform4f().look_at(origin.tolist(), (origin + forward).tolist(), (-down).tolist())
    return {
        "type": "perspective",
        "fov_axis": "x",
        "fov": math.degrees(2 * math.atan(wide / 2 / camera.focal)),
        "near_clip": 10.0,
        "far_clip": 20000.0,
        "to_world": look,
        "film": {"type": "hdrfilm", "width": wide, "height": tall, "rfilter": {"type": "gaussian", "stddev": 0.45}},
        "sampler": {"type": "independent", "sample_count": RAYS},
    }


def _lights(mi: Any, view: View, rng: Rng) -> Scene:
    """A room, brighter here and there, and a lamp: on level ground as much light as the view says."""
    light = view.light
    tall, wide = 32, 64
    room = 1 + 0.5 * np.abs(smooth((tall, wide), float(rng.uniform(6, 20)), rng))
    rise = np.cos((np.arange(tall) + 0.5) / tall * math.pi)[:, None]
    room *= np.where(rise > 0, 1.0, 0.35)
    for _ in range(int(rng.integers(0, 4))):
        y, x = int(rng.integers(4, 16)), int(rng.integers(0, wide))
        room[y : y + int(rng.integers(2, 7)), x : x + int(rng.integers(3, 12))] *= float(rng.uniform(2, 7))
    weight = np.clip(rise, 0, None) * np.sin((np.arange(tall) + 0.5) / tall * math.pi)[:, None]
    room *= light.ambient / float((room * weight).sum() / (weight.sum() * wide))
    sky = np.repeat(room[..., None], 3, axis=2) * rng.uniform(0.93, 1.07, 3)
    up, around = math.radians(light.elevation), math.radians(light.azimuth)
    way = np.array([math.cos(up) * math.sin(around), -math.cos(up) * math.cos(around), math.sin(up)])
    share = light.soft / SOFT
    radiance = (1 - light.ambient) / math.sin(up) / share**2
    return {
        "room": {
            "type": "envmap",
            "bitmap": mi.Bitmap(np.asarray(sky, np.float32)),
            "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90),
        },
        "lamp": {
            "type": "sphere",
            "center": (way * LAMP_AWAY + np.array([330, -230, 0])).tolist(),
            "radius": LAMP_AWAY * share,
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": [float(radiance)] * 3}},
        },
    }


def _plain(colour: Any) -> Scene:
    return {"type": "rgb", "value": to_linear(np.clip(np.asarray(colour)[::-1], 4, 250)).tolist()}


def _printed(mi: Any, image: Image, gloss: float = 0.0) -> Scene:
    """Something printed; ``gloss`` (0 to 1) is how much of the light its varnish throws back."""
    light = np.asarray((image[..., ::-1].astype(np.float32) / 255) ** GAMMA, np.float32)
    bitmap = {"type": "bitmap", "bitmap": mi.Bitmap(light), "raw": True, "wrap_mode": "mirror"}
    return _sided(bitmap, gloss, 0.35)


def _mesh(mi: Any, vertices: Any, faces: Any, bsdf: Scene, at: Any = None, normals: Any = None) -> Any:
    """Returns a mesh of the tracer; ``at`` are places (n, 2) in a print, 0 to 1."""
    made = mi.Properties()
    made["bsdf"] = mi.load_dict(bsdf)
    mesh = mi.Mesh("piece", len(vertices), len(faces), made, normals is not None, at is not None)
    values = mi.traverse(mesh)
    values["vertex_positions"] = np.ascontiguousarray(vertices, np.float32).ravel()
    values["faces"] = np.ascontiguousarray(faces, np.uint32).ravel()
    if normals is not None:
        values["vertex_normals"] = np.ascontiguousarray(normals, np.float32).ravel()
    if at is not None:
        values["vertex_texcoords"] = np.ascontiguousarray(at, np.float32).ravel()
    values.update()
    return mesh


SQUARE = np.array([[0, 1, 2], [0, 2, 3]])


def _ground(mi: Any, world: World, view: View, camera: Camera) -> Scene:
    on, rng = world.board, generator("traced", world.seed)
    printed = _printed(mi, _print(world), float(rng.choice([0.0, rng.uniform(0.2, 1.0)])))
    scene: Scene = {}
    for name, half, x0, x1 in (("left", camera.left, 0.0, on.seam), ("right", camera.right, on.seam, on.width)):
        flat = np.array([[x0, 0, 0], [x1, 0, 0], [x1, on.height, 0], [x0, on.height, 0]], np.float64)
        at = np.column_stack([flat[:, 0] / on.width, flat[:, 1] / on.height])
        scene[name] = _mesh(mi, _up(half.place(flat)), SQUARE, printed, at)
        low = half.place(flat - (0, 0, 2.0))
        rim = np.concatenate([half.place(flat - (0, 0, 0.05)), low])
        sides = [[k, (k + 1) % 4, 4 + (k + 1) % 4, 4 + k] for k in range(4)]
        faces = np.array([[a, b, c] for a, b, c, _ in sides] + [[a, c, d] for a, _, c, d in sides])
        scene[f"{name}_rim"] = _mesh(mi, _up(rim), faces, _sided(_plain((70, 84, 96))))
    far = TABLE_MARGIN
    low, high = np.array([-far, -far]), np.array([on.width + far, on.height + far])
    span = (high - low) * 3
    corners = (low + high) / 2 + np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * span
    at = (corners - low) / (high - low)
    flat = np.column_stack([corners, np.full(4, TABLE_LEVEL)])
    scene["table"] = _mesh(mi, _up(flat), SQUARE, _printed(mi, world.table_top()), at)
    if view.markers:
        for number, ring in card_places(on, world.seed).items():
            flat = np.column_stack([ring, np.full(4, TABLE_LEVEL + 0.4)])
            at = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
            scene[f"card_{number}"] = _mesh(mi, _up(flat), SQUARE, _printed(mi, marker_card(number)), at)
    return scene | _clutter(mi, world)


def _sided(colour: Scene, gloss: float = 0.0, dull: float = 0.3) -> Scene:
    if gloss <= 0:
        return {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": colour}}
    inner = {"type": "roughplastic", "diffuse_reflectance": colour, "alpha": dull, "specular_reflectance": gloss}
    return {"type": "twosided", "bsdf": inner}


@lru_cache(maxsize=2)
def _print(world: World) -> Image:
    """Returns the print of a world as another press would make it: other tones, painterly or soft, worn."""
    picture, rng = world.printed(2.0)[0], generator("touch", world.seed)
    draw = float(rng.random())
    if draw < 0.3:
        wide = float(rng.uniform(8, 30))
        picture = np.asarray(cv2.edgePreservingFilter(picture, flags=1, sigma_s=wide, sigma_r=0.35))
    elif draw < 0.45:
        picture = np.asarray(cv2.stylization(picture, sigma_s=20, sigma_r=float(rng.uniform(0.2, 0.5))))
    light = picture.astype(np.float32)
    shape = picture.shape[:2]
    light += float(rng.uniform(2, 16)) * smooth(shape, float(rng.uniform(20, 120)), rng)[..., None]
    light += float(rng.uniform(0, 10)) * smooth(shape, float(rng.uniform(2, 8)), rng)[..., None]
    grey = light.mean(axis=2, keepdims=True)
    light = grey + (light - grey) * float(rng.uniform(0.6, 1.3))
    light = 128 + (light - 128) * float(rng.uniform(0.75, 1.15)) + float(rng.uniform(-18, 18))
    light *= rng.uniform(0.92, 1.08, 3).astype(np.float32)
    return np.asarray(np.clip(light, 3, 252), np.uint8)


def _clutter(mi: Any, world: World) -> Scene:
    """Boxes and cups around the board."""
    on, rng, scene = world.board, generator("clutter of another hand", world.seed), {}
    for number in range(int(rng.integers(1, 8))):
        side, along = int(rng.integers(4)), float(rng.uniform(0, 1))
        reach, tall = float(rng.uniform(15, 60)), float(rng.choice([2.0, 25.0, rng.uniform(30, 90)]))
        away = 64 + reach * 1.42 + float(rng.uniform(0, 120))
        x, y = beside(on, side, along, away)
        is_round = rng.random() < 0.4
        move = mi.ScalarTransform4f().translate([x, -y, TABLE_LEVEL])
        bsdf = _sided(_plain(rng.uniform(20, 230, 3)), float(rng.choice([0.0, 0.6])))
        if not is_round:
            spun = move.rotate([0, 0, 1], float(rng.uniform(0, 90))).translate([0, 0, tall / 2])
            one: Scene = {"type": "cube", "to_world": spun.scale([reach, reach * float(rng.uniform(0.4, 1)), tall / 2])}
        else:
            one = {"type": "cylinder", "to_world": move, "p0": [0, 0, 0], "p1": [0, 0, tall], "radius": reach * 0.7}
            top = move.translate([0, 0, tall]).scale(reach * 0.7)
            scene[f"lid_{number}"] = {"type": "disk", "to_world": top, "bsdf": bsdf}
        scene[f"thing_{number}"] = one | {"bsdf": bsdf}
    return scene


def _cardboard(mi: Any, world: World, camera: Camera, pieces: list[Piece]) -> Scene:
    scene: Scene = {}
    groups: dict[tuple[str, str | None, int], list[Piece]] = {}
    for piece in pieces:
        groups.setdefault((piece.kind, piece.faction, piece.face), []).append(piece)
    for number, group in enumerate(groups.values()):
        tops, places, sides = [], [], []
        for piece in group:
            ring, reach = outline(piece), piece.size * CARDBOARD_RADIUS[piece.kind]  # type: ignore[index]
            tops.append(laid(ring, THICK, piece, camera))
            places.append(ring / (2 * reach) + 0.5)
            sides.append((laid(ring, THICK - 0.03, piece, camera), laid(ring, 0.0, piece, camera)))
        count = len(tops[0])
        fan = np.array([[0, k, k + 1] for k in range(1, count - 1)])
        faces = np.concatenate([fan + count * n for n in range(len(group))])
        bsdf = _printed(mi, face(world, group[0]))
        scene[f"top_{number}"] = _mesh(mi, _up(np.concatenate(tops)), faces, bsdf, np.concatenate(places))
        rim, around = [], []
        for n, (high, low) in enumerate(sides):
            rim += [high, low]
            a = np.arange(count) + 2 * count * n
            b = np.roll(np.arange(count), -1) + 2 * count * n
            around += [np.column_stack([a, b, b + count]), np.column_stack([a, b + count, a + count])]
        edge = _sided(_plain(edge_of(world, group[0])))
        scene[f"edge_{number}"] = _mesh(mi, _up(np.concatenate(rim)), np.concatenate(around), edge)
    return scene


def _bodies(mi: Any, world: World, camera: Camera, pieces: list[Piece]) -> Scene:
    groups: dict[tuple[float, ...], list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(tuple(world.made_of(piece.kind, piece.faction)), []).append(piece)
    scene: Scene = {}
    rng = generator("shine", world.seed)
    gloss = float(np.clip(world.shapes.gloss * 0.5, 0.1, 1.0))
    dull = float(rng.uniform(0.12, 0.45))
    for number, (colour, group) in enumerate(groups.items()):
        vertices, normals, faces, start = [], [], [], 0
        for piece in group:
            one = sculpture(world.seed, piece.faction, piece.kind, piece.sculpt, world.shapes)
            cos, sin = math.cos(piece.turn), math.sin(piece.turn)
            spin = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1.0]])
            half: Half = camera.half_at(piece.x)
            placed = half.place(one.vertices.astype(np.float64) @ spin + (piece.x, piece.y, 0))
            vertices.append(_up(placed))
            normals.append(_up(one.normals.astype(np.float64) @ spin))
            # Mirrored, what was outside would be inside.
            faces.append(one.faces[:, ::-1] + start)
            start += len(one.vertices)
        scene[f"bodies_{number}"] = _mesh(
            mi,
            np.concatenate(vertices),
            np.concatenate(faces),
            _sided(_plain(colour), gloss, dull),
            None,
            np.concatenate(normals),
        )
    return scene
