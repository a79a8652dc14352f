"""Folds of figures and deployment tokens: placed, moved, removed, replaced, revealed."""

from companion.content import PIECES
from companion.content.terms import Faction
from companion.frozen import replace
from companion.rules import events
from companion.rules.army import NOBODY, Army
from companion.rules.engine import evolves
from companion.rules.evolution import moved
from companion.rules.state import ATREIDES, HARKONNEN, Standing, State

TOKENS_OF_A_COLOUR = PIECES["harkonnen_black"].count


def colours(state: State, tokens: int) -> tuple[int, int]:
    """Returns (black, silver) for ``tokens`` Harkonnen tokens on the board whose colours nobody named.

    As even as the tokens on the board allow, black first; the two colours always come in pairs (MAHDI-TOKEN-1).
    """
    black_out = TOKENS_OF_A_COLOUR - state.black_tokens
    silver_out = TOKENS_OF_A_COLOUR - state.silver_tokens
    half = tokens // 2 if silver_out > black_out else (tokens + 1) // 2
    black = min(max(half, tokens - silver_out), black_out, tokens)
    black = max(black, 0)
    return black, tokens - black


def into_pool(state: State, black: int, silver: int) -> State:
    """Returns the state with tokens back in the Harkonnen pool, never more than there are."""
    return replace(
        state,
        black_tokens=min(TOKENS_OF_A_COLOUR, state.black_tokens + black),
        silver_tokens=min(TOKENS_OF_A_COLOUR, state.silver_tokens + silver),
    )


def _stand(state: State, named: tuple[str, ...]) -> State:
    for leader in named:
        state = state.with_leader(leader, standing=Standing.BOARD, tank=None)
    return state


@evolves(events.FiguresPlaced)
def _placed(state: State, event: events.FiguresPlaced) -> State:
    return _stand(state.add_army(event.faction, event.area, event.figures), event.figures.named)


@evolves(events.FiguresRemoved)
def _removed(state: State, event: events.FiguresRemoved) -> State:
    state = state.take_army(event.faction, event.area, event.figures)
    if event.faction is HARKONNEN and event.figures.tokens:
        state = into_pool(state, *colours(state, event.figures.tokens))
    return _forget_tokens(moved.forget_absent(state, event.area), event.faction, event.area)


@evolves(events.LegionMoved)
def _moved(state: State, event: events.LegionMoved) -> State:
    state = state.take_army(event.faction, event.source, event.figures)
    state = state.add_army(event.faction, event.target, event.figures)
    if event.zone is not None:
        state = replace(state, ornithopters=tuple(zone for zone in state.ornithopters if zone != event.zone))
    state = moved.carry(state, event.source, event.target)
    if event.faction is HARKONNEN or not event.figures.tokens:
        return state
    stayed = (state.army(event.faction, event.source) or NOBODY).tokens
    known = tuple(
        (event.target, figures) if area == event.source and not stayed else (area, figures)
        for area, figures in state.known_tokens
    )
    return replace(state, known_tokens=known)


@evolves(events.MoveRecorded)
def _recorded(state: State, event: events.MoveRecorded) -> State:
    state = moved.mark(state, event.area, event.figures)
    turn = state.turn
    turn = replace(
        turn,
        temporary_target=event.temporary_target,
        ornithopter_used=turn.ornithopter_used or event.ornithopter_used,
        target=turn.target if event.target is None else event.target,
    )
    return replace(state, turn=turn)


@evolves(events.UnitsReplaced)
def _replaced(state: State, event: events.UnitsReplaced) -> State:
    army = state.army(event.faction, event.area) or NOBODY
    after = army.change(event.old, -event.count).change(event.new, event.count)
    state = state.with_army(event.faction, event.area, after)
    return moved.exchanged(state, army, event.area, event.count, event.old, event.new)


@evolves(events.TokensRevealed)
def _revealed(state: State, event: events.TokensRevealed) -> State:
    before = state.army(event.faction, event.area) or NOBODY
    state = state.take_army(event.faction, event.area, Army(tokens=event.tokens))
    state = _stand(state.add_army(event.faction, event.area, event.figures), event.figures.named)
    state = moved.turned(state, before, event.area, event.tokens, event.figures)
    if event.faction is HARKONNEN:
        return into_pool(state, event.black, event.silver)
    return _forget_tokens(state, event.faction, event.area)


@evolves(events.TokensPlaced)
def _tokens_placed(state: State, event: events.TokensPlaced) -> State:
    count = event.black + event.silver + event.atreides
    state = state.add_army(event.faction, event.area, Army(tokens=count))
    return replace(
        state,
        black_tokens=state.black_tokens - event.black,
        silver_tokens=state.silver_tokens - event.silver,
        atreides_tokens=max(0, state.atreides_tokens - event.atreides),
    )


@evolves(events.TokensSwapped)
def _tokens_swapped(state: State, event: events.TokensSwapped) -> State:
    first, second = (state.army(ATREIDES, area) or NOBODY for area in (event.first, event.second))
    state = state.with_army(ATREIDES, event.first, replace(first, tokens=second.tokens))
    state = state.with_army(ATREIDES, event.second, replace(second, tokens=first.tokens))
    state = moved.swapped(state, event.first, event.second)
    other = {event.first: event.second, event.second: event.first}
    return replace(state, known_tokens=tuple((other.get(area, area), army) for area, army in state.known_tokens))


@evolves(events.HitsTaken)
def _hits_taken(state: State, event: events.HitsTaken) -> State:
    """The record of a choice: the figures themselves change by FiguresRemoved and UnitsReplaced."""
    return state


def _forget_tokens(state: State, faction: Faction, area: int) -> State:
    if faction is HARKONNEN or (state.army(faction, area) or NOBODY).tokens:
        return state
    known = tuple(entry for entry in state.known_tokens if entry[0] != area)
    return state if known == state.known_tokens else replace(state, known_tokens=known)
