"""Leaders in words: what they are worth in battle, and how they come into play."""

from companion.content import CARDS, LEADERS, Entry, EntryKind, Leader
from companion.content.terms import Faction
from companion.rules.state import LeaderStatus, Standing, State
from companion.web.say import _, ngettext
from companion.web.words import names


def values(leader: Leader) -> str:
    """Returns what a special result becomes with a leader: "1 hit and 2 shields"."""
    parts = []
    if leader.hits:
        parts.append(ngettext("%(num)d hit", "%(num)d hits", leader.hits))
    if leader.shields:
        parts.append(ngettext("%(num)d shield", "%(num)d shields", leader.shields))
    return names.join(parts) or _("no combat value")


def entry_words(entry: Entry) -> str:
    """Returns how a leader comes into play."""
    match entry.kind:
        case EntryKind.START:
            return _("In play from the start.")
        case EntryKind.SUPREMACY:
            return _("Enters play when supremacy reaches %(step)s.", step=entry.step)
        case EntryKind.MARKER if entry.marker is not None:
            return _(
                "Enters play when %(marker)s reaches %(step)s.", marker=names.marker_name(entry.marker), step=entry.step
            )
        case EntryKind.ANY_MARKER:
            return _("Enters play when any prescience marker reaches %(step)s.", step=entry.step)
        case EntryKind.CARD:
            cards = dict.fromkeys(names.translated(CARDS[card].name) for card in entry.cards)
            return _("Enters play by the card %(cards)s.", cards=names.join(cards))
        case EntryKind.LEADER_REMOVED if entry.leader is not None:
            return _("Enters play when %(leader)s leaves the game.", leader=names.leader_name(entry.leader))
        case _:
            return _("How it enters play is not known.")


def standing_words(status: LeaderStatus) -> str:
    """Returns where a leader is."""
    words = {
        Standing.OUT: _("not in play yet"),
        Standing.READY: _("beside the board"),
        Standing.BOARD: _("on the board"),
        Standing.TANK: _("tank, space %(space)s", space=status.tank),
        Standing.REMOVED: _("out of the game"),
    }
    return words[status.standing]


def leader_changes(before: State, after: State) -> list[tuple[Faction, str]]:
    """Returns the leaders that differ between two positions: its faction, and the leader in words."""
    was = dict(before.leaders)
    found = []
    for name, status in after.leaders:
        old = was.get(name)
        if old is None or old == status:
            continue
        where = standing_words(status)
        if (old.standing, old.tank) == (status.standing, status.tank):
            where = _("card face up") if status.card_ready else _("card spent")
        text = _("%(leader)s: %(where)s", leader=names.leader_name(name), where=where)
        found.append((LEADERS[name].faction, text))
    return found
