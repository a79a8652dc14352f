"""The players' guide: how to play with the app, in chapters, each with a picture of the app or without.

The page *Learn*, *Guide* shows it in the reader's language; ``docs/guide.md`` is the same in English, and
``python -m tests.guide.pictures`` takes the pictures.
"""

from dataclasses import dataclass

from companion.web.say import _
from companion.web.words import names

WIDTH = 390
PICTURES = {
    "start": 700,
    "set-up": 844,
    "table": 844,
    "order": 844,
    "area": 640,
    "battle": 760,
    "history": 600,
    "guests": 580,
    "trackers": 700,
    "settings": 640,
}
"""The height of each picture that can be shown, in pixels; they are ``WIDTH`` wide, by day and by night."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the guide: what it tells, then what to do in turn, and a picture with the words that replace it."""

    id: str
    title: str
    tells: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    picture: str = ""
    alt: str = ""

    @property
    def height(self) -> int:
        """The height of the picture in pixels."""
        return PICTURES[self.picture]


def chapters() -> tuple[Chapter, ...]:
    """Returns the guide in the order in which a newcomer needs it."""
    return (*_before(), *_solo(), *_beside())


def _before() -> tuple[Chapter, ...]:
    return (
        Chapter(
            "what",
            _("What the app does"),
            (
                _("You play with the real board. Alone, the app plays the Harkonnen with you and says why."),
                _("With friends it keeps the round, the tracks and the secrets of each side, and counts the battles."),
                _("You need the game itself: neither its rulebook nor its art is in the app."),
            ),
        ),
        Chapter(
            "open",
            _("Open it"),
            (
                _(
                    "In the browser: open the app’s own page on any phone. It loads once, works without a network "
                    "from then on, and keeps its games on that phone."
                ),
                _("At home: a computer runs the app, and phones on the same Wi-Fi scan the code it shows."),
                _(
                    "As a guest: open the link you were sent, or type the code under “%(join)s”.",
                    join=_("Join a table"),
                ),
            ),
            picture="start",
            alt=_("The first page: a new game, a game with friends, and a field for a code."),
        ),
        Chapter(
            "begin",
            _("Begin a game"),
            steps=(
                _("Tap “%(new)s” and say who plays.", new=_("New game")),
                _(
                    "“%(quick)s” lets the app say which figures are placed where. “%(tokens)s” follows the "
                    "tokens that you draw; tick off eight steps while you set up the board.",
                    quick=_("Quick"),
                    tokens=_("With the tokens"),
                ),
                _("Dice and cards are yours from the table, or the app’s: choose whichever you like better."),
                _(
                    "In your first game tips say what each step is for. “%(tour)s” and “%(practice)s” come before it, "
                    "on the first page.",
                    tour=_("Tour of the map"),
                    practice=_("Practice battle"),
                ),
            ),
            picture="set-up",
            alt=_("Setting up the board: eight steps to tick off, and the places of the first one on the map."),
        ),
        Chapter(
            "step",
            _("One step at a time"),
            (
                _("Below the map is the next step, one at a time. The row on top shows all tracks and dice."),
                _("Orange is what to tap now, on the map and below it. Nothing else is orange."),
                _("Drag and pinch the map. An underlined name is a place: tap it, and it flashes on the map."),
                _("The line at the edge of the step folds it away when you want to see more of the board."),
            ),
            picture="table",
            alt=_("The table on a phone: tracks, the map with all legions, and the dice of your turn."),
        ),
    )


