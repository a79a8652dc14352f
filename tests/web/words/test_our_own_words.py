"""No text of ours repeats the printed rulebook of its language: eight words in a row are never the same (W-16)."""

import re
from functools import cache

import pytest

from companion.content import GLOSSARY
from companion.content.terms import Language
from companion.web.i18n import ENGLISH, languages
from tests.catalogues import ROOT, read, translations
from tests.printed import FOLDER, kept, number, rows

EXPLAINED = {
    "las familias huyen a los palmerales del sur": "the name of a card",
    "el polo norte es un área de montaña": "a fact of the board, in the fewest words",
}
THEIRS = [tag for tag in languages() if tag != ENGLISH]


def test_there_are_sums_of_every_translated_language() -> None:
    """Of the English rulebook none is at hand; the English texts are ours, and what is translated is looked at."""
    assert sorted(file.stem for file in FOLDER.glob("*.bin")) == sorted(THEIRS)
    assert all(len(kept(tag)) > 5_000 for tag in THEIRS)


def test_rows_end_at_facts_and_numbers() -> None:
    assert list(rows("One, two three four: five six seven eight")) == [
        ("one", "two", "three", "four", "five", "six", "seven", "eight")
    ]
    assert list(rows("One two three four %(fact)s five six seven eight")) == []


@cache
def terms(language: str) -> re.Pattern[str]:
    """The printed terms of several words, which we use on purpose."""
    known = {term.words.get(Language(language), "").lower() for term in GLOSSARY.values()}
    several = sorted((re.escape(word) for word in known if " " in word), key=len, reverse=True)
    return re.compile("|".join(several))


def test_a_sentence_of_the_rulebook_would_be_found() -> None:
    (row,) = rows("el polo norte es un área de montaña")
    assert number(row) in kept("es")


@pytest.mark.parametrize("language", THEIRS)
def test_no_text_repeats_the_rulebook(language: str) -> None:
    printed = kept(language)
    found = []
    for message in read(translations(ROOT) / language / "LC_MESSAGES" / "messages.po"):
        if not message.id or not message.string:
            continue
        texts = (message.string,) if isinstance(message.string, str) else tuple(message.string)
        ours = [terms(language).sub("§", text.lower()) for text in texts]
        found += [" ".join(row) for text in ours for row in rows(text) if number(row) in printed]
    assert set(found) - EXPLAINED.keys() == set()
