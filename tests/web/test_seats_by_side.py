"""Two people, a phone each: whose step it is, what each may send, whose secrets a page may hold."""

import re
from html import unescape

import pytest
from flask import Flask

from companion.content.terms import Faction
from companion.rules.ask.asked import SIDES
from companion.service import Table
from companion.store import Role, SeatRecord
from companion.web.devices import COOKIE
from companion.web.seats import TABLE, View
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game

ATREIDES, HARKONNEN = SIDES[Faction.ATREIDES], SIDES[Faction.HARKONNEN]
HOST = "192.168.1.7"


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


def token(browser: Browser) -> str:
    browser.get("/new")
    kept = browser.client.get_cookie(COOKIE, domain=HOST)
    assert kept is not None
    return kept.value


def plays(browser: Browser, table: Table, game: str, parts: frozenset[object], name: str) -> Browser:
    table.games.sit(game, token(browser), Role.PLAYER, name, table.clock(), parts)  # type: ignore[arg-type]
    return browser


@pytest.fixture
def duel(phone: Browser) -> str:
    return at_a_game(phone, harkonnen="people", set_up="quick")


def step_of(browser: Browser, table: Table, game: str) -> str:
    loaded = table.load(game)
    return browser.get(f"/g/{game}/{loaded.state.phase.value}/{loaded.seq}").text


def test_only_the_phone_whose_step_it_is_is_asked(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser
) -> None:
    theirs = plays(browser_at(), table, duel, HARKONNEN, "Rabban")
    ours = plays(browser_at(), table, duel, ATREIDES, "Chani")
    form = f'action="/g/{duel}/do/end-vehicles"'
    assert form in step_of(theirs, table, duel)
    assert form in step_of(phone, table, duel), "a device of the table"
    waits = step_of(ours, table, duel)
    assert form not in waits
    assert "Harkonnen: this is entered on their own device" in waits


def test_what_is_for_the_other_side_is_refused_and_said_whose_it_is(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser
) -> None:
    ours = plays(browser_at(), table, duel, ATREIDES, "Chani")
    theirs = plays(browser_at(), table, duel, HARKONNEN, "Rabban")
    seq = str(table.load(duel).seq)
    form = {**ours.fields("/new"), "seq": seq, "key": "key-of-the-other"}
    for headers in ({}, {"HX_Request": "true"}):
        answer = ours.post(f"/g/{duel}/do/end-vehicles", form, **headers)
        assert answer.status_code == 403
        assert "That is for Harkonnen to enter" in answer.text
    assert str(table.load(duel).seq) == seq
    assert theirs.post(f"/g/{duel}/do/end-vehicles", {**form, **theirs.fields("/new"), "seq": seq}).status_code == 303


@pytest.mark.parametrize("name, seen", [("atreides", True), ("harkonnen", False), ("table", False), ("watcher", False)])
def test_a_page_holds_the_secrets_of_the_own_side_alone(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser, name: str, seen: bool
) -> None:
    sides = {"atreides": ATREIDES, "harkonnen": HARKONNEN, "table": frozenset[object]()}
    role = Role.SPECTATOR if name == "watcher" else Role.PLAYER
    browser = browser_at()
    table.games.sit(duel, token(browser), role, name, table.clock(), sides.get(name))  # type: ignore[arg-type]
    loaded = table.load(duel)
    seat = table.games.seat(duel, token(browser), table.clock())
    assert seat is not None
    assert View(loaded, seat).sees_hidden is seen


def joins(browser: Browser, table: Table, game: str, seat: str, name: str) -> int:
    code = table.games.get(game).play_code
    return browser.send(f"/j/{code}", seat=seat, name=name).status_code


def seat_named(table: Table, game: str, name: str) -> SeatRecord:
    return next(seat for seat in table.games.seats(game) if seat.name == name)


PARTNERS = ["fremen_ally", "house_atreides", "corrino_ally", "house_harkonnen"]


@pytest.mark.parametrize(
    "players, expected",
    [
        ("two", ["atreides", "harkonnen"]),
        ("three-harkonnen", ["atreides", *PARTNERS[2:]]),
        ("three-atreides", [*PARTNERS[:2], "harkonnen"]),
        ("four", PARTNERS),
    ],
)
def test_joining_shows_the_seats_and_who_has_taken_which(
    phone: Browser, table: Table, browser_at: MakeBrowser, players: str, expected: list[str]
) -> None:
    game = at_a_game(phone, players=players, set_up="quick")
    code = table.games.get(game).play_code

    def offered(text: str, *, free: bool) -> set[str]:
        found = re.findall(r'name="seat" id="[^"]*" value="([^"]*)" required( checked)?( disabled)?', text)
        return {value for value, _chosen, locked in found if free is not bool(locked)}

    first = browser_at()
    assert offered(first.get(f"/j/{code}").text, free=True) == {*expected, "table", "watch"}
    for number, seat in enumerate(expected):
        assert joins(browser_at(), table, game, seat, f"Guest {number}") == 303
        text = first.get(f"/j/{code}").text
        assert offered(text, free=False) == set(expected[: number + 1])
        assert f"Guest {number} sits here" in text
    assert joins(browser_at(), table, game, expected[0], "Late") == 409
    assert "Guest 0 has just taken" in first.send(f"/j/{code}", seat=expected[0], name="Late").text
    assert joins(first, table, game, "watch", "Eva") == 303
    assert seat_named(table, game, "Eva").role is Role.SPECTATOR


