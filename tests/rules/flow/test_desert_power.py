"""Wormsigns and worms of the Atreides, and the family atomics."""

from dataclasses import replace

import pytest

from companion.board import AREA_IDS, members, sheltered_mask
from companion.rules import Army, State, check
from companion.rules.actions import OtherAction
from companion.rules.ask.desert import WORMSIGN_TOKENS, worm_moves
from companion.rules.commands import DetonateAtomics, MoveWorm, PlaceWormsign
from companion.rules.frames import TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Mode
from tests.rules.flow.table import (
    area,
    areas,
    army,
    atreides_turn,
    blocked,
    card_played,
    codes,
    frame_names,
    harkonnen_turn,
    play,
    position,
    turn,
)


def desert(**budget: int) -> State:
    return position({}, {}, TurnFrame(ATREIDES, acted=True), turn(ATREIDES, OtherAction.DESERT_POWER, **budget)[1])


@pytest.mark.rule("ACT-DESERT")
def test_ACT_DESERT_two_wormsigns_in_two_desert_areas() -> None:
    state = replace(desert(placements=2), sandworms=areas("ne_2"), wormsigns=areas("ne_3"))
    reasons = {
        "carthag": "not_desert",
        "ne_3": "wormsign_there",
        "ne_2": "worm_there",
        "windgap": "sietch_there",
    }
    for place, code in reasons.items():
        assert codes(state, PlaceWormsign(area(place))) == [("ACT-DESERT", code)]
    state = play(state, PlaceWormsign(area("ne_1")), PlaceWormsign(area("ne_4")))
    assert state.wormsigns == areas("ne_1", "ne_3", "ne_4")
    assert frame_names(state) == ["TurnFrame"]
    assert codes(state, PlaceWormsign(area("ne_5"))) == [("ACT-DESERT", "not_now")]


@pytest.mark.rule("ACT-DESERT")
def test_ACT_DESERT_sixteen_tokens_are_all_there_are() -> None:
    state = desert(placements=2)
    deserts = [place for place in members(state.desert_mask) if state.sietch(place) is None]
    state = replace(state, wormsigns=tuple(deserts[:16]))
    assert codes(state, PlaceWormsign(deserts[16])) == [("ACT-DESERT", "no_wormsign_left")]


@pytest.mark.rule("WORM-6")
def test_WORM_6_a_worm_moves_up_to_two_desert_areas_to_an_empty_one() -> None:
    state = replace(desert(moves=2), sandworms=areas("ne_1"), wormsigns=areas("ne_2"))
    targets = {AREA_IDS[place] for place in members(worm_moves(state, area("ne_1")))}
    assert "ne_2" not in targets
    assert {"ne_4", "ne_5", "ne_3"} <= targets
    assert codes(state, MoveWorm(area("ne_1"), area("ne_2"))) == [("WORM-6", "worm_cannot_go_there")]
    assert codes(state, MoveWorm(area("ne_5"), area("ne_1"))) == [("WORM-6", "no_worm_there")]
    assert play(state, MoveWorm(area("ne_1"), area("ne_5"))).sandworms == areas("ne_5")


@pytest.mark.rule("WORM-6")
def test_WORM_6_a_station_does_not_stop_it_a_legion_does() -> None:
    state = replace(desert(moves=2), sandworms=areas("ne_1"))
    assert worm_moves(state, area("ne_1")) >> area("ne_4") & 1
    taken = state.with_army(HARKONNEN, area("ne_4"), Army(regular=1))
    assert not worm_moves(taken, area("ne_1")) >> area("ne_4") & 1


@pytest.mark.rule("ACT-DESERT")
def test_ACT_DESERT_two_different_worms_move() -> None:
    state = replace(desert(moves=2), sandworms=areas("ne_1", "sw_1"))
    state = play(state, MoveWorm(area("ne_1"), area("ne_2")))
    assert codes(state, MoveWorm(area("ne_2"), area("ne_1"))) == [("ACT-DESERT", "worm_moved_already")]
    assert codes(state, MoveWorm(area("sw_1"), area("ne_1"))) == [("WORM-6", "worm_cannot_go_there")]


@pytest.mark.rule("ACT-DESERT")
def test_ACT_DESERT_a_card_by_hand_places_wormsigns_and_moves_worms_also_twice() -> None:
    state = position({}, {}, *card_played(), sandworms=areas("ne_1"))
    assert codes(state, PlaceWormsign(area("ne_4"))) == codes(state, MoveWorm(area("ne_1"), area("ne_2"))) == []
    state, again = play(state, MoveWorm(area("ne_1"), area("ne_2"))), MoveWorm(area("ne_2"), area("ne_5"))
    assert codes(state, again) == [("ACT-DESERT", "worm_moved_already")]
    assert not blocked(state, again)
    assert getattr(play(state, again, anyway=True).frame, "worms", ()) == areas("ne_5")


@pytest.mark.rule("WILD-1", "WORM-6")
def test_WILD_1_the_wild_maker_moves_like_a_worm() -> None:
    state = replace(desert(moves=2), wild_maker=area("ne_1"))
    assert play(state, MoveWorm(area("ne_1"), area("ne_2"))).wild_maker == area("ne_2")


def armed(**changes: object) -> State:
    return atreides_turn(prescience=(8, 0, 0), **changes)


