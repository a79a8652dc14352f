"""Who waits for news of which game: the meeting point of the threads that change games and those that hold streams.

A place either waits for news with the thread that asks, or has them pushed to it (``push_to``) by whoever publishes;
the server's own thread of streams does the latter for all of them. Places are limited, so that nobody takes all.
"""

from collections import Counter
from collections.abc import Callable, Collection
from enum import Enum
from threading import Condition
from typing import Self

from companion.service import Published

PER_GAME, IN_TOTAL = 64, 1000
"""Open streams. They cost memory and a connection each, and no thread."""
PER_DEVICE, PER_ADDRESS = 6, 32
"""Of one device: its pages in several tabs. Of one address: a household, or a club behind one connection."""
THREADS = 16
"""Streams that keep a thread each: those of servers that cannot push."""

Push = Callable[[int | None], None]
"""Is told the place in the log that a game has reached, None at the end. Called by the thread that publishes."""


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
        self._open: dict[str, set[Subscription]] = {}
        self._devices: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._total = self._waiting = 0
        self._closed = False

    @property
    def streams(self) -> int:
        """How many streams are open."""
        with self._changed:
            return self._total

    @property
    def games(self) -> tuple[str, ...]:
        """The games that somebody has a stream of."""
        with self._changed:
            return tuple(self._open)

    def publish(self, news: Published) -> None:
        """Tells everybody who waits for this game: a listener of the Table."""
        with self._changed:
            if news.game not in self._open:
                return
            self._news[news.game] = self._news.get(news.game, 0) + 1
            self._changed.notify_all()
            pushed = self._pushed(news.game)
        for push in pushed:
            push(news.seq)

    def close(self) -> None:
        """Ends every stream and lets no new one begin; called when the server stops."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            pushed = [push for game in self._open for push in self._pushed(game)]
        for push in pushed:
            push(None)

    def keep(self, game: str, devices: Collection[str] = ()) -> None:
        """Ends the streams of a game but those of these devices: whoever still has a seat comes again."""
        with self._changed:
            cut = [place for place in self._open.get(game, ()) if place.device not in devices]
            for place in cut:
                place._cut = True
            self._changed.notify_all()
            pushed = [place._push for place in cut if place._push is not None]
        for push in pushed:
            push(None)

    def listen(self, game: str, device: str = "", address: str | None = None, waits: bool = False) -> "Subscription":
        """Returns a place among those who wait for this game; raises Full. The caller closes it.

        ``device`` and ``address`` have a limit each, where they are given; so have places whose thread ``waits``.
        """
        with self._changed:
            if (
                self._closed
                or self._total >= self._in_total
                or len(self._open.get(game, ())) >= self._per_game
                or (device and self._devices[device] >= PER_DEVICE)
                or (address and self._addresses[address] >= PER_ADDRESS)
                or (waits and self._waiting >= THREADS)
            ):
                raise Full(game, self._total)
            place = Subscription(self, game, self._news.get(game, 0), device, address, waits)
            self._open.setdefault(game, set()).add(place)
            self._count(place, 1)
            return place

    def _pushed(self, game: str) -> list[Push]:
        return [place._push for place in self._open[game] if place._push is not None]

    def _count(self, place: "Subscription", change: int) -> None:
        self._total += change
        self._waiting += change * place.waits
        for counter, name in ((self._devices, place.device), (self._addresses, place.address)):
            if name:
                counter[name] += change
                if not counter[name]:
                    del counter[name]

    def _push_to(self, place: "Subscription", push: Push) -> None:
        with self._changed:
            place._push = push
            missed = self._closed or place._cut
        if missed:
            push(None)

    def _wait(self, place: "Subscription", heard: int, seconds: float) -> tuple[int, Woken]:
        with self._changed:
            game = place.game
            self._changed.wait_for(lambda: self._closed or place._cut or self._news.get(game, 0) != heard, seconds)
            news = self._news.get(game, 0)
            if self._closed or place._cut:
                return news, Woken.CLOSED
            return news, Woken.SILENCE if news == heard else Woken.NEWS

    def _leave(self, place: "Subscription") -> None:
        with self._changed:
            others = self._open.get(place.game, set())
            if place not in others:
                return
            others.remove(place)
            self._count(place, -1)
            if not others:
                del self._open[place.game]
                self._news.pop(place.game, None)


class Subscription:
    """One stream's place; ``with`` gives it back at the end."""

    def __init__(self, hub: Hub, game: str, heard: int, device: str, address: str | None, waits: bool) -> None:
        """Made by ``Hub.listen``; ``heard`` counts the news up to now."""
        self.game = game
        self.device = device
        self.address = address
        self.waits = waits
        self._hub = hub
        self._heard = heard
        self._push: Push | None = None
        self._cut = False

    def wait(self, seconds: float) -> Woken:
        """Waits for news, at most so long, and returns what ended the wait."""
        self._heard, woken = self._hub._wait(self, self._heard, seconds)
        return woken

    def push_to(self, push: Push) -> None:
        """From now on ``push`` is told the news; at once that it is over, if it is."""
        self._hub._push_to(self, push)

    def close(self) -> None:
        """Gives the place back; a second time does no harm."""
        self._hub._leave(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
