"""How a photo is taken: where the camera stands, the light, what is in the way, and what the phone makes of it."""

from dataclasses import dataclass, field, replace

from tests.workshop.camera.rendering.fields import Rng


@dataclass(frozen=True)
class Light:
    """Directions in degrees as for the camera; ``ambient`` is the share that falls into shadows.

    ``cast`` multiplies blue, green, red; ``fall`` is how much darker the far side is (0 to 1); ``blinds`` is the depth
    of one or two large soft shadows of people or furniture.
    """

    azimuth: float = 220.0
    elevation: float = 60.0
    ambient: float = 0.6
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    fall: float = 0.1
    fall_azimuth: float = 0.0
    soft: float = 4.0
    blinds: float = 0.0


@dataclass(frozen=True)
class View:
    """One way to photograph the table.

    Angles in degrees: ``elevation`` 90 looks straight down; ``azimuth`` 0 stands at the bottom edge, 90 at the right;
    ``roll`` turns the phone. ``focal`` in longer sides of the photo. ``fill``: how much of the photo the board takes,
    more than 1 crops it. ``target``: where in mm from the centre of the board the camera points. ``span``: None shows
    the whole board, else the width in mm around ``target`` that fills the photo (a photo of one sector). ``blur`` and
    ``motion`` in pixels and ``noise`` in levels for a photo 4032 pixels wide. ``glare``: strength of up to three
    reflections. ``tilts`` (degrees) and ``step`` (mm): how the halves lie.
    """

    elevation: float = 70.0
    azimuth: float = 0.0
    roll: float = 0.0
    focal: float = 0.76
    lens: tuple[float, float] = (0.0, 0.0)
    fill: float = 0.92
    target: tuple[float, float] = (0.0, 0.0)
    span: float | None = None
    portrait: bool = False
    light: Light = field(default_factory=Light)
    shadows: bool = True
    glare: float = 0.0
    noise: float = 2.0
    blur: float = 0.8
    motion: float = 0.0
    motion_azimuth: float = 0.0
    exposure: float = 1.0
    contrast: float = 1.0
    sharpen: float = 0.3
    jpeg: int = 90
    hand: bool = False
    markers: bool = True
    tilts: tuple[float, float] = (0.0, 0.0)
    step: float = 0.0
    gap: float = 0.3


def _stand(rng: Rng) -> tuple[float, bool]:
    """Returns azimuth and portrait: mostly from the long bottom edge, at times across, seldom from a short side."""
    draw = rng.random()
    if draw < 0.75:
        return float(rng.normal(0, 12)), False
    if draw < 0.9:
        return float(180 + rng.normal(0, 12)), False
    return float(rng.choice([90.0, 270.0]) + rng.normal(0, 10)), True


def _halves(rng: Rng) -> dict[str, object]:
    return {
        "tilts": (float(rng.uniform(-0.1, 0.6)), float(rng.uniform(-0.1, 0.6))),
        "step": float(rng.uniform(-0.8, 0.8)),
        "gap": float(rng.uniform(0.1, 1.0)),
    }


def _cast(rng: Rng, strength: float) -> tuple[float, float, float]:
    warm = float(rng.uniform(-strength, strength))
    green = float(rng.uniform(-strength, strength) * 0.3)
    return (1.0 - warm, 1.0 + green, 1.0 + warm)


def good_view(rng: Rng) -> View:
    """Returns a photo as the guidance asks for: 52 to 84 degrees from above, mild light, sharp."""
    azimuth, portrait = _stand(rng)
    light = Light(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(45, 80)),
        ambient=float(rng.uniform(0.5, 0.8)),
        cast=_cast(rng, 0.12),
        fall=float(rng.uniform(0, 0.2)),
        fall_azimuth=float(rng.uniform(0, 360)),
        soft=float(rng.uniform(3, 9)),
        blinds=float(rng.choice([0.0, rng.uniform(0.0, 0.2)])),
    )
    return View(
        elevation=float(rng.uniform(52, 84)),
        azimuth=azimuth,
        roll=float(rng.normal(0, 2)),
        focal=float(rng.uniform(0.7, 0.86)),
        lens=(float(rng.uniform(-0.03, 0.02)), float(rng.uniform(-0.01, 0.01))),
        fill=float(rng.uniform(0.86, 0.97)),
        target=(float(rng.normal(0, 12)), float(rng.normal(0, 10))),
        portrait=portrait,
        light=light,
        glare=float(rng.choice([0.0, 0.0, rng.uniform(0.05, 0.25)])),
        noise=float(rng.uniform(1, 3.5)),
        blur=float(rng.uniform(0.6, 1.3)),
        exposure=float(rng.uniform(0.85, 1.12)),
        contrast=float(rng.uniform(0.95, 1.08)),
        sharpen=float(rng.uniform(0, 0.6)),
        jpeg=int(rng.integers(84, 96)),
        markers=bool(rng.random() < 0.6),
        **_halves(rng),  # type: ignore[arg-type]
    )


def of_a_phone(view: View, rng: Rng) -> View:
    """Returns the view as another phone stores it: sharpened much or not at all, with more or less contrast."""
    return replace(view, sharpen=float(rng.uniform(0, 1.6)), contrast=view.contrast * float(rng.uniform(0.9, 1.2)))


def hard_view(rng: Rng) -> View:
    """Returns a bad photo: 45 to 75 degrees, glare, hard shadows, coloured light, blur, at times cropped or a hand."""
    azimuth, portrait = _stand(rng)
    light = Light(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(30, 70)),
        ambient=float(rng.uniform(0.3, 0.55)),
        cast=_cast(rng, 0.28),
        fall=float(rng.uniform(0.15, 0.5)),
        fall_azimuth=float(rng.uniform(0, 360)),
        soft=float(rng.uniform(1, 5)),
        blinds=float(rng.uniform(0.1, 0.5)),
    )
    return View(
        elevation=float(rng.uniform(45, 75)),
        azimuth=azimuth + float(rng.normal(0, 8)),
        roll=float(rng.normal(0, 4)),
        focal=float(rng.uniform(0.68, 0.9)),
        lens=(float(rng.uniform(-0.06, 0.04)), float(rng.uniform(-0.02, 0.02))),
        fill=float(rng.uniform(0.8, 1.04)),
        target=(float(rng.normal(0, 18)), float(rng.normal(0, 14))),
        portrait=portrait,
        light=light,
        glare=float(rng.uniform(0.2, 0.8)),
        noise=float(rng.uniform(3, 8)),
        blur=float(rng.uniform(1.0, 2.4)),
        motion=float(rng.choice([0.0, rng.uniform(2, 7)])),
        motion_azimuth=float(rng.uniform(0, 180)),
        exposure=float(rng.uniform(0.65, 1.25)),
        contrast=float(rng.uniform(0.9, 1.15)),
        sharpen=float(rng.uniform(0, 0.9)),
        jpeg=int(rng.integers(62, 90)),
        hand=bool(rng.random() < 0.15),
        markers=bool(rng.random() < 0.4),
        **_halves(rng),  # type: ignore[arg-type]
    )
