"""Storms over Harkonnen legions in the open, and the end of the desert hazards (STORM-1)."""

from collections.abc import Iterator

from companion.board import AREA_IDS, MINOR_ERG_MASK, PLATEAU_MASK, members, sheltered_mask
from companion.frozen import replace
from companion.rules.battles.hits import open_attack_dice
from companion.rules.combat import STORM_DICE
from companion.rules.commands import BeginStorm
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.frames import Cause, HazardsFrame, HazardStage
from companion.rules.handlers.hazards import hazards_at
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import HARKONNEN, State


def storm_areas(state: State) -> tuple[int, ...]:
    """Returns the areas with a Harkonnen legion that a storm hits, in order of their ids.

    Plateaus ringed by mountains are sheltered, unless atomics opened them (ATOM-1).
    """
    open_ground = state.desert_mask | PLATEAU_MASK | MINOR_ERG_MASK
    sheltered = sheltered_mask(state.graph, state.atomics)
    return tuple(members(state.legions_mask(HARKONNEN) & open_ground & ~sheltered))


@checks(BeginStorm)
def _check(state: State, command: BeginStorm) -> Iterator[Refusal]:
    frame = hazards_at(state, HazardStage.STORMS)
    if frame is None:
        yield not_now(state, "STORM-1")
    elif command.area not in frame.areas:
        areas = [AREA_IDS[area] for area in frame.areas]
        yield refuse("no_storm_there", "STORM-1", area=AREA_IDS[command.area], areas=areas)


@decides(BeginStorm)
def _begin(draft: Draft, command: BeginStorm) -> None:
    frame = hazards_at(draft.state, HazardStage.STORMS)
    if frame is not None:
        _next_storm(draft, frame, command.area)


def _next_storm(draft: Draft, frame: HazardsFrame, area: int) -> None:
    draft.change(replace(frame, areas=tuple(other for other in frame.areas if other != area)))
    open_attack_dice(draft, Cause.STORM, HARKONNEN, area, STORM_DICE)


@settles(HazardsFrame)
def _worms_are_settled(draft: Draft) -> bool:
    """Once the worms are settled the storms rise over the legions that are left."""
    frame = hazards_at(draft.state, HazardStage.WORMS)
    if frame is None or frame.areas:
        return False
    draft.change(replace(frame, stage=HazardStage.STORMS, areas=storm_areas(draft.state)))
    return True


@settles(HazardsFrame)
def _last_storm(draft: Draft) -> bool:
    """With one storm left there is no order to choose; with none the desert hazards are over."""
    frame = hazards_at(draft.state, HazardStage.STORMS)
    if frame is None or len(frame.areas) > 1:
        return False
    if frame.areas:
        _next_storm(draft, frame, frame.areas[0])
    else:
        draft.close()
    return True
