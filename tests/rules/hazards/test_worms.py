"""Worms that appeared: rescue, retreat, attack; and worm attacks by Desert Power."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import CombatFace, Phase, Result, VehicleKind, Wormsign
from companion.rules.actions import OtherAction
from companion.rules.army import Army
from companion.rules.ask.desert import worm_prey
from companion.rules.commands import (
    BeginHazards,
    CorrectBoard,
    DecideRetreat,
    Retreat,
    RevealTokens,
    RollAttackDice,
    SaveHarvester,
    SettleWorm,
    TakeHits,
    TurnWormsign,
    WormAttack,
)
from companion.rules.events import DiceRolled, HitsTaken, SandwormRemoved, VehicleRemoved
from companion.rules.frames import (
    ActionFrame,
    Cause,
    GarrisonFrame,
    HazardsFrame,
    HazardStage,
    HitsFrame,
    RevealTokensFrame,
    RollFrame,
    TurnFrame,
    WormFrame,
)
from companion.rules.handlers.common import open_ended
from companion.rules.state import Mode, State
from tests.rules.battle.table import (
    ATREIDES,
    HARKONNEN,
    Legions,
    area,
    areas,
    army,
    codes,
    events,
    play,
    position,
    turn,
    unusual,
    zone,
)

HIT, SHIELD, SPECIAL = CombatFace.HIT, CombatFace.SHIELD, CombatFace.SPECIAL
MINE = TurnFrame(ATREIDES)
ALL_AROUND_NE_13 = ("ne_9", "ne_10", "ne_12", "ne_14")


def worms(harkonnen: Legions, *where: str, **changes: Any) -> State:
    """The stage of the hazards in which worms in these areas are settled."""
    frame = HazardsFrame(HazardStage.WORMS, areas(*where), areas(*where))
    built = {"phase": Phase.HAZARDS, "sandworms": areas(*where), **changes}
    return position(harkonnen, None, frame, **built)


def settle(state: State, where: str) -> State:
    return play(state, SettleWorm(area(where)))


def dice(*faces: CombatFace) -> RollAttackDice:
    return RollAttackDice(faces)


@pytest.mark.rule("WORM-4")
def test_WORM_4_worms_are_settled_area_by_area_in_the_players_order() -> None:
    state = worms({"ne_13": Army(regular=1), "se_7": Army(regular=1)}, "ne_13", "se_7")
    assert codes(state, SettleWorm(area("ne_2"))) == [("WORM-4", "no_worm_to_settle")]
    state = settle(state, "se_7")
    assert state.frame == WormFrame(area("se_7"), rescue=True)
    assert codes(state, SettleWorm(area("ne_13"))) == [("WORM-4", "not_now")]
    state = play(state, Retreat(area("se_8")))
    assert state.frame == WormFrame(area("ne_13"), rescue=True)


@pytest.mark.rule("WORM-4")
def test_WORM_4_a_worm_with_nobody_above_it_needs_nothing() -> None:
    state = position(None, None, HazardsFrame(HazardStage.WORMSIGNS), phase=Phase.HAZARDS, wormsigns=areas("ne_13"))
    state = play(state, BeginHazards(), TurnWormsign(area("ne_13"), Wormsign.SANDWORM))
    assert state.sandworms == areas("ne_13")
    assert not any(isinstance(frame, HazardsFrame) for frame in state.frames)


@pytest.mark.rule("WORM-4", "BATTLE-9", "MAHDI-WORM-1")
def test_MAHDI_WORM_1_the_legion_must_retreat_to_a_free_area_without_wormsign() -> None:
    state = worms({"ne_13": Army(regular=2, generic=1), "se_7": Army(regular=1)}, "ne_13", "se_7")
    state = settle(replace(state, wormsigns=areas("ne_14")), "ne_13")
    assert codes(state, DecideRetreat(False)) == [("BATTLE-8", "not_now")]
    assert codes(state, Retreat(area("ne_14"))) == [("BATTLE-9", "no_retreat_there")]
    assert codes(state, Retreat(area("ne_2"))) == [("BATTLE-9", "no_retreat_there")]
    state = play(state, Retreat(area("ne_12")))
    assert army(state, HARKONNEN, "ne_12") == Army(regular=2, generic=1)
    assert state.sandworms == areas("ne_13", "se_7")


@pytest.mark.rule("WORM-4", "MAHDI-WORM-1")
def test_WORM_4_the_only_retreat_is_taken_without_a_question() -> None:
    state = worms({"ne_13": Army(regular=2), "se_7": Army(regular=1)}, "ne_13", "se_7")
    state = settle(replace(state, wormsigns=areas("ne_9", "ne_10", "ne_14")), "ne_13")
    assert army(state, HARKONNEN, "ne_12") == Army(regular=2)
    assert state.frame == WormFrame(area("se_7"), rescue=True), "the next worm is settled"


def trapped(legion: Army, **changes: Any) -> State:
    """A legion in the deep desert ne_13 that has nowhere to go, with the worm's attack to be rolled."""
    built = {"wormsigns": areas(*ALL_AROUND_NE_13), **changes}
    return settle(worms({"ne_13": legion, "se_7": Army(regular=1)}, "ne_13", "se_7", **built), "ne_13")


