"""Who may what at a table: codes to play and to watch, removing, leaving, approving, several devices of one person."""

import re
from dataclasses import replace

import pytest
from flask import Flask

from companion.rules.ask.asked import SIDES
from companion.rules.state import HARKONNEN
from companion.service import Table
from companion.service.secrets import NO_EYES
from companion.store import GameRecord, Role
from companion.web.seats import TABLE, View
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game

EVERY_KIND = (
    "",
    "/guests",
    "/history",
    "/menu",
    "/live/seq",
    "/live",
    "/display",
    "/export.json",
    "/statistics",
    "/game",
)


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


@pytest.fixture
def game(phone: Browser) -> str:
    return at_a_game(phone)


def joined(browser: Browser, table: Table, game: str, name: str = "Jan", role: str = "player") -> Browser:
    record = table.games.get(game)
    code = record.watch_code if role == "spectator" else record.play_code
    assert browser.send(f"/j/{code}", role=role, name=name).status_code == 303
    return browser


def seats(table: Table, game: str) -> dict[str, int]:
    return {seat.name: seat.id for seat in table.games.seats(game)}


def codes(record: GameRecord) -> tuple[str, str, str]:
    return record.play_code, record.watch_code, record.owner_code


def deed(browser: Browser, game: str, path: str, **values: str) -> int:
    """Sends a form of the guests page; returns the status."""
    return browser.post(f"/g/{game}/{path}", {**browser.fields("/new"), **values}).status_code


def test_the_code_to_watch_only_ever_lets_watch(game: str, table: Table, browser_at: MakeBrowser) -> None:
    watcher, code = browser_at(), table.games.get(game).watch_code
    assert 'value="player"' not in watcher.get(f"/j/{code}").text
    for role in ("player", "partner"):
        assert watcher.send(f"/j/{code}", role=role, name="Jan").status_code == 400
    joined(watcher, table, game, role="spectator")
    assert watcher.get(f"/g/{game}/export.json").status_code == 403
    joined(watcher, table, game, role="player")
    assert watcher.get(f"/g/{game}/export.json").status_code == 200


def test_a_player_who_scans_the_code_to_watch_stays_a_player(phone: Browser, game: str, table: Table) -> None:
    answer = phone.get(f"/j/{table.games.get(game).watch_code}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{game}")


@pytest.mark.parametrize("shape", ["{}", "{}.", "{low}", " {first}-{last} ", "http://192.168.1.7:8000/j/{}?x=1#a"])
def test_codes_are_understood_as_people_type_them(game: str, table: Table, browser_at: MakeBrowser, shape: str) -> None:
    code = table.games.get(game).play_code
    typed = shape.format(code, low=code.lower(), first=code[:4], last=code[4:])
    answer = browser_at().client.get("/join", query_string={"code": typed})
    assert answer.headers["Location"] == f"/j/{code}"


