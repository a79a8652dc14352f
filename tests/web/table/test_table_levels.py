"""The table of a game that chooses for the player, or that is played at a level beyond the rulebook."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from werkzeug.datastructures import MultiDict

from companion.content.terms import Result
from companion.rules.commands import CorrectBoard, EndTurn, RollAtreidesDice, RollHarkonnenDie, SpendDie
from companion.rules.frames import BattleFrame, ClaimsFrame, EndFrame, EndStage, HazardsFrame
from companion.web.seats import TABLE
from solo_bot.levels.traits import Level
from solo_bot.orders import next_order
from tests.web.table.conftest import Seat, to_dice
from tests.web.table.test_table_harkonnen import two_attackers

MakeSeat = Callable[..., Seat]
DICE = (Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT, Result.HOUSE)


def at_an_equal_attack(seat: Seat) -> None:
    """The Harkonnen rolled Leadership, and two legions may make the same attack."""
    to_dice(seat)
    seat.arrange(RollAtreidesDice(DICE))
    seat.arrange(SpendDie(Result.MENTAT, Result.MENTAT))
    seat.arrange(EndTurn())
    two_attackers(seat)
    seat.done("roll-die", result="leadership")


@pytest.mark.rule("MAHDI-0")
def test_MAHDI_0_a_choice_made_for_the_player_is_shown_and_carried_out_by_one_tap(seat_at: MakeSeat) -> None:
    seat = seat_at(set_up="quick", dice="hand", decide_for_me="yes")
    at_an_equal_attack(seat)
    assert seat.form("order").offers("option") == []
    text = seat.main()
    assert "Tied by the rules" in text
    assert "Picked for you" in text
    seat.done("order")
    assert isinstance(seat.top(), BattleFrame)


@pytest.mark.parametrize("level", ["tactician", "warlord"])
def test_a_level_leaves_nothing_to_choose_and_says_what_decided(seat_at: MakeSeat, level: str) -> None:
    seat = seat_at(set_up="quick", dice="hand", level=level)
    at_an_equal_attack(seat)
    assert seat.form("order").offers("option") == []
    text = seat.main()
    assert "Picked for you" not in text
    assert "(level)" in text


def test_the_vehicles_picked_by_lot_are_said_to_be(seat_at: MakeSeat, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whether places tie depends on the tactical cards that the app draws: a game in which they do.
    monkeypatch.setattr("companion.service.table.secrets.randbits", lambda bits: 1)
    seat = seat_at(set_up="quick", dice="app", decide_for_me="yes")
    text = seat.main()
    assert "chose at random for you" in text
    seat.done("vehicles")
    assert seat.state.harvesters


def at_cleaning_up(seat: Seat, hand: int) -> None:
    """The end of round 1, with so many cards in the hands of Atreides."""
    to_dice(seat)
    seat.arrange(RollAtreidesDice(DICE))
    state = replace(seat.state, harkonnen_unused=1, atreides_unused=0, atreides_results=(), harvesters=())
    seat.arrange(CorrectBoard(replace(state, cards=replace(state.cards, hand=hand))))
    seat.arrange(EndTurn(), RollHarkonnenDie(Result.DEPLOYMENT))
    for _ in range(20):
        if isinstance(seat.top(), ClaimsFrame | HazardsFrame):
            break
        order = next_order(seat.state)
        assert order is not None
        seat.arrange(*order.choices[0].commands)
    seat.done("hazards")
    seat.done("collect")
    form = seat.form("order")
    seat.done("order", **({"option": 0} if form.offers("option") else {}))
    seat.done("finish-claims")


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_a_pair_keeps_four_cards_each(seat_at: MakeSeat) -> None:
    seat = seat_at(set_up="quick", dice="hand", partners="2")
    at_cleaning_up(seat, hand=10)
    assert seat.top() == EndFrame(EndStage.CLEANUP)
    assert "Each of you keeps 4 cards at most." in seat.main()
    assert dict(seat.form("end-round").values())["discarded"] == "2"
    answer = seat.do("end-round", discarded=1)
    assert answer.status_code == 422
    assert "TEAM-2" in answer.text
    seat.done("end-round")
    assert seat.state.cards.hand == 10
    assert seat.state.round == 2


def to_level(seat: Seat, level: str) -> None:
    """Changes the level in the menu."""
    (form,) = (one for one in seat.forms(f"{seat.home}/menu") if one.deed == "level")
    fields = [one for one in form.values() if one[0] != "level"]
    assert seat.browser.post(form.action, MultiDict([*fields, ("level", level)])).status_code == 303


def lines(seat: Seat) -> list[str]:
    """The entries of the history, newest first."""
    found = re.findall(r'<div class="entry-of">(.*?)</div>\s*</div>', seat.page(f"{seat.home}/history"), re.S)
    return [re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", one)).strip() for one in found]


def test_a_change_of_the_level_is_told_in_history_and_report_and_no_step_back_takes_it_away(own_turn: Seat) -> None:
    seat = own_turn
    to_level(seat, "warlord")
    seat.arrange(SpendDie(Result.MENTAT, Result.MENTAT))
    told = "Opponent from round 1 on: Warlord before: Mahdi, as printed"
    assert lines(seat)[1] == told
    seat.browser.send(seat.step, f"{seat.home}/undo")
    assert lines(seat)[1] == told
    to_level(seat, "tactician")
    assert [one for one in lines(seat) if "Opponent" in one] == [
        "Opponent from round 1 on: Tactician before: Warlord",
        told,
    ]
    course = "Mahdi, as printed; from round 1: Warlord; from round 1: Tactician"
    assert f"Opponent: {course}." in seat.page(f"{seat.home}/report")
    assert f"({course})" in seat.page(f"{seat.home}/stats")


def test_a_level_that_is_changed_back_at_once_is_no_change(own_turn: Seat) -> None:
    to_level(own_turn, "warlord")
    to_level(own_turn, "mahdi")
    assert not any("Opponent" in one for one in lines(own_turn))
    assert "Opponent: Mahdi, as printed." in own_turn.page(f"{own_turn.home}/report")


def test_a_copy_from_an_earlier_point_is_played_at_the_level_of_that_point(own_turn: Seat) -> None:
    seat, table = own_turn, own_turn.app.extensions[TABLE]
    until = seat.seq
    seat.arrange(SpendDie(Result.MENTAT, Result.MENTAT))
    to_level(seat, "warlord")
    page = f"{seat.home}/replay/{until}"
    made = seat.browser.send(page, f"{seat.home}/what-if", until=str(until)).location.removeprefix("/g/")
    assert (table.load(made).settings.level, table.load(made).settings.level_changes) == (Level.MAHDI, ())
