"""Every note of the rulebook, by its page: what it settles is a test."""

from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import CombatFace, Deck, Phase, Result, VehicleKind, Wormsign
from companion.rules import Army, combat
from companion.rules.actions import OtherAction
from companion.rules.ask.vehicles import vehicles_left
from companion.rules.commands import (
    Advance,
    BeginHazards,
    CardFinished,
    ClaimPrescience,
    ContinueAttack,
    DecideRetreat,
    DeployUnits,
    DetonateAtomics,
    EnterRank,
    FinishClaims,
    PlaceVehicle,
    Retreat,
    RevealTokens,
    RollAttackDice,
    SettleWorm,
    SpendSpice,
    TakeHits,
    TurnWormsign,
    WormAttack,
)
from companion.rules.frames import (
    BattleFrame,
    BattleStage,
    EndFrame,
    EndStage,
    HazardsFrame,
    HazardStage,
    Side,
    SpiceFrame,
    StackingFrame,
    VehiclesFrame,
    WormFrame,
    WormsignFrame,
)
from companion.rules.positions import audit
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch, Standing
from tests.rules.flow.table import (
    area,
    areas,
    army,
    blocked,
    codes,
    events,
    harkonnen_card,
    move,
    play,
    position,
    turn,
    zone,
)


@pytest.mark.rule("LEGION-1", "LEADER-1")
def test_LEGION_1_leaders_of_both_colours_serve_in_one_legion() -> None:
    """p12: colours only matter with three or four players."""
    legion = Army(regular=1, named=("baron_harkonnen", "captain_aramsham"))
    state = position({"ne_12": legion}, {}, *turn(HARKONNEN, moves=1), mode=Mode.DUEL)
    after = play(state, move(HARKONNEN, "ne_12", "ne_11", legion))
    assert army(after, HARKONNEN, "ne_11") == legion
    assert audit.audit(after) == ()


@pytest.mark.rule("TOKEN-1", "STACK-1")
def test_STACK_1_four_tokens_turned_can_be_more_than_an_area_holds() -> None:
    """p13: the owner removes the excess."""
    state = position({}, {"gara_kulon": Army(tokens=4)}, *turn(ATREIDES, moves=1))
    state = play(state, RevealTokens(ATREIDES, area("gara_kulon"), 4, Army(regular=7, elite=1)))
    assert state.frame == StackingFrame(ATREIDES, area("gara_kulon"), 2)


@pytest.mark.rule("VEH-2")
def test_VEH_2_another_vehicle_in_a_taken_zone_sends_the_first_one_away() -> None:
    """p16."""
    there = zone("az_ne")
    state = position({}, {}, VehiclesFrame(0, 1, 0), phase=Phase.VEHICLES, ornithopters=(there,))
    command = PlaceVehicle(VehicleKind.CARRYALL, there)
    assert not blocked(state, command)
    after = play(state, command, anyway=True)
    assert (after.ornithopters, after.carryalls) == ((), (there,))
    assert vehicles_left(after, VehicleKind.ORNITHOPTER) == 6


@pytest.mark.rule("WORM-3")
def test_WORM_3_every_worm_is_placed_and_of_more_than_four_the_atreides_choose() -> None:
    """p20."""
    signs = areas("ne_12", "ne_2", "ne_9", "nw_2", "nw_3")
    state = position({}, {}, HazardsFrame(HazardStage.WORMSIGNS), phase=Phase.HAZARDS, wormsigns=signs)
    state = play(state, BeginHazards())
    first = TurnWormsign(signs[0], Wormsign.SANDWORM, discard=True)
    assert codes(state, first) == [("WORM-3", "worm_must_be_placed")]
    state = play(state, *(TurnWormsign(place, Wormsign.SANDWORM) for place in signs[:4]))
    assert codes(state, TurnWormsign(signs[4], Wormsign.SANDWORM)) == [("WORM-3", "too_many_worms")]
    assert codes(state, TurnWormsign(signs[4], Wormsign.SANDWORM, worm_from=signs[1])) == []
    assert codes(state, TurnWormsign(signs[4], Wormsign.SANDWORM, discard=True)) == []


@pytest.mark.rule("SPICE-2")
@pytest.mark.parametrize("before, after", [((1, 1, 1), (0, 1, 1)), ((5, 5, 5), (6, 5, 5))])
def test_SPICE_2_no_marker_leaves_the_track(before: tuple[int, int, int], after: tuple[int, int, int]) -> None:
    """p21."""
    state = position({}, {}, SpiceFrame(9), phase=Phase.SPICE, imperium=before, mode=Mode.DUEL)
    assert ("SPICE-2", "row_off_the_track") in codes(state, SpendSpice(after, frozenset(), 0, 0))


