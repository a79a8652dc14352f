"""Nonsense of every kind for every form, address, header, upload, import and line of input.

    python -m tests.trust.fuzz --inputs 20000 [--seed 1] [--jobs 2] [--only N]

No answer is a mistake of the app, none takes longer than two seconds of processor time; what is refused changes
nothing, and what is accepted leaves pages that can be shown, and can be taken back. Input N of a seed is the same in
every run; ``--only N`` tries it alone.
"""

import argparse
import logging
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter, process_time, thread_time
from types import FrameType

from werkzeug.test import TestResponse

from companion.service.exchange_file import MAX_FILE_BYTES
from tests.trust.bench import MOST_LINKS, Bench, Place, laid_out
from tests.trust.inputs import KINDS, Input
from tests.trust.lines import try_line
from tests.trust.moments import moments
from tests.trust.nonsense import shown
from tests.trust.world import Device, Watch, text_of, world

BUDGET = 2.0
"""Seconds of processor time that an answer may take."""
HANGS = 60
"""Seconds by the clock after which an answer is given up."""
FULL = 503
"""The answer of a live stream when all places are taken: no mistake."""
PAGES_OF_NEW = ("", "/history", "/stats", "/report", "/display", "/menu", "/export.json")
MOST_SHRINKING = 120


class Hang(BaseException):
    """An answer did not come; no handler of the app keeps it to itself."""


@dataclass
class Fuzz:
    """What was tried: inputs by kind, answers by status, the slowest answers, and the failures in words."""

    tried: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    accepted: int = 0

    def add(self, other: "Fuzz") -> None:
        """Adds what another process has tried."""
        self.tried += other.tried
        self.answers += other.answers
        self.slowest = sorted([*self.slowest, *other.slowest], reverse=True)[:5]
        self.failures += other.failures
        self.accepted += other.accepted

    def fail(self, text: str) -> None:
        """Notes a failure, and says it at once."""
        self.failures.append(text)
        sys.stderr.write(f"FAILURE  {text}\n")

    def timed(self, seconds: float, what: str) -> None:
        """Notes how long an answer took."""
        self.slowest = sorted([*self.slowest, (seconds, what)], reverse=True)[:5]


