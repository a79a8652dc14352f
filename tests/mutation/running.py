"""Tries mutants: each in a process of its own, a copy of one that has everything loaded.

A mutant in a function gets its code put into the living function. What runs while modules are imported, such as tables
and constants, is changed on the way into a process that has nothing of ours loaded yet.
"""

import ast
import gc
import json
import os
import pickle
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import partial
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.mutation import testing
from tests.mutation.loading import Changing, Functions, with_probes
from tests.mutation.operators import Members, Mutant, mutated
from tests.mutation.testing import Measured, Suite


class Outcome(Enum):
    """What became of a mutant."""

    CAUGHT = "caught"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"
    UNREACHED = "not reached"

    @property
    def noticed(self) -> bool:
        """True when a test tells it from the original; one that never ends is seen, too."""
        return self in (Outcome.CAUGHT, Outcome.TIMED_OUT)


class Tried(NamedTuple):
    """A mutant with what became of it, and the test that noticed."""

    mutant: Mutant
    outcome: Outcome
    by: str
    seconds: float


class Sources(NamedTuple):
    """The files that mutants are made of, by path relative to the working folder."""

    texts: dict[str, str]
    members: Members

    def tree(self, mutant: Mutant) -> ast.Module:
        """Returns the mutated module."""
        return mutated(self.texts[mutant.file], mutant, self.members)


def _started(work: Callable[[int], None]) -> tuple[int, int]:
    """Starts ``work`` in a copy of this process; returns its id, and a pipe that ``work`` may write to."""
    reads, writes = os.pipe()
    child = os.fork()
    if child:
        os.close(writes)
        return child, reads
    try:
        os.close(reads)
        work(writes)
        os._exit(0)
    except BaseException:  # noqa: BLE001 - nothing may go on in a copy, also not what ends a program
        traceback.print_exc()
    finally:
        os._exit(1)


def _forked(work: Callable[[int], None]) -> tuple[bytes, int]:
    """Runs ``work`` in a copy of this process; returns what it wrote to the file number it got, and its status."""
    child, reads = _started(work)
    with os.fdopen(reads, "rb") as stream:
        answer = stream.read()
    return answer, os.waitpid(child, 0)[1]


def measured(sources: Sources, tests: Sequence[str]) -> Suite:
    """Runs every test once in a process of its own and returns what each reaches; remembers it until a file changes."""
    digest = sha256(repr((sorted(sources.texts.items()), tuple(tests))).encode())
    for file in sorted(Path().glob("[!.]*/**/*")):
        if file.suffix in (".py", ".json", ".jsonl"):
            digest.update(file.read_bytes())
    kept = Path(".pytest_cache", f"mutation-{digest.hexdigest()}")
    if not kept.exists():
        answer, status = _forked(partial(_measure, sources, tests))
        if status or not answer:
            raise SystemExit("the tests cannot be run")
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(answer)
    suite: Suite = pickle.loads(kept.read_bytes())
    return suite


def _measure(sources: Sources, tests: Sequence[str], out: int) -> None:
    testing.limit()
    Changing({Path(file): partial(with_probes, file=file) for file in sources.texts}).install()
    with os.fdopen(out, "wb") as stream:
        pickle.dump(testing.measure(tests), stream)


def tried(
    mutants: Sequence[Mutant], sources: Sources, suite: Suite, paths: Sequence[str], patience: float
) -> Iterator[Tried]:
    """Tries every mutant and yields what became of it, those in functions first.

    ``patience`` is the processor time in seconds that tests may take for one mutant; what they do not notice in that
    time counts as survived.
    """
    order = sorted(suite.tests, key=lambda test: test.seconds)
    living, fresh = [], []
    for mutant in mutants:
        place = (mutant.file, *mutant.place)
        if place in suite.imported:
            fresh.append((mutant, _near(mutant, sources, order)))
        elif reaching := [test for test in order if place in test.reaches]:
            living.append((mutant, reaching))
        else:
            yield Tried(mutant, Outcome.UNREACHED, "", 0.0)
    living.sort(key=lambda one: one[0].key[:2])
    yield from _in_place(living, sources, paths, patience)
    for mutant, tests in fresh:
        yield _from_scratch(mutant, _within(tests, patience), sources, paths)


def _near(mutant: Mutant, sources: Sources, order: Sequence[Measured]) -> list[Measured]:
    """Returns all tests, those first that reach a statement which mentions what this one defines."""
    tree = ast.parse(sources.texts[mutant.file])
    defined = {
        name.id
        for statement in tree.body
        if statement.lineno <= mutant.line <= (statement.end_lineno or 0)
        for name in ast.walk(statement)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    mentions: set[tuple[str, int, int]] = set()
    for file, text in sources.texts.items():
        if any(name in text for name in defined):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.stmt) and any(
                    isinstance(name, ast.Name) and name.id in defined for name in ast.walk(node)
                ):
                    mentions.add((file, node.lineno, node.col_offset))
    return sorted(order, key=lambda test: (mentions.isdisjoint(test.reaches), test.seconds))


