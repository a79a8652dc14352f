"""Atreides dice, Bene Gesserit tokens, what a die is spent for."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import Phase, Result
from companion.rules import Army, Command, State
from companion.rules.actions import OtherAction
from companion.rules.ask.turns import is_open_ended
from companion.rules.commands import (
    Attack,
    DeployToken,
    DeployUnits,
    EndTurn,
    EndVehicles,
    FinishAction,
    PlaceLeader,
    PlaceWormsign,
    PlayAtreidesCard,
    RollAtreidesDice,
    SpendDie,
    UseBeneGesserit,
    UseDesertPower,
    UseLeader,
)
from companion.rules.frames import ActionFrame, AtreidesCardFrame, Cause, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing
from tests.rules.flow.table import (
    ROLL,
    area,
    at_first_turn,
    at_vehicles,
    atreides_turn,
    blocked,
    card_played,
    codes,
    frame_names,
    harkonnen_turn,
    move,
    play,
    position,
)

LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE = Result


@pytest.mark.rule("ACT-1")
def test_ACT_1_at_most_two_dice_of_a_result_and_exactly_the_dice_there_are() -> None:
    state = play(at_vehicles(), EndVehicles())
    assert codes(state, RollAtreidesDice((HOUSE, HOUSE, HOUSE, MENTAT))) == [("ACT-1", "too_many_dice_of_a_result")]
    assert codes(state, RollAtreidesDice((HOUSE, HOUSE, MENTAT))) == [("ACT-1", "wrong_number_of_dice")]
    assert codes(atreides_turn(MENTAT), RollAtreidesDice((HOUSE, HOUSE, HOUSE))) == [("ACT-1", "not_now")]
    state = play(state, RollAtreidesDice((HOUSE, MENTAT, HOUSE, LEADERSHIP)))
    assert state.atreides_results == (LEADERSHIP, MENTAT, HOUSE, HOUSE)
    assert state.frames == (TurnFrame(ATREIDES),)


@pytest.mark.rule("ACT-2")
def test_ACT_2_a_token_becomes_a_die_of_the_result_with_the_fewest() -> None:
    state = at_first_turn((STRATEGY, STRATEGY, MENTAT, HOUSE))
    assert codes(state, UseBeneGesserit(MENTAT)) == [("ACT-2", "not_the_fewest_dice")]
    state = play(state, UseBeneGesserit(LEADERSHIP))
    assert (state.atreides_unused, state.bene_gesserit[ATREIDES]) == (5, 0)
    assert state.atreides_results == (LEADERSHIP, STRATEGY, STRATEGY, MENTAT, HOUSE)
    assert codes(state, UseBeneGesserit(DEPLOYMENT)) == [("ACT-2", "not_now")]


@pytest.mark.rule("ACT-2")
def test_ACT_2_not_without_a_token_and_not_later() -> None:
    state = at_first_turn()
    assert codes(replace(state, bene_gesserit=(0, 0)), UseBeneGesserit(LEADERSHIP)) == [("ACT-2", "no_bene_gesserit")]
    later = play(state, SpendDie(MENTAT, MENTAT), FinishAction())
    assert codes(later, UseBeneGesserit(LEADERSHIP)) == [("ACT-2", "not_now")]


@pytest.mark.rule("ACT-3")
def test_ACT_3_a_die_is_spent_for_its_own_action() -> None:
    state = atreides_turn(STRATEGY, MENTAT)
    assert codes(state, SpendDie(LEADERSHIP, LEADERSHIP)) == [("ACT-3", "no_such_die")]
    assert codes(state, SpendDie(STRATEGY, MENTAT)) == [("ACT-3", "die_shows_other")]
    state = play(state, SpendDie(STRATEGY, STRATEGY))
    assert (state.atreides_results, state.atreides_unused) == ((MENTAT,), 1)
    assert state.frame == ActionFrame(ATREIDES, STRATEGY, moves=2, attack=True)
    assert codes(play(state, FinishAction()), SpendDie(MENTAT, MENTAT)) == [("ACT-3", "already_acted")]


@pytest.mark.rule("ACT-3")
def test_ACT_3_not_in_the_turn_of_the_others() -> None:
    assert codes(harkonnen_turn(), SpendDie(MENTAT, MENTAT)) == [("ACT-3", "not_your_turn")]
    assert codes(play(at_vehicles()), SpendDie(MENTAT, MENTAT)) == [("ACT-3", "not_now")]


@pytest.mark.rule("ACT-HOUSE-A")
def test_ACT_HOUSE_A_house_is_any_other_result() -> None:
    state = atreides_turn(HOUSE)
    assert codes(state, SpendDie(HOUSE, HOUSE)) == [("ACT-HOUSE-A", "house_needs_an_action")]
    state = play(state, SpendDie(HOUSE, LEADERSHIP))
    assert state.atreides_results == ()
    expected = ActionFrame(ATREIDES, LEADERSHIP, moves=2, attack=True, surprise=True, leaders_only=True)
    assert state.frame == expected


@pytest.mark.rule("ACT-4")
def test_ACT_4_the_rest_of_an_action_may_be_left() -> None:
    state = play(atreides_turn(MENTAT), SpendDie(MENTAT, MENTAT), FinishAction())
    assert state.frames == (TurnFrame(ATREIDES, acted=True, spent_die=True),)
    assert codes(state, FinishAction()) == [("ACT-4", "not_now")]


def desert(unused: int, harkonnen: int, **changes: Any) -> State:
    return atreides_turn(*ROLL[:unused], harkonnen_unused=harkonnen, **changes)


@pytest.mark.rule("ACT-DESERT", "MAHDI-TURN-2")
def test_ACT_DESERT_needs_fewer_unused_dice_than_the_harkonnen() -> None:
    assert codes(desert(3, 3), UseDesertPower("move")) == [("ACT-DESERT", "not_fewer_dice")]
    assert codes(desert(3, 4), UseDesertPower("move")) == []
    assert codes(desert(3, 4), UseDesertPower("swim")) == [("ACT-DESERT", "unknown_desert_action")]
    state = play(desert(2, 4), UseDesertPower("wormsigns"))
    assert (state.atreides_unused, state.frame) == (2, ActionFrame(ATREIDES, OtherAction.DESERT_POWER, placements=2))
    assert state.frames[0] == TurnFrame(ATREIDES, acted=True)


@pytest.mark.rule("ACT-DESERT")
def test_ACT_DESERT_a_card_gives_it_whatever_the_dice() -> None:
    state = play(desert(4, 1), PlayAtreidesCard(ROLL[0], "hieregs", by_hand=True), UseDesertPower("move"))
    assert frame_names(state) == ["TurnFrame", "ActionFrame", "ActionFrame"]
    assert is_open_ended(play(state, FinishAction()).frame)


@pytest.mark.rule("CARD-1", "ACT-3")
def test_CARD_1_a_card_costs_a_die_and_leaves_the_hand() -> None:
    state = atreides_turn(MENTAT, STRATEGY)
    played = play(state, PlayAtreidesCard(MENTAT, "war_plan", by_hand=True))
    assert (played.cards.hand, played.atreides_results) == (state.cards.hand - 1, (STRATEGY,))
    assert is_open_ended(played.frame)
    assert play(state, PlayAtreidesCard(MENTAT, "war_plan")).frames[1] == AtreidesCardFrame("war_plan")
    second = play(played, PlayAtreidesCard(None, "usul"))
    assert (second.cards.hand, second.atreides_results) == (state.cards.hand - 2, (STRATEGY,))


@pytest.mark.rule("CARD-1")
def test_CARD_1_only_cards_of_the_own_decks_and_from_a_hand() -> None:
    state = atreides_turn(MENTAT)
    for unknown in ("hunter_seeker", "a_card_of_nobody"):
        assert codes(state, PlayAtreidesCard(MENTAT, unknown)) == [("CARD-1", "unknown_card")]
    empty = atreides_turn(MENTAT, hand=0)
    assert codes(empty, PlayAtreidesCard(MENTAT, "war_plan")) == [("CARD-1", "hand_empty")]
    assert not blocked(empty, PlayAtreidesCard(MENTAT, "war_plan"))


@pytest.mark.rule("LEADER-2")
def test_LEADER_2_a_special_action_spends_the_die_and_the_card() -> None:
    state = atreides_turn(LEADERSHIP, HOUSE, MENTAT)
    assert codes(state, UseLeader(MENTAT, "paul_atreides")) == [("LEADER-2", "leader_on_other_box")]
    assert codes(state, UseLeader(HOUSE, "paul_atreides")) == []
    used = play(state, UseLeader(LEADERSHIP, "paul_atreides"))
    assert not used.leader("paul_atreides").card_ready
    assert used.frame == AtreidesCardFrame("paul_atreides")
    stilgar = play(state, UseLeader(HOUSE, "stilgar"))
    assert is_open_ended(stilgar.frame)
    again = replace(used, frames=(TurnFrame(ATREIDES),))
    assert codes(again, UseLeader(HOUSE, "paul_atreides")) == [("LEADER-2", "leader_card_spent")]
    assert codes(state, UseLeader(MENTAT, "chani")) == [("LEADER-2", "leader_not_in_play")]
    assert codes(state, UseLeader(MENTAT, "baron_harkonnen")) == [("LEADER-3", "unknown_leader")]


@pytest.mark.rule("LEADER-6")
def test_LEADER_6_gurney_has_no_special_action() -> None:
    state = atreides_turn(MENTAT).with_leader("gurney_halleck", standing=Standing.READY)
    assert codes(state, UseLeader(MENTAT, "gurney_halleck")) == [("LEADER-2", "leader_without_special")]


@pytest.mark.rule("TANK-3")
def test_TANK_3_no_special_action_from_the_tank() -> None:
    state = atreides_turn(MENTAT).with_leader("stilgar", standing=Standing.TANK, tank=1)
    assert codes(state, UseLeader(MENTAT, "stilgar")) == [("TANK-3", "leader_in_tank")]


@pytest.mark.rule("ACT-3")
def test_ACT_3_atreides_must_act_while_they_have_a_die() -> None:
    assert codes(atreides_turn(MENTAT), EndTurn()) == [("ACT-3", "must_act")]
    assert codes(atreides_turn(), EndTurn()) == []


@pytest.mark.rule("ACT-3")
def test_ACT_3_harkonnen_must_act_while_they_have_a_die() -> None:
    """A correction of the dice may leave them a turn without one: then it is over, and action resolution with it."""
    state = position({}, {}, TurnFrame(HARKONNEN), mode=Mode.DUEL, harkonnen_unused=1, revealed=0)
    assert codes(state, EndTurn()) == [("ACT-3", "must_act")]
    state = replace(state, harkonnen_unused=0)
    assert codes(state, EndTurn()) == []
    assert play(state, EndTurn()).phase is Phase.HAZARDS


@pytest.mark.rule("ACT-3", "ACT-DESERT")
@pytest.mark.parametrize("dice", [(), (MENTAT,)])
def test_ACT_3_after_harkonnen_it_is_the_turn_of_atreides_also_without_a_die(dice: tuple[Result, ...]) -> None:
    state = position({}, {}, TurnFrame(HARKONNEN, acted=True), mode=Mode.DUEL, harkonnen_unused=1)
    state = play(replace(state, atreides_unused=len(dice), atreides_results=dice), EndTurn())
    assert state.frame == TurnFrame(ATREIDES)
    assert (codes(state, UseDesertPower("move")) == []) is not bool(dice), "with fewer dice than Harkonnen"


def test_a_card_allows_what_the_rules_do_not_count() -> None:
    state = play(atreides_turn(MENTAT, atreides={"windgap": Army(regular=1)}), PlayAtreidesCard(MENTAT, ""))
    assert is_open_ended(state.frame)
    assert frame_names(play(state, FinishAction())) == ["TurnFrame"]


OUT_OF_THE_BOX = [
    move(ATREIDES, "windgap", "csw_2", Army(regular=1)),
    Attack(ATREIDES, area("windgap"), area("csw_3")),
    DeployToken(area("windgap"), "naib"),
    DeployUnits(ATREIDES, area("windgap"), Army(elite=1, generic=1), Cause.CARD),
    PlaceLeader(ATREIDES, area("windgap"), "naib"),
    PlaceWormsign(area("ne_1")),
]


@pytest.mark.rule("CARD-1")
@pytest.mark.parametrize("command", OUT_OF_THE_BOX, ids=lambda command: type(command).__name__)
def test_CARD_1_what_a_card_by_hand_does_uses_nothing_up(command: Command) -> None:
    legions = {"csw_3": Army(regular=1)}, {"windgap": Army(regular=2)}
    state = position(*legions, *card_played(), mode=Mode.DUEL)
    assert play(state, command).frames[:2] == state.frames


@pytest.mark.rule("CARD-1")
@pytest.mark.parametrize("die", [None, STRATEGY])
def test_CARD_1_a_card_that_a_card_by_hand_lets_play_costs_no_die(die: Result | None) -> None:
    state = play(atreides_turn(MENTAT, STRATEGY), PlayAtreidesCard(MENTAT, "war_plan", by_hand=True))
    after = play(state, PlayAtreidesCard(die, "usul", by_hand=True))
    assert (after.atreides_results, after.cards.hand) == ((STRATEGY,), state.cards.hand - 1)
    assert after.frames == state.frames, "the same step takes down what both cards do"
