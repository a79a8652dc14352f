"""The settings of a device: kept in cookies, shown in the markup before the first paint, without JavaScript."""

import re

import pytest

from companion.version import VERSION
from companion.web.devices import COOKIE
from companion.web.settings.choices import CHOICES, attributes, chosen
from companion.web.words.refusals.files import FIELD_NAMES
from tests.web.conftest import Browser
from tests.web.kept import at_a_game

HTML = re.compile(r"<html[^>]*>")


def top(page: str) -> str:
    found = HTML.search(page)
    assert found is not None
    return found[0]


def test_a_device_that_chose_nothing_has_nothing_in_the_markup(phone: Browser) -> None:
    assert top(phone.get("/").text) == '<html lang="en" class="no-js">'
    assert attributes(chosen({})) == {}


@pytest.mark.parametrize(
    "name, value", [(name, value) for name, values in CHOICES.items() for value in values[1:]], ids="-".join
)
def test_every_choice_is_kept_and_reaches_every_page(phone: Browser, name: str, value: str) -> None:
    answer = phone.send("/settings", **{name: value})
    assert answer.status_code == 303
    for page in ("/", "/new", "/settings", "/odds", "/no-such-page"):
        assert f' data-{name}="{value}"' in top(phone.get(page).text)
    phone.send("/settings", **{name: CHOICES[name][0]})
    assert f"data-{name}" not in top(phone.get("/").text)


def test_the_page_ends_with_the_version_for_those_who_report_something(phone: Browser) -> None:
    assert f">Version {VERSION}</p>" in phone.get("/settings").text


def test_the_page_shows_what_is_chosen(phone: Browser) -> None:
    phone.send("/settings", size="150", hand="left")
    page = phone.get("/settings").text
    assert re.search(r'name="size"[^>]*value="150" checked', page)
    assert re.search(r'name="hand"[^>]*value="left" checked', page)
    one_of_several = [name for name in CHOICES if f'type="radio" name="{name}"' in page]
    assert page.count(" checked") == len({*one_of_several, "hand"})


def test_choices_last(phone: Browser) -> None:
    answer = phone.send("/settings", theme="night")
    cookie = next(one for one in answer.headers.getlist("Set-Cookie") if one.startswith("theme="))
    assert "Max-Age=31536000" in cookie
    assert "SameSite=Lax" in cookie


def test_the_language_is_one_of_the_settings(phone: Browser) -> None:
    offered = re.findall(r'<option value="(\w*)"', phone.get("/settings").text)
    assert offered[0] == ""
    assert "en" in offered
    phone.send("/settings", lang="en")
    assert 'value="en" lang="en" selected' in phone.get("/settings").text


@pytest.mark.parametrize("name, value", [("size", "400"), ("theme", "dusk"), ("lang", "tlh")])
def test_nonsense_is_refused_by_name_and_nothing_changes(phone: Browser, name: str, value: str) -> None:
    phone.send("/settings", hand="left")
    answer = phone.send("/settings", **{name: value, "hand": "right"})
    assert answer.status_code == 400
    assert f" {FIELD_NAMES.get(name, name)}: " in answer.text
    assert not [one for one in answer.headers.getlist("Set-Cookie") if not one.startswith(("arrakis=", COOKIE))]
    assert 'data-hand="left"' in top(phone.get("/").text)


@pytest.mark.parametrize("cookies", [{"size": "9000"}, {"theme": '"><script>'}, {"hand": "both"}])
def test_a_cookie_that_makes_no_sense_counts_as_not_chosen(cookies: dict[str, str]) -> None:
    assert attributes(chosen(cookies)) == {}
    assert chosen(cookies) == chosen({})


@pytest.mark.parametrize(
    "back, leads_to",
    [
        ("/g/abc/menu", "/g/abc/menu"),
        ("//elsewhere.example", "/"),
        ("/\\elsewhere.example", "/"),
        ("https://elsewhere.example", "/"),
        ("", "/"),
    ],
)
def test_the_way_back_stays_in_the_app(phone: Browser, back: str, leads_to: str) -> None:
    page = phone.get(f"/settings?back={back}").text
    assert f'<a class="icon" href="{leads_to}" aria-label="Back">' in page


def test_a_strange_page_cannot_change_the_settings(phone: Browser) -> None:
    answer = phone.post("/settings", {"theme": "night"})
    assert answer.status_code == 400
    assert "data-theme" not in top(phone.get("/").text)


def test_every_page_leads_to_the_settings(phone: Browser) -> None:
    game = at_a_game(phone)
    for page in ("/", "/new", "/odds", "/learn/", "/stats", "/import", f"/g/{game}/menu", f"/g/{game}/history"):
        assert 'href="/settings' in phone.get(page).text, page
    assert f'href="/g/{game}/menu"' in phone.get(phone.get(f"/g/{game}").headers["Location"]).text


def test_shortcuts_can_be_switched_off(phone: Browser) -> None:
    # app.js goes by it; that it does, tests/browser/test_comfort.py tries.
    assert 'data-keys="off"' not in top(phone.get("/").text)
    phone.send("/settings", keys="off")
    assert 'data-keys="off"' in top(phone.get("/").text)


def test_sounds_are_off_and_not_even_loaded_until_wanted(phone: Browser) -> None:
    assert "js/sounds.js" not in phone.get("/").text
    phone.send("/settings", sounds="on")
    assert "js/sounds.js" in phone.get("/").text


def test_the_shortcuts_are_a_page_and_a_sheet(phone: Browser) -> None:
    assert "<html" in phone.get("/keys").text
    sheet = phone.get("/keys", HX_Request="true").text
    assert "<html" not in sheet
    assert sheet.count("<kbd>") > 10
