"""A few rounds of ``python -m tests.trust.kill``."""

import tempfile
from pathlib import Path

import pytest

from tests.trust.kill import rounds
from tests.trust.play import nursery


@pytest.mark.slow
def test_a_server_that_is_killed_loses_nothing() -> None:
    with nursery() as starter, tempfile.TemporaryDirectory() as folder:
        tally = rounds(3, 7, Path(folder), starter, by_hand=False)
    assert tally.kills == 3
    assert tally.sent > 0
    assert tally.faults == []
