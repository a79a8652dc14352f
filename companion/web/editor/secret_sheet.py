"""The sheet of what Atreides hide: their objective against the markers, ranks and tokens, and declaring victory."""

from companion.rules.state import Mode
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.round.objective import declaration, goals, known_objectives, objective_forms
from companion.web.steps.round.secrets import ranks_fold
from companion.web.ui.blocks import Block, Fold, Note
from companion.web.ui.panel import Panel
from companion.web.ui.step_blocks import Cover


def secret_sheet(scene: Scene) -> Panel:
    """Returns the sheet for a device that may act for Atreides; one that may not see their secrets only declares."""
    blocks: list[Block] = []
    if scene.view.can_cover:
        blocks.append(Cover(scene.view.covered))
    if scene.sees_hidden:
        blocks += _seen(scene)
    if scene.may_write and scene.state.winner is None and not scene.setting_up:
        blocks += declaration(scene)
    title = _("Your secret objective") if scene.sees_hidden else _("We meet the objective")
    return Panel(kicker="", title=title, blocks=tuple(blocks), css="sheet", close=scene.step_url)


def _seen(scene: Scene) -> list[Block]:
    note = Note(_("Only devices of Atreides show this page."), "lock")
    known = known_objectives(scene)
    if not known:
        return [note, *(objective_forms(scene) if scene.may_write else ())]
    found: list[Block] = [note, *goals(scene, _("The app checks it at the end of each round and as Arrakeen falls."))]
    if scene.may_write:
        found.append(Fold(_("Numbers"), objective_forms(scene), "edit"))
        if not scene.trackers_only and scene.state.mode is not Mode.SOLO:
            found.append(ranks_fold(scene))
    return found
