"""Lines of the history for cards and named leaders."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.content import LEADERS, PRESCIENCE_CARDS
from companion.content.terms import Deck, Faction
from companion.rules import events as e
from companion.rules.frames import Cause
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.history.flow import cause_name
from companion.web.words.records import HistoryLine

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES


def _drawn(event: e.CardsDrawn) -> HistoryLine:
    if event.to_reinforcements:
        title = ngettext("%(num)d card to the reinforcements", "%(num)d cards to the reinforcements", event.count)
    else:
        title = ngettext("%(num)d card drawn", "%(num)d cards drawn", event.count)
    return HistoryLine(title, names.deck_name(event.deck), "cards", event.deck.faction)


def _revealed(event: e.CardRevealed) -> HistoryLine:
    title = _("Harkonnen card: %(card)s", card=names.card_name(event.card))
    return HistoryLine(title, names.deck_name(event.deck), "cards", HARKONNEN)


def _discarded(event: e.CardDiscarded) -> HistoryLine:
    facts = {"card": names.card_name(event.card)}
    if event.to_reinforcements:
        title = _("%(card)s had no effect", **facts)
        return HistoryLine(title, _("Put on the reinforcements"), "cards", HARKONNEN)
    if event.beside:
        title = _("%(card)s waits beside the board", **facts)
        return HistoryLine(title, _("Until the second one is drawn"), "cards", HARKONNEN)
    title = _("%(card)s discarded", **facts)
    return HistoryLine(title, names.deck_name(event.deck), "cards", event.deck.faction)


def _played(event: e.CardPlayed) -> HistoryLine:
    if not event.card:
        return HistoryLine(_("You played a planning card"), "", "cards", ATREIDES)
    title = _("You played %(card)s", card=names.card_name(event.card))
    return HistoryLine(title, "", "cards", ATREIDES)


def _attached(event: e.CardAttached) -> HistoryLine:
    title = _("%(card)s attached to a prescience card", card=names.card_name(event.card))
    return HistoryLine(title, "", "cards", ATREIDES)


def _detached(event: e.CardDetached) -> HistoryLine:
    return HistoryLine(_("%(card)s discarded", card=names.card_name(event.card)), "", "cards", ATREIDES)


def _hand(event: e.HandDiscarded) -> HistoryLine:
    if event.faction is HARKONNEN:
        title = ngettext("%(num)d reinforcement discarded", "%(num)d reinforcements discarded", event.count)
    else:
        title = ngettext("%(num)d card discarded", "%(num)d cards discarded", event.count)
    hidden = event.count == 0
    told = ", ".join(names.card_name(card) for card in event.cards)
    detail = told or names.capital(cause_name(event.cause))
    return HistoryLine(title, detail, "cards", event.faction, hidden=hidden)


def _reshuffled(event: e.DeckReshuffled) -> HistoryLine:
    title = _("Discards shuffled: %(deck)s", deck=names.deck_name(Deck(event.deck)))
    return HistoryLine(title, "", "cards", event.deck.faction)


def _prescience_revealed(event: e.PrescienceRevealed) -> HistoryLine:
    title = ngettext("%(num)d prescience card revealed", "%(num)d prescience cards revealed", event.count)
    return HistoryLine(title, "", "cards", ATREIDES)


def _hand_named(event: e.HandNamed) -> HistoryLine:
    number = len(event.cards)
    title = ngettext("%(num)d card of the hand named", "%(num)d cards of the hand named", number)
    return HistoryLine(title, "", "cards", event.faction, hidden=True)


def _prescience_named(event: e.PrescienceNamed) -> HistoryLine:
    cards = ", ".join(_(PRESCIENCE_CARDS[card].name) for card in event.cards)
    return HistoryLine(_("Revealed prescience cards"), cards, "cards", ATREIDES)


def _prescience_cleared(event: e.PrescienceCleared) -> HistoryLine:
    title = ngettext("%(num)d prescience card put away", "%(num)d prescience cards put away", event.count)
    back = _("Back into the deck") if event.reshuffled else _("Out of the game")
    return HistoryLine(title, back, "cards", ATREIDES)


def _claimed(event: e.PrescienceClaimed) -> HistoryLine:
    card = PRESCIENCE_CARDS.get(event.card) if event.card else None
    name = "" if card is None else _(card.name)
    return HistoryLine(_("Prescience card claimed"), name, "check", ATREIDES)


def _leader(text: str, leader: str, glyph: str = "named", detail: str = "", hidden: bool = False) -> HistoryLine:
    return HistoryLine(text, detail, glyph, LEADERS[leader].faction, hidden=hidden)


def _entered(event: e.LeaderEntered) -> HistoryLine:
    name = names.leader_name(event.leader)
    return _leader(_("%(leader)s entered play", leader=name), event.leader)


def _leader_replaced(event: e.LeaderReplaced) -> HistoryLine:
    facts = {"new": names.leader_name(event.new), "old": names.leader_name(event.old)}
    return _leader(_("%(new)s took the place of %(old)s", **facts), event.new)


def _leader_left(event: e.LeaderLeft) -> HistoryLine:
    name = names.leader_name(event.leader)
    return _leader(_("%(leader)s left the game", leader=name), event.leader)


def _tanked(event: e.LeaderTanked) -> HistoryLine:
    title = _("%(leader)s was placed in the tank", leader=names.leader_name(event.leader))
    detail = ""
    if event.pushed_out:
        pushed = names.leader_names(event.pushed_out)
        detail = _("Pushed out and available again: %(leaders)s", leaders=pushed)
    return _leader(title, event.leader, "tank", detail)


def _tank_ordered(event: e.TankOrdered) -> HistoryLine:
    title = _("Order chosen in the tank: %(leaders)s", leaders=names.leader_names(event.leaders))
    return HistoryLine(title, "", "tank", event.faction)


def _set_aside(event: e.LeaderSetAside) -> HistoryLine:
    name = names.leader_name(event.leader)
    return _leader(_("%(leader)s is beside the board again", leader=name), event.leader)


def _card_turned(event: e.LeaderCardTurned) -> HistoryLine:
    name = names.leader_name(event.leader)
    if event.ready:
        return _leader(_("Leader card ready: %(leader)s", leader=name), event.leader, hidden=True)
    return _leader(_("Leader card spent: %(leader)s", leader=name), event.leader)


def _forbidden(event: e.LeadersForbidden) -> HistoryLine:
    if not event.leaders:
        return HistoryLine(_("All your leaders may act again"), "", "named", ATREIDES, hidden=True)
    leaders = names.leader_names(event.leaders)
    title = _("These leaders stay put in your next turn: %(leaders)s", leaders=leaders)
    return HistoryLine(title, names.capital(cause_name(Cause.CARD)), "ban", ATREIDES)


WORDINGS: Mapping[type, Callable[[Any], HistoryLine]] = {
    e.CardsDrawn: _drawn,
    e.CardRevealed: _revealed,
    e.CardDiscarded: _discarded,
    e.CardPlayed: _played,
    e.CardAttached: _attached,
    e.CardDetached: _detached,
    e.HandDiscarded: _hand,
    e.DeckReshuffled: _reshuffled,
    e.PrescienceRevealed: _prescience_revealed,
    e.PrescienceCleared: _prescience_cleared,
    e.PrescienceNamed: _prescience_named,
    e.HandNamed: _hand_named,
    e.PrescienceClaimed: _claimed,
    e.LeaderEntered: _entered,
    e.LeaderReplaced: _leader_replaced,
    e.LeaderLeft: _leader_left,
    e.LeaderTanked: _tanked,
    e.TankOrdered: _tank_ordered,
    e.LeaderSetAside: _set_aside,
    e.LeaderCardTurned: _card_turned,
    e.LeadersForbidden: _forbidden,
}
