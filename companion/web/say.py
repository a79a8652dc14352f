"""Translated texts as plain ``str``: the functions of Flask-Babel with types, under the names that extraction knows."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import flask_babel
from flask_babel import LazyString

_catalogue: ContextVar[Any] = ContextVar("catalogue", default=None)
"""The reader's catalogue while a request is answered. A page has hundreds of texts, and Flask-Babel works out the
language anew for each."""
_language: ContextVar[str] = ContextVar("language", default="")


def begin() -> None:
    """Looks up the reader's catalogue once for the whole request."""
    _catalogue.set(flask_babel.get_translations())
    _language.set(_asked())


def end(_problem: BaseException | None = None) -> None:
    """Forgets the reader when the request is over."""
    _catalogue.set(None)
    _language.set("")


@contextmanager
def reading(tag: str, catalogue: Any) -> Iterator[None]:
    """While it holds, texts are for a reader of the language ``tag``, where no request says whose they are."""
    found = _catalogue.set(catalogue), _language.set(tag)
    try:
        yield
    finally:
        _catalogue.reset(found[0])
        _language.reset(found[1])


def language() -> str:
    """Returns the reader's language without a country, such as ``pl``; English where nobody reads."""
    return _language.get() or _asked()


def _asked() -> str:
    locale = flask_babel.get_locale()
    return "en" if locale is None else str(locale.language)


def _texts() -> Any:
    return _catalogue.get() or flask_babel.get_translations()


def _(text: str, /, **facts: object) -> str:
    """Returns the text in the reader's language with its facts filled in."""
    found: str = _texts().ugettext(text)
    return found % facts if facts else found


def ngettext(one: str, many: str, num: int, /, **facts: object) -> str:
    """Returns the right plural form for ``num``, which is there as ``%(num)d``."""
    found: str = _texts().ungettext(one, many, num)
    return found % {"num": num, **facts}


def lazy(text: str, /) -> LazyString:
    """Returns a text that is put into the reader's language when it is shown; for texts of a module being loaded."""
    return LazyString(_, text)


def counted(one: str, many: str, /) -> Callable[[int], str]:
    """Returns what words a number with the right plural form; for texts of a module being loaded."""
    return lambda num: ngettext(one, many, num)


__all__ = ["LazyString", "_", "begin", "counted", "end", "language", "lazy", "ngettext", "reading"]
