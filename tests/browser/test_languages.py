"""Each language through one turn of one's own: every page is in that language, and no English step is left in it."""

from collections.abc import Callable

import pytest
from selenium.webdriver.common.by import By

from companion.web.i18n import ENGLISH, languages
from tests.browser.conftest import Phone

pytestmark = [pytest.mark.browser, pytest.mark.calm]

RESULTS = ("strategy", "leadership", "mentat", "house")


def turn(phone: Phone) -> list[str]:
    """From the first page to the end of the own first turn; returns the step of every page."""
    steps = []

    def tap(css: str) -> None:
        phone.tap(css=css)
        steps.append(phone.title)

    phone.open("/new")
    phone.touch(css="label[for=dice-2]")
    tap("form.col > .btn.go")
    for card in ("sihaya_ridge", "gara_kulon", "windgap"):
        if phone.find(f"button[name=card][value={card}]"):
            tap(f"button[name=card][value={card}]")
    while phone.find("form[action$='vehicles-all'] .btn.go, #main .btn.go") and not phone.find("[name=strategy]"):
        tap("#main .btn.go")
    for result in RESULTS:
        phone.touch(css=f".stp:has([name={result}]) [data-step='1']")
    tap("#main .btn.go")
    tap("button[name=die][value=strategy]")
    phone.tap_area("gara_kulon")
    steps.append(phone.title)
    phone.tap_area("ne_15")
    steps.append(phone.title)
    tap("#main .btn.go")
    return steps


@pytest.fixture(scope="module")
def english() -> dict[str, list[str]]:
    """The English steps, once they were walked."""
    return {}


@pytest.mark.parametrize("language", languages())
def test_a_turn_in_every_language(
    phone_with: Callable[..., Phone], english: dict[str, list[str]], language: str
) -> None:
    phone = phone_with()
    if not english:
        english["steps"] = turn(phone)
        assert len(set(english["steps"])) >= 6
    if language == ENGLISH:
        return
    phone = phone_with()
    phone.open()
    phone.driver.add_cookie({"name": "lang", "value": language})
    steps = turn(phone)
    assert phone.driver.find_element(By.TAG_NAME, "html").get_attribute("lang") == language
    assert len(steps) == len(english["steps"])
    assert [one for one, other in zip(steps, english["steps"], strict=True) if one == other] == []
    assert phone.errors() == []
