"""The end of a round between people: each side cleans up for itself, the Harkonnen first (ROUND-2)."""

from dataclasses import replace

import pytest

from companion.content.terms import Phase
from companion.rules import Army
from companion.rules.commands import CleanUp, EndRound, FinishClaims
from companion.rules.frames import EndFrame, EndStage
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing
from tests.rules.flow.table import area, codes, play
from tests.rules.flow.test_people import people


@pytest.mark.rule("ROUND-2")
def test_ROUND_2_people_replace_harkonnen_leaders_and_keep_six_cards() -> None:
    legions = {"carthag": Army(regular=1, named=("baron_harkonnen",))}
    state = people(EndFrame(EndStage.CLEANUP), harkonnen=legions, reinforcements=8, phase=Phase.END)
    assert codes(state, CleanUp()) == [("ROUND-2", "hand_over_limit")]
    assert codes(state, CleanUp(discarded=9)) == [("ROUND-2", "not_so_many_in_hand")]
    cleaned = play(state, CleanUp(("baron_harkonnen",), discarded=2))
    assert cleaned.army(HARKONNEN, area("carthag")) == Army(regular=1, generic=1)
    assert cleaned.leader("baron_harkonnen").standing is Standing.READY
    assert cleaned.reinforcements == 6
    after = play(cleaned, EndRound())
    assert (after.round, after.reinforcements) == (state.round + 1, 8)
    solo = replace(state, mode=Mode.SOLO)
    assert codes(solo, CleanUp(discarded=1)) == [("MAHDI-END-1", "reinforcements_stay")]
    assert codes(solo, EndRound(("baron_harkonnen",))) == [("ROUND-2", "leader_not_on_board")]


@pytest.mark.rule("ROUND-2", tries=True)
def test_ROUND_2_each_side_cleans_up_for_itself_the_harkonnen_first() -> None:
    theirs = {"carthag": Army(regular=1, named=("baron_harkonnen",))}
    ours = {"gara_kulon": Army(regular=1, named=("stilgar",))}
    state = people(
        EndFrame(EndStage.CLAIMS), harkonnen=theirs, atreides=ours, phase=Phase.END, hand=8, ornithopters=(0,)
    )
    assert codes(state, CleanUp()) == [("ROUND-2", "not_now")]
    first = play(state, FinishClaims())
    assert codes(first, EndRound(discarded=2)) == [("ROUND-2", "not_now")]
    assert codes(first, CleanUp(("stilgar",))) == [("ROUND-2", "leader_not_on_board")]
    second = play(first, CleanUp())
    assert (second.frame, second.ornithopters) == (EndFrame(EndStage.ATREIDES), ())
    assert second.cards.hand == 8
    assert codes(second, CleanUp()) == [("ROUND-2", "not_now")]
    assert codes(second, EndRound(("baron_harkonnen",), discarded=2)) == [("ROUND-2", "leader_not_on_board")]
    assert codes(second, EndRound()) == [("ROUND-2", "hand_over_limit")]
    after = play(second, EndRound(("stilgar",), discarded=2))
    assert after.army(ATREIDES, area("gara_kulon")) == Army(regular=1, generic=1)
    assert after.army(HARKONNEN, area("carthag")) == theirs["carthag"]
