"""A network of a box's own: practice with its lessons, its file, and what it needs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from tests.vision.conftest import Taught
from vision.figures.network import Network
from vision.figures.pieces import network
from vision.practice import own
from vision.practice.places import shown_of
from vision.practice.shown import Lesson
from vision.practice.training import train

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def lessons(taught: Taught) -> dict[str, Lesson]:
    return taught.table.shown


def ticks(seconds: float) -> Iterator[float]:
    return (seconds * n for n in count())


def test_practice_makes_the_known_pieces_of_a_box_more_likely(
    taught: Taught, lessons: dict[str, Lesson], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own, "FEWEST_STEPS", 20)
    photos = [shown_of(lesson, taught.table.board) for lesson in lessons.values()]
    losses: dict[str, float] = {}

    def loss(of: str, model: Network) -> None:
        heard: list[float] = []
        train(model.copy(), photos, 6, pace=0.0, seed=5, tell=lambda _step, one: heard.append(one))
        losses[of] = float(np.mean(heard))

    made = own.practised(lessons, taught.table.board, taught.table.sizes, steps=20)
    assert made is not None
    assert made.lessons == ("teach-1", "teach-2", "teach-3")
    loss("shipped", network())
    loss("own", made.network)
    assert losses["own"] < 0.98 * losses["shipped"]


def test_the_same_lessons_give_the_same_network(taught: Taught, lessons: dict[str, Lesson]) -> None:
    def weights() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        model = network().copy()
        train(model, [shown_of(lessons["teach-1"], taught.table.board)], 3, pace=1e-3, crops=4)
        return model.layers[0].weights

    before = network().layers[0].weights.copy()
    assert np.array_equal(weights(), weights())
    assert np.array_equal(network().layers[0].weights, before), "the app's own network stays as it is"


def test_a_slow_host_practises_less_or_not_at_all(
    taught: Taught, lessons: dict[str, Lesson], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own, "train", lambda *_, **__: None)
    photos = [shown_of(lessons["teach-1"], taught.table.board)]
    quick, slow = ticks(own.TRIAL * 0.1), ticks(own.TRIAL * 2.0)
    assert own._affordable(photos, 300, lambda: next(quick)) == 300
    assert own._affordable(photos, 300, lambda: next(slow)) == 100
    late = ticks(own.TRIAL * 20.0)
    assert own.practised(lessons, taught.table.board, taught.table.sizes, clock=lambda: next(late)) is None


def test_nothing_shown_is_no_practice(taught: Taught) -> None:
    assert own.practised({}, taught.table.board, taught.table.sizes) is None


def test_a_network_is_kept_until_the_app_has_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert own.load(tmp_path) is None
    own.save(own.Own(network(), ("a", "b")), tmp_path)
    back = own.load(tmp_path)
    assert back is not None
    assert back.lessons == ("a", "b")
    assert np.allclose(back.network.layers[0].weights, network().layers[0].weights, atol=1e-3)
    assert [file.name for file in tmp_path.iterdir()] == [own.FILE]
    monkeypatch.setattr(own, "shipped", lambda: "another")
    assert own.load(tmp_path) is None


def test_a_damaged_network_is_an_error(tmp_path: Path) -> None:
    (tmp_path / own.FILE).write_bytes(b"no network")
    with pytest.raises((ValueError, OSError)):
        own.load(tmp_path)
