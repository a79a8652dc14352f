"""What the Atreides could do: the plans of one decision at small positions, in order of promise."""

from random import Random
from typing import Any

import pytest

from companion.content.terms import Deck, Result
from companion.frozen import replace
from companion.rules import commands as c
from companion.rules import execute
from companion.rules.actions import OtherAction
from companion.rules.army import Army
from companion.rules.commands import Command
from companion.rules.frames import (
    ActionFrame,
    AtreidesCardFrame,
    BattleFrame,
    BattleStage,
    EndFrame,
    EndStage,
    Roll,
    Side,
    TurnFrame,
    WormFrame,
)
from companion.rules.state import ATREIDES, ATREIDES_DICE, HARKONNEN, State
from solo_bot.planner.plans import MOST_COMMANDS, Plan, plans
from solo_bot.planner.player import Planner
from solo_bot.planner.sight import Sight
from solo_bot.simulation.temper import SCRIPT
from solo_bot.simulation.truth import Truth
from tests.solo_bot.planner.small import AREA, DEPLOYMENT, HOUSE, MENTAT, STRATEGY, world
from tests.solo_bot.small import a, h

Short = list[tuple[float, tuple[str, ...]]]


def turn(*results: Result, spent: bool = True, **more: Any) -> tuple[State, Truth]:
    """A turn of the Atreides with these dice; two legions, in a sietch and beside a station, nobody near.

    ``spent``: Desert Power was used in this round, so that only dice count.
    """
    legions = (a("windgap", regular=3), a("csw_1", regular=1), h("arsunt", regular=1))
    state, truth = world(*legions, stations=["cnw_4"], **more)
    state = replace(state, atreides_results=results, atreides_unused=len(results))
    return (replace(state, harkonnen_unused=0) if spent else state), truth


def short(found: list[Plan]) -> Short:
    """Plans as their worth and the kinds of their commands."""
    return [(plan.worth, tuple(type(command).__name__ for command in plan.commands)) for plan in found]


def spends(found: list[Plan]) -> list[tuple[Result, Result, float]]:
    """Which dice are spent for which actions, at what worth."""
    firsts = [(plan.commands[0], plan.worth) for plan in found]
    return [(one.die, Result(one.action), worth) for one, worth in firsts if isinstance(one, c.SpendDie)]


def test_each_die_is_spent_for_its_action_and_moves_promise_most() -> None:
    found = spends(plans(*turn(STRATEGY, MENTAT, DEPLOYMENT)))
    best = {action: max(worth for _, one, worth in found if one is action) for _, action, _ in found}
    assert best == {STRATEGY: 1.5, MENTAT: 1.0, DEPLOYMENT: 1.0}
    assert all(die is action for die, action, _ in found)


def test_a_House_die_does_what_no_other_die_shows_and_is_rather_kept() -> None:
    found = spends(plans(*turn(HOUSE, MENTAT)))
    assert {(die, action) for die, action, _ in found} == {(MENTAT, MENTAT), (HOUSE, STRATEGY), (HOUSE, DEPLOYMENT)}
    assert max(worth for die, _, worth in found if die is HOUSE) == 1.2
    assert next(worth for die, action, worth in found if action is DEPLOYMENT) == 0.7


def test_the_most_promising_come_first_and_each_way_is_another_first_step() -> None:
    found = plans(*turn(STRATEGY))
    assert [plan.worth for plan in found] == sorted((plan.worth for plan in found), reverse=True)
    firsts = [plan.commands[1] for plan in found if isinstance(plan.commands[0], c.SpendDie)]
    assert len(firsts) == len(set(firsts)) > 1
    moves = [one for one in firsts if isinstance(one, c.MoveLegion)]
    assert (AREA["csw_1"], AREA["cnw_4"]) in [(one.source, one.target) for one in moves], "the station"


def test_an_action_with_nothing_left_to_do_is_not_finished_by_a_plan() -> None:
    """One of two moves is worth making; what comes after it is decided then."""
    state, truth = world(a("csw_1", regular=1), stations=[], settlements=[], harvesters=["cnw_4"])
    state = replace(state, atreides_results=(STRATEGY,), atreides_unused=1, harkonnen_unused=0)
    move = c.MoveLegion(ATREIDES, AREA["csw_1"], AREA["cnw_4"], Army(regular=1))
    assert [plan.commands for plan in plans(state, truth)] == [(c.SpendDie(STRATEGY, STRATEGY), move)]


