"""Set-up of a solo game."""

import pytest

from companion.board import SIETCH_MASK, STATION_MASK, members
from companion.content.terms import Deck, Phase
from companion.rules import Army, Rules, State
from companion.rules.commands import BeginGame, EnterObjective, EnterRank, PlaceStartingFigures, StartGame
from companion.rules.frames import RoundStartFrame
from companion.rules.state import ATREIDES, HARKONNEN, Standing
from tests.rules.flow.table import GARRISON, area, army, blocked, codes, in_round_1, placed, play, position, started


@pytest.mark.rule("SETUP-1")
def test_SETUP_1_each_sietch_holds_a_token_and_a_naib() -> None:
    state = started()
    assert dict(state.legions(ATREIDES)) == {place: Army(tokens=1, generic=1) for place in members(SIETCH_MASK)}
    assert all(sietch.rank is None and not sietch.revealed for sietch in state.sietches)


@pytest.mark.rule("SETUP-1")
def test_SETUP_1_a_game_in_progress_is_not_started_again() -> None:
    assert codes(started(), StartGame()) == [("SETUP-1", "not_now")]


@pytest.mark.rule("SETUP-2")
def test_SETUP_2_figures_are_asked_for_in_every_settlement() -> None:
    state = started()
    assert codes(state, BeginGame()) == [("SETUP-2", "settlements_missing")]
    state = play(state, PlaceStartingFigures(area("carthag"), GARRISON))
    assert army(state, HARKONNEN, "carthag") == GARRISON
    assert codes(state, PlaceStartingFigures(area("carthag"), GARRISON)) == [("SETUP-2", "settlement_not_open")]
    assert ("SETUP-2", "no_units") in codes(state, PlaceStartingFigures(area("arsunt"), Army()))


@pytest.mark.rule("SETUP-2", "UNIT-2")
def test_SETUP_2_no_more_figures_than_in_the_box() -> None:
    command = PlaceStartingFigures(area("carthag"), Army(special=9))
    assert codes(started(), command) == [("UNIT-2", "not_enough_figures")]
    assert blocked(started(), command)


@pytest.mark.rule("SETUP-2", "STACK-1", "R-34")
def test_STACK_1_no_more_than_six_units_begin_in_a_settlement() -> None:
    state = play(started(), PlaceStartingFigures(area("carthag"), Army(regular=7, elite=1)))
    assert army(state, HARKONNEN, "carthag") == Army(regular=5, elite=1)


@pytest.mark.rule("SETUP-3")
def test_SETUP_3_all_stations_lie_on_the_board() -> None:
    assert started().stations == STATION_MASK


@pytest.mark.rule("SETUP-4")
def test_SETUP_4_tracks_stand_at_their_start() -> None:
    state = started()
    assert (state.supremacy, state.prescience, state.imperium) == (0, (0, 0, 0), (1, 1, 1))


@pytest.mark.rule("SETUP-5")
def test_SETUP_5_six_named_leaders_are_in_play() -> None:
    ready = {name for name, status in started().leaders if status.standing is Standing.READY}
    assert ready == {
        "baron_harkonnen",
        "beast_rabban",
        "captain_aramsham",
        "lady_jessica",
        "paul_atreides",
        "stilgar",
    }
    command = PlaceStartingFigures(area("carthag"), Army(regular=1, named=("beast_rabban",)))
    assert codes(started(), command) == [("SETUP-5", "named_leaders_stay_beside")]


@pytest.mark.rule("SETUP-6")
def test_SETUP_6_one_bene_gesserit_and_a_hidden_objective() -> None:
    state = started()
    assert state.bene_gesserit == (0, 1)
    state = play(state, EnterObjective((7, 6, 7)))
    assert state.hidden.objectives == ((7, 6, 7),)
    assert codes(state, EnterObjective((0, 6, 7)))[0] == ("SETUP-6", "objective_out_of_range")


@pytest.mark.rule("WIN-2")
def test_WIN_2_a_second_objective_comes_by_a_card_and_a_third_never() -> None:
    state = play(position({}, {}), EnterObjective((7, 6, 7)), EnterObjective((6, 6, 8)))
    assert codes(state, EnterObjective((6, 8, 6))) == [("WIN-2", "too_many_objectives")]
    assert codes(play(started(), EnterObjective((7, 6, 7))), EnterObjective((6, 6, 8))) == [
        ("WIN-2", "second_objective")
    ]


@pytest.mark.rule("MAHDI-SETUP-1")
def test_MAHDI_SETUP_1_both_sets_of_tokens_form_the_pool() -> None:
    state = placed()
    assert (state.black_tokens, state.silver_tokens, state.atreides_tokens) == (6, 6, 8)


@pytest.mark.rule("ROUND-1", "MAHDI-START-1", "MAHDI-START-3")
def test_ROUND_1_cards_are_drawn_and_two_prescience_cards_revealed() -> None:
    state = in_round_1()
    assert (state.round, state.phase) == (1, Phase.START)
    assert state.cards.decks == (17, 17, 17, 17)
    assert (state.cards.hand, state.reinforcements) == (2, 2)
    assert (state.cards.revealed, state.cards.prescience) == (2, 14)
    assert state.frames == (RoundStartFrame(),)


def test_the_variants_of_a_game_are_kept() -> None:
    state = play(State(), StartGame(Rules(first_printing=True)))
    assert state.rules.first_printing


@pytest.mark.rule("R-16", "SETTLE-1")
def test_R_16_a_rank_can_be_noted_and_forgotten_without_turning_the_token() -> None:
    state = play(started(), EnterRank(area("windgap"), 3))
    sietch = state.sietch(area("windgap"))
    assert sietch is not None
    assert (sietch.rank, sietch.revealed) == (3, False)
    forgotten = play(state, EnterRank(area("windgap"), None)).sietch(area("windgap"))
    assert forgotten is not None
    assert forgotten.rank is None
    assert codes(state, EnterRank(area("windgap"), 4)) == [("SETTLE-1", "rank_out_of_range")]
    assert codes(state, EnterRank(area("carthag"), 1)) == [("SETTLE-1", "no_sietch_there")]


@pytest.mark.rule("SETTLE-1")
def test_SETTLE_1_a_third_sietch_of_rank_3_is_odd_but_can_be_recorded() -> None:
    state = play(started(), EnterRank(area("windgap"), 3), EnterRank(area("gara_kulon"), 3))
    command = EnterRank(area("tasmin_sink"), 3)
    assert codes(state, command) == [("SETTLE-1", "too_many_of_rank")]
    assert not blocked(state, command)


def test_the_deck_of_a_faction_is_counted_by_itself() -> None:
    state = in_round_1()
    assert dict(zip(Deck, state.cards.decks, strict=True))[Deck.FREMEN_ALLY] == 17
