"""What a person had best do now in a battle of a running game, by backward induction."""

from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from companion.content import GENERIC_LEADER
from companion.content.terms import Faction
from companion.frozen import record
from companion.rules import combat
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.frames import BattleStage
from companion.rules.odds.battle import (
    ATTACKER_WINS,
    DEFENDER_WINS,
    AttackerPolicy,
    Battle,
    DefenderPolicy,
    Ending,
    Goal,
    Opening,
    Side,
)
from companion.rules.odds.casualties import CasualtyPolicy, suffer, ways
from companion.rules.odds.induction import SAME, Induction, size_of
from companion.rules.odds.induction import Deed as Going
from companion.rules.odds.legion import Legion
from companion.rules.odds.played import Played
from companion.rules.odds.roster import NOBODY
from companion.rules.odds.running import Moment, is_bot, moment_of
from companion.rules.odds.solve import Result, Solution, followed, result_of, solve
from companion.rules.state import State

MOST_STATES: Final = 6_000
"""A battle with more states than this would keep a person waiting: more than half a second."""
SHOWN: Final = 3
"""So many ways to take hits are told, the best ones."""


class Deed(StrEnum):
    """What can be decided in a battle."""

    CONTINUE = "continue"
    STOP = "stop"
    RETREAT = "retreat"
    STAY = "stay"
    CASUALTIES = "casualties"


@record
class Choice:
    """One thing to do: `wins` is the own chance to win, `balance` the expected own fine power less the opponent's;
    `loses` is the opponent's chance to win, and what is missing to 1 the chance that nobody is left.

    `removed` are casualties as `TakeHits` takes them, `left` the legion after them. After this choice the side does
    what is best and its opponent what he usually does.
    """

    deed: Deed
    wins: float
    balance: float
    removed: tuple[str, ...] = ()
    left: Legion | None = None
    loses: float = 0.0


@record
class Advice:
    """What `faction` can do now, the best first, for a goal; `options` counts all of them, told or not.

    `by_figure`: of casualties the chance to win after the best way that removes a figure, by its entry in `TakeHits`.
    """

    faction: Faction
    goal: Goal
    choices: tuple[Choice, ...]
    options: int
    by_figure: tuple[tuple[str, float], ...] = ()

    @property
    def best(self) -> Choice:
        """The best choice."""
        return self.choices[0]

    def chance(self, deed: Deed) -> float | None:
        """Return the chance to win after a deed, None when it is not to be decided now."""
        return next((choice.wins for choice in self.choices if choice.deed is deed), None)

    @property
    def indifferent(self) -> bool:
        """True when the two best choices are worth the same."""
        if len(self.choices) < 2:
            return True
        one, two = self.choices[:2]
        return abs(one.wins - two.wins) <= SAME and abs(one.balance - two.balance) <= SAME


@lru_cache(maxsize=64)
def advice(state: State, goal: Goal = Goal.WIN, most_states: int = MOST_STATES) -> Advice | None:
    """Return the best choice for the person who has to decide in the battle on top of a game.

    Decided by people are casualties, going on (BATTLE-8) and retreating (BATTLE-9). None when nothing of it is to be
    decided now and when the solo opponent decides. In a battle with more than `most_states` states later casualties are
    assumed to keep most power; None when there are too many even so.
    """
    moment = moment_of(state)
    if moment is None:
        return None
    faction = _decides(state, moment)
    if faction is None:
        return None
    battle = _with_the_best(state, moment, faction, goal, CasualtyPolicy.OPTIMAL)
    if size_of(battle) > most_states:
        battle = _with_the_best(state, moment, faction, goal, CasualtyPolicy.KEEP_POWER)
        if size_of(battle) > most_states:
            return None
    # With casualties by a policy nothing may be left to choose later; it is still this faction that asks.
    best = Induction(battle, attacker_chooses=faction is battle.attacker.faction)
    if any(moment.hits):
        return _casualties(moment, best, faction)
    choices = [_going_on(best), _stop(best)] if moment.frame.stage is BattleStage.CONTINUE else _retreat(best)
    return _sorted(best.battle, faction, choices, len(choices))


def _decides(state: State, moment: Moment) -> Faction | None:
    """Return the faction of the person who has to decide something that advice is about."""
    frame, hits = moment.frame, moment.hits
    if frame.stage is BattleStage.LEADERS:
        return None
    if any(hits):
        side = ATTACKER if hits[ATTACKER] else DEFENDER
    elif frame.stage is BattleStage.CONTINUE:
        side = ATTACKER
    elif frame.stage is BattleStage.RETREAT and combat.battle_retreats(state, frame):
        side = DEFENDER
    else:
        return None
    faction = combat.faction_of(frame, side)
    return None if is_bot(state, faction) else faction


def _with_the_best(state: State, moment: Moment, faction: Faction, goal: Goal, casualties: CasualtyPolicy) -> Battle:
    """Return the battle in which `faction` does what is best; a retreat that is open now counts as open later.

    `casualties`: how it takes the hits of later rounds. For the goal that weighs stakes casualties are chosen as for
    fighting on: whether to leave off is asked afterwards, and until then a chance to win is one that somebody may take.
    """
    battle = replace(moment.battle, goal=goal)
    fights_on = goal is Goal.STAKES and any(moment.hits)
    if faction is battle.attacker.faction:
        mine = replace(battle.attacker, casualties=casualties)
        policy = AttackerPolicy.TO_THE_END if fights_on else AttackerPolicy.OPTIMAL
        return replace(battle, attacker=mine, attacker_policy=policy)
    mine = replace(battle.defender, casualties=casualties)
    battle = replace(battle, defender=mine)
    open_areas = combat.battle_retreats(state, moment.frame)
    may_leave = open_areas and not fights_on
    return replace(battle, defender_policy=DefenderPolicy.OPTIMAL) if may_leave else battle


