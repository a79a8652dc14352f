"""The one next step of a game: what the frame on top of the stack asks for, of whom and where.

``guide_text`` is the one entry. The course of a round is worded here, turns and actions in ``guide_actions``, battles
and desert hazards in ``guide_fights``; ``guide_people`` has what is other where people play the Harkonnen.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext

from companion.content.terms import Faction, Phase, VehicleKind
from companion.rules.frames import (
    AtreidesRollFrame,
    EndFrame,
    EndStage,
    HarkonnenRollFrame,
    HarvestFrame,
    RoundStartFrame,
    SpiceFrame,
    VehiclesFrame,
)
from companion.rules.state import Mode, State
from companion.web.words import guide_actions, guide_fights, guide_people, names
from companion.web.words.records import Guide

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES


def guide_text(state: State) -> Guide:
    """Returns the next step of ``state``; a bare position has none. Raises KeyError for an unknown one."""
    frame = state.frame
    if frame is None:
        heading = gettext("Nothing is going on")
        sentence = gettext("This is a position of its own. Look at it, or start a game.")
        return Guide(gettext("Position"), heading, sentence, names.rule_ref("BOARD-1"))
    wordings = WORDINGS if state.mode is Mode.SOLO else BETWEEN_PEOPLE
    return wordings[type(frame)](state, frame)


def round_kicker(state: State) -> str:
    """Returns "Round 3, vehicle placement" for the present phase."""
    return str(gettext("Round %(round)d, %(phase)s", round=state.round, phase=names.phase_name(state.phase)))


def _round_start(state: State, frame: RoundStartFrame) -> Guide:
    rule = names.rule_ref("MAHDI-START-2")
    if frame.harvesting_card is None:
        sentence = gettext("Its sector is the harvesting sector of this round.")
        return Guide(round_kicker(state), gettext("Draw a tactical card"), sentence, rule)
    if state.phase is Phase.START:
        sentence = gettext("Its sietch is what the Harkonnen want in this round.")
        heading = gettext("Draw a second tactical card: the target")
        return Guide(round_kicker(state), heading, sentence, rule)
    sentence = gettext("The target sietch is destroyed. The next card gives the new one.")
    return Guide(round_kicker(state), gettext("Draw a tactical card: the new target"), sentence, rule)


def _vehicles(state: State, frame: VehiclesFrame) -> Guide:
    counts = (
        (VehicleKind.HARVESTER, frame.harvesters),
        (VehicleKind.CARRYALL, frame.carryalls),
        (VehicleKind.ORNITHOPTER, frame.ornithopters),
    )
    left = [(kind, number) for kind, number in counts if number]
    if not left:
        sentence = gettext("What is left stays in the supply.")
        heading = gettext("All vehicles stand: go on")
        return Guide(round_kicker(state), heading, sentence, names.rule_ref("VEH-1"), actor=HARKONNEN)
    listed = names.join(names.vehicles(kind, number) for kind, number in left)
    rules = {
        VehicleKind.HARVESTER: "MAHDI-VEH-1",
        VehicleKind.CARRYALL: "MAHDI-VEH-2",
        VehicleKind.ORNITHOPTER: "MAHDI-VEH-3",
    }
    if state.mode is not Mode.SOLO:
        rules = dict.fromkeys(VehicleKind, "VEH-2")
    headings = {
        VehicleKind.HARVESTER: gettext("Place a harvester"),
        VehicleKind.CARRYALL: gettext("Place a carryall"),
        VehicleKind.ORNITHOPTER: gettext("Place an ornithopter"),
    }
    kind = left[0][0]
    sentence = gettext("Still to place: %(vehicles)s.", vehicles=listed)
    return Guide(round_kicker(state), headings[kind], sentence, names.rule_ref(rules[kind]), actor=HARKONNEN)


def _atreides_roll(state: State, frame: AtreidesRollFrame) -> Guide:
    heading = gettext("Roll your dice: %(number)d", number=state.atreides_unused)
    if state.mode is not Mode.SOLO:
        heading = gettext("Roll the Atreides dice: %(number)d", number=state.atreides_unused)
    sentence = gettext("At most 2 of a result: change a third one. Then tap what they show.")
    return Guide(round_kicker(state), heading, sentence, names.rule_ref("ACT-1"), actor=ATREIDES)


def _harkonnen_roll(state: State, frame: HarkonnenRollFrame) -> Guide:
    heading = gettext("Roll the Harkonnen dice: %(number)d", number=state.harkonnen_unused)
    sentence = gettext("At most 3 of a result: change a fourth one. Then enter what they show.")
    if state.rules.harkonnen_partners > 1:
        sentence = gettext("House Harkonnen and the Corrino Ally share them out. Then enter what lies where.")
    return Guide(round_kicker(state), heading, sentence, names.rule_ref("ACT-1"), actor=HARKONNEN)


def _harvest(state: State, frame: HarvestFrame) -> Guide:
    heading = gettext("Take the harvesters off the board: %(number)d", number=len(state.harvesters))
    sentence = gettext("1 spice from desert, 2 from deep desert.")
    rule = names.rule_ref("SPICE-1")
    return Guide(round_kicker(state), heading, sentence, rule, tuple(state.harvesters), actor=HARKONNEN)


def _spice(state: State, frame: SpiceFrame) -> Guide:
    total = frame.collected + state.spice_reserve
    heading = gettext("Spend the Harkonnen spice: %(number)d", number=total)
    facts = {"collected": frame.collected, "reserve": state.spice_reserve}
    sentence = gettext("Harvested %(collected)d, reserve %(reserve)d. Move the imperium markers.", **facts)
    return Guide(
        round_kicker(state),
        heading,
        sentence,
        names.rule_ref("MAHDI-SPICE-1" if state.mode is Mode.SOLO else "SPICE-2"),
        actor=HARKONNEN,
    )


def _end(state: State, frame: EndFrame) -> Guide:
    if frame.stage is EndStage.CLAIMS:
        heading = gettext("Claim prescience cards")
        sentence = gettext("Those for the end of the round, 2 a round at most. Then go on: victory is checked.")
        return Guide(round_kicker(state), heading, sentence, names.rule_ref("PRES-3"), actor=ATREIDES)
    heading = gettext("Clean up for the next round")
    sentence = gettext("Replace named leaders by Naibs if you like, keep 6 cards, put the vehicles back.")
    return Guide(round_kicker(state), heading, sentence, names.rule_ref("ROUND-2"), actor=ATREIDES)


WORDINGS: Mapping[type, Callable[[State, Any], Guide]] = {
    RoundStartFrame: _round_start,
    VehiclesFrame: _vehicles,
    AtreidesRollFrame: _atreides_roll,
    HarkonnenRollFrame: _harkonnen_roll,
    HarvestFrame: _harvest,
    SpiceFrame: _spice,
    EndFrame: _end,
    **guide_actions.WORDINGS,
    **guide_fights.WORDINGS,
}
BETWEEN_PEOPLE: Mapping[type, Callable[[State, Any], Guide]] = {**WORDINGS, **guide_people.WORDINGS}