def _solo() -> tuple[Chapter, ...]:
    return (
        Chapter(
            "orders",
            _("The Harkonnen move"),
            (
                _("After each of your turns the app rolls a Harkonnen die, or asks which result you rolled."),
                _(
                    "It tells you the whole order: which figures, from where to where, with which leader. Do "
                    "it on the board."
                ),
                _("Where several options are tied, you choose. None is chosen for you, unless you asked for that."),
                _("Open the question “why” to see each criterion, what it ruled out, and the rule with its page."),
                _("What the rulebook leaves open is decided by a ruling of ours, and is marked as one."),
            ),
            picture="order",
            alt=_("An order to attack a sietch, with two options to choose from and arrows on the map."),
        ),
        Chapter(
            "turn",
            _("Your own turn"),
            (
                _("“If they roll …” shows what each face of the Harkonnen die would bring, also after a move you try."),
                _(
                    "A hint says what is best and why. It is off until you switch it on in the menu, next to "
                    "the chances."
                ),
            ),
            steps=(
                _("Tap the die that you use, then the action."),
                _("Tap the legion, then where it goes. What is possible is lit."),
                _("Tap any other area to see what is there; if it cannot be reached, the rule says why."),
            ),
            picture="area",
            alt=_("The panel of an area: what is there and what can be done."),
        ),
        Chapter(
            "battle",
            _("Battles"),
            (
                _("Enter the dice as they lie on the table, or let the app roll. It applies hits, shields and cards."),
                _("The bar shows the chances of both sides, and a line below gives advice. Both can be switched off."),
                _("For every hit the app says which figure to lose and what the chances are afterwards."),
            ),
            picture="battle",
            alt=_("A battle: the chances of both sides and the dice to enter."),
        ),
        Chapter(
            "wrong",
            _("When something went wrong"),
            (
                _(
                    "The bent arrow takes back the last entry, as often as you like, and says what to move "
                    "back on the board."
                ),
                _("The history goes back to any entry, and forward again."),
                _(
                    "Where board and app differ, the board wins: tap the area and open “%(put)s”.",
                    put=_("Correct the differences"),
                ),
            ),
            picture="history",
            alt=_("The history: what happened, round by round, with an arrow beside each entry."),
        ),
    )


def _beside() -> tuple[Chapter, ...]:
    return (
        Chapter(
            "friends",
            _("With friends"),
            (
                _(
                    "Everybody joins by scanning the code on the page “%(guests)s”, and takes a side there.",
                    guests=_("Guests"),
                ),
                _("A phone shows its own side only: the other’s cards, ranks and objective never reach it."),
                _("“%(cover)s” hides all secrets at once, before you put the phone down.", cover=_("Cover")),
                _("When the game waits for you, your phone calls: a tone, a vibration, or just the title."),
            ),
            picture="guests",
            alt=_("The guests page: a code to scan and who sits at the table."),
        ),
        Chapter(
            "trackers",
            _("Without a board in the app"),
            (
                _("Friends who know the rules can let the app keep tracks, dice, leaders, cards and battles only."),
                _(
                    "It starts at once: “%(trackers)s”, below everything else of a new game.",
                    trackers=_("Trackers and dice only"),
                ),
            ),
            picture="trackers",
            alt=_("The trackers: supremacy and prescience with plus and minus."),
        ),
        Chapter(
            "desert-war",
            names.word("exp_desert_war"),
            (
                _(
                    "Whoever owns the expansion switches it on under “%(new)s”, in a game with friends.",
                    new=_("New game"),
                ),
                _(
                    "Each side then gets its new pieces, tokens and actions where they belong: in its steps, on the "
                    "map and in the sheet of an area. “%(learn)s” has them in short, each line with its rule.",
                    learn=_("Learn"),
                ),
            ),
        ),
        Chapter(
            "device",
            _("Make it yours"),
            (
                _("Every device has its settings: day or night, text of twice the size, high contrast, less motion."),
                _("There is a left-handed layout, sounds, keyboard shortcuts, and five languages."),
                _("Keep the screen on while the table is open, and put the app on your home screen."),
            ),
            picture="settings",
            alt=_("The settings of a device: day and night, the size of the text, how it calls."),
        ),
        Chapter(
            "after",
            _("After the game"),
            (
                _("Tap the board at the end, or “%(replay)s” in the history: the game plays back.", replay=_("Replay")),
                _("From any step a copy can continue differently. It is marked as such and does not count."),
                _("The statistics have a log of plays as CSV, and each play as a text to copy."),
            ),
        ),
        Chapter(
            "keep",
            _("Nothing is lost"),
            (
                _(
                    "A tap is confirmed once it is stored. Close the page whenever you like, and continue "
                    "where you were."
                ),
                _("The file of a game holds its whole history: take it to another phone, a computer, or a friend."),
                _(
                    "The recovery code on the page “%(guests)s” gives you your seat back on any device.",
                    guests=_("Guests"),
                ),
            ),
        ),
    )
