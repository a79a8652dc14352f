"""What does not fit on pages of the table, measured in the browser: one script for all pages of a language and size."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.web.i18n import ENGLISH
from tests.browser.chromium import DESK, Chromium, screen

BATCH = 60
"""How many pages one script looks at: none may outlast the patience of the driver."""
UPRIGHT_SHARE, SIDE_SHARE, NARROW_SHARE = 0.45, 0.595, 0.57
"""What the map has of the height upright, of the width beside the panel, and beside it on a narrow phone."""


NARROWEST = 360
"""On a screen that is not so wide the panel may take what it needs of the map."""


class Page(Protocol):
    """What is looked at: an address, at a moment of the game or, as a whole page, at none."""

    @property
    def name(self) -> str:
        """Which one it was, in a failure."""

    @property
    def moment(self) -> int | None:
        """The number of the moment."""

    @property
    def path(self) -> str:
        """The address."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something that does not fit: on which page, what it is, and the words or the piece that it is about."""

    view: str
    what: str
    about: str

    def __str__(self) -> str:
        return f"{self.view}: {self.what}: {self.about}"


EVERY = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Look:
    """A screen and the size of the text on it, in percent."""

    size: tuple[int, int]
    text: int = 100

    def __str__(self) -> str:
        return f"{self.size[0]} x {self.size[1]}, {self.text} %"

    def wanted(self, language: str) -> dict[str, float]:
        """What the map shall have of the screen, whether what is chosen from has to begin in sight, upright in English,
        where texts are as long as they were meant, and whether words have to stay whole."""
        width, height = self.size
        if self.text > 100:
            return {"words": False}
        if width < NARROWEST:
            return {"words": True}
        if width < height:
            return {"words": True, "height": UPRIGHT_SHARE, "choices": language == ENGLISH}
        share = NARROW_SHARE if width < 700 else SIDE_SHARE
        return {"words": True, "width": share, "choices": width == DESK[0]}

    def put_on(self, driver: Chromium) -> None:
        """Gives the page that is open this look."""
        screen(driver, self.size)
        driver.execute_script("document.documentElement.dataset.size = arguments[0]", str(self.text))


SMALLEST = (Look((320, 640)), Look((390, 844), 200), Look((320, 640), 200))
"""The narrowest phone, and large text on a phone and on that one."""


def misfits(driver: Chromium, views: Sequence[Page], language: str, *looks: Look) -> Iterator[Misfit]:
    """What does not fit on any of these pages, in the page that the browser shows."""
    names = {(view.moment, view.path): view.name for view in views}
    driver.set_script_timeout(240)
    for first in range(0, len(views), BATCH):
        pages = [[view.moment, view.path] for view in views[first : first + BATCH]]
        for look in looks:
            look.put_on(driver)
            found: list[list[Any]] = driver.execute_async_script(EVERY, pages, look.wanted(language))
            for moment, path, what, about in found:
                yield Misfit(f"{language} {look}, {names.get((moment, path), path)}", what, about)
