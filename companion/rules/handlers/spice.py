"""The spice harvest: harvesters, imperium markers, bans (SPICE-1 to SPICE-4, BAN-1, BAN-2, MAHDI-SPICE-1)."""

from collections.abc import Iterator

from companion.content import SPICE_BOARD
from companion.content.terms import Phase
from companion.rules.ask.mahdi_spice import RESERVE_LIMIT, spendings
from companion.rules.ask.spice import STOCKPILING_UP_TO, SUPREMACY_PRICE, Rows, harvest, possible_bans, price
from companion.rules.ask.turns import solo_bot
from companion.rules.commands import CollectSpice, SpendSpice
from companion.rules.engine import Draft, checks, decides
from companion.rules.events import PhaseBegan, SpiceCollected, SpiceSpent
from companion.rules.frames import Cause, EndFrame, EndStage, HarvestFrame, SpiceFrame
from companion.rules.handlers.stacking import open_excess
from companion.rules.handlers.tracks import gain_supremacy
from companion.rules.refusal import Refusal, Severity, not_now, refuse
from companion.rules.state import HARKONNEN, POWERS, Mode, State

ALL_ON_TOP_PRICE = 7


@checks(CollectSpice)
def _check_collect(state: State, command: CollectSpice) -> Iterator[Refusal]:
    if not isinstance(state.frame, HarvestFrame):
        yield not_now(state, "SPICE-1")


@decides(CollectSpice)
def _collect(draft: Draft, command: CollectSpice) -> None:
    spice = harvest(draft.state)
    draft.change(SpiceFrame(spice))
    draft.emit(SpiceCollected(spice, draft.state.harvesters))


@checks(SpendSpice)
def _check_spend(state: State, command: SpendSpice) -> Iterator[Refusal]:
    frame = state.frame
    if not isinstance(frame, SpiceFrame):
        yield not_now(state, "SPICE-2")
        return
    wrong = tuple(_row_problems(state, command.imperium))
    yield from wrong
    if not 0 <= command.reserve <= RESERVE_LIMIT:
        yield refuse("reserve_out_of_range", "SPICE-4", reserve=command.reserve, limit=RESERVE_LIMIT)
    too_much = tuple(_supremacy_problems(state, command))
    yield from too_much
    if wrong:
        return
    spice = frame.collected + state.spice_reserve
    cost = price(state.imperium, command.imperium) + command.reserve + _supremacy_price(state, command)
    if cost > spice:
        yield refuse("not_enough_spice", "SPICE-2", cost=cost, spice=spice)
    allowed = possible_bans(state, command.imperium)
    if command.bans not in allowed:
        yield refuse("wrong_bans", "BAN-1", bans=sorted(command.bans), due=sorted(allowed[0]))
    elif cost <= spice and not too_much and solo_bot(state, HARKONNEN):
        yield from _order_problems(state, command, frame.collected)


def _order_problems(state: State, command: SpendSpice, collected: int) -> Iterator[Refusal]:
    """MAHDI-SPICE-1, R-29: the solo opponent keeps and raises the lowest first and leaves nothing unspent."""
    if (command.imperium, command.supremacy, command.reserve) not in spendings(state, collected):
        due = spendings(state, collected)[0]
        facts = {"imperium": due.imperium, "reserve": due.reserve}
        yield refuse("other_spending_than_mahdi", "MAHDI-SPICE-1", Severity.UNUSUAL, **facts)


def _row_problems(state: State, after: Rows) -> Iterator[Refusal]:
    for power, old, new in zip(POWERS, state.imperium, after, strict=True):
        if not SPICE_BOARD.top_row <= new <= SPICE_BOARD.bottom_row:
            yield refuse("row_off_the_track", "SPICE-2", power=power.value, row=new)
        elif abs(new - old) > 1:
            yield refuse("more_than_one_step", "SPICE-2", power=power.value, before=old, row=new)


def _supremacy_price(state: State, command: SpendSpice) -> int:
    """The solo seventh spice comes on top of what keeps the three markers (R-29)."""
    if state.mode is Mode.SOLO:
        return command.supremacy * (ALL_ON_TOP_PRICE - len(POWERS) * SPICE_BOARD.keep_cost)
    return command.supremacy * SUPREMACY_PRICE


def _supremacy_problems(state: State, command: SpendSpice) -> Iterator[Refusal]:
    if not 0 <= command.supremacy <= 1:
        yield refuse("supremacy_out_of_range", "SPICE-3", steps=command.supremacy)
    if not command.supremacy:
        return
    if state.mode is Mode.SOLO:
        top = (SPICE_BOARD.top_row,) * len(POWERS)
        if state.imperium != top or command.imperium != top:
            yield refuse("markers_not_on_top", "MAHDI-SPICE-1")
    elif state.supremacy > STOCKPILING_UP_TO:
        yield refuse("no_stockpiling", "SPICE-3", supremacy=state.supremacy, limit=STOCKPILING_UP_TO)


@decides(SpendSpice)
def _spend(draft: Draft, command: SpendSpice) -> None:
    draft.close()
    draft.emit(SpiceSpent(command.imperium, command.bans, command.reserve))
    draft.emit(PhaseBegan(Phase.END.value))
    draft.open(EndFrame(EndStage.CLAIMS))
    gain_supremacy(draft, command.supremacy, Cause.SPICE)
    # BAN-2: under the CHOAM ban legions may be too big at once.
    for area, _ in draft.state.legions(HARKONNEN):
        open_excess(draft, HARKONNEN, area)
