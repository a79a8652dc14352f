"""A whole round without battles, command by command, and what holds after each of them."""

from collections.abc import Iterator

import pytest

from companion.board import SETTLEMENT_MASK, members
from companion.content.terms import Deck, Phase, Power, Result, UnitKind, VehicleKind, Wormsign
from companion.rules import Army, Command, Event, State, evolve, execute
from companion.rules.commands import (
    BeginGame,
    BeginHazards,
    CardFinished,
    CardStepDone,
    CardWithoutEffect,
    CollectSpice,
    DeployToken,
    DeployUnits,
    DrawCards,
    DrawHarkonnenCards,
    DrawTactical,
    EndRound,
    EndTurn,
    EndVehicles,
    FinishAction,
    FinishClaims,
    PlaceStartingFigures,
    PlaceVehicle,
    PlaceWormsign,
    ReplaceUnits,
    RevealCard,
    RollAtreidesDice,
    RollHarkonnenDie,
    SpendDie,
    SpendSpice,
    StartGame,
    TurnWormsign,
    UseDesertPower,
)
from companion.rules.frames import RoundStartFrame
from companion.rules.positions.audit import audit
from companion.rules.state import ATREIDES, HARKONNEN, Standing
from tests.rules.flow.table import area, army, blocked, move, zone

LEADERSHIP, STRATEGY, DEPLOYMENT, MENTAT, HOUSE = Result
HARVESTER, ORNITHOPTER, CARRYALL = VehicleKind
LEGION = Army(regular=2, elite=1, generic=1)


def opening() -> Iterator[Command]:
    yield StartGame()
    for place in members(SETTLEMENT_MASK):
        yield PlaceStartingFigures(place, LEGION)
    yield BeginGame()
    yield DrawTactical("windgap")
    yield DrawTactical("hobars_gap")
    yield DrawTactical("gara_kulon")
    yield PlaceVehicle(HARVESTER, area("cse_5"))
    yield PlaceVehicle(HARVESTER, area("csw_3"))
    yield PlaceVehicle(HARVESTER, area("cnw_3"))
    yield PlaceVehicle(CARRYALL, zone("az_south"))
    yield PlaceVehicle(ORNITHOPTER, zone("az_ne"))
    yield EndVehicles()


def turns() -> Iterator[Command]:
    yield RollAtreidesDice((STRATEGY, DEPLOYMENT, MENTAT, HOUSE))
    # Atreides: a Naib's token walks to a station and takes it.
    yield SpendDie(STRATEGY, STRATEGY)
    yield move(ATREIDES, "bight_of_the_cliff", "cnw_3", Army(tokens=1, generic=1))
    yield move(ATREIDES, "gara_kulon", "ne_12", Army(tokens=1, generic=1))
    yield EndTurn()
    yield RollHarkonnenDie(STRATEGY)
    yield move(HARKONNEN, "carthag", "cne_1", LEGION)
    yield move(HARKONNEN, "arrakeen", "imperial_basin", Army(regular=1, elite=1), zone="az_ne")
    yield SpendDie(DEPLOYMENT, DEPLOYMENT)
    yield DeployToken(area("windgap"), "stilgar")
    yield EndTurn()
    yield RollHarkonnenDie(DEPLOYMENT)
    yield DeployUnits(HARKONNEN, area("arsunt"), Army(regular=3, named=("beast_rabban",)))
    yield SpendDie(MENTAT, MENTAT)
    yield DrawCards((Deck.HOUSE_ATREIDES, Deck.FREMEN_ALLY))
    yield EndTurn()
    yield RollHarkonnenDie(HOUSE)
    yield ReplaceUnits(HARKONNEN, area("arsunt"), 2, UnitKind.REGULAR, UnitKind.ELITE)
    yield PlaceVehicle(HARVESTER, area("csw_4"))
    yield PlaceVehicle(ORNITHOPTER, zone("az_north"))
    yield SpendDie(HOUSE, STRATEGY)
    yield FinishAction()
    yield EndTurn()
    yield from mentat()
    yield UseDesertPower("wormsigns")
    yield PlaceWormsign(area("ne_1"))
    yield PlaceWormsign(area("ne_2"))
    yield EndTurn()
    # Without a die Atreides pass until the Harkonnen have spent their last one.
    for result in (LEADERSHIP, LEADERSHIP, STRATEGY):
        yield RollHarkonnenDie(result)
        yield FinishAction()
        yield EndTurn()
    yield RollHarkonnenDie(DEPLOYMENT)
    yield FinishAction()


