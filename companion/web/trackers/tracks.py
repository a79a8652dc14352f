"""Supremacy and prescience: where the markers are, what comes next on the track, and the secret objective."""

from companion.content import LEADERS, TRACKS
from companion.content.terms import Marker
from companion.rules.commands import EnterObjective
from companion.rules.state import MARKERS, State
from companion.web.editor.tracks import MOST_STEPS
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.trackers.page import counter, counters, part
from companion.web.trackers.phases import phase_block
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Note, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.parts import rule_link
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH


@part("tracks")
def tracks(scene: Scene) -> list[Block]:
    """Returns the phase, supremacy, the three prescience markers and the objective."""
    state = scene.state
    found: list[Block] = [*phase_block(scene)]
    if winner := _winner(scene):
        found.append(winner)
    found.append(counters(scene, [counter(scene, "supremacy", _next_of_supremacy(state.supremacy))]))
    markers = [counter(scene, marker.value, _next_of_marker(scene, at, marker)) for at, marker in enumerate(MARKERS)]
    found.append(counters(scene, markers, _("Prescience")))
    if scene.sees_hidden and scene.may_write and scene.now is None and not state.hidden.objectives:
        found.append(_objective_form())
    return found


def _winner(scene: Scene) -> Note | None:
    """What the tracks say about the end of the game (WIN-1, WIN-2)."""
    state = scene.state
    if state.supremacy >= TRACKS.supremacy.length:
        text = _("Supremacy is at the end of its track: the Harkonnen have won.")
        return Note(text, "supremacy", "odd", rule_link("WIN-1"))
    if scene.sees_hidden and _is_met(state):
        text = _("The objective is met. It counts at the victory check at the end of the round.")
        return Note(text, "check", "odd", rule_link("WIN-2"))
    return None


def _is_met(state: State) -> bool:
    return any(
        all(step >= goal for step, goal in zip(state.prescience, objective, strict=True))
        for objective in state.hidden.objectives
    )


def _next_of_supremacy(value: int) -> str:
    """Returns the next step of the track that brings something."""
    track = TRACKS.supremacy
    coming = {step: _("step %(step)s: the Atreides take a Bene Gesserit token", step=step) for step in _gesserit()}
    for step, leader in ((track.thufir_hawat, "thufir_hawat"), (track.feyd_rautha, "feyd_rautha")):
        coming[step] = _("step %(step)s: %(leader)s comes", step=step, leader=names.leader_name(leader))
    coming[track.length] = _("step %(step)s: the Harkonnen win", step=track.length)
    left = [step for step in sorted(coming) if step > value]
    return names.capital(coming[left[0]]) if left else _("The Harkonnen have won.")


def _gesserit() -> tuple[int, ...]:
    return TRACKS.supremacy.atreides_bene_gesserit


def _next_of_marker(scene: Scene, at: int, marker: Marker) -> str:
    """Returns how far the objective is, for those who may know, and what the next marked step brings (PRES-4)."""
    step, track = scene.state.prescience[at], TRACKS.prescience
    said = []
    if scene.sees_hidden and scene.state.hidden.objectives:
        goals = [objective[at] for objective in scene.state.hidden.objectives]
        said.append(_("Objective: step %(steps)s", steps=" / ".join(map(str, goals))))
    leader = track.leaders[marker]
    coming = {
        track.desert_leaders: _("step %(step)s: %(leader)s comes", step=track.desert_leaders, leader=_name(leader)),
        track.alia: _("step %(step)s: %(leader)s comes", step=track.alia, leader=_name("alia")),
        track.atomics: _("from step %(step)s: family atomics", step=track.atomics),
    }
    left = [one for one in sorted(coming) if one > step]
    if left:
        said.append(names.capital(coming[left[0]]))
    return ". ".join(said)


def _name(leader: str) -> str:
    return names.leader_name(LEADERS[leader].id)


def _objective_form() -> Fold:
    steppers = tuple(
        Stepper(f"objective-{marker.value}", names.marker_name(marker), None, 1, MOST_STEPS, MARKER_GLYPH[marker], "a")
        for marker in Marker
    )
    note = Note(_("Only the devices of the Atreides see it."), "lock")
    save = Buttons((Button(_("Keep the objective"), "check"),))
    return Fold(_("Enter the secret objective"), (Form("tracker-objective", (Steppers(steppers), note, save)),), "lock")


@deed("tracker-objective")
def _objective(scene: Scene, fields: Fields) -> Commands:
    kwisatz, dwellers, jihad = (fields.count(f"objective-{marker.value}", MOST_STEPS, 1, None) for marker in Marker)
    return (EnterObjective((kwisatz, dwellers, jihad)),)
