"""The chain of a battle without choices: its first round, and the states of its arena that can follow."""

from companion.rules.odds.arena import Arena, lent
from companion.rules.odds.battle import Battle, Opening
from companion.rules.odds.roster import NOBODY
from companion.rules.odds.round import NetHitChances
from companion.rules.odds.steps import Clash, Pair, Supply, without_dice


class Tree:
    """All states that a battle can reach: a `Course`.

    The battle must not be over before its first step, and no policy be optimal.
    """

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self.first_round: NetHitChances = ()
        with lent(battle) as arena:
            self.attackers, self.defenders = arena.attackers, arena.defenders
            legions, clash, supply_after = self._first_step(arena)
            first = arena.node(clash, legions, None, supply_after)
            later = arena.explore(frozenset([target for target, _ in first.onward]))
            # The next battle in this arena may lengthen its lists.
            self.nodes = [*arena.nodes, first]
            self.legions = [*arena.legions, legions]
            self.ends = [*arena.ends, clash.ends]
        self.order = [len(self.nodes) - 1, *later]

    def _first_step(self, arena: Arena) -> tuple[Pair, Clash, Supply]:
        """Return the legions of the battle, its first clash and the reinforcements left after it."""
        battle = self._battle
        supply = (battle.attacker.reinforcements, battle.defender.reinforcements)
        legions = (self.attackers.number(battle.attacker.legion), self.defenders.number(battle.defender.legion))
        fighting = legions if battle.opening is Opening.ROLL else self._going_on(legions)
        if self._before_the_roll(fighting):
            return legions, without_dice(fighting), supply
        most = (battle.attacker.first_limit, battle.defender.first_limit)
        cards = battle.attacker.cards, battle.defender.cards
        joining = self._joining(fighting, supply, cards, most)
        cards = cards[0] + joining[0], cards[1] + joining[1]
        self.first_round = arena.net_hits(fighting, cards, int(battle.surprise), most)
        clash = arena.clash(legions, fighting, self.first_round)
        return legions, clash, (supply[0] - joining[0], supply[1] - joining[1])

    def _going_on(self, legions: Pair) -> Pair:
        """Return the legions of an opening in the middle of a battle, the hit for going on taken."""
        battle = self._battle
        if battle.opening is Opening.RETREAT or not battle.continuing_costs_a_hit:
            return legions
        return self.attackers.after_hits(legions[0])[1], legions[1]

    def _before_the_roll(self, fighting: Pair) -> bool:
        """Return whether the battle ends although the attacker goes on: he died of it, or the defender retreats."""
        if fighting[0] == NOBODY:
            return True
        may_retreat = self._battle.opening is not Opening.ROLL
        return may_retreat and self._battle.retreats(self.defenders.legions[fighting[1]])

    def _joining(self, legions: Pair, supply: Supply, cards: Supply, most: Supply) -> Supply:
        """Return how many reinforcements both sides use in the first round to reach 6 dice (MAHDI-BATTLE-1)."""
        attacker_dice = self._battle.attacker.dice(self.attackers.legions[legions[0]], cards[0], most[0])
        defender_dice = self._battle.defender.dice(self.defenders.legions[legions[1]], cards[1], most[1])
        return min(supply[0], most[0] - attacker_dice), min(supply[1], most[1] - defender_dice)
