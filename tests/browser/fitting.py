"""What does not fit on pages of the table, measured in the browser: one script for all pages of a language and size."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selenium.webdriver.remote.webdriver import WebDriver

from companion.web.i18n import ENGLISH
from tests.browser.chromium import DESK
from tests.browser.moments import View

BATCH = 60
"""How many pages one script looks at: none may outlast the patience of the driver."""
UPRIGHT_SHARE, SIDE_SHARE, NARROW_SHARE = 0.45, 0.595, 0.57
"""What the map has of the height upright, of the width beside the panel, and beside it on a narrow phone."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something that does not fit: on which page, what it is, and the words or the piece that it is about."""

    view: str
    what: str
    about: str

    def __str__(self) -> str:
        return f"{self.view}: {self.what}: {self.about}"


EVERY = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def wanted(language: str, width: int, height: int) -> dict[str, float]:
    """What the map shall have of a screen, and whether what is chosen from has to begin in sight: upright in English,
    where texts are as long as they were meant."""
    if width < height:
        return {"height": UPRIGHT_SHARE, "width": 0, "choices": language == ENGLISH}
    return {"height": 0, "width": NARROW_SHARE if width < 700 else SIDE_SHARE, "choices": width == DESK[0]}


def misfits(driver: WebDriver, views: Sequence[View], language: str, size: tuple[int, int]) -> Iterator[Misfit]:
    """What does not fit on any of these pages, in the page of the table that the browser shows."""
    names = {(view.moment, view.path): view.name for view in views}
    driver.set_script_timeout(120)
    for first in range(0, len(views), BATCH):
        pages = [[view.moment, view.path] for view in views[first : first + BATCH]]
        found: list[list[Any]] = driver.execute_async_script(EVERY, pages, wanted(language, *size))
        for moment, path, what, about in found:
            yield Misfit(names.get((moment, path), path), what, about)
