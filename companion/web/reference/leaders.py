"""The leaders as they are looked up: combat values, entry into play and special actions, as far as they are known."""

from dataclasses import dataclass

from companion.content import LEADERS, PIECES, Box, Leader, LeaderKind
from companion.content.terms import Faction
from companion.web.reference.search import matching
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.leader_words import entry_words, values
from companion.web.words.tongues import term_everywhere

SIDE = {Faction.HARKONNEN: "h", Faction.ATREIDES: "a"}


@dataclass(frozen=True, slots=True)
class LeaderEntry:
    """A leader in words; ``side`` is its faction, ``special`` empty where there is none, ``unknown`` not published."""

    id: str
    side: str
    name: str
    glyph: str
    values: str
    hits: int
    shields: int
    entry: str
    box: str = ""
    special: str = ""
    solo: str = ""
    unknown: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    also: str = ""

    @property
    def words(self) -> str:
        """Everything of it that a search looks at."""
        return " ".join(
            (
                self.side,
                self.name,
                self.values,
                self.entry,
                self.box,
                self.special,
                self.solo,
                *self.unknown,
                *self.notes,
                self.also,
            )
        )


@dataclass(frozen=True, slots=True)
class Side:
    """The leaders of a faction that were found."""

    faction: str
    title: str
    leaders: tuple[LeaderEntry, ...]


def sides(query: str = "") -> list[Side]:
    """Returns the leaders of both factions that have all words of ``query`` in them; an empty side is left out."""
    found = []
    for faction in Faction:
        title = names.faction_name(faction)
        entries = [_leader(leader) for leader in LEADERS.values() if leader.faction is faction]
        chosen = matching(entries, query, lambda entry: entry.words)
        if chosen:
            found.append(Side(SIDE[faction], title, tuple(chosen)))
    return found


def _leader(leader: Leader) -> LeaderEntry:
    worm = leader.kind is LeaderKind.WORM
    special, solo = "", ""
    if leader.special is not None:
        special = names.translated(leader.special.text)
        if leader.special.solo_text != leader.special.text:
            solo = names.translated(leader.special.solo_text)
    glyphs = {LeaderKind.GENERIC: "leader", LeaderKind.NAMED: "named", LeaderKind.WORM: "wild-maker"}
    return LeaderEntry(
        id=leader.id,
        side=names.faction_name(leader.faction),
        name=names.leader_name(leader.id),
        glyph=glyphs[leader.kind],
        values=_("fights as a sandworm") if worm else values(leader),
        hits=leader.hits,
        shields=leader.shields,
        entry=_entry(leader),
        box="" if leader.box is None else _box(leader.box),
        special=special,
        solo=solo,
        unknown=tuple(_unknown(leader)),
        notes=tuple(_notes(leader)),
        also=term_everywhere(leader.term),
    )


def _entry(leader: Leader) -> str:
    if leader.kind is LeaderKind.GENERIC:
        return ngettext("%(num)d figure", "%(num)d figures", PIECES[leader.id].count)
    return _("How it enters play is not known.") if leader.entry is None else entry_words(leader.entry)


def _box(box: Box) -> str:
    return _("Special action with %(result)s", result=names.result_name(box.value))


def _unknown(leader: Leader) -> list[str]:
    """Says what is missing, so that nobody takes silence for a no."""
    if leader.kind is not LeaderKind.NAMED or not leader.has_special:
        return []
    found = []
    if leader.special is None:
        found.append(_("The special action is not known: read the card."))
    if leader.box is None:
        found.append(_("The action box of the card is not known."))
    return found


def _notes(leader: Leader) -> list[str]:
    found = []
    if leader.kind is LeaderKind.NAMED and not leader.has_special:
        found.append(_("Has no special action."))
    if leader.replaces is not None:
        found.append(_("Takes the place of %(leader)s.", leader=names.leader_name(leader.replaces)))
    if leader.removes is not None:
        found.append(_("%(leader)s then leaves the game.", leader=names.leader_name(leader.removes)))
    if leader.bene_gesserit:
        text = ngettext(
            "Brings %(num)d Bene Gesserit token.", "Brings %(num)d Bene Gesserit tokens.", leader.bene_gesserit
        )
        found.append(text)
    return found