def test_what_a_player_sees_are_the_cards_that_somebody_named() -> None:
    state, _ = world()
    named = replace(state, cards=replace(state.cards, open=("dew_collectors", "nobody_knows")))
    assert Sight.of(named).open_cards == ("dew_collectors",)


def test_the_same_moves_in_another_order_are_one_plan() -> None:
    state, truth = world(a("csw_1", regular=1), a("nw_7", regular=1), stations=[], harvesters=["cnw_4", "nw_4"])
    state = replace(state, atreides_results=(STRATEGY,), atreides_unused=1, harkonnen_unused=0)
    found = plans(state, truth)
    both = [plan for plan in found if sum(isinstance(one, c.MoveLegion) for one in plan.commands) == 2]
    assert len({frozenset(plan.commands) for plan in found}) == len(found)
    ends = [{one.target for one in plan.commands if isinstance(one, c.MoveLegion)} for plan in both]
    assert ends.count({AREA["cnw_4"], AREA["nw_4"]}) == 1, "either may be moved first"


def test_the_position_after_a_plan_is_what_the_rules_make_of_its_commands() -> None:
    state, truth = turn(STRATEGY, MENTAT, spent=False)
    for plan in plans(state, truth):
        after = state
        for command in plan.commands:
            after, _ = execute(after, command)
        assert after == plan.after


def test_Desert_Power_is_a_plan_while_it_is_open() -> None:
    found = plans(*turn(MENTAT, spent=False))
    assert short(found) == [
        (1.0, ("SpendDie", "DrawCards")),
        (1.0, ("UseDesertPower", "PlaceWormsign", "PlaceWormsign")),
    ]
    assert short(plans(*turn(MENTAT))) == [(1.0, ("SpendDie", "DrawCards"))]


def test_a_worm_in_reach_of_two_legions_may_attack_either() -> None:
    state, truth = world(h("ne_4", regular=2), h("ne_3", regular=1), sandworms=["ne_1"], harkonnen={})
    state = replace(state, atreides_results=(MENTAT,), atreides_unused=1)
    found = [plan for plan in plans(state, truth) if plan.commands[0] == c.UseDesertPower("attack")]
    assert [(plan.worth, plan.commands[1]) for plan in found] == [
        (1.0, c.WormAttack(AREA["ne_1"], AREA["ne_4"])),
        (0.0, c.WormAttack(AREA["ne_1"], AREA["ne_3"])),
    ]


def test_cards_are_drawn_from_the_decks_that_are_fuller() -> None:
    found = plans(*turn(MENTAT))
    (_, drawn), *none = (plan.commands for plan in found)
    assert drawn == c.DrawCards((Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY))
    assert none == []


@pytest.mark.parametrize(
    "frame", [TurnFrame(HARKONNEN), TurnFrame(ATREIDES, acted=True), ActionFrame(HARKONNEN, Result.STRATEGY, moves=2)]
)
def test_there_is_no_plan_where_nothing_is_theirs_to_decide(frame: Any) -> None:
    state, truth = turn(STRATEGY, MENTAT, spent=False)
    assert plans(replace(state, frames=(frame,)), truth) == []


def under_way(frame: ActionFrame, *legions: Any, **more: Any) -> list[Plan]:
    """The plans in the midst of an action."""
    state, truth = world(*legions, **more)
    return plans(replace(state, frames=(TurnFrame(ATREIDES, acted=True), frame)), truth)


def test_an_action_goes_on_one_way_or_another_or_is_over() -> None:
    legions = (a("windgap", regular=3), a("csw_1", regular=1))
    found = under_way(ActionFrame(ATREIDES, Result.STRATEGY, moves=1), *legions, stations=["cnw_4"])
    *ways, last = found
    assert [plan.worth for plan in ways] == [-number for number in range(len(ways))]
    assert ways[0].commands == (c.MoveLegion(ATREIDES, AREA["csw_1"], AREA["cnw_4"], Army(regular=1)),)
    assert (last.worth, last.commands) == (-8, (c.FinishAction(),))


