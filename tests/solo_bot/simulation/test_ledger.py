"""The ledger: what left the game is known, and what is then missing or too many is told piece by piece."""

from functools import cache
from random import Random
from typing import Any

import pytest

from companion.frozen import replace
from companion.rules.army import Army
from companion.rules.causes import Cause
from companion.rules.commands import EndTurn, MoveLegion
from companion.rules.events import (
    CardPlayed,
    Event,
    FiguresRemoved,
    HandDiscarded,
    PrescienceClaimed,
    PrescienceCleared,
    StrongholdDestroyed,
    TokensRevealed,
)
from companion.rules.positions.reading import read_position
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from solo_bot.simulation.answers import ideas
from solo_bot.simulation.ledger import Ledger
from solo_bot.simulation.person import fields_of_spice, guarded, prey, sietch_rank, spendings
from solo_bot.simulation.play import GameRecord, carry_out, execute_first, opening
from solo_bot.simulation.truth import Truth
from tests.solo_bot.planner.small import AREA, world
from tests.solo_bot.small import a, h, position


@cache
def begun() -> tuple[State, tuple[Event, ...]]:
    """A game that has just begun, and what happened in it."""
    truth, state, record = Truth(Random(3)), State(), GameRecord(3)
    events: list[Event] = []
    batches: list[Any] = [(batch,) for batch in opening(truth)]
    while state.round < 1 or not state.atreides_results:
        done = execute_first(state, batches.pop(0) if batches else ideas(state, truth), record)
        assert done is not None
        state, happened = done
        carry_out(truth, happened)
        events += happened
    return state, tuple(events)


def told(state: State, *events: Event) -> list[str]:
    ledger = Ledger()
    ledger.note(begun()[1])
    ledger.note(events)
    return ledger.problems(state)


def test_a_game_that_has_begun_is_complete() -> None:
    assert told(begun()[0]) == []


def less(**facts: Any) -> State:
    return replace(begun()[0], **facts)


def cards(**facts: Any) -> State:
    return less(cards=replace(begun()[0].cards, **facts))


def test_what_is_missing_is_told_with_its_numbers() -> None:
    state = begun()[0]
    assert told(less(stations=state.stations & (state.stations - 1))) == ["stations: 5 and 0 gone, the box holds 6"]
    assert told(less(sietches=state.sietches[1:])) == ["sietches: 7 and 0 gone, the box holds 8"]
    settlements = state.settlements & (state.settlements - 1)
    (found,) = told(less(settlements=settlements))
    number = settlements.bit_count()
    assert found == f"settlements: {number} and 0 gone, the box holds {number + 1}"
    (found,) = told(less(atreides_tokens=state.atreides_tokens - 1))
    assert found.startswith("atreides tokens: ")
    (found,) = told(less(black_tokens=state.black_tokens - 1))
    assert found.startswith("harkonnen tokens: 11 and 0 gone")
    assert told(less(black_tokens=state.black_tokens - 1, mode=Mode.DUEL)) == []
    (found,) = told(less(harkonnen_unused=state.harkonnen_unused + 1))
    assert found == "harkonnen dice: 9 and 0 gone, the box holds 8"
    (found,) = told(cards(prescience=state.cards.prescience - 1))
    assert found == "prescience cards: 15 and 0 gone, the box holds 16"
    (found,) = told(cards(hand=state.cards.hand + 1))
    assert found == "atreides cards: 37 and 0 gone, the box holds 36"


@pytest.mark.parametrize(
    ("event", "what", "number"),
    [
        (TokensRevealed(ATREIDES, 50, 2, Army(regular=2)), "atreides tokens", 2),
        (FiguresRemoved(ATREIDES, 50, Army(tokens=1), Cause.BATTLE), "atreides tokens", 1),
        (StrongholdDestroyed(HARKONNEN, 0, 3), "settlements", 1),
        (StrongholdDestroyed(ATREIDES, 2, 1), "sietches", 1),
        (HandDiscarded(ATREIDES, 2, Cause.BATTLE), "atreides cards", 2),
        (CardPlayed("war_plan"), "atreides cards", 1),
        (PrescienceClaimed("dew_collectors"), "prescience cards", 1),
        (PrescienceCleared(2, False), "prescience cards", 2),
    ],
)
def test_what_left_the_game_is_counted(event: Any, what: str, number: int) -> None:
    (found,) = told(begun()[0], event)
    assert found.startswith(f"{what}: ")
    assert f" and {number} gone, " in found


