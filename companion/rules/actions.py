"""What an action is: the result of a die, the special action of a leader, or another one (ACT-1 to ACT-4, LEADER-2)."""

from enum import StrEnum

from companion.content.terms import NamedLeader, Result


class OtherAction(StrEnum):
    """What is no single result of the dice and no special action of a leader.

    *card* is a planning card, or one of its steps where the Harkonnen play it; *card_step* a step of moves, an attack
    or replacements that an Atreides card counts.
    """

    DESERT_POWER = "desert_power"
    CARD = "card"
    CARD_STEP = "card_step"


Action = Result | NamedLeader | OtherAction
"""A named leader stands for the special action of its card."""
