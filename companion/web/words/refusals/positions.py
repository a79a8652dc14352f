"""Why a position, a legion or a battle that was written down is not accepted: by the templates that the rules raise."""

from collections.abc import Mapping

from companion.web.say import LazyString, lazy

MAKES_NO_SENSE = lazy("makes no sense: %(value)s")
NOT_KNOWN = lazy("is not known: %(value)s")
NONE_OF_THEM = lazy("must be one of %(choices)s, not %(value)s")
TRUE_OR_FALSE = lazy("must be true or false, not %(value)s")
NO_ALLY = lazy("an ally has dice of its own only with a partner")
NO_FOLDER = lazy("%(file)s is not the folder of a table")
NOT_READ = lazy("cannot read %(file)s")

POSITION_TEXTS: Mapping[str, LazyString] = {
    "an object is needed, not %(value)s": lazy("must be an object, not %(value)s"),
    "unknown key": lazy("is not known"),
    "unknown key %(key)s": lazy("%(key)s is not known"),
    "a whole number is needed, not %(value)s": lazy("must be a whole number, not %(value)s"),
    "a whole number from 0 is needed, not %(value)s": lazy("must be a whole number from 0, not %(value)s"),
    "a whole number from %(low)s is needed, not %(value)s": lazy("must be a whole number from %(low)s, not %(value)s"),
    "a whole number from %(low)s to %(high)s is needed, not %(value)s": lazy(
        "must be a whole number from %(low)s to %(high)s, not %(value)s"
    ),
    "a number is needed": lazy("is missing"),
    "%(value)s is more than %(most)s": lazy("may be at most %(most)s, not %(value)s"),
    "true or false is needed, not %(value)s": TRUE_OR_FALSE,
    "the id of %(what)s is needed, not %(value)s": MAKES_NO_SENSE,
    "%(value)s is not the id of %(what)s": NOT_KNOWN,
    "%(value)s is not the id of %(what)s, the ids are %(choices)s": NONE_OF_THEM,
    "one of %(choices)s is needed, not %(value)s": NONE_OF_THEM,
    "a list is needed, not %(value)s": lazy("must be a list, not %(value)s"),
    "a list of leaders is needed, not %(value)s": lazy("must be a list, not %(value)s"),
    "is missing": lazy("is missing"),
    # positions
    "%(key)s belongs to Desert War: name %(name)s in expansions": lazy(
        "%(key)s belongs to Desert War: “expansions” has to hold %(name)s"
    ),
    "%(key)s is a card of Desert War: name %(name)s in expansions": lazy(
        "%(key)s belongs to Desert War: “expansions” has to hold %(name)s"
    ),
    "an escort in %(area)s": lazy("no escort can be there: %(area)s"),
    "Desert War needs people on both sides: the solo opponent has no rules for its pieces": lazy(
        "Desert War needs people on both sides: the solo opponent has no rules for its pieces"
    ),
    "the card is ready or spent beside nothing else, not %(value)s": MAKES_NO_SENSE,
    "a Harkonnen legion is needed, not %(value)s": lazy("must be a Harkonnen legion"),
    "%(leader)s is no Harkonnen leader": lazy("%(leader)s is not a leader of that side"),
    "%(leader)s is there twice": lazy("%(leader)s is there twice"),
    "facedown tokens are revealed before hits are taken": lazy("facedown tokens are revealed before hits are taken"),
    "a revealed sietch needs its rank": lazy("a revealed sietch needs its rank"),
    "only a leader in the tank has a space there, not one that is %(standing)s": lazy(
        "only a leader in the tank has a space there"
    ),
    "%(area)s has no legion with all the figures that moved there": lazy(
        "%(area)s has no legion with all the figures that moved there"
    ),
    "needs figures in moved: the first move of a turn fixes it": lazy(
        "needs a legion that has moved: the first move of a turn decides it"
    ),
    "turns are taken in the phase actions, not in %(phase)s": lazy("nobody has a turn in the phase %(phase)s"),
    "names a result that is not among the dice": lazy("names a result that is not among the dice"),
    "dice, hand and tokens of the Harkonnen are for games between people": lazy(
        "dice, hand and tokens of the Harkonnen are for games between people"
    ),
    "%(number)s dice are named, but dice.%(side)s_unused is %(counted)s": lazy(
        "dice named: %(number)s, dice counted: %(counted)s"
    ),
    "the Fremen Ally has dice of its own only with two partners": lazy(
        "an ally has dice of its own only with a partner"
    ),
    "the Corrino Ally has dice of its own only with two partners": NO_ALLY,
    "%(number)s cards, but reinforcements is %(counted)s": lazy("cards in the hand: %(number)s, counted: %(counted)s"),
    "%(card)s is open too": lazy("%(card)s cannot be open and claimed"),
    "%(card)s is named twice": lazy("%(card)s is there twice"),
    # battles
    "both sides are %(faction)s": lazy("both sides are the same"),
    "attacker has no units": lazy("the attacking legion has no units"),
    "must be null with an optimal policy": lazy("must be null where the best play is looked for"),
    "%(field)s has facedown tokens; they are revealed before a battle": lazy(
        "facedown tokens are revealed before a battle"
    ),
    "%(field)s has an escort: the solo opponent has no rules for it": lazy(
        "the solo opponent has no rules for escorts"
    ),
    "%(field)s has %(number)s units, at most %(most)s fit in an area": lazy(
        "%(number)s units, but an area holds at most %(most)s"
    ),
    "%(field)s has an escort, which only a Harkonnen legion has": lazy("only Harkonnen legions have escorts"),
    "unknown leader %(value)s": NOT_KNOWN,
    "'%(leader)s' is no %(faction)s leader": lazy("%(leader)s is not a leader of that side"),
    "%(field)s has the same leader twice": lazy("a leader is there twice"),
    # the command line
    "expected a number of games from 1, got %(value)s": lazy("must be a whole number from 1, not %(value)s"),
    "expected a number of processes from 1, got %(value)s": lazy("must be a whole number from 1, not %(value)s"),
    "expected 1 to %(most)s dice, got %(value)s": lazy("may be at most %(most)s, not %(value)s"),
    "expected one of %(choices)s, got %(value)s": NONE_OF_THEM,
    "expected IMAGE=POSITION, got %(value)s": MAKES_NO_SENSE,
    "Desert War is played between people: --mode duel or team": lazy(
        "Desert War needs people on both sides: the solo opponent has no rules for its pieces"
    ),
    "there is no game %(value)s": lazy("there is no such game: %(value)s"),
    "cannot be read: %(detail)s": lazy("cannot be read"),
    "%(file)s is no JSON: %(detail)s": lazy("%(file)s is not JSON"),
    "%(file)s is not %(encoding)s: %(detail)s": lazy("%(file)s cannot be read as text (%(encoding)s)"),
    "cannot read %(file)s: %(detail)s": NOT_READ,
    "%(file)s is no table folder; make one with arrakis calibrate": NO_FOLDER,
    "%(file)s is no table folder; make one with arrakis dice-teach": NO_FOLDER,
    "invalid %(kind)s value: %(value)s": MAKES_NO_SENSE,
    "invalid choice: %(value)s (choose from %(choices)s)": NONE_OF_THEM,
    "unrecognized arguments: %(value)s": NOT_KNOWN,
    "expected one argument": lazy("needs a value"),
}
"""The sentence for every template, without the field or the rule, which stands before it."""
