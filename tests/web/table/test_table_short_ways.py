"""Short ways through an own turn: the enemy is tapped, the last step ends the turn, a look at a sheet loses nothing."""

import re
from dataclasses import replace
from html import unescape

import pytest

from companion.board import AREA_IDS, AREA_NUMBER, members
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard, SpendDie
from companion.rules.frames import ActionFrame, BattleFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN
from companion.web.seats import TABLE
from tests.web.table.conftest import Seat

GARA_KULON, NE_15 = (AREA_NUMBER[a] for a in ("gara_kulon", "ne_15"))


@pytest.fixture
def at_war(own_turn: Seat) -> Seat:
    """Gara Kulon beside a Harkonnen legion, a Strategy die spent."""
    state = own_turn.state.with_army(HARKONNEN, NE_15, Army(regular=2))
    own_turn.arrange(CorrectBoard(state.with_army(ATREIDES, GARA_KULON, Army(regular=4, generic=1))))
    own_turn.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))
    return own_turn


@pytest.mark.rule("BATTLE-1")
def test_BATTLE_1_an_enemy_is_attacked_by_a_tap_on_it(at_war: Seat) -> None:
    target = f"{at_war.step}?to=ne_15"
    assert target in at_war.links()
    assert at_war.title(target) == "Attack NE 15 from Gara Kulon"
    assert f"{at_war.step}?from=gara_kulon&to=ne_15" in at_war.links(f"{at_war.step}?from=gara_kulon")
    at_war.done("attack", target)
    assert isinstance(at_war.top(), BattleFrame)


@pytest.mark.rule("BATTLE-1")
def test_BATTLE_1_of_several_legions_in_reach_one_is_tapped(at_war: Seat) -> None:
    state = at_war.state
    near = next(a for a in members(state.graph.passable[NE_15] & state.empty_mask) if a != GARA_KULON)
    at_war.arrange(CorrectBoard(state.with_army(ATREIDES, near, Army(regular=2))))
    target = f"{at_war.step}?to=ne_15"
    assert at_war.title(target) == "Tap the legion that attacks NE 15"
    choice = f"{target}&from={AREA_IDS[near]}"
    assert choice in at_war.links(target)
    at_war.done("attack", choice)
    assert at_war.top_as(BattleFrame).attacker_area == near


@pytest.mark.parametrize(
    ("area", "text", "rule"),
    [
        ("arrakeen", "Too far: Arrakeen is not next to Gara Kulon", "BATTLE-1"),
        ("windgap", "Too far: Windgap is not next to Gara Kulon", "MOVE-1"),
    ],
)
def test_an_area_out_of_reach_says_why_and_the_legion_stays_chosen(
    at_war: Seat, area: str, text: str, rule: str
) -> None:
    chosen = f"{at_war.step}?from=gara_kulon"
    why = f"{chosen}&why={area}"
    assert why in at_war.links(chosen)
    main = at_war.main(why)
    assert text in unescape(re.sub("<[^>]*>", "", main))
    assert rule in main
    assert at_war.title(why) == "Tap where the legion from Gara Kulon goes"
    assert f"{at_war.home}/area/{area}?from=gara_kulon" in at_war.links(why)


def test_closing_a_sheet_keeps_the_legion_chosen_before(at_war: Seat) -> None:
    sheet = f"{at_war.home}/area/windgap?from=gara_kulon"
    assert f"{at_war.step}?from=gara_kulon" in at_war.links(sheet)


@pytest.mark.rule("MOVE-2")
def test_MOVE_2_a_legion_that_moved_says_so(at_war: Seat) -> None:
    at_war.done("move", f"{at_war.step}?from=gara_kulon&to=ne_14")
    assert f"{at_war.step}?why=ne_14" in at_war.links()
    main = at_war.main(f"{at_war.step}?why=ne_14")
    assert "has moved in this action already" in main
    assert "MOVE-2" in main


def test_the_last_move_ends_the_turn_too_and_undo_takes_back_both(at_war: Seat) -> None:
    at_war.done("move", f"{at_war.step}?from=gara_kulon&to=ne_14")
    last = f"{at_war.step}?from=windgap&to=sw_9"
    assert "end" not in dict(at_war.form("move", f"{at_war.step}?from=windgap&to=sw_9").values())
    assert at_war.form("move", last).offers("end") == ["1"]
    before = at_war.state
    at_war.done("move", last, end="1")
    assert at_war.top() == TurnFrame(HARKONNEN)
    at_war.do("undo")
    assert at_war.state == before


def test_a_first_move_does_not_end_the_turn(at_war: Seat) -> None:
    first = f"{at_war.step}?from=gara_kulon&to=ne_14"
    assert at_war.form("move", first).offers("end") == []
    at_war.done("move", first, end="1")
    assert isinstance(at_war.top(), ActionFrame)


@pytest.mark.rule("FREE-1")
def test_FREE_1_a_token_is_turned_by_one_answer(own_turn: Seat) -> None:
    own_turn.arrange(CorrectBoard(replace(own_turn.state, ornithopters=())))
    sheet = f"{own_turn.home}/area/gara_kulon?use=more&open=tokens"
    assert sheet in own_turn.links(f"{own_turn.step}?use=more")
    assert "2-0-0-0" in own_turn.form("turn-tokens", sheet).offers("shows")
    refused = own_turn.do("turn-tokens", sheet, shows="9-9-9-9")
    assert refused.status_code == 400
    own_turn.done("turn-tokens", sheet, shows="1-1-0-0")
    assert own_turn.state.army(ATREIDES, GARA_KULON) == Army(regular=1, elite=1, generic=1)


def test_the_deeds_of_one_tap_are_one_entry_of_the_log(at_war: Seat) -> None:
    at_war.done("move", f"{at_war.step}?from=gara_kulon&to=ne_14")
    at_war.done("move", f"{at_war.step}?from=windgap&to=sw_9", end="1")
    steps = at_war.app.extensions[TABLE].load(at_war.game).timeline.steps
    assert steps[-1].batch.command.split() == ["MoveLegion", "EndTurn"]
