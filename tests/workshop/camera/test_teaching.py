"""Teaching: examples as files, what the network should say, mirrored crops, the fitted curves."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.workshop.camera import examples
from tests.workshop.camera.examples import Example
from tests.workshop.camera.fitting import fit, fit_scores
from vision.board.camera import Camera
from vision.board.geometry import MARGIN, board
from vision.board.observe import Shot
from vision.figures import pieces as figures
from vision.figures.pieces import CELL, HOME, INPUTS, Evidence, Piece, home_cells, stack, token_side
from vision.practice.shown import Known

pytestmark = pytest.mark.slow

ON = board()
ROWS, COLUMNS = (side // CELL for side in ON.shape)


def example(seed: int, pieces: list[Known]) -> Example:
    """Clouds with pieces in them that the network has no way to see: enough for everything around learning."""
    rng = np.random.default_rng(seed)

    def clouds(rows: int, columns: int, layers: int) -> NDArray[np.float32]:
        coarse = [rng.random((rows // 8, columns // 8), np.float32) for _ in range(layers)]
        fine = [cv2.resize(layer, (columns, rows), interpolation=cv2.INTER_CUBIC) for layer in coarse]
        return np.stack(fine, axis=2)

    evidence = Evidence(
        clouds(ROWS, COLUMNS, figures.LAYERS),
        clouds(ROWS * CELL, COLUMNS * CELL, figures.FINE_LAYERS),
        rng.random(ON.shape, np.float32),
        home_cells(ON),
    )
    shot = Shot(Camera(420, 300, 900, 0.76, 80, 3), rng.random(ON.shape) > 0.1, 0.1, 0.2)
    return Example(examples.halved(evidence), shot, pieces, {"legions": [], "mode": "solo"}, ON.width, hard=False)


def test_kept_examples_come_back_as_they_were(tmp_path: Path) -> None:
    made = [example(1, [Known("harkonnen", 100.5, 70.25, "elite"), Known(HOME, 300, 200, None)]), example(2, [])]
    examples.save(tmp_path / "kept", 7, made)
    back = list(examples.load(tmp_path / "kept"))
    assert [one.pieces for one in back] == [one.pieces for one in made]
    for one, other in zip(back, made, strict=True):
        assert one.shot.camera == other.shot.camera
        assert (one.shot.blur, one.shot.miss, one.hard) == (other.shot.blur, other.shot.miss, other.hard)
        assert np.array_equal(one.shot.visible, other.shot.visible)
        for name in ("cells", "fine", "foreground", "homes"):
            assert np.array_equal(getattr(one.evidence, name), getattr(other.evidence, name))


def test_a_folder_without_examples_says_how_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"python -m tests\.workshop\.camera\.teaching examples"):
        list(examples.load(tmp_path))


def test_a_crop_is_the_part_of_the_whole_stack_that_it_shows() -> None:
    one = example(3, [])
    camera, window = one.shot.camera, (40, 90, 30, 24)
    part = stack(examples.whole(one.evidence), camera, window)
    whole = stack(examples.whole(one.evidence), camera)
    assert whole.shape == (ROWS, COLUMNS, INPUTS)
    assert np.allclose(part, whole[40:70, 90:114], atol=0.02)


def test_the_colour_of_a_token_tells_whose_it_is() -> None:
    one = examples.whole(example(6, []).evidence)
    one.cells[..., list(figures.TOKEN_LAYERS.values())] = 0
    token = Piece("token", 300.0, 200.0, 0.9, (1, 0, 0))
    assert token_side(one, token) == 0.5
    row, column = (round((at + MARGIN + 0.5) / CELL - 0.5) for at in (token.y, token.x))
    one.cells[row - 3 : row + 4, column - 3 : column + 4, figures.TOKEN_LAYERS["atreides"]] = 0.8
    assert token_side(one, token) > 0.9


def test_the_curve_of_a_sort_says_how_often_its_peaks_are_pieces() -> None:
    kinds, seen = (1.0, 0.0, 0.0), []
    for n in range(40):
        there = [Known("harkonnen", 100, 100, "regular")] if n % 4 else []
        seen.append((replace(example(0, there)), [Piece("harkonnen", 101, 99, 0.6, kinds)]))
        seen.append((seen[-1][0], [Piece("harkonnen", 600, 300, 0.1, kinds)]))
    slope, middle = fit_scores(seen)["harkonnen"]
    assert 1 / (1 + np.exp(-slope * (np.log(0.6 / 0.4) - middle))) == pytest.approx(0.75, abs=0.1)
    assert 1 / (1 + np.exp(-slope * (np.log(0.1 / 0.9) - middle))) < 0.1


def test_two_low_peaks_of_different_sorts_at_one_place_say_that_something_is_there() -> None:
    kinds, seen = (1.0, 0.0, 0.0), []
    for n in range(60):
        sort = "harkonnen" if n % 2 else "harkonnen_leader"
        both = [Piece("harkonnen", 101, 99, 0.3, kinds), Piece("harkonnen_leader", 100, 99, 0.3, kinds)]
        alone = Piece("harkonnen", 600, 300, 0.3, kinds)
        there = [Known(sort, 100, 100, None), *([Known("harkonnen", 600, 300, None)] if n % 3 else [])]
        seen.append((example(0, there), [*both, alone]))
    found = fit_scores(seen)
    curves = [found[sort] for sort in ("harkonnen", "harkonnen_leader")]
    odds = [math.exp(slope * (math.log(0.3 / 0.7) - middle)) for slope, middle in curves]
    assert sum(odds) / (1 + sum(odds)) > 0.75


def test_the_fitted_curve_finds_what_readings_depend_on() -> None:
    rng = np.random.default_rng(8)
    values = [[1.0, float(v)] for v in rng.normal(0, 1, 4000)]
    rows = [(value, bool(rng.random() < 1 / (1 + np.exp(-(0.5 + 2 * value[1]))))) for value in values]
    constant, slope = fit(rows)
    assert constant == pytest.approx(0.5, abs=0.2)
    assert slope == pytest.approx(2, abs=0.2)


def test_few_rows_move_a_curve_that_is_there_but_little() -> None:
    rows = [([1.0, float(v)], v > 0) for v in (-1, -0.5, 0.5, 1)]
    assert fit(rows, 1000.0, [0.3, 1.5])[1] == pytest.approx(1.5, abs=0.05)
    assert fit(rows, 0.1, [0.3, 1.5])[1] > 2
