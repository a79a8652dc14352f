"""The app without a server: bytes in, bytes out, below whatever path."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.pocket.place import Answer, Place, open_place

ROOT = "/arrakis/app"
AT = f"https://host.example{ROOT}"
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
FORM = [("Content-Type", "application/x-www-form-urlencoded")]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """The app in a folder of its own."""
    opened = open_place(tmp_path, ROOT)
    yield opened
    opened.close()


def header(answer: Answer, name: str) -> str:
    """One header of an answer."""
    return dict(answer.headers).get(name, "")


def send(place: Place, path: str, page: str, **values: str) -> Answer:
    """Sends a form with the hidden fields of a page."""
    fields = dict(FIELD.findall(place.answer("GET", AT + page).body.decode())) | values
    return place.answer("POST", AT + path, FORM, urlencode(fields).encode())


def test_pages_come_below_the_path_and_nowhere_else(place: Place) -> None:
    assert place.answer("GET", f"{AT}/").status == place.answer("GET", AT).status == 200
    assert place.answer("GET", "https://host.example/elsewhere").status == 404
    assert place.answer("GET", f"{AT}ended/").status == 404


def test_a_form_is_carried_out_and_the_game_is_there_after_a_restart(place: Place, tmp_path: Path) -> None:
    made = send(place, "/new/trackers", "/")
    assert made.status == 303
    game = header(made, "Location")
    place.close()
    again = open_place(tmp_path, ROOT)
    assert again.answer("GET", f"https://host.example{game}").status in (200, 302, 303)
    again.close()


def test_a_form_of_a_page_from_before_a_restart_still_counts(place: Place, tmp_path: Path) -> None:
    fields = dict(FIELD.findall(place.answer("GET", f"{AT}/new").body.decode()))
    place.close()
    again = open_place(tmp_path, ROOT)
    made = again.answer("POST", f"{AT}/new/trackers", FORM, urlencode(fields).encode())
    assert made.status == 303
    again.close()


def test_a_form_without_its_token_is_refused(place: Place) -> None:
    assert send(place, "/new/trackers", "/", csrf_token="of somebody else").status == 400


def test_what_scripts_may_read_goes_to_the_page_and_the_rest_is_kept(place: Place) -> None:
    saved = send(place, "/settings", "/settings", theme="night")
    assert [one.partition("=")[0] for one in saved.cookies if "night" in one] == ["theme"]
    assert all("Path=/arrakis/" in one and "HttpOnly" not in one for one in saved.cookies)
    assert not any(name.lower() == "set-cookie" for name, _value in saved.headers)
    shown = place.answer("GET", f"{AT}/", [("Cookie", "theme=night")]).body.decode()
    assert 'data-theme="night"' in shown


def test_the_page_around_may_show_it_and_no_other(place: Place) -> None:
    answer = place.answer("GET", f"{AT}/")
    assert header(answer, "X-Frame-Options") == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in header(answer, "Content-Security-Policy")


def test_it_says_that_it_works_offline_and_why_there_are_no_other_phones(place: Place) -> None:
    page = place.answer("GET", f"{AT}/").body.decode()
    assert "Works offline now" in page
    assert "Other phones and the camera need the app on a computer." in page
    assert place.answer("GET", f"{AT}/join").status == place.answer("GET", f"{AT}/sw.js").status == 404


def test_the_file_has_no_memory_shared_with_others_beside_it(place: Place, tmp_path: Path) -> None:
    send(place, "/new/trackers", "/")
    assert sorted(file.name for file in tmp_path.iterdir() if not file.name.endswith("-journal")) == [
        "arrakis.sqlite",
        "pocket.sqlite",
    ]
