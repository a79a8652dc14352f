"""The answers that are written down in ``reasons/`` are still given, for the same reasons."""

import pytest

from tests.solo_bot import reasons


@pytest.mark.rule("MAHDI-0")
@pytest.mark.parametrize("kind", reasons.KINDS)
def test_MAHDI_0_the_same_options_for_the_same_reasons(kind: str) -> None:
    """What differs on purpose is written anew by ``python -m tests.solo_bot.reasons``."""
    answer, _names = reasons.KINDS[kind]
    written = reasons.read(kind)
    assert written
    for name, lines in written.items():
        assert answer(name) == lines, f"{kind} {name}"
