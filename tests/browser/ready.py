"""Games that stand ready: the forms of the first pages are sent to the app without a browser, which then has one page
to draw instead of seven. ``test_browser_ways.py`` comes to the same games by taps."""

from companion.board import AREA_NUMBER
from companion.content.terms import Result, Subfaction, VehicleKind
from companion.rules.commands import Command, DrawTactical, EndVehicles, PlaceVehicle, RollAtreidesDice
from companion.rules.frames import RollSource, VehiclesFrame
from companion.store import Role
from companion.web.devices import COOKIE
from tests.browser.conftest import Phone
from tests.web.conftest import Browser
from tests.web.table.conftest import Seat

DICE = (Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)
CARDS = ("sihaya_ridge", "gara_kulon", "windgap")


def quick_game(phone: Phone, dice: str = "app", *cards: str, **settings: str) -> Seat:
    """A new game with the quick set-up, at the vehicles of its first round; the phone has the player's seat."""
    host = "127.0.0.1"
    browser = Browser(phone.server.app.test_client(), host=host)
    seat = Seat(browser, phone.server.app, browser.new_game(set_up="quick", dice=dice, player="", **settings))
    for card in cards:
        seat.arrange(DrawTactical(card))
    cookie = browser.client.get_cookie(COOKIE, host)
    assert cookie is not None
    facts = {"name": cookie.key, "value": cookie.value, "url": phone.server.url}
    phone.driver.execute_cdp_cmd("Network.setCookie", facts)
    return seat


def vehicles(phone: Phone) -> None:
    """The vehicles of the first round."""
    phone.open(quick_game(phone).home)


def first_turn(phone: Phone) -> Seat:
    """The first turn of the player with the same vehicles in every game, away from where tests put legions."""
    seat = quick_game(phone)
    seat.arrange(
        PlaceVehicle(VehicleKind.HARVESTER, AREA_NUMBER["ne_13"]),
        PlaceVehicle(VehicleKind.HARVESTER, AREA_NUMBER["ne_10"]),
        PlaceVehicle(VehicleKind.ORNITHOPTER, 1),
    )
    if isinstance(seat.top(), VehiclesFrame):
        seat.arrange(EndVehicles())
    seat.arrange(RollAtreidesDice(DICE))
    return seat


def own_turn(phone: Phone) -> None:
    """The first turn of the player."""
    _roll(phone, quick_game(phone), RollAtreidesDice(DICE))


def own_turn_by_hand(phone: Phone) -> None:
    """The same in a game whose dice and cards are those of the table."""
    _roll(phone, quick_game(phone, "hand", *CARDS), RollAtreidesDice(DICE, RollSource.TAPPED))


def _roll(phone: Phone, seat: Seat, roll: Command) -> None:
    seat.done("vehicles")
    seat.arrange(roll)
    phone.open(seat.home)


def sits(phone: Phone, game: str, parts: frozenset[Subfaction], name: str) -> None:
    """Gives a phone a seat of a game that plays these parts, and opens the table there."""
    device = Browser(phone.server.app.test_client(), host="127.0.0.1")
    device.get("/new")
    kept = device.client.get_cookie(COOKIE, "127.0.0.1")
    assert kept is not None
    table = phone.server.table
    table.games.sit(game, kept.value, Role.PLAYER, name, table.clock(), parts)
    phone.driver.execute_cdp_cmd("Network.setCookie", {"name": kept.key, "value": kept.value, "url": phone.server.url})
    phone.open(f"/g/{game}")
