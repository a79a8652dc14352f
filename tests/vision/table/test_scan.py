"""A photo is read area by area: bands, differences, refusals, crops, two photos together."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.board import AREA_IDS, SECTOR_MASK, members
from tests.vision.conftest import Taught, shot
from tests.workshop.camera.render import Photo
from vision.board.geometry import board
from vision.contents import EMPTY, FACTIONS, Content, PositionError
from vision.figures import bands
from vision.figures.bands import within_supply
from vision.figures.measuring import Measured
from vision.figures.sizes import Sizes
from vision.table import calibration
from vision.table.folder import TableError
from vision.table.scan import Reading, fuse, scan
from vision.terms import ACCEPTED, LOOK, UNSEEN

pytestmark = pytest.mark.slow

POSITION: dict[str, Any] = {
    "legions": [
        {"area": "ne_9", "faction": "harkonnen", "regular": 2},
        {"area": "sw_5", "faction": "atreides", "regular": 1, "generic": 1},
        {"area": "pasty_mesa", "faction": "harkonnen", "elite": 1},
    ],
    "harvesters": ["nw_6"],
    "ornithopters": ["az_north"],
}


@pytest.fixture(scope="module")
def taken() -> Photo:
    return shot(POSITION, 21, elevation=70, azimuth=-6)


@pytest.fixture(scope="module")
def reading(taught: Taught, taken: Photo) -> Reading:
    return scan(taken.image, taught.table)


def test_most_areas_are_accepted_and_none_of_them_wrong(reading: Reading, taken: Photo) -> None:
    assert reading.refused is None
    assert set(reading.areas) == set(AREA_IDS)
    accepted = {area: result for area, result in reading.areas.items() if result.band == ACCEPTED}
    assert len(accepted) >= 85
    for area, result in accepted.items():
        document = result.content.document()
        truth = taken.truth["areas"].get(area, EMPTY.document())
        assert {k: v for k, v in document.items() if k != "kinds"} == {
            k: v for k, v in truth.items() if k not in ("kinds", "token_side")
        }


def test_legions_are_read_with_their_faction(reading: Reading) -> None:
    owners = {
        area: tuple(any(result.content.side(faction)) for faction in FACTIONS)
        for area, result in reading.areas.items()
        if any(any(result.content.side(faction)) for faction in FACTIONS)
    }
    assert owners == {"ne_9": (True, False), "pasty_mesa": (True, False), "sw_5": (False, True)}
    assert reading.zones["az_north"].vehicle == "ornithopter"
    assert reading.zones["az_se"].vehicle is None


def test_the_document_has_the_shape_of_the_formats(reading: Reading) -> None:
    document = reading.document()
    assert document["refused"] is None
    assert document["seconds"] == pytest.approx(sum(reading.seconds.values()), abs=0.01)
    assert document["differences"] == []
    for entry in document["areas"].values():
        assert entry.keys() == {
            "band", "harkonnen", "atreides", "tokens", "harvester", "sandworm", "wormsign", "kinds", "confidence"
        }  # fmt: skip
        assert entry["band"] in (ACCEPTED, LOOK, UNSEEN)
        assert 0 <= entry["confidence"] <= 1
    assert all(zone.keys() == {"band", "vehicle", "confidence"} for zone in document["zones"].values())
    empty = [area for area, result in reading.areas.items() if result.content == EMPTY and result.band == ACCEPTED]
    assert not set(empty) & set(document["areas"])


def test_a_box_of_other_sizes_is_judged_in_real_millimetres_with_what_covers_it(
    taught: Taught, taken: Photo, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []
    real = bands.judged

    def judged(*facts: Any) -> Any:
        given.extend(facts)
        return real(*facts)

    monkeypatch.setattr("vision.table.scan.judged", judged)
    table = replace(taught.table, measured={"lesson": Measured.of(Sizes(0.84, 1.0), 8.0)})
    scan(taken.image, table)
    on, shot, pieces, foreground = given[:4]
    assert on.width == table.width
    assert shot.bare is not None
    assert shot.bare.shape == foreground.shape == on.shape
    assert {round(p.base, 1) for p in pieces} == {0.8, 1.0}


def test_what_differs_from_the_expected_position_is_listed(taught: Taught, taken: Photo) -> None:
    expect = {
        **POSITION,
        "legions": [
            *POSITION["legions"][:1],
            {"area": "se_3", "faction": "atreides", "regular": 2},
            POSITION["legions"][2],
        ],
    }
    found = scan(taken.image, taught.table, expect=expect)
    assert {"se_3", "sw_5"} <= set(found.differences)
    assert "ne_9" not in found.differences
    assert len(set(found.differences) - {"se_3", "sw_5"}) <= 1
    with pytest.raises(PositionError):
        scan(taken.image, taught.table, expect={"harvesters": ["atlantis"]})


def test_a_crop_shows_the_area_from_above(reading: Reading) -> None:
    crop = reading.crop("ne_9")
    ring = reading.board.polygons["ne_9"] if reading.board else np.zeros((1, 2))
    high, wide = crop.shape[:2]
    assert abs(wide - 3 * (np.ptp(ring[:, 0]) + 32)) <= 3
    assert abs(high - 3 * (np.ptp(ring[:, 1]) + 32)) <= 3
    assert crop.std() > 10
    assert reading.crop("az_north").size
    with pytest.raises(KeyError):
        reading.crop("atlantis")


def test_hopeless_photos_are_refused_with_a_reason(taught: Taught, taken: Photo) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (900, 1200, 3), np.uint8)
    refused = scan(noise, taught.table)
    assert refused.document()["refused"] == "board_not_found"
    assert refused.document()["areas"] == {}
    with pytest.raises(ValueError, match="refused"):
        refused.crop("ne_9")
    assert scan(taken.image // 16, taught.table).document()["refused"] == "too_dark"
    small = np.asarray(cv2.resize(cv2.resize(taken.image, (300, 225)), (1792, 1344)), np.uint8)
    assert scan(small, taught.table).document()["refused"] is not None
    flat = shot(POSITION, 23, elevation=24)
    assert scan(flat.image, taught.table).document()["refused"] in ("too_flat", "board_not_found", "too_small")
    grey = np.asarray(np.repeat(cv2.cvtColor(taken.image, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2), np.uint8)
    assert scan(grey, taught.table).document()["refused"] == "other_colours"
    assert scan(np.ascontiguousarray(taken.image[:, ::-1]), taught.table).document()["refused"] == "board_not_found"
    dark = np.asarray(cv2.GaussianBlur(taken.image // 7, (0, 0), 2.0), np.uint8)
    assert scan(dark, taught.table).document()["refused"] == "too_dark", "that it is blurred too is of no use to know"
    bright = np.clip(taken.image * 2.2, 0, 255).astype(np.uint8)
    assert scan(bright, taught.table).document()["refused"] in ("too_bright", "other_colours", "too_much_glare")
    covered = taken.image.copy()
    covered[:, covered.shape[1] // 2 :] = 120
    assert scan(covered, taught.table).document()["refused"] in ("right_half_unclear", "board_not_found")


def under(taken: Photo, *corners: tuple[float, float]) -> NDArray[np.uint8]:
    """A photo in which a sheet of paper lies over a part of the board, given in mm."""
    image = taken.image.copy()
    ring = np.round(taken.to_pixels(np.array(corners))).astype(np.int32)
    cv2.fillPoly(image, [ring], (205, 210, 212))
    return image


def test_what_lies_under_paper_is_not_seen_and_the_rest_is_read(taught: Taught, taken: Photo, reading: Reading) -> None:
    x, y = board().labels["ne_9"]
    found = scan(under(taken, (x - 70, y - 70), (x + 70, y - 70), (x + 70, y + 70), (x - 70, y + 70)), taught.table)
    assert found.refused is None
    assert (found.areas["ne_9"].band, found.areas["ne_9"].covered) == (UNSEEN, True)
    assert "ne_9" in found.document()["covered"]
    assert found.areas["sw_5"].content == reading.areas["sw_5"].content
    assert not reading.document()["covered"]
    again = fuse(found, reading)
    assert again.areas["ne_9"] == reading.areas["ne_9"], "another photo may show it"


def test_a_board_under_arms_and_papers_is_refused(taught: Taught, taken: Photo) -> None:
    wide, high = board().width, board().height
    half = under(taken, (0.2 * wide, 0.15 * high), (0.8 * wide, 0.15 * high), (0.8 * wide, high), (0.2 * wide, high))
    assert scan(half, taught.table).document()["refused"] == "much_covered"


def test_a_table_that_is_not_taught_is_an_error(taken: Photo) -> None:
    with pytest.raises(TableError):
        scan(taken.image, calibration.start())


def test_one_sector_is_read_alone(taught: Taught) -> None:
    near = shot(POSITION, 22, span=420.0, target=(200.0, -140.0), markers=False)
    found = scan(near.image, taught.table, sector="ne")
    assert found.refused is None
    assert set(found.areas) == {AREA_IDS[n] for n in members(SECTOR_MASK["ne"])}
    assert found.areas["ne_9"].content.harkonnen == 2
    assert scan(near.image, taught.table).refused is not None
    with pytest.raises(KeyError):
        scan(near.image, taught.table, sector="north")


def test_two_photos_together_accept_what_agrees_and_leave_what_does_not(reading: Reading) -> None:
    assert fuse(reading, reading).areas["ne_9"].content == reading.areas["ne_9"].content
    refused = Reading(None, {})
    assert fuse(replace(reading), refused).areas == reading.areas
    sure = replace(reading.areas["ne_9"], band=ACCEPTED, confidence=0.995, accepted_from=0.98)
    other = replace(sure, content=Content(harkonnen=5), band=LOOK, confidence=0.6)
    first = replace(reading, areas={"ne_9": sure})
    disagreeing = fuse(first, replace(reading, areas={"ne_9": other})).areas["ne_9"]
    assert (disagreeing.band, disagreeing.content) == (LOOK, sure.content)
    weak = replace(sure, band=LOOK, confidence=0.96)
    agreeing = fuse(replace(reading, areas={"ne_9": weak}), replace(reading, areas={"ne_9": weak})).areas["ne_9"]
    assert agreeing.confidence > 0.97
    unseen = replace(sure, band=UNSEEN, content=EMPTY, confidence=0.0)
    assert fuse(first, replace(reading, areas={"ne_9": unseen})).areas["ne_9"] == sure


@pytest.mark.parametrize(
    ("least", "band"),
    [((inf, inf), LOOK), ((0.98, inf), ACCEPTED), ((inf, 0.98), ACCEPTED), ((0.999, 0.999), LOOK)],
)
def test_what_neither_of_two_photos_tells_is_not_accepted_because_they_agree(
    reading: Reading, least: tuple[float, float], band: str
) -> None:
    sure = replace(reading.areas["ne_9"], band=LOOK, confidence=0.97)
    first, second = (replace(reading, areas={"ne_9": replace(sure, accepted_from=one)}) for one in least)
    assert fuse(first, second).areas["ne_9"].band == band


def test_a_reading_that_is_sure_but_does_not_tell_all_is_not_accepted_over_another_one(reading: Reading) -> None:
    sure = replace(reading.areas["ne_9"], band=LOOK, confidence=0.9999, accepted_from=inf)
    other = replace(sure, content=Content(harkonnen=5), confidence=0.001)
    first, second = (replace(reading, areas={"ne_9": one}) for one in (sure, other))
    assert fuse(first, second).areas["ne_9"].band == LOOK
    clear = replace(first, areas={"ne_9": replace(sure, accepted_from=0.98)})
    assert fuse(clear, second).areas["ne_9"].band == ACCEPTED


def test_more_pieces_than_a_box_has_must_be_looked_at(reading: Reading) -> None:
    worm = replace(reading.areas["ne_9"], content=Content(sandworm=1), band=ACCEPTED)
    areas = dict.fromkeys(AREA_IDS[:6], worm) | {"sw_5": replace(worm, content=EMPTY)}
    banded = within_supply(areas)
    assert {result.band for area, result in banded.items() if area != "sw_5"} == {LOOK}
    assert banded["sw_5"].band == ACCEPTED
    assert within_supply(dict.fromkeys(AREA_IDS[:5], worm))[AREA_IDS[0]].band == ACCEPTED
    one, other = (replace(reading, areas=dict.fromkeys(part, worm)) for part in (AREA_IDS[:3], AREA_IDS[3:6]))
    assert {result.band for result in fuse(one, other).areas.values()} == {LOOK}, "of two photos together as well"
