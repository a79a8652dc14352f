"""A game as a file: out and in again it is the same game; a damaged file is refused with its field, and nothing is
written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.board import AREA_NUMBER
from companion.content import LEADERS
from companion.rules.army import Army
from companion.rules.commands import Command, EnterRank, PlaceStartingFigures
from companion.rules.errors import FormatError
from companion.service import GameSettings, Table
from companion.service.exchange import export_game, import_game, import_once
from companion.service.exchange_checks import check_meaning
from companion.service.exchange_file import MAX_FILE_BYTES, parse_game
from companion.store import Role
from tests.service.conftest import Clock
from tests.service.played import played_game

ARRAKEEN, CARTHAG, GARA_KULON = (AREA_NUMBER[name] for name in ("arrakeen", "carthag", "gara_kulon"))
Document = dict[str, Any]


@pytest.fixture
def game(table: Table, clock: Clock) -> str:
    """A game with a partner, a hidden rank, an undo and a redo."""
    record, seat = table.create_game(GameSettings("Sunday"), "device", "Ola")
    table.games.sit(record.id, "device 2", Role.PARTNER, "Jan", clock())
    seq = table.load(record.id).seq
    figures = Army(regular=3, elite=1, generic=1)
    wishes: list[Command] = [PlaceStartingFigures(ARRAKEEN, figures), EnterRank(GARA_KULON, 3)]
    for n, command in enumerate(wishes):
        clock.tick(60)
        seq = table.submit(record.id, seat, seq, f"key-{n}", command).seq
    seq = table.undo(record.id, seat, seq, "key-undo").seq
    seq = table.redo(record.id, seat, seq, "key-redo").seq
    table.undo(record.id, seat, seq, "key-undo-2")
    return record.id


def test_out_and_in_again_is_the_same_game(table: Table, game: str, clock: Clock) -> None:
    document = export_game(table, game)
    clock.tick(3600)
    again = import_game(table, json.loads(json.dumps(document)))
    assert again.id != game
    assert again.play_code != table.games.get(game).play_code
    copy, original = table.load(again.id), table.load(game)
    assert (copy.state, copy.seq, copy.settings) == (original.state, original.seq, original.settings)
    assert [past.undone for past in copy.timeline.history()] == [past.undone for past in original.timeline.history()]
    assert copy.timeline.to_redo.batch.command == "EnterRank"
    assert copy.chance == original.chance
    assert "answers" not in document
    second = export_game(table, again.id)
    seats = {seat["id"]: seat["name"] for seat in second["seats"]}
    assert list(seats.values()) == ["Ola", "Jan"]
    assert [seats[row["seat"]] if row["seat"] else None for row in second["events"]] == [
        "Ola" if row["seat"] else None for row in document["events"]
    ]
    for one in (document, second):
        for row in one["events"]:
            row.pop("seat")
        one.pop("seats")
    assert second == document


def test_an_imported_game_goes_on(table: Table, game: str) -> None:
    copy = import_game(table, export_game(table, game), "device 9", "Eva")
    seat = table.games.seat(copy.id, "device 9", table.clock())
    assert seat is not None
    assert (seat.role, seat.name) == (Role.PLAYER, "Eva")
    seq = table.load(copy.id).seq
    outcome = table.redo(copy.id, seat, seq, "go-on")
    sietch = outcome.state.sietch(GARA_KULON)
    assert sietch is not None
    assert sietch.rank == 3


def test_no_secret_leaves_and_nobody_can_take_an_old_seat(table: Table, game: str) -> None:
    text = json.dumps(export_game(table, game))
    assert table.games.get(game).play_code not in text
    assert game not in text
    copy = import_game(table, json.loads(text))
    assert [table.games.seat(copy.id, token, table.clock()) for token in ("device", "device 2")] == [None, None]


def test_the_same_import_sent_twice_makes_one_game(table: Table, game: str) -> None:
    document = export_game(table, game)
    first = import_game(table, document, "device 9", "Eva", "key-12345")
    assert import_game(table, document, "device 9", "Eva", "key-12345") == table.games.get(first.id)
    assert import_game(table, document, "device 9", "Eva", "key-67890").id != first.id


def test_a_file_is_known_by_its_game_whatever_that_is_called_now(table: Table, game: str) -> None:
    document = export_game(table, game)
    first = import_once(table, document, lambda _game: True)
    seat = table.games.sit(first.game.id, "device 9", Role.PLAYER, "Eva", table.clock())
    table.undo(first.game.id, seat, table.load(first.game.id).seq, "key-undo-9")
    other = {**document, "settings": {**document["settings"], "name": "Monday"}, "seats": document["seats"]}
    again = import_once(table, json.loads(json.dumps(other, indent=2)), lambda _game: True)
    assert (first.known, again.known, again.game.id) == (False, True, first.game.id)
    assert not import_once(table, document, lambda _game: False).known
    longer = export_game(table, first.game.id)
    assert not import_once(table, longer, lambda _game: True).known, "it went on: another game"


def test_a_deleted_game_is_not_here(table: Table, game: str) -> None:
    document = export_game(table, game)
    first = import_game(table, document)
    table.keeping.delete(first.id, table.clock())
    again = import_once(table, document, lambda _game: True)
    assert not again.known
    assert again.game.id != first.id


def test_a_whole_game_comes_in_with_its_winner(table: Table) -> None:
    document = played_game()
    record = import_game(table, document)
    loaded = table.load(record.id)
    assert loaded.state.winner is not None
    assert record.winner == loaded.state.winner.id
    assert loaded.seq == len(document["events"]) > 300
    again = export_game(table, record.id)
    assert [row["payload"] for row in again["events"]] == [row["payload"] for row in document["events"]]


def _row(kind: str, **changes: Any) -> Callable[[Document], str]:
    """Changes the payload of the first row of a kind; returns the place of the change."""

    def damage(document: Document) -> str:
        number = next(n for n, row in enumerate(document["events"]) if row["kind"] == kind)
        document["events"][number]["payload"].update(changes)
        return f"events.{number}.payload.{next(iter(changes))}"

    return damage


def _set(*path: str | int, to: Any) -> Callable[[Document], str]:
    def damage(document: Document) -> str:
        place: Any = document
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = to
        return ".".join(map(str, path))

    return damage


def _drop(*path: str | int) -> Callable[[Document], str]:
    def damage(document: Document) -> str:
        place: Any = document
        for part in path[:-1]:
            place = place[part]
        del place[path[-1]]
        return ".".join(map(str, path))

    return damage


def _gap(document: Document) -> str:
    del document["events"][4]
    return "events.4.seq"


def _misfit(document: Document) -> str:
    """A legion that is not there leaves its area: every field is right, the whole is not."""
    rows = document["events"]
    number = next(n for n, row in enumerate(rows) if row["kind"] == "LegionMoved")
    payload = rows[number]["payload"]
    payload["source"] = (payload["target"] + 40) % 101
    return f"events.{rows[number]['batch'] - 1}"


def _undo_of_nothing(document: Document) -> str:
    seq = len(document["events"]) + 1
    row = {**document["events"][-1], "seq": seq, "batch": seq, "kind": "undo", "payload": {"v": 1, "batch": 1}}
    document["events"].append(row)
    return f"events.{seq - 1}"


DAMAGES: dict[str, Callable[[Document], str]] = {
    "another format": _set("format", to="chess"),
    "a later version": _set("version", to=2),
    "a version that is true": _set("version", to=True),
    "a key too many": _set("extra", to=1),
    "a key too few": _drop("created"),
    "no settings": _set("settings", to=[]),
    "a wrong setting": _set("settings", "dice", to="robot"),
    "an endless name": _set("settings", "name", to="x" * 41),
    "a moment without its zone": _set("created", to="2026-05-01T18:00:00"),
    "a moment at the beginning of the calendar": _set("created", to="0001-01-01T00:00:00+14:00"),
    "a moment at the end of the calendar": _set("events", 5, "created", to="9999-12-31T23:59:59-12:00"),
    "a seat of the end of the calendar": _set("seats", 0, "created", to="9999-12-31T23:59:59-12:00"),
    "a seed out of range": _set("seed", to=2**62),
    "a wrong role": _set("seats", 0, "role", to="king"),
    "a seat's secret": _set("seats", 0, "token", to="x"),
    "no events": _set("events", to=[]),
    "events of another type": _set("events", to={}),
    "a gap": _gap,
    "no opening": _set("events", 0, "kind", to="RoundBegan"),
    "an unknown kind": _set("events", 5, "payload", "type", to="Exploded"),
    "a kind that is not the payload's": _set("events", 5, "kind", to="GameWon"),
    "a row key too many": _set("events", 5, "note", to="x"),
    "a seat that is not there": _set("events", 5, "seat", to=7),
    "a batch of the future": _set("events", 5, "batch", to=9),
    "an old batch": _set("events", 60, "batch", to=1),
    "an area off the board": _row("FiguresPlaced", area=101),
    "a negative area": _row("FiguresPlaced", area=-1),
    "a leader of another game": _row("LeaderCardTurned", leader="gandalf"),
    "a number beyond measure": _row("SupremacyAdvanced", steps=10**9),
    "a payload field too many": _row("SupremacyAdvanced", by="magic"),
    "an event that does not fit": _misfit,
    "an undo of what is not on top": _undo_of_nothing,
    "a key that is not known": _set("questions", to={}),
}


def test_a_file_from_before_may_hold_answers(table: Table) -> None:
    document = played_game() | {"answers": {"rank/gara_kulon": 3}}
    assert "answers" not in export_game(table, import_game(table, document).id)


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_refused_with_its_field(table: Table, name: str) -> None:
    document = played_game()
    place = DAMAGES[name](document)
    with pytest.raises(FormatError) as problem:
        import_game(table, document, "device", "Ola")
    # The field named is the one that was damaged, or what holds it, or lies within it.
    found = problem.value.field_or_rule
    assert found.startswith(place) or place.startswith(found), str(problem.value)
    assert table.games.recent() == []


@pytest.mark.parametrize(
    "data, said",
    [
        (b"", "file: is no JSON"),
        (b"[]", "file: is no game"),
        (b'{"format": "arrakis-game"', "file: is no JSON"),
        (b'{"seed": "\xff"}', "file: is not UTF-8 text"),
        (b"\xff\xfe{\0}", "file: is not UTF-16 text"),
        (b'{"seed": 1, "seed": 2}', "seed: is there twice"),
        (b'{"seed": NaN}', "file: holds NaN"),
        (b"[" * 100_000, "file: is no JSON"),
        (b" " * (MAX_FILE_BYTES + 1), "file: has"),
    ],
)
def test_what_is_no_game_file_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(FormatError) as problem:
        parse_game(data)
    assert str(problem.value).startswith(said)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_file_is_read_in_every_encoding_of_unicode(table: Table, game: str, encoding: str) -> None:
    document = export_game(table, game)
    text = json.dumps(document, ensure_ascii=False)
    assert parse_game(text.encode(encoding)) == document


def test_the_file_of_a_game_is_small(tmp_path: Path, table: Table) -> None:
    text = json.dumps(export_game(table, import_game(table, played_game()).id))
    assert len(text) < MAX_FILE_BYTES / 4


@pytest.mark.parametrize("leader", sorted(LEADERS))
def test_a_file_from_the_middle_of_a_leaders_special_action_comes_in_again(leader: str) -> None:
    frame = {"type": "AtreidesCardFrame", "card": leader, "step": 1}
    check_meaning({"type": "BoardCorrected", "changes": {"frames": [frame]}}, "payload")
    with pytest.raises(FormatError, match=r"payload.changes.frames.*card: is not known"):
        check_meaning({"type": "BoardCorrected", "changes": {"frames": [{**frame, "card": "nobody"}]}}, "payload")
