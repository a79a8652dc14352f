"""Figures that enter the board, and units that are replaced."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck, Faction, Power, Result, UnitKind
from companion.rules import Army, State
from companion.rules.commands import (
    CardStepDone,
    DeployToken,
    DeployUnits,
    PlaceLeader,
    ReplaceUnits,
    RevealTokens,
    RollHarkonnenDie,
    UseHarkonnenLeader,
)
from companion.rules.frames import Cause, StackingFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing, supply
from tests.rules.flow.table import (
    area,
    army,
    blocked,
    card_played,
    codes,
    frame_names,
    harkonnen_card,
    harkonnen_turn,
    play,
    position,
    turn,
)

DEPLOYMENT, HOUSE = Result.DEPLOYMENT, Result.HOUSE
REGULAR, ELITE, SPECIAL = UnitKind.REGULAR, UnitKind.ELITE, UnitKind.SPECIAL
NAIB = Army(tokens=1, generic=1)


def deploying(**changes: object) -> State:
    return position({}, {"windgap": NAIB}, *turn(ATREIDES, DEPLOYMENT, placements=1, leaders=1), **changes)


def harkonnen_deploys(**legions: Army) -> State:
    return position(legions, {}, *turn(HARKONNEN, DEPLOYMENT, placements=3, leaders=1))


def units(place: str, figures: Army, cause: Cause = Cause.DEPLOYMENT) -> DeployUnits:
    return DeployUnits(HARKONNEN, area(place), figures, cause)


@pytest.mark.rule("ACT-DEPLOY-A", "TOKEN-1")
def test_ACT_DEPLOY_A_a_facedown_token_and_a_leader_in_a_sietch() -> None:
    state = play(deploying(), DeployToken(area("windgap"), "naib"))
    assert army(state, ATREIDES, "windgap") == Army(tokens=2, generic=2)
    assert (state.atreides_tokens, frame_names(state)) == (7, ["TurnFrame"])
    named = play(deploying(), DeployToken(area("windgap"), "stilgar"))
    assert named.leader("stilgar").standing is Standing.BOARD
    assert codes(deploying(), DeployToken(area("carthag"), "naib")) == [("ACT-DEPLOY-A", "no_sietch_there")]


@pytest.mark.rule("ACT-DEPLOY-A")
def test_ACT_DEPLOY_A_a_die_brings_no_second_token() -> None:
    state = position({}, {"windgap": NAIB}, *turn(ATREIDES, DEPLOYMENT, leaders=1))
    assert codes(state, DeployToken(area("windgap"), "naib")) == [("ACT-DEPLOY-A", "not_now")]


@pytest.mark.rule("STACK-1", "TOKEN-1")
def test_STACK_1_a_token_deployed_in_a_full_sietch_is_unusual_and_a_unit_goes() -> None:
    token = DeployToken(area("windgap"), "naib")
    five, six = (deploying().with_army(ATREIDES, area("windgap"), Army(regular=count)) for count in (5, 6))
    assert codes(five, token) == []
    assert codes(six, token) == [("STACK-1", "over_stacking")]
    assert not blocked(six, token)
    assert play(six, token, anyway=True).frame == StackingFrame(ATREIDES, area("windgap"), 1)


@pytest.mark.rule("TOKEN-1")
def test_TOKEN_1_with_no_token_left_none_is_deployed_but_the_leader_may_come() -> None:
    state = deploying(atreides_tokens=0)
    assert codes(state, DeployToken(area("windgap"), "naib")) == [("TOKEN-1", "no_token_left")]
    state = play(state, PlaceLeader(ATREIDES, area("windgap"), "naib", Cause.DEPLOYMENT))
    assert army(state, ATREIDES, "windgap") == Army(tokens=1, generic=2)


@pytest.mark.rule("TANK-3", "LEADER-3")
def test_TANK_3_no_leader_enters_from_the_tank_or_before_its_time() -> None:
    state = deploying().with_leader("stilgar", standing=Standing.TANK, tank=2)
    assert codes(state, DeployToken(area("windgap"), "stilgar")) == [("TANK-3", "leader_in_tank")]
    assert codes(state, DeployToken(area("windgap"), "alia")) == [("LEADER-3", "leader_not_in_play")]
    assert codes(state, DeployToken(area("windgap"), "baron_harkonnen")) == [("LEADER-3", "unknown_leader")]


@pytest.mark.rule("ACT-6")
def test_ACT_6_a_leader_on_the_board_is_not_deployed_again() -> None:
    state = deploying().with_army(ATREIDES, area("gara_kulon"), Army(regular=1, named=("stilgar",)))
    state = state.with_leader("stilgar", standing=Standing.BOARD)
    assert codes(state, DeployToken(area("windgap"), "stilgar")) == [("ACT-6", "leader_on_board")]


@pytest.mark.rule("ACT-6")
def test_ACT_6_a_card_places_a_leader_from_elsewhere_on_the_board() -> None:
    legions = {"windgap": NAIB, "gara_kulon": Army(regular=1, named=("stilgar",))}
    state = play(position({}, legions, *card_played()), PlaceLeader(ATREIDES, area("windgap"), "stilgar"))
    assert army(state, ATREIDES, "windgap") == Army(tokens=1, generic=1, named=("stilgar",))
    assert army(state, ATREIDES, "gara_kulon") == Army(regular=1)


@pytest.mark.rule("LEADER-1")
def test_LEADER_1_a_leader_is_only_placed_with_a_unit() -> None:
    state = position({}, {"windgap": NAIB}, *card_played())
    assert codes(state, PlaceLeader(ATREIDES, area("ne_1"), "naib")) == [("LEADER-1", "leaders_need_a_unit")]


@pytest.mark.rule("LEADER-1")
def test_LEADER_1_a_leader_is_deployed_with_a_unit_or_joins_one() -> None:
    leader = units("carthag", Army(generic=1))
    assert codes(harkonnen_deploys(), leader) == [("LEADER-1", "leaders_need_a_unit")]
    assert codes(harkonnen_deploys(), units("carthag", Army(regular=1, generic=1))) == []
    assert codes(harkonnen_deploys(carthag=Army(regular=1)), leader) == []


@pytest.mark.rule("ACT-DEPLOY-H")
def test_ACT_DEPLOY_H_three_regulars_and_a_leader_in_settlements() -> None:
    state = harkonnen_deploys()
    assert codes(state, units("carthag", Army(regular=4))) == [("ACT-DEPLOY-H", "too_many_units")]
    assert codes(state, units("carthag", Army(regular=1, generic=2))) == [("ACT-DEPLOY-H", "too_many_leaders")]
    assert codes(state, units("ne_1", Army(regular=1))) == [("ACT-DEPLOY-H", "no_own_settlement")]
    state = play(state, units("carthag", Army(regular=2, named=("beast_rabban",))), units("arsunt", Army(regular=1)))
    assert army(state, HARKONNEN, "carthag") == Army(regular=2, named=("beast_rabban",))
    assert frame_names(state) == ["TurnFrame"]


@pytest.mark.rule("MAHDI-DEPLOY-3", "BAN-2")
def test_MAHDI_DEPLOY_3_never_over_the_limit_which_choam_lowers() -> None:
    state = harkonnen_deploys(carthag=Army(regular=4))
    assert codes(state, units("carthag", Army(regular=3))) == [("MAHDI-DEPLOY-3", "over_stacking")]
    assert codes(state, units("carthag", Army(regular=2))) == []
    banned = replace(state, bans=frozenset({Power.CHOAM}))
    assert codes(banned, units("carthag", Army(regular=2))) == [("MAHDI-DEPLOY-3", "over_stacking")]


@pytest.mark.rule("STACK-1")
def test_STACK_1_people_may_deploy_over_the_limit_and_then_take_units_away() -> None:
    state, three = (
        replace(harkonnen_deploys(carthag=Army(regular=4)), mode=Mode.DUEL),
        units("carthag", Army(regular=3)),
    )
    assert codes(state, three) == [("STACK-1", "over_stacking")]
    assert not blocked(state, three)
    assert play(state, three, anyway=True).frame == StackingFrame(HARKONNEN, area("carthag"), 1)


@pytest.mark.rule("MAHDI-DEPLOY-4", "UNIT-2")
def test_MAHDI_DEPLOY_4_another_kind_only_when_the_regulars_ran_out() -> None:
    assert codes(harkonnen_deploys(), units("carthag", Army(elite=1))) == [("MAHDI-DEPLOY-4", "regulars_first")]
    legions = dict.fromkeys(("ne_1", "ne_2", "ne_4", "ne_5"), Army(regular=6))
    empty = harkonnen_deploys(**legions)
    assert supply(empty, HARKONNEN).regular == 0
    assert codes(empty, units("carthag", Army(elite=3))) == []
    assert codes(empty, units("carthag", Army(regular=1))) == [("UNIT-2", "not_enough_figures")]


@pytest.mark.rule("UNIT-3")
def test_UNIT_3_figures_off_the_board_are_in_the_supply() -> None:
    state = position({"carthag": Army(regular=4, special=2)}, {})
    assert (supply(state, HARKONNEN).regular, supply(state, HARKONNEN).special) == (20, 6)


@pytest.mark.rule("MAHDI-CARD-2")
def placing(*placements: tuple[str, Army]) -> CardStepDone:
    return CardStepDone(placements=tuple((area(place), figures) for place, figures in placements))


def test_MAHDI_CARD_2_a_placing_step_puts_figures_where_the_card_says() -> None:
    state = position({}, {}, *harkonnen_card("forced_recruitment", Deck.HOUSE_HARKONNEN))
    elites = Army(elite=3, generic=1)
    assert codes(state, units("arrakeen", elites, Cause.CARD)) == [("MAHDI-CARD-2", "not_now")]
    assert codes(state, PlaceLeader(HARKONNEN, area("arrakeen"), "bashar"))[0] == ("MAHDI-CARD-2", "not_now")
    assert army(play(state, placing(("arrakeen", elites))), HARKONNEN, "arrakeen") == elites
    enemy = state.with_army(ATREIDES, area("ne_1"), Army(regular=1))
    assert codes(enemy, placing(("ne_1", Army(elite=1)))) == [("AREA-1", "target_not_free")]


@pytest.mark.rule("MAHDI-CARD-2", "ACT-6")
def test_MAHDI_CARD_2_a_placing_step_is_limited_to_its_pieces_and_its_site() -> None:
    rebellion = position(
        {"carthag": Army(regular=1)}, {}, *harkonnen_card("evidence_of_rebellion", Deck.HOUSE_HARKONNEN)
    )
    assert codes(rebellion, placing(("carthag", Army(elite=2)))) == []
    for wrong in (placing(("carthag", Army(elite=3))), placing(("carthag", Army(elite=2)), ("arsunt", Army(elite=1)))):
        assert codes(rebellion, wrong) == [("MAHDI-CARD-2", "too_many_units")]
    assert codes(rebellion, placing(("ne_14", Army(elite=2)))) == [("MAHDI-CARD-2", "card_does_not_allow")]
    assert codes(rebellion, placing(("carthag", Army(elite=2, generic=1)))) == [("MAHDI-CARD-2", "too_many_leaders")]
    assert codes(rebellion, placing(("carthag", Army(regular=2)))) == [("MAHDI-DEPLOY-4", "right_kind_first")]


@pytest.mark.rule("UNIT-2")
def test_UNIT_2_people_may_take_a_lower_kind_for_a_higher_one_never_the_other_way() -> None:
    people = position({}, {}, *harkonnen_card("evidence_of_rebellion", Deck.HOUSE_HARKONNEN), mode=Mode.DUEL)
    assert codes(people, placing(("carthag", Army(regular=2)))) == []
    assert codes(people, placing(("carthag", Army(special=1, regular=1)))) == [("UNIT-2", "higher_kind_for_lower")]
    die = position({}, {}, *turn(HARKONNEN, Result.DEPLOYMENT, placements=3, leaders=1), mode=Mode.DUEL)
    assert codes(die, units("carthag", Army(elite=1))) == [("UNIT-2", "higher_kind_for_lower")]


def test_nothing_is_deployed_at_another_moment() -> None:
    state = position({}, {"windgap": NAIB}, turn(ATREIDES)[0])
    assert codes(state, DeployToken(area("windgap"), "naib")) == [("ACT-DEPLOY-A", "not_now")]
    assert codes(state, units("carthag", Army(regular=1))) == [("ACT-6", "not_now")]
    assert codes(state, units("carthag", Army())) == [("ACT-6", "nothing_to_place")]
    assert codes(state, PlaceLeader(ATREIDES, area("windgap"), "naib")) == [("ACT-6", "not_now")]


def test_figures_are_put_down_freely_while_no_step_is_open() -> None:
    elites = units("carthag", Army(elite=2))
    assert army(play(position({}, {}, mode=Mode.DUEL), elites), HARKONNEN, "carthag") == Army(elite=2)


def house(**legions: Army) -> State:
    return position(legions, {}, *turn(HARKONNEN, HOUSE, replacements=2, placements=2))


def exchange(place: str, count: int, old: UnitKind = REGULAR, new: UnitKind = ELITE) -> ReplaceUnits:
    return ReplaceUnits(HARKONNEN, area(place), count, old, new)


@pytest.mark.rule("ACT-HOUSE-H", "MAHDI-HOUSE-1")
def test_ACT_HOUSE_H_two_regulars_become_elites_then_come_the_vehicles() -> None:
    state = house(carthag=Army(regular=1), arsunt=Army(regular=3))
    state = play(state, exchange("carthag", 1))
    assert (army(state, HARKONNEN, "carthag"), state.turn.step) == (Army(elite=1), 1)
    assert codes(state, exchange("arsunt", 2)) == [("ACT-HOUSE-H", "too_many_replacements")]
    state = play(state, exchange("arsunt", 1))
    assert (army(state, HARKONNEN, "arsunt"), state.turn.step) == (Army(regular=2, elite=1), 2)
    assert codes(state, exchange("arsunt", 1)) == [("ACT-HOUSE-H", "not_now")]


@pytest.mark.rule("ACT-HOUSE-H")
def test_ACT_HOUSE_H_only_units_that_are_there_and_of_the_right_kind() -> None:
    state = house(carthag=Army(regular=1, elite=2))
    assert codes(state, exchange("carthag", 2)) == [("ACT-HOUSE-H", "not_so_many_units")]
    assert codes(state, exchange("carthag", 1, ELITE, SPECIAL))[0] == ("ACT-HOUSE-H", "wrong_kind_replaced")
    assert codes(state, exchange("carthag", 0)) == [("ACT-HOUSE-H", "nothing_to_replace")]


@pytest.mark.rule("MAHDI-DEPLOY-4", "R-25")
def test_MAHDI_DEPLOY_4_a_stronger_kind_only_when_no_elite_is_left() -> None:
    state = house(carthag=Army(regular=1))
    assert codes(state, exchange("carthag", 1, REGULAR, SPECIAL)) == [("MAHDI-DEPLOY-4", "right_kind_first")]
    full = house(carthag=Army(regular=1), ne_1=Army(elite=6), ne_2=Army(elite=6))
    assert codes(full, exchange("carthag", 1, REGULAR, SPECIAL)) == []
    assert codes(full, exchange("carthag", 1)) == [("UNIT-2", "not_enough_figures")]


@pytest.mark.rule("STACK-1", "R-25")
def test_STACK_1_one_of_two_tokens_turned_for_better_units_brings_no_more_than_fit() -> None:
    state = house(carthag=Army(special=4, tokens=2), arsunt=Army(tokens=1))
    state = play(state, RevealTokens(HARKONNEN, area("carthag"), 1, Army(regular=2), "black"))
    assert army(state, HARKONNEN, "carthag").units == 7
    assert frame_names(state)[-1] == "StackingFrame"


@pytest.mark.rule("R-25", "MAHDI-TURN-3")
def test_R_25_the_barons_special_replaces_three_and_brings_no_vehicles() -> None:
    state = harkonnen_turn(harkonnen={"carthag": Army(regular=3)})
    state = play(state, RollHarkonnenDie(HOUSE), UseHarkonnenLeader("baron_harkonnen"), exchange("carthag", 3))
    assert army(state, HARKONNEN, "carthag") == Army(elite=3)
    assert frame_names(state) == ["TurnFrame"]


def test_an_atreides_card_replaces_what_it_likes() -> None:
    state = position({}, {"windgap": Army(elite=2)}, *card_played())
    command = ReplaceUnits(Faction.ATREIDES, area("windgap"), 2, ELITE, SPECIAL)
    assert army(play(state, command), ATREIDES, "windgap") == Army(special=2)
    assert blocked(state, replace(command, count=3))


@pytest.mark.rule("MOVE-4")
def test_MOVE_4_units_placed_by_hand_beside_a_harvester_are_unusual() -> None:
    """Only a legion that moves there removes it, and nothing is placed where both would stay."""
    place = DeployUnits(ATREIDES, area("ne_5"), Army(regular=1), Cause.CARD)
    state = position({}, {}, *card_played(), harvesters=(area("ne_5"),))
    assert codes(state, place) == [("MOVE-4", "harvester_there")]
    assert not blocked(state, place)
    assert codes(replace(state, harvesters=()), place) == []
