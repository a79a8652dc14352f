"""The evaluation on the second renderer: which photos, the album, what counts as covered, its section of the page."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from companion.board import AREA_IDS
from tests.workshop.camera import evaluate
from tests.workshop.camera.evaluation import report, second, second_report
from tests.workshop.camera.evaluation.rates import Tally
from tests.workshop.camera.evaluation.second import BLANK, FACTORS, Task, judge_covered, judge_wrong, tasks
from tests.workshop.camera.evaluation.subjects import CalibrationFailed
from tests.workshop.camera.rendering.positions import random_position
from tests.workshop.camera.second import layout
from tests.workshop.camera.second.copies import generator
from tests.workshop.camera.second.photos import Shot
from vision.practice import own
from vision.practice.own import Own
from vision.table import practising
from vision.table.folder import Table
from vision.table.scan import Reading, scan

Json = dict[str, Any]
ZONES: Json = {"az_ne": {"vehicle": None}}
FEW_STEPS = 4
FULL: Json = {**BLANK, "harkonnen": {"figures": 2, "leaders": 0}}


def shares(tally: Tally) -> Json:
    return {name: (tally.rate(name).hits, tally.rate(name).n) for name in tally.names()}


def test_every_set_has_its_share_of_photos_each_once() -> None:
    made = tasks(list(second.SHARES), 40)
    for which, share in second.SHARES.items():
        numbers = sorted(number for task in made for number in task.photos.get(which, ()))
        assert numbers == list(range(round(40 * share)))
    assert sorted({task.factor for task in made if task.factor is not None}) == list(FACTORS)
    assert {task.variant for task in made if "leaders" in task.photos} == {"stress"}
    assert len({(task.seed, task.factor, task.variant) for task in made}) == len(made)
    more = tasks(list(second.SHARES), 80)
    for task in made:
        same = next(one for one in more if (one.seed, one.factor) == (task.seed, task.factor))
        assert all(set(numbers) <= set(same.photos[which]) for which, numbers in task.photos.items())


def test_a_covered_area_may_be_anything_but_accepted_as_empty() -> None:
    covered = {"ne_1": 0.9, "ne_2": 0.7, "ne_3": 1.0, "ne_4": 0.3}
    areas = {"ne_2": {"band": "look", **BLANK}, "ne_3": {"band": "accepted", **copy.deepcopy(FULL)}}
    truth = {"areas": {"ne_1": FULL, "ne_3": FULL, "ne_4": FULL, "ne_5": FULL}, "zones": ZONES}
    found = shares(judge_covered({"refused": None, "areas": areas, "zones": {}}, truth, covered, "cup"))
    assert found["covered_empty"] == found["covered_empty_cup"] == (1, 3)
    assert found["covered_accepted"] == (2, 3)
    assert found["covered_legions_empty"] == (1, 2)
    assert found["partly_wrong"] == (1, 1)
    assert found["clear_wrong"] == (1, len(AREA_IDS) - 4)
    refused = shares(judge_covered({"refused": "covered", "areas": {}, "zones": {}}, truth, covered, "cup"))
    assert refused["covered_empty"] == (0, 3)
    assert refused["refused"] == (1, 1)
    assert "clear_wrong" not in refused


def test_a_photo_of_no_use_may_be_refused_or_read_right() -> None:
    truth = {"areas": {"ne_1": FULL}, "zones": ZONES}
    right = {"refused": None, "areas": {"ne_1": {"band": "accepted", **FULL}}, "zones": {}}
    assert shares(judge_wrong(right, truth, "grey"))["grey_wrong"] == (0, 1)
    assert shares(judge_wrong({**right, "areas": {}}, truth, "grey"))["grey_wrong"] == (1, 1)
    flyer = {**right, "zones": {"az_ne": {"band": "accepted", "vehicle": "carryall"}}}
    assert shares(judge_wrong(flyer, truth, "warm"))["any_wrong"] == (1, 1)
    refused = {"refused": "not_found", "areas": {}, "zones": {}}
    assert shares(judge_wrong(refused, truth, "dark")) == {
        "any_refused": (1, 1),
        "any_wrong": (0, 1),
        "dark_refused": (1, 1),
        "dark_wrong": (0, 1),
    }
    nothing: Json = {"areas": {}, "zones": ZONES}
    assert shares(judge_wrong({**refused, "refused": None}, nothing, "other_game"))["other_game_wrong"] == (1, 1)


def test_what_found_no_room_is_not_expected() -> None:
    position = random_position(generator("fitting"))
    pieces = [layout.Standing(kind, faction, area, 0) for kind, faction, area in layout.pieces_of(position)]
    assert layout.truth_of(pieces)["areas"] == layout.truth_of(_again(position, pieces))["areas"]
    gone = next(piece for piece in pieces if piece.kind == "regular")
    kept = [piece for piece in pieces if piece is not gone]
    assert layout.truth_of(kept)["areas"] == layout.truth_of(_again(position, kept))["areas"]


def _again(position: Json, pieces: list[layout.Standing]) -> list[layout.Standing]:
    fitting = second._fitting(position, layout.truth_of(pieces))
    return [layout.Standing(kind, faction, area, 0) for kind, faction, area in layout.pieces_of(fitting)]


def test_a_copy_that_cannot_be_calibrated_counts_as_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(task: Task) -> Table:
        raise CalibrationFailed("no cards")

    monkeypatch.setattr(second, "calibrated", fails)
    monkeypatch.setattr(second, "_kept", lambda *given: second.Kept(b"", {"areas": {}, "zones": {}}, {"ne_1": 1.0}))
    done = second.work(Task(7, photos={"good": [0, 1], "covered": [2], "wrong": [3], "expected": [4]}))
    assert shares(done["good"])["refused"] == (2, 2)
    assert shares(done["covered"])["covered_empty"] == (0, 1)
    assert shares(done["wrong"])["any_refused"] == (1, 1)
    assert shares(done["expected"])["refused"] == (1, 1)
    assert all(shares(tally)["calibrated"] == (0, 1) for tally in done.values())


@pytest.mark.slow
def test_an_album_keeps_the_photos(tmp_path: Path) -> None:
    task = Task(4999, photos={"good": [0]}, size=(800, 600), album=tmp_path)
    first = second._kept(task, "empty-0", lambda: second._lesson(task, None, "empty-0"))
    assert len(list(tmp_path.iterdir())) == 2

    def never() -> Shot:
        raise AssertionError("the album has it")

    assert second._kept(task, "empty-0", never) == first


@pytest.fixture
def practised(monkeypatch: pytest.MonkeyPatch) -> list[Own | None]:
    """Practice of a few steps, what it is good for is tested where it is done; the networks that came of it."""
    made: list[Own | None] = []

    def shortly(lessons: Any, on: Any, sizes: Any, tell: Any) -> Own | None:
        made.append(own.practised(lessons, on, sizes, FEW_STEPS, tell=tell))
        return made[-1]

    monkeypatch.setattr(own, "FEWEST_STEPS", FEW_STEPS)
    monkeypatch.setattr(practising, "practised", shortly)
    return made


@pytest.mark.slow
def test_a_copy_is_calibrated_and_its_photos_are_read(
    tmp_path: Path, practised: list[Own | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    read_by: list[Own | None] = []

    def read(image: Any, table: Table) -> Reading:
        read_by.append(table.own)
        return scan(image, table)

    monkeypatch.setattr(second, "scan", read)
    task = Task(4999, photos={"covered": [2], "wrong": [0]}, size=(1300, 975), setup="app")
    totals = evaluate.run_second([task], 1, tmp_path)
    lessons = ("photo:check", "teach-1", "teach-2", "teach-3")
    assert [one and one.lessons for one in practised] == [lessons[1:], lessons]
    assert read_by == [practised[-1]] * 2
    found = {which: shares(tally) for which, tally in totals.items()}
    assert all(tally["calibrated"] == (1, 1) for tally in found.values())
    assert found["covered"]["covered_empty"][1] >= 1
    assert found["wrong"]["grey_wrong"][1] == 1
    kept = {path.stem: path for path in tmp_path.iterdir()}
    assert set(kept) == {"covered", "wrong"}


def test_the_section_stands_beside_the_first_and_neither_touches_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "accuracy-page"
    page.write_text(report.document({}, {"Worlds": "some"}), encoding="utf-8")

    def measured(made: list[Task], processes: int, keep: Path | None) -> dict[str, Tally]:
        tally = Tally()
        tally.add("accepted_wrong", 1, 500)
        return {"good": tally}

    monkeypatch.setattr(evaluate, "run_second", measured)
    given = ["--renderer", "second", "--set", "good", "--photos", "2", "--write", str(page)]
    assert evaluate.main(given) == 1, "0.2 % is more than 0.1 %"
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# How well the camera reads")
    assert "never tuned on" in text
    assert "| accepted areas wrong | 0.20 % | 500 | 0.04 % to 1.1 % | at most 0.10 % | **no** |" in text
    evaluate.main([*given, "--note", "again"])
    assert page.read_text(encoding="utf-8").count(second_report.HEADING) == 1
    evaluate.main(["--set", "none", "--no-resources", "--write", str(page)])
    assert "- Note: again" in page.read_text(encoding="utf-8")


def test_every_figure_that_is_asked_for_has_a_row_with_its_target() -> None:
    asked = {which: {row.name: row.target for row in rows if row.target} for which, rows in second_report.ROWS.items()}
    assert set(asked) == set(second.SHARES)
    assert asked["good"] == asked["hard"]
    assert asked["good"]["accepted_wrong"] == ("<=", 0.001)
    assert asked["good"]["zones_accepted_wrong"] == ("<=", 0.005)
    assert asked["covered"] == {"covered_empty": ("<=", 0.01)}
    assert len(asked["bases"]) == len(FACTORS)
    assert len(asked["wrong"]) == 6
