"""What a rule says of one case only, tried in the case beside it, where the rule is silent or says the opposite."""

from dataclasses import replace

import pytest

from companion.board import AREA_IDS, AREA_NUMBER, SETTLEMENT_RANK
from companion.content.terms import Deck, Faction, Result, UnitKind
from companion.rules import Army, Rules, State, check
from companion.rules.actions import OtherAction
from companion.rules.casualties import after_hit
from companion.rules.commands import CardStepDone as StepDone
from companion.rules.commands import (
    CarryOutStep,
    CleanUp,
    DeployUnits,
    EnterByHand,
    FinishAction,
    ReplaceUnits,
    RollHarkonnenDie,
    Scout,
    UseBeneGesserit,
    UseHarkonnenLeader,
)
from companion.rules.engine import Draft, settle
from companion.rules.frames import (
    AtreidesCardFrame,
    CardFrame,
    Cause,
    EndFrame,
    EndStage,
    GarrisonFrame,
    RevealSietchFrame,
    TurnFrame,
)
from companion.rules.handlers.arrival import depart_and_arrive
from companion.rules.handlers.supplies import missing_figures
from companion.rules.reach import unmoved
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch, Standing
from tests.rules.atreides_cards.table import table
from tests.rules.flow.table import (
    area,
    army,
    atreides_turn,
    codes,
    harkonnen_card,
    move,
    play,
    position,
    turn,
)

ACTED = TurnFrame(ATREIDES, acted=True, spent_die=True)


@pytest.mark.rule("BATTLE-7", "UNIT-2")
def test_BATTLE_7_each_elite_that_is_hit_takes_one_regular_of_the_supply() -> None:
    hit = after_hit(Army(elite=2), "elite", 2)
    assert hit == (Army(regular=1, elite=1), 1)
    assert after_hit(*hit[:1], "elite", hit[1]) == (Army(regular=2), 0)


@pytest.mark.rule("STORM-1", "CARD-1")
def test_STORM_1_a_storm_is_called_only_where_it_hits_somebody() -> None:
    frame = AtreidesCardFrame("grandmother_of_a_storm", (), 0)
    assert codes(table(ACTED, frame), CarryOutStep()) == []
    calm = position({"carthag": Army(regular=3)}, {}, ACTED, frame)
    assert codes(calm, CarryOutStep()) == [("CARD-1", "card_does_not_allow")]


@pytest.mark.rule("CARD-1")
def test_CARD_1_by_hand_a_card_moves_also_a_legion_that_its_step_does_not_name() -> None:
    state = table(ACTED, AtreidesCardFrame("crysknife", (), 0))
    draft = Draft(state)
    settle(draft)
    step = move(ATREIDES, "ne_11", "ne_10", Army(regular=1))
    reason = ("CARD-1", "legion_of_other_kind")
    assert reason in codes(draft.state, step)
    assert reason not in codes(play(draft.state, EnterByHand()), step)


@pytest.mark.rule("MAHDI-TOKEN-2", "LEADER-1")
def test_MAHDI_TOKEN_2_leaders_left_behind_wait_for_the_tokens_that_are_asked_for() -> None:
    state = position({"carthag": Army(regular=3, generic=1), "arsunt": Army(tokens=2)}, {})
    draft = Draft(replace(state, black_tokens=0, silver_tokens=0))
    depart_and_arrive(draft, HARKONNEN, area("carthag"), area("cne_1"), Army(regular=3), Cause.MOVE)
    settle(draft)
    assert draft.state.frame == GarrisonFrame(area("carthag"))
    assert army(draft.state, HARKONNEN, "carthag") == Army(generic=1)


@pytest.mark.rule("TEAM-6", "ACT-2")
@pytest.mark.parametrize(("ally", "theirs"), [(False, ()), (True, (Result.MENTAT,))])
def test_TEAM_6_a_harkonnen_token_on_a_result_of_both_dashboards_lies_where_it_is_put(
    ally: bool, theirs: tuple[Result, ...]
) -> None:
    state = replace(
        atreides_turn(Result.MENTAT, Result.HOUSE, Result.MENTAT, Result.HOUSE),
        bene_gesserit=(1, 0),
        mode=Mode.TEAM,
        rules=Rules(harkonnen_partners=2),
        harkonnen_results=(Result.HOUSE, Result.DEPLOYMENT),
    )
    assert play(state, UseBeneGesserit(Result.MENTAT, HARKONNEN, ally=ally)).corrino_results == theirs


@pytest.mark.rule("FREE-2")
def test_FREE_2_who_scouts_the_sietch_alone_turns_no_tokens() -> None:
    state = position(
        {}, {"windgap": Army(tokens=2)}, TurnFrame(HARKONNEN), mode=Mode.DUEL, sietches=(Sietch(area("windgap"), 2),)
    )
    scouts = [Scout(zone, area("windgap"), tokens=False, sietch=True) for zone in range(8)]
    possible = [one for one in scouts if not codes(replace(state, ornithopters=(one.zone,)), one)]
    assert possible
    after = play(replace(state, ornithopters=(possible[0].zone,)), possible[0])
    assert isinstance(after.frame, RevealSietchFrame)
    assert [type(frame).__name__ for frame in after.frames] == ["TurnFrame", "RevealSietchFrame"]


