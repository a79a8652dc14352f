"""What the command line says to people: refusals in their language, and what is wrong with arguments as a refusal.

What programs read stays as it is: results, ids, and the field or rule that stands before every refusal.
"""

import argparse
import os
import re
from collections.abc import Mapping, Sequence
from typing import NoReturn

from companion.rules.errors import FormatError

OPTION = "--lang"
PLACES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says its language, the strongest first."""
LANGUAGES = ("en", "cs", "es", "pl", "ru")
"""Those of the app, which ``companion.web.i18n.languages`` finds; that takes longer than most commands."""
_ARGUMENT = re.compile(r"argument (?:\S+/)?(\S+): (.*)", re.DOTALL)
_MISSING = re.compile(r"the following arguments are required: (.*)")
_TEMPLATES = {
    "invalid %(kind)s value: %(value)s": re.compile(r"invalid (?P<kind>\w+) value: (?P<value>.*)", re.DOTALL),
    "invalid choice: %(value)s (choose from %(choices)s)": re.compile(
        r"invalid choice: (?P<value>.*) \(choose from (?P<choices>.*)\)", re.DOTALL
    ),
    "unrecognized arguments: %(value)s": re.compile(r"unrecognized arguments: (?P<value>.*)", re.DOTALL),
}


class Parser(argparse.ArgumentParser):
    """Tells what is wrong with the arguments in the same form as any other error."""

    def error(self, message: str) -> NoReturn:
        """Raises FormatError for what argparse says."""
        if found := _ARGUMENT.fullmatch(message):
            raise _refused(*found.groups())
        if found := _MISSING.fullmatch(message):
            raise FormatError(found[1], "is missing")
        raise _refused("arguments", message)


def _refused(field: str, message: str) -> FormatError:
    for template, pattern in _TEMPLATES.items():
        if found := pattern.fullmatch(message):
            return FormatError(field, template, **found.groupdict())
    return FormatError(field, message)


def tongue(words: Sequence[str], environment: Mapping[str, str] = os.environ) -> str:
    """Returns the language that the arguments or the system ask for; English where the app has none of it.

    >>> tongue(["--lang", "pl", "legal"], {}), tongue([], {"LANG": "cs_CZ.UTF-8"}), tongue([], {"LANG": "C"})
    ('pl', 'cs', 'en')
    """
    system = next((environment[place] for place in PLACES if environment.get(place)), "")
    asked = re.split("[_.@]", system)[0]
    for n, word in enumerate(words):
        if word == OPTION and n + 1 < len(words):
            asked = words[n + 1]
        elif word.startswith(f"{OPTION}="):
            asked = word.partition("=")[2]
    return asked if asked in LANGUAGES else LANGUAGES[0]


def said(problem: FormatError, language: str) -> str:
    """Returns a refusal as a line in a language: the field or the rule, and what is wrong."""
    if language == LANGUAGES[0]:
        return str(problem)
    from companion.web.i18n import read_in
    from companion.web.words.refusals.files import problem_text

    with read_in(language):
        return f"{problem.field_or_rule}: {problem_text(problem)}"
