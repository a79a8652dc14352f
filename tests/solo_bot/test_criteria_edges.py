"""The criteria of the opponent at their edges: positions that are one step from being decided otherwise."""

from math import isclose

import pytest

from companion.board import AREA_IDS, AREA_NUMBER, ZONE_IDS, graph, members
from companion.content import NAMED_LEADERS, VEHICLE_SUPPLY
from companion.content.steps import LegionFilter, LegionKind
from companion.content.terms import Deck, Result, VehicleKind
from companion.frozen import replace
from companion.rules.ask.dice import HARKONNEN_ACTIONS
from companion.rules.commands import EndVehicles, PlaceVehicle
from companion.rules.frames import ActionFrame, CardFrame, TurnFrame, VehiclesFrame
from companion.rules.positions.reading import read_position
from companion.rules.state import ATREIDES, HARKONNEN, Mode
from solo_bot.ahead import look_ahead, their_turn
from solo_bot.cards.scene import Scene
from solo_bot.levels.choice import _pays, decide_at_level
from solo_bot.levels.measured import Measured, measured_levels, wilson
from solo_bot.levels.prospects import Prospect
from solo_bot.levels.traits import OFFERED, TRAITS, Level
from solo_bot.orders import next_order
from solo_bot.procedure.decide import decide, decide_special_step
from solo_bot.procedure.situation import INFINITE, Situation
from tests.solo_bot.small import a, decision, going, h, position


@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])
def test_between_people_the_opponent_has_no_orders(mode: Mode) -> None:
    state = read_position(position(h("csw_2", regular=2), a("windgap", regular=1)))
    frames = (TurnFrame(HARKONNEN, acted=True), ActionFrame(HARKONNEN, Result.STRATEGY, moves=2, attack=True))
    solo = replace(state, frames=frames)
    assert next_order(solo) is not None
    assert next_order(replace(solo, mode=mode)) is None
    assert next_order(replace(solo, winner=ATREIDES)) is None


def test_the_turn_that_would_follow_is_that_of_the_opponent_and_ends_one_of_the_Atreides() -> None:
    state = read_position(
        position(h("csw_2", regular=2), a("windgap", regular=1), moved=[{"area": "windgap", "regular": 1}])
    )
    mine = replace(state, frames=(TurnFrame(ATREIDES, acted=True),))
    ended = their_turn(mine)
    assert ended is not None
    assert ended.turn.moved == (), "what moved in it may be moved again"
    assert ended.frames == (TurnFrame(HARKONNEN),)
    theirs = their_turn(replace(state, frames=(TurnFrame(HARKONNEN),)))
    assert theirs is not None
    assert theirs.turn.moved == state.turn.moved
    assert their_turn(replace(mine, mode=Mode.DUEL)) is None
    assert their_turn(replace(mine, winner=HARKONNEN)) is None
    assert their_turn(replace(mine, harkonnen_unused=0)) is None


@pytest.mark.rule("MAHDI-TRUTH-1")
def test_MAHDI_TRUTH_1_a_result_that_is_fixed_is_the_one_face_of_one() -> None:
    state = read_position(position(h("csw_2", regular=2), a("windgap", regular=1)))
    fixed = look_ahead(replace(state, frames=(TurnFrame(HARKONNEN, forced=Result.MENTAT),)))
    assert {face.result: (face.faces, face.of) for face in fixed} == {
        result: (int(result is Result.MENTAT), 1) for result in Result
    }
    assert [face.result for face in fixed if face.decision is not None] == [Result.MENTAT]


def test_how_often_a_level_won_is_told_of_ten_games() -> None:
    assert [Measured(wins, 200).of_ten for wins in (0, 9, 11, 130, 200)] == [0, 0, 1, 6, 10]
    share, low, high = Measured(5, 10).interval
    assert isclose(share, 0.5)
    assert 0.23 < low < 0.24 < 0.76 < high < 0.77
    assert wilson(0, 0) == (0.0, 0.0, 1.0), "of no game nothing is known"
    share, low, high = wilson(130, 200)
    assert [round(value, 4) for value in (share, low, high)] == [0.65, 0.5816, 0.7127]


@pytest.mark.parametrize(
    ("value", "chance", "pays"), [(0.1, 0.55, True), (0.1, 0.5499, False), (0.0, 0.9, False), (-1.0, 1.0, False)]
)
def test_a_warlord_attacks_where_it_is_likely_and_pays(value: float, chance: float, pays: bool) -> None:
    assert _pays(Prospect(value, chance)) is pays


@pytest.mark.rule("R-14")
def test_R_14_without_a_path_the_distance_is_infinite() -> None:
    worms = [AREA_IDS[area] for area in members(graph().all[AREA_NUMBER["windgap"]])]
    situation = Situation(read_position(position(h("csw_4", regular=2), sandworms=worms)))
    steps = situation.steps_to(AREA_NUMBER["windgap"])
    assert situation.distance(AREA_NUMBER["csw_4"], steps) == INFINITE


