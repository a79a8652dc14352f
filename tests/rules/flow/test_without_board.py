"""Games that keep tracks and dice only: phases by hand, dice thrown and put aside, battle rounds only counted."""

from dataclasses import replace
from typing import Any

import pytest

from companion.content.terms import Faction, Phase, Result
from companion.rules import Army, State, check
from companion.rules.commands import CountCombat, GoToPhase, KeepTrackersOnly, PutDieAside, StartGame, ThrowDice
from companion.rules.events import (
    AtreidesDiceRolled,
    CombatCounted,
    DiceSetAside,
    DieSpent,
    HarkonnenDiceRolled,
    LeaderCardTurned,
    PhaseBegan,
    RoundBegan,
    StepClosed,
    TankAdvanced,
    TurnEnded,
)
from companion.rules.frames import Roll, RollSource, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing
from tests.rules.flow.table import blocked, codes, events, play

LEADERSHIP, STRATEGY, HOUSE = Result.LEADERSHIP, Result.STRATEGY, Result.HOUSE


def bare(**changes: Any) -> State:
    """A game between people in round 3 without a board."""
    state = play(State(), StartGame(mode=Mode.DUEL), KeepTrackersOnly())
    return replace(state, round=3, **changes)


def busy() -> State:
    return bare(frames=(TurnFrame(ATREIDES),))


@pytest.mark.rule("SETUP-1")
def test_SETUP_1_tracks_are_kept_from_round_1_right_after_the_start() -> None:
    state = play(State(), StartGame(mode=Mode.DUEL))
    assert [type(event) for event in events(state, KeepTrackersOnly())] == [StepClosed, RoundBegan]
    after = play(state, KeepTrackersOnly())
    assert (after.frames, after.round) == ((), 1)
    assert codes(after, KeepTrackersOnly()) == [("SETUP-1", "not_now")]
    assert blocked(busy(), KeepTrackersOnly())


@pytest.mark.rule("ROUND-2")
@pytest.mark.parametrize("round_, allowed", [(2, False), (3, True), (4, True), (5, False)])
def test_ROUND_2_a_round_goes_on_or_the_next_one_begins(round_: int, allowed: bool) -> None:
    assert (codes(bare(), GoToPhase(round_, Phase.HAZARDS)) == []) is allowed
    assert codes(busy(), GoToPhase(3, Phase.HAZARDS)) == [("ROUND-2", "not_now")]


@pytest.mark.rule("ROUND-2", "LEADER-2")
def test_ROUND_2_spent_cards_turn_up_with_a_new_round_only() -> None:
    state = bare(phase=Phase.END)
    state = state.with_leader("stilgar", card_ready=False).with_leader("beast_rabban", card_ready=True)
    assert events(state, GoToPhase(4, Phase.START)) == (LeaderCardTurned("stilgar", True), RoundBegan(4))
    assert events(state, GoToPhase(3, Phase.SPICE)) == (PhaseBegan("spice"),)
    assert events(state, GoToPhase(3, Phase.END)) == ()


@pytest.mark.rule("WIN-2", "ROUND-2", tries=True)
@pytest.mark.parametrize("phase, won", [(Phase.HAZARDS, False), (Phase.SPICE, False), (Phase.END, True)])
def test_WIN_2_a_new_round_begins_only_after_the_check_of_a_round_that_was_ended(phase: Phase, won: bool) -> None:
    state = bare(phase=phase, prescience=(7, 6, 5))
    met, unmet = (replace(state, hidden=replace(state.hidden, objectives=((7, 6, top),))) for top in (5, 6))
    after = play(met, GoToPhase(4, Phase.START))
    assert (after.winner, after.round) == ((ATREIDES, 3) if won else (None, 4))
    assert RoundBegan(4) in events(unmet, GoToPhase(4, Phase.START))


@pytest.mark.rule("VEH-1")
@pytest.mark.parametrize("imperium, aside", [((1, 1, 1), 0), ((2, 1, 1), 1), ((3, 5, 4), 4)])
def test_VEH_1_dice_are_set_aside_once_by_the_lowest_marker(imperium: tuple[int, int, int], aside: int) -> None:
    state = bare(imperium=imperium, harkonnen_unused=8, harkonnen_spent=())
    expected = (PhaseBegan("vehicles"), *((DiceSetAside(aside, 8 - aside),) if aside else ()))
    assert events(state, GoToPhase(3, Phase.VEHICLES)) == expected
    assert events(state, GoToPhase(3, Phase.ACTIONS)) == (PhaseBegan("actions"),)
    begun = replace(state, harkonnen_unused=7)
    assert events(begun, GoToPhase(3, Phase.VEHICLES)) == (PhaseBegan("vehicles"),)
    spent = replace(state, harkonnen_spent=(HOUSE,))
    assert events(spent, GoToPhase(3, Phase.VEHICLES)) == (PhaseBegan("vehicles"),)


