"""The second renderer: same seed same photo, what is true stands where the pixels show it, things cover places."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.board import AREA_IDS
from tests.workshop.camera.lessons import teach_positions
from tests.workshop.camera.rendering.positions import random_position
from tests.workshop.camera.second.bodies import body
from tests.workshop.camera.second.copies import FIRST_SEED, copy_of, generator
from tests.workshop.camera.second.draw import Lamp
from tests.workshop.camera.second.layout import TOUCH, lay_out, pieces_of
from tests.workshop.camera.second.paint import SCALE, printed
from tests.workshop.camera.second.phone import Snap, careful_snap, good_snap, hard_snap
from tests.workshop.camera.second.photos import Shot, photo
from tests.workshop.camera.second.wrong import WRONG, wrong_photo
from vision.board.geometry import marker_corners

pytestmark = pytest.mark.slow

SMALL = (1200, 900)
OF = copy_of(FIRST_SEED - 7, factor=1.0)
PLAIN = Snap(
    lamp=Lamp(ambient=1.0), vignette=0, fall=0, noise=0, soft=0.3, sharpen=0, jpeg=98, clutter=0, cards=False, curve=0
)
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
def shot(empty: bool = False, snap: Snap = PLAIN) -> Shot:
    return photo(OF, None if empty else POSITION, snap, generator("test"), SMALL)


def test_the_same_seeds_give_the_same_photo_and_others_another() -> None:
    snap = good_snap(generator("snap"))
    one, same, other = (photo(OF, POSITION, snap, generator(word), SMALL) for word in ("a", "a", "b"))
    assert one.data == same.data
    assert (one.truth, one.spots, one.covered) == (same.truth, same.spots, same.covered)
    assert one.spots != other.spots


def test_the_truth_is_the_position() -> None:
    areas = shot().truth["areas"]
    assert set(areas) == {"wind_pass", "ne_9", "sw_2", "se_3", "ne_10", "nw_5"}
    assert areas["wind_pass"]["harkonnen"] == {"figures": 3, "leaders": 1}
    assert areas["wind_pass"]["kinds"] == {"regular": 2, "elite": 1, "special": 0}
    assert areas["ne_9"]["atreides"] == {"figures": 1, "leaders": 1}
    assert (areas["sw_2"]["tokens"], areas["sw_2"]["token_side"]) == (2, "atreides")
    there = (("se_3", "harvester"), ("ne_10", "sandworm"), ("nw_5", "wormsign"))
    assert all(areas[area][thing] for area, thing in there)
    assert shot().truth["zones"]["az_south"] == {"vehicle": "ornithopter"}


def test_pieces_change_the_pixels_between_foot_and_head_and_nowhere_else() -> None:
    changed = cv2.absdiff(shot().image, shot(True).image).max(axis=2) > 26
    around = np.zeros(changed.shape, np.uint8)
    for spot in shot().spots:
        wide = round(34 * SMALL[0] / 1000)
        ends = np.round([spot.foot, spot.head]).astype(int)
        cv2.line(around, ends[0].tolist(), ends[1].tolist(), 1, wide * 2)
        x, y = np.round(np.add(spot.foot, spot.head) / 2).astype(int)
        assert changed[y - 4 : y + 5, x - 4 : x + 5].mean() > 0.1, spot
        assert spot.pixels > 40
    assert not changed[around == 0].any()
    assert changed[around == 1].mean() > 0.08


def test_what_is_near_hides_what_is_far() -> None:
    alone = {**POSITION, "legions": [{"area": "wind_pass", "faction": "harkonnen", "regular": 1}]}
    crowd = {**POSITION, "legions": [{"area": "harg_pass", "faction": "harkonnen", "regular": 3, "elite": 2}]}
    low = replace(PLAIN, elevation=30.0)
    full = [s.pixels for s in photo(OF, alone, low, generator("x"), SMALL).spots if s.piece.kind == "regular"]
    part = [s.pixels for s in photo(OF, crowd, low, generator("x"), SMALL).spots if s.piece.kind == "regular"]
    assert min(part) < 0.85 * full[0]


def test_figures_have_the_colour_of_their_faction() -> None:
    for spot in shot().spots:
        if spot.piece.faction and spot.piece.kind != "token":
            x, y = np.round(np.array(spot.foot) * 0.6 + np.array(spot.head) * 0.4).astype(int)
            blue, _, red = shot().image[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).mean(0)
            assert (red > blue) == (spot.piece.faction == "harkonnen")


@pytest.mark.parametrize("bend", [(0.0, 0.0, 0.0, 0.0, 0.0), (-0.04, 0.01, 0.0005, -0.0005, 0.0)])
def test_the_print_lies_where_the_camera_says(bend: tuple[float, float, float, float, float]) -> None:
    taken, on = shot(True, replace(PLAIN, bend=bend, azimuth=12.0, wobble=2.0)), OF.board
    xs, ys = np.meshgrid(np.arange(30.0, on.width - 30, 1.5), np.arange(30.0, on.height - 30, 1.5))
    pixels = taken.to_pixels(np.column_stack([xs.ravel(), ys.ravel()])).astype(np.float32)
    px, py = (pixels[:, axis].reshape(xs.shape) for axis in (0, 1))
    seen = cv2.remap(taken.image, px, py, cv2.INTER_LINEAR)
    wanted = cv2.resize(printed(OF.seed, on.width), None, fx=1 / SCALE, fy=1 / SCALE, interpolation=cv2.INTER_AREA)
    wanted = cv2.remap(wanted, (xs - 0.5).astype(np.float32), (ys - 0.5).astype(np.float32), cv2.INTER_LINEAR)
    one, other = (picture[..., 1].astype(np.float32) for picture in (seen, wanted))
    assert np.corrcoef(one.ravel(), other.ravel())[0, 1] > 0.93
    shift, _ = cv2.phaseCorrelate(one, other)
    assert np.linalg.norm(shift) * 1.5 < 0.3, "mm"


def test_marker_cards_are_where_the_formats_say() -> None:
    taken = photo(OF, None, replace(PLAIN, cards=True), generator("m"), (1800, 1350))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(cv2.cvtColor(taken.image, cv2.COLOR_BGR2GRAY))
    assert sorted(int(n) for n in np.ravel(ids)) == [0, 1, 2, 3, 4, 5]
    for number, ring in zip(np.ravel(ids), corners, strict=True):
        wanted = taken.eye.on_table(marker_corners(OF.board)[int(number)])
        assert np.abs(np.asarray(ring).reshape(4, 2) - wanted).max() < 6


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.4])
def test_no_base_stands_on_another_or_outside_its_area(factor: float) -> None:
    of = copy_of(FIRST_SEED - 1, factor=factor)
    on, rng = of.board, generator("layout", round(factor * 10))
    position = random_position(rng)
    pieces = [p for p in lay_out(of, position, rng) if p.area in AREA_IDS]
    figures = [p for p in pieces if p.kind not in ("sietch", "settlement", "station", "atomics")]
    assert len(figures) > 0.85 * sum(1 for kind, _, area in pieces_of(position) if area in AREA_IDS) - 30
    for number, piece in enumerate(figures):
        assert AREA_IDS[on.number_at(piece.x, piece.y)] == piece.area
        for other in figures[:number]:
            apart = np.hypot(piece.x - other.x, piece.y - other.y)
            assert apart > of.reach[piece.kind] + of.reach[other.kind] - TOUCH - 1e-6


@pytest.mark.parametrize("lesson", range(3))
def test_every_lesson_finds_room_even_with_wide_bases(lesson: int) -> None:
    of, position = copy_of(FIRST_SEED + 304, factor=1.4), teach_positions()[lesson]
    wanted = sum(1 for _ in pieces_of(position))
    assert any(len(lay_out(of, position, generator("room", n))) == wanted for n in range(12))


def test_variants_differ_in_leaders_and_sardaukar_alone() -> None:
    likely, stress = copy_of(FIRST_SEED), copy_of(FIRST_SEED, "stress")
    assert likely.plastics["harkonnen.leader"] != likely.plastics["harkonnen"]
    assert stress.plastics["harkonnen.leader"] == stress.plastics["harkonnen"]
    assert likely.plastics["sardaukar"] == likely.plastics["harkonnen"]
    assert np.ptp(stress.plastics["sardaukar"].colour) < 0.12
    assert (likely.reach, likely.tall, likely.card) == (stress.reach, stress.tall, stress.card)
    wide = copy_of(FIRST_SEED, factor=1.4)
    assert wide.reach["regular"] == pytest.approx(likely.reach["regular"] / likely.factor * 1.4)
    assert wide.reach["token"] == likely.reach["token"]


@pytest.mark.parametrize(
    "kind", ["regular", "elite", "special", "generic", "named", "sandworm", "carryall", "harvester"]
)
def test_bodies_stand_on_the_board_and_face_outwards(kind: str) -> None:
    faction = "atreides" if kind in ("regular", "elite", "special", "generic", "named") else None
    cloud = body(OF, kind, faction, 1)
    assert -0.01 <= cloud.points[:, 2].min() < 1.5
    assert 0.75 * OF.tall[kind] < cloud.points[:, 2].max() < 1.5 * OF.tall[kind]
    assert np.allclose(np.linalg.norm(cloud.normals, axis=1), 1, atol=1e-3)
    assert cloud.light.min() > 0


@pytest.mark.parametrize("kind", ["cup", "box", "paper", "hand"])
def test_what_a_thing_covers_is_known_and_nothing_stands_in_it(kind: str) -> None:
    on = OF.board
    x, y = on.labels["wind_pass"]
    clear = photo(OF, POSITION, PLAIN, generator("c"), SMALL)
    taken = photo(OF, POSITION, PLAIN, generator("c"), SMALL, covers=[(kind, x, y)])
    assert clear.covered == {}
    assert max(taken.covered.values()) > 0.1
    changed = cv2.absdiff(taken.image, clear.image).max(axis=2) > 12
    at = np.round(taken.to_pixels(np.array([[x, y]]), 30.0)[0]).astype(int)
    assert changed[at[1] - 3 : at[1] + 4, at[0] - 3 : at[0] + 4].mean() > 0.3
    if kind in ("cup", "box"):
        for spot in taken.spots:
            assert np.hypot(spot.piece.x - x, spot.piece.y - y) > 18


def test_photos_of_no_use_are_what_they_say() -> None:
    made = {kind: wrong_photo(kind, OF, POSITION, generator("w"), SMALL) for kind in WRONG}
    usual = photo(OF, POSITION, good_snap(generator("w")), generator("v"), SMALL)
    assert np.ptp(made["grey"].image.astype(int), axis=2).max() <= 2
    assert made["dark"].image.mean() < 0.7 * usual.image.mean()
    assert (made["overexposed"].image > 250).mean() > 0.05
    blue, _, red = made["warm"].image.reshape(-1, 3).mean(0)
    assert red > 1.3 * blue
    assert made["other_game"].truth["areas"] == {}
    rng = generator("w")
    straight = photo(OF, POSITION, good_snap(rng), rng, SMALL)
    assert np.abs(made["mirrored"].image[:, ::-1].astype(int) - straight.image).mean() < 3


def test_samplers_keep_to_what_they_promise() -> None:
    rng = generator("snaps")
    good, hard, careful = ([one(rng) for _ in range(60)] for one in (good_snap, hard_snap, careful_snap))
    assert all(52 <= snap.elevation <= 84 and not snap.hand for snap in good)
    assert all(45 <= snap.elevation <= 75 for snap in hard)
    assert any(snap.hand for snap in hard)
    assert any(snap.fill > 1 for snap in hard)
    assert {snap.cards for snap in good} == {True, False}
    assert all(snap.cards and not snap.glare for snap in careful)
