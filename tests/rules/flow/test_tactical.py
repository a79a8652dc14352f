"""Harvesting sector and target sietch."""

from dataclasses import replace

import pytest

from companion.content.terms import Phase
from companion.rules import State
from companion.rules.commands import DrawTactical
from companion.rules.engine import Draft, settle
from companion.rules.events import TargetSet
from companion.rules.frames import Frame, RoundStartFrame, TurnFrame, VehiclesFrame
from companion.rules.handlers.tracks import destroy_stronghold
from companion.rules.state import ATREIDES, Mode
from tests.rules.flow.table import area, codes, frame_names, in_round_1, play, position

ALL = [
    "rock_outcroppings",
    "bight_of_the_cliff",
    "sihaya_ridge",
    "gara_kulon",
    "tasmin_sink",
    "habbanya_ridge",
    "windgap",
    "hobars_gap",
]


def only(state: State, *standing: str) -> State:
    kept = {area(sietch) for sietch in standing}
    return replace(state, sietches=tuple(sietch for sietch in state.sietches if sietch.area in kept))


@pytest.mark.rule("MAHDI-START-2")
def test_MAHDI_START_2_first_the_harvesting_sector_then_the_target() -> None:
    state = play(in_round_1(), DrawTactical("windgap"))
    assert (state.harvesting_sector, state.target_sietch) == ("central", None)
    assert state.frames == (RoundStartFrame("windgap"),)
    state = play(state, DrawTactical("gara_kulon"))
    assert (state.harvesting_sector, state.target_sietch) == ("central", area("gara_kulon"))
    assert (state.phase, type(state.frame)) == (Phase.VEHICLES, VehiclesFrame)


@pytest.mark.rule("MAHDI-START-2")
def test_MAHDI_START_2_a_card_of_the_same_sector_is_discarded() -> None:
    state = play(in_round_1(), DrawTactical("windgap"), DrawTactical("hobars_gap"))
    assert state.target_sietch is None
    assert state.cards.tactical == ("windgap", "hobars_gap")
    assert codes(state, DrawTactical("hobars_gap")) == [("MAHDI-START-2", "card_already_drawn")]
    assert codes(state, DrawTactical("windgap")) == [("MAHDI-START-2", "card_already_drawn")]


@pytest.mark.rule("MAHDI-START-2")
def test_MAHDI_START_2_a_card_of_a_destroyed_sietch_is_discarded() -> None:
    state = only(in_round_1(), *(sietch for sietch in ALL if sietch != "gara_kulon"))
    state = play(state, DrawTactical("windgap"), DrawTactical("gara_kulon"))
    assert (state.target_sietch, state.phase) == (None, Phase.START)
    assert play(state, DrawTactical("sihaya_ridge")).target_sietch == area("sihaya_ridge")


@pytest.mark.rule("MAHDI-START-2")
def test_MAHDI_START_2_an_unknown_card_is_refused() -> None:
    assert codes(in_round_1(), DrawTactical("arrakeen")) == [("MAHDI-START-2", "unknown_tactical_card")]


@pytest.mark.rule("R-1")
def test_R_1_the_same_sector_is_allowed_when_nothing_else_stands() -> None:
    state = only(in_round_1(), "windgap", "hobars_gap")
    state = play(state, DrawTactical("windgap"), DrawTactical("hobars_gap"))
    assert state.target_sietch == area("hobars_gap")
    state = play(only(in_round_1(), "windgap", "hobars_gap"), DrawTactical("windgap"))
    assert codes(state, DrawTactical("windgap")) == [("R-1", "card_already_drawn")]


@pytest.mark.rule("R-1")
def test_R_1_without_any_other_sietch_there_is_no_target() -> None:
    state = play(only(in_round_1(), "windgap"), DrawTactical("windgap"))
    assert (state.target_sietch, state.phase) == (None, Phase.VEHICLES)


@pytest.mark.rule("R-1", "MAHDI-START-2")
def test_R_1_with_no_sietch_left_at_all_the_harvesting_card_is_drawn_all_the_same() -> None:
    draft = Draft(only(in_round_1()))
    settle(draft)
    assert draft.state.frames == (RoundStartFrame(),)
    state = play(draft.state, DrawTactical("windgap"))
    assert (state.harvesting_sector, state.target_sietch, state.phase) == ("central", None, Phase.VEHICLES)


@pytest.mark.rule("R-1")
def test_R_1_a_discarded_card_that_was_reshuffled_may_be_drawn_again() -> None:
    state = play(in_round_1(), DrawTactical("windgap"), DrawTactical("hobars_gap"))
    assert codes(state, DrawTactical("hobars_gap")) == [("MAHDI-START-2", "card_already_drawn")]
    state = only(state, "windgap", "hobars_gap")
    assert codes(state, DrawTactical("hobars_gap")) == []
    assert play(state, DrawTactical("hobars_gap")).target_sietch == area("hobars_gap")


@pytest.mark.rule("R-2")
def test_R_2_the_harvesting_card_may_name_a_destroyed_sietch() -> None:
    state = play(only(in_round_1(), *ALL[1:]), DrawTactical(ALL[0]))
    assert state.harvesting_sector == "nw"


@pytest.mark.rule("MAHDI-START-2", "R-2")
def test_MAHDI_START_2_a_target_lost_during_the_round_is_replaced() -> None:
    state = position({}, {}, TurnFrame(ATREIDES), target_sietch=area("gara_kulon"), harvesting_sector="central")
    state = replace(state, cards=replace(state.cards, tactical=("windgap", "gara_kulon")))
    draft = Draft(state)
    destroy_stronghold(draft, ATREIDES, area("gara_kulon"), 2)
    settle(draft)
    assert frame_names(draft.state) == ["TurnFrame", "RoundStartFrame"]
    state = play(draft.state, DrawTactical("hobars_gap"))
    assert state.target_sietch is None
    state = play(state, DrawTactical("tasmin_sink"))
    assert (state.target_sietch, state.harvesting_sector) == (area("tasmin_sink"), "central")
    assert state.frames == (TurnFrame(ATREIDES),)


def settled_without(state: State, *standing: str) -> Draft:
    """What happens by itself once only these sietches stand; the target was Gara Kulon."""
    state = replace(only(state, *standing), target_sietch=area("gara_kulon"))
    draft = Draft(replace(state, cards=replace(state.cards, tactical=("windgap", "gara_kulon"))))
    settle(draft)
    return draft


@pytest.mark.rule("R-1", "MAHDI-START-2")
def test_R_1_a_lost_target_that_no_card_can_replace_leaves_nothing_to_draw() -> None:
    draft = settled_without(position({}, {}, TurnFrame(ATREIDES)), "windgap")
    assert draft.events == [TargetSet(None)]


@pytest.mark.rule("MAHDI-START-2")
@pytest.mark.parametrize("mode, frames", [(Mode.SOLO, ()), (Mode.DUEL, (TurnFrame(ATREIDES),))])
def test_MAHDI_START_2_no_target_is_drawn_in_a_bare_position_or_between_people(
    mode: Mode, frames: tuple[Frame, ...]
) -> None:
    assert settled_without(position({}, {}, *frames, mode=mode), "windgap", "tasmin_sink").events == []
