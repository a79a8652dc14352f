"""Keys and certificates as files: made, signed, written and read. What they are for is said in ``certificate.py``."""

import ipaddress
import os
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY, SERVER = "Arrakis companion, this table", "Arrakis companion"
CLOCKS = timedelta(days=1)
"""Clocks of phones are not always right: a certificate is good from a day before it was made."""


def new_authority(
    domains: Iterable[str], networks: Iterable[str], now: datetime, lasts: timedelta
) -> tuple[x509.Certificate, EllipticCurvePrivateKey]:
    """Returns an authority that can vouch only for ``domains`` (with what is below them) and ``networks``; its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    limits = x509.NameConstraints(
        [
            *(x509.DNSName(domain) for domain in domains),
            *(x509.IPAddress(ipaddress.ip_network(network)) for network in networks),
        ],
        None,
    )
    made = (
        _builder(_name(AUTHORITY), _name(AUTHORITY), key, now, now + lasts)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(limits, critical=True)
    )
    return made.sign(key, SHA256()), key


def new_server(
    hosts: Iterable[str], issuer: x509.Certificate, issuer_key: EllipticCurvePrivateKey, now: datetime, ends: datetime
) -> tuple[x509.Certificate, EllipticCurvePrivateKey]:
    """Returns a certificate for ``hosts``, signed by an authority, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    made = (
        _builder(_name(SERVER), issuer.subject, key, now, ends)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(host) for host in hosts]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False)
    )
    return made.sign(issuer_key, SHA256()), key


def names_of(server: x509.Certificate) -> tuple[str, ...]:
    """Returns the hosts that a certificate is for."""
    found = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return (*found.get_values_for_type(x509.DNSName), *map(str, found.get_values_for_type(x509.IPAddress)))


def may_name(authority: x509.Certificate, host: str) -> bool:
    """Tells whether an authority can vouch for a host: whether its name constraints permit that."""
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or ()
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        domains = [one.value for one in limits if isinstance(one, x509.DNSName)]
        return any(host == domain or host.endswith(f".{domain}") for domain in domains)
    networks = [ipaddress.ip_network(str(one.value)) for one in limits if isinstance(one, x509.IPAddress)]
    return any(address in network for network in networks)


def is_issued_by(server: x509.Certificate, issuer: x509.Certificate) -> bool:
    """Tells whether an authority signed a certificate."""
    try:
        server.verify_directly_issued_by(issuer)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def fingerprint(found: x509.Certificate) -> str:
    """Returns the SHA-256 of a certificate as browsers show it: hexadecimal pairs with colons."""
    return found.fingerprint(SHA256()).hex(":").upper()


def write(file: Path, *parts: "x509.Certificate | EllipticCurvePrivateKey") -> None:
    """Writes keys and certificates into one file, readable by its owner only; whole or not at all."""
    passing = file.with_name(f".{file.name}.{os.getpid()}")
    passing.unlink(missing_ok=True)
    with os.fdopen(os.open(passing, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as stream:
        for part in parts:
            if isinstance(part, x509.Certificate):
                stream.write(part.public_bytes(Encoding.PEM))
            else:
                stream.write(part.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    passing.replace(file)


def read(file: Path) -> x509.Certificate | None:
    """Returns the first certificate of a file, None when there is no such file; raises ValueError naming the file."""
    try:
        return x509.load_pem_x509_certificate(file.read_bytes())
    except FileNotFoundError:
        return None
    except ValueError:
        raise ValueError(_useless(file)) from None


def read_key(file: Path) -> EllipticCurvePrivateKey:
    """Returns the key that a file holds; raises ValueError naming the file."""
    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except ValueError:
        raise ValueError(_useless(file)) from None
    if not isinstance(key, EllipticCurvePrivateKey):
        raise ValueError(_useless(file))
    return key


def _useless(file: Path) -> str:
    return f"https: {file} does not hold what it should; remove the folder {file.parent}, and devices trust anew"


def _builder(
    subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, now: datetime, ends: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS)
        .not_valid_after(ends)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
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
