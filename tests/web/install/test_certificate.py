"""The certificate of the app's own making: what it vouches for, how long it lasts, when it is made anew."""

import re
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from companion.web.certificate import SERVER_DAYS, certificate, is_homely, own_names

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOSTS = ("localhost", "127.0.0.1", "192.168.1.7")


def read(file: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(file.read_bytes())


def test_the_certificate_is_for_the_addresses_of_the_table(tmp_path: Path) -> None:
    made = certificate(tmp_path, HOSTS, NOW)
    server, authority = read(made.chain), read(made.authority)
    server.verify_directly_issued_by(authority)
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(names.get_values_for_type(x509.DNSName)) == {"localhost"}
    assert {str(one) for one in names.get_values_for_type(x509.IPAddress)} == {"127.0.0.1", "192.168.1.7"}
    usage = server.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert server.not_valid_after_utc == NOW + timedelta(days=SERVER_DAYS)
    assert made.names == HOSTS


def test_the_authority_can_vouch_for_home_networks_only(tmp_path: Path) -> None:
    authority = read(certificate(tmp_path, HOSTS, NOW).authority)
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    permitted = {str(one.value) for one in limits.value.permitted_subtrees or ()}
    assert "192.168.0.0/16" in permitted
    assert "local" in permitted
    assert not any(one.endswith(("com", "org", "0.0.0.0/0")) for one in permitted)
    assert authority.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_keys_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    made = certificate(tmp_path, HOSTS, NOW)
    for file in (made.key, made.authority.with_suffix(".key")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_it_is_made_once(tmp_path: Path) -> None:
    assert certificate(tmp_path, HOSTS, NOW) == certificate(tmp_path, HOSTS, NOW + timedelta(days=100))


@pytest.mark.parametrize(
    "hosts, later",
    [(("localhost", "192.168.1.8"), timedelta(days=1)), (HOSTS, timedelta(days=SERVER_DAYS - 10))],
    ids=["another address", "about to end"],
)
def test_a_new_one_keeps_the_authority_that_devices_trust(
    tmp_path: Path, hosts: tuple[str, ...], later: timedelta
) -> None:
    first = certificate(tmp_path, HOSTS, NOW)
    second = certificate(tmp_path, hosts, NOW + later)
    assert second.fingerprint == first.fingerprint
    assert second.of_server != first.of_server
    read(second.chain).verify_directly_issued_by(read(second.authority))


def test_fingerprints_are_as_browsers_show_them(tmp_path: Path) -> None:
    made = certificate(tmp_path, HOSTS, NOW)
    for one in (made.fingerprint, made.of_server):
        assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", one)


@pytest.mark.parametrize("name", ["authority.crt", "authority.key", "server.crt"])
def test_a_damaged_file_is_named(tmp_path: Path, name: str) -> None:
    certificate(tmp_path, HOSTS, NOW)
    (tmp_path / "https" / name).write_text("nonsense", encoding="utf-8")
    with pytest.raises(ValueError, match=rf"https: .*{name} does not hold"):
        certificate(tmp_path, HOSTS, NOW)


@pytest.mark.parametrize(
    "host, homely",
    [
        ("localhost", True),
        ("table.local", True),
        ("192.168.178.20", True),
        ("172.20.0.3", True),
        ("fd00::1", True),
        ("example.org", False),
        ("203.0.113.5", False),
        ("notlocal", False),
    ],
)
def test_other_hosts_are_left_out(tmp_path: Path, host: str, homely: bool) -> None:
    assert is_homely(host) is homely
    assert (host in certificate(tmp_path, ["localhost", host], NOW).names) is homely


def test_this_machine_knows_its_names() -> None:
    assert {"localhost", "127.0.0.1", "::1"} <= set(own_names())
