"""The certificate of the app's own making: what it vouches for, how long it lasts, when it is made anew."""

import io
import ipaddress
import re
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from companion.web import serve, signing
from companion.web.addresses import Reach
from companion.web.certificate import AUTHORITY_DAYS, SERVER_DAYS, certificate, is_apart, limits, own_hosts

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOSTS = ("localhost", "127.0.0.1", "192.168.1.7", "mypc.local")


def read(file: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(file.read_bytes())


def permitted(authority: x509.Certificate) -> set[str]:
    found = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert found.critical
    return {str(one.value) for one in found.value.permitted_subtrees or ()}


def test_the_certificate_is_for_the_addresses_of_the_table(tmp_path: Path) -> None:
    made = certificate(tmp_path, HOSTS, NOW)
    server, authority = read(made.chain), read(made.authority)
    server.verify_directly_issued_by(authority)
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(names.get_values_for_type(x509.DNSName)) == {"localhost", "mypc.local"}
    assert {str(one) for one in names.get_values_for_type(x509.IPAddress)} == {"127.0.0.1", "192.168.1.7"}
    usage = server.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert set(made.names) == set(HOSTS)


def test_the_certificate_lasts_a_month_and_the_authority_two_years(tmp_path: Path) -> None:
    made = certificate(tmp_path, HOSTS, NOW)
    assert read(made.chain).not_valid_after_utc == NOW + timedelta(days=30)
    assert made.authority_ends == read(made.authority).not_valid_after_utc == NOW + timedelta(days=730)


@pytest.mark.parametrize(
    "host",
    ["192.0.2.7", "100.101.102.103", "2001:db8:1:2::7", "203.0.113.9", "pc-7", "mypc.fritz.box", "table.example.org"],
)
def test_every_address_that_is_in_use_is_named(tmp_path: Path, host: str) -> None:
    assert host in certificate(tmp_path, [*HOSTS, host], NOW).names


def test_the_authority_can_vouch_for_this_computer_and_home_networks_only(tmp_path: Path) -> None:
    made = certificate(tmp_path, [*HOSTS, "9.9.9.9", "2a02:1:2:3::7"], NOW)
    authority = read(made.authority)
    found = permitted(authority)
    assert {one for one in found if "/" not in one} == {"localhost", "mypc.local"}
    networks = {ipaddress.ip_network(one) for one in found if "/" in one}
    assert {str(one) for one in networks if one.is_global} == {"9.9.9.9/32", "2a02:1:2:3::/64"}
    assert ipaddress.ip_network("192.168.0.0/16") in networks
    constraints = authority.extensions.get_extension_for_class(x509.BasicConstraints).value
    assert (constraints.ca, constraints.path_length) == (True, 0)
    for other in ("example.org", "local", "other.local", "9.9.9.10", "2a02:1:2:4::7", "8.8.8.8", "com"):
        assert not signing.may_name(authority, other), other


def test_what_the_authority_may_not_name_is_left_out_and_the_rest_is_served(tmp_path: Path) -> None:
    certificate(tmp_path, HOSTS, NOW)
    made = certificate(tmp_path, [*HOSTS, "table.example.org", "203.0.113.9"], NOW)
    assert set(made.names) == set(HOSTS)


def test_a_browser_that_keeps_to_the_constraints_takes_every_name(tmp_path: Path) -> None:
    from cryptography.x509.verification import PolicyBuilder, Store

    hosts = [*HOSTS, "192.0.2.7", "100.101.102.103", "fd00::7", "2001:db8:1:2::7", "mypc.fritz.box", "pc-7"]
    made = certificate(tmp_path, hosts, NOW)
    store = Store([read(made.authority)])
    for host in hosts:
        try:
            subject: x509.DNSName | x509.IPAddress = x509.IPAddress(ipaddress.ip_address(host))
        except ValueError:
            subject = x509.DNSName(host)
        verifier = PolicyBuilder().store(store).time(NOW).build_server_verifier(subject)
        assert len(verifier.verify(read(made.chain), [])) == 2


@pytest.mark.parametrize("name", ["dev", "box", "vm", "xn--p1ai", "xn--90a3ac"])
def test_a_name_that_may_be_an_ending_of_the_internet_is_not_vouched_for(name: str) -> None:
    assert not is_apart(name)
    assert name not in limits([name])[0]


def test_keys_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    (tmp_path / "https").mkdir(0o755)
    made = certificate(tmp_path, HOSTS, NOW)
    for file in (made.chain, made.authority.with_suffix(".key")):
        assert b"PRIVATE KEY" in file.read_bytes()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert b"PRIVATE KEY" not in made.authority.read_bytes()
    assert stat.S_IMODE((tmp_path / "https").stat().st_mode) == 0o700
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(made.chain)


def test_it_is_made_once(tmp_path: Path) -> None:
    assert certificate(tmp_path, HOSTS, NOW) == certificate(tmp_path, HOSTS[:2], NOW + timedelta(days=15))


@pytest.mark.parametrize(
    "hosts, later",
    [(("localhost", "192.168.1.8"), timedelta(days=1)), (HOSTS, timedelta(days=SERVER_DAYS - 9))],
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


def test_an_authority_about_to_end_is_replaced(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    first = certificate(tmp_path, HOSTS, NOW)
    assert "have to trust it anew" not in caplog.text
    later = certificate(tmp_path, HOSTS, NOW + timedelta(days=AUTHORITY_DAYS - SERVER_DAYS + 1))
    assert later.fingerprint != first.fingerprint
    assert "devices have to trust it anew" in caplog.text


def test_an_authority_of_a_version_before_is_replaced_and_its_key_is_gone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = tmp_path / "https"
    place.mkdir()
    old, key = signing.new_authority(["local", "home"], ["10.0.0.0/8"], NOW, timedelta(days=3650))
    signing.write(place / "authority.crt", old)
    signing.write(place / "authority.key", key)
    (place / "server.crt").write_text("x")
    (place / "server.key").write_text("x")
    before = (place / "authority.key").read_bytes()
    made = certificate(tmp_path, HOSTS, NOW)
    assert made.fingerprint != signing.fingerprint(old)
    assert (place / "authority.key").read_bytes() != before
    assert sorted(file.name for file in place.iterdir()) == ["authority.crt", "authority.key", "server.pem"]
    assert "devices have to trust it anew" in caplog.text
    again = certificate(tmp_path, HOSTS, NOW)
    assert again == made
    assert (made.replaced, again.replaced) == (True, False)
    out = io.StringIO()
    serve.announce(out, Reach("192.168.1.7", 8000), "https", made)
    assert "Devices that trusted it have to trust the new one" in out.getvalue()


def test_fingerprints_are_as_browsers_show_them(tmp_path: Path) -> None:
    made = certificate(tmp_path, HOSTS, NOW)
    for one in (made.fingerprint, made.of_server):
        assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", one)


@pytest.mark.parametrize("name", ["authority.crt", "authority.key", "server.pem"])
def test_a_damaged_file_is_named(tmp_path: Path, name: str) -> None:
    certificate(tmp_path, HOSTS, NOW)
    (tmp_path / "https" / name).write_text("nonsense", encoding="utf-8")
    with pytest.raises(ValueError, match=rf"https: .*{name} does not hold"):
        certificate(tmp_path, HOSTS, NOW)


def test_this_machine_knows_its_names() -> None:
    assert {"localhost", "127.0.0.1", "::1"} <= set(own_hosts())
