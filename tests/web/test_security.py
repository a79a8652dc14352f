"""Nobody changes what is not theirs, and nothing is changed twice or by half."""

import io
import re
import stat
import subprocess
from pathlib import Path

import pytest
from flask import Blueprint, Flask, request
from flask.typing import ResponseReturnValue

from companion.board import AREA_NUMBER
from companion.rules.commands import BeginGame, EnterRank
from companion.rules.events import RankEntered
from companion.service import Table
from companion.web import Config, create_app
from companion.web import app as app_module
from companion.web.addresses import http_url, is_loopback
from companion.web.devices import COOKIE
from companion.web.seats import TABLE, Change, View, changes, sees
from companion.web.security import secret_key
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game

ROOT = Path(__file__).resolve().parents[2]
bp = Blueprint("probe", __name__)


@bp.get("/g/<game_id>/probe")
@sees
def show(view: View) -> ResponseReturnValue:
    return {"seq": view.seq, "writes": view.may_write, "hidden": view.sees_hidden, "name": view.seat.name}


@bp.post("/g/<game_id>/probe/<name>")
@changes
def do(change: Change, name: str) -> ResponseReturnValue:
    if name == "rank":
        outcome = change.submit(EnterRank(AREA_NUMBER["gara_kulon"], int(request.form["rank"])))
        return {"seq": outcome.seq}
    if name == "begin":
        return {"seq": change.submit(BeginGame()).seq}
    if name == "crash":
        raise RuntimeError("a secret of the house")
    reverted = change.undo() if name == "undo" else change.redo()
    return {"seq": reverted.seq}


