"""The renderer: same seed same photo, the truth agrees with the pixels, figures stand upright where they should."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.board import AREA_IDS, ZONE_IDS
from companion.rules.positions.audit import audit
from companion.rules.positions.reading import read_position
from tests.workshop.camera.render import (
    REPORT_WORLDS,
    TUNING_WORLDS,
    Light,
    Photo,
    View,
    good_view,
    hard_view,
    photo,
    random_position,
    start_position,
    world,
)
from tests.workshop.camera.rendering.fields import generator
from tests.workshop.camera.rendering.placing import HOMES, Wanted, place
from vision.board.geometry import board, marker_corners

pytestmark = pytest.mark.slow

SMALL = (1008, 756)
PLAIN = View(noise=0.0, blur=0.0, sharpen=0.0, jpeg=98, markers=False, light=Light(fall=0.0))
POSITION = {
    "sietches": {},
    "settlements": [],
    "stations": [],
    "legions": [
        {"area": "wind_pass", "faction": "harkonnen", "regular": 2, "elite": 1, "generic": 1},
        {"area": "ne_9", "faction": "atreides", "special": 1, "named": ["stilgar"]},
        {"area": "sw_2", "faction": "atreides", "tokens": 2},
    ],
    "harvesters": ["se_3"],
    "sandworms": ["ne_10"],
    "wormsigns": ["nw_5"],
    "ornithopters": ["az_south"],
}


@cache
def shot(view: View = PLAIN, empty: bool = False) -> Photo:
    return photo(world(3), None if empty else POSITION, view, generator("test"), SMALL)


def difference(one: Photo, other: Photo) -> NDArray[np.uint8]:
    return np.asarray(cv2.absdiff(one.image, other.image).max(axis=2), np.uint8)


def test_the_same_seeds_give_the_same_photo_and_others_another() -> None:
    view = good_view(generator("view"))
    one, same = (photo(world(3), POSITION, view, generator("a"), SMALL) for _ in range(2))
    assert np.array_equal(one.image, same.image)
    assert one.truth == same.truth
    assert [seen.piece for seen in one.pieces] == [seen.piece for seen in same.pieces]
    other = photo(world(3), POSITION, view, generator("b"), SMALL)
    assert [seen.piece for seen in one.pieces] != [seen.piece for seen in other.pieces]


def test_another_world_has_another_print_and_other_plastics() -> None:
    one, other = world(3), world(4)
    assert not np.array_equal(one.printed(1.0)[0], other.printed(1.0)[0])
    assert not np.allclose(one.plastic["harkonnen"], other.plastic["harkonnen"])
    assert not set(TUNING_WORLDS) & set(REPORT_WORLDS)


def test_a_photo_has_the_size_asked_for_and_portrait_swaps_it() -> None:
    assert shot().image.shape == (756, 1008, 3)
    assert shot().image.dtype == np.uint8
    assert photo(world(3), None, replace(PLAIN, portrait=True), generator("p"), SMALL).image.shape == (1008, 756, 3)


def test_the_truth_is_what_the_position_says() -> None:
    areas = shot().truth["areas"]
    assert set(areas) == {"wind_pass", "ne_9", "sw_2", "se_3", "ne_10", "nw_5"}
    assert areas["wind_pass"]["harkonnen"] == {"figures": 3, "leaders": 1}
    assert areas["wind_pass"]["kinds"] == {"regular": 2, "elite": 1, "special": 0}
    assert areas["ne_9"]["atreides"] == {"figures": 1, "leaders": 1}
    assert areas["sw_2"]["tokens"] == 2
    assert areas["se_3"]["harvester"]
    assert areas["ne_10"]["sandworm"]
    assert areas["nw_5"]["wormsign"]
    vehicles = {zone: found["vehicle"] for zone, found in shot().truth["zones"].items()}
    assert vehicles == {zone: "ornithopter" if zone == "az_south" else None for zone in ZONE_IDS}


def test_pieces_change_the_pixels_where_they_stand_and_nowhere_else() -> None:
    view = replace(PLAIN, shadows=False)
    changed = difference(shot(view), shot(view, empty=True)) > 24
    around = np.zeros(changed.shape, np.bool_)
    for seen in shot(view).pieces:
        assert seen.box is not None
        x, y, width, height = seen.box
        inside = changed[y : y + height, x : x + width]
        assert inside.mean() > 0.2, seen.piece
        around[max(0, y - 12) : y + height + 12, max(0, x - 12) : x + width + 12] = True
    assert not changed[~around].any()


def test_figures_have_the_colour_of_their_plastic() -> None:
    image = shot().image
    for faction, channel in (("harkonnen", 2), ("atreides", 0)):
        pixels = []
        for seen in shot().pieces:
            if seen.piece.kind in ("regular", "elite", "special") and seen.piece.faction == faction:
                x, y = (round(value) for value in seen.foot)
                pixels.append(image[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).mean(axis=0))
        mean = np.mean(pixels, axis=0)
        assert mean.argmax() == channel or world(3).plastic[faction].argmax() != channel


def test_a_figure_leans_away_from_the_point_below_the_camera() -> None:
    view = replace(PLAIN, elevation=60.0)
    taken = shot(view)
    for seen in taken.pieces:
        if seen.piece.flat:
            continue
        base = np.array([[seen.piece.x, seen.piece.y]])
        low, high = taken.to_pixels(base)[0], taken.to_pixels(base, 30.0)[0]
        away = np.array([[seen.piece.x, seen.piece.y]]) - taken.camera.foot()
        outward = taken.to_pixels(base + away / np.linalg.norm(away) * 5)[0] - low
        cosine = (high - low) @ outward / np.linalg.norm(high - low) / np.linalg.norm(outward)
        assert cosine > 0.98


def test_each_half_has_its_own_homography_and_it_takes_mm_to_pixels() -> None:
    view = replace(PLAIN, tilts=(0.8, 0.5), step=1.5, gap=0.8)
    taken, on = shot(view), board()
    maps = {name: np.array(rows) for name, rows in taken.truth["homographies"].items()}
    for name, x in (("left", 100.0), ("right", 700.0)):
        mm = np.array([[x, 80.0], [x, 500.0], [x + 60, 300.0]])
        flat = np.column_stack([mm, np.ones(3)]) @ maps[name].T
        assert np.allclose(flat[:, :2] / flat[:, 2:], taken.to_pixels(mm), atol=0.05)
    seam = np.array([on.seam, 300.0, 1.0])
    ends = [maps[name] @ seam for name in ("left", "right")]
    assert np.linalg.norm(ends[0][:2] / ends[0][2] - ends[1][:2] / ends[1][2]) > 0.3


def test_the_print_lies_where_the_camera_says() -> None:
    taken, on = shot(PLAIN, empty=True), board()
    for x, y, radius in on.zones.values():
        px, py = np.round(taken.to_pixels(np.array([[x, y + radius * 0.75]]))[0]).astype(int)
        blue, _, red = taken.image[py, px].astype(int)
        assert blue > red + 20, "the air zones are blue discs"


@pytest.mark.parametrize("lens", [(0.0, 0.0), (-0.05, 0.01)])
def test_marker_cards_are_detected_where_the_formats_say(lens: tuple[float, float]) -> None:
    taken = photo(world(3), None, replace(PLAIN, markers=True, lens=lens), generator("m"), (1512, 1134))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(cv2.cvtColor(taken.image, cv2.COLOR_BGR2GRAY))
    assert sorted(int(n) for n in np.ravel(ids)) == [0, 1, 2, 3, 4, 5]
    nominal = marker_corners(board())
    for number, ring in zip(np.ravel(ids), corners, strict=True):
        wanted = taken.camera.on_table(nominal[int(number)])
        # Cards lie up to a millimetre and a degree beside their place.
        assert np.abs(np.asarray(ring).reshape(4, 2) - wanted).max() < 6


def test_without_marker_cards_none_is_detected() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    gray = cv2.cvtColor(shot(PLAIN, empty=True).image, cv2.COLOR_BGR2GRAY)
    assert cv2.aruco.ArucoDetector(dictionary).detectMarkers(gray)[1] is None


@pytest.mark.parametrize("seed", range(6))
def test_every_base_stands_in_its_area_and_hardly_any_on_another(seed: int) -> None:
    rng, on = generator("place", seed), board()
    pieces = [piece for piece in place(random_position(rng), on, rng) if piece.kind not in HOMES]
    assert len(pieces) > 20
    crowded = 0
    for number, piece in enumerate(pieces):
        assert piece.area in on.zones or AREA_IDS[on.number_at(piece.x, piece.y)] == piece.area
        for other in pieces[:number]:
            apart = np.hypot(piece.x - other.x, piece.y - other.y)
            reach = sum(Wanted(one.kind, one.faction, one.area).reach for one in (piece, other))
            crowded += apart < reach - 0.01
    # Harg Pass is smaller than what may stand there.
    assert crowded <= 2


@pytest.mark.parametrize("seed", range(12))
def test_positions_break_no_rule(seed: int) -> None:
    rng = generator("positions", seed)
    assert audit(read_position(random_position(rng))) == ()
    assert audit(read_position(start_position(rng))) == ()


def test_samplers_keep_to_their_angles() -> None:
    rng = generator("views")
    good, hard = [good_view(rng) for _ in range(60)], [hard_view(rng) for _ in range(60)]
    assert all(52 <= view.elevation <= 84 and view.jpeg >= 84 for view in good)
    assert all(45 <= view.elevation <= 75 for view in hard)
    assert {view.markers for view in good} == {True, False}
    assert any(view.hand for view in hard)
    assert any(view.fill > 1 for view in hard)


def test_glare_brightens_and_a_hand_hides() -> None:
    plain = shot(PLAIN)
    glaring = photo(world(3), POSITION, replace(PLAIN, glare=0.7), generator("test"), SMALL)
    hidden = photo(world(3), POSITION, replace(PLAIN, hand=True), generator("test"), SMALL)
    assert glaring.image.astype(int).mean() > plain.image.astype(int).mean() + 1
    assert (difference(hidden, plain) > 40).mean() > 0.02


def test_light_falls_off_and_has_a_colour() -> None:
    dark = photo(
        world(3), None, replace(PLAIN, light=Light(fall=0.5, cast=(0.7, 1.0, 1.2))), generator("test"), SMALL
    ).image.astype(float)
    plain = shot(PLAIN, empty=True).image.astype(float)
    share = (dark / np.maximum(plain, 1)).mean(axis=(0, 1))
    assert share[0] < share[1] < share[2]
    halves = (dark[:378] / np.maximum(plain[:378], 1)).mean(), (dark[378:] / np.maximum(plain[378:], 1)).mean()
    assert abs(halves[0] - halves[1]) > 0.05


def test_a_hidden_piece_is_known_to_be_hidden() -> None:
    crowd = {**POSITION, "legions": [{"area": "wind_pass", "faction": "harkonnen", "regular": 6, "named": ["x", "y"]}]}
    taken = photo(world(3), crowd, replace(PLAIN, elevation=40.0), generator("crowd"), SMALL)
    shares = [seen.visible for seen in taken.pieces if seen.piece.area == "wind_pass"]
    assert len(shares) == 8
    assert min(shares) < 0.9
    assert max(shares) > 0.95
    assert all(0 <= share <= 1 for share in shares)


def test_a_photo_of_one_sector_is_nearer() -> None:
    near = photo(world(3), POSITION, replace(PLAIN, span=380.0, target=(200.0, -120.0)), generator("near"), SMALL)
    mm = np.array([[620.0, 170.0], [640.0, 170.0]])
    wide = np.linalg.norm(np.diff(shot().to_pixels(mm), axis=0))
    assert np.linalg.norm(np.diff(near.to_pixels(mm), axis=0)) > 1.7 * wide


def test_an_unknown_area_is_an_error() -> None:
    with pytest.raises(KeyError):
        photo(world(3), {"sietches": {"nowhere": {"rank": None, "revealed": False}}}, PLAIN, generator("x"), SMALL)
    with pytest.raises(KeyError):
        photo(world(3), {"harvesters": ["nowhere"]}, PLAIN, generator("x"), SMALL)


def test_a_jpeg_is_the_photo() -> None:
    data = np.frombuffer(shot().jpeg(95), np.uint8)
    back = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.int16)
    assert np.abs(back - shot().image).mean() < 3
