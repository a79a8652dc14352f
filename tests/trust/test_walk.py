"""Who has no business at a game is refused at every address, and nothing changes by asking."""

from pathlib import Path

import pytest
from flask import Blueprint
from flask.typing import ResponseReturnValue

from companion.web import app as app_module
from companion.web.seats import table
from tests.trust import walk


@pytest.mark.slow
def test_every_address_refuses_those_who_have_no_business_there(tmp_path: Path) -> None:
    done = walk.run(tmp_path)
    assert done.faults == []
    assert done.asked["a stranger"] == done.asked["a removed device"] >= 70
    assert done.asked["a device that waits"] >= 70
    assert done.asked["a player who does not own the game"] >= 7
    assert done.asked["a wrong token"] >= 80
    assert done.asked["the player"] >= 45


@pytest.mark.slow
def test_an_open_address_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bp = Blueprint("careless", __name__)

    @bp.get("/g/<game_id>/peek")
    def peek(game_id: str) -> ResponseReturnValue:
        return table().games.get(game_id).name

    @bp.post("/g/<game_id>/rename")
    def rename(game_id: str) -> ResponseReturnValue:
        table().games.change_settings(game_id, lambda _text: "{}")
        return "done"

    @bp.get("/everything")
    def everything() -> ResponseReturnValue:
        return "all"

    monkeypatch.setattr(app_module, "BLUEPRINTS", (*app_module.BLUEPRINTS, bp))
    faults = walk.run(tmp_path, only=("/g/<game_id>/peek", "/g/<game_id>/rename", "/everything")).faults
    for expected in (
        "GET /everything: nobody has said who may use it",
        "GET /g/<game_id>/peek: a stranger: was not refused",
        "GET /g/<game_id>/peek: a removed device: was not refused",
        "POST /g/<game_id>/rename: a watcher: was not refused",
        "POST /g/<game_id>/rename: a player of another game: was not refused",
    ):
        assert any(fault.startswith(expected) for fault in faults), (expected, faults)