def test_the_page_shows_codes_to_those_who_may_use_them(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    def shown(browser: Browser) -> list[bool]:
        text = browser.get(f"/g/{game}/guests").text
        return [code in text for code in codes(table.games.get(game))]

    assert shown(phone) == [True, True, True]
    assert shown(joined(browser_at(), table, game)) == [True, True, False]
    assert shown(joined(browser_at(), table, game, role="spectator")) == [False, False, False]


def test_a_new_code_ends_the_old_one_at_once(phone: Browser, game: str, table: Table, browser_at: MakeBrowser) -> None:
    before = table.games.get(game)
    fields = phone.fields("/new")
    for _twice in range(2):
        assert phone.post(f"/g/{game}/guests/codes", {**fields, "which": "play"}).status_code == 303
    after = table.games.get(game)
    assert (after.play_code == before.play_code, after.watch_code == before.watch_code) == (False, True)
    assert browser_at().get(f"/j/{before.play_code}").status_code == 404
    assert browser_at().get(f"/j/{after.play_code}").status_code == 200
    assert phone.post(f"/g/{game}/guests/codes", {**fields, "which": "watch"}).status_code == 409
    assert deed(phone, game, "guests/codes", which="all") == 400


def test_a_form_sent_twice_makes_one_new_code(phone: Browser, game: str, table: Table) -> None:
    fields = phone.fields("/new")
    made = set()
    for _twice in range(2):
        phone.post(f"/g/{game}/guests/codes", {**fields, "which": "owner"})
        made.add(table.games.get(game).owner_code)
    assert len(made) == 1


def test_who_may_not_is_refused(phone: Browser, game: str, table: Table, browser_at: MakeBrowser) -> None:
    player = joined(browser_at(), table, game, "Jan")
    watcher = joined(browser_at(), table, game, "Ann", "spectator")
    stranger = browser_at()
    own, others = seats(table, game)["Jan"], seats(table, game)["Ola"]
    before = (table.games.get(game), table.games.seats(game))
    for path, values in (
        (f"guests/{others}/remove", {}),
        ("guests/codes", {"which": "play"}),
        ("guests/ask-first", {"approve": "yes"}),
        ("guests/may-watch", {"watch": "yes"}),
    ):
        assert [deed(one, game, path, **values) for one in (player, watcher, stranger)] == [403] * 3, path
    assert deed(player, game, f"guests/{others}/merge", other=str(own)) == 403
    for path in (f"guests/{own}/merge", f"guests/{own}/separate", "guests/name", f"guests/{own}/let-in"):
        assert [deed(one, game, path, other=str(others), name="X") for one in (watcher, stranger)] == [403] * 2, path
    seen = [(seat.id, seat.name, seat.owner, seat.person, seat.removed) for seat in table.games.seats(game)]
    assert seen == [(seat.id, seat.name, seat.owner, seat.person, seat.removed) for seat in before[1]]
    assert codes(table.games.get(game)) == codes(before[0])


def test_a_removed_device_is_out_everywhere_and_told_so(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    guest = joined(browser_at(), table, game, "Jan")
    assert guest.get(f"/g/{game}/guests").status_code == 200
    old = table.games.get(game)
    assert deed(phone, game, f"guests/{seats(table, game)['Jan']}/remove") == 303
    for part in EVERY_KIND:
        if (answer := guest.get(f"/g/{game}{part}")).status_code != 404:
            assert (answer.status_code, "You were removed from this game" in answer.text) == (403, True), part
    for path in ("undo", "guests/name", "live/seen", "do/BeginGame"):
        assert deed(guest, game, path, seq="1", name="X") in (403, 404), path
    assert game not in guest.get("/").text
    assert "Jan" in [seat.name for seat in table.games.seats(game)]
    assert "Jan" not in [seat.name for seat in table.games.seated(game)]
    assert [guest.get(f"/j/{code}").status_code for code in codes(old)[:2]] == [404, 404]
    joined(guest, table, game, "Jan")
    assert guest.get(f"/g/{game}/guests").status_code == 200


def test_removing_twice_gives_new_codes_once(phone: Browser, game: str, table: Table, browser_at: MakeBrowser) -> None:
    joined(browser_at(), table, game, "Jan")
    seat = seats(table, game)["Jan"]
    deed(phone, game, f"guests/{seat}/remove")
    after = codes(table.games.get(game))
    deed(phone, game, f"guests/{seat}/remove")
    assert codes(table.games.get(game)) == after


def test_an_owner_is_not_removed_by_his_own_tap(phone: Browser, game: str, table: Table) -> None:
    assert deed(phone, game, f"guests/{seats(table, game)['Ola']}/remove") == 400
    assert phone.get(f"/g/{game}/guests").status_code == 200


def test_the_seat_of_another_game_is_not_touched(phone: Browser, game: str, table: Table) -> None:
    other = at_a_game(phone, player="Eva")
    assert deed(phone, game, f"guests/{seats(table, other)['Eva']}/remove") == 404
    assert phone.get(f"/g/{other}/guests").status_code == 200


def test_who_leaves_keeps_the_name_in_the_history(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    guest = joined(browser_at(), table, game, "Jan")
    assert guest.send("/new", "/leave", game=game).status_code == 303
    answer = guest.get(f"/g/{game}/guests")
    assert (answer.status_code, "This table has its own guests" in answer.text) == (403, True)
    assert "Jan" in [seat.name for seat in table.games.seats(game)]
    joined(guest, table, game, "Jan")
    assert len(table.games.seated(game)) == 2


def test_a_removed_device_can_put_the_matter_away(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    guest = joined(browser_at(), table, game, "Jan")
    deed(phone, game, f"guests/{seats(table, game)['Jan']}/remove")
    assert guest.send("/new", "/leave", game=game).status_code == 303
    assert "This table has its own guests" in guest.get(f"/g/{game}/guests").text


def test_new_guests_wait_until_a_player_lets_them_in(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    player = joined(browser_at(), table, game, "Eva")
    assert deed(phone, game, "guests/ask-first", approve="yes") == 303
    guest = joined(browser_at(), table, game, "Jan")
    waits = guest.get(f"/g/{game}")
    assert (waits.status_code, "Waiting to be let in" in waits.text) == (403, True)
    assert guest.get(f"/g/{game}/export.json").status_code == 403
    other = joined(browser_at(), table, game, "Jana").get(f"/g/{game}").text
    own, others = (re.search(r'class="code">(\d\d)<', page) for page in (waits.text, other))
    assert own is not None
    assert others is not None
    assert own[1] != others[1]
    assert f">{own[1]}<" in player.get(f"/g/{game}/guests/waiting").text
    still = guest.get(f"/g/{game}/waiting")
    assert (still.status_code, "HX-Refresh" in still.headers) == (204, False)
    assert "Jan wants to join" in player.get(f"/g/{game}/guests").text
    assert "Jan wants to join" in player.get(f"/g/{game}/guests/waiting").text
    assert "Jan wants to join" in player.get(player.get(f"/g/{game}").headers["Location"]).text
    assert deed(player, game, f"guests/{seats(table, game)['Jan']}/let-in") == 303
    assert guest.get(f"/g/{game}/waiting").headers["HX-Refresh"] == "true"
    assert guest.get(f"/g/{game}/guests").status_code == 200
    assert "Jan wants to join" not in player.get(f"/g/{game}/guests").text


def test_who_waits_watches_where_the_owner_says_so(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    def answers(device: Browser) -> list[int]:
        return [device.get(f"/g/{game}{page}").status_code for page in ("", "/history", "/export.json")]

    deed(phone, game, "guests/ask-first", approve="yes")
    guest = joined(browser_at(), table, game, "Jan")
    assert answers(guest) == [403, 403, 403]
    assert "HX-Refresh" not in guest.get(f"/g/{game}/waiting").headers
    assert deed(phone, game, "guests/may-watch", watch="perhaps") == 400
    assert deed(phone, game, "guests/may-watch", watch="yes") == 303
    assert guest.get(f"/g/{game}/waiting").headers["HX-Refresh"] == "true"
    assert "HX-Refresh" not in guest.get(f"/g/{game}/waiting?watching=1").headers
    assert answers(guest) == [303, 200, 403]
    page = guest.get(guest.get(f"/g/{game}").headers["Location"]).text
    assert "You watch meanwhile" in page
    assert f">{table.guests.waiting(game)[0].number}<" in page
    assert deed(guest, game, f"guests/{seats(table, game)['Jan']}/let-in") == 403
    assert deed(guest, game, "guests/name", name="Olga") == 403
    assert deed(guest, game, "undo") == 403
    removed = joined(browser_at(), table, game, "Eva")
    deed(phone, game, f"guests/{seats(table, game)['Eva']}/let-in")
    deed(phone, game, f"guests/{seats(table, game)['Eva']}/remove")
    assert answers(removed) == [403, 403, 403]
    deed(phone, game, "guests/may-watch", watch="no")
    assert guest.get(f"/g/{game}/waiting?watching=1").headers["HX-Refresh"] == "true"
    assert answers(guest) == [403, 403, 403]
    deed(phone, game, f"guests/{seats(table, game)['Jan']}/let-in")
    assert answers(guest) == [303, 200, 200]


def test_who_waits_to_play_a_side_watches_without_its_secrets(app: Flask, table: Table, phone: Browser) -> None:
    game = at_a_game(phone, harkonnen="people")
    seat = table.games.sit(game, "f" * 32, Role.PLAYER, "Jan", table.clock(), SIDES[HARKONNEN])
    with app.test_request_context():
        loaded = table.load(game)
        waits, plays = (View(loaded, one) for one in (replace(seat, waiting=True).watching(), seat))
        assert (plays.eyes, plays.may_write, plays.is_player) == (SIDES[HARKONNEN], True, True)
        assert (waits.eyes, waits.may_write, waits.is_player, waits.acts) == (NO_EYES, False, False, False)
        assert (waits.waits, plays.waits) == (True, False)


def test_who_is_turned_away_may_ask_again(phone: Browser, game: str, table: Table, browser_at: MakeBrowser) -> None:
    deed(phone, game, "guests/ask-first", approve="yes")
    guest = joined(browser_at(), table, game, "Jan")
    assert deed(guest, game, f"guests/{seats(table, game)['Jan']}/let-in") == 403
    deed(phone, game, f"guests/{seats(table, game)['Jan']}/turn-away")
    gone = guest.get(f"/g/{game}/waiting")
    assert (gone.status_code, gone.headers["HX-Refresh"]) == (403, "true")
    assert "This table has its own guests" in guest.get(f"/g/{game}").text
    joined(guest, table, game, "Jan")
    assert [seat.name for seat in table.guests.waiting(game)] == ["Jan"]


def test_those_who_sit_already_do_not_wait_and_watchers_who_want_to_play_do(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    player = joined(browser_at(), table, game, "Eva")
    watcher = joined(browser_at(), table, game, "Ann", "spectator")
    deed(phone, game, "guests/ask-first", approve="yes")
    assert player.get(f"/g/{game}/guests").status_code == watcher.get(f"/g/{game}/guests").status_code == 200
    joined(player, table, game, "Eva", "partner")
    assert player.get(f"/g/{game}/guests").status_code == 200
    joined(watcher, table, game, "Ann", "player")
    assert watcher.get(f"/g/{game}/guests").status_code == 403


def test_three_devices_of_one_person_are_one_person(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    for number in range(2):
        device = browser_at(f"192.168.1.{30 + number}")
        code = table.games.get(game).play_code
        answer = device.send(f"/j/{code}", role="player", name="ola")
        assert answer.headers["Location"] == f"/g/{game}/guests/same"
        page = device.get(f"/g/{game}/guests/same")
        other = re.search(r'name="other" value="(\d+)"', page.text)
        path = re.search(r'action="/g/[^/]+/(guests/\d+/merge)"', page.text)
        assert other
        assert path
        assert deed(device, game, path[1], other=other[1], joining="1") == 303
    text = phone.get(f"/g/{game}/guests").text
    assert "Player, owner, you, 3 devices" in text
    seated = table.games.seated(game)
    assert [seat.person for seat in seated] == [None, seated[0].id, seated[0].id]


def test_merging_is_taken_back_with_the_old_names(
    phone: Browser, game: str, table: Table, browser_at: MakeBrowser
) -> None:
    joined(browser_at(), table, game, "Jan")
    known = seats(table, game)
    assert deed(phone, game, f"guests/{known['Jan']}/merge", other=str(known["Ola"])) == 303
    assert "2 devices" in phone.get(f"/g/{game}/guests").text
    assert deed(phone, game, f"guests/{known['Jan']}/separate") == 303
    text = phone.get(f"/g/{game}/guests").text
    assert ("2 devices" in text, "Jan" in text, "Ola" in text) == (False, True, True)


def test_merging_gives_no_rights(phone: Browser, game: str, table: Table, browser_at: MakeBrowser) -> None:
    guest = joined(browser_at(), table, game, "Jan")
    known = seats(table, game)
    assert deed(guest, game, f"guests/{known['Jan']}/merge", other=str(known["Ola"])) == 303
    assert deed(guest, game, "guests/codes", which="play") == 403


@pytest.mark.parametrize("other", ["", "x", "-1", "٣", "999999", "9" * 30])
def test_nonsense_in_place_of_a_person_is_refused(phone: Browser, game: str, table: Table, other: str) -> None:
    seat = seats(table, game)["Ola"]
    assert deed(phone, game, f"guests/{seat}/merge", other=other) in (400, 404)


def test_a_person_is_renamed_on_every_device(phone: Browser, game: str, table: Table, browser_at: MakeBrowser) -> None:
    joined(browser_at(), table, game, "Jan")
    known = seats(table, game)
    deed(phone, game, f"guests/{known['Jan']}/merge", other=str(known["Ola"]))
    assert deed(phone, game, "guests/name", name="  Olga   P ") == 303
    assert [seat.name for seat in table.games.seats(game)] == ["Olga P", "Olga P"]
    assert deed(phone, game, "guests/name", name="\u0000") == 400
    assert deed(phone, game, "guests/name", name="x" * 41) == 400


def test_the_roles_of_a_seat_are_what_the_code_allows(game: str, table: Table, browser_at: MakeBrowser) -> None:
    joined(browser_at(), table, game, "Ann", "spectator")
    joined(browser_at(), table, game, "Eva", "partner")
    roles = {seat.name: (seat.role, seat.owner) for seat in table.games.seats(game)}
    assert roles == {
        "Ola": (Role.PLAYER, True),
        "Ann": (Role.SPECTATOR, False),
        "Eva": (Role.PARTNER, False),
    }
