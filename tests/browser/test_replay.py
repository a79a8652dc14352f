"""A game played back on the phone: step by step, by itself, from round to round; and a branch from one of its steps."""

import time

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from companion.service.exchange import import_game
from tests.browser.chromium import PATIENCE
from tests.browser.conftest import LOOK, Phone
from tests.service.played import played_game

SLIDE = """
const slider = document.querySelector("[data-slide] input");
slider.value = arguments[0];
for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, { bubbles: true }));
"""


def replayed(phone: Phone) -> list[int]:
    """Opens the replay of a finished game; returns where its entries end."""
    game = import_game(phone.server.table, played_game("Sunday", 0)).id
    phone.open(f"/g/{game}/replay")
    return [step.batch.last for step in phone.server.table.load(game).timeline.steps]


def at(phone: Phone) -> int:
    return int(phone.driver.current_url.rsplit("/", 1)[1])


def wait_for(phone: Phone, seq: int) -> None:
    WebDriverWait(phone.driver, PATIENCE, LOOK).until(lambda _driver: at(phone) == seq)


def step(phone: Phone, way: str) -> None:
    phone.tap(css=f"#main [{way}]")


@pytest.mark.browser
@pytest.mark.calm
def test_a_game_is_gone_through_and_the_browser_remembers_one_page(phone: Phone) -> None:
    ends = replayed(phone)
    pages = phone.driver.execute_script("return history.length")
    assert at(phone) == ends[0]
    for end in ends[1:5]:
        step(phone, "data-next")
        wait_for(phone, end)
    step(phone, "data-back")
    wait_for(phone, ends[3])
    phone.driver.execute_script(SLIDE, 2)
    WebDriverWait(phone.driver, PATIENCE, LOOK).until(lambda _driver: at(phone) > ends[4])
    steps = phone.server.table.load(phone.game).timeline.steps
    assert steps[ends.index(at(phone))].state.round == 2
    assert phone.driver.execute_script("return history.length") == pages
    assert phone.errors() == []


@pytest.mark.browser
@pytest.mark.calm
def test_it_plays_by_itself_until_it_is_stopped(phone: Phone) -> None:
    ends = replayed(phone)
    phone.touch(css="[data-play]")
    wait_for(phone, ends[3])
    phone.touch(css="[data-play]")
    stopped = at(phone)
    time.sleep(2.5)
    assert at(phone) == stopped
    assert phone.driver.find_element(By.CSS_SELECTOR, "[data-play]").get_attribute("aria-pressed") == "false"


@pytest.mark.browser
@pytest.mark.calm
def test_a_branch_goes_on_from_its_step_and_leaves_the_game_as_it_is(phone: Phone) -> None:
    ends = replayed(phone)
    game = phone.game
    phone.driver.execute_script(SLIDE, 2)
    WebDriverWait(phone.driver, PATIENCE, LOOK).until(lambda _driver: at(phone) > ends[4])
    step_ = phone.server.table.load(game).timeline.steps[ends.index(at(phone))]
    phone.tap("What if?")
    assert phone.game != game
    assert phone.state == step_.state
    phone.open("/")
    assert phone.find("#main", "What if … from round 2")
    assert [one.batch.last for one in phone.server.table.load(game).timeline.steps] == ends
