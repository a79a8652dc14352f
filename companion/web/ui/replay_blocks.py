"""The controls of a replay: back and on, from round to round, and a copy that goes on in another way."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Player:
    """Where a replay stands (``place`` in words) and the addresses beside it, empty at an end.

    ``action``: where the slider of rounds is sent; ``round`` of ``rounds``, 0 is the set-up. ``what_if``: the form of a
    copy that begins ``until`` here, empty where this device may make none.
    """

    kind: ClassVar[str] = "player"
    place: str
    back: str
    next: str
    action: str
    round: int
    rounds: int
    what_if: str = ""
    until: int = 0
