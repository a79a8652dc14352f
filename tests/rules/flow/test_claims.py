"""When prescience cards can be claimed in action resolution, and what waits for it (PRES-3, R-46)."""

from dataclasses import replace

import pytest

from companion.content.terms import Deck, Phase, Result
from companion.rules.army import Army
from companion.rules.commands import (
    BeginHazards,
    ClaimPrescience,
    CorrectBoard,
    EndTurn,
    FinishAction,
    FinishClaims,
    RollHarkonnenDie,
    TakeHits,
)
from companion.rules.frames import (
    ActionFrame,
    BattleFrame,
    BattleStage,
    CardFrame,
    ClaimsFrame,
    Frame,
    HazardsFrame,
    HazardStage,
    HitsFrame,
    TurnFrame,
)
from companion.rules.frames import Cause as Because
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from tests.rules.flow.table import area, codes, harkonnen_turn, play, position

CLAIM = ClaimPrescience((1, 0, 0))
NOT_NOW = [("PRES-3", "not_now")]
ACTED = TurnFrame(HARKONNEN, acted=True, spent_die=True)
HARVESTS = HazardsFrame(HazardStage.WORMSIGNS)


def last_die(**changes: object) -> State:
    """The solo opponent has carried out its last die; two cards are revealed unless it is said otherwise."""
    state = harkonnen_turn(atreides_results=(Result.MENTAT,), atreides_unused=1, harkonnen_unused=1)
    state = replace(state, cards=replace(state.cards, **changes))  # type: ignore[arg-type]
    return play(state, RollHarkonnenDie(Result.MENTAT), FinishAction())


@pytest.mark.rule("R-46", "PRES-3")
def test_R_46_a_card_is_claimed_after_the_last_harkonnen_die() -> None:
    state = last_die()
    assert (state.phase, state.frames) == (Phase.ACTIONS, (ClaimsFrame(),))
    state = play(state, CLAIM)
    assert state.prescience == (1, 0, 0)
    assert state.frames == (ClaimsFrame(),)
    assert play(state, FinishClaims()).frames == (HARVESTS,)


@pytest.mark.rule("R-46", "PRES-3")
def test_R_46_the_phase_ends_by_itself_after_the_last_claim_of_the_round() -> None:
    state = play(last_die(), CLAIM, CLAIM)
    assert (state.phase, state.frames) == (Phase.HAZARDS, (HARVESTS,))
    assert codes(state, CLAIM) == NOT_NOW


@pytest.mark.rule("R-46", "WORM-1")
def test_R_46_the_desert_hazards_begin_without_a_word_about_claims() -> None:
    state = play(last_die(), BeginHazards())
    assert state.phase is not Phase.ACTIONS
    assert not any(isinstance(frame, ClaimsFrame) for frame in state.frames)


NOTHING_TO_CLAIM: dict[str, dict[str, object]] = {
    "no card lies revealed": {"revealed": 0},
    "two were claimed": {"claimed": 2},
    "both belong to the end of the round": {"open": ("dew_collectors", "wind_traps")},
    "the one that is open asks for a die": {"revealed": 1, "open": ("water_of_life",)},
}


@pytest.mark.rule("R-46")
@pytest.mark.parametrize("changes", NOTHING_TO_CLAIM.values(), ids=list(NOTHING_TO_CLAIM))
def test_R_46_nobody_waits_where_nothing_can_be_claimed(changes: dict[str, object]) -> None:
    assert last_die(**changes).frames == (HARVESTS,)


@pytest.mark.rule("R-46")
@pytest.mark.parametrize("names", [(), ("dew_collectors",), ("dew_collectors", "southern_palmaries")])
def test_R_46_a_card_without_a_name_or_of_unknown_condition_is_waited_for(names: tuple[str, ...]) -> None:
    assert last_die(open=names).frames == (ClaimsFrame(),)


@pytest.mark.rule("R-46")
def test_R_46_between_people_atreides_are_asked_after_the_last_harkonnen_turn() -> None:
    state = position({}, {}, ACTED, mode=Mode.DUEL, harkonnen_unused=0, harkonnen_results=())
    assert codes(state, CLAIM) == []
    state = play(state, EndTurn())
    assert state.frames == (ClaimsFrame(),)
    assert codes(state, CLAIM) == []


