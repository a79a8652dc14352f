"""Sandworms against legions and harvesters: they appear, they attack, carryalls rescue (WORM-4 to WORM-8)."""

from collections.abc import Iterator

from companion.board import AREA_IDS, ZONE_IDS, members
from companion.content.terms import DesertTroop, Faction, VehicleKind
from companion.frozen import replace
from companion.rules import combat
from companion.rules.actions import OtherAction
from companion.rules.ask.desert import rescue_zones, sensible_rescues, worm_dice, worm_meets_legion, worm_prey
from companion.rules.ask.desert_war import ridden_worms
from companion.rules.ask.turns import is_open_ended, solo_bot
from companion.rules.battles.hits import open_attack_dice
from companion.rules.commands import SaveHarvester, WormAttack
from companion.rules.engine import Draft, checks, decides, settles
from companion.rules.events import SandwormRemoved, TroopRemoved, VehicleRemoved
from companion.rules.frames import ActionFrame, CardFrame, Cause, TurnFrame, WormFrame
from companion.rules.handlers.arrival import depart_and_arrive
from companion.rules.handlers.common import attack_made
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import State

HARKONNEN = Faction.HARKONNEN


def check_worm_retreat(state: State, frame: WormFrame, target: int) -> Iterator[Refusal]:
    """Yields the reasons against a retreat from under a worm: it is a duty while an area is open (WORM-4, BATTLE-9)."""
    allowed = combat.retreats(state, HARKONNEN, frame.area)
    if not worm_meets_legion(state, frame):
        yield not_now(state, "WORM-4")
    elif not allowed >> target & 1:
        yield refuse("no_retreat_there", "BATTLE-9", area=AREA_IDS[target])


def retreat_from_worm(draft: Draft, frame: WormFrame, target: int) -> None:
    """Moves the whole legion out of the worm's area; what it does on arrival follows (R-31, MAHDI-WORM-1)."""
    legion = draft.state.army(HARKONNEN, frame.area)
    draft.change(replace(frame, retreated=True))
    if legion is not None:
        depart_and_arrive(draft, HARKONNEN, frame.area, target, legion, Cause.WORM)


@settles(WormFrame)
def _settle_worm(draft: Draft) -> bool:
    """WORM-4 as far as nobody has a choice: the attack when there is no retreat, the harvester that nobody can save."""
    state = draft.state
    frame = state.frame
    if not isinstance(frame, WormFrame):
        return False
    area = frame.area
    if worm_meets_legion(state, frame):
        match list(members(combat.retreats(state, HARKONNEN, area))):
            case []:
                open_attack_dice(draft, Cause.WORM, HARKONNEN, area, worm_dice(state, area), remove_worm=True)
            case [only]:
                retreat_from_worm(draft, frame, only)
            case _:
                return False
    elif state.army(HARKONNEN, area) is None and area in state.harvesters:
        match sensible_rescues(state, frame):
            case []:
                _settle_harvester(draft, frame, None)
            case [zone] if solo_bot(state, HARKONNEN):
                _settle_harvester(draft, frame, zone)
            case _:
                return False
    else:
        draft.close()
    return True


@checks(SaveHarvester)
def _check_rescue(state: State, command: SaveHarvester) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, WormFrame) or state.army(HARKONNEN, frame.area) or frame.area not in state.harvesters:
        yield not_now(state, "WORM-4")
        return
    sensible = sensible_rescues(state, frame)
    facts: dict[str, object] = {"area": AREA_IDS[frame.area], "zones": [ZONE_IDS[zone] for zone in sensible]}
    if command.zone is not None and (not frame.rescue or command.zone not in rescue_zones(state, frame.area)):
        yield refuse("no_carryall_there", "WORM-4", **facts, zone=ZONE_IDS[command.zone])
    elif solo_bot(state, HARKONNEN) and (command.zone not in sensible if command.zone is not None else sensible):
        yield refuse("mahdi_carryall", "MAHDI-SPICE-1", Severity.UNUSUAL, **facts)


@decides(SaveHarvester)
def _rescue(draft: Draft, command: SaveHarvester) -> None:
    frame = draft.state.frame
    if isinstance(frame, WormFrame):
        _settle_harvester(draft, frame, command.zone)


def _settle_harvester(draft: Draft, frame: WormFrame, zone: int | None) -> None:
    draft.close()
    if zone is None:
        draft.emit(VehicleRemoved(VehicleKind.HARVESTER, frame.area, Cause.WORM))
    else:
        draft.emit(VehicleRemoved(VehicleKind.CARRYALL, zone, Cause.WORM))


@checks(WormAttack)
def _check_worm_attack(state: State, command: WormAttack) -> Iterator[Refusal]:
    frame = state.frame
    if isinstance(frame, ActionFrame):
        allowed = (frame.attack and frame.action is OtherAction.DESERT_POWER) or is_open_ended(frame)
        if not allowed:
            yield refuse("action_without_worm_attack", "ACT-DESERT", Severity.UNUSUAL, action=frame.action.value)
        if frame.only is not None and frame.action is OtherAction.DESERT_POWER and command.source != frame.only:
            yield refuse("other_worm_named", "WILD-1", area=AREA_IDS[command.source])
    elif frame is None or isinstance(frame, TurnFrame | CardFrame):
        yield refuse("no_action_in_progress", "ACT-3", Severity.UNUSUAL, faction=Faction.ATREIDES.id)
    else:
        yield not_now(state, "WORM-7")
    if not state.worms_mask >> command.source & 1:
        yield refuse("no_worm_there", "WORM-7", area=AREA_IDS[command.source])
    elif not worm_prey(state, command.source) >> command.target & 1:
        facts = {"from": AREA_IDS[command.source], "to": AREA_IDS[command.target]}
        yield refuse("no_worm_target", "WORM-7", **facts)


@decides(WormAttack)
def _worm_attack(draft: Draft, command: WormAttack) -> None:
    attack_made(draft)
    dice = worm_dice(draft.state, command.source)
    ridden = ridden_worms(draft.state) >> command.source & 1
    draft.emit(SandwormRemoved(command.source, Cause.WORM))
    if ridden:
        draft.emit(TroopRemoved(DesertTroop.SANDRIDER, command.source, Cause.WORM))
    if draft.state.army(HARKONNEN, command.target) is not None:
        open_attack_dice(draft, Cause.WORM, HARKONNEN, command.target, dice)
    else:
        draft.emit(VehicleRemoved(VehicleKind.HARVESTER, command.target, Cause.WORM))
