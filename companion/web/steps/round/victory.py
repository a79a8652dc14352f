"""The victory check between people: Atreides look at their objective and declare, or the game goes on (WIN-2).

What the other side reads is the same whether or not the app knows the objective, and whether or not it is met.
"""

from companion.rules.ask.tracks import meets
from companion.rules.commands import FinishCheck
from companion.rules.frames import VictoryCheckFrame
from companion.rules.state import ATREIDES
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides.claims import can_claim, claim_blocks
from companion.web.steps.head import Head, asks, round_kicker, says
from companion.web.steps.round.objective import declaration, goals, known_objectives, objective_forms
from companion.web.ui.blocks import Act, Block, Fold
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.ui.parts import go_form

NUMBERS = "numbers"
"""In the address of the step: what was entered is put right first."""


@says(VictoryCheckFrame)
def say_check(scene: Scene, frame: VictoryCheckFrame) -> Head:
    """Says that Arrakeen fell and that Atreides look at their objective."""
    detail = _("Arrakeen fell: victory is checked at once.")
    return Head(round_kicker(scene.state), _title(scene), "WIN-2", detail, ATREIDES, "lock")


def say_claims(scene: Scene) -> Head:
    """Says that at the end of a round Atreides claim cards, if they can, and look at their objective."""
    state = scene.state
    met = any(meets(state, one) for one in known_objectives(scene))
    if not can_claim(scene):
        return Head(round_kicker(state), _title(scene), "WIN-2", _("Victory is checked first."), ATREIDES, "lock")
    title = scene.for_reader(
        _("All three markers reach your objective") if met else _("Claim prescience cards, if they are met"),
        _("Atreides claim the prescience cards that are met and look at their objective"),
    )
    number = state.cards.revealed
    lie = ngettext("%(num)d prescience card is revealed.", "%(num)d prescience cards are revealed.", number)
    return Head(round_kicker(state), title, "PRES-3", lie, ATREIDES, "kwisatz")


def _title(scene: Scene) -> str:
    known = known_objectives(scene)
    asked = _("Atreides: do all three markers meet your objective?")
    if any(meets(scene.state, one) for one in known):
        asked = _("All three markers reach your objective")
    elif known:
        asked = _("Your objective is not met yet")
    return scene.for_reader(asked, _("Atreides look at their objective"))


@asks(VictoryCheckFrame)
def check(scene: Scene, frame: VictoryCheckFrame, head: Head) -> Panel:
    """Asks Atreides to declare their victory as Arrakeen falls, or to go on."""
    return head.panel(*_check(scene, "finish-check"), css="order")


def claims(scene: Scene, head: Head) -> Panel:
    """Offers the claims at the end of a round, then asks Atreides to declare their victory, or to go on."""
    blocks = _check(scene, "finish-claims")
    if can_claim(scene):
        fold = Fold(_("Claim a prescience card"), claim_blocks(scene, die=False), "check", "claimed" in scene.pick)
        met = any(meets(scene.state, one) for one in known_objectives(scene))
        # A claim may be what is missing; once nothing is, the victory comes first.
        blocks = (*blocks[:-1], fold, blocks[-1]) if met else (fold, *blocks)
    return head.panel(*blocks, css="order")


def _check(scene: Scene, onward: str) -> tuple[Block, ...]:
    """The objective against the markers, and what can be said of it; ``onward``: the deed that leaves the check."""
    known = known_objectives(scene)
    if known and NUMBERS in scene.pick:
        return objective_forms(scene)
    numbers = Act("edit", _("Numbers"), _("The objective as you entered it"), scene.also(**{NUMBERS: "1"}))
    if any(meets(scene.state, one) for one in known):
        turn = _("Compare with the card in your hand once more. Then turn it over on the table: Atreides win.")
        return (*goals(scene, turn), numbers, *declaration(scene))
    on = go_form(onward, _("Not met: continue"), "chevron")
    return (*goals(scene), numbers, on) if known else (*declaration(scene), on)


@deed("finish-check")
def _finish(scene: Scene, fields: Fields) -> Commands:
    return (FinishCheck(),)
