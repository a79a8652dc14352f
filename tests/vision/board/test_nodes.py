"""Nodes of the borders: few and spread; the outlines follow them, and nothing else moves."""

import numpy as np
import pytest

from vision.board.geometry import NO_AREA, board
from vision.board.nodes import MOST_MM, MOST_NODES, moved_board, nodes, shifts_of

WIDTH = 840.0


def test_nodes_are_few_spread_and_named_after_areas_that_meet_there() -> None:
    found = nodes(WIDTH)
    assert len(found) == MOST_NODES
    places = np.array(list(found.values()))
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + 1e9 * np.eye(len(places))
    assert apart.min() > 60
    on = board(WIDTH)
    for name, (x, y) in found.items():
        assert len(name.split("+")) >= 3
        for area in name.split("+"):
            assert np.hypot(*(on.polygons[area] - (x, y)).T).min() < 0.2


def test_without_moved_nodes_the_board_is_the_usual_one() -> None:
    assert moved_board(WIDTH, {}) is board(WIDTH)
    assert moved_board(WIDTH, {"nowhere+at+all": (3.0, 0.0)}) is board(WIDTH)


def test_a_node_goes_where_it_was_put_and_takes_all_its_areas_along() -> None:
    (name, (x, y)), *rest = nodes(WIDTH).items()
    usual, on = board(WIDTH), moved_board(WIDTH, {name: (4.0, -3.0)})
    for area in name.split("+"):
        assert np.hypot(*(on.polygons[area] - (x + 4, y - 3)).T).min() < 0.2
    far = max(rest, key=lambda one: np.hypot(one[1][0] - x, one[1][1] - y))[0]
    for area in far.split("+"):
        assert np.abs(on.polygons[area] - usual.polygons[area]).max() < 0.05
    # Areas still cover the board without a gap, and its edge stays.
    assert ((on.areas == NO_AREA) != (usual.areas == NO_AREA)).sum() < 20
    assert sum(ring[:, 0].max() == usual.width for ring in on.polygons.values()) > 3


def test_all_nodes_moved_at_once_are_where_they_were_put() -> None:
    rng = np.random.default_rng(3)
    shifts = {name: tuple(rng.normal(0, 3, 2)) for name in nodes(WIDTH)}
    on = moved_board(WIDTH, {name: (float(dx), float(dy)) for name, (dx, dy) in shifts.items()})
    for name, (x, y) in nodes(WIDTH).items():
        at = np.array([x, y]) + shifts[name]
        assert np.hypot(*(on.polygons[name.split("+")[0]] - at).T).min() < 0.3


def test_shifts_are_what_is_elsewhere_and_believable() -> None:
    (name, (x, y)), (other, at), *_ = nodes(WIDTH).items()
    found = shifts_of(WIDTH, {name: (x + 2, y), other: (at[0] + 0.1, at[1])})
    assert list(found) == [name]
    assert found[name] == pytest.approx((2.0, 0.0))
    with pytest.raises(ValueError, match="\\+"):
        shifts_of(WIDTH, {name: (x + MOST_MM + 1, y)})
    with pytest.raises(KeyError):
        shifts_of(WIDTH, {"carthag": (1, 1)})
