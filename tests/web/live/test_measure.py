"""The promise of the live updates, measured: six open devices know of a change within half a second."""

from statistics import quantiles

from tests.web.live.measure import DEVICES, measure


def test_six_devices_know_within_half_a_second() -> None:
    delays = measure(5)
    assert len(delays) == 5 * DEVICES
    assert quantiles(delays, n=20)[-1] < 0.5
