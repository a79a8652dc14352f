"""What a machine may try in a position: a legal command of any kind, or anything that can be put together."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from companion.rules import Command, Severity, State, check
from companion.rules.commands import (
    Attack,
    ClaimPrescience,
    ContinueAttack,
    EndTurn,
    EnterByHand,
    EnterObjective,
    EnterRank,
    FinishAction,
    MoveLegion,
    RevealSietch,
    RevealTokens,
    SkipStep,
    StartGame,
    TakeHits,
    WormAttack,
)
from companion.rules.legal import KINDS, UNBOUNDED, candidates
from tests.rules.perft import naive

T = TypeVar("T")
Pick = Callable[[Sequence[T]], T]
NOTES = (EnterRank, EnterObjective)
"""Commands that change nothing on the table: drawn seldom, and never what a game waits for."""
FIGHTING = (Attack, WormAttack, MoveLegion, ContinueAttack, TakeHits)
DULL = (*NOTES, StartGame, EndTurn, FinishAction, RevealSietch, RevealTokens, ClaimPrescience, EnterByHand, SkipStep)


def weight(kind: type) -> int:
    """How often a kind is drawn: what ends things or may be done at any time seldom, what leads to battles often."""
    return 1 if kind in DULL else 8 if kind in FIGHTING else 4


def kinds_open(state: State) -> list[type]:
    """The kinds of which some command is legal, in their order."""
    return [kind for kind in KINDS if not all(check(state, it) for it in candidates(state, kind))]


def of_kind(state: State, kind: type) -> list[Command]:
    """The legal commands of a kind with every value of an input; at most some thousand."""
    return [it for it in candidates(state, kind, every_input=True) if not check(state, it)]


def unusual(state: State) -> list[Command]:
    """Commands that the rules only warn of: what is left when the supply or a deck has run out."""
    return list(_unusual(state))


def _unusual(state: State) -> Iterator[Command]:
    for kind in KINDS:
        for command in candidates(state, kind, every_input=True) if kind not in (*UNBOUNDED, StartGame) else ():
            reasons = check(state, command)
            if reasons and all(reason.severity is Severity.UNUSUAL for reason in reasons):
                yield command


def anything(state: State, pick: Pick[object]) -> Command | None:
    """One command of a random kind with a random value in each field; None when the kind has none here."""
    kind = pick([kind for kind in KINDS if kind in naive.SPACES])
    assert isinstance(kind, type)
    spaces = [space for space in naive.SPACES[kind](state, True) if all(len(list(v)) for v in space.values())]
    if not spaces:
        return None
    space = pick(spaces)
    assert isinstance(space, dict)
    command: Command = kind(**{name: pick(list(values)) for name, values in space.items()})
    return command
