"""Confirmed photos teach a table: its record, its confidence; teaching that contradicts itself is refused."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.vision.conftest import Taught, shot
from tests.workshop.camera.lessons import teach_positions
from tests.workshop.camera.render import Photo
from vision.contents import EMPTY, PositionError
from vision.figures.trust import UNPROVEN
from vision.intake import jobs
from vision.table import calibration, confirmed
from vision.table.calibration import Check
from vision.table.folder import Table
from vision.table.record import totals
from vision.table.scan import Reading, scan

pytestmark = pytest.mark.slow

POSITION: dict[str, Any] = {
    "legions": [
        {"area": "ne_9", "faction": "harkonnen", "regular": 2, "elite": 1},
        {"area": "sw_5", "faction": "atreides", "regular": 3},
        {"area": "nw_4", "faction": "atreides", "special": 1, "generic": 1},
        {"area": "pasty_mesa", "faction": "harkonnen", "elite": 2, "generic": 1},
        {"area": "cse_3", "faction": "harkonnen", "regular": 3},
    ],
    "harvesters": ["nw_6"],
    "ornithopters": ["az_north"],
}


@pytest.fixture(scope="module")
def taken() -> Photo:
    return shot(POSITION, 31, elevation=72)


@pytest.fixture
def table(taught: Taught) -> Table:
    return Table.import_(taught.table.export())


@pytest.fixture(scope="module")
def read(taught: Taught, taken: Photo) -> Reading:
    """How the photo is read before it was confirmed."""
    return scan(taken.image, Table.import_(taught.table.export()))


@pytest.fixture(scope="module")
def told(taught: Taught, taken: Photo) -> tuple[Table, Check]:
    """A table after the photo was confirmed, and what was said to that; nobody changes it."""
    table = Table.import_(taught.table.export())
    return table, confirmed.teach_from(table, taken.image, POSITION, "game-1")


@pytest.fixture(scope="module")
def read_again(told: tuple[Table, Check], taken: Photo) -> Reading:
    """How the photo is read after it was confirmed."""
    return scan(taken.image, told[0])


@pytest.fixture
def learnt(told: tuple[Table, Check]) -> Table:
    """A table of this test's own after the photo was confirmed."""
    return deepcopy(told[0])


def swapped(position: dict[str, Any]) -> dict[str, Any]:
    """A position with the factions named the other way round."""
    others = {"harkonnen": "atreides", "atreides": "harkonnen"}
    return {**position, "legions": [{**one, "faction": others[one["faction"]]} for one in position["legions"]]}


def test_a_confirmed_photo_goes_into_the_record_and_can_be_forgotten(
    taught: Taught, told: tuple[Table, Check], learnt: Table
) -> None:
    before = taught.table.learnt().densities
    table, check = learnt, told[1]
    assert (check["step"], check["ok"], check["code"]) == ("lesson", True, "learnt")
    assert check["topics"]["places"][1] >= 6
    assert check["topics"]["accepted"][1] >= 60
    assert check["topics"]["counts"][1] == 5
    assert confirmed.lessons(table) == ["game-1"]
    assert len(table.record) == 1
    assert (table.learnt().densities != before).any()
    again = Table.import_(table.export())
    assert (again.record, again.lessons, again.sizes) == (table.record, table.lessons, table.sizes)
    assert again.trust == table.trust
    confirmed.forget(table, "game-1")
    assert confirmed.lessons(table) == []
    assert table.record == []
    assert table.learnt().densities == pytest.approx(before, abs=1e-3)


def test_the_same_photo_twice_is_one_lesson(learnt: Table, taken: Photo) -> None:
    assert confirmed.lessons(learnt) == ["game-1"]
    assert confirmed.teach_from(learnt, taken.image, POSITION, "game-1")["ok"]
    assert confirmed.lessons(learnt) == ["game-1"]
    assert len(learnt.record) == 1


def test_the_confidence_of_a_table_follows_its_record(
    read: Reading, told: tuple[Table, Check], read_again: Reading
) -> None:
    table, check = told
    held = {area for area, result in read.areas.items() if result.reading.content != EMPTY}
    assert check["ok"]
    right, n = totals(table.record)["counts"]
    if right == n:
        assert table.trust.shifts[1] > UNPROVEN[1]
    assert {area for area, result in read_again.areas.items() if result.reading.content != EMPTY} == held
    assert table.trust.kinds is None or table.trust.kinds > 0.85


def test_what_was_confirmed_wrongly_teaches_nothing(table: Table, taken: Photo) -> None:
    check = confirmed.teach_from(table, taken.image, swapped(POSITION), "game-1")
    assert (check["ok"], check["code"]) == (False, "disagrees")
    assert {"ne_9", "sw_5", "cse_3"} <= set(check["areas"])
    assert confirmed.lessons(table) == []
    assert table.record == []
    with pytest.raises(PositionError):
        confirmed.teach_from(table, taken.image, {"harvesters": ["atlantis"]}, "game-1")
    assert confirmed.teach_from(calibration.start(), taken.image, POSITION, "x")["code"] == "empty_photo"


@pytest.mark.parametrize("number", [1, 2])
def test_a_layout_with_the_factions_swapped_is_noticed(taught: Taught, number: int) -> None:
    table = Table.import_(taught.table.export())
    for name in list(table.lessons)[1:]:
        calibration.forget(table, name)
    position = teach_positions()[number]
    seen = shot(position, 3 + number, azimuth=3 + number)
    wrong = calibration.add_teach(table, seen.image, swapped(position))
    assert (wrong["ok"], wrong["code"]) == (False, "disagrees")
    assert calibration.add_teach(table, seen.image, position)["ok"]


def test_the_self_check_is_remembered_by_topic(table: Table, taken: Photo) -> None:
    check = calibration.self_check(table, taken.image, POSITION)
    assert check["ok"]
    assert check["topics"]["accepted"] == [check["accepted"] - check["wrong"], check["accepted"]]
    assert len(table.record) == 1
    assert len(table.record[0].rows) == check["seen"]
    assert totals(table.record)["places"][1] >= 6


def test_kinds_are_unknown_until_the_record_proves_them(
    taught: Taught, read: Reading, told: tuple[Table, Check], read_again: Reading
) -> None:
    assert taught.table.record == []
    assert {area["kinds"] for area in read.document()["areas"].values()} == {None}
    if told[0].trust.kinds is not None:
        with_kinds = [area for area in read_again.document()["areas"].values() if area["kinds"]]
        assert with_kinds
        assert all(0.85 <= area["kinds_confidence"] < 1 for area in with_kinds)


def test_the_jobs_teach_tell_and_forget(table: Table, taken: Photo, tmp_path: Path) -> None:
    table.save(tmp_path / "box")
    (tmp_path / "photo.jpg").write_bytes(taken.jpeg())
    told: list[str] = []
    request = {"table": str(tmp_path / "box"), "photo": str(tmp_path / "photo.jpg"), "position": POSITION, "key": "7"}
    assert jobs.lesson(request, told.append)["ok"]
    state = jobs.box_state(request, told.append)
    assert (state["lessons"], state["taught"], state["record"]["photos"]) == (["7"], 3, 1)
    assert state["record"]["topics"]["counts"][1] == 5
    assert state["sizes"] == {"base": pytest.approx(1, abs=0.1), "tall": pytest.approx(1, abs=0.1)}
    assert state["untold_leaders"] == []
    after = jobs.forget(request, told.append)
    assert (after["lessons"], after["record"]["photos"]) == ([], 0)
