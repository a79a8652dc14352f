"""What differs in a solo round: prescience cards revealed, reinforcements, which dice are unused."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck, Phase, Result
from companion.rules import State
from companion.rules.commands import EndRound, UseDesertPower
from companion.rules.engine import Draft
from companion.rules.events import PrescienceRevealed
from companion.rules.frames import EndFrame, EndStage
from companion.rules.handlers.vehicles import begin_vehicles
from companion.rules.state import Mode
from tests.rules.flow.table import at_vehicles, atreides_turn, codes, events, in_round_1, play, position

CLEANING = EndFrame(EndStage.CLEANUP)


def next_round() -> State:
    return play(position({}, {}, CLEANING, phase=Phase.END, revealed=0), EndRound())


@pytest.mark.rule("MAHDI-START-1", tries=True)
def test_MAHDI_START_1_two_prescience_cards_are_revealed_not_three() -> None:
    assert in_round_1().cards.revealed == 2
    assert next_round().cards.revealed == 2
    between_people = position({}, {}, EndFrame(EndStage.ATREIDES), phase=Phase.END, revealed=0, mode=Mode.DUEL)
    assert play(between_people, EndRound()).cards.revealed == 3


@pytest.mark.rule("MAHDI-START-1")
def test_MAHDI_START_1_the_last_prescience_card_comes_alone() -> None:
    state = position({}, {}, CLEANING, phase=Phase.END, revealed=0)
    state = replace(state, cards=replace(state.cards, prescience=1))
    assert play(state, EndRound()).cards.revealed == 1
    none = replace(state, cards=replace(state.cards, prescience=0))
    assert not any(isinstance(event, PrescienceRevealed) for event in events(none, EndRound()))


@pytest.mark.rule("CARD-1", "ROUND-1")
def test_CARD_1_an_exhausted_deck_of_the_atreides_gives_no_card_at_the_start_of_a_round() -> None:
    state = position({}, {}, CLEANING, phase=Phase.END)
    state = replace(state, cards=replace(state.cards, decks=(18, 18, 18, 0)))
    after = play(state, EndRound())
    assert (after.cards.decks, after.cards.hand) == ((17, 17, 17, 0), state.cards.hand + 1)


@pytest.mark.rule("MAHDI-START-3", tries=True)
def test_MAHDI_START_3_a_card_of_each_harkonnen_deck_joins_the_reinforcements_every_round() -> None:
    first = in_round_1()
    assert (first.reinforcements, first.cards.decks[:2]) == (2, (17, 17))
    second = play(replace(first, frames=(CLEANING,), phase=Phase.END), EndRound())
    assert (second.round, second.reinforcements, second.cards.decks[:2]) == (2, 4, (16, 16))


@pytest.mark.rule("MAHDI-START-3", "MAHDI-CARD-6")
def test_MAHDI_START_3_from_an_empty_deck_the_discards_come_back_first() -> None:
    state = position({}, {}, CLEANING, phase=Phase.END)
    cards = replace(state.cards, decks=(0, 5, 18, 18), discards=("sandmasters", "mudir_nahya", "troop_carriers"))
    state = play(replace(state, cards=cards, discard_top=Deck.CORRINO_ALLY), EndRound())
    assert (state.reinforcements, state.cards.decks[:2], state.cards.discards) == (2, (1, 4), ("troop_carriers",))


@pytest.mark.rule("MAHDI-TURN-2", "VEH-1")
def test_MAHDI_TURN_2_dice_on_the_spice_must_flow_are_not_unused() -> None:
    draft = Draft(replace(at_vehicles(), imperium=(3, 1, 1)))
    begin_vehicles(draft)
    aside = 8 - draft.state.harkonnen_unused
    assert aside > 0
    assert draft.state.harkonnen_spent == ()


@pytest.mark.rule("MAHDI-TURN-2")
@pytest.mark.parametrize("unused, open_", [(1, False), (2, False), (3, True)])
def test_MAHDI_TURN_2_the_dice_not_rolled_yet_decide_desert_power(unused: int, open_: bool) -> None:
    spent = (Result.MENTAT,) * (5 - unused)
    state = atreides_turn(Result.MENTAT, Result.HOUSE, harkonnen_unused=unused, harkonnen_spent=spent)
    reasons = codes(state, UseDesertPower("move"))
    assert reasons == ([] if open_ else [("ACT-DESERT", "not_fewer_dice")])