@pytest.mark.rule("WORM-4", "WORM-8")
def test_WORM_4_without_a_retreat_the_worm_attacks_and_is_removed_afterwards() -> None:
    state = trapped(Army(regular=4))
    assert state.frame == RollFrame(Cause.WORM, HARKONNEN, area("ne_13"), 4, (1, 0, 2), remove_worm=True)
    assert codes(state, dice(HIT)) == [("WORM-8", "wrong_number_of_dice")]
    found = events(state, dice(HIT, SHIELD, SHIELD, SPECIAL))
    assert DiceRolled(Cause.WORM, HARKONNEN, area("ne_13"), (1, 2, 1)) in found
    assert SandwormRemoved(area("ne_13"), Cause.WORM) in found
    state = play(state, dice(HIT, SHIELD, SHIELD, SPECIAL))
    assert state.frame == HitsFrame(Cause.WORM, HARKONNEN, area("ne_13"), 3)
    command = TakeHits(HARKONNEN, ("regular",) * 3)
    assert HitsTaken(HARKONNEN, area("ne_13"), ("regular",) * 3, Cause.WORM) in events(state, command)
    state = play(state, command)
    assert army(state, HARKONNEN, "ne_13") == Army(regular=1)
    assert state.sandworms == areas("se_7")
    assert state.frame == WormFrame(area("se_7"), rescue=True)


@pytest.mark.rule("WORM-8", "MAHDI-BATTLE-2", "R-27")
def test_R_27_worm_hits_are_taken_in_the_mahdi_order() -> None:
    state = play(trapped(Army(regular=2, elite=1, generic=1)), dice(HIT, SHIELD, SHIELD, SHIELD))
    assert unusual(state, TakeHits(HARKONNEN, ("regular",)))
    assert codes(state, TakeHits(HARKONNEN, ("elite",))) == []
    assert codes(state, TakeHits(HARKONNEN, ("elite", "regular"))) == [("BATTLE-7", "too_many_casualties")]


@pytest.mark.rule("WORM-8")
def test_WORM_8_without_a_hit_the_worm_goes_all_the_same() -> None:
    state = play(trapped(Army(regular=1)), dice(SHIELD, SHIELD, SHIELD, SHIELD))
    assert state.sandworms == areas("se_7")
    assert army(state, HARKONNEN, "ne_13") == Army(regular=1)


@pytest.mark.rule("WORM-4")
def test_WORM_4_a_worm_that_a_correction_took_away_before_it_rolled_is_not_taken_away_again() -> None:
    state = trapped(Army(regular=4))
    state = play(state, CorrectBoard(replace(state, sandworms=areas("se_7"))))
    found = events(state, dice(HIT, SHIELD, SHIELD, SHIELD))
    assert not any(isinstance(event, SandwormRemoved) for event in found)
    assert play(state, dice(HIT, SHIELD, SHIELD, SHIELD)).sandworms == areas("se_7")


@pytest.mark.rule("WORM-8", "WILD-1")
def test_WILD_1_the_wild_maker_rolls_6_dice_and_is_removed_too() -> None:
    state = trapped(Army(regular=2), sandworms=areas("se_7"), wild_maker=area("ne_13"))
    assert isinstance(state.frame, RollFrame)
    assert state.frame.dice == 6
    assert play(state, dice(*[SHIELD] * 6)).wild_maker is None


