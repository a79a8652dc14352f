"""The desert hazards phase and every wormsign that is turned (WORM-1 to WORM-5, MOVE-7).

The phase is one ``HazardsFrame`` that goes through its stages: wormsigns are put out, turned one by one, the worms that
appeared settled one by one, then the storms. The player chooses the order; the last one of a stage goes by itself.
"""

from collections.abc import Iterator

from companion.board import AREA_IDS, mask_of, members
from companion.content import PIECES
from companion.content.terms import Faction, Phase
from companion.frozen import replace
from companion.rules.ask.desert import SANDWORMS, shows_worm, worm_limit
from companion.rules.commands import BeginHazards, SettleWorm, TurnWormsign
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import BeneGesseritGained, PhaseBegan, SandwormPlaced, WormsignPlaced, WormsignRemoved
from companion.rules.frames import Cause, ClaimsFrame, HazardsFrame, HazardStage, WormFrame, WormsignFrame
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import ATREIDES, HARKONNEN, State

WORMSIGNS = PIECES["wormsign"].count


def hazards_at(state: State, stage: HazardStage) -> HazardsFrame | None:
    """Returns the hazards phase when it stands at ``stage`` and nothing lies on top of it."""
    frame = state.frame
    return frame if isinstance(frame, HazardsFrame) and frame.stage is stage else None


def end_action_resolution(draft: Draft) -> None:
    """Begins the desert hazards. A Bene Gesserit token still unspent goes back (R-32).

    Among dice of one result the real ones are taken to be spent first.
    """
    if draft.state.bene_gesserit_die in (draft.state.atreides_results or ()):
        draft.emit(BeneGesseritGained(ATREIDES, 1))
    draft.emit(PhaseBegan(Phase.HAZARDS.value))
    draft.open(HazardsFrame(HazardStage.WORMSIGNS))


@checks(BeginHazards)
def _check_begin(state: State, command: BeginHazards) -> Iterator[Refusal]:
    if hazards_at(state, HazardStage.WORMSIGNS) is None and not isinstance(state.frame, ClaimsFrame):
        yield not_now(state, "WORM-1")


@decides(BeginHazards)
def _begin(draft: Draft, command: BeginHazards) -> None:
    if isinstance(draft.state.frame, ClaimsFrame):
        # Nobody claims anything more: no step of its own is needed to say so.
        draft.close()
        end_action_resolution(draft)
    state = draft.state
    kept_from = state.legions_mask(ATREIDES) | state.worms_mask
    for area in members(mask_of(state.wormsigns) & kept_from):
        draft.emit(WormsignRemoved(area, None, Cause.HAZARD))
    prey = (draft.state.legions_mask(HARKONNEN) | mask_of(state.harvesters)) & state.desert_mask
    for area in members(prey & ~mask_of(draft.state.wormsigns) & ~state.worms_mask):
        if len(draft.state.wormsigns) < WORMSIGNS:
            draft.emit(WormsignPlaced(area, Cause.HAZARD))
    draft.change(HazardsFrame(HazardStage.REVEAL, draft.state.wormsigns))


@checks(TurnWormsign)
def _check_turn(state: State, command: TurnWormsign) -> Iterator[Refusal]:
    frame = state.frame
    waiting: tuple[int, ...]
    placed: tuple[int, ...] | None
    if isinstance(frame, WormsignFrame):
        waiting, placed = (frame.area,), None
    elif isinstance(frame, HazardsFrame) and frame.stage is HazardStage.REVEAL:
        waiting, placed = frame.areas, frame.worms
    else:
        yield not_now(state, "WORM-1")
        return
    if command.area not in waiting or command.area not in state.wormsigns:
        yield refuse("no_wormsign_to_turn", "WORM-1", area=AREA_IDS[command.area])
    elif not shows_worm(state, command.area, command.token):
        if command.worm_from is not None or command.discard or command.wild_maker:
            yield refuse("no_worm_appears", "WORM-2", area=AREA_IDS[command.area], token=command.token.value)
    elif placed is not None and len(placed) >= worm_limit(state):
        # Either the token goes, or it calls one of the worms that appeared.
        if command.wild_maker or command.discard is (command.worm_from in placed):
            yield refuse("too_many_worms", "WORM-3", limit=worm_limit(state), areas=[AREA_IDS[a] for a in placed])
    else:
        if command.discard:
            yield refuse("worm_must_be_placed", "WORM-3", area=AREA_IDS[command.area])
        else:
            yield from figure_problems(state, command.area, command.worm_from, command.wild_maker, placed or ())


