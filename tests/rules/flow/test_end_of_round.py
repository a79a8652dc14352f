"""Prescience claims, the spice harvest and the end of the round."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import Deck, Phase, Power, Result
from companion.rules import Army, Rules, Severity, State, check
from companion.rules.commands import (
    ClaimPrescience,
    CollectSpice,
    EndRound,
    EndTurn,
    EnterObjective,
    FinishClaims,
    RevealSietch,
    RevealTokens,
    SpendSpice,
)
from companion.rules.engine import Draft
from companion.rules.events import PhaseBegan
from companion.rules.frames import (
    EndFrame,
    EndStage,
    GameOverFrame,
    HarvestFrame,
    RoundStartFrame,
    SpiceFrame,
    StackingFrame,
    TurnFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing
from tests.rules.flow.table import (
    area,
    areas,
    army,
    atreides_turn,
    blocked,
    codes,
    frame_names,
    harkonnen_turn,
    play,
    position,
)

MENTAT = Result.MENTAT
PLATEAUS = ("cne_9", "csw_2", "se_5")
CHOAM, GUILD, LANDSRAAD = Power
NO_BANS: frozenset[Power] = frozenset()


def at_end(stage: EndStage, changes: dict[str, Any]) -> State:
    legions = changes.pop("harkonnen", {}), changes.pop("atreides", {})
    return position(*legions, EndFrame(stage), phase=Phase.END, **changes)


def claims(**changes: Any) -> State:
    return at_end(EndStage.CLAIMS, changes)


def cleanup(**changes: Any) -> State:
    return at_end(EndStage.CLEANUP, changes)


def spice(collected: int, **changes: Any) -> State:
    return position(changes.pop("harkonnen", {}), {}, SpiceFrame(collected), phase=Phase.SPICE, **changes)


@pytest.mark.rule("PRES-3")
def test_PRES_3_two_cards_a_round_move_the_markers() -> None:
    state = play(atreides_turn(MENTAT), ClaimPrescience((1, 0, 1)), ClaimPrescience((0, 2, 0)))
    assert (state.prescience, state.cards.claimed, state.cards.revealed) == ((1, 2, 1), 2, 0)
    assert ("PRES-3", "too_many_claims") in codes(state, ClaimPrescience((1, 0, 0)))


@pytest.mark.rule("PRES-3")
def test_PRES_3_a_claim_may_cost_the_die_of_the_turn() -> None:
    state = play(atreides_turn(MENTAT), ClaimPrescience((1, 0, 0), die=MENTAT))
    assert state.frame == TurnFrame(ATREIDES, acted=True, spent_die=True)
    assert play(state, EndTurn()).atreides_results == ()
    assert codes(harkonnen_turn(), ClaimPrescience((1, 0, 0), die=MENTAT)) == [("ACT-3", "not_your_turn")]
    assert codes(harkonnen_turn(), ClaimPrescience((1, 0, 0))) == []


@pytest.mark.rule("PRES-3")
def test_PRES_3_each_card_in_its_phase_and_with_its_gains() -> None:
    there = dict.fromkeys(PLATEAUS, Army(regular=1))
    state = atreides_turn(MENTAT, atreides=there)
    assert codes(state, ClaimPrescience((0, 2, 0), card="dew_collectors")) == [("PRES-3", "card_of_other_phase")]
    met = claims(atreides=there)
    assert codes(met, ClaimPrescience((0, 2, 0), card="dew_collectors")) == []
    assert codes(met, ClaimPrescience((0, 1, 0), card="dew_collectors")) == [("PRES-3", "gains_differ")]
    assert codes(claims(), ClaimPrescience((0, 1, 0), card="spotter_control")) == [
        ("PRES-3", "unknown_prescience_card")
    ]
    assert codes(state, ClaimPrescience((0, 0, 0))) == [("PRES-3", "gains_out_of_range")]
    assert codes(cleanup(), ClaimPrescience((1, 0, 0))) == [("PRES-3", "not_now")]


@pytest.mark.rule("PRES-3", "MAHDI-REVEAL-1")
def test_MAHDI_REVEAL_1_tokens_turned_for_a_claim_bring_reinforcements() -> None:
    there = {"windgap": Army(tokens=2)}
    state = claims(atreides=there, discard_top=Deck.HOUSE_HARKONNEN)
    turned = play(state, RevealTokens(ATREIDES, area("windgap"), 2, Army(regular=3)))
    assert (army(turned, ATREIDES, "windgap"), turned.reinforcements) == (Army(regular=3), 2)
    assert turned.cards.decks[:2] == (17, 17)
    assert play(state, RevealSietch(area("windgap"), 2)).reinforcements == 1
    assert codes(cleanup(atreides=there), RevealSietch(area("windgap"), 2)) == [("BATTLE-2", "not_now")]
    banned = replace(state, bans=frozenset({GUILD}))
    assert play(banned, RevealSietch(area("windgap"), 2)).reinforcements == 0


@pytest.mark.rule("MAHDI-REVEAL-1", "MAHDI-CARD-6")
def test_MAHDI_REVEAL_1_an_empty_deck_is_reshuffled_first() -> None:
    state = claims(discard_top=Deck.CORRINO_ALLY)
    state = replace(
        state, cards=replace(state.cards, decks=(0, 18, 18, 18), discards=("sandmasters", "troop_carriers"))
    )
    state = play(state, RevealSietch(area("windgap"), 2))
    assert (state.reinforcements, state.cards.decks[:2], state.cards.discards) == (1, (0, 18), ("troop_carriers",))


@pytest.mark.rule("SPICE-1", tries=True)
def test_SPICE_1_harvesters_give_1_or_2_and_leave() -> None:
    state = position({}, {}, HarvestFrame(), phase=Phase.SPICE, harvesters=areas("ne_4", "ne_1", "cnw_3"))
    state = play(state, CollectSpice())
    assert (state.frame, state.harvesters) == (SpiceFrame(4), ())


@pytest.mark.rule("SPICE-2", "R-29")
@pytest.mark.parametrize(
    "before, after, cost",
    [
        ((1, 1, 1), (1, 1, 1), 6),
        ((1, 1, 1), (2, 2, 2), 0),
        ((2, 2, 3), (1, 2, 4), 5),
        ((5, 5, 5), (5, 5, 5), 0),
        ((5, 5, 5), (4, 5, 5), 3),
    ],
)
def test_SPICE_2_keeping_costs_2_raising_3(
    before: tuple[int, int, int], after: tuple[int, int, int], cost: int
) -> None:
    bans = frozenset(p for p, old, new in zip(Power, before, after, strict=True) if new > old or new == 5)
    command = SpendSpice(after, bans, 0, 0)
    assert codes(spice(cost, imperium=before, mode=Mode.DUEL), command) == []
    if cost:
        assert codes(spice(cost - 1, imperium=before, mode=Mode.DUEL), command) == [("SPICE-2", "not_enough_spice")]


@pytest.mark.rule("SPICE-2")
def test_SPICE_2_one_step_at_most_and_not_off_the_track() -> None:
    state = spice(9, imperium=(1, 3, 5))
    assert codes(state, SpendSpice((0, 3, 5), frozenset({LANDSRAAD}), 0, 0)) == [("SPICE-2", "row_off_the_track")]
    assert codes(state, SpendSpice((1, 1, 5), frozenset({LANDSRAAD}), 0, 0)) == [("SPICE-2", "more_than_one_step")]
    assert codes(state, SpendSpice((1, 3, 6), NO_BANS, 0, 0)) == [("SPICE-2", "row_off_the_track")]


@pytest.mark.rule("SPICE-4")
def test_SPICE_4_one_spice_can_be_kept_and_counts_next_time() -> None:
    two = SpendSpice((1, 1, 1), NO_BANS, 0, 2)
    assert codes(spice(8, mode=Mode.DUEL), two) == [("SPICE-4", "reserve_out_of_range")]
    assert codes(spice(6), SpendSpice((1, 1, 1), NO_BANS, 0, 1)) == [("SPICE-2", "not_enough_spice")]
    assert codes(spice(5, spice_reserve=1), SpendSpice((1, 1, 1), NO_BANS, 0, 0)) == []
    assert play(spice(7, mode=Mode.DUEL), SpendSpice((1, 1, 1), NO_BANS, 0, 1)).spice_reserve == 1


@pytest.mark.rule("SPICE-3")
def test_SPICE_3_stockpiling_outside_solo_up_to_supremacy_5() -> None:
    command = SpendSpice((1, 1, 1), NO_BANS, 1, 0)
    assert codes(spice(9, mode=Mode.DUEL), command) == []
    assert codes(spice(9, mode=Mode.DUEL, supremacy=6), command) == [("SPICE-3", "no_stockpiling")]
    assert codes(spice(8, mode=Mode.DUEL), command) == [("SPICE-2", "not_enough_spice")]
    for steps in (2, -1):
        assert ("SPICE-3", "supremacy_out_of_range") in codes(spice(20), SpendSpice((1, 1, 1), NO_BANS, steps, 0))


@pytest.mark.rule("MAHDI-SPICE-1", "R-29")
def test_MAHDI_SPICE_1_all_on_top_and_seven_spice_give_one_supremacy() -> None:
    command = SpendSpice((1, 1, 1), NO_BANS, 1, 0)
    assert play(spice(7), command).supremacy == 1
    assert codes(spice(6), command) == [("SPICE-2", "not_enough_spice")]
    assert codes(spice(9, imperium=(2, 1, 1)), command) == [("MAHDI-SPICE-1", "markers_not_on_top")]
    lowered = SpendSpice((1, 1, 2), frozenset({LANDSRAAD}), 1, 0)
    assert codes(spice(9), lowered) == [("MAHDI-SPICE-1", "markers_not_on_top")]


@pytest.mark.rule("MAHDI-SPICE-1", "R-29")
@pytest.mark.parametrize(
    "before, collected, due",
    [
        ((1, 3, 5), 2, ((2, 3, 5), 0, 0)),
        ((1, 3, 5), 5, ((1, 2, 5), 0, 0)),
        ((1, 1, 4), 7, ((1, 1, 3), 0, 0)),
        ((1, 1, 1), 7, ((1, 1, 1), 1, 0)),
        ((1, 1, 1), 9, ((1, 1, 1), 1, 1)),
        ((2, 2, 2), 4, ((2, 2, 3), 0, 0)),
    ],
)
def test_MAHDI_SPICE_1_another_order_of_spending_is_unusual(
    before: tuple[int, int, int], collected: int, due: tuple[tuple[int, int, int], int, int]
) -> None:
    """Any other result that the spice would pay for is warned of, and can be recorded all the same."""
    rows, supremacy, reserve = due
    state = spice(collected, imperium=before)
    bans = frozenset(p for p, old, new in zip(Power, before, rows, strict=True) if new > old or new == 5)
    assert codes(state, SpendSpice(rows, bans, supremacy, reserve)) == []
    dropped = (min(5, before[0] + 1), min(5, before[1] + 1), min(5, before[2] + 1))
    bans = frozenset(p for p, old, new in zip(Power, before, dropped, strict=True) if new > old or new == 5)
    lazy = SpendSpice(dropped, bans, 0, min(1, collected))
    assert codes(state, lazy) == [("MAHDI-SPICE-1", "other_spending_than_mahdi")]
    assert check(state, lazy)[0].severity is Severity.UNUSUAL
    assert codes(replace(state, mode=Mode.DUEL), lazy) == []


@pytest.mark.rule("BAN-1")
def test_BAN_1_who_dropped_and_who_is_on_the_bottom_is_banned() -> None:
    state = spice(2, imperium=(1, 3, 5), mode=Mode.DUEL)
    due = frozenset({GUILD, LANDSRAAD})
    assert codes(state, SpendSpice((1, 4, 5), frozenset({GUILD}), 0, 0)) == [("BAN-1", "wrong_bans")]
    state = play(state, SpendSpice((1, 4, 5), due, 0, 0))
    assert (state.bans, state.imperium, state.phase) == (due, (1, 4, 5), Phase.END)


@pytest.mark.rule("BAN-1")
def test_BAN_1_the_first_printing_bans_one_of_those_that_dropped() -> None:
    state = spice(0, imperium=(1, 2, 5), rules=Rules(first_printing=True))
    after = (2, 3, 5)
    for bans, wrong in (({CHOAM, LANDSRAAD}, False), ({GUILD, LANDSRAAD}, False), ({CHOAM, GUILD, LANDSRAAD}, True)):
        found = codes(state, SpendSpice(after, frozenset(bans), 0, 0))
        assert found == ([("BAN-1", "wrong_bans")] if wrong else [])


@pytest.mark.rule("BAN-1")
def test_BAN_1_bans_end_when_the_next_spice_phase_begins() -> None:
    state = harkonnen_turn(bans=frozenset({CHOAM}), harkonnen_unused=0)
    assert state.stacking_limit(HARKONNEN) == 5
    state = replace(state, phase=Phase.HAZARDS)
    draft = Draft(state)
    draft.emit(PhaseBegan(Phase.SPICE.value))
    assert draft.state.bans == NO_BANS


@pytest.mark.rule("BAN-2", "R-34")
def test_BAN_2_the_choam_ban_removes_the_weakest_of_a_full_legion() -> None:
    legions = {"carthag": Army(regular=2, elite=4), "arsunt": Army(regular=3, tokens=3), "ne_1": Army(regular=5)}
    state = spice(4, harkonnen=legions)
    state = play(state, SpendSpice((2, 1, 1), frozenset({CHOAM}), 0, 0))
    assert army(state, HARKONNEN, "carthag") == Army(regular=1, elite=4)
    assert army(state, HARKONNEN, "ne_1") == Army(regular=5)
    assert state.frame == StackingFrame(HARKONNEN, area("arsunt"), 1)
    assert frame_names(state) == ["EndFrame", "StackingFrame"]


@pytest.mark.rule("WIN-2", "ROUND-2")
def test_WIN_2_the_check_after_the_claims() -> None:
    state = play(claims(prescience=(7, 6, 5)), EnterObjective((7, 6, 6)))
    lost = play(state, FinishClaims())
    assert (lost.frame, lost.winner) == (EndFrame(EndStage.CLEANUP), None)
    won = play(state, ClaimPrescience((0, 0, 1)), FinishClaims())
    assert (won.frame, won.winner) == (GameOverFrame(ATREIDES, "WIN-2"), ATREIDES)


@pytest.mark.rule("ROUND-2")
def test_ROUND_2_vehicles_leave_cards_turn_and_dice_come_back() -> None:
    state = cleanup(ornithopters=(0, 1), carryalls=(2,), harkonnen_spent=(MENTAT,) * 2, harkonnen_unused=0)
    state = state.with_leader("baron_harkonnen", card_ready=False)
    state = state.with_leader("stilgar", card_ready=False, standing=Standing.TANK, tank=2)
    state = play(state, EndRound())
    assert (state.ornithopters, state.carryalls) == ((), ())
    assert state.leader("baron_harkonnen").card_ready
    assert state.leader("stilgar").card_ready
    assert state.leader("stilgar").tank == 2
    assert (state.harkonnen_spent, state.harkonnen_unused, state.atreides_results) == ((), 8, None)


@pytest.mark.rule("ROUND-2")
def test_ROUND_2_named_leaders_may_be_replaced_by_naibs() -> None:
    legions = {"windgap": Army(regular=1, named=("paul_atreides",))}
    state = play(cleanup(atreides=legions), EndRound(replaced=("paul_atreides",)))
    assert army(state, ATREIDES, "windgap") == Army(regular=1, generic=1)
    assert state.leader("paul_atreides").standing is Standing.READY
    no_naib = legions | {"gara_kulon": Army(regular=1, generic=12)}
    state = play(cleanup(atreides=no_naib), EndRound(replaced=("paul_atreides",)))
    assert army(state, ATREIDES, "windgap") == Army(regular=1)
    assert codes(cleanup(), EndRound(replaced=("stilgar",))) == [("ROUND-2", "leader_not_on_board")]
    twice = EndRound(replaced=("paul_atreides",) * 2)
    assert codes(cleanup(atreides=legions), twice) == [("ROUND-2", "leader_not_on_board")] * 2


@pytest.mark.rule("ROUND-2")
def test_ROUND_2_six_cards_are_kept() -> None:
    state = cleanup(hand=8)
    assert codes(state, EndRound()) == [("ROUND-2", "hand_over_limit")]
    assert check(state, EndRound())[0].facts["discard"] == 2
    assert blocked(state, EndRound(discarded=1))
    assert codes(state, EndRound(discarded=9)) == [("ROUND-2", "not_so_many_in_hand")]
    assert ("ROUND-2", "not_so_many_in_hand") in codes(cleanup(hand=3), EndRound(discarded=-1))
    assert codes(state, EndRound(discarded=2, cards=("sandmasters",))) == [("CARD-1", "unknown_card")]
    # Two cards are drawn at the start of the next round.
    assert play(state, EndRound(discarded=2)).cards.hand == 8


@pytest.mark.rule("ROUND-2")
@pytest.mark.parametrize("reshuffle, deck", [(True, 14), (False, 12)])
def test_ROUND_2_unclaimed_prescience_cards_go_back_or_out(reshuffle: bool, deck: int) -> None:
    state = cleanup(revealed=2)
    state = replace(state, cards=replace(state.cards, prescience=14))
    state = play(state, EndRound(reshuffle=reshuffle))
    assert (state.cards.prescience, state.cards.revealed) == (deck, 2)


@pytest.mark.rule("MAHDI-END-1", "R-30", tries=True)
def test_MAHDI_END_1_supremacy_rises_after_the_check_and_the_tactical_cards_are_reshuffled() -> None:
    state = cleanup(supremacy=3)
    state = replace(state, cards=replace(state.cards, tactical=("windgap", "gara_kulon")))
    state = play(state, EndRound())
    assert (state.supremacy, state.round, state.phase) == (4, 2, Phase.START)
    assert (state.cards.tactical, state.target_sietch, state.harvesting_sector) == ((), None, None)
    assert state.frames == (RoundStartFrame(),)


@pytest.mark.rule("WIN-1", "R-30", tries=True)
def test_R_30_the_atreides_check_comes_before_the_last_supremacy() -> None:
    state = play(claims(prescience=(8, 8, 8), supremacy=9), EnterObjective((7, 7, 7)), FinishClaims())
    assert state.winner is ATREIDES
    state = play(claims(supremacy=9), FinishClaims(), EndRound())
    assert (state.winner, state.frames) == (HARKONNEN, (GameOverFrame(HARKONNEN, "WIN-1"),))


@pytest.mark.rule("MAHDI-END-1")
def test_MAHDI_END_1_reinforcements_stay() -> None:
    # One card of each deck is added at the start of the next round.
    assert play(cleanup(reinforcements=9), EndRound()).reinforcements == 11
