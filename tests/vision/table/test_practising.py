"""Practice of a table: its files, when it happens, and that a forgotten lesson leaves nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vision.conftest import Taught, shot
from tests.workshop.camera.lessons import teach_positions
from vision.figures.pieces import network
from vision.figures.reading import NO_LEANING
from vision.intake import jobs
from vision.practice.own import FILE, Own
from vision.table import calibration, practising
from vision.table.folder import Table, TableError
from vision.table.record import Entry
from vision.table.scan import scan

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(taught: Taught, tmp_path: Path) -> Path:
    table = Table.import_(taught.table.export())
    table.shown = dict(taught.table.shown)
    folder = tmp_path / "table"
    practising.kept(table, folder)
    return folder


@pytest.fixture
def practised(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Practice that takes no time; the names of the lessons of each."""
    done: list[list[str]] = []

    def quick(lessons: dict[str, object], *_: object, **__: object) -> Own:
        done.append([name.partition(" ")[0] for name in lessons])
        return Own(network().copy(), tuple(sorted(lessons)))

    monkeypatch.setattr(practising, "practised", quick)
    return done


def no_progress(_stage: str) -> None:
    """Nobody asks how far it is."""


def test_a_table_practises_with_all_its_lessons_once(folder: Path, practised: list[list[str]]) -> None:
    assert practising.opened(folder).own is None
    assert jobs.practise({"table": str(folder)}, no_progress) == {"practised": 3}
    own = practising.opened(folder).own
    assert own is not None
    assert len(own.lessons) == 3
    assert jobs.practise({"table": str(folder)}, no_progress) == {"practised": 3}
    assert practised == [["teach-1", "teach-2", "teach-3"]], "the same lessons again teach nothing new"
    assert jobs.box_state({"table": str(folder)}, no_progress)["practised"] == 3


def test_a_lesson_that_goes_takes_its_practice_along(folder: Path, practised: list[list[str]]) -> None:
    practising.practise(folder)
    table = practising.opened(folder)
    calibration.forget(table, "teach-2")
    practising.kept(table, folder)
    assert sorted(file.name for file in folder.glob("shown-*")) == ["shown-teach-1.npz", "shown-teach-3.npz"]
    assert practising.practise(folder) is None, "two lessons are too few"
    assert not (folder / FILE).exists()
    assert len(practised) == 1


def test_a_box_takes_its_practice_along(folder: Path, practised: list[list[str]], tmp_path: Path) -> None:
    practising.practise(folder)
    jobs.box_export({"table": str(folder), "to": str(tmp_path / "box.zip")}, no_progress)
    state = jobs.box_import({"table": str(tmp_path / "other"), "file": str(tmp_path / "box.zip")}, no_progress)
    assert state["practised"] == 3
    practising.practise(tmp_path / "other")
    assert len(practised) == 1, "its lessons came along too"


def test_a_damaged_network_is_named(folder: Path) -> None:
    (folder / FILE).write_bytes(b"no network")
    with pytest.raises(TableError, match=FILE):
        practising.opened(folder)


def test_a_scan_asks_the_network_of_the_box(taught: Taught) -> None:
    table = Table.import_(taught.table.export())
    image = shot(teach_positions()[0], 3, azimuth=3).image
    assert any(result.content.pieces for result in scan(image, table).areas.values())
    blind = network().copy()
    blind.layers[-1].weights[:] = 0
    blind.layers[-1].bias[:] = -9
    table.own = Own(blind, ())
    assert not any(result.content.pieces for result in scan(image, table).areas.values())
    assert any(result.content.pieces for result in scan(image, table, practised=False).areas.values())


def test_a_box_that_practised_is_read_as_it_leans(taught: Taught) -> None:
    table = Table.import_(taught.table.export())
    assert table.trust.leaning == NO_LEANING
    table.own = Own(network(), (), (3.0, -1.0))
    assert table.trust.leaning == (3.0, -1.0)


def test_photos_read_before_practice_say_less_after_it(taught: Taught) -> None:
    table = Table.import_(taught.table.export())
    table.record = [Entry("check-1", {}, ((2.0, True, False, 1.0),) * 20)]
    before = table.trust.shifts[1]
    table.own = Own(network(), ())
    assert before < table.trust.shifts[1] < 0
    table.record = [Entry("check-1", {}, ((2.0, True, False, 1.0),) * 20, own=True)]
    assert table.trust.shifts[1] == before


def test_what_was_told_apart_before_practice_is_proven_anew_by_the_network_that_reads_now(taught: Taught) -> None:
    table = Table.import_(taught.table.export())
    table.record = [Entry("check-1", {"kinds": (40, 40)}, ())]
    table.own = Own(network(), ())
    assert table.trust.kinds is not None, "nothing else is known"
    table.record.append(Entry("check-2", {"kinds": (3, 9)}, (), own=True))
    assert table.trust.kinds is None