@pytest.mark.rule("ROUND-2")
def test_ROUND_2_the_harkonnen_discard_cards_of_their_own_decks() -> None:
    state = position({}, {}, EndFrame(EndStage.CLEANUP), mode=Mode.DUEL, reinforcements=7)
    mine, theirs = (codes(state, CleanUp(discarded=1, cards=(card,))) for card in ("forced_recruitment", "war_plan"))
    assert mine == []
    assert theirs != []


@pytest.mark.rule("UNIT-2")
def test_UNIT_2_of_a_negative_count_nothing_else_is_said() -> None:
    state = position({}, {})
    assert [it.code for it in missing_figures(state, HARKONNEN, Army(regular=-1, elite=99))] == ["negative_count"]


@pytest.mark.rule("LEADER-3")
@pytest.mark.parametrize(
    "faction, leader, code",
    [
        (HARKONNEN, "nobody", "unknown_leader"),
        (HARKONNEN, "bashar", "unknown_leader"),
        (HARKONNEN, "stilgar", "unknown_leader"),
        (ATREIDES, "wild_maker", "unknown_leader"),
        (HARKONNEN, "beast_rabban", "leader_removed"),
    ],
)
def test_LEADER_3_only_named_leaders_of_the_side_that_are_in_the_game_come_to_a_legion(
    faction: Faction, leader: str, code: str
) -> None:
    state = position({}, {}).with_leader("beast_rabban", standing=Standing.REMOVED)
    reasons = list(missing_figures(state, faction, Army(regular=1, named=(leader,))))
    assert [(it.rule, it.code) for it in reasons] == [("LEADER-3", code)]


@pytest.mark.rule("LEADER-3")
def test_LEADER_3_before_a_game_is_set_up_no_leader_is_in_play() -> None:
    deploys = DeployUnits(HARKONNEN, area("carthag"), Army(regular=1, named=("beast_rabban",)))
    assert ("LEADER-3", "unknown_leader") in codes(State(), deploys)


@pytest.mark.rule("MAHDI-TURN-3", "LEADER-3")
def test_MAHDI_TURN_3_a_leader_that_nobody_knows_has_no_special_action() -> None:
    state = position({}, {}, TurnFrame(HARKONNEN))
    state = play(state, RollHarkonnenDie(Result.HOUSE))
    assert ("LEADER-3", "unknown_leader") in codes(state, UseHarkonnenLeader("nobody"))


@pytest.mark.rule("MAHDI-CARD-2")
def test_MAHDI_CARD_2_a_card_remembers_where_it_placed_when_its_move_is_left() -> None:
    state = position({"arrakeen": Army(regular=2)}, {}, *harkonnen_card("barons_personal_guard", Deck.HOUSE_HARKONNEN))
    card = state.frame
    assert isinstance(card, CardFrame)
    moving = replace(state, frames=(state.frames[0], replace(card, step=1, area=AREA_NUMBER["arrakeen"])))
    draft = Draft(moving)
    settle(draft)
    after = play(draft.state, FinishAction())
    assert isinstance(after.frame, CardFrame)
    assert (after.frame.step, after.frame.area) == (2, AREA_NUMBER["arrakeen"])


@pytest.mark.rule("CARD-1")
def test_CARD_1_a_leader_in_the_first_area_is_out_of_reach_of_a_card_about_near_ones() -> None:
    first = AREA_IDS[0]
    state = position(
        {"csw_3": Army(special=1)},
        {first: Army(regular=1, named=("stilgar",))},
        *harkonnen_card("shigawire", Deck.CORRINO_ALLY, 1, area=area("csw_3")),
    )
    assert ("CARD-1", "leader_out_of_reach") in codes(state, StepDone(leader="stilgar"))


@pytest.mark.rule("ACT-HOUSE-H")
def test_a_card_by_hand_may_replace_more_than_it_counts() -> None:
    state = position({}, {"windgap": Army(regular=4)}, *turn(ATREIDES, OtherAction.CARD, replacements=1))
    command = ReplaceUnits(ATREIDES, area("windgap"), 3, UnitKind.REGULAR, UnitKind.ELITE)
    assert "too_many_replacements" not in [reason.code for reason in check(state, command)]


@pytest.mark.rule("MAHDI-DEPLOY-4")
def test_MAHDI_DEPLOY_4_where_a_card_places_in_every_village_all_its_units_are_counted_together() -> None:
    state = position({}, {}, *harkonnen_card("hard_times_and_oppression", Deck.HOUSE_HARKONNEN))
    villages = [number for number, rank in SETTLEMENT_RANK.items() if rank == 1]
    placed = [(number, Army(regular=1)) for number in villages]
    assert codes(state, StepDone(placements=tuple(placed))) == []
    other = (*placed[1:], (villages[0], Army(elite=1)))
    assert codes(state, StepDone(placements=other)) == [("MAHDI-DEPLOY-4", "right_kind_first")]


@pytest.mark.rule("R-19", "MOVE-2")
@pytest.mark.parametrize("kind", ["regular", "elite", "special", "tokens", "generic", "escorts"])
def test_R_19_figures_lost_since_they_moved_leave_none_that_may_move(kind: str) -> None:
    one, two, three = (replace(Army(), **{kind: number}) for number in (1, 2, 3))  # type: ignore[arg-type]
    assert unmoved(one, two) == Army()
    assert unmoved(three, two) == one
