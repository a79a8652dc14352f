"""Figures that enter the board: deployments, cards, special actions (ACT-DEPLOY, ACT-6, TOKEN-1, MAHDI-DEPLOY)."""

from collections.abc import Iterator, Sequence

from companion.board import AREA_IDS
from companion.content.step_terms import Pieces
from companion.content.terms import Faction, Result
from companion.frozen import replace
from companion.rules.army import NOBODY, Army
from companion.rules.ask.stacking import excess
from companion.rules.ask.turns import acting, is_open_ended, leniency, solo_bot
from companion.rules.commands import DeployToken, DeployUnits, PlaceLeader
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import FiguresPlaced, LegionMoved, TokensPlaced
from companion.rules.frames import ActionFrame, CardFrame, Cause
from companion.rules.handlers.common import spend
from companion.rules.handlers.stacking import open_excess
from companion.rules.handlers.supplies import as_figures, missing_figures
from companion.rules.handlers.tracks import remove_lone_leaders
from companion.rules.harkonnen_cards.demands import forbidden
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import ATREIDES, HARKONNEN, State, supply


@checks(DeployToken)
def _check_token(state: State, command: DeployToken) -> Iterator[Refusal]:
    frame = acting(state, ATREIDES)
    if not isinstance(frame, ActionFrame) or not frame.placements or not _deploys(frame):
        yield not_now(state, "ACT-DEPLOY-A")
        return
    area = AREA_IDS[command.area]
    if state.sietch(command.area) is None:
        yield refuse("no_sietch_there", "ACT-DEPLOY-A", area=area)
    yield from _other_sietch(frame, command.area)
    if not state.atreides_tokens:
        yield refuse("no_token_left", "TOKEN-1", Severity.UNUSUAL)
    leader = as_figures(ATREIDES, command.leader)
    yield from missing_figures(state, ATREIDES, leader)
    yield from forbidden(state, ATREIDES, leader.named)
    yield from _crowd(state, ATREIDES, command.area, 1)


def _deploys(frame: ActionFrame) -> bool:
    return frame.action is Result.DEPLOYMENT or is_open_ended(frame)


def _other_sietch(action: ActionFrame, area: int) -> Iterator[Refusal]:
    """ACT-DEPLOY-A: the token joins the leader that came first."""
    if action.only is not None and action.only != area:
        yield refuse("one_sietch_only", "ACT-DEPLOY-A", area=AREA_IDS[area], only=AREA_IDS[action.only])


@decides(DeployToken)
def _deploy_token(draft: Draft, command: DeployToken) -> None:
    spend(draft, placements=1, leaders=1)
    before = excess(draft.state, ATREIDES, command.area)
    draft.emit(TokensPlaced(ATREIDES, command.area, atreides=1))
    if command.leader is not None:
        figures = as_figures(ATREIDES, command.leader)
        draft.emit(FiguresPlaced(ATREIDES, command.area, figures, Cause.DEPLOYMENT))
    open_excess(draft, ATREIDES, command.area, before)


@checks(DeployUnits)
def _check_units(state: State, command: DeployUnits) -> Iterator[Refusal]:
    figures, area = command.figures, AREA_IDS[command.area]
    if not figures.units and not figures.leaders:
        yield refuse("nothing_to_place", "ACT-6", area=area)
        return
    frame = state.frame
    if frame is not None:
        yield from _moment(state, command)
    yield from missing_figures(state, command.faction, figures)
    yield from forbidden(state, command.faction, figures.named)
    yield from _site_problems(state, command)
    if not figures.units and not (state.army(command.faction, command.area) or NOBODY).units:
        yield refuse("leaders_need_a_unit", "LEADER-1", area=area)
    yield from _crowd(state, command.faction, command.area, figures.units)


def _moment(state: State, command: DeployUnits) -> Iterator[Refusal]:
    action = acting(state, command.faction)
    if isinstance(action, CardFrame):
        # What a card places comes with its step, which counts it.
        yield not_now(state, "MAHDI-CARD-2")
        return
    if action is None or not (action.placements or action.leaders):
        yield not_now(state, "ACT-6")
        return
    if is_open_ended(action):
        return
    if action.action is Result.HOUSE or action.faction is ATREIDES:
        yield not_now(state, "ACT-6")
        return
    if command.figures.units > action.placements:
        yield refuse("too_many_units", "ACT-DEPLOY-H", count=command.figures.units, limit=action.placements)
    if command.figures.leaders > action.leaders:
        yield refuse("too_many_leaders", "ACT-DEPLOY-H", count=command.figures.leaders, limit=action.leaders)
    if action.action is Result.DEPLOYMENT:
        yield from _wrong_kinds(state, command, action.placements)
    elif action.special is not None and not solo_bot(state, command.faction):
        yield from _wrong_pieces(command, action.special.pieces, action.strong)


def _wrong_kinds(state: State, command: DeployUnits, wanted: int) -> Iterator[Refusal]:
    """ACT-DEPLOY-H deploys regulars; stronger kinds stand in for those that the supply lacks (MAHDI-DEPLOY-4, R-11)."""
    stronger = command.figures.elite + command.figures.special
    if stronger and not solo_bot(state, command.faction):
        yield refuse("higher_kind_for_lower", "UNIT-2", area=AREA_IDS[command.area])
        return
    left = supply(state, command.faction).regular
    if stronger > max(0, wanted - left):
        yield refuse("regulars_first", "MAHDI-DEPLOY-4", count=stronger, left=left)


