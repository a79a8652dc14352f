"""What compared photos change in the trust of a table."""

from __future__ import annotations

import numpy as np
import pytest

from vision.contents import EMPTY, Content
from vision.figures.colours import BINS, CLASSES, Colours
from vision.figures.trust import UNKNOWN, Trust, alike, odds, shift_of, trust_of

LEGION = Content(harkonnen=2, harkonnen_leader=1)


def colours(apart: int) -> Colours:
    """Colours whose Harkonnen leaders are ``apart`` bins lighter than their units; Atreides ones eight."""
    densities = np.zeros((len(CLASSES), *BINS), np.float32)
    for name, bright in (("harkonnen", 4), ("harkonnen_leader", 4 + apart), ("atreides", 4), ("atreides_leader", 12)):
        densities[CLASSES.index(name), bright - 1 : bright + 2, 10:12, 14:16] = 1
    return Colours(densities, densities.sum(axis=(1, 2, 3)) > 0)


def test_a_table_that_was_never_compared_is_less_sure_of_what_stands_there_than_the_curve() -> None:
    assert UNKNOWN.corrected(0.93, EMPTY) == 0.93
    assert odds(UNKNOWN.corrected(0.93, LEGION)) == pytest.approx(odds(0.93) - 1)
    assert UNKNOWN.leaders_told(LEGION)
    assert trust_of([], {}, None) == UNKNOWN


def test_readings_that_were_right_make_surer_and_wrong_ones_less_sure() -> None:
    right = trust_of([(odds(0.93), True, True, 1.0)] * 60, {}, None)
    assert right.corrected(0.96, LEGION) > 0.97
    assert right.corrected(0.96, EMPTY) == 0.96, "what was compared held something"
    wrong = trust_of([(odds(0.99), True, True, 1.0)] * 12 + [(odds(0.995), True, False, 1.0)] * 2, {}, None)
    assert wrong.corrected(0.992, LEGION) < 0.98


def test_a_few_readings_move_the_curve_a_little_and_never_without_end() -> None:
    assert 0 < shift_of([(odds(0.9), True, True, 1.0)]) < 0.2
    assert shift_of([(odds(0.6), True, True, 1.0)] * 5000) <= 4.0


@pytest.mark.parametrize(("apart", "told"), [(0, False), (6, True)])
def test_leaders_are_told_by_their_shade_only_where_it_differs(apart: int, told: bool) -> None:
    trust = trust_of([], {}, colours(apart))
    assert trust.leaders_told(LEGION) is told
    assert trust.leaders_told(Content(atreides=2))
    assert trust.leaders_told(Content(token=1))
    assert (alike(colours(apart), "harkonnen") > 0.9) is not told


def test_leaders_of_one_shade_are_told_once_many_were_read_right() -> None:
    assert trust_of([], {"leaders": (70, 70)}, colours(0)).leaders_told(LEGION)
    assert not trust_of([], {"leaders": (66, 70)}, colours(0)).leaders_told(LEGION)
    assert not trust_of([], {"leaders": (20, 20)}, colours(0)).leaders_told(LEGION)


@pytest.mark.parametrize(("right", "n", "told"), [(9, 10, False), (10, 10, True), (7, 9, True), (57, 60, True)])
def test_leaders_that_were_taken_for_units_are_not_told_whatever_their_shade(right: int, n: int, told: bool) -> None:
    trust = trust_of([], {"leaders": (right, n)}, colours(6))
    assert trust.leaders_told(LEGION) is told
    assert trust.leaders_told(Content(atreides=2)) is told
    assert trust.leaders_told(Content(token=1))


@pytest.mark.parametrize(("right", "n", "told"), [(0, 0, False), (9, 9, False), (30, 31, True), (24, 31, False)])
def test_kinds_are_unknown_until_enough_of_them_were_right(right: int, n: int, told: bool) -> None:
    kinds = trust_of([], {"kinds": (right, n)}, None).kinds
    assert (kinds is not None) is told
    assert kinds is None or 0.85 <= kinds < 1


@pytest.mark.parametrize(
    ("ornithopters", "carryalls", "told"),
    [((10, 10), (10, 10), True), ((30, 30), (9, 9), False), ((29, 30), (10, 10), False), ((80, 81), (10, 10), True)],
)
def test_which_vehicle_flies_is_told_once_enough_of_both_were_right(
    ornithopters: tuple[int, int], carryalls: tuple[int, int], told: bool
) -> None:
    assert trust_of([], {"ornithopters": ornithopters, "carryalls": carryalls}, None).flyers is told


def test_a_photo_that_also_taught_counts_less() -> None:
    assert 0 < shift_of([(1.0, True, True, 0.5)] * 20) < shift_of([(1.0, True, True, 1.0)] * 20)


def test_a_corrected_confidence_stays_a_probability() -> None:
    for sure in (0.0, 0.5, 1.0):
        assert 0 <= Trust((-4.0, 4.0)).corrected(sure, LEGION) <= 1