@pytest.mark.rule("ACT-1")
@pytest.mark.parametrize("faction, number, allowed", [(ATREIDES, 3, True), (ATREIDES, 4, False), (ATREIDES, 0, False),
                                                      (HARKONNEN, 5, True), (HARKONNEN, 6, False)])  # fmt: skip
def test_ACT_1_as_many_dice_are_thrown_as_are_unused(faction: Faction, number: int, allowed: bool) -> None:
    state = bare(atreides_unused=3, harkonnen_unused=5)
    throw = ThrowDice(faction, (STRATEGY,) * number)
    assert codes(state, throw) == ([] if allowed else [("ACT-1", "wrong_number_of_dice")])
    assert codes(replace(state, frames=(TurnFrame(faction),)), throw) == [("ACT-1", "not_now")]


@pytest.mark.rule("ACT-1", "MAHDI-TURN-1")
def test_MAHDI_TURN_1_the_solo_harkonnen_throw_one_die_which_is_spent_at_once() -> None:
    state = bare(mode=Mode.SOLO, harkonnen_unused=5, atreides_unused=3)
    assert codes(state, ThrowDice(HARKONNEN, (HOUSE, HOUSE))) == [("ACT-1", "wrong_number_of_dice")]
    assert codes(state, ThrowDice(ATREIDES, (HOUSE, HOUSE))) == []
    thrown = events(state, ThrowDice(HARKONNEN, (HOUSE,), RollSource.APP))
    assert thrown == (DieSpent(HARKONNEN, HOUSE, "house", RollSource.APP), TurnEnded(HARKONNEN))
    duel = replace(state, mode=Mode.DUEL)
    two = (HOUSE, STRATEGY)
    assert events(duel, ThrowDice(HARKONNEN, two, RollSource.APP)) == (HarkonnenDiceRolled(two, (), RollSource.APP),)
    assert events(duel, ThrowDice(ATREIDES, two, RollSource.APP)) == (AtreidesDiceRolled(two, RollSource.APP),)


@pytest.mark.rule("ACT-2")
def test_ACT_2_only_a_die_that_was_thrown_is_put_aside() -> None:
    state = bare(atreides_unused=1, harkonnen_unused=1)
    assert blocked(state, PutDieAside(ATREIDES, HOUSE))
    assert blocked(state, PutDieAside(HARKONNEN, HOUSE))
    state = replace(state, atreides_results=(HOUSE,), harkonnen_results=(STRATEGY,))
    assert codes(state, PutDieAside(ATREIDES, HOUSE)) == []
    assert codes(state, PutDieAside(HARKONNEN, STRATEGY)) == []
    assert codes(state, PutDieAside(HARKONNEN, HOUSE)) == [("ACT-2", "not_now")]
    assert codes(replace(state, frames=(TurnFrame(ATREIDES),)), PutDieAside(ATREIDES, HOUSE)) == [("ACT-2", "not_now")]


@pytest.mark.rule("TANK-2")
def test_TANK_2_a_spent_die_moves_the_tank_of_its_side() -> None:
    state = bare(atreides_results=(HOUSE,), harkonnen_results=(HOUSE,), atreides_unused=1, harkonnen_unused=1)
    assert events(state, PutDieAside(ATREIDES, HOUSE)) == (DieSpent(ATREIDES, HOUSE, "house"), TurnEnded(ATREIDES))
    for name, space in (("stilgar", 3), ("chani", 2), ("beast_rabban", 4), ("thufir_hawat", 5)):
        state = state.with_leader(name, standing=Standing.TANK, tank=space)
    assert events(state, PutDieAside(ATREIDES, HOUSE)) == (
        DieSpent(ATREIDES, HOUSE, "house"),
        TankAdvanced(ATREIDES, ("stilgar",), at_once=True),
        TurnEnded(ATREIDES),
    )
    after = play(state, PutDieAside(HARKONNEN, HOUSE))
    assert after.leader("thufir_hawat").standing is Standing.READY
    assert [after.leader(name).tank for name in ("stilgar", "chani", "beast_rabban")] == [3, 2, 5]


ARMIES = (Army(regular=3, special=1, generic=1), Army(regular=2, elite=1, named=("stilgar",)))


