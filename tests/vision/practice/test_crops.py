"""Crops of photos of known pieces: what the network should say of them, mirrored, at other sizes, and steps by them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.workshop.camera import examples
from tests.workshop.camera.learning import HOLES, untaught
from tests.workshop.camera.test_teaching import COLUMNS, ROWS, example
from vision.board.geometry import MARGIN
from vision.contents import KINDS
from vision.figures.pieces import CELL, HOME, INPUTS, SORTS, Evidence, stack
from vision.figures.sizes import Sizes
from vision.practice import crops
from vision.practice.shown import Known
from vision.practice.steps import train

pytestmark = pytest.mark.slow


def test_mirrored_inputs_are_what_a_mirrored_board_would_give() -> None:
    one = example(4, [])
    seen, camera = examples.whole(one.evidence), one.shot.camera
    seen = replace(seen, fine=seen.fine[: ROWS * CELL, : COLUMNS * CELL])
    across = replace(camera, x=COLUMNS * CELL - 2 * MARGIN - 1 - camera.x)
    turned = Evidence(seen.cells[:, ::-1], seen.fine[:, ::-1], seen.foreground[:, ::-1], seen.homes[:, ::-1])
    real = stack(turned, across)
    made = stack(seen, camera)[:, ::-1][..., crops._mirrored((1, 0, 3, 2))]
    made[..., crops.AWAY] *= -1
    assert np.allclose(real[20:-20, 20:-20], made[20:-20, 20:-20], atol=0.02)


@pytest.mark.parametrize("base", [0.7, 1.0, 1.4])
def test_a_crop_at_other_sizes_has_its_pieces_where_they_are(base: float) -> None:
    x, y = 300.0, 200.0
    one = example(9, [Known("harkonnen", x, y, "elite")])
    one.evidence.cells[:] = 0
    row, column = (round((at + MARGIN + 0.5) / CELL - 0.5) for at in (y, x))
    one.evidence.cells[row - 2 : row + 3, column - 2 : column + 3, 0] = 1
    around = crops._around(one.shown, (y + 9, x - 7), Sizes(base, 1.2))
    rows, columns = np.nonzero(around.evidence.cells[..., 0] > 0.5)
    (piece,) = around.pieces
    assert (columns.mean() + 0.5) * CELL - 0.5 - MARGIN == pytest.approx(piece.x, abs=1.2)
    assert (rows.mean() + 0.5) * CELL - 0.5 - MARGIN == pytest.approx(piece.y, abs=1.2)
    assert (piece.y - around.middle[0], piece.x - around.middle[1]) == pytest.approx((-9 / base, 7 / base))
    lean = (one.pieces[0].x - one.shot.camera.x, piece.x - around.camera.x)
    assert lean[1] == pytest.approx(lean[0] / base)


def test_sorts_that_are_not_judged_teach_nothing() -> None:
    rng = np.random.default_rng(2)
    outputs = rng.standard_normal((2, 6, 6, len(SORTS) + 3)).astype(np.float32)
    hills, kinds = np.zeros((2, 6, 6, len(SORTS)), np.float32), np.zeros((2, 6, 6, 3), np.float32)
    hills[:, 3, 3, [0, SORTS.index("token")]] = 1
    kinds[:, 3, 3, 1] = 1
    judged = np.zeros_like(hills)
    judged[0, ..., :4], judged[1, ..., 4:] = 1, 1
    _, slope = crops.slope_of(outputs, hills, kinds, judged)
    assert not slope[0, ..., 4 : len(SORTS)].any()
    assert not slope[1, ..., :4].any()
    assert slope[0, 3, 3, len(SORTS) :].any()
    assert not slope[1, ..., len(SORTS) :].any()


def test_targets_rise_at_each_base_and_name_the_kind_there() -> None:
    hills, kinds = crops.targets((ROWS, COLUMNS), [Known("atreides", 200, 100, "special"), Known(HOME, 400, 300, None)])
    row, column = round((100 + MARGIN + 0.5) / CELL - 0.5), round((200 + MARGIN + 0.5) / CELL - 0.5)
    assert hills[row, column, SORTS.index("atreides")] == 1
    assert kinds[row, column].tolist() == [0, 0, 1]
    assert (hills == 1).sum(axis=(0, 1)).tolist() == [sort in ("atreides", HOME) for sort in SORTS]
    assert kinds.any(axis=2).sum() == 9, "cardboard has no kind of unit"


def test_a_few_steps_on_one_photo_make_the_loss_smaller() -> None:
    one = example(5, [Known("harkonnen", 200 + 25 * n, 150, "regular") for n in range(8)])
    losses: list[float] = []
    model = untaught(INPUTS, 8, HOLES, len(SORTS) + len(KINDS), np.random.default_rng(1))
    train(model, [one.shown], 40, pace=3e-3, tell=lambda step, loss: losses.append(loss))
    assert np.mean(losses[-5:]) < 0.9 * np.mean(losses[:5])


def test_where_pieces_may_be_missing_a_crop_is_not_judged() -> None:
    shown = example(7, [Known("harkonnen", 300, 200, None)]).shown
    half = shown.known.copy()
    half[:, : half.shape[1] // 2] = 0
    rng = np.random.default_rng(4)
    judged = [crops.crop_of(replace(shown, known=half), rng)[3] for _ in range(12)]
    assert all(one.shape == (crops.SIDE, crops.SIDE, len(SORTS)) for one in judged)
    assert any(one.min() == 0 for one in judged)
    assert all(one.min() == 1 for one in [crops.crop_of(shown, rng)[3] for _ in range(4)])
