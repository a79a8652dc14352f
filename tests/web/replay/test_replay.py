"""The replay and the copies from it: each entry that holds, nothing hidden, and copies that do not count."""

import re
from html import unescape

import pytest
from flask import Flask

from companion.board import AREA_IDS
from companion.content.terms import Subfaction
from companion.rules.commands import EnterObjective
from companion.rules.state import HARKONNEN
from companion.service import Played, Table
from companion.service.settings import GameSettings
from companion.store import Role
from companion.web.devices import COOKIE
from companion.web.seats import TABLE
from tests.web.conftest import Browser, MakeBrowser
from tests.web.kept import at_a_game, played_out

NEXT = re.compile(r'<a class="icon" href="([^"]*)"[^>]*data-next')

WHOLE = frozenset(part for part in Subfaction if part.faction is HARKONNEN)


@pytest.fixture
def table(app: Flask) -> Table:
    found = app.extensions[TABLE]
    assert isinstance(found, Table)
    return found


@pytest.fixture
def game(table: Table, phone: Browser) -> str:
    """A game that was played to its end, at which the phone sits."""
    game = played_out(table, "Sunday", 0)
    code = table.games.get(game).play_code
    assert phone.send(f"/j/{code}", name="Eva", role="player").status_code == 303
    return game


def sits(browser: Browser, table: Table, game: str, parts: frozenset[Subfaction], role: Role = Role.PLAYER) -> Browser:
    browser.get("/new")
    cookie = browser.client.get_cookie(COOKIE, browser.host)
    assert cookie is not None
    table.games.sit(game, cookie.value, role, "Ola", table.clock(), parts)
    return browser


def lasts(table: Table, game: str) -> list[int]:
    return [step.batch.last for step in table.load(game).timeline.steps]


def test_it_goes_through_every_entry_that_holds(phone: Browser, table: Table, game: str) -> None:
    address, seen = phone.get(f"/g/{game}/replay").location, []
    for _ in range(4):
        text = phone.get(address).text
        seen.append(int(address.rsplit("/", 1)[1]))
        assert "Take the last entry back" not in text
        found = NEXT.search(text)
        assert found
        address = found[1]
    assert seen == lasts(table, game)[:4]
    assert NEXT.search(phone.get(f"/g/{game}/replay/{lasts(table, game)[-1]}").text) is None


def test_the_slider_goes_to_the_beginning_of_a_round(phone: Browser, table: Table, game: str) -> None:
    for number in (1, 2, 3):
        seq = int(phone.get(f"/g/{game}/replay?round={number}").location.rsplit("/", 1)[1])
        steps = table.load(game).timeline.steps
        at = lasts(table, game).index(seq)
        assert steps[at].state.round == number
        assert steps[at - 1].state.round < number or number == 1


def test_what_an_entry_changed_flashes(phone: Browser, table: Table, game: str) -> None:
    text = phone.get(f"/g/{game}/replay/{lasts(table, game)[-1]}").text
    assert re.search(r'data-flash="[^"]*habbanya_ridge', text)


def test_a_step_is_a_part_of_the_page_and_takes_the_place_of_the_one_before(
    phone: Browser, table: Table, game: str
) -> None:
    address = f"/g/{game}/replay/{lasts(table, game)[5]}"
    answer = phone.get(address, HX_Request="true")
    assert "<html" not in answer.text
    assert answer.headers["HX-Replace-Url"] == address
    assert "HX-Push-Url" not in answer.headers


SHEET = re.compile(r'href="(/g/\w+/(?:area|zone|tracks)/[^"]*)"')
FORM = re.compile(r'<form[^>]*action="([^"]*)"')


def test_sheets_show_the_moment_that_is_replayed_and_nothing_there_acts(
    phone: Browser, table: Table, game: str
) -> None:
    steps = table.load(game).timeline.steps
    step = next(one for one in steps if one.state.round == 2)
    page = f"/g/{game}/replay/{step.batch.last}"
    text = phone.get(page).text
    links = [unescape(one) for one in SHEET.findall(text)]
    assert len(links) > 100
    assert all(one.endswith(f"?replay={step.batch.last}") for one in links)
    assert [one for one in FORM.findall(text) if not one.endswith(("/replay", "/what-if"))] == []
    last, moved = steps[-1].state, []
    for area, army in step.state.legions(HARKONNEN):
        if army.regular and army.regular != getattr(last.army(HARKONNEN, area), "regular", 0):
            moved.append((AREA_IDS[area], army.regular))
    area_id, number = moved[0]
    sheet = phone.get(next(one for one in links if f"/area/{area_id}?" in one)).text
    main = sheet[sheet.index("<main") : sheet.index("</main>")]
    assert "As it was in round 2." in main
    assert f"{number} regular" in main
    assert f'href="{page}"' in main
    assert FORM.findall(main) == []
    assert f'href="{page}"' in phone.get(next(one for one in links if "/tracks/" in one)).text
    assert FORM.findall(phone.get(f"/g/{game}/hand?replay={step.batch.last}").text) == []


