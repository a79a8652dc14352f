"""The evaluation: what counts as right, intervals, altered expectations, the page, real photos."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from companion.board import AREA_IDS
from companion.rules.positions.reading import read_position
from tests.workshop.camera import evaluate
from tests.workshop.camera.evaluation import real, report, subjects
from tests.workshop.camera.evaluation.dice import judge_dice
from tests.workshop.camera.evaluation.expectations import alter
from tests.workshop.camera.evaluation.judging import judge, judge_differences
from tests.workshop.camera.evaluation.rates import Rate, Tally
from tests.workshop.camera.evaluation.subjects import Work
from tests.workshop.camera.render import DieSeen, random_position
from tests.workshop.camera.rendering.fields import generator
from tests.workshop.camera.rendering.scene import blank
from vision.table.folder import Table

Json = dict[str, Any]


def legion(figures: int, leaders: int = 0, **more: Any) -> Json:
    return {**blank(), "harkonnen": {"figures": figures, "leaders": leaders}, **more}


TRUTH: Json = {
    "areas": {
        "arrakeen": legion(2, 1, kinds={"regular": 1, "elite": 1, "special": 0}),
        "ne_1": legion(5, kinds={"regular": 5, "elite": 0, "special": 0}),
        "se_1": {**blank(), "tokens": 2, "token_side": "atreides"},
    },
    "zones": {"az_ne": {"vehicle": "carryall"}},
}


def answer(**changes: Json) -> Json:
    areas = {
        area: {"band": "accepted", **copy.deepcopy(content), "confidence": 1.0}
        for area, content in TRUTH["areas"].items()
    }
    areas |= changes
    sides = {area: content["token_side"] for area, content in areas.items() if content.get("token_side")}
    return {
        "refused": None,
        "areas": areas,
        "token_sides": sides,
        "zones": {"az_ne": {"band": "accepted", "vehicle": "carryall"}},
    }


def shares(tally: Tally) -> dict[str, Any]:
    return {name: (tally.rate(name).hits, tally.rate(name).n) for name in tally.names()}


def test_a_perfect_answer_has_everything_right() -> None:
    found = shares(judge(answer(), TRUTH))
    assert found["accepted_wrong"] == (0, 101)
    assert found["areas_accepted"] == (101, 101)
    assert found["occupied_accepted"] == (3, 3)
    assert found["owners_right"] == (1, 1)
    assert found["counts_exact"] == (2, 2)
    assert found["counts_exact_1_3"] == (1, 1)
    assert found["counts_exact_4_more"] == (1, 1)
    assert found["kinds_right"] == (7, 7)
    assert found["tokens_exact"] == (1, 1)
    assert found["zones_right"] == (1, 1)
    assert found["refused"] == (0, 1)


def test_an_accepted_area_with_a_wrong_count_is_wrong_and_one_to_look_at_is_not() -> None:
    wrong = shares(judge(answer(ne_1={"band": "accepted", **legion(4)}), TRUTH))
    assert wrong["accepted_wrong"] == (1, 101)
    assert wrong["occupied_accepted_wrong"] == (1, 3)
    assert wrong["counts_exact"] == (1, 2)
    assert wrong["owners_right"] == (1, 1), "the owner is still right"
    look = shares(judge(answer(ne_1={"band": "look", **legion(4)}), TRUTH))
    assert look["accepted_wrong"] == (0, 100)
    assert look["areas_accepted"] == (100, 101)
    assert look["not_accepted_right"] == (0, 1)


def test_a_legion_left_out_or_made_up_is_wrong() -> None:
    missed = answer()
    del missed["areas"]["arrakeen"]
    assert shares(judge(missed, TRUTH))["accepted_wrong"] == (1, 101)
    assert shares(judge(missed, TRUTH))["owners_right"] == (0, 1)
    made_up = shares(judge(answer(sw_1={"band": "accepted", **blank(), "sandworm": True}), TRUTH))
    assert made_up["accepted_wrong"] == (1, 101)
    assert made_up["occupied_accepted_wrong"] == (1, 4)
    other_side = {"band": "accepted", **blank(), "atreides": {"figures": 2, "leaders": 1}}
    assert shares(judge(answer(arrakeen=other_side), TRUTH))["owners_right"] == (0, 1)


def test_tokens_alone_are_a_legion_and_need_their_faction() -> None:
    for side in ("harkonnen", None):
        wrong = answer(se_1={"band": "look", **blank(), "tokens": 2, "token_side": side})
        assert shares(judge(wrong, TRUTH))["owners_right"] == (0, 1)
    more = shares(
        judge(answer(arrakeen={"band": "look", **legion(2, 1), "tokens": 1, "token_side": "harkonnen"}), TRUTH)
    )
    assert more["owners_right"] == (1, 1)
    assert more["owners_and_tokens_right"] == (0, 1)


def test_a_refused_photo_accepts_nothing_and_has_nothing_right() -> None:
    found = shares(judge({"refused": "blurred", "areas": {}, "zones": {}}, TRUTH))
    assert found["refused"] == (1, 1)
    assert found["areas_accepted"] == (0, 101)
    assert found["owners_right"] == (0, 1)
    assert found["counts_exact"] == (0, 2)
    assert "accepted_wrong" not in found


def test_differences_are_noticed_or_false_alarms() -> None:
    altered = {"ne_1": "off_by_one", "arrakeen": "legion_missing"}
    found = shares(judge_differences({**answer(), "differences": ["ne_1", "sw_1", "sw_2"]}, TRUTH, altered))
    assert (found["off_by_one"], found["legion_missing"], found["false_alarms"]) == ((1, 1), (0, 1), (2, 1))
    assert found["altered_accepted"] == (1, 2)
    assert found.items() >= shares(judge(answer(), TRUTH)).items()
    assert "altered_accepted" not in shares(
        judge_differences({**answer(), "refused": "blurred", "differences": []}, TRUTH, altered)
    )


@pytest.mark.parametrize("seed", range(8))
def test_an_altered_position_differs_only_where_it_says(seed: int) -> None:
    rng = generator("alter", seed)
    position = random_position(rng)
    before = copy.deepcopy(position)
    changed, altered = alter(position, rng)
    assert position == before
    read_position(changed)
    assert set(altered.values()) == {"legion_missing", "legion_extra", "off_by_one"}

    def at(document: Json, area: str) -> list[Json]:
        return [each for each in document["legions"] if each["area"] == area]

    def units(document: Json, area: str) -> int:
        return sum(each.get(kind, 0) for each in at(document, area) for kind in ("regular", "elite", "special"))

    for area in AREA_IDS:
        if area not in altered:
            assert at(changed, area) == at(position, area)
        elif altered[area] == "off_by_one":
            assert abs(units(changed, area) - units(position, area)) == 1
            assert units(changed, area) > 0
        else:
            gone, there = (position, changed) if altered[area] == "legion_missing" else (changed, position)
            assert not at(gone, area)
            assert units(there, area) > 0


def test_dice_are_found_accepted_right_or_wrong() -> None:
    real_dice = (
        DieSeen("combat", "hit", "harkonnen", (0, 0), (0, 0, 10, 10)),
        DieSeen("combat", "shield", "harkonnen", (0, 0), (20, 0, 10, 10)),
        DieSeen("combat", "special", "harkonnen", (0, 0), (40, 0, 10, 10)),
        DieSeen("foreign", "5", "harkonnen", (0, 0), (60, 0, 10, 10)),
    )
    found = judge_dice(
        [("combat", "hit", (1, 1, 6, 6)), ("combat", "hit", (22, 2, 5, 5)), (None, None, (61, 1, 8, 8))], real_dice
    )
    assert shares(found) == {
        "dice_found": (2, 3),
        "dice_accepted": (2, 3),
        "dice_accepted_wrong": (1, 3),
        "accepted_right": (1, 2),
        "foreign_rejected": (1, 1),
        "dice_number_right": (0, 1),
    }


def test_intervals_are_wilsons() -> None:
    low, high = Rate(0, 200).interval
    assert low == pytest.approx(0, abs=1e-12)
    assert high == pytest.approx(0.01885, abs=1e-4)
    low, high = Rate(190, 200).interval
    assert low == pytest.approx(0.9104, abs=1e-3)
    assert high == pytest.approx(0.9726, abs=1e-3)
    assert Rate(0, 0).interval == (0, 1)


def test_the_page_says_synthetic_and_whether_targets_are_met() -> None:
    tally = Tally()
    tally.add("accepted_wrong", 1, 1000)
    tally.add("areas_accepted", 800, 1000)
    page = report.document({"good": tally}, {"Worlds": "some"})
    assert "Every figure here is synthetic" in page
    assert "| accepted areas wrong | 0.10 % | 1000 | 0.02 % to 0.56 % | at most 0.20 % | yes |" in page
    assert "| areas accepted | 80.0 % | 1000 | 77.4 % to 82.4 % | at least 85.0 % | **no** |" in page
    assert "harvesters" not in page
    assert Tally.read(tally.document()).document() == tally.document()


def test_kept_counts_become_a_page_and_a_missed_target_an_exit_status(tmp_path: Path) -> None:
    (tmp_path / "keep").mkdir()
    for hits, status in ((85, 0), (84, 1)):
        (tmp_path / "keep" / "good.json").write_text(json.dumps({"areas_accepted": [hits, 100]}), encoding="utf-8")
        given = ["--set", "none", "--no-resources", "--keep", str(tmp_path / "keep"), "--write", str(tmp_path / "p.md")]
        assert evaluate.main(given) == status
        assert f"| areas accepted | {hits}.0 % | 100 |" in (tmp_path / "p.md").read_text(encoding="utf-8")


def test_a_run_counts_all_photos_of_all_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int, int]] = []

    def count(work: Work) -> Tally:
        seen.append((work.which, work.seed, work.photos))
        tally = Tally()
        tally.add("areas_accepted", work.seed == 1001, work.photos)
        return tally

    monkeypatch.setattr(evaluate, "evaluate_world", count)
    totals = evaluate.run(["good", "hard"], 23, range(1000, 2000), processes=1)
    assert seen == [(which, 1000 + n, photos) for n, photos in enumerate((10, 10, 3)) for which in ("good", "hard")]
    assert {name: shares(tally) for name, tally in totals.items()} == {
        "good": {"areas_accepted": (1, 23)},
        "hard": {"areas_accepted": (1, 23)},
    }


def test_a_world_that_cannot_be_calibrated_counts_as_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(seed: int, size: tuple[int, int]) -> Table:
        raise subjects.CalibrationFailed("no markers")

    monkeypatch.setattr(subjects, "calibrated", fails)
    found = shares(subjects.evaluate_world(Work("good", 7, 3)))
    assert found["calibrated"] == (0, 1)
    assert found["refused"] == (3, 3)
    assert found["areas_accepted"] == (0, 303)


def test_every_figure_asked_for_has_a_row_with_its_target() -> None:
    asked = {name: {row.name for row in rows if row.target} for name, rows in report.ROWS.items()}
    assert asked["good"] == {"accepted_wrong", "areas_accepted", "owners_right", "counts_exact"}
    assert asked["hard"] == {"accepted_wrong", "areas_accepted"}
    assert asked["expected"] == {"legion_missing", "legion_extra", "off_by_one", "false_alarms"}
    assert asked["dice"] == {"dice_found", "accepted_right", "dice_accepted_wrong"}
    assert asked["real"] == set()


def test_the_truth_of_a_real_photo_is_its_position() -> None:
    position = {
        "legions": [{"area": "ne_1", "faction": "atreides", "regular": 2, "tokens": 1, "named": ["stilgar"]}],
        "harvesters": ["se_3"],
        "carryalls": ["az_ne"],
    }
    truth = real.truth_of(position)
    assert truth["areas"]["ne_1"]["atreides"] == {"figures": 2, "leaders": 1}
    assert truth["areas"]["ne_1"]["tokens"] == 1
    assert truth["areas"]["se_3"]["harvester"]
    assert truth["zones"]["az_ne"] == {"vehicle": "carryall"}


def test_a_real_roll_is_compared_by_what_was_read() -> None:
    rolled = [{"kind": "combat", "face": "hit"}, {"kind": "combat", "face": "hit"}, {"kind": "foreign", "face": ""}]
    found = shares(real.judge_roll([("combat", "hit"), ("combat", "shield"), (None, None)], rolled))
    assert found == {
        "dice_found": (2, 2),
        "dice_accepted": (2, 2),
        "accepted_right": (1, 2),
        "dice_accepted_wrong": (1, 2),
        "dice_number_right": (1, 1),
    }


def test_a_real_photo_that_teaches_an_unknown_face_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "dice-teach-lottery-1.jpg").write_bytes(b"")
    with pytest.raises(real.RealPhotosError, match="no die has a face 'lottery'"):
        real.judge_dice_of(tmp_path)


def test_without_real_photos_nothing_is_measured_and_half_a_folder_is_an_error(tmp_path: Path) -> None:
    assert real.tables(tmp_path) == []
    assert real.evaluate_real(tmp_path).document() == {}
    (tmp_path / "kitchen").mkdir()
    (tmp_path / "kitchen" / "about.json").write_text("[]", encoding="utf-8")
    with pytest.raises(real.RealPhotosError, match=r"about\.json: an object is needed"):
        real.evaluate_real(tmp_path)
    (tmp_path / "kitchen" / "about.json").write_text("{}", encoding="utf-8")
    with pytest.raises(real.RealPhotosError, match="kitchen: needs empty_photo"):
        real.evaluate_real(tmp_path)