def fight(stage: BattleStage, mode: Mode, attacker: object = HARKONNEN) -> State:
    faction = HARKONNEN if attacker is HARKONNEN else ATREIDES
    places = (area("ne_14"), area("gara_kulon")) if faction is HARKONNEN else (area("gara_kulon"), area("ne_14"))
    legions = {"ne_14": Army(2)}, {"gara_kulon": Army(2)}
    turn = TurnFrame(faction, acted=True, spent_die=True)
    return position(
        *legions, turn, ActionFrame(faction, Result.STRATEGY), BattleFrame(faction, *places, stage=stage), mode=mode
    )


MIDST = (BattleStage.REVEAL, BattleStage.LEADERS, BattleStage.CASUALTIES)


@pytest.mark.rule("R-46", "PRES-3")
@pytest.mark.parametrize("stage", BattleStage)
def test_R_46_claims_between_the_rounds_of_an_attack_of_the_solo_opponent(stage: BattleStage) -> None:
    assert codes(fight(stage, Mode.SOLO), CLAIM) == (NOT_NOW if stage in MIDST else [])


@pytest.mark.rule("R-46", "PRES-3", "FREE-0")
@pytest.mark.parametrize("stage", BattleStage)
@pytest.mark.parametrize("attacker, mode", [(ATREIDES, Mode.SOLO), (ATREIDES, Mode.DUEL), (HARKONNEN, Mode.DUEL)])
def test_R_46_claims_at_any_moment_of_a_battle_in_which_free_actions_are_taken(
    attacker: object, mode: Mode, stage: BattleStage
) -> None:
    assert codes(fight(stage, mode, attacker), CLAIM) == []


@pytest.mark.rule("R-46", "PRES-3")
def test_R_46_a_claim_in_a_battle_leaves_it_where_it_was() -> None:
    state = fight(BattleStage.ROLL, Mode.SOLO)
    after = play(state, CLAIM)
    assert (after.frames, after.prescience) == (state.frames, (1, 0, 0))
    assert codes(state, ClaimPrescience((1, 0, 0), Result.MENTAT))[0] == ("ACT-3", "not_now")


@pytest.mark.rule("R-46")
@pytest.mark.parametrize(
    "frame", [HitsFrame(Because.BATTLE, ATREIDES, 1, 1), HARVESTS, CardFrame("sandmasters", Deck.HOUSE_HARKONNEN)]
)
def test_R_46_no_claim_while_something_else_is_entered(frame: Frame) -> None:
    state = position({"ne_14": Army(2)}, {"gara_kulon": Army(2)}, ACTED, frame)
    assert codes(state, CLAIM) == NOT_NOW
    assert codes(state, TakeHits(HARKONNEN, ())) != []


@pytest.mark.rule("R-46", "FREE-0")
def test_R_46_between_people_claims_go_on_while_a_harkonnen_card_is_carried_out() -> None:
    card = CardFrame("sandmasters", Deck.HOUSE_HARKONNEN)
    assert codes(position({}, {}, ACTED, card, mode=Mode.DUEL), CLAIM) == []


@pytest.mark.rule("PRES-3")
@pytest.mark.parametrize("gains", [(0, 0, 0), (-1, 2, 0), (1, 0, -1), (-2, -1, -1)])
def test_PRES_3_a_claim_moves_markers_on_and_none_back(gains: tuple[int, int, int]) -> None:
    assert codes(position({}, {}, TurnFrame(ATREIDES)), ClaimPrescience(gains)) == [("PRES-3", "gains_out_of_range")]


def test_where_a_correction_names_a_later_phase_no_phase_begins_by_itself() -> None:
    state = last_die()
    later = replace(state, phase=Phase.SPICE, cards=replace(state.cards, revealed=0))
    after = play(state, CorrectBoard(later))
    assert (after.phase, after.frames) == (Phase.SPICE, ())
