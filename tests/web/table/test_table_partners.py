"""Partners at the page: whose die it is, what hands it over, and what the history says of the dice of people."""

from collections.abc import Callable
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from companion.content.terms import Result
from companion.rules.commands import CorrectBoard, EndTurn, FinishAction, RollAtreidesDice, RollHarkonnenDice, SpendDie
from companion.rules.frames import TurnFrame
from companion.rules.state import HARKONNEN
from tests.web.table.conftest import Seat

ON_BOTH_DATABASES = True

LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE = Result
HANDED = "The House die is handed over: the Fremen Ally decides everything about this action."
ASKED = "The Fremen Ally carries it out"


@pytest.fixture
def four(seat_at: Callable[..., Seat]) -> Seat:
    """Two pairs; Atreides have a House die and are in turn, the Harkonnen have Mentat dice on both dashboards."""
    seat = seat_at(harkonnen="people", harkonnen_partners="2", partners="2", set_up="quick", dice="hand")
    seat.done("end-vehicles")
    house = (LEADERSHIP, MENTAT, HOUSE, HOUSE)
    ally = (STRATEGY, STRATEGY, DEPLOYMENT, MENTAT)[: seat.state.harkonnen_unused - len(house)]
    dice = tuple(sorted((*house, *ally), key=list(Result).index))
    seat.arrange(RollHarkonnenDice(dice, ally), RollAtreidesDice((HOUSE, HOUSE, MENTAT, MENTAT)))
    return seat


@pytest.mark.rule("TEAM-4")
def test_TEAM_4_a_house_die_is_handed_to_the_ally_and_the_page_says_so(four: Seat) -> None:
    ask = f"{four.step}?use=house"
    assert "This die belongs to House Atreides." in four.main(ask)
    assert ASKED in four.main(ask)
    four.done("spend", ask, action="strategy", ally="1")
    assert HANDED in four.main()
    four.arrange(FinishAction())
    assert HANDED not in four.main()
    assert "Used as Strategy, carried out by the Fremen Ally" in four.main(f"{four.home}/history")


@pytest.mark.rule("TEAM-4")
def test_TEAM_4_without_the_mark_the_die_stays_with_house_atreides(four: Seat) -> None:
    four.done("spend", f"{four.step}?use=house", action="strategy")
    assert HANDED not in four.main()


@pytest.mark.rule("TEAM-4")
def test_TEAM_4_one_player_for_the_faction_is_not_asked(seat_at: Callable[..., Seat], own_turn: Seat) -> None:
    assert ASKED not in own_turn.main(f"{own_turn.step}?use=house")
    refused = own_turn.do("spend", f"{own_turn.step}?use=house", action="strategy", ally="1")
    assert refused.status_code == 422
    assert "TEAM-4" in refused.text


@pytest.mark.rule("TEAM-3", "TEAM-4")
def test_TEAM_4_the_harkonnen_dice_lie_on_two_dashboards_and_the_die_says_who_decides(four: Seat) -> None:
    four.arrange(SpendDie(MENTAT, MENTAT), FinishAction(), EndTurn())
    assert four.top() == TurnFrame(HARKONNEN)
    main = four.main()
    assert main.index("House Harkonnen</li>") < main.index('value="mentat:0"') < main.index('value="mentat:1"')
    assert main.index('value="mentat:0"') < main.index("Corrino Allies</li>") < main.index('value="strategy:1"')
    assert "Mentat (Corrino Allies)" in four.main(f"{four.step}?use=card")
    four.done("their-die", die="strategy:1")
    assert "A die of the Corrino Ally, who decides everything about this action." in four.main()
    assert "Corrino Allies spent a die: Strategy" in four.main(f"{four.home}/history")


# --- the history ------------------------------------------------------------------------------------------------------


