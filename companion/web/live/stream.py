"""What a stream says, and a stream of one game for the server's thread of streams."""

import threading
from collections import deque

from companion.web.live.hub import Subscription
from companion.web.serving.streams import Stream

RETRY_MILLISECONDS = 2000
BEAT = "event: beat\ndata: -\n\n"


def opening(seq: int) -> str:
    """Returns what a stream begins with: when to come again, and where the game stands."""
    return f"retry: {RETRY_MILLISECONDS}\n\n{stands(seq)}"


def stands(seq: int) -> str:
    """Returns the event that tells where the game stands."""
    return f"event: seq\ndata: {seq}\n\n"


class Told:
    """A place in the hub as a ``Source`` of the server: its news are kept until the stream begins."""

    beat = BEAT.encode()

    def __init__(self, place: Subscription) -> None:
        """News from now on are told."""
        self._place = place
        self._lock = threading.Lock()
        self._early: deque[int | None] = deque()
        self._stream: Stream | None = None
        place.push_to(self._heard)

    def begin(self, stream: Stream) -> None:
        """Tells what came before, and passes on what comes."""
        with self._lock:
            self._stream = stream
            early = tuple(self._early)
        for seq in early:
            _tell(stream, seq)

    def close(self) -> None:
        """Gives the place back."""
        self._place.close()

    def _heard(self, seq: int | None) -> None:
        with self._lock:
            stream = self._stream
            if stream is None:
                self._early.append(seq)
                return
        _tell(stream, seq)


def _tell(stream: Stream, seq: int | None) -> None:
    if seq is None:
        stream.end()
    else:
        stream.tell(stands(seq).encode())
