"""Atreides played by a pair against the solo opponent (section 14 as far as the app needs it)."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck, Phase, Result
from companion.rules import Rules, State
from companion.rules.commands import (
    BeginGame,
    EndRound,
    EndTurn,
    FinishAction,
    PlaceStartingFigures,
    SpendDie,
    StartGame,
    UseBeneGesserit,
)
from companion.rules.frames import EndFrame, EndStage
from companion.rules.handlers.rounds import hand_limit
from companion.rules.state import Standing
from tests.rules.flow.table import GARRISON, at_first_turn, atreides_turn, codes, play, position

PAIR = Rules(partners=2)
LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE = Result


def cleaning_up(hand: int, rules: Rules = PAIR) -> State:
    return position({}, {}, EndFrame(EndStage.CLEANUP), phase=Phase.END, rules=rules, hand=hand)


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_four_cards_each_stay_in_the_hands_of_a_pair() -> None:
    assert (hand_limit(cleaning_up(0)), hand_limit(cleaning_up(0, Rules()))) == (8, 6)
    assert codes(cleaning_up(9), EndRound()) == [("TEAM-2", "hands_over_limit")]
    assert codes(cleaning_up(9), EndRound(discarded=1)) == []
    assert codes(cleaning_up(8), EndRound()) == []
    assert codes(cleaning_up(8, Rules()), EndRound()) == [("ROUND-2", "hand_over_limit")]


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_each_partner_draws_one_card_of_the_own_deck_a_round() -> None:
    state = play(State(), StartGame(PAIR))
    assert state.rules.partners == 2
    for place in (area for area in range(101) if state.settlements >> area & 1):
        state = play(state, PlaceStartingFigures(place, GARRISON))
    state = play(state, BeginGame())
    decks = dict(zip(Deck, state.cards.decks, strict=True))
    assert (decks[Deck.HOUSE_ATREIDES], decks[Deck.FREMEN_ALLY], state.cards.hand) == (17, 17, 2)


@pytest.mark.rule("TEAM-6")
def test_TEAM_6_every_die_of_either_partner_moves_the_tank() -> None:
    state = atreides_turn(MENTAT, HOUSE, rules=PAIR)
    state = state.with_leader("stilgar", standing=Standing.TANK, tank=1)
    state = play(state, SpendDie(MENTAT, MENTAT), FinishAction(), EndTurn())
    assert state.leader("stilgar").tank == 2


@pytest.mark.rule("TEAM-6")
def test_TEAM_6_one_bene_gesserit_token_a_round_for_both_together() -> None:
    state = replace(at_first_turn(), rules=PAIR, bene_gesserit=(0, 3))
    state = play(state, UseBeneGesserit(LEADERSHIP))
    assert codes(state, UseBeneGesserit(LEADERSHIP)) == [("ACT-2", "not_now")]
