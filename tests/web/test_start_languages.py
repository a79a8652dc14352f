"""The language of a device, and the texts of the content in the list of texts."""

import io
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask, request

from companion import content
from companion.content import translatable_strings
from companion.web import i18n

FOLDER_OF_CONTENT = Path(content.__file__).parent
POLISH = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "New game"\nmsgstr "Nowa gra"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of catalogues with a Polish one, which the app takes for its own."""
    file = tmp_path / "translations" / "pl" / "LC_MESSAGES" / "messages.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as stream:
        write_mo(stream, read_po(io.BytesIO(POLISH.encode()), locale="pl"))
    folder = tmp_path / "translations"
    monkeypatch.setattr(i18n, "FOLDER", folder)
    return folder


@pytest.mark.parametrize(
    "cookie, accepted, expected",
    [
        (None, None, "en"),
        (None, "de", "en"),
        (None, "de, pl;q=0.8, en;q=0.5", "pl"),
        ("en", "pl", "en"),
        ("pl", "en", "pl"),
        ("xx", "pl", "pl"),
        ("../pl", "en", "en"),
    ],
)
def test_the_choice_on_the_device_goes_before_the_browser(
    folder: Path, cookie: str | None, accepted: str | None, expected: str
) -> None:
    headers = {"Accept-Language": accepted} if accepted else {}
    if cookie:
        headers["Cookie"] = f"lang={cookie}"
    with Flask("test").test_request_context("/", headers=headers):
        assert request.cookies.get("lang") == cookie
        assert i18n.select() == expected


def test_the_languages_are_english_and_those_with_a_catalogue(folder: Path, tmp_path: Path) -> None:
    assert i18n.languages() == ("en", "pl")
    assert i18n.languages(tmp_path / "none") == ("en",)


def test_the_texts_of_the_content_get_into_the_list_once() -> None:
    found = extract_from_dir(FOLDER_OF_CONTENT, [("data/leaders.json", "companion.web.i18n:extract_content")])
    texts = [text for _file, _line, text, _comments, _context in found]
    assert len(texts) == len(set(texts))
    assert set(texts) == {text for text, _place in translatable_strings()}
    assert len(texts) > 100
