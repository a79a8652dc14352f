"""Positions with Desert War whose legal commands are counted: every step and every piece of the expansion."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.content.terms import Marker, Phase, Result
from companion.rules import Army, State
from companion.rules.ask.dice import DESERT_ACTIONS_OF_WAR, HARKONNEN_ACTIONS
from companion.rules.frames import (
    ActionFrame,
    CampsFrame,
    Cause,
    Frame,
    HarkonnenRollFrame,
    HitsFrame,
    LaunchersFrame,
    RiderFrame,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch
from companion.rules.war import EXPANSION, Camp, DesertWar
from tests.rules.flow.table import Legions, area, areas, position, zone

FRONT: Legions = {"ne_4": Army(regular=2)}
THEIRS: Legions = {"gara_kulon": Army(regular=1, tokens=1)}


def at_war(
    *frames: Frame, harkonnen: Legions | None = None, war: dict[str, Any] | None = None, **changes: Any
) -> State:
    """A small duel with these pieces of the expansion."""
    state = position(
        FRONT if harkonnen is None else harkonnen,
        THEIRS,
        *frames,
        **{
            "mode": Mode.DUEL,
            "settlements": 0,
            "stations": 0,
            "sietches": (Sietch(area("gara_kulon"), 2),),
            "black_tokens": 0,
            "silver_tokens": 0,
            "atreides_unused": 2,
            "harkonnen_unused": 5,
            **changes,
        },
    )
    return replace(state, expansions=(EXPANSION,), desert_war=DesertWar(**(war or {})))


def token() -> State:
    """A die is spent, its action not begun: suspensor troopers may act first."""
    frames = (TurnFrame(HARKONNEN, acted=True, spent_die=True), HARKONNEN_ACTIONS[Result.MENTAT])
    pieces = {"tokens": 1, "actions": 1, "suspensors": areas("ne_12"), "launchers": areas("ne_8"), "escorts": (0,)}
    return at_war(*frames, war=pieces, carryalls=(zone("az_ne"),), wormsigns=areas("ne_11"))


def desert_power(use: str, **pieces: Any) -> State:
    frames = (TurnFrame(ATREIDES, acted=True), DESERT_ACTIONS_OF_WAR[use])
    return at_war(*frames, war={"actions": 1, **pieces})


def strike(left: int | None, *, harvester: bool = False) -> State:
    frames = (TurnFrame(ATREIDES, acted=True), LaunchersFrame("ne", areas("ne_5", "ne_8"), 2, left, harvester))
    camps = tuple(sorted((Camp(area("ne_5")), Camp(area("se_1"))), key=lambda camp: camp.area))
    pieces = {"launchers": areas("ne_5", "ne_8"), "camps": camps, "camps_gone": (Marker.JIHAD,), "escorts": (0,)}
    return at_war(*frames, war=pieces, harvesters=areas("ne_9") if left else (), carryalls=(zone("az_ne"),))


WAR: dict[str, Callable[[], State]] = {
    "war_vehicles": lambda: at_war(VehiclesFrame(0, 0, 1), phase=Phase.VEHICLES),
    "war_camps": lambda: at_war(HarkonnenRollFrame(), CampsFrame(), war={"camps_gone": (Marker.JIHAD,) * 2}),
    "war_token": token,
    "war_escort": lambda: at_war(
        TurnFrame(HARKONNEN, acted=True, spent_die=True),
        ActionFrame(HARKONNEN, Result.LEADERSHIP, moves=1, attack=True, leaders_only=True),
        harkonnen={"ne_14": Army(regular=2), "ne_4": Army(regular=1, escorts=1)},
        war={"escorts": (zone("az_ne"),)},
    ),
    "war_desert_power": lambda: desert_power("wormsigns", camps=(Camp(area("ne_5")),), suspensors=areas("ne_8")),
    "war_riders": lambda: desert_power("sandriders", sandriders=areas("ne_5"), launchers=areas("ne_8")),
    "war_launchers_roll": lambda: strike(None),
    "war_launchers_strike": lambda: strike(2),
    "war_camp_given": lambda: strike(0, harvester=True),
    "war_rider_entered": lambda: at_war(
        TurnFrame(HARKONNEN, acted=True, spent_die=True), RiderFrame(area("ne_5")), sandworms=areas("nw_1")
    ),
    "war_hits": lambda: at_war(
        TurnFrame(HARKONNEN, acted=True, spent_die=True),
        HitsFrame(Cause.STORM, HARKONNEN, area("ne_4"), 3),
        harkonnen={"ne_4": Army(regular=2, elite=1, generic=1, escorts=1)},
    ),
}