def test_alone_joining_asks_for_a_role_as_before(phone: Browser, table: Table, browser_at: MakeBrowser) -> None:
    game = at_a_game(phone)
    text = browser_at().get(f"/j/{table.games.get(game).play_code}").text
    assert 'name="role"' in text
    assert 'name="seat"' not in text


@pytest.mark.parametrize("page, path", [("/", "/new/people"), ("/new", "/new")])
def test_whoever_makes_a_game_between_people_is_asked_for_the_seat_in_one_tap(
    phone: Browser, table: Table, page: str, path: str
) -> None:
    assert f'action="{path}?seat=ask"' in phone.get(page).text
    values = {"players": "two", "set_up": "quick", "dice": "app"}
    answer = phone.post(f"{path}?seat=ask", {**phone.fields("/new"), **values})
    where = answer.headers["Location"]
    game = where.split("/")[2]
    assert where == f"/g/{game}/seat"
    assert "Where do you sit with this device?" in phone.get(where).text
    assert phone.send(where, seat="harkonnen").headers["Location"] == f"/g/{game}"
    assert table.games.seats(game)[0].parts == HARKONNEN


def test_the_page_of_seats_shows_two_teams_and_the_devices_without_secrets(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser
) -> None:
    joins(browser_at(), table, duel, "atreides", "Chani")
    joins(browser_at(), table, duel, "watch", "Eva")
    text = phone.get(f"/g/{duel}/guests").text
    teams = [part.split("</section>")[0] for part in text.split('<section class="card flat team">')[1:]]
    assert ["<b>Chani</b>" in one for one in teams] == [True, False, False]
    assert ["Free" in one for one in teams] == [False, True, False]
    assert "<b>Eva</b>" in teams[2]
    assert "device of the table" in teams[2]


def test_a_seat_is_changed_freely_until_secrets_of_the_other_side_were_seen(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser
) -> None:
    chani, rabban = browser_at(), browser_at()
    joins(chani, table, duel, "table", "Chani")
    assert chani.send(f"/g/{duel}/guests", f"/g/{duel}/seat", seat="atreides").status_code == 303
    assert seat_named(table, duel, "Chani").parts == ATREIDES
    chani.send(f"/g/{duel}/guests", f"/g/{duel}/seat", seat="harkonnen")
    asks = seat_named(table, duel, "Chani")
    assert (asks.parts, asks.wants) == (ATREIDES, HARKONNEN), "the owner is asked"
    joins(rabban, table, duel, "watch", "Rabban")
    assert rabban.send("/new", f"/g/{duel}/guests/{asks.id}/agree").status_code == 403
    assert chani.send("/new", f"/g/{duel}/guests/{asks.id}/agree").status_code == 403
    assert phone.send("/new", f"/g/{duel}/guests/{asks.id}/agree").status_code == 303
    assert seat_named(table, duel, "Chani").parts == HARKONNEN
    assert "has seen the secrets of Atreides" in phone.get(f"/g/{duel}/guests").text


def test_two_players_swap_seats_with_an_offer_and_a_yes(duel: str, table: Table, browser_at: MakeBrowser) -> None:
    chani, rabban, other = browser_at(), browser_at(), browser_at()
    joins(chani, table, duel, "atreides", "Chani")
    joins(rabban, table, duel, "harkonnen", "Rabban")
    joins(other, table, duel, "table", "Eva")
    assert "Rabban sits here: offer to swap" in chani.get(f"/g/{duel}/seat").text
    assert chani.send(f"/g/{duel}/seat", f"/g/{duel}/seat", seat="harkonnen").status_code == 303
    offer = seat_named(table, duel, "Chani")
    assert "Waiting for Rabban to agree to swap seats" in chani.get(f"/g/{duel}/asks").text
    asked = unescape(rabban.get(f"/g/{duel}/asks").text)
    assert "Chani offers to swap seats with you" in asked
    assert "You would sit as Atreides, Chani as Harkonnen." in asked
    assert "swap seats" not in other.get(f"/g/{duel}/asks").text
    assert other.send("/new", f"/g/{duel}/guests/{offer.id}/agree").status_code == 403
    assert (offer.parts, seat_named(table, duel, "Rabban").parts) == (ATREIDES, HARKONNEN)
    assert rabban.send("/new", f"/g/{duel}/guests/{offer.id}/agree").status_code == 303
    assert (seat_named(table, duel, "Chani").parts, seat_named(table, duel, "Rabban").parts) == (HARKONNEN, ATREIDES)
    assert View(table.load(duel), seat_named(table, duel, "Chani")).eyes == HARKONNEN
    assert View(table.load(duel), seat_named(table, duel, "Rabban")).eyes == ATREIDES


