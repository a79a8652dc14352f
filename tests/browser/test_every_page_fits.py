"""Every page in every language, on a phone, on the narrowest one, and there with large text: nothing is cut, broken or
beyond its frame."""

from collections.abc import Iterator

import pytest

from companion.web.devices import COOKIE
from companion.web.i18n import COOKIE as LANGUAGE
from companion.web.i18n import languages
from tests.browser.chromium import PHONE, Browsers, Chromium, calm, keeping_nothing, screen
from tests.browser.fitting import SMALLEST, Look, misfits
from tests.browser.serving import Server, running
from tests.browser.visits import TOKEN, Visit, make_games, visits

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture(scope="module")
def pages(site: Server) -> list[Visit]:
    return list(visits(site.app, make_games(site.app)))


@pytest.fixture(scope="module")
def driver(site: Server, browsers: Browsers) -> Iterator[Chromium]:
    with browsers.lent() as found:
        calm(found)
        keeping_nothing(found)
        found.get(f"{site.url}/healthz")
        found.add_cookie({"name": COOKIE, "value": TOKEN})
        yield found


@pytest.mark.parametrize("language", languages())
def test_every_page_fits(driver: Chromium, site: Server, pages: list[Visit], language: str) -> None:
    screen(driver, PHONE)
    driver.add_cookie({"name": LANGUAGE, "value": language})
    for _again in range(2):
        driver.get(f"{site.url}/")  # the typeface is there the second time
    found = list(misfits(driver, pages, language, Look(PHONE), *SMALLEST))
    assert not found, "\n".join(map(str, found))
