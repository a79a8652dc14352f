"""Which figures moved in this action, and where they stand now: the one place that keeps it (MOVE-2, R-19, R-40).

A figure that moved keeps its mark wherever it is taken and whatever becomes of it: pushed back by a worm, displaced by
atomics or a card, placed elsewhere, turned from its token, exchanged for another kind. Figures of one kind look alike,
so those without a mark are taken to go first. Every fold that changes a legion calls one of these functions after it.
"""

from companion.content.terms import UnitKind
from companion.frozen import replace
from companion.rules.army import NOBODY, Army
from companion.rules.ask.stacking import weakest_first
from companion.rules.state import State


def moved_in(state: State, area: int) -> Army:
    """Returns the figures in ``area`` that moved in this action."""
    for place, figures in state.turn.moved:
        if place == area:
            return figures
    return NOBODY


def mark(state: State, area: int, figures: Army) -> State:
    """Returns the state with ``figures`` of the legion in ``area`` marked as well, as far as they stand there."""
    return _set(state, area, moved_in(state, area) + figures) if figures else state


def forget_absent(state: State, area: int) -> State:
    """Returns the state without marks of figures that are no longer in ``area``."""
    marked = moved_in(state, area)
    return _set(state, area, marked) if marked else state


def carry(state: State, source: int, target: int) -> State:
    """Returns the state after figures went from ``source`` to ``target``: marks too many for those left go along."""
    marked = moved_in(state, source)
    if not marked:
        return state
    stayed = marked.common(_there(state, source))
    return mark(_set(state, source, stayed), target, marked - stayed)


def turned(state: State, before: Army, area: int, tokens: int, figures: Army) -> State:
    """Returns the state after ``tokens`` of ``before`` became ``figures``: units of a token that moved have moved.

    Tokens with and without a mark that are turned together cannot be told apart: the weakest of their units moved.
    """
    marked = moved_in(state, area)
    spent = tokens - min(tokens, before.tokens - marked.tokens)
    if not spent:
        return state
    units = figures if spent == tokens else _weakest(figures, -(-figures.figures * spent // tokens))
    return _set(state, area, replace(marked, tokens=marked.tokens - spent) + units)


def exchanged(state: State, before: Army, area: int, count: int, old: UnitKind, new: UnitKind) -> State:
    """Returns the state after ``count`` units of ``before`` became another kind."""
    marked = moved_in(state, area)
    along = max(0, marked.count(old) - before.count(old) + count)
    return _set(state, area, marked.change(old, -along).change(new, along)) if along else state


def swapped(state: State, first: int, second: int) -> State:
    """Returns the state after all tokens of two areas changed places."""
    here, there = moved_in(state, first), moved_in(state, second)
    state = _set(state, first, replace(here, tokens=there.tokens))
    return _set(state, second, replace(there, tokens=here.tokens))


def renamed(state: State, old: str, new: str) -> State:
    """Returns the state after a named leader became another figure (PRES-5); call it when the new one stands there."""
    for area, figures in state.turn.moved:
        if old in figures.named:
            return _set(state, area, figures - Army(named=(old,)) + Army(named=(new,)))
    return state


def _weakest(figures: Army, count: int) -> Army:
    regular, elite, special = weakest_first(figures, count)
    return Army(regular, elite, special, generic=figures.generic, named=figures.named, escorts=figures.escorts)


def _there(state: State, area: int) -> Army:
    theirs, own = (row[area] or NOBODY for row in state.armies)
    return theirs + own if theirs and own else theirs or own


def _set(state: State, area: int, marked: Army) -> State:
    others = tuple(entry for entry in state.turn.moved if entry[0] != area)
    marked = marked.common(_there(state, area))
    moved = (*others, (area, marked)) if marked else others
    if moved == state.turn.moved:
        return state
    return replace(state, turn=replace(state.turn, moved=tuple(sorted(moved, key=lambda entry: entry[0]))))
