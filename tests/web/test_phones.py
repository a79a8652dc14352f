"""The address for phones: all are offered, one is shown, and none where no phone can come."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from companion.web import Config, create_app, machine
from companion.web.addresses import Reach
from companion.web.certificate import Certificate
from companion.web.machine import Address, Lookup, find_addresses
from companion.web.seats import TABLE
from tests.web.conftest import Browser
from tests.web.kept import at_a_game

HOME, VPN, SIX = Address("192.168.1.7", "wlan0"), Address("100.101.2.3", "tailscale0"), Address("fd00::7", "wlan0")
URL = re.compile(r"(https?://[^<\s]*)/j/")
Made = Callable[..., Flask]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """Makes an app that is served in a certain way, on a machine in three networks."""
    apps: list[Flask] = []
    monkeypatch.setattr(machine, "addresses", lambda: (HOME, VPN, SIX))

    def make(host: str = "0.0.0.0", certificate: Certificate | None = None, **more: object) -> Flask:
        reach = replace(Reach(host, 8000), **more)  # type: ignore[arg-type]
        apps.append(create_app(Config(data_folder=tmp_path, reach=reach, certificate=certificate)))
        return apps[-1]

    yield make
    for app in apps:
        with suppress(AttributeError):
            app.extensions[TABLE].log._database.close()


def host_of(app: Flask, host: str = "localhost") -> Browser:
    return Browser(app.test_client(), "127.0.0.1", host)


def shown(browser: Browser, game: str) -> list[str]:
    """The addresses of the page, each once: several codes stand there."""
    return list(dict.fromkeys(URL.findall(browser.get(f"/g/{game}/guests").text)))


def offered(browser: Browser, game: str) -> list[str]:
    return re.findall(r'name="address" value="([^"]+)"', browser.get(f"/g/{game}/guests").text)


def test_the_likeliest_address_is_shown_and_the_others_are_offered(made: Made) -> None:
    host = host_of(made())
    game = at_a_game(host)
    assert shown(host, game) == ["http://192.168.1.7:8000"]
    assert offered(host, game) == ["100.101.2.3"]
    page = host.get(f"/g/{game}/guests").text
    assert "tailscale0" in page
    assert 'class="qr"' in page


def test_with_both_kinds_of_addresses_both_are_offered(made: Made) -> None:
    host = host_of(made("::"))
    assert offered(host, at_a_game(host)) == ["100.101.2.3", "fd00::7"]


def test_the_chosen_address_is_shown_everywhere_until_the_machine_has_it_no_more(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = host_of(made())
    game = at_a_game(host)
    answer = host.send(f"/g/{game}/guests", "/addresses", address=VPN.text, back=f"/g/{game}/guests")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{game}/guests")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert shown(host, game) == ["http://100.101.2.3:8000"]
    assert "http://100.101.2.3:8000/j/" in host.get("/").text
    assert offered(host, game) == [HOME.text]
    # The laptop leaves the VPN and comes into another network while the app runs.
    monkeypatch.setattr(machine, "addresses", lambda: (Address("10.0.0.9", "eth0"), HOME))
    assert shown(host, game) == ["http://10.0.0.9:8000"]
    assert offered(host, game) == [HOME.text]


@pytest.mark.parametrize("address", ["", "8.8.8.8", "fd00::7", "evil.example.org", "<b>", "127.0.0.1"])
def test_an_address_that_is_not_offered_is_refused(made: Made, address: str) -> None:
    host = host_of(made())
    game = at_a_game(host)
    answer = host.send(f"/g/{game}/guests", "/addresses", address=address)
    assert (answer.status_code, "<code>address</code>" in answer.text, "<b>" in answer.text) == (400, True, False)
    assert shown(host, game) == ["http://192.168.1.7:8000"]


def test_the_way_back_leads_to_no_other_site(made: Made) -> None:
    host = host_of(made())
    answer = host.send(f"/g/{at_a_game(host)}/guests", "/addresses", address=VPN.text, back="//evil.example.org")
    assert answer.headers["Location"] == "/"


def test_a_phone_shows_the_address_by_which_it_came(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "names", lambda: ("mypc.local",))
    app = made()
    for host in ("100.101.2.3", "mypc.local", "192.168.9.9"):
        phone = Browser(app.test_client(), "192.168.1.20", host)
        assert shown(phone, at_a_game(phone)) == [f"http://{host}:8000"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_table_for_this_computer_shows_no_address_of_the_network_and_no_code(made: Made, host: str) -> None:
    browser = host_of(made(host))
    game = at_a_game(browser)
    for page in (f"/g/{game}/guests", "/", f"/g/{game}/menu"):
        text = browser.get(page).text
        assert "192.168" not in text
        assert 'class="qr"' not in text
        assert "Only this computer reaches the table" in text
    assert "started for this computer alone" in browser.get(f"/g/{game}/guests").text


def test_without_a_network_the_page_says_so(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = host_of(made())
    game = at_a_game(browser)
    monkeypatch.setattr(machine, "addresses", tuple)
    text = browser.get(f"/g/{game}/guests").text
    assert "This computer is in no network" in text
    assert 'class="qr"' not in text


def test_a_table_on_one_address_shows_that_one(made: Made) -> None:
    browser = host_of(made("100.101.2.3"), "100.101.2.3")
    game = at_a_game(browser)
    assert shown(browser, game) == ["http://100.101.2.3:8000"]
    assert offered(browser, game) == []


def test_a_name_that_the_owner_gave_comes_first(made: Made) -> None:
    browser = host_of(made(names=("table.example.org",)))
    game = at_a_game(browser)
    assert shown(browser, game) == ["http://table.example.org:8000"]
    assert offered(browser, game) == [HOME.text, VPN.text]


def test_behind_a_proxy_the_address_is_what_the_proxy_says(made: Made) -> None:
    app = made("127.0.0.1", names=("games.example.org",), behind_proxy=True)
    client = app.test_client()
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example.org", "X-Forwarded-For": "198.51.100.9"}
    page = client.get("/new", headers=said).text
    token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    form = {"csrf_token": token, "key": "some-key-1", "set_up": "guided", "dice": "hand", "harkonnen": "mahdi"}
    # The test client keeps cookies by the address that it asks, not by the one that the proxy says.
    cookie = client.get_cookie("__Host-arrakis_device", domain="localhost")
    assert cookie is not None
    said["Cookie"] = f"__Host-arrakis_device={cookie.value}"
    game = client.post("/new", data=form, headers=said).headers["Location"]
    text = client.get(f"{game}/guests", headers=said).text
    assert set(URL.findall(text)) == {"https://games.example.org"}
    assert 'class="qr"' in text


def test_an_address_that_the_certificate_does_not_name_is_said_to_be(made: Made, tmp_path: Path) -> None:
    names = ("localhost", HOME.text)
    certificate = Certificate(tmp_path / "https" / "a", tmp_path, "AA", "BB", names, datetime(2028, 5, 1, tzinfo=UTC))
    app = made(certificate=certificate)
    browser = app.test_client()
    page = browser.get("/https", base_url="https://localhost:8000").text
    assert "<li>https://100.101.2.3:8000</li>" in page
    assert "<li>https://192.168.1.7:8000</li>" not in page
    assert "until May 1, 2028" in page
    assert "remove the folder “https”" in page
    assert str(tmp_path) not in page
    host = host_of(made(certificate=certificate, names=("vm",)))
    game = at_a_game(host)
    # What the certificate names goes first; the page is asked for over plain HTTP by this test only.
    assert shown(host, game) == ["http://192.168.1.7:8000"]
    assert "the certificate does not name it" in host.get(f"/g/{game}/guests").text
    assert "“vm.local” is the same computer" in host.get("/https").text


def test_the_way_out_comes_first_and_machines_inside_this_one_last(monkeypatch: pytest.MonkeyPatch) -> None:
    found = (
        *(Address("172.17.0.1", "docker0"), Address("169.254.3.4", "eth1"), Address("2001:db8::1", "eth0")),
        *(Address("100.64.0.3", "ts0"), Address("9.9.9.9", "ppp0"), Address("10.0.0.2", "eth2"), HOME),
    )
    monkeypatch.setattr(machine, "_interfaces", lambda: iter(found))
    monkeypatch.setattr(machine, "lan_address", lambda: HOME.text)
    order = [address.text for address in find_addresses()]
    assert order[:2] == [HOME.text, "10.0.0.2"]
    assert order[-3:] == ["2001:db8::1", "169.254.3.4", "172.17.0.1"]
    assert len(order) == len(found)


def test_this_machine_finds_its_own_addresses() -> None:
    found = find_addresses()
    assert all(not address.ip.is_loopback for address in found)
    assert all(not (address.ip.version == 6 and address.ip.is_link_local) for address in found)
    way_out = machine.lan_address()
    if way_out:
        assert found[0].text == way_out
        assert machine.is_own(way_out)
    assert machine.is_own("127.0.0.1")
    assert machine.is_own("::ffff:127.0.0.1")
    assert not machine.is_own("192.0.2.254")
    assert not machine.is_own("")


def test_addresses_are_looked_up_every_few_seconds_and_not_for_every_page() -> None:
    now, asked = [100.0], []

    def find() -> tuple[Address, ...]:
        asked.append(now[0])
        return (Address(f"10.0.0.{len(asked)}", "eth0"),)

    lookup = Lookup(find, lambda: now[0])
    assert lookup()[0].text == lookup()[0].text == "10.0.0.1"
    now[0] += 6
    assert lookup()[0].text == "10.0.0.2"
    assert asked == [100.0, 106.0]


def test_names_are_those_of_the_machine_with_what_networks_add(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "resolv").write_text("# x\nnameserver 1.1.1.1\nsearch corp.example.com lan.\n")
    monkeypatch.setattr(machine, "RESOLVER", tmp_path / "resolv")
    monkeypatch.setattr("socket.gethostname", lambda: "MyPC.example.net")
    found = machine.names()
    assert {"mypc", "mypc.example.net", "mypc.local", "mypc.fritz.box", "mypc.corp.example.com", "mypc.lan"} <= set(
        found
    )
    monkeypatch.setattr("socket.gethostname", lambda: "bad name")
    assert machine.names() == ()
