"""How far one copy of the game may be from what we imagine of it: sizes, shapes, gloss and paint of its pieces.

Nobody measured the real pieces for us. Worlds of ``WIDE`` therefore vary far: bases +-35 %, figures 20 to 55 mm tall,
tokens, vehicles and worms of other sizes and builds, leaders in the colour of their units.
"""

import math
from dataclasses import dataclass

import numpy as np

from tests.workshop.camera.rendering.fields import Floats, Rng, bgr, generator, varied

WIDE = range(2000, 4000)
"""Seeds of worlds that vary in everything; those before vary as little as they always did."""

LEAST, MOST = 0.68, 1.4


@dataclass(frozen=True)
class Shapes:
    """Factors of what :mod:`sculpts` and :mod:`placing` draw: 1 is what they have.

    ``base`` is of the bases of figures, ``tall`` and ``bulk`` of their bodies, ``vehicle`` along, across and up,
    ``token``, ``wormsign`` and ``home`` of cardboard. ``plain`` figures are turned cones and discs instead of people.
    ``gloss`` is of shine; ``wash`` (0 to 1) how unevenly plastic is painted.
    """

    base: float = 1.0
    tall: float = 1.0
    bulk: float = 1.0
    vehicle: tuple[float, float, float] = (1.0, 1.0, 1.0)
    worm: tuple[float, float, float] = (1.0, 1.0, 1.0)
    token: float = 1.0
    wormsign: float = 1.0
    home: float = 1.0
    plain: bool = False
    gloss: float = 1.0
    wash: float = 0.0

    def cardboard(self, kind: str) -> float:
        """Returns the factor of a kind of cardboard."""
        return {"token": self.token, "wormsign": self.wormsign}.get(kind, self.home)


USUAL = Shapes()


def choose_shapes(seed: int) -> Shapes:
    """Returns the shapes of a world's pieces."""
    if seed not in WIDE:
        return USUAL
    rng = generator("shapes", seed)
    base = math.exp(rng.uniform(math.log(LEAST), math.log(MOST)))
    tall = float(np.clip(base**0.6 * math.exp(rng.normal(0, 0.2)), 0.77, 1.6))
    bulk = float(np.clip(math.sqrt(base * tall) * rng.uniform(0.85, 1.15), 0.6, 1.25 * base))

    def build(spread: float) -> tuple[float, float, float]:
        size = math.exp(rng.normal(0, 0.12))
        along, across, up = (float(np.clip(size * math.exp(rng.normal(0, spread)), 0.6, 1.5)) for _ in range(3))
        return along, across, up

    return Shapes(
        base,
        tall,
        bulk,
        build(0.15),
        build(0.1),
        float(rng.uniform(0.72, 1.3)),
        float(rng.uniform(0.75, 1.3)),
        float(rng.uniform(0.75, 1.2)),
        bool(rng.random() < 0.4),
        float(rng.choice([0.4, 1.0, rng.uniform(1.5, 4.0)])),
        float(rng.choice([0.0, rng.uniform(0.05, 0.3)])),
    )


@dataclass(frozen=True, eq=False)
class Plastics:
    """Colours (BGR) that a wide world has otherwise: leaders by faction, special units, vehicles, worms, cardboard."""

    leader: dict[str, Floats]
    special: dict[str, Floats]
    grey: Floats
    worm: Floats
    cardboard: dict[str, Floats]


def choose_plastics(seed: int, plastic: dict[str, Floats], cardboard: dict[str, Floats]) -> Plastics:
    """Returns the colours of a wide world's pieces, beside those of its units and usual cardboard."""
    rng = generator("plastics", seed)
    leader = {faction: _shade(colour, rng) for faction, colour in plastic.items()}
    special = {"harkonnen": plastic["harkonnen"], "atreides": plastic["atreides"]}
    if rng.random() < 0.35:
        # Elite troops of the Emperor may be of a plastic of their own.
        special["harkonnen"] = varied(bgr(104, 100, 104), rng, 0, 0.5, 0.35)
    grey = varied(varied(bgr(116, 112, 106), rng, 40, 1.0, 0.0) * rng.uniform(0.3, 1.35), rng, 30, 0.5, 0.1)
    board = {key: varied(colour, rng, 14, 0.3, 0.3) for key, colour in cardboard.items()}
    if rng.random() < 0.4:
        # Cardboard of places in the colours of the tokens of their side.
        board["sietch"] = varied(board["atreides"], rng, 4, 0.1, 0.1)
        board["settlement"] = varied(board["harkonnen"], rng, 4, 0.1, 0.1)
    return Plastics(leader, special, grey, varied(bgr(150, 116, 82), rng, 14, 0.5, 0.4), board)


def _shade(colour: Floats, rng: Rng) -> Floats:
    draw = rng.random()
    if draw < 0.3:
        return colour
    if draw < 0.4:
        return np.asarray(colour * rng.uniform(0.6, 0.85))
    return np.asarray(colour + (255 - colour) * rng.uniform(0.1, 0.45))