def test_an_attack_comes_before_the_moves_where_one_is_open() -> None:
    legions = (a("csw_1", regular=5, generic=1), h("csw_2", regular=1))
    open_one = under_way(ActionFrame(ATREIDES, Result.STRATEGY, moves=2, attack=True), *legions)
    assert open_one[0].commands == (c.Attack(ATREIDES, AREA["csw_1"], AREA["csw_2"]),)
    closed = under_way(ActionFrame(ATREIDES, Result.STRATEGY, moves=2), *legions)
    assert not any(isinstance(command, c.Attack) for plan in closed for command in plan.commands)


def test_with_Leadership_only_legions_with_a_leader_go() -> None:
    legions = (a("csw_1", regular=2), a("nw_7", regular=2, generic=1))
    more: dict[str, Any] = {"stations": ["cnw_4"], "harvesters": ["nw_4"]}
    frame = ActionFrame(ATREIDES, Result.LEADERSHIP, moves=1, leaders_only=True)
    sources = {plan.commands[0].source for plan in under_way(frame, *legions, **more)[:-1]}  # type: ignore[union-attr]
    assert sources == {AREA["nw_7"]}


def test_an_action_of_many_moves_is_not_planned_to_its_end() -> None:
    places = ("ne_2", "ne_6", "ne_8", "ne_11", "ne_14", "ne_15", "se_2", "se_7", "sw_5", "nw_5")
    beside = ("ne_4", "ne_5", "ne_9", "ne_7", "ne_12", "ne_16", "se_1", "se_6", "sw_3", "nw_6")
    frame = ActionFrame(ATREIDES, Result.STRATEGY, moves=10)
    found = under_way(frame, *(a(place, regular=1) for place in places), harvesters=list(beside), stations=[])
    assert max(len(plan.commands) for plan in found) == 1 + MOST_COMMANDS


def test_wormsigns_and_tokens_are_placed_until_there_are_no_more_to_place() -> None:
    signs = under_way(ActionFrame(ATREIDES, OtherAction.DESERT_POWER, placements=2), a("windgap", regular=1))
    assert short(signs) == [(0, ("PlaceWormsign", "PlaceWormsign")), (-8, ("FinishAction",))]
    ranks = {"windgap": 2, "hobars_gap": 1, "tasmin_sink": 3, "gara_kulon": 1}
    tokens = under_way(ActionFrame(ATREIDES, Result.DEPLOYMENT, placements=1), a("windgap", regular=1), ranks=ranks)
    assert [kinds for _, kinds in short(tokens)] == [("DeployToken",)] * 3 + [("FinishAction",)]


# The planner as a player.


def test_a_planner_that_looks_ahead_does_first_what_costs_no_action() -> None:
    state, truth = turn(STRATEGY, MENTAT, HOUSE, spent=False, atreides={"bene_gesserit": 1})
    state = replace(state, atreides_unused=ATREIDES_DICE, harkonnen_spent=())
    planner = Planner(1, most=2, worlds=1, temper=SCRIPT)
    assert isinstance(next(planner(state, truth)), c.UseBeneGesserit)
    after = replace(state, bene_gesserit=(0, 0))
    chosen = next(planner(after, truth))
    best = plans(*Sight.in_simulation(after, truth).world(Random("1 2")))[:2]
    assert chosen in [plan.commands[0] for plan in best]
    acted = replace(after, frames=(TurnFrame(ATREIDES, acted=True),))
    assert next(Planner(1, worlds=1, temper=SCRIPT)(acted, truth)) == c.EndTurn()


def test_the_one_plan_there_is_is_taken_untried() -> None:
    state, truth = turn(MENTAT)
    planner = Planner(1, worlds=1, temper=SCRIPT)
    assert next(planner(state, truth)) == c.SpendDie(MENTAT, MENTAT)


# In a battle.


def battle(stage: BattleStage, attacker: Any = ATREIDES, hits: int | None = 0) -> tuple[State, Truth]:
    side = Side(0, Roll(1), (), hits)
    places = (AREA["csw_1"], AREA["csw_2"]) if attacker is ATREIDES else (AREA["csw_2"], AREA["csw_1"])
    frame = BattleFrame(attacker, *places, stage=stage, sides=(side, side))
    return world(a("csw_1", regular=4, elite=1), h("csw_2", regular=2), frame=frame)


