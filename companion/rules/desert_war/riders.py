"""Sandriders: their place among the wormsigns, their card, the worm that rises for one (DW-8)."""

from collections.abc import Iterator

from companion.board import AREA_IDS
from companion.content import PIECES
from companion.content.terms import DesertTroop
from companion.frozen import replace
from companion.rules import events, frames
from companion.rules.actions import OtherAction
from companion.rules.ask.desert_war import empty_desert, lone_riders, mounts, war_of, worm_sources
from companion.rules.ask.turns import acting
from companion.rules.commands import MountWorm, PlaceSandrider, RaiseWorm
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.handlers.hazards import figure_problems
from companion.rules.refusal import Refusal, not_now, refuse
from companion.rules.state import ATREIDES, State
from companion.rules.war import SANDRIDERS

SANDRIDER = DesertTroop.SANDRIDER
SANDWORMS = PIECES["sandworm"].count


def _desert_power(state: State) -> frames.ActionFrame | None:
    frame = acting(state, ATREIDES)
    if isinstance(frame, frames.ActionFrame) and frame.action is OtherAction.DESERT_POWER:
        return None if state.desert_war is None else frame
    return None


@checks(PlaceSandrider)
def _check_place(state: State, command: PlaceSandrider) -> Iterator[Refusal]:
    frame, area = _desert_power(state), AREA_IDS[command.area]
    if frame is None or not frame.placements or frame.mount:
        yield not_now(state, "DW-8")
        return
    if not frame.riders:
        yield refuse("one_sandrider_only", "DW-8", area=area)
    if not war_of(state).left(SANDRIDER):
        yield refuse("no_troop_left", "DW-1", troop=SANDRIDER.value, count=1, left=0)
    if not state.desert_mask >> command.area & 1:
        yield refuse("not_desert", "DW-8", area=area)
    elif not empty_desert(state) >> command.area & 1:
        yield refuse("not_empty", "DW-8", area=area)


@decides(PlaceSandrider)
def _place(draft: Draft, command: PlaceSandrider) -> None:
    frame = draft.state.frame
    if isinstance(frame, frames.ActionFrame):
        draft.change(replace(frame, placements=frame.placements - 1, riders=frame.riders - 1))
    draft.emit(events.TroopPlaced(SANDRIDER, command.area))


def card_problems(state: State) -> Iterator[Refusal]:
    """Yields why the Sandriders cannot act now: their card is spent, or no sandrider is alone (DW-8, LEADER-2)."""
    if not war_of(state).card_ready:
        yield refuse("leader_card_spent", "LEADER-2", leader=SANDRIDERS)
    if not mounts(state):
        yield refuse("no_lone_sandrider", "DW-8")


@checks(MountWorm)
def _check_mount(state: State, command: MountWorm) -> Iterator[Refusal]:
    """DW-8: a normal worm, from off the board or, as it is placed, from elsewhere on it (ACT-6)."""
    frame, area = _desert_power(state), AREA_IDS[command.area]
    if frame is None or not frame.mount:
        yield not_now(state, "DW-8")
        return
    if not mounts(state) >> command.area & 1:
        yield refuse("no_lone_sandrider", "DW-8", area=area)
    if command.worm_from is None:
        if len(state.sandworms) >= SANDWORMS:
            yield refuse("no_worm_in_supply", "DW-8", areas=[AREA_IDS[one] for one in state.sandworms])
    elif command.worm_from == state.wild_maker:
        yield refuse("wild_maker_is_no_mount", "DW-8", area=AREA_IDS[command.worm_from])
    elif command.worm_from not in state.sandworms:
        yield refuse("no_worm_there", "DW-8", area=AREA_IDS[command.worm_from])


@decides(MountWorm)
def _mount(draft: Draft, command: MountWorm) -> None:
    frame = draft.state.frame
    if isinstance(frame, frames.ActionFrame):
        draft.change(replace(frame, mount=False))
    draft.emit(events.SandwormPlaced(command.area, command.worm_from))


def replace_rider(draft: Draft, area: int) -> None:
    """Removes the lone sandriders whose area a Harkonnen legion entered, and asks for the worm (DW-8, R-45)."""
    draft.emit(events.TroopRemoved(SANDRIDER, area, frames.Cause.CONTACT, war_of(draft.state).sandriders.count(area)))
    draft.open(frames.RiderFrame(area))


@settles(frames.RiderFrame)
def _only_one_way(draft: Draft) -> bool:
    """R-45: the worm rises by itself where nobody has a choice; where none can, nothing appears."""
    frame, state = draft.state.frame, draft.state
    if not isinstance(frame, frames.RiderFrame):
        return False
    sources = worm_sources(state)
    beside = state.wild_maker_in_play and state.wild_maker is None
    if len(sources) + beside > 1:
        return False
    if sources:
        _raise(draft, frame, sources[0], wild_maker=False)
    elif beside:
        _raise(draft, frame, None, wild_maker=True)
    else:
        draft.close()
    return True


@checks(RaiseWorm)
def _check_raise(state: State, command: RaiseWorm) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, frames.RiderFrame):
        yield not_now(state, "DW-8")
        return
    yield from figure_problems(state, frame.area, command.worm_from, command.wild_maker)


@decides(RaiseWorm)
def _raised(draft: Draft, command: RaiseWorm) -> None:
    frame = draft.state.frame
    if isinstance(frame, frames.RiderFrame):
        _raise(draft, frame, command.worm_from, wild_maker=command.wild_maker)


def _raise(draft: Draft, frame: frames.RiderFrame, worm_from: int | None, *, wild_maker: bool) -> None:
    draft.close()
    draft.emit(events.SandwormPlaced(frame.area, worm_from, wild_maker))
    draft.open(frames.WormFrame(frame.area, rescue=False))


def entered_alone(state: State, area: int) -> bool:
    """True when nothing but sandriders and the legion that entered is in ``area``."""
    others = replace(state, armies=((None,) * len(AREA_IDS),) * 2)
    return bool(lone_riders(others) >> area & 1)
