"""Odds and advice of a running game: what the solver is told at each moment, and what it says about legal choices."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.content.terms import Faction, Power
from companion.rules import check
from companion.rules.army import Army
from companion.rules.combat import battle_dice
from companion.rules.commands import ContinueAttack, DiscardForDice, TakeHits
from companion.rules.frames import BattleStage, HitsFrame, Side
from companion.rules.odds import (
    Advice,
    AttackerPolicy,
    Battle,
    CasualtyPolicy,
    Deed,
    Goal,
    Missing,
    Opening,
    advice,
    attacker_wins,
    battle_of,
    in_words,
    legion_of,
    prospects,
    report,
    solve,
)
from companion.rules.reach import Via
from companion.rules.state import Mode, Sietch, State
from tests.rules.battle.table import (
    ATREIDES,
    HARKONNEN,
    area,
    attack,
    duel,
    fight,
    lose,
    play,
    position,
    roll,
    stage,
    turn,
)


def siege(harkonnen: Army, atreides: Army, mode: Mode = Mode.SOLO, surprise: bool = False, **changes: object) -> State:
    """Atreides in cne_1 attack Carthag (rank 2)."""
    frames = turn(ATREIDES, surprise=surprise)
    state = position({"carthag": harkonnen}, {"cne_1": atreides}, *frames, mode=mode, **changes)
    return attack(state, ATREIDES, "cne_1", "carthag")


def assault(harkonnen: Army, atreides: Army, mode: Mode = Mode.SOLO, **changes: object) -> State:
    """Harkonnen in cne_9 attack the sietch in Gara Kulon (rank 2)."""
    state = position({"cne_9": harkonnen}, {"gara_kulon": atreides}, *turn(HARKONNEN), mode=mode, **changes)
    return attack(state, HARKONNEN, "cne_9", "gara_kulon")


def battle_now(state: State) -> Battle:
    battle = battle_of(state)
    assert battle is not None
    return battle


def advised(state: State, goal: Goal = Goal.WIN) -> Advice:
    found = advice(state, goal)
    assert found is not None
    return found


def test_without_a_battle_there_are_no_odds() -> None:
    state = position({"carthag": Army(2)}, {"cne_1": Army(2)}, *turn(ATREIDES))
    assert battle_of(state) is None
    assert advice(state) is None


@pytest.mark.rule("BATTLE-2")
def test_BATTLE_2_nothing_is_said_while_tokens_lie_facedown() -> None:
    assert battle_of(siege(Army(1, tokens=1), Army(3))) is None


@pytest.mark.rule("BATTLE-4", "MAHDI-BATTLE-1")
def test_before_the_roll_everything_that_counts_is_told() -> None:
    state = siege(Army(1, generic=1), Army(2, 1, named=("stilgar",)), hand=2, reinforcements=4, surprise=True)
    assert stage(state) is BattleStage.CARDS
    battle = battle_now(state)
    assert battle.attacker.legion == legion_of(2, 1, named=("stilgar",))
    assert (battle.attacker.cards, battle.attacker.reinforcements) == (0, 0)
    assert (battle.defender.rank, battle.defender.reinforcements) == (2, 4)
    assert battle.defender.casualties is CasualtyPolicy.MAHDI
    assert (battle.opening, battle.surprise) == (Opening.ROLL, True)
    assert battle.attacker_policy is AttackerPolicy.TO_THE_END
    with_card = battle_now(play(state, DiscardForDice(ATREIDES, 1)))
    assert (with_card.attacker.cards, with_card.defender.cards) == (1, 3)
    assert with_card.defender.reinforcements == 1
    assert attacker_wins(with_card) > attacker_wins(battle)


@pytest.mark.rule("BATTLE-4")
def test_BATTLE_4_cards_that_add_or_limit_dice_count() -> None:
    state = siege(Army(4), Army(2, 1), hand=0)
    usual = battle_now(state)
    frame = fight(state)
    for changed, helps in (
        (replace(frame, sides=(Side(extra_dice=2), Side())), True),
        (replace(frame, sides=(Side(), Side(dice_limit=2))), True),
        (replace(frame, sides=(Side(dice_limit=1), Side())), False),
    ):
        battle = battle_now(replace(state, frames=(*state.frames[:-1], changed)))
        assert (attacker_wins(battle) > attacker_wins(usual)) is helps
        rolled = [battle_dice(replace(state, frames=(changed,)), changed, side).total for side in (0, 1)]
        assert [side.dice for side in report(battle).sides] == rolled


@pytest.mark.rule("BAN-2")
def test_BAN_2_banned_reinforcements_do_not_count() -> None:
    state = siege(Army(1), Army(2), reinforcements=4, bans=frozenset({Power.LANDSRAAD}))
    assert battle_now(state).defender.reinforcements == 0


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_regulars_run_short_as_on_the_table() -> None:
    elsewhere = {f"ne_{number}": Army(5) for number in (1, 2, 3, 4)}
    state = position(
        {"carthag": Army(1, 2), **elsewhere}, {"cne_1": Army(3)}, *turn(ATREIDES), mode=Mode.DUEL, sietches=()
    )
    battle = battle_now(attack(state, ATREIDES, "cne_1", "carthag"))
    assert battle.defender.regulars == 24 - 20


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_after_the_roll_the_hits_to_take_are_taken_and_going_on_costs() -> None:
    state = roll(siege(Army(3), Army(3, 1, generic=1)), (2, 1, 1), (3, 2, 0))
    assert stage(state) is BattleStage.CASUALTIES
    battle = battle_now(state)
    # 2 hits and the Naib's one less 2 shields; 3 hits less 1 shield.
    assert battle.defender.legion == legion_of(2)
    assert battle.attacker.legion == legion_of(4)
    assert battle.opening is Opening.CONTINUE
    assert battle.continuing_costs_a_hit
    assert not battle.surprise


@pytest.mark.rule("BATTLE-5")
def test_BATTLE_5_while_leaders_are_chosen_the_best_ones_count() -> None:
    state = siege(Army(2), Army(3, named=("lady_jessica", "stilgar")), hand=0)
    state = roll(state, (0, 2, 1), (1, 3, 0))
    assert stage(state) is BattleStage.LEADERS
    battle = battle_now(state)
    assert battle.defender.legion == legion_of(2)
    assert battle.attacker.legion.units == 3


def test_every_moment_of_a_battle_adds_up() -> None:
    state = siege(Army(3), Army(3, 1, generic=1), mode=Mode.DUEL, hand=1)
    steps: list[Callable[[State], State]] = [
        lambda s: play(s, DiscardForDice(ATREIDES, 1)),
        lambda s: roll(s, (3, 1, 1), (2, 2, 1)),
        lambda s: lose(s, ATREIDES, "naib"),
        lambda s: lose(s, HARKONNEN, "regular", "regular"),
        lambda s: play(s, ContinueAttack()),
    ]
    for following in steps:
        assert sum(chance for _, chance in solve(battle_now(state)).results) == pytest.approx(1.0, abs=1e-9)
        state = following(state)
    assert isinstance(state.frame, HitsFrame)
    assert battle_now(state).opening is Opening.RETREAT


# --- advice -------------------------------------------------------------------------------------------------------


def before_going_on(harkonnen: Army, atreides: Army) -> State:
    """Atreides attacked Carthag, nobody was hit, and now they decide."""
    state = siege(harkonnen, atreides)
    dice = [atreides.units, min(6, harkonnen.units + 2)]
    state = roll(state, (0, dice[0], 0), (0, dice[1], 0))
    assert stage(state) is BattleStage.CONTINUE
    return state


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_the_last_figure_does_not_pay() -> None:
    found = advised(before_going_on(Army(4), Army(1)))
    assert found.best.deed is Deed.STOP
    assert found.chance(Deed.CONTINUE) == 0.0
    assert found.chance(Deed.STOP) == 0.0
    assert found.best.balance == 2 - 8


@pytest.mark.rule("BATTLE-8")
def test_BATTLE_8_who_wants_to_win_goes_on_and_who_wants_figures_stops() -> None:
    state = before_going_on(Army(3), Army(3))
    brave, careful = advised(state, Goal.WIN), advised(state, Goal.POWER)
    assert brave.best.deed is Deed.CONTINUE
    assert 0 < brave.best.wins < 0.5
    assert careful.best.deed is Deed.STOP
    assert not careful.indifferent


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_casualties_are_legal_and_the_best_is_not_worse_than_the_usual_ones() -> None:
    state = roll(siege(Army(3), Army(2, 1, 1, generic=1, named=("stilgar",))), (2, 2, 0), (4, 1, 0))
    found = advised(state)
    assert found.faction is Faction.ATREIDES
    assert found.options > len(found.choices) > 1
    for choice in found.choices:
        assert check(state, TakeHits(ATREIDES, choice.removed)) == ()
        assert choice.deed is Deed.CASUALTIES
        assert choice.left is not None
    values = [choice.wins for choice in found.choices]
    assert values == sorted(values, reverse=True)
    usual = battle_of(state)
    assert usual is not None
    assert found.best.wins >= attacker_wins(usual) - 1e-9
    after = play(state, TakeHits(ATREIDES, found.best.removed))
    after = lose(after, HARKONNEN, "regular", "regular")
    going_on = advised(after).best
    assert going_on.wins == pytest.approx(found.best.wins, abs=1e-9)


def test_the_solo_opponent_gets_no_advice() -> None:
    state = roll(assault(Army(4), Army(2)), (4, 0, 0), (4, 0, 0))
    assert stage(state) is BattleStage.CASUALTIES
    assert advice(state) is None


@pytest.mark.rule("BATTLE-9")
def test_BATTLE_9_the_value_of_staying_and_of_going() -> None:
    state = roll(assault(Army(6), Army(2, 1)), (0, 6, 0), (0, 5, 0))
    assert stage(state) is BattleStage.RETREAT
    brave, careful = advised(state, Goal.WIN), advised(state, Goal.POWER)
    assert brave.best.deed is Deed.STAY
    assert brave.chance(Deed.RETREAT) == 0.0
    assert {choice.deed for choice in careful.choices} == {Deed.STAY, Deed.RETREAT}
    assert careful.best.balance >= careful.choices[1].balance


def test_a_battle_that_is_too_large_gets_no_advice() -> None:
    state = before_going_on(Army(3), Army(3))
    assert advice(state, most_states=1) is None


@pytest.mark.parametrize("goal", Goal)
def test_the_attacker_of_a_large_battle_is_advised_with_later_casualties_by_the_usual_policy(goal: Goal) -> None:
    state = roll(siege(Army(3, 2, 1, generic=1), Army(2, 1, 1, generic=1)), (2, 2, 0), (3, 3, 0))
    found = advice(state, goal, most_states=200)
    assert found is not None
    assert found.faction is Faction.ATREIDES
    exact = advice(state, goal)
    assert exact is not None
    assert found.options == exact.options
    # What is left is told as of the attacker, and no policy wins more than the best casualties do.
    assert {choice.left for choice in found.choices} & {choice.left for choice in exact.choices}
    assert found.best.wins <= exact.best.wins + 1e-9
    assert found.best.wins == pytest.approx(exact.best.wins, abs=0.1)


def test_paying_for_going_on_is_a_choice_of_casualties() -> None:
    state = play(before_going_on(Army(2), Army(2, 1, generic=1)), ContinueAttack())
    assert isinstance(state.frame, HitsFrame)
    found = advised(state)
    assert {choice.removed for choice in found.choices} <= {("regular",), ("elite",), ("naib",)}
    assert found.options == 3


# --- recommendations --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BATTLE-1")
def test_BATTLE_1_every_target_in_reach_has_its_chance_the_best_first() -> None:
    state = position(
        {"carthag": Army(2), "cne_2": Army(1), "cne_3": Army(5, 1)}, {"cne_1": Army(3, 1)}, *turn(ATREIDES)
    )
    found = prospects(state, ATREIDES, area("cne_1"))
    targets = [prospect.target for prospect in found]
    assert set(targets) >= {area("carthag"), area("cne_2")}
    assert len(targets) == len(set(targets))
    chances = [prospect.range[0] for prospect in found]
    assert chances == sorted(chances, reverse=True)
    carthag = next(prospect for prospect in found if prospect.target == area("carthag"))
    assert carthag.is_exact
    assert carthag.ways[0].via is Via.GROUND
    fought = battle_now(attack(state, ATREIDES, "cne_1", "carthag"))
    assert carthag.range == (attacker_wins(fought), attacker_wins(fought))


@pytest.mark.rule("SETTLE-2")
def test_SETTLE_2_an_undefended_settlement_falls_without_a_roll() -> None:
    state = position({}, {"cne_1": Army(1)}, *turn(ATREIDES))
    (carthag,) = (p for p in prospects(state, ATREIDES, area("cne_1")) if p.target == area("carthag"))
    assert carthag.undefended
    assert carthag.range == (1.0, 1.0)
    assert carthag.low.rounds == (1.0,)


@pytest.mark.rule("MAHDI-TOKEN-1")
def test_MAHDI_TOKEN_1_tokens_make_a_range_and_are_never_a_fact() -> None:
    state = position({"carthag": Army(1, tokens=2)}, {"cne_1": Army(3, 2)}, *turn(ATREIDES))
    (carthag,) = (p for p in prospects(state, ATREIDES, area("cne_1")) if p.target == area("carthag"))
    low, high = carthag.range
    assert 0 <= low < high <= 1
    assert [(unknown.what, unknown.number) for unknown in carthag.unknown] == [(Missing.TOKENS, 2)]
    assert not carthag.is_exact


@pytest.mark.rule("R-16")
def test_R_16_a_rank_nobody_entered_makes_a_range_and_one_entered_is_used_only_by_those_who_may_see_it() -> None:
    def state(rank: int | None) -> State:
        sietch = Sietch(area("gara_kulon"), rank)
        return position({"cne_9": Army(4)}, {"gara_kulon": Army(2)}, *turn(HARKONNEN), sietches=(sietch,))

    def chances(rank: int | None, **how: bool) -> tuple[float, float]:
        (found,) = prospects(state(rank), HARKONNEN, area("cne_9"), **how)
        return found.range

    low, high = chances(None)
    assert low < high
    assert chances(3) == (low, low)
    assert chances(1) == (high, high)
    assert chances(2, sees_hidden=False) == (low, high)


def test_tokens_that_were_entered_count_for_those_who_may_see_them() -> None:
    state = position({"cne_9": Army(4)}, {"gara_kulon": Army(1, tokens=1)}, *turn(HARKONNEN))
    state = replace(state, known_tokens=((area("gara_kulon"), Army(2, 1)),))
    (known,) = prospects(state, HARKONNEN, area("cne_9"))
    assert known.is_exact
    (facedown,) = prospects(state, HARKONNEN, area("cne_9"), sees_hidden=False)
    assert facedown.range[0] <= known.range[0] <= facedown.range[1]
    assert not facedown.is_exact


@pytest.mark.rule("ACT-LEADERSHIP")
def test_ACT_LEADERSHIP_a_surprise_helps() -> None:
    state = duel({"carthag": Army(2)}, {"cne_1": Army(2, generic=2)}, *turn(ATREIDES))
    (plain,), (surprise,) = (
        [p for p in prospects(state, ATREIDES, area("cne_1"), surprise=how) if p.target == area("carthag")]
        for how in (False, True)
    )
    assert surprise.range[0] > plain.range[0]


# --- as people say it ---------------------------------------------------------------------------------------------


def test_chances_in_words_are_near_and_never_too_sure() -> None:
    assert in_words(0.0) == (0, 1)
    assert in_words(1.0) == (1, 1)
    assert in_words(0.365) == (1, 3)
    for permille in range(1, 1000):
        number, of = in_words(permille / 1000)
        assert 0 < number < of
        assert abs(permille / 1000 - number / of) <= 0.05 + 1e-9