def test_another_device_answers_and_gives_the_answering_back(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser
) -> None:
    ours, theirs = browser_at(), browser_at()
    joins(ours, table, duel, "atreides", "Chani")
    joins(theirs, table, duel, "harkonnen", "Rabban")
    form = f'action="/g/{duel}/do/end-vehicles"'
    helper = str(seat_named(table, duel, "Chani").id)
    assert f'<option value="{helper}">Chani, Atreides' in theirs.get(f"/g/{duel}/guests").text
    theirs.send("/new", f"/g/{duel}/seat/hand-over", to=helper, times="always")
    assert form in step_of(ours, table, duel)
    assert View(table.load(duel), seat_named(table, duel, "Chani")).eyes == ATREIDES
    assert "Chani answers for you" in theirs.get(f"/g/{duel}/guests").text
    theirs.send("/new", f"/g/{duel}/seat/take-back")
    assert form not in step_of(ours, table, duel)
    for wrong in ({"to": "x"}, {"to": helper, "times": "never"}):
        assert theirs.send("/new", f"/g/{duel}/seat/hand-over", **wrong).status_code == 400


def both(table: Table, duel: str, browser_at: MakeBrowser) -> tuple[Browser, Browser]:
    ours, theirs = browser_at(), browser_at()
    joins(ours, table, duel, "atreides", "Chani")
    joins(theirs, table, duel, "harkonnen", "Rabban")
    return ours, theirs


def orders(browser: Browser, table: Table, game: str, path: str, **headers: str) -> int:
    form = {**browser.fields("/new"), "seq": str(table.load(game).seq)}
    return browser.post(f"/g/{game}/{path}", form, **headers).status_code


def asked_over_the_table(browser: Browser, game: str) -> str:
    return browser.get(f"/g/{game}/asks").text


def test_a_step_of_the_other_side_is_taken_back_when_it_says_so_on_its_own_phone(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser
) -> None:
    ours, theirs = both(table, duel, browser_at)
    assert "Taken back" not in step_of(phone, table, duel)
    assert orders(theirs, table, duel, "do/end-vehicles") == 303
    seq = table.load(duel).seq
    assert orders(ours, table, duel, "undo", HX_Request="true") == 202
    assert table.load(duel).seq == seq
    assert "Waiting for Harkonnen to agree" in asked_over_the_table(ours, duel)
    assert "Chani wants to take back one of your steps" in step_of(theirs, table, duel)
    assert "Chani" not in asked_over_the_table(phone, duel), "a device of the table is not asked"
    (wish,) = table.asks.of(duel, seq)
    assert orders(ours, table, duel, f"asks/{wish.id}/agree") == 403
    assert orders(theirs, table, duel, f"asks/{wish.id}/agree") == 303
    assert table.load(duel).seq == seq + 1
    assert "Taken back on another device" in step_of(phone, table, duel)
    assert orders(theirs, table, duel, f"asks/{wish.id}/agree") == 404


def test_a_no_is_read_by_whoever_asked(phone: Browser, duel: str, table: Table, browser_at: MakeBrowser) -> None:
    ours, theirs = both(table, duel, browser_at)
    orders(theirs, table, duel, "do/end-vehicles")
    assert orders(ours, table, duel, "undo") == 202
    (wish,) = table.asks.of(duel, table.load(duel).seq)
    assert orders(theirs, table, duel, f"asks/{wish.id}/refuse", HX_Request="true") == 200
    assert "Harkonnen did not agree" in asked_over_the_table(ours, duel)
    assert "take back" not in asked_over_the_table(theirs, duel)
    assert orders(ours, table, duel, f"asks/{wish.id}/refuse") == 303
    assert "did not agree" not in asked_over_the_table(ours, duel)


def test_who_has_changed_sides_is_told_to_everybody_until_it_is_put_away(
    phone: Browser, duel: str, table: Table, browser_at: MakeBrowser
) -> None:
    ours, theirs = both(table, duel, browser_at)
    theirs.send("/new", "/leave", game=duel)
    ours.send("/new", f"/g/{duel}/seat", seat="harkonnen")
    said = "Chani wants to sit as Harkonnen"
    assert said in asked_over_the_table(phone, duel)
    assert "Waiting for permission to sit as Harkonnen" in asked_over_the_table(ours, duel)
    seat = seat_named(table, duel, "Chani")
    phone.send("/new", f"/g/{duel}/guests/{seat.id}/agree")
    told = asked_over_the_table(phone, duel)
    assert "Chani now sits as Harkonnen" in told
    assert "has seen the secrets of Atreides" in told
    key = re.search(r'name="told" value="([^"]+)"', told)
    assert key is not None
    assert phone.send("/new", f"/g/{duel}/asks/told", told=key[1]).status_code == 303
    assert "now sits as" not in asked_over_the_table(phone, duel)
    assert phone.send("/new", f"/g/{duel}/asks/told", told="nonsense").status_code == 400
