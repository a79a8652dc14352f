"""What owners contribute: the photos that an album exports are calibrated and judged like any real ones."""

import json
import zipfile
from pathlib import Path

import cv2
import pytest

from companion.service.camera_album import LESSONS, Album
from tests.vision.conftest import shot
from tests.workshop.camera.evaluation import real
from tests.workshop.camera.lessons import teach_positions
from vision.table import calibration


@pytest.mark.slow
def test_the_photos_that_an_album_exports_are_read_as_real_ones(tmp_path: Path) -> None:
    box, position = tmp_path / "box", teach_positions()[0]
    table = calibration.start()
    assert calibration.add_empty(table, shot(None).image)["ok"]
    table.save(box)
    album = Album(box)
    album.switch(True)
    for seed, (name, laid) in enumerate(zip(LESSONS, teach_positions(), strict=True), start=3):
        cv2.imwrite(str(box / f"lesson-{name}.jpg"), shot(laid, seed).image)
        (box / f"lesson-{name}.json").write_text(json.dumps(laid))
    cv2.imwrite(str(tmp_path / "photo.jpg"), shot(position, 9).image)
    album.keep(tmp_path / "photo.jpg", position)
    album.export(tmp_path / "out.zip")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        archive.extractall(tmp_path / "real")
    tally = real.evaluate_real(tmp_path / "real")
    assert tally.rate("calibrated").share == 1.0
    assert tally.rate("refused").share == 0.0
    assert (tally.rate("occupied_accepted").share or 0) > 0.3


def test_the_error_of_the_outlines_is_told_in_millimetres(tmp_path: Path) -> None:
    assert real.outline_error(tmp_path).startswith("nobody has measured")
    folder = tmp_path / "kitchen"
    folder.mkdir()
    (folder / "about.json").write_text("{}")
    nodes = {"a+b+c": {"dx_mm": 3.0, "dy_mm": 4.0}, "d+e+f": {"dx_mm": -1.0, "dy_mm": 0.0}}
    (folder / "outline.json").write_text(json.dumps({"nodes": nodes}))
    told = real.outline_error(tmp_path)
    assert "3.0 mm on average" in told
    assert "5.0 mm at most" in told
    assert "2 measured nodes" in told
