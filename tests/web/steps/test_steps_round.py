"""What a round says outside its turns: set-up, card of the round, vehicles, spice, end."""

from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER, SETTLEMENT_MASK, members
from companion.content.terms import Faction, Phase
from companion.rules import frames as f
from companion.rules.commands import CollectSpice, EndRound
from companion.rules.state import Mode, State
from companion.service.telling import announced
from companion.web import strip
from companion.web.scene import Reader
from companion.web.ui.blocks import Fold, Form, Go, Note, Steppers, Todos
from tests.web.steps.scenes import asked, at, position, said, scene_at, tells_to_act

H, A = Faction.HARKONNEN, Faction.ATREIDES
FRAMES: tuple[f.Frame, ...] = (
    f.SetupFrame(tuple(members(SETTLEMENT_MASK))),
    f.SetupFrame(()),
    f.RoundStartFrame(),
    f.RoundStartFrame("gara_kulon"),
    f.VehiclesFrame(3, 1, 2),
    f.VehiclesFrame(0, 0, 0),
    f.HarvestFrame(),
    f.SpiceFrame(5),
    f.VictoryCheckFrame(),
    *(f.EndFrame(stage) for stage in f.EndStage),
)
SOLO_ONLY, PEOPLE_ONLY = (f.RoundStartFrame,), (f.VictoryCheckFrame,)


def in_round(**given: object) -> State:
    given = {"harvesting_sector": "ne", "target_sietch": "gara_kulon", **given}
    return replace(position(**given), phase=Phase.VEHICLES)


@pytest.mark.parametrize("mode", [Mode.SOLO, Mode.DUEL])
@pytest.mark.parametrize("reader", list(Reader))
@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_every_reader_gets_a_sentence_that_does_not_tell_a_watcher_to_act(
    frame: f.Frame, reader: Reader, mode: Mode
) -> None:
    if isinstance(frame, PEOPLE_ONLY if mode is Mode.SOLO else SOLO_ONLY):
        return
    if mode is Mode.SOLO and frame == f.EndFrame(f.EndStage.ATREIDES):
        return
    head = said(at(frame, in_round(), mode), reader)
    assert head.kicker
    assert not head.title[0].islower()
    assert "%(" not in head.kicker + head.title + head.detail
    if mode is not Mode.SOLO:
        assert not head.rule.startswith("MAHDI")
    if reader is not Reader.PLAYER:
        assert not tells_to_act(head), head


@pytest.mark.rule("MAHDI-START-2")
def test_MAHDI_START_2_the_card_of_the_round_asks_for_both_cards_a_fallen_target_for_a_new_one() -> None:
    start = replace(at(f.RoundStartFrame()), phase=Phase.START)
    assert said(start).title == "Round 3 begins"
    assert "where do the Harkonnen harvest" in said(start).detail
    assert said(start, Reader.WATCHER).detail == "Two tactical cards name the harvesting sector and the target."
    later = replace(at(f.RoundStartFrame("gara_kulon")), phase=Phase.ACTIONS)
    assert said(later).title == "The target sietch is destroyed: a new one is drawn"


@pytest.mark.rule("MAHDI-START-1")
def test_MAHDI_START_1_the_card_of_the_round_names_the_open_prescience_cards_that_are_known() -> None:
    start = replace(at(f.RoundStartFrame()), phase=Phase.START)
    assert not [block for block in asked(scene_at(start)).blocks if isinstance(block, Note)]
    named = replace(start, cards=replace(start.cards, revealed=2, open=("water_of_life", "wind_traps")))
    (note,) = [block for block in asked(scene_at(named)).blocks if isinstance(block, Note)]
    assert note.text.endswith(": Paul Drinks the Water of Life, New Hidden Wind Traps")


@pytest.mark.rule("MAHDI-VEH-1")
def test_MAHDI_VEH_1_the_order_of_vehicles_is_what_it_announces_and_kinds_are_told_apart_on_the_map() -> None:
    state = at(f.VehiclesFrame(2, 1, 1), in_round())
    head = said(state)
    order = scene_at(state).order()
    assert order is not None
    assert head.changes == announced(state, order.rest)
    assert head.title == "Place 2 harvesters, 1 ornithopter and 1 carryall"
    assert sorted(set(head.lights.coming.values())) == ["carryall", "harvester", "ornithopter"]
    panel = asked(scene_at(state))
    lines = next(block for block in panel.blocks if isinstance(block, Todos))
    assert [line.glyph for line in lines.todos] == ["harvester", "ornithopter", "carryall"]


