"""Lines of the history for the course of the game: rounds, phases, dice, tracks, spice, battles, the end."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.board import AREA_NUMBER
from companion.content import LEADERS, TACTICAL_CARDS
from companion.content.terms import Faction, Phase, Power
from companion.rules import events as e
from companion.rules.frames import Cause
from companion.rules.state import POWERS
from companion.web.say import _, lazy, ngettext
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH, action_glyph
from companion.web.words.records import HistoryLine

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES

CAUSES: Mapping[Cause, Any] = {
    Cause.SETUP: lazy("set-up"),
    Cause.DEPLOYMENT: lazy("deployment"),
    Cause.HOUSE: lazy("House"),
    Cause.CARD: lazy("by a card"),
    Cause.SPECIAL_ACTION: lazy("special action"),
    Cause.BATTLE: lazy("battle"),
    Cause.WORM: lazy("sandworm"),
    Cause.STORM: lazy("storm"),
    Cause.STACKING: lazy("over the stacking limit"),
    Cause.LEFT_ALONE: lazy("left without a unit"),
    Cause.ATOMICS: lazy("atomics"),
    Cause.END_OF_ROUND: lazy("end of the round"),
    Cause.HARVEST: lazy("harvest"),
    Cause.MOVE: lazy("move"),
    Cause.GARRISON: lazy("garrison tokens"),
    Cause.REVEAL: lazy("tokens revealed"),
    Cause.HAZARD: lazy("desert hazards"),
    Cause.STATION: lazy("a station taken"),
    Cause.SETTLEMENT: lazy("a settlement destroyed"),
    Cause.PRESCIENCE: lazy("prescience"),
    Cause.SPICE: lazy("spice"),
    Cause.CORRECTION: lazy("correction"),
    Cause.CONTACT: lazy("met by the other side"),
    Cause.LAUNCHERS: lazy("rocket launchers"),
}


def cause_name(cause: Cause) -> str:
    """Returns why something came or went, as a short remark."""
    return str(CAUSES[cause])


def bookkeeping(event: object) -> HistoryLine:
    """Returns the hidden line of an event that changes nothing on the table."""
    return HistoryLine(_("Next step"), hidden=True)


def _game_started(event: e.GameStarted) -> HistoryLine:
    printing = _("Rules of the first printing") if event.rules.first_printing else ""
    return HistoryLine(_("The game was opened"), printing, "map")


def _round_began(event: e.RoundBegan) -> HistoryLine:
    return HistoryLine(_("Round %(round)d began", round=event.round), glyph="history")


def _phase_began(event: e.PhaseBegan) -> HistoryLine:
    return HistoryLine(names.phase_name(Phase(event.phase)), glyph="history")


def _tactical(event: e.TacticalDrawn) -> HistoryLine:
    card = TACTICAL_CARDS[event.card]
    sietch = names.area_name(AREA_NUMBER[card.sietch])
    if event.role == "harvest":
        sector = names.capital(names.sector_name(card.sector.value))
        title = _("Tactical card: %(sietch)s", sietch=sietch)
        return HistoryLine(title, _("Harvesting sector: %(sector)s", sector=sector), "harvester", HARKONNEN)
    if event.role == "target":
        title = _("Second tactical card: %(sietch)s", sietch=sietch)
        return HistoryLine(title, _("It is the target sietch"), "sietch", HARKONNEN)
    return HistoryLine(_("Tactical card discarded: %(sietch)s", sietch=sietch), "", "cards", HARKONNEN)


def _sector_set(event: e.HarvestingSectorSet) -> HistoryLine:
    sector = names.sector_name(event.sector)
    title = _("Harvesting sector: %(sector)s", sector=sector)
    return HistoryLine(title, glyph="harvester", faction=HARKONNEN)


def _target_set(event: e.TargetSet) -> HistoryLine:
    if event.area is None:
        return HistoryLine(_("No target sietch"), glyph="sietch", faction=HARKONNEN, hidden=True)
    area = names.area_name(event.area)
    return HistoryLine(_("Target sietch: %(area)s", area=area), glyph="sietch", faction=HARKONNEN)


def _dice_aside(event: e.DiceSetAside) -> HistoryLine:
    title = ngettext("%(num)d Harkonnen die set aside", "%(num)d Harkonnen dice set aside", event.count)
    left = _("%(unused)d left to roll", unused=event.unused)
    return HistoryLine(title, left, "spice", HARKONNEN, hidden=not event.count)


def _atreides_dice(event: e.AtreidesDiceRolled) -> HistoryLine:
    results = ", ".join(names.result_name(result) for result in event.results)
    return HistoryLine(_("Your dice were rolled"), results, "roll", ATREIDES)


def _bg_used(event: e.BeneGesseritUsed) -> HistoryLine:
    title = _("%(faction)s used a Bene Gesserit token", faction=names.faction_name(event.faction))
    if event.result is None:
        detail = _("A die from The Spice Must Flow joins the unused ones")
    else:
        detail = names.result_name(event.result)
    return HistoryLine(title, detail, "plus", event.faction)


def _bg_gained(event: e.BeneGesseritGained) -> HistoryLine:
    faction = names.faction_name(event.faction)
    title = _("%(faction)s gained Bene Gesserit tokens: %(count)d", faction=faction, count=event.count)
    return HistoryLine(title, "", "plus", event.faction)


def _die_spent(event: e.DieSpent) -> HistoryLine:
    result = names.result_name(event.result)
    if event.faction is HARKONNEN:
        title = _("Harkonnen rolled %(result)s", result=result)
        if event.use == "card":
            title = _("Harkonnen spent %(result)s", result=result)
    else:
        title = _("You spent %(result)s", result=result)
    return HistoryLine(title, other_use(event), action_glyph(event.result), event.faction)


def _die_discarded(event: e.DieDiscarded) -> HistoryLine:
    facts = {"faction": names.faction_name(event.faction), "result": names.result_name(event.result)}
    title = _("%(faction)s lost a die: %(result)s", **facts)
    return HistoryLine(title, names.capital(cause_name(Cause.CARD)), action_glyph(event.result), event.faction)


def _result_chosen(event: e.HarkonnenResultChosen) -> HistoryLine:
    title = _("Truthtrance: the next Harkonnen die is %(result)s", result=names.result_name(event.result))
    return HistoryLine(title, names.capital(cause_name(Cause.CARD)), action_glyph(event.result), ATREIDES)


def other_use(event: e.DieSpent) -> str:
    """Returns what a die was spent for where that is not its own action, else an empty text."""
    if event.use == event.result:
        return ""
    if event.use in LEADERS:
        return _("Special action of %(leader)s", leader=names.leader_name(event.use))
    if event.use == "card":
        return _("For a planning card")
    if event.use == "prescience":
        return _("For a prescience card")
    return _("Used as %(result)s", result=names.result_name(event.use))


def _tank(event: e.TankAdvanced) -> HistoryLine:
    faction = names.faction_name(event.faction)
    title = _("The tank of %(faction)s moved on", faction=faction)
    if not event.left:
        return HistoryLine(title, "", "tank", event.faction, hidden=True)
    detail = _("Available again: %(leaders)s", leaders=names.leader_names(event.left))
    return HistoryLine(title, detail, "tank", event.faction)


def _supremacy(event: e.SupremacyAdvanced) -> HistoryLine:
    title = _("Supremacy +%(steps)d", steps=event.steps)
    # SETTLE-3: supremacy rises by the rank of a sietch, prescience by a settlement.
    cause = _("a sietch destroyed") if event.cause is Cause.SETTLEMENT else cause_name(event.cause)
    return HistoryLine(title, names.capital(cause), "supremacy", HARKONNEN)


def _prescience(event: e.PrescienceAdvanced) -> HistoryLine:
    title = _("%(marker)s %(steps)+d", marker=names.marker_name(event.marker), steps=event.steps)
    return HistoryLine(title, names.capital(cause_name(event.cause)), MARKER_GLYPH[event.marker], ATREIDES)


def _battle_began(event: e.BattleBegan) -> HistoryLine:
    area, source = names.area_name(event.area), names.area_name(event.attacker_area)
    faction = names.faction_name(event.attacker)
    title = _("%(faction)s attacked %(area)s", faction=faction, area=area)
    if event.zone is not None:
        zone = names.zone_name(event.zone)
        detail = _("From %(area)s, by the ornithopter of the %(zone)s", area=source, zone=zone)
    elif event.surprise:
        detail = _("From %(area)s, by surprise", area=source)
    else:
        detail = _("From %(area)s", area=source)
    return HistoryLine(title, detail, "attack", event.attacker)


def _dice_rolled(event: e.DiceRolled) -> HistoryLine:
    hit, shield, special = event.faces
    facts = {"hits": hit, "shields": shield, "specials": special + event.bonus}
    detail = _("Hits %(hits)d, shields %(shields)d, specials %(specials)d", **facts)
    area = names.area_name(event.area)
    if event.cause is Cause.BATTLE:
        faction = names.faction_name(event.faction)
        title = _("%(faction)s rolled in the battle for %(area)s", faction=faction, area=area)
    elif event.sector is not None:
        title = _("Dice against vehicles: %(sector)s", sector=names.sector_name(event.sector))
    else:
        title = _("Dice against the legion in %(area)s", area=area)
    return HistoryLine(title, detail, "roll", event.faction)


def _hits_taken(event: e.HitsTaken) -> HistoryLine:
    area, faction = names.area_name(event.area), names.faction_name(event.faction)
    title = _("Casualties of %(faction)s in %(area)s", faction=faction, area=area)
    detail = ", ".join(names.removed_figures(event.removed, event.faction))
    return HistoryLine(title, detail, "hit", event.faction)


ENDINGS = {
    "eliminated": lazy("The other side was destroyed"),
    "ceased": lazy("The attacker ceased"),
    "retreated": lazy("The defender retreated"),
    "undefended": lazy("Nobody defended it"),
    "both": lazy("Both sides were destroyed"),
}


def _battle_ended(event: e.BattleEnded) -> HistoryLine:
    area = names.area_name(event.area)
    if event.winner is None:
        title = _("Nobody won the battle for %(area)s", area=area)
    else:
        faction = names.faction_name(event.winner)
        title = _("%(faction)s won the battle for %(area)s", faction=faction, area=area)
    return HistoryLine(title, str(ENDINGS[event.how]), "attack", event.winner)


def _combat_counted(event: e.CombatCounted) -> HistoryLine:
    sides = [event.attacker, event.attacker.enemy]
    title = _("Battle: %(attacker)s attacked", attacker=names.faction_name(event.attacker))
    hits = [
        ngettext("%(who)s: %(num)d hit", "%(who)s: %(num)d hits", number, who=names.faction_name(side))
        for side, number in zip(sides, event.hits, strict=True)
    ]
    return HistoryLine(title, _("Hits that count: %(hits)s", hits=", ".join(hits)), "attack", event.attacker)


def _spice_collected(event: e.SpiceCollected) -> HistoryLine:
    title = _("Spice harvested: %(spice)d", spice=event.spice)
    return HistoryLine(title, names.area_names(event.harvesters), "spice", HARKONNEN)


def _spice_spent(event: e.SpiceSpent) -> HistoryLine:
    rows = ", ".join(
        _("%(power)s row %(row)d", power=names.power_name(power), row=row)
        for power, row in zip(POWERS, event.imperium, strict=True)
    )
    bans = names.join(names.power_name(power) for power in Power if power in event.bans)
    title = _("Spice spent; bans: %(powers)s", powers=bans) if bans else _("Spice spent; no ban")
    return HistoryLine(title, rows, "ban" if bans else "spice", HARKONNEN)


def _won(event: e.GameWon) -> HistoryLine:
    title = _("%(faction)s won the game", faction=names.faction_name(event.winner))
    return HistoryLine(title, names.rule_ref(event.rule).label, "supremacy", event.winner)


WORDINGS: Mapping[type, Callable[[Any], HistoryLine]] = {
    e.GameStarted: _game_started,
    e.RoundBegan: _round_began,
    e.PhaseBegan: _phase_began,
    e.TacticalDrawn: _tactical,
    e.HarvestingSectorSet: _sector_set,
    e.TargetSet: _target_set,
    e.DiceSetAside: _dice_aside,
    e.AtreidesDiceRolled: _atreides_dice,
    e.BeneGesseritUsed: _bg_used,
    e.BeneGesseritGained: _bg_gained,
    e.DieSpent: _die_spent,
    e.DieDiscarded: _die_discarded,
    e.HarkonnenResultChosen: _result_chosen,
    e.TankAdvanced: _tank,
    e.SupremacyAdvanced: _supremacy,
    e.PrescienceAdvanced: _prescience,
    e.BattleBegan: _battle_began,
    e.DiceRolled: _dice_rolled,
    e.HitsTaken: _hits_taken,
    e.BattleEnded: _battle_ended,
    e.CombatCounted: _combat_counted,
    e.SpiceCollected: _spice_collected,
    e.SpiceSpent: _spice_spent,
    e.BoardCorrected: lambda _event: HistoryLine(_("Correction of the board"), _("Entered by hand"), "edit"),
    e.GameWon: _won,
}