def figure_problems(
    state: State, area: int, worm_from: int | None, wild_maker: bool, placed: tuple[int, ...] = ()
) -> Iterator[Refusal]:
    """Yields why the figure of a worm that appears in ``area`` cannot come from there (WORM-3).

    It comes from the supply, from beside the board, or from an area where it did not just appear (``placed``).
    """
    in_supply = SANDWORMS - len(state.sandworms)
    if wild_maker:
        if not state.wild_maker_in_play or state.wild_maker is not None or worm_from is not None:
            yield refuse("wild_maker_not_beside", "WILD-1", area=AREA_IDS[area])
    elif worm_from is None:
        if in_supply <= 0:
            sources = [AREA_IDS[area] for area in members(state.worms_mask & ~mask_of(placed))]
            yield refuse("no_worm_in_supply", "WORM-3", areas=sources)
    elif not state.worms_mask >> worm_from & 1:
        yield refuse("no_worm_there", "WORM-3", area=AREA_IDS[worm_from])
    elif worm_from in placed:
        yield refuse("worm_just_appeared", "WORM-3", area=AREA_IDS[worm_from])
    elif state.rules.first_printing and in_supply > 0:
        yield refuse("supply_first", "WORM-3", area=AREA_IDS[worm_from], left=in_supply)


@decides(TurnWormsign)
def _turn(draft: Draft, command: TurnWormsign) -> None:
    state = draft.state
    frame = state.frame
    hazards = frame if isinstance(frame, HazardsFrame) else None
    appears = shows_worm(state, command.area, command.token) and not command.discard
    cause = Cause.HAZARD if hazards else Cause.MOVE
    draft.emit(WormsignRemoved(command.area, command.token, cause, command.source))
    if appears:
        draft.emit(SandwormPlaced(command.area, command.worm_from, command.wild_maker))
    if hazards is None:
        draft.close()
        if appears:
            draft.open(WormFrame(command.area, rescue=False))
        return
    worms = tuple(area for area in hazards.worms if area != command.worm_from)
    areas = tuple(area for area in hazards.areas if area != command.area)
    draft.change(replace(hazards, areas=areas, worms=(*worms, command.area) if appears else worms))


@settles(WormsignFrame)
def _wormsign_is_gone(draft: Draft) -> bool:
    """Leaves the step that asks for a wormsign which a correction took off the board."""
    frame = draft.state.frame
    if not isinstance(frame, WormsignFrame) or frame.area in draft.state.wormsigns:
        return False
    draft.close()
    return True


@settles(HazardsFrame)
def _all_wormsigns_turned(draft: Draft) -> bool:
    """WORM-3, WORM-4: when no wormsign is left, the worms with somebody above them are settled."""
    state = draft.state
    frame = hazards_at(state, HazardStage.REVEAL)
    if frame is None or mask_of(frame.areas) & mask_of(state.wormsigns):
        return False
    prey = tuple(area for area in frame.worms if _is_prey(state, area))
    draft.change(replace(frame, stage=HazardStage.WORMS, areas=prey))
    return True


def _is_prey(state: State, area: int) -> bool:
    return state.army(Faction.HARKONNEN, area) is not None or area in state.harvesters


@checks(SettleWorm)
def _check_settle(state: State, command: SettleWorm) -> Iterator[Refusal]:
    frame = hazards_at(state, HazardStage.WORMS)
    if frame is None:
        yield not_now(state, "WORM-4")
    elif command.area not in frame.areas:
        areas = [AREA_IDS[area] for area in frame.areas]
        yield refuse("no_worm_to_settle", "WORM-4", area=AREA_IDS[command.area], areas=areas)


@decides(SettleWorm)
def _settle(draft: Draft, command: SettleWorm) -> None:
    frame = hazards_at(draft.state, HazardStage.WORMS)
    if frame is not None:
        _settle_next(draft, frame, command.area)


def _settle_next(draft: Draft, frame: HazardsFrame, area: int) -> None:
    draft.change(replace(frame, areas=tuple(other for other in frame.areas if other != area)))
    draft.open(WormFrame(area, rescue=True))


@settles(HazardsFrame)
def _last_worm(draft: Draft) -> bool:
    """With one worm left there is no order to choose."""
    frame = hazards_at(draft.state, HazardStage.WORMS)
    if frame is None or len(frame.areas) != 1:
        return False
    (area,) = frame.areas
    _settle_next(draft, frame, area)
    return True
