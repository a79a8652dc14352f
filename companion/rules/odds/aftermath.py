"""Where a battle that has just begun would leave the game: the position after each way it may end."""

from __future__ import annotations

from collections import defaultdict

from companion.content import TRACKS
from companion.content.terms import Faction
from companion.frozen import record, replace
from companion.rules import combat
from companion.rules.army import Army
from companion.rules.ask.battles import battle_at
from companion.rules.ask.tracks import pushed
from companion.rules.casualties import usefulness
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.engine import Draft, settle
from companion.rules.events import LeaderTanked
from companion.rules.frames import BattleFrame, BattleStage
from companion.rules.odds.battle import ATTACKER_WINS
from companion.rules.odds.legion import Legion
from companion.rules.odds.running import battle_of
from companion.rules.odds.solve import solve
from companion.rules.state import State


@record
class Aftermath:
    """The attacker has ``won`` or not: the chance of that, and the position after its likeliest result.

    ``left``: the figures that the winner has left then, 0 where both are destroyed. A won battle waits for the decision
    to move in (BATTLE-11), unless the rules leave none.
    """

    won: bool
    chance: float
    left: Army
    state: State


def aftermaths(state: State) -> tuple[Aftermath, ...]:
    """Return the two ways in which the battle on top may end, won by the attacker first; those that are impossible are
    left out. Empty without a battle, with something facedown in it, or in the middle of it.

    Both sides fight as in ``battle_of``. Which cards the opponent uses up meanwhile is not counted. Where nobody
    defends there is one end.
    """
    frame = battle_at(state, BattleStage.ADVANCE, BattleStage.CARDS, BattleStage.ROLL)
    if frame is not None and frame.stage is BattleStage.ADVANCE:
        return (Aftermath(True, 1.0, combat.legion_of(state, frame, ATTACKER), state),)
    battle = battle_of(state)
    if frame is None or battle is None or frame.round > 1:
        return ()
    ends: dict[bool, dict[tuple[Legion, Legion], float]] = {True: defaultdict(float), False: defaultdict(float)}
    for result, chance in solve(battle).results:
        ends[result.ending in ATTACKER_WINS][result.attacker, result.defender] += chance
    return tuple(_aftermath(state, frame, won, found) for won, found in ends.items() if found)


def _aftermath(state: State, frame: BattleFrame, won: bool, found: dict[tuple[Legion, Legion], float]) -> Aftermath:
    likeliest = max(found, key=lambda legions: found[legions])
    draft = Draft(state)
    for side, legion in zip((ATTACKER, DEFENDER), likeliest, strict=True):
        _leave(draft, combat.faction_of(frame, side), combat.place_of(frame, side), legion)
    left = combat.legion_of(draft.state, frame, ATTACKER if won else DEFENDER)
    # As after the hits of a round: the rules see who stands and go on from there.
    draft.change(replace(frame, stage=BattleStage.CASUALTIES))
    settle(draft)
    return Aftermath(won, sum(found.values()), left, draft.state)


def _leave(draft: Draft, faction: Faction, area: int, legion: Legion) -> None:
    """Takes off the board whatever of a legion is not left, its named leaders to the tank (UNIT-3, TANK-1)."""
    before = draft.state.army(faction, area) or Army()
    named = tuple(sorted(legion.named))
    after = Army(legion.regular, legion.elite, legion.special, 0, legion.generic, named, legion.escorts)
    draft.state = draft.state.with_army(faction, area, after)
    for leader in sorted(set(before.named) - set(named), key=usefulness):
        beyond = (one for one, space in pushed(draft.state, leader).items() if space > TRACKS.tank_spaces[faction])
        draft.emit(LeaderTanked(leader, tuple(beyond)))
