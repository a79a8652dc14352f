"""Languages: which one a device gets, and the texts of the content for the catalogues.

Texts are listed, brought up to date and checked by ``python -m tests.catalogues`` (part of ``./check``); where they
are looked for stands in ``pyproject.toml``. :func:`extract_content` is how the texts of cards, rules and terms, which
stand in data files, get into the same list.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from babel.support import Translations
from flask import Flask, request
from flask_babel import Babel, get_locale

from companion.content import translatable_strings
from companion.web import say

ENGLISH = "en"
COOKIE = "lang"
FOLDER = Path(__file__).resolve().parent.parent / "translations"


def use_languages(app: Flask) -> None:
    """Makes every text of the app come in the language of the device that asks."""
    app.config.update(BABEL_DEFAULT_LOCALE=ENGLISH, BABEL_TRANSLATION_DIRECTORIES=str(FOLDER))
    Babel(app, locale_selector=select)
    app.before_request(say.begin)
    app.teardown_request(say.end)
    # Templates find their texts in the same way as the code.
    app.jinja_env.install_gettext_callables(say._, lambda one, many, num: say.ngettext(one, many, num), newstyle=True)  # type: ignore[attr-defined]


@contextmanager
def read_in(tag: str) -> Iterator[None]:
    """While it holds, texts are in the language ``tag``, for a reader who has no browser."""
    with say.reading(tag, Translations.load(str(FOLDER), [tag])):
        yield


def languages(folder: Path | None = None) -> tuple[str, ...]:
    """Returns the languages there are: English and those with a compiled catalogue, by their tags."""
    return _languages(folder or FOLDER)


@cache
def _languages(folder: Path) -> tuple[str, ...]:
    found = sorted(file.parent.parent.name for file in folder.glob("*/LC_MESSAGES/messages.mo"))
    return (ENGLISH, *(name for name in found if name != ENGLISH))


def select() -> str:
    """Returns the language for the request: the one chosen on the device, else the best its browser asks for."""
    known = languages()
    chosen = request.cookies.get(COOKIE)
    if chosen in known:
        return chosen
    return request.accept_languages.best_match(known) or ENGLISH


def language() -> str:
    """Returns the tag for the ``lang`` attribute of the page."""
    locale = get_locale()
    return ENGLISH if locale is None else str(locale).replace("_", "-")


def extract_content(
    _file: BinaryIO, _keywords: Any, _comment_tags: Any, options: Any
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yields the texts of the content to Babel, whichever of its files it is asked about; a text comes once."""
    seen = set[str]()
    for text, place in translatable_strings():
        if text not in seen:
            seen.add(text)
            yield 0, None, text, [place]
