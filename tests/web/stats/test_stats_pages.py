"""Statistics, report and game files on the web: for those who may see them, complete, and with nothing hidden."""

import json
import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.service import Table
from companion.service.exchange import export_game
from companion.service.exchange_file import MAX_FILE_BYTES
from companion.store import Role
from companion.web.seats import TABLE
from companion.web.words.refusals.files import FIELD_NAMES
from tests.service.played import played_game
from tests.web.conftest import FIELD, Browser, MakeBrowser
from tests.web.kept import at_a_game, played_out

EDGE = "edge-of-a-part"


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


@pytest.fixture
def game(table: Table) -> str:
    return played_out(table)


def joined(browser: Browser, table: Table, game: str, role: Role = Role.PLAYER) -> Browser:
    code = table.games.get(game).play_code
    assert browser.send(f"/j/{code}", name="Eva", role=role.value).status_code == 303
    return browser


def send_file(browser: Browser, data: bytes, **values: str) -> TestResponse:
    """Sends the form for a game file. The body is put together here: the test client would leave a large one open."""
    return upload(browser, data, {**browser.fields("/import"), **values})


def upload(browser: Browser, data: bytes, fields: dict[str, str]) -> TestResponse:
    parts = [f'--{EDGE}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{fields[name]}' for name in fields]
    parts.append(f'--{EDGE}\r\nContent-Disposition: form-data; name="file"; filename="game.json"\r\n\r\n')
    body = "\r\n".join(parts).encode() + data + f"\r\n--{EDGE}--\r\n".encode()
    return browser.client.post(
        "/import",
        data=body,
        buffered=True,
        content_type=f"multipart/form-data; boundary={EDGE}",
        base_url=f"http://{browser.host}:8000",
        environ_overrides={"REMOTE_ADDR": browser.address},
    )


@pytest.mark.parametrize("role", list(Role))
def test_every_seat_sees_the_statistics_with_tables_behind(phone: Browser, table: Table, game: str, role: Role) -> None:
    text = joined(phone, table, game, role).get(f"/g/{game}/stats").text
    for chart in ("supremacy", "prescience", "spice", "imperium", "losses", "luck"):
        assert f'id="{chart}"' in text
    assert text.count("<table") == text.count('<svg class="chart"') == 6
    state = table.load(game).state
    rows = re.search(r'id="supremacy".*?</table>', text, re.DOTALL)
    assert rows is not None
    assert f'<th scope="row">{state.round}</th><td>{state.supremacy}</td>' in rows[0]
    assert ("export.json" in text) is role.may_write


def test_a_new_game_has_statistics_without_charts(phone: Browser) -> None:
    game = at_a_game(phone)
    assert "Charts come with the first round" in phone.get(f"/g/{game}/stats").text
    assert phone.get(f"/g/{game}/report").status_code == 200


def test_the_report_tells_who_won_and_how(phone: Browser, table: Table, game: str) -> None:
    text = joined(phone, table, game).get(f"/g/{game}/report").text
    state = table.load(game).state
    assert state.winner is not None
    assert f"{state.winner.id.capitalize()} won in round {state.round}" in text
    assert "Eva" in text
    assert text.count("<h3>Round ") == table.load(game).state.round
    assert '<svg class="map"' in text
    assert "Secret objective" not in text


def test_the_report_follows_the_theme_on_the_screen(phone: Browser, table: Table, game: str) -> None:
    joined(phone, table, game).client.set_cookie("theme", "night", domain=phone.host)
    assert 'data-theme="night"' in phone.get(f"/g/{game}/stats").text
    assert 'data-theme="night"' in phone.get(f"/g/{game}/report").text


def test_the_record_counts_the_games_of_this_device(phone: Browser, table: Table, game: str, app: Flask) -> None:
    assert "No game is finished yet" in phone.get("/stats").text
    joined(phone, table, game)
    text = phone.get("/stats").text
    assert "1 finished, 0 open" in text
    assert f'href="/g/{game}/stats"' in text


@pytest.mark.parametrize("path", ["stats", "report", "export.json"])
def test_strangers_see_nothing(phone: Browser, game: str, path: str) -> None:
    assert phone.get(f"/g/{game}/{path}").status_code == 403


