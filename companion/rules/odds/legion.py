"""The legion of a battle: a small immutable value with the sizes that decide a battle."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.odds.leaders import in_order_of_use

POWER_GENERIC = 1
POWER_REGULAR = 2
POWER_NAMED = 2
POWER_ELITE = 3
POWER_SPECIAL = 4


class Legion(NamedTuple):
    """Figures of one faction in one area, without tokens (LEGION-1).

    `named` holds ids of named leaders; build legions with `legion_of`, which keeps them in the order
    "most hits, then most shields, then first id", so that equal legions compare equal. `escorts` are generic leaders
    that take two hits at once (DW-5); `struck`: of those that have gone by the hits being taken, how many may take
    another one of them.
    """

    regular: int
    elite: int
    special: int
    generic: int
    named: tuple[str, ...]
    escorts: int = 0
    struck: int = 0

    @property
    def units(self) -> int:
        """Figures that roll a die (UNIT-1)."""
        return self.regular + self.elite + self.special

    @property
    def leaders(self) -> int:
        """Generic and named leaders and escorts together."""
        return self.generic + len(self.named) + self.escorts

    @property
    def fine_power(self) -> int:
        """Combat power with single figures weighed (MAHDI-CP-1)."""
        return (
            POWER_REGULAR * self.regular
            + POWER_ELITE * self.elite
            + POWER_SPECIAL * self.special
            + POWER_GENERIC * (self.generic + self.escorts)
            + POWER_NAMED * len(self.named)
        )

    @property
    def endurance(self) -> int:
        """Hits that destroy the legion when none is wasted (BATTLE-7)."""
        return self.regular + 2 * (self.elite + self.special) + self.leaders + self.escorts + self.struck

    @property
    def settled(self) -> Legion:
        """The legion once all hits are taken: what has gone takes no more of them."""
        return self._replace(struck=0) if self.struck else self

    @property
    def is_destroyed(self) -> bool:
        """True without units: leaders do not stay alone (LEADER-1)."""
        return self.units == 0


DESTROYED = Legion(0, 0, 0, 0, ())


def legion_of(
    regular: int = 0,
    elite: int = 0,
    special: int = 0,
    generic: int = 0,
    named: tuple[str, ...] = (),
    escorts: int = 0,
) -> Legion:
    """Return the legion of these figures, its named leaders in order of use.

    Raises KeyError for an id that is no named leader.
    """
    return Legion(regular, elite, special, generic, in_order_of_use(named), escorts)
