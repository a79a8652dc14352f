"""Whole simulated games: legal at every step, nothing lost, and the log alone gives every position again."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.rules import evolve
from companion.rules.army import Army
from companion.rules.events import Event, GameWon, TurnEnded
from companion.rules.frames import GameOverFrame
from companion.rules.positions.audit import audit
from companion.rules.positions.unlikely import unlikely
from companion.rules.state import ATREIDES, HARKONNEN, Rules, State
from companion.store import Timeline, decode_event, encode_event
from companion.store.records import UNDO
from companion.store.shapes import from_text, to_text
from companion.store.timeline import Row, reversal_entry
from solo_bot.simulation import GameRecord, play_game, selfplay
from solo_bot.simulation.inspection import Inspection
from solo_bot.simulation.ledger import Ledger
from tests import sums
from tests.solo_bot.simulation import golden

SEEDS = (11, 12, 13)
ROOT = Path(__file__).parents[3]
NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Played:
    """A game with the position after each batch."""

    record: GameRecord
    states: Sequence[State]


@pytest.fixture(scope="module", params=SEEDS)
def played(request: pytest.FixtureRequest) -> Played:
    states: list[State] = []
    return Played(play_game(request.param, watch=lambda state, events: states.append(state)), states)


def test_a_game_comes_to_a_victory_without_a_refused_order(played: Played) -> None:
    record = played.record
    assert record.winner in (HARKONNEN, ATREIDES)
    assert record.refused == []
    assert isinstance(played.states[-1].frame, GameOverFrame)
    assert sum(isinstance(event, GameWon) for event in record.events) == 1


def test_nothing_is_odd_and_nothing_lost_after_any_batch(played: Played) -> None:
    assert played.record.violations == []
    assert len(played.states) == len(played.record.batches)
    assert audit(played.states[-1]) == ()
    assert [found for state in played.states for found in unlikely(state)] == []


def test_the_events_alone_give_every_position_again(played: Played) -> None:
    state = State()
    for batch, expected in zip(played.record.batches, played.states, strict=True):
        for event in batch:
            state = evolve(state, event)
        assert state == expected


def test_the_events_survive_the_codec(played: Played) -> None:
    for event in played.record.events:
        assert decode_event(from_text(to_text(encode_event(event)))) == event


def test_undo_gives_the_position_before(played: Played) -> None:
    rows = list(_rows(played.record.batches))
    timeline = Timeline().extended(rows)
    assert timeline.state == played.states[-1]
    for before in reversed(played.states[-6:-1]):
        last = timeline.to_undo.batch
        entry = reversal_entry(UNDO, last.number)
        seq = timeline.seq + 1
        timeline = timeline.extended([Row(seq, last.number, entry.kind, entry.payload, "Undo", None, NOON)])
        assert timeline.state == before


def _rows(batches: Sequence[tuple[Event, ...]]) -> list[Row]:
    rows: list[Row] = []
    for batch in batches:
        first = len(rows) + 1
        for event in batch:
            payload = to_text(encode_event(event))
            rows.append(Row(len(rows) + 1, first, type(event).__name__, payload, "Test", None, NOON))
    return rows


def test_the_same_seed_gives_the_same_game() -> None:
    assert play_game(3) == play_game(3)
    assert play_game(3).batches != play_game(4).batches


@pytest.mark.slow
def test_the_seed_decides_whatever_the_order_of_hashes() -> None:
    code = "from solo_bot.simulation import play_game; from tests.solo_bot.simulation.golden import transcript;"
    code += "import hashlib; print(hashlib.sha256(transcript(play_game(5)).encode()).hexdigest())"
    digests = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        found = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        digests.add(found.stdout)
    assert len(digests) == 1


@pytest.mark.parametrize("rules", [Rules(first_printing=True), Rules(card_parts=True), Rules(doubtful_border=True)])
def test_the_variants_play_to_the_end(rules: Rules) -> None:
    record = play_game(21, rules)
    assert record.winner is not None
    assert (record.refused, record.violations) == ([], [])


@pytest.mark.parametrize("name", sums.read(golden.SUMS))
def test_more_games_run_as_before(name: str) -> None:
    """``python -m tests.solo_bot.simulation.golden NAME`` shows the game, to be compared with that of before."""
    assert sums.sum_of([golden.game(name)]) == sums.read(golden.SUMS)[name]


@pytest.mark.parametrize("seed", golden.SEEDS)
def test_golden_games_are_as_they_were(seed: int) -> None:
    expected = golden.path(seed).read_text(encoding="utf-8").splitlines()
    found = golden.transcript(play_game(seed)).splitlines()
    # Line by line: the first difference says more than the length of both.
    for number, (now, before) in enumerate(zip(found, expected, strict=False), start=1):
        assert (number, now) == (number, before)
    assert len(found) == len(expected)


def test_the_ledger_names_what_does_not_add_up(played: Played) -> None:
    ledger = Ledger()
    ledger.note(played.record.events)
    last = played.states[-1]
    assert ledger.problems(last) == []
    for wrong, problem in (
        (replace(last, stations=0b11111111), "stations: "),
        (replace(last, black_tokens=last.black_tokens + 1), "harkonnen tokens: "),
        (replace(last, cards=replace(last.cards, hand=last.cards.hand + 1)), "atreides cards: "),
        (last.add_army(ATREIDES, 0, Army(tokens=1)), "atreides tokens: "),
        (replace(last, harkonnen_spent=(), harkonnen_unused=9), "harkonnen dice: "),
    ):
        assert [found for found in ledger.problems(wrong) if found.startswith(problem)]


def test_the_audit_counts_the_figures_that_the_ledger_does_not(played: Played) -> None:
    last = played.states[-1]
    crowd = last.add_army(ATREIDES, 0, Army(regular=20, named=("stilgar", "stilgar")))
    found = Inspection().found(crowd, ())
    assert {"UNIT-2 atreides.regular", "LEADER-3 stilgar"} <= set(found)


def test_selfplay_reports_the_figures_of_the_formats() -> None:
    ticks = iter((10.0, 12.5))
    answer = selfplay(3, 1, lambda: next(ticks))
    assert answer["games"] == answer["harkonnen_wins"] + answer["atreides_wins"] == 3
    assert (answer["violations"], answer["refused"], answer["seconds"]) == (0, 0, 2.5)
    assert answer["rounds"]["min"] <= answer["rounds"]["mean"] <= answer["rounds"]["max"]


def test_selfplay_plays_the_same_games_in_any_number_of_processes() -> None:
    alone, together = selfplay(4, 2, lambda: 0.0), selfplay(4, 2, lambda: 0.0, jobs=3)
    assert alone == together
    assert selfplay(4, 3, lambda: 0.0) != alone


def test_an_inspection_at_the_end_of_turns_finds_the_same_in_the_end(played: Played) -> None:
    crowd = played.states[-1].add_army(ATREIDES, 0, Army(regular=20))
    waiting, thorough = Inspection(each_batch=False), Inspection()
    assert waiting.found(replace(crowd, winner=None), ()) == []
    found = thorough.found(crowd, ())
    assert found
    assert waiting.found(crowd, ()) == found
    assert Inspection(each_batch=False).found(replace(crowd, winner=None), (TurnEnded(HARKONNEN),)) == found
