"""What may be in a name that people give: anything they can see, and the signs that only join what they see."""

JOINERS = frozenset("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f")
"""Soft hyphen, zero width space and joiners, marks of direction, word joiner, shapes of emoji: families and flags are
made with them, and keyboards and copied texts bring them. What turns the direction of whole lines is not among them."""


def is_plain(text: str) -> bool:
    """True when a text can be shown in one line as it is: empty, or something to see and nothing that controls.

    >>> is_plain("Ola 👩\u200d🚀"), is_plain("a\u202eb"), is_plain("\u200d")
    (True, False, False)
    """
    seen = "".join(letter for letter in text if letter not in JOINERS)
    return seen.isprintable() and (bool(seen.strip()) or not text)
