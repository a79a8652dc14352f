"""Chances at the table: above every step of a battle, before an attack, on the map; and how they are turned off."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Result
from companion.rules.army import Army
from companion.rules.commands import Attack, CorrectBoard, RollBattle, SpendDie
from companion.rules.frames import Roll
from companion.rules.state import ATREIDES, HARKONNEN
from companion.service import Hints
from companion.web.seats import TABLE
from tests.web.table.conftest import Seat

GARA_KULON, NE_15 = AREA_NUMBER["gara_kulon"], AREA_NUMBER["ne_15"]
BAR, ADVICE, BADGE = 'class="oddl"', 'class="tip"', 'class="badges"'


@pytest.fixture
def before_attack(own_turn: Seat) -> Seat:
    """The player's turn: Stilgar's legion stands beside a Harkonnen legion."""
    state = own_turn.state.with_army(HARKONNEN, NE_15, Army(regular=3))
    state = state.with_army(ATREIDES, GARA_KULON, Army(regular=3, special=1, generic=1, named=("stilgar",)))
    own_turn.arrange(CorrectBoard(replace(state, cards=replace(state.cards, hand=0), reinforcements=0)))
    return own_turn


@pytest.fixture
def in_battle(before_attack: Seat) -> Seat:
    before_attack.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY), Attack(ATREIDES, GARA_KULON, NE_15))
    return before_attack


@pytest.fixture
def to_decide(in_battle: Seat) -> Seat:
    """Both have rolled; the player has one hit to take."""
    in_battle.arrange(RollBattle(Roll(2, 2, 0), Roll(3, 0, 0)))
    return in_battle


def test_before_the_roll_the_chances_stand_above_the_dice(in_battle: Seat) -> None:
    main = in_battle.main()
    assert main.index(BAR) < main.index('action="' + in_battle.home + "/do/battle-dice")
    assert "you " in main[main.index(BAR) :]
    assert "Detailed power lost on average: Harkonnen" in main
    assert "Chances in numbers" in main
    assert ADVICE not in main


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_the_best_casualties_are_advised_with_what_they_are_worth(to_decide: Seat) -> None:
    main = to_decide.main()
    assert "Best: 1 " in main
    assert "which wins" in main
    # Every figure carries what follows when it goes.
    assert main.count("<b>win ") == main.count('name="removed"')
    assert main.index(ADVICE) < main.index('action="' + to_decide.home + "/do/hits")


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_going_on_is_weighed_against_stopping(to_decide: Seat) -> None:
    to_decide.done("hits")
    main = to_decide.main()
    assert "Continue the attack, which wins" in main
    assert "detailed power." in main


@pytest.mark.rule("BATTLE-2")
def test_BATTLE_2_nothing_is_said_while_something_lies_facedown(own_turn: Seat) -> None:
    state = own_turn.state.with_army(HARKONNEN, NE_15, Army(regular=3))
    state = state.with_army(ATREIDES, GARA_KULON, Army(regular=3, tokens=1))
    own_turn.arrange(CorrectBoard(state), SpendDie(Result.STRATEGY, Result.STRATEGY))
    own_turn.arrange(Attack(ATREIDES, GARA_KULON, NE_15))
    assert BAR not in own_turn.main()


def test_a_spectator_sees_chances_and_no_advice(to_decide: Seat, guest_of: Callable[[Seat, str], Seat]) -> None:
    main = guest_of(to_decide, "spectator").main()
    assert BAR in main
    assert ADVICE not in main


@pytest.mark.rule("BATTLE-1")
def test_BATTLE_1_targets_carry_their_chance_on_the_map_and_in_the_list(before_attack: Seat) -> None:
    state = before_attack.state.with_army(HARKONNEN, AREA_NUMBER["ne_14"], Army(elite=6))
    before_attack.arrange(CorrectBoard(state), SpendDie(Result.STRATEGY, Result.STRATEGY))
    path = f"{before_attack.step}?from=gara_kulon&attack=1"
    page, main = before_attack.page(path), before_attack.main(path)
    badges = page[page.index(BADGE) : page.index("</svg>", page.index(BADGE))]
    assert badges.count("<rect") == main.count('class="reach"') == 2
    assert main.index("NE 15") < main.index("NE 14")
    links = [link for link in before_attack.links(path) if "to=ne_15" in link]
    confirm = before_attack.main(links[0])
    assert BAR in confirm
    assert "Chances in numbers" in confirm


@pytest.mark.rule("ACT-LEADERSHIP")
def test_ACT_LEADERSHIP_before_a_die_is_spent_a_surprise_is_weighed(before_attack: Seat) -> None:
    main = before_attack.main(f"{before_attack.home}/area/gara_kulon")
    assert "What an attack from here would bring" in main
    assert "By surprise:" in main
    assert BADGE in before_attack.page(f"{before_attack.home}/area/gara_kulon")
    assert "What an attack" not in before_attack.main(f"{before_attack.home}/area/ne_15")


@pytest.mark.rule("R-16")
def test_R_16_chances_do_not_give_away_what_lies_facedown(
    before_attack: Seat, guest_of: Callable[[Seat, str], Seat]
) -> None:
    """A token that was entered counts for the players and is a range for those who may not look."""
    state = before_attack.state.with_army(ATREIDES, GARA_KULON, Army(regular=2, tokens=1))
    state = replace(state, known_tokens=((GARA_KULON, Army(special=3)),))
    before_attack.arrange(CorrectBoard(state))
    path = f"{before_attack.home}/area/gara_kulon"
    assert "contents assumed" not in before_attack.main(path)
    watched = guest_of(before_attack, "spectator").main(path)
    assert "contents assumed" in watched
    assert " to " in watched


# --- turning it off ---------------------------------------------------------------------------------------------------


def hints(seat: Seat, where: str, level: str) -> int:
    fields = seat.browser.fields(f"{seat.home}/menu")
    return seat.browser.post(f"{seat.home}/hints{where}", {**fields, "hints": level}).status_code


def test_a_device_turns_it_off_for_itself(to_decide: Seat, guest_of: Callable[[Seat, str], Seat]) -> None:
    other = guest_of(to_decide, "player")
    assert hints(to_decide, "", "chances") == 303
    assert BAR in to_decide.main()
    assert ADVICE not in to_decide.main()
    assert hints(to_decide, "", "none") == 303
    assert BAR not in to_decide.main()
    assert ADVICE in other.main()
    assert hints(to_decide, "", "advice") == 303
    assert ADVICE in to_decide.main()


def test_a_game_turns_it_off_for_all(to_decide: Seat, guest_of: Callable[[Seat, str], Seat]) -> None:
    other = guest_of(to_decide, "player")
    before = to_decide.seq
    assert hints(to_decide, "/all", "none") == 303
    assert to_decide.app.extensions[TABLE].load(to_decide.game).settings.hints is Hints.NONE
    assert to_decide.seq == before
    assert BAR not in to_decide.main()
    assert BAR not in other.main()
    menu = to_decide.main(f"{to_decide.home}/menu")
    assert len(re.findall('name="hints" value="[a-z]+" aria-pressed="true"', menu)) == 2


def test_turned_off_there_are_no_chances_on_the_map(before_attack: Seat) -> None:
    hints(before_attack, "", "none")
    before_attack.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))
    page = before_attack.page(f"{before_attack.step}?from=gara_kulon&attack=1")
    assert BADGE not in page
    assert 'class="reach"' not in page
    assert "to=ne_15" in page


def test_nonsense_is_refused_and_a_spectator_changes_only_his_device(
    to_decide: Seat, guest_of: Callable[[Seat, str], Seat]
) -> None:
    assert hints(to_decide, "", "all") == 400
    assert hints(to_decide, "/all", "") == 400
    watcher = guest_of(to_decide, "spectator")
    assert hints(watcher, "/all", "none") == 403
    assert hints(watcher, "", "none") == 303
    assert to_decide.app.extensions[TABLE].load(to_decide.game).settings.hints is Hints.ADVICE
