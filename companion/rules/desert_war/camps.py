"""Fremen camps: put out as action resolution begins, given for prescience by launchers (DW-3, DW-7)."""

from collections.abc import Iterator

from companion.board import AREA_IDS, AREAS
from companion.frozen import replace
from companion.rules import events
from companion.rules.ask.desert_war import camp_places, camps_to_give, empty_desert, symbols_open, war_of
from companion.rules.commands import GiveCamp, PlaceCamp
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.frames import CampsFrame, Cause, LaunchersFrame
from companion.rules.handlers.tracks import gain_prescience
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import State


def open_camps(draft: Draft) -> None:
    """Asks Atreides for their camps; the step closes at once where none is left or no place is open (DW-3)."""
    if draft.state.desert_war is not None:
        draft.open(CampsFrame())


@settles(CampsFrame)
def _all_put_out(draft: Draft) -> bool:
    if war_of(draft.state).camps_left and camp_places(draft.state):
        return False
    draft.close()
    return True


@checks(PlaceCamp)
def _check_place(state: State, command: PlaceCamp) -> Iterator[Refusal]:
    if not isinstance(state.frame, CampsFrame):
        yield not_now(state, "DW-3")
        return
    area, here = AREA_IDS[command.area], set(AREAS[command.area].sectors)
    if not war_of(state).camps_left:
        yield refuse("no_camp_left", "DW-1")
    if not state.desert_mask >> command.area & 1:
        yield refuse("not_desert", "DW-3", area=area)
    elif not empty_desert(state) >> command.area & 1:
        yield refuse("not_empty", "DW-3", area=area)
    other = next((camp for camp in war_of(state).camps if here & set(AREAS[camp.area].sectors)), None)
    if other is not None and other.area != command.area:
        yield refuse("camp_in_sector", "DW-3", area=area, other=AREA_IDS[other.area])


@decides(PlaceCamp)
def _place(draft: Draft, command: PlaceCamp) -> None:
    draft.emit(events.CampPlaced(command.area))


@checks(GiveCamp)
def _check_give(state: State, command: GiveCamp) -> Iterator[Refusal]:
    frame, area = state.frame, AREA_IDS[command.area]
    if not isinstance(frame, LaunchersFrame):
        yield not_now(state, "DW-7")
        return
    open_camps = camps_to_give(state, frame)
    camp = next((camp for camp in open_camps if camp.area == command.area), None)
    if camp is None:
        if not frame.harvester:
            yield refuse("no_harvester_removed", "DW-7", area=area)
        else:
            yield refuse("no_camp_to_give", "DW-7", area=area, areas=[AREA_IDS[one.area] for one in open_camps])
    elif command.symbol not in symbols_open(state, camp):
        shown = [symbol.value for symbol in symbols_open(state, camp)]
        yield refuse("other_symbol_on_camp", "DW-7", area=area, symbol=command.symbol.value, symbols=shown)


@decides(GiveCamp)
def _give(draft: Draft, command: GiveCamp) -> None:
    frame = draft.state.frame
    if isinstance(frame, LaunchersFrame):
        draft.change(replace(frame, left=0, harvester=False))
    draft.emit(events.CampGiven(command.area, command.symbol))
    gain_prescience(draft, command.symbol, 1, Cause.LAUNCHERS)
