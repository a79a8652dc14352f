"""Steps of Atreides cards that bring figures, tokens and worms onto the board (ACT-6, WILD-1, TOKEN-1)."""

from collections.abc import Iterator

from companion.board import AREA_IDS
from companion.content import LEADERS, PIECES, steps
from companion.frozen import replace
from companion.rules import events
from companion.rules.army import NOBODY, Army
from companion.rules.ask.atreides_cards import parts_of, pieces_of, site_mask, threatened_sietches, worm_places
from companion.rules.ask.stacking import excess
from companion.rules.atreides_cards.course import carries_out, checks_step
from companion.rules.commands import CarryOutStep
from companion.rules.engine import Draft
from companion.rules.frames import AtreidesCardFrame, Cause
from companion.rules.handlers.deployment import place_figures
from companion.rules.handlers.stacking import open_excess
from companion.rules.handlers.supplies import missing_figures, relocation_problems
from companion.rules.handlers.tracks import enter_leader
from companion.rules.harkonnen_cards.demands import forbidden
from companion.rules.refusal import Refusal, Severity, refuse
from companion.rules.state import ATREIDES, WILD_MAKER, State

SANDWORMS = PIECES["sandworm"].count


def not_allowed(frame: AtreidesCardFrame, area: int | None) -> Refusal:
    """Returns the reason that a card does not allow what is asked in ``area``."""
    return refuse("card_does_not_allow", "CARD-1", card=frame.card, area=None if area is None else AREA_IDS[area])


@checks_step(steps.Place)
def _check_place(state: State, frame: AtreidesCardFrame, step: steps.Place, command: CarryOutStep) -> Iterator[Refusal]:
    figures = command.figures
    if command.area is None or not site_mask(state, step.site) >> command.area & 1:
        yield not_allowed(frame, command.area)
        return
    area = AREA_IDS[command.area]
    if not figures:
        yield refuse("nothing_to_place", "ACT-6", area=area)
        return
    yield from _kind_problems(pieces_of(state, step), figures, step.pieces)
    yield from relocation_problems(state, ATREIDES, command.taken, figures)
    taken = sum((army for _, army in command.taken), NOBODY)
    drawn = figures - taken if figures.covers(taken) else figures
    yield from missing_figures(state, ATREIDES, drawn, relocate=True)
    yield from forbidden(state, ATREIDES, figures.named)
    there = state.army(ATREIDES, command.area) or NOBODY
    if figures.leaders and not (there + figures).units:
        yield refuse("leaders_need_a_unit", "LEADER-1", area=area)
    count, limit = there.units + figures.units, state.stacking_limit(ATREIDES)
    if figures.units and count > limit:
        yield refuse("over_stacking", "STACK-1", Severity.UNUSUAL, area=area, count=count, limit=limit)


def _kind_problems(wanted: Army, figures: Army, pieces: steps.Pieces) -> Iterator[Refusal]:
    """UNIT-2: a lower kind may stand in for a higher one, never the other way."""
    strong = figures.special > wanted.special or figures.elite + figures.special > wanted.elite + wanted.special
    if figures.units > wanted.units or strong:
        yield refuse("too_many_units", "CARD-1", count=figures.units, limit=wanted.units)
    named = wanted.named or (None,)
    if figures.generic > wanted.generic or any(name not in named for name in figures.named):
        yield refuse("too_many_leaders", "CARD-1", count=figures.leaders, limit=wanted.leaders)


@carries_out(steps.Place)
def _place(
    draft: Draft, frame: AtreidesCardFrame, step: steps.Place, command: CarryOutStep
) -> AtreidesCardFrame | None:
    area = command.area
    if area is None:
        return None
    cause = Cause.SPECIAL_ACTION if frame.card in LEADERS else Cause.CARD
    before = excess(draft.state, ATREIDES, area)
    place_figures(draft, ATREIDES, area, command.figures, cause, command.taken)
    open_excess(draft, ATREIDES, area, before)
    return replace(frame, part=frame.part + 1) if frame.part + 1 < parts_of(step) else None


@checks_step(steps.EnterLeader)
def _check_enter(
    state: State, frame: AtreidesCardFrame, step: steps.EnterLeader, command: CarryOutStep
) -> Iterator[Refusal]:
    """The condition of the card has shown that the leader is not in play."""
    return iter(())


@carries_out(steps.EnterLeader)
def _enter(draft: Draft, frame: AtreidesCardFrame, step: steps.EnterLeader, command: CarryOutStep) -> None:
    enter_leader(draft, step.leader)


@checks_step(steps.PlaceSandworms)
def _check_worms(
    state: State, frame: AtreidesCardFrame, step: steps.PlaceSandworms, command: CarryOutStep
) -> Iterator[Refusal]:
    if command.area is None or not worm_places(state, step, command.worm_from) >> command.area & 1:
        yield not_allowed(frame, command.area)
    if command.worm_from is None:
        if len(state.sandworms) >= SANDWORMS:
            yield refuse("no_worm_in_supply", "ACT-6", areas=[AREA_IDS[area] for area in state.sandworms])
    elif command.worm_from not in state.sandworms:
        yield refuse("no_worm_there", "ACT-6", area=AREA_IDS[command.worm_from])


@carries_out(steps.PlaceSandworms)
def _worms(
    draft: Draft, frame: AtreidesCardFrame, step: steps.PlaceSandworms, command: CarryOutStep
) -> AtreidesCardFrame | None:
    if command.area is not None:
        draft.emit(events.SandwormPlaced(command.area, command.worm_from))
    return replace(frame, part=frame.part + 1) if frame.part + 1 < step.count else None


@checks_step(steps.WildMakerEnters)
def _check_wild_maker(
    state: State, frame: AtreidesCardFrame, step: steps.WildMakerEnters, command: CarryOutStep
) -> Iterator[Refusal]:
    if command.area is None or not (state.empty_mask & state.desert_mask) >> command.area & 1:
        yield not_allowed(frame, command.area)


@carries_out(steps.WildMakerEnters)
def _wild_maker(draft: Draft, frame: AtreidesCardFrame, step: steps.WildMakerEnters, command: CarryOutStep) -> None:
    if command.area is not None:
        draft.emit(events.WildMakerPlaced(command.area))
        draft.emit(events.LeaderCardTurned(WILD_MAKER, False))


@checks_step(steps.DeployTokens)
def _check_tokens(
    state: State, frame: AtreidesCardFrame, step: steps.DeployTokens, command: CarryOutStep
) -> Iterator[Refusal]:
    area = command.area
    if area is None or not threatened_sietches(state, step.within) >> area & 1:
        yield not_allowed(frame, area)
        return
    if state.atreides_tokens < step.count:
        yield refuse("no_token_left", "TOKEN-1", Severity.UNUSUAL)
    count = (state.army(ATREIDES, area) or NOBODY).units + step.count
    limit = state.stacking_limit(ATREIDES)
    if count > limit:
        yield refuse("over_stacking", "STACK-1", Severity.UNUSUAL, area=AREA_IDS[area], count=count, limit=limit)


@carries_out(steps.DeployTokens)
def _tokens(draft: Draft, frame: AtreidesCardFrame, step: steps.DeployTokens, command: CarryOutStep) -> None:
    if command.area is not None:
        before = excess(draft.state, ATREIDES, command.area)
        draft.emit(events.TokensPlaced(ATREIDES, command.area, atreides=step.count))
        open_excess(draft, ATREIDES, command.area, before)
