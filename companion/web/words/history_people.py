"""Lines of the history where people play the Harkonnen."""

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext

from companion.content.terms import Faction
from companion.rules import events as e
from companion.web.words import names
from companion.web.words.records import HistoryLine

HARKONNEN = Faction.HARKONNEN


def _rolled(event: e.HarkonnenDiceRolled) -> HistoryLine:
    results = ", ".join(names.result_name(result) for result in event.results)
    return HistoryLine(gettext("The Harkonnen dice were rolled"), results, "roll", HARKONNEN)


def _played(event: e.HarkonnenCardPlayed) -> HistoryLine:
    title = gettext("Harkonnen card: %(card)s", card=names.card_name(event.card))
    return HistoryLine(title, names.deck_name(event.deck), "cards", HARKONNEN)


def _cone(event: e.ConeDiscarded) -> HistoryLine:
    title = gettext("Cone of silence: %(faction)s talk in secret", faction=names.faction_name(event.faction))
    return HistoryLine(title, gettext("3 minutes at most"), "people", event.faction)


WORDINGS: Mapping[type, Callable[[Any], HistoryLine]] = {
    e.HarkonnenDiceRolled: _rolled,
    e.HarkonnenCardPlayed: _played,
    e.ConeDiscarded: _cone,
}
"""By event type."""
