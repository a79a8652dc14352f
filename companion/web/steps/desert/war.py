"""Desert War: camps put out, and the extra action beside that of a die or of Desert Power (DW-2 to DW-4).

The action is offered on every device whose player may take it, beside the step that the game waits for: in teams the
suspensors are the Corrino Ally's and the launchers the Fremen Ally's, whoever carries out the die (DW-6).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.board import AREAS, SECTOR_MASK, members
from companion.content.terms import Faction
from companion.rules.ask.asked import givers
from companion.rules.ask.desert_war import camp_places, war_action_open, war_of
from companion.rules.commands import AttackWithLaunchers, Command, MoveSuspensor, PlaceCamp
from companion.rules.frames import CampsFrame
from companion.rules.state import ATREIDES, HARKONNEN
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Reader, Scene, deed
from companion.web.steps.desert import launchers, suspensors
from companion.web.steps.desert.gathering import counted, gather, read, tapped, written
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import Act, Block, Form, Go
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.words import names

USE = "war"
"""What ``use`` says while the extra action is chosen."""
PANELS: Mapping[Faction, Callable[[Scene], Panel]] = {
    HARKONNEN: suspensors.action,
    ATREIDES: launchers.action,
}
ACTIONS: Mapping[Faction, Command] = {HARKONNEN: MoveSuspensor(0, 0), ATREIDES: AttackWithLaunchers("")}
"""One of the commands of each side's actions: who may give it, may give all of them."""


@says(CampsFrame)
def say_camps(scene: Scene, frame: CampsFrame) -> Head:
    """Says that Atreides put out their camps."""
    left = war_of(scene.state).camps_left
    title = scene.for_reader(
        ngettext("Place %(num)d Fremen camp", "Place %(num)d Fremen camps", left),
        ngettext("Atreides place %(num)d Fremen camp", "Atreides place %(num)d Fremen camps", left),
    )
    detail = _("Facedown, each in an empty desert area of another sector.")
    kicker = _("Round %(round)d, actions", round=scene.state.round)
    return Head(kicker, title, "DW-3", detail, ATREIDES, "camp")


@asks(CampsFrame)
def ask_camps(scene: Scene, frame: CampsFrame, head: Head) -> Panel:
    """Lets areas be tapped until every camp has one; after each its sector is dark."""
    state = scene.state
    left = war_of(state).camps_left
    chosen = list(dict.fromkeys(tapped(scene, left)))
    places = camp_places(state)
    for area in chosen:
        for sector in AREAS[area].sectors:
            places &= ~SECTOR_MASK[sector]
    open_areas = list(members(places)) if len(chosen) < left else []
    blocks, focus = gather(scene, chosen, open_areas)
    if chosen:
        text = ngettext("Place %(num)d camp", "Place %(num)d camps", len(chosen))
        blocks = (*blocks, Form("camps", (Go(text, "camp"),), {"areas": written(chosen)}))
    detail = counted(chosen) if chosen else None
    return replace(head.panel(*blocks, detail=detail, focus=focus, css="order"), orange=bool(open_areas))


def action_panel(scene: Scene) -> Panel | None:
    """Returns the panel of the extra action while it is being chosen on a device that may take it."""
    faction = _open_to(scene)
    if faction is None or scene.pick.get("use") != USE:
        return None
    return PANELS[faction](scene)


def with_offer(scene: Scene, panel: Panel) -> Panel:
    """Returns the panel of a step with the extra action on offer above it, as long as nothing of the step is chosen."""
    if _open_to(scene) is None or scene.pick or panel.close:
        return panel
    return replace(panel, blocks=(*offer(scene), *panel.blocks))


def offer(scene: Scene) -> tuple[Block, ...]:
    """Returns the extra action as something that may be done; nothing where it is not open to this device."""
    faction = _open_to(scene)
    if faction is None:
        return ()
    href = scene.here(use=USE)
    if faction is ATREIDES:
        return (Act("launcher", _("Rocket launchers: deploy or attack"), _("Beside Desert Power, once"), href),)
    left = war_of(scene.state).tokens
    detail = ngettext("%(num)d token is left", "%(num)d tokens are left", left)
    return (Act("dw-token", names.word("exp_desert_war_action"), detail, href),)


def _open_to(scene: Scene) -> Faction | None:
    """The side whose extra action is open now, where this device may take it."""
    state = scene.state
    if state.desert_war is None or scene.now is not None or not scene.may_write:
        return None
    if scene.listener not in (None, Reader.PLAYER):
        return None
    faction = next((one for one in Faction if war_action_open(state, one)), None)
    if faction is None or not scene.view.seat.may_act(givers(state, ACTIONS[faction])):
        return None
    return faction


@deed("camps")
def _camps(scene: Scene, fields: Fields) -> Commands:
    return tuple(PlaceCamp(area) for area in read(fields))
