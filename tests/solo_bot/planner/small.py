"""Small positions in which the Atreides decide something, with all that is hidden known."""

from random import Random
from typing import Any

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content.terms import Result
from companion.frozen import replace
from companion.rules.frames import Frame, TurnFrame
from companion.rules.positions.reading import read_position
from companion.rules.state import ATREIDES, State
from solo_bot.simulation.temper import SCRIPT, Temper
from solo_bot.simulation.truth import Truth
from tests.solo_bot.small import Document, position

OBJECTIVE = (7, 7, 6)
AREA = AREA_NUMBER
NAME = AREA_IDS
THEIR_TURN = TurnFrame(ATREIDES)
HOUSE, STRATEGY, LEADERSHIP, DEPLOYMENT, MENTAT = (
    Result.HOUSE,
    Result.STRATEGY,
    Result.LEADERSHIP,
    Result.DEPLOYMENT,
    Result.MENTAT,
)


def world(
    *legions: Document,
    frame: Frame = THEIR_TURN,
    temper: Temper = SCRIPT,
    revealed: tuple[str, ...] = (),
    objective: tuple[int, int, int] = OBJECTIVE,
    ranks: dict[str, int] | None = None,
    **more: Any,
) -> tuple[State, Truth]:
    """A position with ``frame`` on top, Windgap of rank 2 unless ``ranks`` says otherwise, and what is true of it.

    ``revealed``: the prescience cards that lie open.
    """
    ranks = {"windgap": 2} if ranks is None else ranks
    state = read_position(position(*legions, ranks=dict(ranks), **more))
    hidden = replace(state.hidden, objectives=(objective,))
    state = replace(state, frames=(frame,), hidden=hidden, cards=replace(state.cards, revealed=len(revealed)))
    truth = Truth(Random(1))
    truth.temper, truth.revealed = temper, list(revealed)
    truth.ranks.update({AREA[area]: rank for area, rank in ranks.items()})
    return state, truth