@pytest.mark.rule("MAHDI-TOKEN-1", "WORM-8")
def test_MAHDI_TOKEN_1_tokens_are_turned_before_the_worm_rolls() -> None:
    state = trapped(Army(tokens=2), black_tokens=5, silver_tokens=5)
    assert state.frame == RevealTokensFrame(HARKONNEN, area("ne_13"), Cause.WORM)
    assert codes(state, dice(*[HIT] * 4)) == [("WORM-8", "not_now")]
    state = play(state, RevealTokens(HARKONNEN, area("ne_13"), 2, Army(regular=3, elite=1)))
    assert isinstance(state.frame, RollFrame)
    assert army(state, HARKONNEN, "ne_13") == Army(regular=3, elite=1)


@pytest.mark.rule("WORM-4")
def test_WORM_4_a_harvester_alone_is_removed_when_no_carryall_can_save_it() -> None:
    state = worms({}, "ne_13", "se_2", harvesters=areas("ne_13", "se_2"), carryalls=(zone("az_sw"),))
    assert VehicleRemoved(VehicleKind.HARVESTER, area("ne_13"), Cause.WORM) in events(state, SettleWorm(area("ne_13")))
    assert play(state, SettleWorm(area("ne_13"))).harvesters == ()


@pytest.mark.rule("WORM-4")
def test_WORM_4_a_carryall_of_a_connected_zone_saves_it() -> None:
    saved = worms({}, "ne_13", harvesters=areas("ne_13"), carryalls=(zone("az_ne"), zone("az_north")))
    saved = replace(saved, mode=Mode.DUEL)
    state = play(replace(saved, frames=(WormFrame(area("ne_13"), rescue=True),)), SaveHarvester(zone("az_ne")))
    assert (state.harvesters, state.carryalls) == (areas("ne_13"), (zone("az_north"),))
    assert state.sandworms == areas("ne_13")


@pytest.mark.rule("WORM-4")
def test_WORM_4_two_players_are_asked_and_may_let_it_go() -> None:
    frame = WormFrame(area("ne_13"), rescue=True)
    built = {"mode": Mode.DUEL, "harvesters": areas("ne_13"), "sandworms": areas("ne_13")}
    state = position(None, None, MINE, frame, **built, carryalls=(zone("az_ne"), zone("az_sw")))
    assert codes(state, SaveHarvester(zone("az_sw"))) == [("WORM-4", "no_carryall_there")]
    assert codes(state, SaveHarvester(None)) == []
    after = play(state, SaveHarvester(None))
    assert (after.harvesters, after.carryalls) == ((), (zone("az_ne"), zone("az_sw")))
    assert after.frames == (MINE,)


@pytest.mark.rule("WORM-4")
def test_WORM_4_the_harvester_beside_a_legion_that_retreated_goes() -> None:
    state = worms({"ne_13": Army(regular=1)}, "ne_13", "se_2", harvesters=areas("ne_13", "se_2"))
    state = settle(state, "ne_13")
    assert codes(state, SaveHarvester(None)) == [("WORM-4", "not_now")]
    found = events(state, Retreat(area("ne_12")))
    assert VehicleRemoved(VehicleKind.HARVESTER, area("ne_13"), Cause.WORM) in found


@pytest.mark.rule("WORM-4", "WORM-8")
def test_WORM_4_the_harvester_stays_beside_a_legion_that_survives_and_goes_with_one_destroyed() -> None:
    state = play(trapped(Army(regular=2), harvesters=areas("ne_13")), dice(HIT, SHIELD, SHIELD, SHIELD))
    assert play(state, TakeHits(HARKONNEN, ("regular",))).harvesters == areas("ne_13")
    state = play(trapped(Army(regular=1), harvesters=areas("ne_13")), dice(HIT, SHIELD, SHIELD, SHIELD))
    assert play(state, TakeHits(HARKONNEN, ("regular",))).harvesters == ()


@pytest.mark.rule("WORM-4")
def test_WORM_4_a_carryall_saves_the_harvester_of_a_destroyed_legion() -> None:
    state = trapped(Army(regular=1), harvesters=areas("ne_13"), carryalls=(zone("az_ne"),))
    state = play(state, dice(HIT, SHIELD, SHIELD, SHIELD), TakeHits(HARKONNEN, ("regular",)))
    assert (state.harvesters, state.carryalls) == (areas("ne_13"), ())


