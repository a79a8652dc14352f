"""The first page, a new game and joining it."""

import re

import pytest
from flask import Flask

from companion.board import SETTLEMENT_MASK, members
from companion.rules.frames import RoundStartFrame, SetupFrame, VehiclesFrame
from companion.rules.state import HARKONNEN, Mode
from companion.service import DiceBy, Level, SetUp, Table
from companion.store import Role
from companion.web.seats import TABLE
from companion.web.words.refusals.files import FIELD_NAMES
from tests.web.conftest import Browser, MakeBrowser

ON_BOTH_DATABASES = True


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


def test_DW_1_the_expansion_is_a_switch_between_people_and_refused_against_the_mahdi(
    phone: Browser, table: Table
) -> None:
    page = phone.get("/new").text
    assert 'name="desert_war"' in page
    game = phone.new_game(harkonnen="people", desert_war="yes")
    assert table.load(game).state.desert_war is not None
    assert table.load(phone.new_game(harkonnen="people")).state.desert_war is None
    answer = phone.send("/new", players="solo", set_up="quick", dice="app", desert_war="yes")
    assert answer.status_code == 400
    assert "the solo opponent has no rules for it" in answer.text


def test_a_first_visit_offers_a_new_game_and_joining(phone: Browser) -> None:
    text = phone.get("/").text
    assert 'href="/new"' in text
    assert 'action="/join"' in text
    assert "Recent games" not in text


def test_two_taps_make_a_game_with_figures_on_the_board(phone: Browser, table: Table) -> None:
    page = phone.get("/new").text
    chosen = re.findall(r'name="(set_up|dice|level|players)" id="[^"]+" value="([^"]+)" required checked', page)
    answer = phone.send("/new", **dict(chosen))
    assert answer.status_code == 303
    loaded = table.load(answer.headers["Location"].removeprefix("/g/"))
    assert all(loaded.state.army(HARKONNEN, area) for area in members(SETTLEMENT_MASK))
    assert isinstance(loaded.state.frame, VehiclesFrame)


def test_the_quick_set_up_is_called_an_assumption(phone: Browser) -> None:
    assert "the printed ones may differ." in phone.get("/new").text


def test_a_guided_game_keeps_every_choice(phone: Browser, table: Table) -> None:
    game = phone.new_game(
        name="  Sunday   with Ola ", first_printing="yes", doubtful_border="yes", set_up="guided", dice="hand"
    )
    loaded = table.load(game)
    assert loaded.game.name == "Sunday with Ola"
    assert (loaded.settings.dice, loaded.settings.set_up) == (DiceBy.HAND, SetUp.GUIDED)
    rules = loaded.state.rules
    assert (rules.first_printing, rules.card_parts, rules.doubtful_border) == (True, False, True)
    assert isinstance(loaded.state.frame, SetupFrame)
    (seat,) = table.games.seats(game)
    assert (seat.role, seat.name) == (Role.PLAYER, "Ola")


def test_a_new_game_is_against_the_printed_opponent_by_one_player(phone: Browser, table: Table) -> None:
    settings = table.load(phone.new_game()).settings
    assert (settings.level, settings.decide_for_me, settings.rules.partners) == (Level.MAHDI, False, 1)


def test_level_choices_and_partners_are_kept(phone: Browser, table: Table) -> None:
    game = phone.new_game(level="warlord", decide_for_me="yes", partners="2")
    settings = table.load(game).settings
    assert (settings.level, settings.decide_for_me, settings.rules.partners) == (Level.WARLORD, True, 2)
    assert table.load(game).state.rules.partners == 2
    menu = phone.get(f"/g/{game}/menu").text
    assert "Opponent: Warlord." in menu
    assert "Atreides: House Atreides and Fremen" in menu
    assert "the app picks the best one" in menu


ONE_TAP = [
    ("two", Mode.DUEL, 1, 1),
    ("three-harkonnen", Mode.TEAM, 1, 2),
    ("three-atreides", Mode.TEAM, 2, 1),
    ("four", Mode.TEAM, 2, 2),
]


