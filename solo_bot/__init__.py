"""The Mahdi opponent: the solo procedure of the rulebook as pure functions from a state to a decision with its trace.

``decide`` answers for a rolled die result, ``place_vehicles``, ``spend_spice`` and ``take_hits`` for the other choices
of the Harkonnen. Nothing here draws, rolls or stores anything; what only the player can know comes back as a question.
"""

from solo_bot.procedure.casualties import take_hits
from solo_bot.procedure.decide import decide, decide_special_step
from solo_bot.procedure.decision import (
    AttackOption,
    CardsOption,
    Decision,
    DeployOption,
    MoveOption,
    Option,
    Placement,
    Question,
    Replacement,
    ReplaceOption,
    SpecialOption,
    VehiclesOption,
)
from solo_bot.procedure.spice import SpiceOption, spend_spice
from solo_bot.procedure.trace import Step
from solo_bot.procedure.vehicles import VehiclePlan, place_vehicles
