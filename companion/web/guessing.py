"""Wrong codes are counted, by network and in all, over every process; a right one is let in whatever the counts say.

Counting alone would not slow down a guesser, whose every try is looked up. So a network that tries faster than people
type has to wait before each further try: only as long as nobody notices who means no harm.
"""

import hashlib
import hmac
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta
from threading import Lock

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests

from companion.store.tallies import Full, Take
from companion.web.seats import table
from companion.web.seclog import note

WINDOW = timedelta(minutes=10)
PER_NETWORK, IN_ALL = 20, 1000
"""Wrong codes in ten minutes before the answer is 429. The right code is found first: nobody's slips of the finger keep
the others of the same network out."""
AT_ONCE, A_SECOND, MOST_WAIT = 500, 10, 0.5
"""Codes that a network may try at once; afterwards so many a second, each after a wait of at most so many seconds, or
not at all. At ten a second one of the two codes of ten games is found after some 170 years, of a thousand games after
nearly two, by each network that tries."""
MOST_NETWORKS = 10_000
PACE = "arrakis.pace"


class Pace:
    """How fast each network tries codes; safe to share between threads, kept in this process only."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        """``clock`` gives seconds that never go back; ``sleep`` waits so many."""
        self._clock = clock
        self._sleep = sleep
        self._due: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def wait(self, network: str) -> bool:
        """Waits until it is this network's turn; tells whether it has one, and False when too many wait already."""
        with self._lock:
            now = self._clock()
            due = max(self._due.get(network, now), now)
            seconds = due - now - AT_ONCE / A_SECOND
            if seconds > MOST_WAIT:
                return False
            self._due[network] = due + 1 / A_SECOND
            self._due.move_to_end(network)
            while len(self._due) > MOST_NETWORKS:
                self._due.popitem(last=False)
        if seconds > 0:
            self._sleep(seconds)
        return True


def try_code(what: str) -> None:
    """Makes a network that tries many codes wait for its turn; raises TooManyRequests when too many of it wait.

    Call it before a code is looked up.
    """
    pace: Pace = current_app.extensions.setdefault(PACE, Pace())
    if not pace.wait(_network()):
        note("join_refused", reason="too fast", kind=what)
        raise TooManyRequests(retry_after=1)


def wrong_code(what: str) -> None:
    """Counts a wrong code of a kind (``join``, ``recovery``, ``owner``); raises TooManyRequests above the limit.

    Call it only when the code has turned out to be wrong.
    """
    takes = [Take(f"wrong code/{_network()}", 1, PER_NETWORK, WINDOW), Take("wrong code", 1, IN_ALL, WINDOW)]
    try:
        table().tallies.take(takes, table().clock())
    except Full as full:
        note("join_refused", reason="too many wrong codes", kind=what)
        raise TooManyRequests(retry_after=max(1, round(full.wait.total_seconds()))) from None
    note("join_refused", reason="unknown", kind=what)


def _network() -> str:
    """A word for the network of the device (of an IPv6 address what a household has for itself), never its address."""
    text = request.remote_addr or ""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
        text = str(address if address.version == 4 else ipaddress.ip_network((address, 64), strict=False))
    except ValueError:
        pass
    key = current_app.secret_key
    if not isinstance(key, bytes):
        raise TypeError("the app has no secret key")
    return hmac.new(key, f"network/{text}".encode(), hashlib.sha256).hexdigest()[:32]
