"""Worms, hazards and battles of simulated games: what decides each choice of the scripted Atreides."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.content.terms import Wormsign
from companion.frozen import replace
from companion.rules import commands as c
from companion.rules import frames
from companion.rules.army import Army
from companion.rules.frames import BattleFrame, BattleStage, Side
from companion.rules.state import ATREIDES, HARKONNEN, State
from solo_bot.simulation import battles, hazards
from solo_bot.simulation.desert import (
    attack_worth,
    best_attacks,
    desert_ideas,
    desert_power,
    expected_hits,
    expected_worms,
    worm_moves,
    wormsigns,
)
from solo_bot.simulation.outlook import Outlook
from solo_bot.simulation.temper import PLANNED, SCRIPT
from solo_bot.simulation.truth import Truth
from tests.solo_bot.planner.small import AREA, NAME, world
from tests.solo_bot.small import Document, a, h


def look(*legions: Document, **more: Any) -> Outlook:
    return Outlook(*world(*legions, **more))


def desert(*legions: Document, **more: Any) -> tuple[float, str]:
    """What Desert Power is best used for, and its worth."""
    found = desert_power(look(*legions, **more))
    assert found is not None
    return round(found[0], 3), found[1]


# Worms.


@pytest.mark.rule("WORM-8")
def test_WORM_8_hits_on_average_by_the_ground() -> None:
    state, _ = world()
    assert expected_hits(state, AREA["ne_1"], 6) == 5.0
    assert expected_hits(state, AREA["ne_4"], 6) == 4.0
    assert expected_hits(state, AREA["csw_2"], 4) == 2.0


def test_a_worm_is_worth_its_hits_more_on_who_menaces_a_sietch_and_the_spice() -> None:
    few = look(h("ne_4", regular=1), h("ne_5", regular=1, elite=1, special=1), sandworms=["ne_2"])
    assert attack_worth(few, AREA["ne_2"], AREA["ne_4"]) == 1.0, "one to hit"
    assert attack_worth(few, AREA["ne_2"], AREA["ne_5"]) == pytest.approx(4 * 4 / 6)
    menacing = look(h("csw_5", regular=6), sandworms=["csw_6"])
    assert attack_worth(menacing, AREA["csw_6"], AREA["csw_5"]) == pytest.approx(4 * 4 / 6 * (1 + 0.4 * 2))
    spice = look(h("ne_4", regular=1), harvesters=["ne_1", "ne_3", "ne_4"], sandworms=["ne_2"])
    assert [attack_worth(spice, AREA["ne_2"], AREA[area]) for area in ("ne_1", "ne_3", "ne_4")] == [2.2, 1.6, 2.6]


def test_the_best_attack_comes_first() -> None:
    found = best_attacks(look(h("ne_4", regular=1), h("ne_3", regular=6), sandworms=["ne_1"]))
    assert [(NAME[one.source], NAME[one.target]) for _, one in found] == [("ne_1", "ne_3"), ("ne_1", "ne_4")]
    assert found[0][0] > found[1][0]


def test_a_worm_without_prey_goes_where_it_has_some_for_a_share_of_the_attack() -> None:
    found = worm_moves(look(h("ne_9", regular=1), sandworms=["ne_1"], ranks={"windgap": 1}))
    assert found
    assert {NAME[one.source] for _, one in found} == {"ne_1"}
    assert found[0][0] == pytest.approx(0.6 * 1.0)
    near = worm_moves(look(h("ne_9", regular=1), h("ne_3", regular=1), sandworms=["ne_1"]))
    assert near == [], "it has prey where it is"
    assert worm_moves(look(h("csw_2", regular=1), sandworms=["ne_1"])) == []


def test_a_stalking_worm_leaves_its_prey_for_better_prey() -> None:
    keys: Any = {"sandworms": ["ne_1"], "ranks": {"windgap": 1}, "temper": PLANNED}
    few, many = h("ne_3", regular=1), h("ne_9", regular=6)
    found = worm_moves(look(few, many, **keys))
    assert found[0][0] == pytest.approx(0.6 * (4 * 4 / 6 - 1.0))
    two = worm_moves(look(few, many, h("sw_7", regular=1), **{**keys, "sandworms": ["ne_1", "sw_1"]}))
    assert [worth for worth, _ in two] == sorted((worth for worth, _ in two), reverse=True)
    assert len({worth for worth, _ in two}) > 1
    assert worm_moves(look(h("ne_3", regular=6), h("ne_9", regular=1), **keys)) == []


def test_wormsigns_are_laid_where_worms_come_and_have_prey_or_a_sietch_to_guard() -> None:
    """Deep desert first: a buried worm comes up there too."""
    found = [NAME[area] for area in wormsigns(look(h("ne_5", regular=2), ranks={"tasmin_sink": 1}))]
    assert found.index("ne_2") < found.index("ne_4")
    guarding = [NAME[area] for area in wormsigns(look(ranks={"windgap": 3}))]
    assert guarding[0] in ("sw_9", "cse_5", "sw_7")
    free = wormsigns(look(a("ne_2", regular=1), h("ne_5", regular=2), wormsigns=["ne_6"], sandworms=["ne_10"]))
    assert not {AREA["ne_2"], AREA["ne_6"], AREA["ne_10"], AREA["windgap"], AREA["csw_2"]} & set(free)


def test_crowded_places_are_laid_last() -> None:
    alone = look(h("ne_5", regular=2), ranks={"tasmin_sink": 1})
    crowded = look(h("ne_5", regular=2), ranks={"tasmin_sink": 1}, sandworms=["ne_1", "ne_10"], wormsigns=["ne_3"])
    first, later = (wormsigns(found).index(AREA["ne_2"]) for found in (alone, crowded))
    assert first < later


def test_worms_to_come_are_counted_by_what_a_token_shows() -> None:
    state, _ = world(h("ne_4", regular=1), wormsigns=["ne_1"], harvesters=["ne_2", "ne_3"])
    own, _ = world(h("ne_4", regular=1), a("ne_1", regular=1), wormsigns=["ne_1"], harvesters=["ne_2", "ne_3"])
    one = expected_worms(world(h("ne_4", regular=1))[0])
    deep = expected_worms(world(h("ne_1", regular=1))[0])
    assert 0 < one < deep < 1
    assert expected_worms(state) == pytest.approx(2 * one + 2 * deep)
    assert expected_worms(own) == pytest.approx(2 * one + deep)
    assert expected_worms(world(h("csw_2", regular=1))[0]) == 0


@pytest.mark.rule("ACT-DESERT")
def test_ACT_DESERT_what_is_worth_most_is_done_and_a_move_only_without_an_attack() -> None:
    assert desert(h("ne_4", regular=6), sandworms=["ne_1"]) == (round(4 * 4 / 6, 3), "attack")
    assert desert(h("ne_4", regular=1), sandworms=["ne_1"]) == (2.0, "wormsigns"), "a hit is worth less"
    assert desert() == (2.0, "wormsigns")
    worms = ["ne_1", "ne_10", "ne_14", "se_2"]
    assert desert(sandworms=worms) == (round(2 / 3, 3), "wormsigns"), "no worm is left to come"
    keys: Any = {"sandworms": ["ne_1", "se_4", "sw_1", "nw_1"], "ranks": {"windgap": 1}}
    assert desert(h("ne_9", regular=6), **keys) == (round(0.6 * 4 * 4 / 6, 3), "move")


def test_within_Desert_Power_the_best_comes_first_and_one_place_for_a_wormsign() -> None:
    found = look(h("ne_4", regular=1), h("ne_9", regular=1), sandworms=["ne_1"])
    every = list(desert_ideas(found, moves=1, placements=1, attack=True))
    assert [type(one) for one in every] == [c.WormAttack, c.PlaceWormsign]
    assert list(desert_ideas(found, moves=0, placements=0, attack=True)) == [c.WormAttack(AREA["ne_1"], AREA["ne_4"])]
    assert [type(one) for one in desert_ideas(found, moves=0, placements=2, attack=False)] == [c.PlaceWormsign]


# Hazards.


def shown(token: Wormsign, area: str, worms: Sequence[str] = (), **more: Any) -> c.TurnWormsign:
    """What is told of a turned wormsign; ``worms`` came up before it in this phase."""
    state, truth = world(frame=frames.WormsignFrame(AREA[area]), **more)
    truth.wormsign = lambda: token  # type: ignore[method-assign]
    frame = frames.HazardsFrame(frames.HazardStage.REVEAL, (AREA[area],), tuple(AREA[worm] for worm in worms))
    ((command,),) = hazards.ideas(state, truth, frame)
    assert isinstance(command, c.TurnWormsign)
    return command


FOUR = ["ne_10", "ne_14", "se_2", "sw_1"]


@pytest.mark.rule("WORM-2", "WORM-3")
def test_WORM_3_a_worm_comes_from_the_supply_then_from_the_board_then_it_is_the_Wild_Maker() -> None:
    ne_1 = AREA["ne_1"]
    assert shown(Wormsign.SAND, "ne_1") == c.TurnWormsign(ne_1, Wormsign.SAND)
    assert shown(Wormsign.SANDWORM, "ne_1") == c.TurnWormsign(ne_1, Wormsign.SANDWORM)
    assert shown(Wormsign.SANDWORM, "ne_1", sandworms=FOUR[:3]).worm_from is None
    moved = shown(Wormsign.SANDWORM, "ne_1", FOUR[:3], sandworms=FOUR)
    assert moved == c.TurnWormsign(ne_1, Wormsign.SANDWORM, worm_from=AREA["sw_1"]), "the one that did not just appear"
    buried = shown(Wormsign.BURIED_SANDWORM, "ne_4", sandworms=FOUR)
    assert buried == c.TurnWormsign(AREA["ne_4"], Wormsign.BURIED_SANDWORM), "not under shallow sand"


@pytest.mark.rule("WORM-1", "STORM-1")
@pytest.mark.parametrize(
    ("stage", "command"),
    [
        (frames.HazardStage.WORMSIGNS, c.BeginHazards()),
        (frames.HazardStage.WORMS, c.SettleWorm(AREA["ne_4"])),
        (frames.HazardStage.STORMS, c.BeginStorm(AREA["ne_4"])),
    ],
)
def test_WORM_1_hazards_come_in_the_order_of_the_areas(stage: frames.HazardStage, command: c.Command) -> None:
    state, truth = world()
    frame = frames.HazardsFrame(stage, (AREA["ne_4"], AREA["ne_5"]))
    assert list(hazards.ideas(state, truth, frame)) == [(command,)]


def test_what_else_befalls_a_legion_is_settled() -> None:
    state, truth = world(h("csw_2", regular=8))
    ((command,),) = hazards.ideas(state, truth, frames.StackingFrame(HARKONNEN, AREA["csw_2"], 2))
    assert command == c.RemoveExcess(Army(regular=2))
    leaders = ("stilgar", "chani")
    assert list(hazards.ideas(state, truth, frames.TankFrame(ATREIDES, leaders))) == [(c.OrderTank(ATREIDES, leaders),)]
    assert list(hazards.ideas(state, truth, frames.TurnFrame(ATREIDES))) == []
    assert list(hazards.ideas(state, truth, None)) == []


@pytest.mark.rule("WORM-4")
def test_WORM_4_a_legion_flees_from_the_sietches_and_a_carryall_saves_the_harvester() -> None:
    frame = frames.WormFrame(AREA["csw_4"], rescue=True)
    state, truth = world(h("csw_4", regular=2), sandworms=["csw_4"])
    ((flight,),) = hazards.ideas(state, truth, frame)
    assert flight in (c.Retreat(AREA["cse_1"]), c.Retreat(AREA["north_pole"]), c.Retreat(AREA["cne_3"]))
    harvest = frames.WormFrame(AREA["ne_1"], rescue=True)
    saved, truth = world(sandworms=["ne_1"], harvesters=["ne_1"], carryalls=["az_ne"])
    assert list(hazards.ideas(saved, truth, harvest)) == [(c.SaveHarvester(1),)]
    lost, truth = world(sandworms=["ne_1"], harvesters=["ne_1"], carryalls=["az_south"])
    assert list(hazards.ideas(lost, truth, harvest)) == [(c.SaveHarvester(None),)]


# Battles.


def battle(
    stage: BattleStage, own: Document, other: Document, *, attacking: bool = True, **more: Any
) -> tuple[State, Truth, BattleFrame]:
    places = (AREA[own["area"]], AREA[other["area"]])
    faction = ATREIDES if attacking else HARKONNEN
    side = Side(0, frames.Roll(1), (), 0)
    frame = BattleFrame(faction, *(places if attacking else places[::-1]), stage=stage, sides=(side, side))
    state, truth = world(own, other, frame=frame, **more)
    return state, truth, frame


def test_an_attack_goes_on_while_its_prospects_are_worth_the_hit() -> None:
    def on(own: int, other: int) -> bool:
        state, _, frame = battle(BattleStage.CONTINUE, a("csw_1", regular=own), h("csw_2", regular=other))
        return battles.goes_on(state, frame)

    assert on(5, 3)
    assert on(4, 4), "nothing is to be paid in the open"
    assert not on(3, 5)
    pole: Any = {"settlements": ["north_pole"]}
    legions = a("wind_pass", regular=5), h("north_pole", regular=3, elite=1)
    state, truth, frame = battle(BattleStage.CONTINUE, *legions, **pole)
    assert battles.prospects(state, frame) == pytest.approx(1.0)
    assert list(battles.ideas(state, truth, frame)) == [(c.CeaseAttack(),)], "0.85 after the price of a hit"
    free = replace(frame, free_continue=True)
    assert list(battles.ideas(state, truth, free)) == [(c.ContinueAttack(),)]
    held = replace(state, cards=replace(state.cards, hand=2))
    assert battles.prospects(held, frame) > battles.prospects(held, frame, 0) == pytest.approx(1.0)


@pytest.mark.rule("BATTLE-9")
def test_BATTLE_9_the_Atreides_retreat_in_the_open_when_they_would_lose_never_from_a_sietch() -> None:
    def away(own: Document, other: Document) -> bool:
        state, _, frame = battle(BattleStage.RETREAT, own, other, attacking=False)
        return battles.retreats(state, frame)

    assert away(a("csw_1", regular=2), h("csw_2", regular=5))
    assert not away(a("csw_1", regular=4), h("csw_2", regular=4))
    assert not away(a("windgap", regular=1), h("csw_2", regular=6))


def test_they_retreat_to_where_they_are_safe_and_to_a_sietch_first() -> None:
    state, truth, frame = battle(BattleStage.DESTINATION, a("csw_5", regular=2), h("csw_4", regular=5), attacking=False)
    assert battles.destination(state, truth, frame) not in (AREA["csw_3"], AREA["cse_1"]), "beside the attacker"
    assert NAME[battles.destination(state, truth, frame)] in ("cse_4", "csw_6", "windgap")


def test_they_move_in_for_a_prize_and_else_never_out_of_a_sietch() -> None:
    def inside(own: Document, target: str, **more: Any) -> bool:
        state, _, frame = battle(BattleStage.ADVANCE, own, h(target, regular=1), **more)
        return battles.moves_in(state, frame)

    nothing: Any = {"settlements": [], "stations": []}
    assert inside(a("csw_1", regular=2), "csw_2", **nothing)
    assert not inside(a("windgap", regular=2), "csw_2", **nothing)
    assert inside(a("windgap", regular=2), "csw_2", settlements=["arrakeen"], stations=[]) is False
    assert inside(a("wind_pass", regular=2), "north_pole", settlements=["north_pole"], stations=[])
    assert inside(a("sw_3", regular=2), "cnw_4", settlements=[], stations=["cnw_4"])


def test_cards_are_burnt_all_by_the_script_and_by_the_planner_as_far_as_the_stake_pays() -> None:
    def burnt(temper: Any, rank: int, own: int = 4) -> int:
        state, truth, frame = battle(
            BattleStage.CARDS,
            a("windgap", regular=own),
            h("csw_2", regular=4),
            attacking=False,
            temper=temper,
            ranks={"windgap": rank},
        )
        state = replace(state, cards=replace(state.cards, hand=5))
        return battles.worth_burning(state, truth, frame, 3)

    assert burnt(SCRIPT, 1) == 3
    assert burnt(PLANNED, 3) >= burnt(PLANNED, 1)
    raid: Any = {"settlements": ["carthag"], "temper": PLANNED}
    state, truth, frame = battle(BattleStage.CARDS, a("hagga_basin", regular=3), h("carthag", regular=2), **raid)
    assert battles.worth_burning(replace(state, cards=replace(state.cards, hand=5)), truth, frame, 3) == 3
    state, truth, frame = battle(BattleStage.CARDS, a("csw_1", regular=4), h("csw_2", regular=1), temper=PLANNED)
    assert battles.worth_burning(state, truth, frame, 3) == 0, "for a lone unit no card is burnt"


def test_the_colour_of_which_more_are_on_the_board_is_turned() -> None:
    state, _ = world()
    assert battles.colour(replace(state, black_tokens=2, silver_tokens=4)) == "black"
    assert battles.colour(replace(state, black_tokens=4, silver_tokens=4)) == "silver"
