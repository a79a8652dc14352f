"""What the rules make of card steps: forbidden leaders, discards that cards ask for, particulars that are wrong."""

from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER
from companion.content.terms import CombatFace, Deck, Faction, Result
from companion.rules.actions import OtherAction
from companion.rules.army import Army
from companion.rules.commands import (
    Attack,
    CardFinished,
    CardStepDone,
    Command,
    DeployToken,
    DeployUnits,
    DiscardReinforcements,
    EndTurn,
    MoveLegion,
    PlaceLeader,
    RevealSietch,
    RevealTokens,
    RollAttackDice,
    SpendDie,
)
from companion.rules.engine import check, execute
from companion.rules.frames import (
    ActionFrame,
    CardFrame,
    Cause,
    Frame,
    HitsFrame,
    RevealSietchFrame,
    RevealTokensFrame,
    RollFrame,
    TurnFrame,
)
from companion.rules.handlers.dice import open_ended
from companion.rules.positions.reading import read_position
from companion.rules.state import ATREIDES, HARKONNEN, State

PAUL = ("paul_atreides", "paul_muaddib")
LEGIONS = [
    {"area": "windgap", "faction": "atreides", "regular": 3, "tokens": 1, "named": ["paul_atreides"]},
    {"area": "tasmin_sink", "faction": "atreides", "regular": 1, "named": ["stilgar"]},
    {"area": "csw_2", "faction": "harkonnen", "regular": 2},
    {"area": "carthag", "faction": "harkonnen", "regular": 3},
]
SIETCHES = {"windgap": {"rank": 2}, "tasmin_sink": {"rank": 1}}


def table(*frames: Frame, **changes: object) -> State:
    document = {"legions": LEGIONS, "sietches": SIETCHES, "target_sietch": "windgap", "wormsigns": ["csw_1", "sw_1"]}
    state = read_position(document)
    state = replace(state, atreides_results=(Result.STRATEGY, Result.STRATEGY, Result.DEPLOYMENT, Result.HOUSE))
    return replace(state, frames=frames, **changes)  # type: ignore[arg-type]


def card(name: str, deck: Deck, step: int = 0) -> tuple[Frame, ...]:
    return TurnFrame(HARKONNEN, True, True), CardFrame(name, deck, step)


def area(name: str) -> int:
    return AREA_NUMBER[name]


def step(state: State, *commands: Command) -> State:
    for command in commands:
        state, _ = execute(state, command)
    return state


def codes(state: State, command: Command) -> list[str]:
    return [reason.code for reason in check(state, command)]


def forbidden_table(*frames: Frame) -> State:
    return table(*frames, forbidden_leaders=PAUL)


ACTING = (
    TurnFrame(ATREIDES, True, True),
    ActionFrame(ATREIDES, Result.STRATEGY, moves=2, attack=True, placements=1, leaders=1),
)


def test_the_card_forbids_both_forms_of_paul() -> None:
    state = step(table(*card("seek_out_the_mahdi", Deck.CORRINO_ALLY, 1)), CardStepDone())
    assert state.forbidden_leaders == PAUL


@pytest.mark.parametrize(
    "command",
    [
        MoveLegion(ATREIDES, area("windgap"), area("csw_3"), Army(regular=1, named=("paul_atreides",))),
        Attack(ATREIDES, area("windgap"), area("csw_2")),
    ],
)
def test_a_forbidden_leader_neither_moves_nor_attacks(command: Command) -> None:
    assert "leader_forbidden" in codes(forbidden_table(*ACTING), command)
    assert "leader_forbidden" not in codes(table(*ACTING), command)


def test_a_forbidden_leader_is_neither_deployed_nor_placed() -> None:
    frames = (TurnFrame(ATREIDES, True, True), open_ended(OtherAction.CARD))
    for command in (
        DeployToken(area("tasmin_sink"), "paul_atreides"),
        PlaceLeader(ATREIDES, area("tasmin_sink"), "paul_atreides"),
        DeployUnits(ATREIDES, area("tasmin_sink"), Army(regular=1, named=("paul_atreides",)), Cause.CARD),
    ):
        assert "leader_forbidden" in codes(forbidden_table(*frames), command)
        assert "leader_forbidden" not in codes(table(*frames), command)


def test_others_of_the_legion_may_go_without_a_forbidden_leader() -> None:
    command = MoveLegion(ATREIDES, area("windgap"), area("csw_3"), Army(regular=1))
    assert codes(forbidden_table(*ACTING), command) == []


def test_the_prohibition_lasts_for_the_next_atreides_turn() -> None:
    state = forbidden_table(TurnFrame(HARKONNEN, True, True))
    state = step(replace(state, harkonnen_unused=3), EndTurn())
    assert (state.frame, state.forbidden_leaders) == (TurnFrame(ATREIDES), PAUL)
    state = step(state, SpendDie(Result.STRATEGY, Result.STRATEGY), EndTurn())
    assert state.forbidden_leaders == ()


def test_a_prohibition_binds_nobody_outside_of_the_turn() -> None:
    command = MoveLegion(ATREIDES, area("windgap"), area("csw_3"), Army(regular=1, named=("paul_atreides",)))
    assert "leader_forbidden" not in codes(forbidden_table(), command)


