"""Set-up of a solo game (SETUP-1 to SETUP-6, MAHDI-SETUP-1) and what the player notes about hidden tokens."""

from collections.abc import Iterator

from companion.board import AREA_IDS, SETTLEMENT_MASK, members
from companion.content import TRACKS
from companion.content.steps import SecondObjective
from companion.content.terms import Phase
from companion.rules.ask.atreides_steps import step_of
from companion.rules.atreides_cards.course import go_on
from companion.rules.changing import replace
from companion.rules.commands import BeginGame, EnterObjective, EnterRank, PlaceStartingFigures, StartGame
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import FiguresPlaced, GameStarted, ObjectiveEntered, RankEntered
from companion.rules.frames import AtreidesCardFrame, Cause, GameOverFrame, SetupFrame
from companion.rules.handlers.rounds import begin_round
from companion.rules.handlers.stacking import open_excess
from companion.rules.handlers.supplies import missing_figures
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import HARKONNEN, Mode, State

MOST_OBJECTIVES = 2
"""The drawn one, and another by *Tested with the Gom Jabbar* (WIN-2)."""


@checks(StartGame)
def _check_start(state: State, command: StartGame) -> Iterator[Refusal]:
    if state.frames:
        yield not_now(state, "SETUP-1")
    yield from _partner_problems(command)


def _partner_problems(command: StartGame) -> Iterator[Refusal]:
    """TEAM-1: one or two players a faction; games of partners are those of three and four, and the solo pair."""
    partners = (command.rules.harkonnen_partners, command.rules.partners)
    allowed = {Mode.SOLO: ((1, 1), (1, 2)), Mode.DUEL: ((1, 1),), Mode.TEAM: ((1, 2), (2, 1), (2, 2))}
    if partners not in allowed[command.mode]:
        harkonnen, atreides = partners
        yield refuse("wrong_number_of_partners", "TEAM-1", harkonnen=harkonnen, atreides=atreides)


@decides(StartGame)
def _start(draft: Draft, command: StartGame) -> None:
    draft.emit(GameStarted(command.rules, command.mode))
    draft.open(SetupFrame(tuple(members(SETTLEMENT_MASK))))


@checks(PlaceStartingFigures)
def _check_figures(state: State, command: PlaceStartingFigures) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, SetupFrame):
        yield not_now(state, "SETUP-2")
        return
    area = AREA_IDS[command.area]
    if command.area not in frame.open:
        yield refuse("settlement_not_open", "SETUP-2", area=area)
    if not command.figures.units:
        yield refuse("no_units", "SETUP-2", area=area)
    if command.figures.named:
        yield refuse("named_leaders_stay_beside", "SETUP-5", area=area, leader=command.figures.named[0])
    yield from missing_figures(state, HARKONNEN, command.figures)


@decides(PlaceStartingFigures)
def _place_figures(draft: Draft, command: PlaceStartingFigures) -> None:
    frame = draft.state.frame
    if isinstance(frame, SetupFrame):
        draft.change(replace(frame, open=tuple(area for area in frame.open if area != command.area)))
        draft.emit(FiguresPlaced(HARKONNEN, command.area, command.figures, Cause.SETUP))
        open_excess(draft, HARKONNEN, command.area)


@checks(BeginGame)
def _check_begin(state: State, command: BeginGame) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, SetupFrame):
        yield not_now(state, "SETUP-1")
    elif frame.open:
        yield refuse("settlements_missing", "SETUP-2", areas=[AREA_IDS[area] for area in frame.open])


@decides(BeginGame)
def _begin(draft: Draft, command: BeginGame) -> None:
    draft.close()
    begin_round(draft, 1)


@checks(EnterRank)
def _check_rank(state: State, command: EnterRank) -> Iterator[Refusal]:
    sietch = state.sietch(command.area)
    area = AREA_IDS[command.area]
    if sietch is None:
        yield refuse("no_sietch_there", "SETTLE-1", area=area)
    elif sietch.revealed:
        yield refuse("sietch_already_revealed", "SETTLE-1", area=area, rank=sietch.rank)
    elif command.rank is not None:
        yield from rank_problems(state, command.area, command.rank)


def rank_problems(state: State, area: int, rank: int) -> Iterator[Refusal]:
    """Yields what speaks against ``rank`` in ``area``: it is 1 to 3, and each is there so often (SETTLE-1)."""
    limit = TRACKS.sietch_ranks.get(rank)
    if limit is None:
        yield refuse("rank_out_of_range", "SETTLE-1", area=AREA_IDS[area], rank=rank)
        return
    others = sum(sietch.rank == rank for sietch in state.sietches if sietch.area != area)
    if others >= limit:
        yield refuse("too_many_of_rank", "SETTLE-1", Severity.UNUSUAL, area=AREA_IDS[area], rank=rank, limit=limit)


@decides(EnterRank)
def _enter_rank(draft: Draft, command: EnterRank) -> None:
    draft.emit(RankEntered(command.area, command.rank))


@checks(EnterObjective)
def _check_objective(state: State, command: EnterObjective) -> Iterator[Refusal]:
    if isinstance(state.frame, GameOverFrame):
        yield not_now(state, "SETUP-6")
    if min(command.steps) < 1:
        yield refuse("objective_out_of_range", "SETUP-6", steps=command.steps)
    if len(state.hidden.objectives) >= MOST_OBJECTIVES:
        yield refuse("too_many_objectives", "WIN-2", limit=MOST_OBJECTIVES)
    elif state.hidden.objectives and state.phase is not Phase.ACTIONS:
        # A second objective comes by a card, and cards are played in action resolution.
        yield refuse("second_objective", "WIN-2", Severity.UNUSUAL, steps=command.steps)


@decides(EnterObjective)
def _enter_objective(draft: Draft, command: EnterObjective) -> None:
    frame = draft.state.frame
    if isinstance(frame, AtreidesCardFrame) and isinstance(step_of(frame), SecondObjective):
        go_on(draft)
    draft.emit(ObjectiveEntered(command.steps))
