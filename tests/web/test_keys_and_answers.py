"""The key of the environment; what answers say of themselves; what is not answered at all."""

from pathlib import Path

import pytest

from companion.web.security import secret_key
from tests.web.conftest import Browser, MakeBrowser

HEX = "0123456789abcdef" * 4


def test_processes_of_several_machines_share_a_key_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARRAKIS_SECRET_KEY", HEX)
    assert secret_key(tmp_path).hex() == HEX
    (tmp_path / "shared").write_text(f"{HEX[::-1]}\n")
    monkeypatch.setenv("ARRAKIS_SECRET_KEY_FILE", str(tmp_path / "shared"))
    assert secret_key(tmp_path).hex() == HEX[::-1]
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.parametrize("given", ["correct horse", HEX[:-2], HEX + "00", "z" * 64])
def test_a_key_of_the_environment_that_is_none_is_refused_without_being_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("ARRAKIS_SECRET_KEY", given)
    with pytest.raises(ValueError, match="secret_key: ARRAKIS_SECRET_KEY does not hold a key") as caught:
        secret_key(tmp_path)
    assert given not in str(caught.value)


def test_a_key_file_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARRAKIS_SECRET_KEY_FILE", str(tmp_path / "none"))
    with pytest.raises(ValueError, match=r"secret_key: .*none cannot be read: No such file"):
        secret_key(tmp_path)


def test_methods_that_nothing_needs_are_refused(phone: Browser) -> None:
    for method in ("TRACE", "PUT", "DELETE", "CONNECT"):
        answer = phone.client.open("/", method=method, base_url=f"http://{phone.host}:8000")
        assert answer.status_code in (400, 405), method
        assert "set-cookie" not in answer.text.lower()


@pytest.mark.parametrize(
    "path, kind",
    [
        ("/", "text/html; charset=utf-8"),
        ("/nowhere", "text/html; charset=utf-8"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/static/js/app.js", "text/javascript; charset=utf-8"),
        ("/static/css/tokens.css", "text/css; charset=utf-8"),
        ("/static/glyphs.svg", "image/svg+xml; charset=utf-8"),
        ("/healthz", "application/json"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_answers_say_what_they_are_and_how_they_are_encoded(phone: Browser, path: str, kind: str) -> None:
    assert phone.get(path).headers["Content-Type"] == kind


def test_folders_are_not_listed_and_the_repository_is_out_of_reach(phone: Browser) -> None:
    for path in (
        "/static/",
        "/static/js",
        "/static/../pyproject.toml",
        "/.git/config",
        "/static/%2e%2e/pyproject.toml",
    ):
        assert phone.get(path).status_code == 404, path


def test_who_leaves_a_game_keeps_nothing_of_it_in_the_browser(browser_at: MakeBrowser) -> None:
    here = browser_at("127.0.0.1", "localhost")
    game = here.new_game()
    answer = here.send(f"/g/{game}/guests", "/leave", game=game)
    assert (answer.status_code, answer.headers["Clear-Site-Data"]) == (303, '"cache", "storage"')
