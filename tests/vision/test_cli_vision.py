"""`arrakis calibrate` and `arrakis scan`: what they print, and what they refuse without changing anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
import pytest

from companion import cli, cli_vision
from companion.cli_vision import UNFIT
from tests.vision import photos
from tests.vision.conftest import Taught, shot
from tests.workshop.camera.lessons import teach_positions
from vision.board.geometry import board, landmark
from vision.figures.pieces import network
from vision.intake.jobs import JOBS
from vision.intake.photo import Code
from vision.practice.own import Own
from vision.table import practising
from vision.table.folder import Table
from vision.terms import MATS

pytestmark = pytest.mark.slow


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.main(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def jpeg(path: Path, position: dict[str, Any] | None, seed: int) -> str:
    cv2.imwrite(str(path), shot(position, seed).image)
    return str(path)


def test_a_table_is_made_then_extended_and_says_what_it_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, lesson = tmp_path / "box", teach_positions()[0]
    position = tmp_path / "lesson.json"
    position.write_text(json.dumps(lesson), encoding="utf-8")
    status, out, err = outcome(
        capsys, "calibrate", "--json", "--table", str(folder), "--empty", jpeg(tmp_path / "a.jpg", None, 1)
    )
    answer = json.loads(out)
    assert (status, err) == (0, "")
    assert answer.keys() == {"ok", "checks", "needs"}
    assert answer["ok"] is False
    assert answer["needs"] == ["second_empty_photo", "teach_photo"]
    taught = f"{jpeg(tmp_path / 'b.jpg', lesson, 2)}={position}"
    status, out, err = outcome(capsys, "calibrate", "--json", "--table", str(folder), "--teach", taught)
    answer = json.loads(out)
    assert answer["ok"] is True
    assert [check["code"] for check in answer["checks"]] == ["learnt"]


def test_practice_is_a_check_of_its_own_and_leaves_the_network_of_the_table(
    taught: Taught, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # In this process, and quickly: what practice does is tested where it is done.
    monkeypatch.setattr(cli_vision, "run", lambda job, request, limits: JOBS[job](request, lambda _stage: None))
    monkeypatch.setattr(practising, "practised", lambda lessons, *_, **__: Own(network(), tuple(sorted(lessons))))
    monkeypatch.setattr("os.nice", lambda _more: 0)
    folder = tmp_path / "box"
    practising.kept(taught.table, folder)
    status, out, err = outcome(capsys, "calibrate", "--json", "--table", str(folder), "--practise")
    answer = json.loads(out)
    assert (status, err, answer["ok"]) == (0, "", True)
    assert answer["checks"] == [
        {"photo": None, "step": "practise", "ok": True, "code": "practised", "lessons": len(taught.table.lessons)}
    ]
    made = practising.opened(folder).own
    assert made is not None
    assert len(made.lessons) == len(taught.table.lessons)


def test_with_fewer_than_three_lessons_there_is_nothing_to_practise_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["calibrate", "--json", "--table", str(tmp_path / "box"), "--empty", jpeg(tmp_path / "a.jpg", None, 1)]
    status, out, _ = outcome(capsys, *call, "--practise")
    last = json.loads(out)["checks"][-1]
    assert (status, last["code"], last["lessons"]) == (0, "not_practised", 0)


def test_without_cards_points_are_given_in_pixels_of_the_photo(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = shot(None, 1, markers=False)
    # Larger than what the table keeps, so that pixels of the one are not those of the other.
    large = cv2.resize(seen.image, None, fx=1.8, fy=1.8)
    cv2.imwrite(str(tmp_path / "a.jpg"), large)
    folder, on = tmp_path / "box", board()
    call = ["calibrate", "--json", "--table", str(folder), "--empty", str(tmp_path / "a.jpg")]
    given = []
    for name in ("top_left", "top_right", "bottom_right", "bottom_left"):
        x, y = 1.8 * seen.to_pixels(np.array([landmark(on, name)]))[0]
        given.append(f"{name}={x:.1f},{y:.1f}")
    status, out, err = outcome(capsys, *call, "--landmark", *given)
    answer = json.loads(out)
    assert (status, err) == (0, "")
    assert [check["code"] for check in answer["checks"]] == ["landmarks_needed", "laid"]
    assert "landmarks" not in answer["needs"]
    table = Table.load(folder)
    assert table.empty_map is not None
    factor = table.empties[0].shape[1] / seen.image.shape[1]
    exact = factor * seen.to_pixels(np.array([on.labels["carthag"]]))[0]
    assert np.hypot(*(exact - table.empty_map.point(on, *on.labels["carthag"]))) < 8


@pytest.mark.parametrize("given", ["middle=1,1", "top_left", "top_left=1", "top_left=a,b", "top_left=-1,5"])
def test_a_point_that_makes_no_sense_is_refused_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    status, out, err = outcome(capsys, "calibrate", "--table", str(tmp_path / "box"), "--landmark", given)
    assert status == 2
    assert "landmark" in out + err
    assert not (tmp_path / "box").exists()


def test_a_scan_prints_the_answer_of_the_formats(
    taught: Taught, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taught.table.save(tmp_path / "box")
    position = {"legions": [{"area": "ne_9", "faction": "harkonnen", "regular": 2}]}
    expect = tmp_path / "expect.json"
    expect.write_text(json.dumps(position), encoding="utf-8")
    photo = jpeg(tmp_path / "photo.jpg", position, 8)
    status, out, err = outcome(
        capsys, "scan", photo, "--json", "--table", str(tmp_path / "box"), "--expect", str(expect)
    )
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert answer["refused"] is None
    assert answer["areas"]["ne_9"]["harkonnen"]["figures"] == 2
    assert answer.keys() >= {"refused", "seconds", "areas", "zones", "differences"}
    status, out, err = outcome(capsys, "scan", photo, "--table", str(tmp_path / "box"))
    assert "refused: none" in out


@pytest.mark.parametrize(
    "arguments, field",
    [
        (["scan", "nowhere.jpg", "--table", "box"], "image"),
        (["scan", "notes.txt", "--table", "box"], "image"),
        (["scan", "photo.png", "--table", "box"], "table"),
        (["scan", "notes.txt"], "--table"),
        (["calibrate", "--table", "box", "--empty", "nowhere.jpg"], "image"),
        (["calibrate", "--table", "box", "--empty", "notes.txt"], "image"),
        (["calibrate", "--table", "box", "--teach", "notes.txt"], "teach"),
        (["calibrate", "--table", "box", "--teach", "photo.png=notes.txt"], "teach"),
        (["calibrate", "--table", "box", "--board-width", "12"], "board-width"),
        (["scan", "notes.txt", "--table", "box", "--sector", "north"], "--sector"),
    ],
)
def test_what_cannot_be_used_is_named_and_ends_with_status_2(
    arguments: list[str],
    field: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("notes", encoding="utf-8")
    cv2.imwrite("photo.png", np.zeros((300, 400, 3), np.uint8))
    status, out, err = outcome(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {field}: ")
    assert not Path("box").exists()


def test_the_sheet_is_written_with_a_mat_of_the_colour_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = set()
    for colour in MATS:
        file = tmp_path / f"{colour}.pdf"
        assert outcome(capsys, "sheet", str(file), "--mat", colour)[0] == 0
        assert file.read_bytes().startswith(b"%PDF")
        sizes.add(file.read_bytes())
    assert len(sizes) == len(MATS)


def test_a_photo_too_small_to_show_anything_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "small.jpg"
    file.write_bytes(photos.jpeg(photos.picture(200, 200)))
    (tmp_path / "table.json").write_text("{}", encoding="utf-8")
    status, _out, err = outcome(capsys, "scan", str(file), "--table", str(tmp_path))
    assert status == 2
    assert "the photo is too small to show a figure: take it with a higher resolution (width 200" in err
    assert "limit 240" in err
    assert set(UNFIT) == set(get_args(Code))


def test_without_opencv_the_commands_say_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion import cli_vision
    from vision.intake.child import ChildFailed

    def missing(*_: object, **__: object) -> None:
        raise ChildFailed("no_opencv")

    monkeypatch.setattr(cli_vision, "run", missing)
    photo = tmp_path / "a.png"
    cv2.imwrite(str(photo), np.zeros((300, 400, 3), np.uint8))
    status, out, err = outcome(capsys, "calibrate", "--table", str(tmp_path / "box"), "--empty", str(photo))
    assert (status, out) == (2, "")
    assert err.startswith("error: camera: OpenCV is missing")


def test_a_refused_photo_says_what_to_do(taught: Taught, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from companion.cli_vision import ADVICE
    from vision.board.registration import Reason

    assert set(ADVICE) == {reason.value for reason in Reason}
    taught.table.save(tmp_path / "box")
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros((600, 800, 3), np.uint8))
    status, out, err = outcome(capsys, "scan", str(tmp_path / "black.png"), "--table", str(tmp_path / "box"))
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "refused: too_dark"
    assert out.splitlines()[-1] == ADVICE["too_dark"]