@pytest.mark.rule("SPICE-1")
def test_SPICE_1_each_harvester_is_a_line_with_what_it_brings() -> None:
    state = at(f.HarvestFrame())
    head = said(state)
    assert head.title == "Remove 1 harvester from the board"
    assert head.changes == announced(state, [CollectSpice()])
    assert said(state, Reader.DISPLAY).title == "1 harvester leaves the board"


# --- the end of a round ---------------------------------------------------------------------------------------
def at_end(stage: f.EndStage, revealed: int, hand: int = 0) -> State:
    state = at(f.EndFrame(stage), in_round(ornithopters=["az_ne"]))
    return replace(state, phase=Phase.END, cards=replace(state.cards, revealed=revealed, hand=hand))


@pytest.mark.rule("PRES-3")
def test_PRES_3_claims_are_asked_only_where_a_card_lies_revealed() -> None:
    assert said(at_end(f.EndStage.CLAIMS, 2)).title == "Claim prescience cards, if they are met"
    nothing = at_end(f.EndStage.CLAIMS, 0)
    assert said(nothing).title == "Clean up round 3"
    panel = asked(scene_at(nothing))
    assert not any(isinstance(block, Fold) and block.title.startswith("Claim") for block in panel.blocks)
    form = panel.blocks[-1]
    assert isinstance(form, Form)
    assert (form.deed, isinstance(form.blocks[-1], Go)) == ("end-round", True)


@pytest.mark.rule("ROUND-2")
def test_ROUND_2_cleaning_up_announces_what_it_does_and_cards_over_the_limit() -> None:
    state = at_end(f.EndStage.CLEANUP, 2, hand=8)
    head = said(state)
    assert head.changes == announced(state, [EndRound(discarded=2)])
    panel = asked(scene_at(state))
    lines = next(block for block in panel.blocks if isinstance(block, Todos))
    titles = [line.title for line in lines.todos]
    assert "Ornithopter" in titles
    assert any(title.startswith("Supremacy ") for title in titles)
    assert not any(title.startswith("Round ") for title in titles)


@pytest.mark.rule("ROUND-2")
@pytest.mark.parametrize(
    "stage, side, deed",
    [(f.EndStage.CLEANUP, "Harkonnen", "clean-up"), (f.EndStage.ATREIDES, "Atreides", "end-round")],
)
def test_ROUND_2_between_people_the_clean_up_asks_one_side_for_its_own_hand_and_leaders(
    stage: f.EndStage, side: str, deed: str
) -> None:
    state = replace(at_end(stage, 2, hand=8), mode=Mode.DUEL, reinforcements=9)
    if stage is f.EndStage.ATREIDES:
        state = replace(state, ornithopters=())
    assert said(state).title == f"{side}: clean up your side of round 3"
    assert said(state, Reader.OTHER).title == f"{side} clean up their side of round 3"
    panel = asked(scene_at(state))
    assert any(isinstance(block, Todos) for block in panel.blocks)
    form = panel.blocks[-1]
    assert isinstance(form, Form)
    assert form.deed == deed
    steppers = [one for block in form.blocks if isinstance(block, Steppers) for one in block.steppers]
    over = {f.EndStage.CLEANUP: (3, 9), f.EndStage.ATREIDES: (2, 8)}[stage]
    assert [(one.name, one.value, one.most) for one in steppers] == [("discarded", *over)]


# --- the ribbon --------------------------------------------------------------------------------------------------
def test_the_ribbon_shows_sector_and_target_all_round_and_nothing_before_they_are_drawn() -> None:
    sector, target = strip.ribbon(scene_at(at(f.TurnFrame(A), in_round())))
    assert (sector["value"], target["value"]) == ("North-east sector", "Gara Kulon")
    assert target["where"] == "gara_kulon"
    assert len(sector["where"].split()) > 5
    assert strip.ribbon(scene_at(at(f.RoundStartFrame()))) == []
    assert strip.ribbon(scene_at(at(f.TurnFrame(A), in_round(), Mode.DUEL))) == []
    assert AREA_NUMBER["gara_kulon"] == in_round().target_sietch
