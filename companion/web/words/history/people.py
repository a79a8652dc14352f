"""Lines of the history where people play the Harkonnen."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.content.terms import Faction, Result, Subfaction
from companion.rules import events as e
from companion.web.say import _
from companion.web.words import names
from companion.web.words.glyphs import action_glyph
from companion.web.words.history import cards as history_cards
from companion.web.words.history.flow import other_use
from companion.web.words.records import HistoryLine

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES
PARTNERS = {
    HARKONNEN: (Subfaction.HOUSE_HARKONNEN, Subfaction.CORRINO_ALLY),
    ATREIDES: (Subfaction.HOUSE_ATREIDES, Subfaction.FREMEN_ALLY),
}


def _rolled(event: e.HarkonnenDiceRolled) -> HistoryLine:
    detail = _dice(event.results, event.rolled, HARKONNEN, event.corrino or None)
    return HistoryLine(_("The Harkonnen dice were rolled"), detail, "roll", HARKONNEN)


def _dice(
    results: tuple[Result, ...], rolled: tuple[Result, ...], side: Faction, ally: tuple[Result, ...] | None
) -> str:
    """Says what the dice of a round show; of partners whose they are, of changed dice what was rolled."""
    told = [_results(results)]
    if ally is not None:
        house = Counter(results) - Counter(ally)
        shares = zip(PARTNERS[side], (tuple(house.elements()), ally), strict=True)
        told = [
            _("%(player)s: %(dice)s", player=names.capital(names.subfaction_name(half)), dice=_results(dice))
            for half, dice in shares
        ]
    if rolled:
        told.append(_("rolled: %(dice)s", dice=_results(rolled)))
    return "; ".join(told)


def _results(results: tuple[Result, ...]) -> str:
    return ", ".join(names.result_name(result) for result in results) or _("none")


def _played(event: e.HarkonnenCardPlayed) -> HistoryLine:
    title = _("Harkonnen card: %(card)s", card=names.card_name(event.card))
    return HistoryLine(title, names.deck_name(event.deck), "cards", HARKONNEN)


def _cone(event: e.ConeDiscarded) -> HistoryLine:
    title = _("Cone of silence: %(faction)s talk in secret", faction=names.faction_name(event.faction))
    return HistoryLine(title, _("3 minutes at most"), "people", event.faction)


def _die_spent(event: e.DieSpent) -> HistoryLine:
    """Says who spent a die (the Ally where it lay on that dashboard), what it showed, and what it was spent for."""
    who = names.faction_name(event.faction)
    if event.corrino or event.fremen:
        who = names.capital(names.subfaction_name(PARTNERS[event.faction][1]))
    facts = {"faction": who, "result": names.result_name(event.result)}
    title = _("%(faction)s spent a die: %(result)s", **facts)
    return HistoryLine(title, _spent_for(event), action_glyph(event.result), event.faction)


def _spent_for(event: e.DieSpent) -> str:
    if event.ally:
        used = names.result_name(event.use)
        return _("Used as %(result)s, carried out by the Fremen Ally", result=used)
    if event.use != event.result:
        return other_use(event)
    said = {
        Result.LEADERSHIP: _("To move or attack with leaders"),
        Result.STRATEGY: _("To move or attack"),
        Result.DEPLOYMENT: _("To bring figures to the board"),
        Result.MENTAT: _("To draw planning cards"),
        Result.HOUSE: _("To strengthen units or place vehicles"),
    }
    return str(said[event.result])


def _atreides_rolled(event: e.AtreidesDiceRolled) -> HistoryLine:
    detail = _dice(event.results, event.rolled, ATREIDES, event.fremen)
    return HistoryLine(_("The Atreides dice were rolled"), detail, "roll", ATREIDES)


def _atreides_played(event: e.CardPlayed) -> HistoryLine:
    if not event.card:
        return HistoryLine(_("Atreides played a planning card"), "", "cards", ATREIDES)
    title = _("Atreides card: %(card)s", card=names.card_name(event.card))
    return HistoryLine(title, "", "cards", ATREIDES)


def _drawn(event: e.CardsDrawn) -> HistoryLine:
    """The hand of the Harkonnen grows by their cards as that of Atreides by theirs."""
    return history_cards.WORDINGS[e.CardsDrawn](replace(event, to_reinforcements=False))


def _hand(event: e.HandDiscarded) -> HistoryLine:
    line = history_cards.WORDINGS[e.HandDiscarded](replace(event, faction=ATREIDES))
    return replace(line, faction=event.faction)


def _leaders_forbidden(event: e.LeadersForbidden) -> HistoryLine:
    line = history_cards.WORDINGS[e.LeadersForbidden](event)
    leaders = names.leader_names(event.leaders)
    title = _("These leaders stay put in the next Atreides turn: %(leaders)s", leaders=leaders)
    return HistoryLine(title, line.detail, line.glyph, line.faction, hidden=line.hidden)


WORDINGS: Mapping[type, Callable[[Any], HistoryLine]] = {
    e.HarkonnenDiceRolled: _rolled,
    e.HarkonnenCardPlayed: _played,
    e.ConeDiscarded: _cone,
}
"""By event type."""
BETWEEN_PEOPLE: Mapping[type, Callable[[Any], HistoryLine]] = {
    e.DieSpent: _die_spent,
    e.AtreidesDiceRolled: _atreides_rolled,
    e.CardPlayed: _atreides_played,
    e.CardsDrawn: _drawn,
    e.HandDiscarded: _hand,
    e.LeadersForbidden: _leaders_forbidden,
}
"""Events that are told in another way where people play the Harkonnen, by type."""
