"""Rendered photos that the network and the confidence are taught with: made once, kept, used as often as needed.

An example is a photo after calibration, registration and light, as a scan sees it, with what really stands there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.workshop.camera.evaluation.subjects import Take, set_up
from tests.workshop.camera.render import Seen, good_view, hard_view, photo, random_position, world
from tests.workshop.camera.rendering.fields import generator
from tests.workshop.camera.rendering.placing import HOMES
from tests.workshop.camera.rendering.views import of_a_phone
from vision.board.camera import Camera
from vision.board.geometry import board
from vision.board.observe import Shot, view
from vision.board.registration import Refused
from vision.contents import KINDS
from vision.figures import pieces as figures
from vision.figures.pieces import HOME, Evidence, home_cells
from vision.figures.sizes import USUAL, Sizes
from vision.practice.shown import Known, Shown

SIZE = (2600, 1950)
HARD = 0.4
"""Share of photos that are taken badly."""

SORTS: dict[str, str] = {
    "generic": "leader",
    "named": "leader",
    "harvester": "harvester",
    "sandworm": "sandworm",
    "wild_maker": "sandworm",
    "wormsign": "wormsign",
    "ornithopter": "ornithopter",
    "carryall": "carryall",
    "token": "token",
} | {str(kind): HOME for kind in HOMES}


@dataclass(frozen=True, eq=False)
class Example:
    """One photo: its evidence, how it was taken, the pieces that stand there, and the position that they make.

    The evidence is kept as half floats. ``width`` is that of the board in mm; ``hard`` photos were taken badly;
    ``sizes`` are those that the figures really have.
    """

    evidence: Evidence
    shot: Shot
    pieces: list[Known]
    position: dict[str, Any]
    width: float
    hard: bool
    sizes: Sizes = USUAL

    @property
    def shown(self) -> Shown:
        """The photo as one to learn from: everything that stands there is known."""
        known = np.ones(self.evidence.cells.shape[:2], np.float32)
        return Shown(self.evidence, self.shot.camera, self.pieces, known, self.sizes)


def known(seen: Seen) -> Known:
    """Returns a piece of a photo as the network learns it."""
    piece = seen.piece
    if piece.kind in KINDS:
        return Known(str(piece.faction), piece.x, piece.y, piece.kind)
    sort = SORTS[piece.kind]
    return Known(f"{piece.faction}_leader" if sort == "leader" else sort, piece.x, piece.y, None)


def make(seed: int, photos: int, size: tuple[int, int] = SIZE, take: Take = photo) -> list[Example]:
    """Returns photos of a world, the first ``HARD`` of them taken badly; refused ones are left out.

    ``take`` is the renderer. Raises CalibrationFailed.
    """
    table, made = set_up(seed, size, generator("calibrate", seed), take), []
    shapes = world(seed).shapes
    for number in range(photos):
        rng = generator("examples", seed, number)
        position, hard = random_position(rng), number < round(HARD * photos)
        taken = hard_view(rng) if hard else good_view(rng)
        taken = of_a_phone(taken, rng) if world(seed).wide else taken
        shown = take(world(seed), position, taken, rng, size)
        try:
            seen = view(table, shown.image)
        except Refused:
            continue
        evidence = halved(figures.evidence(table.learnt(), seen))
        pieces = [known(piece) for piece in shown.pieces]
        sizes = Sizes(shapes.base, shapes.tall)
        made.append(Example(evidence, seen.shot, pieces, position, table.width, hard, sizes))
    return made


def halved(evidence: Evidence) -> Evidence:
    """Returns the evidence in half floats: a thousand photos then fit into memory."""
    return Evidence(*(np.asarray(values, np.float16) for values in _fields(evidence)))  # type: ignore[arg-type]


def whole(evidence: Evidence) -> Evidence:
    """Returns the evidence as a scan has it."""
    return Evidence(*(np.asarray(values, np.float32) for values in _fields(evidence)))


def _fields(evidence: Evidence) -> tuple[NDArray[Any], ...]:
    return evidence.cells, evidence.fine, evidence.foreground, evidence.homes


# ---- files: world-SEED.npz, arrays of all photos and one JSON text about each


def save(folder: Path, seed: int, made: Sequence[Example]) -> None:
    """Writes the examples of a world into a folder, which is made when missing."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, NDArray[Any]] = {}
    facts = []
    for number, example in enumerate(made):
        shot = example.shot
        arrays[f"cells_{number}"], arrays[f"fine_{number}"] = example.evidence.cells, example.evidence.fine
        arrays[f"foreground_{number}"] = example.evidence.foreground
        arrays[f"visible_{number}"] = np.packbits(shot.visible, axis=1)
        facts.append(
            {
                "camera": asdict(shot.camera),
                "blur": shot.blur,
                "miss": shot.miss,
                "pieces": [[piece.sort, piece.x, piece.y, piece.kind] for piece in example.pieces],
                "position": example.position,
                "width": example.width,
                "hard": example.hard,
                "sizes": asdict(example.sizes),
            }
        )
    np.savez(folder / f"world-{seed}.npz", allow_pickle=False, facts=np.array(json.dumps(facts)), **arrays)


def load(folder: Path) -> Iterator[Example]:
    """Yields all examples of a folder, world by world; raises FileNotFoundError when it has none."""
    paths = sorted(folder.glob("world-*.npz"))
    if not paths:
        raise FileNotFoundError(
            f"{folder}: no examples; make them with `python -m tests.workshop.camera.teaching examples`"
        )
    for path in paths:
        with np.load(path, allow_pickle=False) as arrays:
            for number, facts in enumerate(json.loads(str(arrays["facts"]))):
                on = board(facts["width"])
                visible = np.unpackbits(arrays[f"visible_{number}"], axis=1, count=on.shape[1]).astype(np.bool_)
                evidence = Evidence(
                    arrays[f"cells_{number}"],
                    arrays[f"fine_{number}"],
                    arrays[f"foreground_{number}"],
                    home_cells(on),
                )
                yield Example(
                    evidence,
                    Shot(Camera(**facts["camera"]), visible, facts["blur"], facts["miss"]),
                    [Known(*piece) for piece in facts["pieces"]],
                    facts["position"],
                    facts["width"],
                    facts["hard"],
                    Sizes(**facts.get("sizes", {})),
                )
