"""Teaching by the library: what it makes of the app's network, and the crops that it learns from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.workshop.camera import training
from tests.workshop.camera.examples import whole
from tests.workshop.camera.learning import HOLES, untaught
from tests.workshop.camera.test_teaching import example
from vision.contents import KINDS
from vision.figures.colours import CLASSES
from vision.figures.network import Network, folded
from vision.figures.pieces import FIRST_CLASS, HOME, INPUTS, LAYERS, LEVEL, SORTS
from vision.practice.crops import Crop, crop_of, slope_of
from vision.practice.shown import Known, Shown
from vision.practice.steps import EDGE

pytestmark = pytest.mark.slow

TEACHING = "needs the extra `teaching`, which only those install who teach the camera's network anew"
PIECES = [
    Known("harkonnen", 200, 200, "elite"),
    Known("atreides_leader", 220, 210, None),
    Known("token", 240, 180, None),
]


@pytest.fixture(scope="module")
def shown() -> Shown:
    made = example(3, PIECES).shown
    return replace(made, evidence=whole(made.evidence))


@pytest.fixture(scope="module")
def crops(shown: Shown) -> list[Crop]:
    rng = np.random.default_rng(4)
    return [crop_of(shown, rng, training.SIDE) for _ in range(4)]


def network(width: int = 8) -> Network:
    rng = np.random.default_rng(1)
    model = untaught(INPUTS, width, HOLES, len(SORTS) + len(KINDS), rng)
    for layer in model.layers:
        layer.weights += rng.normal(0, 0.05, layer.weights.shape).astype(np.float32)
    return model


def test_the_library_says_what_the_app_says(crops: list[Crop], monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch", reason=TEACHING)
    model = network()
    weights = [torch.tensor(array) for layer in model.layers for array in training._arrays(layer)]
    batch = training.batch_of(crops)
    said = training._outputs(torch, model, weights, batch[0])
    outputs = model.forward(np.stack([crop[0] for crop in crops]))
    assert np.allclose(said.numpy().transpose(0, 2, 3, 1), folded(outputs), atol=0.15)
    hills, kinds, judged = (np.stack([crop[k] for crop in crops]).astype(np.float32) for k in (1, 2, 3))
    edge = slice(EDGE, -EDGE)
    wanted, _ = slope_of(*(aim[:, edge, edge] for aim in (outputs, hills, kinds, judged)))
    monkeypatch.setattr(training, "TOLD_APART", 0.0)
    assert float(training._loss(torch, said, *batch[1:])) == pytest.approx(wanted, rel=0.1)


def test_sorts_that_are_taken_for_each_other_cost_what_they_are_taken_for() -> None:
    torch = pytest.importorskip("torch", reason=TEACHING)
    unit, leader, token, home = (SORTS.index(sort) for sort in ("harkonnen", "harkonnen_leader", "token", HOME))

    def cost(said: dict[int, float], there: dict[int, float], judged: tuple[int, ...]) -> float:
        logits, hills, asked = (np.zeros((1, 1, len(SORTS), 1, 1), np.float32) for _ in range(3))
        logits -= 20
        for raster, values in ((logits, said), (hills, there), (asked, dict.fromkeys(judged, 1.0))):
            for sort, value in values.items():
                raster[0, 0, sort] = value
        return float(training._mistaken(torch, *map(torch.from_numpy, (logits, hills * asked, asked))))

    both = (unit, leader, token)
    assert cost({unit: 2.0, leader: 2.0}, {leader: 1.0}, both) == pytest.approx(np.log(2), abs=1e-4)
    assert cost({unit: 2.0, leader: 5.0}, {leader: 1.0}, both) == pytest.approx(np.log1p(np.exp(-3)), abs=1e-4)
    # As high as all others together, however high that is: finding it is another matter.
    assert cost({unit: -9.0, leader: -6.0}, {leader: 1.0}, both) == pytest.approx(np.log1p(np.exp(-3)), abs=1e-3)
    # Beside the base, with what is not judged, and where a figure stands on cardboard, nothing is mistaken.
    assert cost({unit: 9.0}, {leader: 0.5}, both) == 0
    assert cost({unit: 2.0, token: 9.0}, {unit: 1.0}, (unit, leader)) == pytest.approx(0, abs=1e-4)
    assert cost({unit: 2.0, home: 9.0}, {unit: 1.0, home: 1.0}, (*both, home)) == pytest.approx(0, abs=1e-4)


def test_what_is_taught_is_learnt_and_comes_back_as_a_network(
    shown: Shown, crops: list[Crop], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason=TEACHING)
    batch = training.batch_of(crops)
    monkeypatch.setattr(training, "_batch", lambda *_: batch)
    monkeypatch.setattr(training, "RISE", 5)
    losses: list[float] = []
    before = network()
    after = training.teach(before, [[shown], [shown]], 120, tell=lambda _step, loss: losses.append(loss))
    assert len(losses) == 120
    assert losses[-1] < 0.5 * losses[0]
    assert [layer.weights.shape for layer in after.layers] == [layer.weights.shape for layer in before.layers]
    assert [layer.joins for layer in after.layers] == [layer.joins for layer in before.layers]


def test_factions_that_change_places_take_their_colours_along(crops: list[Crop]) -> None:
    crop = next(crop for crop in crops if crop[2].any())
    inputs, hills, _, judged = crop
    other = training.swapped(crop)
    first = FIRST_CLASS
    for name, swapped in (
        ("harkonnen", "atreides"),
        ("atreides_leader", "harkonnen_leader"),
        ("harkonnen_token", "atreides_token"),
        ("sandworm", "sandworm"),
    ):
        own, theirs = (first + CLASSES.index(of) for of in (name, swapped))
        for level in range(4):
            plane = level * LEVEL
            assert np.array_equal(other[0][..., plane + theirs], inputs[..., plane + own])
    assert np.array_equal(other[1][..., SORTS.index("harkonnen_leader")], hills[..., SORTS.index("atreides_leader")])
    assert not other[2].any()
    back = training.swapped(other)
    assert np.array_equal(back[0], inputs)
    assert np.array_equal(back[3], judged)


def test_a_batch_takes_crops_of_every_group_of_photos(shown: Shown) -> None:
    empty = replace(shown, pieces=[])
    _, hills, _, _ = training._batch([[shown], [empty]], 1, 0)
    there = hills.any(axis=(1, 2, 3))
    assert hills.shape[0] == training.CROPS
    assert 0 < there.sum() < training.CROPS * 0.8
    assert np.array_equal(training._batch([[shown], [empty]], 1, 0)[1], hills)


def test_a_crop_that_is_varied_stays_what_it_shows(crops: list[Crop]) -> None:
    spoilt = 0
    for number in range(12):
        inputs, hills, _, _ = training.varied(crops[1], np.random.default_rng(number))
        assert inputs.shape == crops[1][0].shape
        assert hills.sum() == pytest.approx(crops[1][1].sum(), rel=1e-5)
        assert np.array_equal(inputs[..., -3:], crops[1][0][..., -3:])
        spoilt += not np.array_equal(
            np.sort(inputs[..., 2:LAYERS].ravel()), np.sort(crops[1][0][..., 2:LAYERS].ravel())
        )
    assert spoilt > 3
