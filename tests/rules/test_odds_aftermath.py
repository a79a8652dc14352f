"""Where a battle would leave the game: both ends with their chances, the figures left, what the rules make of it."""

import pytest

from companion.rules.army import Army
from companion.rules.ask.battles import battle_at
from companion.rules.frames import BattleStage
from companion.rules.odds import aftermaths, attacker_wins, battle_of, solve
from companion.rules.odds.battle import ATTACKER_WINS
from companion.rules.state import Standing, State
from tests.rules.battle.table import ATREIDES, HARKONNEN, area, attack, position, turn

EVEN = Army(regular=4, elite=2), Army(regular=3, elite=1, named=("stilgar",))


def fight_at(place: str, harkonnen: Army, atreides: Army, source: str) -> State:
    state = position({place: harkonnen}, {source: atreides}, *turn(ATREIDES))
    return attack(state, ATREIDES, source, place)


def field(harkonnen: Army = EVEN[0], atreides: Army = EVEN[1]) -> State:
    """Atreides in Gara Kulon attack a legion in NE 15."""
    return fight_at("ne_15", harkonnen, atreides, "gara_kulon")


def test_both_ends_have_the_chances_of_the_battle_and_its_likeliest_figures() -> None:
    state = field()
    battle = battle_of(state)
    assert battle is not None
    won, lost = aftermaths(state)
    assert (won.won, lost.won) == (True, False)
    assert won.chance == pytest.approx(attacker_wins(battle))
    assert won.chance + lost.chance == pytest.approx(1.0)
    victories = [(chance, one.attacker) for one, chance in solve(battle).results if one.ending in ATTACKER_WINS]
    best = max(victories)[1]
    assert (won.left.regular, won.left.elite, won.left.named) == (best.regular, best.elite, best.named)


@pytest.mark.rule("BATTLE-11")
def test_BATTLE_11_a_won_battle_waits_for_moving_in_and_a_lost_one_is_over() -> None:
    won, lost = aftermaths(field())
    assert battle_at(won.state, BattleStage.ADVANCE) is not None
    assert won.state.army(HARKONNEN, area("ne_15")) is None
    assert won.state.army(ATREIDES, area("gara_kulon")) == won.left
    assert battle_at(lost.state, *BattleStage) is None
    assert lost.state.army(ATREIDES, area("gara_kulon")) is None
    assert lost.state.army(HARKONNEN, area("ne_15")) == lost.left


@pytest.mark.rule("TANK-1")
def test_TANK_1_a_leader_who_falls_is_in_the_tank() -> None:
    _won, lost = aftermaths(field())
    stilgar = lost.state.leader("stilgar")
    assert (stilgar.standing, stilgar.tank) == (Standing.TANK, 1)


@pytest.mark.rule("SETTLE-2")
def test_SETTLE_2_a_settlement_that_nobody_defends_has_one_end() -> None:
    (only,) = aftermaths(fight_at("carthag", Army(), Army(regular=2), "cne_1"))
    assert (only.won, only.chance, only.left) == (True, 1.0, Army(regular=2))


def test_what_lies_facedown_and_a_battle_that_goes_on_have_no_ends() -> None:
    assert aftermaths(field(harkonnen=Army(regular=1, tokens=1))) == ()
    assert aftermaths(position({}, {"gara_kulon": Army(regular=1)}, *turn(ATREIDES))) == ()
