"""The settings and the keyboard shortcuts in words."""

from typing import NamedTuple

from companion.web.say import _


class Answer(NamedTuple):
    """One of several: ``value`` is sent, ``glyph`` may be empty."""

    value: str
    title: str
    glyph: str = ""


class Question(NamedTuple):
    """A setting. With one answer it is a box to tick, else one of several; ``hint`` says what it does."""

    name: str
    title: str
    answers: tuple[Answer, ...]
    hint: str = ""
    needs_script: bool = False
    needs_browser: bool = False


class Key(NamedTuple):
    """A shortcut: the keys as they are pressed, and what they do."""

    keys: tuple[str, ...]
    does: str


def questions() -> list[Question]:
    """Returns the settings in their order on the page."""
    return [
        Question(
            "theme",
            _("Day and night"),
            (Answer("day", _("Day"), "sun"), Answer("night", _("Night"), "moon"), Answer("auto", _("Auto"), "auto")),
        ),
        Question(
            "size",
            _("Text size"),
            (Answer("100", "100 %"), Answer("125", "125 %"), Answer("150", "150 %"), Answer("200", "200 %")),
        ),
        Question(
            "call",
            _("Call me when it is my turn"),
            (
                Answer("on", _("Sound and vibration"), "bell"),
                Answer("silent", _("Without sound")),
                Answer("off", _("Not at all")),
            ),
            needs_script=True,
        ),
        Question(
            "contrast",
            _("High contrast"),
            (Answer("more", _("High contrast")),),
            _("Black on white by day, white on black at night, and clear edges. Off: as your system is set."),
        ),
        Question(
            "motion",
            _("Less motion"),
            (Answer("less", _("Less motion")),),
            _("Nothing slides or pulses. Off: as your system is set."),
        ),
        Question(
            "hand",
            _("Left-handed"),
            (Answer("left", _("Left-handed")),),
            _("What you tap is on the left; on a wide screen the panel is."),
        ),
        Question(
            "terse",
            _("Orders in short"),
            (Answer("on", _("Orders in short")),),
            _("Harkonnen orders show what to do and Done; reasons and explanations are folded away."),
        ),
        Question(
            "aloud",
            _("Read orders aloud"),
            (Answer("on", _("Read orders aloud")),),
            _("A button at each Harkonnen order reads it in the voice of your browser, if it has one."),
            needs_script=True,
        ),
        Question(
            "sounds",
            _("Sounds"),
            (Answer("on", _("Sounds")),),
            _("A short sound for a step done, news from another device, and a refusal."),
            needs_script=True,
        ),
        Question(
            "keys",
            _("No keyboard shortcuts"),
            (Answer("off", _("No keyboard shortcuts")),),
            _("If speech input or a switch would trigger them."),
            needs_script=True,
        ),
        Question(
            "awake",
            _("Keep the screen on"),
            (Answer("on", _("Keep the screen on")),),
            _("While the table is open on this device."),
            needs_script=True,
            needs_browser=True,
        ),
    ]


def key_groups() -> list[tuple[str, list[Key]]]:
    """Returns the shortcuts by what they are about."""
    return [
        (
            _("The step"),
            [
                Key(("G",), _("Press the large button")),
                Key(("1", "9"), _("Choose one of the answers by its number")),
                Key(("W",), _("Show or hide why")),
                Key(("U",), _("Take the last entry back")),
                Key(("Shift", "U"), _("Redo the entry")),
                Key(("Esc",), _("Close the panel")),
            ],
        ),
        (_("The board"), [Key(("B",), _("Show the whole board")), Key(("N",), _("To the next step"))]),
        (
            _("Pages"),
            [
                Key(("T",), _("The table")),
                Key(("H",), _("History")),
                Key(("M",), _("Menu")),
                Key(("S",), _("Settings of this device")),
                Key(("?",), _("Keyboard shortcuts")),
            ],
        ),
    ]
