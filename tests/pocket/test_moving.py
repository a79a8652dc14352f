"""From the pocket to a server and back by the pages: one file to take, one to choose."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import EnvironBuilder

from companion.pocket.place import Place, open_place
from companion.web import Config, create_app
from tests.pocket.robot import ORIGIN, InPocket, Robot

ROOT = "/arrakis/app"
FIELD = re.compile(r'<input type="hidden" name="(csrf_token|key)" value="([^"]*)">')


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """The pocket."""
    (tmp_path / "pocket").mkdir()
    opened = open_place(tmp_path / "pocket", ROOT)
    yield opened
    opened.close()


@pytest.fixture
def server(tmp_path: Path) -> FlaskClient:
    """A browser on the serving computer."""
    return create_app(Config(data_folder=tmp_path)).test_client()


def brought(data: bytes, page: str) -> tuple[str, bytes]:
    """The form of the first page with a file: its type and its body."""
    form = re.search(r"<form[^>]*data-carry-in>.*?</form>", page, re.S)
    assert form is not None
    fields: dict[str, object] = dict(FIELD.findall(form[0]))
    fields["file"] = FileStorage(io.BytesIO(data), "arrakis-sunday.txt", content_type="text/plain")
    builder = EnvironBuilder(method="POST", data=fields)
    environ = builder.get_environ()
    return environ["CONTENT_TYPE"], environ["wsgi.input"].read()


@pytest.mark.parametrize("players", ["solo", "two"])
def test_there_and_back_it_is_the_same_game(place: Place, server: FlaskClient, players: str) -> None:
    robot = Robot(InPocket(place, ROOT), 3)
    robot.begin(players=players, set_up="quick", dice="app")
    menu = robot.device.ask("GET", f"{robot.game}/menu").text
    assert f'href="{ROOT}{robot.game}/move.json" download data-carry' in menu
    file = place.answer("GET", f"{ORIGIN}{ROOT}{robot.game}/move.json").body
    kind, body = brought(file, server.get("/").text)
    came = server.post("/import", data=body, content_type=kind)
    assert (came.status_code, came.location) == (303, robot.game)
    assert "It was imported from host.example/arrakis/app." in server.get(f"{robot.game}/menu").text
    back = server.get(f"{robot.game}/move.json")
    if players == "two":
        # On a server somebody else may sit there: whoever does not see everything cannot take everything along.
        assert back.status_code == 403
        return
    kind, body = brought(back.data, place.answer("GET", f"{ORIGIN}{ROOT}/").body.decode())
    home = place.answer("POST", f"{ORIGIN}{ROOT}/import", [("Content-Type", kind)], body)
    assert (home.status, dict(home.headers)["Location"]) == (303, f"{ROOT}{robot.game}")