def test_the_history_of_people_says_what_a_harkonnen_die_was_spent_on(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(harkonnen="people", set_up="quick", dice="hand")
    seat.done("end-vehicles")
    dice = tuple(sorted((list(Result)[n % 5] for n in range(seat.state.harkonnen_unused)), key=list(Result).index))
    seat.arrange(RollHarkonnenDice(dice), RollAtreidesDice((HOUSE, HOUSE, MENTAT, MENTAT)))
    seat.arrange(SpendDie(HOUSE, STRATEGY), FinishAction(), EndTurn())
    seat.done("their-die", die="strategy:0")
    seat.arrange(FinishAction(), EndTurn(), SpendDie(MENTAT, MENTAT), FinishAction(), EndTurn())
    seat.arrange(CorrectBoard(replace(seat.state, reinforcements=1)))
    seat.done("their-card", f"{seat.step}?use=card", die="mentat:0", card="workhorse_of_arrakis")
    for path in (f"{seat.home}/history", seat.step):
        main = seat.main(path)
        assert "Harkonnen rolled" not in main
        assert "You spent" not in main
        assert "Harkonnen spent a die: Mentat" in main
        assert "For a planning card" in main
    history = seat.main(f"{seat.home}/history")
    assert "Harkonnen spent a die: Strategy" in history
    assert "To move or attack" in history
    assert "Atreides spent a die: House" in history
    assert "Used as Strategy" in history
    assert "The Atreides dice were rolled" in history


def test_what_was_taken_back_is_told_in_the_same_words(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(harkonnen="people", set_up="quick", dice="hand")
    seat.done("end-vehicles")
    dice = tuple(sorted((list(Result)[n % 5] for n in range(seat.state.harkonnen_unused)), key=list(Result).index))
    seat.arrange(RollHarkonnenDice(dice), RollAtreidesDice((HOUSE, HOUSE, MENTAT, MENTAT)))
    seat.arrange(SpendDie(MENTAT, MENTAT), FinishAction(), EndTurn())
    seat.done("their-die", die="strategy:0")
    seat.browser.post(f"{seat.home}/undo", seat.browser.fields(seat.step))
    assert seat.top() == TurnFrame(HARKONNEN)
    history = seat.main(f"{seat.home}/history")
    assert "Harkonnen spent a die: Strategy" in history
    assert "Harkonnen rolled" not in history


def test_in_solo_the_history_still_says_what_the_harkonnen_rolled(own_turn: Seat) -> None:
    own_turn.arrange(SpendDie(MENTAT, MENTAT), EndTurn())
    own_turn.done("roll-die", result="strategy")
    history = own_turn.main(f"{own_turn.home}/history")
    assert "Harkonnen rolled Strategy" in history
    assert "You spent Mentat" in history


def test_between_people_the_turn_of_the_atreides_is_not_yours(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(harkonnen="people", set_up="quick", dice="hand")
    seat.done("end-vehicles")
    dice = tuple(sorted((list(Result)[n % 5] for n in range(seat.state.harkonnen_unused)), key=list(Result).index))
    seat.arrange(RollHarkonnenDice(dice))
    assert seat.title() == "Roll the Atreides dice: 4"
    seat.arrange(RollAtreidesDice((HOUSE, HOUSE, MENTAT, MENTAT)))
    assert seat.title() == "Atreides turn: tap the die to use"
    seat.arrange(SpendDie(MENTAT, MENTAT), FinishAction())
    main = seat.main()
    assert "End the Atreides turn" in main
    assert "Your turn" not in main
    assert "End my turn" not in main


def rolling(seat_at: Callable[..., Seat], dice: str = "hand") -> Seat:
    """Four players, eight Harkonnen dice to roll."""
    seat = seat_at(harkonnen="people", harkonnen_partners="2", partners="2", set_up="quick", dice=dice)
    seat.done("end-vehicles")
    seat.arrange(CorrectBoard(replace(seat.state, harkonnen_unused=8)))
    return seat


def panel_of(seat: Seat, deed: str, **dice: Any) -> tuple[str, str]:
    """Types dice in; returns the address of the step that shares them out, and its words."""
    answer = seat.do(deed, **dice)
    assert answer.status_code == 303
    there = answer.headers["Location"]
    return there, unescape(seat.main(there))


PRINTED = {"strategy": "3", "deployment": "2", "leadership": "1", "mentat": "2"}
"""The roll of the printed example (p36)."""


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_the_printed_example_is_shared_out_step_by_step(seat_at: Callable[..., Seat]) -> None:
    seat = rolling(seat_at)
    there, first = panel_of(seat, "their-dice", **PRINTED)
    assert "Entered from the table, 8 dice" in first
    assert "Results of one dashboard go there" in first
    assert "1 die finds no space" in first
    assert "Dice placed" not in first
    second, third = (unescape(seat.main(f"{there}&step={step}")) for step in (2, 3))
    assert "3 to 4; a tie favours House Harkonnen" in second
    assert "Set-aside dice: Strategy to House Harkonnen" in third
    assert "still to be changed: no space shows Strategy" in third
    last = unescape(seat.main(f"{there}&step=4"))
    assert "Place the dice like this" in last
    assert "to House" in last
    seat.done("their-dice", f"{there}&step=4", end="0")
    assert seat.state.corrino_results == (STRATEGY, STRATEGY, DEPLOYMENT, DEPLOYMENT)
    assert seat.state.harkonnen_results == (LEADERSHIP, *(STRATEGY,) * 2, *(DEPLOYMENT,) * 2, *(MENTAT,) * 2, HOUSE)
    told = unescape(seat.main(f"{seat.home}/history"))
    assert "House Harkonnen: Leadership, Mentat, Mentat, House" in told
    assert "rolled: Leadership, Strategy, Strategy, Strategy" in told


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_two_results_that_are_equally_rare_are_a_question(seat_at: Callable[..., Seat]) -> None:
    seat = rolling(seat_at)
    there, _words = panel_of(seat, "their-dice", strategy="3", deployment="2", mentat="3")
    asked = unescape(seat.main(f"{there}&step=4"))
    assert "Which result does the die change to?" in asked
    assert "Dice placed" not in asked
    chosen = unescape(seat.main(f"{there}&step=4&end=1"))
    assert "Place the dice like this" in chosen
    assert 'name="end" value="1"' in chosen
    for nonsense in ("9", "x", "-1"):
        assert "Which result does the die change to?" in unescape(seat.main(f"{there}&step=4&end={nonsense}"))


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_a_roll_without_a_die_set_aside_has_two_steps(seat_at: Callable[..., Seat]) -> None:
    seat = rolling(seat_at)
    there, first = panel_of(seat, "their-dice", strategy="2", deployment="2", leadership="2", mentat="2")
    assert "No die is set aside" in first
    assert "Next: place the dice" in unescape(seat.main(f"{there}&step=2"))
    assert "Place the dice like this" in unescape(seat.main(f"{there}&step=3"))


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_atreides_partners_say_what_lies_where(seat_at: Callable[..., Seat]) -> None:
    seat = rolling(seat_at)
    eight = (LEADERSHIP, LEADERSHIP, STRATEGY, STRATEGY, DEPLOYMENT, MENTAT, MENTAT, HOUSE)
    seat.arrange(RollHarkonnenDice(eight, (STRATEGY, STRATEGY, DEPLOYMENT, MENTAT)))
    there, asked = panel_of(seat, "atreides-dice", strategy="1", mentat="3")
    assert "Share out the dice: tap where each one goes" in asked
    assert asked.count('value="mentat" checked') == 2
    wrong = seat.do("atreides-dice", there, on__house=["mentat"], on__ally=["mentat", "strategy"])
    assert wrong.status_code == 422
    bad = seat.do("atreides-dice", there, on__house=["spice"])
    assert bad.status_code == 400
    seat.done("atreides-dice", there, on__house=["mentat", "leadership"], on__ally=["mentat", "strategy"])
    assert seat.state.fremen_results == (STRATEGY, MENTAT)
    told = unescape(seat.main(f"{seat.home}/history"))
    assert "House Atreides: Leadership, Mentat; Fremen Allies: Strategy, Mentat; rolled: Strategy, Mentat" in told


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_what_the_app_rolled_for_the_atreides_is_shared_out_too(seat_at: Callable[..., Seat]) -> None:
    seat = rolling(seat_at, "app")
    eight = (LEADERSHIP, LEADERSHIP, STRATEGY, STRATEGY, DEPLOYMENT, MENTAT, MENTAT, HOUSE)
    seat.arrange(RollHarkonnenDice(eight, (STRATEGY, STRATEGY, DEPLOYMENT, MENTAT)))
    _there, asked = panel_of(seat, "roll-atreides")
    assert "Rolled in the app, 4 dice" in asked


@pytest.fixture
def pairs(seat_at: Callable[..., Seat]) -> Seat:
    """Two pairs, the Atreides dice shared out: Mentat and House with the House, Mentat and Deployment with the Ally."""
    seat = rolling(seat_at)
    eight = (LEADERSHIP, LEADERSHIP, STRATEGY, STRATEGY, DEPLOYMENT, MENTAT, MENTAT, HOUSE)
    roll = RollAtreidesDice((DEPLOYMENT, MENTAT, MENTAT, HOUSE), fremen=(DEPLOYMENT, MENTAT))
    seat.arrange(RollHarkonnenDice(eight, (STRATEGY, STRATEGY, DEPLOYMENT, MENTAT)), roll)
    return seat


@pytest.mark.rule("TEAM-3", "TEAM-4")
def test_TEAM_4_the_dice_of_atreides_partners_are_two_rows_and_the_page_says_who_decides(pairs: Seat) -> None:
    main = pairs.main()
    assert main.index("House Atreides") < main.index("Fremen Allies")
    house, ally = (form for form in pairs.forms() if form.deed == "spend")
    assert ("fremen", "1") not in house.values()
    pairs.browser.post(f"{pairs.home}/do/spend", {**dict(ally.values()), "die": "mentat"})
    assert pairs.state.fremen_results == (DEPLOYMENT,)
    assert "The Fremen Ally decides everything about this action." in pairs.main()
    pairs.arrange(FinishAction(), EndTurn())
    assert "a die: Mentat" in pairs.main(f"{pairs.home}/history")
    assert "Fremen Allies spent" in pairs.main(f"{pairs.home}/history")


@pytest.mark.rule("TEAM-4")
def test_TEAM_4_a_house_die_of_the_ally_is_not_handed_over(pairs: Seat) -> None:
    assert ASKED in pairs.main(f"{pairs.step}?use=house")
    state = replace(pairs.state, fremen_results=(DEPLOYMENT, HOUSE))
    pairs.arrange(CorrectBoard(state))
    there = f"{pairs.step}?use=house&fremen=1"
    assert ASKED not in pairs.main(there)
    pairs.done("spend", there, action="strategy")
    assert pairs.state.fremen_results == (DEPLOYMENT,)


@pytest.mark.rule("TEAM-2", "TEAM-5")
def test_TEAM_5_leaders_and_cards_are_paid_with_a_die_of_the_own_dashboard(pairs: Seat) -> None:
    leader = f"{pairs.step}?use=leader"
    assert 'value="mentat:1"' in pairs.main(leader)
    stilgar = pairs.do("use-leader", leader, leader="stilgar", die="mentat")
    assert stilgar.status_code == 422
    assert "TEAM-5" in stilgar.text
    pairs.done("use-leader", leader, leader="stilgar", die="mentat:1")
    assert pairs.state.fremen_results == (DEPLOYMENT,)


@pytest.mark.rule("TEAM-6")
def test_TEAM_6_a_token_is_placed_on_one_of_two_dashboards(pairs: Seat) -> None:
    pairs.arrange(CorrectBoard(replace(pairs.state, bene_gesserit=(0, 1))))
    there = f"{pairs.step}?use=bene"
    assert "On whose dashboard?" in pairs.main(there)
    pairs.done("bene-gesserit", there, ally="1", result="strategy")
    assert pairs.state.fremen_results == (STRATEGY, DEPLOYMENT, MENTAT)
