"""A battle as the solver takes it: two sides, the place, and how both conduct themselves."""

from enum import StrEnum
from typing import Final, NamedTuple

from companion.content.terms import Faction
from companion.frozen import record
from companion.rules.odds.casualties import CasualtyPolicy
from companion.rules.odds.dice import MAX_DICE
from companion.rules.odds.leaders import leader_values
from companion.rules.odds.legion import Legion
from companion.rules.odds.round import Strength


class AttackerPolicy(StrEnum):
    """When the attacker stops (BATTLE-8); `optimal`: when that is best for the goal of the battle."""

    MAHDI = "mahdi"
    TO_THE_END = "to_the_end"
    OPTIMAL = "optimal"


class DefenderPolicy(StrEnum):
    """When the defender retreats (BATTLE-9); `optimal`: when that is best for the goal of the battle."""

    NEVER_RETREAT = "never_retreat"
    OPTIMAL = "optimal"


class Measure(StrEnum):
    """What the strength of a legion is measured by: fine power (MAHDI-CP-1) or units."""

    POWER = "power"
    UNITS = "units"

    def of(self, legion: Legion) -> int:
        """Return the strength of a legion."""
        return legion.fine_power if self is Measure.POWER else legion.units


class StopBelow(NamedTuple):
    """The attacker stops as soon as he is weaker than `strength`; asked after every round, not before the first."""

    strength: int
    measure: Measure = Measure.POWER


class RetreatAt(NamedTuple):
    """The defender retreats, once the attacker goes on, when he has `strength` left or less (BATTLE-9)."""

    strength: int
    measure: Measure = Measure.POWER


AttackerConduct = AttackerPolicy | StopBelow
DefenderConduct = DefenderPolicy | RetreatAt


FIELD_WORTH, RANK_WORTH = 2, 4
"""What winning, and each rank of a settlement that stands or falls with it, weigh in fine power (`Battle.stakes`)."""


class Goal(StrEnum):
    """What an optimal side wants: to win, and among equal chances the better balance; or the balance alone; or both
    weighed, where a settlement at stake counts by its rank (`Battle.stakes`).

    The balance is the expected fine power that it has left less that of the opponent.
    """

    WIN = "win"
    POWER = "power"
    STAKES = "stakes"


class Opening(StrEnum):
    """Where a battle is taken up: before a roll, before the attacker decides to go on, before the defender does.

    At RETREAT the attacker has decided to go on and has paid for it (BATTLE-8).
    """

    ROLL = "roll"
    CONTINUE = "continue"
    RETREAT = "retreat"


class Ending(StrEnum):
    """How a battle ends (BATTLE-10)."""

    DEFENDER_DESTROYED = "defender_destroyed"
    ATTACKER_DESTROYED = "attacker_destroyed"
    ATTACKER_STOPPED = "attacker_stopped"
    BOTH_DESTROYED = "both_destroyed"
    DEFENDER_RETREATED = "defender_retreated"


ATTACKER_WINS: Final = frozenset({Ending.DEFENDER_DESTROYED, Ending.DEFENDER_RETREATED})
DEFENDER_WINS: Final = frozenset({Ending.ATTACKER_DESTROYED, Ending.ATTACKER_STOPPED})


@record
class Side:
    """One side of a battle.

    `cards` help in the first round only, `reinforcements` in every round while they last (BATTLE-3,
    MAHDI-BATTLE-1); `rank` is that of the own settlement there, 0 without one. `regulars` are all regular figures
    that the side can ever have in the legion, those in the supply included; None: they never run short (BATTLE-7).
    `extra` are dice that a card adds to every roll, `first_limit` is the most that a card allows in the next one.
    """

    faction: Faction
    legion: Legion
    casualties: CasualtyPolicy
    cards: int = 0
    reinforcements: int = 0
    rank: int = 0
    regulars: int | None = None
    extra: int = 0
    first_limit: int = MAX_DICE

    def dice(self, legion: Legion, cards: int = 0, most: int = MAX_DICE) -> int:
        """Return how many dice this legion of the side rolls with `cards`, at most `most` (BATTLE-4)."""
        return min(most, legion.units + self.rank + self.extra + cards)

    def strength(self, legion: Legion, cards: int, bonus_specials: int = 0, most: int = MAX_DICE) -> Strength:
        """Return what this legion of the side brings into a round with `cards`.

        Leaders beyond the specials that can turn up are left out, so that more rounds are alike.
        """
        dice = self.dice(legion, cards, most)
        return Strength(
            dice=dice,
            leaders=leader_values(self.faction, legion.generic + legion.escorts, legion.named)[: dice + bonus_specials],
            special_elites=legion.special,
            bonus_specials=bonus_specials,
        )


@record
class Battle:
    """A battle before its first round, all tokens revealed (BATTLE-2), or taken up later at its `opening`.

    `rounds` is the most rounds that the attacker fights, None for no limit. The settlement is the defender's
    and its rank is `defender.rank`. `goal` is that of the side with an optimal policy. `spared`: a card lets the
    attacker go on without a hit. Cards and surprise count in the next roll.
    """

    attacker: Side
    defender: Side
    surprise: bool
    attacker_policy: AttackerConduct
    defender_policy: DefenderConduct
    rounds: int | None
    goal: Goal = Goal.WIN
    opening: Opening = Opening.ROLL
    spared: bool = False

    @property
    def stakes(self) -> int:
        """What winning is worth in fine power, for the goal that weighs it: the field, and a settlement by its rank.

        A settlement that falls moves supremacy or all prescience markers by its rank (SETTLE-3), which is worth about
        an elite unit with a leader a step. No rule says so: it is a judgement, good enough to weigh a last stand.
        """
        return FIELD_WORTH + RANK_WORTH * self.defender.rank

    @property
    def continuing_costs_a_hit(self) -> bool:
        """True when the attacker takes a hit before each further round (BATTLE-8, MAHDI-BATTLE-3)."""
        return self.defender.rank > 0 and self.attacker_policy is not AttackerPolicy.MAHDI and not self.spared

    @property
    def attacker_chooses(self) -> bool:
        """True when a policy of the attacker is to be the best one."""
        return self.attacker_policy is AttackerPolicy.OPTIMAL or self.attacker.casualties is CasualtyPolicy.OPTIMAL

    @property
    def defender_chooses(self) -> bool:
        """True when a policy of the defender is to be the best one."""
        return self.defender_policy is DefenderPolicy.OPTIMAL or self.defender.casualties is CasualtyPolicy.OPTIMAL

    def declines(self, attacker: Legion, defender: Legion) -> bool:
        """Return whether the attacker breaks off before the first roll (MAHDI-BATTLE-3, R-28)."""
        return self.attacker_policy is AttackerPolicy.MAHDI and self.stops(attacker, defender)

    def stops(self, attacker: Legion, defender: Legion) -> bool:
        """Return whether the attacker breaks off instead of a further roll (BATTLE-8); an optimal one does not here."""
        if self.attacker_policy is AttackerPolicy.MAHDI:
            return 2 * attacker.fine_power <= defender.fine_power
        if isinstance(self.attacker_policy, StopBelow):
            return self.attacker_policy.measure.of(attacker) < self.attacker_policy.strength
        return False

    def retreats(self, defender: Legion) -> bool:
        """Return whether the defender retreats when the attacker goes on; an optimal one does not here."""
        policy = self.defender_policy
        return isinstance(policy, RetreatAt) and policy.measure.of(defender) <= policy.strength
