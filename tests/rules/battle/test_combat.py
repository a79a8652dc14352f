"""The arithmetic of combat: dice, leaders, net hits, power, retreats, terrain values."""

from typing import Any

import pytest

from companion.content.terms import Faction
from companion.rules import combat
from companion.rules.army import Army
from companion.rules.combat import ATTACKER, DEFENDER
from companion.rules.frames import BattleFrame, Roll, Side
from tests.rules.battle.table import ATREIDES, HARKONNEN, Legions, area, areas, duel, position


def frame(attacker: Faction, source: str, target: str, **changes: object) -> BattleFrame:
    return BattleFrame(attacker, area(source), area(target), **changes)  # type: ignore[arg-type]


def names(mask: int) -> list[int]:
    return [number for number in range(101) if mask >> number & 1]


@pytest.mark.rule("BATTLE-4")
def test_BATTLE_4_dice_are_units_cards_and_rank_with_their_reasons() -> None:
    state = position(
        {"ne_14": Army(regular=2, elite=1, generic=2)}, {"gara_kulon": Army(regular=1, named=("stilgar",))}
    )
    battle = frame(HARKONNEN, "ne_14", "gara_kulon", sides=(Side(2), Side(1)))
    assert combat.battle_dice(state, battle, ATTACKER) == combat.Dice(units=3, cards=2, rank=0, bonus=0)
    assert combat.battle_dice(state, battle, DEFENDER) == combat.Dice(units=1, cards=1, rank=2, bonus=0)
    assert combat.battle_dice(state, battle, DEFENDER).total == 4


@pytest.mark.rule("BATTLE-4")
def test_BATTLE_4_never_more_than_6_dice_and_the_surprise_is_no_die() -> None:
    state = position({"ne_14": Army(regular=6)}, {"gara_kulon": Army(regular=5)})
    first = combat.battle_dice(
        state, frame(HARKONNEN, "ne_14", "gara_kulon", surprise=True, sides=(Side(1), Side(0))), ATTACKER
    )
    assert (first.total, first.bonus) == (6, 1)
    later = combat.battle_dice(state, frame(HARKONNEN, "ne_14", "gara_kulon", surprise=True, round=2), ATTACKER)
    assert later.bonus == 0
    defender = combat.battle_dice(state, frame(HARKONNEN, "ne_14", "gara_kulon", surprise=True), DEFENDER)
    assert (defender.total, defender.bonus) == (6, 0)


@pytest.mark.rule("BATTLE-4", "SETTLE-1")
@pytest.mark.parametrize("settlement, rank", [("arrakeen", 3), ("carthag", 2), ("hagga_basin", 1)])
def test_BATTLE_4_harkonnen_settlements_help_with_their_printed_rank(settlement: str, rank: int) -> None:
    state = position({settlement: Army(regular=1)}, {"cne_1": Army(regular=1)})
    assert combat.stronghold_rank(state, HARKONNEN, area(settlement)) == rank
    assert combat.battle_dice(state, frame(ATREIDES, "cne_1", settlement), DEFENDER).total == 1 + rank


@pytest.mark.rule("SETTLE-1")
def test_SETTLE_1_no_rank_without_a_settlement_and_none_for_a_hidden_one() -> None:
    state = position()
    assert combat.stronghold_rank(state, ATREIDES, area("ne_1")) == 0
    assert combat.stronghold_rank(state, HARKONNEN, area("gara_kulon")) == 0
    hidden = position(sietches=tuple(type(s)(s.area) for s in state.sietches))
    assert combat.stronghold_rank(hidden, ATREIDES, area("gara_kulon")) is None
    assert combat.battle_dice(hidden, frame(HARKONNEN, "ne_14", "gara_kulon"), DEFENDER).total == 0


