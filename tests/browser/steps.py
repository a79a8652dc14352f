"""Pictures of every kind of step, to look at beside the drawings of the look.

python -m tests.browser.steps FOLDER            all of them, on a phone, on its side and on a desk, day and night
python -m tests.browser.steps FOLDER battle     those whose name holds the word
python -m tests.browser.steps FOLDER --check    no pictures: says what does not fit, in which language and size
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from re import sub

from selenium.webdriver.support.wait import WebDriverWait

from companion.web.i18n import languages
from tests.browser.chromium import DESK, PATIENCE, PHONE, Browsers, Chromium, calm, keeping_nothing, screen
from tests.browser.fitting import SMALLEST, Look, Misfit, misfits
from tests.browser.moments import COOKIE, Moments, View
from tests.browser.serving import running

ON_ITS_SIDE = (844, 390)
NARROW = (667, 375)
THEMES = ("day", "night")
SETTLED = "return document.fonts.status === 'loaded' && !document.querySelector('.js .map:not([data-ready])')"


class Looker:
    """Somebody who looks at moments of a game with one browser."""

    def __init__(self, driver: Chromium, address: str, moments: Moments) -> None:
        self.driver = driver
        self.address = address
        self.moments = moments
        self.views = list(moments.views())
        driver.get(f"{address}/static/favicon.svg")
        for name, value in moments.cookies().items():
            driver.add_cookie({"name": name, "value": value})

    def open(self, view: View) -> None:
        """Shows a page and waits until it stands still."""
        self.driver.add_cookie({"name": COOKIE, "value": str(view.moment)})
        self.driver.get(self.address + view.path)
        WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda one: one.execute_script(SETTLED))
        # From now on it listens to nothing that would have it show something else.
        self.driver.execute_script("window.dispatchEvent(new Event('pagehide'))")

    def keep(self, name: str, value: str) -> None:
        """Sets something of the device."""
        self.driver.add_cookie({"name": name, "value": value})

    def misfits(self, language: str, *looks: Look, few: bool, share: tuple[int, int] = (0, 1)) -> list[Misfit]:
        """What does not fit on the pages in a language, in each look; ``few``: one of each kind.

        ``share``: of so many parts of equal size (the second number) only this one.
        """
        screen(self.driver, looks[0].size)
        self.keep("lang", language)
        views = [view for view in self.views if (view.few or not few) and not view.path.endswith("/history")]
        views = views[share[0] :: share[1]]
        for _again in range(2):
            self.open(views[0])  # the typeface is there the second time
        return self.look(views, language, *looks)

    def look(self, views: Sequence[View], language: str, *looks: Look) -> list[Misfit]:
        """What does not fit on these pages, within the page that is open."""
        return list(misfits(self.driver, views, language, *looks))

    def pictures(self, folder: Path, word: str) -> Iterator[Path]:
        """Takes the pictures of pages whose name holds the word."""
        for size in (PHONE, ON_ITS_SIDE, DESK):
            screen(self.driver, size)
            for theme in THEMES:
                self.keep("theme", theme)
                for number, view in enumerate(self.views):
                    if not view.few or word not in view.name:
                        continue
                    self.open(view)
                    name = sub(r"[^\w?=&]+", "-", view.name)[:70]
                    file = folder / f"{number:03}-{name}-{size[0]}-{theme}.png"
                    self.driver.save_screenshot(str(file))
                    yield file


@contextmanager
def looking(folder: Path, browsers: Browsers) -> Iterator[Looker]:
    """A looker at the running app, which has its data in a folder."""
    with running(folder) as server, browsers.lent() as driver:
        calm(driver)
        keeping_nothing(driver)
        moments = Moments(server.app)
        with moments.shown():
            yield Looker(driver, server.url, moments)


@contextmanager
def only(folder: Path) -> Iterator[Looker]:
    """A looker who leaves nothing running."""
    browsers = Browsers(folder)
    with looking(folder, browsers) as looker:
        yield looker
    browsers.quit()


def main(folder: str, word: str = "") -> None:
    """Takes the pictures, or says what does not fit."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data, only(Path(data)) as looker:
        if word != "--check":
            Path(folder).mkdir(parents=True, exist_ok=True)
            for picture in looker.pictures(Path(folder), word):
                print(picture)
            return
        for language in languages():
            for misfit in looker.misfits(language, Look(PHONE), *SMALLEST, few=language != "en"):
                print(misfit, flush=True)
        for misfit in looker.misfits("en", Look(ON_ITS_SIDE), Look(NARROW), Look(DESK), few=True):
            print(misfit, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
