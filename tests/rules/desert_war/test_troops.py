"""Desert troops among legions, worms and the rest of the board; the set-up; solo (DW-1, DW-6)."""

from dataclasses import replace

import pytest

from companion.content.terms import CombatFace, Phase
from companion.rules import Army as Figures
from companion.rules import State, execute
from companion.rules.ask.desert import worm_moves
from companion.rules.commands import (
    Attack,
    CleanUp,
    EndRound,
    MoveLegion,
    MoveWorm,
    RollAttackDice,
    StartGame,
)
from companion.rules.events import GameStarted
from companion.rules.frames import Cause, EndFrame, EndStage, RollFrame, TurnFrame
from companion.rules.legal import OF_DESERT_WAR, kinds_played
from companion.rules.state import Mode
from companion.rules.war import DesertWar
from companion.store.codec import encode_event, encode_state
from tests.rules.battle.table import turn
from tests.rules.desert_war.table import (
    ATREIDES,
    HARKONNEN,
    Army,
    area,
    areas,
    army,
    at_war,
    atreides_turn,
    camps,
    codes,
    play,
    war_of,
)

ALL = {"suspensors": areas("ne_5"), "launchers": areas("ne_5"), "sandriders": areas("ne_5")}


@pytest.mark.rule("DW-1")
def test_DW_1_a_game_is_opened_with_the_expansion_between_people_never_alone() -> None:
    state, events = execute(State(), StartGame(mode=Mode.DUEL, expansions=("desert_war",)))
    assert (state.desert_war, state.expansions) == (DesertWar(), ("desert_war",))
    assert events[0] == GameStarted(StartGame().rules, Mode.DUEL, ("desert_war",))
    assert codes(State(), StartGame(expansions=("desert_war",))) == [("DW-1", "expansion_in_solo")]
    assert codes(State(), StartGame(mode=Mode.DUEL, expansions=("smugglers",))) == [("DW-1", "unknown_expansion")]
    twice = StartGame(mode=Mode.DUEL, expansions=("desert_war",) * 2)
    assert ("DW-1", "unknown_expansion") in codes(State(), twice)


@pytest.mark.rule("DW-1", tries=True)
def test_DW_1_a_game_without_it_is_written_as_before() -> None:
    state, events = execute(State(), StartGame(mode=Mode.DUEL))
    assert "desert_war" not in encode_state(state)
    assert "expansions" not in encode_event(events[0])
    assert not any("escort" in str(encode_event(event)) for event in events)
    assert not set(kinds_played(state)) & OF_DESERT_WAR
    other = execute(State(), StartGame(mode=Mode.DUEL, expansions=("desert_war",)))[0]
    assert "desert_war" in encode_state(other)


@pytest.mark.rule("DW-6")
def test_DW_6_areas_with_only_troops_are_free_and_no_target() -> None:
    state = at_war({"ne_4": Army(2)}, {}, *turn(HARKONNEN), war=ALL)
    assert state.free_mask(HARKONNEN) >> area("ne_5") & 1
    assert state.free_mask(ATREIDES) >> area("ne_5") & 1
    assert codes(state, Attack(HARKONNEN, area("ne_4"), area("ne_5"))) == [("BATTLE-1", "nothing_to_attack")]


@pytest.mark.rule("DW-6", tries=True)
def test_DW_6_troops_go_as_soon_as_an_enemy_legion_is_there() -> None:
    launchers = at_war({"ne_4": Army(2)}, {}, *turn(HARKONNEN), war={"launchers": areas("ne_5", "ne_5")})
    after = play(launchers, MoveLegion(HARKONNEN, area("ne_4"), area("ne_5"), Army(2)))
    assert (war_of(after).launchers, army(after, HARKONNEN, "ne_5")) == ((), Army(2))
    suspensors = at_war({}, {"ne_4": Army(2)}, *turn(ATREIDES), war={"suspensors": areas("ne_5", "ne_5")})
    after = play(suspensors, MoveLegion(ATREIDES, area("ne_4"), area("ne_5"), Army(2)))
    assert war_of(after).suspensors == ()
    own = at_war({"ne_4": Army(2)}, {}, *turn(HARKONNEN), war={"suspensors": areas("ne_5")})
    assert war_of(play(own, MoveLegion(HARKONNEN, area("ne_4"), area("ne_5"), Army(2)))).suspensors == areas("ne_5")


@pytest.mark.rule("DW-6", tries=True)
def test_DW_6_a_worm_may_enter_and_removes_all_but_sandriders() -> None:
    state = atreides_turn(use="move", sandworms=areas("ne_4"), war=ALL)
    assert worm_moves(state, area("ne_4")) >> area("ne_5") & 1
    after = play(state, MoveWorm(area("ne_4"), area("ne_5")))
    war = war_of(after)
    assert (after.sandworms, war.suspensors, war.launchers, war.sandriders) == (areas("ne_5"), (), (), areas("ne_5"))


@pytest.mark.rule("DW-6", tries=True)
def test_DW_6_they_take_no_hits_and_do_not_count() -> None:
    frame = RollFrame(Cause.STORM, HARKONNEN, area("ne_5"), 2, (1, 0, 1))
    state = at_war({"ne_5": Army(2)}, {}, TurnFrame(HARKONNEN, acted=True), frame, war={"suspensors": areas("ne_5")})
    after = play(state, RollAttackDice((CombatFace.HIT, CombatFace.SHIELD)))
    assert war_of(after).suspensors == areas("ne_5")
    assert army(state, HARKONNEN, "ne_5").units == 2


@pytest.mark.rule("DW-6", tries=True)
def test_DW_6_at_the_end_of_the_round_only_sandriders_with_a_worm_stay() -> None:
    war = {
        "suspensors": areas("ne_4", "ne_4"),
        "launchers": areas("ne_8"),
        "sandriders": areas("ne_5", "ne_9"),
        "card_ready": False,
        "camps": camps("ne_8"),
    }
    state = at_war({}, {}, EndFrame(EndStage.CLEANUP), phase=Phase.END, war=war, sandworms=areas("ne_9"))
    after = play(state, CleanUp())
    left = war_of(after)
    assert (left.suspensors, left.launchers, left.sandriders, left.camps) == ((), (), areas("ne_9"), ())
    assert left.card_ready is False
    assert war_of(play(after, EndRound())).card_ready is True


@pytest.mark.rule("DW-6", tries=True)
def test_DW_6_a_legion_leaves_its_troops_where_they_are() -> None:
    state = at_war({"ne_4": Figures(2)}, {}, *turn(HARKONNEN), war={"suspensors": areas("ne_4")})
    after = play(state, MoveLegion(HARKONNEN, area("ne_4"), area("ne_5"), Figures(2)))
    assert war_of(after).suspensors == areas("ne_4")


@pytest.mark.rule("DW-1")
def test_DW_1_the_card_is_used_only_in_a_game_with_the_expansion() -> None:
    from companion.rules.commands import UseDesertPower

    state = replace(at_war({}, {}, TurnFrame(ATREIDES), harkonnen_unused=5, atreides_unused=1), desert_war=None)
    assert codes(state, UseDesertPower("sandriders")) == [("ACT-DESERT", "unknown_desert_action")]
