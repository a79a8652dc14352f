"""Chances in games between people: told from the side whose decision it is, by its name, and without its secrets."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import Faction, Result
from companion.rules.army import Army
from companion.rules.commands import (
    Attack,
    CorrectBoard,
    EndTurn,
    EnterRank,
    FinishAction,
    RollAtreidesDice,
    RollBattle,
    RollHarkonnenDice,
    SpendDie,
)
from companion.rules.frames import Roll, TurnFrame
from companion.rules.odds import battle_of, report
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.web.odds import prospect_odds
from companion.web.steps.battle.chances import viewpoint
from tests.rules.battle.table import attack, position, roll, turn
from tests.web.table.conftest import Seat

GARA_KULON, NE_15, NE_16 = AREA_NUMBER["gara_kulon"], AREA_NUMBER["ne_15"], AREA_NUMBER["ne_16"]
WHOSE, ADVICE = "Chance to win: ", 'class="tip"'
DICE = (Result.LEADERSHIP, Result.STRATEGY, Result.MENTAT)


@pytest.fixture
def duel(seat_at: Callable[..., Seat]) -> Seat:
    """Two people, the first turn, which is Atreides': legions of both stand beside each other, one in a sietch."""
    seat = seat_at(harkonnen="people", set_up="quick", dice="hand")
    seat.done("end-vehicles")
    dice = seat.state.harkonnen_unused
    results = sorted((DICE[n % 3] for n in range(dice)), key=list(Result).index)
    seat.arrange(RollHarkonnenDice(tuple(results)), RollAtreidesDice((Result.STRATEGY, Result.MENTAT) * 2))
    state = seat.state.with_army(HARKONNEN, NE_15, Army(regular=3, special=2, generic=1))
    state = state.with_army(ATREIDES, GARA_KULON, Army(regular=3)).with_army(ATREIDES, NE_16, Army(regular=3))
    seat.arrange(CorrectBoard(replace(state, cards=replace(state.cards, hand=0), reinforcements=0)))
    return seat


@pytest.fixture
def harkonnen_turn(duel: Seat) -> Seat:
    duel.arrange(SpendDie(Result.MENTAT, Result.MENTAT), FinishAction(), EndTurn())
    assert duel.top() == TurnFrame(HARKONNEN)
    return duel


@pytest.fixture
def in_battle(harkonnen_turn: Seat) -> Seat:
    """The Harkonnen attack a legion in the open."""
    harkonnen_turn.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY, HARKONNEN), Attack(HARKONNEN, NE_15, NE_16))
    return harkonnen_turn


def targets(seat: Seat) -> str:
    return seat.main(f"{seat.step}?from=ne_15&attack=1")


def winning(main: str) -> str:
    """What stands at both ends of the bar."""
    found = re.search(r'class="fh" aria-hidden="true">([^<]*)<.*?class="fa" aria-hidden="true">([^<]*)<', main, re.S)
    assert found is not None
    return f"{found[1]} | {found[2]}"


@pytest.mark.rule("BATTLE-1")
def test_BATTLE_1_the_targets_of_the_harkonnen_carry_their_own_chance(harkonnen_turn: Seat) -> None:
    harkonnen_turn.done("their-die", die="strategy:0")
    main = targets(harkonnen_turn)
    assert WHOSE + "Harkonnen" in main
    assert 'class="odds-targets h"' in main
    with harkonnen_turn.app.test_request_context():
        found = prospect_odds(harkonnen_turn.state, HARKONNEN, NE_15, sees_hidden=False)
        open_ = next(one for one in found if one.target == NE_16)
    assert open_.words.startswith("Harkonnen win")
    assert open_.words in main
    assert f"<b>{open_.chance}</b>" in main
    confirm = harkonnen_turn.main(f"{harkonnen_turn.step}?from=ne_15&attack=1&to=ne_16")
    assert re.fullmatch(r"Harkonnen (over )?\d+% \| Atreides (under )?\d+%", winning(confirm))


