"""A table is made known step by step; each step is checked; the folder keeps everything."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.conftest import Taught, shot
from tests.workshop.camera.lessons import teach_positions
from vision.board.geometry import board, landmark
from vision.board.markers import BOARD_CARDS, find_markers
from vision.board.registration import (
    BoardMap,
    Reason,
    Refused,
    apply_homography,
    map_from_markers,
    register,
)
from vision.contents import PositionError
from vision.table import borders, calibration
from vision.table.folder import Table, TableError
from vision.table.scan import scan

pytestmark = pytest.mark.slow


def test_a_new_table_needs_everything_and_a_taught_one_nothing(taught: Taught) -> None:
    assert calibration.needs(calibration.start()) == ["empty_photo", "second_empty_photo", "teach_photo"]
    assert calibration.needs(taught.table) == []
    assert taught.table.ready
    assert [check["code"] for check in taught.checks] == ["reference", "second", "learnt", "learnt", "learnt"]
    assert all(check["ok"] for check in taught.checks)


def test_every_lesson_says_how_large_the_figures_are_leaders_too(
    taught: Taught, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.import_(taught.table.export())
    assert {key: one.weight > 4 for key, one in table.measured.items()} == dict.fromkeys(table.lessons, True)
    assert abs(np.log(table.sizes.base)) < 0.06
    assert abs(np.log(table.sizes.tall)) < 0.12
    monkeypatch.setattr(calibration, "WELL_MEASURED", 3)
    position = teach_positions()[1]
    calibration.learn_from(table, shot(position, 4, azimuth=4).image, position, "another")
    assert "another" in table.lessons
    assert "another" not in table.measured


@pytest.mark.parametrize("width", [0.0, 299.0, 2001.0, float("nan")])
def test_a_board_of_another_size_than_boards_have_is_refused(width: float) -> None:
    with pytest.raises(ValueError, match="board width"):
        calibration.start(width)


def test_the_reference_lies_where_the_board_is(taught: Taught) -> None:
    first, on = shot(None), board()
    assert taught.table.empty_map is not None
    for area in ("arrakeen", "sw_4", "ne_13", "north_pole"):
        exact = first.to_pixels(np.array([on.labels[area]]))[0]
        laid = taught.table.empty_map.point(on, *on.labels[area])
        # The cards lie a little askew, as people lay them.
        assert np.hypot(*(exact - laid)) / first.image.shape[1] * 900 < 3.0


@pytest.mark.parametrize("markers", [True, False])
def test_a_photo_is_registered_to_the_empty_board_within_half_a_millimetre(taught: Taught, markers: bool) -> None:
    table = taught.table
    seen = shot(teach_positions()[0], 9, elevation=62, azimuth=-15, markers=markers, tilts=(0.4, 0.2), step=0.5)
    found = register(seen.image.mean(axis=2).astype(np.uint8), table.reference)
    assert min(found.patches) >= 40
    first = shot(None)
    for x, y in ((60, 60), (300, 500), (500, 100), (800, 560)):
        exact = seen.to_pixels(np.array([[x, y]], float))[0]
        # What the first photo shows at a place of the reference is what the second must show there.
        assert table.empty_map is not None
        same = table.empty_map.point(table.board, x, y)
        assert np.hypot(*(first.to_pixels(np.array([[x, y]], float))[0] - same)) < 8
        assert np.hypot(*(exact - found.map.point(table.board, x, y))) < 8


def test_a_picture_of_something_else_is_refused(taught: Taught) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (900, 1200), np.uint8)
    with pytest.raises(Refused) as refused:
        register(noise, taught.table.reference)
    assert refused.value.reason is Reason.BOARD_NOT_FOUND


def test_without_cards_the_landmarks_are_asked_for_and_lay_the_outlines() -> None:
    table, first, on = calibration.start(), shot(None, markers=False), board()
    assert calibration.add_empty(table, first.image)["code"] == "landmarks_needed"
    assert "landmarks" in calibration.needs(table)
    assert calibration.set_landmarks(table, {"top_left": (1, 1)})["code"] == "landmarks_needed"
    places = dict.fromkeys(("top_left", "top_right", "bottom_right", "bottom_left"), (0.0, 0.0))
    for name in places:
        x, y = first.to_pixels(np.array([landmark(on, name)]))[0]
        places[name] = (float(x), float(y))
    assert calibration.set_landmarks(table, places)["code"] == "laid"
    assert table.empty_map is not None
    x, y = first.to_pixels(np.array([on.labels["carthag"]]))[0]
    assert np.hypot(*(np.array(table.empty_map.point(on, *on.labels["carthag"])) - (x, y))) < 8
    assert len(calibration.outline_pixels(table)) == 101
    assert calibration.nudge(table, "nowhere", 1, 1)["code"] == "unknown_landmark"
    moved = calibration.nudge(table, "carthag", float(x) + 6, float(y))
    assert moved["ok"]
    assert table.empty_map.point(on, *on.labels["carthag"])[0] > x + 1


def test_cards_lie_on_the_table_and_not_on_the_board() -> None:
    low = shot(None, 5, elevation=52)
    found = find_markers(np.asarray(cv2.cvtColor(low.image, cv2.COLOR_BGR2GRAY), np.uint8), BOARD_CARDS)
    on, places = board(), np.array([[x, y] for x in (100.0, 300.0, 600.0, 740.0) for y in (60.0, 300.0, 520.0)])

    def beside(laid: BoardMap | None) -> float:
        """Returns how far (mm) the outlines lie beside the print, up or down the board, on average."""
        assert laid is not None
        off = []
        for x, y in places:
            half = "right" if x >= on.seam else "left"
            back = np.linalg.inv(np.array(low.truth["homographies"][half]))
            off.append(float(apply_homography(back, np.array([laid.point(on, x, y)]))[0, 1] - y))
        return abs(float(np.mean(off)))

    laid = calibration.map_from_cards(on, found, (low.image.shape[0], low.image.shape[1]))
    assert beside(laid) < beside(map_from_markers(on, found)) - 0.5


def test_a_photo_of_another_position_teaches_nothing(taught: Taught) -> None:
    table = Table.import_(taught.table.export())
    check = calibration.add_teach(table, shot(None, 5).image, teach_positions()[0])
    assert (check["ok"], check["code"]) == (False, "other_position")
    assert len(table.taught) == 3
    with pytest.raises(PositionError):
        calibration.add_teach(table, shot(None, 5).image, {"legions": [{"area": "atlantis"}]})


def test_a_photo_with_pieces_is_no_second_photo_of_the_empty_board(taught: Taught) -> None:
    table = Table.import_(taught.table.export())
    flooded = shot(None, 6).image.copy()
    flooded[300:900, 500:1400] = (40, 200, 40)
    assert calibration.add_empty(table, flooded)["ok"] is False


def test_the_table_around_the_board_may_change_between_two_photos_of_it(taught: Taught) -> None:
    table = Table.import_(taught.table.export())
    on, plain = table.board, shot(None, 6, markers=False)
    around = plain.image.copy()
    rim = np.array([[-40, -40], [on.width + 40, -40], [on.width + 40, on.height + 40], [-40, on.height + 40]])
    edge = np.array([[0, 0], [on.width, 0], [on.width, on.height], [0, on.height]], np.float64)
    inside = np.zeros(around.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.round(plain.to_pixels(edge)).astype(np.int32)], 1)
    cv2.fillPoly(around, [np.round(plain.to_pixels(rim.astype(np.float64))).astype(np.int32)], (30, 30, 220))
    around[inside > 0] = plain.image[inside > 0]
    check = calibration.add_empty(table, around)
    assert (check["ok"], check["code"]) == (True, "second")


def test_a_black_and_white_photo_of_the_empty_board_is_refused() -> None:
    grey = np.asarray(np.repeat(cv2.cvtColor(shot(None).image, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2), np.uint8)
    check = calibration.add_empty(calibration.start(), grey)
    assert (check["ok"], check["code"]) == (False, "other_colours")


def test_folder_and_zip_give_the_same_table_back(taught: Taught, tmp_path: Path) -> None:
    taught.table.save(tmp_path / "box")
    for again in (Table.load(tmp_path / "box"), Table.import_(taught.table.export())):
        assert again.ready
        assert again.name == "test"
        assert again.landmarks == taught.table.landmarks
        assert again.colours is not None
        assert taught.table.colours is not None
        assert np.array_equal(again.colours.densities, taught.table.colours.densities)
        again.learn()
        assert np.allclose(again.colours.densities, taught.table.colours.densities, atol=1e-3)
    document = json.loads((tmp_path / "box" / "table.json").read_text(encoding="utf-8"))
    assert document["format"] == "arrakis-table/1"


def test_folders_and_files_that_are_no_table_are_refused(taught: Taught, tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"table\.json is missing"):
        Table.load(tmp_path)
    (tmp_path / "table.json").write_text('{"format": "other"}', encoding="utf-8")
    with pytest.raises(TableError, match="format"):
        Table.load(tmp_path)
    with pytest.raises(TableError):
        Table.import_(b"no zip")
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(taught.table.export())) as archive, zipfile.ZipFile(out, "w") as broken:
        for name in archive.namelist():
            broken.writestr(name, archive.read(name) if name != "learnt.npz" else b"damaged")
    with pytest.raises(TableError, match=r"learnt\.npz"):
        Table.import_(out.getvalue())


def test_moved_nodes_are_kept_and_the_scan_goes_by_them(taught: Taught) -> None:
    table = Table.import_(taught.table.export())
    before = borders.node_pixels(table)
    name = next(iter(before))
    assert borders.move_nodes(table, before)["n"] == 0
    x, y = before[name]
    check = borders.move_nodes(table, {**before, name: (x + 8, y)})
    assert (check["ok"], check["n"]) == (True, 1)
    assert 1.0 < check["most_mm"] < 8.0
    again = Table.import_(table.export())
    assert again.moved == table.moved
    assert again.board is not taught.table.board
    assert np.hypot(*(np.array(borders.node_pixels(again)[name]) - (x + 8, y))) < 0.5
    assert borders.move_nodes(table, {name: (x + 400, y)})["code"] == "another_node"
    assert scan(shot(teach_positions()[0], 9).image, again).refused is None


def test_a_save_that_is_cut_off_leaves_the_table_of_before(
    taught: Taught, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught.table.save(tmp_path / "box")
    before = {file.name: file.read_bytes() for file in (tmp_path / "box").iterdir()}
    write = Path.write_bytes

    def no_room(file: Path, data: bytes) -> int:
        write(file, data[: len(data) // 2])
        raise OSError("no space left on the device")

    monkeypatch.setattr(Path, "write_bytes", no_room)
    with pytest.raises(OSError, match="no space"):
        taught.table.save(tmp_path / "box")
    assert {name: (tmp_path / "box" / name).read_bytes() for name in before} == before
