"""The one next step of a game: what the frame on top of the stack asks for, of whom and where.

``guide_text`` is the one entry. The course of a round is worded here, turns and actions in ``guide_actions``.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext

from companion.content.terms import Faction
from companion.rules.frames import (
    AtreidesRollFrame,
    HarkonnenRollFrame,
)
from companion.rules.state import Mode, State
from companion.web.words import guide_actions, names
from companion.web.words.records import Guide

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES


def guide_text(state: State) -> Guide:
    """Returns the next step of ``state``; a bare position has none. Raises KeyError for an unknown one."""
    frame = state.frame
    if frame is None:
        heading = gettext("Nothing is going on")
        sentence = gettext("This is a position of its own. Look at it, or start a game.")
        return Guide(gettext("Position"), heading, sentence, names.rule_ref("BOARD-1"))
    return WORDINGS[type(frame)](state, frame)


def round_kicker(state: State) -> str:
    """Returns "Round 3, vehicle placement" for the present phase."""
    return str(gettext("Round %(round)d, %(phase)s", round=state.round, phase=names.phase_name(state.phase)))


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


WORDINGS: Mapping[type, Callable[[State, Any], Guide]] = {
    AtreidesRollFrame: _atreides_roll,
    HarkonnenRollFrame: _harkonnen_roll,
    **guide_actions.WORDINGS,
}
