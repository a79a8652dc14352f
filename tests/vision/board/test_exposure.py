"""Photos that cannot be read are refused with the reason that helps; made of rasters in logarithms of light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board.cover import bare
from vision.board.exposure import must_be_readable, without_colours
from vision.board.registration import Reason, Refused

Picture = NDArray[np.float32]
ROWS, COLUMNS = 150, 200
WHOLE = np.ones((ROWS, COLUMNS), np.bool_)


def printed() -> Picture:
    """A print of many colours with a fine texture."""
    rng = np.random.default_rng(5)
    patches = rng.uniform(-0.5, 0.5, (6, 8, 3)).astype(np.float32)
    wide = cv2.resize(patches, (COLUMNS, ROWS), interpolation=cv2.INTER_NEAREST)
    fine = 0.1 * rng.standard_normal((ROWS, COLUMNS, 1)).astype(np.float32)
    return np.asarray(wide + fine - 1.2, np.float32)


def refused(photo: Picture) -> Reason | None:
    try:
        must_be_readable(photo, printed(), bare(photo, printed()), WHOLE)
    except Refused as why:
        return why.reason
    return None


def grey(picture: Picture, keep: float = 0.0) -> Picture:
    """A picture of which only a share of the colours is left."""
    mean = picture.mean(axis=2, keepdims=True)
    return np.asarray(mean + keep * (picture - mean), np.float32)


def test_a_photo_in_another_light_can_be_read() -> None:
    fall = np.linspace(-0.6, 0.2, COLUMNS, dtype=np.float32)[None, :, None]
    warm = np.array([-0.5, -0.1, 0.1], np.float32)
    assert [refused(photo) for photo in (printed(), printed() + fall, printed() + warm)] == [None] * 3


@pytest.mark.parametrize("keep", [0.0, 0.3])
def test_a_photo_without_the_colours_of_the_board_is_refused(keep: float) -> None:
    assert refused(grey(printed(), keep)) is Reason.OTHER_COLOURS
    assert refused(grey(printed(), 0.8)) is None


def test_a_photo_of_one_colour_is_refused() -> None:
    sepia = grey(printed()) + np.array([-0.6, -0.2, 0.0], np.float32)
    assert refused(np.asarray(sepia, np.float32)) is Reason.OTHER_COLOURS


def test_other_colours_in_place_of_the_printed_ones_are_refused() -> None:
    assert refused(np.ascontiguousarray(printed()[..., ::-1])) is Reason.OTHER_COLOURS


def test_a_board_without_colours_has_none_to_compare() -> None:
    plain = grey(printed())
    assert must_be_readable(plain, plain, bare(plain, plain), WHOLE) == pytest.approx(0)


def test_the_dark_is_told_before_the_blur_that_it_makes() -> None:
    blurred = np.asarray(cv2.GaussianBlur(printed(), (0, 0), 4.0), np.float32)
    assert refused(blurred) is Reason.TOO_BLURRED
    assert refused(np.asarray(blurred - 2.5, np.float32)) is Reason.TOO_DARK


def test_a_photo_in_which_most_of_the_board_is_white_is_too_bright() -> None:
    assert refused(np.minimum(printed() + 2.0, 0)) is Reason.TOO_BRIGHT


def test_a_board_much_of_which_is_covered_is_refused() -> None:
    photo = printed()
    photo[:, : COLUMNS // 4] = -0.5
    assert refused(photo) is None
    photo[:, : COLUMNS * 6 // 10] = -0.5
    assert refused(photo) is Reason.MUCH_COVERED


def test_black_and_white_is_told_from_dull() -> None:
    rng = np.random.default_rng(1)
    dull = np.asarray(cv2.resize(rng.integers(100, 140, (12, 16, 3), np.uint8), (640, 480)), np.uint8)
    assert not without_colours(dull)
    assert without_colours(np.repeat(dull[..., :1], 3, axis=2))
