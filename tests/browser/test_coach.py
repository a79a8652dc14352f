"""What a newcomer is taught on the phone: tips beside the step, the tour of the map, a battle to practise."""

from collections.abc import Callable

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from companion.rules.frames import BattleFrame
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import LOOK, Phone
from tests.browser.ready import own_turn

# Of the card: whether it covers a go button, a key, or the middle of a lit area that is in sight.
COVERS = """
const card = document.querySelector(".coach-tip")?.getBoundingClientRect();
if (!card) return null;
const beside = (box) => box.left >= card.right || box.right <= card.left || box.top >= card.bottom
  || box.bottom <= card.top;
const over = (box) => box.width && !beside(box);
const asked = [...document.querySelectorAll("#main .btn.go, #main .key")].map((one) => one.getBoundingClientRect());
const map = document.querySelector("svg.map"), box = map.getBoundingClientRect();
const [x, y, w] = map.getAttribute("viewBox").split(" ").map(Number), k = box.width / w;
const lit = [...document.querySelectorAll('a.ar.next:not([href*="/area/"],[href*="/zone/"])')].map((area) => {
  const [px, py] = area.dataset.p.split(" ").map(Number);
  return { left: box.left + (px - x) * k, right: box.left + (px - x) * k, top: box.top + (py - y) * k,
    bottom: box.top + (py - y) * k, width: 1 };
});
return [...asked, ...lit].filter(over).length;
"""
CARD = "#coach .coach-tip"


def said(phone: Phone) -> str:
    """The card in words; empty without one."""
    return " ".join(one.text for one in phone.driver.find_elements(By.CSS_SELECTOR, f"{CARD} b"))


def put_away(phone: Phone, key: str) -> None:
    phone.touch(key, css="#coach button")
    WebDriverWait(phone.driver, PATIENCE, LOOK).until(lambda driver: not driver.find_elements(By.CSS_SELECTOR, CARD))


def view_box(phone: Phone) -> str:
    return str(phone.driver.execute_script("return document.querySelector('svg.map').getAttribute('viewBox')"))


@pytest.mark.browser
@pytest.mark.calm
def test_the_coach_from_the_first_game_to_no_more_tips_and_on_again(phone: Phone) -> None:
    phone.open("/new")
    phone.touch("My first game")
    phone.tap("Start")
    first = said(phone)
    assert "prophecy" in first
    assert phone.driver.execute_script(COVERS) == 0
    assert len(phone.find("#coach .btn")) == 2
    put_away(phone, "Got it")
    phone.tap("Place all as proposed")
    second = said(phone)
    assert second not in ("", first)
    assert phone.find(".kick", "tip 2 of 30")
    assert phone.driver.execute_script(COVERS) == 0
    put_away(phone, "No more tips")
    phone.tap("Roll for me")
    assert said(phone) == ""
    game = phone.game
    phone.open(f"/g/{game}/menu")
    phone.tap("Tips for the set-up and two rounds")
    phone.open(f"/g/{game}")
    # What was read stays read; what was not comes again.
    assert said(phone) not in ("", first)
    assert phone.errors() == []


@pytest.mark.browser
@pytest.mark.calm
def test_a_card_stands_away_from_what_is_tapped_on_the_map(phone: Phone) -> None:
    phone.open("/new")
    phone.driver.add_cookie({"name": "coach", "value": "on.turns.desert-power.prescience.strategy.leadership.cards"})
    own_turn(phone)
    assert phone.driver.execute_script(COVERS) == 0
    phone.tap("Strategy", css="#main .key")
    assert "wormsign" in said(phone) or "station" in said(phone)
    assert phone.driver.find_elements(By.CSS_SELECTOR, "#coach.above")
    assert phone.driver.execute_script(COVERS) == 0


@pytest.mark.browser
def test_without_the_script_a_tip_is_a_plain_block_that_goes_away(phone_with: Callable[..., Phone]) -> None:
    phone = phone_with(script=False)
    phone.open("/new")
    phone.driver.add_cookie({"name": "coach", "value": "on"})
    phone.tap("Start")
    first = said(phone)
    assert first
    phone.tap("Got it", css="#coach button")
    assert said(phone) != first


@pytest.mark.browser
@pytest.mark.calm
def test_the_tour_moves_the_map_from_stop_to_stop_and_back(phone: Phone) -> None:
    phone.open()
    phone.tap("Tour of the map")
    seen = []
    for _stop in range(7):
        seen.append((phone.title, view_box(phone)))
        phone.tap("Next")
    assert len({title for title, _view in seen}) == 7
    assert len({view for _title, view in seen}) >= 4
    phone.tap("Back")
    assert phone.title == seen[-1][0]
    # At the sectors the map shows them, and at the stop before its pieces.
    assert phone.find(".board[data-view=sectors]")
    phone.tap("Back")
    assert not phone.find(".board[data-view=sectors]")
    assert phone.errors() == []


@pytest.mark.browser
@pytest.mark.calm
def test_a_battle_is_practised_to_its_end(phone: Phone) -> None:
    phone.open("/practice")
    phone.tap("To battle")
    assert phone.top_is(BattleFrame)
    assert said(phone)
    for _step in range(40):
        if phone.title == "That was a battle":
            break
        fight_on(phone)
    assert phone.title == "That was a battle"
    assert phone.errors() == []
    phone.open("/stats")
    assert not phone.find("#main", "Practice battle")


def fight_on(phone: Phone) -> None:
    """The next tap of a battle: as many casualties as are asked for, and to stop as soon as that is a question."""
    if phone.find("#main button", "Cease the attack"):
        return phone.tap("Cease the attack")
    for box in phone.find(".cas[data-need] .key")[: needed(phone)]:
        box.click()
    if options := phone.find("#main .btn.go"):
        words = options[-1].text.split("\n")[0]
        return phone.tap(words, css="#main .btn.go")
    return phone.tap(css="#main .opt, #main .key")


def needed(phone: Phone) -> int:
    boxes = phone.driver.find_elements(By.CSS_SELECTOR, ".cas[data-need]")
    ticked = phone.driver.find_elements(By.CSS_SELECTOR, ".cas[data-need] input:checked")
    return int(boxes[0].get_attribute("data-need") or 0) - len(ticked) if boxes else 0
