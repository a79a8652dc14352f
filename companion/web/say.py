"""Translated texts as plain ``str``: the functions of Flask-Babel with types, under the names that extraction knows."""

from collections.abc import Callable

import flask_babel
from flask_babel import LazyString


def _(text: str, /, **facts: object) -> str:
    """Returns the text in the reader's language with its facts filled in."""
    return str(flask_babel.gettext(text, **facts))


def ngettext(one: str, many: str, num: int, /, **facts: object) -> str:
    """Returns the right plural form for ``num``, which is there as ``%(num)d``."""
    return str(flask_babel.ngettext(one, many, num, **facts))


def lazy(text: str, /) -> LazyString:
    """Returns a text that is put into the reader's language when it is shown; for texts of a module being loaded."""
    return flask_babel.lazy_gettext(text)


def counted(one: str, many: str, /) -> Callable[[int], str]:
    """Returns what words a number with the right plural form; for texts of a module being loaded."""
    return lambda num: ngettext(one, many, num)


__all__ = ["LazyString", "_", "counted", "lazy", "ngettext"]
