"""Finding by name: what cards, places and leaders are called in every language of the app, and how people type it."""

import unicodedata
from functools import cache

from babel.support import NullTranslations, Translations

from companion.content import GLOSSARY
from companion.web.i18n import FOLDER, languages

NO_DECOMPOSITION = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ё": "е", "’": "'"})
"""Letters that people type without their mark, though Unicode does not take the mark off."""


def folded(text: str) -> str:
    """Returns a text without capitals and accents.

    >>> folded("Żołnierz: Ёж, MAHDI-1")
    'zolnierz: еж, mahdi-1'
    """
    parts = unicodedata.normalize("NFKD", text.casefold().translate(NO_DECOMPOSITION))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


@cache
def everywhere(text: str) -> str:
    """Returns a text of the content in English and every other language, one after the other.

    >>> "shai-hulud" in everywhere("Shai-Hulud").lower()
    True
    """
    return " ".join(dict.fromkeys((text, *(catalogue.gettext(text) for catalogue in _catalogues()))))


@cache
def _catalogues() -> tuple[NullTranslations, ...]:
    return tuple(Translations.load(str(FOLDER), [tag]) for tag in languages()[1:])


def term_everywhere(key: str) -> str:
    """Returns the words of a printed term in all languages; raises KeyError for an unknown key."""
    return " ".join(dict.fromkeys(GLOSSARY[key].words.values()))
