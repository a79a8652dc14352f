"""Supremacy and prescience: where the markers are, what comes next on the track, and the secret objective."""

from companion.content import LEADERS, TRACKS
from companion.content.terms import Marker, Phase
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.round.objective import (
    declaration,
    goals,
    known_objectives,
    objective_fold,
    objective_forms,
)
from companion.web.trackers.page import counter, counters, part
from companion.web.trackers.phases import phase_block
from companion.web.ui.blocks import Block, Fold, Note
from companion.web.ui.parts import rule_link
from companion.web.words import names


@part("tracks")
def tracks(scene: Scene) -> list[Block]:
    """Returns the phase, supremacy, the three prescience markers and the objective."""
    state = scene.state
    found: list[Block] = [*phase_block(scene)] if state.winner is None else _won(scene)
    found.append(counters(scene, [counter(scene, "supremacy", _next_of_supremacy(state.supremacy))]))
    markers = [counter(scene, marker.value, _next_of_marker(scene, at, marker)) for at, marker in enumerate(MARKERS)]
    found.append(counters(scene, markers, _("Prescience")))
    return [*found, *_objective(scene)] if state.winner is None else found


def _won(scene: Scene) -> list[Block]:
    """What the tracks say when the game is over (WIN-1, WIN-2)."""
    if scene.state.winner is HARKONNEN:
        text, rule = _("Supremacy is at the end of its track: the Harkonnen have won."), "WIN-1"
    else:
        text, rule = _("The markers meet the secret objective: Atreides have won."), "WIN-2"
    return [Note(text, "supremacy" if rule == "WIN-1" else "check", "odd", rule_link(rule))]


def _objective(scene: Scene) -> list[Block]:
    """The secret objective where it may be seen, and the way to declare victory; at the end of a round it is open."""
    if not scene.mine(ATREIDES) or not scene.may_write or scene.now is not None:
        return list(goals(scene))
    if not known_objectives(scene):
        first = (objective_fold(scene),) if scene.sees_hidden else ()
        return [*first, *declaration(scene)]
    blocks = (*goals(scene), Fold(_("Numbers"), objective_forms(scene), "edit"), *declaration(scene))
    return [Fold(_("Your secret objective"), blocks, "lock", open=scene.state.phase is Phase.END)]


def _next_of_supremacy(value: int) -> str:
    """Returns the next step of the track that brings something."""
    track = TRACKS.supremacy
    coming = {step: _("step %(step)s: the Atreides take a Bene Gesserit token", step=step) for step in _gesserit()}
    for step, leader in ((track.thufir_hawat, "thufir_hawat"), (track.feyd_rautha, "feyd_rautha")):
        coming[step] = _("step %(step)s: %(leader)s enters play", step=step, leader=names.leader_name(leader))
    coming[track.length] = _("step %(step)s: the Harkonnen win", step=track.length)
    left = [step for step in sorted(coming) if step > value]
    return names.capital(coming[left[0]]) if left else _("The Harkonnen have won.")


def _gesserit() -> tuple[int, ...]:
    return TRACKS.supremacy.atreides_bene_gesserit


def _next_of_marker(scene: Scene, at: int, marker: Marker) -> str:
    """Returns how far the objective is, for those who may know, and what the next marked step brings (PRES-4)."""
    step, track = scene.state.prescience[at], TRACKS.prescience
    said = []
    if known := known_objectives(scene):
        steps = [objective[at] for objective in known]
        said.append(_("Objective: step %(steps)s", steps=" / ".join(map(str, steps))))
    leader = track.leaders[marker]
    coming = {
        track.desert_leaders: _(
            "step %(step)s: %(leader)s enters play", step=track.desert_leaders, leader=_name(leader)
        ),
        track.alia: _("step %(step)s: %(leader)s enters play", step=track.alia, leader=_name("alia")),
        track.atomics: _("from step %(step)s: family atomics", step=track.atomics),
    }
    left = [one for one in sorted(coming) if one > step]
    if left:
        said.append(names.capital(coming[left[0]]))
    return ". ".join(said)


def _name(leader: str) -> str:
    return names.leader_name(LEADERS[leader].id)
