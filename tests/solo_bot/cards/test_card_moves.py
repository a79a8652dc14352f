"""Moves, attacks, transfers and dice of cards (MAHDI-CARD-2, MAHDI-MOVE, MAHDI-ATTACK, R-9, R-19, R-21)."""

from typing import Any

import pytest

from companion.board import AREA_IDS
from companion.content.terms import CombatFace
from companion.rules.commands import Attack, MoveLegion
from companion.rules.events import BattleBegan, DiceRolled, LegionMoved, TokensRevealed
from companion.rules.state import HARKONNEN
from solo_bot.cards.course import decide_card
from solo_bot.cards.options import AreaOption, CardOrder
from solo_bot.procedure.decision import AttackOption, MoveOption
from tests.solo_bot.cards.positions import legion, rich
from tests.solo_bot.cards.table import Table, area, play, step, turned_up

TARGET = legion("habbanya_ridge", "atreides", regular=1)


def decided(card: str, legions: list[dict[str, Any]], **changes: Any) -> CardOrder:
    return decide_card(turned_up(rich(legions=legions, **changes), card))


def routes(order: CardOrder) -> set[tuple[str, str]]:
    options = [choice.option for choice in order.choices]
    return {(AREA_IDS[o.source], AREA_IDS[o.target]) for o in options if isinstance(o, MoveOption)} | {
        (AREA_IDS[o.attacker], AREA_IDS[o.target]) for o in options if isinstance(o, AttackOption)
    }


def moves(table: Table) -> list[tuple[str, str]]:
    return [(AREA_IDS[e.source], AREA_IDS[e.target]) for e in table.happened(LegionMoved)]


@pytest.mark.rule("MAHDI-CARD-2", "MAHDI-MOVE-1")
def test_MAHDI_CARD_2_a_move_is_that_of_MAHDI_MOVE_among_the_legions_named() -> None:
    legions = [legion("sw_8", regular=4), legion("csw_2", special=3), TARGET]
    order = decided("sardaukar_pogrom", legions)
    assert {source for source, _ in routes(order)} == {"csw_2"}
    assert all(isinstance(choice.commands[0], MoveLegion) for choice in order.choices)
    both = decided("sardaukar_pogrom", [legion("sw_8", special=4), *legions[1:]])
    assert {source for source, _ in routes(both)} == {"sw_8"}
    assert "keeps_other_parts_possible" not in {one.criterion for one in both.trace}
    assert {source for source, _ in routes(decided("full_control_of_the_air", legions))} == set()


@pytest.mark.rule("R-19")
def test_R_19_the_legions_of_one_card_are_different_ones() -> None:
    table = play(rich(), "sardaukar_pogrom")
    sources = [source for source, _ in moves(table)]
    targets = [target for _, target in moves(table)]
    assert len(sources) == 3
    assert not set(sources) & set(targets[: len(sources) - 1])


@pytest.mark.rule("R-9")
def test_R_9_fewer_legions_than_the_card_moves_are_enough() -> None:
    legions = [legion("csw_2", special=3), TARGET]
    assert play(rich(legions=legions), "sardaukar_pogrom").actions == ["move", "skip", "finish"]


@pytest.mark.rule("R-1", "MAHDI-CARD-4")
def test_R_1_without_a_target_no_legion_moves_and_the_card_has_no_effect() -> None:
    assert play(rich(target_sietch=None), "sardaukar_pogrom").actions == ["without_effect"]
    assert play(rich(target_sietch=None), "troop_carriers").actions == ["without_effect"]
    assert play(rich(target_sietch=None), "full_control_of_the_air").actions == ["without_effect"]


@pytest.mark.rule("MAHDI-ATTACK-3", tries=True)
def test_MAHDI_ATTACK_3_a_legion_attacks_if_it_can_and_moves_otherwise() -> None:
    near = [legion("sw_1", special=3), TARGET]
    order = decided("sardaukars_manner", near)
    assert (order.action, routes(order)) == ("attack_sietch", {("sw_1", "habbanya_ridge")})
    assert all(choice.option.surprise for choice in order.choices)  # type: ignore[union-attr]
    assert isinstance(order.choices[0].commands[0], Attack)
    assert decided("sardaukars_manner", [legion("arsunt", special=3), TARGET]).action == "move"


