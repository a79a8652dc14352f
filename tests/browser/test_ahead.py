"""Looking ahead on a phone: if they roll ..., after a move that is tried, switched off; a hint asked for and used."""

import time
from collections.abc import Callable
from dataclasses import replace
from threading import Event

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.commands import (
    CorrectBoard,
    SpendDie,
)
from companion.rules.state import ATREIDES, HARKONNEN
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import Phone
from tests.browser.ready import first_turn
from tests.web.table.conftest import Seat

pytestmark = [pytest.mark.browser, pytest.mark.calm]

GARA_KULON, NE_14, NE_15, NE_16 = (AREA_NUMBER[area] for area in ("gara_kulon", "ne_14", "ne_15", "ne_16"))
SOON = 3.0
"""Seconds within which a hint is there, on a machine that does nothing else."""
LATE = 4 * PATIENCE
"""Until then it is there on any other: what looks for it gives way to whatever else the machine does."""


def table_at(phone: Phone, **settings: bool) -> Seat:
    """The player's turn: a Harkonnen legion beside Gara Kulon, which is nearly empty, and Stilgar's legion near by."""
    seat = first_turn(phone)
    state = seat.state.with_army(HARKONNEN, NE_15, Army(regular=2, elite=2, generic=1)).with_army(
        HARKONNEN, NE_14, None
    )
    state = state.with_army(ATREIDES, GARA_KULON, Army(regular=1))
    state = state.with_army(ATREIDES, NE_16, Army(regular=1, elite=4, special=1, named=("stilgar",)))
    sietches = tuple(replace(one, rank=2) for one in state.sietches)
    seat.arrange(CorrectBoard(replace(state, sietches=sietches, target_sietch=GARA_KULON, reinforcements=0)))
    if settings:
        table = phone.server.table
        table.change_settings(seat.game, table.games.seats(seat.game)[0], **settings)
    return seat


def glow(phone: Phone, kind: str) -> list[str]:
    """The ids of the areas that are lit so."""
    found = phone.driver.find_elements(By.CSS_SELECTOR, f"#board-over .glows use.{kind}")
    return [str(one.get_attribute("href")).removeprefix("#a-") for one in found]


def said(phone: Phone, css: str) -> str:
    """What the first element of a kind says, in one question: it may be replaced between two."""
    return str(phone.driver.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", css))


def face(phone: Phone, name: str) -> str:
    """What the row of a face says."""
    (row,) = phone.find(".face", name)
    return row.text


def test_if_they_roll_shows_every_face_by_one_tap_and_is_switched_off(phone: Phone) -> None:
    seat = table_at(phone)
    phone.open(seat.home)
    phone.taps = 0
    phone.tap("If they roll")
    assert phone.taps == 1
    assert len(phone.find(".face")) == len(Result)
    assert "Attack the sietch at Gara Kulon" in face(phone, "Strategy:")
    assert glow(phone, "threat") == ["gara_kulon"]
    assert phone.find("#board-over .arw.theirs")
    phone.tap("Draw and play 2 cards")
    assert not phone.find("#board-over .arw.theirs")
    assert glow(phone, "threat") == ["gara_kulon"]
    phone.tap(css="#main .kick a.icon")
    assert not phone.find(".face")
    assert phone.find("#main .key", "Strategy")
    phone.open(f"{seat.home}/menu")
    phone.tap("Off", "#hints form:has([value=ahead]) button")
    phone.open(seat.home)
    assert not phone.find("#main a", "If they roll")
    phone.open(f"{seat.home}/menu")
    phone.tap("On", "#hints form:has([value=ahead]) button")
    phone.open(seat.home)
    assert phone.find("#main a", "If they roll")
    assert phone.errors() == []


def test_it_goes_along_with_a_move_that_is_tried(phone: Phone) -> None:
    seat = table_at(phone)
    seat.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))
    phone.open(seat.home)
    phone.tap("If they roll")
    # The map still answers the step below: legion, then target.
    phone.tap_area("ne_16")
    assert phone.find(".face")
    phone.tap_area("gara_kulon")
    assert phone.find(".ahead .seg a[aria-current]", "After this move")
    assert "Gara Kulon" in phone.find(".face s")[0].text
    assert "gara_kulon" in glow(phone, "safe")
    before = seat.seq
    phone.tap("As it is now", ".ahead .seg a")
    assert glow(phone, "threat") == ["gara_kulon"]
    phone.tap("After this move", ".ahead .seg a")
    assert seat.seq == before
    phone.tap("Make this move", "#main button")
    army = seat.state.army(ATREIDES, GARA_KULON)
    assert army is not None
    assert army.units == 7
    assert phone.errors() == []


