"""Searching texts as people type: capitals and accents do not matter, every word has to be found somewhere."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.web.words.tongues import folded

T = TypeVar("T")

MAX_QUERY = 80


def cleaned(query: str) -> str:
    """Returns what somebody typed, without surplus space and cut to a sensible length."""
    return " ".join(query.split())[:MAX_QUERY]


def matching(items: Sequence[T], query: str, text: Callable[[T], str]) -> list[T]:
    """Returns the items in whose text every word of ``query`` is found, in their order; all of them without words."""
    words = folded(query).split()
    if not words:
        return list(items)
    return [item for item in items if all(word in found for word in words for found in (folded(text(item)),))]