@pytest.mark.rule("ACT-LEADERSHIP")
def test_ACT_LEADERSHIP_a_leader_goes_with_the_part_that_moves() -> None:
    """p22: also when one stays with the rest."""
    legion = {"cnw_3": Army(regular=3, generic=2)}
    state = position({}, legion, *turn(ATREIDES, Result.LEADERSHIP, moves=2, leaders_only=True))
    alone = move(ATREIDES, "cnw_3", "csw_1", Army(regular=2))
    assert codes(state, alone) == [("ACT-LEADERSHIP", "no_leader_goes_along")]
    state = play(state, move(ATREIDES, "cnw_3", "csw_1", Army(regular=2, generic=1)))
    assert army(state, ATREIDES, "cnw_3") == Army(regular=1, generic=1)


@pytest.mark.rule("MOVE-2")
def test_MOVE_2_the_moves_of_an_action_are_simultaneous() -> None:
    """p22: a figure that came moves no further, one that stood there may go."""
    legions = {"cnw_3": Army(regular=1), "csw_1": Army(regular=1)}
    state = position({}, legions, *turn(ATREIDES, moves=2))
    state = play(state, move(ATREIDES, "cnw_3", "csw_1", Army(regular=1)))
    assert codes(state, move(ATREIDES, "csw_1", "cnw_3", Army(regular=2))) == [("MOVE-2", "figures_moved_already")]
    assert codes(state, move(ATREIDES, "csw_1", "cnw_3", Army(regular=1))) == []


@pytest.mark.rule("SETTLE-3", "SETTLE-1")
def test_SETTLE_3_a_destroyed_settlement_is_none_any_more() -> None:
    """p27: it adds no dice, nobody is deployed in it, and its area is free for both."""
    where = area("carthag")
    frame = BattleFrame(ATREIDES, area("cne_1"), where, stage=BattleStage.ADVANCE)
    state = position({}, {"cne_1": Army(regular=3)}, *(*turn(ATREIDES), frame), mode=Mode.DUEL)
    state = play(state, Advance(True))
    assert combat.stronghold_rank(state, HARKONNEN, where) == 0
    left = state.with_army(ATREIDES, where, None)
    assert left.free_mask(ATREIDES) >> where & left.free_mask(HARKONNEN) >> where & 1
    deploying = replace(left, frames=turn(HARKONNEN, Result.DEPLOYMENT, placements=3))
    assert codes(deploying, DeployUnits(HARKONNEN, where, Army(regular=1))) == [("ACT-DEPLOY-H", "no_own_settlement")]


@pytest.mark.rule("TANK-1")
def test_TANK_1_one_figure_pushes_the_next() -> None:
    """p27."""
    legion = Army(regular=1, named=("baron_harkonnen",))
    state = position({"ne_12": legion}, {}, *turn(HARKONNEN))
    state = state.with_leader("beast_rabban", standing=Standing.TANK, tank=1)
    state = state.with_leader("captain_aramsham", standing=Standing.TANK, tank=2)
    battle = BattleFrame(
        HARKONNEN, area("ne_12"), area("ne_11"), stage=BattleStage.CASUALTIES, sides=(Side(hits=1), Side(hits=0))
    )
    state = replace(state, frames=(*turn(HARKONNEN), battle), mode=Mode.DUEL)
    state = play(state, TakeHits(HARKONNEN, ("baron_harkonnen",)))
    spaces = {name: state.leader(name).tank for name in ("baron_harkonnen", "beast_rabban", "captain_aramsham")}
    assert spaces == {"baron_harkonnen": 1, "beast_rabban": 2, "captain_aramsham": 3}


@pytest.mark.rule("PRES-3")
def test_PRES_3_nobody_has_to_claim_a_card() -> None:
    """p28: with two cards revealed and claimable the round goes on all the same."""
    state = position({}, {}, EndFrame(EndStage.CLAIMS), phase=Phase.END, revealed=2)
    assert codes(state, ClaimPrescience((1, 0, 0))) == []
    after = play(state, FinishClaims())
    assert (after.prescience, after.cards.claimed, after.cards.revealed) == ((0, 0, 0), 0, 2)


@pytest.mark.rule("WORM-5", "WORM-4")
def test_WORM_5_a_carryall_rescues_in_the_desert_hazards_only() -> None:
    """p30."""
    place, carryall = area("ne_5"), zone("az_ne")
    there = {"harvesters": (place,), "sandworms": (place,), "carryalls": (carryall,), "mode": Mode.SOLO}
    hazards = HazardsFrame(HazardStage.WORMS, (place, area("ne_1")), (place, area("ne_1")))
    state = position({}, {}, hazards, phase=Phase.HAZARDS, **there)
    saved = play(state, SettleWorm(place))
    assert (saved.harvesters, saved.carryalls) == ((place,), ())
    worm = {**there, "sandworms": (), "wormsigns": (place,)}
    entered = position({}, {}, *(*turn(HARKONNEN), WormsignFrame(place)), **worm)
    after = play(entered, TurnWormsign(place, Wormsign.SANDWORM))
    assert (after.harvesters, after.carryalls) == ((), (carryall,))


