"""The chairs of a table: which seats a game between people has, who sits on them, and the choice of one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.content.terms import Faction, Subfaction
from companion.rules.ask.asked import SIDES, Parts
from companion.rules.errors import FormatError
from companion.rules.state import Mode
from companion.service import GameSettings
from companion.store import Role, SeatRecord
from companion.web.say import _
from companion.web.words import names

TABLE, WATCH = "table", "watch"
"""The choices that are no chair: a device of the table, and a watcher."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of a game: a whole faction, or one partner's part of a shared one. ``by``: whose devices sit on it."""

    value: str
    faction: Faction
    parts: Parts
    by: tuple[SeatRecord, ...] = ()

    @property
    def name(self) -> str:
        """What it is called."""
        return names.parts_name(self.parts)

    @property
    def detail(self) -> str:
        """The parts of a whole faction."""
        own = [names.subfaction_name(part) for part in Subfaction if part in self.parts]
        return names.join(own[:2]) if len(own) > 1 else ""

    @property
    def glyph(self) -> str:
        """The sign of its side."""
        return self.faction.id


def has_chairs(settings: GameSettings) -> bool:
    """Tells whether a game has seats of two sides: it is one between people."""
    return settings.mode is not Mode.SOLO


def chairs(settings: GameSettings, seats: Sequence[SeatRecord] = ()) -> list[Chair]:
    """Returns the chairs of a game, Atreides first, with those of ``seats`` that sit on them."""
    found = list[tuple[str, Faction, Parts]]()
    for faction in (Faction.ATREIDES, Faction.HARKONNEN):
        partners = settings.rules.partners if faction is Faction.ATREIDES else settings.rules.harkonnen_partners
        whole = SIDES[faction]
        if partners == 1:
            found.append((faction.id, faction, whole))
        else:
            order = (part for part in (*_HOUSES, *Subfaction) if part in whole)
            found += [(part.value, faction, frozenset({part})) for part in dict.fromkeys(order)]
    return [Chair(*one, tuple(seat for seat in seats if seat.parts & one[2])) for one in found]


_HOUSES = (Subfaction.HOUSE_ATREIDES, Subfaction.HOUSE_HARKONNEN)


def choices(
    settings: GameSettings, seats: Sequence[SeatRecord], called: Mapping[int, str], me: SeatRecord | None
) -> list[dict[str, object]]:
    """Returns the answers to which seat is taken: chairs of others stay in sight, with who sits there.

    They are locked for who joins; who plays already offers a swap. ``called``: what the person at each seat is called,
    by its number.
    """
    mine = None if me is None else me.person or me.id
    found: list[dict[str, object]] = []
    for chair in chairs(settings, seats):
        others = [seat for seat in chair.by if (seat.person or seat.id) != mine]
        who = ", ".join(dict.fromkeys(called.get(seat.id) or _("Somebody") for seat in others))
        own = _("You sit here") if chair.by else _("Free")
        swaps = me is not None and len({seat.person or seat.id for seat in others}) == 1
        theirs = _("%(who)s sits here: offer to swap", who=who) if swaps else _("%(who)s sits here", who=who)
        detail = theirs if others else own
        whole = f"{chair.detail}. {detail}" if chair.detail else detail
        found.append(
            {
                "value": chair.value,
                "title": names.capital(chair.name),
                "detail": whole,
                "glyph": ("people" if swaps else "lock") if others else chair.glyph,
                "disabled": bool(others) and not swaps,
            }
        )
    found.append(
        {
            "value": TABLE,
            "title": _("Device of the table"),
            "detail": _("Enters everything for everybody, and is shown nobody’s secrets."),
            "glyph": "people",
        }
    )
    return found


def watching() -> dict[str, object]:
    """Returns the answer of somebody who only watches."""
    detail = _("Sees what is open on the table and changes nothing.")
    return {"value": WATCH, "title": _("Watch"), "detail": detail, "glyph": "screen"}


def chosen(settings: GameSettings, value: str) -> tuple[Role, Parts]:
    """Returns the role and the parts of a choice; raises FormatError."""
    if value == WATCH:
        return Role.SPECTATOR, frozenset()
    if value == TABLE:
        return Role.PLAYER, frozenset()
    parts = next((chair.parts for chair in chairs(settings) if chair.value == value), None)
    if parts is None:
        raise FormatError("seat", _("choose one of the answers, not “%(value)s”", value=value[:40]))
    return Role.PLAYER, parts


def chosen_value(settings: GameSettings, seat: SeatRecord | None) -> str | None:
    """Returns the choice that a seat has made, None for nobody."""
    if seat is None:
        return None
    if not seat.role.may_write:
        return WATCH
    return next((chair.value for chair in chairs(settings) if chair.parts & seat.parts), TABLE)