@pytest.mark.parametrize("page", ["/", "/new"])
@pytest.mark.parametrize("players, mode, atreides, harkonnen", ONE_TAP)
def test_one_tap_makes_a_game_between_people(
    phone: Browser, table: Table, page: str, players: str, mode: Mode, atreides: int, harkonnen: int
) -> None:
    assert f'name="players" value="{players}"' in phone.get(page).text
    answer = phone.post("/new/people", {**phone.fields(page), "players": players})
    assert answer.status_code == 303
    state = table.load(answer.headers["Location"].split("/")[2]).state
    assert (state.mode, state.rules.partners, state.rules.harkonnen_partners) == (mode, atreides, harkonnen)
    assert all(state.army(HARKONNEN, area) for area in members(SETTLEMENT_MASK))


@pytest.mark.parametrize("players", ["solo", "five", ""])
def test_one_tap_makes_no_other_game(phone: Browser, table: Table, players: str) -> None:
    answer = phone.post("/new/people", {**phone.fields("/"), "players": players})
    assert (answer.status_code, table.games.recent()) == (400, [])


def test_levels_that_are_ours_say_so(phone: Browser) -> None:
    page = phone.get("/new").text
    assert page.count("Ours, not the rulebook’s") == 3
    assert "The rulebook’s opponent." in page


def test_with_real_cards_the_quick_set_up_stops_at_the_first_card(phone: Browser, table: Table) -> None:
    loaded = table.load(phone.new_game(set_up="quick", dice="hand"))
    assert isinstance(loaded.state.frame, RoundStartFrame)


