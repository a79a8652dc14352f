"""From the last die to the next round: wormsigns, worms, storms, spice, claims, cleaning up; the end of the game."""

import re
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER, ZONE_NUMBER
from companion.content.terms import Faction, Marker, Phase, Result
from companion.rules.army import Army
from companion.rules.commands import CorrectBoard, EndTurn, RollHarkonnenDie
from companion.rules.frames import (
    ClaimsFrame,
    EndFrame,
    EndStage,
    GameOverFrame,
    HarvestFrame,
    HazardsFrame,
    HazardStage,
    RollFrame,
    RoundStartFrame,
    SpiceFrame,
    TurnFrame,
    WormFrame,
)
from companion.rules.state import HARKONNEN, Standing
from solo_bot.orders import next_order
from tests.web.table.conftest import Seat

NW_1, NW_5 = AREA_NUMBER["nw_1"], AREA_NUMBER["nw_5"]


@pytest.fixture
def hazards(own_turn: Seat) -> Seat:
    """The desert hazards, with a Harkonnen legion in NW 1 and harvesters in NE 10 and NE 13."""
    state = replace(own_turn.state, harkonnen_unused=1, atreides_unused=0, atreides_results=())
    own_turn.arrange(CorrectBoard(state.with_army(HARKONNEN, NW_1, Army(regular=3, elite=1))))
    own_turn.arrange(EndTurn(), RollHarkonnenDie(Result.DEPLOYMENT))
    while not isinstance(own_turn.top(), ClaimsFrame | HazardsFrame):
        order = next_order(own_turn.state)
        assert order is not None
        own_turn.arrange(*order.choices[0].commands)
    return own_turn


def turn_all(seat: Seat, worm_in: str = "") -> None:
    """Turns every wormsign: sand, but for one."""
    while getattr(seat.top(), "stage", None) is HazardStage.REVEAL:
        form = seat.form("wormsign")
        here = dict(form.values())["area"]
        seat.done("wormsign", token="sandworm" if here == worm_in else "sand")


@pytest.mark.rule("WORM-1")
def test_WORM_1_every_wormsign_to_put_out_is_named(hazards: Seat) -> None:
    main = re.sub("<[^>]*>", "", hazards.main())
    assert "Place: NE 10, NE 13 and NW 1" in main
    hazards.done("hazards")
    assert hazards.state.wormsigns == tuple(sorted((AREA_NUMBER["ne_10"], AREA_NUMBER["ne_13"], NW_1)))


@pytest.mark.rule("WORM-2")
def test_WORM_2_wormsigns_are_turned_in_the_players_order(hazards: Seat) -> None:
    hazards.done("hazards")
    other = f"{hazards.step}?area=nw_1"
    assert other in hazards.links()
    hazards.done("wormsign", other, token="sand")
    assert NW_1 not in hazards.state.wormsigns
    hazards.done("turn-wormsign") if "turn-wormsign" in [f.deed for f in hazards.forms()] else turn_all(hazards)


@pytest.mark.rule("WORM-4")
def test_WORM_4_a_legion_leaves_the_worm_where_the_player_says(hazards: Seat) -> None:
    hazards.done("hazards")
    turn_all(hazards, "nw_1")
    assert isinstance(hazards.top(), WormFrame)
    target = f"{hazards.step}?to=nw_5"
    assert target in hazards.links()
    hazards.done("worm-retreat", target)
    assert hazards.state.army(HARKONNEN, NW_5) == Army(regular=3, elite=1)


@pytest.mark.rule("STORM-1")
def test_STORM_1_a_storm_rolls_dice_and_the_harkonnen_take_the_hits(hazards: Seat) -> None:
    hazards.done("hazards")
    turn_all(hazards)
    assert hazards.top_as(RollFrame).area == NW_1
    few = hazards.do("attack-dice", dice__hit=1)
    assert few.status_code == 422
    hazards.done("attack-dice", dice__hit=1, dice__special=1)
    assert hazards.title().startswith("Remove:")
    hazards.done("order")
    assert hazards.state.army(HARKONNEN, NW_1) == Army(regular=2)


def test_the_app_rolls_a_storm(hazards: Seat) -> None:
    hazards.done("hazards")
    turn_all(hazards)
    hazards.done("attack-dice", by="app")
    assert not isinstance(hazards.top(), RollFrame)


def test_spice_claims_and_cleaning_up_lead_to_round_2(hazards: Seat) -> None:
    hazards.arrange(CorrectBoard(hazards.state.with_army(HARKONNEN, NW_1, None)))
    hazards.done("hazards")
    turn_all(hazards)
    assert isinstance(hazards.top(), HarvestFrame)
    assert hazards.title() == "Remove 2 harvesters from the board"
    hazards.done("collect")
    assert isinstance(hazards.top(), SpiceFrame)
    form = hazards.form("order")
    options = form.offers("option")
    hazards.done("order", **({"option": options[0]} if options else {}))
    assert hazards.top() == EndFrame(EndStage.CLAIMS)
    hazards.done("claim", jihad=1, sand_dwellers=1)
    assert hazards.state.prescience == (0, 1, 1)
    hazards.done("finish-claims")
    assert "Supremacy 0 to 1" in hazards.main()
    assert "Ornithopter" in hazards.main()
    hazards.done("end-round")
    assert hazards.state.round == 2
    assert hazards.state.supremacy == 1
    assert hazards.top() == RoundStartFrame()


