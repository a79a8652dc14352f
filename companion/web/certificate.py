"""The certificate that the app makes for itself: an authority of this table, and with it one for its addresses.

Devices are told to trust the authority, which stays the same when the table's address changes. It lasts two years and
can vouch for nothing but this computer's own names, home networks, and the other networks this computer was in when it
was made: its name constraints say so, and browsers keep to them. What it signs lasts a month and is made anew in time,
also while the app runs.
"""

import ipaddress
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from companion.web import machine

if TYPE_CHECKING:
    # Loaded only when a certificate is made or read, as is ``signing``: most starts need none.
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

FOLDER = "https"
AUTHORITY_DAYS, SERVER_DAYS, RENEW_DAYS = 730, 30, 10
"""How long both last, and how long before its end the certificate is made anew."""
HERE = ("localhost", "127.0.0.1", "::1")
NETWORKS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8"),
    *("fc00::/7", "fe80::/10", "::1/128"),
)
"""Addresses that mean another machine in every network, and none on the internet."""
OLD_FILES = ("server.crt", "server.key")
"""Of versions before, beside an authority for ten years."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files of the certificate: ``authority`` is what devices are to trust, ``chain`` serves (its key is in it).

    ``fingerprint`` is the SHA-256 of the authority, ``of_server`` that of the serving certificate, as hexadecimal
    pairs with colons; ``names`` are the hosts it is good for; ``authority_ends`` is when devices have to trust anew.
    ``replaced``: an authority was there and has just given way to another one.
    """

    authority: Path
    chain: Path
    fingerprint: str
    of_server: str
    names: tuple[str, ...]
    authority_ends: datetime
    replaced: bool = field(default=False, compare=False)


def certificate(folder: Path, hosts: Iterable[str], now: datetime | None = None) -> Certificate:
    """Returns the certificate for ``hosts`` (names and addresses), from its files in ``folder/https`` or made anew.

    Hosts that the authority cannot vouch for are left out. An authority of a version before, or one that is about to
    end, is replaced: then devices have to trust anew. Raises ValueError naming a file that cannot be used.
    """
    now = now or datetime.now(UTC)
    place = folder / FOLDER
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    place.chmod(0o700)
    wanted = tuple(dict.fromkeys(hosts))
    file, chain = place / "authority.crt", place / "server.pem"
    before = file.exists()
    authority, key, made = _authority(file, place / "authority.key", wanted, now)
    server = _server(chain, wanted, authority, key, now)

    from companion.web import signing

    return Certificate(
        authority=file,
        chain=chain,
        fingerprint=signing.fingerprint(authority),
        of_server=signing.fingerprint(server),
        names=signing.names_of(server),
        authority_ends=authority.not_valid_after_utc,
        replaced=made and before,
    )


def _authority(
    file: Path, key_file: Path, hosts: tuple[str, ...], now: datetime
) -> "tuple[x509.Certificate, EllipticCurvePrivateKey, bool]":
    """Returns the authority and its key, and whether they were made now."""
    from companion.web import signing

    found = signing.read(file)
    if found is not None and key_file.exists():
        lasts = found.not_valid_after_utc - found.not_valid_before_utc
        of_before = lasts > timedelta(days=AUTHORITY_DAYS + 2)
        if not of_before and found.not_valid_after_utc > now + timedelta(days=SERVER_DAYS):
            return found, signing.read_key(key_file), False
    made, key = signing.new_authority(*limits(hosts), now, timedelta(days=AUTHORITY_DAYS))
    signing.write(key_file, key)
    signing.write(file, made)
    for name in OLD_FILES:
        file.with_name(name).unlink(missing_ok=True)
    if found is not None:
        logger.warning(
            "the authority of this table was made anew: devices have to trust it anew, and can drop the old one"
        )
    return made, key, True


def _server(
    chain: Path, hosts: tuple[str, ...], authority: "x509.Certificate", key: "EllipticCurvePrivateKey", now: datetime
) -> "x509.Certificate":
    from companion.web import signing

    names = {host for host in hosts if signing.may_name(authority, host)}
    found = signing.read(chain)
    if found is not None:
        fresh = found.not_valid_after_utc > now + timedelta(days=RENEW_DAYS)
        if fresh and names <= set(signing.names_of(found)) and signing.is_issued_by(found, authority):
            return found
    ends = min(now + timedelta(days=SERVER_DAYS), authority.not_valid_after_utc)
    made, server_key = signing.new_server(sorted(names), authority, key, now, ends)
    signing.write(chain, server_key, made, authority)
    return made


def limits(hosts: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the domains and networks that a new authority may vouch for: those of ``hosts``, and home networks.

    A host outside of home networks is there alone, of IPv6 with its network: such addresses change within it.
    """
    domains, networks = list[str](), list(NETWORKS)
    for host in hosts:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            if is_apart(host):
                domains.append(host)
            continue
        if not any(address in ipaddress.ip_network(network) for network in NETWORKS):
            whole = ipaddress.ip_network((address, 32 if address.version == 4 else 64), strict=False)
            networks.append(str(whole))
    return tuple(dict.fromkeys(domains)), tuple(dict.fromkeys(networks))


def is_apart(name: str) -> bool:
    """Tells whether vouching for a name, and for what is below it, vouches for nobody on the internet.

    A name without a dot may be one of the internet's own endings, today or later (``dev``, ``box``); none of those has
    a digit or a hyphen, except those written in other scripts.
    """
    return "." in name or name == "localhost" or (not name.startswith("xn--") and any(not c.isalpha() for c in name))


def own_hosts() -> tuple[str, ...]:
    """Returns what this machine is called besides its addresses in networks."""
    return (*HERE, *machine.names())
