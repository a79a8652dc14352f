"""What is decided when a game is made."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import cast

from companion.rules.state import Mode, Rules
from companion.rules.unwritten import unwritten
from companion.store.shapes import codec_of, from_text, to_text
from solo_bot.levels.traits import Level

MAX_NAME = 40


class DiceBy(StrEnum):
    """Who rolls the dice and draws the cards: the people at the table, or the app."""

    HAND = "hand"
    APP = "app"


class SetUp(StrEnum):
    """How the board is laid out: step by step with what the table shows, or with figures that the app assumes.

    TRACKERS: not at all; the app keeps tracks, dice and cards only.
    """

    GUIDED = "guided"
    QUICK = "quick"
    TRACKERS = "trackers"


class Hints(StrEnum):
    """How much the app says about chances in battles: chances with advice, chances alone, or nothing."""

    ADVICE = "advice"
    CHANCES = "chances"
    NONE = "none"


class Played(StrEnum):
    """What a game is: one that counts, a battle to practise, or a copy of a game in which something else is tried."""

    GAME = "game"
    PRACTICE = "practice"
    WHAT_IF = "what-if"


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The choices of the new game form.

    ``level``: how the opponent chooses. ``decide_for_me``: where the rules leave the player several equal options, the
    app picks the best one for Atreides (MAHDI-0). How many share the Atreides is ``rules.partners``.
    ``hints``: how much any device of the game may say about chances; ``clock``: the devices show for how long a side is
    waited for; ``ahead``: the player may look at what the opponent would do with each face of its die; ``hint``: and
    ask what to do; ``waiting_watch``: a device that waits to be let in watches meanwhile. These and the level can be
    changed later; ``level_changes``: from which place of the log on which
    level held, in order, empty while it is the one of the beginning. ``came_from``: the place from which the game was
    moved here. ``played``: what it is; only a game counts in statistics. ``expansions``: what it is played with (DW-1).
    """

    name: str
    mode: Mode = Mode.SOLO
    rules: Rules = field(default_factory=Rules)
    dice: DiceBy = DiceBy.HAND
    set_up: SetUp = SetUp.GUIDED
    level: Level = Level.MAHDI
    level_changes: tuple[tuple[int, Level], ...] = ()
    decide_for_me: bool = False
    hints: Hints = Hints.ADVICE
    clock: bool = False
    ahead: bool = True
    hint: bool = False
    waiting_watch: bool = False
    came_from: str = ""
    played: Played = Played.GAME
    expansions: tuple[str, ...] = unwritten(())

    @property
    def counts(self) -> bool:
        """Whether the game belongs into statistics and logs of plays."""
        return self.played is Played.GAME

    def with_level(self, level: Level, seq: int) -> "GameSettings":
        """Returns the settings with another level from the place ``seq`` of the log on; the change is kept."""
        if level is self.level:
            return self
        before = self.level_changes or ((0, self.level),)
        return replace(self, level=level, level_changes=(*before, (seq, level)))

    def begun_at(self, seq: int | None) -> "GameSettings":
        """Returns the settings of a game that begins as this one stood at a place of the log; None: as it stands."""
        level = self.level
        if seq is not None:
            level = next((one for at, one in reversed(self.level_changes) if at <= seq), level)
        return replace(self, level=level, level_changes=())

    def to_text(self) -> str:
        """Returns the settings as JSON."""
        return to_text(_CODEC.encode(self))

    @classmethod
    def from_text(cls, text: str) -> "GameSettings":
        """Returns the settings written by ``to_text``; raises DecodeError."""
        return _read(text)


@lru_cache(maxsize=256)
def _read(text: str) -> GameSettings:
    # Every request reads the settings of its game, some more than once.
    return cast(GameSettings, _CODEC.decode(from_text(text)))


_CODEC = codec_of(GameSettings)