def given(found: list[Plan]) -> list[tuple[Command, ...]]:
    return [plan.commands for plan in found]


def test_BATTLE_8_whether_to_go_on_is_asked_of_the_attacker_what_the_script_would_do_first() -> None:
    found = plans(*battle(BattleStage.CONTINUE))
    assert given(found) == [(c.ContinueAttack(),), (c.CeaseAttack(),)]
    assert [plan.worth for plan in found] == [0, -1]


def test_BATTLE_9_whether_to_retreat_is_asked_of_the_defender() -> None:
    assert sorted(map(str, given(plans(*battle(BattleStage.RETREAT, HARKONNEN))))) == sorted(
        map(str, [(c.DecideRetreat(False),), (c.DecideRetreat(True),)])
    )
    assert plans(*battle(BattleStage.RETREAT)) == []


def test_BATTLE_7_hits_are_taken_in_every_way() -> None:
    state, truth = battle(BattleStage.CASUALTIES, hits=1)
    found = [one for (one,) in given(plans(state, truth))]
    assert {one.removed for one in found if isinstance(one, c.TakeHits)} == {("elite",), ("regular",)}


def test_BATTLE_9_where_a_legion_retreats_to_is_any_place_that_the_rules_allow() -> None:
    found = [one for (one,) in given(plans(*battle(BattleStage.DESTINATION)))]
    assert {one.target for one in found if isinstance(one, c.Retreat)} == {
        AREA[area] for area in ("csw_3", "false_wall_west", "wind_pass")
    }


# Elsewhere.


def test_a_card_that_the_board_meets_may_be_claimed_and_the_rest_left() -> None:
    frame = EndFrame(EndStage.CLAIMS)
    legions = [a(area, regular=1) for area in ("pasty_mesa", "se_5", "cne_9")]
    found = plans(*world(*legions, frame=frame, revealed=("dew_collectors", "stunted_worms")))
    assert given(found) == [(c.ClaimPrescience((0, 2, 0), card="dew_collectors"),), (c.FinishClaims(),)]
    assert [plan.worth for plan in found] == [0, -1]


def test_what_tokens_show_is_not_foreseen() -> None:
    frame = EndFrame(EndStage.CLAIMS)
    paul = a("windgap", tokens=2, named=["paul_atreides"])
    (first, *_), *_ = given(plans(*world(paul, frame=frame, revealed=("lisan_al_gaib",))))
    assert isinstance(first, c.RevealTokens)
    assert given(plans(*world(paul, frame=frame, revealed=("lisan_al_gaib",))))[0] == (first,)
    both = given(plans(*world(paul, frame=frame, revealed=("call_paul_the_mahdi",))))
    assert both == [(c.RevealSietch(AREA["windgap"], 2),), (c.FinishClaims(),)]


@pytest.mark.rule("WORM-4")
def test_WORM_4_where_a_legion_flees_from_a_worm_is_a_choice() -> None:
    frame = WormFrame(AREA["csw_5"], rescue=False)
    state, truth = world(h("csw_5", regular=2), frame=frame, sandworms=["csw_5"])
    found = given(plans(state, truth))
    around = ("cse_1", "cse_4", "csw_3", "csw_4", "csw_6")
    assert found == [(c.Retreat(AREA[area]),) for area in around], "not into the sietch"
    alone, truth = world(h("csw_6", regular=2), frame=frame, sandworms=["csw_5"])
    assert plans(alone, truth) == []


@pytest.mark.parametrize(("card", "kinds"), [("shai_hulud", c.CarryOutStep), ("wall_of_sandworms", c.CarryOutStep)])
def test_a_step_of_a_planning_card_is_carried_out_or_passed_over(card: str, kinds: type) -> None:
    state, truth = world(a("windgap", regular=1), sandworms=["ne_1"])
    under = (TurnFrame(ATREIDES, acted=True), AtreidesCardFrame(card, (True,) if card == "shai_hulud" else ()))
    *ways, last = plans(replace(state, frames=under), truth)
    assert all(isinstance(plan.commands[0], kinds) and len(plan.commands) == 1 for plan in ways)
    assert [plan.worth for plan in ways] == [-number for number in range(len(ways))]
    assert 1 <= len(ways) <= 8
    assert (last.worth, last.commands) == (-8, (c.SkipStep(),))
