"""Time and memory of one scan of a 12 MP photo, in a process of its own as in the app."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.workshop.camera.evaluation.subjects import calibrated
from tests.workshop.camera.render import good_view, photo, random_position, world
from tests.workshop.camera.rendering.fields import generator
from vision.intake.child import ROOT

Json = dict[str, Any]


def measure(seed: int, photos: int = 3) -> list[Json]:
    """Returns ``{"seconds", "whole_seconds", "megabytes"}`` of scans, each in a new process with two threads.

    ``seconds`` is from the bytes of the photo to the answer, ``whole_seconds`` with the start of the process;
    ``megabytes`` is the most the process ever filled.
    """
    measured = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        calibrated(seed).save(folder / "table")
        for number in range(photos):
            rng = generator("resources", seed, number)
            shot = photo(world(seed), random_position(rng), good_view(rng), rng)
            (folder / "photo.jpg").write_bytes(shot.jpeg())
            begin = time.perf_counter()
            done = subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "tests.workshop.camera.evaluation.resources",
                    str(folder / "table"),
                    str(folder / "photo.jpg"),
                ],
                cwd=ROOT,
                capture_output=True,
                check=True,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"},
            )
            whole = time.perf_counter() - begin
            measured.append({**json.loads(done.stdout), "whole_seconds": round(whole, 2)})
    return measured


def _scan_once(table: Path, image: Path) -> Json:
    # Not every system has this one; the rest of the evaluation does without.
    import resource

    import cv2

    from vision.intake.photo import decode
    from vision.table.folder import Table
    from vision.table.scan import scan

    cv2.setNumThreads(2)
    known = Table.load(table)
    begin = time.perf_counter()
    reading = scan(decode(image.read_bytes()), known)
    seconds = time.perf_counter() - begin
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": round(seconds, 2), "megabytes": round(most), "refused": reading.document()["refused"]}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_scan_once(Path(sys.argv[1]), Path(sys.argv[2]))))
