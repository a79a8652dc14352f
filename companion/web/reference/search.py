"""Searching texts as people type: capitals and accents do not matter, every word has to be found somewhere."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

MAX_QUERY = 80
NO_DECOMPOSITION = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ё": "е", "’": "'"})
"""Letters that people type without their mark, though Unicode does not take the mark off."""


def folded(text: str) -> str:
    """Returns a text without capitals and accents.

    >>> folded("Żołnierz: Ёж, MAHDI-1")
    'zolnierz: еж, mahdi-1'
    """
    parts = unicodedata.normalize("NFKD", text.casefold().translate(NO_DECOMPOSITION))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def cleaned(query: str) -> str:
    """Returns what somebody typed, without surplus space and cut to a sensible length."""
    return " ".join(query.split())[:MAX_QUERY]


def matching(items: Sequence[T], query: str, text: Callable[[T], str]) -> list[T]:
    """Returns the items in whose text every word of ``query`` is found, in their order; all of them without words."""
    words = folded(query).split()
    if not words:
        return list(items)
    return [item for item in items if all(word in found for word in words for found in (folded(text(item)),))]
