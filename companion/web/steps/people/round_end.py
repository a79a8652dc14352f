"""The clean-up of the Harkonnen at the end of a round, before that of Atreides (ROUND-2)."""

from companion.rules.ask.rounds import PARTNERS_HAND_LIMIT, cards_over
from companion.rules.commands import CleanUp
from companion.rules.state import HARKONNEN, State
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.hands import discard_choice, discards_in
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Check, Checks, Fold, Form, Go, Note, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel
from companion.web.words import names


def clean_up(scene: Scene, head: Head, told: tuple[Block, ...]) -> Panel:
    """Asks the Harkonnen for their hand and their leaders; ``told``: what leaves the board by itself."""
    state = scene.state
    go = Go(_("The Harkonnen are done"), "chevron")
    return head.panel(*told, Form("clean-up", (*_hand(scene), *_leaders(state), go)), css="order")


def _hand(scene: Scene) -> list[Block]:
    state = scene.state
    hand = state.reinforcements
    if not hand:
        return []
    label = _("Cards discarded from your hand of %(hand)s", hand=hand)
    found: list[Block] = []
    if state.partners(HARKONNEN) > 1:
        label = _("Cards discarded from both hands, %(hand)s together", hand=hand)
        limit = _("Each of you keeps %(limit)s cards at most.", limit=PARTNERS_HAND_LIMIT)
        found.append(Note(limit, "cards"))
    over = cards_over(state, HARKONNEN)
    counted = Steppers((Stepper("discarded", label, over, 0, hand, "cards", "h"),))
    return [*found, *discard_choice(scene, HARKONNEN, counted, over)]


def _leaders(state: State) -> list[Block]:
    there = [leader for _area, army in state.legions(HARKONNEN) for leader in army.named]
    if not there:
        return []
    checks = tuple(Check(leader, names.leader_name(leader), "named", "h", _("to a Bashar")) for leader in there)
    note = _("Named leaders you replace with Bashars; usually none.")
    choice = (Note(note, "named"), Checks("replaced", _("Named leaders replaced"), checks))
    return [Fold(_("Named leaders replaced"), choice, "named")]


@deed("clean-up")
def _clean_up(scene: Scene, fields: Fields) -> Commands:
    return (CleanUp(fields.leaders("replaced"), *discards_in(fields, HARKONNEN, "discarded")),)
