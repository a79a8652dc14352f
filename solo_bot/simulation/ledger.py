"""Nothing is lost and nothing appears: the pieces of the box, counted after every batch of a simulated game.

What the state holds and what left the game for good, as the events tell it, make up the box. Units, generic leaders,
vehicles, worms and wormsigns need no ledger: their supply is what is not on the board, so they add up as long as the
audit finds no more of them there than the box holds (UNIT-2, VEH-2, WORM-1, WORM-3). Named leaders have a standing
each, which the audit compares with the board (LEADER-3).
"""

from collections import Counter
from collections.abc import Collection

from companion.board import SETTLEMENT_MASK, SIETCH_MASK
from companion.content import CARDS, PIECES
from companion.content.terms import Deck, Faction
from companion.rules.ask.decks import DECKS
from companion.rules.ask.tracks import dice_set_aside
from companion.rules.events import (
    CardPlayed,
    Event,
    FiguresRemoved,
    HandDiscarded,
    PrescienceClaimed,
    PrescienceCleared,
    StationTaken,
    StrongholdDestroyed,
    TokensRevealed,
)
from companion.rules.frames import CardFrame
from companion.rules.state import ATREIDES, HARKONNEN, HARKONNEN_DICE, Mode, State

DECKS_OF = {faction: tuple(index for index, deck in enumerate(DECKS) if deck.faction is faction) for faction in Faction}
CARDS_OF_A_FACTION = sum(PIECES[f"{deck.value}_card"].count for deck in Deck if deck.faction is HARKONNEN)
HARKONNEN_TOKENS = PIECES["harkonnen_black"].count + PIECES["harkonnen_silver"].count
ATREIDES_TOKENS = PIECES["atreides_starting_token"].count + PIECES["atreides_deployment_token"].count
PRESCIENCE_CARDS = PIECES["prescience_card"].count
STATIONS = PIECES["station"].count
ABOUT_PIECES = frozenset(
    {
        TokensRevealed,
        FiguresRemoved,
        StationTaken,
        StrongholdDestroyed,
        HandDiscarded,
        CardPlayed,
        PrescienceClaimed,
        PrescienceCleared,
    }
)
"""Events by which pieces leave the game: few of all."""


class Ledger:
    """Counts what has left the game; ``problems`` compares it and the state with the box."""

    def __init__(self) -> None:
        self._gone: Counter[str] = Counter()

    def note(self, events: Collection[Event]) -> None:
        """Takes in what happened."""
        if ABOUT_PIECES.isdisjoint(map(type, events)):
            return
        for event in [one for one in events if type(one) in ABOUT_PIECES]:
            match event:
                case TokensRevealed(faction=faction, tokens=count) if faction is ATREIDES:
                    self._gone["atreides tokens"] += count
                case FiguresRemoved(faction=faction, figures=figures) if faction is ATREIDES:
                    self._gone["atreides tokens"] += figures.tokens
                case StationTaken():
                    self._gone["stations"] += 1
                case StrongholdDestroyed(faction=faction):
                    self._gone["settlements" if faction is HARKONNEN else "sietches"] += 1
                case HandDiscarded(faction=faction, count=count):
                    # Harkonnen cards burnt in battle are unseen: no pile shows them.
                    self._gone[f"{faction.id} cards"] += count
                case CardPlayed():
                    self._gone["atreides cards"] += 1
                case PrescienceClaimed():
                    self._gone["prescience cards"] += 1
                case PrescienceCleared(count=count, reshuffled=False):
                    self._gone["prescience cards"] += count
                case _:
                    pass

    def problems(self, state: State) -> list[str]:
        """Returns what does not add up to the box, as text for a report; empty when all does."""
        counted = {
            "atreides tokens": (state.atreides_tokens + _tokens(state, ATREIDES), ATREIDES_TOKENS),
            "harkonnen tokens": (
                state.black_tokens + state.silver_tokens + _tokens(state, HARKONNEN),
                HARKONNEN_TOKENS,
            ),
            "stations": (state.stations.bit_count(), STATIONS),
            "settlements": (state.settlements.bit_count(), SETTLEMENT_MASK.bit_count()),
            "sietches": (len(state.sietches), SIETCH_MASK.bit_count()),
            "atreides cards": (_deck_sizes(state, ATREIDES) + state.cards.hand, CARDS_OF_A_FACTION),
            "prescience cards": (state.cards.prescience + state.cards.revealed, PRESCIENCE_CARDS),
            "harkonnen dice": (
                state.harkonnen_unused + len(state.harkonnen_spent) + dice_set_aside(state),
                HARKONNEN_DICE,
            ),
        }
        if state.mode is not Mode.SOLO:
            # Between people the Harkonnen have neither tokens nor dice that are set aside (UNIT-2, TURN-1).
            del counted["harkonnen tokens"]
        found = [
            f"{what}: {number} and {self._gone[what]} gone, the box holds {box}"
            for what, (number, box) in counted.items()
            if number + self._gone[what] != box
        ]
        cards, burnt = _harkonnen_cards(state), self._gone["harkonnen cards"]
        if not cards <= CARDS_OF_A_FACTION <= cards + burnt:
            # A deck of which all cards were burnt unseen is made again, for nobody knows which they are (MAHDI-CARD-6).
            found.append(f"harkonnen cards: {cards} and {burnt} burnt, the box holds {CARDS_OF_A_FACTION}")
        return found


def _tokens(state: State, faction: Faction) -> int:
    return sum(army.tokens for _, army in state.legions(faction))


def _deck_sizes(state: State, faction: Faction) -> int:
    first, second = DECKS_OF[faction]
    return state.cards.decks[first] + state.cards.decks[second]


def _harkonnen_cards(state: State) -> int:
    in_progress = sum(isinstance(frame, CardFrame) for frame in state.frames)
    beside = int(state.hawats_scheming_beside_board)
    open_cards = sum(CARDS[card].deck.faction is HARKONNEN for card in state.cards.discards)
    return _deck_sizes(state, HARKONNEN) + open_cards + state.reinforcements + in_progress + beside
