"""What differs between people from the solo game at the very edge: reasons, and moments that stay open."""

import pytest

from companion.board import AREA_NUMBER, ZONE_NUMBER
from companion.content.terms import NamedLeader, Result
from companion.frozen import replace
from companion.rules import check, commands
from companion.rules.actions import OtherAction
from companion.rules.army import Army
from companion.rules.ask.desert_war import war_action_open
from companion.rules.frames import ActionFrame, Frame, TurnFrame
from companion.rules.positions.reading import read_position
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.rules.war import DesertWar


@pytest.mark.rule("MOVE-6", "MAHDI-MOVE-1")
@pytest.mark.parametrize(("mode", "code"), [(Mode.SOLO, "ornithopter_used"), (Mode.DUEL, "too_far_by_air")])
def test_MAHDI_MOVE_1_one_flight_a_turn_is_all_that_the_solo_opponent_has(mode: Mode, code: str) -> None:
    position = {"legions": [{"area": "csw_4", "faction": "harkonnen", "regular": 2}], "ornithopters": ["az_south"]}
    state = read_position(position)
    frames = (TurnFrame(HARKONNEN, acted=True), ActionFrame(HARKONNEN, Result.STRATEGY, moves=1))
    state = replace(state, mode=mode, frames=frames, turn=replace(state.turn, ornithopter_used=True))
    far = AREA_NUMBER["sw_1"]
    flight = commands.MoveLegion(HARKONNEN, AREA_NUMBER["csw_4"], far, Army(regular=2), ZONE_NUMBER["az_south"])
    assert code in [reason.code for reason in check(state, flight)]


def at_war(*frames: Frame) -> State:
    state = replace(State(mode=Mode.DUEL, expansions=("desert_war",)), desert_war=DesertWar(actions=1))
    return replace(state, frames=frames)


@pytest.mark.rule("DW-4")
@pytest.mark.parametrize(
    ("frame", "is_open"),
    [
        (None, True),
        (ActionFrame(ATREIDES, NamedLeader.STILGAR, moves=1), True),
        (ActionFrame(ATREIDES, OtherAction.CARD), True),
        (ActionFrame(ATREIDES, Result.STRATEGY, moves=1), False),
        (ActionFrame(ATREIDES, OtherAction.DESERT_POWER, moves=1), False),
    ],
)
def test_DW_4_a_Desert_War_action_waits_for_no_card_and_for_an_action_that_has_begun(
    frame: Frame | None, is_open: bool
) -> None:
    turn = TurnFrame(ATREIDES, acted=True)
    state = at_war(turn) if frame is None else at_war(turn, frame)
    assert war_action_open(state, ATREIDES) is is_open
    assert not war_action_open(state, HARKONNEN)
