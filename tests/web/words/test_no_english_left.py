"""Every kind of step in Polish and in Russian: the page is read, and no English word stands on it."""

import re
from collections.abc import Iterable
from functools import cache
from html import unescape

import pytest
from flask import Flask

from companion.board import AREAS
from companion.content import GLOSSARY
from companion.content.terms import Language
from companion.web import devices
from companion.web.i18n import COOKIE as LANGUAGE
from tests.browser.moments import COOKIE, Moments
from tests.browser.visits import TOKEN
from tests.catalogues import ROOT, read, translations

WORD = re.compile(r"[A-Za-z]{4,}")
SAID = re.compile(r'\s(?:aria-label|title|alt|placeholder)="([^"]*)"')
RULE_ID = re.compile(r"\b[A-Z]+(?:-[A-Z0-9]+)+\b")
UNSEEN = re.compile(r"<(script|style|template)\b.*?</\1>|<!--.*?-->", re.S)
SAME = frozenset({"english", "sunday", "paul"})
"""What English calls itself, and the names that this test gives."""
PLACES = frozenset(word.lower() for area in AREAS for word in WORD.findall(area.name or ""))
"""The English name of a place stands beside the other one, since a board may print it."""
LEAST_PAGES = 60


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


def test_an_english_word_is_found() -> None:
    assert left_over("Twoja tura. Tap the legion that moves", "pl") == {"that", "moves"}
    assert left_over("Ваш ход: Legion", "ru") == {"legion"}
    assert left_over("Feyd-Rautha, Hagga", "pl") == set()
    assert text_of('<a aria-label="Sand">x<script>the</script> &amp; y</a>').split() == ["Sand", "x", "&", "y"]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["pl", "ru"])
def test_no_step_has_an_english_word(app: Flask, language: str) -> None:
    moments = Moments(app)
    client = app.test_client()
    client.set_cookie(devices.COOKIE, TOKEN)
    client.set_cookie(LANGUAGE, language)
    read_pages, found = 0, dict[str, str]()
    with moments.shown():
        for view in [one for one in moments.views() if one.few]:
            client.set_cookie(COOKIE, str(view.moment))
            page = client.get(view.path).text
            assert f'<html lang="{language}"' in page
            found |= dict.fromkeys(left_over(text_of(page), language), view.name)
            read_pages += 1
    assert not found, "\n".join(f"{word}: {where}" for word, where in sorted(found.items()))
    assert read_pages > LEAST_PAGES