@pytest.mark.rule("BATTLE-1")
def test_BATTLE_1_the_targets_of_the_atreides_carry_theirs(duel: Seat) -> None:
    duel.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY))
    main = duel.main(f"{duel.step}?from=ne_16&attack=1")
    assert WHOSE + "Atreides" in main
    assert 'class="odds-targets a"' in main
    assert "Harkonnen win" not in main


@pytest.mark.rule("R-16")
def test_R_16_what_was_entered_about_facedown_pieces_changes_nothing_that_is_read(harkonnen_turn: Seat) -> None:
    harkonnen_turn.done("their-die", die="strategy:0")
    lists = []
    for secret in (1, 3):
        state = harkonnen_turn.state.with_army(ATREIDES, NE_16, Army(regular=1, tokens=1))
        known = ((NE_16, Army(regular=secret)),)
        harkonnen_turn.arrange(CorrectBoard(replace(state, known_tokens=known)), EnterRank(GARA_KULON, secret))
        assert harkonnen_turn.state.known_tokens == known
        main = targets(harkonnen_turn)
        shown = main[main.index("odds-targets") : main.index("</ul>", main.index("odds-targets"))]
        lists.append(re.sub(r'href="[^"]*"', "", shown))
    assert lists[0] == lists[1]
    assert "The rank of Gara Kulon is not known" in lists[0]
    assert "contents assumed" in lists[0]


@pytest.mark.rule("ACT-LEADERSHIP")
def test_ACT_LEADERSHIP_the_side_in_turn_weighs_its_own_legions(harkonnen_turn: Seat) -> None:
    main = harkonnen_turn.main(f"{harkonnen_turn.home}/area/ne_15")
    assert WHOSE + "Harkonnen" in main
    assert "By surprise:" in main
    assert "What an attack" not in harkonnen_turn.main(f"{harkonnen_turn.home}/area/ne_16")


@pytest.mark.rule("BATTLE-7", "BATTLE-8")
def test_a_battle_is_told_by_whoever_decides_and_advice_names_the_side(in_battle: Seat) -> None:
    battle = battle_of(in_battle.state)
    assert battle is not None
    chances = {side.faction: round(100 * side.wins) for side in report(battle).sides}
    assert chances[HARKONNEN] != chances[ATREIDES]
    assert winning(in_battle.main()).startswith("Harkonnen ")
    in_battle.arrange(RollBattle(Roll(1, 4, 0), Roll(1, 2, 0)))
    hits = in_battle.main()
    assert "Atreides remove: 1 regular" in hits
    in_battle.done("hits")
    going_on = in_battle.main()
    assert "Harkonnen: continue or cease the attack?" in going_on
    assert "For Harkonnen: continue the attack, which wins" in going_on
    advice = going_on[going_on.index(ADVICE) :]
    assert "you win" not in advice.lower()


def test_who_watches_reads_the_side_and_no_advice(in_battle: Seat, guest_of: Callable[[Seat, str], Seat]) -> None:
    in_battle.arrange(RollBattle(Roll(1, 4, 0), Roll(1, 2, 0)))
    main = guest_of(in_battle, "spectator").main()
    assert "Atreides " in winning(main)
    assert ADVICE not in main


@pytest.mark.parametrize("mode, told", [(Mode.SOLO, ATREIDES), (Mode.DUEL, HARKONNEN)])
def test_in_solo_the_player_is_told_all_along(mode: Mode, told: Faction) -> None:
    """The Harkonnen attack, roll, and Atreides take the hits: between people the side changes, in solo it does not."""
    start = position({"ne_15": Army(4, special=1)}, {"ne_16": Army(3)}, *turn(HARKONNEN), mode=mode)
    fight = attack(start, HARKONNEN, "ne_15", "ne_16")
    assert [viewpoint(state) for state in (start, fight)] == [told] * 2
    rolled: State = roll(fight, (3, 2, 0), (1, 2, 0))
    assert viewpoint(rolled) is ATREIDES


def test_the_bar_names_both_sides(in_battle: Seat) -> None:
    assert re.fullmatch(r"Harkonnen .*% \| Atreides .*%", winning(in_battle.main()))
