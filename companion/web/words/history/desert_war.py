"""Lines of the history for the expansion Desert War: tokens, camps, troops, escorts, launcher attacks."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.content.terms import CombatFace, DesertTroop, Faction
from companion.rules import events as e
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH, TROOP_GLYPH
from companion.web.words.history.flow import cause_name
from companion.web.words.records import HistoryLine

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES


def _side(troop: DesertTroop) -> Faction:
    return HARKONNEN if troop is DesertTroop.SUSPENSOR else ATREIDES


def _tokens(event: e.WarTokensPlaced) -> HistoryLine:
    facts = {"token": names.word("exp_desert_war_token"), "count": event.count}
    return HistoryLine(_("%(token)s: %(count)s on the spice board", **facts), "", "dw-token", HARKONNEN)


def _action(event: e.WarActionTaken) -> HistoryLine:
    detail = _("A token was discarded") if event.faction is HARKONNEN else ""
    glyph = "dw-token" if event.faction is HARKONNEN else "launcher"
    return HistoryLine(names.word("exp_desert_war_action"), detail, glyph, event.faction)


def _camp(event: e.CampPlaced) -> HistoryLine:
    facts = {"camp": names.word("exp_fremen_camp"), "area": names.area_name(event.area)}
    return HistoryLine(_("%(camp)s in %(area)s", **facts), "", "camp", ATREIDES)


def _camp_removed(event: e.CampRemoved) -> HistoryLine:
    facts = {"camp": names.word("exp_fremen_camp"), "area": names.area_name(event.area)}
    why = names.capital(cause_name(event.cause))
    return HistoryLine(_("%(camp)s left %(area)s", **facts), why, "camp", ATREIDES)


def _camp_given(event: e.CampGiven) -> HistoryLine:
    facts = {"camp": names.word("exp_fremen_camp"), "area": names.area_name(event.area)}
    title = _("%(camp)s of %(area)s out of the game", **facts)
    return HistoryLine(title, names.marker_name(event.symbol), MARKER_GLYPH[event.symbol], ATREIDES)


def _troop(event: e.TroopPlaced) -> HistoryLine:
    facts = {"troop": names.troop_name(event.troop), "area": names.area_name(event.area), "count": event.count}
    return HistoryLine(_("%(troop)s in %(area)s: %(count)s", **facts), "", TROOP_GLYPH[event.troop], _side(event.troop))


def _troop_moved(event: e.TroopMoved) -> HistoryLine:
    facts = {"troop": names.troop_name(event.troop), "area": names.area_name(event.target)}
    source = _("From %(area)s", area=names.area_name(event.source))
    return HistoryLine(_("%(troop)s to %(area)s", **facts), source, TROOP_GLYPH[event.troop], _side(event.troop))


def _troop_removed(event: e.TroopRemoved) -> HistoryLine:
    facts = {"troop": names.troop_name(event.troop), "area": names.area_name(event.area), "count": event.count}
    why = names.capital(cause_name(event.cause))
    return HistoryLine(
        _("%(troop)s left %(area)s: %(count)s", **facts), why, TROOP_GLYPH[event.troop], _side(event.troop)
    )


def _joined(event: e.EscortJoined) -> HistoryLine:
    title = _("An escort joined the legion in %(area)s", area=names.area_name(event.area))
    return HistoryLine(title, _("From the %(zone)s", zone=names.zone_name(event.zone)), "escort", HARKONNEN)


def _rolled(event: e.LaunchersRolled) -> HistoryLine:
    facts = {"launchers": names.word("exp_fremen_rocket_launchers"), "sector": names.sector_name(event.sector)}
    title = _("%(launchers)s of %(sector)s attacked", **facts)
    hits = ngettext("%(num)d success", "%(num)d successes", event.successes)
    return HistoryLine(title, hits, "launcher", ATREIDES)


def _named(event: e.SuccessNamed) -> HistoryLine:
    face = {CombatFace.HIT: _("Hit"), CombatFace.SHIELD: _("Shield"), CombatFace.SPECIAL: _("Special")}[event.symbol]
    return HistoryLine(_("Success of rocket launchers: %(face)s", face=face), "", "dice", ATREIDES)


def _card(event: e.RidersCardTurned) -> HistoryLine:
    side = _("face up") if event.ready else _("facedown")
    title = _("Card of %(leader)s %(side)s", leader=names.word("exp_sandriders_leader_card"), side=side)
    return HistoryLine(title, "", "named", ATREIDES)


WORDINGS: Mapping[type, Callable[[Any], HistoryLine]] = {
    e.WarTokensPlaced: _tokens,
    e.WarActionOpened: lambda event: HistoryLine(_("Next step"), hidden=True),
    e.WarActionTaken: _action,
    e.CampPlaced: _camp,
    e.CampRemoved: _camp_removed,
    e.CampGiven: _camp_given,
    e.TroopPlaced: _troop,
    e.TroopMoved: _troop_moved,
    e.TroopRemoved: _troop_removed,
    e.EscortJoined: _joined,
    e.LaunchersRolled: _rolled,
    e.SuccessNamed: _named,
    e.RidersCardTurned: _card,
}
