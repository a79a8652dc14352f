"""The next step where people play the Harkonnen: what the solo opponent does by its own rules is theirs to decide.

Both sides read these, so each sentence names the side that it asks. What is not here is worded as in solo.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
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
from companion.rules.handlers.battle_end import continuing_costs_a_hit
from companion.rules.state import State
from companion.web.words import guide_fights, names
from companion.web.words.guide_fights import battle_guide, first_open
from companion.web.words.records import Guide

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES


def _battle(state: State, frame: BattleFrame) -> Guide:
    return STAGES[frame.stage](state, frame)


def _cards(state: State, frame: BattleFrame) -> Guide:
    side = first_open(frame.cards)
    faction = combat.faction_of(frame, side)
    sentence = ngettext(
        "%(num)d more die is possible: each card gives one.",
        "%(num)d more dice are possible: each card gives one.",
        combat.missing_dice(state, frame, side),
    )
    heading = gettext("%(faction)s: discard cards for dice?", faction=names.faction_name(faction))
    return battle_guide(frame, heading, sentence, "BATTLE-3", faction)


def _roll(state: State, frame: BattleFrame) -> Guide:
    dice = {combat.faction_of(frame, side): combat.battle_dice(state, frame, side).total for side in (0, 1)}
    facts = {"harkonnen": dice[HARKONNEN], "atreides": dice[ATREIDES]}
    sentence = gettext("Harkonnen dice: %(harkonnen)d. Atreides dice: %(atreides)d. Tap what they show.", **facts)
    return battle_guide(frame, gettext("Roll the combat dice"), sentence, "BATTLE-4")


def _leaders(state: State, frame: BattleFrame) -> Guide:
    guide = guide_fights.STAGES[BattleStage.LEADERS](state, frame)
    faction = combat.faction_of(frame, first_open(frame.leaders))
    facts = {"faction": names.faction_name(faction)}
    heading = gettext("%(faction)s: choose the leaders that use the specials", **facts)
    return battle_guide(frame, heading, guide.sentence, "BATTLE-5", faction)


def _casualties(state: State, frame: BattleFrame) -> Guide:
    side = 0 if frame.hits[0] else 1
    faction = combat.faction_of(frame, side)
    heading, sentence = _hits_words(faction, frame.hits[side] or 0)
    return battle_guide(frame, heading, sentence, "BATTLE-7", faction)


def _hits_words(faction: Faction, hits: int) -> tuple[str, str]:
    facts = {"faction": names.faction_name(faction)}
    heading = ngettext("%(faction)s: choose %(num)d casualty", "%(faction)s: choose %(num)d casualties", hits, **facts)
    return heading, gettext("A regular goes, an elite or special unit becomes a regular, or a leader goes.")


def _continue(state: State, frame: BattleFrame) -> Guide:
    heading = gettext("%(faction)s: go on, or stop the attack?", faction=names.faction_name(frame.attacker))
    if continuing_costs_a_hit(state, frame):
        sentence = gettext("Going on against a settlement costs 1 hit first.")
    else:
        sentence = gettext("After going on, the defender may retreat.")
    return battle_guide(frame, heading, sentence, "BATTLE-8", frame.attacker)


def _retreat(state: State, frame: BattleFrame) -> Guide:
    heading = gettext("%(faction)s: retreat, or stay and fight?", faction=names.faction_name(frame.defender))
    open_areas = tuple(members(combat.battle_retreats(state, frame)))
    sentence = gettext("No area is open for a retreat.")
    if open_areas:
        sentence = gettext("Open for a retreat: %(areas)s.", areas=names.area_names(open_areas))
    guide = battle_guide(frame, heading, sentence, "BATTLE-9", frame.defender)
    return replace(guide, areas=(*guide.areas, *open_areas))


def _advance(state: State, frame: BattleFrame) -> Guide:
    facts = {"faction": names.faction_name(frame.attacker), "area": names.area_name(frame.area)}
    heading = gettext("%(faction)s: move into %(area)s, or stay?", **facts)
    return battle_guide(frame, heading, gettext("The whole legion, or nobody."), "BATTLE-11", frame.attacker)


STAGES: Mapping[BattleStage, Callable[[State, BattleFrame], Guide]] = {
    **guide_fights.STAGES,
    BattleStage.CARDS: _cards,
    BattleStage.ROLL: _roll,
    BattleStage.LEADERS: _leaders,
    BattleStage.CASUALTIES: _casualties,
    BattleStage.CONTINUE: _continue,
    BattleStage.RETREAT: _retreat,
    BattleStage.ADVANCE: _advance,
}


def _hits(state: State, frame: HitsFrame) -> Guide:
    heading, sentence = _hits_words(frame.faction, frame.hits)
    kicker = gettext("Hits in %(area)s", area=names.area_name(frame.area))
    return Guide(kicker, heading, sentence, names.rule_ref("BATTLE-7"), (frame.area,), actor=frame.faction)


def _by_rule(rule: str) -> Callable[[State, Any], Guide]:
    """Returns the words of solo with the rule that people play by."""

    def worded(state: State, frame: Any) -> Guide:
        return replace(guide_fights.WORDINGS[type(frame)](state, frame), rule=names.rule_ref(rule))

    return worded


def _attack_dice(state: State, frame: RollFrame) -> Guide:
    by_card = frame.cause is Cause.CARD
    return (_by_rule("CARD-1") if by_card else guide_fights.WORDINGS[RollFrame])(state, frame)


WORDINGS: Mapping[type, Callable[[State, Any], Guide]] = {
    BattleFrame: _battle,
    HitsFrame: _hits,
    RollFrame: _attack_dice,
}
"""By frame; what solo words as well for people is left out."""
