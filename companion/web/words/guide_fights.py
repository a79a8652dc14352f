"""The next step in battles, under worms and storms, and wherever figures or tokens have to be settled first."""

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext, ngettext

from companion.board import members
from companion.content.terms import Faction
from companion.rules import combat
from companion.rules.frames import (
    BattleFrame,
    BattleStage,
    Cause,
    HitsFrame,
    RollFrame,
)
from companion.rules.state import State
from companion.web.words import names
from companion.web.words.records import Guide

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES


def _battle(state: State, frame: BattleFrame) -> Guide:
    return STAGES[frame.stage](state, frame)


def battle_guide(frame: BattleFrame, heading: str, sentence: str, rule: str, actor: Faction | None = None) -> Guide:
    """Returns the next step of a battle; ``rule``: its id."""
    area = names.area_name(frame.area)
    kicker = gettext("%(area)s, battle round %(round)d", area=area, round=frame.round)
    areas = (frame.area, frame.attacker_area)
    zones = () if frame.zone is None else (frame.zone,)
    return Guide(kicker, heading, sentence, names.rule_ref(rule), areas, zones, actor)


def _reveal(state: State, frame: BattleFrame) -> Guide:
    sietch = state.sietch(frame.area)
    if sietch is not None and not sietch.revealed:
        heading = gettext("Turn the sietch token of %(area)s", area=names.area_name(frame.area))
        sentence = gettext("Then every deployment token on both sides.")
    else:
        heading = gettext("Turn every deployment token on both sides")
        sentence = gettext("Put the figures in their place.")
    return battle_guide(frame, heading, sentence, "BATTLE-2")


def first_open(pair: tuple[object | None, object | None]) -> int:
    """Returns which side of a battle has something open still, the attacker first."""
    return 0 if pair[0] is None else 1


def _cards(state: State, frame: BattleFrame) -> Guide:
    side = first_open(frame.cards)
    faction = combat.faction_of(frame, side)
    if faction is HARKONNEN:
        heading = gettext("Discard Harkonnen reinforcements for dice")
        sentence = gettext("As many as they need for 6 dice.")
        return battle_guide(frame, heading, sentence, "MAHDI-BATTLE-1", HARKONNEN)
    missing = combat.missing_dice(state, frame, side)
    sentence = ngettext(
        "%(num)d more die is possible: each card gives one.",
        "%(num)d more dice are possible: each card gives one.",
        missing,
    )
    return battle_guide(frame, gettext("Discard cards for dice?"), sentence, "BATTLE-3", ATREIDES)


def _roll(state: State, frame: BattleFrame) -> Guide:
    dice = {combat.faction_of(frame, side): combat.battle_dice(state, frame, side).total for side in (0, 1)}
    facts = {"theirs": dice[HARKONNEN], "yours": dice[ATREIDES]}
    sentence = gettext("Harkonnen dice: %(theirs)d. Your dice: %(yours)d. Tap what they show.", **facts)
    return battle_guide(frame, gettext("Roll the combat dice"), sentence, "BATTLE-4")


def _leaders(state: State, frame: BattleFrame) -> Guide:
    side = first_open(frame.leaders)
    faction = combat.faction_of(frame, side)
    roll = frame.rolls[side]
    specials = 0 if roll is None else combat.specials_of(roll)
    sentence = ngettext(
        "%(num)d special result: one leader may use it.",
        "%(num)d special results: one leader may use each.",
        specials,
    )
    if faction is HARKONNEN:
        heading = gettext("Choose the Harkonnen leaders that use the specials")
        return battle_guide(frame, heading, sentence, "BATTLE-5", HARKONNEN)
    heading = gettext("Choose your leaders that use the specials")
    return battle_guide(frame, heading, sentence, "BATTLE-5", ATREIDES)


def _casualties(state: State, frame: BattleFrame) -> Guide:
    side = 0 if frame.hits[0] else 1
    faction = combat.faction_of(frame, side)
    heading, sentence, rule = _hits_words(faction, frame.hits[side] or 0)
    return battle_guide(frame, heading, sentence, rule, faction)


def _hits_words(faction: Faction, hits: int) -> tuple[str, str, str]:
    if faction is HARKONNEN:
        heading = ngettext("Take off %(num)d Harkonnen casualty", "Take off %(num)d Harkonnen casualties", hits)
        sentence = gettext("Leaders first, then elites become regulars, then regulars.")
        return str(heading), str(sentence), "MAHDI-BATTLE-2"
    heading = ngettext("Choose your %(num)d casualty", "Choose your %(num)d casualties", hits)
    sentence = gettext("A regular goes, an elite or Fedaykin becomes a regular, or a leader goes.")
    return str(heading), str(sentence), "BATTLE-7"


