"""Who may answer a step and give a command: both sides and all partners, at every position of random games."""

from dataclasses import replace
from typing import get_args

import pytest

from companion.content.terms import Result, Subfaction
from companion.rules import Army, Rules, State
from companion.rules.ask.asked import ASKED, EVERYBODY, GIVERS, SIDES, asked, givers
from companion.rules.commands import (
    Attack,
    Command,
    CorrectBoard,
    DiscardForDice,
    EndTurn,
    EndVehicles,
    EnterObjective,
    PlayHarkonnenCard,
    SettleWorm,
    SpendDie,
    TakeHits,
    ThrowDice,
    UseHarkonnenLeader,
    UseLeader,
)
from companion.rules.frames import (
    ActionFrame,
    BattleStage,
    Cause,
    EndFrame,
    EndStage,
    Frame,
    HazardsFrame,
    HazardStage,
    HitsFrame,
    RollFrame,
    TurnFrame,
    VehiclesFrame,
    WormFrame,
)
from companion.rules.state import ATREIDES, HARKONNEN, Mode
from tests.rules.flow.table import area, position
from tests.rules.machines.moves import kinds_open, of_kind
from tests.rules.machines.people import PEOPLE, walk
from tests.rules.machines.starts import STARTS
from tests.rules.perft.positions import duel

HOUSE, CORRINO = Subfaction.HOUSE_HARKONNEN, Subfaction.CORRINO_ALLY
ALLY = Subfaction.FREMEN_ALLY


def four(*frames: Frame) -> State:
    return position(None, None, *frames, mode=Mode.TEAM, rules=Rules(partners=2, harkonnen_partners=2))


def two(*frames: Frame) -> State:
    return position(None, None, *frames, mode=Mode.DUEL)


def test_somebody_is_named_for_every_command_and_for_nothing_else() -> None:
    assert set(GIVERS) == set(get_args(Command))


def test_every_frame_is_somebodys() -> None:
    assert set(ASKED) == set(get_args(Frame))


@pytest.mark.parametrize("name", PEOPLE)
def test_in_games_between_people_the_one_who_is_asked_can_always_do_something(name: str) -> None:
    for played in walk(name, 5, 80):
        state = played.before
        who, by = asked(state), givers(state, played.command)
        assert who, state.frame
        assert by, played.command
        if who & by or name.startswith("front"):
            # Positions of the front do not tell the dice that a turn needs.
            continue
        # Something out of turn was done: whoever is asked can do something as well.
        options = [one for kind in kinds_open(state) for one in of_kind(state, kind)[:3]]
        assert any(givers(state, one) & who for one in options), (state.frame, played.command)


@pytest.mark.parametrize("name", [name for name in STARTS if name not in PEOPLE and "desert war" not in name])
def test_alone_everything_is_for_the_atreides(name: str) -> None:
    state = STARTS[name]()
    assert state.mode is Mode.SOLO
    for kind in kinds_open(state):
        for one in of_kind(state, kind)[:2]:
            assert givers(state, one) & SIDES[ATREIDES], one
    assert asked(state) & SIDES[ATREIDES]


@pytest.mark.rule("ACT-3")
def test_ACT_3_a_turn_is_of_one_side() -> None:
    state = two(TurnFrame(HARKONNEN))
    assert asked(state) == SIDES[HARKONNEN]
    assert givers(state, SpendDie(Result.MENTAT, Result.MENTAT, HARKONNEN)) == SIDES[HARKONNEN]
    assert givers(state, EndTurn()) == SIDES[HARKONNEN]
    assert givers(state, EnterObjective((1, 1, 1))) == SIDES[ATREIDES]
    assert givers(state, CorrectBoard(state)) == EVERYBODY
    assert givers(state, ThrowDice(ATREIDES, ())) == SIDES[ATREIDES]


@pytest.mark.rule("TEAM-4", "TEAM-5")
def test_TEAM_4_the_partner_of_the_die_decides_about_its_action() -> None:
    turn = TurnFrame(HARKONNEN, acted=True, spent_die=True, corrino=True)
    state = four(turn, ActionFrame(HARKONNEN, Result.STRATEGY, moves=2))
    attack = Attack(HARKONNEN, area("carthag"), area("cne_4"))
    assert asked(state) == {CORRINO} == givers(state, attack)
    assert asked(four(TurnFrame(HARKONNEN))) == SIDES[HARKONNEN]
    assert givers(two(turn, ActionFrame(HARKONNEN, Result.STRATEGY)), attack) == SIDES[HARKONNEN]