@pytest.mark.rule("MAHDI-SPICE-1", "WORM-4")
def test_MAHDI_SPICE_1_carryalls_save_deep_desert_harvesters_first() -> None:
    built = {"harvesters": areas("ne_12", "ne_13"), "carryalls": (zone("az_ne"),)}
    state = worms({}, "ne_12", "ne_13", **built)
    first_plain = settle(state, "ne_12")
    assert (first_plain.harvesters, first_plain.carryalls) == (areas("ne_13"), ())
    first_deep = settle(state, "ne_13")
    assert (first_deep.harvesters, first_deep.carryalls) == (areas("ne_13"), ())


@pytest.mark.rule("MAHDI-SPICE-1", "MAHDI-0")
def test_MAHDI_SPICE_1_the_player_chooses_among_carryalls_that_are_equal() -> None:
    state = worms({}, "cne_3", "nw_2", harvesters=areas("cne_3"), carryalls=(zone("az_ne"), zone("az_north")))
    state = settle(state, "cne_3")
    assert isinstance(state.frame, WormFrame)
    assert unusual(state, SaveHarvester(None))
    assert codes(state, SaveHarvester(None)) == [("MAHDI-SPICE-1", "mahdi_carryall")]
    assert play(state, SaveHarvester(zone("az_north"))).carryalls == (zone("az_ne"),)


@pytest.mark.rule("WORM-5")
def test_WORM_5_no_rescue_in_action_resolution() -> None:
    frame = WormFrame(area("ne_13"), rescue=False)
    built: dict[str, Any] = {"harvesters": areas("ne_13"), "sandworms": areas("ne_13"), "carryalls": (zone("az_ne"),)}
    state = position({"ne_13": Army(regular=1)}, None, MINE, frame, **built)
    state = play(state, Retreat(area("ne_12")))
    assert (state.harvesters, state.carryalls, state.frames) == ((), (zone("az_ne"),), (MINE,))
    alone = position(None, None, MINE, frame, **built)
    assert codes(alone, SaveHarvester(zone("az_ne"))) == [("WORM-4", "no_carryall_there")]
    assert codes(alone, SaveHarvester(None)) == []


@pytest.mark.rule("WORM-4")
def test_WORM_4_where_no_harvester_is_none_is_saved_or_lost() -> None:
    state = position(None, None, MINE, WormFrame(area("ne_13"), rescue=True), carryalls=(zone("az_ne"),))
    for choice in (zone("az_ne"), None):
        assert codes(state, SaveHarvester(choice)) == [("WORM-4", "not_now")]


@pytest.mark.rule("MAHDI-TOKEN-1", "WORM-4")
def test_MAHDI_TOKEN_1_a_worm_retreat_out_of_a_settlement_would_leave_tokens() -> None:
    frame = WormFrame(area("north_pole"), rescue=True)
    state = position({"north_pole": Army(regular=1)}, None, frame, sandworms=areas("north_pole"))
    state = play(state, Retreat(area("cne_3")))
    assert army(state, HARKONNEN, "north_pole") == Army(tokens=2)
    assert not any(isinstance(step, GarrisonFrame) for step in state.frames)


def desert_power(harkonnen: Legions, **changes: Any) -> State:
    return position(harkonnen, None, *turn(ATREIDES, OtherAction.DESERT_POWER, moves=0), **changes)


@pytest.mark.rule("WORM-7", "ACT-DESERT")
def test_WORM_7_a_worm_attacks_a_legion_and_its_figure_is_removed() -> None:
    state = desert_power({"pasty_mesa": Army(regular=3)}, sandworms=areas("ne_2"))
    command = WormAttack(area("ne_2"), area("pasty_mesa"))
    assert codes(state, command) == [("WORM-7", "no_worm_target")]
    state = replace(state, sandworms=areas("se_1"))
    command = WormAttack(area("se_1"), area("pasty_mesa"))
    assert SandwormRemoved(area("se_1"), Cause.WORM) in events(state, command)
    state = play(state, command)
    assert state.frame == RollFrame(Cause.WORM, HARKONNEN, area("pasty_mesa"), 4, (1, 0, 0))
    action = state.frames[-2]
    assert isinstance(action, ActionFrame)
    assert not action.attack
    state = play(state, dice(HIT, SHIELD, SPECIAL, SPECIAL))
    assert state.frame == HitsFrame(Cause.WORM, HARKONNEN, area("pasty_mesa"), 1)


