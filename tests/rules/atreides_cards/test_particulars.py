"""What a step of an Atreides card asks for: each particular that lacks or is wrong is refused by its own reason."""

from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_IDS, PLATEAU_MASK, mask_of, members
from companion.content import steps
from companion.content.terms import Marker, VehicleKind
from companion.rules import Army, State, execute
from companion.rules.actions import OtherAction
from companion.rules.ask.atreides_cards import leaders_in_reach, sietch_places, site_mask, vehicles_open
from companion.rules.ask.atreides_steps import branches, card_below, fits
from companion.rules.commands import CarryOutStep
from companion.rules.events import CardDetached
from companion.rules.frames import ActionFrame, AtreidesCardFrame, TurnFrame
from companion.rules.state import ATREIDES, HARKONNEN, Standing
from tests.rules.atreides_cards.table import area, areas, army, carry_out, codes, table, zone

NOT_ALLOWED = [("CARD-1", "card_does_not_allow")]


def at(card: str, step: int = 0, **changes: Any) -> State:
    """The rich position with the card come to a step."""
    frame = AtreidesCardFrame(card, branches(table(), card), step)
    return table(TurnFrame(ATREIDES, acted=True, spent_die=True), frame, **changes)


def wrong(state: State, **particulars: Any) -> list[tuple[str, str]]:
    for key in ("area", "target"):
        if particulars.get(key) is not None:
            particulars[key] = area(particulars[key])
    return codes(state, CarryOutStep(**particulars))


@pytest.mark.rule("CARD-1")
def test_CARD_1_a_sietch_moves_from_one_area_to_an_adjacent_empty_desert() -> None:
    state = at("kitab_al_ibar")
    assert wrong(state) == NOT_ALLOWED
    assert wrong(state, area="windgap") == NOT_ALLOWED
    assert wrong(state, target="csw_3") == NOT_ALLOWED
    assert wrong(state, area="windgap", target="csw_3") == []
    assert wrong(state, area="windgap", target="ne_5") == NOT_ALLOWED
    assert wrong(state, area="ne_11", target="ne_10") == NOT_ALLOWED
    assert sietch_places(state, area("ne_11")) == 0
    after = carry_out(state, area="windgap", target="csw_3")
    assert army(after, "csw_3") == army(state, "windgap")
    assert after.sietch(area("csw_3")) is not None
    # Without a legion the sietch goes alone.
    assert carry_out(state, area="gara_kulon", target="ne_14").sietch(area("ne_14")) is not None


@pytest.mark.rule("CARD-1")
def test_CARD_1_tokens_change_places_between_two_sietches_one_of_which_has_some() -> None:
    state = at("stillsuits", 1)
    assert wrong(state) == NOT_ALLOWED
    assert wrong(state, area="windgap") == NOT_ALLOWED
    assert wrong(state, area="windgap", target="ne_11") == NOT_ALLOWED
    assert wrong(state, area="ne_11", target="windgap") == NOT_ALLOWED
    assert wrong(state, area="windgap", target="windgap") == [("CARD-1", "same_area")]
    assert wrong(state, area="sihaya_ridge", target="gara_kulon") == NOT_ALLOWED
    assert wrong(state, area="sihaya_ridge", target="tasmin_sink") == []
    assert wrong(state, area="tasmin_sink", target="sihaya_ridge") == []


@pytest.mark.rule("PRES-1", "PRES-2")
def test_PRES_1_markers_shift_by_at_least_a_step_and_not_below_the_track() -> None:
    state = at("alam_al_mithal")
    jihad, paths, dwellers = Marker.JIHAD, Marker.KWISATZ_HADERACH, Marker.SAND_DWELLERS
    assert wrong(state, lowered=paths, raised=paths, count=1) == [("PRES-1", "two_markers_needed")]
    assert wrong(state, lowered=paths, count=1) == [("PRES-1", "two_markers_needed")]
    assert wrong(state, raised=paths, count=1) == [("PRES-1", "two_markers_needed")]
    assert wrong(state, lowered=paths, raised=jihad, count=0) == [("PRES-2", "no_steps")]
    assert wrong(state, lowered=dwellers, raised=jihad, count=3) == [("PRES-1", "below_the_track")]
    assert wrong(state, lowered=dwellers, raised=jihad, count=2) == []
    now = carry_out(state, lowered=paths, raised=dwellers, count=2).prescience
    assert sorted(now) == [0, 1, 4]


