"""Settlements as prey: how much nearer to a conquest each area is for a strong legion of the Atreides."""

from companion.board import SETTLEMENT_RANK, members
from companion.rules.army import Army
from solo_bot.simulation.outlook import Outlook, Side
from solo_bot.simulation.temper import Temper


def is_host(army: Army, temper: Temper) -> bool:
    """True for a legion that is strong enough to go for settlements."""
    return army.units + army.tokens >= temper.host


def chance(prospects: float, temper: Temper) -> float:
    """Returns how likely a conquest is, from 0 to 1."""
    return min(1.0, max(0.0, (prospects - temper.vain) / (temper.sure - temper.vain)))


class Hunt:
    """What the settlements are worth to one legion, less with each step that they are away."""

    def __init__(self, outlook: Outlook, army: Army) -> None:
        self._preys: list[tuple[float, tuple[int, ...]]] = []
        self._at: dict[int, float] = {}
        temper = outlook.temper
        self._fading = temper.fading
        own = Side(army, 0, outlook.state.cards.hand, surprise=1)
        for prey in members(outlook.state.settlements):
            worth = temper.settlement * SETTLEMENT_RANK[prey] * chance(outlook.against(own, prey), temper)
            if worth > 0:
                way = outlook.ride_steps if temper.rides else outlook.steps
                self._preys.append((worth, way(1 << prey)))

    def at(self, area: int) -> float:
        """Returns what the best prey is worth from ``area``."""
        found = self._at.get(area)
        if found is None:
            found = self._at[area] = max(
                (worth * self._fading ** steps[area] for worth, steps in self._preys), default=0.0
            )
        return found
