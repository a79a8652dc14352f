"""Which Harkonnen figures go when too many stand in an area (STACK-1, R-34): the weakest units first."""

from companion.rules.army import Army
from companion.rules.ask.stacking import weakest_first
from solo_bot.procedure.trace import Step, Trace


def excess_options(legion: Army, excess: int) -> tuple[tuple[Army, ...], tuple[Step, ...]]:
    """Returns every set of ``excess`` units that R-34 allows to remove, with the trace.

    Weakest first in fine power; a regular and a facedown token weigh the same, so the player chooses between them.
    """
    trace = Trace()
    trace.note("STACK-1", "weakest_units_first", rulings=("R-34",))
    weakest, elite, special = weakest_first(legion, excess)
    options = tuple(
        Army(weakest - tokens, elite, special, tokens)
        for tokens in range(min(legion.tokens, weakest) + 1)
        if weakest - tokens <= legion.regular
    )
    return options, trace.done()
