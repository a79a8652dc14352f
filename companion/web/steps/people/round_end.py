"""What the Harkonnen players decide at the end of a round (ROUND-2)."""

from companion.rules.ask.rounds import hand_limit
from companion.rules.state import HARKONNEN, State
from companion.web.say import _
from companion.web.ui.blocks import Block, Check, Checks, Stepper, Steppers
from companion.web.words import names


def end_blocks(state: State) -> list[Block]:
    """Returns what the Harkonnen players decide at the end of a round: leaders first, then the hand (ROUND-2)."""
    found: list[Block] = []
    leaders = [leader for _area, army in state.legions(HARKONNEN) for leader in army.named]
    if leaders:
        checks = tuple(Check(leader, names.leader_name(leader), "named", "h", _("to a Bashar")) for leader in leaders)
        found.append(Checks("their-replaced", _("Harkonnen leaders replaced"), checks))
    hand, over = state.reinforcements, max(0, state.reinforcements - hand_limit(state, HARKONNEN))
    if hand:
        label = _("Cards discarded from the Harkonnen hand of %(hand)s", hand=hand)
        found.append(Steppers((Stepper("their-discarded", label, over, 0, hand, "cards", "h"),)))
    return found
