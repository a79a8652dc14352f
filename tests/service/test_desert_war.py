"""Games with Desert War in the service: made, carried on, taken back, exported and read again."""

import json
from typing import Any

import pytest

from companion.board import members
from companion.rules.ask.desert_war import camp_places, war_of
from companion.rules.commands import EndVehicles, PlaceCamp
from companion.rules.errors import FormatError
from companion.rules.frames import CampsFrame, VehiclesFrame
from companion.rules.refusal import Refused
from companion.rules.state import Mode
from companion.service import GameSettings, SetUp, Table
from companion.service.exchange import export_game, import_game
from companion.service.exchange_file import parse_game, read_game
from companion.store import encode_state
from tests.trust.imports import file_of

WAR = ("desert_war",)


def made(table: Table, key: str, **settings: Any) -> str:
    choices = GameSettings("Sunday", mode=Mode.DUEL, set_up=SetUp.QUICK, **settings)
    record, _seat = table.create_game(choices, "device", "Ola", key)
    return record.id


@pytest.mark.rule("DW-1")
def test_DW_1_a_game_is_made_with_the_expansion_and_never_alone(table: Table) -> None:
    game = made(table, "war", expansions=WAR)
    loaded = table.load(game)
    assert loaded.state.expansions == loaded.settings.expansions == WAR
    with pytest.raises(Refused) as refused:
        table.create_game(GameSettings("Sunday", expansions=WAR), "device", "Ola", "alone")
    assert [reason.rule for reason in refused.value.refusals] == ["DW-1"]


def test_camps_are_put_out_taken_back_and_the_game_comes_back_from_a_file(table: Table) -> None:
    game = made(table, "war", expansions=WAR)
    loaded = table.load(game)
    seat = table.games.seat(game, "device", table.clock())
    assert seat is not None
    assert isinstance(loaded.state.frame, VehiclesFrame)
    table.submit(game, seat, loaded.seq, "end", EndVehicles())
    loaded = table.load(game)
    assert isinstance(loaded.state.frame, CampsFrame)
    table.submit(game, seat, loaded.seq, "camp", PlaceCamp(next(members(camp_places(loaded.state)))))
    after = table.load(game)
    assert len(war_of(after.state).camps) == 1
    copy = import_game(table, parse_game(json.dumps(export_game(table, game))))
    assert table.load(copy.id).state == after.state
    table.undo(game, seat, after.seq, "back")
    assert table.load(game).state == loaded.state


def test_a_game_without_it_has_not_one_more_word_in_its_file(table: Table) -> None:
    game = made(table, "plain")
    text = json.dumps([export_game(table, game), encode_state(table.load(game).state)])
    settings = GameSettings("Sunday", mode=Mode.DUEL).to_text()
    for word in ("desert_war", "escort", "riders", "mount"):
        assert word not in text
        assert word not in settings
    assert '"expansions": []' in text.replace("\\", "")
    assert "expansions" not in settings


@pytest.mark.parametrize(
    "event",
    [
        {"type": "TroopPlaced", "troop": "launcher", "area": 500, "count": 1},
        {"type": "TroopPlaced", "troop": "launcher", "area": 5, "count": 9000},
        {"type": "LaunchersRolled", "sector": "nowhere", "successes": 1, "faces": [], "source": None},
        {"type": "EscortJoined", "zone": 40, "area": 5},
    ],
)
def test_what_no_game_with_it_holds_is_refused(event: dict[str, Any]) -> None:
    data, _rows = file_of(lambda _seq: {"v": 1, **event}, rows=5)
    with pytest.raises(FormatError):
        read_game(parse_game(data))
