"""A duel on two phones: each side is asked for its own, the other reads whose it is, to the victory of either side."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest
from selenium.webdriver.support.ui import WebDriverWait

from companion.board import AREA_NUMBER
from companion.content.terms import Faction, Result
from companion.rules import Army, State
from companion.rules import commands as c
from companion.rules.ask.asked import SIDES
from companion.rules.engine import execute
from companion.rules.frames import EndFrame, EndStage, Frame, SpiceFrame, TurnFrame, VehiclesFrame
from companion.rules.refusal import Refused
from companion.rules.state import ATREIDES, HARKONNEN, Sietch
from companion.store import Role
from companion.web.devices import COOKIE
from solo_bot.simulation.people import people_ideas
from solo_bot.simulation.truth import Truth
from tests.browser.conftest import Phone
from tests.browser.serving import Server
from tests.web.conftest import Browser
from tests.web.table.conftest import Seat

HOST = "127.0.0.1"
SECONDS = 20
MOST = 600
OBJECTIVE = {"kwisatz_haderach": 3, "sand_dwellers": 2, "jihad": 2}
"""The numbers of the card that Atreides turn over."""
ATREIDES_DICE = (Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)

pytestmark = [pytest.mark.browser, pytest.mark.calm]


class Duel:
    """A duel with a phone for each side, and a device of the table that arranges what is not tapped."""

    def __init__(self, server: Server, phone_with: Callable[..., Phone], **settings: str) -> None:
        host = Browser(server.app.test_client(), host=HOST)
        game = host.new_game(harkonnen="people", set_up="quick", player="", **settings)
        self.seat = Seat(host, server.app, game)
        self.server = server
        self.harkonnen = self._phone(phone_with(), HARKONNEN, "Rabban")
        self.atreides = self._phone(phone_with(), ATREIDES, "Chani")

    def _phone(self, phone: Phone, side: Faction, name: str) -> Phone:
        browser = Browser(self.server.app.test_client(), host=HOST)
        browser.get("/new")
        cookie = browser.client.get_cookie(COOKIE, HOST)
        assert cookie is not None
        table = self.server.table
        table.games.sit(self.seat.game, cookie.value, Role.PLAYER, name, table.clock(), SIDES[side])
        facts = {"name": cookie.key, "value": cookie.value, "url": self.server.url}
        phone.driver.execute_cdp_cmd("Network.setCookie", facts)
        return phone

    @property
    def state(self) -> State:
        return self.seat.state

    def top(self) -> Frame | None:
        return self.state.frame

    def open(self) -> None:
        for phone in (self.harkonnen, self.atreides):
            phone.open(self.seat.home)

    def advance(self, until: Callable[[Frame | None], bool], seed: int = 7) -> None:
        """Goes on with what scripts of both sides do, until the game waits for something."""
        truth = Truth(Random(seed))
        for _number in range(MOST):
            if until(self.state.frame):
                return
            self.seat.arrange(*next(self._passing(truth)))
        raise AssertionError(f"the game came to {self.state.frame}")

    def _passing(self, truth: Truth) -> Iterator[tuple[c.Command, ...]]:
        for batch in people_ideas(self.state, truth):
            after = self.state
            try:
                for command in batch:
                    after, _events = execute(after, command)
            except Refused:
                continue
            yield tuple(batch)

    def own_turns(self) -> None:
        """Dice are rolled: the first turn of Atreides."""
        self.seat.arrange(c.EndVehicles())
        number = self.state.harkonnen_unused
        dice = tuple(sorted((list(Result)[n % 5] for n in range(number)), key=list(Result).index))
        self.seat.arrange(c.RollHarkonnenDice(dice), c.RollAtreidesDice(ATREIDES_DICE))
        assert self.state.frame == TurnFrame(ATREIDES)

    def correct(self, **changes: object) -> None:
        self.seat.arrange(c.CorrectBoard(replace(self.state, **changes)))  # type: ignore[arg-type]


@pytest.fixture
def duel(server: Server, phone_with: Callable[..., Phone]) -> Duel:
    return Duel(server, phone_with)


def hears(phone: Phone, words: str) -> None:
    """The phone comes to a step by what happened on the other one, after what that left to be done on the table."""
    comes(phone, lambda: words in phone.title, words)


def ends(phone: Phone, words: str) -> None:
    """The phone shows the end of the game, whoever brought it about."""
    comes(phone, lambda: words in phone.heading, words)


def comes(phone: Phone, there: Callable[[], bool], words: str) -> None:
    def come(_driver: object) -> bool:
        if there():
            return True
        if phone.find("#main .btn.go", "The board is right"):
            phone.tap("The board is right")
        return False

    WebDriverWait(phone.driver, SECONDS).until(come, words)


def told(phone: Phone) -> str:
    return str(phone.driver.find_element("id", "main").text)


@pytest.mark.rule("SPICE-2", "SPICE-3", "ROUND-2", "ROUND-1")
def test_the_end_of_a_round_is_asked_of_each_side_on_its_own_phone(duel: Duel) -> None:
    duel.advance(lambda frame: isinstance(frame, SpiceFrame))
    theirs, ours = duel.harkonnen, duel.atreides
    frame = duel.state.frame
    assert isinstance(frame, SpiceFrame)
    duel.correct(supremacy=3, imperium=(2, 2, 2), spice_reserve=9 - frame.collected)
    duel.open()
    assert "spice" in ours.title
    assert not ours.find("#main form .btn.go")
    theirs.tap("Stays", css="#main .keys a.key")
    theirs.tap("1 supremacy")
    assert "That costs 9 of 9 spice." in told(theirs)
    theirs.tap("Spend it this way")
    assert duel.state.supremacy == 4
    hears(ours, "Claim prescience cards")
    ours.tap("Not met: continue")
    hears(theirs, "Harkonnen: clean up your side")
    assert "clean up their side" in ours.title
    assert not ours.find("#main form .btn.go")
    theirs.tap("The Harkonnen are done")
    assert duel.top() == EndFrame(EndStage.ATREIDES)
    hears(ours, "Atreides: clean up your side")
    assert not theirs.find("#main form .btn.go")
    ours.tap("Begin round 2")
    assert isinstance(duel.top(), VehiclesFrame)
    hears(theirs, "Round 2 begins")
    for phone in (theirs, ours):
        assert "draw 2 planning cards" in told(phone), told(phone)
        assert "Reveal 3 prescience cards" in told(phone)
        assert phone.errors() == []


@pytest.mark.rule("WIN-1", "BATTLE-11")
def test_harkonnen_win_by_taps_on_two_phones(duel: Duel) -> None:
    duel.own_turns()
    gara, near = AREA_NUMBER["gara_kulon"], AREA_NUMBER["ne_15"]
    state = duel.state.with_army(ATREIDES, gara, None).with_army(HARKONNEN, near, Army(regular=4))
    sietches = tuple(Sietch(one.area, None) if one.area == gara else one for one in state.sietches)
    duel.seat.arrange(c.CorrectBoard(replace(state, sietches=sietches, supremacy=9)))
    duel.open()
    theirs, ours = duel.harkonnen, duel.atreides
    assert "Atreides" in theirs.title
    duel.seat.arrange(c.SpendDie(Result.MENTAT, Result.MENTAT), c.FinishAction(), c.EndTurn())
    hears(theirs, "Harkonnen turn: tap the die to use")
    theirs.tap("Strategy")
    theirs.tap_area("ne_15")
    theirs.tap_area("gara_kulon")
    theirs.tap("To the battle")
    hears(ours, "Which rank?")
    ours.tap("1", css="#main .keys button")
    hears(theirs, "move into")
    theirs.tap("Move in")
    assert duel.state.winner is HARKONNEN
    for phone in (theirs, ours):
        ends(phone, "Harkonnen win the game")


@pytest.mark.rule("WIN-2")
def test_atreides_win_by_taps_on_two_phones(duel: Duel) -> None:
    duel.advance(lambda frame: isinstance(frame, EndFrame))
    duel.correct(prescience=(7, 8, 7))
    duel.open()
    theirs, ours = duel.harkonnen, duel.atreides
    assert not theirs.find("#main form .btn.go")
    ours.touch("We meet the objective")
    for field, number in OBJECTIVE.items():
        ours.add(field, number)
    ours.tap("We meet the objective", css="#main form .btn")
    assert duel.state.winner is ATREIDES
    for phone in (theirs, ours):
        ends(phone, "Atreides win the game")


@pytest.mark.rule("WIN-2", "SETUP-6")
def test_the_objective_is_entered_covered_and_declared_on_the_phone_of_atreides_alone(duel: Duel) -> None:
    duel.own_turns()
    duel.open()
    theirs, ours = duel.harkonnen, duel.atreides
    ours.tap("Enter your secret objective")
    assert ours.find("#main .btn.go", "Three numbers are needed")
    for digit in ("9", "back", *map(str, OBJECTIVE.values())):
        assert len(ours.find("#main [data-now]")) == 1
        ours.touch(css=f"[data-digit='{digit}']")
    ours.tap("Save the objective")
    assert duel.state.hidden.objectives == (tuple(OBJECTIVE.values()),)
    ours.open(f"{duel.seat.home}/objective")
    assert "3 short" in told(ours)
    ours.tap("Cover")
    for phone in (ours, theirs):
        for page in ("", "/objective", "/hand", "/menu", "/history"):
            phone.open(f"{duel.seat.home}{page}")
            assert "3 short" not in phone.driver.page_source, page
    ours.open(duel.seat.home)
    (uncover,) = ours.find("#main button", "Uncover")
    assert uncover.rect["x"] + uncover.rect["width"] <= ours.room
    duel.advance(lambda frame: isinstance(frame, EndFrame))
    duel.correct(prescience=(7, 8, 7))
    ours.open(duel.seat.home)
    ours.tap("Uncover")
    assert "All three markers reach your objective" in ours.title
    theirs.open(duel.seat.home)
    hears(theirs, "look at their objective")
    ours.tap("We meet the objective")
    assert duel.state.winner is ATREIDES
    ends(theirs, "Atreides win the game")
