"""Partners in Desert War: whose pieces they are (DW-6, TEAM-5)."""

from dataclasses import replace

import pytest

from companion.content.terms import Marker, Subfaction, VehicleKind
from companion.rules import commands as c
from companion.rules import frames
from companion.rules.ask.asked import asked, givers
from companion.rules.state import Mode, Rules, State
from tests.rules.desert_war.table import at_war

CORRINO, FREMEN = frozenset({Subfaction.CORRINO_ALLY}), frozenset({Subfaction.FREMEN_ALLY})
ATREIDES_SIDE = frozenset({Subfaction.HOUSE_ATREIDES, Subfaction.FREMEN_ALLY})
HARKONNEN_SIDE = frozenset({Subfaction.HOUSE_HARKONNEN, Subfaction.CORRINO_ALLY})


def team(*stack: frames.Frame) -> State:
    state = at_war({}, {}, *stack)
    return replace(state, mode=Mode.TEAM, rules=Rules(partners=2, harkonnen_partners=2))


@pytest.mark.rule("DW-6", tries=True)
@pytest.mark.parametrize(
    "command", [c.DeploySuspensors((1,)), c.MoveSuspensor(1, 2), c.ScoutBySuspensor(1, 2)], ids=str
)
def test_DW_6_suspensors_are_the_corrino_allys(command: c.Command) -> None:
    assert givers(team(), command) == CORRINO
    assert givers(at_war(), command) == HARKONNEN_SIDE


@pytest.mark.rule("DW-6", tries=True)
@pytest.mark.parametrize(
    "command",
    [
        c.DeployLaunchers((1,)),
        c.AttackWithLaunchers("ne"),
        c.RollLaunchers(1),
        c.StrikeVehicle(VehicleKind.HARVESTER, 1, 2),
        c.GiveCamp(1, Marker.JIHAD),
        c.PlaceSandrider(1),
        c.MountWorm(1),
        c.RaiseWorm(),
        c.UseDesertPower("sandriders"),
    ],
    ids=str,
)
def test_DW_6_launchers_and_sandriders_are_the_fremen_allys(command: c.Command) -> None:
    assert givers(team(), command) == FREMEN
    assert givers(at_war(), command) == ATREIDES_SIDE


@pytest.mark.rule("DW-6", tries=True)
def test_DW_6_either_partner_puts_the_escort_which_is_the_corrino_allys() -> None:
    state = team(frames.VehiclesFrame(0, 0, 2))
    escort = c.PlaceVehicle(VehicleKind.ORNITHOPTER, 1, escort=True)
    assert givers(state, escort) == HARKONNEN_SIDE
    assert givers(state, replace(escort, escort=False)) == frozenset({Subfaction.HOUSE_HARKONNEN})


def test_camps_are_both_partners_and_the_attack_the_allys() -> None:
    assert asked(team(frames.CampsFrame())) == ATREIDES_SIDE
    assert asked(team(frames.LaunchersFrame("ne", (1,), 1))) == FREMEN
    assert asked(team(frames.RiderFrame(1))) == FREMEN
    assert givers(team(), c.UseDesertPower("move")) == ATREIDES_SIDE