@pytest.mark.rule("ATOM-1", "WORM-7", "SETTLE-2")
def test_ATOM_1_a_worm_may_kill_the_legion_of_a_settlement_and_never_takes_it() -> None:
    """p31: after the detonation a worm reaches the plateau behind the wall."""
    basin, wall, worm = area("imperial_basin"), area("hole_in_the_rock"), area("cne_3")
    frames = turn(ATREIDES, OtherAction.DESERT_POWER, attack=True)
    state = position({"imperial_basin": Army(regular=1)}, {}, *frames, prescience=(8, 0, 0), mode=Mode.DUEL)
    state = replace(state, sandworms=(worm,))
    assert codes(state, WormAttack(worm, basin)) == [("WORM-7", "no_worm_target")]
    state = play(state, DetonateAtomics(wall))
    state = play(state, WormAttack(worm, basin), RollAttackDice((CombatFace.HIT,) * 4))
    state = play(state, TakeHits(HARKONNEN, ("regular",)))
    assert state.army(HARKONNEN, basin) is None
    assert state.settlements >> basin & 1
    assert state.prescience == (8, 0, 0)


@pytest.mark.rule("LEADER-4", "R-10")
def test_LEADER_4_without_hawat_his_scheming_brings_nobody() -> None:
    """p32: once he is out of the game the cards are not discarded for his successor."""
    state = position({}, {}, *harkonnen_card("hawats_scheming", Deck.HOUSE_HARKONNEN))
    state = replace(state.with_leader("thufir_hawat", standing=Standing.REMOVED), hawats_scheming_beside_board=True)
    after = play(state, CardFinished())
    assert after.leader("gaius_helen_mohiam").standing is Standing.OUT
    assert (after.reinforcements, after.cards.discards) == (state.reinforcements + 1, ())


@pytest.mark.rule("MOVE-4", "TOKEN-1", "VEH-2")
def test_MOVE_4_a_token_removes_a_harvester_facedown_and_the_harvester_is_there_again() -> None:
    """p33: no attack, so nothing is turned; what leaves the board is back in the supply."""
    state = position({}, {"ne_12": Army(tokens=1)}, *turn(ATREIDES, moves=1), harvesters=areas("ne_11"))
    command = move(ATREIDES, "ne_12", "ne_11", Army(tokens=1))
    assert vehicles_left(state, VehicleKind.HARVESTER) == 7
    after = play(state, command)
    assert army(after, ATREIDES, "ne_11") == Army(tokens=1)
    assert (after.harvesters, vehicles_left(after, VehicleKind.HARVESTER)) == ((), 8)
    assert "BattleBegan" not in [type(event).__name__ for event in events(state, command)]


@pytest.mark.rule("MAHDI-SETUP-1", "R-16", tries=True)
def test_MAHDI_SETUP_1_looking_at_a_sietch_turns_nothing_and_costs_nothing() -> None:
    """p37."""
    state = position({}, {}, *turn(ATREIDES, moves=1), sietches=(Sietch(area("windgap")),))
    after = play(state, EnterRank(area("windgap"), 2))
    assert after.sietch(area("windgap")) == Sietch(area("windgap"), 2, revealed=False)
    assert after.reinforcements == state.reinforcements


@pytest.mark.rule("MAHDI-CP-1")
def test_MAHDI_CP_1_the_rank_of_a_sietch_is_no_power() -> None:
    """p39: a rank 3 sietch with two regulars does not stop an attacker of fine power 4."""
    frame = BattleFrame(HARKONNEN, area("ne_14"), area("gara_kulon"), stage=BattleStage.CARDS)
    state = position({"ne_14": Army(regular=2)}, {"gara_kulon": Army(regular=2)}, frame)
    for rank in (1, 3):
        state = replace(state, sietches=(Sietch(area("gara_kulon"), rank, revealed=True),))
        assert not combat.mahdi_stops(state, frame)


@pytest.mark.rule("MAHDI-WORM-1", "MAHDI-BATTLE-3")
def test_MAHDI_WORM_1_no_retreat_from_a_battle_but_one_from_a_worm() -> None:
    """p41."""
    battle = BattleFrame(ATREIDES, area("ne_12"), area("ne_13"), stage=BattleStage.CONTINUE)
    legions = {"ne_13": Army(regular=1)}
    fought = position(legions, {"ne_12": Army(regular=2)}, *(*turn(ATREIDES), battle))
    fought = play(fought, ContinueAttack())
    assert isinstance(fought.frame, BattleFrame)
    assert fought.frame.stage is not BattleStage.RETREAT
    worm = position(legions, {}, *turn(HARKONNEN), WormsignFrame(area("ne_13")), wormsigns=areas("ne_13"))
    after = play(worm, TurnWormsign(area("ne_13"), Wormsign.SANDWORM))
    assert isinstance(after.frame, WormFrame)
    assert [area_id for area_id in AREA_NUMBER if not codes(after, Retreat(area(area_id)))] != []
    assert codes(after, DecideRetreat(False)) == [("BATTLE-8", "not_now")]
