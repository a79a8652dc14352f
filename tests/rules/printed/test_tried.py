"""Rules of the board, the box and a Strategy die, each tried: what they forbid is refused, what they allow is not."""

import pytest

from companion.board import AREA_IDS, AREAS, ZONE_IDS, load_facts, members
from companion.content.terms import Result
from companion.rules import Army
from companion.rules.commands import Attack, DeployUnits
from companion.rules.state import HARKONNEN, Mode
from tests.rules.flow.table import area, codes, move, play, position, turn, zone

TWO = Army(regular=2)


@pytest.mark.rule("UNIT-3")
def test_UNIT_3_lost_units_can_come_again_and_not_before() -> None:
    """p11: with all 24 regulars on the board none is left to deploy; one that falls is."""
    legions = dict.fromkeys(("carthag", "arrakeen", "ne_1", "ne_2"), Army(regular=6))
    state = position(legions, {}, *turn(HARKONNEN, Result.DEPLOYMENT, placements=3, leaders=1))
    one = DeployUnits(HARKONNEN, area("arsunt"), Army(regular=1))
    assert codes(state, one) == [("UNIT-2", "not_enough_figures")]
    assert codes(state.with_army(HARKONNEN, area("ne_1"), Army(regular=5)), one) == []


@pytest.mark.rule("BOARD-2", "MOVE-6")
def test_BOARD_2_the_north_pole_flies_from_every_zone_and_another_central_area_does_not() -> None:
    """p8: it belongs to all four central sectors, to which all eight zones are connected."""
    refused = dict[str, int]()
    for source in ("north_pole", "carthag"):
        for zone_id in ZONE_IDS:
            state = position(
                {source: TWO}, {}, *turn(HARKONNEN, moves=1), ornithopters=(zone(zone_id),), mode=Mode.DUEL
            )
            flight = move(HARKONNEN, source, "cne_3" if source == "north_pole" else "cne_1", TWO, zone=zone_id)
            refused[source] = refused.get(source, 0) + (codes(state, flight) == [("MOVE-6", "zone_not_connected")])
    assert refused == {"north_pole": 0, "carthag": 5}


@pytest.mark.rule("BOARD-4", "MOVE-6")
def test_BOARD_4_a_zone_serves_its_two_sectors_and_no_other() -> None:
    for zone_id in ZONE_IDS:
        for source in ("ne_12", "carthag", "windgap"):
            state = position(
                {source: TWO}, {}, *turn(HARKONNEN, moves=1), ornithopters=(zone(zone_id),), mode=Mode.DUEL
            )
            target = AREA_IDS[next(members(state.graph.passable[area(source)] & state.free_mask(HARKONNEN)))]
            found = codes(state, move(HARKONNEN, source, target, Army(regular=2), zone=zone_id))
            connected = set(load_facts().air_zones[zone_id]) & set(AREAS[area(source)].sectors)
            assert found == ([] if connected else [("MOVE-6", "zone_not_connected")]), (zone_id, source)


@pytest.mark.rule("ACT-STRATEGY")
def test_ACT_STRATEGY_after_a_move_there_is_no_attack_and_after_two_no_third_move() -> None:
    legions = {"carthag": Army(regular=3), "arsunt": Army(regular=2), "arrakeen": Army(regular=2)}
    enemy = {"hagga_basin": Army(regular=1)}
    state = position(legions, enemy, *turn(HARKONNEN, moves=2, attack=True), mode=Mode.DUEL)
    strike = Attack(HARKONNEN, area("arsunt"), area("hagga_basin"))
    assert codes(state, strike) == []
    state = play(state, move(HARKONNEN, "carthag", "cne_1", Army(regular=1)))
    assert codes(state, strike) == [("ACT-STRATEGY", "action_without_attack")]
    state = play(state, move(HARKONNEN, "arrakeen", "imperial_basin", Army(regular=2)))
    third = move(HARKONNEN, "carthag", "broken_land", Army(regular=1))
    assert codes(state, third) == [("MOVE-1", "not_now")]
