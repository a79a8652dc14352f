"""The rolls of action dice that can be entered, put together the slow way."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from companion.content.terms import CombatFace, Result
from companion.rules import State
from companion.rules.frames import AtreidesRollFrame, HarkonnenRollFrame
from tests.rules.perft.naive_figures import FACES, RESULTS, Space


def atreides_dice(state: State, every: bool) -> Iterator[Space]:
    """What may be entered as the Atreides roll; of partners one way to share it out (TEAM-3)."""
    if not isinstance(state.frame, AtreidesRollFrame):
        return
    rolls = [tuple(r) for r in product(RESULTS, repeat=state.atreides_unused) if is_sorted(r)]
    if state.rules.partners == 1:
        yield {"results": rolls}
        return
    # One space for each result on a dashboard; single dice go to House Atreides and the Fremen Ally by turns.
    for roll in rolls:
        dashboards: tuple[list[Result], list[Result]] = ([], [])
        singles = 0
        for result in RESULTS:
            if roll.count(result) == 1:
                dashboards[singles % 2].append(result)
                singles += 1
            for own in dashboards[: roll.count(result) if roll.count(result) > 1 else 0]:
                own.append(result)
        if sorted([*dashboards[0], *dashboards[1]], key=RESULTS.index) == list(roll):
            yield {"results": [roll], "fremen": [tuple(dashboards[1])]}


def harkonnen_dice(state: State, every: bool) -> Iterator[Space]:
    """What may be entered as the roll of a Harkonnen player; of partners one way to share it out (TEAM-3)."""
    if not isinstance(state.frame, HarkonnenRollFrame):
        return
    rolls = [tuple(r) for r in product(RESULTS, repeat=state.harkonnen_unused) if is_sorted(r)]
    if state.rules.harkonnen_partners == 1:
        yield {"results": rolls}
        return
    # A shared roll that lies as it fell: nothing over two spaces, and the Mentat dice even the dashboards out.
    for roll in rolls:
        house: list[Result] = [r for r in roll if r in (Result.LEADERSHIP, Result.HOUSE)]
        corrino: list[Result] = [r for r in roll if r in (Result.STRATEGY, Result.DEPLOYMENT)]
        for _ in range(roll.count(Result.MENTAT)):
            (house if len(house) <= len(corrino) else corrino).append(Result.MENTAT)
        if all(side.count(result) <= 2 for side in (house, corrino) for result in Result):
            yield {"results": [roll], "corrino": [tuple(sorted(corrino, key=RESULTS.index))]}


def is_sorted(values: Sequence[Any]) -> bool:
    order = FACES if values and isinstance(values[0], CombatFace) else RESULTS
    places = [order.index(value) for value in values]
    return places == sorted(places)
