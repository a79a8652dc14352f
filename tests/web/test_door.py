"""The door: other hosts are refused in words, cookies are bound over TLS, proxies are believed only when told."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web import Config, create_app, machine
from companion.web.addresses import Reach
from companion.web.door import bound, host_of, without_prefix
from companion.web.seats import TABLE
from companion.web.seclog import NAME

ON_BOTH_DATABASES = True

OWN = machine.Address("192.168.1.7", "wlan0")


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "addresses", lambda: (OWN,))
    monkeypatch.setattr(machine, "names", lambda: ("mypc", "mypc.local", "mypc.fritz.box"))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Config(data_folder=tmp_path, reach=Reach("0.0.0.0", 8000, ("table.example.org",))))
    yield app
    app.extensions[TABLE].log._database.close()


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(
        Config(data_folder=tmp_path / "p", reach=Reach("127.0.0.1", 8000, ("games.example.org",), behind_proxy=True))
    )
    yield app
    app.extensions[TABLE].log._database.close()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()


def asked(
    app: Flask, host: str, path: str = "/", address: str = "192.168.1.20", scheme: str = "http", **headers: str
) -> TestResponse:
    return app.test_client().get(
        path,
        base_url=f"{scheme}://localhost:8000",
        headers={"Host": host, **{name.replace("_", "-"): value for name, value in headers.items()}},
        environ_overrides={"REMOTE_ADDR": address},
    )


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8000", "x.localhost:8000", "127.0.0.1:8000", "[::1]:8000"),
        *("192.168.1.7:8000", "10.0.0.9", "203.0.113.9:8000", "[2001:db8::7]:8000"),
        *("mypc", "MyPC.local:8000", "mypc.local.:8000", "mypc.fritz.box", "table.example.org"),
    ],
)
def test_addresses_and_names_of_this_machine_are_ours(app: Flask, host: str) -> None:
    assert asked(app, host).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example.org", "evil.example.org:8000", "127.0.0.1.nip.io", "other.local", "2130706433"]
)
@pytest.mark.parametrize("path", ["/", "/healthz", "/static/css/tokens.css", "/nowhere"])
def test_another_host_is_refused_in_words_and_gets_no_cookie(
    app: Flask, host: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = asked(app, host, path)
    assert answer.status_code == 421
    name = host.partition(":")[0]
    assert f"The app was asked for as “{name}”" in answer.text
    assert f"--name {name}" in answer.text
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert next(record.getMessage() for record in caplog.records if record.name == NAME).startswith("host_refused ")


@pytest.mark.parametrize(
    "host",
    [
        "a b",
        "x:y",
        "[::1",
        "[zz]",
        "a@b",
        "a/b",
        "exa\tmple",
        "x:99999",
        "x:0",
        "-a.b",
        "é.org",
        "<script>",
        "a..b",
        ",",
    ],
)
def test_a_host_that_is_none_is_refused_in_words(app: Flask, host: str) -> None:
    answer = asked(app, host)
    assert answer.status_code == 400
    assert "is not an address" in answer.text
    assert "<script>" not in answer.text


def test_a_refused_host_changes_nothing_and_learns_no_game(app: Flask) -> None:
    browser = app.test_client()
    browser.get("/new", base_url="http://localhost:8000")
    answer = browser.post("/new/trackers", base_url="http://localhost:8000", headers={"Host": "evil.example.org"})
    assert answer.status_code == 421
    assert app.extensions[TABLE].games.recent(None, 5) == []


@pytest.mark.parametrize(
    "host, found",
    [
        ("A.b:80", ("a.b", 80)),
        ("[::1]:8000", ("::1", 8000)),
        ("[2001:DB8::0:1]", ("2001:db8::1", None)),
        ("10.0.0.1", ("10.0.0.1", None)),
        ("", None),
    ],
)
def test_a_host_is_name_and_port(host: str, found: tuple[str, int | None] | None) -> None:
    assert host_of(host) == found


@pytest.mark.parametrize(
    "address, host, is_host",
    [
        *(
            ("127.0.0.1", name, True)
            for name in ("localhost", "127.0.0.1", "192.168.1.7", "mypc.local", "table.example.org")
        ),
        ("192.168.1.7", "192.168.1.7:8000", True),
        ("::ffff:192.168.1.7", "192.168.1.7:8000", True),
        ("::1", "localhost", True),
        ("192.168.1.20", "192.168.1.7:8000", False),
        ("192.168.1.20", "localhost", False),
        ("not an address", "localhost", False),
    ],
)
def test_the_serving_computer_is_the_host_under_every_name(app: Flask, address: str, host: str, is_host: bool) -> None:
    game = _game(app)
    assert (game in asked(app, host, address=address).text) is is_host


@pytest.mark.parametrize(
    "header",
    [
        "Forwarded",
        "X-Forwarded-For",
        "X-Forwarded-Proto",
        "X-Forwarded-Whatever",
        "Via",
        "X-Real-IP",
        "CF-Connecting-IP",
    ],
)
def test_what_was_passed_on_is_not_from_the_host(app: Flask, header: str) -> None:
    game = _game(app)
    assert game in asked(app, "localhost", address="127.0.0.1").text
    assert game not in asked(app, "localhost", address="127.0.0.1", **{header: "x"}).text


def test_the_old_way_of_proxies_is_not_the_host(app: Flask) -> None:
    game = _game(app)
    old = {"SERVER_PROTOCOL": "HTTP/1.0", "REMOTE_ADDR": "127.0.0.1"}
    assert game not in app.test_client().get("/", environ_overrides=old).text


def test_without_a_proxy_what_it_would_say_is_ignored(app: Flask) -> None:
    answer = asked(app, "192.168.1.7:8000", X_Forwarded_Host="evil.example.org", X_Forwarded_Proto="https")
    assert answer.status_code == 200
    assert "Strict-Transport-Security" not in answer.headers
    assert "Secure" not in asked(app, "192.168.1.7:8000", "/new", X_Forwarded_Proto="https").headers["Set-Cookie"]


def test_behind_a_proxy_one_hop_is_believed_and_nobody_is_the_host(
    proxied: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    game = _game(proxied, "https://games.example.org")
    said = {"X_Forwarded_For": "198.51.100.9", "X_Forwarded_Proto": "https", "X_Forwarded_Host": "games.example.org"}
    answer = asked(proxied, "127.0.0.1:8000", "/new", "127.0.0.1", **said)
    assert answer.status_code == 200
    assert "; Secure" in answer.headers["Set-Cookie"]
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert game not in asked(proxied, "127.0.0.1:8000", address="127.0.0.1", **said).text
    assert game not in asked(proxied, "127.0.0.1:8000", address="127.0.0.1").text
    said["X_Forwarded_For"] = "127.0.0.1, 198.51.100.9"
    said["X_Forwarded_Host"] = "evil.example.org"
    assert asked(proxied, "127.0.0.1:8000", address="127.0.0.1", **said).status_code == 421
    assert "from=198.51.100.9" in caplog.text


def test_over_tls_every_cookie_is_secure_and_bound_to_its_host(app: Flask) -> None:
    answer = asked(app, "192.168.1.7:8000", "/new", scheme="https")
    cookies = answer.headers.getlist("Set-Cookie")
    assert cookies
    for cookie in cookies:
        assert cookie.startswith("__Host-arrakis_device=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= {part.strip() for part in cookie.split(";")}
        assert "Domain" not in cookie


def test_a_seat_taken_over_tls_is_known_by_its_bound_cookie(app: Flask) -> None:
    browser = app.test_client()
    page = browser.get("/new", base_url="https://mypc.local:8000")
    token = page.text.partition('name="csrf_token" value="')[2].partition('"')[0]
    form = {"csrf_token": token, "key": "some-key-1"}
    game = browser.post("/new/trackers", data=form, base_url="https://mypc.local:8000").headers["Location"]
    assert browser.get(f"{game}/guests", base_url="https://mypc.local:8000").status_code == 200
    # A browser sends no bound cookie over plain HTTP.
    elsewhere = {"REMOTE_ADDR": "192.168.1.20"}
    answer = browser.get(f"{game}/guests", base_url="http://mypc.local:8000", environ_overrides=elsewhere)
    assert answer.status_code == 403


def test_plain_http_sets_plain_cookies(app: Flask) -> None:
    cookie = asked(app, "192.168.1.7:8000", "/new").headers["Set-Cookie"]
    assert cookie.startswith("arrakis_device=")
    assert "Secure" not in cookie


@pytest.mark.parametrize("host, insists", [("mypc.local:8000", True), ("localhost:8000", False), ("127.0.0.1", False)])
def test_browsers_insist_on_https_for_a_short_time_and_not_for_their_own_computer(
    app: Flask, host: str, insists: bool
) -> None:
    answer = asked(app, host, scheme="https")
    assert answer.headers.get("Strict-Transport-Security") == ("max-age=3600" if insists else None)
    assert "Strict-Transport-Security" not in asked(app, host).headers


@pytest.mark.parametrize(
    "sent, seen",
    [
        ("arrakis=a; theme=night", "arrakis=a; theme=night"),
        ("arrakis=old; __Host-arrakis=new; theme=day", "arrakis=new; theme=day"),
        ("__Host-arrakis=new; arrakis=old", "arrakis=new"),
        ("", ""),
        ("odd", "odd"),
    ],
)
def test_a_bound_cookie_goes_before_a_plain_one(sent: str, seen: str) -> None:
    assert without_prefix(sent) == seen


@pytest.mark.parametrize(
    "given, kept",
    [
        ("a=1; Path=/", "__Host-a=1; Path=/; Secure"),
        ("a=1; Secure; Path=/", "__Host-a=1; Secure; Path=/"),
        ("a=1; Path=/x", "a=1; Path=/x; Secure"),
        ("a=1; Path=/; Domain=x.org", "a=1; Path=/; Domain=x.org; Secure"),
        ("__Host-a=1; Path=/", "__Host-a=1; Path=/; Secure"),
    ],
)
def test_cookies_are_bound_where_that_can_be(given: str, kept: str) -> None:
    assert bound(given) == kept


def _game(app: Flask, base: str = "http://192.168.1.7:8000") -> str:
    """Makes a game on a device of its own and returns its path."""
    browser = app.test_client()
    there = {"REMOTE_ADDR": "192.168.1.99"}
    page = browser.get("/new", base_url=base, environ_overrides=there)
    token = page.text.partition('name="csrf_token" value="')[2].partition('"')[0]
    form = {"csrf_token": token, "key": "some-key-1"}
    made = browser.post("/new/trackers", data=form, base_url=base, environ_overrides=there)
    assert made.status_code == 303, made.text
    return made.headers["Location"]
