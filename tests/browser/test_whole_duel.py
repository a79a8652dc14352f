"""A duel from its first tap to its end on two phones: each acts for its own side alone, and both read who has won."""

import secrets
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from random import Random
from types import SimpleNamespace

import pytest
from selenium.webdriver.common.by import By

from companion.board import AREA_IDS
from companion.rules import Refused, State, check, execute
from companion.rules import commands as c
from companion.rules.ask.asked import SIDES, asked, givers
from companion.rules.frames import ActionFrame, BattleFrame, Frame, RevealSietchFrame, TurnFrame, VehiclesFrame
from companion.rules.legal import candidates
from companion.rules.state import ATREIDES, HARKONNEN
from companion.service import table as service_table
from companion.web import seats
from solo_bot.simulation.people import people_ideas
from solo_bot.simulation.truth import Truth
from tests.browser.conftest import Phone
from tests.browser.playing import Game, Plan, Player, enter
from tests.browser.test_duel_on_two_phones import ends

pytestmark = [pytest.mark.browser, pytest.mark.calm, pytest.mark.slow]

SECONDS = 240
"""Until then a game must be over, on a machine that has other things to do."""
MARKERS = ("kwisatz_haderach", "sand_dwellers", "jihad")
STEPS = 2
SEED = 13
"""Of a game that the scripted Harkonnen win in four rounds, by a sietch, when the Atreides claim nothing."""
OFTEN, TRIES, KINDS = 1, 3, 12
PRESCIENCE = (c.ClaimPrescience, c.AdvancePrescience, c.DeclareVictory)
FORMS: dict[type, tuple[str, ...]] = {
    c.EndTurn: ("their-end", "end-turn"),
    c.FinishAction: ("their-finish", "finish-own"),
    c.EndVehicles: ("end-vehicles",),
    c.BeginHazards: ("hazards",),
    c.CollectSpice: ("collect",),
    c.FinishClaims: ("finish-claims",),
    c.FinishCheck: ("finish-check",),
}
"""The forms of steps that ask for nothing but a yes."""


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


@pytest.fixture
def whole_game(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Game:
    """The same with a set-up that is always the same."""
    certain = SimpleNamespace(randbits=lambda _bits: SEED, token_hex=secrets.token_hex)
    monkeypatch.setattr(service_table, "secrets", certain)
    found = request.getfixturevalue("game")
    assert isinstance(found, Game)
    return found


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


def way(command: c.Command) -> str:
    """The button that gives just this command and nothing else; nothing where there is none of that kind."""
    match command:
        case c.SpendDie(die=die, action=action, faction=faction) if die is action:
            deed, value = ("spend", die.value) if faction is ATREIDES else ("their-die", f"{die.value}:0")
            return f"form[action$='/do/{deed}'] button[value='{value}']"
        case c.RevealSietch(rank=rank):
            return f"form[action$='/do/reveal-sietch'] button[value='{rank}']"
        case c.Advance(move_in=moves):
            return f"form[action$='/do/battle-advance'] button[value='{int(moves)}']"
        case c.ContinueAttack() | c.CeaseAttack():
            how = "on" if isinstance(command, c.ContinueAttack) else "stop"
            return f"form[action$='/do/battle-continue'] button[value='{how}']"
        case _:
            forms = FORMS.get(type(command), ())
            return ", ".join(f"form[action$='/do/{deed}'] button:is(.btn, .opt)" for deed in forms)


def has_button(command: c.Command) -> bool:
    """Whether a tap gives just this command; whether the page shows it is another matter."""
    return bool(way(command)) or isinstance(command, c.Attack)


def taps(player: Player, command: c.Command) -> bool:
    """Gives a command by a tap, an attack by three; returns False, and has tapped nothing, where no button is its."""
    if isinstance(command, c.Attack) and command.zone is None and not command.sandriding:
        player.phone.tap_area(AREA_IDS[command.source])
        player.phone.tap_area(AREA_IDS[command.target])
        return player.offers("To the battle")
    css = way(command)
    buttons = player.phone.find(f"#main :is({css})") if css else []
    if len(buttons) == 1:
        player.phone.tap(css=f"#main :is({css})")
    return len(buttons) == 1


def next_batch(state: State, truth: Truth) -> tuple[tuple[c.Command, ...], State]:
    """What scripts of both sides do next, with the position after it; the Atreides let their prescience cards lie."""
    for batch in people_ideas(state, truth):
        if not any(isinstance(command, PRESCIENCE) for command in batch):
            with suppress(Refused):
                return batch, reduce(lambda at, command: execute(at, command)[0], batch, state)
    raise AssertionError(f"nothing is legal at {state.frame}")


@pytest.mark.rule("WIN-1", "BATTLE-11")
def test_a_whole_duel_to_the_victory_of_harkonnen(whole_game: Game) -> None:
    """Each kind of step is tapped once or twice on the phone of its side, the others are entered at the table; and
    a tap does just what was meant. The last step of the game is one of the taps."""
    game, truth = whole_game, Truth(Random(SEED))
    table, tapped, tried = game.players[ATREIDES].phone.server.table, Counter[str](), Counter[str]()
    while (state := game.state).winner is None:
        batch, after = next_batch(state, truth)
        sides = {part.faction for part in givers(state, batch[0])}
        side = min(sides)
        kind = f"{side} {type(batch[0]).__name__}"
        wanted = (tapped[kind] < OFTEN and tried[kind] < TRIES) or after.winner is not None
        if len(batch) == len(sides) == 1 and has_button(batch[0]) and wanted:
            tried[kind] += 1
            for player in game.players.values():
                player.phone.open(f"/g/{game.game}")
            player, other = game.players[side], game.players[side.enemy]
            assert other.live == [] or asked(state) & SIDES[other.side], (kind, other.phone.title)
            if taps(player, batch[0]):
                tapped[kind] += 1
                player.deeds += 1
                assert game.state == after, batch
                continue
        enter(table, game.game, *batch)
    assert game.state.winner is HARKONNEN
    assert tapped[f"{HARKONNEN} Advance"], "the game is won by a tap"
    assert len(tapped) > KINDS, tapped
    for player in game.players.values():
        ends(player.phone, "Harkonnen win the game")
        assert player.phone.errors() == []
        assert player.deeds > OFTEN