def test_a_sheet_of_an_earlier_step_leads_back_to_it(phone: Browser, table: Table) -> None:
    game = at_a_game(phone, set_up="quick", dice="app")
    first = table.load(game).timeline.steps[-1]
    phone.send(phone.get(f"/g/{game}").location, f"/g/{game}/undo")
    page = f"/g/{game}/{first.state.phase.value}/{first.batch.last}"
    link = next(one for one in SHEET.findall(phone.get(page).text) if "/area/" in one)
    assert link.endswith(f"?earlier={first.batch.last}")
    assert f'href="{page}"' in phone.get(link).text


def test_a_moment_that_never_was_is_no_moment(phone: Browser, game: str) -> None:
    for wrong in ("7777", "x", ""):
        assert "As it was" not in phone.get(f"/g/{game}/area/ne_15?replay={wrong}").text


def test_a_place_where_no_entry_ends_leads_to_the_beginning(phone: Browser, game: str) -> None:
    assert phone.get(f"/g/{game}/replay/7777").location == f"/g/{game}/replay"


def test_taken_back_is_left_out(phone: Browser, table: Table) -> None:
    game = at_a_game(phone, set_up="quick", dice="app")
    last = lasts(table, game)[-1]
    phone.send(phone.get(f"/g/{game}").location, f"/g/{game}/undo")
    assert last not in lasts(table, game)
    assert phone.get(f"/g/{game}/replay/{last}").location == f"/g/{game}/replay"


def test_a_copy_begins_as_the_game_stood_and_counts_for_nothing(phone: Browser, table: Table, game: str) -> None:
    steps = table.load(game).timeline.steps
    step = next(one for one in steps if one.state.round == 2)
    page = f"/g/{game}/replay/{step.batch.last}"
    made = phone.send(page, f"/g/{game}/what-if", until=str(step.batch.last)).location.removeprefix("/g/")
    assert made != game
    copy = table.load(made)
    assert copy.state == step.state
    assert (copy.game.name, copy.game.winner) == ("What if … from round 2", None)
    assert GameSettings.from_text(copy.game.settings).played is Played.WHAT_IF
    assert copy.game.seed != table.load(game).game.seed
    assert "What if" not in phone.get("/stats").text
    assert "What if" in phone.get(phone.get(f"/g/{made}").location).text
    assert lasts(table, game) == [one.batch.last for one in steps]


def test_playing_again_after_a_copy_is_a_game_that_counts(phone: Browser, table: Table, game: str) -> None:
    page = f"/g/{game}/replay/{lasts(table, game)[9]}"
    made = phone.send(page, f"/g/{game}/what-if", until=str(lasts(table, game)[9])).location.removeprefix("/g/")
    again = phone.send(page, f"/g/{made}/again").location.removeprefix("/g/")
    assert table.load(again).settings.counts


def test_only_an_entry_that_holds_can_be_gone_on_from(phone: Browser, game: str) -> None:
    page = phone.get(f"/g/{game}/replay").location
    for wrong in ("", "0", "7777", "x"):
        assert phone.send(page, f"/g/{game}/what-if", until=wrong).status_code == 400


@pytest.mark.parametrize(
    ("parts", "role", "may"),
    [
        (WHOLE, Role.PLAYER, True),
        (frozenset({Subfaction.CORRINO_ALLY}), Role.PLAYER, False),
        (frozenset(), Role.PLAYER, False),
        (frozenset(), Role.SPECTATOR, False),
    ],
    ids=["whole side", "partner", "device of the table", "watcher"],
)
def test_while_people_play_only_who_holds_a_whole_side_may(
    browser_at: MakeBrowser, table: Table, phone: Browser, parts: frozenset[Subfaction], role: Role, may: bool
) -> None:
    game = at_a_game(phone, harkonnen="people", harkonnen_partners="2", set_up="quick", dice="app")
    browser = sits(browser_at("192.168.1.31"), table, game, parts, role)
    seq = str(lasts(table, game)[-1])
    page = f"/g/{game}/replay/{seq}"
    assert ("/what-if" in browser.get(page).text) is may
    assert browser.send("/new", f"/g/{game}/what-if", until=seq).status_code == (303 if may else 403)


def test_what_the_other_side_hides_is_in_no_step_and_no_copy(
    browser_at: MakeBrowser, table: Table, phone: Browser
) -> None:
    game = at_a_game(phone, harkonnen="people", set_up="quick", dice="app")
    sits(phone, table, game, frozenset(part for part in Subfaction if part.faction is not HARKONNEN))
    other = sits(browser_at("192.168.1.31"), table, game, WHOLE)
    seat = next(seat for seat in table.games.seats(game) if seat.owner)
    done = table.submit(game, seat, table.load(game).seq, "objective", EnterObjective((7, 6, 8)))
    seq = done.seq
    made = other.send(f"/g/{game}/replay/{seq}", f"/g/{game}/what-if", until=str(seq)).location.removeprefix("/g/")
    assert table.load(game).state.hidden.objectives == ((7, 6, 8),)
    assert table.load(made).state.hidden.objectives == ()