def test_the_legion_in_the_area_that_the_card_names_moves() -> None:
    legions = [legion("arsunt", regular=1), legion("sw_8", special=5), TARGET]
    table = play(rich(legions=legions), "arsunt_legion")
    assert [source for source, _ in moves(table)] == ["arsunt"]


def test_a_surprise_attack_of_a_card_is_one_in_the_battle() -> None:
    table = play(rich(), "mudir_nahya")
    assert [event.surprise for event in table.happened(BattleBegan)] == [True]
    assert [event.surprise for event in play(rich(), "killers_without_mercy").happened(BattleBegan)] == [False]


def test_the_legion_of_the_step_before_is_meant_by_the_next_one() -> None:
    legions = [legion("sw_8", special=2), legion("nw_12", regular=6), TARGET]
    table = play(rich(legions=legions, leaders={"shaddam_iv": {"state": "ready"}}), "rage_overcame_shaddam_iv_c")
    assert table.actions == ["place", "move", "attack_sietch", "finish"]
    (source, target), *_ = moves(table)
    assert source == "sw_8"
    assert [AREA_IDS[event.attacker_area] for event in table.happened(BattleBegan)] == [target]


@pytest.mark.rule("MAHDI-CARD-4")
def test_MAHDI_CARD_4_a_legion_moves_from_which_the_next_part_is_possible() -> None:
    """The first mover of MAHDI-MOVE-1 would end away from any leader; the next one ends beside one."""
    legions = [
        legion("sw_8", special=2),
        legion("csw_2", special=2),
        legion("habbanya_ridge", "atreides", regular=1),
        legion("windgap", "atreides", regular=1, named=["stilgar"]),
    ]
    table = play(rich(legions=legions), "shigawire")
    assert table.actions == ["move", "tank_enemy_leader", "finish"]
    assert table.state.leader("stilgar").tank == 1
    far = [*legions[:3], legion("gara_kulon", "atreides", regular=1, named=["stilgar"])]
    assert play(rich(legions=far), "shigawire").actions == ["without_effect"]


@pytest.mark.rule("MAHDI-CARD-2", "R-9")
def test_R_9_a_transfer_goes_from_a_settlement_to_the_legion_nearest_to_the_target() -> None:
    legions = [legion("arrakeen", regular=3), legion("carthag", regular=2), legion("sw_1", regular=1), TARGET]
    legions += [legion("sw_9", regular=1)]
    order = decided("troop_carriers", legions)
    assert order.action == "transfer"
    assert {target for _, target in routes(order)} == {"sw_1"}
    assert {source for source, _ in routes(order)} == {"carthag"}
    table = play(rich(legions=legions), "troop_carriers")
    assert table.actions == ["transfer", "finish"]
    left = table.state.army(HARKONNEN, area("carthag"))
    assert left is not None
    assert left.tokens == 2


@pytest.mark.rule("MAHDI-MOVE-2", "R-9")
@pytest.mark.parametrize(("defenders", "source"), [(2, "arrakeen"), (6, "carthag")])
def test_R_9_a_legion_that_beats_the_target_is_transferred_or_without_one_the_nearest(
    defenders: int, source: str
) -> None:
    legions = [legion("carthag", regular=1), legion("arrakeen", regular=4), legion("sw_1", regular=1)]
    order = decided("troop_carriers", [*legions, legion("habbanya_ridge", "atreides", regular=defenders)])
    assert routes(order) == {(source, "sw_1")}
    assert ("greater_power" in {one.criterion for one in order.trace}) == (source == "arrakeen")