def test_what_concerns_another_side_or_goes_back_has_not_left() -> None:
    assert told(begun()[0], TokensRevealed(HARKONNEN, 0, 1, Army(regular=1))) == []
    assert told(begun()[0], PrescienceCleared(2, True)) == []
    assert told(begun()[0], FiguresRemoved(ATREIDES, 50, Army(regular=2), Cause.BATTLE)) == []


@pytest.mark.rule("MAHDI-CARD-6")
def test_MAHDI_CARD_6_cards_burnt_unseen_may_be_in_the_deck_again_and_no_more() -> None:
    state = begun()[0]
    decks = list(state.cards.decks)
    fewer = cards(decks=(decks[0] - 1, *decks[1:]))
    assert told(fewer) == ["harkonnen cards: 35 and 0 burnt, the box holds 36"]
    assert told(fewer, HandDiscarded(HARKONNEN, 1, Cause.BATTLE)) == []
    assert told(state, HandDiscarded(HARKONNEN, 1, Cause.BATTLE)) == []
    assert told(replace(fewer, reinforcements=state.reinforcements + 1)) == []
    assert told(replace(fewer, hawats_scheming_beside_board=True)) == []
    assert told(replace(state, reinforcements=state.reinforcements + 1)) == [
        "harkonnen cards: 37 and 0 burnt, the box holds 36"
    ]


# The Harkonnen as a person plays them.


def test_prey_is_where_most_can_come_in_least_time() -> None:
    ranks = {"windgap": 2, "tasmin_sink": 2}
    near = read_position(position(h("csw_2", regular=3), a("windgap", regular=1), ranks=ranks))
    assert prey(near) == AREA["windgap"]
    held = read_position(position(h("csw_2", regular=3), h("se_5", regular=3), a("windgap", regular=6), ranks=ranks))
    assert prey(held) == AREA["tasmin_sink"]
    assert prey(replace(near, sietches=())) is None


def test_the_rank_of_a_facedown_sietch_is_taken_for_the_middle_one() -> None:
    state, _ = world(ranks={"windgap": 3, "tasmin_sink": 1})
    assert sietch_rank(state, AREA["windgap"]) == 2
    shown = replace(state, sietches=tuple(replace(sietch, revealed=True) for sietch in state.sietches))
    assert (sietch_rank(shown, AREA["windgap"]), sietch_rank(shown, AREA["tasmin_sink"])) == (3, 1)
    assert sietch_rank(shown, AREA["gara_kulon"]) == 2


def test_harvesters_go_where_nobody_watches() -> None:
    quiet, _ = world(ranks={"tasmin_sink": 1})
    first = fields_of_spice(quiet)
    watchers = {"ne": ("ne_2", "ne_9", "ne_12"), "nw": ("nw_4", "nw_5", "nw_3", "nw_8"), "sw": ("sw_5", "sw_1")}
    guarded_there, _ = world(*(a(area, regular=1) for area in watchers[first]), ranks={"tasmin_sink": 1})
    assert fields_of_spice(guarded_there) != first


def test_spice_buys_supremacy_then_dice_then_markers() -> None:
    state = replace(world()[0], mode=Mode.DUEL, imperium=(2, 2, 2), supremacy=0)

    def best(spice: int, rows: tuple[int, int, int] = (2, 2, 2)) -> tuple[tuple[int, int, int], int, int]:
        found = spendings(replace(state, imperium=rows), spice)[0]
        return found.imperium, found.supremacy, found.reserve

    assert best(0) == ((3, 3, 3), 0, 0), "everything falls"
    assert best(3) == ((3, 3, 3), 1, 0)
    assert best(6) == ((1, 3, 3), 1, 0), "a marker rises for three"
    assert best(9) == ((2, 2, 2), 1, 0), "the lowest marker sets dice aside"
    assert best(12) == ((1, 1, 1), 1, 0)
    assert best(6, (1, 1, 1)) == ((1, 2, 2), 1, 1)


def test_elites_stay_where_regulars_are_not_enough_for_a_garrison() -> None:
    state = replace(world(h("arsunt", regular=1, elite=3), h("csw_2", regular=2))[0], mode=Mode.DUEL)
    move = MoveLegion(HARKONNEN, AREA["arsunt"], AREA["nw_16"], Army(regular=1, elite=3))
    kept = guarded(state, move)
    assert isinstance(kept, MoveLegion)
    assert kept.figures == Army(elite=2)
    open_field = MoveLegion(HARKONNEN, AREA["csw_2"], AREA["csw_1"], Army(regular=2))
    assert guarded(state, open_field) is open_field
    assert guarded(state, EndTurn()) == EndTurn()