@pytest.mark.rule("PRES-3")
def test_PRES_3_what_lies_on_cards_goes_when_all_of_them_are_exchanged() -> None:
    cards = replace(table().cards, attached=("fear_is_the_mind_killer",))
    state = at("adab_the_demanding_memory", cards=cards)
    assert wrong(state, count=0) == [("PRES-3", "not_so_many_revealed")]
    assert wrong(state, count=3) == [("PRES-3", "not_so_many_revealed")]
    assert CardDetached("fear_is_the_mind_killer") not in execute(state, CarryOutStep(count=1))[1]
    assert CardDetached("fear_is_the_mind_killer") in execute(state, CarryOutStep(count=2))[1]


@pytest.mark.rule("ACT-6", "LEADER-1", "STACK-1")
def test_ACT_6_what_a_card_places_is_of_its_kinds_joins_units_and_keeps_the_limit() -> None:
    # Chatt the Leaper: two Fedaykin and a Naib in a sietch.
    state = at("chatt_the_leaper")
    fedaykin = Army(special=2)
    assert wrong(state, area="windgap") == [("ACT-6", "nothing_to_place")]
    assert wrong(state, figures=fedaykin) == NOT_ALLOWED
    assert wrong(state, area="ne_11", figures=fedaykin) == NOT_ALLOWED
    assert wrong(state, area="windgap", figures=Army(special=2, generic=1)) == []
    full = state.with_army(ATREIDES, area("windgap"), Army(regular=5))
    assert wrong(full, area="windgap", figures=Army(special=2)) == [("STACK-1", "over_stacking")]
    assert wrong(full, area="windgap", figures=Army(special=1)) == []
    over = full.with_army(ATREIDES, area("windgap"), Army(regular=7))
    assert wrong(over, area="windgap", figures=Army(generic=1)) == []
    assert wrong(state, area="sihaya_ridge", figures=Army(special=2, generic=1)) == []
    assert wrong(state, area="sihaya_ridge", figures=Army(elite=1, regular=1)) == []
    assert wrong(state, area="sihaya_ridge", figures=Army(special=3)) == [("CARD-1", "too_many_units")]
    assert wrong(state, area="sihaya_ridge", figures=Army(special=2, generic=2)) == [("CARD-1", "too_many_leaders")]
    assert wrong(state, area="sihaya_ridge", figures=Army(special=1, named=("chani",)))[0] == (
        "CARD-1",
        "too_many_leaders",
    )
    assert wrong(state, area="gara_kulon", figures=Army(generic=1)) == [("LEADER-1", "leaders_need_a_unit")]
    assert wrong(state, area="tasmin_sink", figures=Army(generic=1)) == []


@pytest.mark.rule("UNIT-2")
def test_UNIT_2_a_lower_kind_stands_in_for_a_higher_one_never_the_other_way() -> None:
    # I am Stilgar: a regular unit, two elites and Stilgar on a free plateau.
    state = at("i_am_stilgar")
    place = AREA_IDS[next(members(PLATEAU_MASK & state.free_mask(ATREIDES)))]
    for figures, allowed in (
        (Army(regular=1, elite=2), True),
        (Army(regular=3), True),
        (Army(elite=3), False),
        (Army(regular=2, special=1), False),
        (Army(regular=1, elite=1, special=1), False),
    ):
        found = wrong(state, area=place, figures=figures)
        assert (("CARD-1", "too_many_units") not in found) is allowed, figures


@pytest.mark.rule("ACT-6")
def test_ACT_6_the_legion_of_a_leader_who_is_not_on_the_board_is_nowhere() -> None:
    site = steps.Site(steps.SiteKind.LEGION_OF_LEADER, leader="stilgar")
    state = table()
    assert site_mask(state, site) == 1 << area("sihaya_ridge")
    gone = state.take_army(ATREIDES, area("sihaya_ridge"), Army(named=("stilgar",)))
    assert site_mask(gone.with_leader("stilgar", standing=Standing.READY), site) == 0


@pytest.mark.rule("CARD-1")
def test_CARD_1_vehicles_go_from_one_sector_or_from_the_zones_that_touch_it() -> None:
    harvester, ornithopter = VehicleKind.HARVESTER, VehicleKind.ORNITHOPTER
    state = at("fremen_rockets")
    found = opened(state, steps.RemoveByDice(3, 1, 1))
    # Legions stand in the north-east, the south-west and in the middle.
    assert (harvester, area("ne_1")) in found
    assert (harvester, area("nw_1")) not in found
    assert (ornithopter, zone("az_ne")) in found
    # Only what lies deep in the desert, whatever the sector, and nothing in the air.
    deep = opened(state, steps.RemoveVehicles(2, steps.VehicleSite.DEEP_DESERT_SECTOR))
    assert {place for _kind, place in deep} == {
        place for place in state.harvesters if state.deep_desert_mask >> place & 1
    }
    assert {kind for kind, _place in deep} == {harvester}
    leader = steps.RemoveVehicles(2, steps.VehicleSite.LEADER_SECTOR, "stilgar")
    assert (harvester, area("ne_1")) in opened(state, leader)
    assert (harvester, area("csw_5")) not in opened(state, leader)
    assert opened(state, replace(leader, leader="chani")) == ()