def test_what_follows_is_counted_anew_with_every_stepper(phone: Phone) -> None:
    seat = table_at(phone)
    seat.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))
    phone.open(f"{seat.step}?from=ne_16&to=gara_kulon&split=1")
    whole = said(phone, ".ahead-line")
    for _unit in range(4):
        phone.touch(css=".stp:has([name='elite']) [data-step='-1']")
    phone.touch(css=".stp:has([name='special']) [data-step='-1']")
    phone.touch("Stilgar", "#main label")
    assert "Tasmin Sink instead of Gara Kulon" in whole
    wait = WebDriverWait(phone.driver, PATIENCE)
    wait.until(lambda _driver: "as now" in said(phone, ".ahead-line"))
    assert phone.driver.find_element(By.NAME, "elite").get_attribute("value") == "0"
    phone.tap(css="#main .ahead-line")
    # What was set stays set.
    assert phone.driver.find_element(By.NAME, "elite").get_attribute("value") == "0"
    assert phone.errors() == []


# Of the line to the look ahead: how much of it is beyond its own height.
BEYOND = "const line = document.querySelector('.ahead-line'); return line.scrollHeight - line.clientHeight"


def test_an_attack_is_followed_by_each_of_its_outcomes(phone: Phone) -> None:
    seat = table_at(phone)
    seat.arrange(CorrectBoard(seat.state.with_army(ATREIDES, NE_16, Army(regular=2, elite=2))))
    seat.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))
    phone.open(f"{seat.step}?from=ne_16&to=ne_15&attack=1")
    line = said(phone, ".ahead-line")
    assert "Not won" in line
    assert "none" in line
    assert phone.driver.execute_script(BEYOND) <= 1
    phone.tap(css="#main .ahead-line")
    assert phone.find(".ahead .seg a[aria-current]", "Won, moved in")
    assert "gara_kulon" in glow(phone, "safe")
    phone.tap("Not won", ".ahead .seg a")
    assert glow(phone, "threat") == ["gara_kulon"]
    phone.look()
    before = seat.seq
    phone.tap("To the battle", "#main button")
    assert seat.seq > before
    assert phone.errors() == []


def test_without_the_script_every_part_is_a_link(phone_with: Callable[..., Phone]) -> None:
    phone = phone_with(script=False)
    seat = table_at(phone)
    seat.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))
    phone.open(f"{seat.step}?from=ne_16&to=gara_kulon")
    phone.tap(css="#main .ahead-line")
    assert len(phone.find(".face")) == len(Result)
    phone.tap("As it is now", ".ahead .seg a")
    phone.tap("Make this move", "#main button")
    army = seat.state.army(ATREIDES, GARA_KULON)
    assert army is not None
    assert army.units == 7


def test_a_tap_counts_while_the_page_asks_by_itself(phone: Phone) -> None:
    seat = table_at(phone, hint=True)
    asked, answered = Event(), Event()
    pages = phone.server.app.view_functions
    look = pages["table.hint"]

    def in_no_hurry(**named: object) -> object:
        asked.set()
        answered.wait(PATIENCE)
        return look(**named)

    pages["table.hint"] = in_no_hurry  # type: ignore[assignment]
    phone.open(seat.home)
    phone.tap("Hint", "#main a")
    assert asked.wait(PATIENCE)
    try:
        phone.tap("Cancel", "#main button")
    finally:
        answered.set()
    assert phone.find("#main .key", "Strategy")


def test_a_hint_is_asked_for_cancelled_and_used(phone: Phone) -> None:
    seat = table_at(phone, hint=True)
    phone.open(seat.home)
    phone.tap("Hint", "#main a")
    assert phone.find("progress")
    phone.tap("Cancel", "#main button")
    assert not phone.find("progress")
    assert phone.find("#main .key", "Strategy")
    began = time.monotonic()
    phone.tap("Hint", "#main a")
    wait = WebDriverWait(phone.driver, LATE, 0.05)
    wait.until(lambda _driver: phone.find(".hinted .face"))
    print(f"a hint after {time.monotonic() - began:.2f} s, at most {SOON} s on an idle machine")
    assert 1 <= len(phone.find(".hinted .face")) <= 3
    phone.look()
    before = seat.seq
    phone.tap(css=".hinted li:last-child .face")
    assert phone.find(".hinted li:last-child .face[aria-current]")
    phone.tap("Fill it in")
    assert seat.seq == before
    assert phone.find("#main .note", "Nothing happens before that")
    assert phone.errors() == []
