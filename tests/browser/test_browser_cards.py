"""On the phone: an own card led over the map, and a whole battle by taps."""

from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard
from companion.rules.frames import ActionFrame, AtreidesCardFrame, BattleFrame, BattleStage, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Standing
from tests.browser.conftest import Phone
from tests.browser.ready import own_turn_by_hand
from tests.browser.test_browser_round import enter_dice
from tests.web.table.guided import first_way

pytestmark = [pytest.mark.browser, pytest.mark.calm]

NE_15, GARA_KULON, WINDGAP = (AREA_NUMBER[area] for area in ("ne_15", "gara_kulon", "windgap"))


def put_card_position(phone: Phone) -> None:
    """The rich position of the card tests with a Mentat die to spend."""
    state = replace(first_way(), phase=phone.state.phase, round=phone.state.round)
    phone.arrange(CorrectBoard(replace(state, atreides_results=(Result.MENTAT,), atreides_unused=1)))
    phone.open(f"/g/{phone.game}")


def play(phone: Phone, card: str) -> None:
    """Opens the cards, names one, pays with the one die there is."""
    phone.tap("Card", css="#main a.btn")
    phone.touch(css=f"#main div:has(> input[name=card][value={card}]) > label")
    phone.tap("Play it")


def test_a_card_is_led_step_by_step_over_the_map(phone: Phone) -> None:
    own_turn_by_hand(phone)
    put_card_position(phone)
    play(phone, "kitab_al_ibar")
    assert phone.top_is(AtreidesCardFrame)
    assert phone.title == "Move a sietch and everything in it to an adjacent empty desert area"
    phone.tap_area("windgap")
    phone.tap_area("sw_9")
    assert phone.title == "From Windgap to SW 9"
    phone.tap("Done")
    assert phone.state.sietch(AREA_NUMBER["sw_9"]) is not None
    assert phone.state.sietch(WINDGAP) is None
    phone.tap(css="button[aria-label='Take the last entry back']")
    phone.tap("The board is right")
    assert phone.top_is(AtreidesCardFrame)
    assert phone.state.sietch(WINDGAP) is not None
    phone.tap("Skip it")
    assert phone.top_is(TurnFrame)
    assert phone.errors() == []


def test_figures_are_placed_by_a_card_and_attack_at_once(phone: Phone) -> None:
    own_turn_by_hand(phone)
    put_card_position(phone)
    play(phone, "voice_from_the_outer_world")
    phone.tap_area("ne_11")
    phone.tap("Place them")
    army = phone.state.army(ATREIDES, AREA_NUMBER["ne_11"])
    assert army is not None
    assert (army.special, army.named) == (1, ("paul_atreides",))
    assert phone.top_is(ActionFrame)
    assert phone.find("#main button", "I enter it by hand")
    phone.tap_area("ne_11")
    phone.tap("Attack")
    phone.tap_area("ne_12")
    phone.tap("To the battle")
    assert phone.top_is(BattleFrame)
    assert "1 special" in phone.find("#main .math")[0].text
    assert phone.errors() == []


def test_a_whole_battle_is_fought_by_taps(phone: Phone) -> None:
    own_turn_by_hand(phone)
    attacker = Army(regular=3, special=2, generic=1, named=("stilgar",))
    state = phone.state.with_army(ATREIDES, GARA_KULON, attacker).with_army(HARKONNEN, NE_15, Army(regular=2, elite=1))
    state = state.with_leader("stilgar", standing=Standing.BOARD)
    cards = replace(state.cards, hand=1)
    phone.arrange(CorrectBoard(replace(state, cards=cards, reinforcements=0, harvesters=(NE_15,))))
    phone.open(f"/g/{phone.game}")
    phone.tap("Strategy")
    phone.tap_area("gara_kulon")
    phone.tap("Attack")
    phone.tap_area("ne_15")
    phone.tap("To the battle")
    before = phone.find("#main .oddl")[0].text
    phone.touch(css=".stp:has([name=cards]) [data-step='1']")
    # Dice and chances follow the card at once.
    assert "5 units + 1 card =" in phone.find("#main .math")[0].text
    assert len(phone.find("#main [data-adder] .die")) >= 6
    assert phone.find("#main .oddl")[0].text != before
    enter_dice(phone)
    stages = set[BattleStage]()
    while isinstance(frame := phone.state.frame, BattleFrame) and frame.stage is not BattleStage.ADVANCE:
        stages.add(frame.stage)
        if frame.stage in (BattleStage.CARDS, BattleStage.ROLL):
            enter_dice(phone)
        elif frame.stage is BattleStage.CONTINUE:
            phone.tap("Continue the attack")
        else:
            phone.tap(css="#main .btn.go")
    assert BattleStage.CASUALTIES in stages
    assert phone.find("#main .note", "the harvester there leaves the board")
    phone.tap("Move in")
    assert phone.state.army(ATREIDES, NE_15)
    assert NE_15 not in phone.state.harvesters
    assert phone.errors() == []
