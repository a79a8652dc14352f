"""The Atreides victory: an objective entered, put right, declared; the step at which Atreides look at it (WIN-2)."""

from dataclasses import replace

import pytest

from companion.content.terms import Phase
from companion.rules import Army, Command, State, check, execute
from companion.rules.commands import (
    Advance,
    CorrectBoard,
    DeclareVictory,
    EnterObjective,
    FinishCheck,
    FinishClaims,
    StartGame,
)
from companion.rules.events import GameWon, ObjectiveEntered, StepOpened, StrongholdDestroyed
from companion.rules.frames import (
    BattleFrame,
    BattleStage,
    Cause,
    EndFrame,
    EndStage,
    GameOverFrame,
    HitsFrame,
    TurnFrame,
    VictoryCheckFrame,
)
from companion.rules.legal import legal_commands
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Rules
from tests.rules.flow.table import area, blocked, codes, play, position, turn

MET, UNMET = (7, 6, 5), (7, 7, 5)
WON = GameOverFrame(ATREIDES, "WIN-2")
KNOWLEDGE = {"unknown": (), "met": (MET,), "not met": (UNMET,), "one of two met": (UNMET, MET)}
BETWEEN_PEOPLE = pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])


def knows(state: State, *objectives: tuple[int, int, int]) -> State:
    return replace(state, hidden=replace(state.hidden, objectives=objectives))


def checked(mode: Mode = Mode.DUEL) -> State:
    """The claims at the end of a round, after which victory is checked; the markers meet ``MET``."""
    return position({}, {}, EndFrame(EndStage.CLAIMS), mode=mode, phase=Phase.END, prescience=MET)


def stormed(mode: Mode = Mode.DUEL, **changes: object) -> State:
    """Atreides may move into Arrakeen, which brings their markers to ``MET``."""
    battle = BattleFrame(ATREIDES, area("cse_4"), area("arrakeen"), stage=BattleStage.ADVANCE)
    legions = {"cse_4": Army(regular=3)}
    return position({}, legions, *turn(ATREIDES), battle, mode=mode, prescience=(4, 3, 2), **changes)


@pytest.mark.rule("SETUP-6", tries=True)
def test_SETUP_6_an_objective_is_put_right_at_any_time() -> None:
    state = play(knows(checked(), (9, 9, 9), (8, 8, 8)), EnterObjective(MET, replaces=0))
    assert state.hidden.objectives == (MET, (8, 8, 8))
    assert play(checked(), EnterObjective((1, 1, 1))).hidden.objectives == ((1, 1, 1),)
    for number in (0, 3):
        (reason,) = check(state, EnterObjective(MET, replaces=number - 1))
        assert (reason.rule, reason.code, reason.facts) == ("SETUP-6", "no_such_objective", {"number": number})
    assert codes(checked(), EnterObjective(MET, replaces=0)) == [("SETUP-6", "no_such_objective")]


@pytest.mark.rule("WIN-2", "ROUND-2", tries=True)
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("known", KNOWLEDGE.values(), ids=KNOWLEDGE)
def test_WIN_2_atreides_declare_at_the_check_of_the_round(mode: Mode, known: tuple[tuple[int, int, int], ...]) -> None:
    state = knows(checked(mode), *known)
    assert not codes(state, DeclareVictory(MET))
    won = play(state, DeclareVictory(MET))
    assert (won.frame, won.winner, MET in won.hidden.objectives) == (WON, ATREIDES, True)


@pytest.mark.rule("WIN-2", tries=True)
def test_WIN_2_markers_below_the_objective_win_nothing() -> None:
    assert codes(checked(), DeclareVictory(UNMET)) == [("WIN-2", "objective_not_met")]
    assert blocked(checked(), DeclareVictory(UNMET))
    (reason,) = check(checked(), DeclareVictory(UNMET))
    assert reason.facts == {"marker": "sand_dwellers", "step": 6, "needed": 7}
    assert codes(checked(), DeclareVictory((1, 1, 1))) == []
    assert codes(checked(), DeclareVictory((0, 6, 5))) == [("SETUP-6", "objective_out_of_range")]


@pytest.mark.rule("WIN-2", tries=True)
def test_WIN_2_a_victory_that_was_missed_is_declared_with_a_warning() -> None:
    later = play(checked(), FinishClaims())
    assert codes(later, DeclareVictory(MET)) == [("WIN-2", "victory_moment_passed")]
    assert not blocked(later, DeclareVictory(MET))
    won, _events = execute(later, DeclareVictory(MET), record_anyway=True)
    assert won.frame == WON
    assert codes(won, DeclareVictory(MET)) == [("WIN-2", "not_now")]
    for early in (State(), play(State(), StartGame())):
        assert codes(early, DeclareVictory(MET)) == [("WIN-2", "not_now")]


@pytest.mark.rule("WIN-2", tries=True)
@BETWEEN_PEOPLE
def test_WIN_2_between_people_the_check_is_the_same_whether_or_not_the_app_knows_the_objective(mode: Mode) -> None:
    events = {
        name: execute(knows(checked(mode), *known), FinishClaims())[1]
        for name, known in KNOWLEDGE.items()
        if MET not in known
    }
    assert events["unknown"] == events["not met"]


