"""A battle as the solver takes it: two sides, the place, and how both conduct themselves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.content.terms import Faction
from companion.rules.odds.casualties import CasualtyPolicy
from companion.rules.odds.dice import MAX_DICE
from companion.rules.odds.leaders import leader_values
from companion.rules.odds.legion import Legion
from companion.rules.odds.round import Strength


class AttackerPolicy(StrEnum):
    """When the attacker stops (BATTLE-8); the values are those of FORMATS.md."""

    MAHDI = "mahdi"
    TO_THE_END = "to_the_end"


class DefenderPolicy(StrEnum):
    """When the defender retreats (BATTLE-9); the values are those of FORMATS.md."""

    NEVER_RETREAT = "never_retreat"


class Ending(StrEnum):
    """How a battle ends (BATTLE-10)."""

    DEFENDER_DESTROYED = "defender_destroyed"
    ATTACKER_DESTROYED = "attacker_destroyed"
    ATTACKER_STOPPED = "attacker_stopped"
    BOTH_DESTROYED = "both_destroyed"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a battle.

    `cards` help in the first round only, `reinforcements` in every round while they last (BATTLE-3,
    MAHDI-BATTLE-1); `rank` is that of the own settlement there, 0 without one.
    """

    faction: Faction
    legion: Legion
    casualties: CasualtyPolicy
    cards: int = 0
    reinforcements: int = 0
    rank: int = 0

    def dice(self, legion: Legion, extra: int = 0) -> int:
        """Return how many dice this legion of the side rolls with `extra` cards (BATTLE-4)."""
        return min(MAX_DICE, legion.units + self.rank + extra)

    def strength(self, legion: Legion, extra: int, bonus_specials: int = 0) -> Strength:
        """Return what this legion of the side brings into a round with `extra` cards.

        Leaders beyond the specials that can turn up are left out, so that more rounds are alike.
        """
        dice = self.dice(legion, extra)
        return Strength(
            dice=dice,
            leaders=leader_values(self.faction, legion.generic, legion.named)[: dice + bonus_specials],
            special_elites=legion.special,
            bonus_specials=bonus_specials,
        )


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle before its first round, all tokens revealed (BATTLE-2).

    `rounds` is the most rounds that the attacker fights, None for no limit. The settlement is the defender's
    and its rank is `defender.rank`.
    """

    attacker: Side
    defender: Side
    surprise: bool
    attacker_policy: AttackerPolicy
    defender_policy: DefenderPolicy
    rounds: int | None

    @property
    def continuing_costs_a_hit(self) -> bool:
        """True when the attacker takes a hit before each further round (BATTLE-8, MAHDI-BATTLE-3)."""
        return self.defender.rank > 0 and self.attacker_policy is not AttackerPolicy.MAHDI

    def stops(self, attacker: Legion, defender: Legion) -> bool:
        """Return whether the attacker breaks off before a roll (MAHDI-BATTLE-3, R-28)."""
        if self.attacker_policy is AttackerPolicy.MAHDI:
            return 2 * attacker.fine_power <= defender.fine_power
        return False
