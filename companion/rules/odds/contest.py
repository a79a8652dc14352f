"""Backward induction when both sides do what is best: a battle as a game in which one side's gain is the other's loss.

The stake is the attacker's chance to win less the defender's, with the balance of power to break ties; for the goal
`power` it is the balance, with the chances to break ties. So a battle in which both are destroyed lies half-way.

The order of the choices is that of the rules, each side seeing what was chosen before. After a roll, whose hits count
for both at once, the attacker takes his losses, then the defender his (BATTLE-7). Then the attacker stops or goes on,
and takes the hit that this costs as he likes; then the defender stays or retreats (BATTLE-8, BATTLE-9). Cards and
leaders are used as usual. A choice that makes no difference is made as `Induction` makes it.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.rules.odds.battle import ATTACKER_WINS, DEFENDER_WINS, Battle, Ending
from companion.rules.odds.casualties import CasualtyPolicy, one_hit
from companion.rules.odds.induction import SAME, Induction, Plan, State
from companion.rules.odds.roster import NOBODY
from companion.rules.odds.steps import Pair, Supply

T = TypeVar("T")
Row = list[float]
"""Worths by the number of hits on the defender, from 0 or from 1; those beyond the last one are lost."""


class Contest(Induction):
    """The best conduct of both sides; every worth is that of the attacker, the defender wants it low.

    What a policy leaves open is chosen, the rest is done as it says. Raises ValueError when the rounds are limited.
    """

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self._defender_free = battle.defender.casualties is CasualtyPolicy.OPTIMAL
        self._defender_after_one: dict[int, tuple[int, ...]] = {}
        self._defended: dict[State, Row] = {}
        self._attacked: dict[State, list[Row]] = {}

    def worth(self, ending: Ending, attacker: int, defender: int) -> float:
        """Return what an ending with these legions is worth to the attacker."""
        balance = self.attackers.legions[attacker].fine_power - self.defenders.legions[defender].fine_power
        won = (ending in ATTACKER_WINS) - (ending in DEFENDER_WINS)
        return self._weights[0] * won + self._weights[1] * balance

    def prefers_retreat(self, fight: Plan, retreat: Plan) -> bool:
        """Return whether the defender retreats: when staying is not worth less to the attacker."""
        return not self.better(retreat.worth, fight.worth)

    def _rolled(self, state: State, cards: Supply, waits: bool) -> tuple[float, float]:
        attacker, defender, supply = state
        joining = self.joining(attacker, defender, supply, cards)
        after = supply[0] - joining[0], supply[1] - joining[1]
        table = self.chances(attacker, defender, (cards[0] + joining[0], cards[1] + joining[1]))
        lines = list(zip(*table, strict=True))
        moved, stays = 0.0, 0.0
        if waits and after == supply:
            stays = lines[0][0]
        else:
            moved += lines[0][0] * self.after_round(attacker, defender, after)
        # Hits that change nothing for a legion that is gone come up as well: their worth is that of the last row.
        rows = [[0.0, *self._defended_by(attacker, defender, after)], *self._attacked_by(attacker, defender, after)]
        for on_attacker, line in enumerate(lines):
            row = _at(rows, on_attacker)
            moved += sum(chance * _at(row, on_defender) for on_defender, chance in enumerate(line) if chance)
        return moved, stays

    def losses(
        self, attacker: int, defender: int, on_attacker: int, on_defender: int, supply: Supply
    ) -> tuple[float, Pair]:
        """Return what it is worth when both take these hits, and the legions that are left."""
        if self._free_losses:
            hits = on_attacker
            while hits and attacker != NOBODY:
                goal = _at(_at(self._attacked_by(attacker, defender, supply), hits - 1), on_defender)
                for left in self._one_hit(attacker):
                    if self._value(left, defender, hits - 1, on_defender, supply) >= goal - SAME:
                        break
                attacker, hits = left, hits - 1
        else:
            attacker = _at(self.attackers.after_hits(attacker), on_attacker)
        if self._defender_free:
            hits = on_defender
            while hits and defender != NOBODY:
                goal = _at(self._defended_by(attacker, defender, supply), hits - 1)
                for left in self._defender_one_hit(defender):
                    if self._value(attacker, left, 0, hits - 1, supply) <= goal + SAME:
                        break
                defender, hits = left, hits - 1
        else:
            defender = _at(self.defenders.after_hits(defender), on_defender)
        return self.after_round(attacker, defender, supply), self.settled(attacker, defender)

    def _value(self, attacker: int, defender: int, on_attacker: int, on_defender: int, supply: Supply) -> float:
        """Return what hits that are still to be taken are worth, of which one side at least has taken some."""
        if on_attacker:
            rows = self._attacked_by(attacker, defender, supply)
            if rows:
                return _at(_at(rows, on_attacker - 1), on_defender)
        row = self._defended_by(attacker, defender, supply) if on_defender else []
        return _at(row, on_defender - 1) if row else self.after_round(attacker, defender, supply)

    def _defended_by(self, attacker: int, defender: int, supply: Supply) -> Row:
        """Return what 1, 2.. hits on the defender are worth once the attacker has come down to this legion."""
        key = (attacker, defender, supply)
        row = self._defended.get(key)
        if row is None:
            if defender == NOBODY:
                row = []
            elif self._defender_free:
                row = _either(min, [self._row(attacker, left, supply) for left in self._defender_one_hit(defender)])
            else:
                row = [self.after_round(attacker, left, supply) for left in self.defenders.after_hits(defender)[1:]]
            self._defended[key] = row
        return row

    def _row(self, attacker: int, defender: int, supply: Supply) -> Row:
        return [self.after_round(attacker, defender, supply), *self._defended_by(attacker, defender, supply)]

    def _attacked_by(self, attacker: int, defender: int, supply: Supply) -> list[Row]:
        """Return what 1, 2.. hits on the attacker are worth, each by the hits on the defender from 0 on."""
        key = (attacker, defender, supply)
        rows = self._attacked.get(key)
        if rows is None:
            if attacker == NOBODY:
                rows = []
            elif self._free_losses:
                choices = [
                    [self._row(left, defender, supply), *self._attacked_by(left, defender, supply)]
                    for left in self._one_hit(attacker)
                ]
                longest = max(map(len, choices))
                rows = [_either(max, [_at(choice, hits) for choice in choices]) for hits in range(longest)]
            else:
                rows = [self._row(left, defender, supply) for left in self.attackers.after_hits(attacker)[1:]]
            self._attacked[key] = rows
        return rows

    def _defender_one_hit(self, defender: int) -> tuple[int, ...]:
        left = self._defender_after_one.get(defender)
        if left is None:
            legions = [after for _, after in one_hit(self.defenders.legions[defender], self.battle.defender.regulars)]
            left = self._defender_after_one[defender] = tuple(dict.fromkeys(map(self.defenders.number, legions)))
        return left


def best_conduct(battle: Battle) -> Induction:
    """Return the best conduct of whoever chooses in a battle, one side or both; raises ValueError as they do."""
    both = battle.attacker_chooses and battle.defender_chooses
    return Contest(battle) if both else Induction(battle)


def _either(choose: Callable[..., float], rows: Sequence[Row]) -> Row:
    """Return the rows as one in which every worth is the chosen one; a shorter row goes on as it ends."""
    if len(rows) == 1:
        return rows[0]
    longest = max(map(len, rows))
    same = [row + row[-1:] * (longest - len(row)) for row in rows]
    return [choose(worths) for worths in zip(*same, strict=True)]


def _at(entries: Sequence[T], index: int) -> T:
    """Return an entry, the last one for any index beyond it."""
    return entries[index] if index < len(entries) else entries[-1]
