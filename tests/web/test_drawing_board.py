"""The drawn board: complete, tappable, well-formed, up to date, and safe to put into a page."""

import gzip
import re
from xml.etree import ElementTree

import pytest

from companion.board import AREA_IDS, HARVESTING_SECTORS, SECTOR_MASK, ZONE_IDS, members
from companion.resources import static_dir
from companion.web.drawing import (
    AreaView,
    Arrow,
    BoardView,
    Disc,
    Faction,
    Frame,
    Glow,
    GlowKind,
    LegionView,
    Lod,
    SiteKind,
    SiteView,
    Vehicle,
    frame_of,
    leader_mark,
    pieces,
    render_board,
    render_minimap,
    render_overlay,
)
from companion.web.drawing.geometry import area_rings, contains, label_points, rings, sector_path
from companion.web.drawing.marks import TELLING_WORD
from tests.workshop.drawing import sample
from tests.workshop.drawing.build import main, standalone_svg

SVG = "{http://www.w3.org/2000/svg}"
HREF = "href"


def parsed(text: str) -> ElementTree.Element:
    """The markup as the tree an XML parser sees (which would refuse what is not well-formed)."""
    return ElementTree.fromstring(f'<root xmlns="http://www.w3.org/2000/svg">{text}</root>')


def address(one: str) -> str:
    return f"/t/7/area/{one}"


def overlay(view: BoardView) -> ElementTree.Element:
    return parsed(render_overlay(view, address, "/static/glyphs.svg"))


def glow_targets(tree: ElementTree.Element, css: str) -> set[str]:
    return {e.get(HREF, "").removeprefix("#a-") for e in tree.iter(f"{SVG}use") if e.get("class") == css}


@pytest.mark.slow
def test_the_committed_board_is_what_the_outline_gives() -> None:
    committed = (static_dir() / "board" / "board.svg").read_text(encoding="utf-8")
    assert standalone_svg(static_dir()) == committed, "run: python -m tests.workshop.drawing.build"


@pytest.mark.slow
def test_check_says_whether_the_board_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    assert "up to date" in capsys.readouterr().out


def test_the_board_is_light() -> None:
    raw = (static_dir() / "board" / "board.svg").read_bytes()
    assert len(raw) < 75_000
    assert len(gzip.compress(raw)) < 25_000


def test_the_committed_board_is_an_image_of_its_own() -> None:
    root = ElementTree.fromstring((static_dir() / "board" / "board.svg").read_text(encoding="utf-8"))
    assert root.get("viewBox") == "0 0 1431 1000"
    used = {e.get(HREF, "").removeprefix("#") for e in root.iter(f"{SVG}use")}
    assert used <= {e.get("id") for e in root.iter()}


def test_all_101_areas_are_drawn_once() -> None:
    tree = parsed(render_board(sample.own_turn(), address))
    drawn = [e.get("id", "") for e in tree.iter(f"{SVG}path") if e.get("id", "").startswith("a-")]
    assert sorted(drawn) == [f"a-{area}" for area in AREA_IDS]


def test_ids_are_unique_on_the_whole_board() -> None:
    ids = [e.get("id") for e in parsed(render_board(sample.order(), address)).iter() if e.get("id")]
    assert len(ids) == len(set(ids))


def test_every_area_and_zone_is_a_link_with_a_name() -> None:
    links = {e.get("data-area"): e for e in overlay(sample.own_turn()).iter(f"{SVG}a")}
    assert set(links) == {*AREA_IDS, *ZONE_IDS}
    for one, link in links.items():
        assert link.get(HREF) == f"/t/7/area/{one}"
        assert link.get("aria-label")
        shape = next(iter(link))
        assert shape.get(HREF) == f"#a-{one}" if one in AREA_IDS else shape.tag == f"{SVG}g"


