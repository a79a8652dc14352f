"""A file or a copy of a game as one side sees it: it tells nothing of the other, and comes in again."""

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.board import AREA_NUMBER
from companion.rules.army import Army
from companion.rules.commands import Command, CorrectBoard, EnterObjective, EnterRank
from companion.rules.state import Hidden, Mode, State
from companion.service import GameSettings, Table
from companion.service.copies import copy_game
from companion.service.exchange import copy_import, export_game, import_game
from companion.service.secrets import ALL_EYES, NO_EYES, Eyes, seen_by
from companion.store import GameRecord, Timeline
from tests.service.test_secrets import ATREIDES_EYES, EYES, HARKONNEN_EYES, named

GARA_KULON, TASMIN_SINK = AREA_NUMBER["gara_kulon"], AREA_NUMBER["tasmin_sink"]
HAND = ("troop_carriers",)
Document = dict[str, Any]


@pytest.fixture
def game(table: Table) -> GameRecord:
    """A duel with notes of both sides, corrections over them, and steps taken back and put back."""
    record, seat = table.create_game(GameSettings("Sunday", mode=Mode.DUEL), "device", "Ola")
    seq = table.load(record.id).seq
    wishes: list[Command | None] = [
        EnterRank(GARA_KULON, 3),
        EnterObjective((7, 8, 9)),
        None,
        EnterRank(TASMIN_SINK, 1),
    ]
    for number, wish in enumerate(wishes):
        command = wish or CorrectBoard(_corrected(table.load(record.id).state))
        seq = table.submit(record.id, seat, seq, f"key-{number:04}", command).seq
    seq = table.undo(record.id, seat, seq, "key-undo").seq
    seq = table.redo(record.id, seat, seq, "key-redo").seq
    table.undo(record.id, seat, seq, "key-undo-2")
    return table.games.get(record.id)


def _corrected(state: State) -> State:
    return replace(
        state,
        supremacy=3,
        reinforcements=1,
        known_tokens=((GARA_KULON, Army(special=2)),),
        hidden=Hidden((*state.hidden.objectives, (5, 5, 6))),
        cards=replace(state.cards, hands=(HAND, ())),
    )


def positions(timeline: Timeline) -> list[State]:
    """Every position there ever was that holds or can be put back."""
    return [step.state for step in (*timeline.steps, *timeline.undone)]


@pytest.mark.parametrize("eyes", EYES, ids=named)
def test_a_file_is_the_game_as_its_taker_sees_it(table: Table, game: GameRecord, eyes: Eyes) -> None:
    document = json.loads(json.dumps(export_game(table, game.id, eyes)))
    again = table.load(import_game(table, document).id)
    there = table.load(game.id)
    assert positions(again.timeline) == [seen_by(state, eyes) for state in positions(there.timeline)]
    assert again.seq == there.seq
    assert ("seed" in document) == (eyes == ALL_EYES)


def test_a_file_for_others_does_not_hold_what_is_secret(table: Table, game: GameRecord) -> None:
    texts = {eyes: json.dumps(export_game(table, game.id, eyes)["events"]) for eyes in EYES}
    for eyes, text in texts.items():
        assert ('"rank": 3' in text or "[7, 8, 9]" in text) == (eyes in (ATREIDES_EYES, ALL_EYES))
        assert (HAND[0] in text) == (eyes in (HARKONNEN_EYES, ALL_EYES))
    assert str(game.seed) not in json.dumps(export_game(table, game.id, NO_EYES))


def test_a_game_that_comes_in_and_goes_on_rolls_something_else(table: Table, game: GameRecord) -> None:
    for eyes in EYES:
        assert import_game(table, export_game(table, game.id, eyes)).seed != game.seed
    solo, _seat = table.create_game(GameSettings("Alone"), "device", "Ola")
    assert import_game(table, export_game(table, solo.id)).seed == solo.seed


def test_a_copy_holds_what_its_maker_sees(table: Table, game: GameRecord) -> None:
    for whole in (True, False):
        for number, eyes in enumerate(EYES):
            made = copy_game(table, game.id, "phone", "Eva", f"key-{number}{whole}", "", whole=whole, eyes=eyes)
            assert table.load(made.id).state == seen_by(table.load(game.id).state, eyes)


def test_another_one_like_a_game_that_came_in_holds_what_its_maker_sees(table: Table, game: GameRecord) -> None:
    came = import_game(table, export_game(table, game.id))
    again = copy_import(table, came.id, "phone", "Eva", "key-0001", HARKONNEN_EYES)
    assert table.load(again.id).state == seen_by(table.load(game.id).state, HARKONNEN_EYES)
