"""What the rules reply to right and wrong commands is what is written down in ``replies/``."""

import pytest

from tests import sums
from tests.rules import replies

SUMS = sums.read(replies.SUMS)
WRITTEN = {file.stem: file.read_text(encoding="utf-8").splitlines() for file in sorted(replies.FOLDER.glob("*.txt"))}


@pytest.mark.parametrize("name", SUMS)
def test_the_rules_reply_as_written(name: str) -> None:
    """What differs on purpose is written anew by ``python -m tests.rules.replies``; with a NAME it shows all."""
    replies_now = replies.replies(name)
    given = {whole for _short, whole in replies_now}
    assert [line for line in WRITTEN.get(name, ()) if line not in given] == []
    assert replies.sum_of(replies_now) == SUMS[name], "a reply that is not among the written ones"


def test_every_file_has_its_position_and_most_reasons_are_met() -> None:
    assert WRITTEN.keys() <= SUMS.keys() == replies.positions().keys()
    codes = {
        word for lines in WRITTEN.values() for line in lines for word in line.split() if word.islower() and "_" in word
    }
    assert len(codes) > 100
