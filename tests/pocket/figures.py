"""Prints the figures that the app in the pocket is held to, with the limit of each.

    python -m tests.pocket.figures [--bundle FOLDER]

- what the bundle weighs on the wire, compressed;
- how long Chromium takes from opening the address to the first page of the app: the first time, from a host on this
  machine, and again, with everything kept (the middle of several);
- how long a tap takes in a game of 300 events, 95th percentile: the form sent, and the page after it;
- how long a hint takes, from the tap to its options.

Exit status 1 when one of them is over its limit. Times say something only on a machine that does nothing else; how
busy it is stands beside them.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from companion.pocket.bundle import MARK
from companion.pocket.place import open_place
from tests.browser.chromium import Chromium, launch
from tests.pocket.built import built
from tests.pocket.hints import as_file, first_turn, seconds_of_a_hint
from tests.pocket.host import hosted
from tests.pocket.test_place import ROOT
from tests.pocket.visitor import Visitor
from tests.web.figures import long_game

EVENTS, TAPS, AGAIN = 300, 60, 5
# A game out of a file, by the form that everybody has; then undo and redo in turn, as the table sends them.
BRING = """
const [app, text, done] = arguments;
(async () => {
  const page = new DOMParser().parseFromString(await (await fetch(app)).text(), "text/html");
  const form = page.querySelector("form[enctype]"), fields = new FormData(form);
  fields.set("file", new File([text], "game.json", { type: "application/json" }));
  done((await fetch(new URL(form.getAttribute("action"), app), { method: "POST", body: fields })).url);
})().catch((error) => done(String(error)));
"""
TIMED = """
const [game, taps, done] = arguments, times = [];
(async () => {
  const seen = async (answer) => new DOMParser().parseFromString(await (await answer).text(), "text/html");
  let page = await seen(fetch(game));
  for (let n = 0; n < taps; n += 1) {
    const form = page.querySelector(`form[action$='/${n % 2 ? "redo" : "undo"}']`) ?? (page = await seen(fetch(game)))
      .querySelector(`form[action$='/${n % 2 ? "redo" : "undo"}']`);
    const body = new URLSearchParams(new FormData(form)), headers = { "HX-Request": "true" }, began = performance.now();
    const answer = await fetch(new URL(form.getAttribute("action"), game), { method: "POST", body, headers });
    const text = await answer.text();
    times.push(performance.now() - began);
    if (!answer.ok) throw new Error(`${answer.status}: ${text.slice(0, 200)}`);
    page = new DOMParser().parseFromString(text, "text/html");
  }
  done(times);
})().catch((error) => done(String(error)));
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, and the most it may be."""

    name: str
    value: float
    limit: float
    unit: str

    def __str__(self) -> str:
        verdict = "" if self.value <= self.limit else "   too much"
        return f"{self.name:58} {self.value:8.2f} {self.unit:3} (at most {self.limit:g}){verdict}"


def figures(folder: Path, profile: Path) -> Iterator[Figure]:
    """Measures one after the other."""
    files = json.loads((folder / MARK).read_text(encoding="utf-8"))["files"].values()
    yield Figure("on the wire, compressed", sum(packed for _size, packed, _hash in files) / 1e6, 12, "MB")
    with hosted(folder) as host:
        driver = launch(profile)
        try:
            visitor = Visitor(driver, host.url)
            yield Figure("first start, from a host on this machine", visitor.open(), 8, "s")
            yield from _again(visitor, driver)
            times = _taps(visitor, long_game(EVENTS)[0])
            yield Figure(f"a tap at {EVENTS} events, middle", median(times), 80, "ms")
            yield Figure(f"a tap at {EVENTS} events, 95th percentile", quantiles(times, n=20)[-1], 80, "ms")
            yield Figure("a hint", _hint(visitor), 3, "s")
        finally:
            driver.quit()


def _again(visitor: Visitor, driver: Chromium) -> Iterator[Figure]:
    driver.execute_async_script("setTimeout(arguments[0], 4000)")
    starts = [visitor.open() for _time in range(AGAIN)]
    print(f"  the last start: {visitor.facts()}")
    yield Figure("start again, middle", median(starts), 4, "s")
    yield Figure("start again, longest", max(starts), 4, "s")


def _hint(visitor: Visitor) -> float:
    with tempfile.TemporaryDirectory() as folder:
        place = open_place(Path(folder), ROOT)
        try:
            game = as_file(place, first_turn(place))
        finally:
            place.close()
    return seconds_of_a_hint(visitor, visitor.driver.execute_async_script(BRING, visitor.app, game))


def _taps(visitor: Visitor, game: dict[str, Any]) -> list[float]:
    where = visitor.driver.execute_async_script(BRING, visitor.app, json.dumps(game))
    times = visitor.driver.execute_async_script(TIMED, where, TAPS)
    if not isinstance(times, list):
        raise TypeError(f"a tap failed: {times}")
    return times


def main(arguments: list[str] | None = None) -> int:
    """Prints them all; returns 1 when one is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bundle", type=Path, help="a folder that arrakis bundle wrote; default: made for this")
    chosen = parser.parse_args(arguments)
    good = True
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        folder = chosen.bundle or built(Path(temporary) / "bundle")
        print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        for figure in figures(folder, Path(temporary) / "profile"):
            print(figure, flush=True)
            good = good and figure.value <= figure.limit
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