@pytest.fixture(autouse=True)
def probe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds two routes to the app that use a game as any feature does."""
    monkeypatch.setattr(app_module, "BLUEPRINTS", (*app_module.BLUEPRINTS, bp))


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


@pytest.fixture
def game(phone: Browser, probe: None) -> str:
    return at_a_game(phone)


def form(browser: Browser, game: str, **values: str) -> dict[str, str]:
    """A form of the table page as this device has it now."""
    fields = browser.fields("/new")
    return {**fields, "seq": str(browser.get(f"/g/{game}/probe").json["seq"]), "rank": "3", **values}  # type: ignore[index]


def joined(browser: Browser, table: Table, game: str, role: str, name: str = "Jan") -> Browser:
    code = table.games.get(game).play_code
    assert browser.send(f"/j/{code}", role=role, name=name).status_code == 303
    return browser


def test_a_form_with_everything_is_carried_out(phone: Browser, game: str, table: Table) -> None:
    fields = form(phone, game)
    answer = phone.post(f"/g/{game}/probe/rank", fields)
    assert answer.status_code == 200
    assert table.load(game).timeline.events[-1] == RankEntered(AREA_NUMBER["gara_kulon"], 3)
    assert answer.json == {"seq": int(fields["seq"]) + 1}


@pytest.mark.parametrize("token", [None, "", "0" * 64, "é"])
def test_without_its_csrf_token_a_form_is_refused(phone: Browser, game: str, table: Table, token: str | None) -> None:
    fields = form(phone, game)
    fields.pop("csrf_token")
    if token is not None:
        fields["csrf_token"] = token
    before = table.load(game).seq
    answer = phone.post(f"/g/{game}/probe/rank", fields)
    assert answer.status_code == 400
    assert "load the page again" in answer.text
    assert table.load(game).seq == before


def test_the_token_of_another_device_does_not_do(phone: Browser, game: str, browser_at: MakeBrowser) -> None:
    foreign = browser_at().fields("/new")["csrf_token"]
    assert phone.post(f"/g/{game}/probe/rank", form(phone, game, csrf_token=foreign)).status_code == 400


def test_a_device_without_a_cookie_is_refused(phone: Browser, game: str, browser_at: MakeBrowser) -> None:
    assert browser_at().post(f"/g/{game}/probe/rank", form(phone, game)).status_code == 400


def test_every_changing_route_needs_the_token(app: Flask, phone: Browser) -> None:
    paths = [
        rule.rule.replace("<game_id>", "x").replace("<code>", "x").replace("<name>", "x")
        for rule in app.url_map.iter_rules()
        if {"POST", "PUT", "PATCH", "DELETE"} & (rule.methods or set())
    ]
    assert len(paths) >= 3
    assert [phone.post(path, {}).status_code for path in paths] == [400] * len(paths)


def test_spectators_see_but_do_not_write(game: str, table: Table, browser_at: MakeBrowser) -> None:
    watcher = joined(browser_at(), table, game, "spectator")
    assert watcher.get(f"/g/{game}/probe").json == {
        "seq": table.load(game).seq,
        "writes": False,
        "hidden": False,
        "name": "Jan",
    }
    before = table.load(game).seq
    answer = watcher.post(f"/g/{game}/probe/rank", form(watcher, game))
    assert answer.status_code == 403
    assert "Only players can change the game" in answer.text
    assert table.load(game).seq == before


def test_the_code_of_the_table_is_not_shown_to_spectators(
    game: str, phone: Browser, table: Table, browser_at: MakeBrowser
) -> None:
    code = table.games.get(game).play_code
    watcher = joined(browser_at(), table, game, "spectator")
    assert code in phone.get(f"/g/{game}/guests").text
    assert code in phone.get("/").text
    assert code not in watcher.get(f"/g/{game}/guests").text
    assert code not in watcher.get("/").text


def test_partners_write(game: str, table: Table, browser_at: MakeBrowser) -> None:
    partner = joined(browser_at(), table, game, "partner")
    assert partner.post(f"/g/{game}/probe/rank", form(partner, game)).status_code == 200


def test_strangers_neither_see_nor_write(game: str, phone: Browser, table: Table, browser_at: MakeBrowser) -> None:
    stranger = browser_at()
    seen = stranger.get(f"/g/{game}/probe")
    assert seen.status_code == 403
    assert "Code of the table" in seen.text
    written = stranger.post(
        f"/g/{game}/probe/rank", {**form(phone, game), "csrf_token": stranger.fields("/new")["csrf_token"]}
    )
    assert written.status_code == 403
    assert game not in stranger.get("/").text


def test_a_seat_at_one_game_is_none_at_another(phone: Browser, game: str, browser_at: MakeBrowser) -> None:
    other = browser_at()
    theirs = at_a_game(other)
    assert phone.get(f"/g/{theirs}/probe").status_code == 403
    assert other.get(f"/g/{game}/probe").status_code == 403


def test_a_stale_form_changes_nothing_and_tells_what_changed(
    game: str, phone: Browser, table: Table, browser_at: MakeBrowser
) -> None:
    partner = joined(browser_at(), table, game, "partner", name="Jan")
    stale = form(phone, game)
    assert partner.post(f"/g/{game}/probe/rank", form(partner, game, rank="1")).status_code == 200
    before = table.load(game)
    answer = phone.post(f"/g/{game}/probe/rank", stale)
    assert answer.status_code == 409
    assert re.search(r"<li>Jan, \d+ seconds? ago: .*Gara Kulon", answer.text)
    assert f'href="/g/{game}"' in answer.text
    assert table.load(game).seq == before.seq


def test_a_stale_undo_names_what_was_taken_back(game: str, phone: Browser, table: Table) -> None:
    phone.post(f"/g/{game}/probe/rank", form(phone, game))
    stale = form(phone, game)
    assert phone.post(f"/g/{game}/probe/undo", form(phone, game)).status_code == 200
    answer = phone.post(f"/g/{game}/probe/undo", stale)
    assert (answer.status_code, bool(re.search(r"<li>Ola, .* ago, took back: .*Gara Kulon", answer.text))) == (
        409,
        True,
    )
    assert phone.post(f"/g/{game}/probe/redo", form(phone, game)).status_code == 200
    answer = phone.post(f"/g/{game}/probe/redo", form(phone, game))
    assert (answer.status_code, "Nothing to redo" in answer.text) == (409, True)
    phone.post(f"/g/{game}/probe/undo", form(phone, game))
    answer = phone.post(f"/g/{game}/probe/undo", form(phone, game))
    assert (answer.status_code, "Nothing to take back" in answer.text) == (409, True)


def test_a_second_tap_changes_nothing(game: str, phone: Browser, table: Table) -> None:
    fields = form(phone, game)
    assert phone.post(f"/g/{game}/probe/rank", fields).status_code == 200
    before = table.load(game).seq
    answer = phone.post(f"/g/{game}/probe/rank", fields)
    assert (answer.status_code, "This was already recorded" in answer.text) == (409, True)
    assert table.load(game).seq == before
    answer = phone.post(f"/g/{game}/probe/rank", {**fields, "rank": "1"})
    assert (answer.status_code, "already used for something else" in answer.text) == (409, True)
    assert table.load(game).seq == before


def test_a_command_against_the_rules_is_refused_with_the_rule(game: str, phone: Browser, table: Table) -> None:
    before = table.load(game).seq
    answer = phone.post(f"/g/{game}/probe/begin", form(phone, game))
    assert answer.status_code == 422
    assert "SETUP-2" in answer.text
    assert table.load(game).seq == before


@pytest.mark.parametrize(
    "field, value",
    [("seq", ""), ("seq", "x"), ("seq", "-1"), ("seq", "٣"), ("key", ""), ("key", "short"), ("key", "a b" * 9)],
)
def test_a_form_without_place_or_key_is_refused_by_its_field(
    game: str, phone: Browser, table: Table, field: str, value: str
) -> None:
    before = table.load(game).seq
    answer = phone.post(f"/g/{game}/probe/rank", form(phone, game, **{field: value}))
    assert answer.status_code == 400
    assert f"<code>{field}</code>" in answer.text
    assert table.load(game).seq == before


def test_htmx_gets_a_fragment_for_the_place_of_the_action(game: str, phone: Browser) -> None:
    answer = phone.post(f"/g/{game}/probe/begin", form(phone, game), HX_Request="true")
    assert answer.status_code == 422
    assert answer.headers["HX-Retarget"] == "#notice"
    assert answer.text.lstrip().startswith("<div")
    assert "<html" not in answer.text


def test_too_large_a_body_is_refused(game: str, phone: Browser) -> None:
    answer = phone.post(f"/g/{game}/probe/rank", {**form(phone, game), "rank": "3" * 200_000})
    assert (answer.status_code, "This is too large" in answer.text) == (413, True)
    upload = {**form(phone, game), "file": (io.BytesIO(b"x" * 300_000), "x.bin")}
    assert phone.post(f"/g/{game}/probe/rank", upload).status_code == 413


@pytest.mark.parametrize(
    "path", ["/", "/new", "/nowhere", "/healthz", "/static/glyphs.svg", "/static/no.css", "/sw.js"]
)
def test_every_answer_has_the_security_headers(phone: Browser, path: str) -> None:
    headers = phone.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert (policy["default-src"], policy["script-src"], policy["style-src"]) == ("'none'", "'self'", "'self'")
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["css/tokens.css", "js/app.js", "fonts/commissioner-latin-flar-normal.woff2"])
def test_files_that_nobody_can_run_by_themselves_have_the_headers_that_mean_something_there(
    phone: Browser, path: str
) -> None:
    headers = phone.get(f"/static/{path}").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert not {"Content-Security-Policy", "Permissions-Policy", "Content-Disposition"} & set(headers.keys())


@pytest.mark.parametrize("path", ["/", "/new"])
def test_pages_need_no_inline_script_or_style(phone: Browser, path: str) -> None:
    text = phone.get(path).text
    assert "<style" not in text
    assert " onclick=" not in text
    assert text.count("<script") == text.count("<script defer src=") + text.count("<script src=") + text.count(
        '<script type="module" src='
    )


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(phone: Browser) -> None:
    cookie = phone.get("/new").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_pages_are_not_taken_from_a_cache_but_versioned_files_are(phone: Browser) -> None:
    page = phone.get("/")
    assert page.headers["Cache-Control"] == "private, no-cache"
    address = page.text.split('rel="stylesheet" href="')[1].split('"')[0]
    assert "?v=" in address
    assert phone.get(address).headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert phone.get("/static/css/tokens.css").headers["Cache-Control"] == "no-cache"
    typeface = "/static/fonts/commissioner-latin-flar-normal.woff2"
    assert phone.get(typeface).headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_crash_tells_nothing_of_the_inside(game: str, phone: Browser, caplog: pytest.LogCaptureFixture) -> None:
    answer = phone.post(f"/g/{game}/probe/crash", form(phone, game))
    assert answer.status_code == 500
    assert "a secret of the house" not in answer.text
    assert "a secret of the house" in caplog.text


@pytest.mark.parametrize(
    "path, said",
    [
        ("/nowhere", "There is no such page"),
        ("/g/nowhere/guests", "There is no such game"),
        ("/g/nowhere/probe", "There is no such game"),
        ("/j/XXXX", "No game has the code XXXX"),
    ],
)
def test_what_is_not_there_is_said_in_words(phone: Browser, path: str, said: str) -> None:
    answer = phone.get(path)
    assert (answer.status_code, said in answer.text) == (404, True)


def test_a_wrong_method_is_said_in_words(phone: Browser) -> None:
    answer = phone.post("/healthz", phone.fields("/new"))
    assert (answer.status_code, "does not accept that request" in answer.text) == (405, True)
    assert "GET" in answer.headers["Allow"]


def test_the_secret_key_is_made_once_and_is_the_owners_alone(tmp_path: Path) -> None:
    key = secret_key(tmp_path)
    assert secret_key(tmp_path) == key
    assert len(key) == 32
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    (tmp_path / "other").mkdir()
    assert secret_key(tmp_path / "other") != key


def test_a_damaged_secret_key_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("z" * 64)
    with pytest.raises(ValueError, match=r"secret_key: .* does not hold a key"):
        secret_key(tmp_path)


def test_the_repository_holds_no_secret() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    # Databases of earlier versions, made for the tests of migrations, have no device that anybody has.
    names = [Path(line).name for line in listed if not line.startswith("tests/store/fixtures/")]
    assert "secret_key" not in names
    assert not [name for name in names if name.endswith((".sqlite", ".pem", ".key", ".env"))]


def test_seats_survive_a_restart(tmp_path: Path, phone: Browser, game: str) -> None:
    again = create_app(Config(data_folder=tmp_path))
    browser = Browser(again.test_client(), phone.address, phone.host)
    cookie = phone.client.get_cookie(COOKIE, domain=phone.host)
    assert cookie is not None
    browser.client.set_cookie(COOKIE, cookie.value, domain=phone.host)
    assert browser.get(f"/g/{game}/guests").status_code == 200
    again.extensions[TABLE].log._database.close()


@pytest.mark.parametrize(
    "host, local",
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("::1", True),
        ("192.168.1.7", False),
        ("192.168.1.7:8000", False),
        ("localhost.example.org", False),
        ("127.0.0.1.example.org:80", False),
        ("", False),
    ],
)
def test_what_is_local_is_known_by_name(host: str, local: bool) -> None:
    assert is_loopback(host) is local


def test_addresses_are_written_as_browsers_take_them() -> None:
    assert http_url("192.168.1.7", 8000) == "http://192.168.1.7:8000"
    assert http_url("fd00::7", 8000) == "http://[fd00::7]:8000"
    assert http_url("table.local", 80) == "http://table.local"
