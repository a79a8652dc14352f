"""What an attack promises, as a value that a trace can hold."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Prospect:
    """Expected value of an attack in fine power, and the chance to win it."""

    value: float
    chance: float
