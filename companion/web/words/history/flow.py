"""Lines of the history for the course of the game: rounds, phases, dice, tracks, spice, battles, the end."""

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext, lazy_gettext, ngettext

from companion.board import AREA_NUMBER
from companion.content import LEADERS, TACTICAL_CARDS
from companion.content.terms import Faction, Phase, Power
from companion.rules import events as e
from companion.rules.frames import Cause
from companion.rules.state import POWERS
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH, action_glyph
from companion.web.words.records import HistoryLine

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES

CAUSES: Mapping[Cause, Any] = {
    Cause.SETUP: lazy_gettext("set-up"),
    Cause.DEPLOYMENT: lazy_gettext("deployment"),
    Cause.HOUSE: lazy_gettext("House"),
    Cause.CARD: lazy_gettext("by a card"),
    Cause.SPECIAL_ACTION: lazy_gettext("special action"),
    Cause.BATTLE: lazy_gettext("battle"),
    Cause.WORM: lazy_gettext("sandworm"),
    Cause.STORM: lazy_gettext("storm"),
    Cause.STACKING: lazy_gettext("over the stacking limit"),
    Cause.LEFT_ALONE: lazy_gettext("left without a unit"),
    Cause.ATOMICS: lazy_gettext("atomics"),
    Cause.END_OF_ROUND: lazy_gettext("end of the round"),
    Cause.HARVEST: lazy_gettext("harvest"),
    Cause.MOVE: lazy_gettext("move"),
    Cause.GARRISON: lazy_gettext("garrison tokens"),
    Cause.REVEAL: lazy_gettext("tokens turned"),
    Cause.HAZARD: lazy_gettext("desert hazards"),
    Cause.STATION: lazy_gettext("a station taken"),
    Cause.SETTLEMENT: lazy_gettext("a settlement destroyed"),
    Cause.PRESCIENCE: lazy_gettext("prescience"),
    Cause.SPICE: lazy_gettext("spice"),
    Cause.CORRECTION: lazy_gettext("correction"),
}


def cause_name(cause: Cause) -> str:
    """Returns why something came or went, as a short remark."""
    return str(CAUSES[cause])


def bookkeeping(event: object) -> HistoryLine:
    """Returns the hidden line of an event that changes nothing on the table."""
    return HistoryLine(str(gettext("Next step")), hidden=True)


def _game_started(event: e.GameStarted) -> HistoryLine:
    printing = gettext("Rules of the first printing") if event.rules.first_printing else ""
    return HistoryLine(gettext("The game was opened"), printing, "map")


def _round_began(event: e.RoundBegan) -> HistoryLine:
    return HistoryLine(gettext("Round %(round)d began", round=event.round), glyph="history")


def _phase_began(event: e.PhaseBegan) -> HistoryLine:
    return HistoryLine(names.phase_name(Phase(event.phase)), glyph="history")


def _tactical(event: e.TacticalDrawn) -> HistoryLine:
    card = TACTICAL_CARDS[event.card]
    sietch = names.area_name(AREA_NUMBER[card.sietch])
    if event.role == "harvest":
        sector = names.capital(names.sector_name(card.sector.value))
        title = gettext("Tactical card: %(sietch)s", sietch=sietch)
        return HistoryLine(title, gettext("Harvesting sector: %(sector)s", sector=sector), "harvester", HARKONNEN)
    if event.role == "target":
        title = gettext("Second tactical card: %(sietch)s", sietch=sietch)
        return HistoryLine(title, gettext("It is the target sietch"), "sietch", HARKONNEN)
    return HistoryLine(gettext("Tactical card discarded: %(sietch)s", sietch=sietch), "", "cards", HARKONNEN)


def _sector_set(event: e.HarvestingSectorSet) -> HistoryLine:
    sector = names.sector_name(event.sector)
    title = gettext("Harvesting sector: %(sector)s", sector=sector)
    return HistoryLine(title, glyph="harvester", faction=HARKONNEN)


def _target_set(event: e.TargetSet) -> HistoryLine:
    if event.area is None:
        return HistoryLine(gettext("No target sietch"), glyph="sietch", faction=HARKONNEN, hidden=True)
    area = names.area_name(event.area)
    return HistoryLine(gettext("Target sietch: %(area)s", area=area), glyph="sietch", faction=HARKONNEN)


