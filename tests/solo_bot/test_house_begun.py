"""A House die in the middle of what it does: the opponent goes on with what is left of it (MAHDI-HOUSE-1, -2)."""

from typing import Any

import pytest

from companion.board import AREA_NUMBER, ZONE_NUMBER
from companion.content.terms import NamedLeader, Result, UnitKind, VehicleKind
from companion.frozen import replace
from companion.rules import State, execute
from companion.rules.ask.dice import HARKONNEN_ACTIONS
from companion.rules.commands import Command, FinishAction, PlaceVehicle, ReplaceUnits
from companion.rules.frames import ActionFrame, TurnFrame
from companion.rules.positions.reading import read_position
from companion.rules.state import HARKONNEN
from solo_bot.orders import Choice, next_order
from solo_bot.procedure.decision import VehiclesOption
from solo_bot.procedure.specials import result_of_special
from tests.solo_bot.small import NO_SPECIALS, a, h, position

SAND = ["sw_1", "sw_2", "sw_3", "sw_4", "sw_5", "sw_6", "sw_7", "sw_9"]
ZONES = ["az_east", "az_ne", "az_north", "az_nw", "az_se", "az_south"]


def house(*legions: dict[str, Any], **more: Any) -> State:
    """A House die just rolled, with a guarded sietch out of reach."""
    state = read_position(position(*legions, a("windgap", regular=5), **({"harvesting_sector": "nw"} | more)))
    frames = (TurnFrame(HARKONNEN, acted=True, spent_die=True), HARKONNEN_ACTIONS[Result.HOUSE])
    return replace(state, frames=frames, harkonnen_spent=(Result.HOUSE,))


def choices(state: State) -> tuple[Choice, ...]:
    order = next_order(state)
    assert order is not None
    return order.choices


def done(state: State, *commands: Command) -> State:
    for command in commands:
        state, _events = execute(state, command)
    return state


def swap(area: str, count: int) -> ReplaceUnits:
    return ReplaceUnits(HARKONNEN, AREA_NUMBER[area], count, UnitKind.REGULAR, UnitKind.ELITE)


@pytest.mark.rule("MAHDI-HOUSE-1", "MAHDI-TURN-3", tries=True)
def test_MAHDI_HOUSE_1_after_one_unit_only_the_second_one_is_replaced() -> None:
    leaders = NO_SPECIALS | {"baron_harkonnen": {"card": "ready"}}
    state = done(house(h("csw_3", regular=3), leaders=leaders), swap("csw_3", 1))
    found = choices(state)
    assert [choice.commands for choice in found] == [(swap("csw_3", 1),)]
    assert isinstance(done(state, *found[0].commands).frame, ActionFrame)


@pytest.mark.rule("MAHDI-HOUSE-2", tries=True)
def test_MAHDI_HOUSE_2_after_the_harvester_only_the_ornithopter_is_placed() -> None:
    state = done(house(h("csw_3", regular=2)), swap("csw_3", 2))
    first = choices(state)[0].commands
    assert [type(command) for command in first] == [PlaceVehicle, PlaceVehicle]
    state = done(state, first[0])
    for choice in choices(state):
        assert isinstance(choice.option, VehiclesOption)
        assert choice.option.harvester is None
        assert len(choice.commands) == 1
        assert not isinstance(done(state, *choice.commands).frame, ActionFrame)


@pytest.mark.rule("MAHDI-HOUSE-2", "VEH-2", tries=True)
@pytest.mark.parametrize(
    ("table", "placed"),
    [
        ({"harvesters": SAND, "carryalls": ["az_sw", "az_west"]}, VehicleKind.ORNITHOPTER),
        ({"harvesters": SAND[:-1], "ornithopters": ZONES}, VehicleKind.HARVESTER),
    ],
)
def test_MAHDI_HOUSE_2_where_one_kind_finds_no_place_the_other_is_placed_once(
    table: dict[str, Any], placed: VehicleKind
) -> None:
    state = done(house(h("csw_3", regular=2), **table), swap("csw_3", 2))
    commands = choices(state)[0].commands
    assert [one.kind for one in commands if isinstance(one, PlaceVehicle)] == [placed]
    after = done(state, *commands)
    assert not isinstance(after.frame, ActionFrame), "a second one of the same kind would follow"


@pytest.mark.rule("MAHDI-HOUSE-2")
def test_MAHDI_HOUSE_2_a_harvester_whose_ornithopter_finds_no_place_any_longer_ends_the_die() -> None:
    state = done(house(h("csw_3", regular=2)), swap("csw_3", 2))
    state = done(state, choices(state)[0].commands[0])
    state = replace(state, ornithopters=tuple(sorted(ZONE_NUMBER[zone] for zone in ZONES)))
    assert [choice.commands for choice in choices(state)] == [(FinishAction(),)]


@pytest.mark.rule("MAHDI-TURN-3")
def test_a_special_action_goes_on_though_no_die_lies_spent_any_longer() -> None:
    """The spent dice were put right meanwhile; which die gave the action stands on the leader's card."""
    frames = (
        TurnFrame(HARKONNEN, acted=True, spent_die=True),
        ActionFrame(HARKONNEN, NamedLeader.BARON_HARKONNEN, placements=1),
    )
    state = replace(house(h("csw_3", regular=2)), frames=frames, harkonnen_spent=())
    assert [choice.commands for choice in choices(state)] == [(FinishAction(),)]
    assert result_of_special("beast_rabban") in Result
    with pytest.raises(KeyError, match="chani"):
        result_of_special("chani")
