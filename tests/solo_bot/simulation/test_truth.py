"""What lies facedown in a simulated game: draws come from what is left, and a seed fixes them all."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.content import ASSUMPTIONS, DECK_CARDS, DICE, PIECES, PRESCIENCE_CARDS, TACTICAL_CARDS, TRACKS
from companion.content.terms import CombatFace, Deck, Result
from companion.frozen import replace
from companion.rules.army import Army, force_army
from companion.rules.ask.decks import DECKS
from companion.rules.causes import Cause
from companion.rules.events import (
    CardPlayed,
    CardsDrawn,
    HandDiscarded,
    PrescienceClaimed,
    PrescienceRevealed,
    SietchMoved,
    TokensRevealed,
)
from companion.rules.state import ATREIDES, HARKONNEN, State, Supply
from solo_bot.levels.traits import Level
from solo_bot.simulation.play import carry_out
from solo_bot.simulation.truth import AREA_OF_CARD, Truth, within, within_supply
from tests.solo_bot.planner.small import AREA, world
from tests.solo_bot.small import a, h

DRAWS = 200


def truth(seed: int = 1) -> Truth:
    return Truth(Random(seed))


def fresh(**more: Any) -> State:
    return world(**more)[0]


def test_ranks_and_the_objective_are_those_of_the_box() -> None:
    drawn = truth()
    assert Counter(drawn.ranks.values()) == Counter(TRACKS.sietch_ranks)
    assert drawn.objective in ASSUMPTIONS.secret_objectives
    assert len({tuple(truth(seed).ranks.values()) for seed in range(20)}) > 10
    assert truth(4).ranks == truth(4).ranks


def test_figures_of_a_token_are_cut_down_to_the_supply_but_for_one_unit() -> None:
    left = Supply(regular=2, elite=1, special=0, generic=0)
    assert within(left, Army(regular=3, elite=2, special=1, generic=1)) == Army(regular=2, elite=1)
    assert within(left, Army(special=2)) == Army(regular=1), "as none of its own are left"
    assert within(Supply(0, 1, 1, 0), Army(regular=2)) == Army(elite=1)
    assert within(Supply(0, 0, 1, 0), Army(regular=2)) == Army(special=1)
    assert within(Supply(0, 0, 0, 0), Army(regular=2)) == Army()
    assert within(Supply(0, 0, 0, 2), Army(regular=2, generic=1)) == Army(generic=1)
    state = fresh()
    assert within_supply(state, HARKONNEN, Army(regular=99)).regular < 99


def test_tokens_of_the_Atreides_are_the_same_until_they_are_turned() -> None:
    drawn, state = truth(), fresh()
    first = drawn.tokens(state, ATREIDES)
    assert drawn.tokens(state, ATREIDES) == first
    both = drawn.tokens(state, ATREIDES, 2)
    drawn.turn_atreides_tokens(1)
    assert both == first + drawn.tokens(state, ATREIDES)
    with pytest.raises(IndexError):
        drawn.turn_atreides_tokens(99)


def test_tokens_of_the_Harkonnen_go_back_and_are_drawn_anew() -> None:
    drawn, state = truth(), fresh()
    seen = Counter(drawn.tokens(state, HARKONNEN) for _ in range(DRAWS))
    possible = {force_army(force) for force in (*ASSUMPTIONS.harkonnen_black, *ASSUMPTIONS.harkonnen_silver)}
    assert set(seen) == possible


def test_the_second_token_finds_what_the_first_has_left() -> None:
    """One unit is left in the box: two tokens show one together."""
    drawn = truth()
    state = fresh()
    rest = 0
    for size in range(1, 40):
        full = state.with_army(HARKONNEN, AREA["csw_2"], Army(regular=size))
        rest = size
        if within_supply(full, HARKONNEN, Army(regular=99)).regular == 1:
            break
    full = state.with_army(HARKONNEN, AREA["csw_2"], Army(regular=rest))
    regulars = [drawn.tokens(full, HARKONNEN, 2).regular for _ in range(DRAWS)]
    assert set(regulars) <= {0, 1}
    assert 1 in regulars


def test_the_harvesting_card_is_any_and_the_target_a_sietch_that_stands() -> None:
    drawn, state = truth(), fresh()
    assert {drawn.tactical(state) for _ in range(DRAWS)} == set(TACTICAL_CARDS)
    windgap = next(card for card, area in AREA_OF_CARD.items() if area == AREA["windgap"])
    other = next(card for card in TACTICAL_CARDS if card != windgap)
    begun = replace(state, cards=replace(state.cards, tactical=(other,)))
    assert other not in {drawn.tactical(begun) for _ in range(DRAWS)}


@pytest.mark.rule("MAHDI-TURN-1")
def test_MAHDI_TURN_1_a_result_shown_by_three_dice_does_not_come_and_some_levels_roll_again() -> None:
    drawn, state = truth(), fresh()
    spent = replace(state, harkonnen_spent=(Result.STRATEGY,) * 3)
    assert Result.STRATEGY not in {drawn.harkonnen_die(spent) for _ in range(DRAWS)}
    assert {drawn.harkonnen_die(state) for _ in range(DRAWS)} == set(DICE.harkonnen_action)

    def houses(level: Level) -> int:
        one = truth(3)
        one.level = level
        return sum(one.harkonnen_die(state) is Result.HOUSE for _ in range(600))

    assert houses(Level.EMPEROR) < houses(Level.MAHDI) / 2


def test_dice_show_what_is_on_them() -> None:
    drawn = truth()
    assert set(drawn.combat_faces(DRAWS)) == set(CombatFace)
    roll = drawn.combat_roll(6, 2)
    assert (roll.dice, roll.bonus) == (6, 2)
    rolled, kept = drawn.atreides_dice(4)
    assert (len(rolled), len(kept)) == (4, 4)
    assert set(rolled) <= set(ASSUMPTIONS.atreides_action_die)


@pytest.mark.rule("MAHDI-CARD-6")
def test_MAHDI_CARD_6_a_card_is_drawn_of_those_that_do_not_lie_open_then_of_those_that_do() -> None:
    drawn, state = truth(), fresh()
    deck = Deck.HOUSE_HARKONNEN
    cards = {card.id for card in DECK_CARDS[deck]}
    gone = tuple(card.id for card in DECK_CARDS[deck][:3] for _ in range(card.copies))
    seen = replace(state, cards=replace(state.cards, discards=gone))
    assert {drawn.card(seen, deck) for _ in range(600)} == cards - set(gone)
    decks: Any = tuple(0 if one is deck else size for one, size in zip(DECKS, state.cards.decks, strict=True))
    empty = replace(seen, cards=replace(seen.cards, decks=decks))
    assert {drawn.card(empty, deck) for _ in range(DRAWS)} == set(gone)
    unseen = replace(empty, cards=replace(empty.cards, discards=()))
    assert {drawn.card(unseen, deck) for _ in range(600)} == cards


def test_prescience_cards_are_turned_up_claimed_and_cleared() -> None:
    drawn = truth()
    drawn.reveal_prescience(4)
    first = list(drawn.revealed)
    assert len(set(first)) == 4
    known = [card for card in first if card in PRESCIENCE_CARDS]
    unknown = [card for card in first if card not in PRESCIENCE_CARDS]
    drawn.claim(known[0] if known else None)
    assert (known or unknown)[0] not in drawn.revealed
    drawn.clear_prescience(2, reshuffled=False)
    assert drawn.revealed == [card for card in first if card != (known or unknown)[0]][:1]
    left = PIECES["prescience_card"].count - 4
    drawn.reveal_prescience(left)
    with pytest.raises(IndexError):
        drawn.reveal_prescience(1)
    again = truth()
    again.reveal_prescience(4)
    again.clear_prescience(4, reshuffled=True)
    again.reveal_prescience(PIECES["prescience_card"].count)
    assert len(set(again.revealed)) == PIECES["prescience_card"].count


def test_a_card_that_nobody_has_published_is_claimed_without_a_name() -> None:
    drawn = truth()
    drawn.revealed = ["dew_collectors", "unpublished_1", "unpublished_2"]
    drawn.claim(None)
    assert drawn.revealed == ["dew_collectors", "unpublished_2"]


def test_a_truth_that_is_brought_in_line_holds_what_was_entered() -> None:
    state, _ = world(a("windgap", tokens=1), h("csw_2", regular=1), ranks={"windgap": 3, "tasmin_sink": 1})
    state = replace(state, cards=replace(state.cards, revealed=2, prescience=5), stations=0b1000000)
    drawn = truth()
    drawn.bring_in_line(state, ("dew_collectors",))
    assert (drawn.ranks[AREA["windgap"]], drawn.ranks[AREA["tasmin_sink"]]) == (3, 1)
    assert drawn.revealed[0] == "dew_collectors"
    assert len(drawn.revealed) == 2
    drawn.reveal_prescience(5)
    assert len(set(drawn.revealed)) == 7
    with pytest.raises(IndexError):
        drawn.reveal_prescience(1)
    drawn.station()
    with pytest.raises(IndexError):
        drawn.station()
    drawn.turn_atreides_tokens(state.atreides_tokens + 1)
    with pytest.raises(IndexError):
        drawn.turn_atreides_tokens(1)


def test_ranks_that_nobody_entered_are_drawn_of_those_that_are_left() -> None:
    state = fresh(ranks={"windgap": 3, "tasmin_sink": 3})
    hidden = replace(state, sietches=(*state.sietches, replace(state.sietches[0], area=AREA["gara_kulon"], rank=None)))
    seen = set()
    for seed in range(40):
        drawn = truth(seed)
        drawn.bring_in_line(hidden, ())
        seen.add(drawn.ranks[AREA["gara_kulon"]])
    assert seen == {1, 2}, "both sietches of rank 3 are known"


def test_cards_of_the_hand_are_drawn_played_and_discarded_as_it_happens() -> None:
    drawn = truth()
    drawn.revealed = ["dew_collectors", "wind_traps"]
    carry_out(drawn, (CardsDrawn(Deck.FREMEN_ALLY, 3), CardsDrawn(Deck.HOUSE_HARKONNEN, 2)))
    assert len(drawn.hand.cards) == 3
    first, *others = drawn.hand.cards
    carry_out(drawn, (CardPlayed(first),))
    assert Counter(drawn.hand.cards) == Counter(others)
    carry_out(drawn, (HandDiscarded(HARKONNEN, 2, Cause.BATTLE), HandDiscarded(ATREIDES, 1, Cause.BATTLE)))
    assert len(drawn.hand.cards) == 1
    carry_out(drawn, (PrescienceClaimed("dew_collectors"), PrescienceRevealed(1)))
    assert drawn.revealed[0] == "wind_traps"
    assert len(drawn.revealed) == 2
    rank = drawn.ranks[AREA["windgap"]]
    carry_out(drawn, (SietchMoved(AREA["windgap"], AREA["csw_5"]),))
    assert drawn.ranks[AREA["csw_5"]] == rank
    assert AREA["windgap"] not in drawn.ranks
    both, one = drawn.tokens(fresh(), ATREIDES, 2), drawn.tokens(fresh(), ATREIDES)
    carry_out(drawn, (TokensRevealed(HARKONNEN, 0, 1, Army()), TokensRevealed(ATREIDES, 0, 1, Army())))
    assert one + drawn.tokens(fresh(), ATREIDES) == both
