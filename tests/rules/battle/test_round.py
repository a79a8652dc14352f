"""A battle round: cards, dice, leaders, hits; and the worked example of section 8."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck, Power, Result
from companion.rules import combat
from companion.rules.army import Army
from companion.rules.commands import ChooseLeaders, DiscardForDice, RollBattle, TakeHits
from companion.rules.events import DiceRolled, HandDiscarded, LeaderTanked
from companion.rules.frames import BattleStage, Cause, Roll
from companion.rules.state import Standing, State
from tests.rules.battle.table import (
    ATREIDES,
    HARKONNEN,
    area,
    army,
    attack,
    chosen,
    codes,
    duel,
    events,
    hits,
    lose,
    play,
    position,
    roll,
    stage,
    turn,
    unusual,
)


def battle(harkonnen: Army, atreides: Army, *, solo: bool = False, **changes: object) -> State:
    """Harkonnen attack from ne_14 into Gara Kulon, a sietch of rank 2."""
    build = position if solo else duel
    state = build({"ne_14": harkonnen}, {"gara_kulon": atreides}, *turn(HARKONNEN), **changes)
    return attack(state, HARKONNEN, "ne_14", "gara_kulon")


@pytest.mark.rule("BATTLE-1", "BATTLE-3", "BATTLE-4", "BATTLE-5", "BATTLE-6", "BATTLE-7")
def test_BATTLE_7_the_example_with_figures_of_section_8() -> None:
    attackers = Army(regular=2, elite=2, special=1, generic=1, named=("baron_harkonnen",))
    defenders = Army(regular=2, special=1, named=("paul_muaddib",))
    state = battle(attackers, defenders, reinforcements=1, hand=1)
    state = play(state, DiscardForDice(HARKONNEN, 1), DiscardForDice(ATREIDES, 0))
    state = roll(state, (2, 1, 3), (5, 0, 0))
    assert chosen(state) == (("bashar", "baron_harkonnen"), ())
    assert hits(state) == (3, 3)
    state = lose(state, HARKONNEN, "elite", "regular", "regular")
    state = lose(state, ATREIDES, "special", "regular", "regular")
    assert army(state, HARKONNEN, "ne_14") == Army(regular=1, elite=1, special=1, generic=1, named=("baron_harkonnen",))
    assert army(state, ATREIDES, "gara_kulon") == Army(regular=1, named=("paul_muaddib",))
    assert stage(state) is BattleStage.CONTINUE


@pytest.mark.rule("BATTLE-3")
def test_BATTLE_3_both_may_discard_cards_the_attacker_first() -> None:
    state = battle(Army(regular=2), Army(regular=1), reinforcements=2, hand=3)
    assert codes(state, DiscardForDice(ATREIDES, 1)) == [("BATTLE-3", "other_side_first")]
    state = play(state, DiscardForDice(HARKONNEN, 2))
    assert codes(state, DiscardForDice(HARKONNEN, 0)) == [("BATTLE-3", "other_side_first")]
    state = play(state, DiscardForDice(ATREIDES, 3))
    assert (state.reinforcements, state.cards.hand) == (0, 0)
    assert stage(state) is BattleStage.ROLL
    assert codes(state, DiscardForDice(ATREIDES, 0)) == [("BATTLE-3", "not_now")]
    roll(state, (4, 0, 0), (6, 0, 0))


@pytest.mark.rule("BATTLE-3", "BATTLE-4")
@pytest.mark.parametrize(
    "count, reasons",
    [
        (-1, [("BATTLE-3", "negative_count")]),
        (4, [("BATTLE-3", "not_so_many_cards")]),
        (3, [("BATTLE-4", "more_cards_than_dice")]),
        (2, []),
        (0, []),
    ],
)
def test_BATTLE_3_no_more_cards_than_in_hand_and_as_dice_are_missing(
    count: int, reasons: list[tuple[str, str]]
) -> None:
    state = battle(Army(regular=4), Army(regular=1), reinforcements=3)
    found = codes(state, DiscardForDice(HARKONNEN, count))
    assert [reason for reason in found if reason in reasons] == reasons
    assert bool(found) is bool(reasons)
    assert unusual(state, DiscardForDice(HARKONNEN, 3))


@pytest.mark.rule("BATTLE-3", "CARD-1")
@pytest.mark.parametrize(
    "names, reasons",
    [
        (("forced_recruitment", "troop_carriers"), []),
        (("forced_recruitment",), []),
        (("war_plan",), [("CARD-1", "unknown_card")]),
        (("forced_recruitment", "troop_carriers", "shigawire"), [("CARD-1", "more_names_than_discarded")]),
    ],
)
def test_BATTLE_3_the_cards_named_are_own_ones_and_no_more_than_are_discarded(
    names: tuple[str, ...], reasons: list[tuple[str, str]]
) -> None:
    state = battle(Army(regular=4), Army(regular=1), reinforcements=3)
    assert codes(state, DiscardForDice(HARKONNEN, 2, names)) == reasons


@pytest.mark.rule("BATTLE-3")
def test_BATTLE_3_nobody_is_asked_without_cards_or_with_6_dice() -> None:
    assert stage(battle(Army(regular=2), Army(regular=1))) is BattleStage.ROLL
    full = battle(Army(regular=6), Army(regular=4), reinforcements=2, hand=2)
    assert stage(full) is BattleStage.ROLL
    assert (full.reinforcements, full.cards.hand) == (2, 2)


@pytest.mark.rule("BAN-2")
def test_BAN_2_no_cards_for_harkonnen_dice_under_the_landsraad_ban() -> None:
    banned = {"bans": frozenset({Power.LANDSRAAD}), "reinforcements": 3}
    for solo in (False, True):
        state = battle(Army(regular=2), Army(regular=1), solo=solo, **banned)
        assert stage(state) is BattleStage.ROLL
        assert state.reinforcements == 3
        roll(state, (2, 0, 0), (3, 0, 0))
    waiting = battle(Army(regular=2), Army(regular=1), reinforcements=3)
    waiting = replace(waiting, bans=frozenset({Power.LANDSRAAD}))
    assert codes(waiting, DiscardForDice(HARKONNEN, 1)) == [("BAN-2", "landsraad_ban")]
    assert codes(waiting, DiscardForDice(HARKONNEN, 0)) == []


@pytest.mark.rule("BAN-2")
def test_BAN_2_the_ban_does_not_bind_the_atreides() -> None:
    state = battle(Army(regular=2), Army(regular=1), hand=2, bans=frozenset({Power.LANDSRAAD}))
    assert codes(state, DiscardForDice(ATREIDES, 2)) == []


@pytest.mark.rule("MAHDI-BATTLE-1", tries=True)
@pytest.mark.parametrize("reinforcements, left, dice", [(5, 2, 6), (3, 0, 6), (1, 0, 4), (0, 0, 3)])
def test_MAHDI_BATTLE_1_as_many_reinforcements_as_needed_for_6_dice(reinforcements: int, left: int, dice: int) -> None:
    state = battle(Army(regular=3), Army(regular=1), solo=True, reinforcements=reinforcements)
    assert stage(state) is BattleStage.ROLL
    assert state.reinforcements == left
    roll(state, (dice, 0, 0), (3, 0, 0))


@pytest.mark.rule("MAHDI-BATTLE-1")
def test_MAHDI_BATTLE_1_in_defence_too_the_rank_counts_first() -> None:
    state = position({"carthag": Army(regular=1)}, {"cne_1": Army(regular=3)}, *turn(ATREIDES), reinforcements=9)
    state = attack(state, ATREIDES, "cne_1", "carthag")
    assert state.reinforcements == 6
    roll(state, (3, 0, 0), (6, 0, 0))


@pytest.mark.rule("R-8", "MAHDI-BATTLE-1")
def test_R_8_the_deck_of_the_last_card_burnt_may_be_named_with_the_roll() -> None:
    state = battle(Army(regular=3), Army(regular=1), solo=True, reinforcements=1)
    command = RollBattle(Roll(hit=4), Roll(hit=3), burnt=Deck.CORRINO_ALLY)
    assert HandDiscarded(HARKONNEN, 0, Cause.BATTLE, Deck.CORRINO_ALLY) in events(state, command)
    assert play(state, command).discard_top is Deck.CORRINO_ALLY
    assert codes(state, replace(command, burnt=Deck.FREMEN_ALLY)) == [("R-8", "not_a_harkonnen_deck")]
    unburnt = battle(Army(regular=4), Army(regular=1), solo=True)
    assert codes(unburnt, command) == [("R-8", "no_cards_burnt")]


@pytest.mark.rule("BATTLE-4")
@pytest.mark.parametrize(
    "attacker, defender, reasons",
    [
        (Roll(hit=3), Roll(hit=3), []),
        (Roll(hit=2), Roll(hit=3), [("BATTLE-4", "wrong_number_of_dice")]),
        (Roll(hit=3), Roll(hit=1), [("BATTLE-4", "wrong_number_of_dice")]),
        (Roll(hit=4, shield=-1), Roll(hit=3), [("BATTLE-4", "negative_count")]),
        (Roll(hit=3, bonus=1), Roll(hit=3), [("BATTLE-4", "wrong_surprise_bonus")]),
        (Roll(hit=3), Roll(hit=3, bonus=1), [("BATTLE-4", "wrong_surprise_bonus")]),
    ],
)
def test_BATTLE_4_another_number_of_dice_is_refused(
    attacker: Roll, defender: Roll, reasons: list[tuple[str, str]]
) -> None:
    state = battle(Army(regular=3), Army(regular=1))
    assert codes(state, RollBattle(attacker, defender)) == reasons


@pytest.mark.rule("BATTLE-4", "ACT-LEADERSHIP")
def test_BATTLE_4_a_surprise_gives_one_special_in_the_first_round() -> None:
    frames = turn(HARKONNEN, Result.LEADERSHIP, surprise=True, leaders_only=True)
    state = duel({"ne_14": Army(regular=6, generic=1)}, {"gara_kulon": Army(regular=6)}, *frames)
    state = attack(state, HARKONNEN, "ne_14", "gara_kulon")
    assert codes(state, RollBattle(Roll(shield=6), Roll(shield=6))) == [("BATTLE-4", "wrong_surprise_bonus")]
    command = RollBattle(Roll(shield=6, bonus=1), Roll(hit=6))
    assert DiceRolled(Cause.BATTLE, HARKONNEN, area("gara_kulon"), (0, 6, 0), 1) in events(state, command)
    state = play(state, command)
    assert chosen(state)[0] == ("bashar",)
    assert hits(state) == (0, 1)


@pytest.mark.rule("BATTLE-5")
def test_BATTLE_5_the_owner_chooses_among_more_leaders_than_specials_the_attacker_first() -> None:
    state = battle(
        Army(regular=2, generic=1, named=("baron_harkonnen",)), Army(regular=1, generic=1, named=("stilgar",))
    )
    state = roll(state, (0, 1, 1), (2, 0, 1))
    assert stage(state) is BattleStage.LEADERS
    assert codes(state, ChooseLeaders(ATREIDES, ("naib",))) == [("BATTLE-5", "other_side_first")]
    state = play(state, ChooseLeaders(HARKONNEN, ("baron_harkonnen",)))
    assert codes(state, ChooseLeaders(ATREIDES, ("naib", "stilgar"))) == [("BATTLE-5", "more_leaders_than_specials")]
    assert codes(state, ChooseLeaders(ATREIDES, ("chani",))) == [("BATTLE-5", "leader_not_there")]
    assert codes(state, ChooseLeaders(ATREIDES, ("naib", "naib")))[0] == ("BATTLE-5", "leader_not_there")
    state = play(state, ChooseLeaders(ATREIDES, ("stilgar",)))
    assert chosen(state) == (("baron_harkonnen",), ("stilgar",))
    assert hits(state) == (1, 0)
    assert codes(state, ChooseLeaders(ATREIDES, ())) == [("BATTLE-5", "not_now")]


@pytest.mark.rule("BATTLE-5")
def test_BATTLE_5_specials_without_leaders_are_lost() -> None:
    state = roll(battle(Army(regular=3), Army(regular=1)), (0, 0, 3), (0, 0, 3))
    assert stage(state) is BattleStage.CONTINUE


@pytest.mark.rule("R-26", tries=True)
def test_R_26_the_player_chooses_which_leaders_of_the_solo_harkonnen_use_the_specials() -> None:
    named = Army(regular=2, generic=1, named=("baron_harkonnen", "beast_rabban"))
    state = roll(battle(named, Army(regular=2), solo=True), (0, 0, 2), (4, 0, 0))
    assert stage(state) is BattleStage.LEADERS
    assert combat.best_leaders(HARKONNEN, named, 2) == ("beast_rabban", "bashar")
    best = play(state, ChooseLeaders(HARKONNEN, ("beast_rabban", "bashar")))
    assert (chosen(best)[0], hits(best)) == (("beast_rabban", "bashar"), (4, 3))
    other = play(state, ChooseLeaders(HARKONNEN, ("baron_harkonnen", "bashar")))
    assert hits(other) != hits(best)


@pytest.mark.rule("BATTLE-6")
def test_BATTLE_6_special_elites_cancel_shields_made_by_leaders_but_no_specials() -> None:
    state = battle(Army(regular=1, special=2), Army(regular=1, generic=1, named=("lady_jessica",)))
    state = roll(state, (3, 0, 0), (0, 1, 2))
    assert chosen(state)[1] == ("naib", "lady_jessica")
    assert hits(state) == (1, 3)


@pytest.mark.rule("BATTLE-6", "BATTLE-7")
def test_BATTLE_6_elites_that_fall_in_the_round_still_count() -> None:
    state = battle(Army(special=1), Army(regular=3))
    state = roll(state, (1, 0, 0), (2, 1, 2))
    assert hits(state) == (2, 1)
    state = lose(state, HARKONNEN, "special", "regular")
    state = lose(state, ATREIDES, "regular")
    assert army(state, ATREIDES, "gara_kulon") == Army(regular=2)


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_the_attacker_takes_his_hits_first() -> None:
    state = roll(battle(Army(regular=3), Army(regular=2)), (2, 0, 1), (1, 0, 3))
    assert codes(state, TakeHits(ATREIDES, ("regular", "regular"))) == [("BATTLE-7", "other_side_first")]
    assert codes(state, TakeHits(HARKONNEN, ())) == [("BATTLE-7", "too_few_casualties")]
    state = lose(state, HARKONNEN, "regular")
    assert codes(state, TakeHits(HARKONNEN, ("regular",))) == [("BATTLE-7", "other_side_first")]
    state = lose(state, ATREIDES, "regular", "regular")
    assert codes(state, TakeHits(ATREIDES, ("regular",))) == [("BATTLE-7", "not_now")]


@pytest.mark.rule("BATTLE-7", "TANK-1")
def test_BATTLE_7_leaders_removed_go_to_the_tank_or_the_pool() -> None:
    state = battle(Army(regular=4), Army(regular=1, generic=1, named=("stilgar",)))
    state = roll(state, (4, 0, 0), (1, 2, 0))
    state = lose(state, HARKONNEN, "regular")
    assert LeaderTanked("stilgar") in events(state, TakeHits(ATREIDES, ("stilgar", "naib")))
    state = lose(state, ATREIDES, "stilgar", "naib")
    assert army(state, ATREIDES, "gara_kulon") == Army(regular=1)
    assert (state.leader("stilgar").standing, state.leader("stilgar").tank) == (Standing.TANK, 1)


@pytest.mark.rule("BATTLE-7", "LEADER-1", "TANK-1")
def test_BATTLE_7_the_leaders_go_with_the_last_unit() -> None:
    state = battle(Army(regular=4), Army(regular=1, generic=2, named=("stilgar",)))
    state = roll(state, (4, 0, 0), (0, 3, 0))
    state = lose(state, ATREIDES, "regular")
    assert army(state, ATREIDES, "gara_kulon") == Army()
    assert state.leader("stilgar").standing is Standing.TANK


@pytest.mark.rule("BATTLE-7", "UNIT-2")
def test_BATTLE_7_with_no_regular_in_the_supply_the_elite_is_removed() -> None:
    state = battle(Army(regular=4), Army(elite=2))
    crowd = {"ne_1": Army(regular=6), "sw_1": Army(regular=6), "se_1": Army(regular=4)}
    for where, legion in crowd.items():
        state = state.with_army(ATREIDES, area(where), legion)
    state = roll(state, (1, 0, 3), (0, 0, 4))
    assert army(lose(state, ATREIDES, "elite"), ATREIDES, "gara_kulon") == Army(elite=1)


@pytest.mark.rule("MAHDI-BATTLE-2")
def test_MAHDI_BATTLE_2_another_choice_for_the_solo_harkonnen_is_unusual() -> None:
    state = battle(Army(regular=3, elite=1), Army(regular=2), solo=True)
    state = roll(state, (0, 0, 4), (1, 0, 3))
    other = TakeHits(HARKONNEN, ("regular",))
    assert codes(state, other) == [("MAHDI-BATTLE-2", "not_mahdi_casualties")]
    assert unusual(state, other)
    assert codes(state, TakeHits(HARKONNEN, ("elite",))) == []
