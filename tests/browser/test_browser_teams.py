"""Factions that two players share: the printed example of their dice, step by step, by taps (TEAM-3, p36)."""

from collections.abc import Callable

import pytest

from companion.rules.frames import TalkFrame
from companion.rules.state import HARKONNEN
from tests.browser.conftest import Phone
from tests.browser.teams import (
    DEPLOYMENT,
    MENTAT,
    STRATEGY,
    four_players,
    share_out,
    share_out_atreides,
    sit_down,
    wait_for,
)


@pytest.mark.browser
@pytest.mark.calm
@pytest.mark.rule("TEAM-3")
@pytest.mark.parametrize("script", [True, False])
def test_TEAM_3_the_printed_example_is_shared_out_by_taps(phone_with: Callable[..., Phone], script: bool) -> None:
    phone = phone_with(script=script)
    phone.open(four_players(phone).home)
    share_out(phone)
    share_out_atreides(phone)
    if script:
        assert not [error for error in phone.errors() if "navigator.vibrate" not in error]


@pytest.mark.browser
@pytest.mark.calm
@pytest.mark.rule("TEAM-1", "TEAM-3", "TEAM-4")
def test_TEAM_4_four_phones_share_out_their_dice_and_each_spends_the_own(phone_with: Callable[..., Phone]) -> None:
    phones = sit_down(phone_with)
    ola, marek, jan, ewa = phones.values()
    assert "shared by Ola and Marek" in ola.find("#main .kick")[0].text
    assert not jan.find("#main .btn.go")
    share_out(ola, "Ola")
    wait_for(ewa, "#main .kick", "shared by Jan and Ewa")
    share_out_atreides(ewa)
    wait_for(jan, "#main", "House Atreides, Jan")
    live = {one.get_attribute("value") for one in jan.find("#main form[action$='/do/spend'] button")}
    assert live == {"leadership", "mentat"}
    ewa.tap(css="#main form[action$='/do/spend'] button[value='strategy']")
    assert ewa.state.fremen_results == (MENTAT,)
    assert not jan.find("#main .btn.go") or jan.find("#main .panel")
    ewa.tap("End turn")
    wait_for(marek, "#main", "Corrino Allies, Marek")
    live = {one.get_attribute("value") for one in marek.find("#main form[action$='/do/their-die'] button")}
    assert live == {"strategy:1", "deployment:1"}
    marek.tap(css="#main form[action$='/do/their-die'] button[value='deployment:1']")
    assert marek.state.corrino_results == (STRATEGY, STRATEGY, DEPLOYMENT)
    for phone in phones.values():
        assert not [error for error in phone.errors() if "navigator.vibrate" not in error]


@pytest.mark.browser
@pytest.mark.calm
@pytest.mark.rule("TEAM-1")
def test_TEAM_1_all_phones_show_the_clock_of_a_secret_talk(phone_with: Callable[..., Phone]) -> None:
    phones = sit_down(phone_with)
    ola, *others = phones.values()
    ola.driver.get(ola.driver.current_url.split("/actions")[0] + "/menu")
    ola.tap("Harkonnen: talk in secret")
    assert ola.state.frame == TalkFrame(HARKONNEN)
    assert ola.title == "Ola and Marek may leave the table"
    for phone in phones.values():
        wait_for(phone, "#main .step", "Ola and Marek may leave the table")
        wait_for(phone, ".left-of", "2:5")
    shown = [phone.find(".left-of")[0].text for phone in phones.values()]
    seconds = [int(text[0]) * 60 + int(text[2:]) for text in shown]
    assert max(seconds) - min(seconds) <= 2, shown
    others[-1].tap("We are back")
    for phone in phones.values():
        wait_for(phone, "#main .kick", "Harkonnen dice")
        assert not phone.find("[data-talk]")
        assert not [error for error in phone.errors() if "navigator.vibrate" not in error]
