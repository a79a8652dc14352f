"""A change made by one process reaches the devices of another one."""

import pytest

from tests.store.postgres import BOTH, url_of
from tests.trust.elsewhere import MOST_MILLISECONDS, measured


@pytest.fixture(params=BOTH)
def url(request: pytest.FixtureRequest) -> str:
    return url_of(request.param, request)


@pytest.mark.slow
def test_an_update_reaches_the_devices_of_the_other_process_at_once(url: str) -> None:
    # The median: on a machine that is busy with other tests some take longer. Without news it would be seconds.
    assert measured(url, 8).median < MOST_MILLISECONDS