def counted(**changes: Any) -> CountCombat:
    """Four units attack three in a settlement of rank 1, each with a special result for its leader."""
    return replace(CountCombat(HARKONNEN, ARMIES, (Roll(2, 1, 1), Roll(2, 1, 1)), (0, 0), 1), **changes)


@pytest.mark.rule("BATTLE-4")
def test_BATTLE_4_units_cards_and_rank_give_the_dice() -> None:
    state = bare()
    assert codes(state, counted()) == []
    assert codes(busy(), counted(cards=(1, 0))) == [("BATTLE-4", "not_now")], "its dice are not looked at"
    for side, changes in ((HARKONNEN, {"cards": (1, 0)}), (ATREIDES, {"cards": (0, 1)}), (ATREIDES, {"rank": 2})):
        (reason,) = [(r.code, r.facts["faction"]) for r in _reasons(state, counted(**changes))]
        assert reason == ("wrong_number_of_dice", side.id)
    assert codes(state, counted(attacker=ATREIDES)) == []
    (reason,) = _reasons(state, counted(attacker=ATREIDES, cards=(1, 0)))
    assert dict(reason.facts) == {
        "faction": "atreides", "rolled": 4, "dice": 5, "units": 4, "cards": 1, "rank": 0,
    }  # fmt: skip


@pytest.mark.rule("BATTLE-4")
@pytest.mark.parametrize(
    "changes",
    [
        {"rolls": (Roll(-1, 4, 1), Roll(2, 1, 1))},
        {"rolls": (Roll(4, -1, 1), Roll(2, 1, 1))},
        {"rolls": (Roll(4, 1, -1), Roll(2, 1, 1))},
        {"cards": (-1, 0), "rolls": (Roll(1, 1, 1), Roll(2, 1, 1))},
    ],
)
def test_BATTLE_4_no_count_is_below_0(changes: dict[str, Any]) -> None:
    assert codes(bare(), counted(**changes)) == [("BATTLE-4", "negative_count")]


@pytest.mark.rule("BATTLE-4")
def test_BATTLE_4_a_rank_below_0_is_refused_for_both_sides() -> None:
    assert {code for _rule, code in codes(bare(), counted(rank=-1))} == {"negative_count"}


@pytest.mark.rule("BATTLE-4")
def test_BATTLE_4_a_surprise_gives_the_attacker_a_special_more() -> None:
    assert codes(bare(), counted(surprise=True)) == [("BATTLE-4", "wrong_surprise_bonus")]
    assert codes(bare(), counted(surprise=True, rolls=(Roll(2, 1, 1, 1), Roll(2, 1, 1)))) == []
    assert codes(bare(), counted(rolls=(Roll(2, 1, 1, 1), Roll(2, 1, 1)))) == [("BATTLE-4", "wrong_surprise_bonus")]
    wrong = codes(bare(), counted(surprise=True, rolls=(Roll(2, 1, 1), Roll(2, 1, 1, 1))))
    assert wrong == [("BATTLE-4", "wrong_surprise_bonus")] * 2
    assert ("BATTLE-4", "negative_count") in codes(bare(), counted(rolls=(Roll(2, 1, 1, -1), Roll(2, 1, 1))))


@pytest.mark.rule("BATTLE-5", "BATTLE-6")
def test_BATTLE_6_leaders_and_special_elites_count_on_their_own_side() -> None:
    battle = counted(rolls=(Roll(2, 1, 1), Roll(2, 2, 0)), source=RollSource.APP, cards=(0, 0))
    # Harkonnen: 2 hits and the bashar's; the Sardaukar takes one of the two shields of the defender.
    (event,) = events(bare(), battle)
    assert isinstance(event, CombatCounted)
    assert event.leaders == (("bashar",), ())
    assert event.hits == (1, 2)
    assert (event.attacker, event.armies, event.rolls) == (HARKONNEN, ARMIES, battle.rolls)
    assert (event.cards, event.rank, event.source) == ((0, 0), 1, RollSource.APP)
    other = counted(attacker=ATREIDES, rolls=(Roll(2, 1, 1), Roll(2, 1, 1)))
    (event,) = events(bare(), replace(other, armies=(ARMIES[1], ARMIES[0]), rolls=(Roll(1, 1, 1), Roll(3, 1, 1))))
    assert isinstance(event, CombatCounted)
    assert event.leaders == (("stilgar",), ("bashar",))
    assert event.hits == (4, 2)
    assert event.rank == 1


def _reasons(state: State, command: CountCombat) -> list[Any]:
    return list(check(state, command))
