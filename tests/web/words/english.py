"""The English words of a page that no text in its language has: what a translation left out."""

import re
from collections.abc import Iterable
from functools import cache
from html import unescape

from companion.board import AREAS
from companion.content import GLOSSARY
from companion.content.terms import Language
from tests.catalogues import ROOT, read, translations

WORD = re.compile(r"[A-Za-z]{4,}")
SAID = re.compile(r'\s(?:aria-label|aria-description|aria-valuetext|title|alt|placeholder)="([^"]*)"')
RULE_ID = re.compile(r"\b[A-Z]+(?:-[A-Z0-9]+)+\b")
UNSEEN = re.compile(r"<(script|style|template)\b.*?</\1>|<!--.*?-->", re.S)
SAME = frozenset({"english", "shift", "sunday", "paul"})
"""What English calls itself, a key of every keyboard, and the names that tests give."""
PLACES = frozenset(word.lower() for area in AREAS for word in WORD.findall(area.name or ""))
"""The English name of a place stands beside the other one, since a board may print it."""


@cache
def english() -> frozenset[str]:
    """Every word of an English text of the app or the game."""
    texts = [term.words[Language.ENGLISH] for term in GLOSSARY.values()]
    catalogue = read(translations(ROOT) / "messages.pot")
    return frozenset(_words(texts + [text for one in catalogue if one.id for text in _all(one.id)])) - SAME - PLACES


@cache
def spoken(language: str) -> frozenset[str]:
    """Every word in Latin letters of a text in the language: names that are the same as in English."""
    texts = [term.words.get(Language(language), "") for term in GLOSSARY.values()]
    catalogue = read(translations(ROOT) / language / "LC_MESSAGES" / "messages.po")
    return frozenset(_words(texts + [text for one in catalogue if one.string for text in _all(one.string)]))


def _all(text: str | Iterable[str]) -> list[str]:
    return [re.sub(r"%\(\w+\)[sd]", " ", one) for one in ([text] if isinstance(text, str) else text)]


def _words(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(text.replace("\u00ad", ""))}


def text_of(page: str) -> str:
    """What people read or hear of a page."""
    seen = UNSEEN.sub(" ", page)
    text = unescape(" ".join((*SAID.findall(seen), re.sub(r"<[^>]*>", " ", seen))))
    return RULE_ID.sub(" ", text)


def left_over(text: str, language: str) -> set[str]:
    """The English words of a text that no text in the language has."""
    return (_words([text]) & english()) - spoken(language)