def opened(state: State, step: steps.RemoveVehicles | steps.RemoveByDice) -> tuple[Any, ...]:
    assert isinstance(state.frame, AtreidesCardFrame)
    return vehicles_open(state, state.frame, step)


@pytest.mark.rule("CARD-1", "TANK-1")
def test_CARD_1_a_card_about_any_enemy_leader_reaches_all_and_about_near_ones_only_those() -> None:
    state = at("alia_the_abomination")
    anyone = steps.LegionFilter(steps.LegionKind.ANY)
    anywhere = steps.TankEnemyLeader(steps.Reach.ANYWHERE, anyone)
    near = steps.TankEnemyLeader(steps.Reach.ADJACENT, anyone)
    frame = state.frame
    assert isinstance(frame, AtreidesCardFrame)
    assert set(leaders_in_reach(state, frame, anywhere)) == {"beast_rabban", "baron_harkonnen"}
    assert leaders_in_reach(state, frame, near) == ("beast_rabban",)
    assert leaders_in_reach(state.take_army(ATREIDES, area("windgap"), army(state, "windgap")), frame, near) == ()
    for corner in ("arrakeen", "sw_9"):
        far = state.with_army(HARKONNEN, area(corner), Army(regular=1, named=("captain_aramsham",)))
        assert "captain_aramsham" in leaders_in_reach(far, frame, anywhere)


@pytest.mark.rule("CARD-1")
def test_CARD_1_the_card_in_progress_lies_on_top_or_right_under_an_action() -> None:
    state = at("war_plan")
    frame = state.frame
    assert card_below(state) is frame
    action = ActionFrame(ATREIDES, OtherAction.CARD_STEP, moves=1)
    assert card_below(replace(state, frames=(*state.frames, action))) is frame
    assert card_below(replace(state, frames=(frame, action))) is frame  # type: ignore[arg-type]
    assert card_below(replace(state, frames=(action,))) is None
    assert card_below(replace(state, frames=(*state.frames, TurnFrame(HARKONNEN)))) is None


@pytest.mark.rule("CARD-1")
def test_CARD_1_a_legion_of_a_kind() -> None:
    LegionFilter, LegionKind = steps.LegionFilter, steps.LegionKind  # noqa: N806
    state = table()
    state = state.with_army(ATREIDES, area("ne_10"), Army(regular=1)).with_army(ATREIDES, area("cse_5"), Army(elite=2))
    found = {
        kind: {place for place, _ in state.legions(ATREIDES) if fits(state, LegionFilter(kind), place)}
        for kind in (LegionKind.WITH_LEADER, LegionKind.WITH_SPECIAL, LegionKind.LEADER_ON_DESERT, LegionKind.ON_DESERT)
    }
    assert found[LegionKind.WITH_LEADER] == areas(("windgap", "sihaya_ridge", "tasmin_sink", "ne_11"))
    assert found[LegionKind.WITH_SPECIAL] == areas(("sihaya_ridge",))
    desert = {place for place, _ in state.legions(ATREIDES) if state.desert_mask >> place & 1}
    assert found[LegionKind.ON_DESERT] == desert
    assert found[LegionKind.LEADER_ON_DESERT] == desert & found[LegionKind.WITH_LEADER]
    assert mask_of(desert)
    assert not fits(state, LegionFilter(LegionKind.ANY), area("se_3"))
    leader = LegionFilter(LegionKind.OF_LEADER, leader="stilgar")
    assert {place for place, _ in state.legions(ATREIDES) if fits(state, leader, place)} == areas(("sihaya_ridge",))
    same = LegionFilter(LegionKind.SAME)
    assert fits(state, same, area("ne_11"), chosen=area("ne_11"))
    assert not fits(state, same, area("ne_11"), chosen=area("windgap"))
    assert fits(state, same, area("ne_11"))


@pytest.mark.rule("WILD-1")
def test_WILD_1_a_card_about_the_wild_maker_looks_whether_he_is_in_play() -> None:
    assert branches(table(), "shai_hulud") == (True,)
    state = replace(table(), wild_maker=area("sw_3"))
    assert branches(state, "shai_hulud") == (False,)