@pytest.mark.rule("R-22")
def test_R_22_a_transfer_takes_what_fits_and_not_to_a_full_area() -> None:
    legions = [legion("carthag", regular=4, elite=1, generic=1), legion("sw_1", regular=4), TARGET]
    order = decided("troop_carriers", legions)
    figures = [choice.option.figures for choice in order.choices]  # type: ignore[union-attr]
    assert [(one.elite, one.regular, one.generic) for one in figures] == [(1, 1, 1)]
    full = [legion("carthag", regular=4), legion("sw_1", regular=6), TARGET]
    assert decided("troop_carriers", full).action == "without_effect"


def test_a_transfer_waits_for_the_tokens_that_hold_the_settlement() -> None:
    """MAHDI-TOKEN-2 comes in between: both colours have run out."""
    legions = [legion("carthag", regular=2), legion("sw_1", regular=1), TARGET]
    held = ("arrakeen", "arsunt", "hagga_basin", "imperial_basin", "north_pole")
    legions += [legion(name, tokens=2) for name in held] + [legion("sw_9", tokens=2)]
    table = play(rich(legions=legions, harkonnen_tokens={"black": 0, "silver": 0}), "troop_carriers")
    assert table.actions == ["transfer", "finish"]
    assert len(table.happened(TokensRevealed)) == 2


@pytest.mark.rule("MAHDI-CARD-2", "R-9")
def test_R_9_dice_strike_where_an_attack_would_go_else_the_strongest_adjacent_legion() -> None:
    legions = [
        legion("sw_8", regular=3),
        legion("sw_5", regular=2),
        legion("habbanya_ridge", "atreides", regular=4),
        legion("windgap", "atreides", regular=2),
    ]
    state = turned_up(rich(legions=legions), "explosive_artillery")
    state = step(state, decide_card(state).choices[0].commands[0])
    order = decide_card(state)
    assert order.action == "special_attack"
    targets = [choice.option.area for choice in order.choices if isinstance(choice.option, AreaOption)]
    assert [AREA_IDS[target] for target in targets] == ["windgap"]
    weak = [legion("csw_2", regular=2), legion("sw_5", regular=1)]
    weak += [legion("habbanya_ridge", "atreides", regular=1), legion("windgap", "atreides", regular=4)]
    table = play(rich(legions=weak), "explosive_artillery")
    assert table.happened(DiceRolled)[0].area in (area("windgap"), area("habbanya_ridge"))


def test_each_hit_and_each_special_of_the_dice_is_a_hit() -> None:
    faces = (CombatFace.HIT, CombatFace.SPECIAL, CombatFace.SHIELD, CombatFace.SHIELD)
    legions = [legion("csw_2", regular=5), legion("habbanya_ridge", "atreides", regular=1)]
    legions += [legion("windgap", "atreides", regular=4)]
    table = play(rich(legions=legions), "explosive_artillery", faces=faces)
    units = sum(army.units for _, army in table.state.legions(HARKONNEN.enemy))
    assert units == 5 - 2


def test_tokens_are_turned_before_the_dice() -> None:
    legions = [legion("csw_2", regular=5), legion("habbanya_ridge", "atreides", regular=1)]
    legions += [legion("windgap", "atreides", tokens=1, generic=1)]
    table = play(rich(legions=legions), "explosive_artillery")
    kinds = [type(event) for event in table.events if isinstance(event, TokensRevealed | DiceRolled)]
    assert kinds == [TokensRevealed, DiceRolled]


def test_a_card_in_progress_is_carried_on_when_its_way_was_closed_in_between() -> None:
    """The leader has left before the second part: the card ends without it."""
    legions = [legion("csw_2", special=2), TARGET, legion("windgap", "atreides", regular=1, named=["stilgar"])]
    state = turned_up(rich(legions=legions, wormsigns=[]), "shigawire")
    state = step(state, decide_card(state).choices[0].commands[0])
    state = state.with_army(HARKONNEN.enemy, area("windgap"), None)
    order = decide_card(state)
    assert (order.action, order.impossible) == ("skip", True)
    state = step(state, order.choices[0].commands[0])
    assert decide_card(state).done