@pytest.mark.rule("ATOM-1", "PRES-4")
def test_ATOM_1_once_a_game_from_step_8_on_in_the_own_turn() -> None:
    command = DetonateAtomics(area("splintered_rock"))
    assert codes(atreides_turn(prescience=(7, 7, 7)), command) == [("PRES-4", "markers_too_low")]
    assert codes(harkonnen_turn(prescience=(8, 0, 0)), command) == [("ATOM-1", "not_now")]
    assert codes(armed(), DetonateAtomics(area("carthag"))) == [("ATOM-1", "no_place_for_atomics")]
    state = play(armed(), command)
    assert state.atomics == area("splintered_rock")
    assert state.desert_mask >> area("splintered_rock") & 1
    assert codes(state, DetonateAtomics(area("rimwall_west"))) == [("ATOM-1", "atomics_used")]
    assert state.frames == (TurnFrame(ATREIDES),)


@pytest.mark.rule("ATOM-1")
def test_ATOM_1_our_family_atomics_may_go_off_earlier() -> None:
    state = position({}, {}, *card_played(), prescience=(4, 0, 0))
    command = DetonateAtomics(area("splintered_rock"))
    assert codes(state, command) == [("PRES-4", "markers_too_low")]
    assert not blocked(state, command)


@pytest.mark.rule("ATOM-1")
@pytest.mark.parametrize(
    "place, opened",
    [
        ("splintered_rock", {"hagga_basin"}),
        ("hole_in_the_rock", {"imperial_basin"}),
        ("rimwall_west", {"imperial_basin", "arrakeen"}),
    ],
)
def test_ATOM_1_adjacent_plateaus_lose_their_shelter(place: str, opened: set[str]) -> None:
    state = play(armed(), DetonateAtomics(area(place)))
    lost = sheltered_mask(state.graph, None) & ~sheltered_mask(state.graph, state.atomics)
    assert {AREA_IDS[number] for number in members(lost)} == opened


@pytest.mark.rule("ATOM-1", "R-37")
def test_R_37_a_legion_there_goes_where_the_player_wants() -> None:
    state = armed(harkonnen={"splintered_rock": Army(regular=2)})
    blast = DetonateAtomics(area("splintered_rock"))
    assert codes(state, blast) == [("ATOM-1", "legion_can_leave")]
    around = members(state.borders(HARKONNEN)[area("splintered_rock")])
    assert check(state, blast)[0].facts["areas"] == [AREA_IDS[place] for place in around]
    assert codes(state, replace(blast, displaced_to=area("ne_1"))) == [("ATOM-1", "cannot_be_displaced_there")]
    moved = play(state, replace(blast, displaced_to=area("hagga_basin")))
    assert army(moved, HARKONNEN, "hagga_basin") == Army(regular=2)
    destroyed = play(state, blast, anyway=True)
    assert destroyed.legions(HARKONNEN) == []
    own = armed(atreides={"splintered_rock": Army(regular=2)})
    assert army(play(own, replace(blast, displaced_to=area("wind_pass"))), ATREIDES, "wind_pass") == Army(regular=2)
    assert codes(armed(), replace(blast, displaced_to=area("wind_pass"))) == [("ATOM-1", "nobody_to_displace")]


@pytest.mark.rule("ATOM-1")
def test_ATOM_1_a_legion_that_can_go_nowhere_is_destroyed() -> None:
    state = armed(harkonnen={"splintered_rock": Army(regular=2)})
    around = members(state.borders(HARKONNEN)[area("splintered_rock")])
    state = replace(state, sandworms=tuple(around))
    blast = DetonateAtomics(area("splintered_rock"))
    assert codes(state, blast) == []
    assert play(state, blast).legions(HARKONNEN) == []


@pytest.mark.rule("R-39", "ACT-6", "ACT-DESERT")
@pytest.mark.parametrize("mode", list(Mode))
def test_R_39_a_wormsign_that_is_placed_may_come_from_the_board(mode: Mode) -> None:
    frames = turn(ATREIDES, OtherAction.DESERT_POWER, placements=2)
    state = position({}, {}, *frames, mode=mode, wormsigns=areas("ne_1"))
    assert codes(state, PlaceWormsign(area("ne_2"), area("ne_3"))) == [("R-39", "no_wormsign_there")]
    assert codes(state, PlaceWormsign(area("ne_1"), area("ne_1"))) == [("ACT-DESERT", "wormsign_there")]
    state = play(state, PlaceWormsign(area("ne_2"), area("ne_1")))
    assert (state.wormsigns, getattr(state.frame, "placements", None)) == (areas("ne_2"), 1)


@pytest.mark.rule("R-39", "ACT-DESERT")
def test_R_39_with_no_wormsign_in_the_pool_those_on_the_board_can_be_placed() -> None:
    sand = tuple(members(State().desert_mask & ~State().sietch_mask))
    frames = turn(ATREIDES, OtherAction.DESERT_POWER, placements=2)
    state = position({}, {}, *frames, wormsigns=sand[:WORMSIGN_TOKENS])
    assert codes(state, PlaceWormsign(sand[-1])) == [("ACT-DESERT", "no_wormsign_left")]
    assert codes(state, PlaceWormsign(sand[-1], sand[0])) == []
