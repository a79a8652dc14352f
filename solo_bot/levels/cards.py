"""Planning cards at the levels beyond the rulebook, and with the choices made for the player (MAHDI-0).

Which cards are played, and in which way, is decided as printed at every level; where that leaves several options, one
of them is taken: see ``solo_bot.levels``.
"""

from companion.frozen import replace
from companion.rules.state import State
from solo_bot.cards.commands import simulate
from solo_bot.cards.course import decide_card
from solo_bot.cards.options import CardChoice, CardOption, CardOrder, CardVehicleOption
from solo_bot.levels.choice import favourite
from solo_bot.levels.traits import TRAITS, Level
from solo_bot.procedure.trace import Trace


def next_card_order(
    state: State, level: Level = Level.MAHDI, seed: int = 0, *, decide_for_me: bool = False
) -> CardOrder:
    """Returns ``decide_card`` with one choice left above the printed level, and with ``decide_for_me`` at it too.

    Raises ValueError when no card is in progress.
    """
    order = decide_card(state)
    if len(order.choices) < 2 or not (decide_for_me or TRAITS[level].settles):
        return order
    trace = Trace()
    trace.steps.extend(order.trace)
    by_option: dict[CardOption, CardChoice] = {c.option: c for c in order.choices if c.option is not None}

    def after(option: CardOption) -> State:
        return simulate(state, by_option[option].commands)[0]

    # The outlook knows nothing of vehicles: between them the lot decides.
    looks = not any(isinstance(option, CardVehicleOption) for option in by_option)
    best = favourite(
        state, list(by_option), after if looks else None, trace, seed, for_player=not TRAITS[level].settles
    )
    return replace(order, choices=(by_option[best],), trace=trace.done())
