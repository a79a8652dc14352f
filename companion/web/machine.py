"""This machine in its networks: the addresses it has at the moment, and the names under which others know it.

Nothing is sent. Addresses are looked up anew, every few seconds at most: a laptop changes its network while the app
runs.
"""

import ipaddress
import re
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

FRESH_SECONDS = 5.0
HOME_SUFFIXES = (
    *("local", "lan", "home", "internal", "intranet", "home.arpa", "localdomain"),
    *("fritz.box", "speedport.ip", "home.lan"),
)
"""What routers and zero-configuration networks put behind the name of a machine."""
RESOLVER = Path("/etc/resolv.conf")
SEARCH = re.compile(r"^[ \t]*(?:search|domain)[ \t]+(.+)$", re.MULTILINE)
NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")
VIRTUAL = re.compile(
    r"docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|podman|lxc|lxd|vethernet|virtualbox|vmware", re.I
)
"""Interfaces of machines inside this machine: their addresses reach nobody else."""
SHARED = ipaddress.ip_network("100.64.0.0/10")
"""Given out by private networks over the internet (VPN), and by some providers."""

IP = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Address:
    """An address of this machine as text, and the name of its network interface, such as ``wlan0``."""

    text: str
    interface: str

    @property
    def ip(self) -> IP:
        """The address as a number."""
        return ipaddress.ip_address(self.text)


class Lookup:
    """The addresses of this machine, remembered for some seconds; safe to share between threads."""

    def __init__(self, find: "Callable[[], tuple[Address, ...]]", clock: Callable[[], float] = time.monotonic) -> None:
        """``find`` looks the addresses up, ``clock`` gives seconds that never go back."""
        self._find = find
        self._clock = clock
        self._lock = Lock()
        self._found: tuple[float, tuple[Address, ...]] | None = None

    def __call__(self) -> tuple[Address, ...]:
        """Returns the addresses, none of them older than ``FRESH_SECONDS``."""
        with self._lock:
            now = self._clock()
            if self._found is None or now - self._found[0] > FRESH_SECONDS:
                self._found = now, self._find()
            return self._found[1]


def find_addresses() -> tuple[Address, ...]:
    """Returns every address that another device could reach, the likeliest first: that of the way to the internet.

    Loopback and IPv6 link-local addresses are none of them. Then come home networks, other networks, IPv6, addresses
    that a machine without a router gave itself, and at last the networks of virtual machines.
    """
    first = [address for address in (lan_address(),) if address]
    found = {address.text: address for address in _interfaces()}
    for text in first:
        found.setdefault(text, Address(text, ""))
    return tuple(sorted(found.values(), key=lambda address: (address.text not in first, _rank(address))))


addresses = Lookup(find_addresses)
"""The addresses of this machine; a function without arguments."""


def _interfaces() -> Iterator[Address]:
    # Where nobody else can come there is no such library.
    import ifaddr

    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return
    for adapter in adapters:
        for one in adapter.ips:
            text = one.ip if isinstance(one.ip, str) else one.ip[0]
            ip = ipaddress.ip_address(text.partition("%")[0])
            if not (ip.is_loopback or ip.is_unspecified or ip.is_multicast or (ip.version == 6 and ip.is_link_local)):
                yield Address(str(ip), adapter.nice_name)


def _rank(address: Address) -> tuple[bool, bool, bool, bool, bool]:
    """Orders addresses: what comes first is likelier to be reached by a phone in the same room."""
    ip = address.ip
    return (
        bool(VIRTUAL.match(address.interface)),
        ip.is_link_local,
        ip.version == 6,
        ip in SHARED,
        not ip.is_private,
    )


def lan_address() -> str | None:
    """Returns the address of the way out of this machine, None when it is in no network. Sends nothing."""
    # Connecting a datagram socket only makes the system choose the interface. The addresses are set aside for examples.
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                address = str(probe.getsockname()[0]).partition("%")[0]
        except OSError:
            continue
        ip = ipaddress.ip_address(address)
        if not (ip.is_loopback or ip.is_unspecified or (ip.version == 6 and ip.is_link_local)):
            return str(ip)
    return None


def is_own(address: str) -> bool:
    """Tells whether an address, as a connection gives it, is this machine's: then both ends of it are here."""
    ip = number(address)
    return ip is not None and (ip.is_loopback or str(ip) in {one.text for one in addresses()})


def number(address: str) -> IP | None:
    """Returns an address as a number, None for what is none; one of IPv4 that came in over IPv6 as that of IPv4."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, ipaddress.IPv6Address) else ip


def names() -> tuple[str, ...]:
    """Returns the names of this machine in lower case: its own, and that with what home networks put behind it."""
    whole = plain_name(socket.gethostname())
    if not whole:
        return ()
    short = whole.partition(".")[0]
    endings = (*HOME_SUFFIXES, *_search_domains())
    return tuple(dict.fromkeys((whole, short, *(f"{short}.{ending}" for ending in endings))))


def plain_name(name: str) -> str:
    """Returns a host name in lower case without a dot at its end, an empty text for what is no name."""
    name = name.lower().removesuffix(".")
    return name if len(name) <= 253 and NAME.fullmatch(name) else ""


def _search_domains() -> Iterator[str]:
    """Yields the domains of the network, as the router told them to the system."""
    try:
        text = RESOLVER.read_text(encoding="ascii", errors="replace")
    except OSError:
        return
    for line in SEARCH.findall(text):
        yield from filter(None, map(plain_name, line.split()))