def _in_place(
    work: Sequence[tuple[Mutant, list[Measured]]], sources: Sources, paths: Sequence[str], patience: float
) -> Iterator[Tried]:
    if not work:
        return

    def serve(out: int) -> None:
        testing.limit()
        testing.collected(paths, partial(_serve, work, sources, patience, out))

    child, reads = _started(serve)
    number = -1
    with os.fdopen(reads, encoding="utf-8") as stream:
        for name in json.loads(stream.readline() or "[]"):
            print(f"left out, because it fails without any mutant in this order: {name}")
        for number, line in enumerate(stream):
            outcome, by, seconds = json.loads(line)
            yield Tried(work[number][0], Outcome(outcome), by, seconds)
    if os.waitpid(child, 0)[1] or number + 1 != len(work):
        raise SystemExit(f"stopped at mutant {number + 1} of {len(work)}")


def _within(tests: Sequence[Measured], patience: float) -> list[Measured]:
    """Returns the tests that can be run within this time, at least one."""
    ends = accumulate(test.seconds for test in tests)
    return [test for index, (test, end) in enumerate(zip(tests, ends, strict=True)) if end <= patience or not index]


def _serve(
    work: Sequence[tuple[Mutant, list[Measured]]],
    sources: Sources,
    patience: float,
    out: int,
    items: Sequence[pytest.Function],
) -> None:
    by_name = {item.nodeid: item for item in items}
    functions = Functions([Path(file) for file in sources.texts])
    gc.collect()
    gc.freeze()

    def attempt(mutant: Mutant, tests: Sequence[Measured], into: int) -> None:
        if functions.change(Path(mutant.file), sources.tree(mutant)):
            _run([by_name[test.name] for test in tests], tests, into)

    known = {test.name: test for _mutant, tests in work for test in tests}
    order = sorted(known.values(), key=lambda test: test.seconds)
    answer, _status = _forked(partial(_run, [by_name[test.name] for test in order], order, every=True))
    fails = set(answer.decode().splitlines())
    with os.fdopen(out, "w", encoding="utf-8") as stream:
        print(json.dumps(sorted(fails)), file=stream, flush=True)
        # What noticed a neighbour is likely to notice the next one.
        useful: Counter[tuple[str, ...]] = Counter()
        for mutant, reaching in work:
            function = (mutant.file, mutant.function)
            tests = [test for test in reaching if test.name not in fails]
            tests.sort(key=lambda test: (-useful[(*function, test.name)], test.seconds))
            tests = _within(tests, patience)
            start = time.monotonic()
            outcome, by = _result(*_forked(partial(attempt, mutant, tests)))
            useful[(*function, by)] += 1
            print(json.dumps([outcome.value, by, time.monotonic() - start]), file=stream, flush=True)


def _from_scratch(mutant: Mutant, tests: Sequence[Measured], sources: Sources, paths: Sequence[str]) -> Tried:
    def work(out: int) -> None:
        testing.limit()
        Changing({Path(mutant.file): lambda _tree: sources.tree(mutant)}).install()

        def run(items: list[pytest.Function]) -> None:
            by_name = {item.nodeid: item for item in items}
            there = [test for test in tests if test.name in by_name]
            # Tests made from a table that the mutant changes may be gone, or new: that counts as noticed by nobody.
            _run([by_name[test.name] for test in there], there, out)

        if testing.collected(paths, run) != pytest.ExitCode.OK:
            os.write(out, b"import")

    start = time.monotonic()
    outcome, by = _result(*_forked(work))
    return Tried(mutant, outcome, by, time.monotonic() - start)


def _run(items: Sequence[pytest.Function], tests: Sequence[Measured], out: int, *, every: bool = False) -> None:
    """Runs tests and writes which fail, the first or ``every`` one."""
    for name in testing.failing(items, [test.longest for test in tests]):
        os.write(out, name.encode() + b"\n" * every)
        if not every:
            break


def _result(answer: bytes, status: int) -> tuple[Outcome, str]:
    if os.WIFSIGNALED(status):
        signalled = os.WTERMSIG(status)
        return (Outcome.TIMED_OUT if signalled == signal.SIGPROF else Outcome.CAUGHT), signal.Signals(signalled).name
    if status:
        raise SystemExit("a mutant could not be tried: the tool itself failed")
    return (Outcome.CAUGHT, answer.decode()) if answer else (Outcome.SURVIVED, "")
