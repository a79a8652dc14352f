"""Figures of a game: what holds counts once, what was taken back does not, and nothing hidden gets in."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.content.terms import Faction
from companion.rules.events import DiceRolled, HitsTaken, SpiceCollected
from companion.service import Table
from companion.service.exchange import import_game
from companion.service.statistics import (
    DiceLuck,
    GameResult,
    WinRecord,
    game_statistics,
    playing_time,
    win_record,
)
from companion.store import Timeline
from tests.service.played import played_game

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def timeline(table: Table) -> Timeline:
    return table.load(import_game(table, played_game(), "device", "Ola").id).timeline


def test_the_rounds_end_where_the_game_stands(timeline: Timeline) -> None:
    figures = game_statistics(timeline)
    assert [one.round for one in figures.rounds] == list(range(1, timeline.state.round + 1))
    last = figures.rounds[-1]
    assert (last.supremacy, last.prescience, last.imperium) == (
        timeline.state.supremacy,
        timeline.state.prescience,
        timeline.state.imperium,
    )
    assert [one.supremacy for one in figures.rounds] == sorted(one.supremacy for one in figures.rounds)


def test_dice_spice_and_losses_are_those_of_the_events(timeline: Timeline) -> None:
    figures = game_statistics(timeline)
    events = timeline.events
    for luck in figures.luck:
        rolled = [event for event in events if isinstance(event, DiceRolled) and event.faction is luck.faction]
        assert luck.faces == tuple(sum(event.faces[face] for event in rolled) for face in range(3))
    assert sum(one.spice for one in figures.rounds) == sum(
        event.spice for event in events if isinstance(event, SpiceCollected)
    )
    hits = sum(len(event.removed) for event in events if isinstance(event, HitsTaken))
    losses = sum(sum(one.losses) for one in figures.rounds)
    assert losses > 0
    assert hits > 0
    assert sum(one.battles for one in figures.rounds) == sum(figures.battles_won)


def test_what_is_taken_back_does_not_count(table: Table) -> None:
    game = import_game(table, played_game(), "device", "Ola")
    seat = table.games.seat(game.id, "device", table.clock())
    assert seat is not None
    before = game_statistics(table.load(game.id).timeline)
    timeline = table.load(game.id).timeline
    last_roll = next(
        n
        for n, step in enumerate(reversed(timeline.steps))
        if any(isinstance(e, DiceRolled) for e in step.batch.events)
    )
    seq = timeline.seq
    for n in range(last_roll + 1):
        seq = table.undo(game.id, seat, seq, f"undo-{n}").seq
    after = game_statistics(table.load(game.id).timeline)
    assert sum(luck.dice for luck in after.luck) < sum(luck.dice for luck in before.luck)
    assert (after.taken_back, after.entries) == (last_roll + 1, before.entries - last_roll - 1)


def test_a_game_that_is_being_set_up_has_no_rounds() -> None:
    figures = game_statistics(Timeline())
    assert (figures.rounds, figures.entries, figures.playing_time) == ((), 0, timedelta())


def test_luck_is_what_came_against_what_should_have() -> None:
    luck = DiceLuck(Faction.ATREIDES, (12, 4, 2))
    assert luck.dice == 18
    assert luck.expected == (9.0, 6.0, 3.0)
    assert luck.luck == pytest.approx(3 / (18 * 0.25) ** 0.5)
    assert DiceLuck(Faction.ATREIDES, (0, 0, 0)).luck == 0


def test_a_long_pause_is_no_playing_time() -> None:
    moments = [NOON, NOON + timedelta(minutes=3), NOON + timedelta(hours=5), NOON + timedelta(hours=5, minutes=1)]
    assert playing_time(moments) == timedelta(minutes=3 + 10 + 1)


def _result(number: int, winner: Faction | None) -> GameResult:
    return GameResult(str(number), "", NOON + timedelta(days=number), winner, 6, 5, 9)


def test_the_win_record_counts_finished_games() -> None:
    winners = (Faction.HARKONNEN, Faction.ATREIDES, None, Faction.ATREIDES)
    record = WinRecord(tuple(_result(n, winner) for n, winner in enumerate(winners)))
    assert (record.wins(Faction.HARKONNEN), record.wins(Faction.ATREIDES)) == (1, 2)
    assert record.running(Faction.ATREIDES) == [0, 0, 1, 2]
    assert record.running(Faction.HARKONNEN) == [0, 1, 1, 1]
    assert record.streak == (Faction.ATREIDES, 2)
    assert WinRecord(()).streak == (None, 0)


def test_the_record_is_in_the_order_of_the_last_change(table: Table, timeline: Timeline) -> None:
    (game,) = table.games.recent()
    record = win_record([(game, timeline.state)])
    assert record.games[0].winner is timeline.state.winner
    assert record.games[0].rounds == timeline.state.round
