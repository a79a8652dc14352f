"""The sheet of what Atreides hide: their objective against the markers, ranks and tokens, and declaring victory."""

from companion.rules.state import Mode
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.round.objective import (
    declaration,
    goals,
    known_objectives,
    objective_form,
    objective_forms,
)
from companion.web.steps.round.secrets import ranks_fold
from companion.web.ui.blocks import Block, Fold, Go, Note
from companion.web.ui.panel import Panel
from companion.web.ui.step_blocks import Cover


def secret_sheet(scene: Scene) -> Panel:
    """Returns the sheet for a device that may act for Atreides; one that may not see their secrets only declares."""
    blocks: list[Block] = []
    if scene.view.can_cover:
        blocks.append(Cover(scene.view.covered))
    elif scene.sees_hidden:
        blocks.append(Note(_("Only devices of Atreides show this page."), "lock"))
    if scene.sees_hidden:
        blocks += _seen(scene)
    # Numbers that are not known are entered first: two forms that ask for the same three would be one too many.
    asks = scene.sees_hidden and not known_objectives(scene)
    if scene.may_write and scene.state.winner is None and not scene.setting_up and not asks:
        blocks += declaration(scene)
    title = _("Your secret objective") if scene.sees_hidden else _("We meet the objective")
    detail = _("Enter the three numbers of the card in your hand.") if asks else ""
    return Panel(kicker="", title=title, detail=detail, blocks=tuple(blocks), css="sheet", close=scene.step_url)


def _seen(scene: Scene) -> list[Block]:
    if not known_objectives(scene):
        save = Go(_("Save the objective"), "check", missing=_("Three numbers are needed"))
        return [objective_form(scene, save)] if scene.may_write else []
    found = [*goals(scene, _("The app checks it at the end of each round and when Arrakeen falls."))]
    if scene.may_write:
        found.append(Fold(_("Numbers"), objective_forms(scene), "edit"))
        if not scene.trackers_only and scene.state.mode is not Mode.SOLO:
            found.append(ranks_fold(scene))
    return found
