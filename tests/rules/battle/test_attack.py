"""How an attack begins: which legion, which target, which way, in which action."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import NamedLeader, Result
from companion.rules.actions import OtherAction
from companion.rules.army import Army
from companion.rules.commands import Attack
from companion.rules.events import BattleBegan
from companion.rules.frames import ActionFrame, BattleStage, HazardsFrame, HazardStage, TurnFrame
from tests.rules.battle.table import (
    ATREIDES,
    HARKONNEN,
    area,
    areas,
    attack,
    codes,
    duel,
    events,
    fight,
    play,
    position,
    turn,
    unusual,
    zone,
)

LEGION = Army(regular=3)


def order(source: str, target: str, **how: Any) -> Attack:
    return Attack(HARKONNEN, area(source), area(target), **how)


@pytest.mark.rule("BATTLE-1")
def test_BATTLE_1_a_legion_attacks_an_enemy_legion_in_an_adjacent_area() -> None:
    state = duel({"ne_14": LEGION}, {"ne_12": Army(regular=2)}, *turn(HARKONNEN))
    after = attack(state, HARKONNEN, "ne_14", "ne_12")
    battle = fight(after)
    assert (battle.attacker, battle.attacker_area, battle.area) == (HARKONNEN, area("ne_14"), area("ne_12"))
    assert after.army(HARKONNEN, area("ne_14")) == LEGION
    assert events(state, order("ne_14", "ne_12"))[1] == BattleBegan(
        HARKONNEN, area("ne_14"), area("ne_12"), False, None
    )


@pytest.mark.rule("BATTLE-1", "ACT-STRATEGY")
def test_ACT_STRATEGY_an_attack_uses_up_the_action() -> None:
    state = duel({"ne_14": LEGION}, {"ne_12": Army(regular=2)}, *turn(HARKONNEN))
    after = attack(state, HARKONNEN, "ne_14", "ne_12")
    action = after.frames[-2]
    assert isinstance(action, ActionFrame)
    assert (action.moves, action.attack) == (0, False)


@pytest.mark.rule("BATTLE-1")
@pytest.mark.parametrize(
    "source, target, rule, code",
    [
        ("ne_1", "ne_12", "BATTLE-1", "no_legion_to_attack_with"),
        ("ne_13", "ne_12", "BATTLE-1", "no_legion_to_attack_with"),
        ("ne_14", "ne_15", "BATTLE-1", "nothing_to_attack"),
        ("ne_14", "tasmin_sink", "BATTLE-1", "not_adjacent"),
        ("ne_14", "arrakeen", "BATTLE-1", "nothing_to_attack"),
    ],
)
def test_BATTLE_1_other_attacks_are_refused(source: str, target: str, rule: str, code: str) -> None:
    state = duel({"ne_13": Army(generic=1), "ne_14": LEGION}, {"ne_12": Army(regular=2)}, *turn(HARKONNEN))
    assert codes(state, order(source, target)) == [(rule, code)]


@pytest.mark.rule("BATTLE-1", "SETTLE-2")
def test_BATTLE_1_an_enemy_settlement_without_a_legion_is_a_target() -> None:
    state = duel({}, {"cne_1": Army(regular=1)}, *turn(ATREIDES))
    after = attack(state, ATREIDES, "cne_1", "carthag")
    assert fight(after).stage is BattleStage.ADVANCE


@pytest.mark.rule("WORM-9")
def test_WORM_9_no_attack_on_an_area_with_a_worm() -> None:
    state = duel({"ne_14": LEGION}, {"ne_12": Army(regular=2)}, *turn(HARKONNEN), sandworms=areas("ne_12"))
    assert codes(state, order("ne_14", "ne_12")) == [("WORM-9", "worm_in_the_way")]
    wild = replace(state, sandworms=(), wild_maker=area("ne_12"))
    assert codes(wild, order("ne_14", "ne_12")) == [("WORM-9", "worm_in_the_way")]


@pytest.mark.rule("MOVE-6")
def test_MOVE_6_a_transport_carries_an_attack_and_leaves_the_board() -> None:
    target = "gara_kulon"
    state = duel({"ne_13": LEGION}, {target: Army(regular=2)}, *turn(HARKONNEN), ornithopters=(zone("az_ne"),))
    assert state.graph.distance[area("ne_13")][area(target)] == 2
    assert codes(state, order("ne_13", target)) == [("BATTLE-1", "not_adjacent")]
    after = play(state, order("ne_13", target, zone=zone("az_ne")))
    assert fight(after).zone == zone("az_ne")
    assert after.ornithopters == ()
    assert after.turn.ornithopter_used


@pytest.mark.rule("MOVE-6")
def test_MOVE_6_the_ornithopter_must_be_there_and_near() -> None:
    state = duel({"ne_13": LEGION}, {"gara_kulon": Army(regular=2)}, *turn(HARKONNEN))
    near, far = order("ne_13", "gara_kulon", zone=zone("az_ne")), order("ne_13", "gara_kulon", zone=zone("az_sw"))
    assert codes(state, near) == [("MOVE-6", "no_ornithopter_there")]
    assert codes(replace(state, ornithopters=(zone("az_sw"),)), far) == [("MOVE-6", "no_transport_there")]


@pytest.mark.rule("MOVE-5")
def test_MOVE_5_sandriding_carries_an_attack() -> None:
    state = duel(
        {"ne_11": LEGION}, {"ne_16": Army(regular=2)}, *turn(ATREIDES), wormsigns=areas("gara_kulon"), sietches=()
    )
    walk = Attack(ATREIDES, area("ne_16"), area("ne_11"))
    assert codes(state, walk) == [("BATTLE-1", "not_adjacent")]
    ride = replace(walk, sandriding=True)
    assert fight(play(state, ride)).attacker_area == area("ne_16")
    assert codes(replace(state, wormsigns=()), ride) == [("MOVE-5", "no_sandride_there")]


@pytest.mark.rule("MAHDI-MOVE-8", "R-12")
def test_R_12_the_solo_harkonnen_attack_across_impassable_borders() -> None:
    board = position().graph
    source, target = next(
        (a, b) for a in range(101) for b in range(101) if (board.all[a] & ~board.passable[a]) >> b & 1
    )
    for mode, expected in ((position, []), (duel, [("BATTLE-1", "not_adjacent")])):
        state = mode({}, {}, *turn(HARKONNEN), settlements=0, sietches=())
        state = state.with_army(HARKONNEN, source, LEGION).with_army(ATREIDES, target, Army(regular=1))
        assert codes(state, Attack(HARKONNEN, source, target)) == expected


@pytest.mark.rule("ACT-LEADERSHIP")
def test_ACT_LEADERSHIP_the_attack_is_by_surprise_and_needs_a_leader() -> None:
    frames = turn(HARKONNEN, Result.LEADERSHIP, surprise=True, leaders_only=True)
    state = duel({"ne_14": LEGION, "ne_15": Army(regular=1, generic=1)}, {"gara_kulon": Army(regular=2)}, *frames)
    assert fight(attack(state, HARKONNEN, "ne_15", "gara_kulon")).surprise
    without = order("ne_14", "gara_kulon")
    assert codes(state, without) == [("ACT-LEADERSHIP", "legion_without_leader")]
    assert unusual(state, without)
    assert codes(state, order("ne_1", "gara_kulon")) == [("BATTLE-1", "no_legion_to_attack_with")]


@pytest.mark.rule("ACT-STRATEGY", "ACT-3")
def test_ACT_3_an_attack_without_an_action_for_it_is_unusual_but_can_be_recorded() -> None:
    legions = ({"ne_14": LEGION}, {"ne_12": Army(regular=2)})
    command = order("ne_14", "ne_12")
    cases = {
        (): ("ACT-3", "no_action_in_progress"),
        (TurnFrame(HARKONNEN),): ("ACT-3", "no_action_in_progress"),
        turn(HARKONNEN, attack=False): ("ACT-STRATEGY", "action_without_attack"),
        turn(ATREIDES): ("ACT-STRATEGY", "action_without_attack"),
        turn(ATREIDES, OtherAction.DESERT_POWER): ("ACT-STRATEGY", "action_without_attack"),
    }
    for frames, reason in cases.items():
        state = duel(*legions, *frames)
        assert codes(state, command) == [reason]
        assert fight(play(state, command, anyway=True)).area == area("ne_12")


@pytest.mark.rule("LEADER-2")
def test_LEADER_2_a_special_action_names_the_legion_that_may_attack() -> None:
    frames = turn(HARKONNEN, NamedLeader.FEYD_RAUTHA, only=area("ne_15"))
    state = duel({"ne_14": LEGION}, {"ne_12": Army(regular=2)}, *frames)
    assert codes(state, order("ne_14", "ne_12")) == [("LEADER-2", "other_legion_than_named")]


def test_no_attack_while_something_else_has_to_be_settled() -> None:
    hazards = HazardsFrame(HazardStage.WORMSIGNS)
    state = duel({"ne_14": LEGION}, {"ne_12": Army(regular=2)}, hazards)
    assert codes(state, order("ne_14", "ne_12")) == [("BATTLE-1", "not_now")]
