"""The certificate that the app makes for itself: an authority of this table, and with it one for its addresses.

Devices are told to trust the authority, which stays the same when the table's address changes. It cannot vouch for
anything but names and addresses of a home network: its own name constraints say so, and browsers keep to them.
"""

import ipaddress
import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Loaded only when a certificate is made or read: most starts need none.
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

FOLDER = "https"
AUTHORITY_YEARS = 10
SERVER_DAYS, RENEW_DAYS = 390, 30
"""Phones accept certificates of at most 397 days from most authorities; a month is left for renewing."""
NETWORKS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
    *("fc00::/7", "fe80::/10", "::1/128"),
)
DOMAINS = ("localhost", "local", "lan", "home", "internal", "home.arpa")


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files of the certificate: ``authority`` is what devices are to trust, ``chain`` and ``key`` what serves.

    ``fingerprint`` is the SHA-256 of the authority, ``of_server`` that of the serving certificate, as hexadecimal
    pairs with colons; ``names`` are the hosts it is good for.
    """

    authority: Path
    chain: Path
    key: Path
    fingerprint: str
    of_server: str
    names: tuple[str, ...]


def certificate(folder: Path, hosts: Iterable[str], now: datetime | None = None) -> Certificate:
    """Returns the certificate for ``hosts`` (names and addresses), from its files in ``folder/https`` or made anew.

    Hosts that belong to no home network are left out. Raises ValueError naming a file that cannot be used.
    """
    now = now or datetime.now(UTC)
    place = folder / FOLDER
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    names = tuple(dict.fromkeys(host for host in hosts if is_homely(host)))
    files = [place / name for name in ("authority.crt", "authority.key", "server.crt", "server.key")]
    authority, authority_key = _authority(files[0], files[1], now)
    server = _server(files[2], files[3], names, (authority, authority_key), now)
    return Certificate(files[0], files[2], files[3], _fingerprint(authority), _fingerprint(server), names)


def own_names() -> tuple[str, ...]:
    """Returns the names under which this machine knows itself."""
    name = socket.gethostname().lower()
    return ("localhost", "127.0.0.1", "::1", *((f"{name.partition('.')[0]}.local",) if name else ()))


def is_homely(host: str) -> bool:
    """Tells whether a host is one that the authority may vouch for."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return any(host == domain or host.endswith(f".{domain}") for domain in DOMAINS)
    return any(address in ipaddress.ip_network(network) for network in NETWORKS)


def _authority(file: Path, key_file: Path, now: datetime) -> "tuple[x509.Certificate, EllipticCurvePrivateKey]":
    from cryptography import x509

    if file.exists() and key_file.exists():
        found = _read(file)
        if found.not_valid_after_utc > now + timedelta(days=SERVER_DAYS):
            return found, _read_key(key_file)
    key = _new_key(key_file)
    name = _name("Arrakis companion, this table")
    made = (
        _builder(name, name, key, now, timedelta(days=365 * AUTHORITY_YEARS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(
            x509.NameConstraints(
                [
                    *(x509.DNSName(domain) for domain in DOMAINS),
                    *(x509.IPAddress(ipaddress.ip_network(network)) for network in NETWORKS),
                ],
                None,
            ),
            critical=True,
        )
    )
    return _signed(made, key, file), key


def _server(
    file: Path,
    key_file: Path,
    names: tuple[str, ...],
    authority: "tuple[x509.Certificate, EllipticCurvePrivateKey]",
    now: datetime,
) -> "x509.Certificate":
    from cryptography import x509
    from cryptography.x509.oid import ExtendedKeyUsageOID

    issuer, issuer_key = authority
    if file.exists() and key_file.exists():
        found = _read(file)
        fresh = found.not_valid_after_utc > now + timedelta(days=RENEW_DAYS)
        if fresh and _names(found) == set(names) and _issued_by(found, issuer):
            return found
    key = _new_key(key_file)
    made = (
        _builder(_name("Arrakis companion"), issuer.subject, key, now, timedelta(days=SERVER_DAYS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False)
    )
    return _signed(made, issuer_key, file, issuer)


def _builder(
    subject: "x509.Name", issuer: "x509.Name", key: "EllipticCurvePrivateKey", now: datetime, lasts: timedelta
) -> "x509.CertificateBuilder":
    from cryptography import x509

    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # Clocks of phones are not always right.
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _signed(
    made: "x509.CertificateBuilder", by: "EllipticCurvePrivateKey", file: Path, issuer: "x509.Certificate | None" = None
) -> "x509.Certificate":
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding

    done = made.sign(by, SHA256())
    chain = [done] if issuer is None else [done, issuer]
    file.write_bytes(b"".join(one.public_bytes(Encoding.PEM) for one in chain))
    return done


def _new_key(file: Path) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    file.unlink(missing_ok=True)
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return key


def _read(file: Path) -> "x509.Certificate":
    from cryptography import x509

    try:
        return x509.load_pem_x509_certificate(file.read_bytes())
    except ValueError:
        raise ValueError(_useless(file)) from None


def _read_key(file: Path) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except ValueError:
        raise ValueError(_useless(file)) from None
    if not isinstance(key, EllipticCurvePrivateKey):
        raise ValueError(_useless(file))
    return key


def _useless(file: Path) -> str:
    return f"https: {file} does not hold what it should; remove the folder {file.parent}, and devices trust anew"


def _issued_by(server: "x509.Certificate", issuer: "x509.Certificate") -> bool:
    from cryptography.exceptions import InvalidSignature

    try:
        server.verify_directly_issued_by(issuer)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def _names(server: "x509.Certificate") -> set[str]:
    from cryptography import x509

    found = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {*map(str, found.get_values_for_type(x509.IPAddress)), *found.get_values_for_type(x509.DNSName)}


def _general(host: str) -> "x509.GeneralName":
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _name(common: str) -> "x509.Name":
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _usage(*, signs_certificates: bool) -> "x509.KeyUsage":
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _fingerprint(found: "x509.Certificate") -> str:
    from cryptography.hazmat.primitives.hashes import SHA256

    return found.fingerprint(SHA256()).hex(":").upper()
