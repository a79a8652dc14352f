"""The last claim before action resolution ends (R-46): a line beside the desert hazards, so that it costs no tap."""

from dataclasses import replace

from companion.rules.frames import ClaimsFrame
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.atreides.claims import claim_panel, with_claim
from companion.web.steps.desert.wormsigns import put_out, put_out_head
from companion.web.steps.head import Head, asks, says
from companion.web.ui.panel import Panel


@says(ClaimsFrame)
def say_claims(scene: Scene, frame: ClaimsFrame) -> Head:
    """Says what the desert hazards begin with, and that cards can be claimed before."""
    head = put_out_head(scene)
    before = scene.for_reader(
        _("The last turn is over: claim a prescience card now, if one is met."),
        _("The last turn is over: Atreides may still claim a prescience card."),
    )
    return replace(head, detail=f"{before} {head.detail}")


@asks(ClaimsFrame)
def claims(scene: Scene, frame: ClaimsFrame, head: Head) -> Panel:
    """Offers a claim; whoever has none goes on with the hazards."""
    if scene.pick.get("use") == "claim":
        return claim_panel(scene, head)
    return with_claim(scene, put_out(scene, head))
