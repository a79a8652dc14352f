"""Who waits for news of which game: the meeting point of the threads that change games and those that hold streams.

News that nobody has taken yet are replaced by later ones: a listener wants to know where the game stands, not how it
got there. Each open stream keeps a thread of the server for itself, so their number is limited.
"""

from collections import Counter
from enum import Enum
from threading import Condition
from typing import Self

from companion.service import Published

PER_GAME, IN_TOTAL = 16, 24
"""Open streams. The server has 40 threads: at least 16 are left for everything else."""


class Woken(Enum):
    """Why a wait ended: there are news, nothing happened for so long, or the server stops."""

    NEWS = "news"
    SILENCE = "silence"
    CLOSED = "closed"


class Full(Exception):
    """No further stream is possible at present; whoever asks polls instead."""

    def __init__(self, game: str, streams: int) -> None:
        self.game = game
        self.streams = streams
        super().__init__(f"live: {streams} streams are open, the game {game} gets no further one")


class Hub:
    """The waiting streams of all games; safe to share between threads."""

    def __init__(self, per_game: int = PER_GAME, in_total: int = IN_TOTAL) -> None:
        """Allows so many streams of one game and of all games together."""
        self._per_game = per_game
        self._in_total = in_total
        self._changed = Condition()
        self._news: dict[str, int] = {}
        self._open: Counter[str] = Counter()
        self._closed = False

    @property
    def streams(self) -> int:
        """How many streams are open."""
        with self._changed:
            return self._open.total()

    @property
    def games(self) -> tuple[str, ...]:
        """The games that somebody has a stream of."""
        with self._changed:
            return tuple(self._open)

    def publish(self, news: Published) -> None:
        """Wakes everybody who waits for this game: a listener of the Table."""
        with self._changed:
            if self._open[news.game]:
                self._news[news.game] = self._news.get(news.game, 0) + 1
                self._changed.notify_all()

    def close(self) -> None:
        """Ends every stream and lets no new one begin; called when the server stops."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def listen(self, game: str) -> "Subscription":
        """Returns a place among those who wait for this game; raises Full. The caller closes it."""
        with self._changed:
            total = self._open.total()
            if self._closed or self._open[game] >= self._per_game or total >= self._in_total:
                raise Full(game, total)
            self._open[game] += 1
            return Subscription(self, game, self._news.get(game, 0))

    def _wait(self, game: str, heard: int, seconds: float) -> tuple[int, Woken]:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._news.get(game, 0) != heard, seconds)
            news = self._news.get(game, 0)
            if self._closed:
                return news, Woken.CLOSED
            return news, Woken.SILENCE if news == heard else Woken.NEWS

    def _leave(self, game: str) -> None:
        with self._changed:
            self._open[game] -= 1
            if not self._open[game]:
                del self._open[game]
                self._news.pop(game, None)


class Subscription:
    """One stream's place; ``with`` gives it back at the end."""

    def __init__(self, hub: Hub, game: str, heard: int) -> None:
        """Made by ``Hub.listen``; ``heard`` counts the news up to now."""
        self._hub = hub
        self._game = game
        self._heard = heard
        self._left = False

    def wait(self, seconds: float) -> Woken:
        """Waits for news, at most so long, and returns what ended the wait."""
        self._heard, woken = self._hub._wait(self._game, self._heard, seconds)
        return woken

    def close(self) -> None:
        """Gives the place back; a second time does no harm."""
        if not self._left:
            self._left = True
            self._hub._leave(self._game)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
