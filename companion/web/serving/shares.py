"""What all devices share: so much in total, and nobody more than a part. And how slow somebody may be."""

import time
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from threading import Lock

GRACE_SECONDS = 20.0
BYTES_A_SECOND = 16 * 1024
"""A photo of 16 MB may take a quarter of an hour; a device that is slower than this is as good as gone."""
NETWORK_BITS = 64


class Shares:
    """So much of something in total, and so much each; safe to share between threads."""

    def __init__(self, total: int, each: int) -> None:
        """``each`` holds for those who are named; see ``whose``."""
        self._total = total
        self._each = each
        self._by_name: Counter[str] = Counter()
        self._taken = 0
        self._lock = Lock()

    @property
    def taken(self) -> int:
        """How much is taken in all."""
        with self._lock:
            return self._taken

    @property
    def is_full(self) -> bool:
        """Whether nobody gets any more, whoever it is."""
        return self.taken >= self._total

    def take(self, who: str | None, amount: int = 1) -> bool:
        """Takes so much if it is there; tells whether it was."""
        with self._lock:
            if self._taken + amount > self._total or (who and self._by_name[who] + amount > self._each):
                return False
            self._taken += amount
            if who:
                self._by_name[who] += amount
            return True

    def give(self, who: str | None, amount: int = 1) -> None:
        """Gives back what was taken."""
        with self._lock:
            self._taken -= amount
            if who:
                self._by_name[who] -= amount
                if self._by_name[who] <= 0:
                    del self._by_name[who]


class Pace:
    """The deadline of something that takes as long as it is big: first a grace, then so many bytes a second.

    Whoever sends a byte now and then is late after the grace, however much is to come.
    """

    def __init__(self, grace: float | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        """Begins now; ``grace`` in seconds, ``clock`` in seconds that never go back."""
        self._grace = GRACE_SECONDS if grace is None else grace
        self._clock = clock
        self.deadline = clock() + self._grace

    def moved(self, count: int) -> None:
        """Notes that so many bytes have come or gone. Whoever was quick may not stand still for longer than others."""
        self.deadline = min(self.deadline + count / BYTES_A_SECOND, self._clock() + self._grace)


def whose(address: str | None) -> str | None:
    """Returns under which name an address has its part; None for this computer itself, which has no limit of its own.

    A proxy on this computer brings the connections of everybody. In IPv6 a device has many addresses and one network.

    >>> whose("192.168.1.7"), whose("::ffff:192.168.1.7"), whose("127.0.0.1"), whose("2001:db8:1:2:3::4")
    ('192.168.1.7', '192.168.1.7', None, '2001:db8:1:2::')
    """
    try:
        found = ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or None
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if found.is_loopback:
        return None
    if isinstance(found, IPv6Address):
        return str(IPv6Address(int(found) >> NETWORK_BITS << NETWORK_BITS))
    return str(found)
