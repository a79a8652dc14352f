"""The answers that are written down in ``reasons/`` are still given, for the same reasons."""

import pytest

from tests import sums
from tests.solo_bot import reasons

SUMS = sums.read(reasons.SUMS)


@pytest.mark.rule("MAHDI-0")
@pytest.mark.parametrize("kind", reasons.WHOLE)
def test_MAHDI_0_the_same_options_for_the_same_reasons(kind: str) -> None:
    """What differs on purpose is written anew by ``python -m tests.solo_bot.reasons``."""
    answer, _names = reasons.KINDS[kind]
    written = reasons.read(kind)
    assert written
    for name, lines in written.items():
        assert answer(name) == lines, f"{kind} {name}"


@pytest.mark.rule("MAHDI-0")
@pytest.mark.parametrize("name", SUMS)
def test_MAHDI_0_what_is_not_written_whole_stays_the_same(name: str) -> None:
    """``python -m tests.solo_bot.reasons NAME`` shows the answers, to be compared with those of before a change."""
    assert sums.sum_of(reasons.summed(name)) == SUMS[name]
