"""A hint in the pocket: the player's first turn in a game of its own, and how long its first options take there."""

import time
from collections.abc import Sequence

from selenium.webdriver.support.wait import WebDriverWait

from companion.board import AREA_NUMBER
from companion.content.terms import Result, VehicleKind
from companion.pocket.place import Place
from companion.rules.commands import Command, EndVehicles, PlaceVehicle, RollAtreidesDice
from companion.rules.frames import VehiclesFrame
from companion.web.seats import TABLE
from tests.pocket.test_place import AT, ROOT, header, send
from tests.pocket.visitor import LOOK, PATIENCE, Visitor

DICE = (Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)
OPTIONS = "return document.querySelectorAll('.hinted .face').length"


def first_turn(place: Place) -> str:
    """Makes a game that stands at the player's first turn, with hints switched on; returns its address."""
    made = send(place, "/new", "/new", set_up="quick", dice="app", mode="solo", player="", name="")
    if made.status != 303:
        raise RuntimeError(f"no game was made: {made.status}")
    game = header(made, "Location").removeprefix(f"{ROOT}/g/").split("/")[0]
    table = place.app.extensions[TABLE]
    seat = table.games.seats(game)[0]

    def arrange(commands: Sequence[Command]) -> None:
        seq = table.load(game).seq
        table.submit(game, seat, seq, f"arranged-{seq:06d}", commands, True)

    for kind, where in ((VehicleKind.HARVESTER, "ne_13"), (VehicleKind.HARVESTER, "ne_10")):
        arrange([PlaceVehicle(kind, AREA_NUMBER[where])])
    arrange([PlaceVehicle(VehicleKind.ORNITHOPTER, 1)])
    if isinstance(table.load(game).state.frame, VehiclesFrame):
        arrange([EndVehicles()])
    arrange([RollAtreidesDice(DICE)])
    table.change_settings(game, seat, hint=True)
    return f"/g/{game}"


def as_file(place: Place, game: str) -> str:
    """The game as a file."""
    return place.answer("GET", f"{AT}{game}/export.json").body.decode()


def seconds_of_a_hint(visitor: Visitor, game: str) -> float:
    """Asks for a hint at the address of a game in a browser; returns the seconds until its options are there."""
    status, step, _text = visitor.fetch(game)
    if status != 200:
        raise RuntimeError(f"no turn to ask at: {status}")
    began = time.monotonic()
    visitor.go(f"{step.removeprefix(visitor.app).partition('?')[0]}?hint=1")
    visitor.driver.switch_to.frame("frame")
    WebDriverWait(visitor.driver, PATIENCE, LOOK).until(lambda driver: driver.execute_script(OPTIONS))
    return time.monotonic() - began