def _continue(state: State, frame: BattleFrame) -> Guide:
    if frame.attacker is HARKONNEN:
        heading = gettext("Do the Harkonnen go on?")
        sentence = gettext("They stop only with half your fine power or less.")
        return battle_guide(frame, heading, sentence, "MAHDI-BATTLE-3", HARKONNEN)
    settlement = bool(state.strongholds_mask(frame.defender) >> frame.area & 1)
    if settlement and not frame.free_continue:
        sentence = gettext("To go on against a settlement you take 1 hit first.")
    else:
        sentence = gettext("If you go on, the defender may retreat.")
    return battle_guide(frame, gettext("Go on, or stop the attack?"), sentence, "BATTLE-8", ATREIDES)


def _retreat(state: State, frame: BattleFrame) -> Guide:
    heading = gettext("Retreat, or stay and fight?")
    open_areas = combat.battle_retreats(state, frame)
    if frame.defender is HARKONNEN:
        sentence = gettext("The Harkonnen never retreat in battle in the solo game.")
        return battle_guide(frame, heading, sentence, "MAHDI-BATTLE-3", HARKONNEN)
    areas = names.area_names(members(open_areas))
    if not areas:
        sentence = gettext("No area is open for a retreat.")
    else:
        sentence = gettext("Open for a retreat: %(areas)s.", areas=areas)
    guide = battle_guide(frame, heading, sentence, "BATTLE-9", ATREIDES)
    lit = (*guide.areas, *members(open_areas))
    return Guide(guide.kicker, heading, sentence, guide.rule, lit, guide.zones, ATREIDES)


def _advance(state: State, frame: BattleFrame) -> Guide:
    area = names.area_name(frame.area)
    if frame.attacker is HARKONNEN:
        heading = gettext("Move the Harkonnen legion into %(area)s", area=area)
        sentence = gettext("They always advance after a won attack.")
        return battle_guide(frame, heading, sentence, "R-18", HARKONNEN)
    heading = gettext("Move into %(area)s, or stay?", area=area)
    return battle_guide(frame, heading, gettext("The whole legion, or nobody."), "BATTLE-11", ATREIDES)


STAGES: Mapping[BattleStage, Callable[[State, BattleFrame], Guide]] = {
    BattleStage.REVEAL: _reveal,
    BattleStage.CARDS: _cards,
    BattleStage.ROLL: _roll,
    BattleStage.LEADERS: _leaders,
    BattleStage.CASUALTIES: _casualties,
    BattleStage.CONTINUE: _continue,
    BattleStage.RETREAT: _retreat,
    BattleStage.ADVANCE: _advance,
}


def _roll_dice(state: State, frame: RollFrame) -> Guide:
    area = names.area_name(frame.area)
    heading = ngettext("Roll %(num)d combat die", "Roll %(num)d combat dice", frame.dice)
    hit, _, special = frame.values
    sentence = gettext("A hit counts %(hit)d, a special %(special)d.", hit=hit, special=special)
    if frame.sector is not None:
        kicker = gettext("A card against vehicles: %(sector)s", sector=names.sector_name(frame.sector))
        return Guide(kicker, heading, sentence, names.rule_ref("CARD-1"), (frame.area,))
    if frame.cause is Cause.STORM:
        kicker, rule = gettext("Storm in %(area)s", area=area), "STORM-1"
    elif frame.cause is Cause.WORM:
        kicker, rule = gettext("A worm attacks in %(area)s", area=area), "WORM-8"
    else:
        own = frame.faction is HARKONNEN
        kicker, rule = gettext("A card attacks in %(area)s", area=area), "CARD-1" if own else "MAHDI-CARD-3"
    return Guide(kicker, heading, sentence, names.rule_ref(rule), (frame.area,))


def _hits(state: State, frame: HitsFrame) -> Guide:
    heading, sentence, rule = _hits_words(frame.faction, frame.hits)
    kicker = gettext("Hits in %(area)s", area=names.area_name(frame.area))
    return Guide(kicker, heading, sentence, names.rule_ref(rule), (frame.area,), actor=frame.faction)


WORDINGS: Mapping[type, Callable[[State, Any], Guide]] = {
    BattleFrame: _battle,
    RollFrame: _roll_dice,
    HitsFrame: _hits,
}