def run(folder: Path, numbers: range, seed: int, seeds: int = 4, most: int | None = None) -> Fuzz:
    """Tries the inputs of these numbers on a new app; ``most`` limits at how many kinds of step."""
    done = Fuzz()
    with world(folder) as place:
        found = moments(seeds)
        step = 1 if most is None else max(1, len(found) // most)
        bench = laid_out(place, found[::step], pages=MOST_LINKS if most is None else 2)
        watch = Watch(place)
        try:
            judge = Judge(bench, watch, done)
            for number in numbers:
                judge.input(number, Random(f"{seed} {number}"), seed)
        finally:
            watch.close()
    return done


@dataclass
class Judge:
    """Tries inputs and says what is wrong with their answers."""

    bench: Bench
    watch: Watch
    done: Fuzz

    def input(self, number: int, chance: Random, seed: int) -> None:
        """Tries one input."""
        drawn = chance.randrange(100)
        for make, share in KINDS:
            if drawn < share:
                one = make(self.bench, chance)
                wrong = self.judged(one)
                self.done.tried[one.kind] += 1
                if wrong:
                    self.done.fail(f"{seed}/{number} {self.shrunk(one, wrong)}: {wrong}")
                return
            drawn -= share
        self.done.tried["line"] += 1
        begun = process_time()
        try:
            with patience():
                what, wrong = try_line(chance)
        except (Exception, Hang):  # noqa: BLE001 - whatever it is, it is what is looked for
            what, wrong = "a line", traceback.format_exc(limit=-4)
        spent = process_time() - begun
        self.done.timed(spent, what[:120])
        if spent > BUDGET and not wrong:
            wrong = f"took {spent:.1f} s"
        if wrong:
            self.done.fail(f"{seed}/{number} {what}: {wrong}")

    def judged(self, one: Input) -> str:
        """Sends a request; returns what is wrong with its answer, empty when nothing is."""
        place = self.bench.places[one.place]
        device = self._device(one, place)
        before = self.bench.seq(place)
        self.watch.changes()
        wrong, answer, spent = self._sent(one, place, device)
        if answer is None:
            return wrong
        self.done.answers[
            f"{answer.status_code}" if answer.status_code >= 500 else f"{answer.status_code // 100}xx"
        ] += 1
        self.done.timed(spent, str(one)[:120])
        if answer.status_code >= 500 and not (answer.status_code == FULL and one.method != "POST"):
            wrong = f"answered by {answer.status_code}{_why()}"
        elif spent > BUDGET:
            wrong = f"took {spent:.1f} s"
        if self.bench.seq(place) != before:
            later = self._taken_back(place)
            return wrong or ("refused, but the game went on" if answer.status_code >= 400 else later)
        if wrong:
            return wrong
        if answer.status_code >= 400 and (changed := self.watch.changes()):
            return f"refused with {answer.status_code}, but changed {', '.join(changed)}"
        if one.kind == "import" and answer.status_code == 303:
            return self._brought_in(device, answer.headers["Location"])
        return ""

    def _device(self, one: Input, place: Place) -> Device:
        if one.kind in ("import", "address") and one.stranger:
            # From everywhere: limits for one address or device would end the game early.
            number = sum(self.done.tried.values())
            return self.bench.world.device(f"10.{2 + number // 60_000}.{number // 250 % 250}.{number % 250 + 1}")
        return place.device

    def _sent(self, one: Input, place: Place, device: Device) -> tuple[str, TestResponse | None, float]:
        hidden = self.bench.hidden(place) if device is place.device else {}
        if one.kind == "import":
            hidden = device.fields("/import")
        headers = dict(one.headers)
        if one.method not in ("GET", "HEAD"):
            headers.setdefault("Content-Type", "" if one.file else "application/x-www-form-urlencoded")
        if one.file:
            headers.pop("Content-Type", None)
        begun = thread_time()
        ERRORS.last = ""
        try:
            with patience():
                answer = device.ask(one.method, one.path, None if one.method == "GET" else one.data(hidden), headers)
        except Hang:
            return "hangs: " + traceback.format_exc(limit=-6), None, HANGS
        except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
            return "raised: " + traceback.format_exc(limit=-6), None, 0.0
        return "", answer, thread_time() - begun

    def _taken_back(self, place: Place) -> str:
        """What was accepted: its page is shown, and it can be taken back."""
        self.done.accepted += 1
        others = ("display", "history", "stats", "report")
        wrong = self._shown(place.device, [place.home, f"{place.home}/{others[self.done.accepted % len(others)]}"])
        if wrong:
            wrong = f"accepted, then {wrong}"
        answer = place.device.post(f"{place.home}/do/go-to", {**self.bench.hidden(place), "batch": str(place.batch)})
        if self.bench.state(place) == place.state:
            return wrong
        # What comes next begins at what there is now.
        timeline = self.bench.world.table.load(place.game).timeline
        place.state, place.batch = timeline.state, timeline.steps[-1].batch.number
        return wrong or f"accepted, but cannot be taken back: {answer.status_code}"

    def _brought_in(self, device: Device, home: str) -> str:
        """A game that came in: its pages are shown, and it goes out as it came."""
        self.done.accepted += 1
        wrong = self._shown(device, [home + page for page in PAGES_OF_NEW])
        self.watch.changes()
        return f"accepted, then {wrong}" if wrong else ""

    def _shown(self, device: Device, pages: list[str]) -> str:
        for page in pages:
            path = page
            for _step in range(4):
                with patience():
                    answer = device.ask("GET", path)
                if answer.status_code // 100 != 3:
                    break
                path = answer.headers["Location"]
            if answer.status_code >= 400:
                return f"{path} answers by {answer.status_code}{_why()}: {text_of(answer)[:0]}"
        return ""

    def shrunk(self, one: Input, wrong: str) -> Input:
        """Returns the same request without what it does not need to fail."""
        if "hangs" in wrong or one.kind == "import":
            return one
        tries = MOST_SHRINKING
        for pair in (*one.headers, *one.fields):
            headers = tuple(other for other in one.headers if other != pair)
            fields = tuple(other for other in one.fields if other != pair)
            smaller = replace(one, headers=headers, fields=fields)
            tries -= 1
            if tries > 0 and self.judged(smaller)[:12] == wrong[:12]:
                one = smaller
        return one


class LastError(logging.Handler):
    """Keeps the last mistake that the app wrote down."""

    last = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Notes a mistake."""
        if record.exc_info and record.exc_info[1] is not None:
            frames = traceback.extract_tb(record.exc_info[2])[-3:]
            places = " < ".join(f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in reversed(frames))
            self.last = f" ({type(record.exc_info[1]).__name__}: {shown(str(record.exc_info[1]))} in {places})"


ERRORS = LastError()


def _why() -> str:
    return ERRORS.last


@contextmanager
def patience() -> Iterator[None]:
    """Gives up after a minute."""

    def give_up(_number: int, _frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, HANGS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def quiet() -> Iterator[None]:
    """Keeps the log of the app out of the output, and its last mistake."""
    root = logging.getLogger()
    root.addHandler(ERRORS)
    try:
        yield
    finally:
        root.removeHandler(ERRORS)


def _share(job: tuple[range, int]) -> Fuzz:
    with tempfile.TemporaryDirectory() as folder, quiet():
        return run(Path(folder), *job)


def main(words: list[str] | None = None) -> int:
    """Tries inputs and prints what was seen; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=int, help="number of the one input to try")
    given = parser.parse_args(words)
    begun, done = perf_counter(), Fuzz()
    if given.only is not None:
        done.add(_share((range(given.only, given.only + 1), given.seed)))
    else:
        shares = [(range(first, given.inputs, given.jobs), given.seed) for first in range(given.jobs)]
        with get_context("spawn").Pool(given.jobs) as pool:
            for part in pool.imap_unordered(_share, shares):
                done.add(part)
    for name, counts in (("inputs", done.tried), ("answers", done.answers)):
        print(f"{name:9}" + ", ".join(f"{number} {what}" for what, number in sorted(counts.items())))
    print(f"accepted {done.accepted}, each shown and taken back; files up to {MAX_FILE_BYTES // 2**20} MB")
    for spent, what in done.slowest:
        print(f"slowest  {spent:.2f} s  {what}")
    for failure in done.failures:
        print(f"FAILURE  {failure}")
    print(f"{sum(done.tried.values())} inputs, {len(done.failures)} failures, {perf_counter() - begun:.0f} s")
    return 1 if done.failures else 0


if __name__ == "__main__":
    sys.exit(main())
