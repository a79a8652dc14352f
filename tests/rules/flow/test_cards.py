"""Planning cards drawn, turned up and put away."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck, NamedLeader, Result
from companion.rules import Army, State
from companion.rules.actions import OtherAction
from companion.rules.commands import (
    CardFinished,
    CardStepDone,
    CardWithoutEffect,
    DrawCards,
    DrawHarkonnenCards,
    FinishAction,
    RevealCard,
)
from companion.rules.frames import ActionFrame, CardFrame, CardsFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Standing
from tests.rules.flow.table import (
    area,
    army,
    blocked,
    codes,
    frame_names,
    harkonnen_card,
    move,
    play,
    position,
    turn,
)

HOUSE, CORRINO = Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY
ATREIDES_DECKS = (Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY)


def mentat(**changes: object) -> State:
    return position({}, {}, *turn(HARKONNEN, Result.MENTAT, draws=2), **changes)


def left(state: State, deck: Deck) -> int:
    return state.cards.decks[list(Deck).index(deck)]


@pytest.mark.rule("ACT-MENTAT")
def test_ACT_MENTAT_atreides_draw_two_cards() -> None:
    state = position({}, {}, *turn(ATREIDES, Result.MENTAT, draws=2), hand=1)
    assert codes(state, DrawCards((HOUSE,))) == [("ACT-MENTAT", "wrong_deck")]
    assert codes(state, DrawCards((*ATREIDES_DECKS, ATREIDES_DECKS[0]))) == [("ACT-MENTAT", "too_many_cards")]
    state = play(state, DrawCards(ATREIDES_DECKS))
    assert (state.cards.hand, state.cards.decks, frame_names(state)) == (3, (18, 18, 17, 17), ["TurnFrame"])


@pytest.mark.rule("CARD-1")
def test_CARD_1_an_exhausted_atreides_deck_stays_empty() -> None:
    state = position({}, {}, *turn(ATREIDES, Result.MENTAT, draws=2))
    state = replace(state, cards=replace(state.cards, decks=(18, 18, 1, 18)))
    command = DrawCards((Deck.HOUSE_ATREIDES, Deck.HOUSE_ATREIDES))
    assert codes(state, command) == [("CARD-1", "deck_exhausted")]


@pytest.mark.rule("MAHDI-CARD-1")
@pytest.mark.parametrize(
    "top, decks", [(None, (HOUSE, CORRINO)), (HOUSE, (CORRINO, HOUSE)), (CORRINO, (HOUSE, CORRINO))]
)
def test_MAHDI_CARD_1_the_deck_other_than_that_of_the_top_discard_comes_first(
    top: Deck | None, decks: tuple[Deck, ...]
) -> None:
    state = mentat(discard_top=top)
    assert codes(state, DrawHarkonnenCards(decks)) == []
    assert codes(state, DrawHarkonnenCards(decks[::-1])) == [("MAHDI-CARD-1", "wrong_decks")]
    assert not blocked(state, DrawHarkonnenCards(decks[::-1]))


@pytest.mark.rule("MAHDI-LEADER-1")
def test_MAHDI_LEADER_1_hawat_draws_three_of_house_harkonnen() -> None:
    state = position({}, {}, *turn(HARKONNEN, NamedLeader.THUFIR_HAWAT, draws=3))
    assert codes(state, DrawHarkonnenCards((HOUSE,) * 3)) == []
    assert codes(state, DrawHarkonnenCards((HOUSE, CORRINO))) == [("MAHDI-LEADER-1", "wrong_decks")]


@pytest.mark.rule("MAHDI-CARD-1")
def test_MAHDI_CARD_1_cards_are_turned_up_one_by_one_and_carried_out() -> None:
    state = play(mentat(), DrawHarkonnenCards((HOUSE, CORRINO)))
    assert state.frame == CardsFrame((HOUSE, CORRINO))
    assert codes(state, RevealCard("troop_carriers")) == [("MAHDI-CARD-1", "wrong_deck")]
    assert codes(state, RevealCard("war_plan")) == [("MAHDI-CARD-1", "unknown_card")]
    state = play(state, RevealCard("forced_recruitment"))
    assert (state.frame, left(state, HOUSE)) == (CardFrame("forced_recruitment", HOUSE), 17)
    assert codes(state, CardFinished()) == [("MAHDI-CARD-4", "steps_left")]
    state = play(state, CardStepDone(area("arrakeen")), CardFinished())
    assert (state.frame, state.cards.discards, state.discard_top) == (
        CardsFrame((CORRINO,)),
        ("forced_recruitment",),
        HOUSE,
    )


@pytest.mark.rule("R-8")
def test_R_8_the_two_cards_of_a_mentat_alternate_whatever_the_first_one_does() -> None:
    state = play(mentat(), DrawHarkonnenCards((HOUSE, CORRINO)), RevealCard("evidence_of_rebellion"))
    state = play(state, CardStepDone(), CardStepDone())
    assert state.reinforcements == 2
    assert play(state, CardFinished()).frame == CardsFrame((CORRINO,))


@pytest.mark.rule("MAHDI-CARD-4")
def test_MAHDI_CARD_4_a_card_without_effect_goes_on_the_reinforcements() -> None:
    state = play(mentat(), DrawHarkonnenCards((HOUSE, CORRINO)), RevealCard("forced_recruitment"))
    state = play(state, CardWithoutEffect())
    assert (state.reinforcements, state.cards.discards, state.discard_top) == (1, (), None)
    assert state.frame == CardsFrame((CORRINO,))
    assert codes(state, CardWithoutEffect()) == [("MAHDI-CARD-4", "not_now")]


@pytest.mark.rule("MAHDI-CARD-4")
def test_MAHDI_CARD_4_also_while_its_first_move_is_open_but_not_after_it() -> None:
    state = position({"ne_1": Army(regular=1, special=1), "ne_4": Army(special=1)}, {}, CardsFrame((CORRINO,)))
    state = play(state, RevealCard("sardaukar_pogrom"))
    assert state.frame == ActionFrame(HARKONNEN, OtherAction.CARD, moves=3)
    assert play(state, CardWithoutEffect()).reinforcements == 1
    moved = play(state, move(HARKONNEN, "ne_1", "ne_2", Army(special=1)))
    assert codes(moved, CardWithoutEffect()) == [("MAHDI-CARD-4", "card_has_begun")]
    assert codes(moved, move(HARKONNEN, "ne_1", "ne_3", Army(regular=1))) == [
        ("MAHDI-CARD-2", "no_sardaukar_goes_along")
    ]


@pytest.mark.rule("MAHDI-CARD-2")
def test_MAHDI_CARD_2_a_move_step_ends_with_its_last_move_or_when_left() -> None:
    state = position({"ne_1": Army(special=2)}, {}, CardsFrame((CORRINO,)))
    state = play(state, RevealCard("sardaukar_pogrom"), FinishAction())
    assert state.frame == CardFrame("sardaukar_pogrom", CORRINO, step=1)
    assert codes(state, CardFinished()) == []


@pytest.mark.rule("MAHDI-CARD-5")
def test_MAHDI_CARD_5_the_first_scheming_waits_beside_the_board() -> None:
    state = position({}, {}, *harkonnen_card("hawats_scheming", HOUSE))
    state = play(state, CardFinished())
    assert state.hawats_scheming_beside_board
    assert (state.cards.discards, state.reinforcements) == ((), 0)


@pytest.mark.rule("MAHDI-CARD-5", "LEADER-4", "MAHDI-BG-1", tries=True)
def test_MAHDI_CARD_5_the_second_sends_hawat_away_and_mohiam_brings_a_die() -> None:
    state = position({}, {}, *harkonnen_card("hawats_scheming", HOUSE), hawats_scheming_beside_board=True)
    state = replace(state.with_leader("thufir_hawat", standing=Standing.READY), harkonnen_unused=5)
    state = play(state, CardFinished())
    assert state.leader("thufir_hawat").standing is Standing.REMOVED
    assert state.leader("gaius_helen_mohiam").standing is Standing.READY
    assert state.harkonnen_unused == 6
    assert state.cards.discards == ("hawats_scheming", "hawats_scheming")
    assert not state.hawats_scheming_beside_board


@pytest.mark.rule("R-10", tries=True)
def test_R_10_without_hawat_in_play_the_second_goes_on_the_reinforcements() -> None:
    state = position({}, {}, *harkonnen_card("hawats_scheming", HOUSE), hawats_scheming_beside_board=True)
    state = play(state, CardFinished())
    assert (state.hawats_scheming_beside_board, state.reinforcements) == (True, 1)


@pytest.mark.rule("MAHDI-CARD-6")
def test_MAHDI_CARD_6_an_empty_deck_is_made_of_its_discards() -> None:
    state = position({}, {}, CardsFrame((HOUSE,)), discard_top=HOUSE)
    discards = ("sandmasters", "troop_carriers", "spotter_control")
    state = replace(state, cards=replace(state.cards, decks=(0, 18, 18, 18), discards=discards))
    state = play(state, RevealCard("sandmasters"))
    assert (left(state, HOUSE), state.cards.discards, state.discard_top) == (1, ("troop_carriers",), None)


@pytest.mark.rule("MAHDI-CARD-6")
def test_MAHDI_CARD_6_a_card_that_lies_in_the_discards_is_not_in_the_deck() -> None:
    state = position({}, {}, CardsFrame((HOUSE,)))
    state = replace(state, cards=replace(state.cards, discards=("sandmasters",)))
    assert codes(state, RevealCard("sandmasters")) == [("MAHDI-CARD-6", "card_already_discarded")]


@pytest.mark.rule("LEADER-5", "MAHDI-CARD-2")
def test_LEADER_5_feyds_card_brings_him_and_plays_another() -> None:
    state = position({}, {}, *harkonnen_card("beloved_feyd_rautha", HOUSE))
    state = play(state, CardStepDone())
    assert state.leader("feyd_rautha").standing is Standing.READY
    assert state.leader("beast_rabban").standing is Standing.REMOVED
    state = play(state, CardStepDone())
    assert state.frame == CardsFrame((CORRINO,))


def test_a_card_about_a_leader_in_play_starts_with_its_other_branch() -> None:
    state = position({}, {}, TurnFrame(HARKONNEN, acted=True), CardsFrame((HOUSE,)))
    state = state.with_leader("feyd_rautha", standing=Standing.READY)
    state = play(state, RevealCard("beloved_feyd_rautha"))
    assert isinstance(state.frame, CardFrame)
    assert state.frame.step == 3
    assert army(state, HARKONNEN, "carthag") == Army()
