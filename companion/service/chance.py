"""Chance: every roll that the app makes.

A roll depends on the game's seed, the place in its log and its purpose, and on nothing else: a request that is sent
twice rolls the same. What is rolled goes into a command, so it is recorded like a roll of real dice.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from companion.content import ASSUMPTIONS, DICE, TACTICAL_CARDS
from companion.content.cards import PlanningCard
from companion.content.terms import CombatFace, Marker, Result, Wormsign
from companion.rules.frames import Roll
from companion.rules.state import State

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Chance:
    """The rolls of one game at one place in its log."""

    seed: int
    seq: int

    def random(self, purpose: str) -> Random:
        """Returns a generator for one purpose, the same one each time."""
        digest = hashlib.sha256(f"{self.seed}/{self.seq}/{purpose}".encode()).digest()
        return Random(digest)

    def harkonnen_die(self, state: State, again: Collection[Result] = ()) -> Result:
        """Rolls one Harkonnen die; a result that 3 spent dice show is rolled again (MAHDI-TURN-1).

        ``again``: results that the level of the game rolls once more (MAHDI-0).
        """
        random = self.random("harkonnen_die")
        faces = [face for face in DICE.harkonnen_action if state.harkonnen_spent.count(face) < DICE.reroll_at]
        rolled = random.choice(faces)
        return random.choice(faces) if rolled in again else rolled

    def harkonnen_dice(self, count: int) -> tuple[Result, ...]:
        """Rolls ``count`` Harkonnen dice together, limit not applied (ACT-1), as where people play the faction."""
        random = self.random("harkonnen_dice")
        return tuple(random.choice(DICE.harkonnen_action) for _ in range(count))

    def atreides_dice(self, count: int) -> tuple[Result, ...]:
        """Rolls ``count`` Atreides dice, limit not applied (ACT-1); their faces are an assumption."""
        random = self.random("atreides_dice")
        return tuple(random.choice(ASSUMPTIONS.atreides_action_die) for _ in range(count))

    def combat_faces(self, count: int, purpose: str) -> tuple[CombatFace, ...]:
        """Rolls ``count`` combat dice; ``purpose`` tells apart rolls at the same place, such as the two sides."""
        random = self.random(f"combat/{purpose}")
        return tuple(random.choice(DICE.combat) for _ in range(count))

    def combat(self, count: int, purpose: str, bonus: int = 0) -> Roll:
        """Rolls ``count`` combat dice and counts their faces; ``bonus`` specials come from surprise (BATTLE-4)."""
        faces = self.combat_faces(count, purpose)
        hit, shield, special = (faces.count(face) for face in (CombatFace.HIT, CombatFace.SHIELD, CombatFace.SPECIAL))
        return Roll(hit, shield, special, bonus)

    def tactical(self, drawn: Sequence[str]) -> str:
        """Draws a tactical card that is not among ``drawn`` (MAHDI-START-2); raises ValueError when none is left."""
        left = [card for card in TACTICAL_CARDS if card not in drawn]
        if not left:
            raise ValueError("tactical: no card is left to draw")
        return self.random(f"tactical/{len(drawn)}").choice(left)

    def planning_card(self, left: Sequence[PlanningCard], discards: Sequence[str]) -> str:
        """Draws one of the cards ``left`` in a deck, each as often as copies of it are not discarded face up.

        Cards discarded unseen may be any of them, so they change no chance. Raises ValueError when none is left.
        """
        cards = [card.id for card in left for _ in range(max(1, card.copies - discards.count(card.id)))]
        if not cards:
            raise ValueError("cards: no card is left to draw")
        return self.random("planning_card").choice(cards)

    def planning_deck(self, cards: Sequence[PlanningCard]) -> tuple[str, ...]:
        """Returns a deck of the app's own, shuffled once for the whole game: the first card is drawn first.

        The place in the log does not matter: a draw that is taken back brings the same card again.
        """
        deck = [card.id for card in cards for _ in range(card.copies)]
        replace(self, seq=0).random(f"deck/{cards[0].deck.value}").shuffle(deck)
        return tuple(deck)

    def wormsign(self, area: int, turned: Sequence[Wormsign] = ()) -> Wormsign:
        """Turns a wormsign; ``turned`` are those already turned in this step. How many of each is an assumption."""
        return _draw(self.random(f"wormsign/{area}"), ASSUMPTIONS.wormsigns, turned)

    def station(self, taken: Sequence[Marker]) -> Marker:
        """Turns a station token; ``taken`` are those turned before. How many of each is an assumption."""
        return _draw(self.random(f"station/{len(taken)}"), ASSUMPTIONS.stations, taken)


def _draw(random: Random, bag: Mapping[T, int], gone: Sequence[T]) -> T:
    left = [token for token, count in bag.items() for _ in range(count - gone.count(token))]
    if not left:
        raise ValueError(f"{next(iter(bag))}: no token is left to draw")
    return random.choice(left)
