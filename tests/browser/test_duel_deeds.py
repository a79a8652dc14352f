"""Rare deeds of a duel by taps on the phone of the right side, and what happens to its devices."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from companion.board import AREA_NUMBER
from companion.content.terms import Power, Result
from companion.rules import Army
from companion.rules import commands as c
from companion.rules.frames import ActionFrame, BattleFrame, BattleStage, HitsFrame, Roll, SpiceFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Sietch, Standing
from companion.web import seats
from tests.browser.conftest import Phone
from tests.browser.ready import sits
from tests.browser.serving import Server
from tests.browser.test_duel_on_two_phones import SECONDS, Duel, comes, hears, told

pytestmark = [pytest.mark.browser, pytest.mark.calm]

GARA, NEAR = AREA_NUMBER["gara_kulon"], AREA_NUMBER["ne_15"]
SCHEMING = "hawats_scheming"
DEAF = "window.dispatchEvent(new Event('pagehide'))"
HEARS_AGAIN = "window.dispatchEvent(new Event('online'))"
ITS_FORMS = "#main form .btn, #main form .key, #main form .opt"


@pytest.fixture(name="duel")
def duel_of_two(server: Server, phone_with: Callable[..., Phone]) -> Duel:
    return Duel(server, phone_with)


def harkonnen_turn(duel: Duel) -> None:
    """The first turn of Harkonnen, with the phones not open yet."""
    duel.own_turns()
    duel.seat.arrange(c.SpendDie(Result.MENTAT, Result.MENTAT), c.FinishAction(), c.EndTurn())


def free_actions(phone: Phone) -> list[str]:
    """Unfolds the free actions and reads what they are."""
    phone.touch("Free actions", css="#main summary")
    (box,) = phone.find("#main select[name=choice]")
    return [one.text for one in Select(box).options]


@pytest.mark.rule("LEADER-4")
def test_hawat_is_dismissed_on_the_phone_of_harkonnen(duel: Duel) -> None:
    harkonnen_turn(duel)
    state = duel.state.with_leader("thufir_hawat", standing=Standing.READY)
    duel.seat.arrange(c.CorrectBoard(replace(state, supremacy=1, ornithopters=(), reinforcements=3)))
    duel.seat.arrange(c.NameHand(HARKONNEN, (SCHEMING, SCHEMING, "forced_recruitment")))
    tokens = duel.state.bene_gesserit[HARKONNEN]
    duel.open()
    theirs, ours = duel.harkonnen, duel.atreides
    assert not ours.find(ITS_FORMS)
    assert any("send Thufir Hawat away" in one for one in free_actions(theirs))
    Select(theirs.find("#main select[name=choice]")[0]).select_by_visible_text(
        "Discard 2 cards to send Thufir Hawat away"
    )
    theirs.tap("Do it")
    state = duel.state
    assert state.leader("thufir_hawat").standing is Standing.REMOVED
    assert state.leader("gaius_helen_mohiam").standing is not Standing.OUT
    assert state.bene_gesserit[HARKONNEN] == tokens + 1
    assert state.cards.hands[HARKONNEN] == ("forced_recruitment",)
    assert state.frame == TurnFrame(HARKONNEN), "a free action: the turn is still theirs"
    hears(ours, "The Harkonnen choose the die")
    assert not ours.find(ITS_FORMS)
    assert "forced" not in ours.driver.page_source.lower()


@pytest.mark.rule("BAN-1", "BAN-2", "FREE-2")
def test_the_guild_is_banned_by_taps_and_nobody_scouts(duel: Duel) -> None:
    duel.advance(lambda frame: isinstance(frame, SpiceFrame))
    duel.correct(imperium=(2, 2, 2), spice_reserve=0)
    duel.open()
    theirs, ours = duel.harkonnen, duel.atreides
    guild = [Power.CHOAM, Power.SPACING_GUILD, Power.LANDSRAAD].index(Power.SPACING_GUILD)
    keys = theirs.find("#main .keys a.key", "Down 1 step")
    theirs.driver.execute_script("arguments[0].setAttribute('data-guild', '')", keys[guild])
    theirs.tap(css="#main [data-guild]")
    assert "Spacing Guild" in told(theirs)
    assert "Banned until the next harvest" in told(theirs)
    theirs.tap("Spend it this way")
    assert Power.SPACING_GUILD in duel.state.bans
    duel.advance(lambda frame: isinstance(frame, TurnFrame) and frame.faction is HARKONNEN and not frame.acted)
    duel.correct(ornithopters=(0, 1), bene_gesserit=(0, 0))
    duel.open()
    assert Power.SPACING_GUILD in duel.state.bans
    assert not theirs.find("#main summary", "Free actions")
    duel.correct(bans=frozenset())
    duel.open()
    assert any("Scout" in one for one in free_actions(theirs)), "without the ban it would be offered"
    assert not ours.find(ITS_FORMS)


@pytest.mark.rule("BATTLE-8")
def test_going_on_against_a_settlement_costs_its_attacker_a_hit(duel: Duel) -> None:
    harkonnen_turn(duel)
    state = duel.state.with_army(ATREIDES, GARA, Army(regular=3)).with_army(HARKONNEN, NEAR, Army(regular=4))
    sietches = tuple(Sietch(one.area, 1, revealed=True) if one.area == GARA else one for one in state.sietches)
    cards = replace(state.cards, hand=0)
    duel.seat.arrange(c.CorrectBoard(replace(state, sietches=sietches, cards=cards, reinforcements=0)))
    duel.seat.arrange(c.SpendDie(Result.STRATEGY, Result.STRATEGY, HARKONNEN), c.Attack(HARKONNEN, NEAR, GARA))
    frame = duel.state.frame
    assert isinstance(frame, BattleFrame)
    duel.seat.arrange(c.RollBattle(Roll(shield=4), Roll(shield=4)))
    duel.open()
    theirs, ours = duel.harkonnen, duel.atreides
    frame = duel.state.frame
    assert isinstance(frame, BattleFrame)
    assert frame.stage is BattleStage.CONTINUE
    assert "costs 1 hit" in told(theirs)
    assert not ours.find(ITS_FORMS)
    theirs.tap("Continue the attack")
    assert isinstance(duel.top(), HitsFrame)
    assert not ours.find(ITS_FORMS), "the attacker takes it"
    theirs.tap(css="#main .btn.go")
    assert duel.state.army(HARKONNEN, NEAR) == Army(regular=3)
    comes(ours, lambda: bool(ours.find("#main button", "Stay and fight on")), "the defender is asked")
    assert not theirs.find(ITS_FORMS)
    ours.tap("Stay and fight on")
    frame = duel.state.frame
    assert isinstance(frame, BattleFrame)
    assert (frame.round, frame.stage) != (1, BattleStage.RETREAT)


def test_two_devices_that_act_for_a_side_spend_the_same_die_and_one_counts(
    duel: Duel, phone_with: Callable[..., Phone]
) -> None:
    harkonnen_turn(duel)
    duel.open()
    first, second = duel.harkonnen, phone_with()
    second.open()
    sits(second, duel.seat.game, frozenset(), "Feyd")
    before, number = duel.seat.seq, duel.state.harkonnen_unused
    # The second phone must not hear of it before it sends its own.
    second.driver.execute_script(DEAF)
    first.tap("Strategy")
    assert isinstance(duel.top(), ActionFrame)
    after = duel.seat.seq
    assert after > before
    second.touch("Strategy")
    says(second, "Someone else was faster")
    assert "Strategy" in news(second)
    assert (duel.seat.seq, duel.state.harkonnen_unused) == (after, number - 1)
    second.driver.execute_script(HEARS_AGAIN)
    WebDriverWait(second.driver, SECONDS).until(lambda _: "Someone else was faster" in news(second))
    second.touch(css="[data-put-away]")
    WebDriverWait(second.driver, SECONDS).until(lambda _: news(second) == "")


def news(phone: Phone) -> str:
    return str(phone.driver.execute_script("return document.getElementById('news-race')?.textContent.trim() ?? ''"))


def says(phone: Phone, text: str) -> None:
    WebDriverWait(phone.driver, SECONDS).until(lambda driver: text in driver.page_source, text)


def test_a_phone_that_was_removed_comes_back_by_the_new_code_to_its_hand(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "is_host", lambda: False)
    harkonnen_turn(duel)
    duel.correct(reinforcements=1)
    duel.seat.arrange(c.NameHand(HARKONNEN, ("forced_recruitment",)))
    theirs, game = duel.harkonnen, duel.seat.game
    theirs.open(f"/g/{game}/hand")
    says(theirs, "Forced Recruitment")
    games, owner = duel.server.table.games, duel.seat.browser
    (seat,) = [one for one in games.seats(game) if one.name == "Rabban"]
    code = games.get(game).play_code
    theirs.open(f"/g/{game}")
    answer = owner.post(f"/g/{game}/guests/{seat.id}/remove", owner.fields("/new"))
    assert answer.status_code == 303, answer.text
    says(theirs, "You were removed from this game")
    assert not theirs.find("#main form .key")
    theirs.open(f"/g/{game}/hand")
    says(theirs, "removed")
    assert "Forced Recruitment" not in theirs.driver.page_source
    new = games.get(game).play_code
    assert new != code, "the old code is worth nothing any more"
    theirs.open(f"/j/{new}")
    theirs.driver.find_element(By.NAME, "name").send_keys("Rabban")
    theirs.touch("Harkonnen")
    theirs.tap("Join")
    theirs.open(f"/g/{game}/hand")
    says(theirs, "Forced Recruitment")
    theirs.open(f"/g/{game}")
    theirs.tap("Strategy")
    assert isinstance(duel.top(), ActionFrame)
