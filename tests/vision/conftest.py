"""A calibrated table on small rendered photos, made once."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from filelock import FileLock

from tests.conftest import session_folder
from tests.workshop.camera.lessons import teach_positions
from tests.workshop.camera.render import Photo, View, photo, world
from vision.table import calibration
from vision.table.folder import Table

SIZE = (1792, 1344)
CAREFUL = View(elevation=74, markers=True)


def shot(position: dict[str, Any] | None, seed: int = 1, **changes: Any) -> Photo:
    """Returns a photo of world 900 from a plain view with changes."""
    return photo(world(900), position, replace(CAREFUL, **changes), np.random.default_rng(seed), size=SIZE)


@dataclass(frozen=True)
class Taught:
    """The table of world 900 and the checks of its calibration, in order."""

    table: Table
    checks: list[dict[str, Any]]


@pytest.fixture(scope="session")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Taught:
    """A table calibrated as the app asks, once for all processes of this run."""
    file = session_folder(tmp_path_factory) / "taught"
    with FileLock(f"{file}.lock"):
        if not file.exists():
            file.write_bytes(pickle.dumps(_calibrated()))
    made = pickle.loads(file.read_bytes())
    assert isinstance(made, Taught)
    return made


def _calibrated() -> Taught:
    """Two photos of the empty board, three lessons."""
    table = calibration.start(name="test")
    checks = [
        calibration.add_empty(table, shot(None).image),
        calibration.add_empty(table, shot(None, 2, elevation=66, azimuth=8).image),
    ]
    for seed, position in enumerate(teach_positions(), start=3):
        checks.append(calibration.add_teach(table, shot(position, seed, azimuth=seed).image, position))
    return Taught(table, checks)
