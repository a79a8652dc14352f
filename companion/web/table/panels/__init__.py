"""The next step of every frame: one module for each part of a round."""

from companion.rules.frames import Frame
from companion.web.table.panel import Panel
from companion.web.table.panels import (
    actions,
    battle,
    cards,
    deployments,
    desert,
    ends,
    fights,
    harkonnen,
    hazards,
    moving,
    own_cards,
    own_turn,
    questions,
    rounds,
    setting_up,
    spice,
    vehicles,
    watching,
)
from companion.web.table.scene import PANELS, Scene

MODULES = (
    actions,
    battle,
    cards,
    deployments,
    desert,
    ends,
    fights,
    harkonnen,
    hazards,
    moving,
    own_cards,
    own_turn,
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
    if frame is None:
        return watching.bare_position(scene)
    if not scene.may_write:
        return watching.watch(scene, frame)
    return PANELS[type(frame)](scene, frame)
