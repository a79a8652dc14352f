"""The next step of every frame: one module for each part of a round."""

from dataclasses import replace

from companion.rules.frames import Frame
from companion.web.table import trackers
from companion.web.table.panel import Panel
from companion.web.table.panels import (
    actions,
    battle,
    cards,
    claims,
    deployments,
    desert,
    ends,
    fights,
    harkonnen,
    hazards,
    moving,
    own_cards,
    own_turn,
    people,
    people_deeds,
    questions,
    rounds,
    setting_up,
    spice,
    vehicles,
    watching,
)
from companion.web.table.panels.by_itself import by_itself
from companion.web.table.scene import PANELS, Scene

MODULES = (
    actions,
    battle,
    cards,
    claims,
    deployments,
    desert,
    ends,
    fights,
    harkonnen,
    hazards,
    moving,
    own_cards,
    own_turn,
    people,
    people_deeds,
    questions,
    rounds,
    setting_up,
    spice,
    vehicles,
)
"""Imported so that their panels and deeds are registered."""


def next_panel(scene: Scene) -> Panel:
    """Returns the one next step; a device that only watches gets it without forms and without anything hidden."""
    frame: Frame | None = scene.state.frame
    if scene.trackers_only:
        return trackers.tracker_panel(scene)
    if frame is None:
        return watching.bare_position(scene)
    if not scene.may_write:
        return watching.watch(scene, frame)
    panel = PANELS[type(frame)](scene, frame)
    besides = (*by_itself(scene), *people.charge_notes(scene.state))
    return replace(panel, blocks=(*besides, *panel.blocks)) if besides else panel
