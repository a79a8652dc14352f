"""A duel from its first tap to its end on two phones: each acts for its own side alone, and both read who has won."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from selenium.webdriver.common.by import By

from companion.board import AREA_IDS, AREA_NUMBER
from companion.rules import Army, State, check
from companion.rules import commands as c
from companion.rules.frames import ActionFrame, BattleFrame, Frame, RevealSietchFrame, TurnFrame, VehiclesFrame
from companion.rules.legal import candidates
from companion.rules.state import ATREIDES, HARKONNEN, Sietch
from companion.web import seats
from tests.browser.conftest import Phone
from tests.browser.playing import Game, Plan, Player
from tests.browser.test_duel_on_two_phones import ends

pytestmark = [pytest.mark.browser, pytest.mark.calm, pytest.mark.slow]

SECONDS = 240
"""Until then a game must be over, on a machine that has other things to do."""
MARKERS = ("kwisatz_haderach", "sand_dwellers", "jihad")
STEPS = 2
GARA, NEAR = AREA_NUMBER["gara_kulon"], AREA_NUMBER["ne_15"]


@pytest.fixture(autouse=True)
def none_is_the_serving_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "is_host", lambda: False)


def no_vehicles(player: Player, _state: State) -> bool:
    return player.offers("The rest stays in the supply")


def attacks(player: Player, state: State) -> bool:
    """Harkonnen attack where they can, else the rest of the action is not used."""
    frame = state.frame
    if isinstance(frame, ActionFrame) and frame.attack:
        for one in candidates(state, c.Attack):
            if isinstance(one, c.Attack) and one.faction is HARKONNEN and not check(state, one):
                player.phone.tap_area(AREA_IDS[one.source])
                player.phone.tap_area(AREA_IDS[one.target])
                return player.offers("To the battle")
    return player.offers("The rest is not used")


def claims(player: Player, state: State) -> bool:
    """Atreides claim one card, which moves every marker."""
    if state.cards.claimed or not player.offers("Prescience", "#main a.btn"):
        return False
    player.phone.touch("Another card, or without its name", "#main summary")
    for marker in MARKERS:
        player.phone.add(marker, STEPS)
    return player.offers("Claim it")


def turns_up_a_two(player: Player, _state: State) -> bool:
    return player.offers("", "#main button[name=rank][value='2']")


def ends_it(player: Player, _state: State) -> bool:
    return player.offers("End turn")


OURS: dict[type[Frame], Plan] = {
    TurnFrame: claims,
    ActionFrame: ends_it,
    BattleFrame: turns_up_a_two,
    RevealSietchFrame: turns_up_a_two,
}
THEIRS: dict[type[Frame], Plan] = {VehiclesFrame: no_vehicles, ActionFrame: attacks}


@pytest.fixture
def game(phone_with: Callable[..., Phone]) -> Game:
    """A game of two that one phone begins and the other joins, by taps."""
    ours, theirs = phone_with(), phone_with()
    ours.open()
    ours.tap(css="#main button[value=two]")
    number = ours.game
    ours.tap("Atreides", css="#main button")
    theirs.open(f"/j/{ours.server.table.games.get(number).play_code}")
    theirs.driver.find_element(By.NAME, "name").send_keys("Rabban")
    theirs.touch("Harkonnen", css="#main label")
    theirs.tap("Join")
    for phone in (ours, theirs):
        phone.open(f"/g/{number}")
    return Game(number, {HARKONNEN: Player(theirs, HARKONNEN, THEIRS), ATREIDES: Player(ours, ATREIDES, OURS)})


def over(state: State) -> bool:
    return state.winner is not None


def read_by_both(game: Game, words: str) -> None:
    for player in game.players.values():
        ends(player.phone, words)
        assert player.phone.errors() == []
        assert player.deeds, f"{player.side.name} did nothing"
        assert player.offered, "what is looked for on the other phone is found on the own one"
    assert game.told, "nobody had to wait for the other"


@pytest.mark.rule("WIN-2", "ROUND-1")
def test_a_whole_duel_to_the_victory_of_atreides(game: Game) -> None:
    ours, theirs = (game.players[side].phone for side in (ATREIDES, HARKONNEN))
    ours.open(f"/g/{game.game}/objective")
    for marker in MARKERS:
        ours.add(marker, STEPS)
    ours.tap("Save the objective")
    assert game.state.hidden.objectives
    ours.open(f"/g/{game.game}")
    assert not theirs.find("#main", "objective")
    game.play(over, SECONDS)
    assert game.state.winner is ATREIDES
    read_by_both(game, "Atreides win the game")


@pytest.mark.rule("WIN-1", "BATTLE-11")
def test_a_duel_from_a_later_position_to_the_victory_of_harkonnen(game: Game) -> None:
    state = game.state
    sietches = tuple(Sietch(one.area, None) if one.area == GARA else one for one in state.sietches)
    state = state.with_army(ATREIDES, GARA, Army(regular=1))
    state = state.with_army(HARKONNEN, NEAR, Army(regular=2, elite=2, special=2))
    players = game.players.values()
    theirs = game.players[HARKONNEN].phone
    theirs.arrange(c.CorrectBoard(replace(state, sietches=sietches, supremacy=8)))
    for player in players:
        player.phone.open(f"/g/{game.game}")
    game.play(over, SECONDS)
    assert game.state.winner is HARKONNEN
    read_by_both(game, "Harkonnen win the game")
