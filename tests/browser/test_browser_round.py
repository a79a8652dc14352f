"""A whole round on the phone, tap by tap; ``test_no_accident.py`` goes the same way with every tap doubled."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from selenium.webdriver.common.by import By

from companion.board import AREA_NUMBER
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard
from companion.rules.frames import (
    ActionFrame,
    BattleFrame,
    BattleStage,
    EndFrame,
    Frame,
    GarrisonFrame,
    HarvestFrame,
    HazardsFrame,
    HazardStage,
    RevealTokensFrame,
    RollFrame,
    RoundStartFrame,
    SpiceFrame,
    TurnFrame,
    VehiclesFrame,
    WormFrame,
    WormsignFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN
from tests.browser.conftest import Phone

FACES = ("strategy", "leadership", "deployment", "house", "deployment", "house", "deployment", "house", "strategy")
CARDS = ("sihaya_ridge", "gara_kulon", "windgap", "tasmin_sink")
MOST_STEPS = 80


def start(phone: Phone) -> None:
    """First page, new game with the quick set-up and dice of our own, tactical cards, vehicles, dice."""
    phone.open()
    phone.tap("New game")
    phone.touch("We roll at the table")
    phone.tap("Start")
    for card in CARDS:
        if phone.top_is(RoundStartFrame):
            phone.tap(css=f"button[name=card][value={card}]")
    assert phone.top_is(VehiclesFrame)
    phone.tap("Place all as proposed")
    for result in ("strategy", "leadership", "mentat", "house"):
        phone.add(result)
    phone.tap("These are my dice")


def own_move_with_undo(phone: Phone) -> None:
    """Moves a legion over the map, takes it back, puts it forward again, ends the turn."""
    phone.tap("Strategy")
    phone.tap_area("gara_kulon")
    phone.tap_area("ne_15")
    phone.tap("Done")
    assert phone.state.army(ATREIDES, AREA_NUMBER["ne_15"])
    phone.tap(css="button[aria-label='Take the last entry back']")
    assert phone.title == "Move back on the table"
    phone.touch("1 token, 1 Naib")
    phone.tap("The board is right")
    assert phone.state.army(ATREIDES, AREA_NUMBER["ne_15"]) is None
    phone.tap(css="button[aria-label='Redo the entry']")
    phone.tap("The board is right")
    assert phone.state.army(ATREIDES, AREA_NUMBER["ne_15"])
    phone.tap("End turn")


def own_turn(phone: Phone) -> None:
    """Spends any die without using its action, or passes."""
    if phone.find("#main .btn.go", "Pass"):
        phone.tap("Pass")
        return
    if not phone.find("#main .btn.go", "End my turn"):
        phone.tap(css="button[name=die]") if phone.find("button[name=die]") else phone.tap("House")
        if phone.find("#main .ask .opt"):
            phone.tap(css="#main .ask .opt")
        phone.tap("End ")
    if phone.find("#main .btn.go", "End my turn"):
        phone.tap("End my turn")


def go(phone: Phone) -> None:
    """The one go button, after the first of several equal options where there are any."""
    if phone.find("#main input[type=radio], #main label.opt"):
        phone.touch(css="#main label.opt")
    phone.tap(css="#main .btn.go")


def enter_dice(phone: Phone) -> None:
    """Taps what the dice show: every row hits first, then shields."""
    for row in range(len(phone.find("[data-adder]"))):
        number = int(phone.find("[data-adder]")[row].get_attribute("data-adder") or 0)
        if not phone.script:
            fields = phone.find("[data-adder]")[row].find_elements(By.CSS_SELECTOR, "input")
            names = {str(one.get_attribute("name")).rpartition("hit")[0]: one for one in fields}
            prefix = max(names, key=len)
            phone.add(f"{prefix}hit", number - number // 2)
            phone.add(f"{prefix}shield", number // 2)
            continue
        for die in range(number):
            face = "hit" if die % 2 == 0 else "shield"
            button = phone.find("[data-adder]")[row].find_element(By.CSS_SELECTOR, f"[data-add={face}]")
            phone.taps += 1
            phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
            button.click()
    phone.tap(css="#main .btn.go")


def enter_tokens(phone: Phone) -> None:
    """One regular for the tokens revealed, whichever colour is asked for."""
    if phone.find("#main label.opt"):
        phone.touch(css="#main label.opt")
    phone.add("regular")
    phone.tap(css="#main .btn.go")


def battle(phone: Phone, stages: list[BattleStage]) -> None:
    """The next step of a battle."""
    frame = phone.state.frame
    assert isinstance(frame, BattleFrame)
    stages.append(frame.stage)
    match frame.stage:
        case BattleStage.REVEAL if phone.find("#main .btn.go", "It shows rank"):
            phone.tap("It shows rank")
        case BattleStage.REVEAL if phone.find("button[name=rank]"):
            phone.tap(css="button[name=rank][value='2']")
        case BattleStage.REVEAL:
            enter_tokens(phone)
        case BattleStage.CARDS | BattleStage.ROLL:
            enter_dice(phone)
        case BattleStage.RETREAT:
            phone.tap("Stay and fight on")
        case BattleStage.CONTINUE | BattleStage.ADVANCE:
            phone.tap(css="#main .ask .opt")
        case _:
            go(phone)


def harkonnen(phone: Phone, faces: list[str], seen: set[str]) -> None:
    """Rolls the next face, or carries out the order."""
    frame = phone.state.frame
    if isinstance(frame, TurnFrame):
        face = faces.pop(0)
        phone.tap(css=f"button[name=result][value={face}]")
        seen.add(face)
    elif phone.find("button[name=rank]"):
        phone.tap(css="button[name=rank][value='2']")
    elif phone.find(".stp:has([name=regular])"):
        enter_tokens(phone)
    else:
        go(phone)


def prepare_an_attack(phone: Phone) -> None:
    """Puts a strong legion with a leader next to Gara Kulon, held by a weak one; the corrected board is the table's."""
    state = phone.state.with_army(HARKONNEN, AREA_NUMBER["ne_12"], Army(regular=3, elite=2, generic=1))
    state = state.with_army(ATREIDES, AREA_NUMBER["gara_kulon"], Army(regular=2, generic=1))
    sietches = tuple(replace(s, rank=1) if s.area == AREA_NUMBER["gara_kulon"] else s for s in state.sietches)
    phone.arrange(CorrectBoard(replace(state, sietches=sietches)))
    phone.open(f"/g/{phone.game}")


