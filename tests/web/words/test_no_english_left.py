"""Every kind of step in Polish and in Russian: the page is read, and no English word stands on it."""

import pytest
from flask import Flask

from companion.web import devices
from companion.web.i18n import COOKIE as LANGUAGE
from tests.browser.moments import COOKIE, Moments
from tests.browser.visits import TOKEN
from tests.web.words.english import left_over, text_of

LEAST_PAGES = 60


def test_an_english_word_is_found() -> None:
    assert left_over("Twoja tura. Tap the legion that moves", "pl") == {"that", "moves"}
    assert left_over("Ваш ход: Legion", "ru") == {"legion"}
    assert left_over("Feyd-Rautha, Hagga", "pl") == set()
    assert text_of('<a aria-label="Sand">x<script>the</script> &amp; y</a>').split() == ["Sand", "x", "&", "y"]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["pl", "ru"])
def test_no_step_has_an_english_word(app: Flask, language: str) -> None:
    moments = Moments(app)
    client = app.test_client()
    client.set_cookie(devices.COOKIE, TOKEN)
    client.set_cookie(LANGUAGE, language)
    read_pages, found = 0, dict[str, str]()
    with moments.shown():
        for view in [one for one in moments.views() if one.few]:
            client.set_cookie(COOKIE, str(view.moment))
            page = client.get(view.path).text
            assert f'<html lang="{language}"' in page
            found |= dict.fromkeys(left_over(text_of(page), language), view.name)
            read_pages += 1
    assert not found, "\n".join(f"{word}: {where}" for word, where in sorted(found.items()))
    assert read_pages > LEAST_PAGES
