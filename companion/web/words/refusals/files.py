"""Why the file of a game was not accepted, in the reader's words: by the templates that service and store raise."""

from collections.abc import Mapping

from companion.rules.errors import FormatError
from companion.web.say import LazyString, lazy
from companion.web.words.facts import fact_word
from companion.web.words.refusals.positions import POSITION_TEXTS

FILE_TEXTS: Mapping[str, LazyString] = {
    "%(id)s is there twice": lazy("%(id)s is there twice"),
    "a game begins with GameStarted, not %(kind)s": lazy("the first entry of a game is its opening, not %(kind)s"),
    "cannot be read without the position before it": lazy("cannot be read without the position before it"),
    "did not come out of a file": lazy("was not made from a file"),
    "differs from that of the row before, which is of the same batch": lazy("differs within one step"),
    "does not fit the game before it: %(value)s": lazy("does not fit the game before it"),
    "has %(number)s bytes, at most %(most)s are read": lazy("has %(number)s bytes, at most %(most)s are read"),
    "has %(number)s entries, at most %(most)s are read": lazy("has %(number)s entries, at most %(most)s are read"),
    "holds %(value)s, which is no number": lazy("holds %(value)s, which is not a number"),
    "is %(kind)s, but the payload is a %(type)s": lazy("says %(kind)s, but holds %(type)s"),
    "is missing": lazy("is missing"),
    "is no JSON from line %(line)s, column %(column)s": lazy(
        "is not the file of a game: it cannot be read from line %(line)s, column %(column)s"
    ),
    "is no JSON that a game is kept as": lazy("is not the file of a game"),
    "is no JSON: %(detail)s": lazy("is not the file of a game"),
    "is no area of the board: %(value)s": lazy("is not an area of the board: %(value)s"),
    "is no game: it must hold one JSON object": lazy("is not the file of a game"),
    "is no leader of the game": lazy("is not a leader of the game"),
    "is no seat of the file: %(value)s": lazy("is not a seat in the file: %(value)s"),
    "is not %(encoding)s text": lazy("is not the file of a game: it cannot be read as text (%(encoding)s)"),
    "is not known": lazy("is not known"),
    "is not known beside the changes": lazy("is not known"),
    "is not known: %(value)s": lazy("is not known: %(value)s"),
    "is not on the board or not in the game: %(value)s": lazy("is not on the board or not in the game: %(value)s"),
    "is there twice": lazy("is there twice"),
    "leads to a position with more than %(most)s %(name)s": lazy("leads to a position that no game can have"),
    "must be %(expected)s, not %(value)s": lazy("must be %(expected)s, not %(value)s"),
    "must be %(name)s, not %(value)s": lazy("makes no sense: %(value)s"),
    "must be %(seq)s or that of the row before, not %(batch)s": lazy(
        "must be %(seq)s or the one before, not %(batch)s"
    ),
    "must be %(seq)s, not %(value)s": lazy("must be %(seq)s, not %(value)s"),
    "must be %(version)s, not %(value)s": lazy("must be %(version)s, not %(value)s"),
    "must be a list of %(number)s, not %(value)s": lazy("must be a list of %(number)s, not %(value)s"),
    "must be a list, not %(value)s": lazy("must be a list, not %(value)s"),
    "must be a moment with its time zone, not %(value)s": lazy("must be a date and time, not %(value)s"),
    "must be a text of at most %(most)s printable letters": lazy("must be a text of at most %(most)s letters"),
    "must be a text of at most %(most)s printable letters, not %(value)s": lazy(
        "must be a text of at most %(most)s letters, not %(value)s"
    ),
    "must be a whole number from %(low)s to %(high)s, not %(value)s": lazy(
        "must be a whole number from %(low)s to %(high)s, not %(value)s"
    ),
    "must be an object, not %(value)s": lazy("must be an object, not %(value)s"),
    "must be of a year from %(low)s to %(high)s, not %(value)s": lazy(
        "must be of a year from %(low)s to %(high)s, not %(value)s"
    ),
    "must be one of %(choices)s, not %(value)s": lazy("is none of the possible values: %(value)s"),
    "must be the id of a game, not %(value)s": lazy("must be the id of a game, not %(value)s"),
    "must be two lists of %(number)s areas": lazy("must be two lists of %(number)s areas"),
    "must hold the opening of the game at least": lazy("must hold at least the opening of the game"),
    "names one of several leaders of the same id": lazy("names one of several equal leaders"),
    "names the same thing twice: %(value)s": lazy("names the same thing twice: %(value)s"),
    "no number of the game is that large: %(value)s": lazy("no number of the game is that large: %(value)s"),
    "takes back the opening of the game": lazy("takes back the opening of the game"),
    "this program reads %(known)s only, not %(value)s%(later)s": lazy(
        "was made by another version of the app: %(value)s"
    ),
    "this program reads version %(version)s only, not %(value)s": lazy(
        "was made by another version of the app: %(value)s"
    ),
}
"""The sentence for every template, without the place in the file, which stands before it."""

FIELD_NAMES: Mapping[str, LazyString] = {
    "name": lazy("Name"),
    "player": lazy("Your name"),
    "file": lazy("File"),
    "role": lazy("You join as"),
    "players": lazy("Players"),
    "level": lazy("Opponent"),
    "dice": lazy("Dice"),
    "set_up": lazy("Starting figures"),
    "clock": lazy("Turn timer"),
    "lang": lazy("Language"),
}
"""Fields of forms by what stands beside them; a place in a file is named as the file has it."""


def problem_words(problem: FormatError) -> str:
    """Returns a refused field as a line: its name, and what is wrong with it."""
    return f"{field_text(problem)}: {problem_text(problem)}"


def field_text(problem: FormatError) -> str:
    """Returns the name of the field, or the rule."""
    field = problem.field_or_rule
    return str(FIELD_NAMES.get(field, field))


def problem_text(problem: FormatError) -> str:
    """Returns what is wrong with a field; what the web layer itself refused is in the reader's language already."""
    if (text := FILE_TEXTS.get(problem.template)) is not None:
        return str(text) % problem.facts
    if (text := POSITION_TEXTS.get(problem.template)) is not None:
        return str(text) % {name: fact_word(name, fact) for name, fact in problem.facts.items()}
    return problem.message
