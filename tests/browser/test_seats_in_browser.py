"""Two people, a phone each, by taps: they take their seats, act for their own side, and ask before taking back."""

from collections.abc import Callable

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from companion.rules.ask.asked import SIDES
from companion.rules.frames import VehiclesFrame
from companion.rules.state import HARKONNEN, Mode
from companion.service import GameSettings, SetUp
from companion.store import GameRecord
from companion.web import seats
from tests.browser.conftest import SMALL_TARGETS, SMALLEST_TARGET, Phone

pytestmark = [pytest.mark.browser, pytest.mark.calm]

SECONDS = 20
OVER_THE_TABLE = "#news-asks button"


@pytest.fixture(autouse=True)
def none_is_the_serving_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "is_host", lambda: False)


@pytest.fixture
def game(phone: Phone) -> GameRecord:
    settings = GameSettings("Sunday", Mode.DUEL, set_up=SetUp.QUICK)
    return phone.server.table.create_game(settings, "the-screen-in-the-middle", "Screen")[0]


def says(phone: Phone, text: str) -> None:
    WebDriverWait(phone.driver, SECONDS).until(lambda driver: text in driver.page_source)


def joins(phone: Phone, game: GameRecord, name: str, seat: str) -> None:
    phone.open(f"/j/{game.play_code}")
    phone.driver.find_element(By.NAME, "name").send_keys(name)
    phone.touch(seat)
    width, small = phone.driver.execute_script(SMALL_TARGETS, SMALLEST_TARGET)
    assert (width, small) == (phone.room, [])
    phone.tap("Join")


def test_a_step_of_the_other_side_is_taken_back_by_a_yes_on_its_phone(
    phone_with: Callable[..., Phone], phone: Phone, game: GameRecord
) -> None:
    ours, theirs = phone, phone_with()
    joins(ours, game, "Chani", "Atreides")
    joins(theirs, game, "Rabban", "Harkonnen")
    ours.open(f"/g/{game.id}")
    says(ours, "entered on their own device")
    theirs.tap("The rest stays in the supply")
    WebDriverWait(ours.driver, SECONDS).until(lambda _: not ours.top_is(VehiclesFrame))
    seq = ours.server.table.load(game.id).seq
    # The step has come to the other phone by itself.
    WebDriverWait(ours.driver, SECONDS).until(lambda driver: driver.current_url.endswith(f"/{seq}"))
    ours.find("form[action$='/undo'] button")[0].click()
    says(ours, "Asked the other side")
    says(theirs, "Chani wants to take back one of your steps")
    says(ours, "Waiting for Harkonnen to agree")
    (yes,) = theirs.find(OVER_THE_TABLE, "Take it back")
    yes.click()
    WebDriverWait(theirs.driver, SECONDS).until(lambda _: theirs.top_is(VehiclesFrame))
    WebDriverWait(ours.driver, SECONDS).until(lambda driver: "to agree" not in driver.page_source)
    assert (ours.errors(), theirs.errors()) == ([], [])


def test_the_page_of_seats_on_a_phone(phone_with: Callable[..., Phone], phone: Phone, game: GameRecord) -> None:
    joins(phone, game, "Chani", "Atreides")
    joins(phone_with(), game, "Rabban", "Harkonnen")
    phone.open(f"/g/{game.id}/guests")
    says(phone, "Who answers for you?")
    width, small = phone.driver.execute_script(SMALL_TARGETS, SMALLEST_TARGET)
    assert (width, small) == (phone.room, [])
    phone.touch("Another seat", "#main summary")
    assert phone.find("#main label", "Harkonnen")
    phone.open(f"/g/{game.id}/seat")
    phone.tap("Device of the table")
    assert [seat.parts for seat in phone.server.table.games.seats(game.id) if seat.name == "Chani"] == [frozenset()]


def test_a_removed_phone_is_out_and_comes_back_to_its_side_with_a_new_code(phone_with: Callable[..., Phone]) -> None:
    owner, guest = phone_with(), phone_with()
    owner.open()
    owner.tap(css="#main button[value=two]")
    number, table = owner.game, owner.server.table
    owner.tap("Atreides", css="#main button")
    joins(guest, table.games.get(number), "Rabban", "Harkonnen")
    old = table.games.get(number)
    own_page = guest.driver.current_url
    assert guest.find("#main form button", "The rest stays in the supply")
    owner.open(f"/g/{number}/guests")
    owner.touch("Rabban", css="#main details.guest summary")
    owner.tap("Remove", css="#main form[action$='/remove'] button")
    says(guest, "You were removed from this game")
    for address in (own_page, f"{guest.server.url}/g/{number}/hand", f"{guest.server.url}/g/{number}/export.json"):
        guest.driver.get(address)
        says(guest, "You were removed from this game")
    guest.open(f"/j/{old.play_code}")
    assert not guest.find("#main label", "Harkonnen")
    guest.open(f"/g/{number}")
    guest.tap("Leave the game")
    joins(guest, table.games.get(number), "Rabban", "Harkonnen")
    guest.tap("The rest stays in the supply")
    assert not guest.top_is(VehiclesFrame)
    assert [seat.name for seat in table.games.seated(number) if seat.parts == SIDES[HARKONNEN]] == ["Rabban"]
