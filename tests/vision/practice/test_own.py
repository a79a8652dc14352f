"""A network of a box's own: practice with its lessons, its file, and what it needs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from tests.vision.conftest import Taught
from vision.board.geometry import Board
from vision.figures.network import Network
from vision.figures.pieces import Piece, network
from vision.figures.sizes import Sizes
from vision.practice import own
from vision.practice.places import peaks_of, shown_of
from vision.practice.shown import Lesson, Shown
from vision.practice.steps import train

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def lessons(taught: Taught) -> dict[str, Lesson]:
    return taught.table.shown


@pytest.fixture(scope="module")
def places(taught: Taught, lessons: dict[str, Lesson]) -> dict[int, Shown]:
    """What each lesson shows, by its identity."""
    table = taught.table
    return {
        id(lesson): shown_of(lesson, table.board, peaks_of(lesson, table.sizes), table.sizes)
        for lesson in lessons.values()
    }


@pytest.fixture
def asked(taught: Taught, places: dict[int, Shown], monkeypatch: pytest.MonkeyPatch) -> list[Network | None]:
    """Places that are known take no time to find; the networks that were asked for them."""
    networks: list[Network | None] = []

    def peaks(_lesson: Lesson, sizes: Sizes, by: Network | None) -> list[Piece]:
        assert sizes == taught.table.sizes
        networks.append(by)
        return []

    def shown(lesson: Lesson, on: Board, _peaks: list[Piece], sizes: Sizes) -> Shown:
        assert (on, sizes) == (taught.table.board, taught.table.sizes)
        return places[id(lesson)]

    monkeypatch.setattr(own, "peaks_of", peaks)
    monkeypatch.setattr(own, "shown_of", shown)
    return networks


def ticks(seconds: float) -> Iterator[float]:
    return (seconds * n for n in count())


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[Shown], int]]:
    """Training that takes no time: the photos and steps of each; it leaves its mark on the network."""
    done: list[tuple[list[Shown], int]] = []

    def train(model: Network, photos: list[Shown], steps: int, **_: object) -> None:
        done.append((photos, steps))
        model.layers[-1].bias += 1

    monkeypatch.setattr(own, "train", train)
    return done


def test_a_box_practises_twice_with_what_all_its_lessons_show(
    taught: Taught,
    lessons: dict[str, Lesson],
    trained: list[tuple[list[Shown], int]],
    asked: list[Network | None],
    places: dict[int, Shown],
) -> None:
    before = network().layers[-1].bias.copy()
    made = own.practised(lessons, taught.table.board, taught.table.sizes)
    assert made is not None
    assert made.lessons == ("teach-1", "teach-2", "teach-3")
    assert [steps for _, steps in trained] == [own.TRIAL, own.STEPS // 2, own.STEPS // 2]
    assert [photos for photos, _ in trained] == [list(places.values())] * 3
    assert [by is None for by in asked] == [True, True, True, False, False, False]
    assert asked[3] is not None
    assert np.allclose(asked[3].layers[-1].bias, before + 2), "a trial leaves nothing"
    assert np.allclose(made.network.layers[-1].bias, before + 2 * own.LEARNT), "half of it is the app's own network"
    assert np.array_equal(network().layers[-1].bias, before), "the app's own network stays as it is"


@pytest.mark.usefixtures("asked")
def test_practice_that_nobody_wants_any_more_ends(taught: Taught, lessons: dict[str, Lesson]) -> None:
    def gone() -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        own.practised(lessons, taught.table.board, taught.table.sizes, tell=gone)


def test_the_same_lessons_give_the_same_network(lessons: dict[str, Lesson], places: dict[int, Shown]) -> None:
    def weights() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        model = network().copy()
        train(model, [places[id(lessons["teach-1"])]], 3, pace=1e-3, crops=4)
        return model.layers[0].weights

    assert np.array_equal(weights(), weights())


@pytest.mark.usefixtures("trained", "asked")
def test_a_slow_host_practises_less_or_not_at_all(
    taught: Taught, lessons: dict[str, Lesson], places: dict[int, Shown]
) -> None:
    photos = [places[id(lessons["teach-1"])]]
    quick, slow = ticks(own.TRIAL * 0.1), ticks(own.TRIAL * 2.0)
    assert own._affordable(photos, 300, lambda: next(quick)) == 300
    assert own._affordable(photos, 300, lambda: next(slow)) == own.PATIENCE / 2
    late = ticks(own.TRIAL * 20.0)
    assert own.practised(lessons, taught.table.board, taught.table.sizes, clock=lambda: next(late)) is None


def test_nothing_shown_is_no_practice(taught: Taught) -> None:
    assert own.practised({}, taught.table.board, taught.table.sizes) is None


def test_a_network_is_kept_until_the_app_has_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert own.load(tmp_path) is None
    own.save(own.Own(network(), ("a", "b"), (0.5, -2.0)), tmp_path)
    back = own.load(tmp_path)
    assert back is not None
    assert back.lessons == ("a", "b")
    assert back.leaning == (0.5, -2.0)
    assert np.allclose(back.network.layers[0].weights, network().layers[0].weights, atol=1e-3)
    assert [file.name for file in tmp_path.iterdir()] == [own.FILE]
    monkeypatch.setattr(own, "shipped", lambda: "another")
    assert own.load(tmp_path) is None


def test_a_damaged_network_is_an_error(tmp_path: Path) -> None:
    (tmp_path / own.FILE).write_bytes(b"no network")
    with pytest.raises((ValueError, OSError)):
        own.load(tmp_path)
