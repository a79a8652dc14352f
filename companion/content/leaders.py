"""The leaders: generic and named ones, and the Wild Maker's card (LEADER-3)."""

from collections.abc import Collection
from enum import StrEnum
from pathlib import Path

from companion.content.loader import Fields, Provenance, open_document, read_records
from companion.content.steps import Pieces, read_pieces
from companion.content.terms import Box, Deck, Faction, Marker, Subfaction, UnitKind
from companion.frozen import record

FILE = "leaders.json"


class LeaderKind(StrEnum):
    """What stands behind a leader record: *worm* is the Wild Maker, a card but no leader figure."""

    GENERIC = "generic"
    NAMED = "named"
    WORM = "worm"


class EntryKind(StrEnum):
    """How a leader comes into play."""

    START = "start"
    SUPREMACY = "supremacy"
    MARKER = "marker"
    ANY_MARKER = "any_marker"
    CARD = "card"
    LEADER_REMOVED = "leader_removed"


@record
class Entry:
    """When a leader comes into play; only the fields that the kind needs are set.

    ``step`` is the track step of *supremacy*, *marker* and *any_marker*; ``cards`` are planning
    card ids, any of which brings the leader; ``leader`` is the one whose removal does.
    """

    kind: EntryKind
    step: int | None = None
    marker: Marker | None = None
    cards: tuple[str, ...] = ()
    leader: str | None = None


class SpecialCode(StrEnum):
    """What a leader's special action does."""

    REPLACE_UNITS = "replace_units"
    MOVE_TWICE = "move_twice"
    MOVE_THEN_ATTACK = "move_then_attack"
    DRAW_CARDS = "draw_cards"
    DEPLOY_UNITS = "deploy_units"
    JOIN_THEN_MOVE = "join_then_move"


@record
class Special:
    """A special action (LEADER-2) as code and numbers, with its description.

    ``count`` is the number of units replaced, cards drawn or legions moved and ``solo_count`` the
    same in solo, where drawn cards are played at once; ``pieces`` are those deployed.
    """

    code: SpecialCode
    text: str
    solo_text: str
    count: int
    solo_count: int
    from_kind: UnitKind | None
    to_kind: UnitKind | None
    deck: Deck | None
    pieces: Pieces


@record
class Leader:
    """One leader; ``box`` and ``special`` are None where nobody has published them (section F).

    ``has_special`` is False only where it is known that there is none. ``hits`` and ``shields``
    are the combat values a special result turns into; the Wild Maker has 0 and 0, since it fights
    as a sandworm. ``replaces`` is the earlier form whose place the leader takes (PRES-5),
    ``removes`` the leader who leaves the game on entry (LEADER-5), ``bene_gesserit`` the tokens
    brought along. ``term`` is the glossary key of the name.
    """

    id: str
    kind: LeaderKind
    faction: Faction
    subfaction: Subfaction | None
    term: str
    hits: int
    shields: int
    box: Box | None
    entry: Entry | None
    has_special: bool
    special: Special | None
    replaces: str | None
    removes: str | None
    bene_gesserit: int
    provenance: Provenance


def read_leaders(folder: Path, terms: Collection[str]) -> tuple[Leader, ...]:
    """All leaders in file order: generic ones first, then Harkonnen, Atreides, the Wild Maker.

    ``terms`` are the glossary keys known. Raises ``ContentError``; whether the entry cards exist
    is checked once the cards are loaded.
    """
    document = open_document(folder, FILE)
    leaders = read_records(document, "leaders", lambda fields: _read_leader(fields, terms))
    document.finish()
    return leaders


def _read_leader(fields: Fields, terms: Collection[str]) -> Leader:
    kind = fields.member("kind", LeaderKind)
    subfaction = fields.optional_member("subfaction", Subfaction)
    if (kind is LeaderKind.GENERIC) == (subfaction is not None):
        raise fields.error("subfaction", "belongs to named leaders, and every one needs it")
    return Leader(
        id=fields.text("id"),
        kind=kind,
        faction=subfaction.faction if subfaction else _read_faction(fields),
        subfaction=subfaction,
        term=fields.reference("term", terms),
        hits=fields.integer("hits", high=3),
        shields=fields.integer("shields", high=3),
        box=fields.optional_member("box", Box),
        entry=_read_entry(fields.child("entry")) if kind is not LeaderKind.GENERIC else None,
        has_special=not fields.flag("no_special") and kind is not LeaderKind.GENERIC,
        special=_read_special(fields.child("special")) if fields.has("special") else None,
        replaces=fields.optional_text("replaces"),
        removes=fields.optional_text("removes"),
        bene_gesserit=fields.count("bene_gesserit"),
        provenance=fields.provenance(),
    )


def _read_faction(fields: Fields) -> Faction:
    value = fields.text("faction")
    try:
        return Faction.from_id(value)
    except ValueError as problem:
        raise fields.error("faction", str(problem)) from None


def _read_entry(fields: Fields) -> Entry:
    kind = fields.member("kind", EntryKind)
    match kind:
        case EntryKind.SUPREMACY | EntryKind.ANY_MARKER:
            return Entry(kind, step=fields.integer("step", low=1))
        case EntryKind.MARKER:
            return Entry(kind, step=fields.integer("step", low=1), marker=fields.member("marker", Marker))
        case EntryKind.CARD:
            cards = fields.texts("cards")
            if not cards:
                raise fields.error("cards", "is missing")
            return Entry(kind, cards=cards)
        case EntryKind.LEADER_REMOVED:
            return Entry(kind, leader=fields.text("leader"))
        case EntryKind.START:
            return Entry(kind)


def _read_special(fields: Fields) -> Special:
    text = fields.text("text")
    count = fields.count("count")
    return Special(
        code=fields.member("code", SpecialCode),
        text=text,
        solo_text=fields.optional_text("solo_text") or text,
        count=count,
        solo_count=fields.count("solo_count", count),
        from_kind=fields.optional_member("from_kind", UnitKind),
        to_kind=fields.optional_member("to_kind", UnitKind),
        deck=fields.optional_member("deck", Deck),
        pieces=read_pieces(fields.child("pieces"), ()) if fields.has("pieces") else Pieces(),
    )
