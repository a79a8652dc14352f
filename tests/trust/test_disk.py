"""A few rounds of what ``python -m tests.trust.disk`` does."""

from pathlib import Path

import pytest

from companion.service.quotas import PUBLIC
from tests.trust.disk import attack


@pytest.mark.slow
def test_a_stranger_cannot_fill_the_disk(tmp_path: Path) -> None:
    rounds = PUBLIC.imports.address + 2
    figures = attack(tmp_path, rounds)
    assert list(figures.broken) == []
    assert figures.statuses["imports"] == {303: PUBLIC.imports.address, 429: 2}
    assert figures.statuses["no such game"] == {404: 1}
    assert figures.statuses["no seat"] == {403: 1}
    assert list((tmp_path / "camera" / "photos").glob("*")) == []