def _dice_aside(event: e.DiceSetAside) -> HistoryLine:
    title = ngettext("%(num)d Harkonnen die set aside", "%(num)d Harkonnen dice set aside", event.count)
    left = gettext("%(unused)d left to roll", unused=event.unused)
    return HistoryLine(title, left, "spice", HARKONNEN, hidden=not event.count)


def _atreides_dice(event: e.AtreidesDiceRolled) -> HistoryLine:
    results = ", ".join(names.result_name(result) for result in event.results)
    return HistoryLine(gettext("Your dice were rolled"), results, "roll", ATREIDES)


def _bg_used(event: e.BeneGesseritUsed) -> HistoryLine:
    title = gettext("%(faction)s used a Bene Gesserit token", faction=names.faction_name(event.faction))
    if event.result is None:
        detail = gettext("A die from The Spice Must Flow joins the unused ones")
    else:
        detail = names.result_name(event.result)
    return HistoryLine(title, detail, "plus", event.faction)


def _bg_gained(event: e.BeneGesseritGained) -> HistoryLine:
    faction = names.faction_name(event.faction)
    title = gettext("%(faction)s gained Bene Gesserit tokens: %(count)d", faction=faction, count=event.count)
    return HistoryLine(title, "", "plus", event.faction)


def _die_spent(event: e.DieSpent) -> HistoryLine:
    result = names.result_name(event.result)
    if event.faction is HARKONNEN:
        title = gettext("Harkonnen rolled %(result)s", result=result)
        if event.use == "card":
            title = gettext("Harkonnen spent %(result)s", result=result)
    else:
        title = gettext("You spent %(result)s", result=result)
    return HistoryLine(title, other_use(event), action_glyph(event.result), event.faction)


def _die_discarded(event: e.DieDiscarded) -> HistoryLine:
    facts = {"faction": names.faction_name(event.faction), "result": names.result_name(event.result)}
    title = gettext("%(faction)s lost a die: %(result)s", **facts)
    return HistoryLine(title, names.capital(cause_name(Cause.CARD)), action_glyph(event.result), event.faction)


def _result_chosen(event: e.HarkonnenResultChosen) -> HistoryLine:
    title = gettext("Truthtrance: the next Harkonnen die is %(result)s", result=names.result_name(event.result))
    return HistoryLine(title, names.capital(cause_name(Cause.CARD)), action_glyph(event.result), ATREIDES)


def other_use(event: e.DieSpent) -> str:
    """Returns what a die was spent for where that is not its own action, else an empty text."""
    if event.use == event.result:
        return ""
    if event.use in LEADERS:
        return str(gettext("Special action of %(leader)s", leader=names.leader_name(event.use)))
    if event.use == "card":
        return str(gettext("For a planning card"))
    if event.use == "prescience":
        return str(gettext("For a prescience card"))
    return str(gettext("Used as %(result)s", result=names.result_name(event.use)))


def _tank(event: e.TankAdvanced) -> HistoryLine:
    faction = names.faction_name(event.faction)
    title = gettext("The tank of %(faction)s moved on", faction=faction)
    if not event.left:
        return HistoryLine(title, "", "tank", event.faction, hidden=True)
    detail = gettext("Available again: %(leaders)s", leaders=names.leader_names(event.left))
    return HistoryLine(title, detail, "tank", event.faction)


def _supremacy(event: e.SupremacyAdvanced) -> HistoryLine:
    title = gettext("Supremacy +%(steps)d", steps=event.steps)
    # SETTLE-3: supremacy rises by the rank of a sietch, prescience by a settlement.
    cause = gettext("a sietch destroyed") if event.cause is Cause.SETTLEMENT else cause_name(event.cause)
    return HistoryLine(title, names.capital(cause), "supremacy", HARKONNEN)


def _prescience(event: e.PrescienceAdvanced) -> HistoryLine:
    title = gettext("%(marker)s %(steps)+d", marker=names.marker_name(event.marker), steps=event.steps)
    return HistoryLine(title, names.capital(cause_name(event.cause)), MARKER_GLYPH[event.marker], ATREIDES)


