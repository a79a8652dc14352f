"""What was not recognised never passes for an empty place: sorts that cannot stand there, and what nobody explains."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER, ZONE_IDS
from tests.vision.judging import ON, PLAIN, SHOT, blob, judge, piece
from vision.contents import EMPTY, Content, Expected
from vision.figures.bands import AreaResult
from vision.figures.doubt import doubt_of
from vision.figures.pieces import HOME
from vision.figures.reading import fitted_scores, over_zone, possible, spots_of
from vision.figures.trust import Trust, odds
from vision.settings import DEFAULT
from vision.terms import ACCEPTED, LOOK


def looking_like(sort: str, chance: float) -> float:
    """The score of a peak that is a piece of its sort so often."""
    slope, middle = fitted_scores()[sort]
    return 1 / (1 + math.exp(-middle - odds(chance) / slope))


def test_an_empty_board_is_accepted_as_empty() -> None:
    areas, zones = judge([], blob())
    assert {(result.band, result.content) for result in areas.values()} == {(ACCEPTED, EMPTY)}
    assert {(result.band, result.vehicle) for result in zones.values()} == {(ACCEPTED, None)}


@pytest.mark.parametrize("sort", ["ornithopter", "carryall", HOME])
@pytest.mark.parametrize("score", [0.5, 0.97])
def test_a_sort_that_cannot_stand_there_makes_the_area_one_to_look_at(sort: str, score: float) -> None:
    at = ON.labels[PLAIN]
    assert over_zone(ON, *at) is None
    areas, _ = judge([piece(sort, *at, score)], blob(at))
    assert areas[PLAIN].band == LOOK
    assert areas[PLAIN].confidence < 0.9
    assert areas[PLAIN].reading.strange > 0.15
    assert areas["arrakeen"].band == ACCEPTED


def test_a_sort_that_cannot_stand_there_explains_nothing() -> None:
    at = ON.labels[PLAIN]
    for sort, left in (("ornithopter", True), ("harvester", False)):
        spots = possible(ON, spots_of([piece(sort, *at)]))
        assert (doubt_of(ON, SHOT, spots, blob(at)).rest_of_area(PLAIN) > 2) is left


def test_cardboard_where_a_position_has_it_is_no_reason_to_doubt() -> None:
    at = ON.labels[PLAIN]
    atomics = Expected({}, {}, frozenset({PLAIN}))
    assert judge([piece(HOME, *at)], blob(), atomics)[0][PLAIN].band == ACCEPTED
    assert judge([piece(HOME, *at)], blob(), Expected({}, {}))[0][PLAIN].band == LOOK
    home = ON.labels["arrakeen"]
    assert judge([piece(HOME, *home)], blob())[0]["arrakeen"].band == ACCEPTED


def test_one_piece_alone_where_cardboard_lies_may_be_that() -> None:
    home, plain = ON.labels["arrakeen"], ON.labels[PLAIN]
    beside = (home[0] + 14, home[1])
    for sort in ("harkonnen", "token"):
        assert judge([piece(sort, *home)], blob(home))[0]["arrakeen"].band == LOOK
        assert judge([piece(sort, *plain)], blob(plain))[0][PLAIN].band == ACCEPTED
    areas, _ = judge([piece("harkonnen", *home), piece("harkonnen", *beside)], blob(home, beside))
    assert (areas["arrakeen"].band, areas["arrakeen"].content) == (ACCEPTED, Content(harkonnen=2))
    awaited = Expected({"arrakeen": Content(harkonnen=1)}, {})
    assert judge([piece("harkonnen", *home)], blob(home), awaited)[0]["arrakeen"].band == ACCEPTED


def test_what_no_piece_explains_makes_an_area_one_to_look_at() -> None:
    areas, _ = judge([], blob(ON.labels[PLAIN], radius=14))
    assert areas[PLAIN].band == LOOK
    areas, _ = judge([piece("harkonnen", *ON.labels[PLAIN])], blob(ON.labels[PLAIN], radius=14))
    assert (areas[PLAIN].band, areas[PLAIN].content) == (ACCEPTED, Content(harkonnen=1))


def test_what_leans_over_from_a_piece_beside_is_explained() -> None:
    x, y = ON.labels[PLAIN]
    camera = SHOT.camera
    up = camera.shift(30.0)
    top = (camera.x + (x - camera.x) * up, camera.y + (y - camera.y) * up)
    spots = possible(ON, spots_of([piece("harkonnen", x, y)]))
    assert not blob(top, radius=8)[~doubt_of(ON, SHOT, spots, blob()).explained].any()


def test_a_tall_figure_leans_farther() -> None:
    x, y = ON.labels[PLAIN]
    camera = SHOT.camera
    up = camera.shift(55.0)
    top = (camera.x + (x - camera.x) * up, camera.y + (y - camera.y) * up)
    for tall, left in ((1.0, True), (1.8, False)):
        spots = possible(ON, spots_of([replace(piece("harkonnen", x, y), tall=tall)]))
        explained = doubt_of(ON, SHOT, spots, blob()).explained
        assert bool(blob(top, radius=6)[~explained].any()) is left


def test_a_vehicle_in_its_air_zone_is_read_and_explains_itself() -> None:
    x, y, _ = ON.zones["az_north"]
    areas, zones = judge([piece("ornithopter", x, y)], blob((x, y), radius=20), trust=Trust(flyers=True))
    assert (zones["az_north"].band, zones["az_north"].vehicle) == (ACCEPTED, "ornithopter")
    assert {result.band for result in areas.values()} == {ACCEPTED}


def test_which_vehicle_flies_is_looked_at_until_this_table_told_them_apart() -> None:
    x, y, _ = ON.zones["az_north"]
    seen, stands_out = [piece("ornithopter", x, y)], blob((x, y), radius=20)
    _, zones = judge(seen, stands_out)
    assert (zones["az_north"].band, zones["az_north"].vehicle) == (LOOK, "ornithopter")
    assert {result.band for zone, result in zones.items() if zone != "az_north"} == {ACCEPTED}
    for aim, band in (("ornithopter", ACCEPTED), ("carryall", LOOK)):
        assert judge(seen, stands_out, Expected({}, {"az_north": aim}))[1]["az_north"].band == band
    assert judge(seen, stands_out, Expected({}, {}))[1]["az_north"].band == LOOK


@pytest.mark.parametrize("zone", ZONE_IDS)
def test_an_air_zone_with_something_unknown_over_it_is_not_accepted_as_empty(zone: str) -> None:
    x, y, _ = ON.zones[zone]
    _, zones = judge([], blob((x, y)))
    assert (zones[zone].band, zones[zone].vehicle) == (LOOK, None)
    assert {result.band for other, result in zones.items() if other != zone} == {ACCEPTED}


def test_what_looks_like_a_harvester_in_an_air_zone_may_be_what_flies_there() -> None:
    x, y, _ = ON.zones["az_south"]
    areas, zones = judge([piece("harvester", x, y)], blob((x, y)))
    assert zones["az_south"].band == LOOK
    under = {area for area, number in AREA_NUMBER.items() if number == ON.number_at(x, y)}
    assert {areas[area].band for area in under} == {LOOK}


def test_what_looks_like_a_figure_in_the_circle_of_an_air_zone_may_be_what_flies_there() -> None:
    x, y, radius = ON.zones["az_north"]
    inside, beside = piece("harkonnen", x, y), piece("harkonnen", x + 1.4 * radius, y)
    assert judge([inside], blob((x, y)))[1]["az_north"].band == LOOK
    assert judge([beside], blob((beside.x, y)))[1]["az_north"].band == ACCEPTED
    under = next(area for area, number in AREA_NUMBER.items() if number == ON.number_at(x, y))
    as_expected = Expected({under: Content(harkonnen=1)}, {})
    assert judge([inside], blob((x, y)), as_expected)[1]["az_north"].band == ACCEPTED
    assert judge([inside], blob((x, y)), Expected({}, {}))[1]["az_north"].band == LOOK


@pytest.mark.parametrize(("chance", "band"), [(0.3, LOOK), (0.05, ACCEPTED)])
def test_what_is_half_believed_to_be_a_figure_may_fly_as_well(chance: float, band: str) -> None:
    x, y, _ = ON.zones["az_north"]
    _, zones = judge([piece("harkonnen", x, y, looking_like("harkonnen", chance))], blob())
    assert (zones["az_north"].vehicle, zones["az_north"].band) == (None, band)


def test_only_what_nothing_else_speaks_against_is_accepted_from_some_confidence_on() -> None:
    at = ON.labels[PLAIN]
    assert judge([], blob())[0][PLAIN].accepted_from == DEFAULT.accept
    assert judge([piece("harkonnen", *at)], blob(at))[0][PLAIN].accepted_from == DEFAULT.accept
    assert judge([], blob(at))[0][PLAIN].accepted_from == math.inf, "nobody knows what stands out there"


def test_what_is_a_little_likelier_than_the_app_has_it_is_looked_at_and_no_difference() -> None:
    x, y = ON.labels[PLAIN]
    one, both = Expected({PLAIN: Content(harkonnen=1)}, {}), Expected({PLAIN: Content(harkonnen=2)}, {})
    foreground = blob((x, y), (x + 20, y))

    def read(chance: float, expected: Expected) -> AreaResult:
        pieces = [piece("harkonnen", x, y, 0.99), piece("harkonnen", x + 20, y, looking_like("harkonnen", chance))]
        return judge(pieces, foreground, expected)[0][PLAIN]

    # With what is expected already counted, 0.85 against it are 2.4 times as likely, and 0.98 are 21 times.
    for chance, content, expected in ((0.85, Content(harkonnen=1), one), (0.15, Content(harkonnen=2), both)):
        assert (read(chance, expected).content, read(chance, expected).band) == (content, LOOK)
    assert read(0.98, one).content == Content(harkonnen=2)
    assert read(0.02, both).content == Content(harkonnen=1)


def test_a_leader_for_a_unit_is_rather_the_mistake_of_a_photo_than_of_a_player() -> None:
    x, y = ON.labels[PLAIN]
    foreground = blob((x, y), (x + 20, y))

    def read(chance: float, expected: Content) -> Content:
        pieces = [piece("harkonnen", x, y, 0.99)]
        pieces += [piece("harkonnen", x + 20, y, looking_like("harkonnen", 0.5))]
        pieces += [piece("harkonnen_leader", x + 20, y, looking_like("harkonnen_leader", chance))]
        return judge(pieces, foreground, Expected({PLAIN: expected}, {}))[0][PLAIN].content

    two, led = Content(harkonnen=2), Content(harkonnen=1, harkonnen_leader=1)
    assert read(0.98, two) == two
    assert read(0.999, two) == led, "a photo that is sure enough is believed"
    assert read(0.98, Content(harkonnen=1)) == led, "a leader more is as likely as any change"
    assert read(0.98, Content(harkonnen=1, atreides_leader=1)) == led, "of one faction only"


@pytest.mark.parametrize(("chance", "vehicle"), [(0.85, None), (0.98, "carryall")])
def test_what_flies_a_little_likelier_than_not_is_looked_at_and_no_difference(
    chance: float, vehicle: str | None
) -> None:
    x, y, _ = ON.zones["az_north"]
    flying = piece("carryall", x, y, looking_like("carryall", chance))
    zone = judge([flying], blob((x, y), radius=20), Expected({}, {}))[1]["az_north"]
    assert (zone.vehicle, zone.band) == (vehicle, LOOK)