def test_a_screen_reader_hears_what_stands_there_and_sees_no_picture() -> None:
    tree = overlay(sample.own_turn())
    said = {e.get("data-area"): e.get("aria-label") for e in tree.iter(f"{SVG}a")}
    assert said["tasmin_sink"] == "Tasmin Sink: 3 units"
    assert said["ne_5"] == "NE 5"
    for group in tree[0]:
        assert group.get("aria-hidden") == "true" or group.get("class") == "areas"


def test_without_links_nothing_is_a_link() -> None:
    assert list(parsed(render_board(sample.whole())).iter(f"{SVG}a")) == []


def test_a_tap_point_lies_in_its_area() -> None:
    for area in AREA_IDS:
        assert any(contains(ring, *label_points()[area]) for ring in area_rings()[area])


def test_glows_light_exactly_the_areas_of_the_step() -> None:
    tree = overlay(sample.own_turn())
    assert glow_targets(tree, "gl next") == {"se_1", "se_3", "se_5", "se_6", "se_7"}
    assert glow_targets(tree, "gl next ride") == {"se_2"}
    assert glow_targets(tree, "gl sel") == {"tasmin_sink"}
    assert [e.get("class") for e in tree.iter(f"{SVG}rect")].count("veil") == 1


def test_nothing_to_do_means_no_glow_and_no_veil() -> None:
    text = render_overlay(sample.whole(), address)
    assert "veil" not in text
    assert 'class="gl' not in text


def test_an_air_zone_glows_as_a_ring() -> None:
    view = BoardView(glows=(Glow(GlowKind.NEXT, ("az_ne",)),))
    circles = [e.get("class") for e in overlay(view).iter(f"{SVG}circle")]
    assert "pin gl next" in circles


def test_an_order_shows_both_arrows_with_their_numbers() -> None:
    tree = overlay(sample.order())
    assert [e.get("class") for e in tree.iter(f"{SVG}g") if e.get("class", "").startswith("arw")] == [
        "arw on",
        "arw alt",
    ]
    numbers = [e for e in tree.iter(f"{SVG}g") if e.get("class", "").startswith("num")]
    assert ["".join(e.itertext()) for e in numbers] == ["1", "2"]


def test_near_and_far_form_are_both_there() -> None:
    groups = {e.get("class"): e for e in overlay(sample.whole()).iter(f"{SVG}g") if e.get("class")}
    near = len([e for e in groups["pieces near"].iter(f"{SVG}g") if "lg" in e.get("class", "").split()])
    far = len([e for e in groups["pieces far"].iter(f"{SVG}g") if "lg" in e.get("class", "").split()])
    assert near == far == len(sample.HARKONNEN) + len(sample.ATREIDES)


def test_UNIT_1_the_shape_of_a_pip_is_the_base_of_the_figure() -> None:
    legion = LegionView(Faction.ATREIDES, regular=2, elite=1, special=1, tokens=1)
    assert legion.units == 5
    assert legion.pips() == ["special", "elite", "regular", "regular", "token"]


@pytest.mark.rule("STACK-1")
def test_STACK_1_leaders_are_no_units() -> None:
    assert LegionView(Faction.HARKONNEN, regular=1, generic=3, named=("Ba",)).units == 1


def test_every_kind_of_piece_is_drawn_with_its_glyph() -> None:
    view = BoardView(
        {
            "ne_1": AreaView(discs=(Disc.STATION, Disc.HARVESTER)),
            "ne_2": AreaView(discs=(Disc.WORMSIGN,)),
            "se_1": AreaView(discs=(Disc.SANDWORM,)),
            "se_2": AreaView(discs=(Disc.WILD_MAKER, Disc.RIDER)),
            "se_3": AreaView(discs=(Disc.CAMP, Disc.LAUNCHER, Disc.LAUNCHER, Disc.LAUNCHER)),
            "se_4": AreaView(discs=(Disc.LONE_RIDER, Disc.SUSPENSOR)),
            "splintered_rock": AreaView(discs=(Disc.ATOMICS,)),
            "windgap": AreaView(site=SiteView(SiteKind.SIETCH, target=True)),
            "arrakeen": AreaView(site=SiteView(SiteKind.SETTLEMENT, 3)),
        },
        {"az_ne": Vehicle.ORNITHOPTER, "az_sw": Vehicle.CARRYALL, "az_se": Vehicle.ESCORT},
    )
    text = render_overlay(view, address, "/s.svg")
    drawn = [one.glyph for one in Disc if one is not Disc.CAMP]
    for glyph in (*drawn, *Vehicle, *SiteKind, "target"):
        assert f'href="/s.svg#g-{glyph}"' in text
    assert '<text y="9.1" class="q">?</text>' in text, "a camp lies facedown"
    assert '<text y="4.6" class="cn">3</text>' in text, "launchers are one marker with their number"


