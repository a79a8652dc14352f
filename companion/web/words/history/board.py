"""Lines of the history for what stands on the board: figures, tokens, vehicles, worms, settlements."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.content.terms import Faction, VehicleKind
from companion.rules import events as e
from companion.rules.frames import Cause
from companion.web.say import _
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH, UNIT_GLYPH, VEHICLE_GLYPH, WORMSIGN_GLYPH
from companion.web.words.history.flow import cause_name
from companion.web.words.records import HistoryLine

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES
HITS = frozenset({Cause.BATTLE, Cause.STORM, Cause.WORM})
"""Losses by these causes are told by the line of the casualties."""


def _why(cause: Cause) -> str:
    return names.capital(cause_name(cause))


def _placed(event: e.FiguresPlaced) -> HistoryLine:
    figures, area = names.figures(event.figures, event.faction), names.area_name(event.area)
    title = _("%(figures)s in %(area)s", figures=figures, area=area)
    return HistoryLine(title, _why(event.cause), "deployment", event.faction)


def _removed(event: e.FiguresRemoved) -> HistoryLine:
    figures, area = names.figures(event.figures, event.faction), names.area_name(event.area)
    title = _("%(figures)s left %(area)s", figures=figures, area=area)
    hidden = event.cause in HITS
    return HistoryLine(title, _why(event.cause), "minus", event.faction, hidden=hidden)


def _moved(event: e.LegionMoved) -> HistoryLine:
    facts = {"source": names.area_name(event.source), "figures": names.figures(event.figures, event.faction)}
    target = names.area_name(event.target)
    if event.figures.named:
        leaders = names.leader_names(event.figures.named)
        title = _("Legion of %(leaders)s to %(area)s", leaders=leaders, area=target)
    else:
        title = _("Legion to %(area)s", area=target)
    glyph = "move"
    if event.zone is not None:
        facts["zone"] = names.zone_name(event.zone)
        detail = _("%(figures)s from %(source)s, by the ornithopter of the %(zone)s", **facts)
        glyph = "ornithopter"
    elif event.sandriding:
        detail = _("%(figures)s from %(source)s, sandriding", **facts)
        glyph = "ride"
    else:
        detail = _("%(figures)s from %(source)s", **facts)
    if event.cause in (Cause.BATTLE, Cause.WORM):
        glyph = "retreat"
    return HistoryLine(title, detail, glyph, event.faction)


def _replaced(event: e.UnitsReplaced) -> HistoryLine:
    facts = {
        "old": names.units(event.old, event.faction, event.count),
        "new": names.units(event.new, event.faction, event.count),
        "area": names.area_name(event.area),
    }
    title = _("%(old)s became %(new)s in %(area)s", **facts)
    hidden = event.cause in HITS
    return HistoryLine(title, _why(event.cause), UNIT_GLYPH[event.new], event.faction, hidden=hidden)


def _tokens_revealed(event: e.TokensRevealed) -> HistoryLine:
    area, tokens = names.area_name(event.area), names.token_count(event.tokens)
    title = _("Revealed in %(area)s: %(tokens)s", area=area, tokens=tokens)
    return HistoryLine(title, names.figures_line(event.figures, event.faction), "reveal", event.faction)


def _tokens_placed(event: e.TokensPlaced) -> HistoryLine:
    area = names.area_name(event.area)
    number = event.black + event.silver + event.atreides
    title = _("%(tokens)s facedown in %(area)s", tokens=names.token_count(number), area=area)
    if event.faction is ATREIDES:
        return HistoryLine(title, "", "token", ATREIDES)
    detail = _("Black %(black)d, silver %(silver)d", black=event.black, silver=event.silver)
    return HistoryLine(title, detail, "token", HARKONNEN)


def _rank_entered(event: e.RankEntered) -> HistoryLine:
    area = names.area_name(event.area)
    if event.rank is None:
        return HistoryLine(_("Rank of %(area)s forgotten", area=area), "", "sietch", ATREIDES)
    return HistoryLine(_("Rank of %(area)s noted", area=area), "", "sietch", ATREIDES)


def _sietch_revealed(event: e.SietchRevealed) -> HistoryLine:
    area = names.area_name(event.area)
    title = _("Sietch at %(area)s revealed: rank %(rank)d", area=area, rank=event.rank)
    return HistoryLine(title, "", "sietch", ATREIDES)


def _destroyed(event: e.StrongholdDestroyed) -> HistoryLine:
    facts = {"area": names.area_name(event.area), "rank": event.rank}
    if event.faction is ATREIDES:
        return HistoryLine(_("Sietch at %(area)s destroyed, rank %(rank)d", **facts), "", "sietch", ATREIDES)
    title = _("Settlement %(area)s destroyed, rank %(rank)d", **facts)
    return HistoryLine(title, "", "settlement", HARKONNEN)


def _station(event: e.StationTaken) -> HistoryLine:
    title = _("Station in %(area)s taken", area=names.area_name(event.area))
    return HistoryLine(title, names.marker_name(event.marker), MARKER_GLYPH[event.marker], ATREIDES)


def _vehicle(event: e.VehiclePlaced) -> HistoryLine:
    taken = None if event.taken is None else names.vehicle_place(event.kind, event.taken)
    detail = "" if taken is None else _("taken from: %(place)s", place=taken)
    return HistoryLine(_vehicle_title(event.kind, event.place), detail, VEHICLE_GLYPH[event.kind], HARKONNEN)


def _vehicle_title(kind: VehicleKind, place: int) -> str:
    facts = {"vehicle": names.vehicle_name(kind), "place": names.vehicle_place(kind, place)}
    if kind is VehicleKind.HARVESTER:
        return _("%(vehicle)s in %(place)s", **facts)
    return _("%(vehicle)s in the %(place)s", **facts)


def _vehicle_removed(event: e.VehicleRemoved) -> HistoryLine:
    facts = {"vehicle": names.vehicle_name(event.kind), "place": names.vehicle_place(event.kind, event.place)}
    if event.kind is VehicleKind.HARVESTER:
        title = _("%(vehicle)s left %(place)s", **facts)
    else:
        title = _("%(vehicle)s left the %(place)s", **facts)
    return HistoryLine(title, _why(event.cause), VEHICLE_GLYPH[event.kind], HARKONNEN)


def _wormsign(event: e.WormsignPlaced) -> HistoryLine:
    title = _("Wormsign in %(area)s", area=names.area_name(event.area))
    detail = _why(event.cause)
    if event.taken is not None:
        detail = _("taken from: %(place)s", place=names.area_name(event.taken))
    return HistoryLine(title, detail, "wormsign", ATREIDES)


def _wormsign_removed(event: e.WormsignRemoved) -> HistoryLine:
    area = names.area_name(event.area)
    if event.token is None:
        title = _("Wormsign in %(area)s discarded", area=area)
        return HistoryLine(title, _why(event.cause), "wormsign", ATREIDES)
    title = _("Wormsign in %(area)s revealed", area=area)
    return HistoryLine(title, names.wormsign_name(event.token), WORMSIGN_GLYPH[event.token], ATREIDES)


def _worm(event: e.SandwormPlaced) -> HistoryLine:
    title = _("A sandworm appeared in %(area)s", area=names.area_name(event.area))
    if event.worm_from is None:
        return HistoryLine(title, "", "sandworm", ATREIDES)
    origin = _("Its figure was taken from %(area)s", area=names.area_name(event.worm_from))
    return HistoryLine(title, origin, "sandworm", ATREIDES)


def _worm_moved(event: e.SandwormMoved) -> HistoryLine:
    title = _("Sandworm to %(area)s", area=names.area_name(event.target))
    return HistoryLine(title, _("From %(area)s", area=names.area_name(event.source)), "sandworm", ATREIDES)


def _worm_removed(event: e.SandwormRemoved) -> HistoryLine:
    title = _("The sandworm left %(area)s", area=names.area_name(event.area))
    return HistoryLine(title, _why(event.cause), "sandworm", ATREIDES)


def _wild_maker(event: e.WildMakerPlaced) -> HistoryLine:
    facts = {"maker": names.leader_name("wild_maker"), "area": names.area_name(event.area)}
    return HistoryLine(_("%(maker)s in %(area)s", **facts), "", "wild-maker", ATREIDES)


def _atomics(event: e.AtomicsDetonated) -> HistoryLine:
    title = _("Atomics in %(area)s", area=names.area_name(event.area))
    return HistoryLine(title, _("The area is desert now"), "atomics", ATREIDES)


def _sietch_moved(event: e.SietchMoved) -> HistoryLine:
    facts = {"source": names.area_name(event.source), "target": names.area_name(event.target)}
    return HistoryLine(_("The sietch of %(source)s moved to %(target)s", **facts), "", "sietch", ATREIDES)


def _tokens_swapped(event: e.TokensSwapped) -> HistoryLine:
    facts = {"first": names.area_name(event.first), "second": names.area_name(event.second)}
    return HistoryLine(_("Tokens of %(first)s and %(second)s swapped", **facts), "", "token", ATREIDES)


def _imperium_lowered(event: e.ImperiumLowered) -> HistoryLine:
    facts = {"power": names.power_name(event.power), "row": event.row}
    return HistoryLine(_("%(power)s lowered to row %(row)d, no ban", **facts), "", "spice", ATREIDES)


WORDINGS: Mapping[type, Callable[[Any], HistoryLine]] = {
    e.FiguresPlaced: _placed,
    e.FiguresRemoved: _removed,
    e.LegionMoved: _moved,
    e.UnitsReplaced: _replaced,
    e.TokensRevealed: _tokens_revealed,
    e.TokensPlaced: _tokens_placed,
    e.Withheld: lambda event: HistoryLine(_("Something secret noted"), "", "lock", event.faction),
    e.RankEntered: _rank_entered,
    e.ObjectiveEntered: lambda _event: HistoryLine(_("Secret objective noted"), "", "lock", ATREIDES),
    e.SietchRevealed: _sietch_revealed,
    e.StrongholdDestroyed: _destroyed,
    e.StationTaken: _station,
    e.VehiclePlaced: _vehicle,
    e.VehicleRemoved: _vehicle_removed,
    e.WormsignPlaced: _wormsign,
    e.WormsignRemoved: _wormsign_removed,
    e.SandwormPlaced: _worm,
    e.SandwormMoved: _worm_moved,
    e.SandwormRemoved: _worm_removed,
    e.WildMakerPlaced: _wild_maker,
    e.AtomicsDetonated: _atomics,
    e.SietchMoved: _sietch_moved,
    e.TokensSwapped: _tokens_swapped,
    e.ImperiumLowered: _imperium_lowered,
}
