"""Reading what a form or an address says: every value is checked, and an error names its field."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar
from urllib.parse import parse_qsl

from werkzeug.datastructures import MultiDict

from companion.board import AREA_NUMBER, ZONE_NUMBER
from companion.content import LEADERS
from companion.content.terms import CombatFace, Faction
from companion.rules.army import Army
from companion.rules.errors import FormatError
from companion.rules.frames import Roll, RollSource
from companion.web.say import _

M = TypeVar("M", bound=StrEnum)
UNIT_FIELDS = ("regular", "elite", "special", "tokens", "generic")
FIGURE_FIELDS = (*UNIT_FIELDS, "escorts")
"""The same with escorts that joined a legion (DW-5)."""
MOST = 99


def query_of(text: str, most: int = 2000, most_fields: int = 60) -> list[tuple[str, str]]:
    """Returns what a query in a form says; of one that no page sends, what stands within ``most`` signs and fields.

    >>> query_of("a=1&b=2&c", most_fields=2)
    [('a', '1'), ('b', '2')]
    """
    return parse_qsl("&".join(text[:most].split("&", most_fields)[:most_fields]))


class Fields:
    """The values of a form. Every method raises FormatError naming the field."""

    def __init__(self, values: "MultiDict[str, str]") -> None:
        self.values = values

    def text(self, name: str, default: str = "", most: int = 80) -> str:
        """Returns a text without blanks around it."""
        text = self.values.get(name, default).strip()
        if len(text) > most:
            raise FormatError(name, _("at most %(most)s letters, not %(number)s", most=most, number=len(text)))
        return text

    def count(self, name: str, most: int = MOST, least: int = 0, default: int | None = 0) -> int:
        """Returns a whole number of ``least`` to ``most``; an empty field is ``default``."""
        text = self.values.get(name, "").strip()
        if not text and default is not None:
            return default
        try:
            number = int(text) if text.isascii() and len(text) < 8 else None
        except ValueError:
            number = None
        if number is None:
            raise FormatError(name, _("a whole number is needed, not “%(value)s”", value=text[:40]))
        if not least <= number <= most:
            raise FormatError(name, _("%(least)s to %(most)s, not %(number)s", least=least, most=most, number=number))
        return number

    def chosen(self, name: str, known: Mapping[str, int]) -> int:
        """Returns the number of an id."""
        text = self.values.get(name, "")
        if text not in known:
            raise FormatError(name, _("there is no “%(value)s”", value=text[:40]))
        return known[text]

    def area(self, name: str = "area") -> int:
        """Returns the number of an area."""
        return self.chosen(name, AREA_NUMBER)

    def areas(self, name: str = "areas") -> tuple[int, ...]:
        """Returns the numbers of the areas whose boxes are on; empty for none."""
        found = self.values.getlist(name)
        for text in found:
            if text not in AREA_NUMBER:
                raise FormatError(name, _("there is no “%(value)s”", value=text[:40]))
        return tuple(AREA_NUMBER[text] for text in found)

    def area_or_none(self, name: str = "area") -> int | None:
        """Returns the number of an area, None for an empty field."""
        return self.area(name) if self.values.get(name) else None

    def zone(self, name: str = "zone") -> int:
        """Returns the number of an air zone."""
        return self.chosen(name, ZONE_NUMBER)

    def zone_or_none(self, name: str = "zone") -> int | None:
        """Returns the number of an air zone, None for an empty field."""
        return self.zone(name) if self.values.get(name) else None

    def member(self, name: str, kind: type[M], text: str | None = None) -> M:
        """Returns a member of a closed set; ``text``: what to read in place of the field."""
        text = self.values.get(name, "") if text is None else text
        try:
            return kind(text)
        except ValueError:
            raise FormatError(name, _("choose one of the answers, not “%(value)s”", value=text[:40])) from None

    def members(self, name: str, kind: type[M]) -> tuple[M, ...]:
        """Returns the members of a closed set that are ticked, in order of the form."""
        found = self.values.getlist(name)
        try:
            return tuple(kind(text) for text in found)
        except ValueError:
            raise FormatError(name, _("choose one of the answers, not “%(value)s”", value=found[0][:40])) from None

    def faction(self, name: str = "faction") -> Faction:
        """Returns a faction by its id."""
        try:
            return Faction.from_id(self.values.get(name, ""))
        except ValueError:
            raise FormatError(name, _("Harkonnen or Atreides is needed")) from None

    def yes(self, name: str) -> bool:
        """Tells whether a box is ticked."""
        return self.values.get(name, "") in ("1", "yes", "on")

    def leader(self, name: str = "leader") -> str:
        """Returns a leader id."""
        text = self.values.get(name, "")
        if text not in LEADERS:
            raise FormatError(name, _("there is no leader “%(value)s”", value=text[:40]))
        return text

    def leader_or_none(self, name: str = "leader") -> str | None:
        """Returns a leader id, None for an empty field."""
        return self.leader(name) if self.values.get(name) else None

    def leaders(self, name: str) -> tuple[str, ...]:
        """Returns every leader id ticked, in order of the form."""
        found = self.values.getlist(name)
        for text in found:
            if text not in LEADERS:
                raise FormatError(name, _("there is no leader “%(value)s”", value=text[:40]))
        return tuple(found)

    def army(self, prefix: str = "") -> Army:
        """Returns the figures of the steppers ``regular`` .. ``escorts`` and of the boxes ``named``."""
        counts = {name: self.count(prefix + name) for name in FIGURE_FIELDS}
        return Army(**counts, named=tuple(sorted(self.leaders(prefix + "named"))))

    def roll(self, prefix: str, bonus: int = 0) -> Roll:
        """Returns counted combat faces."""
        hit, shield, special = (self.count(f"{prefix}{face.value}") for face in CombatFace)
        return Roll(hit, shield, special, bonus)

    def source(self, name: str = "source") -> RollSource:
        """Returns who read the dice that a form brings: somebody who tapped them, or the camera."""
        return RollSource.CAMERA if self.values.get(name) == RollSource.CAMERA else RollSource.TAPPED
