"""A game at one moment, as those see it who ask."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion.rules.state import State
from companion.service.chance import Chance
from companion.service.secrets import ALL_EYES, Eyes, SeenGames, with_secrets
from companion.service.settings import GameSettings
from companion.store import GameRecord, Timeline
from solo_bot.ahead import Face, look_ahead, their_turn
from solo_bot.cards.options import CardOrder
from solo_bot.levels.cards import next_card_order
from solo_bot.levels.traits import Level
from solo_bot.orders import Order, next_order


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game at one moment: its record, its log folded, and chance at this place of the log.

    As ``eyes`` see it: without the secrets of others in any of its positions and events, and without its seed. The
    rolls of the app and the decisions of the opponent are those of the game itself all the same (``seen``).
    """

    game: GameRecord
    timeline: Timeline
    settings: GameSettings
    eyes: Eyes = ALL_EYES
    _whole: "Loaded | None" = field(default=None, repr=False)

    @property
    def seq(self) -> int:
        """The place in the log that a change has to expect."""
        return self.timeline.seq

    @property
    def state(self) -> State:
        """The position."""
        return self.timeline.state

    @property
    def chance(self) -> Chance:
        """The rolls that the app would make now."""
        return self.chance_at(self.seq)

    def chance_at(self, seq: int) -> Chance:
        """The rolls that the app would have made at a place of the log."""
        return Chance((self._whole or self).game.seed, seq)

    def seen(self, eyes: Eyes) -> "Loaded":
        """Returns the game, which was loaded whole, as ``eyes`` see it: those that see everything also see its seed."""
        if eyes == ALL_EYES:
            return self
        timeline = _SEEN.timeline(self.game.id, self.timeline, eyes)
        return Loaded(replace(self.game, seed=0), timeline, self.settings, eyes, self)

    def order(self, state: State | None = None) -> Order | None:
        """Returns what the opponent of this game does now, or in another position of it; None when nothing is to do."""
        settings, whole = self.settings, self._whole or self
        return _decided(self._true(state), settings.level, whole.game.seed, settings.decide_for_me)

    def ahead(self, state: State) -> tuple[Face, ...]:
        """Returns what the opponent of this game would do with each face of its die if the turn ended at ``state``.

        Answered from what these eyes see alone, so that it tells nobody what they may not know: where the opponent
        would look at something hidden, it asks. Empty when it rolls no die.
        """
        settings, theirs = self.settings, their_turn(state)
        if theirs is None:
            return ()
        return _foreseen(theirs, settings.level, (self._whole or self).game.seed, settings.decide_for_me)

    def card_order(self, state: State | None = None) -> CardOrder:
        """Returns what comes next of the planning card in progress; raises ValueError when there is none."""
        settings, whole = self.settings, self._whole or self
        return next_card_order(self._true(state), settings.level, whole.game.seed, decide_for_me=settings.decide_for_me)

    def _true(self, state: State | None) -> State:
        """The position, or another one made from it, with what these eyes do not see: the opponent knows more."""
        whole = self._whole or self
        return whole.state if state is None else with_secrets(state, whole.state, self.eyes)


_SEEN = SeenGames()


@lru_cache(maxsize=32)
def _decided(state: State, level: Level, seed: int, for_me: bool) -> Order | None:
    """One decision: a page asks for it in its head, in its blocks and for the display."""
    return next_order(state, level, seed, decide_for_me=for_me)


@lru_cache(maxsize=32)
def _foreseen(state: State, level: Level, seed: int, for_me: bool) -> tuple[Face, ...]:
    """One look ahead: the position as it is stays the same while the player tries one move after the other."""
    return look_ahead(state, level, seed, decide_for_me=for_me)
