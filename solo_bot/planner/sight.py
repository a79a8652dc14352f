"""What an Atreides player knows of a game, and worlds drawn anew in everything that is hidden from them."""

from random import Random

from companion.content import PRESCIENCE_CARDS
from companion.frozen import record, replace
from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.simulation.truth import Truth


@record
class Sight:
    """A position as the Atreides see it: ranks they looked at are those of ``state``, its objective is theirs.

    ``open_cards``: the revealed prescience cards by name, as far as somebody told.
    """

    state: State
    open_cards: tuple[str, ...] = ()

    @classmethod
    def of(cls, state: State) -> "Sight":
        """Returns what the app knows of the player's sight; everything of the other side that is hidden is left out."""
        return cls(_without_secrets(state), tuple(card for card in state.cards.open if card in PRESCIENCE_CARDS))

    @classmethod
    def in_simulation(cls, state: State, truth: Truth) -> "Sight":
        """Returns the sight of the player in a simulated game, who has looked at all that Atreides may look at."""
        known = tuple(replace(sietch, rank=truth.ranks[sietch.area]) for sietch in state.sietches)
        return cls(_without_secrets(replace(state, sietches=known)), tuple(truth.revealed))

    def world(self, random: Random) -> tuple[State, Truth]:
        """Returns a position and a truth that this sight leaves possible: what is hidden is drawn from ``random``."""
        truth = Truth(random)
        truth.bring_in_line(self.state, self.open_cards)
        objectives = self.state.hidden.objectives or (truth.objective,)
        truth.objective = objectives[0]
        known = tuple(replace(sietch, rank=truth.ranks[sietch.area]) for sietch in self.state.sietches)
        hidden = replace(self.state.hidden, objectives=objectives)
        return replace(self.state, sietches=known, hidden=hidden), truth


def _without_secrets(state: State) -> State:
    """Leaves out what no Atreides player may know, should somebody have told the app."""
    hands = ((), state.cards.hands[ATREIDES])
    return replace(state, cards=replace(state.cards, hands=hands)) if state.cards.hands[HARKONNEN] else state
