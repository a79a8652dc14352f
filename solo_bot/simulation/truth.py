"""What lies facedown in a simulated game, and the dice: everything that a real table would show when it is asked."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from companion.board import AREA_NUMBER, SIETCH_MASK, members
from companion.content import (
    ASSUMPTIONS,
    CARDS,
    DECK_CARDS,
    DICE,
    PIECES,
    PRESCIENCE_CARDS,
    TACTICAL_CARDS,
    TRACKS,
)
from companion.content.terms import CombatFace, Deck, Faction, Marker, Result, Wormsign
from companion.rules.army import NOBODY, Army, force_army
from companion.rules.ask.decks import cards_left
from companion.rules.ask.dice import MOST_OF_A_RESULT, turned_dice
from companion.rules.ask.rounds import harvesting_card
from companion.rules.ask.turns import exhausted_results
from companion.rules.frames import Roll
from companion.rules.state import ATREIDES, HARKONNEN, State, Supply, supply
from solo_bot.levels.traits import TRAITS, Level
from solo_bot.simulation.hand import Hand
from solo_bot.simulation.temper import SCRIPT

T = TypeVar("T")
MIDDLE_RANK = 2
"""The rank of a sietch where those that were entered leave none over."""
UNPUBLISHED = "unpublished"
"""How the prescience cards that nobody has published are called here, with a number."""
AREA_OF_CARD = {card: AREA_NUMBER[record.sietch] for card, record in TACTICAL_CARDS.items()}


class Truth:
    """The hidden side of one game. All draws come from ``random``, so a seed fixes the game."""

    def __init__(self, random: Random) -> None:
        self.random = random
        ranks = [rank for rank, count in TRACKS.sietch_ranks.items() for _ in range(count)]
        self.ranks = dict(zip(members(SIETCH_MASK), self._shuffled(ranks), strict=True))
        self.objective = random.choice(ASSUMPTIONS.secret_objectives)
        self._atreides = self._shuffled(
            map(force_army, (*ASSUMPTIONS.atreides_starting_tokens, *ASSUMPTIONS.atreides_tokens))
        )
        self._black = self._shuffled(map(force_army, ASSUMPTIONS.harkonnen_black))
        self._silver = self._shuffled(map(force_army, ASSUMPTIONS.harkonnen_silver))
        self._harkonnen = (*self._black, *self._silver)
        self._stations = self._shuffled(marker for marker, count in ASSUMPTIONS.stations.items() for _ in range(count))
        self._wormsigns = tuple(face for face, count in ASSUMPTIONS.wormsigns.items() for _ in range(count))
        self._prescience = self._shuffled(_prescience_deck())
        self.revealed: list[str] = []
        """The prescience cards that lie open, in the order in which they were turned up."""
        self.level, self.lot = Level.MAHDI, 0
        """How the opponent plays, and the lot by which it settles what is equal."""
        self.temper = SCRIPT
        """How the Atreides weigh things."""
        # Drawn apart, so that a game in which nobody looks at the hand goes as it would without.
        self.hand = Hand(Random(f"{self.ranks} {self._prescience} {self._atreides}"))
        self.thoughts: object = None
        """What the Atreides made of the position that they looked at last; see ``Thoughts``."""

    def bring_in_line(self, state: State, open_cards: Sequence[str]) -> None:
        """Makes this one possible in the position ``state``: what is entered there holds, what left the game is gone.

        ``open_cards``: revealed prescience cards, as far as named.
        """
        entered = {sietch.area: sietch.rank for sietch in state.sietches if sietch.rank is not None}
        left = Counter(self.ranks.values()) - Counter(entered.values())
        drawn = self._shuffled(left.elements())
        for sietch in state.sietches:
            self.ranks[sietch.area] = entered.get(sietch.area) or (drawn.pop() if drawn else MIDDLE_RANK)
        tokens = state.atreides_tokens + sum(army.tokens for _, army in state.legions(ATREIDES))
        self._atreides = [self._atreides[number % len(self._atreides)] for number in range(tokens)]
        self._stations = self._stations[: state.stations.bit_count()]
        unnamed = self._shuffled(card for card in self._prescience if card not in open_cards)
        self.revealed = [*open_cards, *unnamed][: state.cards.revealed]
        face_down = [card for card in unnamed if card not in self.revealed]
        self._prescience = face_down[: state.cards.prescience]

    def _shuffled(self, items: Iterable[T]) -> list[T]:
        result = list(items)
        self.random.shuffle(result)
        return result

    def station(self) -> Marker:
        """Returns the symbol of the next station token."""
        return self._stations.pop()

    def wormsign(self) -> Wormsign:
        """Returns what a turned wormsign shows."""
        return self.random.choice(self._wormsigns)

    def tactical(self, state: State) -> str:
        """Returns a tactical card that was not turned up this round.

        When those name no sietch that stands any more, any but the harvesting card comes (R-1).
        """
        drawn, first = state.cards.tactical, harvesting_card(state)
        left = [card for card in TACTICAL_CARDS if card not in drawn]
        if first is not None and not any(state.sietch(AREA_OF_CARD[card]) for card in left):
            left = [card for card in TACTICAL_CARDS if card != first]
        return self.random.choice(left)

    def atreides_dice(self, dice: int) -> tuple[tuple[Result, ...], tuple[Result, ...]]:
        """Returns what Atreides dice show, and that roll with the dice too many turned, as somebody chose (ACT-1)."""
        rolled = tuple(self.random.choice(ASSUMPTIONS.atreides_action_die) for _ in range(dice))
        return rolled, self.random.choice(turned_dice(rolled, MOST_OF_A_RESULT))

    def harkonnen_die(self, state: State) -> Result:
        """Returns a rolled Harkonnen result that is not shown by three spent dice (MAHDI-TURN-1)."""
        exhausted = exhausted_results(state)
        faces = [face for face in DICE.harkonnen_action if face not in exhausted]
        rolled = self.random.choice(faces)
        return self.random.choice(faces) if rolled in TRAITS[self.level].again else rolled

    def combat_faces(self, dice: int) -> tuple[CombatFace, ...]:
        """Returns rolled combat dice."""
        return tuple(self.random.choices(DICE.combat, k=dice))

    def combat_roll(self, dice: int, bonus: int) -> Roll:
        """Returns rolled combat dice as counted faces."""
        faces = self.combat_faces(dice)
        hit, shield, special = (faces.count(face) for face in CombatFace)
        return Roll(hit, shield, special, bonus)

    def card(self, state: State, deck: Deck) -> str:
        """Returns a Harkonnen planning card of ``deck``: one that does not lie face up, or any of those that do when
        the deck is empty and has to be made of them again (MAHDI-CARD-6)."""
        seen = state.cards.discards
        if cards_left(state, deck):
            left = [card.id for card in DECK_CARDS[deck] for _ in range(card.copies - seen.count(card.id))]
        else:
            left = [card for card in seen if CARDS[card].deck is deck]
        return self.random.choice(left or [card.id for card in DECK_CARDS[deck]])

    def starting_figures(self) -> Army:
        """Returns what one black and one silver starting token show together (SETUP-2)."""
        return self._black.pop() + self._silver.pop()

    def tokens(self, state: State, faction: Faction, count: int = 1) -> Army:
        """Returns the figures of ``count`` facedown tokens together, no more than the supply holds (UNIT-2).

        Of Atreides tokens it is the same again until they are turned: who only thinks of it takes none away.
        """
        left, total = supply(state, faction), NOBODY
        for token in self._tokens(faction, count):
            figures = within(left, token)
            total += figures
            left = Supply(
                left.regular - figures.regular,
                left.elite - figures.elite,
                left.special - figures.special,
                left.generic - figures.generic,
            )
        return total

    def _tokens(self, faction: Faction, count: int) -> list[Army]:
        # Harkonnen tokens go back to a pool that is shuffled; a turned Atreides token leaves the game.
        if faction is HARKONNEN:
            return [self.random.choice(self._harkonnen) for _ in range(count)]
        return self._atreides[: -count - 1 : -1]

    def turn_atreides_tokens(self, count: int) -> None:
        """Takes ``count`` turned tokens out of the game; IndexError when so many were never in it."""
        for _ in range(count):
            self._atreides.pop()

    def reveal_prescience(self, count: int) -> None:
        """Turns up ``count`` prescience cards."""
        for _ in range(count):
            self.revealed.append(self._prescience.pop())

    def clear_prescience(self, count: int, *, reshuffled: bool) -> None:
        """Takes away the ``count`` cards turned up last: back into the deck, or out of the game."""
        kept = len(self.revealed) - count
        gone, self.revealed = self.revealed[kept:], self.revealed[:kept]
        if reshuffled:
            self._prescience = self._shuffled([*self._prescience, *gone])

    def claim(self, card: str | None) -> None:
        """Takes a claimed card out of the game (PRES-3); None: one that nobody has published."""
        self.revealed.remove(card or next(name for name in self.revealed if name not in PRESCIENCE_CARDS))


def _prescience_deck() -> list[str]:
    known = list(PRESCIENCE_CARDS)
    unknown = PIECES["prescience_card"].count - len(known)
    return [*known, *(f"{UNPUBLISHED}_{number}" for number in range(1, unknown + 1))]


def within(left: Supply, figures: Army) -> Army:
    """Returns ``figures`` cut down to what is left; at least one unit of any kind where the box still has one."""
    cut = Army(
        min(figures.regular, left.regular),
        min(figures.elite, left.elite),
        min(figures.special, left.special),
        0,
        min(figures.generic, left.generic),
    )
    if cut.units:
        return cut
    if left.regular:
        return cut + Army(regular=1)
    if left.elite:
        return cut + Army(elite=1)
    return cut + Army(special=1) if left.special else cut


def within_supply(state: State, faction: Faction, figures: Army) -> Army:
    """Returns ``figures`` cut down to the supply of ``state``."""
    return within(supply(state, faction), figures)
