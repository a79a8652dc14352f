"""The next step of every frame: one module for each part of a round."""

from dataclasses import replace

from companion.rules.frames import Frame, TalkFrame
from companion.web.scene import Scene
from companion.web.steps import hands, tank, watching
from companion.web.steps.atreides import action as atreides_action
from companion.web.steps.atreides import dice as atreides_dice
from companion.web.steps.atreides import turn as atreides_turn
from companion.web.steps.atreides.ahead import with_ahead
from companion.web.steps.atreides.as_set import as_set
from companion.web.steps.atreides.hint import with_hint
from companion.web.steps.battle import hits as fights
from companion.web.steps.battle import stages as battle
from companion.web.steps.battle import thrown
from companion.web.steps.desert import hazards, riders, sites, stacking, tokens, war, wormsigns
from companion.web.steps.done import besides
from companion.web.steps.head import asked_of, head_of
from companion.web.steps.mahdi import cards, questions
from companion.web.steps.mahdi import turn as harkonnen
from companion.web.steps.own import own_view
from companion.web.steps.people import action as people_action
from companion.web.steps.people import card as people_card
from companion.web.steps.people import deeds as people_deeds
from companion.web.steps.people import dice as people_dice
from companion.web.steps.people import talk as people_talk
from companion.web.steps.people import turn as people_turn
from companion.web.steps.people.charge import charge_notes
from companion.web.steps.round import end as ends
from companion.web.steps.round import (
    ending,
    last_claims,
    objective,
    secrets,
    setting_up,
    settlements,
    spice,
    vehicles,
    victory,
)
from companion.web.steps.round import start as rounds
from companion.web.steps.unfit import or_unfit, unfit_panel
from companion.web.ui.blocks import Block
from companion.web.ui.panel import Panel
from companion.web.ui.step_blocks import Cover

MODULES = (
    atreides_action,
    atreides_dice,
    atreides_turn,
    battle,
    cards,
    ending,
    ends,
    fights,
    hands,
    harkonnen,
    hazards,
    last_claims,
    objective,
    people_action,
    people_card,
    people_deeds,
    people_dice,
    people_talk,
    people_turn,
    questions,
    riders,
    rounds,
    secrets,
    setting_up,
    settlements,
    sites,
    spice,
    stacking,
    tank,
    thrown,
    tokens,
    vehicles,
    victory,
    war,
    wormsigns,
)
"""Imported so that their voices and deeds are registered."""


def next_panel(scene: Scene) -> Panel:
    """Returns the one next step; a device that only watches gets it without forms. Never fails for what is stored."""
    return or_unfit(scene, lambda: _next_panel(scene), unfit_panel)


def _next_panel(scene: Scene) -> Panel:
    frame: Frame | None = scene.state.frame
    if frame is None:
        return watching.bare_position()
    private = _private(scene)
    if (extra := war.action_panel(scene)) is not None:
        return extra
    head = head_of(scene, frame)
    if not scene.reader.acts:
        clock = people_talk.clock_blocks(scene, frame) if isinstance(frame, TalkFrame) else ()
        above = (*private, *besides(scene), *clock, *war.offer(scene), *own_view(scene))
        return below(above, watching.watch(scene, head))
    asked = war.with_offer(scene, asked_of(scene, frame)(scene, frame, head))
    panel = with_hint(scene, with_ahead(scene, as_set(scene, asked)))
    # What lies over the step stands alone: what came before it is read there.
    return panel if panel.close else below((*private, *besides(scene), *charge_notes(scene.state)), panel)


def _private(scene: Scene) -> tuple[Block, ...]:
    """What only this device says: that it is covered, or that an objective can be entered."""
    return (Cover(on=True),) if scene.view.covered and scene.listener is None else objective.reminder(scene)


def below(above: tuple[Block, ...], panel: Panel) -> Panel:
    """Returns the panel with other blocks above its own."""
    return replace(panel, blocks=(*above, *panel.blocks)) if above else panel
