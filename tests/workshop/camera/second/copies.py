"""Copies of the game as the second renderer knows them: plastics, bases, heights, cardboard, paint; all by seed.

*likely*: leaders lighter than their units, Sardaukar in the red of their faction. *stress*: leaders of the same shade,
Sardaukar grey.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from vision.board.geometry import DEFAULT_WIDTH, Board, board

Colour = tuple[float, float, float]
Rng = np.random.Generator
Variant = Literal["likely", "stress"]
VARIANTS: tuple[Variant, ...] = ("likely", "stress")

FIRST_SEED = 5000
"""Copies that are reported are this one and following."""

HARKONNEN = ((4, 0.72, 0.56), (356, 0.62, 0.44), (14, 0.66, 0.60), (350, 0.75, 0.50))
ATREIDES = ((214, 0.52, 0.52), (190, 0.48, 0.46), (228, 0.45, 0.50), (160, 0.40, 0.42))
MACHINES = ((30, 0.06, 0.26), (220, 0.08, 0.40), (34, 0.30, 0.42), (40, 0.10, 0.60), (90, 0.12, 0.32))
WORMS = ((32, 0.32, 0.58), (24, 0.42, 0.44), (44, 0.16, 0.74), (20, 0.26, 0.34))
CARDBOARD: dict[str, tuple[float, float, float]] = {
    "harkonnen": (4, 0.66, 0.40),
    "atreides": (204, 0.50, 0.46),
    "wormsign": (40, 0.52, 0.72),
    "sietch": (176, 0.34, 0.42),
    "settlement": (12, 0.52, 0.44),
    "station": (96, 0.20, 0.42),
    "atomics": (50, 0.80, 0.86),
}


@dataclass(frozen=True)
class Plastic:
    """A colour (red, green, blue as stored, 0 to 1) and how much it shines (0 to 1)."""

    colour: Colour
    gloss: float


@dataclass(frozen=True)
class Copy:
    """One copy of the game.

    ``factor`` scales all bases; ``reach`` are radii in mm of bases and cardboard by kind, ``tall`` heights in mm;
    ``plastics`` by faction, ``faction.leader``, ``sardaukar``, ``machine`` and ``worm``; ``card`` colours of cardboard,
    ``thick`` its thickness, ``corners`` how many corners its shapes have (0: round). ``build`` says which of some
    bodies the pieces have.
    """

    seed: int
    variant: Variant
    factor: float
    reach: dict[str, float]
    tall: dict[str, float]
    plastics: dict[str, Plastic]
    card: dict[str, Colour]
    thick: float
    corners: dict[str, int]
    build: int

    @property
    def board(self) -> Board:
        """Returns the board in mm."""
        return board(DEFAULT_WIDTH)

    def made_of(self, kind: str, faction: str | None) -> Plastic:
        """Returns what a piece is made of; cardboard hardly shines."""
        if kind in self.card:
            return Plastic(self.card[kind], 0.06)
        if faction is None:
            return self.plastics["worm" if kind in ("sandworm", "wild_maker") else "machine"]
        if kind == "token":
            return Plastic(self.card[faction], 0.06)
        if kind in ("generic", "named"):
            return self.plastics[f"{faction}.leader"]
        return self.plastics["sardaukar" if (faction, kind) == ("harkonnen", "special") else faction]


def generator(*words: int | str) -> Rng:
    """Returns a generator that depends on every word."""
    return np.random.default_rng([w if isinstance(w, int) else int.from_bytes(w.encode(), "big") for w in words])


def shade(hue: float, saturation: float, value: float, rng: Rng, spread: float = 1.0) -> Colour:
    """Returns a colour near a hue in degrees."""
    return colorsys.hsv_to_rgb(
        (hue + rng.normal(0, 5) * spread) % 360 / 360,
        float(np.clip(saturation * (1 + rng.normal(0, 0.1) * spread), 0, 1)),
        float(np.clip(value * (1 + rng.normal(0, 0.1) * spread), 0, 1)),
    )


def _lighter(colour: Colour, by: float) -> Colour:
    return (colour[0] + (1 - colour[0]) * by, colour[1] + (1 - colour[1]) * by, colour[2] + (1 - colour[2]) * by)


@lru_cache(maxsize=32)
def copy_of(seed: int, variant: Variant = "likely", factor: float | None = None) -> Copy:
    """Returns the copy of a seed; ``factor`` replaces the one its bases would have (0.7 to 1.4, mostly about 1)."""
    rng = generator("copy", seed)
    own = float(rng.triangular(0.7, 1.0, 1.4))
    factor = own if factor is None else factor
    plastics: dict[str, Plastic] = {}
    for faction, choice in (("harkonnen", HARKONNEN), ("atreides", ATREIDES)):
        colour = shade(*choice[int(rng.integers(len(choice)))], rng)
        gloss = float(rng.uniform(0.05, 0.6))
        by = float(rng.uniform(0.18, 0.38))
        plastics[faction] = Plastic(colour, gloss)
        plastics[f"{faction}.leader"] = Plastic(_lighter(colour, by if variant == "likely" else 0.0), gloss)
    grey = shade(220, 0.06, 0.46, rng)
    red = plastics["harkonnen"]
    plastics["sardaukar"] = red if variant == "likely" else Plastic(grey, red.gloss)
    plastics["machine"] = Plastic(shade(*MACHINES[int(rng.integers(len(MACHINES)))], rng), float(rng.uniform(0, 0.5)))
    plastics["worm"] = Plastic(shade(*WORMS[int(rng.integers(len(WORMS)))], rng), float(rng.uniform(0, 0.4)))
    tall = float(rng.uniform(22, 31))
    return Copy(
        seed,
        variant,
        factor,
        _reaches(rng, factor),
        {
            "regular": tall,
            "elite": tall * float(rng.uniform(1.0, 1.18)),
            "special": tall * float(rng.uniform(1.05, 1.25)),
            "generic": tall * float(rng.uniform(1.1, 1.35)),
            "named": tall * float(rng.uniform(1.2, 1.5)),
            "harvester": float(rng.uniform(14, 24)),
            "ornithopter": float(rng.uniform(14, 30)),
            "carryall": float(rng.uniform(14, 28)),
            "sandworm": float(rng.uniform(34, 55)),
            "wild_maker": float(rng.uniform(50, 64)),
        },
        plastics,
        {kind: shade(*colour, rng) for kind, colour in CARDBOARD.items()},
        float(rng.uniform(1.4, 2.8)),
        {kind: int(rng.choice([0, 0, 4, 6, 8])) for kind in ("token", "wormsign", "sietch", "settlement", "station")},
        int(rng.integers(1 << 30)),
    )


def _reaches(rng: Rng, factor: float) -> dict[str, float]:
    foot = float(rng.uniform(8.4, 9.8))
    figures = {
        "regular": foot,
        "elite": foot * float(rng.uniform(1.15, 1.35)),
        "special": foot * float(rng.uniform(1.05, 1.2)),
        "generic": foot * float(rng.uniform(1.1, 1.35)),
        "named": foot * float(rng.uniform(1.2, 1.5)),
        "sandworm": float(rng.uniform(13, 19)),
        "wild_maker": float(rng.uniform(18, 23)),
    }
    # Machines stand on what they are, not on a base: these do not follow the factor.
    machines = {
        "harvester": float(rng.uniform(15, 21)),
        "ornithopter": float(rng.uniform(8, 12)),
        "carryall": float(rng.uniform(9, 13)),
    }
    cardboard = {
        "token": float(rng.uniform(9, 13.5)),
        "wormsign": float(rng.uniform(8.5, 13)),
        "sietch": float(rng.uniform(10, 15)),
        "settlement": float(rng.uniform(10, 15)),
        "station": float(rng.uniform(7, 11)),
        "atomics": float(rng.uniform(8, 11)),
    }
    return {kind: reach * factor for kind, reach in figures.items()} | machines | cardboard
