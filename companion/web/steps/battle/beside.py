"""What may be done beside a battle: free actions in the own one, claims of prescience cards (FREE-0, R-46)."""

from dataclasses import replace

from companion.rules.ask.claims import claim_phase
from companion.rules.ask.turns import own_turn
from companion.rules.state import ATREIDES, HARKONNEN, Mode
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.atreides.claims import claim_act
from companion.web.steps.atreides.free_actions import free_acts
from companion.web.steps.people.listed import free_actions, listed_commands
from companion.web.ui.blocks import Block, Fold
from companion.web.ui.panel import Panel


def beside_the_battle(scene: Scene, panel: Panel) -> Panel:
    """Returns the panel of a battle with what else may be done now, folded and below what the battle asks."""
    state = scene.state
    acts: tuple[Block, ...] = ()
    if own_turn(state, ATREIDES):
        acts = free_acts(scene)
    elif claim_phase(state) is not None:
        acts = claim_act(scene)
    found: list[Block] = [Fold(_("Free actions and prescience"), acts, "reveal")] if acts else []
    if state.mode is not Mode.SOLO and own_turn(state, HARKONNEN):
        found += free_actions(listed_commands(state))
    return replace(panel, blocks=(*panel.blocks, *found)) if found else panel