@pytest.mark.rule("R-36", tries=True)
def test_R_36_the_harkonnen_discard_from_the_top_of_the_reinforcements() -> None:
    frames = (TurnFrame(ATREIDES, True, True), open_ended(OtherAction.CARD))
    state = table(*frames, reinforcements=3, discard_top=Deck.CORRINO_ALLY)
    assert step(state, DiscardReinforcements(2)).reinforcements == 1
    known = step(state, DiscardReinforcements(2, Deck.HOUSE_HARKONNEN))
    assert known.discard_top is Deck.HOUSE_HARKONNEN
    assert step(state, DiscardReinforcements(5)).reinforcements == 0


@pytest.mark.rule("R-36")
def test_R_36_without_reinforcements_there_is_no_effect() -> None:
    frames = (TurnFrame(ATREIDES, True, True), open_ended(OtherAction.CARD))
    state = table(*frames)
    assert step(state, DiscardReinforcements(2)) == state


@pytest.mark.rule("R-36")
def test_R_36_wrong_discards_are_refused() -> None:
    frames = (TurnFrame(ATREIDES, True, True), open_ended(OtherAction.CARD))
    state = table(*frames, reinforcements=3)
    assert codes(state, DiscardReinforcements(0)) == ["negative_count"]
    assert codes(state, DiscardReinforcements(1, Deck.FREMEN_ALLY)) == ["wrong_deck"]
    assert codes(table(TurnFrame(ATREIDES)), DiscardReinforcements(1)) == ["not_now"]


def test_dice_of_a_card_are_rolled_after_the_tokens_were_turned() -> None:
    state = step(table(*card("explosive_artillery", Deck.HOUSE_HARKONNEN, 1)), CardStepDone(area("windgap")))
    assert isinstance(state.frame, RevealTokensFrame)
    state = step(state, RevealTokens(ATREIDES, area("windgap"), 1, Army(elite=1)))
    assert state.frame == RollFrame(Cause.CARD, ATREIDES, area("windgap"), 4, (1, 0, 1))
    faces = (CombatFace.HIT, CombatFace.HIT, CombatFace.SPECIAL, CombatFace.SHIELD)
    state = step(state, RollAttackDice(faces))
    assert state.frame == HitsFrame(Cause.CARD, Faction.ATREIDES, area("windgap"), 3)


def test_dice_need_a_legion_next_to_one_of_the_harkonnen() -> None:
    state = table(*card("explosive_artillery", Deck.HOUSE_HARKONNEN, 1))
    assert codes(state, CardStepDone(area("tasmin_sink"))) == ["not_adjacent"]
    assert codes(state, CardStepDone(area("sw_1"))) == ["nothing_to_attack"]
    assert codes(state, CardStepDone()) == ["nothing_to_attack"]


def test_an_area_is_revealed_tokens_first_and_then_its_sietch() -> None:
    state = table(*card("spies_all_over_arrakis", Deck.CORRINO_ALLY))
    assert codes(state, CardStepDone(area("sw_1"))) == ["nothing_facedown_there"]
    assert codes(state, CardStepDone()) == ["nothing_facedown_there"]
    state = step(state, CardStepDone(area("windgap")))
    state = step(state, RevealTokens(ATREIDES, area("windgap"), 1, Army(elite=1)))
    assert state.frame == RevealSietchFrame(area("windgap"))
    state = step(state, RevealSietch(area("windgap"), 2))
    assert isinstance(state.frame, CardFrame)
    assert state.frame.step == 1


def test_a_step_goes_on_part_by_part() -> None:
    state = table(*card("spotter_control", Deck.HOUSE_HARKONNEN))
    state = step(state, CardStepDone(areas=(area("sw_1"),), more=True))
    assert isinstance(state.frame, CardFrame)
    assert (state.frame.step, state.frame.part, state.frame.done) == (0, 1, 1)
    state = step(state, CardStepDone(areas=(area("csw_1"),)))
    assert isinstance(state.frame, CardFrame)
    assert (state.frame.step, state.frame.part, state.frame.done) == (1, 0, 2)
    assert state.wormsigns == ()


def test_a_step_of_moves_that_was_left_unused_counts_for_nothing() -> None:
    state = step(table(*card("sandmasters", Deck.HOUSE_HARKONNEN, 1)), CardStepDone(), CardFinished())
    assert state.frame == TurnFrame(ATREIDES)
    from companion.rules.commands import FinishAction

    state = step(table(*card("full_control_of_the_air", Deck.CORRINO_ALLY)), CardStepDone(changed=False))
    state = step(state, FinishAction())
    assert isinstance(state.frame, CardFrame)
    assert state.frame.done == 0


@pytest.mark.rule("R-25", "MAHDI-TOKEN-1", tries=True)
def test_R_25_harkonnen_tokens_are_turned_for_a_replacement_only_without_visible_units() -> None:
    frames = (TurnFrame(HARKONNEN, True, True), ActionFrame(HARKONNEN, Result.HOUSE, replacements=2, placements=2))
    turn = RevealTokens(HARKONNEN, area("carthag"), 1, Army(regular=2), "black")
    state = table(*frames, black_tokens=5, silver_tokens=5)
    state = state.with_army(HARKONNEN, area("csw_2"), None)
    assert codes(state.with_army(HARKONNEN, area("carthag"), Army(regular=1, tokens=2)), turn) == ["not_now"]
    hidden = state.with_army(HARKONNEN, area("carthag"), Army(tokens=2))
    after = step(hidden, turn)
    assert after.army(HARKONNEN, area("carthag")) == Army(regular=2, tokens=1)
    assert (after.black_tokens, after.reinforcements) == (6, hidden.reinforcements)
