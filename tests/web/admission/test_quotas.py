"""Limits of what one makes: by device, by address and for all, in words, shared by processes, none for the host."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlmodel import select
from werkzeug.test import TestResponse

from companion.service.quotas import HOME, PUBLIC, Allowance, Kind, OverQuota, Quotas, Whose, household
from companion.store.tables import Tally
from companion.web import Config, create_app
from companion.web.admission import KEEPER
from companion.web.core import SWEEPER
from companion.web.seats import TABLE
from tests.web.admission.conftest import Limit
from tests.web.conftest import Browser, MakeBrowser

FEW = Quotas(games=Allowance(2, 5, 7))
GAME = {"set_up": "guided", "dice": "hand", "harkonnen": "mahdi", "player": "Ola"}


def make(browser: Browser) -> TestResponse:
    return browser.send("/new", **GAME)


def how_many(app: Flask) -> int:
    return len(app.extensions[TABLE].games.recent(limit=1000))


def test_a_device_an_address_and_all_have_their_limits(app: Flask, browser_at: MakeBrowser, limit: Limit) -> None:
    limit(FEW)
    one = browser_at("192.168.1.20")
    assert [make(one).status_code for _ in range(3)] == [303, 303, 429]
    refused = make(one)
    assert "At most 2 new games" in refused.text
    assert "one device" in refused.text
    assert 0 < int(refused.headers["Retry-After"]) <= 3601
    # Another browser of the same household, and one without its cookies.
    assert [make(browser_at("192.168.1.20")).status_code for _ in range(4)] == [303, 303, 303, 429]
    assert "one network" in make(browser_at("192.168.1.20")).text
    assert [make(browser_at(f"192.168.1.{n}")).status_code for n in range(30, 33)] == [303, 303, 429]
    assert "everybody" in make(browser_at("192.168.1.40")).text
    assert how_many(app) == 7


@pytest.mark.slow
def test_no_address_makes_a_game_that_is_not_counted(app: Flask, phone: Browser) -> None:
    """Every form of the app that needs no more than a game is sent; where that makes a game it is marked so."""
    makers = set[str]()
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()) and rule.arguments <= {"game_id"}:
            game = phone.new_game(set_up="quick")
            before = how_many(app)
            form = {**GAME, "players": "two", "of": "all", "until": str(app.extensions[TABLE].load(game).seq)}
            phone.post(rule.rule.replace("<game_id>", game), {**phone.fields("/new"), **form})
            if how_many(app) > before:
                makers.add(rule.endpoint)
                admitted = getattr(app.view_functions[rule.endpoint], "admitted", None)
                assert admitted is not None, f"{rule.endpoint} makes games that nobody counts"
                assert admitted.kind is Kind.GAMES
    assert makers == {
        "start.create_game",
        "start.create_trackers",
        "start.create_people",
        "coach.to_battle",
        "damaged.good_part_as_game",
        "games.copy",
        "replay.what_if",
        "ending.again",
    }


@pytest.mark.parametrize(
    "path", ["/new/trackers", "/new/people", "/g/{game}/again", "/g/{game}/good-part", "/practice"]
)
def test_every_way_to_make_a_game_counts(phone: Browser, limit: Limit, path: str) -> None:
    limit(FEW)
    game = phone.new_game()
    fields = {**phone.fields("/new"), "players": "two"}
    assert phone.post(path.format(game=game), fields).status_code == 303
    assert phone.post(path.format(game=game), {**fields, "key": "another-key-1"}).status_code == 429


def test_the_serving_computer_has_no_limit_at_home_and_one_in_public(
    app: Flask, browser_at: MakeBrowser, limit: Limit
) -> None:
    limit(FEW)
    host = browser_at("127.0.0.1", "localhost")
    assert [make(host).status_code for _ in range(9)] == [303] * 9
    limit(replace(FEW, host_is_free=False))
    assert [make(host).status_code for _ in range(3)] == [303, 303, 429]


def test_no_form_that_is_refused_for_its_token_counts(app: Flask, phone: Browser, limit: Limit) -> None:
    limit(FEW)
    fields = phone.fields("/new")
    for _ in range(5):
        assert phone.post("/new", {**fields, **GAME, "csrf_token": "0" * 64}).status_code == 400
    assert make(phone).status_code == 303


def test_two_processes_share_a_limit(app: Flask, phone: Browser, limit: Limit, tmp_path: Path) -> None:
    limit(FEW)
    other = create_app(Config(data_folder=tmp_path))
    other.extensions[KEEPER] = replace(other.extensions[KEEPER], quotas=FEW)
    there = Browser(other.test_client(), phone.address, phone.host)
    there.client._cookies = phone.client._cookies
    assert [make(browser).status_code for browser in (phone, there, phone, there)] == [303, 303, 429, 429]
    other.extensions[TABLE].log._database.close()


def test_no_address_and_no_token_is_in_a_counter(app: Flask, phone: Browser, limit: Limit) -> None:
    keeper = limit(FEW)
    make(phone)
    with app.extensions[TABLE].log._database.read() as session:
        keys = [row.key for row in session.exec(select(Tally))]
    assert len(keys) == 3
    assert not any("192.168" in key for key in keys)
    other = replace(keeper, salt=b"another")
    assert other._hashed("address 192.168.1.20") != keeper._hashed("address 192.168.1.20")


def test_there_is_room_again_after_the_window_whatever_the_clock_did(app: Flask, limit: Limit) -> None:
    keeper = limit(FEW)
    now = datetime.now(UTC)

    def at(moment: datetime) -> None:
        replace(keeper, clock=lambda: moment).take({Kind.GAMES: 1}, "device", "192.0.2.1")

    for jump in (timedelta(0), timedelta(days=-400), timedelta(days=400), timedelta(hours=1)):
        for _ in range(2):
            at(now + jump)
        with pytest.raises(OverQuota) as over:
            at(now + jump + timedelta(minutes=1))
        assert (over.value.whose, over.value.kind) == (Whose.DEVICE, Kind.GAMES)


def test_an_ipv6_household_is_one(app: Flask, limit: Limit) -> None:
    keeper = limit(FEW)
    for n in range(5):
        keeper.take({Kind.GAMES: 1}, f"device {n}", f"2001:db8:1:2::{n:x}")
    with pytest.raises(OverQuota):
        keeper.take({Kind.GAMES: 1}, "device 9", "2001:db8:1:2:ffff::1")
    keeper.take({Kind.GAMES: 1}, "device 9", "2001:db8:1:3::1")
    assert household("fe80::1%eth0") == "fe80::/64"
    assert household("nonsense") == "nonsense"


@pytest.mark.parametrize("quotas", [HOME, PUBLIC])
def test_presets_allow_a_household_more_than_a_device_and_all_more_than_it(quotas: Quotas) -> None:
    for kind in Kind:
        allowance = quotas.of(kind)
        assert 0 < allowance.device < allowance.address < allowance.everybody
    assert all(PUBLIC.of(kind).device < HOME.of(kind).device for kind in Kind)


def test_a_public_server_says_what_it_removes_and_one_at_home_does_not(tmp_path: Path, phone: Browser) -> None:
    assert "are removed" not in phone.get("/").text
    (tmp_path / "public").mkdir()
    public = create_app(Config(data_folder=tmp_path / "public", public=True))
    text = Browser(public.test_client(), "203.0.113.5", "192.168.1.7").get("/").text
    assert "Games untouched for 180 days are removed" in text
    assert public.extensions[KEEPER].quotas == PUBLIC
    public.extensions[TABLE].log._database.close()


def test_the_sweeper_of_the_app_goes_through_every_task(app: Flask) -> None:
    tasks = {"photos", "boxes", "counters", "devices", "abandoned games", "deleted games"}
    assert app.extensions[SWEEPER].sweep() == dict.fromkeys(tasks, 0)
