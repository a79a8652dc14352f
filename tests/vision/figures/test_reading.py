"""From peaks to what areas hold: exclusion, borders, what is usual, what the app expects."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER, load_outline
from vision.board.geometry import board
from vision.contents import EMPTY, Content
from vision.figures.pieces import Piece
from vision.figures.reading import (
    NO_LEANING,
    Spot,
    differs,
    read_areas,
    shares,
    spots_of,
    usual,
    with_company,
)
from vision.settings import DEFAULT

ON = board()
REGULAR = (0.9, 0.05, 0.05)


def at(area: str, sort: str, dx: float = 0, dy: float = 0, score: float = 0.97) -> Piece:
    x, y = ON.labels[area]
    return Piece(sort, x + dx, y + dy, score, REGULAR)


def test_separate_peaks_are_counted_and_kinds_told() -> None:
    pieces = [
        at("arrakeen", "harkonnen", -14),
        at("arrakeen", "harkonnen", 10),
        at("arrakeen", "harkonnen_leader", 0, 20),
    ]
    read = read_areas(ON, spots_of(pieces))
    assert read["arrakeen"].content == Content(harkonnen=2, harkonnen_leader=1)
    assert read["arrakeen"].content.kinds == {"regular": 2, "elite": 0, "special": 0}
    assert all(reading.content == EMPTY for area, reading in read.items() if area != "arrakeen")


def test_peaks_of_two_sorts_at_one_spot_are_one_piece_and_a_doubt() -> None:
    alike = [at("arrakeen", "harkonnen", score=0.45), at("arrakeen", "harkonnen_leader", 2, score=0.43)]
    read = read_areas(ON, spots_of(alike))["arrakeen"]
    assert read.content.pieces == 1
    assert read.probability < 0.9


def test_what_looks_like_unit_and_leader_is_what_the_box_leans_to() -> None:
    pieces = [at("arrakeen", "harkonnen", score=0.55), at("arrakeen", "harkonnen_leader", 2, score=0.45)]
    pieces += [at("arrakeen", "atreides", 30, score=0.45), at("arrakeen", "atreides_leader", 32, score=0.55)]
    plain, leant = (
        [dict(spot.sorts) for spot in spots_of(pieces, leaning=leaning)] for leaning in (NO_LEANING, (2.0, -2.0))
    )
    for before, after, faction, more in zip(plain, leant, ("harkonnen", "atreides"), (2.0, -2.0), strict=True):
        leader = f"{faction}_leader"
        assert sum(after.values()) == pytest.approx(sum(before.values())), "that it is one of both is as likely"
        odds = [math.log(sorts[leader] / sorts[faction]) for sorts in (before, after)]
        assert odds[1] - odds[0] == pytest.approx(more)


@pytest.mark.parametrize("sort", ["harkonnen", "harkonnen_leader", "token", "harvester"])
def test_what_looks_like_one_of_them_only_is_that_whatever_the_box_leans_to(sort: str) -> None:
    alone = [at("arrakeen", sort, score=0.6)]
    assert spots_of(alone, leaning=(3.0, 3.0)) == spots_of(alone)


@pytest.mark.parametrize(("base", "apart", "pieces"), [(1.0, 8, 2), (1.4, 8, 1), (0.7, 6, 2), (1.0, 6, 1)])
def test_how_near_two_figures_may_be_is_a_matter_of_their_bases(base: float, apart: float, pieces: int) -> None:
    both = [replace(at("arrakeen", "harkonnen", dx), base=base) for dx in (0, apart)]
    assert read_areas(ON, spots_of(both))["arrakeen"].content == Content(harkonnen=pieces)


def test_a_base_on_a_border_may_belong_to_either_area() -> None:
    edge = next(edge for edge in load_outline().edges if {edge.left, edge.right} == {"arrakeen", "carthag"})
    x, y = edge.points[len(edge.points) // 2]
    split = shares(ON, x * ON.width, y * ON.height, DEFAULT.base_error)
    assert sum(split.values()) == pytest.approx(1)
    assert min(split[AREA_NUMBER["arrakeen"]], split[AREA_NUMBER["carthag"]]) > 0.2
    assert shares(ON, *ON.labels["the_great_flat"], DEFAULT.base_error) == {
        AREA_NUMBER["the_great_flat"]: pytest.approx(1)
    }


def test_a_base_on_a_border_belongs_to_the_legion_beside_it_and_not_to_one_of_its_own() -> None:
    carthag, arrakeen = AREA_NUMBER["carthag"], AREA_NUMBER["arrakeen"]
    edge, inside = Spot(0, 0, (("harkonnen", 0.98),), REGULAR), Spot(0, 20, (("harkonnen", 0.99),), REGULAR)
    places = [{carthag: 0.6, arrakeen: 0.4}, {arrakeen: 1.0}]
    assert with_company([edge, inside], places)[0][arrakeen] > 0.8
    assert with_company([edge], places[:1])[0][carthag] == pytest.approx(0.6), "alone it stands where it stands"
    token = Spot(0, 0, (("token", 0.98),), REGULAR, atreides=0.05)
    assert with_company([token, inside], places)[0][arrakeen] > 0.8, "so does a token of theirs"
    assert with_company([replace(token, atreides=0.95), inside], places)[0][carthag] > 0.55
    foe = Spot(0, 20, (("atreides", 0.99),), REGULAR)
    assert with_company([edge, foe], places)[0][carthag] == pytest.approx(0.6), "a foe is no company"


def test_several_on_a_border_go_together_to_the_legion_that_stands_inside() -> None:
    carthag, arrakeen = AREA_NUMBER["carthag"], AREA_NUMBER["arrakeen"]
    figure = Spot(0, 0, (("harkonnen", 1.0),), REGULAR)
    split = {carthag: 0.6, arrakeen: 0.4}
    found = with_company([figure] * 4, [split, split, split, {arrakeen: 1.0}])
    assert all(place[arrakeen] > 0.5 for place in found[:3])


def test_tokens_are_of_the_faction_that_stands_with_them_else_of_their_colour_else_nobodys() -> None:
    def token(dx: float, atreides: float) -> Piece:
        x, y = ON.labels["arrakeen"]
        return Piece("token", x + dx, y, 0.97, REGULAR, atreides)

    def side(*pieces: Piece) -> str | None:
        content = read_areas(ON, spots_of(pieces))["arrakeen"].content
        assert content.token
        return content.token_side

    assert side(token(0, 0.9)) == "atreides"
    assert side(token(-15, 0.15), token(15, 0.3)) == "harkonnen"
    assert side(token(0, 0.7)) is None
    assert side(token(0, 0.9), at("arrakeen", "harkonnen", 20)) == "harkonnen"


def test_tokens_of_the_other_faction_are_a_difference_where_both_know_whose_they_are() -> None:
    theirs = Content(token=1, token_side="atreides")
    assert differs(theirs, Content(token=1, token_side="harkonnen"))
    assert not differs(theirs, Content(token=1))
    assert not differs(theirs, theirs)
    assert differs(theirs, Content(token=2, token_side="atreides"))


def test_cardboard_that_marks_a_place_hides_no_figure_on_it() -> None:
    on_it = [at("arrakeen", "home", score=0.99), at("arrakeen", "harkonnen")]
    assert read_areas(ON, spots_of(on_it))["arrakeen"].content == Content(harkonnen=1)


def test_nothing_stands_beside_the_board() -> None:
    assert sum(shares(ON, -1.0, 300.0, 5.0).values()) == pytest.approx(1)
    assert shares(ON, -60.0, 300.0, 5.0) == {}


def test_what_no_board_shows_is_less_likely() -> None:
    desert, mountain = AREA_NUMBER["the_great_flat"], AREA_NUMBER["broken_land"]
    assert usual(desert, Content(sandworm=1)) == 1
    for number, odd in (
        (mountain, Content(sandworm=1)),
        (desert, Content(harkonnen=1, atreides=1)),
        (desert, Content(harkonnen=7)),
        (desert, Content(harkonnen_leader=1)),
        (desert, Content(harkonnen=1, sandworm=1)),
    ):
        assert usual(number, odd) < 0.5


def test_an_expectation_decides_doubts_and_not_what_is_plain() -> None:
    doubtful = [at("arrakeen", "harkonnen", score=0.35)]
    plain = [at("arrakeen", "harkonnen", score=0.98)]
    there = {"arrakeen": Content(harkonnen=1)}
    assert read_areas(ON, spots_of(doubtful), there)["arrakeen"].content.harkonnen == 1
    assert read_areas(ON, spots_of(doubtful), {})["arrakeen"].content == EMPTY
    assert read_areas(ON, spots_of(plain), {})["arrakeen"].content.harkonnen == 1