@pytest.mark.rule("TEAM-3")
def test_TEAM_3_a_die_belongs_to_the_partner_on_whose_dashboard_it_lies() -> None:
    state = four(TurnFrame(HARKONNEN))
    for corrino, partner in ((True, CORRINO), (False, HOUSE)):
        assert givers(state, SpendDie(Result.MENTAT, Result.MENTAT, HARKONNEN, corrino)) == {partner}
    assert givers(four(TurnFrame(ATREIDES)), SpendDie(Result.MENTAT, Result.MENTAT)) == SIDES[ATREIDES]


@pytest.mark.rule("TEAM-2")
def test_TEAM_2_each_partner_plays_the_own_deck_and_both_discard_in_battle() -> None:
    state = four(TurnFrame(HARKONNEN))
    assert givers(state, PlayHarkonnenCard(Result.MENTAT, "troop_carriers")) in ({HOUSE}, {CORRINO})
    fight = replace(duel(BattleStage.CARDS), mode=Mode.TEAM, rules=Rules(partners=2, harkonnen_partners=2))
    assert asked(fight) == SIDES[HARKONNEN] == givers(fight, DiscardForDice(HARKONNEN, 1))


@pytest.mark.rule("TEAM-5")
def test_TEAM_5_vehicles_hazards_and_special_actions_have_their_partner() -> None:
    vehicles, hazards = VehiclesFrame(1, 1, 1), HazardsFrame(HazardStage.WORMS, (area("ne_13"),))
    assert asked(four(vehicles)) == {HOUSE} == givers(four(vehicles), EndVehicles())
    assert asked(two(vehicles)) == SIDES[HARKONNEN]
    assert asked(four(hazards)) == {ALLY} == givers(four(hazards), SettleWorm(area("ne_13")))
    storm = RollFrame(Cause.STORM, HARKONNEN, area("ne_13"), 2, (1, 0, 1))
    assert asked(four(hazards, storm)) == {ALLY}
    assert asked(two(hazards, storm)) == SIDES[ATREIDES]
    state = four(TurnFrame(ATREIDES))
    assert givers(state, UseLeader(Result.STRATEGY, "stilgar")) == {ALLY}
    assert givers(state, UseLeader(Result.STRATEGY, "paul_atreides")) == {Subfaction.HOUSE_ATREIDES}
    assert givers(four(TurnFrame(HARKONNEN)), UseHarkonnenLeader("baron_harkonnen")) == {HOUSE}


@pytest.mark.rule("R-49", "WORM-4")
def test_R_49_where_a_legion_flees_to_is_for_its_opponent() -> None:
    place = area("ne_13")
    worm = position({"ne_13": Army(regular=1)}, {}, WormFrame(place, rescue=True), mode=Mode.DUEL, sandworms=(place,))
    assert asked(worm) == SIDES[ATREIDES]
    alone = position({}, {}, WormFrame(place, rescue=True), mode=Mode.DUEL, harvesters=(place,))
    assert asked(alone) == SIDES[HARKONNEN]
    assert asked(duel(BattleStage.RETREAT)) == SIDES[ATREIDES]
    assert asked(duel(BattleStage.DESTINATION)) == SIDES[HARKONNEN]


@pytest.mark.rule("BATTLE-4", "ROUND-2")
def test_BATTLE_4_the_dice_of_both_and_the_end_of_a_round_are_for_both() -> None:
    assert asked(duel(BattleStage.ROLL)) == EVERYBODY
    assert asked(two(EndFrame(EndStage.CLAIMS))) == SIDES[ATREIDES]
    assert asked(two(EndFrame(EndStage.CLEANUP))) == SIDES[HARKONNEN]
    assert asked(two(EndFrame(EndStage.ATREIDES))) == SIDES[ATREIDES]
    assert asked(replace(two(EndFrame(EndStage.CLEANUP)), mode=Mode.SOLO)) == SIDES[ATREIDES]
    hits = two(HitsFrame(Cause.WORM, HARKONNEN, area("ne_13"), 2))
    assert asked(hits) == SIDES[HARKONNEN] == givers(hits, TakeHits(HARKONNEN, ()))
