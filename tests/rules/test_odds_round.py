"""Dice and one round of a battle."""

import pytest

from companion.content.terms import Faction
from companion.rules.odds.battle import Side
from companion.rules.odds.casualties import CasualtyPolicy
from companion.rules.odds.dice import Roll, roll_distribution
from companion.rules.odds.leaders import leader_values
from companion.rules.odds.legion import Legion, legion_of
from companion.rules.odds.round import NetHits, Strength, net_hits, round_distribution, strike


def side(faction: Faction, legion: Legion, rank: int = 0) -> Side:
    return Side(faction, legion, CasualtyPolicy.KEEP_POWER, rank=rank)


@pytest.mark.rule("BATTLE-6")
def test_BATTLE_6_printed_example() -> None:
    attackers = legion_of(regular=2, elite=2, special=1, generic=1, named=("baron_harkonnen",))
    defenders = legion_of(regular=2, special=1, named=("paul_muaddib",))
    attacker = side(Faction.HARKONNEN, attackers).strength(attackers, cards=1)
    defender = side(Faction.ATREIDES, defenders, rank=2).strength(defenders, cards=0)
    assert (attacker.dice, defender.dice) == (6, 5)
    attacker_roll = Roll(hits=2, shields=1, specials=3)
    assert strike(attacker_roll, attacker) == (3, 3)
    assert net_hits(attacker, attacker_roll, defender, Roll(hits=5, shields=0, specials=0)) == NetHits(3, 3)


@pytest.mark.rule("BATTLE-6")
def test_BATTLE_6_special_elites_cancel_shields_of_leaders_but_no_hits() -> None:
    shielding = Strength(dice=2, leaders=((0, 3),), special_elites=0)
    cancelling = Strength(dice=2, leaders=(), special_elites=2)
    assert net_hits(cancelling, Roll(2, 0, 0), shielding, Roll(1, 0, 1)) == NetHits(1, 1)
    assert net_hits(shielding, Roll(1, 0, 1), cancelling, Roll(2, 0, 0)) == NetHits(1, 1)


@pytest.mark.rule("BATTLE-5")
def test_BATTLE_5_special_is_nothing_without_a_leader() -> None:
    assert strike(Roll(1, 1, 4), Strength(6, (), 0)) == (1, 1)


@pytest.mark.rule("BATTLE-5")
def test_BATTLE_5_each_leader_is_used_once() -> None:
    assert strike(Roll(0, 0, 3), Strength(3, ((2, 1), (1, 0)), 0)) == (3, 1)


@pytest.mark.rule("BATTLE-5")
def test_BATTLE_5_left_over_shields_are_lost() -> None:
    plain = Strength(2, (), 0)
    assert net_hits(plain, Roll(0, 2, 0), plain, Roll(1, 1, 0)) == NetHits(0, 0)


@pytest.mark.rule("R-26")
def test_R_26_leaders_with_most_hits_then_shields_are_used_first() -> None:
    legion = legion_of(regular=3, generic=1, named=("gaius_helen_mohiam", "thufir_hawat", "feyd_rautha"))
    values = leader_values(Faction.HARKONNEN, legion.generic, legion.named)
    assert values == ((2, 1), (1, 2), (1, 0), (0, 3))
    used = side(Faction.HARKONNEN, legion).strength(legion, cards=0)
    assert strike(Roll(0, 1, 2), used) == (3, 4)


@pytest.mark.rule("BATTLE-4")
@pytest.mark.parametrize(
    "units, rank, extra, dice", [(1, 0, 0, 1), (4, 0, 1, 5), (4, 3, 0, 6), (6, 3, 5, 6), (2, 1, 9, 6)]
)
def test_BATTLE_4_dice_are_units_rank_and_cards_up_to_six(units: int, rank: int, extra: int, dice: int) -> None:
    legion = legion_of(regular=units)
    assert side(Faction.ATREIDES, legion, rank).strength(legion, extra).dice == dice


@pytest.mark.rule("BATTLE-4")
def test_BATTLE_4_surprise_special_is_a_result_and_no_die() -> None:
    legion = legion_of(regular=6, generic=1)
    surprised = side(Faction.HARKONNEN, legion).strength(legion, cards=0, bonus_specials=1)
    assert surprised.dice == 6
    assert strike(Roll(6, 0, 0), surprised) == (7, 0)


@pytest.mark.parametrize("dice", range(7))
def test_roll_distribution_is_complete(dice: int) -> None:
    outcomes = roll_distribution(dice)
    assert len(outcomes) == (dice + 1) * (dice + 2) // 2
    assert all(sum(roll) == dice for roll, _ in outcomes)
    assert sum(chance for _, chance in outcomes) == pytest.approx(1.0, abs=1e-15)


def test_a_combat_die_has_three_hits_two_shields_one_special() -> None:
    assert dict(roll_distribution(1)) == {
        Roll(1, 0, 0): 3 / 6,
        Roll(0, 1, 0): 2 / 6,
        Roll(0, 0, 1): 1 / 6,
    }


def test_round_distribution_of_one_die_each() -> None:
    die = Strength(1, (), 0)
    table = round_distribution(die, die)
    expected = [[7 / 12, 1 / 12], [1 / 12, 1 / 4]]
    assert [list(row) for row in table] == [pytest.approx(row, abs=1e-15) for row in expected]
