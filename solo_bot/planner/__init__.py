"""The planner: what an Atreides player had best do against the Mahdi opponent, and why; never from anything hidden."""

from solo_bot.planner.advice import Advice, Effort, advise, advising
from solo_bot.planner.codes import Reason, ReasonCode
from solo_bot.planner.sight import Sight

__all__ = ["Advice", "Effort", "Reason", "ReasonCode", "Sight", "advise", "advising"]