def worm(phone: Phone) -> None:
    """The legion above a worm retreats to the first area, or the first answer is tapped."""
    if phone.find("#main .ask .opt"):
        phone.tap(css="#main .ask .opt")
        return
    phone.touch("Or choose by name")
    phone.tap(css="#main details a.btn")
    phone.tap(css="#main .btn.go")


def hazards(phone: Phone, frame: HazardsFrame) -> None:
    """The desert hazards: every other wormsign is a worm."""
    match frame.stage:
        case HazardStage.WORMSIGNS:
            go(phone)
        case HazardStage.REVEAL:
            phone.tap("Sand" if len(frame.areas) % 2 else "Sandworm")
        case _:
            phone.tap(css="#main .ask .opt")


def step(phone: Phone, frame: Frame, faces: list[str], seen: set[str], stages: list[BattleStage]) -> None:
    """One step of the round, whatever it is."""
    match frame:
        case BattleFrame():
            battle(phone, stages)
        case TurnFrame(faction) | ActionFrame(faction) if faction is HARKONNEN:
            if isinstance(frame, TurnFrame) and faces[:1] == ["leadership"]:
                prepare_an_attack(phone)
            harkonnen(phone, faces, seen)
        case TurnFrame() | ActionFrame():
            own_turn(phone)
        case RevealTokensFrame() | GarrisonFrame():
            enter_tokens(phone)
        case WormsignFrame():
            phone.tap("Sand")
        case HazardsFrame():
            hazards(phone, frame)
        case WormFrame():
            worm(phone)
        case RollFrame():
            enter_dice(phone)
        case RoundStartFrame():
            phone.tap(css="button[name=card]")
        case _:
            go(phone)


def whole_round(phone: Phone) -> None:
    """From the first page to the vehicles of round 2: every kind of turn, a battle, the desert, harvest and spice."""
    start(phone)
    faces, seen, stages = list(FACES), set[str](), list[BattleStage]()
    phases = set[str]()
    for _step in range(MOST_STEPS):
        frame = phone.state.frame
        assert frame is not None
        phases.add(type(frame).__name__)
        if isinstance(frame, EndFrame) or phone.state.round == 2:
            break
        step(phone, frame, faces, seen, stages)
    assert seen == {"strategy", "leadership", "deployment", "house"}
    assert {BattleStage.REVEAL, BattleStage.CASUALTIES} <= set(stages)
    assert {BattleStage.CARDS, BattleStage.ROLL} & set(stages)
    assert {HazardsFrame.__name__, HarvestFrame.__name__, SpiceFrame.__name__} <= phases
    phone.tap("No more claims")
    phone.tap("Begin round 2")
    assert phone.state.round == 2
    assert phone.top_is(RoundStartFrame)


@pytest.mark.browser
@pytest.mark.parametrize("where", ["phone", pytest.param("desk", marks=pytest.mark.calm)])
def test_an_own_move_is_taken_back_and_put_forward_again(phone: Phone, where: str) -> None:
    if where == "desk":
        phone.at_desk("night")
    start(phone)
    own_move_with_undo(phone)
    assert phone.top_is(TurnFrame)
    assert "Round 1" in phone.heading
    theme = phone.driver.find_element(By.TAG_NAME, "html").get_attribute("data-theme")
    assert theme == ("night" if where == "desk" else None)
    assert phone.errors() == []


@pytest.mark.browser
@pytest.mark.calm
def test_a_whole_round_without_javascript(phone_with: Callable[..., Phone]) -> None:
    whole_round(phone_with(script=False))
