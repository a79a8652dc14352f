"""How far a box leans towards its leaders, by figures of which it is known who leads."""

from __future__ import annotations

import numpy as np
import pytest

from vision.board.camera import Camera
from vision.figures.pieces import Evidence, Piece
from vision.figures.reading import NO_LEANING, Leaning, spots_of
from vision.practice.leaders import LEARNT_TOO, MOST, leaning_of
from vision.practice.shown import Known, Shown

KINDS = (1.0, 0.0, 0.0)
NOTHING = np.zeros((0, 0), np.float32)
EVIDENCE = Evidence(NOTHING, NOTHING, NOTHING, NOTHING)
CAMERA = Camera(0.0, 0.0, 800.0, 0.76, 60.0, 2.0)

Look = tuple[str, float, float]
"""What a figure is, and how much it looks like a unit and like a leader of its faction."""

SURE = [("harkonnen", 0.97, 0.02), ("harkonnen_leader", 0.02, 0.97)] * 5


def lesson(*looks: Look, beside: float = 0.0) -> tuple[Shown, list[Piece]]:
    """A photo with a figure every 30 mm; ``beside``: so far from where it was seen."""
    known, peaks = [], []
    for number, (sort, unit, leader) in enumerate(looks):
        x, faction = 30.0 * number, sort.removesuffix("_leader")
        known.append(Known(sort, x + beside, 50.0, None))
        peaks += [Piece(faction, x, 50.0, unit, KINDS), Piece(f"{faction}_leader", x + 1, 50.0, leader, KINDS)]
    return Shown(EVIDENCE, CAMERA, known, NOTHING), peaks


def read(leaning: Leaning, *looks: Look) -> list[bool]:
    """Whether figures are taken for leaders on a table that leans so."""
    _, peaks = lesson(*looks)
    found = sorted(spots_of(peaks, leaning=leaning), key=lambda spot: spot.x)
    return [max(spot.sorts, key=lambda one: one[1])[0].endswith("_leader") for spot in found]


def test_a_box_whose_leaders_look_like_units_leans_to_leaders() -> None:
    shy = [("harkonnen", 0.97, 0.02)] * 12 + [("harkonnen_leader", 0.6, 0.4)] * 7
    leaning = leaning_of([lesson(*shy)])
    assert leaning[0] > 0.5
    assert leaning[1] == NO_LEANING[1], "nothing is known of the other faction"
    looks = [("harkonnen_leader", 0.6, 0.4), ("harkonnen", 0.9, 0.1)]
    assert read(NO_LEANING, *looks) == [False, False]
    assert read(leaning, *looks) == [True, False]


@pytest.mark.parametrize("unit", [("atreides", 0.45, 0.4), ("atreides", 0.97, 0.02)])
def test_a_box_whose_leaders_are_told_leans_to_units_by_what_practice_adds(unit: Look) -> None:
    told = [unit] * 12 + [("atreides_leader", 0.02, 0.97)] * 7
    assert leaning_of([lesson(*told)])[1] == pytest.approx(LEARNT_TOO, abs=0.3)


@pytest.mark.parametrize("looks", [[("harkonnen", 0.5, 0.5)] * 9, [("harkonnen_leader", 0.5, 0.5)] * 9, []])
def test_units_or_leaders_alone_tell_nothing(looks: list[Look]) -> None:
    assert leaning_of([lesson(*looks)]) == NO_LEANING


def test_more_photos_tell_more_and_nothing_leans_without_end() -> None:
    shy = lesson(*[("harkonnen", 0.7, 0.3)] * 2, *[("harkonnen_leader", 0.6, 0.4)] * 4)
    one, many = leaning_of([shy]), leaning_of([shy] * 40)
    assert LEARNT_TOO < one[0] < many[0] < MOST + LEARNT_TOO
    odd = lesson(*[("harkonnen", 0.999, 0.01)] * 6, *[("harkonnen_leader", 0.99, 0.01)] * 4)
    assert leaning_of([odd] * 40)[0] == MOST + LEARNT_TOO


def test_figures_that_were_not_seen_where_they_stand_tell_nothing() -> None:
    assert leaning_of([lesson(*SURE, beside=12.0)]) == NO_LEANING
