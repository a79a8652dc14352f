"""How battles go on and end: continue, retreat, win, advance."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import members
from companion.content import CARDS
from companion.content.terms import VehicleKind
from companion.rules import combat
from companion.rules.army import Army
from companion.rules.ask.deciding import battle_decider
from companion.rules.battles.stages import battle_on_top
from companion.rules.commands import (
    Advance,
    CeaseAttack,
    Command,
    ContinueAttack,
    DecideRetreat,
    Retreat,
    TakeHits,
)
from companion.rules.engine import Draft, settle
from companion.rules.events import BattleEnded, LegionMoved, StrongholdDestroyed, VehicleRemoved
from companion.rules.frames import (
    ActionFrame,
    BattleFrame,
    BattleStage,
    CardFrame,
    Cause,
    HitsFrame,
    Side,
    StationFrame,
    TurnFrame,
    WormsignFrame,
)
from companion.rules.legal import legal_commands
from companion.rules.state import Rules, State
from tests.rules.battle.table import (
    ATREIDES,
    HARKONNEN,
    area,
    areas,
    army,
    attack,
    codes,
    duel,
    events,
    fight,
    lose,
    play,
    position,
    roll,
    stage,
    turn,
)


def open_field(harkonnen: Army, atreides: Army, *, solo: bool = False, **changes: object) -> State:
    """Harkonnen in ne_12 attack Atreides in ne_13, both deserts without a settlement."""
    build = position if solo else duel
    state = build({"ne_12": harkonnen}, {"ne_13": atreides}, *turn(HARKONNEN), **changes)
    return attack(state, HARKONNEN, "ne_12", "ne_13")


def siege(harkonnen: Army, atreides: Army, *, solo: bool = False, **changes: object) -> State:
    """Atreides in cne_1 attack Carthag (rank 2)."""
    build = position if solo else duel
    state = build({"carthag": harkonnen}, {"cne_1": atreides}, *turn(ATREIDES), **changes)
    return attack(state, ATREIDES, "cne_1", "carthag")


def blank(state: State) -> State:
    """A round in which both sides roll shields only."""
    frame = fight(state)
    dice = [combat.battle_dice(state, frame, side).total for side in (0, 1)]
    return roll(state, (0, dice[0], 0), (0, dice[1], 0))


def ended(state: State) -> bool:
    return not any(isinstance(frame, BattleFrame) for frame in state.frames)


@pytest.mark.rule("BATTLE-8", "BATTLE-10")
def test_BATTLE_8_an_attacker_who_stops_has_lost() -> None:
    state = blank(open_field(Army(regular=2), Army(regular=2)))
    assert stage(state) is BattleStage.CONTINUE
    assert BattleEnded(area("ne_13"), ATREIDES, "ceased") in events(state, CeaseAttack())
    after = play(state, CeaseAttack())
    assert ended(after)
    assert army(after, HARKONNEN, "ne_12") == Army(regular=2)


@pytest.mark.rule("BATTLE-8", "BATTLE-9")
def test_BATTLE_8_if_he_continues_the_defender_may_stay_and_the_next_round_begins() -> None:
    state = play(blank(open_field(Army(regular=2), Army(regular=2))), ContinueAttack())
    assert stage(state) is BattleStage.RETREAT
    state = play(state, DecideRetreat(False))
    assert (stage(state), fight(state).round) == (BattleStage.ROLL, 2)
    assert fight(state).sides == (Side(cards=0), Side(cards=0))


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_going_on_against_a_settlement_costs_a_hit_first() -> None:
    state = play(blank(siege(Army(regular=2), Army(regular=2, elite=1))), ContinueAttack())
    assert state.frame == HitsFrame(Cause.BATTLE, ATREIDES, area("cne_1"), 1)
    assert codes(state, DecideRetreat(False)) == [("BATTLE-8", "not_now")]
    state = lose(state, ATREIDES, "elite")
    assert stage(state) is BattleStage.RETREAT
    assert army(state, ATREIDES, "cne_1") == Army(regular=3)


@pytest.mark.rule("BATTLE-8", "BATTLE-10", tries=True)
def test_BATTLE_8_the_hit_for_going_on_can_end_the_attack() -> None:
    state = play(blank(siege(Army(regular=2), Army(regular=1, generic=1))), ContinueAttack())
    command = TakeHits(ATREIDES, ("regular",))
    assert BattleEnded(area("carthag"), HARKONNEN, "eliminated") in events(state, command)
    after = play(state, command)
    assert ended(after)
    assert army(after, ATREIDES, "cne_1") == Army()


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_no_hit_in_the_open_or_when_something_spares_it() -> None:
    state = play(blank(open_field(Army(regular=2), Army(regular=2))), ContinueAttack())
    assert stage(state) is BattleStage.RETREAT
    state = blank(siege(Army(regular=2), Army(regular=2)))
    spared = replace(state, frames=(*state.frames[:-1], replace(fight(state), free_continue=True)))
    assert stage(play(spared, ContinueAttack())) is BattleStage.RETREAT


@pytest.mark.rule("BATTLE-9", "BATTLE-10")
def test_BATTLE_9_a_retreat_wins_the_battle_for_the_attacker() -> None:
    state = play(blank(open_field(Army(regular=2), Army(regular=2, named=("stilgar",)))), ContinueAttack())
    state = play(state, DecideRetreat(True))
    command = Retreat(area("ne_10"))
    assert events(state, command)[0] == BattleEnded(area("ne_13"), HARKONNEN, "retreated")
    after = play(state, command)
    assert stage(after) is BattleStage.ADVANCE
    assert army(after, ATREIDES, "ne_10") == Army(regular=2, named=("stilgar",))


@pytest.mark.rule("BATTLE-9")
@pytest.mark.parametrize("where", ["ne_12", "ne_1", "ne_9"])
def test_BATTLE_9_no_retreat_to_an_area_that_is_not_free_or_not_adjacent(where: str) -> None:
    state = open_field(Army(regular=2), Army(regular=2), sandworms=areas("ne_9"))
    state = play(blank(state), ContinueAttack(), DecideRetreat(True))
    assert codes(state, Retreat(area(where))) == [("BATTLE-9", "no_retreat_there")]


@pytest.mark.rule("BATTLE-9")
def test_BATTLE_9_without_a_free_area_nobody_is_asked() -> None:
    state = open_field(Army(regular=2), Army(regular=2), sandworms=areas("ne_9", "ne_10", "ne_14"))
    state = play(blank(state), ContinueAttack())
    assert (stage(state), fight(state).round) == (BattleStage.ROLL, 2)


@pytest.mark.rule("R-31", "MOVE-4", "STATION-1", tries=True)
def test_R_31_a_retreat_ends_a_move_harvester_and_station() -> None:
    state = open_field(Army(regular=2), Army(regular=2), harvesters=areas("ne_10"), stations=1 << area("ne_9"))
    state = play(blank(state), ContinueAttack(), DecideRetreat(True))
    assert VehicleRemoved(VehicleKind.HARVESTER, area("ne_10"), Cause.BATTLE) in events(state, Retreat(area("ne_10")))
    assert play(state, Retreat(area("ne_9"))).frame == StationFrame(area("ne_9"))


@pytest.mark.rule("MAHDI-BATTLE-4")
def test_MAHDI_BATTLE_4_empty_areas_first_in_solo() -> None:
    state = blank(open_field(Army(regular=2), Army(regular=2), solo=True, harvesters=areas("ne_10")))
    assert stage(state) is BattleStage.RETREAT
    state = play(state, DecideRetreat(True))
    assert (stage(state), battle_decider(state, fight(state))) == (BattleStage.DESTINATION, ATREIDES)
    assert codes(state, Retreat(area("ne_10"))) == [("MAHDI-BATTLE-4", "empty_areas_first")]
    assert army(play(state, Retreat(area("ne_9"))), ATREIDES, "ne_9") == Army(regular=2)


@pytest.mark.rule("R-49", "BATTLE-9")
def test_R_49_the_defender_says_whether_and_the_attacker_where() -> None:
    state = play(blank(open_field(Army(regular=2), Army(regular=2))), ContinueAttack())
    assert battle_decider(state, fight(state)) is ATREIDES
    assert codes(state, Retreat(area("ne_10"))) == [("BATTLE-9", "not_now")]
    assert set(legal_of(state, DecideRetreat, Retreat)) == {DecideRetreat(True), DecideRetreat(False)}
    state = play(state, DecideRetreat(True))
    assert (stage(state), battle_decider(state, fight(state))) == (BattleStage.DESTINATION, HARKONNEN)
    assert codes(state, DecideRetreat(False)) == [("BATTLE-8", "not_now")]
    open_areas = [Retreat(one) for one in members(combat.battle_retreats(state, fight(state)))]
    assert len(open_areas) > 1
    assert legal_of(state, DecideRetreat, Retreat) == open_areas


def legal_of(state: State, *kinds: type) -> list[Command]:
    return [command for command in legal_commands(state) if isinstance(command, kinds)]


@pytest.mark.rule("R-49", "BATTLE-9")
def test_R_49_nobody_is_asked_where_to_when_one_area_is_open() -> None:
    state = open_field(Army(regular=2), Army(regular=2), sandworms=areas("ne_9", "ne_10"))
    state = play(blank(state), ContinueAttack())
    (only,) = members(combat.battle_retreats(state, fight(state)))
    state = play(state, DecideRetreat(True))
    assert stage(state) is BattleStage.ADVANCE
    assert state.army(ATREIDES, only) == Army(regular=2)


@pytest.mark.rule("R-49", "ATOM-1")
def test_R_49_the_legion_stays_when_no_area_is_open_any_more() -> None:
    state = play(blank(open_field(Army(regular=2), Army(regular=2))), ContinueAttack(), DecideRetreat(True))
    state = replace(state, sandworms=tuple(members(combat.battle_retreats(state, fight(state)))))
    draft = Draft(state)
    settle(draft)
    assert (stage(draft.state), fight(draft.state).round) == (BattleStage.ROLL, 2)


@pytest.mark.rule("MAHDI-BATTLE-3", "R-28", tries=True)
def test_R_28_the_solo_harkonnen_can_stop_before_the_first_roll() -> None:
    state = position({"ne_12": Army(regular=2)}, {"ne_13": Army(regular=4)}, *turn(HARKONNEN))
    after = attack(state, HARKONNEN, "ne_12", "ne_13")
    assert ended(after)
    assert army(after, HARKONNEN, "ne_12") == Army(regular=2)


@pytest.mark.rule("MAHDI-BATTLE-3", tries=True)
def test_MAHDI_BATTLE_3_the_solo_harkonnen_stop_at_half_the_power_only() -> None:
    state = open_field(Army(regular=3), Army(regular=4), solo=True)
    after_two = roll(state, (0, 0, 3), (2, 0, 2))
    command = TakeHits(HARKONNEN, ("regular", "regular"))
    assert BattleEnded(area("ne_13"), ATREIDES, "ceased") in events(after_two, command)
    assert ended(play(after_two, command))
    after_one = lose(roll(state, (1, 0, 2), (1, 0, 3)), HARKONNEN, "regular")
    assert stage(lose(after_one, ATREIDES, "regular")) is BattleStage.RETREAT


@pytest.mark.rule("MAHDI-BATTLE-3")
def test_MAHDI_BATTLE_3_no_hit_to_go_on_against_a_sietch() -> None:
    state = position({"ne_14": Army(regular=3)}, {"gara_kulon": Army(regular=1)}, *turn(HARKONNEN))
    state = blank(attack(state, HARKONNEN, "ne_14", "gara_kulon"))
    assert stage(state) is BattleStage.RETREAT
    assert army(state, HARKONNEN, "ne_14") == Army(regular=3)


@pytest.mark.rule("MAHDI-BATTLE-3")
def test_MAHDI_BATTLE_3_the_solo_harkonnen_never_retreat() -> None:
    state = position({"ne_12": Army(regular=1)}, {"ne_13": Army(regular=4)}, *turn(ATREIDES))
    state = play(blank(attack(state, ATREIDES, "ne_13", "ne_12")), ContinueAttack())
    assert (stage(state), fight(state).round) == (BattleStage.ROLL, 2)


@pytest.mark.rule("BATTLE-10", tries=True)
def test_BATTLE_10_both_gone_and_nobody_wins() -> None:
    state = lose(roll(open_field(Army(regular=1), Army(regular=1)), (1, 0, 0), (1, 0, 0)), HARKONNEN, "regular")
    assert BattleEnded(area("ne_13"), None, "both") in events(state, TakeHits(ATREIDES, ("regular",)))
    assert ended(lose(state, ATREIDES, "regular"))


@pytest.mark.rule("BATTLE-10", tries=True)
def test_BATTLE_10_the_defender_wins_when_the_attacker_is_eliminated() -> None:
    state = roll(open_field(Army(regular=1), Army(regular=1)), (0, 0, 1), (1, 0, 0))
    assert BattleEnded(area("ne_13"), ATREIDES, "eliminated") in events(state, TakeHits(HARKONNEN, ("regular",)))
    after = lose(state, HARKONNEN, "regular")
    assert ended(after)
    assert army(after, ATREIDES, "ne_13") == Army(regular=1)


def won(**changes: Any) -> State:
    """Harkonnen have eliminated the Atreides in ne_13."""
    state = roll(open_field(Army(regular=1, generic=1), Army(regular=1), **changes), (1, 0, 0), (0, 0, 1))
    return lose(state, ATREIDES, "regular")


@pytest.mark.rule("BATTLE-10", "BATTLE-11")
def test_BATTLE_11_a_winning_attacker_moves_in_whole_or_stays() -> None:
    state = won()
    assert stage(state) is BattleStage.ADVANCE
    moved = play(state, Advance(True))
    assert ended(moved)
    assert army(moved, HARKONNEN, "ne_13") == Army(regular=1, generic=1)
    assert army(moved, HARKONNEN, "ne_12") == Army()
    stayed = play(state, Advance(False))
    assert ended(stayed)
    assert army(stayed, HARKONNEN, "ne_12") == Army(regular=1, generic=1)


@pytest.mark.rule("R-18", tries=True)
def test_R_18_the_solo_harkonnen_always_advance() -> None:
    state = won(solo=True)
    assert ended(state)
    assert army(state, HARKONNEN, "ne_13") == Army(regular=1, generic=1)


@pytest.mark.rule("R-18", "MAHDI-TOKEN-1")
def test_R_18_advancing_out_of_a_settlement_leaves_the_two_tokens() -> None:
    state = position({"carthag": Army(regular=2)}, {"cne_1": Army(regular=1)}, *turn(HARKONNEN))
    state = roll(attack(state, HARKONNEN, "carthag", "cne_1"), (2, 0, 0), (0, 0, 1))
    state = lose(state, ATREIDES, "regular")
    assert army(state, HARKONNEN, "cne_1") == Army(regular=2)
    assert army(state, HARKONNEN, "carthag") == Army(tokens=2)
    assert (state.black_tokens, state.silver_tokens) == (5, 5)


@pytest.mark.rule("BATTLE-11")
def test_BATTLE_11_in_the_first_printing_the_winner_must_move_in() -> None:
    state = won(rules=Rules(first_printing=True))
    assert army(state, HARKONNEN, "ne_13") == Army(regular=1, generic=1)


@pytest.mark.rule("BATTLE-11", "MOVE-7")
def test_BATTLE_11_a_harkonnen_winner_reveals_the_wormsign() -> None:
    state = play(won(wormsigns=areas("ne_13")), Advance(True))
    assert state.frame == WormsignFrame(area("ne_13"))


@pytest.mark.rule("BATTLE-11", "STATION-1")
def test_BATTLE_11_an_atreides_winner_destroys_the_harvester_and_takes_the_station() -> None:
    state = duel(
        {"ne_13": Army(regular=1)},
        {"ne_12": Army(regular=1)},
        *turn(ATREIDES),
        harvesters=areas("ne_13"),
        stations=1 << area("ne_13"),
    )
    state = roll(attack(state, ATREIDES, "ne_12", "ne_13"), (1, 0, 0), (0, 0, 1))
    state = play(lose(state, HARKONNEN, "regular"), Advance(True))
    assert state.harvesters == ()
    assert state.frame == StationFrame(area("ne_13"))


@pytest.mark.rule("SETTLE-3", "BATTLE-11", tries=True)
def test_SETTLE_3_a_sietch_destroyed_raises_supremacy_by_its_rank() -> None:
    state = position({"ne_14": Army(regular=2)}, {"gara_kulon": Army(regular=1)}, *turn(HARKONNEN))
    state = roll(attack(state, HARKONNEN, "ne_14", "gara_kulon"), (2, 0, 0), (0, 0, 3))
    command = TakeHits(ATREIDES, ("regular",))
    assert StrongholdDestroyed(ATREIDES, area("gara_kulon"), 2) in events(state, command)
    after = play(state, command)
    assert after.supremacy == 2
    assert after.sietch(area("gara_kulon")) is None
    assert army(after, HARKONNEN, "gara_kulon") == Army(regular=2)


@pytest.mark.rule("SETTLE-3", "BATTLE-11")
def test_SETTLE_3_a_settlement_destroyed_raises_every_prescience_marker() -> None:
    state = siege(Army(regular=1), Army(regular=4))
    state = play(lose(roll(state, (4, 0, 0), (0, 0, 3)), HARKONNEN, "regular"), Advance(True))
    assert state.prescience == (2, 2, 2)
    assert not state.settlements >> area("carthag") & 1
    assert army(state, ATREIDES, "carthag") == Army(regular=4)


@pytest.mark.rule("SETTLE-3", "BATTLE-9")
def test_SETTLE_3_a_settlement_whose_defender_retreated_falls_on_advancing() -> None:
    state = siege(Army(regular=1), Army(regular=4))
    state = lose(play(blank(state), ContinueAttack()), ATREIDES, "regular")
    state = play(state, DecideRetreat(True))
    if stage(state) is BattleStage.DESTINATION:
        state = play(state, Retreat(area("arrakeen")))
    state = play(state, Advance(True))
    assert not state.settlements >> area("carthag") & 1
    assert army(state, HARKONNEN, "arrakeen") == Army(regular=1)


def won_by_the_solo_harkonnen(rules: Rules, target: str = "ne_13") -> State:
    """The solo Harkonnen have destroyed the legion in ``target``."""
    source = "ne_12" if target == "ne_13" else "ne_14"
    state = position({source: Army(regular=3)}, {target: Army(regular=1)}, *turn(HARKONNEN), rules=rules)
    state = roll(attack(state, HARKONNEN, source, target), (3, 0, 0), (0, 0, 3 if target != "ne_13" else 1))
    return lose(state, ATREIDES, "regular")


@pytest.mark.rule("R-18", "BATTLE-11")
def test_R_18_the_solo_harkonnen_advance_unless_the_table_lets_the_player_decide() -> None:
    assert army(won_by_the_solo_harkonnen(Rules()), HARKONNEN, "ne_13") == Army(regular=3)
    state = won_by_the_solo_harkonnen(Rules(advance_player_decides=True))
    assert (stage(state), battle_decider(state, fight(state))) == (BattleStage.ADVANCE, ATREIDES)
    stays = play(state, Advance(False))
    assert ended(stays)
    assert army(stays, HARKONNEN, "ne_12") == Army(regular=3)
    assert army(play(state, Advance(True)), HARKONNEN, "ne_13") == Army(regular=3)


@pytest.mark.rule("R-18", "SETTLE-3")
@pytest.mark.parametrize("rules", [Rules(), Rules(advance_player_decides=True)])
def test_R_18_a_sietch_is_always_moved_into(rules: Rules) -> None:
    state = won_by_the_solo_harkonnen(rules, "gara_kulon")
    assert ended(state)
    assert state.sietch(area("gara_kulon")) is None


@pytest.mark.rule("R-18", "BATTLE-11")
def test_R_18_in_the_first_printing_nobody_decides() -> None:
    rules = Rules(first_printing=True, advance_player_decides=True)
    assert army(won_by_the_solo_harkonnen(rules), HARKONNEN, "ne_13") == Army(regular=3)


@pytest.mark.rule("BATTLE-8", "CARD-1")
@pytest.mark.parametrize("card, costs", [("killers_without_mercy", False), ("sardaukar_assault", True)])
def test_BATTLE_8_killers_without_mercy_go_on_without_a_hit_between_people(card: str, costs: bool) -> None:
    """Another attack on the same sietch pays it."""
    legions = {"ne_14": Army(regular=2, special=1)}, {"gara_kulon": Army(regular=4)}
    state = duel(*legions, TurnFrame(HARKONNEN, acted=True, spent_die=True))
    if costs:
        state = replace(state, frames=turn(HARKONNEN))
    else:
        deck = CARDS[card].deck
        state = replace(state, frames=(*state.frames, CardFrame(card, deck)))
        draft = Draft(state)
        settle(draft)
        state = draft.state
    state = play(blank(attack(state, HARKONNEN, "ne_14", "gara_kulon")), ContinueAttack())
    assert isinstance(state.frame, HitsFrame) is costs


@pytest.mark.rule("WIN-1", "SETTLE-3")
def test_WIN_1_supremacy_10_by_a_destroyed_sietch_ends_the_game_before_the_advance() -> None:
    state = position({"ne_14": Army(regular=2)}, {"gara_kulon": Army(regular=1)}, *turn(HARKONNEN), supremacy=8)
    state = roll(attack(state, HARKONNEN, "ne_14", "gara_kulon"), (2, 0, 0), (0, 0, 3))
    found = events(state, TakeHits(ATREIDES, ("regular",)))
    assert play(state, TakeHits(ATREIDES, ("regular",))).winner is HARKONNEN
    assert not any(isinstance(event, LegionMoved) for event in found)


def test_a_command_of_a_battle_is_an_error_where_there_is_none() -> None:
    assert battle_on_top(open_field(Army(regular=2), Army(regular=2))).attacker is HARKONNEN
    with pytest.raises(TypeError, match="is no battle"):
        battle_on_top(duel({}, {}, *turn(HARKONNEN)))


def test_the_action_below_is_still_there_for_the_flow_to_close() -> None:
    state = open_field(Army(regular=2), Army(regular=2))
    assert [type(frame) for frame in state.frames] == [TurnFrame, ActionFrame, BattleFrame]


@pytest.mark.rule("BATTLE-8", "BATTLE-9", "BATTLE-11")
def test_commands_of_other_stages_are_refused_and_change_nothing() -> None:
    state = open_field(Army(regular=2), Army(regular=2))
    for command in (ContinueAttack(), CeaseAttack(), DecideRetreat(False), Retreat(area("ne_9")), Advance(True)):
        assert [code for _, code in codes(state, command)] == ["not_now"]
    assert stage(state) is BattleStage.ROLL