@pytest.mark.parametrize(
    "field, value",
    [
        ("set_up", ""),
        ("set_up", "slow"),
        ("dice", "loaded"),
        ("name", "x" * 41),
        ("name", "a\x00b"),
        ("player", "x" * 41),
        ("doubtful_border", "perhaps"),
        ("level", "sultan"),
        ("players", "5"),
        ("decide_for_me", "perhaps"),
        ("key", "x"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_made(phone: Browser, table: Table, field: str, value: str) -> None:
    answer = phone.send("/new", **{"set_up": "quick", "dice": "app", field: value})
    assert answer.status_code == 400
    assert f"<span>{FIELD_NAMES.get(field, field)}: " in answer.text
    assert table.games.recent() == []


def test_what_was_filled_in_is_still_there_after_an_error(phone: Browser) -> None:
    text = phone.send("/new", set_up="guided", dice="loaded", name="Sunday <3").text
    assert 'value="Sunday &lt;3"' in text
    assert re.search(r'value="guided" required checked', text)


def test_sending_the_form_twice_makes_one_game(phone: Browser, table: Table) -> None:
    fields = {**phone.fields("/new"), "set_up": "quick", "dice": "app"}
    first, second = phone.post("/new", fields), phone.post("/new", fields)
    assert first.headers["Location"] == second.headers["Location"]
    assert len(table.games.recent()) == 1


def test_the_first_page_goes_on_with_the_last_game(phone: Browser, table: Table) -> None:
    older = phone.new_game(name="First")
    newer = phone.new_game(name="Second")
    text = phone.get("/").text
    assert f'class="btn go" href="/g/{newer}"' in text
    assert f'class="game" href="/g/{older}"' in text
    assert "Round 1, beginning" in text
    assert table.games.get(newer).play_code in text
    assert f"http://192.168.1.7:8000/j/{table.games.get(newer).play_code}" in text
    assert 'class="qr"' in text


def test_the_serving_machine_sees_all_games_and_guests_their_own(phone: Browser, browser_at: MakeBrowser) -> None:
    game = phone.new_game()
    host = browser_at("127.0.0.1", "localhost")
    assert f'href="/g/{game}"' in host.get("/").text
    assert game not in browser_at("192.168.1.99").get("/").text
    assert browser_at("127.0.0.1", "evil.example.org").get("/").status_code == 421
    assert game not in browser_at("127.0.0.1", "evil.example.org").get("/").text
    assert game not in host.get("/", X_Forwarded_For="192.168.1.99").text


def test_a_guest_joins_by_code(phone: Browser, table: Table, browser_at: MakeBrowser) -> None:
    game = phone.new_game()
    code = table.games.get(game).play_code
    guest = browser_at()
    asked = guest.get(f"/join?code={code.lower()}")
    assert (asked.status_code, asked.headers["Location"]) == (303, f"/j/{code}")
    page = guest.get(f"/j/{code}").text
    assert {"player", "partner", "spectator"} <= set(re.findall(r'value="(\w+)" required', page))
    answer = guest.send(f"/j/{code}", name="Jan", role="partner")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{game}")
    assert [(seat.name, seat.role) for seat in table.games.seats(game)] == [
        ("Ola", Role.PLAYER),
        ("Jan", Role.PARTNER),
    ]
    text = guest.get(f"/g/{game}/guests").text
    assert "Jan" in text
    assert "Partner" in text


def test_a_guest_may_change_name_and_role(phone: Browser, table: Table, browser_at: MakeBrowser) -> None:
    game = phone.new_game()
    path = f"/j/{table.games.get(game).play_code}"
    guest = browser_at()
    guest.send(path, name="Jan", role="spectator")
    assert 'value="Jan"' in guest.get(path).text
    guest.send(path, name="Jan K.", role="player")
    assert [(seat.name, seat.role) for seat in table.games.seats(game)][1:] == [("Jan K.", Role.PLAYER)]


@pytest.mark.parametrize(
    "values, field",
    [
        ({"name": "", "role": "player"}, "name"),
        ({"name": "x" * 41, "role": "player"}, "name"),
        ({"name": "Jan", "role": ""}, "role"),
        ({"name": "Jan", "role": "emperor"}, "role"),
    ],
)
def test_a_guest_without_name_or_role_is_not_seated(
    phone: Browser, table: Table, browser_at: MakeBrowser, values: dict[str, str], field: str
) -> None:
    game = phone.new_game()
    answer = browser_at().send(f"/j/{table.games.get(game).play_code}", **values)
    assert (answer.status_code, f"<span>{FIELD_NAMES.get(field, field)}: " in answer.text) == (400, True)
    assert len(table.games.seats(game)) == 1


@pytest.mark.parametrize("code", ["", "  ", "a/b", "x" * 13, "<b>"])
def test_a_code_that_is_none_is_answered_in_words(phone: Browser, code: str) -> None:
    answer = phone.client.get("/join", query_string={"code": code})
    assert answer.status_code == 404
    assert "<b>" not in answer.text
    assert "Code of the table" in answer.text


@pytest.mark.parametrize("name", ["Ola 👩\u200d🚀", "Zoë ❤️", "\u200eאבי", "Habba\u00adnya", "🏳️\u200d🌈"])
def test_joined_emoji_and_signs_that_join_are_letters_of_a_name(phone: Browser, table: Table, name: str) -> None:
    assert phone.send("/new", set_up="quick", dice="app", name=name).status_code == 303
    assert [game.name for game in table.games.recent()] == [name]


@pytest.mark.parametrize("name", ["a\u202eb", "\u200d", "a\nb\x07"])
def test_what_turns_or_hides_a_line_is_no_letter_of_a_name(phone: Browser, table: Table, name: str) -> None:
    assert phone.send("/new", set_up="quick", dice="app", name=name).status_code == 400


def test_the_first_page_names_the_languages_and_one_tap_changes_it(phone: Browser) -> None:
    page = phone.get("/").text
    for name in ("English", "Español", "Polski", "Čeština", "Русский"):
        assert re.search(rf'<button class="tongue"[^>]*>{name}</button>', page)
    assert re.search(r'value="en" lang="en" aria-current="true" disabled', page)
    assert phone.send("/", "/language", lang="pl", back="/").headers["Location"] == "/"
    assert '<html lang="pl"' in phone.get("/").text
    assert phone.send("/", "/language", lang="xx", back="/").status_code == 400


def test_names_of_others_are_text_and_no_markup(phone: Browser) -> None:
    game = phone.new_game(name="<script>x</script>", player="<img src=x>")
    for path in ("/", f"/g/{game}/guests"):
        text = phone.get(path).text
        assert "<script>x" not in text
        assert "<img" not in text


def test_theme_and_language_come_from_the_device(phone: Browser) -> None:
    phone.client.set_cookie("theme", "night", domain="192.168.1.7")
    phone.client.set_cookie("lang", "xx", domain="192.168.1.7")
    text = phone.get("/", Accept_Language="zz, en;q=0.5").text
    assert 'lang="en"' in text
    assert 'data-theme="night"' in text
    phone.client.set_cookie("theme", '"><script>', domain="192.168.1.7")
    assert "data-theme" not in phone.get("/").text.split("<head>")[0]


def test_the_app_is_well(phone: Browser) -> None:
    answer = phone.get("/healthz")
    assert (answer.status_code, (answer.json or {})["ok"]) == (200, True)