def test_DW_8_the_rider_of_a_worm_stands_at_its_rim_and_takes_no_room() -> None:
    alone, ridden = AreaView(discs=(Disc.SANDWORM,)), AreaView(discs=(Disc.SANDWORM, Disc.RIDER))
    assert pieces.disc_spots(ridden, Lod.NEAR)[0] == pieces.disc_spots(alone, Lod.NEAR)[0]
    assert pieces.disc_spots(ridden, Lod.NEAR)[1][2] < 13


def test_DW_5_an_escort_in_a_legion_stands_at_its_left() -> None:
    plain, led = (LegionView(Faction.HARKONNEN, regular=2, escorts=number) for number in (0, 1))
    assert "#g-escort" in pieces.legion(led, Lod.NEAR, "")
    assert "#g-escort" not in pieces.legion(plain, Lod.NEAR, "")
    assert pieces.extent(AreaView(led))[0] < pieces.extent(AreaView(plain))[0]


def test_an_unknown_rank_is_a_question_mark() -> None:
    view = BoardView({"windgap": AreaView(site=SiteView(SiteKind.SIETCH))})
    near = next(e for e in overlay(view).iter(f"{SVG}g") if e.get("class") == "pieces near")
    assert "?" in "".join(near.itertext())


def test_every_glyph_that_pieces_use_is_in_the_sprite() -> None:
    sprite = (static_dir() / "glyphs.svg").read_text(encoding="utf-8")
    known = set(re.findall(r'<symbol [^>]*id="g-([\w-]+)"', sprite))
    used = set(re.findall(r"#g-([\w-]+)", render_overlay(sample.order(), address)))
    assert used <= known
    assert {*(one.glyph for one in Disc), *Vehicle} <= known


def test_the_sprite_is_styled_by_attributes_alone() -> None:
    root = ElementTree.fromstring((static_dir() / "glyphs.svg").read_text(encoding="utf-8"))
    assert not [e for e in root.iter() if e.get("class") or e.tag == f"{SVG}style"]


@pytest.mark.parametrize("leader", TELLING_WORD)
def test_every_named_leader_has_a_mark_of_its_own(leader: str) -> None:
    mark = leader_mark(leader)
    assert re.fullmatch("[A-Z][a-z]", mark)
    # Paul and Jessica have two forms each, never on the board together, yet told apart
    assert [other for other in TELLING_WORD if leader_mark(other) == mark] == [leader]


def test_a_mark_follows_the_language_of_the_name() -> None:
    assert leader_mark("feyd_rautha", "Фейд-Раута") == "Фе"
    assert leader_mark("lady_jessica", "Lady Jessika") == "Je"


def test_names_and_addresses_are_escaped() -> None:
    view = BoardView(labels={"ne_5": '<b>"&'}, title='a"b', areas={"ne_5": AreaView(say="<i>")})
    text = render_board(view, lambda one: f'/x?a="{one}"&b=1')
    tree = parsed(text)
    link = next(e for e in tree.iter(f"{SVG}a") if e.get("data-area") == "ne_5")
    assert link.get("aria-label") == '<b>"&: <i>'
    assert link.get(HREF) == '/x?a="ne_5"&b=1'
    assert "<b>" not in text


