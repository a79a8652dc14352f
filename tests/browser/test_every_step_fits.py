"""Every kind of step on a phone in every language, and on its side, on a narrow one and on a desk: nothing is cut,
broken or hidden.

Each language looks at another part of the steps, on the narrowest phone and with large text too, and so does each
screen; ``python -m tests.browser.steps FOLDER
--check`` looks at all of them on all screens, and without ``--check`` takes their pictures.
"""

from collections.abc import Iterator

import pytest

from companion.web.i18n import languages
from tests.browser.chromium import DESK, PHONE, Browsers
from tests.browser.fitting import SMALLEST, Look
from tests.browser.steps import NARROW, ON_ITS_SIDE, Looker, looking

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def looker(browsers: Browsers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looker]:
    with looking(tmp_path_factory.mktemp("steps"), browsers) as found:
        yield found


LANGUAGES = tuple(languages())
SCREENS = (ON_ITS_SIDE, NARROW, DESK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_fits_a_phone(looker: Looker, language: str) -> None:
    share = (LANGUAGES.index(language), len(LANGUAGES))
    found = looker.misfits(language, Look(PHONE), *SMALLEST, few=True, share=share)
    assert not found, "\n".join(map(str, found[:40]))


@pytest.mark.parametrize("size", SCREENS)
def test_every_step_fits_other_screens(looker: Looker, size: tuple[int, int]) -> None:
    found = looker.misfits("en", Look(size), few=True, share=(SCREENS.index(size), len(SCREENS)))
    assert not found, "\n".join(map(str, found[:40]))


def test_a_key_that_is_too_narrow_is_found(looker: Looker) -> None:
    views = [view for view in looker.views if view.name == "TurnFrame atreides"]
    assert views
    looker.misfits("en", Look(PHONE), few=True, share=(0, 40))
    # A style element would be stopped by the content security policy.
    looker.driver.execute_script(
        "const one = new CSSStyleSheet(); one.replaceSync('.panel .key{width:40px;min-width:0}');"
        "document.adoptedStyleSheets.push(one)"
    )
    found = {misfit.what for misfit in looker.look(views, "en", Look(PHONE))}
    assert looker.driver.execute_script("return document.adoptedStyleSheets.length"), "another page was opened"
    assert {"is smaller than a finger", "breaks a word"} <= found
