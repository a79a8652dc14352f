"""Steps of Atreides cards about sietches, tracks and the cards of both sides (PRES-2, R-36)."""

from collections.abc import Iterator

from companion.board import AREA_IDS
from companion.content import SPICE_BOARD, steps
from companion.rules import events
from companion.rules.army import NOBODY
from companion.rules.ask.atreides_cards import sietch_places
from companion.rules.ask.stacking import excess
from companion.rules.ask.turns import solo_bot
from companion.rules.atreides_cards.course import carries_out, checks_step
from companion.rules.atreides_cards.placing import not_allowed
from companion.rules.commands import CarryOutStep
from companion.rules.engine import Draft
from companion.rules.frames import AtreidesCardFrame, Cause
from companion.rules.handlers.hands import make_discard
from companion.rules.handlers.stacking import open_excess
from companion.rules.handlers.tracks import gain_prescience, remove_lone_leaders
from companion.rules.refusal import Refusal, refuse
from companion.rules.state import ATREIDES, HARKONNEN, MARKERS, POWERS, State


@checks_step(steps.MoveSietch)
def _check_sietch(
    state: State, frame: AtreidesCardFrame, step: steps.MoveSietch, command: CarryOutStep
) -> Iterator[Refusal]:
    if command.area is None or command.target is None:
        yield not_allowed(frame, command.area)
    elif not sietch_places(state, command.area) >> command.target & 1:
        yield not_allowed(frame, command.target)


@carries_out(steps.MoveSietch)
def _sietch(draft: Draft, frame: AtreidesCardFrame, step: steps.MoveSietch, command: CarryOutStep) -> None:
    if command.area is None or command.target is None:
        return
    legion = draft.state.army(ATREIDES, command.area)
    draft.emit(events.SietchMoved(command.area, command.target))
    if legion is not None:
        draft.emit(events.LegionMoved(ATREIDES, command.area, command.target, legion, Cause.CARD))


@checks_step(steps.SwapTokens)
def _check_swap(
    state: State, frame: AtreidesCardFrame, step: steps.SwapTokens, command: CarryOutStep
) -> Iterator[Refusal]:
    """The tokens of two sietches change places; a sietch without any gets those of the other one."""
    areas = (command.area, command.target)
    for area in areas:
        if area is None or state.sietch(area) is None:
            yield not_allowed(frame, area)
            return
    if command.area == command.target:
        yield refuse("same_area", "CARD-1", area=AREA_IDS[command.area or 0])
    elif not any((state.army(ATREIDES, area or 0) or NOBODY).tokens for area in areas):
        yield not_allowed(frame, command.area)


@carries_out(steps.SwapTokens)
def _swap(draft: Draft, frame: AtreidesCardFrame, step: steps.SwapTokens, command: CarryOutStep) -> None:
    if command.area is None or command.target is None:
        return
    areas = (command.area, command.target)
    before = [excess(draft.state, ATREIDES, area) for area in areas]
    draft.emit(events.TokensSwapped(command.area, command.target))
    for area, over in zip(areas, before, strict=True):
        remove_lone_leaders(draft, ATREIDES, area)
        open_excess(draft, ATREIDES, area, over)


@checks_step(steps.ShiftMarkers)
def _check_shift(
    state: State, frame: AtreidesCardFrame, step: steps.ShiftMarkers, command: CarryOutStep
) -> Iterator[Refusal]:
    if command.lowered is None or command.raised is None or command.lowered is command.raised:
        yield refuse("two_markers_needed", "PRES-1", card=frame.card)
        return
    now = state.prescience[MARKERS.index(command.lowered)]
    if command.count < 1:
        yield refuse("no_steps", "PRES-2", marker=command.lowered.value)
    elif command.count > now:
        yield refuse("below_the_track", "PRES-1", marker=command.lowered.value, now=now, steps=-command.count)


@carries_out(steps.ShiftMarkers)
def _shift(draft: Draft, frame: AtreidesCardFrame, step: steps.ShiftMarkers, command: CarryOutStep) -> None:
    if command.lowered is not None and command.raised is not None:
        gain_prescience(draft, command.lowered, -command.count, Cause.CARD)
        gain_prescience(draft, command.raised, command.count, Cause.CARD)


@checks_step(steps.LowerImperium)
def _check_imperium(
    state: State, frame: AtreidesCardFrame, step: steps.LowerImperium, command: CarryOutStep
) -> Iterator[Refusal]:
    if command.power is None:
        yield refuse("power_needed", "CARD-1", card=frame.card)
        return
    row = state.imperium[POWERS.index(command.power)]
    if row + step.steps > SPICE_BOARD.bottom_row:
        yield refuse("marker_on_the_bottom", "SPICE-2", power=command.power.value, row=row)


@carries_out(steps.LowerImperium)
def _imperium(draft: Draft, frame: AtreidesCardFrame, step: steps.LowerImperium, command: CarryOutStep) -> None:
    if command.power is not None:
        row = draft.state.imperium[POWERS.index(command.power)] + step.steps
        draft.emit(events.ImperiumLowered(command.power, row))


@checks_step(steps.ExchangePrescience)
def _check_exchange(
    state: State, frame: AtreidesCardFrame, step: steps.ExchangePrescience, command: CarryOutStep
) -> Iterator[Refusal]:
    revealed = state.cards.revealed
    if not 1 <= command.count <= revealed:
        yield refuse("not_so_many_revealed", "PRES-3", count=command.count, revealed=revealed)


@carries_out(steps.ExchangePrescience)
def _exchange(draft: Draft, frame: AtreidesCardFrame, step: steps.ExchangePrescience, command: CarryOutStep) -> None:
    cards = draft.state.cards
    if command.count == cards.revealed:
        # Only then is it certain that the cards they lie on are gone.
        for attached in cards.attached:
            draft.emit(events.CardDetached(attached))
    draft.emit(events.PrescienceCleared(command.count, reshuffled=False))
    fresh = min(command.count, cards.prescience)
    if fresh:
        draft.emit(events.PrescienceRevealed(fresh))


@checks_step(steps.AttachToPrescience)
def _check_attach(
    state: State, frame: AtreidesCardFrame, step: steps.AttachToPrescience, command: CarryOutStep
) -> Iterator[Refusal]:
    if not state.cards.revealed:
        yield refuse("no_prescience_revealed", "PRES-3")


@carries_out(steps.AttachToPrescience)
def _attach(draft: Draft, frame: AtreidesCardFrame, step: steps.AttachToPrescience, command: CarryOutStep) -> None:
    draft.emit(events.CardAttached(frame.card))


@checks_step(steps.OpponentDiscards)
def _check_discard(
    state: State, frame: AtreidesCardFrame, step: steps.OpponentDiscards, command: CarryOutStep
) -> Iterator[Refusal]:
    if command.top is not None and command.top.faction is not HARKONNEN:
        yield refuse("wrong_deck", "R-8", deck=command.top.value)


@carries_out(steps.OpponentDiscards)
def _discard(draft: Draft, frame: AtreidesCardFrame, step: steps.OpponentDiscards, command: CarryOutStep) -> None:
    """R-36: from the top of the reinforcements, unseen; none there: no effect. People choose the cards."""
    if not solo_bot(draft.state, HARKONNEN):
        make_discard(draft, HARKONNEN, step.count)
        return
    count = min(step.count, draft.state.reinforcements)
    if count:
        draft.emit(events.HandDiscarded(HARKONNEN, count, Cause.CARD, command.top))
