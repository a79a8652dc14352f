"""What follows when figures leave one area and end in another, whatever made them go."""

from companion.content.terms import Faction, VehicleKind
from companion.rules.army import Army
from companion.rules.ask.desert_war import escorts_mask
from companion.rules.ask.stacking import waits
from companion.rules.engine import Draft
from companion.rules.events import EscortJoined, LegionMoved, MoveRecorded, VehicleRemoved
from companion.rules.frames import Cause, GarrisonFrame, StationFrame, WormsignFrame
from companion.rules.handlers.garrison import garrison
from companion.rules.handlers.stacking import open_excess
from companion.rules.handlers.tracks import remove_lone_leaders
from companion.rules.state import HARKONNEN


def depart_and_arrive(
    draft: Draft,
    faction: Faction,
    source: int,
    target: int,
    figures: Army,
    cause: Cause,
    zone: int | None = None,
    sandriding: bool = False,
    moved: MoveRecorded | None = None,
) -> None:
    """Moves ``figures`` and carries out all that their leaving and ending there brings about.

    ``moved``: they go by order of the action in progress, which this records.

    Leaving: MAHDI-TOKEN-1 tokens in a settlement without a unit (R-24), leaders left alone go (LEADER-1). Ending: a
    Harkonnen legion has a wormsign to turn (MOVE-7); an Atreides one removes a harvester (MOVE-4, R-31) and takes a
    station (STATION-1). Opens frames for what has to be entered: change or close your own frame before the call. What
    is over the stacking limit goes (STACK-1), unless figures that moved in the action still may leave (R-40).

    Raises ValueError when the figures are not in ``source``.
    """
    draft.emit(LegionMoved(faction, source, target, figures, cause, zone, sandriding))
    escort_joins(draft, zone, target)
    if moved is not None:
        draft.emit(moved)
    if faction is HARKONNEN:
        if target in draft.state.wormsigns:
            draft.open(WormsignFrame(target))
        garrison(draft, source)
    else:
        if target in draft.state.harvesters:
            draft.emit(VehicleRemoved(VehicleKind.HARVESTER, target, cause))
        if draft.state.stations >> target & 1:
            draft.open(StationFrame(target))
    if not isinstance(draft.state.frame, GarrisonFrame):
        # Leaders wait for the tokens that have to be found first (MAHDI-TOKEN-2).
        remove_lone_leaders(draft, faction, source)
    if not waits(draft.state, faction, target):
        open_excess(draft, faction, target)


def escort_joins(draft: Draft, zone: int | None, area: int) -> None:
    """Makes the escort of ``zone``, which carried the legion now in ``area``, a leader of it (DW-5)."""
    if zone is not None and escorts_mask(draft.state) >> zone & 1:
        draft.emit(EscortJoined(zone, area))
