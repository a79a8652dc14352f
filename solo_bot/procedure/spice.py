"""The opponent's spice harvest (MAHDI-SPICE-1, R-29): every result that the rules allow."""

from companion.content.terms import Power
from companion.frozen import record
from companion.rules.ask.mahdi_spice import RULE, spendings
from companion.rules.ask.spice import possible_bans
from companion.rules.state import State
from solo_bot.procedure.decision import in_order
from solo_bot.procedure.trace import Step, Trace


@record
class SpiceOption:
    """Where the markers end (CHOAM, Spacing Guild, Landsraad), the bans, supremacy and the reserve afterwards."""

    imperium: tuple[int, int, int]
    supremacy: int
    reserve: int
    bans: frozenset[Power]

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Order of options."""
        return self.imperium, tuple(sorted(self.bans)), self.supremacy, self.reserve


def spend_spice(state: State, collected: int) -> tuple[tuple[SpiceOption, ...], tuple[Step, ...]]:
    """Returns the results the rules allow, sorted, and the trace; the spice is ``collected`` and the reserve."""
    trace = Trace()
    trace.note(RULE, "all_spice_and_reserve", collected + state.spice_reserve)
    options = [
        SpiceOption(spending.imperium, state.supremacy + spending.supremacy, spending.reserve, bans)
        for spending in spendings(state, collected, trace.note)
        for bans in possible_bans(state, spending.imperium)
    ]
    trace.note("BAN-1", "bans", *sorted({ban for option in options for ban in option.bans}))
    return in_order(options), trace.done()