def _battle_began(event: e.BattleBegan) -> HistoryLine:
    area, source = names.area_name(event.area), names.area_name(event.attacker_area)
    faction = names.faction_name(event.attacker)
    title = gettext("%(faction)s attacked %(area)s", faction=faction, area=area)
    if event.zone is not None:
        zone = names.zone_name(event.zone)
        detail = gettext("From %(area)s, by the ornithopter of the %(zone)s", area=source, zone=zone)
    elif event.surprise:
        detail = gettext("From %(area)s, by surprise", area=source)
    else:
        detail = gettext("From %(area)s", area=source)
    return HistoryLine(title, detail, "attack", event.attacker)


def _dice_rolled(event: e.DiceRolled) -> HistoryLine:
    hit, shield, special = event.faces
    facts = {"hits": hit, "shields": shield, "specials": special + event.bonus}
    detail = gettext("Hits %(hits)d, shields %(shields)d, specials %(specials)d", **facts)
    area = names.area_name(event.area)
    if event.cause is Cause.BATTLE:
        faction = names.faction_name(event.faction)
        title = gettext("%(faction)s rolled in the battle for %(area)s", faction=faction, area=area)
    elif event.sector is not None:
        title = gettext("Dice against vehicles: %(sector)s", sector=names.sector_name(event.sector))
    else:
        title = gettext("Dice against the legion in %(area)s", area=area)
    return HistoryLine(title, detail, "roll", event.faction)


def _hits_taken(event: e.HitsTaken) -> HistoryLine:
    area, faction = names.area_name(event.area), names.faction_name(event.faction)
    title = gettext("Casualties of %(faction)s in %(area)s", faction=faction, area=area)
    detail = ", ".join(names.removed_figures(event.removed, event.faction))
    return HistoryLine(title, detail, "hit", event.faction)


ENDINGS = {
    "eliminated": lazy_gettext("The other side was destroyed"),
    "ceased": lazy_gettext("The attacker stopped"),
    "retreated": lazy_gettext("The defender retreated"),
    "undefended": lazy_gettext("Nobody defended it"),
    "both": lazy_gettext("Both sides were destroyed"),
}


def _battle_ended(event: e.BattleEnded) -> HistoryLine:
    area = names.area_name(event.area)
    if event.winner is None:
        title = gettext("Nobody won the battle for %(area)s", area=area)
    else:
        faction = names.faction_name(event.winner)
        title = gettext("%(faction)s won the battle for %(area)s", faction=faction, area=area)
    return HistoryLine(title, str(ENDINGS[event.how]), "attack", event.winner)


def _combat_counted(event: e.CombatCounted) -> HistoryLine:
    sides = [event.attacker, event.attacker.enemy]
    title = gettext("Battle: %(attacker)s attacked", attacker=names.faction_name(event.attacker))
    hits = [
        ngettext("%(who)s: %(num)d hit", "%(who)s: %(num)d hits", number, who=names.faction_name(side))
        for side, number in zip(sides, event.hits, strict=True)
    ]
    return HistoryLine(
        title, gettext("Hits that get through: %(hits)s", hits=", ".join(hits)), "attack", event.attacker
    )


def _spice_collected(event: e.SpiceCollected) -> HistoryLine:
    title = gettext("Spice harvested: %(spice)d", spice=event.spice)
    return HistoryLine(title, names.area_names(event.harvesters), "spice", HARKONNEN)


def _spice_spent(event: e.SpiceSpent) -> HistoryLine:
    rows = ", ".join(
        gettext("%(power)s row %(row)d", power=names.power_name(power), row=row)
        for power, row in zip(POWERS, event.imperium, strict=True)
    )
    bans = names.join(names.power_name(power) for power in Power if power in event.bans)
    title = gettext("Spice spent; bans: %(powers)s", powers=bans) if bans else gettext("Spice spent; no ban")
    return HistoryLine(title, rows, "ban" if bans else "spice", HARKONNEN)


def _corrected(event: e.BoardCorrected) -> HistoryLine:
    return HistoryLine(gettext("Correction of the board"), gettext("Entered by hand"), "edit")


def _won(event: e.GameWon) -> HistoryLine:
    title = gettext("%(faction)s won the game", faction=names.faction_name(event.winner))
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
    e.BoardCorrected: _corrected,
    e.GameWon: _won,
}