@pytest.mark.rule("BATTLE-5")
def test_BATTLE_5_a_special_is_nothing_without_leaders_and_a_leader_turns_one() -> None:
    roll = Roll(hit=2, shield=1, special=3)
    assert combat.strike(roll, ()) == (2, 1)
    assert combat.strike(roll, ("bashar", "baron_harkonnen")) == (3, 3)
    assert combat.strike(roll, ("paul_muaddib", "naib", "naib")) == (6, 2)


@pytest.mark.rule("BATTLE-5", "R-26")
def test_R_26_leaders_with_most_hits_then_most_shields_are_used() -> None:
    army = Army(regular=1, generic=1, named=("baron_harkonnen", "captain_aramsham", "feyd_rautha"))
    ordered = ("feyd_rautha", "captain_aramsham", "bashar", "baron_harkonnen")
    assert combat.leaders_of(HARKONNEN, army) == ordered
    assert combat.best_leaders(HARKONNEN, army, 2) == ordered[:2]
    assert combat.best_leaders(HARKONNEN, army, 9) == ordered


@pytest.mark.rule("BATTLE-5")
@pytest.mark.parametrize(
    "army, specials, choice",
    [
        (Army(regular=1, generic=1, named=("stilgar",)), 1, True),
        (Army(regular=1, generic=1, named=("stilgar",)), 2, False),
        (Army(regular=1, generic=1, named=("stilgar",)), 0, False),
        (Army(regular=1, generic=2, named=("alia",)), 1, False),
        (Army(regular=1), 2, False),
    ],
)
def test_BATTLE_5_leaders_are_a_choice_only_when_they_differ(army: Army, specials: int, choice: bool) -> None:
    assert combat.leaders_matter(ATREIDES, army, specials) is choice


