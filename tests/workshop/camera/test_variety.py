"""Worlds that vary in everything: sizes, shapes and colours; the others stay as they were."""

from __future__ import annotations

import numpy as np
import pytest

from tests.workshop.camera.render import (
    REPORT_WORLDS,
    TUNING_WORLDS,
    WIDE_REPORT_WORLDS,
    WIDE_TUNING_WORLDS,
    good_view,
    photo,
    world,
)
from tests.workshop.camera.rendering.sculpts import UNITS, Kind, footprint, sculpt
from tests.workshop.camera.rendering.variety import LEAST, MOST, USUAL, Shapes, choose_shapes
from tests.workshop.camera.rendering.worlds import World

POSITION = {
    "legions": [{"area": "ne_9", "faction": "harkonnen", "regular": 2, "generic": 1, "tokens": 1}],
    "harvesters": ["sw_5"],
}


def test_no_world_is_tuned_on_and_reported() -> None:
    kinds = [set(worlds) for worlds in (TUNING_WORLDS, REPORT_WORLDS, WIDE_TUNING_WORLDS, WIDE_REPORT_WORLDS)]
    assert sum(map(len, kinds)) == len(set().union(*kinds))
    assert choose_shapes(1500) == USUAL
    assert choose_shapes(2500) != USUAL


def test_wide_worlds_reach_from_small_bases_to_large_ones_and_from_low_to_tall_figures() -> None:
    shapes = [choose_shapes(seed) for seed in range(2000, 2200)]
    bases, heights = [one.base for one in shapes], [one.tall for one in shapes]
    assert LEAST <= min(bases) < 0.75 < 1.3 < max(bases) <= MOST
    assert min(heights) * 26 < 22
    assert max(heights) * 34 > 50
    assert 0.2 < np.mean([one.plain for one in shapes]) < 0.6


def test_leaders_of_wide_worlds_often_have_the_shade_of_their_units() -> None:
    worlds = [World(seed) for seed in range(2000, 2060)]
    alike = [np.allclose(one.leader[f], one.plastic[f]) for one in worlds for f in one.plastic]
    assert 0.15 < np.mean(alike) < 0.5
    usual = [World(seed) for seed in range(20)]
    assert not any(np.allclose(one.leader[f], one.plastic[f]) for one in usual for f in one.plastic)


@pytest.mark.parametrize("kind", [*UNITS, "generic"])
def test_figures_are_as_wide_and_as_tall_as_their_world_says(kind: Kind) -> None:
    for plain in (False, True):
        large = sculpt(5, "harkonnen", kind, 0, Shapes(base=1.3, tall=1.4, bulk=1.2, plain=plain))
        usual = sculpt(5, "harkonnen", kind, 0)
        assert footprint(kind, Shapes(base=1.3)).reach == pytest.approx(1.3 * footprint(kind).reach)
        assert large.height > 1.15 * usual.height
        assert np.allclose(np.linalg.norm(large.normals, axis=1), 1)


@pytest.mark.slow
def test_a_wide_world_gives_the_same_photo_twice() -> None:
    one, other = (
        photo(world(2004), POSITION, good_view(np.random.default_rng(3)), np.random.default_rng(4), (672, 504))
        for _ in range(2)
    )
    assert np.array_equal(one.image, other.image)
    assert one.truth["areas"]["ne_9"]["tokens"] == 1
