"""What a photo of known pieces shows: kept with a box, so that the network can practise with it again and again.

No picture is kept: evidence says of every place only how sure it is no background, or has the colours of a class of
pieces. It is kept in bytes, of which a board is a few hundred thousand.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.board.camera import Camera
from vision.figures.pieces import Evidence
from vision.figures.sizes import USUAL, Sizes
from vision.files import write_whole

Raster = NDArray[np.float32]
FINEST = 48.0
"""Steps of the finer layers, which go from -2.6 to 2.6, a unit."""


@dataclass(frozen=True, slots=True)
class Known:
    """A piece that stands there: its sort, base in mm, and kind (None for what has none, or where nobody knows)."""

    sort: str
    x: float
    y: float
    kind: str | None


@dataclass(frozen=True, eq=False)
class Shown:
    """One photo to learn from: its evidence, the camera, and the pieces that stand there.

    ``known`` (a raster of cells) is 1 where all pieces are told, 0 where some may be missing. ``sizes`` are those of
    the figures.
    """

    evidence: Evidence
    camera: Camera
    pieces: list[Known]
    known: Raster
    sizes: Sizes = USUAL


@dataclass(frozen=True, eq=False)
class Lesson:
    """A photo of which is known what stands in each area, as a box keeps it; ``position`` says what."""

    evidence: Evidence
    camera: Camera
    position: Mapping[str, Any]

    def save(self, file: Path) -> None:
        """Writes the lesson into a file, whole."""
        facts = {"camera": asdict(self.camera), "position": self.position}
        out = io.BytesIO()
        np.savez_compressed(
            out,
            allow_pickle=False,
            facts=np.array(json.dumps(facts)),
            cells=np.rint(self.evidence.cells * 255).astype(np.uint8),
            fine=np.rint(np.clip(self.evidence.fine * FINEST, -127, 127)).astype(np.int8),
            homes=np.packbits(self.evidence.homes > 0, axis=1),
        )
        write_whole(file, out.getvalue())

    @classmethod
    def load(cls, file: Path) -> Lesson:
        """Returns the lesson of a file; raises ValueError, KeyError or OSError for another one."""
        with np.load(file, allow_pickle=False) as arrays:
            facts = json.loads(str(arrays["facts"]))
            cells = arrays["cells"].astype(np.float32) / 255
            fine = arrays["fine"].astype(np.float32) / FINEST
            homes = np.unpackbits(arrays["homes"], axis=1, count=cells.shape[1]).astype(np.float32)
        # Nothing that is learnt asks where the foreground is.
        nowhere = np.zeros((0, 0), np.float32)
        return cls(Evidence(cells, fine, nowhere, homes), Camera(**facts["camera"]), facts["position"])
