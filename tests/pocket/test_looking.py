"""Looking ahead and hints where there is no server: the same pages, and what takes time comes in slices."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Result, VehicleKind
from companion.pocket.place import Place, open_place
from companion.rules.commands import Command, EndVehicles, PlaceVehicle, RollAtreidesDice
from companion.rules.frames import VehiclesFrame
from companion.service.advisers import SliceAdviser
from companion.web.seats import TABLE
from companion.web.steps.atreides.hint import ADVISER
from tests.pocket.test_place import AT, ROOT, header, send

SLICE = 1.0
"""Seconds of the processor that one request may take here: a slice, and the round that was begun in it."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """The app in a folder of its own."""
    opened = open_place(tmp_path, ROOT)
    yield opened
    opened.close()


@pytest.fixture
def step(place: Place) -> str:
    """The address of the player's first turn, with hints switched on."""
    made = send(place, "/new", "/new", set_up="quick", dice="app", mode="solo", player="", name="")
    assert made.status == 303
    game = header(made, "Location").removeprefix(f"{ROOT}/g/").split("/")[0]
    table = place.app.extensions[TABLE]
    seat = table.games.seats(game)[0]

    def arrange(*commands: Command) -> None:
        seq = table.load(game).seq
        table.submit(game, seat, seq, f"arranged-{seq:06d}", commands, True)

    for kind, where in ((VehicleKind.HARVESTER, "ne_13"), (VehicleKind.HARVESTER, "ne_10")):
        arrange(PlaceVehicle(kind, AREA_NUMBER[where]))
    arrange(PlaceVehicle(VehicleKind.ORNITHOPTER, 1))
    if isinstance(table.load(game).state.frame, VehiclesFrame):
        arrange(EndVehicles())
    arrange(RollAtreidesDice((Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)))
    table.change_settings(game, seat, hint=True)
    loaded = table.load(game)
    return f"/g/{game}/{loaded.state.phase.value}/{loaded.seq}"


@pytest.mark.slow
def test_if_they_roll_is_there(place: Place, step: str) -> None:
    body = place.answer("GET", f"{AT}{step}?ahead=1").body.decode()
    assert body.count('class="face"') == len(Result)


@pytest.mark.slow
def test_a_hint_comes_in_slices_and_the_table_answers_in_between(place: Place, step: str) -> None:
    assert isinstance(place.app.extensions[ADVISER], SliceAdviser)
    first = place.answer("GET", f"{AT}{step}?hint=1").body.decode()
    assert "<progress" in first
    home = step.rsplit("/", 2)[0]
    slices = 0
    while True:
        began = time.process_time()
        answer = place.answer("GET", f"{AT}{home}/hint?hint=1")
        assert time.process_time() - began < SLICE
        assert answer.status == 200
        if b'class="face"' in answer.body:
            break
        slices += 1
        assert place.answer("GET", f"{AT}{step}").status == 200
        assert slices < 400
    assert slices > 1
    assert header(answer, "HX-Retarget") == ".hinted"
