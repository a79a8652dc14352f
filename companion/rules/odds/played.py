"""A battle in which one side does what is best, as a chain."""

from companion.rules.odds.battle import Battle, Opening
from companion.rules.odds.chain import Node
from companion.rules.odds.induction import Deed, Induction, Plan, State
from companion.rules.odds.roster import NOBODY
from companion.rules.odds.round import NetHitChances
from companion.rules.odds.steps import ANY_DICE, Clash, Pair, Step, Supply, nodes_of, without_dice


class Played:
    """The chain of a battle played with the best conduct: a `Course`.

    At CONTINUE the attacker goes on: ask `stops_at_once` before. With `start` it begins with those legions instead of
    the ones of the battle, with `opening` with the cards and the surprise of that battle.
    """

    def __init__(self, best: Induction, start: Pair | None = None, opening: Battle | None = None) -> None:
        self._best = best
        self._battle = best.battle if opening is None else opening
        self._start = best.start if start is None else start
        self.attackers, self.defenders = best.attackers, best.defenders
        self.first_round: NetHitChances = ()
        first = self._first_step()
        later = self._explore(first)
        steps = [first, *sorted(later, key=self._potential, reverse=True)]
        self.legions = [step.legions for step in steps]
        self.ends = [step.clash.ends for step in steps]
        self.nodes: list[Node] = nodes_of(steps)
        self.order = list(range(len(steps)))

    def _first_step(self) -> Step:
        best, battle = self._best, self._battle
        cards = (battle.attacker.cards, battle.defender.cards)
        state = (*self._start, best.supply)
        if battle.opening is Opening.ROLL:
            plan = Plan(Deed.FIGHT, 0.0, self._start[0])
        elif battle.opening is Opening.RETREAT:
            plan = best.fight(state, cards, waits=False)
        else:
            plan = best.going_on(state, cards, waits=False)
        bonus, most = int(battle.surprise), (battle.attacker.first_limit, battle.defender.first_limit)
        if plan.deed is Deed.FIGHT:
            self.first_round = self._rolled(state, plan, cards, bonus, most)[1]
        return self._step(state, plan, cards, bonus, most)

    def _explore(self, first: Step) -> list[Step]:
        steps: list[Step] = []
        known: set[State] = set()
        open_steps = [first]
        while open_steps:
            step = open_steps.pop()
            following = [*(pair for pair, _ in step.clash.onward), *([step.legions] if step.clash.unchanged else [])]
            for pair in following:
                state = (*pair, step.supply_after)
                if state not in known:
                    known.add(state)
                    later = self._step(state, self._best.plan(state))
                    steps.append(later)
                    open_steps.append(later)
        return steps

    def _rolled(
        self, state: State, plan: Plan, cards: Supply, bonus: int, most: Supply
    ) -> tuple[Supply, NetHitChances]:
        """Return the reinforcements left after a roll, and the chances of its net hits."""
        best = self._best
        _, defender, supply = state
        joining = best.joining(plan.fighting, defender, supply, cards, most)
        used = cards[0] + joining[0], cards[1] + joining[1]
        after = supply[0] - joining[0], supply[1] - joining[1]
        return after, best.chances(plan.fighting, defender, used, bonus, most)

    def _step(self, state: State, plan: Plan, cards: Supply = (0, 0), bonus: int = 0, most: Supply = ANY_DICE) -> Step:
        best = self._best
        attacker, defender, supply = state
        if plan.deed is not Deed.FIGHT:
            return Step((attacker, defender), without_dice((plan.fighting, defender)), supply, supply)
        after, net_hits = self._rolled(state, plan, cards, bonus, most)
        chances: dict[Pair, float] = {}
        for on_defender, row in enumerate(net_hits):
            for on_attacker, chance in enumerate(row):
                if chance:
                    pair = best.losses(plan.fighting, defender, on_attacker, on_defender, after)[1]
                    chances[pair] = chances.get(pair, 0.0) + chance
        ends = tuple([(pair, chance) for pair, chance in chances.items() if self._over(pair, after)])
        for pair, _ in ends:
            del chances[pair]
        unchanged = chances.pop((attacker, defender), 0.0)
        leave = sum([chance for _, chance in ends])
        return Step((attacker, defender), Clash(unchanged, tuple(chances.items()), ends, leave), supply, after)

    def _over(self, pair: Pair, supply: Supply) -> bool:
        return NOBODY in pair or self._best.plan((*pair, supply)).deed is Deed.STOP

    def _potential(self, step: Step) -> int:
        """Return a number that every change of the state makes smaller."""
        attacker, defender = step.legions
        endurance = self.attackers.legions[attacker].endurance + self.defenders.legions[defender].endurance
        return endurance + sum(step.supply)
