"""Set-up of a game (SETUP-1 to SETUP-5, MAHDI-SETUP-1) and what the player notes about facedown sietches."""

from collections.abc import Iterator

from companion.board import AREA_IDS, SETTLEMENT_MASK, members
from companion.content import TRACKS
from companion.frozen import replace
from companion.rules.commands import BeginGame, EnterRank, PlaceStartingFigures, StartGame
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import FiguresPlaced, GameStarted, RankEntered
from companion.rules.frames import Cause, SetupFrame
from companion.rules.handlers.rounds import begin_round
from companion.rules.handlers.stacking import open_excess
from companion.rules.handlers.supplies import missing_figures
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import HARKONNEN, Mode, State
from companion.rules.war import EXPANSION


@checks(StartGame)
def _check_start(state: State, command: StartGame) -> Iterator[Refusal]:
    if state.frames:
        yield not_now(state, "SETUP-1")
    yield from _partner_problems(command)
    for expansion in command.expansions:
        if expansion != EXPANSION or command.expansions.count(expansion) > 1:
            yield refuse("unknown_expansion", "DW-1", expansion=expansion)
        elif command.mode is Mode.SOLO:
            yield refuse("expansion_in_solo", "DW-1", expansion=expansion)


def _partner_problems(command: StartGame) -> Iterator[Refusal]:
    """TEAM-1: one or two players a faction; games of partners are those of three and four, and the solo pair."""
    partners = (command.rules.harkonnen_partners, command.rules.partners)
    allowed = {Mode.SOLO: ((1, 1), (1, 2)), Mode.DUEL: ((1, 1),), Mode.TEAM: ((1, 2), (2, 1), (2, 2))}
    if partners not in allowed[command.mode]:
        harkonnen, atreides = partners
        yield refuse("wrong_number_of_partners", "TEAM-1", harkonnen=harkonnen, atreides=atreides)


@decides(StartGame)
def _start(draft: Draft, command: StartGame) -> None:
    draft.emit(GameStarted(command.rules, command.mode, command.expansions))
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