def _wrong_pieces(command: DeployUnits, pieces: Pieces, placed: int) -> Iterator[Refusal]:
    """UNIT-2 in a special action that deploys: no more of a strong kind than it names, all its deployments together.

    An elite unit may stand in for a Sardaukar. ``placed``: strong units of the deployments before.
    """
    figures, strong = command.figures, pieces.elite + pieces.special - placed
    if figures.special > pieces.special or figures.elite + figures.special > strong:
        yield refuse("higher_kind_for_lower", "UNIT-2", area=AREA_IDS[command.area])


def _site_problems(state: State, command: DeployUnits) -> Iterator[Refusal]:
    area, faction = AREA_IDS[command.area], command.faction
    at_home = state.strongholds_mask(faction) >> command.area & 1
    if not state.free_mask(faction) >> command.area & 1:
        yield refuse("target_not_free", "AREA-1", area=area)
        return
    if faction is ATREIDES and command.area in state.harvesters:
        # Only a move removes a harvester; no card is known to place units beside one.
        yield refuse("harvester_there", "MOVE-4", Severity.UNUSUAL, area=area)
    if command.cause in (Cause.DEPLOYMENT, Cause.SPECIAL_ACTION) and not at_home:
        rule = "ACT-DEPLOY-H" if faction is HARKONNEN else "ACT-DEPLOY-A"
        yield refuse("no_own_settlement", rule, leniency(state), area=area)


def _crowd(state: State, faction: Faction, area: int, units: int) -> Iterator[Refusal]:
    count = (state.army(faction, area) or NOBODY).units + units
    limit = state.stacking_limit(faction)
    if units and count > limit:
        solo = solo_bot(state, faction)
        severity = Severity.ILLEGAL if solo else Severity.UNUSUAL
        rule = "MAHDI-DEPLOY-3" if solo else "STACK-1"
        yield refuse("over_stacking", rule, severity, area=AREA_IDS[area], count=count, limit=limit)


@decides(DeployUnits)
def _deploy_units(draft: Draft, command: DeployUnits) -> None:
    frame = draft.state.frame
    strong = command.figures.elite + command.figures.special
    if isinstance(frame, ActionFrame) and strong and not (is_open_ended(frame) or solo_bot(draft.state, HARKONNEN)):
        draft.change(replace(frame, strong=frame.strong + strong))
    spend(draft, placements=command.figures.units, leaders=command.figures.leaders)
    before = excess(draft.state, command.faction, command.area)
    place_figures(draft, command.faction, command.area, command.figures, command.cause)
    open_excess(draft, command.faction, command.area, before)


def place_figures(
    draft: Draft,
    faction: Faction,
    area: int,
    figures: Army,
    cause: Cause,
    taken: Sequence[tuple[int, Army]] = (),
) -> None:
    """Puts ``figures`` into ``area``: those ``taken`` from other areas and the leaders on the board from there (ACT-6).

    The rest comes from off the board. Leaders left alone go (LEADER-1).
    """
    named = {name: place for place, army in draft.state.legions(faction) for name in army.named}
    leaders = [(named[name], Army(named=(name,))) for name in figures.named if name in named]
    moved = [(source, army) for source, army in (*taken, *leaders) if source != area]
    for source, army in moved:
        draft.emit(LegionMoved(faction, source, area, army, cause))
    here = sum((army for source, army in leaders if source == area), NOBODY)
    rest = figures - sum((army for _, army in moved), here)
    if rest:
        draft.emit(FiguresPlaced(faction, area, rest, cause))
    for source, _ in moved:
        remove_lone_leaders(draft, faction, source)


@checks(PlaceLeader)
def _check_leader(state: State, command: PlaceLeader) -> Iterator[Refusal]:
    frame = state.frame
    action = acting(state, command.faction)
    if isinstance(action, CardFrame):
        yield not_now(state, "MAHDI-CARD-2")
        return
    if frame is not None and (action is None or not action.leaders):
        yield not_now(state, "ACT-6")
        return
    if not (state.army(command.faction, command.area) or NOBODY).units:
        yield refuse("leaders_need_a_unit", "LEADER-1", area=AREA_IDS[command.area])
    placed = is_open_ended(action)
    yield from missing_figures(state, command.faction, as_figures(command.faction, command.leader), relocate=placed)
    yield from forbidden(state, command.faction, (command.leader,))
    deploys = isinstance(action, ActionFrame) and action.action is Result.DEPLOYMENT
    if deploys and not state.strongholds_mask(command.faction) >> command.area & 1:
        yield refuse("no_own_settlement", "ACT-6", area=AREA_IDS[command.area])


@decides(PlaceLeader)
def _place_leader(draft: Draft, command: PlaceLeader) -> None:
    frame = draft.state.frame
    if isinstance(frame, ActionFrame) and frame.action is Result.DEPLOYMENT and command.faction is ATREIDES:
        draft.change(replace(frame, only=command.area))
    spend(draft, leaders=1)
    place_figures(draft, command.faction, command.area, as_figures(command.faction, command.leader), command.cause)
