"""Where the print of the board shows in a photo, whatever the light, and where something lies over it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.judging import ON, PLAIN, SHOT, blob, covered, judge, piece
from vision.board.cover import bare
from vision.contents import EMPTY, Content
from vision.terms import ACCEPTED, UNSEEN

Picture = NDArray[np.float32]
SIZE = (120, 160, 3)


def printed(seed: int = 1) -> Picture:
    """A print with some texture, in logarithms of light."""
    rng = np.random.default_rng(seed)
    return np.asarray(-1 + 0.1 * rng.standard_normal((*SIZE[:2], 1)) * np.ones(3), np.float32)


def test_the_print_shows_in_another_light() -> None:
    fall = np.linspace(-0.8, 0.3, SIZE[1], dtype=np.float32)[None, :, None]
    assert bare(printed() + fall, printed()).mean() > 0.99


@pytest.mark.parametrize(
    "over", [np.zeros(SIZE, np.float32), np.full(SIZE, -3, np.float32), printed(2)], ids=["paper", "dark", "picture"]
)
def test_nothing_of_it_shows_under_what_lies_over_it(over: Picture) -> None:
    photo = printed()
    photo[20:100, 40:120] = over[20:100, 40:120]
    shows = bare(photo, printed())
    assert shows[35:85, 55:105].mean() < 0.05
    assert shows[:, 135:].mean() > 0.99


def test_a_covered_area_is_not_seen_and_never_empty() -> None:
    areas, _ = judge([], blob(), bare=covered(PLAIN))
    assert (areas[PLAIN].band, areas[PLAIN].covered) == (UNSEEN, True)
    assert {(r.band, r.content, r.covered) for a, r in areas.items() if a != PLAIN} == {(ACCEPTED, EMPTY, False)}
    areas, _ = judge([], blob(), bare=covered(PLAIN, share=0.6))
    assert areas[PLAIN].band != ACCEPTED


def test_pieces_that_hide_the_print_cover_nothing() -> None:
    at = ON.labels[PLAIN]
    shows = covered()
    shows[blob(at, radius=15) > 0] = False
    areas, _ = judge([piece("harkonnen", *at)], blob(at), bare=shows)
    assert (areas[PLAIN].band, areas[PLAIN].content) == (ACCEPTED, Content(harkonnen=1))


def test_what_is_seen_on_a_hand_is_no_piece() -> None:
    at = ON.labels[PLAIN]
    areas, _ = judge([piece("harkonnen", *at)], blob(at), bare=covered(PLAIN))
    assert areas[PLAIN].band == UNSEEN


def test_a_covered_air_zone_is_not_seen() -> None:
    x, y, radius = ON.zones["az_north"]
    shows = covered()
    shows[blob((x, y), radius=3 * radius) > 0] = False
    _, zones = judge([], blob(), bare=shows)
    assert (zones["az_north"].band, zones["az_north"].covered) == (UNSEEN, True)
    assert {result.band for zone, result in zones.items() if zone != "az_north"} == {ACCEPTED}


def test_nobody_having_looked_nothing_is_covered() -> None:
    assert SHOT.bare is None
    assert not any(result.covered for result in judge([], blob())[0].values())
