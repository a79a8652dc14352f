"""Backward induction: what one side had best do at every moment of a battle, the other side's conduct being known.

The side that chooses may choose its casualties, whether to go on (the attacker) and whether to retreat (the defender).
Every state is valued once; a round that changes nothing leads back to its own state, which is solved for
algebraically. The worth of all hits at once is a row of numbers, so that a round is a few sums of products.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from operator import mul
from typing import NamedTuple

from companion.rules.odds.battle import (
    ATTACKER_WINS,
    DEFENDER_WINS,
    AttackerPolicy,
    Battle,
    DefenderPolicy,
    Ending,
    Goal,
    Side,
)
from companion.rules.odds.casualties import CasualtyPolicy, one_hit
from companion.rules.odds.dice import MAX_DICE
from companion.rules.odds.leaders import leader_values
from companion.rules.odds.roster import NOBODY, Roster
from companion.rules.odds.round import NetHitChances, Strength, round_distribution
from companion.rules.odds.steps import ANY_DICE, Pair, Supply

SAME = 1e-12
"""Worths closer than this count as equal: what is left are errors of rounding."""
TIE_BREAK = 1e-8
"""What 1 fine power of balance weighs against the chance to win, for those who want to win, and the other way round."""

State = tuple[int, int, Supply]
"""Numbers of both legions and the reinforcements left, between two rounds: the attacker is to decide."""

Line = tuple[float, tuple[float, ...]]
"""Chances of 0 and of 1, 2.. net hits on the side that chooses, for one number of hits on the other side."""


class Deed(Enum):
    """How a state goes on; DIE: the attacker dies of going on."""

    STOP = "stop"
    RETREAT = "retreat"
    DIE = "die"
    FIGHT = "fight"


class Plan(NamedTuple):
    """What happens in a state, what that is worth to the side that chooses, and the attacker once he has paid."""

    deed: Deed
    worth: float
    fighting: int


def weights_of(battle: Battle) -> tuple[float, float]:
    """Return what the chance to win and the balance weigh for the goal of a battle."""
    weights = {Goal.WIN: (1.0, TIE_BREAK), Goal.POWER: (TIE_BREAK, 1.0), Goal.STAKES: (float(battle.stakes), 1.0)}
    return weights[battle.goal]


class Induction:
    """The best conduct of the side that chooses; `contest.Contest` is that of both.

    `attacker_chooses` says whose sight counts where all policies are fixed; None takes it from the policies. Raises
    ValueError when the rounds are limited.
    """

    def __init__(self, battle: Battle, attacker_chooses: bool | None = None) -> None:
        if battle.rounds is not None:
            raise ValueError("rounds: must not be limited with an optimal policy")
        self.battle = battle
        self.attackers = Roster(battle.attacker.casualties, battle.attacker.regulars)
        self.defenders = Roster(battle.defender.casualties, battle.defender.regulars)
        self.attacker_chooses = battle.attacker_chooses if attacker_chooses is None else attacker_chooses
        mine, other = battle.attacker, battle.defender
        self.mine, self.others = self.attackers, self.defenders
        if not self.attacker_chooses:
            mine, other = other, mine
            self.mine, self.others = self.others, self.mine
        self._regulars = mine.regulars
        self._free_losses = mine.casualties is CasualtyPolicy.OPTIMAL
        self._weights = weights_of(battle)
        self._may_stop = battle.attacker_policy is AttackerPolicy.OPTIMAL
        self._may_retreat = battle.defender_policy is DefenderPolicy.OPTIMAL
        values = leader_values(other.faction, other.legion.generic + other.legion.escorts, other.legion.named)
        # Each die shows at most 1 hit or the special that a leader turns into more; a surprise adds one special.
        self._most_hits = MAX_DICE + sum(max(0, hits - 1) for hits, _ in values) + 2
        self._escorted = mine.legion.escorts or other.legion.escorts
        self._plans: dict[State, Plan] = {}
        self._fights: dict[State, Plan] = {}
        self._tails: dict[State, list[float]] = {}
        self._after_one: dict[int, tuple[int, ...]] = {}
        self._strengths: dict[tuple[bool, int, int], Strength] = {}
        self._lines: dict[tuple[Strength, Strength], list[Line]] = {}
        self.start: Pair = (
            self.attackers.number(battle.attacker.legion),
            self.defenders.number(battle.defender.legion),
        )
        self.supply: Supply = (battle.attacker.reinforcements, battle.defender.reinforcements)
        self.cards: Supply = (battle.attacker.cards, battle.defender.cards)

    def better(self, one: float, other: float) -> bool:
        """Return whether one worth is higher than another, errors of rounding put aside."""
        return one > other + SAME

    def worth(self, ending: Ending, attacker: int, defender: int) -> float:
        """Return what an ending with these legions is worth to the side that chooses."""
        balance = self.attackers.legions[attacker].fine_power - self.defenders.legions[defender].fine_power
        won = ending in (ATTACKER_WINS if self.attacker_chooses else DEFENDER_WINS)
        return self._weights[0] * won + self._weights[1] * (balance if self.attacker_chooses else -balance)

    def after_round(self, attacker: int, defender: int, supply: Supply) -> float:
        """Return what a round is worth that leaves these legions."""
        if self._escorted:
            attacker, defender = self.settled(attacker, defender)
        if attacker == NOBODY:
            ending = Ending.ATTACKER_DESTROYED if defender != NOBODY else Ending.BOTH_DESTROYED
            return self.worth(ending, attacker, defender)
        if defender == NOBODY:
            return self.worth(Ending.DEFENDER_DESTROYED, attacker, defender)
        return self.plan((attacker, defender, supply)).worth

    def settled(self, attacker: int, defender: int) -> Pair:
        """Return both legions once all hits of a round are taken (DW-5)."""
        one, two = self.attackers.legions[attacker], self.defenders.legions[defender]
        return self.attackers.number(one.settled), self.defenders.number(two.settled)

    def plan(self, state: State) -> Plan:
        """Return how a state between two rounds goes on."""
        plan = self._plans.get(state)
        if plan is None:
            plan = self._plans[state] = self._planned(state)
        return plan

    def _planned(self, state: State) -> Plan:
        attacker, defender, _ = state
        stop = self.stop(attacker, defender)
        if self.battle.stops(self.attackers.legions[attacker], self.defenders.legions[defender]):
            return stop
        going_on = self.going_on(state)
        return stop if self._may_stop and not self.better(going_on.worth, stop.worth) else going_on

    def stop(self, attacker: int, defender: int) -> Plan:
        """Return how a state goes on when the attacker stops."""
        return Plan(Deed.STOP, self.worth(Ending.ATTACKER_STOPPED, attacker, defender), attacker)

    def going_on(self, state: State, cards: Supply = (0, 0), waits: bool = True) -> Plan:
        """Return how a state goes on when the attacker does: he pays, the defender may retreat, dice are rolled.

        `waits`: without any hit the battle stands where it was, and the same is decided again.
        """
        attacker, defender, supply = state
        if not self.battle.continuing_costs_a_hit:
            return self.fight(state, cards, waits)
        paid = self._one_hit(attacker) if self.attacker_chooses else (self.attackers.after_hits(attacker)[1],)
        if self._escorted:
            paid = tuple(dict.fromkeys(self.settled(left, defender)[0] for left in paid))
        plans = [self._paid((left, defender, supply), cards) for left in paid]
        best = plans[0]
        for plan in plans[1:]:
            if self.better(plan.worth, best.worth):
                best = plan
        return best

    def _paid(self, state: State, cards: Supply) -> Plan:
        """Return how a state goes on after the attacker has paid; many states come down to the same one."""
        if cards != (0, 0):
            return self.fight(state, cards, waits=False)
        plan = self._fights.get(state)
        if plan is None:
            plan = self._fights[state] = self.fight(state, waits=False)
        return plan

    def fight(self, state: State, cards: Supply = (0, 0), waits: bool = True) -> Plan:
        """Return how a state goes on once the attacker has paid; `waits` as for `going_on`."""
        attacker, defender, _ = state
        if attacker == NOBODY:
            return Plan(Deed.DIE, self.worth(Ending.ATTACKER_DESTROYED, attacker, defender), attacker)
        retreat = Plan(Deed.RETREAT, self.worth(Ending.DEFENDER_RETREATED, attacker, defender), attacker)
        if self.battle.retreats(self.defenders.legions[defender]):
            return retreat
        moved, stays = self._rolled(state, cards, waits and cards == (0, 0))
        fight = Plan(Deed.FIGHT, moved / (1.0 - stays), attacker)
        return retreat if self._may_retreat and self.prefers_retreat(fight, retreat) else fight

    def prefers_retreat(self, fight: Plan, retreat: Plan) -> bool:
        """Return whether the defender, being free to, retreats instead of staying."""
        return not self.better(fight.worth, retreat.worth)

    def _rolled(self, state: State, cards: Supply, waits: bool) -> tuple[float, float]:
        """Return what a roll is worth, and the chance that it changes nothing, which is left out of the worth."""
        attacker, defender, supply = state
        joining = self.joining(attacker, defender, supply, cards)
        after = supply[0] - joining[0], supply[1] - joining[1]
        extra = cards[0] + joining[0], cards[1] + joining[1]
        mine, other = (attacker, defender) if self.attacker_chooses else (defender, attacker)
        left = self.others.after_hits(other)
        moved, stays = 0.0, 0.0
        for hits, (none, some) in enumerate(self._lines_of(attacker, defender, extra)):
            rest = left[hits] if hits < len(left) else NOBODY
            if hits == 0 and waits and after == supply:
                stays = none
            else:
                moved += none * self._head(mine, rest, after)
            moved += sum(map(mul, some, self._tail(mine, rest, after)))
        return moved, stays

    def _head(self, mine: int, other: int, supply: Supply) -> float:
        """Return what it is worth to the side that chooses to come out of a round with this legion."""
        return self.after_round(mine, other, supply) if self.attacker_chooses else self.after_round(other, mine, supply)

    def _tail(self, mine: int, other: int, supply: Supply) -> list[float]:
        """Return what 1, 2.. hits are worth when the other side comes out of the round with its legion."""
        if mine == NOBODY:
            return [self._head(mine, other, supply)] * self._most_hits
        key = (mine, other, supply)
        tail = self._tails.get(key)
        if tail is None:
            choices = [
                [self._head(left, other, supply), *self._tail(left, other, supply)][: self._most_hits]
                for left in self._one_hit(mine)
            ]
            tail = self._tails[key] = choices[0] if len(choices) == 1 else list(map(max, *choices))
        return tail

    def losses(
        self, attacker: int, defender: int, on_attacker: int, on_defender: int, supply: Supply
    ) -> tuple[float, Pair]:
        """Return what it is worth to take these hits, and the legions that are left."""
        if self.attacker_chooses:
            other = _nth(self.defenders.after_hits(defender), on_defender)
            mine = self._best_loss(attacker, on_attacker, other, supply)
            return self._head(mine, other, supply), self.settled(mine, other)
        other = _nth(self.attackers.after_hits(attacker), on_attacker)
        mine = self._best_loss(defender, on_defender, other, supply)
        return self._head(mine, other, supply), self.settled(other, mine)

    def _best_loss(self, mine: int, hits: int, other: int, supply: Supply) -> int:
        """Return the legion that is best left of `mine`; among equals the usual sacrifices are made."""
        while hits and mine != NOBODY:
            goal = self._tail(mine, other, supply)[hits - 1]
            for left in self._one_hit(mine):
                worth = self._tail(left, other, supply)[hits - 2] if hits > 1 else self._head(left, other, supply)
                if worth >= goal - SAME:
                    break
            mine, hits = left, hits - 1
        return mine

    def _one_hit(self, mine: int) -> tuple[int, ...]:
        """Return what one hit may leave of a legion of the side that chooses."""
        left = self._after_one.get(mine)
        if left is None:
            if self._free_losses:
                legions = [after for _, after in one_hit(self.mine.legions[mine], self._regulars)]
                left = tuple(dict.fromkeys(map(self.mine.number, legions)))
            else:
                left = (self.mine.after_hits(mine)[1],)
            self._after_one[mine] = left
        return left

    def joining(self, attacker: int, defender: int, supply: Supply, cards: Supply, most: Supply = ANY_DICE) -> Supply:
        """Return how many reinforcements both sides use (MAHDI-BATTLE-1)."""
        battle = self.battle
        attacker_dice = battle.attacker.dice(self.attackers.legions[attacker], cards[0], most[0])
        defender_dice = battle.defender.dice(self.defenders.legions[defender], cards[1], most[1])
        return min(supply[0], most[0] - attacker_dice), min(supply[1], most[1] - defender_dice)

    def chances(
        self, attacker: int, defender: int, cards: Supply, bonus: int = 0, most: Supply = ANY_DICE
    ) -> NetHitChances:
        """Return the chances of all net hits of a round with these cards and reinforcements."""
        battle = self.battle
        return round_distribution(
            battle.attacker.strength(self.attackers.legions[attacker], cards[0], bonus, most[0]),
            battle.defender.strength(self.defenders.legions[defender], cards[1], 0, most[1]),
        )

    def _lines_of(self, attacker: int, defender: int, extra: Supply) -> list[Line]:
        one, two = self._strength(True, attacker, extra[0]), self._strength(False, defender, extra[1])
        lines = self._lines.get((one, two))
        if lines is None:
            chances: Iterable[Sequence[float]] = round_distribution(one, two)
            if not self.attacker_chooses:
                chances = zip(*chances, strict=True)
            lines = self._lines[one, two] = [(line[0], tuple(line[1:])) for line in chances]
        return lines

    def _strength(self, attacks: bool, legion: int, cards: int) -> Strength:
        key = (attacks, legion, cards)
        strength = self._strengths.get(key)
        if strength is None:
            side, roster = (self.battle.attacker, self.attackers) if attacks else (self.battle.defender, self.defenders)
            strength = self._strengths[key] = side.strength(roster.legions[legion], cards)
        return strength

    @property
    def stops_at_once(self) -> bool:
        """Whether the attacker had best not go on at the opening."""
        if not self._may_stop:
            return False
        going_on = self.going_on((*self.start, self.supply), self.cards, waits=False)
        return not self.better(going_on.worth, self.stop(*self.start).worth)


def size_of(battle: Battle) -> int:
    """Return an upper bound of the states that the induction of a battle values: how long it will take."""
    sides = (battle.attacker, battle.attacker_chooses), (battle.defender, battle.defender_chooses)
    size = 1
    for side, chooses in sides:
        free = chooses and side.casualties is CasualtyPolicy.OPTIMAL
        size *= (_legions_of(side) if free else side.legion.endurance) * (side.reinforcements + 1)
    return size


def _legions_of(side: Side) -> int:
    """Return how many legions a side may come down to when it takes its hits as it likes."""
    legions = {side.legion}
    new = [side.legion]
    while new:
        left = {after for legion in new for _, after in one_hit(legion, side.regulars) if after.units}
        new = list(left - legions)
        legions |= left
    return len(legions)


def _nth(after_hits: tuple[int, ...], hits: int) -> int:
    return after_hits[hits] if hits < len(after_hits) else NOBODY
