"""How much one may have done: limits by device, by network address and for everybody, shared by all processes.

No address is kept: counters are known by a keyed hash of it, whose key is no part of the database, and are removed
after two days.
"""

import hashlib
import hmac
import ipaddress
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

from companion.store.tallies import Full, Take, Tallies

MEGABYTE = 1024 * 1024
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
KEPT_FOR = timedelta(days=2)
"""How long counters are kept; longer than any window."""
HASH_LETTERS = 32


class Kind(StrEnum):
    """What is counted: games made, games brought in, files of the camera sent, bytes of files, jobs of the camera."""

    GAMES = "games"
    IMPORTS = "imports"
    PHOTOS = "photos"
    BYTES = "bytes"
    JOBS = "jobs"


class Whose(StrEnum):
    """Whose limit it is."""

    DEVICE = "device"
    ADDRESS = "address"
    EVERYBODY = "everybody"


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much a device, an address (which a household shares) and all together may have within a window."""

    device: int
    address: int
    everybody: int
    window: timedelta = HOUR


@dataclass(frozen=True, slots=True)
class Quotas:
    """All limits in one place.

    ``boxes``: camera boxes that a device may own. ``photo_bytes`` and ``box_bytes``: the most that all photos and all
    boxes take. ``reserve_bytes``: free space below which no file is taken. ``host_is_free``: the serving computer has
    no limits. ``untouched`` and ``barely_played``: after which time games are removed, and those of fewer than
    ``few_actions`` actions; None: never.
    """

    games: Allowance = Allowance(60, 120, 600)
    imports: Allowance = Allowance(30, 60, 200)
    photos: Allowance = Allowance(400, 1000, 3000)
    bytes: Allowance = Allowance(1024 * MEGABYTE, 2048 * MEGABYTE, 8192 * MEGABYTE, DAY)
    jobs: Allowance = Allowance(1000, 2500, 8000)
    boxes: int = 6
    photo_bytes: int = 1024 * MEGABYTE
    box_bytes: int = 4096 * MEGABYTE
    reserve_bytes: int = 100 * MEGABYTE
    host_is_free: bool = True
    untouched: timedelta | None = None
    barely_played: timedelta | None = None
    few_actions: int = 5

    def of(self, kind: Kind) -> Allowance:
        """Returns the allowance of a kind."""
        found: Allowance = getattr(self, kind.value)
        return found


HOME = Quotas()
"""At home a household never meets a limit, and a guest in the network cannot fill the disk in an evening."""
PUBLIC = Quotas(
    games=Allowance(12, 40, 2000),
    imports=Allowance(6, 20, 400),
    photos=Allowance(120, 300, 5000),
    bytes=Allowance(200 * MEGABYTE, 500 * MEGABYTE, 8192 * MEGABYTE, DAY),
    jobs=Allowance(300, 800, 10_000),
    boxes=2,
    box_bytes=8192 * MEGABYTE,
    reserve_bytes=1024 * MEGABYTE,
    host_is_free=False,
    untouched=timedelta(days=180),
    barely_played=timedelta(days=7),
)
"""For a server that anybody reaches: enough for a household behind one address, and no more."""


class OverQuota(Exception):
    """More than the limit of so many of a kind within a window; ``retry`` is when there is room again."""

    def __init__(self, kind: Kind, whose: Whose, most: int, window: timedelta, retry: timedelta) -> None:
        self.kind = kind
        self.whose = whose
        self.most = most
        self.window = window
        self.retry = retry
        super().__init__(f"quota: more than {most} {kind} within {window} of one {whose}")


class NoRoom(Exception):
    """The disk of the serving computer is so full that no file is taken; ``free`` is how many bytes it has left."""

    def __init__(self, free: int) -> None:
        self.free = free
        super().__init__(f"disk: {free} bytes are left")


@dataclass(frozen=True, slots=True)
class Keeper:
    """Keeps the counters; safe to share between threads.

    ``salt`` is the secret with which addresses are hashed, the same in all processes; ``folder`` is on the disk that
    must not become full.
    """

    tallies: Tallies
    quotas: Quotas
    salt: bytes
    folder: Path
    clock: Callable[[], datetime]
    free_bytes: Callable[[Path], int] = field(default=lambda folder: shutil.disk_usage(folder).free)

    def take(self, amounts: Mapping[Kind, int], device: str, address: str) -> None:
        """Counts what a device (its id) at an address is about to do: all of it, or nothing and raises OverQuota.

        NoRoom when bytes are to be written and the disk is almost full.
        """
        if amounts.get(Kind.BYTES) and (free := self.free_bytes(self.folder)) < self.quotas.reserve_bytes:
            raise NoRoom(free)
        names = {
            Whose.DEVICE: self._hashed(f"device {device}"),
            Whose.ADDRESS: self._hashed(f"address {household(address)}"),
            Whose.EVERYBODY: "",
        }
        wanted: dict[str, tuple[Kind, Whose]] = {}
        takes = []
        for kind, amount in amounts.items():
            allowance = self.quotas.of(kind)
            for whose, name in names.items():
                key = f"{kind}/{whose}/{name}"
                wanted[key] = (kind, whose)
                takes.append(Take(key, amount, getattr(allowance, whose.value), allowance.window))
        try:
            self.tallies.take(takes, self.clock())
        except Full as full:
            raise OverQuota(*wanted[full.take.key], full.take.most, full.take.window, full.wait) from None

    def sweep(self) -> int:
        """Removes old counters and returns how many there were."""
        return self.tallies.sweep(KEPT_FOR, self.clock())

    def _hashed(self, text: str) -> str:
        return hmac.new(self.salt, b"quota/" + text.encode(), hashlib.sha256).hexdigest()[:HASH_LETTERS]


def household(address: str) -> str:
    """Returns what the devices of a household have in common of their address: for IPv6 the first half.

    >>> household("2001:db8:1:2:3:4:5:6"), household("::ffff:192.0.2.7"), household("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
