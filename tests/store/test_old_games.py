"""Games of earlier versions of the program, as databases and as files, made by those versions (``fixtures/make.py``):
they open, stand where they stood, go on, go out and come in again."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from companion.rules.commands import CorrectBoard
from companion.rules.events import StepOpened
from companion.rules.frames import BattleFrame, SpiceFrame
from companion.rules.state import State
from companion.service import Table
from companion.service.exchange import export_game, import_game
from companion.service.exchange_file import parse_game
from companion.store import Database, DecodeError, Role
from companion.store import old_shapes as shapes
from companion.store.codec import EVENT_TYPES, decode_event, decode_state, encode_event, encode_state

FIXTURES = Path(__file__).parent / "fixtures"
NAMES = sorted(file.name.removesuffix(".state.json") for file in FIXTURES.glob("*.state.json"))
WITH_FILES = [name for name in NAMES if (FIXTURES / f"{name}.json").exists()]
Open = Callable[[str], Table]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens a copy of a database of before."""
    databases = list[Database]()

    def open_(name: str) -> Table:
        file = tmp_path / f"{name}.sqlite"
        shutil.copy(FIXTURES / f"{name}.sqlite", file)
        databases.append(Database(f"sqlite:///{file}"))
        return Table(databases[-1])

    yield open_
    for database in databases:
        database.close()


def state_of(name: str) -> dict[str, Any]:
    """The position of the game as its version knew it, with battles as they are today."""
    document = json.loads((FIXTURES / f"{name}.state.json").read_text(encoding="utf-8"))
    version = document.pop("v")
    for older in range(version, shapes.current_version(shapes.STATE)):
        document = shapes.UPCASTS[shapes.STATE, older](document)
    return cast(dict[str, Any], document)


def assert_stands(state: State, name: str) -> None:
    """All that the version knew is as it was; what it did not know yet may have been learned from its events."""
    assert_holds(encode_state(state), state_of(name), "state")


def assert_holds(found: Any, then: Any, where: str) -> None:
    if isinstance(then, dict):
        for key, value in then.items():
            assert_holds(found[key], value, f"{where}.{key}")
    elif isinstance(then, list):
        assert len(found) == len(then), where
        for number, (one, other) in enumerate(zip(found, then, strict=True)):
            assert_holds(one, other, f"{where}.{number}")
    else:
        assert found == then, where


def test_there_are_fixtures_of_every_kind() -> None:
    assert {"first-store", "first-export", "pairs-of-a-battle", "whole-corrections", "chains"} <= set(NAMES)
    assert len(WITH_FILES) == len(NAMES) - 1, "the first version had no files yet"


@pytest.mark.parametrize("name", NAMES)
def test_a_database_of_before_opens_and_its_game_goes_on(opened: Open, name: str) -> None:
    table = opened(name)
    games = {game.name: game.id for game in table.games.recent()}
    game = games.pop("Old game")
    loaded = table.load(game)
    assert_stands(loaded.state, name)
    seat = table.games.seat(game, "device", table.clock())
    assert seat is not None
    assert (seat.role, seat.name) == (Role.PLAYER, "Ola")
    after = replace(loaded.state, supremacy=loaded.state.supremacy + 2)
    seq = table.submit(game, seat, loaded.seq, "key-new", CorrectBoard(after)).seq
    seq = table.undo(game, seat, seq, "key-new-undo").seq
    assert table.load(game).state == loaded.state
    seq = table.go_to(game, seat, seq, "key-new-go", loaded.timeline.steps[0].batch.number).seq
    table.log.forget(game)
    assert table.load(game).state == loaded.timeline.steps[0].state
    assert table.load(game).seq == seq
    for other in games.values():
        assert table.load(other).state.supremacy == 3
    for one in (game, *games.values()):
        assert_comes_back(table, one)


@pytest.mark.parametrize("name", WITH_FILES)
def test_a_file_of_before_comes_in_and_goes_out_again(opened: Open, name: str) -> None:
    table = opened("first-store")
    document = parse_game((FIXTURES / f"{name}.json").read_bytes())
    game = import_game(table, document).id
    assert_stands(table.load(game).state, name)
    rows = [{**row, "seat": None} for row in export_game(table, game)["events"]]
    assert rows == [{**row, "seat": None} for row in document["events"]]
    assert_comes_back(table, game)


def assert_comes_back(table: Table, game: str) -> None:
    here = table.load(game)
    there = table.load(import_game(table, json.loads(json.dumps(export_game(table, game)))).id)
    assert (there.state, there.seq) == (here.state, here.seq)
    assert there.timeline.events == here.timeline.events


@pytest.mark.parametrize("name", ["pairs-of-a-battle", "first-export"])
def test_the_fixtures_hold_battles_whose_sides_were_pairs(name: str) -> None:
    text = (FIXTURES / f"{name}.json").read_text(encoding="utf-8")
    assert '"rolls":[' in text
    assert '"sides":[' not in text
    state = decode_state(json.loads((FIXTURES / f"{name}.state.json").read_text(encoding="utf-8")))
    assert any(isinstance(frame, BattleFrame) and any(side.roll for side in frame.sides) for frame in state.frames)


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.__name__)
def test_an_event_of_a_later_program_is_refused_with_the_versions_that_are_read(kind: type) -> None:
    latest = shapes.current_version(kind.__name__)
    known = "version 1" if latest == 1 else f"versions 1 to {latest}"
    with pytest.raises(DecodeError, match=rf"v: this program reads {known} only, not {latest + 1}: a later program"):
        decode_event({"v": latest + 1, "type": kind.__name__})


def test_upcasters_are_applied_in_order_from_the_version_of_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if steps had been called *phases* once, and before that *parts* of a list."""

    def first(document: dict[str, Any]) -> dict[str, Any]:
        (part,) = document.pop("parts")
        return {**document, "phase": part}

    def second(document: dict[str, Any]) -> dict[str, Any]:
        frame = document.pop("phase")
        return {**document, "frame": frame}

    monkeypatch.setattr(shapes, "UPCASTS", {("StepOpened", 1): first, ("StepOpened", 2): second})
    monkeypatch.setattr("companion.store.codec.UPCASTS", shapes.UPCASTS)
    monkeypatch.setattr(shapes, "_CURRENT", {"StepOpened": 3})
    event = StepOpened(SpiceFrame(4))
    today = encode_event(event)
    assert today["v"] == 3
    frame = today["frame"]
    for document in (today, {"v": 2, "phase": frame}, {"v": 1, "parts": [frame]}):
        assert decode_event({"type": "StepOpened", **document}) == event
    with pytest.raises(DecodeError, match="versions 1 to 3 only, not 4"):
        decode_event({**today, "v": 4})


def test_every_upcaster_leads_to_the_next_version_without_a_gap() -> None:
    names = {name for name, _version in shapes.UPCASTS}
    assert names <= {kind.__name__ for kind in EVENT_TYPES} | {shapes.STATE}
    for name in names:
        versions = sorted(version for known, version in shapes.UPCASTS if known == name)
        assert versions == list(range(1, shapes.current_version(name)))


def test_games_of_before_have_no_salt_and_are_as_they_were_sealed(opened: Open) -> None:
    table = opened("pledges-of-the-key")
    games = table.games.recent()
    assert [(game.salt, game.damaged) for game in games] == [("", False)] * len(games)
    assert games
