"""The 18 cards of House Atreides, each from play to end."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck, Marker, Power, Result, UnitKind
from companion.rules import Army, State
from companion.rules.combat import battle_dice, missing_dice
from companion.rules.commands import (
    Advance,
    Attack,
    CarryOutStep,
    CeaseAttack,
    ChooseHarkonnenResult,
    ClaimPrescience,
    DetonateAtomics,
    DiscardForDice,
    DrawCards,
    EndRound,
    EndTurn,
    EnterByHand,
    EnterObjective,
    FinishAction,
    MoveLegion,
    PlaceWormsign,
    PlayAtreidesCard,
    ReplaceUnits,
    RollBattle,
    TakeHits,
    UseDesertPower,
)
from companion.rules.frames import (
    BattleFrame,
    BattleStage,
    EndFrame,
    EndStage,
    Roll,
    TurnFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN, Standing
from tests.rules.atreides_cards.table import (
    MENTAT,
    area,
    army,
    carry_out,
    choices,
    chosen_areas,
    codes,
    done,
    play,
    played,
    step,
    table,
    zone,
)

HOUSE_DECK, FREMEN_DECK = Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY
TWO_CARDS = DrawCards((HOUSE_DECK, FREMEN_DECK))
LAST = FinishAction()


def fight(state: State, *, dice: int) -> State:
    """One round in which nobody hits; the attack then stops. ``dice``: what the attacker must roll."""
    frame = state.frame
    assert isinstance(frame, BattleFrame)
    if frame.stage is BattleStage.CARDS:
        state = play(state, DiscardForDice(ATREIDES, 0))
    frame = state.frame
    assert isinstance(frame, BattleFrame)
    attacker, defender = (battle_dice(state, frame, side) for side in (0, 1))
    assert attacker.total == dice
    state = play(state, RollBattle(Roll(shield=attacker.total, bonus=attacker.bonus), Roll(shield=defender.total)))
    return state


@pytest.mark.rule("CARD-1", "BATTLE-4")
def test_war_plan_adds_a_die_in_each_round() -> None:
    state = played("war_plan")
    assert {choice.what for choice in choices(state)} == {"move", "attack"}
    state = play(state, Attack(ATREIDES, area("ne_11"), area("ne_12")))
    state = fight(state, dice=3)
    frame = state.frame
    assert isinstance(frame, BattleFrame)
    assert frame.stage is BattleStage.CONTINUE
    attacker, defender = frame.sides
    following = replace(frame, round=2, sides=(attacker.fresh(), defender.fresh()))
    assert battle_dice(state, following, 0).total == 3
    assert missing_dice(state, frame, 0) == 3
    state = play(state, CeaseAttack())
    assert done(state)


@pytest.mark.rule("CARD-1")
def test_war_plan_may_move_a_legion_instead() -> None:
    state = played("war_plan")
    move = next(c for c in choices(state) if c.what == "move" and c.areas[0] == area("ne_11"))
    state = play(state, move.command)
    assert army(state, "ne_11") == Army()
    assert done(state)


@pytest.mark.rule("PRES-4", "CARD-1")
def test_alia_enters_with_the_reverend_mother_in_play() -> None:
    ready = table().with_leader("reverend_mother_jessica", standing=Standing.READY)
    ready = ready.with_leader("lady_jessica", standing=Standing.REMOVED)
    state = played("alia_the_abomination", ready)
    state = carry_out(state)
    assert state.leader("alia").standing is Standing.READY
    assert step(state).step.effect == "play"
    state = play(state, PlayAtreidesCard(None, "thumpers"), FinishAction())
    assert done(state)
    assert state.cards.hand == 2


@pytest.mark.rule("TANK-1", "CARD-1")
def test_alia_in_play_sends_an_enemy_leader_to_the_tank() -> None:
    state = played("alia_the_abomination", table().with_leader("alia", standing=Standing.READY))
    assert {choice.leaders for choice in choices(state)} == {("beast_rabban",), ("baron_harkonnen",)}
    state = carry_out(state, leader="baron_harkonnen")
    assert state.leader("baron_harkonnen").standing is Standing.TANK
    state = play(state, TWO_CARDS)
    assert (done(state), state.cards.hand) == (True, 5)


@pytest.mark.rule("LEADER-6", tries=True)
@pytest.mark.parametrize("card", ["smugglers_a", "smugglers_b", "smugglers_c"])
def test_LEADER_6_gurney_enters_on_the_board_with_2_elites(card: str) -> None:
    state = carry_out(played(card))
    assert "ne_2" in chosen_areas(state)
    assert "ne_1" not in chosen_areas(state)
    state = carry_out(state, area="ne_2", figures=Army(elite=2, named=("gurney_halleck",)))
    assert army(state, "ne_2") == Army(elite=2, named=("gurney_halleck",))
    assert state.leader("gurney_halleck").standing is Standing.BOARD
    assert done(state)


def with_gurney(where: str = "nw_2") -> State:
    state = table().with_army(ATREIDES, area(where), Army(elite=1, named=("gurney_halleck",)))
    return state.with_leader("gurney_halleck", standing=Standing.BOARD)


@pytest.mark.rule("LEADER-6", "ACT-DESERT")
def test_smugglers_a_put_2_wormsigns_and_move_the_legion_of_gurney() -> None:
    state = played("smugglers_a", with_gurney())
    state = play(state, PlaceWormsign(area("ne_2")), PlaceWormsign(area("ne_13")))
    assert {area("ne_2"), area("ne_13")} <= set(state.wormsigns)
    wrong = MoveLegion(ATREIDES, area("ne_11"), area("ne_15"), Army(regular=2, generic=1))
    assert ("LEADER-2", "other_legion_named") in codes(state, wrong)
    alone = MoveLegion(ATREIDES, area("nw_2"), area("nw_3"), Army(elite=1))
    assert ("LEADER-2", "leader_stays_behind") in codes(state, alone)
    move = next(choice for choice in choices(state) if choice.what == "move")
    assert move.figures == Army(elite=1, named=("gurney_halleck",))
    assert done(play(state, move.command))


@pytest.mark.rule("LEADER-6")
def test_smugglers_b_bring_2_elites_to_gurney() -> None:
    state = played("smugglers_b", with_gurney())
    assert chosen_areas(state) == {"nw_2"}
    state = play(state, choices(state)[0].command)
    assert army(state, "nw_2") == Army(elite=3, named=("gurney_halleck",))
    assert done(state)


@pytest.mark.rule("LEADER-6", "VEH-2")
def test_smugglers_c_remove_2_vehicles_in_the_sector_of_gurney() -> None:
    state = played("smugglers_c", with_gurney())
    found = {(choice.areas, choice.zones) for choice in choices(state)}
    assert found == {((area("nw_1"),), ()), ((), (zone("az_nw"),))}
    state = play(state, choices(state)[0].command, choices(state)[1].command)
    assert (area("nw_1") in state.harvesters, state.carryalls) == (False, ())
    assert done(state)


@pytest.mark.rule("R-36")
def test_the_voice_makes_the_harkonnen_discard_one_and_plays_a_card() -> None:
    state = played("the_voice")
    assert codes(state, CarryOutStep(top=HOUSE_DECK)) == [("R-8", "wrong_deck")]
    state = carry_out(state, top=Deck.CORRINO_ALLY)
    assert (state.reinforcements, state.discard_top) == (2, Deck.CORRINO_ALLY)
    state = play(state, PlayAtreidesCard(None, "eyes_of_ibad"))
    assert done(carry_out(state))


@pytest.mark.rule("CARD-1", "UNIT-2")
def test_death_commandos_replace_2_elites_and_move_2_legions_with_fedaykin() -> None:
    state = played("death_commandos")
    replaced = ReplaceUnits(ATREIDES, area("windgap"), 2, UnitKind.ELITE, UnitKind.SPECIAL)
    assert replaced in [choice.command for choice in choices(state)]
    assert ("ACT-HOUSE-H", "wrong_kind_replaced") in codes(
        state, ReplaceUnits(ATREIDES, area("windgap"), 1, UnitKind.REGULAR, UnitKind.SPECIAL)
    )
    state = play(state, replaced)
    assert army(state, "windgap").special == 2
    assert chosen_areas(state) == {"windgap", "sihaya_ridge"}
    none = MoveLegion(ATREIDES, area("windgap"), area("csw_3"), Army(regular=1))
    assert codes(state, none) == [("CARD-1", "no_fedaykin_goes_along")]
    state = play(state, MoveLegion(ATREIDES, area("windgap"), area("csw_3"), Army(special=1)))
    second = next(c for c in choices(state) if c.areas[0] == area("sihaya_ridge"))
    assert done(play(state, second.command))


@pytest.mark.rule("WIN-2")
def test_tested_with_the_gom_jabbar_gives_a_second_objective() -> None:
    state = play(table(), EnterObjective((6, 6, 6)))
    state = played("tested_with_the_gom_jabbar", state)
    put_right = play(state, EnterObjective((6, 6, 7), replaces=0))
    assert (put_right.hidden.objectives, put_right.frames) == (((6, 6, 7),), state.frames), "the card still waits"
    state = play(state, EnterObjective((8, 4, 5)))
    assert state.hidden.objectives == ((6, 6, 6), (8, 4, 5))
    assert done(play(state, TWO_CARDS))


@pytest.mark.rule("ACT-6", "UNIT-2")
def test_chatt_the_leaper_places_2_fedaykin_and_a_naib_in_a_sietch() -> None:
    state = played("chatt_the_leaper")
    assert chosen_areas(state) == {"windgap", "sihaya_ridge", "tasmin_sink", "gara_kulon"}
    lower = play(state, CarryOutStep(area=area("gara_kulon"), figures=Army(regular=1, special=1, generic=1)))
    assert done(lower)
    assert codes(state, CarryOutStep(area=area("gara_kulon"), figures=Army(special=3))) == [
        ("CARD-1", "too_many_units")
    ]
    state = carry_out(state, area="gara_kulon", figures=Army(special=2, generic=1))
    assert army(state, "gara_kulon") == Army(special=2, generic=1)
    assert done(state)


@pytest.mark.rule("ACT-6")
def test_ACT_6_units_on_the_board_may_be_relocated() -> None:
    state = played("chatt_the_leaper")
    taken = ((area("sihaya_ridge"), Army(special=1)), (area("ne_11"), Army(generic=1)))
    figures = Army(special=2, generic=1)
    missing = CarryOutStep(area=area("gara_kulon"), figures=figures, taken=((area("ne_11"), Army(special=1)),))
    assert ("ACT-6", "figures_not_there") in codes(state, missing)
    more = CarryOutStep(area=area("gara_kulon"), figures=Army(special=1), taken=taken)
    assert ("ACT-6", "more_taken_than_placed") in codes(state, more)
    state = play(state, CarryOutStep(area=area("gara_kulon"), figures=figures, taken=taken))
    assert army(state, "gara_kulon") == figures
    assert army(state, "sihaya_ridge") == Army(regular=1, named=("stilgar",))
    assert army(state, "ne_11") == Army(regular=2)


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_truthtrance_fixes_the_next_result_then_draws_or_plays() -> None:
    state = played("truthtrance")
    assert [c.command for c in choices(state)] == [ChooseHarkonnenResult(result) for result in Result]
    state = play(state, ChooseHarkonnenResult(Result.MENTAT))
    assert choices(state)[0].command == CarryOutStep()
    drawn = play(state, CarryOutStep(), TWO_CARDS)
    assert (done(drawn), drawn.cards.hand) == (True, 5)
    after = play(drawn, EndTurn())
    assert after.frame == TurnFrame(HARKONNEN, forced=Result.MENTAT)
    other = play(state, PlayAtreidesCard(None, "grandmother_of_a_storm"), FinishAction())
    assert (done(other), other.cards.hand) == (True, 2)


@pytest.mark.rule("PRES-3")
def test_adab_discards_revealed_prescience_cards_for_good_and_reveals_new_ones() -> None:
    state = played("adab_the_demanding_memory")
    assert codes(state, CarryOutStep(count=3)) == [("PRES-3", "not_so_many_revealed")]
    state = carry_out(state, count=2)
    assert (state.cards.revealed, state.cards.prescience) == (2, 12)
    assert done(play(state, FinishAction()))


@pytest.mark.rule("PRES-1", "PRES-2")
def test_alam_al_mithal_lowers_one_marker_and_raises_another_by_as_many() -> None:
    state = played("alam_al_mithal")
    too_far = CarryOutStep(lowered=Marker.SAND_DWELLERS, raised=Marker.JIHAD, count=3)
    assert codes(state, too_far) == [("PRES-1", "below_the_track")]
    same = CarryOutStep(lowered=Marker.JIHAD, raised=Marker.JIHAD, count=1)
    assert codes(state, same) == [("PRES-1", "two_markers_needed")]
    assert len(choices(state)) == (3 + 2) * 2
    state = carry_out(state, lowered=Marker.KWISATZ_HADERACH, raised=Marker.JIHAD, count=3)
    assert state.prescience == (0, 2, 3)
    assert state.leader("chani").standing is Standing.READY
    assert done(play(state, TWO_CARDS))


@pytest.mark.rule("ACT-DESERT")
def test_usul_takes_desert_power_whatever_the_dice_and_plays_a_card() -> None:
    state = played("usul", table(harkonnen_unused=1))
    state = play(state, UseDesertPower("wormsigns"), PlaceWormsign(area("ne_2")), PlaceWormsign(area("nw_2")))
    assert step(state).step.effect == "play"
    assert done(play(state, FinishAction()))


@pytest.mark.rule("ACT-6", "PRES-5")
def test_voice_from_the_outer_world_brings_paul_who_moves_or_attacks_by_surprise() -> None:
    state = played("voice_from_the_outer_world")
    state = carry_out(state, area="ne_11", figures=Army(special=1, named=("paul_atreides",)))
    assert army(state, "ne_11") == Army(regular=2, special=1, generic=1, named=("paul_atreides",))
    assert army(state, "windgap") == Army(regular=1, elite=2, tokens=1)
    assert {choice.areas[0] for choice in choices(state)} == {area("ne_11")}
    state = play(state, Attack(ATREIDES, area("ne_11"), area("ne_12")))
    frame = state.frame
    assert isinstance(frame, BattleFrame)
    assert frame.surprise
    assert done(play(fight(state, dice=3), CeaseAttack()))


@pytest.mark.rule("PRES-5")
def test_PRES_5_a_card_that_names_paul_means_either_form() -> None:
    state = table().with_army(ATREIDES, area("windgap"), Army(regular=1, elite=2, tokens=1))
    state = state.with_leader("paul_atreides", standing=Standing.REMOVED)
    state = played("voice_from_the_outer_world", state.with_leader("paul_muaddib", standing=Standing.READY))
    found = next(choice for choice in choices(state) if choice.areas == (area("ne_11"),))
    assert found.figures == Army(special=1, named=("paul_muaddib",))


@pytest.mark.rule("ATOM-1")
def test_ATOM_1_the_card_detonates_from_step_4_and_plays_a_card() -> None:
    low = PlayAtreidesCard(MENTAT, "our_family_atomics")
    assert codes(table(), low) == [("CARD-1", "card_without_effect")]
    ready = table(prescience={"kwisatz_haderach": 4, "sand_dwellers": 0, "jihad": 0})
    assert codes(ready, DetonateAtomics(area("splintered_rock"))) == [("PRES-4", "markers_too_low")]
    state = played("our_family_atomics", ready)
    assert chosen_areas(state) == {"splintered_rock", "hole_in_the_rock", "rimwall_west"}
    state = play(state, DetonateAtomics(area("splintered_rock")))
    assert state.atomics == area("splintered_rock")
    assert step(state).step.effect == "play"
    assert done(play(state, FinishAction()))


@pytest.mark.rule("ATOM-1", "ACT-DESERT")
def test_ATOM_1_with_the_atomics_used_the_card_gives_2_desert_power_actions() -> None:
    state = played("our_family_atomics", table(atomics=area("rimwall_west")))
    assert (step(state).part, step(state).parts) == (1, 2)
    state = play(state, UseDesertPower("wormsigns"), PlaceWormsign(area("ne_2")), FinishAction())
    assert (step(state).part, step(state).parts) == (2, 2)
    state = play(state, UseDesertPower("move"), FinishAction())
    assert done(state)


@pytest.mark.rule("BATTLE-4", "CARD-1")
def test_battle_language_lets_the_opponent_roll_4_dice_at_most_in_the_first_round() -> None:
    strong = Army(regular=5)
    state = table().with_army(HARKONNEN, area("ne_12"), strong)
    state = played("battle_language", state)
    assert chosen_areas(state) == {"windgap", "sihaya_ridge", "tasmin_sink", "ne_11"}
    leaderless = MoveLegion(ATREIDES, area("ne_11"), area("ne_15"), Army(regular=1))
    assert ("ACT-LEADERSHIP", "no_leader_goes_along") in codes(state, leaderless)
    other = state.with_army(ATREIDES, area("ne_13"), Army(regular=1))
    wrong = Attack(ATREIDES, area("ne_13"), area("ne_12"))
    reasons = [("CARD-1", "legion_of_other_kind"), ("ACT-LEADERSHIP", "legion_without_leader")]
    assert codes(other, wrong) == reasons
    assert codes(play(other, EnterByHand()), wrong) == []
    state = play(state, Attack(ATREIDES, area("ne_11"), area("ne_12")))
    frame = state.frame
    assert isinstance(frame, BattleFrame)
    assert battle_dice(state, frame, 1).total == 4
    assert battle_dice(state, replace(frame, round=2), 1).total == 5
    assert frame.surprise
    assert done(play(fight(state, dice=2), CeaseAttack()))


@pytest.mark.rule("SPICE-2")
def test_bill_of_particulars_lowers_an_imperium_marker_without_its_ban() -> None:
    state = played("bill_of_particulars")
    bottom = replace(state, imperium=(5, 1, 1))
    assert codes(bottom, CarryOutStep(power=Power.CHOAM)) == [("SPICE-2", "marker_on_the_bottom")]
    assert codes(state, CarryOutStep()) == [("CARD-1", "power_needed")]
    state = carry_out(state, power=Power.LANDSRAAD)
    assert (state.imperium, state.bans) == ((1, 1, 2), frozenset())
    assert done(play(state, FinishAction()))


@pytest.mark.rule("PRES-2", "PRES-3")
def test_fear_is_the_mind_killer_moves_any_marker_2_more_when_its_card_is_claimed() -> None:
    fear = "fear_is_the_mind_killer"
    state = carry_out(played(fear))
    assert (done(state), state.cards.attached) == (True, (fear,))
    assert codes(state, ClaimPrescience((1, 0, 0), bonus=Marker.JIHAD)) == [("PRES-3", "no_bonus")]
    other = ClaimPrescience((1, 0, 0), attached=("eyes_of_ibad",))
    assert codes(state, other) == [("PRES-3", "not_attached")]
    assert codes(state, replace(other, attached=(fear, fear))) == [("PRES-3", "not_attached")]
    claimed = play(state, ClaimPrescience((1, 0, 0), attached=(fear,), bonus=Marker.JIHAD))
    assert (claimed.prescience, claimed.cards.attached) == ((4, 2, 2), ())
    end = replace(state, frames=(EndFrame(EndStage.CLEANUP),))
    assert play(end, EndRound()).cards.attached == ()


@pytest.mark.rule("CARD-1")
def test_a_card_without_a_revealed_prescience_card_cannot_be_attached() -> None:
    state = table()
    state = played("fear_is_the_mind_killer", replace(state, cards=replace(state.cards, revealed=0)))
    assert codes(state, CarryOutStep()) == [("PRES-3", "no_prescience_revealed")]


def test_the_battle_of_a_card_is_won_and_the_legion_moves_in() -> None:
    state = table(reinforcements=0).with_army(HARKONNEN, area("ne_12"), Army(regular=1))
    state = play(played("war_plan", state), Attack(ATREIDES, area("ne_11"), area("ne_12")), DiscardForDice(ATREIDES, 0))
    state = play(
        state, RollBattle(Roll(hit=3), Roll(shield=1)), TakeHits(HARKONNEN, ("regular",)), Advance(move_in=True)
    )
    assert army(state, "ne_12") == Army(regular=2, generic=1)
    assert done(state)