@pytest.mark.rule("MAHDI-MOVE-4")
def test_MAHDI_MOVE_4_nobody_merges_into_an_area_with_a_worm() -> None:
    legions = (a("windgap", regular=3), h("csw_6", regular=2), h("cse_5", regular=4))
    assert [way for way, _ in going(position(*legions))] == ["cse_5>csw_6"]
    with_worm = decision(position(*legions, sandworms=["csw_6"]))
    assert (with_worm["action"], {option["to"] for option in with_worm["options"]}) == ("move", {"sw_9"})


@pytest.mark.rule("MAHDI-TURN-3")
def test_MAHDI_TURN_3_an_action_of_the_Atreides_under_way_says_nothing_of_the_opponents_die() -> None:
    """What is left of an action counts only for the side and the result that it is of."""
    rabban = h("csw_4", regular=2, named=["beast_rabban"])
    base = read_position(position(rabban, a("windgap", regular=1), leaders={}))
    plain = decide(base, Result.LEADERSHIP)
    assert plain.action == "special"
    theirs = ActionFrame(ATREIDES, Result.LEADERSHIP, moves=1)
    assert decide(replace(base, frames=(theirs,)), Result.LEADERSHIP) == plain
    other = ActionFrame(HARKONNEN, Result.STRATEGY, moves=1)
    assert decide(replace(base, frames=(other,)), Result.LEADERSHIP) == plain
    leader = decide(base, Result.DEPLOYMENT)
    assert decide(replace(base, frames=(theirs,)), Result.DEPLOYMENT) == leader, "theirs has no leader left to deploy"
    begun = replace(HARKONNEN_ACTIONS[Result.LEADERSHIP], moves=1)
    assert decide(replace(base, frames=(begun,)), Result.LEADERSHIP).action != "special"


@pytest.mark.rule("R-6")
@pytest.mark.parametrize("leader", [leader.id for leader in NAMED_LEADERS if leader.faction is HARKONNEN])
def test_R_6_only_Rabban_and_Feyd_Rautha_have_a_second_step(leader: str) -> None:
    legions = h("csw_4", regular=2, named=[leader]), a("windgap", regular=1), a("wind_pass", regular=1)
    answer = decide_special_step(read_position(position(*legions, leaders={})), Result.LEADERSHIP, leader)
    assert answer.action == ("special" if leader in ("beast_rabban", "feyd_rautha") else "nothing")


@pytest.mark.parametrize("level", Level)
def test_what_each_level_does_otherwise(level: Level) -> None:
    state = read_position(position(h("csw_2", regular=2), a("windgap", regular=1)))
    held_back = {result for result in Result if decide_at_level(state, result, level, 1).rule == "MAHDI-0"}
    stronger = level in (Level.WARLORD, Level.EMPEROR)
    if level is Level.NOVICE:
        assert held_back == {Result.MENTAT, Result.HOUSE}
        assert {decide_at_level(state, result, level, 1).action for result in held_back} == {"nothing"}
    elif not stronger:
        assert held_back == set()
    assert TRAITS[level].again == ({Result.HOUSE} if stronger else set())
    assert TRAITS[level].farther == (level is Level.EMPEROR)
    assert TRAITS[level].settles == (stronger or level is Level.TACTICIAN)
    assert TRAITS[level].looks == stronger


@pytest.mark.rule("R-5")
@pytest.mark.parametrize(
    ("flying", "ended"), [((), False), (ZONE_IDS[: VEHICLE_SUPPLY[VehicleKind.ORNITHOPTER]], True)]
)
def test_R_5_vehicles_that_find_no_place_end_the_step(flying: tuple[str, ...], ended: bool) -> None:
    state = read_position(position(ornithopters=list(flying), harvesting_sector="ne"))
    order = next_order(replace(state, frames=(VehiclesFrame(1, 1, 2),)))
    assert order is not None
    assert (order.rest[-1:] == (EndVehicles(),)) is ended
    placed = [command for command in order.rest if isinstance(command, PlaceVehicle)]
    assert len(placed) == (2 if ended else 4)


@pytest.mark.rule("R-19")
def test_R_19_a_card_moves_nobody_who_has_moved_already() -> None:
    state = read_position(
        position(h("csw_4", regular=2), h("se_5", regular=1), moved=[{"area": "csw_4", "regular": 2}])
    )
    situation = Situation(state)
    scene = Scene(state, CardFrame("seek_out_the_mahdi", Deck.CORRINO_ALLY), None)
    anybody = LegionFilter(LegionKind.ANY)
    assert [legion.area for legion in scene.legions(situation, anybody, to_move=True)] == [AREA_NUMBER["se_5"]]
    assert len(scene.legions(situation, anybody, to_move=False)) == 2


def test_what_a_new_game_is_offered_is_what_was_measured_the_gentlest_first() -> None:
    assert [level.value for level in OFFERED] == list(measured_levels())
    assert set(Level) - set(OFFERED) == {Level.TACTICIAN}
    shares = [one.wins / one.games for one in measured_levels().values()]
    assert shares == sorted(shares)