@pytest.mark.rule("PRES-3")
def test_PRES_3_a_claim_without_a_step_is_refused(hazards: Seat) -> None:
    hazards.arrange(CorrectBoard(replace(hazards.state, harvesters=()).with_army(HARKONNEN, NW_1, None)))
    hazards.done("hazards")
    hazards.done("collect")
    hazards.done("order", **({"option": 0} if hazards.form("order").offers("option") else {}))
    answer = hazards.do("claim")
    assert answer.status_code == 422
    assert "PRES-3" in answer.text


@pytest.mark.rule("WIN-1")
def test_WIN_1_the_last_step_of_supremacy_ends_the_game(own_turn: Seat) -> None:
    state = replace(own_turn.state, winner=Faction.HARKONNEN, supremacy=10)
    own_turn.arrange(CorrectBoard(state))
    assert isinstance(own_turn.top(), GameOverFrame)
    assert f"{own_turn.home}/report" in own_turn.links()
    assert "<h1>You lose</h1>" in own_turn.page()


@pytest.mark.rule("STATION-1")
def test_STATION_1_the_symbol_of_a_station_is_tapped(own_turn: Seat) -> None:
    from companion.rules.commands import MoveLegion, SpendDie
    from companion.rules.state import ATREIDES

    station = AREA_NUMBER["ne_4"]
    source = AREA_NUMBER["ne_3"]
    own_turn.arrange(CorrectBoard(own_turn.state.with_army(ATREIDES, source, Army(regular=2))))
    own_turn.arrange(SpendDie(Result.STRATEGY, Result.STRATEGY), MoveLegion(ATREIDES, source, station, Army(regular=2)))
    assert own_turn.form("station").offers("marker") == [marker.value for marker in Marker]
    own_turn.done("station", marker="jihad")
    assert own_turn.state.prescience == (0, 0, 1)


def test_the_phase_is_in_the_address(hazards: Seat) -> None:
    assert hazards.step.split("/")[3] == Phase.ACTIONS.value
    hazards.done("hazards")
    assert hazards.step.split("/")[3] == Phase.HAZARDS.value
    assert not isinstance(hazards.top(), TurnFrame)


@pytest.mark.rule("ATOM-1", "STORM-1")
def test_ATOM_1_a_plateau_that_the_atomics_opened_is_stormed_and_says_why(hazards: Seat) -> None:
    basin = AREA_NUMBER["hagga_basin"]
    state = hazards.state.with_army(HARKONNEN, basin, Army(regular=2))
    hazards.arrange(CorrectBoard(replace(state, atomics=AREA_NUMBER["splintered_rock"])))
    hazards.done("hazards")
    turn_all(hazards)
    assert hazards.form("storm").offers("area") == ["hagga_basin", "nw_1"]
    assert "the atomics opened this plateau" in hazards.main()
    hazards.done("storm", area="hagga_basin")
    assert hazards.top_as(RollFrame).area == basin
    hazards.done("attack-dice", dice__hit=1, dice__shield=1)
    hazards.done("order")
    assert hazards.state.army(HARKONNEN, basin) == Army(regular=1)
    assert hazards.top_as(RollFrame).area == NW_1


@pytest.mark.rule("WILD-1")
def test_WILD_1_a_normal_worm_may_take_the_place_of_the_wild_maker(hazards: Seat) -> None:
    wild = AREA_NUMBER["se_3"]
    state = replace(hazards.state, wild_maker=wild, harvesters=()).with_army(HARKONNEN, NW_1, None)
    hazards.arrange(CorrectBoard(state.with_leader("wild_maker", standing=Standing.BOARD, card_ready=False)))
    hazards.done("hazards")
    hazards.done("collect")
    hazards.done("order", **({"option": 0} if hazards.form("order").offers("option") else {}))
    hazards.done("finish-claims")
    assert hazards.form("end-round").offers("tame_worm") == ["1"]
    hazards.done("end-round", tame_worm=1)
    assert hazards.state.wild_maker is None
    assert hazards.state.sandworms == (wild,)


@pytest.mark.rule("WORM-4", "MAHDI-SPICE-1")
def test_WORM_4_a_carryall_that_saves_a_harvester_by_itself_is_told(hazards: Seat) -> None:
    ne_10, zone = AREA_NUMBER["ne_10"], ZONE_NUMBER["az_ne"]
    hazards.arrange(CorrectBoard(replace(hazards.state, carryalls=(zone,))))
    hazards.done("hazards")
    turn_all(hazards, "ne_10")
    assert ne_10 in hazards.state.harvesters
    assert hazards.state.carryalls == ()
    assert hazards.title(hazards.now) == "Now on the table"
    assert "Carryall" in hazards.main(hazards.now)
    hazards.done("attack-dice", dice__shield=2)
    assert hazards.get(hazards.now).headers["Location"] == hazards.step


@pytest.mark.rule("WORM-4")
def test_WORM_4_two_worms_are_settled_in_the_players_order(hazards: Seat) -> None:
    state = replace(hazards.state, harvesters=(NW_1, AREA_NUMBER["ne_10"]))
    hazards.arrange(CorrectBoard(state))
    hazards.done("hazards")
    while getattr(hazards.top(), "stage", None) is HazardStage.REVEAL:
        hazards.done("wormsign", token="sandworm")
    assert set(hazards.form("settle-worm").offers("area")) >= {"nw_1", "ne_10"}
    assert "1 harvester" in hazards.main()
    hazards.done("settle-worm", area="nw_1")
    hazards.done("worm-retreat", f"{hazards.step}?to=nw_5")
    assert NW_1 not in hazards.state.harvesters
    assert hazards.title(hazards.now) == "Now on the table"
