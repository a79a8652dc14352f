"""The figures of one faction in one place, and the arithmetic of legions (UNIT-1, LEGION-1)."""

from collections.abc import Iterator

from companion.content.assumptions import TokenForce
from companion.content.terms import UnitKind
from companion.frozen import record, replace
from companion.rules.unwritten import unwritten


@record
class Army:
    """Figures of one faction: units by kind, facedown deployment tokens, generic and named leaders.

    ``named`` is sorted and may hold a leader twice only in a position that somebody typed in; ``audit`` reports it.
    ``escorts``: escort ornithopters that joined the legion as generic leaders (DW-5).
    """

    regular: int = 0
    elite: int = 0
    special: int = 0
    tokens: int = 0
    generic: int = 0
    named: tuple[str, ...] = ()
    escorts: int = unwritten(0)

    @property
    def units(self) -> int:
        """Units for stacking and movement; a token counts as one (STACK-1)."""
        return self.regular + self.elite + self.special + self.tokens

    @property
    def figures(self) -> int:
        """Visible units: without tokens."""
        return self.regular + self.elite + self.special

    @property
    def leaders(self) -> int:
        """Number of leaders, generic and named; an escort that joined is a generic one (DW-5)."""
        return self.generic + len(self.named) + self.escorts

    def __bool__(self) -> bool:
        units = self.regular or self.elite or self.special or self.tokens
        return bool(units or self.generic or self.named or self.escorts)

    def __add__(self, other: "Army") -> "Army":
        return Army(
            self.regular + other.regular,
            self.elite + other.elite,
            self.special + other.special,
            self.tokens + other.tokens,
            self.generic + other.generic,
            tuple(sorted(self.named + other.named)),
            self.escorts + other.escorts,
        )

    def __sub__(self, other: "Army") -> "Army":
        """Returns what is left; raises ValueError when ``other`` is not part of this army."""
        if not self.covers(other):
            raise ValueError(f"{other} is not part of {self}")
        named = list(self.named)
        for leader in other.named:
            named.remove(leader)
        return Army(
            self.regular - other.regular,
            self.elite - other.elite,
            self.special - other.special,
            self.tokens - other.tokens,
            self.generic - other.generic,
            tuple(named),
            self.escorts - other.escorts,
        )

    def covers(self, other: "Army") -> bool:
        """True when every figure of ``other`` is here."""
        return (
            self.regular >= other.regular
            and self.elite >= other.elite
            and self.special >= other.special
            and self.tokens >= other.tokens
            and self.generic >= other.generic
            and self.escorts >= other.escorts
            and (not other.named or all(self.named.count(name) >= other.named.count(name) for name in other.named))
        )

    def common(self, other: "Army") -> "Army":
        """Returns the figures that are both here and in ``other``."""
        return Army(
            min(self.regular, other.regular),
            min(self.elite, other.elite),
            min(self.special, other.special),
            min(self.tokens, other.tokens),
            min(self.generic, other.generic),
            tuple(name for name in self.named if name in other.named),
            min(self.escorts, other.escorts),
        )

    def count(self, kind: UnitKind) -> int:
        """Number of units of ``kind``."""
        if kind is UnitKind.REGULAR:
            return self.regular
        return self.elite if kind is UnitKind.ELITE else self.special

    def change(self, kind: UnitKind, by: int) -> "Army":
        """Returns the army with ``by`` more (or fewer) units of ``kind``."""
        if kind is UnitKind.REGULAR:
            return replace(self, regular=self.regular + by)
        if kind is UnitKind.ELITE:
            return replace(self, elite=self.elite + by)
        return replace(self, special=self.special + by)

    def counts(self) -> Iterator[tuple[str, int]]:
        """Yields the non-zero counts by their key in positions: regular elite special tokens generic escorts."""
        for key in ("regular", "elite", "special", "tokens", "generic", "escorts"):
            number = getattr(self, key)
            if number:
                yield key, number


def force_army(force: TokenForce) -> Army:
    """Returns the figures of a deployment token."""
    return Army(force.regular, force.elite, force.special, generic=force.bashar)


NOBODY = Army()