@pytest.mark.parametrize(
    ("field", "make"),
    [
        ("areas", lambda: BoardView({"atlantis": AreaView()})),
        ("zones", lambda: BoardView(zones={"az_up": Vehicle.CARRYALL})),
        ("glows", lambda: BoardView(glows=(Glow(GlowKind.NEXT, ("ne_99",)),))),
        ("arrows", lambda: BoardView(arrows=(Arrow("arrakeen", "moon"),))),
        ("labels", lambda: BoardView(labels={"x": "y"})),
        ("harvesting_sector", lambda: BoardView(harvesting_sector="cne")),
        ("regular", lambda: LegionView(Faction.HARKONNEN, regular=-1)),
    ],
)
def test_bad_input_is_refused_by_the_name_of_the_field(field: str, make: "type[BoardView]") -> None:
    with pytest.raises(ValueError, match=field):
        make()


def test_the_overlay_can_be_swapped_alone() -> None:
    root = parsed(render_overlay(sample.order(), address, swap_oob=True))[0]
    assert root.get("id") == "board-over"
    assert root.get("hx-swap-oob") == "true"
    assert root.get("data-frame") == str(sample.order().frame)
    assert root.get("data-wide-frame") == "331 60 1100 860"
    assert parsed(render_overlay(sample.whole(), address))[0].get("data-frame") == "0 0 1431 1000"


def test_the_overlay_is_light() -> None:
    text = render_overlay(sample.order(), lambda one: f"/table/123456/area/{one}", "/static/glyphs.svg")
    assert len(gzip.compress(text.encode())) < 8_000


def test_without_javascript_the_far_form_shows() -> None:
    board = parsed(render_board(BoardView(), address))[0]
    assert board.get("data-lod") == Lod.FAR
    assert board.get("viewBox") == "0 0 1431 1000"


def test_the_small_map_reuses_the_areas() -> None:
    tree = parsed(render_minimap())
    assert [e.get(HREF) for e in tree.iter(f"{SVG}use")] == ["#b-areas"]


def test_the_camera_sees_what_the_step_is_about() -> None:
    frame = frame_of(("gara_kulon",), pieces_in=("cne_9",))
    assert frame is not None
    x, y = label_points()["cne_9"]
    assert frame.x <= x <= frame.x + frame.width
    assert frame.y <= y <= frame.y + frame.height
    for ring in area_rings()["gara_kulon"]:
        for px, py in ring:
            assert frame.x <= px <= frame.x + frame.width
            assert frame.y <= py <= frame.y + frame.height


@pytest.mark.parametrize("one", [*AREA_IDS, *ZONE_IDS])
def test_a_camera_frame_stays_on_the_board(one: str) -> None:
    frame = frame_of((one,))
    assert frame is not None
    assert frame.x >= 0
    assert frame.y >= 0
    assert frame.x + frame.width <= 1431
    assert frame.y + frame.height <= 1000
    assert (frame.width, frame.height) >= (360, 235)


def test_no_step_means_no_frame() -> None:
    assert frame_of(()) is None
    assert str(Frame(1.4, 2, 3, 4)) == "1 2 3 4"


@pytest.mark.parametrize("sector", HARVESTING_SECTORS)
def test_a_harvesting_sector_is_one_closed_outline_around_its_areas(sector: str) -> None:
    shape = parsed(f'<path d="{sector_path(sector)}"/>')[0]
    assert shape.get("d", "").count("z") == 1
    points, at = [], (0, 0)
    for x, y in re.findall(r"(-?\d+)[ ]?(-?\d+)", shape.get("d", "")):
        at = (at[0] + int(x), at[1] + int(y))
        points.append(at)
    for area, point in label_points().items():
        if area in AREA_IDS:
            inside = AREA_IDS.index(area) in set(members(SECTOR_MASK[sector]))
            assert contains(points, *point) is inside


def test_a_line_with_a_loose_end_is_no_ring() -> None:
    with pytest.raises(ValueError, match="without going on"):
        rings([[(0, 0), (1, 0)], [(5, 5), (6, 6)]])
