"""The two editions of the rules: each rule that the first printing changes, in both, and nothing else."""

from dataclasses import replace

import pytest

from companion.content import VARIANTS
from companion.content.terms import Phase, Power, Variant, Wormsign
from companion.rules import Army, Rules, State
from companion.rules.ask.spice import possible_bans
from companion.rules.commands import (
    Advance,
    BeginHazards,
    FinishClaims,
    RevealSietch,
    RevealTokens,
    SpendSpice,
    StartGame,
    TurnWormsign,
)
from companion.rules.engine import Draft, settle
from companion.rules.frames import (
    ActionFrame,
    BattleFrame,
    BattleStage,
    EndFrame,
    EndStage,
    GameOverFrame,
    HazardsFrame,
    HazardStage,
    SpiceFrame,
)
from companion.rules.legal import legal_commands
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Sietch
from tests.rules.flow.table import area, areas, army, blocked, codes, play, position, turn, zone

NEWER, FIRST = Rules(), Rules(first_printing=True)
EDITIONS = pytest.mark.parametrize("rules", [NEWER, FIRST], ids=["newer", "first_printing"])
TESTED = {"WIN-2", "BATTLE-11", "WORM-3", "BAN-1", "MAHDI-REVEAL-1"}


def test_every_rule_that_the_first_printing_changes_is_in_this_file() -> None:
    assert set(VARIANTS[Variant.FIRST_PRINTING].rules) == TESTED


@EDITIONS
def test_the_edition_of_a_game_is_fixed_when_it_starts(rules: Rules) -> None:
    assert play(State(), StartGame(rules)).rules == rules


def arrakeen_stormed(rules: Rules) -> State:
    """Atreides may move into Arrakeen, which brings their markers to the objective."""
    battle = BattleFrame(ATREIDES, area("cse_4"), area("arrakeen"), stage=BattleStage.ADVANCE)
    state = position({}, {"cse_4": Army(regular=3)}, *turn(ATREIDES), battle, prescience=(4, 4, 4), rules=rules)
    return replace(state, hidden=replace(state.hidden, objectives=((7, 7, 7),)))


@pytest.mark.rule("WIN-2")
@EDITIONS
def test_WIN_2_arrakeen_wins_at_once_only_in_the_newer_text(rules: Rules) -> None:
    state = arrakeen_stormed(rules)
    if rules.first_printing:
        draft = Draft(state)
        settle(draft)
        state = draft.state
    else:
        state = play(state, Advance(True))
    assert state.prescience == (7, 7, 7)
    assert (state.winner is ATREIDES) is not rules.first_printing
    assert (state.frame == GameOverFrame(ATREIDES, "WIN-2")) is not rules.first_printing


@pytest.mark.rule("WIN-2")
@EDITIONS
def test_WIN_2_the_check_at_the_end_of_the_round_is_in_both(rules: Rules) -> None:
    state = position({}, {}, EndFrame(EndStage.CLAIMS), phase=Phase.END, prescience=(7, 7, 7), rules=rules)
    state = replace(state, hidden=replace(state.hidden, objectives=((7, 7, 7),)))
    assert play(state, FinishClaims()).winner is ATREIDES


@pytest.mark.rule("BATTLE-11")
@EDITIONS
def test_BATTLE_11_staying_is_a_choice_only_in_the_newer_text(rules: Rules) -> None:
    battle = BattleFrame(ATREIDES, area("ne_12"), area("ne_13"), stage=BattleStage.ADVANCE)
    state = position({}, {"ne_12": Army(regular=2)}, *turn(ATREIDES), battle, mode=Mode.DUEL, rules=rules)
    draft = Draft(state)
    settle(draft)
    asked = draft.state
    if rules.first_printing:
        assert not isinstance(asked.frame, BattleFrame)
        assert army(asked, ATREIDES, "ne_13") == Army(regular=2)
        assert codes(asked, Advance(False)) == [("BATTLE-11", "not_now")]
    else:
        assert asked == state
        assert army(play(asked, Advance(False)), ATREIDES, "ne_12") == Army(regular=2)


@pytest.mark.rule("WORM-3")
@EDITIONS
def test_WORM_3_a_worm_from_the_board_while_the_supply_has_one(rules: Rules) -> None:
    signs, elsewhere = areas("ne_12", "ne_2"), area("nw_2")
    state = position({}, {}, HazardsFrame(HazardStage.WORMSIGNS), phase=Phase.HAZARDS, wormsigns=signs, rules=rules)
    state = play(replace(state, sandworms=(elsewhere,)), BeginHazards())
    found = codes(state, TurnWormsign(signs[0], Wormsign.SANDWORM, worm_from=elsewhere))
    assert found == ([("WORM-3", "supply_first")] if rules.first_printing else [])
    none_left = replace(state, sandworms=areas("nw_2", "nw_3", "nw_4", "nw_8"))
    assert codes(none_left, TurnWormsign(signs[0], Wormsign.SANDWORM, worm_from=elsewhere)) == []


@pytest.mark.rule("BAN-1")
@EDITIONS
def test_BAN_1_of_two_that_dropped_one_or_both_are_banned(rules: Rules) -> None:
    choam, guild, landsraad = Power
    state = position({}, {}, SpiceFrame(0), phase=Phase.SPICE, imperium=(1, 2, 5), rules=rules)
    allowed = set(possible_bans(state, (2, 3, 5)))
    one_each = {frozenset({choam, landsraad}), frozenset({guild, landsraad})}
    assert allowed == (one_each if rules.first_printing else {frozenset(Power)})
    for bans in (frozenset({choam, landsraad}), frozenset(Power), frozenset({landsraad})):
        found = codes(state, SpendSpice((2, 3, 5), bans, 0, 0))
        assert found == ([] if bans in allowed else [("BAN-1", "wrong_bans")])


@pytest.mark.rule("MAHDI-REVEAL-1")
@EDITIONS
@pytest.mark.parametrize("moment", ["turn", "claims"])
def test_MAHDI_REVEAL_1_an_ornithopter_forbids_or_warns(rules: Rules, moment: str) -> None:
    """In the claims only a card asks for tokens: the newer text lets them be turned, the older one does not."""
    frames = turn(ATREIDES, moves=1) if moment == "turn" else (EndFrame(EndStage.CLAIMS),)
    state = position({}, {"gara_kulon": Army(tokens=1)}, *frames, rules=rules, ornithopters=(zone("az_ne"),))
    state = replace(state, sietches=(Sietch(area("gara_kulon")),))
    tokens = RevealTokens(ATREIDES, area("gara_kulon"), 1, Army(regular=1))
    for command in (tokens, RevealSietch(area("gara_kulon"), 2)):
        watched = rules.first_printing or moment == "turn"
        assert codes(state, command) == ([("MAHDI-REVEAL-1", "watched_by_ornithopter")] if watched else [])
        assert blocked(state, command) is rules.first_printing
        assert codes(replace(state, ornithopters=(zone("az_sw"),)), command) == []
    if not rules.first_printing:
        after = play(state, tokens, anyway=True)
        assert after.reinforcements == state.reinforcements + 1


@EDITIONS
def test_no_other_rule_asks_for_the_edition(rules: Rules) -> None:
    """An action that none of the five rules is about is the same in both."""
    state = position({"ne_12": Army(regular=2)}, {}, *turn(HARKONNEN, moves=2), rules=rules)
    frame = state.frame
    assert isinstance(frame, ActionFrame)
    other = replace(state, rules=FIRST if rules == NEWER else NEWER)
    assert list(legal_commands(state)) == list(legal_commands(other))