@pytest.mark.slow
def test_a_game_goes_out_and_in_again(phone: Browser, table: Table, game: str, browser_at: MakeBrowser) -> None:
    answer = joined(phone, table, game).get(f"/g/{game}/export.json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="arrakis-sunday.json"'
    assert answer.headers["Cache-Control"] == "no-store"
    assert json.loads(answer.text)["events"] == export_game(table, game)["events"]
    other = browser_at()
    made = send_file(other, answer.data, player="Ola")
    assert made.status_code == 303, made.text
    copy = made.headers["Location"].removeprefix("/g/")
    assert copy != game
    assert table.load(copy).state == table.load(game).state
    assert other.get(f"/g/{copy}/stats").status_code == 200
    assert phone.get(f"/g/{copy}/stats").status_code == 403


@pytest.mark.slow
def test_a_file_whose_game_is_here_leads_to_it_or_to_a_copy(phone: Browser, table: Table, game: str) -> None:
    data = json.dumps(export_game(table, game)).encode()
    first = send_file(phone, data, player="Ola").headers["Location"].removeprefix("/g/")
    seat = next(seat for seat in table.games.seated(first) if seat.name == "Ola")
    table.redo(first, seat, table.undo(first, seat, table.load(first).seq, "key-undo").seq, "key-redo")
    answer = send_file(phone, data, player="Ola")
    assert answer.status_code == 409
    assert "This game is already here" in answer.text
    assert f'href="/g/{first}"' in answer.text
    fields = dict(FIELD.findall(answer.text))
    copied = [phone.post(f"/g/{first}/copy-import", {**fields, "player": "Ola"}) for _twice in range(2)]
    assert [one.status_code for one in copied] == [303, 303]
    copy, again = (one.headers["Location"].removeprefix("/g/") for one in copied)
    assert copy == again != first
    assert table.load(copy).seq == table.load(game).seq == table.load(first).seq - 2
    assert phone.get(f"/g/{copy}/stats").status_code == 200


@pytest.mark.slow
def test_nobody_is_told_of_a_game_of_others_nor_copies_it(table: Table, game: str, browser_at: MakeBrowser) -> None:
    data = json.dumps(export_game(table, game)).encode()
    stranger, watcher = browser_at(), browser_at("192.168.1.21")
    joined(watcher, table, game, Role.SPECTATOR)
    for one in (stranger, watcher):
        assert send_file(one, data, player="Iza").status_code == 303
        form = one.fields("/import")
        assert one.post(f"/g/{game}/copy-import", {**form, "player": ""}).status_code == 403
    assert len(table.games.recent()) == 3


def test_what_did_not_come_in_cannot_be_copied_as_it_came(phone: Browser) -> None:
    own = at_a_game(phone)
    answer = phone.post(f"/g/{own}/copy-import", phone.fields("/import"))
    assert (answer.status_code, "was not made from a file" in answer.text) == (400, True)


@pytest.mark.parametrize(
    "name, header",
    [
        ("Sunday", 'attachment; filename="arrakis-sunday.json"'),
        ("Д С", "attachment; filename=\"arrakis.json\"; filename*=UTF-8''arrakis-%D0%B4-%D1%81.json"),
        ("Wüste 2", "attachment; filename=\"arrakis-wuste-2.json\"; filename*=UTF-8''arrakis-w%C3%BCste-2.json"),
        ('"/\\..', 'attachment; filename="arrakis-game.json"'),
    ],
)
def test_a_file_is_called_as_the_game_in_its_own_letters(phone: Browser, name: str, header: str) -> None:
    own = at_a_game(phone, name=name)
    assert phone.get(f"/g/{own}/export.json").headers["Content-Disposition"] == header


def test_a_game_without_a_name_is_called_in_the_language_of_the_reader(phone: Browser, browser_at: MakeBrowser) -> None:
    own = at_a_game(phone)
    assert "Against the Mahdi opponent" in phone.get("/").text
    assert "Against the Mahdi opponent" in phone.get(f"/g/{own}/menu").text
    polish = phone.get(f"/g/{own}/menu", Accept_Language="pl").text
    assert "Against the Mahdi opponent" not in polish
    exported = json.loads(phone.get(f"/g/{own}/export.json").text)
    assert exported["settings"]["name"] == ""
    there = send_file(browser_at(), json.dumps(exported).encode(), player="Iza")
    assert there.status_code == 303


def test_spectators_take_no_file(phone: Browser, table: Table, game: str) -> None:
    assert joined(phone, table, game, Role.SPECTATOR).get(f"/g/{game}/export.json").status_code == 403


def test_the_first_page_has_the_form(phone: Browser) -> None:
    text = phone.get("/").text
    assert 'action="/import" enctype="multipart/form-data"' in text
    assert 'href="/learn/"' in text


@pytest.mark.parametrize("data, field", [(b"", "file"), (b"{}", "format"), (b'{"format":', "file")])
def test_a_damaged_file_is_refused_by_its_field(phone: Browser, table: Table, data: bytes, field: str) -> None:
    answer = send_file(phone, data, player="Ola")
    assert answer.status_code == 400
    assert re.search(rf"nothing was changed</b> <span>{FIELD_NAMES.get(field, field)}: ", answer.text)
    assert 'value="Ola"' in answer.text
    assert table.games.recent() == []


def test_a_form_without_a_file_or_with_an_endless_name_is_refused(phone: Browser) -> None:
    answer = phone.post("/import", phone.fields("/import"))
    assert (answer.status_code, "choose the file of a game first" in answer.text) == (400, True)
    answer = send_file(phone, json.dumps(played_game()).encode(), player="x" * 41)
    assert (answer.status_code, "Your name: " in answer.text) == (400, True)


def test_a_file_beyond_the_limit_is_refused_and_says_the_limit(phone: Browser, table: Table) -> None:
    answer = send_file(phone, b" " * (MAX_FILE_BYTES + 20_000))
    assert answer.status_code == 413
    assert "is larger than 32 MB" in answer.text
    assert table.games.recent() == []


def test_a_file_needs_the_token_of_the_page(phone: Browser, table: Table) -> None:
    phone.get("/import")
    answer = upload(phone, json.dumps(played_game()).encode(), {"key": "abcdefgh"})
    assert answer.status_code == 400
    assert table.games.recent() == []


@pytest.mark.slow
def test_an_imported_game_names_each_player_once(phone: Browser, table: Table, game: str) -> None:
    # Ola, who played the game elsewhere, brings it to this table.
    document = json.dumps(export_game(table, game)).encode()
    answer = send_file(phone, document, player="Ola")
    assert answer.status_code == 303
    home = answer.headers["Location"]
    guests = phone.get(f"{home}/guests").text
    assert guests.count("<b>Ola</b>") == 1
    assert phone.get(f"{home}/report").text.count("Ola") == 1
