"""A few seconds of the load: two processes, slow connections beside, and nothing fails."""

import pytest

from tests.trust.load import Figures, measure
from tests.trust.serving import servers


@pytest.mark.slow
def test_tables_are_played_in_two_processes_beside_slow_connections() -> None:
    with servers(2) as pids:
        figures = measure(list(pids), tables=2, devices=4, seconds=4, rate=2, hostile=True)
    assert figures.errors == []
    assert figures.lost == 0
    assert len(figures.taps) >= 4
    assert figures.here
    assert figures.elsewhere


def test_broken_promises_are_named() -> None:
    kept = Figures([10.0] * 20, [1.0], [1.0], [20.0] * 20, 0, [])
    assert kept.faults == []
    slow = Figures([10.0] * 18 + [500.0] * 2, [], [], [300.0], 2, ["GET /: 500"])
    assert slow.faults == [
        "taps: p95 above 100 ms",
        "updates elsewhere: p95 above 250 ms",
        "2 updates never came",
        "1 errors, such as: GET /: 500",
    ]
    assert Figures([], [], [], [], 0, []).faults == ["nobody could tap"]
