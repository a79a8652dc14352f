"""Steps that have nothing to ask any more, because the board was put right in between, lapse by themselves."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import mask_of
from companion.content import steps
from companion.content.terms import Deck, Faction, Subfaction, UnitKind, VehicleKind
from companion.rules import Army, Rules, State
from companion.rules.ask.harkonnen_cards import legions_of, site_mask
from companion.rules.ask.turns import in_charge
from companion.rules.casualties import default_removal, mahdi_removals
from companion.rules.combat import proposed_removal
from companion.rules.commands import FinishAction, NamePrescience, PlaceVehicle, RemoveExcess, ReplaceUnits
from companion.rules.engine import Draft, settle
from companion.rules.frames import (
    BattleFrame,
    BattleStage,
    CardFrame,
    Cause,
    Frame,
    GameOverFrame,
    HitsFrame,
    RevealTokensFrame,
    RollFrame,
    StackingFrame,
    StationFrame,
    TurnFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Turn, supply
from tests.rules.flow.table import area, areas, codes, frame_names, harkonnen_card, position, turn

TURN = TurnFrame(HARKONNEN, acted=True, spent_die=True)


def settled(*frames: Frame, harkonnen: dict[str, Army] | None = None, **changes: Any) -> State:
    draft = Draft(position(harkonnen or {}, {}, *frames, **changes))
    settle(draft)
    return draft.state


@pytest.mark.rule("BATTLE-7")
@pytest.mark.parametrize("frame", [HitsFrame(Cause.STORM, HARKONNEN, area("ne_13"), 2),
                                   RollFrame(Cause.STORM, HARKONNEN, area("ne_13"), 2, (1, 0, 1))])  # fmt: skip
def test_BATTLE_7_hits_and_dice_need_a_legion(frame: Frame) -> None:
    assert settled(TURN, frame).frames == (TurnFrame(ATREIDES),)
    here = settled(TURN, frame, harkonnen={"ne_13": Army(regular=3)})
    assert here.frame == frame


@pytest.mark.rule("BATTLE-7")
def test_BATTLE_7_no_hits_are_no_step() -> None:
    none = HitsFrame(Cause.STORM, HARKONNEN, area("ne_13"), 0)
    assert frame_names(settled(TURN, none, harkonnen={"ne_13": Army(regular=3)})) == ["TurnFrame"]
    one = replace(none, hits=1)
    assert settled(TURN, one, harkonnen={"ne_13": Army(regular=3)}).frame == one


@pytest.mark.rule("STACK-1")
@pytest.mark.parametrize("units, excess", [(6, None), (7, 1), (8, 2), (9, 3)])
def test_STACK_1_the_excess_is_what_stands_there_now(units: int, excess: int | None) -> None:
    legion = {"ne_13": Army(regular=units - 2, tokens=2)}
    state = settled(TURN, StackingFrame(HARKONNEN, area("ne_13"), 2), harkonnen=legion, mode=Mode.DUEL)
    assert state.frame == (TURN if excess is None else StackingFrame(HARKONNEN, area("ne_13"), excess))


@pytest.mark.rule("STACK-1", "R-40")
@pytest.mark.parametrize("units, excess", [(6, None), (7, 1), (8, 2), (9, 2)])
def test_R_40_what_moved_on_top_of_an_excess_waits_for_the_end_of_the_action(units: int, excess: int | None) -> None:
    place, action = area("ne_13"), turn(HARKONNEN, moves=1)
    state = settled(
        *action,
        StackingFrame(HARKONNEN, place, 2),
        harkonnen={"ne_13": Army(regular=units)},
        mode=Mode.DUEL,
        turn=Turn(moved=((place, Army(regular=1)),)),
    )
    assert state.frame == (action[-1] if excess is None else StackingFrame(HARKONNEN, place, excess))


@pytest.mark.rule("STACK-1", "R-34")
def test_R_34_the_excess_of_every_legion_that_moved_goes_before_the_turn_ends() -> None:
    crowded = {"ne_13": Army(regular=7), "ne_14": Army(elite=8)}
    there = Turn(moved=tuple((area(place), legion) for place, legion in crowded.items()))
    state = settled(TURN, harkonnen=crowded, turn=there)
    assert dict(state.legions(HARKONNEN)) == {area("ne_13"): Army(regular=6), area("ne_14"): Army(elite=6)}


@pytest.mark.rule("ACT-3")
@pytest.mark.parametrize(
    "frame",
    [
        StationFrame(area("ne_4")),
        RevealTokensFrame(ATREIDES, area("ne_13"), Cause.WORM),
        StackingFrame(ATREIDES, area("ne_13"), 2),
        GameOverFrame(HARKONNEN, "WIN-1"),
    ],
)
def test_ACT_3_an_action_with_nothing_left_is_over_when_the_step_on_top_of_it_lapses(frame: Frame) -> None:
    taken, used_up = turn(ATREIDES)
    assert settled(taken, used_up, frame, stations=0).frames == (taken,)


@pytest.mark.rule("STACK-1")
def test_STACK_1_units_leave_only_when_there_are_too_many() -> None:
    state = position({"ne_13": Army(regular=8)}, {}, TURN)
    assert codes(state, RemoveExcess(Army(regular=2))) == [("STACK-1", "not_now")]
    crowded = replace(state, frames=(TURN, StackingFrame(HARKONNEN, area("ne_13"), 2)))
    assert codes(crowded, RemoveExcess(Army(regular=2))) == []
    assert codes(crowded, RemoveExcess(Army(regular=1))) == [("STACK-1", "wrong_excess")]
    assert codes(crowded, RemoveExcess(Army(regular=2, generic=1)))[0] == ("STACK-1", "leaders_do_not_count")
    assert codes(crowded, RemoveExcess(Army(elite=2))) == [("STACK-1", "figures_not_there")]


@pytest.mark.rule("STATION-1")
def test_STATION_1_a_station_that_left_the_board_is_not_taken() -> None:
    place = area("ne_4")
    there = settled(TURN, StationFrame(place), stations=mask_of((place,)))
    assert there.frame == StationFrame(place)
    assert frame_names(settled(TURN, StationFrame(place), stations=mask_of(areas("sw_1")))) == ["TurnFrame"]


@pytest.mark.rule("BATTLE-10")
def test_BATTLE_10_a_battle_in_which_nobody_stands_is_over() -> None:
    battle = BattleFrame(HARKONNEN, area("ne_14"), area("ne_13"), stage=BattleStage.REVEAL)
    state = settled(TURN, battle)
    assert "BattleFrame" not in frame_names(state)


@pytest.mark.rule("PRES-3")
def test_PRES_3_prescience_cards_are_named_in_a_game_that_goes_on() -> None:
    state = position({}, {}, TURN, revealed=2)
    assert codes(state, NamePrescience(())) == []
    assert codes(replace(state, frames=()), NamePrescience(())) == [("PRES-3", "not_now")]
    over = replace(state, frames=(GameOverFrame(ATREIDES, "WIN-2"),))
    assert codes(over, NamePrescience(())) == [("PRES-3", "not_now")]


@pytest.mark.rule("TEAM-4")
def test_TEAM_4_who_spent_the_die_carries_its_card_out() -> None:
    rules = Rules(partners=2, harkonnen_partners=2)
    frames = harkonnen_card("hunter_seeker", Deck.HOUSE_HARKONNEN)
    state = position({}, {}, *frames, mode=Mode.TEAM, rules=rules)
    assert in_charge(state) is Subfaction.HOUSE_HARKONNEN
    theirs = (replace(TURN, corrino=True), *frames[1:])
    assert in_charge(replace(state, frames=theirs)) is Subfaction.CORRINO_ALLY
    assert in_charge(replace(state, frames=(replace(TURN, spent_die=False), *frames[1:]))) is None
    assert in_charge(replace(state, frames=(replace(TURN, faction=ATREIDES), *frames[1:]))) is None
    assert in_charge(replace(state, rules=Rules(partners=2))) is None


@pytest.mark.rule("MAHDI-CARD-2")
def test_MAHDI_CARD_2_the_legions_and_areas_that_a_step_is_about() -> None:
    legions = {"arsunt": Army(regular=1), "ne_13": Army(special=1), "carthag": Army(elite=1, named=("thufir_hawat",))}
    state = position(legions, {"ne_12": Army(regular=1)})
    frame = CardFrame("arsunt_legion", Deck.HOUSE_HARKONNEN, 1)
    kinds = steps.LegionKind

    def found(kind: steps.LegionKind, place: str | None = None) -> int:
        return legions_of(state, frame, steps.LegionFilter(kind, place))

    assert found(kinds.AT_AREA, "arsunt") == mask_of(areas("arsunt"))
    assert found(kinds.AT_AREA, "arrakeen") == 0
    assert found(kinds.IN_SETTLEMENT) == mask_of(areas("arsunt", "carthag"))
    assert found(kinds.WITH_SPECIAL) == mask_of(areas("ne_13"))
    assert found(kinds.ANY) == mask_of(areas("arsunt", "ne_13", "carthag"))
    site = steps.SiteKind
    assert site_mask(state, steps.Site(site.LEGION_OF_LEADER, leader="thufir_hawat")) == mask_of(areas("carthag"))
    assert site_mask(state, steps.Site(site.LEGION_WITH_SPECIAL)) == mask_of(areas("ne_13"))
    assert site_mask(state, steps.Site(site.ONE_AREA, ("arsunt", "ne_12"))) == mask_of(areas("arsunt"))
    assert site_mask(state, steps.Site(site.ANY_SIETCH)) == 0


@pytest.mark.rule("MAHDI-CARD-2")
def test_MAHDI_CARD_2_no_more_units_are_replaced_than_the_card_says() -> None:
    frames = harkonnen_card("sardaukar_disguised", Deck.CORRINO_ALLY)
    state = position({"arrakeen": Army(regular=6)}, {}, *frames)
    replaced = [
        codes(state, ReplaceUnits(HARKONNEN, area("arrakeen"), n, UnitKind.REGULAR, UnitKind.SPECIAL)) for n in (2, 5)
    ]
    assert ("MAHDI-CARD-2", "too_many_replacements") not in replaced[0]
    assert ("MAHDI-CARD-2", "too_many_replacements") in replaced[1]
    place = harkonnen_card("hard_times_and_oppression", Deck.HOUSE_HARKONNEN)
    other = position({"arrakeen": Army(regular=6)}, {}, *place)
    command = ReplaceUnits(HARKONNEN, area("arrakeen"), 1, UnitKind.REGULAR, UnitKind.SPECIAL)
    assert codes(other, command)[0] == ("MAHDI-CARD-2", "not_now")


@pytest.mark.rule("MAHDI-BATTLE-2", "BATTLE-7")
def test_MAHDI_BATTLE_2_the_proposal_for_the_solo_harkonnen_is_theirs() -> None:
    army = Army(regular=1, elite=1, generic=2, named=("beast_rabban", "thufir_hawat"))
    state = position({"ne_13": army}, {"ne_12": army})
    regulars = supply(state, HARKONNEN).regular
    theirs = mahdi_removals(army, 4, regulars)
    assert len(theirs) > 1
    assert proposed_removal(state, HARKONNEN, area("ne_13"), 4) == theirs[0]
    assert default_removal(HARKONNEN, army, 4, regulars, solo=True) == theirs[0]
    people = proposed_removal(replace(state, mode=Mode.DUEL), HARKONNEN, area("ne_13"), 4)
    assert people == default_removal(HARKONNEN, army, 4, regulars, solo=False) != theirs[0]


@pytest.mark.rule("VEH-2")
def test_VEH_2_in_a_bare_position_one_vehicle_of_a_kind_may_come() -> None:
    state = replace(position({}, {}), harvesters=())
    for kind, place in ((VehicleKind.HARVESTER, area("ne_5")), (VehicleKind.ORNITHOPTER, 0), (VehicleKind.CARRYALL, 0)):
        assert codes(state, PlaceVehicle(kind, place)) == []
    in_turn = position({}, {}, *turn(Faction.HARKONNEN))
    assert codes(in_turn, PlaceVehicle(VehicleKind.HARVESTER, area("ne_5"))) == [("VEH-2", "not_now")]
    assert codes(in_turn, FinishAction()) == []