@pytest.mark.rule("BATTLE-6", tries=True)
@pytest.mark.parametrize(
    "strikes, elites, expected",
    [
        (((3, 3), (5, 0)), (1, 1), (3, 3)),
        (((2, 0), (1, 2)), (0, 0), (1, 0)),
        (((2, 0), (0, 2)), (1, 0), (0, 1)),
        (((2, 0), (0, 2)), (5, 0), (0, 2)),
        (((0, 4), (2, 0)), (0, 3), (1, 0)),
        (((0, 9), (9, 0)), (0, 0), (0, 0)),
    ],
)
def test_BATTLE_6_special_elites_cancel_shields_only(
    strikes: tuple[tuple[int, int], tuple[int, int]], elites: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert combat.net_hits(strikes, elites) == expected


@pytest.mark.rule("MAHDI-CP-1", "R-13")
def test_MAHDI_CP_1_coarse_and_fine_power_and_R_13_tokens_weigh_2() -> None:
    army = Army(regular=2, elite=1, special=1, tokens=2, generic=1, named=("baron_harkonnen",))
    assert combat.coarse_power(army) == 4 + 4 + 2
    assert combat.fine_power(army) == 4 + 3 + 4 + 4 + 1 + 2


@pytest.mark.rule("MAHDI-BATTLE-3", "R-28")
@pytest.mark.parametrize(
    "attacker, defender, stops",
    [
        (Army(regular=2), Army(regular=4), True),
        (Army(regular=2, generic=1), Army(regular=5), True),
        (Army(regular=2, generic=1), Army(regular=4), False),
        (Army(special=1), Army(regular=3, generic=1), False),
        (Army(regular=1), Army(), False),
    ],
)
def test_MAHDI_BATTLE_3_stops_at_half_the_fine_power(attacker: Army, defender: Army, stops: bool) -> None:
    state = position({"ne_14": attacker}, {"gara_kulon": defender})
    assert combat.mahdi_stops(state, frame(HARKONNEN, "ne_14", "gara_kulon")) is stops


@pytest.mark.rule("BATTLE-9", "AREA-1")
def test_BATTLE_9_retreats_are_adjacent_areas_free_for_the_legion() -> None:
    state = position(
        {"pasty_mesa": Army(regular=1)},
        {"tasmin_sink": Army(regular=1)},
        wormsigns=areas("se_1"),
        sandworms=areas("se_3"),
        harvesters=areas("se_6"),
    )
    allowed = combat.retreats(state, ATREIDES, area("tasmin_sink"))
    assert names(allowed) == sorted(areas("se_1", "se_5", "se_6", "se_7"))


@pytest.mark.rule("BATTLE-9")
def test_BATTLE_9_harkonnen_never_retreat_onto_a_wormsign() -> None:
    state = position({"se_6": Army(regular=1)}, wormsigns=areas("se_7"))
    allowed = combat.retreats(state, HARKONNEN, area("se_6"))
    assert not allowed >> area("se_7") & 1
    assert not allowed >> area("tasmin_sink") & 1
    assert allowed == state.graph.passable[area("se_6")] & ~(1 << area("se_7")) & ~(1 << area("tasmin_sink"))


@pytest.mark.rule("R-12", "BOARD-3")
def test_R_12_impassable_borders_stop_every_retreat_but_that_of_the_solo_harkonnen() -> None:
    board, source = position().graph, area("ne_5")
    behind = board.all[source] & ~board.passable[source]
    assert names(behind) == sorted(areas("cne_5", "rimwall_west"))
    signs = tuple(names(board.passable[source]))
    legions: Legions = {"ne_5": Army(regular=1)}
    assert combat.retreats(position(legions, wormsigns=signs), HARKONNEN, source) == behind
    assert not combat.retreats(duel(legions, {}, wormsigns=signs), HARKONNEN, source)
    assert not combat.retreats(position(None, legions), ATREIDES, source) & behind


@pytest.mark.rule("MAHDI-BATTLE-4")
def test_MAHDI_BATTLE_4_empty_areas_first_in_solo_only() -> None:
    legions: tuple[Legions, Legions] = ({"pasty_mesa": Army(regular=2)}, {"tasmin_sink": Army(regular=1)})
    busy: dict[str, Any] = {"harvesters": areas("se_6"), "wormsigns": areas("se_1")}
    battle = frame(HARKONNEN, "pasty_mesa", "tasmin_sink")
    assert names(combat.battle_retreats(position(*legions, **busy), battle)) == sorted(areas("se_3", "se_5", "se_7"))
    everything = sorted(areas("se_1", "se_3", "se_5", "se_6", "se_7"))
    assert names(combat.battle_retreats(duel(*legions, **busy), battle)) == everything


@pytest.mark.rule("MAHDI-BATTLE-4")
def test_MAHDI_BATTLE_4_other_free_areas_when_none_is_empty() -> None:
    state = position(
        {"pasty_mesa": Army(regular=2)},
        {"tasmin_sink": Army(regular=1), "se_1": Army(regular=1)},
        harvesters=areas("se_6", "se_7"),
        wormsigns=areas("se_3"),
        stations=1 << area("se_5"),
    )
    allowed = combat.battle_retreats(state, frame(HARKONNEN, "pasty_mesa", "tasmin_sink"))
    assert names(allowed) == sorted(areas("se_1", "se_3", "se_5", "se_6", "se_7"))


@pytest.mark.rule("WORM-8", "STORM-1", "ATOM-1")
@pytest.mark.parametrize(
    "where, special",
    [("ne_14", 2), ("ne_11", 1), ("pasty_mesa", 0), ("cne_9", 0), ("hole_in_the_rock", 0)],
)
def test_WORM_8_values_by_terrain(where: str, special: int) -> None:
    assert combat.attack_values(position(), area(where)) == (1, 0, special)


@pytest.mark.rule("ATOM-1", "WORM-8")
def test_ATOM_1_the_new_desert_is_not_deep() -> None:
    state = position(atomics=area("hole_in_the_rock"))
    assert combat.attack_values(state, area("hole_in_the_rock")) == (1, 0, 1)
