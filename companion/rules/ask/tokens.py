"""Facedown tokens: whose turn it is to be turned, and which colours are left (TOKEN-1, MAHDI-TOKEN-1)."""

from collections.abc import Mapping

from companion.content import PIECES
from companion.content.steps import Replace
from companion.content.terms import Faction, Result
from companion.rules import combat
from companion.rules.army import NOBODY
from companion.rules.ask.battles import battle_at
from companion.rules.ask.harkonnen_steps import current_step
from companion.rules.ask.turns import solo_bot
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.frames import ActionFrame, BattleStage, CardFrame, RevealSietchFrame, RevealTokensFrame
from companion.rules.state import ATREIDES, HARKONNEN, Sietch, State

TOKEN_RULE: Mapping[Faction, str] = {HARKONNEN: "MAHDI-TOKEN-1", ATREIDES: "TOKEN-1"}
"""The rule about the tokens of each side; between people ``printed`` makes SETUP-2 of that of the Harkonnen."""


def tokens_needed(state: State) -> tuple[tuple[Faction, int], ...]:
    """Returns the solo Harkonnen tokens, as (faction, area), that may be turned for the units a replacement needs.

    Only when no unit of the kind to be replaced lies open (R-25, MAHDI-TOKEN-1); never for special actions.
    """
    frame = state.frame
    kind = None
    if isinstance(frame, CardFrame):
        step = current_step(frame)
        kind = step.from_kind.value if isinstance(step, Replace) else None
    elif isinstance(frame, ActionFrame) and frame.action is Result.HOUSE and frame.replacements:
        kind = "regular"
    if kind is None or not solo_bot(state, HARKONNEN):
        return ()
    legions = state.legions(HARKONNEN)
    if any(getattr(army, kind) for _, army in legions):
        return ()
    return tuple((HARKONNEN, area) for area, army in legions if army.tokens)


BLACK, SILVER = "black", "silver"
TOKENS_OF_A_COLOUR = PIECES["harkonnen_black"].count


def due(state: State) -> tuple[tuple[Faction, int], ...]:
    """Returns the legions, as (faction, area), whose tokens have to be turned before anything else."""
    frame = state.frame
    if isinstance(frame, RevealTokensFrame):
        return ((frame.faction, frame.area),)
    battle = battle_at(state, BattleStage.REVEAL)
    if battle is None:
        return tokens_needed(state)
    sides = [(combat.faction_of(battle, side), combat.place_of(battle, side)) for side in (ATTACKER, DEFENDER)]
    return tuple(place for place in sides if (state.army(*place) or NOBODY).tokens)


def due_sietch(state: State) -> Sietch | None:
    """Returns the sietch under attack whose token is still facedown (BATTLE-2)."""
    battle, frame = battle_at(state, BattleStage.REVEAL), state.frame
    sietch = state.sietch(battle.area) if battle and battle.defender is ATREIDES else None
    if isinstance(frame, RevealSietchFrame):
        sietch = state.sietch(frame.area)
    return sietch if sietch and not sietch.revealed else None


def colours_turned(state: State, tokens: int, colour: str | None) -> tuple[int, int] | None:
    """Returns (black, silver) of Harkonnen tokens turned; None when only the table can tell.

    ``colour`` names that of a single token. Otherwise the tokens on the board decide, and an even number is taken
    for pairs: they come in pairs (MAHDI-TOKEN-1).
    """
    if colour is not None:
        return (1, 0) if colour == "black" else (0, 1)
    black_out = TOKENS_OF_A_COLOUR - state.black_tokens
    silver_out = TOKENS_OF_A_COLOUR - state.silver_tokens
    fewest, most = max(0, tokens - silver_out), min(tokens, black_out)
    if fewest >= most:
        return most, tokens - most
    half = tokens // 2
    return (half, half) if tokens % 2 == 0 and fewest <= half <= most else None


def missing_colours(state: State) -> tuple[str, ...]:
    """Returns the colours that have run out in the pool."""
    pool = ((BLACK, state.black_tokens), (SILVER, state.silver_tokens))
    return tuple(colour for colour, left in pool if left <= 0)


def facedown(state: State, area: int) -> bool:
    """True when a sietch or a deployment token of Atreides lies facedown in ``area``."""
    sietch = state.sietch(area)
    return (sietch is not None and not sietch.revealed) or bool((state.army(ATREIDES, area) or NOBODY).tokens)
