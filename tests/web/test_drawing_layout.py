"""Names and pieces find room: in the sample position nothing covers anything, in a full one little does."""

import pytest

from companion.board import AREA_IDS, AREAS
from companion.web.drawing import AreaView, BoardView, Disc, Faction, LegionView, Lod
from companion.web.drawing.geometry import area_rings, contains, default_label, has_name
from companion.web.drawing.layout import PlacedName, anchors, piece_boxes, place_names, wrapped
from companion.web.drawing.pieces import Box
from tests.workshop.drawing import sample

NAMED = [area.id for area in AREAS if area.name]


def overlap(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def names_of(view: BoardView) -> list[PlacedName]:
    return place_names(view, anchors(view))


def crowded() -> BoardView:
    """A legion of six with two leaders in every area that has a printed name, a harvester in the others."""
    legion = LegionView(Faction.HARKONNEN, 3, 2, 1, generic=1, named=("Ba",))
    sites = sample.sample_areas()
    areas = {
        area: AreaView(legion, sites[area].site if area in sites else None)
        if has_name(area)
        else AreaView(discs=(Disc.HARVESTER,))
        for area in AREA_IDS
    }
    return BoardView(areas, sample.ZONES)


@pytest.mark.parametrize("view", [sample.own_turn(), sample.order(), sample.whole()])
def test_no_name_touches_a_piece_or_another_name_in_the_sample(view: BoardView) -> None:
    boxes = piece_boxes(view, anchors(view))
    shown = [name for name in names_of(view) if not name.late]
    hits = [
        (name.area, other, round(overlap(name.box, box)))
        for name in shown
        for other, box in boxes.items()
        if other != name.area and overlap(name.box, box) > 24
    ]
    hits += [
        (a.area, b.area, round(overlap(a.box, b.box)))
        for i, a in enumerate(shown)
        for b in shown[i + 1 :]
        if overlap(a.box, b.box) > 24
    ]
    assert hits == []


@pytest.mark.parametrize("view", [sample.whole(), crowded()])
def test_every_printed_name_always_shows(view: BoardView) -> None:
    shown = {name.area for name in names_of(view) if not name.late}
    assert set(NAMED) <= shown


def test_every_area_has_its_name_or_code_when_the_camera_is_close() -> None:
    words = {name.area: " ".join(name.words) for name in names_of(sample.whole())}
    assert words == {area: default_label(area) for area in AREA_IDS}


def test_names_stay_on_the_board() -> None:
    for name in names_of(sample.own_turn()):
        assert name.box[0] >= -1
        assert name.box[1] >= -1
        assert name.box[2] <= 1431 * 0.62 + 1
        assert name.box[3] <= 1000 * 0.62 + 1


@pytest.mark.parametrize("lod", [Lod.NEAR, Lod.FAR])
@pytest.mark.parametrize("view", [sample.whole(), crowded()])
def test_pieces_stand_in_their_own_area(view: BoardView, lod: Lod) -> None:
    for area, point in anchors(view, lod).items():
        assert any(contains(ring, *point) for ring in area_rings()[area]), area


def test_pieces_stand_apart_in_the_sample() -> None:
    view = sample.whole()
    boxes = piece_boxes(view, anchors(view))
    keys = sorted(boxes)
    hits = [
        (a, b, round(overlap(boxes[a], boxes[b])))
        for i, a in enumerate(keys)
        for b in keys[i + 1 :]
        if overlap(boxes[a], boxes[b]) > 60
    ]
    assert hits == []


def test_bodies_of_legions_stay_readable_when_every_named_area_is_full() -> None:
    view = crowded()
    places = {a: (x * view.scale, y * view.scale) for a, (x, y) in anchors(view).items()}
    total = {a: (x - 8, y - 18, x + 20, y + 6) for a, (x, y) in places.items() if view.areas[a].legion}
    keys = sorted(total)
    hits = [(a, b) for i, a in enumerate(keys) for b in keys[i + 1 :] if overlap(total[a], total[b]) > 0]
    assert hits == []


def test_the_layout_is_the_same_every_time() -> None:
    assert names_of(crowded()) == names_of(crowded())


def test_long_names_break_into_two_about_equal_lines() -> None:
    assert wrapped("Gara Kulon") == ("Gara Kulon",)
    assert wrapped("The Funeral Plain") == ("The Funeral", "Plain")
    assert wrapped("Rock Outcroppings") == ("Rock", "Outcroppings")
