"""Kills Chromium in the middle of play, again and again, and looks whether what was answered is there.

    python -m tests.pocket.kill --rounds 50 [--bundle FOLDER] [--seed N]

Each round opens the app with the same profile, taps as fast as it answers, and ends all processes of the browser with
SIGKILL at a random moment. The next opening compares the game's log: every tap that was answered is in it once, the one
on its way at most once, and when it is sent again with its key, exactly once. Ends with 1 when one was lost or doubled.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from selenium.common.exceptions import WebDriverException
from urllib3.exceptions import HTTPError

from tests.browser.chromium import Chromium, launch
from tests.pocket.built import built
from tests.pocket.host import hosted
from tests.pocket.visitor import Tap, Visitor

ATTEMPTS = 4
BUTTONS = "button[name=change]:not([value='']), form[action$='/undo'] button"
LONGEST = 5.0
"""Seconds from the first tap until the browser is killed."""


@dataclass
class Tally:
    """What was seen: taps that were answered, and what became of them."""

    rounds: int = 0
    taps: int = 0
    on_the_way: int = 0
    of_them_kept: int = 0
    lost: int = 0
    doubled: int = 0
    starts: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        middle = sorted(self.starts)[len(self.starts) // 2] if self.starts else 0.0
        return (
            f"{self.rounds} rounds, {self.taps} taps answered, {self.lost} lost, {self.doubled} doubled; "
            f"{self.on_the_way} on their way when the browser was killed, {self.of_them_kept} of them kept; "
            f"start again {middle:.1f} s (median)"
        )


class Play:
    """A game that outlives its browsers, and what must be in its log."""

    def __init__(self, url: str, profile: Path, chance: random.Random) -> None:
        """The game is made by the first round."""
        self._url = url
        self._profile = profile
        self._chance = chance
        self._game = ""
        self._batches: list[Any] = []
        self._answered = 0
        self._on_its_way: Tap | None = None
        self.tally = Tally()

    def round(self) -> None:
        """Opens, compares, plays, kills."""
        driver = self._launch()
        try:
            visitor = Visitor(driver, self._url)
            self.tally.starts.append(visitor.open())
            if self._game:
                self._compare(visitor)
            else:
                self._game = visitor.new_trackers_game()
            self._batches, self._answered, self._on_its_way = self._log(visitor), 0, None
            visitor.fetch(f"{self._game}/trackers/tracks")
            with suppress(WebDriverException, HTTPError, OSError):
                self._tap_on(visitor)
        finally:
            with suppress(WebDriverException, HTTPError, OSError):
                driver.service.stop()
        self.tally.rounds += 1

    def _launch(self) -> Chromium:
        """Starts the browser; what a killed one left of itself would stand in the way."""
        for attempt in range(1, ATTEMPTS + 1):
            for name in ("SingletonLock", "SingletonCookie", "SingletonSocket", "DevToolsActivePort"):
                (self._profile / name).unlink(missing_ok=True)
            try:
                return launch(self._profile)
            except WebDriverException:
                kill(self._profile)
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError

    def _tap_on(self, visitor: Visitor) -> None:
        page: str | None = None
        killer = threading.Timer(self._chance.uniform(0, LONGEST), kill, (self._profile,))
        while True:
            tap = visitor.prepare(page, BUTTONS, self._chance.randrange(100))
            page = None if tap else f"{self._game}/trackers/tracks"
            if tap is None:
                continue
            self._on_its_way = tap
            status, _where, text = visitor.send(tap)
            if status == 200:
                self._answered += 1
                self.tally.taps += 1
                # a browser that has just started takes long to answer the first
                if self._answered == 1:
                    killer.start()
            elif status not in (409, 422):
                # no answer: the browser is about to be gone
                if not self._answered:
                    raise AssertionError(
                        f"the first tap was answered with {status}: {text.partition('<main')[2][:900]} {tap}"
                    )
                return
            self._on_its_way = None

    def _log(self, visitor: Visitor) -> list[Any]:
        """The commands of the game, each with its events."""
        status, _where, text = visitor.fetch(f"{self._game}/export.json")
        assert status == 200, text[:300]
        batches: dict[int, list[Any]] = {}
        for event in json.loads(text)["events"]:
            batches.setdefault(event["batch"], []).append(event)
        return list(batches.values())

    def _compare(self, visitor: Visitor) -> None:
        found = self._log(visitor)
        before, must = len(self._batches), len(self._batches) + self._answered
        self.tally.lost += max(0, must - len(found)) + (found[:before] != self._batches)
        self.tally.doubled += max(0, len(found) - must - (self._on_its_way is not None))
        if self._on_its_way is None:
            return
        self.tally.on_the_way += 1
        kept = len(found) > must
        self.tally.of_them_kept += kept
        visitor.send(self._on_its_way)
        again = len(self._log(visitor))
        self.tally.doubled += max(0, again - must - 1)
        # a refused one is none; one that was kept stays
        self.tally.lost += again < len(found)


def kill(profile: Path) -> None:
    """Ends every process of the browser that has this profile, at once and without a word."""
    own = f"--user-data-dir={profile}".encode()
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            if entry.name.isdigit() and own in (entry / "cmdline").read_bytes().split(b"\0"):
                os.kill(int(entry.name), signal.SIGKILL)


def main(arguments: list[str] | None = None) -> int:
    """Plays the rounds, says what was seen, and returns 1 when something was lost or doubled."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--bundle", type=Path, help="a folder that arrakis bundle wrote; default: made for this")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        folder = chosen.bundle or built(Path(temporary) / "bundle")
        with hosted(folder) as host:
            play = Play(host.url, Path(temporary) / "profile", random.Random(chosen.seed))
            began = time.monotonic()
            # one more looks at what the last round left
            for number in range(chosen.rounds + 1):
                play.round()
                print(f"{number + 1}: {play.tally}, {time.monotonic() - began:.0f} s", flush=True)
    tally = play.tally
    return 1 if tally.lost or tally.doubled else 0


if __name__ == "__main__":
    sys.exit(main())