def _casualties(moment: Moment, best: Induction, faction: Faction) -> Advice:
    battle = best.battle
    attacks = faction is battle.attacker.faction
    mine, other = (battle.attacker, battle.defender) if attacks else (battle.defender, battle.attacker)
    own_hits, other_hits = moment.hits if attacks else moment.hits[::-1]
    rest = best.others.number(suffer(other.casualties, other.legion, other_hits, other.regulars))
    valued = []
    for left, gone in ways(mine.legion, own_hits, mine.regulars).items():
        number = NOBODY if left.is_destroyed else best.mine.number(left)
        pair = (number, rest) if attacks else (rest, number)
        valued.append((_worth(best, pair), pair, left, gone))
    valued.sort(key=lambda entry: -entry[0])
    choices = [_casualty(best, mine, *entry[1:]) for entry in valued[:SHOWN]]
    found = _sorted(battle, faction, choices, len(valued))
    by_figure: dict[str, float] = {}
    for number, (_value, pair, left, gone) in enumerate(valued):
        if new := [entry for entry in dict.fromkeys(gone) if entry not in by_figure]:
            choice = choices[number] if number < SHOWN else _casualty(best, mine, pair, left, gone)
            by_figure |= dict.fromkeys(new, choice.wins)
    generic = GENERIC_LEADER[faction].id
    named = tuple((generic if entry == "generic" else entry, wins) for entry, wins in by_figure.items())
    return replace(found, by_figure=named)


def _worth(best: Induction, pair: tuple[int, int]) -> float:
    """Return what legions are worth to the side that chooses, at the opening of the battle."""
    if NOBODY not in pair and best.battle.opening is Opening.RETREAT:
        return best.fight((*pair, best.supply), waits=False).worth
    return best.after_round(*pair, best.supply)


def _casualty(best: Induction, mine: Side, pair: tuple[int, int], left: Legion, gone: tuple[str, ...]) -> Choice:
    generic = GENERIC_LEADER[mine.faction].id
    removed = tuple(generic if entry == "generic" else entry for entry in gone)
    stops = (
        best.battle.opening is Opening.CONTINUE
        and NOBODY not in pair
        and best.plan((*pair, best.supply)).deed is Going.STOP
    )
    if NOBODY in pair or stops:
        parts = _parts(best.battle, mine, [(result_of(*_legions(best, pair)), 1.0)])
    else:
        parts = _solved(best, followed(best.battle, Played(best, pair)))
    return _choice(Deed.CASUALTIES, parts, removed, left)


def _choice(
    deed: Deed, parts: tuple[float, float, float], removed: tuple[str, ...] = (), left: Legion | None = None
) -> Choice:
    wins, loses, balance = parts
    return Choice(deed, wins, balance, removed, left, loses)


def _legions(best: Induction, pair: tuple[int, int]) -> tuple[Legion, Legion]:
    return best.attackers.legions[pair[0]], best.defenders.legions[pair[1]]


def _going_on(best: Induction) -> Choice:
    return _choice(Deed.CONTINUE, _solved(best, followed(best.battle, Played(best))))


def _stop(best: Induction) -> Choice:
    stop = Result(Ending.ATTACKER_STOPPED, *_legions(best, best.start))
    return _choice(Deed.STOP, _parts(best.battle, best.battle.attacker, [(stop, 1.0)]))


def _retreat(best: Induction) -> list[Choice]:
    battle = best.battle
    away = Result(Ending.DEFENDER_RETREATED, *_legions(best, best.start))
    # Whoever stays goes on to the roll: the attacker has decided and paid.
    stays = solve(replace(battle, opening=Opening.ROLL))
    return [
        _choice(Deed.STAY, _parts(battle, battle.defender, list(stays.results))),
        _choice(Deed.RETREAT, _parts(battle, battle.defender, [(away, 1.0)])),
    ]


def _solved(best: Induction, solution: Solution) -> tuple[float, float, float]:
    battle = best.battle
    return _parts(battle, battle.attacker if best.attacker_chooses else battle.defender, list(solution.results))


def _parts(battle: Battle, mine: Side, results: list[tuple[Result, float]]) -> tuple[float, float, float]:
    """Return the chance of a side to win, that of the other one, and its expected balance."""
    attacks = mine.faction is battle.attacker.faction
    winning, losing = (ATTACKER_WINS, DEFENDER_WINS) if attacks else (DEFENDER_WINS, ATTACKER_WINS)
    wins = sum((chance for result, chance in results if result.ending in winning), 0.0)
    loses = sum((chance for result, chance in results if result.ending in losing), 0.0)
    balance = sum(chance * (result.attacker.fine_power - result.defender.fine_power) for result, chance in results)
    return wins, loses, balance if attacks else -balance


def _sorted(battle: Battle, faction: Faction, choices: list[Choice], options: int) -> Advice:
    def order(choice: Choice) -> tuple[float, float]:
        wins, balance = round(-choice.wins, 9), round(-choice.balance, 6)
        if battle.goal is Goal.STAKES:
            return round(battle.stakes * wins + balance, 6), wins
        return (wins, balance) if battle.goal is Goal.WIN else (balance, wins)

    return Advice(faction, battle.goal, tuple(sorted(choices, key=order)), options)