@pytest.mark.rule("WORM-7")
def test_WORM_7_up_to_2_areas_the_first_of_them_desert_never_a_mountain() -> None:
    legions = {name: Army(regular=1) for name in ("ne_14", "ne_15", "cne_9", "shield_wall_east", "ne_12", "pasty_mesa")}
    state = desert_power(legions, sandworms=areas("gara_kulon"), sietches=())
    reached = [number for number in range(101) if worm_prey(state, area("gara_kulon")) >> number & 1]
    assert reached == sorted(areas("ne_14", "ne_15", "cne_9", "ne_12", "pasty_mesa"))
    behind_the_plateau = desert_power({"cne_8": Army(regular=1)}, sandworms=areas("gara_kulon"), sietches=())
    assert worm_prey(behind_the_plateau, area("gara_kulon")) == 0


@pytest.mark.rule("R-38", "WORM-7", tries=True)
def test_R_38_worm_attacks_do_not_cross_impassable_borders() -> None:
    board = position().graph
    for first in range(101):
        for second in range(101):
            blocked = (board.all[first] & ~board.passable[first]) >> second & 1
            around = board.passable[first] & board.passable[second]
            if blocked and not around:
                state = position(None, None).with_army(HARKONNEN, second, Army(regular=1))
                assert not worm_prey(state, first) >> second & 1


@pytest.mark.rule("WORM-7")
def test_WORM_7_a_harvester_alone_is_just_removed() -> None:
    state = desert_power({}, sandworms=areas("ne_2"), harvesters=areas("ne_6"), carryalls=(zone("az_ne"),))
    state = play(state, WormAttack(area("ne_2"), area("ne_6")))
    assert (state.harvesters, state.sandworms, state.carryalls) == ((), (), (zone("az_ne"),))
    assert not any(isinstance(frame, RollFrame) for frame in state.frames)


@pytest.mark.rule("WORM-8", "WORM-7", tries=True)
@pytest.mark.parametrize("units, harvesters", [(1, ()), (2, areas("ne_6"))])
def test_WORM_8_if_all_units_die_the_harvester_goes_too(units: int, harvesters: tuple[int, ...]) -> None:
    state = desert_power({"ne_6": Army(regular=units)}, sandworms=areas("ne_2"), harvesters=areas("ne_6"))
    state = play(state, WormAttack(area("ne_2"), area("ne_6")), dice(HIT, SHIELD, SHIELD, SHIELD))
    assert play(state, TakeHits(HARKONNEN, ("regular",))).harvesters == harvesters


@pytest.mark.rule("WORM-7", "WILD-1")
def test_WORM_7_the_wild_maker_attacks_with_6_dice() -> None:
    state = desert_power({"ne_6": Army(regular=1)}, wild_maker=area("ne_2"))
    state = play(state, WormAttack(area("ne_2"), area("ne_6")))
    assert state.wild_maker is None
    assert state.frame == RollFrame(Cause.WORM, HARKONNEN, area("ne_6"), 6, (1, 0, 1))


@pytest.mark.rule("WORM-7", "ACT-DESERT")
def test_WORM_7_only_a_worm_attacks_and_only_with_desert_power() -> None:
    state = desert_power({"ne_6": Army(regular=1)}, sandworms=areas("ne_2"))
    assert codes(state, WormAttack(area("ne_9"), area("ne_6"))) == [("WORM-7", "no_worm_there")]
    command = WormAttack(area("ne_2"), area("ne_6"))
    strategy = replace(state, frames=turn(ATREIDES, Result.STRATEGY))
    assert codes(strategy, command) == [("ACT-DESERT", "action_without_worm_attack")]
    assert unusual(strategy, command)
    by_a_card = replace(state, frames=(MINE, open_ended(OtherAction.CARD)))
    assert codes(by_a_card, command) == [], "what such a card allows its owner knows"
    assert codes(replace(state, frames=()), command) == [("ACT-3", "no_action_in_progress")]
    waiting = replace(state, frames=(HazardsFrame(HazardStage.WORMSIGNS),))
    assert codes(waiting, command) == [("WORM-7", "not_now")]
