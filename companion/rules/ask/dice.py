"""What dice may be spent for (ACT-1 to ACT-4, ACT-DESERT, LEADER-2)."""

from collections.abc import Iterator, Mapping

from companion.content import LEADERS, LeaderKind
from companion.content.terms import Box, Faction, Result
from companion.rules.actions import OtherAction
from companion.rules.frames import ActionFrame
from companion.rules.refusal import Refusal, refuse
from companion.rules.state import ATREIDES, HARKONNEN, Standing, State
from companion.rules.war import SANDRIDERS

MOST_OF_A_RESULT = 2
WORMSIGNS, MOVE, ATTACK = "wormsigns", "move", "attack"
DESERT_ACTIONS = {
    WORMSIGNS: ActionFrame(ATREIDES, OtherAction.DESERT_POWER, placements=2),
    MOVE: ActionFrame(ATREIDES, OtherAction.DESERT_POWER, moves=2),
    ATTACK: ActionFrame(ATREIDES, OtherAction.DESERT_POWER, attack=True),
}
DESERT_ACTIONS_OF_WAR = {
    **DESERT_ACTIONS,
    WORMSIGNS: ActionFrame(ATREIDES, OtherAction.DESERT_POWER, placements=2, riders=1),
    SANDRIDERS: ActionFrame(ATREIDES, OtherAction.DESERT_POWER, placements=1, mount=True),
}
"""The same with Desert War: a sandrider may come instead of a wormsign, and the Sandriders act (DW-8)."""
ATREIDES_ACTIONS = {
    Result.LEADERSHIP: ActionFrame(ATREIDES, Result.LEADERSHIP, moves=2, attack=True, surprise=True, leaders_only=True),
    Result.STRATEGY: ActionFrame(ATREIDES, Result.STRATEGY, moves=2, attack=True),
    Result.DEPLOYMENT: ActionFrame(ATREIDES, Result.DEPLOYMENT, placements=1, leaders=1),
    Result.MENTAT: ActionFrame(ATREIDES, Result.MENTAT, draws=2),
}
HARKONNEN_ACTIONS = {
    Result.LEADERSHIP: ActionFrame(
        HARKONNEN, Result.LEADERSHIP, moves=2, attack=True, surprise=True, leaders_only=True
    ),
    Result.STRATEGY: ActionFrame(HARKONNEN, Result.STRATEGY, moves=2, attack=True),
    Result.DEPLOYMENT: ActionFrame(HARKONNEN, Result.DEPLOYMENT, placements=3, leaders=1),
    Result.MENTAT: ActionFrame(HARKONNEN, Result.MENTAT, draws=2),
    Result.HOUSE: ActionFrame(HARKONNEN, Result.HOUSE, replacements=2, placements=2),
}
"""The action that a die of each result, or each use of Desert Power, opens."""


def turned_dice(rolled: tuple[Result, ...], most: int) -> tuple[tuple[Result, ...], ...]:
    """Returns every end of a roll of which at most ``most`` dice may show a result, in a fixed order (ACT-1).

    Each die too many goes, one at a time, to the result with the most free spaces; several ends only where results are
    equally free. A roll within the limit is its own only end, sorted.

    >>> turned_dice((Result.MENTAT,) * 3 + (Result.HOUSE,), 2)[0]
    (<Result.LEADERSHIP: 'leadership'>, <Result.MENTAT: 'mentat'>, <Result.MENTAT: 'mentat'>, <Result.HOUSE: 'house'>)
    """
    counts = {result: rolled.count(result) for result in Result}
    kept = {result: min(count, most) for result, count in counts.items()}
    ends = [kept]
    for _ in range(len(rolled) - sum(kept.values())):
        ends = [
            {**end, result: end[result] + 1} for end in ends for result in Result if end[result] == min(end.values())
        ]
    listed = (tuple(result for result in Result for _ in range(end[result])) for end in ends)
    return tuple(dict.fromkeys(listed))


def turning_problems(results: tuple[Result, ...], rolled: tuple[Result, ...], most: int) -> Iterator[Refusal]:
    """Yields why ``results`` cannot lie after ``rolled``; nothing when nobody told what was rolled (ACT-1)."""
    if not rolled:
        return
    if len(rolled) != len(results):
        yield refuse("wrong_number_of_dice", "ACT-1", rolled=len(rolled), dice=len(results))
    elif tuple(sorted(results, key=list(Result).index)) not in turned_dice(rolled, most):
        yield refuse("dice_turned_wrongly", "ACT-1", results=[result.value for result in rolled], limit=most)


def desert_actions(state: State) -> Mapping[str, ActionFrame]:
    """Returns the uses of Desert Power, each with the action that it opens."""
    return DESERT_ACTIONS if state.desert_war is None else DESERT_ACTIONS_OF_WAR


def desert_power_open(state: State) -> bool:
    """True while Atreides have fewer unused dice than Harkonnen (ACT-3, MAHDI-TURN-2)."""
    return state.atreides_unused < state.harkonnen_unused


def lies_with_the_ally(state: State, die: Result, *, fremen: bool = False) -> bool:
    """Returns whether the Atreides die of this result that is spent lies on the Fremen Ally's dashboard (TEAM-3).

    Where both dashboards have one, ``fremen`` says that it is the Ally's. False where nobody told how they are shared.
    """
    theirs = state.fremen_results or ()
    return die in theirs and (fremen or (state.atreides_results or ()).count(die) == theirs.count(die))


def special_problems(state: State, faction: Faction, leader: str, result: Result) -> Iterator[Refusal]:
    """Yields why ``leader`` cannot give its special action for a die of ``result`` (LEADER-2, TANK-3).

    A box that nobody has published is not tested (section F); an Atreides House die serves any box.
    """
    record = LEADERS.get(leader)
    if record is None or record.faction is not faction or record.kind is not LeaderKind.NAMED:
        yield refuse("unknown_leader", "LEADER-3", leader=leader, faction=faction.id)
        return
    status = state.leader(leader)
    if status.standing is Standing.TANK:
        yield refuse("leader_in_tank", "TANK-3", leader=leader)
    elif leader in state.just_out_of_tank:
        yield refuse("leader_just_out_of_tank", "TANK-2", leader=leader)
    elif status.standing not in (Standing.READY, Standing.BOARD):
        yield refuse("leader_not_in_play", "LEADER-2", leader=leader)
    elif not status.card_ready:
        yield refuse("leader_card_spent", "LEADER-2", leader=leader)
    if not record.has_special:
        yield refuse("leader_without_special", "LEADER-2", leader=leader)
    wild = faction is ATREIDES and result is Result.HOUSE
    if record.box is not None and record.box is not Box(result.value) and not wild:
        yield refuse("leader_on_other_box", "LEADER-2", leader=leader, box=record.box.value, result=result.value)


MOST_OF_A_HARKONNEN_RESULT = 3
