"""What the rules reply to right and wrong commands is what is written down in ``replies/``."""

import pytest

from tests.rules import replies

WRITTEN = {file.stem: file.read_text(encoding="utf-8").splitlines() for file in sorted(replies.FOLDER.glob("*.txt"))}


@pytest.mark.parametrize("name", WRITTEN)
def test_the_rules_reply_as_written(name: str) -> None:
    """What differs on purpose is written anew by ``python -m tests.rules.replies``."""
    given = {f"{short.partition(' ')[0]} {whole}" for short, whole in replies.replies(name).items()}
    assert [line for line in WRITTEN[name] if line not in given] == []


def test_every_file_has_its_position_and_most_reasons_are_met() -> None:
    assert WRITTEN.keys() <= replies.positions().keys()
    codes = {
        word for lines in WRITTEN.values() for line in lines for word in line.split() if word.islower() and "_" in word
    }
    assert len(codes) > 100
