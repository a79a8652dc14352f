"""Desert war tokens and suspensor troopers (DW-2, DW-9)."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import members
from companion.content.terms import DesertTroop, Phase, Power, Result
from companion.rules.ask.desert_war import suspensor_moves, suspensor_sites
from companion.rules.commands import (
    DeploySuspensors,
    EndTurn,
    EndVehicles,
    FinishAction,
    MoveLegion,
    MoveSuspensor,
    PlaceWormsign,
    PlayHarkonnenCard,
    RevealSietch,
    RevealTokens,
    ScoutBySuspensor,
    SpendDie,
)
from companion.rules.events import WormsignRemoved
from companion.rules.frames import (
    CampsFrame,
    CardFrame,
    Cause,
    RevealSietchFrame,
    RevealTokensFrame,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.state import Sietch, State
from tests.rules.desert_war.table import (
    ATREIDES,
    HARKONNEN,
    Army,
    area,
    areas,
    at_war,
    atreides_turn,
    codes,
    events,
    harkonnen_turn,
    play,
    war_of,
    zones,
)

NE: dict[str, Any] = {"carryalls": zones("az_ne")}


def end_of_vehicles(*rows: int) -> State:
    return at_war(
        {},
        {},
        VehiclesFrame(1, 0, 0),
        phase=Phase.VEHICLES,
        imperium=rows,
        harkonnen_unused=8 - (max(rows) - 1),
    )


@pytest.mark.rule("DW-2", tries=True)
@pytest.mark.parametrize(("rows", "tokens"), [((1, 1, 1), 4), ((1, 3, 2), 2), ((5, 1, 1), 0)])
def test_DW_2_each_empty_die_space_takes_a_token_as_vehicle_placement_ends(
    rows: tuple[int, int, int], tokens: int
) -> None:
    state = play(end_of_vehicles(*rows), EndVehicles())
    assert war_of(state).tokens == tokens
    assert isinstance(state.frame, CampsFrame)


@pytest.mark.rule("DW-2")
def test_DW_2_three_troopers_come_to_empty_desert_of_one_sector_below_a_vehicle() -> None:
    state = harkonnen_turn({"ne_4": Army(1)}, {"ne_6": Army(1)}, wormsigns=areas("ne_7"), **NE)
    come = DeploySuspensors(areas("ne_5", "ne_8") + areas("ne_8"))
    after = play(state, come)
    assert war_of(after).suspensors == areas("ne_5", "ne_8", "ne_8")
    assert (war_of(after).tokens, war_of(after).actions) == (1, 0)
    for where in ("ne_4", "ne_6", "ne_7", "arrakeen", "se_1"):
        assert ("DW-2", "no_site_for_suspensors") in codes(state, DeploySuspensors(areas(where)))
    assert codes(state, DeploySuspensors(areas("ne_5") * 4)) == [("DW-2", "wrong_number_of_troops")]
    assert codes(state, DeploySuspensors(())) == [("DW-2", "wrong_number_of_troops")]
    two = DeploySuspensors(areas("ne_5", "cne_3"))
    assert codes(state, two) == [("DW-2", "more_than_one_sector")]


@pytest.mark.rule("DW-2")
def test_DW_2_an_escort_is_a_vehicle_too_and_without_any_nobody_comes() -> None:
    state = harkonnen_turn(war={"escorts": zones("az_ne")})
    assert suspensor_sites(state) >> area("ne_5") & 1
    assert suspensor_sites(harkonnen_turn()) == 0


@pytest.mark.rule("DW-1")
def test_DW_1_no_more_than_six_suspensor_troopers() -> None:
    state = harkonnen_turn(war={"suspensors": areas("ne_5") * 5}, **NE)
    assert codes(state, DeploySuspensors(areas("ne_8") * 2)) == [("DW-1", "no_troop_left")]
    assert war_of(play(state, DeploySuspensors(areas("ne_8")))).suspensors.count(area("ne_8")) == 1


@pytest.mark.rule("R-47", tries=True)
def test_R_47_troopers_of_one_action_share_an_area_and_later_ones_need_an_empty_one() -> None:
    state = play(harkonnen_turn(**NE), DeploySuspensors(areas("ne_5") * 2))
    again = replace(state, desert_war=replace(war_of(state), actions=1))
    assert codes(again, DeploySuspensors(areas("ne_5"))) == [("DW-2", "no_site_for_suspensors")]


@pytest.mark.rule("R-44")
def test_R_44_one_token_with_each_spent_die() -> None:
    state = play(harkonnen_turn(**NE), DeploySuspensors(areas("ne_5")))
    assert codes(state, MoveSuspensor(area("ne_5"), area("ne_8"))) == [("DW-2", "not_now")]
    later = play(state, FinishAction())
    assert codes(later, MoveSuspensor(area("ne_5"), area("ne_8"))) == [("DW-2", "not_now")]


@pytest.mark.rule("R-44", tries=True)
def test_R_44_also_with_a_bene_gesserit_die_and_a_die_that_plays_a_card() -> None:
    base = at_war({}, {}, TurnFrame(HARKONNEN), war={"tokens": 1}, harkonnen_unused=1, **NE)
    base = replace(base, harkonnen_results=(Result.MENTAT,), reinforcements=2)
    lies = replace(base, harkonnen_results=(Result.HOUSE,), harkonnen_bene_gesserit_die=Result.HOUSE)
    token = play(lies, SpendDie(Result.HOUSE, Result.HOUSE, HARKONNEN))
    assert war_of(play(token, DeploySuspensors(areas("ne_5")))).tokens == 0
    card = play(base, PlayHarkonnenCard(Result.MENTAT, "spotter_control"))
    assert isinstance(card.frame, CardFrame)
    assert war_of(play(card, DeploySuspensors(areas("ne_5")))).tokens == 0


@pytest.mark.rule("DW-2")
def test_DW_2_before_the_action_or_after_it_never_in_its_middle() -> None:
    begun = harkonnen_turn({"carthag": Army(3)}, **NE)
    come = DeploySuspensors(areas("ne_5"))
    assert codes(begun, come) == []
    middle = play(begun, MoveLegion(HARKONNEN, area("carthag"), area("arsunt"), Army(1)))
    assert codes(middle, come) == [("DW-2", "not_now")]
    after = play(middle, FinishAction())
    assert isinstance(after.frame, TurnFrame)
    assert war_of(play(after, come)).tokens == 1
    assert war_of(play(after, EndTurn())).actions == 0


@pytest.mark.rule("DW-2")
def test_DW_2_not_without_a_spent_die_a_token_or_in_the_others_turn() -> None:
    come = DeploySuspensors(areas("ne_5"))
    assert codes(at_war({}, {}, TurnFrame(HARKONNEN), war={"tokens": 2}, **NE), come) == [("DW-2", "not_now")]
    assert codes(harkonnen_turn(war={"tokens": 0}, **NE), come) == [("DW-2", "no_desert_war_token")]
    assert codes(atreides_turn(war={"tokens": 2}, **NE), come) == [("DW-2", "not_now")]


@pytest.mark.rule("DW-2")
def test_DW_2_a_trooper_leaves_to_scout_one_adjacent_area() -> None:
    """Printed: a trooper goes, and what lies facedown beside it is turned; the ban of the Spacing Guild forbids it."""
    state = harkonnen_turn({}, {"gara_kulon": Army(tokens=2)}, war={"suspensors": areas("ne_12")})
    state = replace(state, sietches=(Sietch(area("gara_kulon"), 3),))
    look = ScoutBySuspensor(area("ne_12"), area("gara_kulon"))
    after = play(state, look)
    assert war_of(after).suspensors == ()
    assert [type(frame) for frame in after.frames[-2:]] == [RevealTokensFrame, RevealSietchFrame]
    turned = play(after, RevealSietch(area("gara_kulon"), 3), RevealTokens(ATREIDES, area("gara_kulon"), 2, Army(2)))
    assert turned.frames == state.frames
    banned = replace(state, bans=frozenset({Power.SPACING_GUILD}))
    assert codes(banned, look) == [("BAN-2", "scouting_banned")]
    far = ScoutBySuspensor(area("ne_12"), area("windgap"))
    assert ("DW-2", "not_beside_the_suspensor") in codes(state, far)
    assert codes(state, ScoutBySuspensor(area("ne_9"), area("gara_kulon"))) == [("DW-2", "no_suspensor_there")]
    assert codes(state, ScoutBySuspensor(area("ne_12"), area("ne_13"))) == [("FREE-2", "nothing_facedown_there")]


@pytest.mark.rule("DW-9")
def test_DW_9_two_free_areas_over_impassable_borders() -> None:
    state = harkonnen_turn({}, {"ne_8": Army(1)}, war={"suspensors": areas("ne_5")})
    reached = set(members(suspensor_moves(state, area("ne_5"))))
    assert {area("cne_5"), area("rimwall_west")} <= reached
    assert not {area("ne_8"), area("ne_12")} & reached
    assert codes(state, MoveSuspensor(area("ne_5"), area("ne_8"))) == [("DW-9", "suspensor_cannot_go_there")]
    assert codes(state, MoveSuspensor(area("ne_5"), area("ne_13"))) == [("DW-9", "suspensor_cannot_go_there")]
    assert codes(state, MoveSuspensor(area("ne_9"), area("ne_8"))) == [("DW-2", "no_suspensor_there")]
    assert war_of(play(state, MoveSuspensor(area("ne_5"), area("cne_5")))).suspensors == areas("cne_5")


@pytest.mark.rule("DW-9", tries=True)
def test_DW_9_the_printed_example_a_trooper_takes_one_of_two_launchers_along() -> None:
    state = harkonnen_turn(war={"suspensors": areas("ne_5"), "launchers": areas("ne_8", "ne_8")})
    after = play(state, MoveSuspensor(area("ne_5"), area("ne_8")))
    assert (war_of(after).suspensors, war_of(after).launchers) == ((), areas("ne_8"))


@pytest.mark.rule("DW-9")
def test_DW_9_with_two_kinds_of_troops_it_is_said_which_one_goes() -> None:
    war = {"suspensors": areas("ne_5"), "launchers": areas("ne_8"), "sandriders": areas("ne_8")}
    state = harkonnen_turn(war=war)
    assert codes(state, MoveSuspensor(area("ne_5"), area("ne_8"))) == [("DW-9", "troop_to_be_named")]
    rider = MoveSuspensor(area("ne_5"), area("ne_8"), DesertTroop.SANDRIDER)
    assert war_of(play(state, rider)).launchers == areas("ne_8")
    other = MoveSuspensor(area("ne_5"), area("ne_4"), DesertTroop.SANDRIDER)
    assert codes(state, other) == [("DW-9", "no_such_troop_there")]


@pytest.mark.rule("DW-9", tries=True)
def test_DW_9_a_wormsign_where_it_ends_is_discarded_unturned() -> None:
    state = harkonnen_turn(war={"suspensors": areas("ne_5")}, wormsigns=areas("ne_8"))
    move = MoveSuspensor(area("ne_5"), area("ne_8"))
    assert WormsignRemoved(area("ne_8"), None, Cause.MOVE) in events(state, move)
    assert play(state, move).wormsigns == ()


@pytest.mark.rule("DW-9")
def test_DW_9_no_wormsign_comes_to_troopers_alone() -> None:
    state = atreides_turn({"ne_8": Army(1)}, war={"suspensors": areas("ne_4", "ne_5", "ne_8")})
    state = replace(state, harvesters=areas("ne_4"))
    assert codes(state, PlaceWormsign(area("ne_5"))) == [("DW-9", "suspensors_there")]
    assert codes(state, PlaceWormsign(area("ne_4"))) == []
    assert codes(state, PlaceWormsign(area("ne_8"))) == []