def mentat() -> Iterator[Command]:
    yield RollHarkonnenDie(MENTAT)
    yield DrawHarkonnenCards((Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY))
    yield RevealCard("evidence_of_rebellion")
    yield CardWithoutEffect()
    yield RevealCard("hope_clouds_observation")
    yield CardStepDone()
    yield CardFinished()


def closing() -> Iterator[Command]:
    yield BeginHazards()
    for place in ("cse_5", "csw_3", "csw_4", "ne_1", "ne_2"):
        yield TurnWormsign(area(place), Wormsign.SAND)
    yield CollectSpice()
    yield SpendSpice((1, 1, 2), frozenset({Power.LANDSRAAD}), 0, 0)
    yield FinishClaims()
    yield EndRound()


def played(*parts: Iterator[Command]) -> tuple[State, list[Event], list[State]]:
    """The last state, all events, and the state after each command."""
    state = State()
    log: list[Event] = []
    states: list[State] = []
    for part in parts:
        for command in part:
            state, found = execute(state, command)
            log.extend(found)
            states.append(state)
    return state, log, states


@pytest.mark.rule("ROUND-1", "ROUND-2")
def test_a_whole_round_goes_from_set_up_to_round_2() -> None:
    state, _, _ = played(opening(), turns(), closing())
    assert (state.round, state.phase, state.frames) == (2, Phase.START, (RoundStartFrame(),))
    assert (state.supremacy, state.imperium, state.bans) == (1, (1, 1, 2), frozenset({Power.LANDSRAAD}))
    assert state.leader("thufir_hawat").standing is Standing.READY
    # 2 at the start of each round, 1 card without effect.
    assert state.reinforcements == 5
    assert (state.harvesters, state.ornithopters, state.carryalls) == ((), (), ())


@pytest.mark.rule("ACT-3", "MAHDI-TURN-1")
def test_the_turns_of_the_round_leave_the_board_as_they_should() -> None:
    state, _, _ = played(opening(), turns())
    assert (state.phase, state.harkonnen_unused, len(state.harkonnen_spent)) == (Phase.ACTIONS, 0, 8)
    assert army(state, HARKONNEN, "carthag") == Army(tokens=2)
    assert army(state, HARKONNEN, "cne_1") == LEGION
    assert army(state, HARKONNEN, "imperial_basin") == LEGION + Army(regular=1, elite=1)
    assert army(state, HARKONNEN, "arsunt") == Army(regular=3, elite=3, generic=1, named=("beast_rabban",))
    assert army(state, ATREIDES, "windgap") == Army(tokens=2, generic=1, named=("stilgar",))
    # MOVE-4: the harvester of cnw_3 is gone; the House action put another one down.
    assert {area("cse_5"), area("csw_3"), area("csw_4")} == set(state.harvesters)


def test_folding_the_events_gives_the_same_game() -> None:
    state, log, _ = played(opening(), turns(), closing())
    again = State()
    for event in log:
        again = evolve(again, event)
    assert again == state


def test_no_position_of_the_round_breaks_a_rule() -> None:
    _, _, states = played(opening(), turns(), closing())
    assert [violation for state in states for violation in audit(state)] == []


def test_at_each_moment_the_stack_says_what_comes_next() -> None:
    _, _, states = played(opening(), turns(), closing())
    assert all(state.frames for state in states)


@pytest.mark.parametrize("command", [BeginGame(), BeginHazards(), CollectSpice(), FinishClaims(), EndRound()])
def test_the_step_of_a_phase_is_possible_at_one_moment_of_the_round_only(command: Command) -> None:
    _, _, states = played(opening(), turns(), closing())
    # Wormsigns also begin, and claims also end, where action resolution waits for a last claim.
    times = 2 if isinstance(command, FinishClaims) else 1
    assert sum(not blocked(state, command) for state in states) == times
