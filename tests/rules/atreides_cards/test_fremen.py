"""The 18 cards of the Fremen Allies (16 names), each from play to end."""

from dataclasses import replace

import pytest

from companion.content.terms import CombatFace, Deck, VehicleKind, Wormsign
from companion.rules import Army, State, execute
from companion.rules.ask.rounds import targets_left
from companion.rules.commands import (
    BeginStorm,
    CarryOutStep,
    DrawCards,
    EndRound,
    FinishAction,
    MoveLegion,
    MoveWorm,
    PlaceWormsign,
    PlayAtreidesCard,
    RevealTokens,
    RollAttackDice,
    SkipStep,
    TakeHits,
    TurnWormsign,
    UseDesertPower,
    WormAttack,
)
from companion.rules.events import SandwormRemoved
from companion.rules.frames import (
    AtreidesCardFrame,
    Cause,
    EndFrame,
    EndStage,
    HazardsFrame,
    HazardStage,
    HitsFrame,
    RevealTokensFrame,
    RollFrame,
    StackingFrame,
)
from companion.rules.positions.audit import audit
from companion.rules.positions.reading import read_position
from companion.rules.positions.writing import write_position
from companion.rules.state import ATREIDES, HARKONNEN, Sietch, Standing
from tests.rules.atreides_cards.table import (
    area,
    areas,
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

HIT, SHIELD, SPECIAL = CombatFace
ONE_CARD = DrawCards((Deck.FREMEN_ALLY,))


def desert_power(state: State) -> State:
    """The Desert Power action that ends the card: 2 wormsigns."""
    assert step(state).step.effect == "desert_power"
    signs = (PlaceWormsign(area("ne_16")), PlaceWormsign(area("nw_3")))
    state = play(state, UseDesertPower("wormsigns"), *signs)
    assert done(state)
    return state


@pytest.mark.rule("WILD-1")
def test_WILD_1_shai_hulud_brings_the_wild_maker_its_card_spent() -> None:
    state = played("shai_hulud")
    assert "se_1" not in chosen_areas(state)
    assert "csw_6" not in chosen_areas(state)
    assert codes(state, CarryOutStep(area=area("carthag"))) == [("CARD-1", "card_does_not_allow")]
    state = carry_out(state, area="ne_2")
    status = state.leader("wild_maker")
    assert (state.wild_maker, status.standing, status.card_ready) == (area("ne_2"), Standing.BOARD, False)
    assert done(state)


def with_maker(where: str = "csw_5", **changes: object) -> State:
    state = table(wild_maker=area(where), harvesters=["ne_1", "ne_10", "nw_1"], **changes)
    return state.with_leader("wild_maker", standing=Standing.BOARD, card_ready=False)


@pytest.mark.rule("WILD-1", "WORM-7", "WORM-8")
def test_WILD_1_shai_hulud_moves_the_wild_maker_and_attacks_with_6_dice() -> None:
    state = played("shai_hulud", with_maker())
    assert codes(state, MoveWorm(area("se_1"), area("se_2"))) == [("WILD-1", "other_worm_named")]
    assert {choice.areas[0] for choice in choices(state)} == {area("csw_5")}
    state = play(state, FinishAction())
    other = WormAttack(area("se_1"), area("csw_6"))
    assert ("WILD-1", "other_worm_named") in codes(state, other)
    attack = next(c for c in choices(state) if c.areas[1] == area("csw_6"))
    state = play(state, attack.command)
    assert state.frame == RollFrame(Cause.WORM, HARKONNEN, area("csw_6"), 6, (1, 0, 1))
    assert (state.wild_maker, state.leader("wild_maker").standing) == (None, Standing.READY)
    state = play(state, RollAttackDice((SHIELD,) * 6))
    assert done(state)


@pytest.mark.rule("WILD-1")
def test_WILD_1_beside_the_board_the_wild_maker_is_in_play_but_cannot_act() -> None:
    state = table().with_leader("wild_maker", standing=Standing.READY)
    state = played("shai_hulud", state)
    assert (step(state).step.effect, step(state).choices) == ("wild_maker_moves", ())
    assert done(play(state, SkipStep(), SkipStep()))


@pytest.mark.rule("WILD-1", "WORM-3")
def test_WORM_3_the_wild_maker_may_come_from_beside_the_board() -> None:
    state = table(HazardsFrame(HazardStage.REVEAL, (area("sw_1"),)))
    turn = TurnWormsign(area("sw_1"), Wormsign.SANDWORM, wild_maker=True)
    assert codes(state, turn) == [("WILD-1", "wild_maker_not_beside")]
    state = state.with_leader("wild_maker", standing=Standing.READY)
    sand = TurnWormsign(area("sw_1"), Wormsign.SAND, wild_maker=True)
    assert codes(state, sand) == [("WORM-2", "no_worm_appears")]
    state = play(state, turn)
    assert (state.wild_maker, state.sandworms) == (area("sw_1"), (area("se_1"),))


@pytest.mark.rule("WILD-1", "ROUND-2")
def test_WILD_1_at_the_end_of_a_round_a_normal_worm_may_take_its_place() -> None:
    state = replace(with_maker(), frames=(EndFrame(EndStage.CLEANUP),))
    stays = play(state, EndRound())
    assert (stays.wild_maker, stays.leader("wild_maker").card_ready) == (area("csw_5"), True)
    assert SandwormRemoved(area("csw_5"), Cause.END_OF_ROUND) in execute(state, EndRound(tame_worm=True))[1]
    tamed = play(state, EndRound(tame_worm=True))
    assert (tamed.wild_maker, tamed.sandworms) == (None, tuple(sorted(areas(["se_1", "csw_5"]))))
    assert tamed.leader("wild_maker").standing is Standing.READY
    assert codes(table(EndFrame(EndStage.CLEANUP)), EndRound(tame_worm=True)) == [("WILD-1", "wild_maker_not_there")]
    full = replace(state, sandworms=tuple(sorted(areas(["se_1", "se_2", "se_3", "ne_13"]))))
    assert codes(full, EndRound(tame_worm=True)) == [("WILD-1", "no_worm_in_supply")]


@pytest.mark.rule("ACT-6")
def test_wall_of_sandworms_places_a_worm_next_to_one() -> None:
    state = played("wall_of_sandworms")
    beside = {choice.areas[0] for choice in choices(state)}
    assert beside
    assert beside <= set(range(101)) - {area("se_1")}
    where = min(beside)
    assert codes(state, CarryOutStep(area=where, worm_from=area("se_1"))) == [("CARD-1", "card_does_not_allow")]
    assert codes(state, CarryOutStep(area=where, worm_from=area("se_2"))) == [("ACT-6", "no_worm_there")]
    state = play(state, CarryOutStep(area=where))
    assert state.sandworms == tuple(sorted((where, area("se_1"))))
    desert_power(state)


@pytest.mark.rule("VEH-2")
def test_dust_chasms_remove_2_harvesters_from_deep_desert_of_one_sector() -> None:
    state = played("dust_chasms")
    assert chosen_areas(state) == {"ne_1", "ne_10", "nw_1"}
    state = carry_out(state, area="ne_1", vehicle=VehicleKind.HARVESTER)
    assert chosen_areas(state) == {"ne_10"}
    other = CarryOutStep(area=area("nw_1"), vehicle=VehicleKind.HARVESTER)
    assert codes(state, other) == [("CARD-1", "no_vehicle_there")]
    state = carry_out(state, area="ne_10", vehicle=VehicleKind.HARVESTER)
    assert set(state.harvesters) == areas(["nw_1", "csw_5"])
    desert_power(state)


@pytest.mark.rule("VEH-2")
def test_fremen_rockets_remove_a_vehicle_for_each_hit_and_special() -> None:
    state = played("fremen_rockets")
    assert codes(state, CarryOutStep(sector="sw")) == [("CARD-1", "no_own_legion_in_sector")]
    state = play(state, CarryOutStep(sector="ne"))
    assert isinstance(state.frame, RollFrame)
    assert (state.frame.dice, state.frame.sector) == (3, "ne")
    state = play(state, RollAttackDice((HIT, SHIELD, SPECIAL)))
    assert isinstance(state.frame, AtreidesCardFrame)
    assert state.frame.left == 2
    assert chosen_areas(state) == {"ne_1", "ne_10"}
    assert {choice.zones for choice in choices(state) if choice.zones} == {(zone("az_ne"),)}
    state = carry_out(state, zone="az_ne", vehicle=VehicleKind.ORNITHOPTER)
    state = carry_out(state, area="ne_1", vehicle=VehicleKind.HARVESTER)
    assert (state.ornithopters, area("ne_1") in state.harvesters) == ((zone("az_sw"),), False)
    assert done(state)


@pytest.mark.rule("VEH-2")
def test_fremen_rockets_that_miss_or_find_nothing_end_the_card() -> None:
    state = play(played("fremen_rockets"), CarryOutStep(sector="ne"), RollAttackDice((SHIELD,) * 3))
    assert done(state)
    empty = table(harvesters=[], ornithopters=[], carryalls=[])
    state = play(played("fremen_rockets", empty), CarryOutStep(sector="ne"), RollAttackDice((HIT,) * 3))
    assert done(state)


@pytest.mark.rule("PRES-3", "ROUND-2")
def test_eyes_of_ibad_keep_a_prescience_card_revealed() -> None:
    state = carry_out(played("eyes_of_ibad"))
    assert done(state)
    end = replace(state, frames=(EndFrame(EndStage.CLEANUP),))
    after = play(end, EndRound(reshuffle=False))
    assert (after.cards.revealed, after.cards.prescience, after.cards.attached) == (3, 12, ("eyes_of_ibad",))


@pytest.mark.rule("TOKEN-1", "MAHDI-TOKEN-1")
def test_captured_ornithopter_rolls_3_dice_against_a_legion_in_a_connected_sector() -> None:
    state = table(black_tokens=5, silver_tokens=5)
    state = played(
        "captured_ornithopter",
        state.with_army(HARKONNEN, area("csw_6"), Army(regular=3, tokens=2, named=("beast_rabban",))),
    )
    assert codes(state, CarryOutStep(zone=zone("az_nw"))) == [("CARD-1", "no_ornithopter_there")]
    assert codes(state, CarryOutStep(zone=zone("az_sw"), area=area("ne_12"))) == [("CARD-1", "card_does_not_allow")]
    state = carry_out(state, zone="az_sw", area="csw_6")
    assert isinstance(state.frame, RevealTokensFrame)
    state = play(state, RevealTokens(HARKONNEN, area("csw_6"), 2, Army(regular=2)))
    assert state.ornithopters == (zone("az_ne"),)
    state = play(state, RollAttackDice((HIT, SPECIAL, SHIELD)))
    assert state.frame == HitsFrame(Cause.CARD, HARKONNEN, area("csw_6"), 2)
    state = play(state, TakeHits(HARKONNEN, ("regular", "regular")))
    assert army(state, "csw_6", HARKONNEN) == Army(regular=3, named=("beast_rabban",))
    assert done(state)


@pytest.mark.rule("TANK-1")
def test_crysknife_moves_a_legion_with_fedaykin_and_sends_an_adjacent_leader_to_the_tank() -> None:
    state = table().with_army(ATREIDES, area("windgap"), Army(special=2, tokens=1, named=("paul_atreides",)))
    state = state.with_leader("beast_rabban", standing=Standing.BOARD)
    state = played("crysknife", state)
    assert chosen_areas(state) == {"windgap", "sihaya_ridge"}
    state = play(state, MoveLegion(ATREIDES, area("windgap"), area("csw_3"), Army(special=1)))
    reached = {choice.leaders for choice in choices(state)}
    near = bool(state.graph.passable[area("csw_3")] >> area("csw_6") & 1)
    assert reached == ({("beast_rabban",)} if near else set())
    assert codes(state, CarryOutStep(leader="baron_harkonnen")) == [("CARD-1", "leader_out_of_reach")]
    state = play(state, CarryOutStep(leader="beast_rabban")) if near else play(state, SkipStep())
    assert done(state)


@pytest.mark.rule("TANK-1", "ACT-4")
def test_crysknife_without_the_move_reaches_from_any_legion_with_fedaykin() -> None:
    state = table().with_army(ATREIDES, area("windgap"), Army(special=2, tokens=1, named=("paul_atreides",)))
    state = play(played("crysknife", state), FinishAction())
    assert [choice.leaders for choice in choices(state)] == [("beast_rabban",)]
    state = play(state, choices(state)[0].command)
    assert state.leader("beast_rabban").standing is Standing.TANK
    assert done(state)


@pytest.mark.rule("TOKEN-1", "BOARD-3")
def test_cielagos_message_brings_a_token_to_a_sietch_with_harkonnen_within_2_areas() -> None:
    state = played("cielagos_piping_message")
    assert chosen_areas(state) == {"windgap", "sihaya_ridge", "gara_kulon"}
    none = replace(state, atreides_tokens=0)
    assert codes(none, CarryOutStep(area=area("windgap"))) == [("TOKEN-1", "no_token_left")]
    state = carry_out(state, area="gara_kulon")
    assert (army(state, "gara_kulon"), state.atreides_tokens) == (Army(tokens=1), 7)
    assert done(play(state, ONE_CARD))


@pytest.mark.rule("STACK-1")
def test_STACK_1_a_token_too_many_is_told_and_the_excess_goes() -> None:
    state = table().with_army(ATREIDES, area("windgap"), Army(regular=5, tokens=1, named=("paul_atreides",)))
    state = played("cielagos_piping_message", state)
    command = CarryOutStep(area=area("windgap"))
    assert codes(state, command) == [("STACK-1", "over_stacking")]
    state, _ = execute(state, command, record_anyway=True)
    assert isinstance(state.frame, StackingFrame)


@pytest.mark.rule("ACT-LEADERSHIP")
def test_jubba_cloaks_move_a_legion_with_a_leader_from_desert() -> None:
    state = played("jubba_cloaks", table().with_army(ATREIDES, area("false_wall_west"), Army(regular=1, generic=1)))
    assert chosen_areas(state) == {"windgap", "sihaya_ridge", "tasmin_sink", "ne_11"}
    wrong = MoveLegion(ATREIDES, area("false_wall_west"), area("sw_8"), Army(regular=1, generic=1))
    assert ("CARD-1", "legion_of_other_kind") in codes(state, wrong)
    state = play(state, next(c for c in choices(state) if c.areas[0] == area("ne_11")).command)
    assert step(state).step.effect == "play"
    state = play(state, PlayAtreidesCard(None, "i_am_stilgar"), FinishAction())
    assert done(state)


@pytest.mark.rule("ACT-6")
def test_hieregs_place_2_regulars_each_in_another_empty_desert_area() -> None:
    state = played("hieregs")
    assert (step(state).part, step(state).parts) == (1, 2)
    assert codes(state, CarryOutStep(area=area("ne_2"), figures=Army(regular=2))) == [("CARD-1", "too_many_units")]
    assert codes(state, CarryOutStep(area=area("ne_2"), figures=Army(elite=1))) == [("CARD-1", "too_many_units")]
    assert codes(state, CarryOutStep(area=area("ne_2"))) == [("ACT-6", "nothing_to_place")]
    state = carry_out(state, area="ne_2", figures=Army(regular=1))
    assert (step(state).part, "ne_2" in chosen_areas(state)) == (2, False)
    state = carry_out(state, area="ne_13", figures=Army(regular=1))
    assert (army(state, "ne_2"), army(state, "ne_13")) == (Army(regular=1), Army(regular=1))
    desert_power(state)


@pytest.mark.rule("STORM-1")
def test_STORM_1_grandmother_of_a_storm_rolls_the_storms_by_the_usual_rules() -> None:
    state = carry_out(played("grandmother_of_a_storm"))
    assert isinstance(state.frame, HazardsFrame)
    assert set(state.frame.areas) == areas(["csw_2", "csw_6", "ne_12"])
    state = play(state, BeginStorm(area("csw_2")), RollAttackDice((SHIELD, SHIELD)))
    state = play(state, BeginStorm(area("csw_6")), RollAttackDice((HIT, SHIELD)))
    state = play(state, TakeHits(HARKONNEN, ("elite",)), RollAttackDice((SPECIAL, SHIELD)))
    state = play(state, TakeHits(HARKONNEN, ("regular",)))
    assert army(state, "ne_12", HARKONNEN) == Army(regular=1)
    assert done(state)


@pytest.mark.rule("TOKEN-1")
def test_stillsuits_move_a_legion_from_desert_and_swap_the_tokens_of_two_sietches() -> None:
    known = ((area("windgap"), Army(elite=2)),)
    state = played("stillsuits", table(known_tokens=known))
    state = play(state, FinishAction())
    assert codes(state, CarryOutStep(area=area("windgap"), target=area("windgap"))) == [("CARD-1", "same_area")]
    neither = CarryOutStep(area=area("sihaya_ridge"), target=area("gara_kulon"))
    assert codes(state, neither) == [("CARD-1", "card_does_not_allow")]
    state = carry_out(state, area="tasmin_sink", target="windgap")
    assert army(state, "windgap") == Army(regular=1, elite=2, tokens=2, named=("paul_atreides",))
    assert army(state, "tasmin_sink") == Army(tokens=1, generic=1)
    assert state.known_tokens == ((area("tasmin_sink"), Army(elite=2)),)
    assert done(state)


@pytest.mark.rule("LEADER-1")
def test_LEADER_1_a_leader_that_the_swap_leaves_alone_goes() -> None:
    state = play(played("stillsuits"), FinishAction())
    state = carry_out(state, area="tasmin_sink", target="gara_kulon")
    assert (army(state, "tasmin_sink"), army(state, "gara_kulon")) == (Army(), Army(tokens=2))


@pytest.mark.rule("ACT-6", "AREA-1")
def test_i_am_stilgar_places_him_and_3_units_on_a_free_plateau() -> None:
    state = played("i_am_stilgar")
    assert "csw_2" not in chosen_areas(state)
    assert "pasty_mesa" in chosen_areas(state)
    state = play(state, next(c for c in choices(state) if c.areas == (area("pasty_mesa"),)).command)
    assert army(state, "pasty_mesa") == Army(regular=1, elite=2, named=("stilgar",))
    assert army(state, "sihaya_ridge") == Army(regular=1, special=1)
    assert done(play(state, ONE_CARD))


@pytest.mark.rule("ACT-6", "WORM-3")
def test_thumpers_place_2_sandworms_next_to_own_legions() -> None:
    state = played("thumpers")
    near = next(c for c in choices(state) if c.areas[0] == area("csw_3"))
    state = play(state, near.command)
    assert "csw_3" not in chosen_areas(state)
    assert codes(state, CarryOutStep(area=area("nw_2"))) == [("CARD-1", "card_does_not_allow")]
    relocated = next(
        c for c in choices(state) if isinstance(c.command, CarryOutStep) and c.command.worm_from == area("se_1")
    )
    state = play(state, relocated.command)
    assert state.sandworms == tuple(sorted((area("csw_3"), relocated.areas[0])))
    assert done(state)


@pytest.mark.rule("ACT-6", "WORM-3")
def test_thumpers_with_all_worms_on_the_board_relocate_one() -> None:
    four = ["se_1", "se_2", "ne_13", "nw_2"]
    state = played("thumpers", table(sandworms=four))
    assert codes(state, CarryOutStep(area=area("csw_3"))) == [("ACT-6", "no_worm_in_supply")]
    assert all(isinstance(c.command, CarryOutStep) and c.command.worm_from is not None for c in choices(state))


@pytest.mark.rule("SETTLE-1", "MAHDI-START-2")
def test_kitab_al_ibar_moves_a_sietch_with_all_that_is_there() -> None:
    state = played("kitab_al_ibar", table(known_tokens=((area("windgap"), Army(elite=2)),)))
    assert codes(state, CarryOutStep(area=area("windgap"), target=area("csw_2"))) == [("CARD-1", "card_does_not_allow")]
    before = army(state, "windgap")
    state = carry_out(state, area="windgap", target="csw_3")
    assert (army(state, "windgap"), army(state, "csw_3")) == (Army(), before)
    assert state.sietch(area("csw_3")) == Sietch(area("csw_3"), home=area("windgap"))
    assert state.known_tokens == ((area("csw_3"), Army(elite=2)),)
    assert state.target_sietch == area("csw_3")
    assert "windgap" in targets_left(replace(state, cards=replace(state.cards, tactical=("gara_kulon",))))[0]
    assert done(state)
    again = read_position(write_position(state))
    assert (again.sietches, audit(again)) == (state.sietches, ())


@pytest.mark.rule("AREA-1", "BOARD-3")
def test_sandtides_move_an_enemy_legion_on_desert_to_an_empty_adjacent_area() -> None:
    state = played("sandtides")
    assert chosen_areas(state) == {"csw_6", "ne_12"}
    onto = CarryOutStep(area=area("ne_12"), target=area("ne_11"))
    assert codes(state, onto) == [("CARD-1", "card_does_not_allow")]
    assert codes(state, CarryOutStep(area=area("ne_12"))) == [("CARD-1", "card_does_not_allow")]
    found = next(c for c in choices(state) if c.areas[0] == area("ne_12"))
    state = play(state, found.command)
    assert state.army(HARKONNEN, found.areas[1]) == Army(regular=2)
    desert_power(state)
