"""Hands of planning cards by name: told, drawn by the app, discarded face up, and taken by a card of the other side."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import Deck, Result
from companion.rules import State, evolve
from companion.rules.actions import OtherAction
from companion.rules.ask.hands import cards_held, copies_gone, hand_of, untold
from companion.rules.commands import (
    CardStepDone,
    CarryOutStep,
    DiscardCards,
    DismissHawat,
    NameHand,
    PlayAtreidesCard,
    PlayHarkonnenCard,
)
from companion.rules.events import CardAttached, CardDetached, CardPlayed, CardsDrawn, HandDiscarded, HandNamed
from companion.rules.frames import ActionFrame, Cause, DiscardFrame, GameOverFrame, RollSource, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing
from tests.rules.flow.table import blocked, codes, events, play
from tests.rules.flow.test_people import people

THEIRS = ("evidence_of_rebellion", "sandmasters", "troop_carriers")
OURS = ("shai_hulud", "shai_hulud", "stillsuits")


def held(**changes: Any) -> State:
    """Three cards on either side, the Harkonnen to act."""
    state = people(atreides_results=(Result.MENTAT,), **changes)
    return replace(state, cards=replace(state.cards, hand=3))


def test_a_side_tells_its_hand_and_tells_it_anew() -> None:
    state = held()
    assert (hand_of(state, ATREIDES), untold(state, ATREIDES)) == ((), 3)
    told = play(state, NameHand(ATREIDES, tuple(reversed(OURS))), NameHand(HARKONNEN, THEIRS[:2]))
    assert told.cards.hands == (THEIRS[:2], OURS)
    assert (untold(told, HARKONNEN), untold(told, ATREIDES)) == (1, 0)
    assert play(told, NameHand(HARKONNEN, ())).cards.hands == ((), OURS)
    assert (told.frame, told.cards.by_app) == (state.frame, (False, False))
    by_app = play(told, NameHand(HARKONNEN, THEIRS, RollSource.APP))
    assert by_app.cards.by_app == (True, False)
    assert play(by_app, NameHand(HARKONNEN, THEIRS)).cards.by_app == (False, False)


@pytest.mark.rule("CARD-1", tries=True)
def test_CARD_1_a_hand_holds_cards_of_its_own_decks_and_no_more_than_it_has() -> None:
    state = held()
    assert codes(state, NameHand(ATREIDES, ("sandmasters",))) == [("CARD-1", "unknown_card")]
    assert codes(state, NameHand(ATREIDES, ("nothing",))) == [("CARD-1", "unknown_card")]
    assert codes(state, NameHand(ATREIDES, (*OURS, "thumpers"))) == [("CARD-1", "more_names_than_in_hand")]
    assert codes(state, NameHand(HARKONNEN, ("sandmasters",) * 2)) == [("CARD-1", "card_already_discarded")]
    shown = replace(state, cards=replace(state.cards, discards=("sandmasters",)))
    assert codes(shown, NameHand(HARKONNEN, THEIRS)) == [("CARD-1", "card_already_discarded")]
    for closed in ((), (GameOverFrame(ATREIDES, "WIN-2"),)):
        assert codes(replace(state, frames=closed), NameHand(ATREIDES, ())) == [("CARD-1", "not_now")]


@pytest.mark.rule("CARD-1")
def test_CARD_1_of_a_card_that_lies_open_the_hand_on_the_table_is_right() -> None:
    state = held()
    shown = replace(state, cards=replace(state.cards, discards=("sandmasters",)))
    assert not blocked(shown, NameHand(HARKONNEN, THEIRS))
    assert play(shown, NameHand(HARKONNEN, THEIRS), anyway=True).cards.hands[HARKONNEN] == THEIRS
    again = PlayHarkonnenCard(Result.HOUSE, "sandmasters")
    assert codes(shown, again) == [("CARD-1", "card_already_discarded")]
    assert not blocked(shown, again)
    other = replace(state, cards=replace(state.cards, discards=("troop_carriers",)))
    assert codes(other, again) == []


def test_the_solo_opponent_has_no_hand_to_tell_and_its_player_has() -> None:
    state = replace(held(), mode=Mode.SOLO)
    for cards in ((), ("nothing",)):
        assert codes(state, NameHand(HARKONNEN, cards)) == [("CARD-1", "not_now")]
    assert play(state, NameHand(ATREIDES, OURS)).cards.hands[ATREIDES] == OURS


def test_names_leave_the_hand_with_the_cards() -> None:
    state = play(held(), NameHand(ATREIDES, OURS), NameHand(HARKONNEN, THEIRS))
    some = evolve(state, HandDiscarded(ATREIDES, 1, Cause.BATTLE, None, ("shai_hulud",)))
    assert (some.cards.hand, some.cards.hands[ATREIDES]) == (2, OURS[1:])
    assert some.cards.discards == ("shai_hulud",)
    assert some.cards.hands[HARKONNEN] == THEIRS
    assert evolve(state, HandDiscarded(ATREIDES, 2, Cause.BATTLE, None, ("shai_hulud",))).cards.hands[ATREIDES] == ()
    assert evolve(state, HandDiscarded(ATREIDES, 1, Cause.BATTLE, None, ("thumpers",))).cards.hands[ATREIDES] == ()
    drawn = evolve(state, CardsDrawn(Deck.FREMEN_ALLY, 1))
    assert (untold(drawn, ATREIDES), drawn.cards.hands[ATREIDES]) == (1, OURS)
    left = evolve(drawn, HandDiscarded(ATREIDES, 1, Cause.BATTLE, None, ("thumpers",)))
    assert (left.cards.hand, left.cards.hands[ATREIDES]) == (3, OURS)


def test_between_people_cards_of_both_sides_lie_open_once_they_are_played() -> None:
    state = play(held(), NameHand(ATREIDES, OURS))
    played = evolve(state, CardPlayed("stillsuits"))
    assert (played.cards.discards, copies_gone(played)["stillsuits"]) == (("stillsuits",), 1)
    assert evolve(state, CardPlayed("")).cards.discards == ()
    attached = evolve(evolve(state, CardPlayed("eyes_of_ibad")), CardAttached("eyes_of_ibad"))
    assert (attached.cards.discards, attached.cards.attached) == ((), ("eyes_of_ibad",))
    back = evolve(attached, CardDetached("eyes_of_ibad"))
    assert (back.cards.discards, back.cards.attached) == (("eyes_of_ibad",), ())
    solo = evolve(replace(state, mode=Mode.SOLO), CardPlayed("stillsuits"))
    assert solo.cards.discards == ()


@pytest.mark.rule("CARD-1", tries=True)
def test_CARD_1_manipulation_of_others_lets_atreides_choose_which_two_cards_go() -> None:
    state = play(held(), NameHand(ATREIDES, OURS), PlayHarkonnenCard(Result.HOUSE, "manipulation_of_others"))
    asked = play(state, CardStepDone())
    assert asked.frame == DiscardFrame(ATREIDES, 2)
    assert codes(asked, DiscardCards(HARKONNEN, 2)) == [("CARD-1", "not_now")]
    assert codes(asked, DiscardCards(ATREIDES, 1)) == [("CARD-1", "wrong_number_to_discard")]
    assert codes(asked, DiscardCards(ATREIDES, 2, OURS)) == [("CARD-1", "more_names_than_discarded")]
    assert codes(asked, DiscardCards(ATREIDES, 2, THEIRS[:2])) == [("CARD-1", "unknown_card")] * 2
    after = play(asked, DiscardCards(ATREIDES, 2, ("shai_hulud", "stillsuits")))
    assert (after.cards.hand, after.cards.hands[ATREIDES]) == (1, ("shai_hulud",))
    assert after.cards.discards == ("shai_hulud", "stillsuits")
    assert after.frame == ActionFrame(HARKONNEN, OtherAction.CARD, draws=2)


def test_a_hand_that_goes_whole_is_asked_for_nothing() -> None:
    state = held()
    few = replace(state, cards=replace(state.cards, hand=2, hands=((), OURS[1:])))
    after = play(few, PlayHarkonnenCard(Result.HOUSE, "manipulation_of_others"), CardStepDone())
    assert (after.cards.hand, after.cards.hands[ATREIDES], after.cards.discards) == (0, (), OURS[1:])
    assert after.frame == ActionFrame(HARKONNEN, OtherAction.CARD, draws=2)


def test_from_an_empty_hand_nothing_is_discarded() -> None:
    state = held()
    empty = play(
        replace(state, cards=replace(state.cards, hand=0)), PlayHarkonnenCard(Result.HOUSE, "manipulation_of_others")
    )
    assert codes(empty, CardStepDone()) == [("CARD-1", "card_without_effect")]
    found = events(empty, CardStepDone(), anyway=True)
    assert not [event for event in found if isinstance(event, HandDiscarded)]


@pytest.mark.rule("CARD-1", tries=True)
def test_CARD_1_the_voice_lets_the_harkonnen_choose_which_card_goes() -> None:
    state = play(replace(held(), frames=(TurnFrame(ATREIDES),)), NameHand(HARKONNEN, THEIRS))
    asked = play(state, PlayAtreidesCard(Result.MENTAT, "the_voice"), CarryOutStep())
    assert asked.frame == DiscardFrame(HARKONNEN, 1)
    after = play(asked, DiscardCards(HARKONNEN, 1, ("sandmasters",)))
    assert (cards_held(after, HARKONNEN), after.cards.discards) == (2, ("the_voice", "sandmasters"))
    assert after.cards.hands[HARKONNEN] == ("evidence_of_rebellion", "troop_carriers")


@pytest.mark.rule("LEADER-4")
def test_LEADER_4_the_two_cards_leave_a_hand_that_was_told() -> None:
    state = held(reinforcements=3).with_leader("thufir_hawat", standing=Standing.READY)
    state = play(state, NameHand(HARKONNEN, ("hawats_scheming", "hawats_scheming", "sandmasters")), DismissHawat(2))
    assert (state.cards.hands[HARKONNEN], state.cards.discards) == (("sandmasters",), ("hawats_scheming",) * 2)


def test_the_record_of_a_hand_is_sorted() -> None:
    named = evolve(held(), HandNamed(HARKONNEN, tuple(reversed(THEIRS))))
    assert named.cards.hands[HARKONNEN] == THEIRS
