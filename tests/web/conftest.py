"""The app on a data folder of its own, and browsers that know how to fill in its forms."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store.database import default_url
from companion.web import Config, create_app
from companion.web.live.elsewhere import news_of
from companion.web.seats import TABLE
from companion.web.steps import unfit
from tests.store.postgres import BOTH, url_of
from tests.store.ready import laid

FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')

PLAYERS = {
    ("mahdi", "1", "1"): "solo",
    ("mahdi", "2", "1"): "solo-pair",
    ("people", "1", "1"): "two",
    ("people", "1", "2"): "three-harkonnen",
    ("people", "2", "1"): "three-atreides",
    ("people", "2", "2"): "four",
}
"""The answer of the form to who plays the Harkonnen, and how many share the Atreides and the Harkonnen."""


@pytest.fixture
def kind_of_database(request: pytest.FixtureRequest) -> str:
    """``sqlite``; in the tests of a module with ``ON_BOTH_DATABASES = True`` also ``postgres``."""
    return str(getattr(request, "param", "sqlite"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs tests of the app on both kinds of database where their module asks for it."""
    if "kind_of_database" in metafunc.fixturenames and getattr(metafunc.module, "ON_BOTH_DATABASES", False):
        metafunc.parametrize("kind_of_database", BOTH, indirect=True)


@pytest.fixture
def database_url(kind_of_database: str, request: pytest.FixtureRequest) -> str | None:
    """As for the app: none is the file in the data folder."""
    return None if kind_of_database == "sqlite" else url_of(kind_of_database, request)


@pytest.fixture(autouse=True)
def steps_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that cannot be told is a mistake here, never a page that says so."""
    monkeypatch.setattr(unfit, "FORGIVEN", False)


@pytest.fixture
def app(tmp_path: Path, database_url: str | None) -> Iterator[Flask]:
    if database_url is None:
        laid(default_url(tmp_path))
    app = create_app(Config(data_folder=tmp_path, database_url=database_url))
    yield app
    news_of(app).close()
    app.extensions[TABLE].log._database.close()


class Browser:
    """A device: keeps its cookies, and sends forms with the hidden fields of the page they stand on."""

    def __init__(self, client: FlaskClient, address: str = "127.0.0.1", host: str = "localhost") -> None:
        self.client = client
        self.address = address
        self.host = host

    def get(self, path: str, **headers: str) -> TestResponse:
        return self._open("GET", path, headers)

    def post(self, path: str, data: dict[str, Any], **headers: str) -> TestResponse:
        return self._open("POST", path, headers, data)

    def fields(self, path: str) -> dict[str, str]:
        """The hidden fields of the form on a page."""
        return dict(FIELD.findall(self.get(path).text))

    def send(self, page: str, path: str | None = None, **values: str) -> TestResponse:
        """Opens a page, fills in its form and sends it."""
        return self.post(path or page, {**self.fields(page), **values})

    def new_game(
        self, harkonnen: str = "mahdi", partners: str = "1", harkonnen_partners: str = "1", **values: str
    ) -> str:
        """Makes a game and returns its id; ``harkonnen``: ``mahdi`` or ``people``, and how many share each side."""
        usual = {"set_up": "guided", "dice": "hand", "player": "Ola"}
        players = PLAYERS[harkonnen, partners, harkonnen_partners]
        answer = self.send("/new", **{**usual, "players": players, **values})
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"].removeprefix("/g/")

    def _open(
        self, method: str, path: str, headers: dict[str, str], data: dict[str, Any] | None = None
    ) -> TestResponse:
        return self.client.open(
            path,
            method=method,
            buffered=True,
            data=data,
            headers={name.replace("_", "-"): value for name, value in headers.items()},
            base_url=f"http://{self.host}:8000",
            environ_overrides={"REMOTE_ADDR": self.address},
        )


MakeBrowser = Callable[..., Browser]


@pytest.fixture
def browser_at(app: Flask) -> MakeBrowser:
    def make(address: str = "192.168.1.20", host: str = "192.168.1.7") -> Browser:
        return Browser(app.test_client(), address, host)

    return make


@pytest.fixture
def phone(browser_at: MakeBrowser) -> Browser:
    return browser_at()