@pytest.mark.rule("WIN-2", "ROUND-2", tries=True)
@BETWEEN_PEOPLE
@pytest.mark.parametrize("known", KNOWLEDGE.values(), ids=KNOWLEDGE)
def test_WIN_2_as_arrakeen_falls_atreides_look_at_their_objective(
    mode: Mode, known: tuple[tuple[int, int, int], ...]
) -> None:
    before = stormed(mode)
    silent = execute(before, Advance(True))
    state, events = execute(knows(before, *known), Advance(True))
    assert (state.prescience, state.frame, state.winner) == (MET, VictoryCheckFrame(), None)
    assert events == silent[1], "what happens tells nothing of the objective"
    assert play(state, DeclareVictory(MET)).frame == WON
    after, events = execute(state, FinishCheck())
    if MET in known:
        assert (after.frame, events[:2]) == (WON, (GameWon(ATREIDES, "WIN-2"), StepOpened(WON)))
    else:
        assert (after.winner, after.frame) == (None, before.frames[0])


@pytest.mark.rule("WIN-2", tries=True)
@BETWEEN_PEOPLE
def test_WIN_2_another_settlement_that_falls_brings_no_check_also_when_arrakeen_fell_before(mode: Mode) -> None:
    battle = BattleFrame(ATREIDES, area("cse_4"), area("carthag"), stage=BattleStage.ADVANCE)
    state = replace(stormed(mode), frames=(*turn(ATREIDES), battle))
    for standing in (state.settlements, state.settlements & ~(1 << area("arrakeen"))):
        after, events = execute(replace(state, settlements=standing), Advance(True))
        assert StrongholdDestroyed(HARKONNEN, area("carthag"), 2) in events
        assert VictoryCheckFrame() not in after.frames


@pytest.mark.rule("WIN-2")
def test_WIN_2_arrakeen_taken_off_by_a_correction_brings_no_check() -> None:
    """Neither alone nor with a step that it leaves: hits of a legion that is gone."""
    for above in ((), (HitsFrame(Cause.STORM, ATREIDES, area("ne_13"), 1),)):
        state = position({}, {}, TurnFrame(ATREIDES), *above, mode=Mode.DUEL)
        state = play(state, CorrectBoard(replace(state, settlements=state.settlements & ~(1 << area("arrakeen")))))
        assert state.frames == (TurnFrame(ATREIDES),)


@pytest.mark.rule("WIN-2", tries=True)
@pytest.mark.parametrize("known", KNOWLEDGE.values(), ids=KNOWLEDGE)
def test_WIN_2_in_solo_it_is_decided_at_once_as_arrakeen_falls(known: tuple[tuple[int, int, int], ...]) -> None:
    state = play(knows(stormed(Mode.SOLO), *known), Advance(True))
    assert state.winner is (ATREIDES if MET in known else None)
    assert VictoryCheckFrame() not in state.frames


@pytest.mark.rule("WIN-2", tries=True)
@BETWEEN_PEOPLE
def test_WIN_2_an_objective_declared_is_noted_once(mode: Mode) -> None:
    unknown, events = execute(checked(mode), DeclareVictory(MET))
    assert events[:2] == (ObjectiveEntered(MET), GameWon(ATREIDES, "WIN-2"))
    _known, events = execute(knows(checked(mode), MET), DeclareVictory(MET))
    assert events[0] == GameWon(ATREIDES, "WIN-2")
    both, _events = execute(knows(checked(mode), UNMET, (9, 9, 9)), DeclareVictory(MET))
    assert both.hidden.objectives == (UNMET, MET)
    assert unknown.winner is ATREIDES


@pytest.mark.rule("WIN-2", tries=True)
def test_WIN_2_the_first_printing_has_no_check_as_arrakeen_falls() -> None:
    state = play(knows(stormed(rules=Rules(first_printing=True)), MET), Advance(True))
    assert (state.prescience, state.winner) == (MET, None)
    assert VictoryCheckFrame() not in state.frames
    assert codes(state, DeclareVictory(MET)) == [("WIN-2", "victory_moment_passed")]


@pytest.mark.rule("WIN-2", tries=True)
@pytest.mark.parametrize("command", [FinishCheck()])
def test_WIN_2_the_check_is_over_only_where_there_is_one(command: Command) -> None:
    assert codes(position({}, {}, TurnFrame(ATREIDES)), command) == [("WIN-2", "not_now")]


def test_while_atreides_look_at_the_objective_nothing_else_goes_on() -> None:
    state = play(stormed(), Advance(True))
    kinds = {type(one).__name__ for one in legal_commands(state)}
    assert kinds - {"EnterRank", "EnterObjective", "UseBeneGesserit", "TalkInSecret"} == {"FinishCheck"}


def test_in_a_game_of_trackers_the_end_of_a_round_is_the_check() -> None:
    tracked = position({}, {}, mode=Mode.DUEL, phase=Phase.END, prescience=MET)
    assert play(tracked, DeclareVictory(MET)).winner is ATREIDES
    earlier = replace(tracked, phase=Phase.SPICE)
    assert codes(earlier, DeclareVictory(MET)) == [("WIN-2", "victory_moment_passed")]
