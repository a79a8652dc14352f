"""What light and the phone do to a whole picture: shadows, uneven and coloured light, glare, blur, noise, a hand."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.rendering.camera import Camera
from tests.workshop.camera.rendering.drawing import SHADOW
from tests.workshop.camera.rendering.fields import GAMMA, Field, Image, Rng, smooth
from tests.workshop.camera.rendering.views import Light, View

COARSE = 16


def _enlarge(coarse: Field, size: tuple[int, int]) -> Field:
    return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR), np.float32)


def multiply(image: Image, gain: Field) -> None:
    """Multiplies the light of a picture in place by a coarse field of one or three channels."""
    stored = np.clip(gain, 1e-4, None) ** np.float32(1 / GAMMA)
    step = 512
    size = (image.shape[1], image.shape[0])
    full = _enlarge(stored, size)
    for top in range(0, size[1], step):
        rows = image[top : top + step]
        part = full[top : top + step]
        gains = part if part.ndim == 3 else np.repeat(part[..., None], 3, 2)
        cv2.multiply(rows, gains, dst=rows, dtype=cv2.CV_8U)


def apply_shadows(image: Image, mask: NDArray[np.uint8], light: Light, pixels_per_mm: float) -> None:
    """Darkens a picture in place where ``mask`` (255 is full shadow) is set."""
    sigma = max(light.soft * pixels_per_mm / SHADOW / 2.5, 0.5)
    soft = cv2.blur(cv2.blur(mask, (round(sigma * 2) | 1,) * 2), (round(sigma * 2) | 1,) * 2)
    table = (255 * (1 - (1 - light.ambient) * np.arange(256) / 255) ** (1 / GAMMA)).astype(np.uint8)
    gain = cv2.resize(cv2.LUT(soft, table), (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
    cv2.multiply(image, cv2.cvtColor(gain, cv2.COLOR_GRAY2BGR), dst=image, scale=1 / 255, dtype=cv2.CV_8U)


def light_field(view: View, camera: Camera, rng: Rng) -> Field:
    """Returns what a camera multiplies the scene with: lamp, far side darker, large soft shadows, cast, vignette."""
    width, height = camera.size
    shape = (-(-height // COARSE), -(-width // COARSE))
    yy, xx = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    u, v = (xx - shape[1] / 2) / shape[1], (yy - shape[0] / 2) / shape[1]
    light = view.light
    angle = math.radians(light.fall_azimuth)
    slope = u * math.sin(angle) + v * math.cos(angle)
    field = 1 - light.fall * (0.5 + slope) - 0.3 * light.fall * (u**2 + v**2)
    field *= 1 + 0.03 * light.fall * smooth(shape, 60, rng)
    for _ in range(int(rng.integers(1, 3)) if light.blinds > 0 else 0):
        turn, offset = rng.uniform(0, 2 * math.pi), rng.uniform(-0.35, 0.35)
        edge = u * math.cos(turn) + v * math.sin(turn) - offset + 0.03 * smooth(shape, 50, rng)
        field *= 1 - light.blinds / (1 + np.exp(-np.clip(edge / rng.uniform(0.008, 0.05), -30, 30)))
    vignette = 1 - 0.22 * (u**2 + v**2)
    cast = np.array(light.cast, np.float32)
    return np.asarray((field * vignette * view.exposure)[..., None] * cast, np.float32)


def add_glare(image: Image, strength: float, camera: Camera, rng: Rng) -> None:
    """Adds up to three soft reflections, the strongest of them white, in place."""
    width, height = camera.size
    shape = (-(-height // COARSE), -(-width // COARSE))
    yy, xx = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    total = np.zeros(shape, np.float32)
    for k in range(int(rng.integers(1, 4))):
        cx, cy = rng.uniform(0.15, 0.85) * shape[1], rng.uniform(0.15, 0.85) * shape[0]
        turn = rng.uniform(0, math.pi)
        long = rng.uniform(0.04, 0.11) * shape[1]
        wide = long * rng.uniform(0.35, 1.0)
        a = (xx - cx) * math.cos(turn) + (yy - cy) * math.sin(turn)
        b = (yy - cy) * math.cos(turn) - (xx - cx) * math.sin(turn)
        spot = np.exp(-(((a / long) ** 2 + (b / wide) ** 2) ** 1.4))
        total += spot * strength * (1.0 if k == 0 else rng.uniform(0.3, 0.8))
    added = _enlarge(np.clip(total * 235, 0, 255).astype(np.float32), (width, height)).astype(np.uint8)
    cv2.add(image, cv2.cvtColor(added, cv2.COLOR_GRAY2BGR), dst=image)


def add_hand(image: Image, rng: Rng) -> NDArray[np.uint8]:
    """Draws a hand that reaches in from a side, with its shadow, in place; returns where it is (255)."""
    height, width = image.shape[:2]
    unit = width / 4032
    skin = np.array([120.0, 150.0, 200.0]) * rng.uniform(0.55, 1.1)
    side = int(rng.integers(3))
    start = np.array(
        [(rng.uniform(0.2, 0.8) * width, height * 1.05), (-0.05 * width, rng.uniform(0.3, 0.9) * height),
         (1.05 * width, rng.uniform(0.3, 0.9) * height)][side]
    )  # fmt: skip
    aim = np.array([width / 2, height / 2]) + rng.normal(0, 0.12, 2) * width - start
    aim /= np.linalg.norm(aim)
    across = np.array([-aim[1], aim[0]])
    palm = start + aim * rng.uniform(500, 900) * unit
    mask = np.zeros((height, width), np.uint8)
    cv2.line(mask, _at(start - aim * 300 * unit), _at(palm), 255, round(300 * unit), cv2.LINE_AA)
    cv2.circle(mask, _at(palm), round(210 * unit), 255, -1, cv2.LINE_AA)
    for k in range(5):
        spread = (k - 2) * 0.2 + rng.normal(0, 0.05) + (0.5 if k == 4 else 0)
        way = aim * math.cos(spread) + across * math.sin(spread)
        root = palm + across * (k - 2) * 85 * unit
        tip = root + way * rng.uniform(300, 420) * unit * (0.7 if k == 4 else 1)
        cv2.line(mask, _at(root), _at(tip), 255, round(95 * unit), cv2.LINE_AA)
    shift = round(90 * unit)
    beside = cv2.warpAffine(mask, np.array([[1.0, 0, shift], [0, 1.0, shift]]), (width, height))
    shadow = cv2.blur(beside, (round(81 * unit) | 1,) * 2)
    cv2.multiply(image, cv2.cvtColor(255 - (shadow // 3), cv2.COLOR_GRAY2BGR), dst=image, scale=1 / 255)
    form = cv2.blur(mask, (round(121 * unit) | 1,) * 2).astype(np.float32)[..., None] / 255
    colour = np.clip(skin * (0.55 + 0.45 * form), 0, 255).astype(np.uint8)
    cv2.copyTo(colour, mask, image)
    return mask


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return (round(float(point[0])), round(float(point[1])))


def take(image: Image, view: View, rng: Rng) -> Image:
    """Returns what the phone stores of a scene: blur, contrast, sharpening, noise, JPEG."""
    scale = max(image.shape[:2]) / 4032
    sigma = view.blur * scale
    out = cv2.GaussianBlur(image, (0, 0), sigma) if sigma > 0.2 else image
    if view.motion * scale >= 1.0:
        out = cv2.filter2D(out, -1, _streak(view.motion * scale, view.motion_azimuth))
    if view.sharpen > 0:
        out = cv2.addWeighted(
            out, 1 + view.sharpen, cv2.GaussianBlur(out, (0, 0), max(1.6 * scale, 0.6)), -view.sharpen, 0
        )
    table = np.clip((np.arange(256) / 255 - 0.5) * view.contrast * 255 + 127.5, 0, 255).astype(np.uint8)
    out = cv2.LUT(out, table)
    if view.noise > 0:
        out = _noisy(np.asarray(out, np.uint8), view.noise, rng)
    coded = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, view.jpeg])[1]
    decoded = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return np.asarray(decoded, np.uint8)


def _streak(length: float, azimuth: float) -> Field:
    side = math.ceil(length) | 1
    kernel = np.zeros((side + 2, side + 2), np.float32)
    middle, way = (side + 1) / 2, (math.cos(math.radians(azimuth)), math.sin(math.radians(azimuth)))
    for step in np.linspace(-length / 2, length / 2, 4 * side):
        kernel[round(middle + step * way[1]), round(middle + step * way[0])] += 1
    return np.asarray(kernel / kernel.sum())


def _noisy(image: Image, level: float, rng: Rng) -> Image:
    tile = 509
    grain = rng.normal(0, level * 1.25, (tile, tile, 3)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.55) * 1.35 + rng.normal(0, level * 0.25, (tile, tile, 1)).astype(
        np.float32
    )
    rough = np.clip(np.round(grain), -127, 127).astype(np.int16)
    rows, columns = image.shape[:2]
    out = np.empty_like(image)
    for top in range(0, rows, tile):
        for left in range(0, columns, tile):
            part = image[top : top + tile, left : left + tile]
            shift = rng.integers(0, tile, 2)
            moved = np.roll(rough, tuple(shift), (0, 1))[: part.shape[0], : part.shape[1]]
            cv2.add(part, moved, dst=out[top : top + tile, left : left + tile], dtype=cv2.CV_8U)
    return out
